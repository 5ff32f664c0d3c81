"""Rows of clicks that one gesture stands for: where a hand can go, what an attack on a place is put together of, how often again.

A player takes a unit, or a pile, and points at a hex; the rules may want to know the kind of Action first, who leads, and from which
source it is paid. The rows between are found by trying them on a copy of what the side knows: listed choices only, of verbs a brief
has declared (``Gesture``), without a die and without asking anybody else. The list of legal choices is the only judge, and
``Table.chain`` plays a row as one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from .brief import Gesture, brief
from .choice import Decision
from .dice import SEALED, OutOfDice
from .geometry.bits import bits, mask_of
from .war import War

Click = tuple[str, int]
Took = frozenset[tuple[str, int]]
"""The kinds of steps with the pieces that were taken in them: nobody is taken twice in one."""

PLAYS = 900
"""So many choices are tried for one question; what lies further away is clicked step by step."""
LONGEST = 40
"""Rows are no longer than this."""
LEAD = 5
"""So many clicks may stand before the one that names the place."""
HEADS = 4
"""So many of a hand are tried as the one that goes first."""
TEAMS = 8
"""So many beginnings of an attack are tried, to find the largest."""


class Way(msgspec.Struct, frozen=True):
    """A row of clicks that brings a hand to a place, or an attack upon it."""

    place: int
    clicks: tuple[Click, ...]
    left: tuple[int, ...] = ()
    """Those of the hand who cannot come along."""
    then: Click | None = None
    """The click that is left to the player, because a die follows."""


class _Stop(Exception):
    """A die would fall, or something else end the gesture."""


class Reach:
    """One question: a side, what it has in its hand, and what has been found so far."""

    def __init__(
        self,
        war: War,
        side: int,
        hand: Sequence[int] = (),
        pile: int | None = None,
        count: int = 0,
        aim: int | None = None,
        without: Sequence[int] = (),
    ) -> None:
        self.war = war
        self.side = side
        self.hand = tuple(hand)
        self.pile = pile
        """The space all of them lie in, where a whole pile was taken."""
        self.count = count
        """So many where a number is asked; 0: all that may."""
        self.aim = aim
        """The only place that matters; None: every one."""
        self.without = frozenset(without)
        """Those who shall not come along, though they might."""
        self.tried = 0
        self.depth, self.begun, self.turn = _depth(war), war.under_way, war.turn
        self.ways: dict[int, list[Way]] = {}
        self.then: Click | None = None
        self._kinds: dict[int, set[tuple[Any, ...]]] = {}

    def search(self) -> dict[int, list[Way]]:
        """Every place with its rows, shortest first. Rows to one place are told apart by their verbs, by what is chosen before the place
        and by who comes along; of those that differ only in places passed on the way the first is kept."""
        start = self.war.copy()
        start.dice = SEALED
        queue: list[tuple[War, tuple[Click, ...], tuple[Click, ...], Took, bool]] = [(start, (), (), frozenset(), False)]
        seen: set[tuple[Any, ...]] = set()
        while queue and self.tried < PLAYS:
            state, row, before, took, gone = queue.pop(0)
            for click, kind in self._onwards(state) if gone else self._first(state, took):
                if kind in ("puts", "aims") and self.aim is not None and click[1] != self.aim and not self._onward(state):
                    continue
                try:
                    trial = self._play(state, click)
                except _Stop:
                    if kind in ("puts", "aims") and row:
                        self._keep(click[1], (*before, (click[0], -1)), frozenset(), Way(click[1], row, (), click))
                    continue
                taken = took | {(_step(state), click[1])} if kind == "takes" else took
                if kind in ("puts", "aims"):
                    if kind == "puts" and not self._arrived(state, trial, click[1]):
                        continue
                    self._note(trial, (*row, click), (*before, (click[0], -1)), click[1], taken)
                    if not (self._goes_on(trial) and self._onward(trial) and kind == "puts"):
                        continue
                    if (trial.key(), before) not in seen:
                        seen.add((trial.key(), before))
                        queue.append((trial, (*row, click), before, taken, True))
                elif self._goes_on(trial) and len(row) < LEAD + 2 * len(self.hand) and not _moved(state, trial):
                    if (trial.key(), taken) not in seen:
                        seen.add((trial.key(), taken))
                        queue.append((trial, (*row, click), (*before, click), taken, False))
        here = {_at(self.war, piece) for piece in self.hand}
        return {
            place: sorted(ways, key=lambda way: (len(way.left), len(way.clicks)))
            for place, ways in self.ways.items()
            if here != {place}
        }

    # --- before the place is named

    def _first(self, state: War, took: Took) -> Iterator[tuple[Click, str]]:
        decision, gesture = self._owed(state)
        if decision is None or gesture is None:
            return
        choices = decision.choices
        taking = self._taking(state, decision, gesture, took)
        if taking is not None:
            yield taking, "takes"
        for verb in gesture.by:
            for target in self._targets(state, verb, choices.get(verb, 0)):
                yield (verb, target), "by"
        for verb in gesture.starts:
            for place in sorted({_at(state, piece) for piece in self.hand}):
                if place >= 0 and choices.get(verb, 0) >> place & 1:
                    yield (verb, place), "by"
        for verb in gesture.aims:
            for target in bits(choices.get(verb, 0)):
                yield (verb, target), "aims"
        if taking is None and self.hand:
            for verb in gesture.puts:
                for target in bits(choices.get(verb, 0)):
                    yield (verb, target), "puts"

    def _onwards(self, state: War) -> Iterator[tuple[Click, str]]:
        """Farther places for what has arrived somewhere."""
        decision, gesture = self._owed(state)
        if decision is not None and gesture is not None:
            for verb in gesture.puts:
                for target in bits(decision.choices.get(verb, 0)):
                    yield (verb, target), "puts"

    def _taking(self, state: War, decision: Decision, gesture: Gesture, took: Took, left: Sequence[int] = ()) -> Click | None:
        step = _step(state)
        for verb in gesture.stacks:
            if self.pile is not None and decision.choices.get(verb, 0) >> self.pile & 1 and not took:
                return verb, self.pile
        for verb in gesture.takes:
            mask = decision.choices.get(verb, 0)
            for piece in self.hand:
                if mask >> piece & 1 and piece not in left and (step, piece) not in took:
                    return verb, piece
        return None

    def _targets(self, state: War, verb: str, mask: int) -> Iterator[int]:
        if mask and state.setup.game.verbs[verb].kind == "number":
            most = mask.bit_length() - 1
            yield self.count if self.count and mask >> self.count & 1 else most
        elif mask:
            assert state.stack is not None
            step = state.stack[0]
            yield from bits(brief(type(step)).differing(state, step, verb, mask))

    def _arrived(self, before: Any, after: Any, place: int) -> bool:
        """Whether the place named is where somebody has come, and nobody but those of the hand and their like has gone anywhere."""
        moved = _moved(before, after)
        return any(after.at[piece] == place for piece in moved) and any(piece in self.hand for piece in moved)

    # --- after it

    def _note(self, state: War, row: tuple[Click, ...], kind: tuple[Any, ...], place: int, took: Took) -> None:
        for clicks, with_whom, left, then in self._completed(state, row, place, took):
            if len(left) < len(self.hand) or not self.hand:
                self._keep(place, kind, with_whom, Way(place, clicks, left, then))

    def _keep(self, place: int, kind: tuple[Any, ...], with_whom: frozenset[int], way: Way) -> None:
        key = (kind, with_whom)
        if key not in self._kinds.setdefault(place, set()):
            self._kinds[place].add(key)
            self.ways.setdefault(place, []).append(way)

    def _completed(
        self, state: War, row: tuple[Click, ...], place: int, took: Took
    ) -> list[tuple[tuple[Click, ...], frozenset[int], tuple[int, ...], Click | None]]:
        """The row with all that follows by itself; one for each team that could come along."""
        decision, gesture = self._owed(state)
        if not self.hand and decision is not None and gesture is not None:
            for verb in gesture.gathers:
                if decision.choices.get(verb):
                    return self._gathered(state, row, place, verb, decision.choices[verb])
        clicks, left = self._rest(state, row, place, took)
        return [(clicks, frozenset(), left, self.then)]

    def _gathered(
        self, state: War, row: tuple[Click, ...], place: int, verb: str, able: int
    ) -> list[tuple[tuple[Click, ...], frozenset[int], tuple[int, ...], Click | None]]:
        """Everybody who may join: the largest team for each who could begin it, none that is part of another."""
        teams: dict[frozenset[int], tuple[War, tuple[Click, ...]]] = {}
        apart = mask_of(self.without)
        for number, head in enumerate(bits(able & ~apart)):
            if number >= TEAMS or any(head in team for team in teams):
                continue
            trial, clicks, target = state, row, head
            members: list[int] = []
            while True:
                try:
                    after = self._play(trial, (verb, target))
                except _Stop:
                    break
                trial, clicks = after, (*clicks, (verb, target))
                members.append(target)
                decision, _ = self._owed(trial)
                mask = (
                    0
                    if decision is None or not self._goes_on(trial) or _step(trial) != _step(state)
                    else decision.choices.get(verb, 0) & ~apart
                )
                if not mask:
                    break
                target = next(iter(bits(mask)))
            if members:
                teams[frozenset(members)] = (trial, clicks)
        largest = [team for team in teams if not any(team < other for other in teams)]
        rows = []
        for team in sorted(largest, key=len, reverse=True):
            clicks, left = self._rest(teams[team][0], teams[team][1], place, frozenset())
            rows.append((clicks, team, left, self.then))
        return rows

    def _rest(self, state: War, row: tuple[Click, ...], place: int, took: Took) -> tuple[tuple[Click, ...], tuple[int, ...]]:
        """What else belongs to the gesture now that the place is known: the others of the hand, numbers, support, the last word."""
        left: list[int] = []
        self.then = None
        while len(row) < LONGEST and self._goes_on(state):
            decision, gesture = self._owed(state)
            if decision is None or gesture is None:
                break
            taking = self._taking(state, decision, gesture, took, left)
            if taking is not None and _at(state, taking[1]) != place:
                after = self._led(state, row, taking[1], place) if gesture.onward else self._taken(state, row, taking, place)
                if after is None:
                    left.append(taking[1])
                else:
                    took |= {(_step(state), taking[1])}
                    state, row = after
                    if self.then is not None:
                        break
                continue
            click = self._next(state, decision, gesture)
            if click is None:
                break
            try:
                trial = self._play(state, click)
            except _Stop:
                self.then = click
                break
            if not self._goes_on(trial):
                self.then = click if self._foretold(state, click) else None
                break
            state, row = trial, (*row, click)
        came = {piece for _, piece in took}
        left = [piece for piece in self.hand if _at(state, piece) != place and (piece not in came or piece in left)]
        return row, () if self.pile is not None and not took else tuple(left)

    def _next(self, state: War, decision: Decision, gesture: Gesture) -> Click | None:
        for verb in gesture.by:
            if state.setup.game.verbs[verb].kind == "number" and decision.choices.get(verb):
                return verb, next(self._targets(state, verb, decision.choices[verb]))
        if gesture.advised:
            ideas = [
                idea for idea in state.setup.game.ideas(state, decision) if not self._left_out(state, idea.verb, idea.target)
            ]
            best = max(ideas, key=lambda idea: idea.score, default=None)
            if best is not None and best.verb in gesture.advised:
                return best.verb, best.target
        return next(((verb, 0) for verb in gesture.ends if verb in decision.choices), None)

    def _left_out(self, state: War, verb: str, target: int) -> bool:
        return target in self.without and state.setup.game.verbs[verb].kind == "piece"

    def _foretold(self, state: War, click: Click) -> bool:
        """Its chances can be told: who made the row wants to see them before it goes on."""
        assert state.stack is not None
        step = state.stack[0]
        return brief(type(step)).forecast(state, step, self.side, *click) is not None

    def _taken(self, state: War, row: tuple[Click, ...], taking: Click, place: int) -> tuple[War, tuple[Click, ...]] | None:
        """Take one more of the hand to the place, or where nobody goes anywhere, along; None if it cannot come."""
        click: Click | None = taking
        while click is not None:
            try:
                state = self._play(state, click)
            except _Stop:
                if click == taking:
                    return None
                self.then = click
                return state, row
            row = (*row, click)
            if click[1] == place and click != taking:
                return state, row
            if not self._goes_on(state):
                return None
            decision, gesture = self._owed(state)
            if decision is None or gesture is None:
                return state, row
            puts = [verb for verb in (*gesture.puts, *gesture.aims) if verb in decision.choices]
            numbers = [v for v in gesture.by if state.setup.game.verbs[v].kind == "number" and v in decision.choices]
            if numbers:
                click = (numbers[0], next(self._targets(state, numbers[0], decision.choices[numbers[0]])))
            elif puts:
                click = next(((verb, place) for verb in puts if decision.choices[verb] >> place & 1), None)
                if click is None:
                    return None
            else:
                click = None
        return state, row

    def _led(self, state: War, row: tuple[Click, ...], piece: int, place: int) -> tuple[War, tuple[Click, ...]] | None:
        """Bring one more there, over other places if need be."""
        one = Reach(state, self.side, (piece,), None, self.count, place)
        ways = one.search().get(place)
        self.tried += one.tried
        if not ways or ways[0].then is not None:
            return None
        for click in ways[0].clicks:
            state = self._play(state, click)
        return state, (*row, *ways[0].clicks)

    # --- trying

    def _play(self, state: War, click: Click) -> War:
        self.tried += 1
        trial = state.copy()
        try:
            trial.play(click[0], click[1], self.side)
        except OutOfDice:
            raise _Stop from None
        if (trial.rolled, trial.drawn, trial.shown) != (state.rolled, state.drawn, state.shown):
            raise _Stop
        return trial

    def _owed(self, state: War) -> tuple[Decision | None, Gesture | None]:
        """The decision of the side, if nobody else is asked; and what its verbs are in a gesture."""
        if state.stack is None:
            return None, None
        asked = state.asked()
        if len(asked) != 1 or asked[0].side != self.side:
            return None, None
        return asked[0], brief(type(state.stack[0])).gesture

    def _goes_on(self, state: War) -> bool:
        """Nothing has ended and nobody else is asked: what comes then is no part of this gesture."""
        if state.stack is None or state.turn != self.turn or state.under_way is not self.begun or _depth(state) < self.depth:
            return False
        return self._owed(state)[0] is not None

    def _onward(self, state: War) -> bool:
        gesture = self._owed(state)[1]
        return gesture is not None and gesture.onward


def reach(
    war: War,
    side: int,
    hand: Sequence[int] = (),
    pile: int | None = None,
    count: int = 0,
    aim: int | None = None,
    without: Sequence[int] = (),
) -> dict[int, list[Way]]:
    """Where a hand can go, or what can be pointed at with an empty one. ``war`` is what the side may know.

    Where the first of the hand cannot go, others may: they are asked in turn.
    """
    reached: dict[int, list[Way]] = {}
    for number in range(max(1, min(len(hand), HEADS))):
        turned = (*hand[number:], *hand[:number])
        for place, ways in Reach(war, side, turned, pile, count, aim, without).search().items():
            reached.setdefault(place, ways)
    return reached


def repeat(war: War, side: int, verb: str, times: int) -> tuple[Click, ...]:
    """A verb without a target so many times, with what stands between: a dummy leaves port, and the port is asked for another one.

    As many as can be are made; none if the verb is not listed or may not be repeated.
    """
    made: tuple[Click, ...] = ()
    question = Reach(war, side)
    state = war.copy()
    state.dice = SEALED
    for number in range(times):
        decision, gesture = question._owed(state)
        if decision is None or gesture is None:
            break
        if number == 0 and decision.about is not None and decision.about[0] == "space":
            question.aim = decision.about[1]
        row: tuple[Click, ...] = ()
        if verb not in decision.choices:
            opening = _opening(question, state, decision, gesture, verb)
            if number == 0 or opening is None:
                break
            state, row = opening
        elif verb not in gesture.repeats:
            break
        try:
            state = question._play(state, (verb, 0))
        except _Stop:
            break
        state, row = _ended(question, state, (*row, (verb, 0)))
        made += row
    return made


def advised(war: War, side: int) -> list[Click]:
    """What the adviser would click from here while steps are asked whose brief lets him answer the whole of them (``whole``).

    Answers that are the only one are not among them: the table gives them by itself.
    """
    question = Reach(war, side)
    state = war.copy()
    state.dice = SEALED
    row: list[Click] = []
    while len(row) < LONGEST:
        decision, _ = question._owed(state)
        if decision is None or decision.sealed or state.stack is None or not brief(type(state.stack[0])).whole:
            break
        click = decision.forced
        if click is None:
            best = max(state.setup.game.ideas(state, decision), key=lambda idea: idea.score)
            click = best.verb, best.target
        try:
            state = question._play(state, click)
        except _Stop:
            break
        if decision.forced is None:
            row.append(click)
    return row


def _ended(question: Reach, state: War, row: tuple[Click, ...]) -> tuple[War, tuple[Click, ...]]:
    """What has only one answer, and the last word of what was begun."""
    while len(row) < LONGEST:
        decision, gesture = question._owed(state)
        if decision is None or gesture is None:
            break
        click = decision.forced or next(((verb, 0) for verb in gesture.ends if verb in decision.choices), None)
        if click is None or decision.sealed:
            break
        try:
            state = question._play(state, click)
        except _Stop:
            break
        row = (*row, click)
    return state, row


def _opening(
    question: Reach, state: War, decision: Decision, gesture: Gesture, verb: str
) -> tuple[War, tuple[Click, ...]] | None:
    """The click that brings the verb up again; the place that was chosen before, if there are several."""
    for by in gesture.by:
        for target in bits(decision.choices.get(by, 0)):
            if question.aim is not None and target != question.aim:
                continue
            try:
                trial = question._play(state, (by, target))
            except _Stop:
                continue
            asked, _ = question._owed(trial)
            if asked is not None and verb in asked.choices:
                return trial, ((by, target),)
    return None


def _step(war: War) -> str:
    assert war.stack is not None
    return type(war.stack[0]).__name__


def _moved(before: Any, after: Any) -> list[int]:
    was, now = getattr(before, "at", None), getattr(after, "at", None)
    if was is None or now is None or was == now:
        return []
    return [piece for piece, place in enumerate(now) if place != was[piece]]


def _at(war: Any, piece: int) -> int:
    at = getattr(war, "at", None)
    return -1 if at is None else int(at[piece])


def _depth(war: War) -> int:
    depth, stack = 0, war.stack
    while stack is not None:
        depth, stack = depth + 1, stack[1]
    return depth
