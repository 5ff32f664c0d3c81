"""The luck ledger: what the dice of one game were worth, and what the choices were.

The chance to win is estimated at three places around every choice that rolls: before it, after it but before its dice (the
mean over what they could have shown), and after the dice that fell. *Luck* is the last step, *skill* the one before: how much
better the choices were than what the named player would have made of the same position. Chances come from rollouts by that
player with fresh dice; rollout r has the same dice everywhere in the ledger, so that differences are known better than the
chances themselves. By its making the luck of a fair die is zero on average, however few rollouts there are, and

    chance at the start + luck + skill of one side - skill of the other + drift = result

holds exactly; *drift* is what the estimates lose between two dice where nobody had a choice: pure error of estimation.

With everything known (``knows=None``) the ledger is for games that have ended. For one side's knowledge, hidden things are
imagined anew in each rollout, choices of others are not looked into (their choices and dice count together), and nothing is
used that this side has not been told.
"""

from __future__ import annotations

import hashlib
import math
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from fractions import Fraction
from typing import Any

import msgspec

from ..engine.choice import Illegal
from ..engine.dice import SEALED, Fallen, Recorded, Seeded
from ..engine.event import EVERYONE
from ..engine.game import OptionValue, game
from ..engine.odds import TooMany, explore
from ..engine.table import Table
from ..engine.war import War
from ..players import Seat, level
from ..players.search import calm_of, worth
from .simulate import deal_out

BRANCHES = 6
"""Up to so many different results of a choice are all looked at; of more, a sample."""
LEAVES = 216
BATCH = 4
SHORT = 400
"""A game of so many choices can be played to its end in every rollout."""
LEAST = 0.03
"""A change of less turns nothing."""
SIGN = (1.0, -1.0)
"""What a gain of the first side's chance is to each side."""


class Said(msgspec.Struct, frozen=True):
    """What was told of a choice."""

    text: str
    rule: str
    dice: tuple[int, ...]
    turn: int
    events: int
    """How many events had been told when it was over: the place in a log or a replay."""


class Story(msgspec.Struct, frozen=True):
    """A game as a worker gets it: how to play it again, and what was told of it to whom the ledger is for."""

    game: str
    scenario: str
    options: dict[str, OptionValue]
    tables: str
    start: str
    fallen: tuple[Fallen, ...]
    """The dice that fell; those to come are in nobody's hand here."""
    choices: tuple[tuple[int, str, int], ...]
    told: dict[int, Said]
    """By the number of the choice, counted from 1."""
    knows: int | None = None
    """The side whose knowledge is used; None for all that is true."""
    result: float | None = None
    """1, 0 or a half for the first side if the game has ended by its rules."""

    def begin(self) -> War:
        """The war before its first choice."""
        rules = game(self.game)
        dice = Recorded(self.fallen, SEALED)
        if self.start:
            war = rules.position(self.start, bytes(32))
            war.dice = dice
            return war
        return rules.new(self.scenario, options=self.options, tables=self.tables, dice=dice)


class Moment(msgspec.Struct, frozen=True):
    """A place in a game whose chances are estimated: after a choice."""

    choice: int
    maker: int = -1
    """Who made the choice, if its dice are looked at; else -1."""
    owner: int = -1
    """Whose real choices lie between the moment before and this one."""
    theirs: bool = False
    """Somebody else's choices and dice, seen from outside."""


class Seen(msgspec.Struct, frozen=True):
    """Chances of the first side in every rollout: after the moment, and how far its dice have moved them."""

    after: tuple[float, ...]
    luck: tuple[float, ...] = ()
    exact: bool = False
    """All results of the dice were looked at, with their exact chances."""


class How(msgspec.Struct, frozen=True):
    """How chances are estimated."""

    player: str
    rollouts: int
    horizon: int
    """Choices until a rollout is cut off and valued by the game's adviser; 0 plays to the end."""
    seed: int = 1


class Point(msgspec.Struct, frozen=True):
    """A line of the ledger. Chances are the first side's, changes too: what is good for it is positive."""

    turn: int
    side: str | None
    """Who made the choice that rolled; None for the end of a stretch without dice."""
    text: str
    rule: str
    dice: tuple[int, ...]
    events: int
    before: float
    expected: float
    after: float
    error: float
    luck: float
    luck_error: float
    skills: tuple[float, ...]
    """What each side's choices since the line before were worth to that side."""
    exact: bool
    theirs: bool
    """Choices and dice of another side together, as far as this side could see them."""
    n: int = 0
    """Its place among the moments of the game: where it stands in a ledger that is not whole yet."""


class Total(msgspec.Struct, frozen=True):
    """What a side owes to luck and to its own choices; positive is good for this side."""

    side: str
    name: str
    luck: float
    luck_error: float
    own_dice: float
    """The part of its luck from dice behind its own choices."""
    skill: float
    skill_error: float
    rolls: int


class Ledger(msgspec.Struct, frozen=True):
    """What the dice did to each side in one game: every moment that moved the chance to win."""

    game: str
    scenario: str
    sides: tuple[str, ...]
    names: tuple[str, ...]
    player: str
    rollouts: int
    horizon: int
    knows: str | None
    start: float
    start_error: float
    now: float
    result: float | None
    """1, 0 or a half for the first side once the game has ended by its rules."""
    points: tuple[Point, ...]
    totals: tuple[Total, ...]
    theirs: float
    """Another side's choices and dice together, in a ledger of one side's knowledge."""
    drift: float
    drift_error: float
    moments: int = 0
    """How many moments the whole ledger has."""


class Turning(msgspec.Struct, frozen=True):
    """A moment where the chance to win changed much, by dice or by somebody's choices."""

    by: str
    """"luck", or the side whose choices did it."""
    gain: float
    """What it was worth to the first side."""
    before: float
    after: float
    turn: int
    text: str
    """What was told at its end."""
    rule: str
    since: int
    """Events told when it began: the place to look at first."""
    events: int
    """Events told when it was over."""


# --- reading a game


def story(table: Table, knows: int | None = None) -> Story:
    """What a ledger needs of a table. For one side's knowledge it ends where others' unfinished choices begin."""
    war = table.war
    setup = war.setup
    rules = setup.game
    if len(rules.sides) != 2:
        raise ValueError(f"{rules.id} is no game for two sides")
    if table.mix is None:
        raise ValueError("a war with scripted dice has no ledger")
    last = len(table.choices) if knows is None else table.since
    bit = -1 if knows is None else 1 << knows
    parts: dict[int, list[str]] = {}
    told: dict[int, Said] = {}
    count = 0
    for entry in table.events:
        event = entry.event
        if entry.choice > last or not (event.audience == EVERYONE or event.audience & bit):
            continue
        count += 1
        known = told.get(entry.choice, Said("", "", (), entry.turn, 0))
        rolled = parts.setdefault(entry.choice, [])
        if event.dice or event.result is not None:
            rolled.append(rules.tell(event, setup))
        text = "; ".join(rolled[:3]) or known.text or rules.tell(event, setup)
        told[entry.choice] = Said(text, known.rule or event.rule, known.dice + event.dice, known.turn, count)
    made = tuple((choice.side, choice.verb, choice.target) for choice in table.choices[:last])
    result = None if war.outcome is None or last < len(table.choices) else worth(war, 0)
    fell = tuple(one for one in table.fallen if one.choice <= last)
    return Story(rules.id, setup.scenario, setup.options, setup.tables.pack, table.start, fell, made, told, knows, result)


def moments(story: Story) -> list[Moment]:
    """Where to look: after every choice that rolled, and wherever the choosing passes from one side to the other."""
    war = story.begin()
    told = [Moment(0)]
    owner = -1
    for number, (side, verb, target) in enumerate(story.choices, 1):
        asked = war.decisions[side]
        real = asked.sealed or asked.forced is None  # whether a sealed one had an alternative is nobody else's business
        if real and owner not in (-1, side):
            told.append(Moment(number - 1, -1, owner, story.knows is not None and owner != story.knows))
            owner = -1
        owner = side if real else owner
        before = war.rolled, war.drawn
        war.play(verb, target, side)
        rolled = before != (war.rolled, war.drawn)
        if story.knows is None or side == story.knows:
            if rolled:
                told.append(Moment(number, side, owner))
                owner = -1
        elif number in story.told and story.told[number].dice:
            told.append(Moment(number, -1, owner, True))
            owner = -1
    last = len(story.choices)
    if told[-1].choice < last:
        told.append(Moment(last, -1, owner, story.knows is not None and owner not in (-1, story.knows)))
    return told


# --- estimating


def horizon_of(story: Story) -> int:
    """Where rollouts are cut off by default: nowhere in a short game; in a long one at the captain's horizon, if its adviser
    can value a position."""
    rules = game(story.game)
    if len(story.choices) <= SHORT or not hasattr(rules._room("advice"), "value"):
        return 0
    setup = story.begin().setup
    return max(level(setup, "captain", side).horizon for side in range(len(rules.sides)))


def rollout(war: War, player: str, rng: random.Random, horizon: int) -> float:
    """Play a war on with the same player on both sides, if there is a horizon to the next calm moment after it; the chance
    of the first side where it ends."""
    seats = [Seat(player, side, rng) for side in range(len(war.setup.game.sides))]
    unrest, calm = calm_of(war)
    left = horizon
    while war.stack is not None and (not horizon or left > 0 or (left > -unrest and not calm(war))):
        decision = war.asked()[0]
        answer = decision.forced
        if answer is None:
            answer = seats[decision.side].choose(war)
            left -= 1
        war.play(answer[0], answer[1], decision.side)
    return worth(war, 0)


class Task(msgspec.Struct, frozen=True):
    """Some moments of one game for a worker."""

    story: Story
    moments: tuple[Moment, ...]
    how: How


def look(task: Task) -> list[Seen]:
    """In a worker: play the game again up to each moment, and estimate."""
    seen: list[Seen] = []
    for moment, before, after in _wars(task.story, task.moments):
        choice = task.story.choices[moment.choice - 1] if moment.maker >= 0 else None
        seen.append(_Looker(task.how, task.story.knows).see(before, choice, after))
    return seen


def _wars(story: Story, wanted: Sequence[Moment]) -> Iterator[tuple[Moment, War, War]]:
    """The war before and after each moment's choice."""
    war = story.begin()
    done = 0
    for moment in wanted:
        while done < moment.choice - 1:
            side, verb, target = story.choices[done]
            war.play(verb, target, side)
            done += 1
        before = war.copy()
        if done < moment.choice:
            side, verb, target = story.choices[done]
            war.play(verb, target, side)
            done += 1
        yield moment, before, war


class _Looker:
    """Estimates around one moment."""

    def __init__(self, how: How, knows: int | None) -> None:
        self.how = how
        self.knows = knows

    def _rng(self, number: int) -> random.Random:
        return random.Random(hashlib.sha256(f"grand harbour luck {self.how.seed} {number}".encode()).digest())

    def _world(self, war: War, number: int) -> tuple[War, random.Random]:
        """The war with the fresh dice of rollout *number*, or as the side may imagine it."""
        rng = self._rng(number)
        if self.knows is not None:
            return war.imagine(self.knows, rng), rng
        new = war.copy()
        new.dice = Seeded(rng.randbytes(32))
        return new, rng

    def _on(self, war: War, number: int) -> float:
        world, rng = self._world(war, number)
        return rollout(world, self.how.player, rng, self.how.horizon)

    def see(self, before: War, choice: tuple[int, str, int] | None, after: War) -> Seen:
        numbers = range(self.how.rollouts)
        if choice is None:
            return Seen(tuple(self._on(after, number) for number in numbers))
        results = self._results(before, choice) if self.knows is None else None
        if results and after.key() in results:
            chances = {key: [self._on(war, number) for number in numbers] for key, (_, war) in results.items()}
            actual = chances[after.key()]
            expected = [math.fsum(float(results[key][0]) * chances[key][number] for key in results) for number in numbers]
            return Seen(tuple(actual), tuple(a - e for a, e in zip(actual, expected, strict=True)), True)
        actual = [self._on(after, number) for number in numbers]
        try:
            fresh = [self._again(before, choice, number) for number in numbers]
        except Illegal:
            # What the side imagines does not allow the choice it has made: then its dice cannot be told from it.
            return Seen(tuple(actual))
        return Seen(tuple(actual), tuple(a - e for a, e in zip(actual, fresh, strict=True)))

    def _again(self, before: War, choice: tuple[int, str, int], number: int) -> float:
        """The choice once more with other dice, and on from there with the dice that every world of this number has."""
        side, verb, target = choice
        world, rng = self._world(before, number)
        world.play(verb, target, side)
        if self.knows is None:
            # The same player's whims as after the dice that fell.
            rng = self._rng(number)
            rng.randbytes(32)
        return rollout(world, self.how.player, rng, self.how.horizon)

    def _results(self, before: War, choice: tuple[int, str, int]) -> dict[Any, tuple[Fraction, War]] | None:
        """Every position the choice can lead to, if they are few."""
        side, verb, target = choice
        leaves: dict[Any, tuple[Fraction, War]] = {}
        try:
            for chance, leaf in explore(before, lambda war: war.play(verb, target, side), LEAVES):
                key = leaf.key()
                known = leaves.get(key)
                leaves[key] = (chance + known[0], known[1]) if known else (chance, leaf)
                if len(leaves) > BRANCHES:
                    return None
        except TooMany:
            return None
        return leaves


def tasks(story: Story, wanted: Sequence[Moment], how: How, batch: int = BATCH) -> list[Task]:
    """The work of a ledger in pieces for workers."""
    return [Task(story, tuple(wanted[first : first + batch]), how) for first in range(0, len(wanted), batch)]


# --- the ledger


def ledger(
    story: Story, how: How, *, executor: Executor | None = None, progress: Callable[[int], None] = lambda n: None
) -> Ledger:
    """The whole ledger of a game; the same for any number of workers."""
    wanted = moments(story)
    seen: dict[int, Seen] = {}
    for task, looks in deal_out(tasks(story, wanted, how), executor, look):
        seen |= {moment.choice: one for moment, one in zip(task.moments, looks, strict=True)}
        progress(len(looks))
    return assemble(story, how, wanted, seen)


def mean(values: Sequence[float]) -> tuple[float, float]:
    """The mean of the rollouts and its standard error."""
    n = len(values)
    middle = math.fsum(values) / n
    if n < 2:
        return middle, 0.0
    return middle, math.sqrt(math.fsum((v - middle) ** 2 for v in values) / (n - 1) / n)


class _Sum:
    """Changes added up rollout by rollout, so that the error of the sum is known."""

    def __init__(self, rollouts: int) -> None:
        self.values = [0.0] * rollouts

    def add(self, values: Sequence[float], sign: float = 1.0) -> None:
        self.values = [a + sign * b for a, b in zip(self.values, values, strict=True)]


def assemble(story: Story, how: How, wanted: Sequence[Moment], seen: Mapping[int, Seen]) -> Ledger:
    """A ledger of the moments that have been looked at, the first of them among these; what lies between two of them that were
    not neighbours is nobody's luck or skill yet."""
    rules = game(story.game)
    ids = tuple(side.id for side in rules.sides)
    n = how.rollouts
    luck, own, skill = ([_Sum(n), _Sum(n)] for _ in range(3))
    theirs, drift = _Sum(n), _Sum(n)
    rolls = [0, 0]
    points: list[Point] = []
    first = last = seen[wanted[0].choice].after
    before, gains = mean(first)[0], [0.0, 0.0]
    gap = False
    for number, moment in enumerate(wanted[1:], 1):
        if moment.choice not in seen:
            gap = True
            continue
        one = seen[moment.choice]
        moved = one.luck or (0.0,) * n
        if gap:
            last = tuple(after - dice for after, dice in zip(one.after, moved, strict=True))
            before, gains, gap = mean(last)[0], [0.0, 0.0], False
        chosen = [after - dice - was for after, dice, was in zip(one.after, moved, last, strict=True)]
        if moment.theirs:
            theirs.add(chosen)
        elif moment.owner >= 0:
            skill[moment.owner].add(chosen, SIGN[moment.owner])
            gains[moment.owner] += SIGN[moment.owner] * mean(chosen)[0]
        else:
            drift.add(chosen)
        for side in (0, 1):
            luck[side].add(moved, SIGN[side])
        if moment.maker >= 0:
            rolls[moment.maker] += 1
            own[moment.maker].add(moved, SIGN[moment.maker])
        last = one.after
        said = story.told.get(moment.choice)
        if moment.maker < 0 and not (moment.theirs and said and said.dice) and moment is not wanted[-1]:
            continue  # the choosing passed to the other side: no line of its own
        points.append(_point(story, ids, moment, one, said, before, tuple(gains), number))
        before, gains = points[-1].after, [0.0, 0.0]
    totals = tuple(
        Total(info.id, info.short, *mean(luck[side].values), mean(own[side].values)[0], *mean(skill[side].values), rolls[side])
        for side, info in enumerate(rules.sides)
    )
    return Ledger(
        story.game, story.scenario, ids, tuple(side.short for side in rules.sides), how.player, n, how.horizon,
        None if story.knows is None else ids[story.knows], *mean(first), mean(last)[0], story.result, tuple(points), totals,
        mean(theirs.values)[0], *mean(drift.values), len(wanted),
    )  # fmt: skip


def turning(ledger: Ledger, most: int = 3) -> list[Turning]:
    """The moments that decided the game, greatest first: what dice did, or what a side's choices did before the next dice. A change that
    its own error could have made is none."""
    turns: list[Turning] = []
    since, before = 0, ledger.start
    for point in ledger.points:
        about = (before, point.after, point.turn, point.text, point.rule, since, point.events)
        if not point.theirs:
            if abs(point.luck) > max(LEAST, 2 * point.luck_error):
                turns.append(Turning("luck", point.luck, point.expected, *about[1:]))
            for side, worth_it in enumerate(point.skills):
                # The chances on both ends of the stretch are estimates.
                if abs(worth_it) > max(LEAST, 2 * math.hypot(point.error, point.luck_error)):
                    turns.append(Turning(ledger.sides[side], SIGN[side] * worth_it, before, point.expected, *about[2:]))
        since, before = point.events or since, point.after
    return sorted(turns, key=lambda one: -abs(one.gain))[:most]


def _point(
    story: Story, ids: Sequence[str], moment: Moment, one: Seen, said: Said | None, before: float, gains: tuple[float, ...],
    number: int,
) -> Point:  # fmt: skip
    after, error = mean(one.after)
    luck, luck_error = mean(one.luck) if one.luck else (0.0, 0.0)
    maker = story.choices[moment.choice - 1][0] if said is not None and said.dice else moment.maker
    turn, text, rule, dice, events = (
        (said.turn, said.text, said.rule, said.dice, said.events) if said is not None else (0, "", "", (), 0)
    )
    return Point(
        turn, ids[maker] if maker >= 0 else None, text, rule, dice, events, before, after - luck, after, error, luck, luck_error,
        gains, one.exact, moment.theirs, number,
    )  # fmt: skip
