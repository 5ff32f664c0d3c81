"""Saved games: one readable file, one line for each choice.

    {"grandharbour": 1, "game": "hawks", "scenario": "raid-over-malta", …, "seed": "…"}
    ["IT", "objective", "C5"]
    …
    {"turn": 2, "choice": 41, "rolled": 9, "drawn": 10, "digest": "…"}
    …
    {"end": 212, "sum": "…"}

Loading replays the choices. Names are the printed ones, never indices, so a save outlives a change of the code. A file that
is damaged, cut short, foreign or newer is refused with its line and the reason, and never overwritten.
"""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from pathlib import Path
from typing import Any

import msgspec

from .choice import Illegal
from .dice import Seeded, commitment
from .game import Game, UnknownName, game
from .position import PositionError
from .table import Table
from .tables import TablesError

FORMAT = 1
LARGEST = 4_000_000
"""No game of ours comes near this many characters: a larger file is not a save."""


class SaveError(ValueError):
    """A file that cannot be loaded: which line, which choice, why. ``position`` may allow to play on."""

    def __init__(self, reason: str, line: int = 0, choice: int = 0, position: str = "") -> None:
        where = (f"line {line}: " if line else "") + (f"choice {choice}: " if choice else "")
        super().__init__(where + reason)
        self.reason = reason
        self.line = line
        self.choice = choice
        self.position = position


class Header(msgspec.Struct, forbid_unknown_fields=True):
    grandharbour: int
    game: str
    version: str
    rules: str
    scenario: str
    options: dict[str, bool | str]
    tables: str
    start: str
    commitment: str
    seed: str | None = None


class Save(msgspec.Struct):
    """A save file taken apart but not yet replayed."""

    header: Header
    choices: list[tuple[str, str, str | int | None]]
    lines: list[int]
    marks: dict[int, dict[str, Any]]
    """By number of choices before the mark."""
    resigned: str | None = None
    parting: str = ""


def dumps(table: Table) -> str:
    """The table as the text of a save file, with its seed: for finished games and for one's own."""
    from .. import __version__

    war, setup = table.war, table.war.setup
    dice = war.dice
    if not isinstance(dice, Seeded):
        raise SaveError("a war with scripted dice cannot be saved: nobody could verify it")
    header = Header(
        FORMAT, setup.game.id, __version__, setup.game.fingerprint(setup), setup.scenario, setup.options,
        setup.tables.pack, table.start, dice.commitment, dice.seed.hex(),
    )  # fmt: skip
    lines = [_line(msgspec.to_builtins(header))]
    marks = {mark.choice: mark for mark in table.marks}
    whole = dict(table.snapshots)
    for number, choice in enumerate(table.choices, 1):
        name = war.target_name(choice.verb, choice.target)
        lines.append(_line([setup.names.of("side", choice.side), choice.verb, name]))
        if number in marks:
            mark: dict[str, Any] = msgspec.to_builtins(marks[number])
            if number in whole:
                mark["position"] = whole[number]
            lines.append(_line(mark))
    if table.resigned is not None:
        parting = {"parting": table.parting} if table.parting else {}
        lines.append(_line({"resigned": setup.names.of("side", table.resigned), **parting}))
    body = "\n".join(lines) + "\n"
    return body + _line({"end": len(table.choices), "sum": _sum(body)}) + "\n"


def _line(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _sum(body: str) -> str:
    return hashlib.sha256(body.encode()).hexdigest()[:32]


def parse(text: str) -> Save:
    """Take a save file apart, checking its form; SaveError says what is wrong and where."""
    if len(text) > LARGEST:
        raise SaveError(f"the file has {len(text):,} characters; no save is larger than {LARGEST:,}")
    lines = text.split("\n")
    header = _header(lines[0])
    save = Save(header, [], [], {})
    closed = False
    for number, line in enumerate(lines[1:], 2):
        if not line.strip():
            continue
        if closed:
            raise SaveError("there is something after the closing line", number)
        try:
            value = json.loads(line)
        except (ValueError, RecursionError):
            last = all(not rest.strip() for rest in lines[number:])
            raise SaveError(
                "the file breaks off in the middle of this line" if last else "this line is damaged", number
            ) from None
        if isinstance(value, list):
            if len(value) != 3 or not isinstance(value[0], str) or not isinstance(value[1], str):
                raise SaveError("not a choice of the form [side, verb, target]", number)
            save.choices.append((value[0], value[1], value[2]))
            save.lines.append(number)
        elif not isinstance(value, dict):
            raise SaveError("neither a choice nor a note", number)
        elif "end" in value:
            closed = True
            if value["end"] != len(save.choices):
                raise SaveError(f"the file should hold {value['end']} choices and holds {len(save.choices)}", number)
            body = "\n".join(lines[: number - 1]) + "\n"
            if value.get("sum") != _sum(body):
                raise SaveError("the checksum does not fit: something above has been changed", number)
        elif "resigned" in value:
            save.resigned = str(value["resigned"])
            save.parting = str(value.get("parting", ""))
        elif "turn" in value:
            save.marks[len(save.choices)] = value
        else:
            raise SaveError("an unknown kind of note", number)
    if not closed:
        raise SaveError(
            f"the file has been cut short: it ends after {len(save.choices)} choices without its closing line", len(lines)
        )
    return save


def _header(line: str) -> Header:
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        raise SaveError("not a Grand Harbour save: the first line is no header", 1) from None
    if not isinstance(value, dict) or "grandharbour" not in value:
        raise SaveError("not a Grand Harbour save: the first line is no header", 1)
    if "record" in value:
        raise SaveError("this is a seat's record of a running game: it can be read, but not loaded", 1)
    form = value["grandharbour"]
    if not isinstance(form, int) or form > FORMAT:
        raise SaveError(f"made by a newer version (format {form}); this one reads format {FORMAT}", 1)
    try:
        return msgspec.convert(value, Header)
    except msgspec.ValidationError as error:
        raise SaveError(f"the header is damaged: {error}", 1) from None


def begin(save: Save) -> tuple[Game, Table]:
    """The table before the first choice."""
    header = save.header
    try:
        rules = game(header.game)
        if header.seed is None:
            raise SaveError("the seed is still sealed: this game can be replayed once it has been revealed", 1)
        try:
            seed = bytes.fromhex(header.seed)
            if len(seed) != 32:
                raise ValueError
        except ValueError:
            raise SaveError("the seed is not 64 hex digits", 1) from None
        if commitment(seed) != header.commitment:
            raise SaveError("the seed does not match the commitment: these are not the dice that were promised", 1)
        if header.start:
            return rules, Table(rules.position(header.start, seed), header.start)
        return rules, Table.begin(rules, header.scenario, options=header.options, tables=header.tables, seed=seed)
    except (UnknownName, TablesError, PositionError) as error:
        raise SaveError(str(error), 1) from None


def loads(text: str) -> Table:
    """Replay a save. Under other rules than it was played with it may break: the error then carries the last whole position."""
    save = parse(text)
    rules, table = begin(save)
    header = save.header
    other = header.rules != rules.fingerprint(table.war.setup)
    whole = ""
    for mark in save.marks.values():
        if isinstance(mark.get("position"), str):
            whole = mark["position"]
    for number, (side, verb, target) in enumerate(save.choices, 1):
        try:
            # Forced answers are in the file too; the table has already given those.
            if number <= len(table.choices):
                made = table.choices[number - 1]
                names = table.war.setup.names
                if [names.of("side", made.side), made.verb, table.war.target_name(made.verb, made.target)] != [
                    side,
                    verb,
                    target,
                ]:
                    raise SaveError("only one answer was possible, and it was another")
            else:
                table._one(verb, target, side, False)
                table._settle()
        except (Illegal, SaveError, UnknownName) as broken:
            note = " It was played under other rules." if other else ""
            raise SaveError(f"[{side}, {verb}, {target}]: {broken}.{note}", save.lines[number - 1], number, whole) from None
        noted = save.marks.get(number)
        if noted and noted.get("digest") not in [mark.digest for mark in table.marks if mark.choice == number]:
            note = " It was played under other rules." if other else ""
            raise SaveError(
                f"the position at the start of turn {noted.get('turn')} is another one.{note}",
                save.lines[number - 1],
                number,
                whole,
            )
    if len(table.choices) != len(save.choices):
        raise SaveError("a forced answer is missing at the end", choice=len(save.choices) + 1, position=whole)
    if save.resigned is not None:
        try:
            table.resign(save.resigned, save.parting)
        except (UnknownName, Illegal) as error:
            raise SaveError(str(error)) from None
    return table


def write(path: Path, table: Table) -> None:
    """Write a save so that a crash or a full disk leaves the old file whole; a file that is no save is not overwritten."""
    text = dumps(table)
    if path.exists():
        try:
            parse(path.read_text(encoding="utf-8"))
        except (SaveError, UnicodeDecodeError) as broken:
            raise SaveError(f"{path.name} exists and is not a whole save ({broken}); it is left as it is") from None
    handle, temporary = tempfile.mkstemp(dir=path.parent or Path("."), prefix=path.name, suffix=".part")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    except OSError:
        Path(temporary).unlink(missing_ok=True)
        raise


def read(path: Path) -> Table:
    """Load a save file."""
    return loads(_text(path))


def _text(path: Path) -> str:
    if path.stat().st_size > 4 * LARGEST:
        raise SaveError("the file is far too large for a save")
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise SaveError("not a text file") from None
