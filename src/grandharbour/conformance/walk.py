"""Two walks through a scenario, and the questions asked on them.

``questions(name, scenario)`` answers for a war that is played by chance, ``clicks(name, scenario)`` for a table with its record.
Each is walked once in a process; every test reads its own answer from it. A question is asked the first times a kind of step is
met and then now and then, so that what is rare is looked at as closely as what is common.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Generator
from functools import cache, cached_property, partial
from itertools import islice
from typing import Any

import msgspec
import pytest

import grandharbour as gh

from ..engine.event import Event
from ..engine.odds import Odds
from .play import begin, length, pick, some, some_options, targets

FIRST = 2
"""So often a kind of step is looked at before looking now and then."""
SMALL = 60
"""A game of fewer pieces is quickly looked at, and so more often."""


class Look:
    """A war at one decision, or at its end, and what has led there."""

    def __init__(self, war: gh.War, seed: int, number: int, fresh: list[Event], memory: dict[str, Any]) -> None:
        self.war = war
        """May be read, not played."""
        self.seed = seed
        self.number = number
        self.fresh = fresh
        """What has happened since the decision before."""
        self.memory = memory
        """What a question keeps in mind during one game."""
        self._twins: dict[int | None, gh.War] = {}

    @property
    def sides(self) -> range:
        return range(len(self.war.setup.game.sides))

    @property
    def watchers(self) -> tuple[int | None, ...]:
        """Everybody who sees something: None is a spectator."""
        return (None, *self.sides)

    def twin(self, side: int | None) -> gh.War:
        """A war the side cannot tell from this one; made once, and not to be played."""
        if side not in self._twins:
            self._twins[side] = self.war.imagine(side, random.Random(f"{self.seed} {self.number} {side}"))
        return self._twins[side]

    def rng(self) -> random.Random:
        """Chance of its own, the same for every question."""
        return random.Random(f"{self.seed} {self.number}")

    @cached_property
    def odds(self) -> list[tuple[int, str, int, Odds | None]]:
        """The chances before some choices of every side that is asked: (side, verb, target, odds)."""
        return [
            (decision.side, verb, target, self.war.odds(decision.side, verb, target))
            for decision in self.war.asked()
            for verb, mask in decision.choices.items()
            for target in islice(targets(mask), 3)
        ]


class Click:
    """A table just before a choice; a question goes on after ``yield``, when the choice has been made."""

    def __init__(self, table: Watched, seed: int, side: int, verb: str, target: int) -> None:
        self.table = table
        self.seed = seed
        self.side = side
        self.verb = verb
        self.target = target

    @property
    def watchers(self) -> tuple[int | None, ...]:
        return (None, *range(len(self.table.war.setup.game.sides)))


class Watched(gh.Table):
    """A table that notes what it rolls behind a choice that it makes itself."""

    answered = 0
    """Choices the table has made for somebody."""
    rolled_for: tuple[str, ...] = ()
    """The verbs of those behind which a die fell."""

    def _one(self, verb: str, target: int | str | None, side: int | str | None, auto: bool, ordered: bool = False) -> None:
        before = self.war.rolled, self.war.drawn
        super()._one(verb, target, side, auto, ordered)
        self.answered += auto
        if auto and (self.war.rolled, self.war.drawn) != before:
            self.rolled_for = (*self.rolled_for, verb)


Met = int | None
"""How many things a question has compared; None counts as one."""


class Question(msgspec.Struct, frozen=True):
    """One thing that must hold, asked about so often in a scenario."""

    name: str
    looks: int
    ask: Callable[[Any], Any]


class Report:
    """What came of a walk: the first fault each question has found, and how much it had to compare."""

    def __init__(self) -> None:
        self.faults: dict[str, BaseException] = {}
        self.met: Counter[str] = Counter()
        self.broken: Exception | None = None
        """What ended the walk itself: then nothing has been answered."""

    def answer(self, question: str) -> None:
        """Raise what a question has found."""
        fault = self.faults.get(question) or self.broken
        if fault is not None:
            raise fault


DECISIONS: dict[str, Question] = {}
ENDS: dict[str, Question] = {}
CLICKS: dict[str, Question] = {}
RECORDS: dict[str, Question] = {}
EVERY = 10**9
"""Looks of a question that is asked every time."""


def _asked(shelf: dict[str, Question], looks: int) -> Callable[[Callable[[Any], Any]], Callable[[Any], Any]]:
    def keep(ask: Callable[[Any], Any]) -> Callable[[Any], Any]:
        name = ask.__name__.replace("_", " ")
        shelf[name] = Question(name, looks, ask)
        return ask

    return keep


def at_decisions(looks: int = 800) -> Callable[[Callable[[Look], Met]], Callable[[Look], Met]]:
    """A question about a war at its decisions."""
    return _asked(DECISIONS, looks)


def at_the_end(ask: Callable[[Look], Met]) -> Callable[[Look], Met]:
    """A question about every war that has ended."""
    return _asked(ENDS, EVERY)(ask)


def at_clicks(looks: int = 400) -> Callable[[Callable[[Click], Generator[None, None, Met]]], Callable[[Click], Any]]:
    """A question about a table before and after a choice."""
    return _asked(CLICKS, looks)


def of_records(ask: Callable[[Watched], Met]) -> Callable[[Watched], Met]:
    """A question about every table whose game has ended."""
    return _asked(RECORDS, EVERY)(ask)


class Walk:
    """Asks some questions as often as they want to be asked, and keeps what they find."""

    def __init__(self, name: str, scenario: str, games: range, shelf: dict[str, Question], ends: dict[str, Question]) -> None:
        self.report = Report()
        self.where = f"{name} {scenario}"
        self.shelf, self.ends = dict(shelf), dict(ends)
        self.kinds: Counter[type] = Counter()
        decisions = len(games) * length(name, scenario)
        quick = 2 if len(gh.game(name).setup(scenario).names.lists["piece"]) < SMALL else 1
        # Powers of two, so that questions with few looks come where others look as well, and share what was imagined.
        self.every = {q.name: next(1 << n for n in range(64) if decisions >> n <= q.looks * quick) for q in shelf.values()}

    def due(self, war: gh.War) -> list[Question]:
        """The questions to be asked at this decision."""
        assert war.stack is not None
        number = self.kinds[type(war.stack[0])]
        self.kinds[type(war.stack[0])] += 1
        return [q for q in self.shelf.values() if number < FIRST or number % self.every[q.name] == 0]

    def ask(self, question: Question, ask: Callable[[], Met], place: str) -> None:
        """Ask, and note what is found; who has found a fault is not asked again."""
        try:
            met = ask()
        except (Exception, pytest.fail.Exception) as fault:
            fault.add_note(f"{self.where}, {place}")
            self.report.faults[question.name] = fault
            self.shelf.pop(question.name, None)
            self.ends.pop(question.name, None)
        else:
            self.report.met[question.name] += 1 if met is None else met


def _place(war: gh.War, seed: int, number: int) -> str:
    return f"game {seed}, choice {number}, {type(war.stack[0]).__name__ if war.stack else 'the end'}"


@cache
def questions(name: str, scenario: str) -> Report:
    """Walk through some games by chance: printed rules and mixed options, the verb first and uniform over all choices in turn."""
    games = some(name, scenario, 80, 16_000, least=4)
    walk = Walk(name, scenario, games, DECISIONS, ENDS)
    for seed in games:
        try:
            _wander(walk, begin(name, scenario, seed, seed % 4 > 1), seed)
        except Exception as fault:
            fault.add_note(f"{name} {scenario}, game {seed}")
            walk.report.broken = fault
            break
    return walk.report


def _wander(walk: Walk, war: gh.War, seed: int) -> None:
    rng = random.Random(seed)
    memory: dict[str, Any] = {}
    war.log = []
    number = told = 0
    while war.outcome is None:
        look, place = Look(war, seed, number, war.log[told:], memory), _place(war, seed, number)
        told = len(war.log)
        for question in walk.due(war):
            walk.ask(question, partial(question.ask, look), place)
        side, verb, target = pick(war, rng, seed % 2 == 1)
        war.play(verb, target, side)
        number += 1
        assert number < 100_000, "this game does not end"
    look = Look(war, seed, number, war.log[told:], memory)
    for question in list(walk.ends.values()):
        walk.ask(question, partial(question.ask, look), _place(war, seed, number))


@cache
def clicks(name: str, scenario: str) -> Report:
    """Walk through some games at a table, which answers what is forced and keeps a record."""
    games = some(name, scenario, 16, 6_000, least=4)
    walk = Walk(name, scenario, games, CLICKS, RECORDS)
    for seed in games:
        try:
            table = Watched.begin(gh.game(name), scenario, options=some_options(name, seed) if seed % 2 else {}, seed=seed)
            assert isinstance(table, Watched)
            _click(walk, table, seed)
        except Exception as fault:
            fault.add_note(f"{name} {scenario}, game {seed}")
            walk.report.broken = fault
            break
    return walk.report


def _click(walk: Walk, table: Watched, seed: int) -> None:
    rng = random.Random(seed)
    while table.outcome is None:
        side, verb, target = pick(table.war, rng, seed % 4 > 1)
        place = _place(table.war, seed, len(table.choices))
        click = Click(table, seed, side, verb, target)
        under_way = [_Asking(question, click) for question in walk.due(table.war)]
        for asking in under_way:
            walk.ask(asking.question, asking.go_on, place)
        table.play(verb, target, side)
        for asking in under_way:
            if not asking.done and asking.question.name in walk.shelf:
                walk.ask(asking.question, asking.go_on, place)
    for question in list(walk.ends.values()):
        walk.ask(question, partial(question.ask, table), _place(table.war, seed, len(table.choices)))


class _Asking:
    """A question about a click under way."""

    def __init__(self, question: Question, click: Click) -> None:
        self.question = question
        self.course: Generator[None, None, Met] = question.ask(click)
        self.done = False

    def go_on(self) -> Met:
        """To the click, or from there to the end."""
        try:
            next(self.course)
        except StopIteration as end:
            self.done = True
            met: Met = end.value
            return met
        return 0
