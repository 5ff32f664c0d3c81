"""Positions as text, both ways: what FEN is in chess.

A TOML file that a person can read and change: the scenario, every field of the state by printed names, and the steps under
way from the outermost to the one that waits.
"""

from __future__ import annotations

import hashlib
import json
import secrets
import tomllib
from typing import Any

import msgspec
import tomli_w

from .choice import Outcome
from .codec import Misfit
from .dice import Seeded, seed_bytes
from .game import Game, UnknownName
from .step import Stack, Step
from .tables import TablesError
from .war import War

FORMAT = 1


class PositionError(ValueError):
    """A position text cannot be read: the message says where and why."""


def plain(war: War) -> dict[str, Any]:
    """The whole state in printed names, as plain values."""
    setup, names = war.setup, war.setup.names
    steps: list[dict[str, Any]] = []
    stack = war.stack
    while stack is not None:
        step, stack = stack
        fields = setup.game.step_codecs[type(step)]
        steps.append({"kind": type(step).__name__, **{f: c.write(getattr(step, f), names) for f, c in fields.items()}})
    text: dict[str, Any] = {
        "format": FORMAT,
        "game": setup.game.id,
        "scenario": setup.scenario,
        "options": setup.options,
        "dice": {"rolled": war.rolled, "drawn": war.drawn, "shown": war.shown},
        "state": {f: c.write(getattr(war, f), names) for f, c in war.codecs.items()},
        "step": steps[::-1],
    }
    if setup.tables.pack:
        text["tables"] = setup.tables.pack
    if war.outcome is not None:
        text["outcome"] = msgspec.to_builtins(war.outcome)
    return text


def write_position(war: War) -> str:
    return tomli_w.dumps(plain(war), multiline_strings=True)


def digest(war: War) -> str:
    """A short hash of the position, the same on every machine."""
    return hashlib.sha256(json.dumps(plain(war), sort_keys=True).encode()).hexdigest()[:24]


def read_position(game: Game, text: str, seed: int | str | bytes | None = None) -> War:
    """The war a position text describes, with its invariants checked."""
    try:
        values = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise PositionError(f"not a position text: {error}") from None
    if values.get("format") != FORMAT:
        raise PositionError(f"format {values.get('format')!r}: this version reads format {FORMAT}")
    if values.get("game") != game.id:
        raise PositionError(f"this is a position of {values.get('game')!r}, not of {game.id!r}")

    def part(where: str, kind: type) -> Any:
        value = values.get(where, kind())
        if not isinstance(value, kind):
            raise PositionError(f"[{where}] is missing or not what it should be")
        return value

    try:
        setup = game.setup(part("scenario", str), part("options", dict), part("tables", str))
    except (UnknownName, TablesError) as error:
        raise PositionError(str(error)) from None
    war = game.war(setup, Seeded(secrets.token_bytes(32) if seed is None else seed_bytes(seed)))
    names = setup.names
    dice, state = part("dice", dict), part("state", dict)
    try:
        for counter in ("rolled", "drawn", "shown"):
            number = dice.get(counter, 0)
            if type(number) is not int or not 0 <= number < 1 << 62:
                raise PositionError(f"[dice] {counter}: {number!r} is no number of draws")
            setattr(war, counter, number)
        for field in state:
            if field not in war.codecs:
                raise PositionError(f"[state] {field}: there is no such field")
        for field, c in war.codecs.items():
            if field not in state:
                raise PositionError(f"[state] {field}: missing")
            try:
                setattr(war, field, c.read(state[field], names))
            except Misfit as misfit:
                raise PositionError(f"[state] {field}: {misfit}") from None
        stack: Stack | None = None
        for number, entry in enumerate(part("step", list)):
            stack = (_read_step(game, entry, number, names), stack)
        war.stack = stack
        if "outcome" in values:
            war.outcome = msgspec.convert(values["outcome"], Outcome)
    except msgspec.ValidationError as error:
        raise PositionError(f"[outcome] {error}") from None
    if (war.stack is None) != (war.outcome is not None):
        raise PositionError("a position has either a step under way or an outcome")
    try:
        war.check()
        assert all(d.choices and all(d.choices.values()) for d in war.asked()), "there is nothing to choose"
    except AssertionError as broken:
        raise PositionError(f"this position cannot stand: {broken}") from None
    except Exception as broken:
        raise PositionError(f"the step under way does not fit the position: {broken!r}") from None
    return war


def _read_step(game: Game, entry: Any, number: int, names: Any) -> Step[Any]:
    where = f"[[step]] {number + 1}"
    if not isinstance(entry, dict):
        raise PositionError(f"{where}: not a step")
    kinds = {step.__name__: step for step in game.steps}
    kind = kinds.get(str(entry.get("kind")))
    if kind is None:
        raise PositionError(f"{where}: there is no step {entry.get('kind')!r}")
    fields = game.step_codecs[kind]
    found: dict[str, Any] = {}
    for name, c in fields.items():
        if name not in entry:
            raise PositionError(f"{where} {kind.__name__}: {name} is missing")
        try:
            found[name] = c.read(entry[name], names)
        except Misfit as misfit:
            raise PositionError(f"{where} {kind.__name__}: {name}: {misfit}") from None
    return kind(**found)
