"""A player that tries its plans out: whole plans, many imagined worlds, the same luck for each.

A *plan* is what one side would choose until a die falls, something is shown or the other side must choose. The adviser's
own plan comes first, then those that depart from it where departing costs least. Each plan is tried in the same imagined
worlds with the same dice, the next die showing each of its faces equally often, played on for a while by the adviser for
both sides, and valued by the game's ``advice.value``; half of the plans are dropped after each round, and all that are
clearly behind. Another plan replaces the adviser's own only if it was better by more than chance explains. Nothing here
knows a game, and no world knows the real dice or what the side cannot see. A game may say in ``advice.trusted(war,
decision)`` what needs no search, in ``advice.calm(war)`` at which moments ``advice.value`` is to be asked (play goes on
until then), and in ``advice.verdict(war, side)`` what the end of a game is worth to a trial: a close one tells more than
its name.
"""

from __future__ import annotations

import heapq
import math
import random
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

import msgspec

from ..engine.brief import brief
from ..engine.catalogue import Text
from ..engine.dice import Seeded
from ..engine.game import Idea
from ..engine.reasons import because
from ..engine.war import War

Plan = tuple[tuple[str, int], ...]

CLEAR, CLEAR_WORLDS = 2.5, 6
"""A plan that is so many standard errors behind after so many worlds is not looked at again."""
UNREST = 40
"""How many choices beyond its horizon a trial waits for a calm moment, unless ``advice.UNREST`` says otherwise."""
STAKE, STAKE_WORLDS = 0.004, 6
"""Where after so many worlds no plan is better or worse than the adviser's by so much of a win, nothing is at stake: it is followed."""
EQUAL = 0.25
"""Plans that are behind the best by less than so many standard errors are as good as it: which of them is played is left to chance."""
REGRET = 0.002
"""Who has time left thinks on as long as a wrong choice may be expected to cost more of a win than this: where little is at stake, or one plan
is far ahead, that is soon over."""
TRIES = 3
"""How many plans are followed to their end for each one wanted."""
REPLY = 8
"""So many choices of the other side are told as its answer."""
FACES = (2, 5, 4, 1, 6, 3)
"""The order in which worlds show the faces of the die that falls next: few worlds in a row have good ones and bad ones."""


class Spread(Seeded):
    """Dice whose next draw is given: in six worlds it shows all six faces, so that nobody's luck is with the first few."""

    __slots__ = ("face", "next")

    def __init__(self, seed: bytes, draw: int, face: int) -> None:
        super().__init__(seed)
        self.next = draw
        self.face = face

    def d6(self, draw: int) -> int:
        return self.face if draw == self.next else super().d6(draw)

    def pair(self, draw: int) -> tuple[int, int]:
        faces = super().pair(draw)
        return (self.face, faces[1]) if draw == self.next else faces


class Level(msgspec.Struct, frozen=True):
    """How much a search may do for one plan."""

    plans: int
    """How many plans are compared."""
    worlds: int
    """In how many worlds the survivors are tried in the end."""
    horizon: int
    """How many choices beyond the plan are played on."""
    doubt: float = 0.5
    """By how many standard errors another plan must be better than the adviser's own."""
    variety: float = 0.0
    """What a plan costs more for each that departs with the same piece already: each piece is varied once before any is twice."""


class Line(msgspec.Struct, frozen=True):
    """One plan considered: what it is worth (chance to win), how often it was tried, and the adviser's word for it."""

    plan: Plan
    value: float
    error: float
    visits: int
    why: str | Text = ""
    reply: Plan = ()
    """What the other side is expected to answer, as its adviser sees the position then; nothing where dice or secrets come between."""


class Search:
    """One question under study. ``run`` may be called again and again and be stopped at any time."""

    def __init__(self, war: War, side: int, level: Level, rng: random.Random) -> None:
        self.side = side
        self.level = level
        self.base = rng.getrandbits(64)
        self.war = war.imagine(side, rng)
        weighed = plans(self.war, side, level.plans, variety=level.variety)
        self.plans = [plan for plan, _ in weighed]
        self.whys = [why for _, why in weighed]
        self.values: list[list[float]] = [[] for _ in self.plans]
        self.alive = list(range(len(self.plans)))
        advice = war.setup.game._room("advice")
        self.unrest, self.calm = calm_of(war)
        self.verdict: Callable[[War, int], float] = getattr(advice, "verdict", worth)

    def run(self, stop: Callable[[], bool] = lambda: False) -> None:
        """Try the plans, half of them in each round, until the level's worlds are used up or ``stop`` says so."""
        halvings = max(1, math.ceil(math.log2(len(self.plans)))) - 1
        while len(self.alive) > 1 and (seen := len(self.values[self.alive[0]])) < self.level.worlds:
            until_then = min(self.level.worlds, 2 * seen or max(2, self.level.worlds >> halvings))
            for world in range(seen, until_then):
                for plan in self.alive:
                    if stop():
                        self._level_out()
                        return
                    self.values[plan].append(self.trial(plan, world))
            if self._idle():
                self.alive = [0]
            else:
                self._halve()

    def deepen(self, stop: Callable[[], bool]) -> None:
        """Time is left after ``run``: whoever is not clearly behind, dropped or not, is tried in twice as many worlds, and again, as long as a
        wrong choice could cost something and until ``stop`` says so."""
        while True:
            tried = max(len(values) for values in self.values)
            leader = max((plan for plan, values in enumerate(self.values) if len(values) == tried), key=self.mean)
            self.alive = [plan for plan in range(len(self.plans)) if plan == leader or not self._behind(plan, leader)]
            if len(self.alive) < 2 or self.regret() < REGRET:
                return
            for world in range(max(2, 2 * tried)):
                for plan in self.alive:
                    if len(self.values[plan]) == world:
                        if stop():
                            return
                        self.values[plan].append(self.trial(plan, world))

    def regret(self) -> float:
        """What the choice may be expected to cost, because nobody knows better yet: as much as another plan may be worth more than the best.

        Plans are compared in the worlds both were tried in, so it matters little that one of them was tried in more.
        """
        choice, most = self.best(), 0.0
        for plan in self.alive:
            gain, error = self._gain(plan, choice)
            if plan != choice and error:
                z = gain / error
                most = max(
                    most, error * math.exp(-z * z / 2) / math.sqrt(2 * math.pi) + gain * (1 + math.erf(z / math.sqrt(2))) / 2
                )
        return most

    def _level_out(self) -> None:
        """After a stop: compare in the worlds all survivors have seen."""
        seen = min(len(self.values[plan]) for plan in self.alive)
        for plan in self.alive:
            del self.values[plan][seen:]

    def _halve(self) -> None:
        """Keep the better half; the adviser's own plan stays for comparison."""
        ranked = sorted(self.alive, key=lambda plan: -self.mean(plan))
        keep = ranked[: max(2, (len(ranked) + 1) // 2)]
        if 0 not in keep:
            keep[-1] = 0
        # Where one is clearly ahead of all others there is nothing more to find out.
        self.alive = sorted(plan for plan in keep if plan == ranked[0] or not self._behind(plan, ranked[0]))

    def _idle(self) -> bool:
        """Nothing hangs on this choice, as far as one can see: thinking longer would be for nothing."""
        if len(self.values[0]) < STAKE_WORLDS:
            return False
        return all(max(abs(a - b) for a, b in zip(self.values[plan], self.values[0])) < STAKE for plan in self.alive)

    def _behind(self, plan: int, leader: int) -> bool:
        """Behind another plan in the same worlds by more than chance explains."""
        gain, error = self._gain(leader, plan)
        return len(self.values[plan]) >= CLEAR_WORLDS and gain > CLEAR * error

    def _gain(self, plan: int, other: int) -> tuple[float, float]:
        """By how much a plan was better than another where both were tried, and the standard error of that."""
        gains = [a - b for a, b in zip(self.values[plan], self.values[other])]
        n = len(gains)
        if n < 2:
            return 0.0, 1.0
        gain = sum(gains) / n
        return gain, math.sqrt(sum((g - gain) ** 2 for g in gains) / (n - 1) / n)

    def mean(self, plan: int) -> float:
        """What a plan has been worth in the worlds it was tried in; a half if it was tried in none."""
        tried = self.values[plan]
        return sum(tried) / len(tried) if tried else 0.5

    def trial(self, plan: int, world: int) -> float:
        """One plan in one world: the same world and the same dice for every plan."""
        rng = random.Random(self.base + world)
        war = self.war.imagine(self.side, rng)
        if isinstance(war.dice, Seeded):
            war.dice = Spread(war.dice.seed, war.rolled, FACES[(world + self.base) % 6])
        for choice in self.plans[plan]:
            own_turn(war, self.side)
            war.play(*choice, self.side)
        play_on(war, self.level.horizon, self.calm, self.unrest)
        return worth(war, self.side) if war.outcome is None else self.verdict(war, self.side)

    def best(self) -> int:
        """The adviser's plan, or one that is better by more than chance; of several that are as good as each other any, so that none is a habit."""
        choice, most = 0, 0.0
        better = []
        for plan in self.alive:
            gain, error = self._gain(plan, 0) if plan else (0.0, 1.0)
            if gain > self.level.doubt * error:
                better.append(plan)
                if gain > most:
                    choice, most = plan, gain
        if not choice:
            return 0
        equals = []
        for plan in better:
            behind, error = self._gain(choice, plan)
            if plan == choice or behind <= EQUAL * error:
                equals.append(plan)
        return equals[self.base % len(equals)]

    def reply(self, plan: int) -> Plan:
        """The plan the other side's adviser would follow after this one, as far as it leads without chance."""
        war = self.war.copy()
        for choice in self.plans[plan]:
            own_turn(war, self.side)
            mark = war.rolled, war.drawn, war.shown
            war.play(*choice, self.side)
            if mark != (war.rolled, war.drawn, war.shown):
                return ()
        answer: list[tuple[str, int]] = []
        while len(answer) < REPLY and war.stack is not None and war.asked()[0].side != self.side:
            other = war.asked()[0].side
            if not own_turn(war, other):
                break
            best = max(war.setup.game.ideas(war, war.decisions[other]), key=_score)
            answer.append((best.verb, best.target))
            mark = war.rolled, war.drawn, war.shown
            war.play(best.verb, best.target, other)
            if mark != (war.rolled, war.drawn, war.shown):
                break
        return tuple(answer)

    def lines(self) -> list[Line]:
        """What was considered, best first."""
        lines = []
        whys = self._reasons()
        for number, plan in enumerate(self.plans):
            tried = self.values[number]
            mean = self.mean(number)
            n = len(tried)
            error = math.sqrt(sum((v - mean) ** 2 for v in tried) / (n - 1) / n) if n > 1 else 0.5
            lines.append(Line(plan, mean, error, n, whys[number], self.reply(number) if n else ()))
        best = self.best()
        order = sorted(range(len(lines)), key=lambda number: (number != best, -lines[number].visits, -lines[number].value))
        return [lines[number] for number in order]

    def _reasons(self) -> list[str | Text]:
        """Why each plan departs as it does; plans that begin alike are told apart by the place they lead to."""
        whys = [because(war, self.side, idea) for war, idea in self.whys]
        write, names = self.war.setup.game.catalogue.write, self.war.setup.names
        often = Counter(write(why, names) for why in whys)
        told: list[str | Text] = []
        first: dict[str, Plan] = {}
        for plan, why in zip(self.plans, whys, strict=True):
            if often[write(why, names)] > 1:
                why = self._told(plan) or why
            before = first.setdefault(write(why, names), plan)
            if before != plan:
                apart = next((n for n, (one, other) in enumerate(zip(plan, before, strict=False)) if one != other), len(before))
                why = self._told(plan, apart) or why
            told.append(why)
        return told

    def _told(self, plan: Plan, at: int | None = None) -> str | Text | None:
        """Why a plan makes a click, or goes to the first place it names, in that position; None if chance comes before."""
        war, verbs = self.war.copy(), self.war.setup.game.verbs
        mark = war.rolled, war.drawn, war.shown
        for number, (verb, target) in enumerate(plan):
            if mark != (war.rolled, war.drawn, war.shown) or not own_turn(war, self.side) or war.stack is None:
                return None
            gesture = brief(type(war.stack[0])).gesture
            goes = gesture is None or verb in gesture.puts or verb in gesture.aims
            if number == at or (at is None and verbs[verb].kind == "space" and goes):
                ideas = war.setup.game.ideas(war, war.decisions[self.side])
                return next((because(war, self.side, idea) for idea in ideas if (idea.verb, idea.target) == (verb, target)), None)
            war.play(verb, target, self.side)
        return None


def own_turn(war: War, side: int) -> bool:
    """Make the choices a side has no choice about; whether a real one of its own then follows before any chance."""
    mark = war.rolled, war.drawn, war.shown
    while mark == (war.rolled, war.drawn, war.shown):
        decision = war.decisions.get(side)
        if decision is None:
            return False
        if decision.forced is None:
            return True
        war.play(*decision.forced, side)
    return False


def plans(war: War, side: int, count: int, longest: int = 60, variety: float = 0.0) -> list[tuple[Plan, tuple[War, Idea]]]:
    """The adviser's plan first, then those that depart from it where it costs least by the adviser's own scores.
    With each stands where it departs first and with which idea: whoever asks is told why.

    With ``variety`` a plan costs so much more for each before it that departs first with the same piece.

    Clicks in another order are no other plan: only one of those that lead to the same position is kept. A click that brings
    chance in stands beside the position before it: two of them may have led to the same by luck.
    """
    queue: list[tuple[float, int, Plan, tuple[War, Idea] | None, War, object, float]] = [(0.0, 0, (), None, war, None, 0.0)]
    departed: Counter[object] = Counter()
    chosen: list[tuple[Plan, tuple[War, Idea]]] = []
    ends: set[tuple[Any, ...]] = set()
    number = looked = 0
    while queue and len(chosen) < count and looked < TRIES * count:
        cost, rank, plan, why, state, who, more = heapq.heappop(queue)
        if who is not None and variety:
            now = variety * departed[who]
            if now > more:  # others have departed with this piece since
                heapq.heappush(queue, (cost + now - more, rank, plan, why, state, who, now))
                continue
            departed[who] += 1
        looked += 1
        cost -= more
        state = state.copy()
        end: tuple[Any, ...] = ()
        while True:
            if plan:
                mark = state.rolled, state.drawn, state.shown
                before = state.key()
                state.play(*plan[-1], side)
                if mark != (state.rolled, state.drawn, state.shown):
                    end = before, plan[-1]
                    break
                end = state.key()
                if len(plan) >= longest:
                    break
            if not own_turn(state, side):
                break
            decision = state.decisions[side]
            ranked = sorted(state.setup.game.ideas(state, decision), key=lambda idea: -idea.score)
            spread = ranked[0].score - ranked[-1].score + 1e-9
            for rank, idea in enumerate(ranked[1:count], 1):
                number += 1
                step = (ranked[0].score - idea.score) / spread + 0.1 * rank / count + 0.05
                here = who or decision.about or ("choice", len(plan))
                more = variety * departed[here]
                departing, then = (*plan, (idea.verb, idea.target)), state.copy()
                heapq.heappush(queue, (cost + step + more, number, departing, why or (then, idea), then, here, more))
            plan = (*plan, (ranked[0].verb, ranked[0].target))
            why = why or (state.copy(), ranked[0])
        if end not in ends and why is not None:
            ends.add(end)
            chosen.append((plan, why))
    return chosen


def calm_of(war: War) -> tuple[int, Callable[[War], bool]]:
    """How long a trial waits for a moment at which the game's estimate is to be asked, and which moments these are, if not all."""
    advice = war.setup.game._room("advice")
    return getattr(advice, "UNREST", UNREST), getattr(advice, "calm", lambda war: True)


def play_on(war: War, horizon: int, calm: Callable[[War], bool] = lambda war: True, unrest: int = UNREST) -> None:
    """Both sides follow the adviser for some choices, and on to the next calm moment."""
    left = horizon
    game = war.setup.game
    while war.stack is not None and (left > 0 or (left > -unrest and not calm(war))):
        decision = war.asked()[0]
        answer = decision.forced
        if answer is None:
            best = max(game.leading(war, decision), key=_score)
            answer = best.verb, best.target
            left -= 1
        war.play(answer[0], answer[1], decision.side)


def _score(idea: Idea) -> float:
    return idea.score


def worth(war: War, side: int) -> float:
    """The chance that a side wins: known when the game has ended, else the game's own estimate."""
    if war.outcome is not None:
        winner = war.outcome.winner
        return 0.5 if winner < 0 else float(winner == side)
    return war.setup.game.value(war, side)


def until(seconds: float) -> Callable[[], bool]:
    """A stop after some time."""
    end = time.monotonic() + seconds
    return lambda: time.monotonic() >= end
