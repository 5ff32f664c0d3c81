"""A first lesson: a small position and a few guided clicks that teach the sequence of play.

A game may have a ``lesson.toml`` in its folder. Its dice are fixed by a seed, so the words can say what will happen; walking
through it here proves that they still do.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec

from . import shapes
from .choice import Decision, Refusal
from .game import Game, OptionValue, UnknownName
from .geometry.bits import bits
from .position import PositionError, dump, plain, read_position
from .table import Table

FILE = "lesson.toml"
EVERY = "*"
"""In a partial position: this value for every entry that is not named; with a value behind it, for those that had that value."""


class LessonError(ValueError):
    """A lesson cannot be read or no longer works: the message says at which click and what is wrong."""


class Click(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One thing to do, or (``look``) to point at only: something that may not be chosen, so that the reason is seen.

    What it says are names of sentences in the game's catalogue.
    """

    say: str
    rule: str
    verb: str
    target: str | int | None = None
    side: str = ""
    """Who clicks; empty for the learner. The other side's clicks are made by the lesson."""
    look: bool = False
    then: str = ""
    """What came of it."""
    result: str = ""
    """What the dice decide, as the log says it: if ``then`` tells it, this proves it."""


class Lesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A first lesson: a position, dice that are known beforehand, and what the learner is asked to do."""

    title: str
    intro: str
    side: str
    """The learner's."""
    click: tuple[Click, ...]
    outro: str
    seed: int
    scenario: str | None = None
    options: dict[str, OptionValue] = {}
    position: dict[str, Any] = {}
    """What differs from the beginning of the scenario, laid over its position text; ``"*"`` names all entries of a table,
    ``"* Reserve"`` those that are Reserve."""

    def of(self, click: Click) -> str:
        """Whose click it is."""
        return click.side or self.side

    @property
    def learner(self) -> tuple[Click, ...]:
        """What the learner does."""
        return tuple(click for click in self.click if self.of(click) == self.side)


@cache
def lesson(game: Game) -> Lesson | None:
    """The lesson of a game, None if it has none."""
    path = game.folder / FILE
    return parse(path.read_text(encoding="utf-8")) if path.is_file() else None


def parse(text: str) -> Lesson:
    """A lesson from its text; LessonError says what is wrong with it."""
    try:
        return shapes.convert(tomllib.loads(text), Lesson)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise LessonError(f"not a lesson: {error}") from None


def start(game: Game, lesson: Lesson) -> str:
    """The position a lesson begins with, as text."""
    try:
        war = game.new(lesson.scenario, options=lesson.options, seed=lesson.seed)
        war.rolled = war.drawn = war.shown = 0
        text = dump(_over(plain(war), lesson.position))
        read_position(game, text, lesson.seed)
    except (UnknownName, PositionError) as error:
        raise LessonError(f"the position: {error}") from None
    return text


def _over(below: Any, above: Any) -> Any:
    """One value laid over another: tables entry by entry, everything else as a whole."""
    if not isinstance(below, dict) or not isinstance(above, dict):
        return above
    merged = dict.fromkeys(below, above[EVERY]) if EVERY in above else dict(below)
    for old, new in [(key[len(EVERY) :].strip(), value) for key, value in above.items() if key.startswith(EVERY + " ")]:
        merged |= {key: new for key, value in below.items() if value == old}
    return merged | {key: _over(merged.get(key), value) for key, value in above.items() if not key.startswith(EVERY)}


def walk(game: Game, lesson: Lesson) -> Iterator[tuple[Click, Table]]:
    """The table before each click, and once more after the last; whatever does not work raises LessonError."""
    text = start(game, lesson)
    table = Table(read_position(game, text, lesson.seed), text)
    for number, click in enumerate(lesson.click, 1):
        where = f"click {number} ({lesson.of(click)} {click.verb} {click.target})"
        if click.rule not in game.rulebook.rules:
            raise LessonError(f"{where}: the rulebook has no rule {click.rule!r}")
        try:
            side = table.war.setup.side(lesson.of(click))
        except UnknownName as error:
            raise LessonError(f"{where}: {error}") from None
        decision = table.decision(side)
        if decision is None:
            raise LessonError(f"{where}: this side has nothing to decide; {_asked(table)}")
        yield click, table
        refusal = table.war.why_not(click.verb, click.target, side)
        if click.look:
            _looked(where, click, refusal)
            continue
        if refusal is not None:
            raise LessonError(f"{where}: {refusal.reason} Listed are: {_listed(table, decision)}")
        told = len(table.events)
        table.play(click.verb, click.target, side)
        results = [event.event.result for event in table.events[told:] if event.event.result]
        if click.result and click.result not in results:
            raise LessonError(f"{where}: the result is {', '.join(results) or 'none'}, not {click.result}")
    if lesson.click:
        yield lesson.click[-1], table


def _looked(where: str, click: Click, refusal: Refusal | None) -> None:
    if refusal is None:
        raise LessonError(f"{where}: it is allowed, so there is no reason to be seen")
    if refusal.rule != click.rule:
        raise LessonError(f"{where}: it is refused by {refusal.rule} ({refusal.reason}), not by {click.rule}")


def _asked(table: Table) -> str:
    asked = table.war.asked() if table.outcome is None else ()
    return "; ".join(f"{table.war.setup.names.of('side', d.side)}: {_listed(table, d)}" for d in asked) or "the game has ended"


def _listed(table: Table, decision: Decision) -> str:
    """What may be chosen instead, in printed names; of long lists the beginning."""
    words = []
    for verb, mask in decision.choices.items():
        names = [table.war.target_name(verb, target) for target in bits(mask)]
        rest = f" and {len(names) - 12} more" if len(names) > 12 else ""
        words.append(verb if names == [None] else f"{verb} {', '.join(map(str, names[:12]))}{rest}")
    return "; ".join(words)


def next_click(table: Table, lesson: Lesson, side: str) -> Click | None:
    """What a side does next at a table that follows the lesson; None once somebody has left its path or it is over."""
    names = table.war.setup.names
    made = {
        name: [(c.verb, table.war.target_name(c.verb, c.target)) for c in table.choices if c.side == number and not c.auto]
        for number, name in enumerate(names.lists["side"])
    }
    for name, choices in made.items():
        path = [(c.verb, c.target) for c in lesson.click if lesson.of(c) == name and not c.look]
        if choices != path[: len(choices)]:
            return None
    mine = [click for click in lesson.click if lesson.of(click) == side and not click.look]
    return mine[len(made[side])] if len(made[side]) < len(mine) else None
