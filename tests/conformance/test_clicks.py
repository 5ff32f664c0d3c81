"""How many clicks a stretch of play takes: every gesture must lead to the very position the single clicks lead to.

The adviser plays a stretch click by click. Then it is played again with gestures: pieces taken into the hand and a place, an enemy
place alone, one verb several times, the adviser's row for a small matter. A gesture counts only where the war is then the same, so
nothing is won by doing something else. Counted as a player clicks, without drag and drop: each counter or heap taken into the hand
one (a whole pile is one, with Shift), each place one, a row picked from the menu at the pointer one, a number one, a button one.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest

import grandharbour as gh
from grandharbour.engine.brief import brief
from grandharbour.engine.choice import Decision
from grandharbour.engine.geometry.bits import bits
from grandharbour.engine.reach import Way
from grandharbour.games.kesselring.movement import Marching

Made = tuple[str, int]
Stop = Callable[[gh.Table, Decision], bool]


class Play:
    """A table the adviser plays from a fixed seed; set-ups by script."""

    def __init__(self, game: str) -> None:
        self.table = gh.Table.begin(gh.game(game), seed=7)

    def until(self, stop: Stop, most: int = 400) -> None:
        for _ in range(most):
            decision = self.decision()
            if decision is None or stop(self.table, decision):
                return
            offered = [id for id in self.table.offers(decision.side) if id != "whole"]
            if offered:
                self.table.script(self.table.scripted(decision.side, offered[0]), decision.side)
            else:
                self.table.play(*self.advised(decision), decision.side)
        raise AssertionError("the stretch does not come")

    def decision(self) -> Decision | None:
        return None if self.table.outcome is not None else self.table.war.asked()[0]

    def advised(self, decision: Decision) -> Made:
        idea = self.table.hint(decision.side)[0]
        return decision.forced or (idea.verb, idea.target)


def step(table: gh.Table) -> str:
    assert table.war.stack is not None
    return type(table.war.stack[0]).__name__


def position(table: gh.Table) -> object:
    """The war, whatever the order in which its lists were filled: who flew off first is no matter."""
    return plain(table.war.key())


def plain(value: object) -> object:
    if not isinstance(value, tuple):
        return value
    members = [plain(member) for member in value]
    return (
        tuple(sorted(members, key=repr))
        if members and all(isinstance(member, tuple) and len(member) == 2 for member in members)
        else tuple(members)
    )


def carried(table: gh.Table, way: Way, side: int) -> None:
    table.chain(way.clicks, side)
    if way.then is not None:
        table.play(*way.then, side)


class Count:
    """One stretch of one side: the clicks one by one, and with gestures."""

    def __init__(self, play: Play, side: int, stop: Stop, only: Callable[[str], bool] = lambda step: True) -> None:
        self.side = side
        self.singly = self.together = 0
        self.told: list[str] = []
        for _ in range(200):
            decision = play.decision()
            if decision is None or stop(play.table, decision):
                break
            if decision.side != side or not only(step(play.table)):
                play.table.play(*play.advised(decision), decision.side)
                continue
            self._run(play, stop, only)

    def _run(self, play: Play, stop: Stop, only: Callable[[str], bool]) -> None:
        """Choices of the side in a row: made one by one on a second table, then with gestures on the first."""
        ahead = Play.__new__(Play)
        ahead.table = play.table.fork()
        keys = [position(ahead.table)]
        row: list[Made] = []
        while (
            (decision := ahead.decision())
            and decision.side == self.side
            and only(step(ahead.table))
            and not stop(ahead.table, decision)
        ):
            row.append(ahead.advised(decision))
            ahead.table.play(*row[-1], self.side)
            keys.append(position(ahead.table))
        self.singly += len(row)
        done = 0
        while done < len(row):
            number, clicks, told, table = self._best(play.table, row, keys, done)
            self.together += clicks
            self.told.append(f"{told} {clicks}")
            play.table, done = table, number

    def _regrouped(self, table: gh.Table, row: list[Made]) -> list[tuple[int, str, gh.Table]]:
        """All that is moved in a row, by the places it goes to, whatever the order: as somebody plays who knows what he wants."""
        war = table.war
        verbs = war.setup.game.verbs
        gestures = [g for kind in war.setup.game.steps if (g := brief(kind).gesture) is not None]
        known = {verb for g in gestures for verb in (*g.takes, *g.by, *g.puts, *g.aims, *g.ends)}
        wanted: dict[int, list[int]] = {}
        waiting: list[int] = []
        for number, (verb, target) in enumerate(row):
            if verb not in known or (number and verbs[verb].kind == "nothing" and not any(verb in g.ends for g in gestures)):
                break
            if verbs[verb].kind == "piece" and target not in waiting:
                waiting.append(target)
            elif verbs[verb].kind == "space" and waiting:
                wanted.setdefault(target, []).extend(waiting)
                waiting = []
        trial, clicks, found = table.fork(), 0, []
        for number, (place, hand) in enumerate(wanted.items()):
            options = self._put(trial, hand, place, (False,))
            if not options:
                break
            cost, _, act = min(options, key=lambda option: option[0])
            try:
                act(trial)
            except gh.Illegal:
                break
            clicks += cost
            if number:
                found.append((clicks, f"{number + 1} places", trial.fork()))
        return found

    def _best(self, table: gh.Table, row: list[Made], keys: list[object], done: int) -> tuple[int, int, str, gh.Table]:
        single = table.fork()
        single.play(*row[done], self.side)
        found = [(done + 1, 1, row[done][0], single)]
        for clicks, told, act in self._gestures(table, row[done:]):
            trial = table.fork()
            try:
                act(trial)
            except gh.Illegal:
                continue
            found += self._match(trial, clicks, told, row, keys, done)
        for clicks, told, trial in self._regrouped(table, row[done:]):
            found += self._match(trial, clicks, told, row, keys, done)
        return max(found, key=lambda one: (one[0] - done - one[1], -one[1]))

    def _match(
        self, trial: gh.Table, clicks: int, told: str, row: list[Made], keys: list[object], done: int
    ) -> list[tuple[int, int, str, gh.Table]]:
        key = position(trial)
        for number in range(done + 1, len(keys)):
            if keys[number] == key:
                return [(number, clicks, told, trial)]
        # Who stands ready to go on may differ: the next click says who moves then.
        for number in range(done + 2, min(len(row), done + 12)):
            after = trial.fork()
            try:
                after.play(*row[number], self.side)
            except gh.Illegal:
                continue
            if position(after) == keys[number + 1]:
                return [(number + 1, clicks + 1, f"{told}, {row[number][0]}", after)]
        return []

    def _gestures(self, table: gh.Table, row: list[Made]) -> list[tuple[int, str, Callable[[gh.Table], None]]]:
        found: list[tuple[int, str, Callable[[gh.Table], None]]] = []
        war, side = table.war, self.side
        verbs = war.setup.game.verbs

        def chained(clicks: object) -> Callable[[gh.Table], None]:
            return lambda trial: trial.chain(clicks, side)  # type: ignore[arg-type]

        if "whole" in table.offers(side):
            found.append((1, "as advised", lambda trial: trial.script(trial.scripted(side, "whole"), side)))
        again = sum(made == row[0] for made in row)
        for times in range(2, again + 1) if verbs[row[0][0]].kind == "nothing" else ():
            repeated = table.again(side, row[0][0], times)
            if repeated:
                found.append((1, f"{row[0][0]} x{times}", chained(repeated)))
        aimed = [target for verb, target in row[:4] if verbs[verb].kind == "space"]
        for place in dict.fromkeys(aimed):
            ways = table.reach(side, (), aim=place).get(place, ())
            found += [(1 + (len(ways) > 1), "at the enemy", chained(way.clicks)) for way in ways]
        hand: list[int] = []
        places: list[int] = []
        for number, (verb, target) in enumerate(row):
            if verbs[verb].kind == "piece" and target not in hand:
                hand.append(target)
            if verbs[verb].kind == "number":
                continue
            if verbs[verb].kind == "space" and hand and number < 40:
                places.append(target)
                for place in {places[0], target}:
                    for picked in (hand, *([piece] for piece in hand[:1])):
                        found += self._put(table, picked, place)
                if target != places[0]:
                    break
        named = next((number for number, (verb, _) in enumerate(row[:3]) if verbs[verb].kind == "space"), None)
        if named is not None:  # the place first, then who goes there
            who: list[int] = []
            for verb, target in row[named + 1 :]:
                if verbs[verb].kind == "space":
                    break
                if verbs[verb].kind == "piece":
                    who = [*who, target]
                    found += self._put(table, who, row[named][1])
        about = war.decisions[side].about
        if about is not None and about[0] == "piece":
            for place in dict.fromkeys(target for verb, target in row[:4] if verbs[verb].kind == "space"):
                ways = table.reach(side, (about[1],), aim=place).get(place, ())
                found += [(1 + (len(ways) > 1), "end place", chained(way.clicks)) for way in ways]
        return found

    def _put(
        self, table: gh.Table, hand: list[int], place: int, piles: tuple[bool, ...] = (False, True)
    ) -> list[tuple[int, str, Callable[[gh.Table], None]]]:
        """A hand and a place: heaps are counted by where they lie and whether they look alike; a whole pile is one."""
        war, side = table.war, self.side
        at = war.at
        spots = {at[piece] for piece in hand}
        own = [piece for piece in range(len(at)) if at[piece] in spots and piece not in hand]
        rest = [piece for piece in own if table.reach(side, (piece,), aim=place)]
        found = []
        for whole in piles:
            taken = sorted(
                {*hand, *(rest if whole else ())},
                key=lambda piece: (piece not in hand, hand.index(piece) if piece in hand else piece),
            )
            clicks = len(spots) if whole or not rest else len(taken)
            ways = table.reach(side, taken, aim=place).get(place, ())
            for way in ways:
                asked = (len(ways) > 1) + (way.then is not None)  # the menu; the button, where a die follows
                told = f"{len(taken)} to {war.setup.names.of('space', place)}"
                found.append((clicks + 1 + asked, told, partial(carried, way=way, side=side)))
        return found


def kesselring() -> list[tuple[str, Count]]:
    play = Play("kesselring")
    play.until(lambda table, decision: decision.side == 0 and step(table) == "Act")
    one = Count(play, 0, lambda table, decision: decision.side == 1)
    play.until(
        lambda table, decision: (
            decision.side == 1 and step(table) == "Act" and "move" in decision.choices and table.hint(1)[0].verb == "move"
        )
    )
    ahead = Play.__new__(Play)
    ahead.table = play.table.fork()
    fought = Count(ahead, 1, lambda table, decision: decision.side == 0 or step(table) == "Pursuit")
    three = Count(play, 1, lambda table, decision: decision.side == 0 and step(table) == "Act")
    return [
        ("Action: one unit moves", one),
        ("Action: three units move and attack", fought),
        ("the same with pursuit, halt and return", three),
    ]


def herkules() -> list[tuple[str, Count]]:
    play = Play("herkules")
    play.until(lambda table, decision: decision.side == 0 and step(table) == "Naval" and not table.offers(0))
    moves = Count(play, 0, lambda table, decision: decision.side == 1 and step(table) == "Air")
    air = Count(play, 1, lambda table, decision: step(table) not in ("Air", "RedirectAir"))
    return [("Axis naval move, air groups, air lift", moves), ("British air move", air)]


def c3() -> list[tuple[str, Count]]:
    play = Play("c3")
    play.until(lambda table, decision: step(table) == "Attach")
    side = play.table.war.asked()[0].side
    first = Count(play, side, lambda table, decision: step(table) == "Contest")
    play.until(lambda table, decision: step(table) == "Move" and decision.side != side)
    return [
        ("Operation of a Formation", first),
        ("Operation of the other side", Count(play, 1 - side, lambda table, decision: step(table) == "Contest")),
    ]


def convoys() -> list[tuple[str, Count]]:
    play = Play("convoys")
    play.until(lambda table, decision: step(table) == "Sailing")
    allied = play.table.war.asked()[0].side

    def over(table: gh.Table, decision: Decision) -> bool:
        return step(table) != "Sailing"

    sailing = Count(play, allied, over)
    play.until(lambda table, decision: step(table) == "Sailing")
    return [("Allied movement, sailing", sailing), ("Allied movement, five groups", Count(play, allied, over))]


def hawks() -> list[tuple[str, Count]]:
    play = Play("hawks")
    play.until(lambda table, decision: table.war.turn == 2 and step(table) == "Move")

    def over(table: gh.Table, decision: Decision) -> bool:
        return step(table) == "Priority"

    first = Count(play, 0, over)
    play.until(lambda table, decision: step(table) == "Move")
    return [("five planes move", first), ("five planes move, with fights", Count(play, 0, over))]


STRETCHES: dict[str, Callable[[], list[tuple[str, Count]]]] = {
    "kesselring": kesselring,
    "herkules": herkules,
    "c3": c3,
    "convoys": convoys,
    "hawks": hawks,
}


MOST = {
    "Action: one unit moves": 2,
    "Action: three units move and attack": 4,
    "the same with pursuit, halt and return": 7,
    "Axis naval move, air groups, air lift": 15,
    "British air move": 9,
    "Operation of a Formation": 18,
    "Operation of the other side": 37,
    "Allied movement, sailing": 7,
    "Allied movement, five groups": 7,
    "five planes move": 5,
    "five planes move, with fights": 10,
}
"""No stretch may take more clicks than this. Who changes what the adviser plays measures anew."""


@pytest.mark.parametrize("game", STRETCHES)
def test_a_stretch_takes_few_clicks(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    for name, count in STRETCHES[game]():
        with capsys.disabled():
            print(f"\n{game:10} {name:40} {count.singly:3} -> {count.together:3}   {', '.join(count.told)}")
        assert count.together <= MOST[name]


def test_a_convoy_sails_with_four_dummies_in_four_clicks(capsys: pytest.CaptureFixture[str]) -> None:
    """The port, four dummies, the port again, the whole of it: as many groups as the adviser sends, who clicks each of them."""
    play = Play("convoys")
    play.until(lambda table, decision: step(table) == "Sailing")
    allied = play.table.war.asked()[0].side
    mine, begun = play.table.fork(), len(play.table.choices)
    play.until(lambda table, decision: play.advised(decision)[0] == "proceed")
    singly = sum(not choice.auto for choice in play.table.choices[begun:])
    (gibraltar,) = {choice.target for choice in play.table.choices[begun:] if choice.verb == "muster"}
    mine.play("muster", gibraltar, allied)
    mine.chain(mine.again(allied, "dummy", 4), allied)
    mine.play("muster", gibraltar, allied)
    mine.play("whole", None, allied)
    with capsys.disabled():
        print(f"\nconvoys    sailing with four dummies {singly} -> 4")
    assert mine.war.groups.bit_count() == play.table.war.groups.bit_count()  # type: ignore[attr-defined]
    for _ in range(3):
        mine.undo(allied)
    assert mine.war.groups == 0, "the port, the group, and four dummies as one"  # type: ignore[attr-defined]


def test_a_source_of_supply_is_asked_for_only_where_it_makes_a_difference() -> None:
    """Kesselring's War: of the sources that could pay a march, one that serves nobody but whom another serves as well is not offered
    when a unit is sent straight to its hex; who wants it clicks it himself, where all are listed."""
    play, offered, spared = Play("kesselring"), 0, 0
    for number in range(60):
        play.until(lambda table, decision: step(table) == "Act" and "move" in decision.choices)
        table, side = play.table, play.table.war.asked()[0].side
        ahead = table.fork()
        ahead.play("move", None, side)
        for unit in [*bits(ahead.war.asked()[0].choices["lead"])][number % 3 :: 3]:
            asked = ahead.fork()
            asked.play("lead", unit, side)
            if step(asked) != "PickSource":
                continue
            sources = [*bits(asked.war.asked()[0].choices["source"])]
            for ways in [*table.reach(side, (unit,)).values()][:2]:
                paying = [target for way in ways for verb, target in way.clicks if verb == "source"]
                groups = [served(asked, source, side) for source in dict.fromkeys(paying)]
                assert not any(one < other for one in groups for other in groups), "nobody is asked which, where one does all"
                for source in set(sources) - set(paying) if paying else ():
                    assert any(served(asked, source, side) <= group for group in groups), "what is left out can do nothing more"
                    spared += 1
                offered += len(groups)
        play.table.play(*play.advised(play.table.war.asked()[0]), side)
    assert offered and spared


def served(table: gh.Table, source: int, side: int) -> frozenset[int]:
    """Who could march if this source paid."""
    after = table.fork()
    after.play("source", source, side)
    marching = after.war.nearest(Marching)
    assert marching is not None
    return frozenset(bits(marching.units))


def test_one_number_for_all_of_a_kind() -> None:
    """A heap goes with as many as are asked for, or with all that may."""
    play = Play("herkules")
    play.until(lambda table, decision: decision.side == 0 and step(table) == "Air")
    table = play.table
    heap = next(
        bit
        for bit in range(table.war.decisions[0].choices["unit"].bit_length())
        if table.war.decisions[0].choices["unit"] >> bit & 1
    )
    place, ways = next(iter(table.reach(0, (heap,)).items()))
    counts = [target for verb, target in ways[0].clicks if verb == "count"]
    fewer = table.reach(0, (heap,), count=2, aim=place)[place][0]
    assert counts and counts[0] > 2
    assert ("count", 2) in fewer.clicks
