"""The rules of Kesselring's War beside their referee, decision after decision of random games with random options."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from grandharbour.engine.geometry.bits import bits
from grandharbour.engine.kinds import NOWHERE
from grandharbour.games.kesselring.battle import INVASION
from grandharbour.games.kesselring.state import SIDES as IDS
from grandharbour.games.kesselring.state import Italy
from grandharbour.games.kesselring.supply import lines, supplied
from tests.play import begin, pick, stack

from . import par
from .kesselring import SIDES, STAGING, Referee

SCENARIOS = ("campaign", "avalanche-baytown")


def names(war: Italy, kind: str, mask: int) -> set[str]:
    return {war.setup.names.of(kind, i) for i in bits(mask)}


def piece(war: Italy, number: int) -> str:
    return war.setup.names.of("piece", number)


def space(war: Italy, number: int) -> str:
    return war.setup.names.of("space", number)


def offered(war: Italy, verb: str) -> set[str]:
    """The targets of a verb by name."""
    assert war.decision is not None
    kind = war.setup.game.verbs[verb].kind
    return names(war, kind, war.decision.choices.get(verb, 0))


def games(count: int, first: int = 0) -> Iterator[tuple[Italy, random.Random]]:
    """Random games under random options, both scenarios in turn."""
    for number in range(count):
        war = begin("kesselring", SCENARIOS[number % 2], first + number, mixed=number % 4 != 0)
        assert isinstance(war, Italy)
        war.log = []
        yield war, random.Random(first + number)


def walk(count: int, every: dict[str, int], first: int = 0) -> Iterator[tuple[Italy, Any]]:
    """The decisions of random games whose step is named, each so-and-so-many-th of its kind."""
    seen: Counter[str] = Counter()
    for war, rng in games(count, first):
        while war.outcome is None:
            step = next(stack(war))
            kind = type(step).__name__
            seen[kind] += 1
            if kind in every and seen[kind] % every[kind] == 0:
                yield war, step
            side, verb, target = pick(war, rng, pairs=rng.random() < 0.5)
            war.play(verb, target, side)
    assert all(seen[kind] >= every[kind] for kind in every), f"never met: {[k for k in every if seen[k] < every[k]]}"


@pytest.mark.rule("kesselring", "13.1a", "13.2d", "13.3", "13.4", "13.5", "13.6a", "26.3a", "10.0d")
def test_where_units_march() -> None:
    for war, step in walk(16, {"March": 6}):
        judge = Referee(war)
        unit = piece(war, step.unit)
        assert offered(war, "to") == judge.moves(unit, names(war, "piece", step.others)), (unit, judge.at[unit])


@pytest.mark.rule("kesselring", "12.2", "12.3", "12.4", "12.6", "26.2b")
def test_who_is_in_supply_from_where() -> None:
    for war, _ in walk(8, {"Act": 11}):
        judge = Referee(war)
        for unit in judge.mobile:
            number = war.setup.names.find("piece", unit)
            if judge.at[unit] in judge.map.land:
                assert names(war, "space", lines(war, number)) == judge.lines(unit), (unit, judge.at[unit])
                assert supplied(war, number) == judge.fed(unit), (unit, judge.at[unit])


@pytest.mark.rule("kesselring", "11.1", "11.1a", "10.1a", "3.2c", "3.3a", "3.3b")
def test_what_is_held_and_watched_and_worth() -> None:
    for war, _ in walk(12, {"Act": 5}):
        judge = Referee(war)
        for number, side in enumerate(SIDES):
            assert names(war, "space", war.zoc(number)) == judge.zones[side]
            assert names(war, "space", war.held(number)) == judge.holds[side]
            assert names(war, "space", war.full_hexes(number)) == {h for h in judge.holds[side] if judge.full(h, side)}
            assert war.scores()[number] == judge.points(side) + max(0, -par(war) if number else par(war))
            assert all(judge.air_room(h, side) >= 0 for h in judge.garrisons(side) & judge.map.airfields)


@pytest.mark.rule("kesselring", "6.1a", "12.5a", "14.1", "18.2c", "19.1b", "20.1c", "21.4a", "25.2", "32.1")
def test_which_actions_can_be_announced() -> None:
    for war, step in walk(16, {"Act": 40}):
        side = SIDES[step.side]
        assert war.decision is not None
        assert set(war.decision.choices) - {"pass"} == Referee(war).affordable(side)


class Group:
    """Who may take part in the Action announced last, and on which sources each of them draws: taken down when it is announced."""

    def __init__(self, judge: Referee, side: str) -> None:
        self.judge = judge
        self.sources = {u: judge.lines(u) for u in judge.mobile if judge.side(u) == side and judge.at[u] != "Aside"}
        self.moved: set[str] | None = None

    def move(self, leader: str, source: str = "") -> None:
        """The group of a move: one unit without a line, one source, or by option any [13.1a]."""
        judge = self.judge
        mates = {u for u in judge.movable(judge.side(leader)) if judge.card[u]["contingent"] == judge.card[leader]["contingent"]}
        if not self.sources[leader]:
            self.sources = {leader: set()}
        elif judge.on["move_any_source"]:
            self.sources = {u: self.sources[u] for u in mates if self.sources[u]}
        elif source or len(self.sources[leader]) == 1:
            (one,) = {source} if source else self.sources[leader]
            self.sources = {u: {one} for u in mates if one in self.sources[u]}
        self.moved = set()


@pytest.mark.rule("kesselring", "12.5a", "12.5b", "12.5c", "15.1b", "15.1f", "15.1g", "15.1h", "10.2a")
def test_who_attacks_together() -> None:
    leads = joins = 0
    for war, rng in games(14):
        group, leader = Group(Referee(war), "axis"), ""
        while war.outcome is None:
            step = next(stack(war))
            kind = type(step).__name__
            side = SIDES[war.active]
            if kind in ("Lead", "PickTarget"):
                judge = Referee(war)
                group = Group(judge, side)
                leads += 1
                if kind == "PickTarget":
                    assert offered(war, "target") == {h for u in group.sources for h in judge.foes(u)}
                elif leads % 8 == 0:
                    assert offered(war, "lead") == {u for u in judge.movable(side) if judge.leads(u)}
            elif kind == "Assemble":
                judge = Referee(war)
                joined = names(war, "piece", step.joined)
                able = {u for u in group.sources if space(war, step.target) in judge.foes(u)} - joined
                if group.moved is not None and judge.on["free_attack_movers_only"]:
                    able &= group.moved
                assert offered(war, "join") == {u for u in able if judge.may_join(joined, u, group.sources)}
                joins += 1
            chooser, verb, target = pick(war, rng, pairs=rng.random() < 0.5)
            if verb == "lead":
                leader = piece(war, target)
                if not (len(group.sources[leader]) > 1 and not group.judge.on["move_any_source"]):
                    group.move(leader)
            elif verb == "source":
                group.move(leader, space(war, target))
            elif kind == "March" and group.moved is not None:
                group.moved.add(piece(war, step.unit))
            war.play(verb, target, chooser)
    assert joins > 50


@pytest.mark.rule("kesselring", "15.3", "15.4", "15.5", "15.7", "15.8", "12.5d", "18.4.1", "21.1.1", "22.2", "23.2", "24.2b")
def test_the_column_of_every_combat() -> None:
    fights = 0
    for war, rng in games(24):
        while war.outcome is None:
            step = next(stack(war))
            wanted = None
            side, verb, target = pick(war, rng, pairs=rng.random() < 0.5)
            if verb == "stand":
                combat = next(s for s in stack(war) if type(s).__name__ == "Fight")
                helpers = [p for p in (combat.guns, combat.ssu) if p != NOWHERE]
                against = [p for p in (step.guns, step.ssu) if p != NOWHERE]
                wanted = Referee(war).column(
                    {
                        "target": space(war, combat.target),
                        "attackers": names(war, "piece", combat.attackers),
                        "defenders": names(war, "piece", step.chosen),
                        "landing": combat.manner == INVASION,
                        "cas": names(war, "piece", combat.cas),
                        "attack_help": [piece(war, p) for p in helpers],
                        "defence_help": [piece(war, p) for p in against],
                    }
                )
            war.log = []
            war.play(verb, target, side)
            if wanted is not None:
                event = next(e for e in war.log if e.kind == "combat")
                facts = dict(event.facts)
                percent, column, shut = wanted
                assert (facts["percent"], facts["column"]) == (percent, war.setup.columns[column])
                assert event.result == war.setup.tables[f"crt.rows.{event.dice[0]}"][column]
                assert any(rule == "15.8b" for _, _, rule in event.modifiers) == shut
                fights += 1
    assert fights > 60


@pytest.mark.rule("kesselring", "17.1.1a", "17.1.1c", "17.1.1d", "17.1.1f", "17.1.1g")
def test_where_units_fall_back() -> None:
    for war, step in walk(24, {"Retreat": 1}):
        judge = Referee(war)
        wanted = judge.retreats(piece(war, step.unit), space(war, step.start), step.far, names(war, "space", step.been))
        assert offered(war, "to") == wanted


@pytest.mark.rule("kesselring", "17.2a", "17.2b", "17.2.1a")
def test_who_pursues_how_far() -> None:
    for war, step in walk(24, {"Pursuit": 1, "Exploit": 1}):
        judge = Referee(war)
        far = {u: 2 if judge.card[u]["elite"] and not judge.card[u]["airborne"] else 1 for u in judge.mobile}
        if type(step).__name__ == "Pursuit":
            target = space(war, step.target)
            units = {u for u in names(war, "piece", step.units) if judge.at[u] in judge.map.land}
            assert offered(war, "pursue") == {u for u in units if target in judge.pursues(u, far[u], judge.at[u])}
        else:
            unit = piece(war, step.unit)
            assert offered(war, "to") == judge.pursues(unit, 1, judge.at[unit])
            assert war.decision is not None
            assert ("halt" in war.decision.choices) == (judge.crowd(judge.at[unit], judge.side(unit)) <= 3)


@pytest.mark.rule("kesselring", "20.3", "20.4", "21.1b", "21.3a", "24.4")
def test_who_flies_where() -> None:
    for war, step in walk(24, {"Bombard": 2, "Support": 2, "Intercept": 2}):
        judge = Referee(war)
        kind = type(step).__name__
        side = SIDES[war.decision.side] if war.decision else ""
        if kind == "Bombard" and step.target == NOWHERE:
            assert offered(war, "target") == {
                h for h in judge.garrisons(judge.other(side)) if judge.airmen(side, "bombardment", h)
            }
            continue
        if kind == "Bombard":
            sent, mission, verb = step.flying, "bombardment", "fly"
        elif kind == "Support":
            sent, mission, verb = step.cas, "cas", "cas"
        else:
            sent, mission, verb = step.sent, "interception", "intercept"
        flying = names(war, "piece", sent)
        wanted = judge.airmen(side, mission, space(war, step.target)) - flying
        crew = flying or ({piece(war, next(iter(bits(step.attackers))))} if kind == "Support" else set())
        if kind == "Support":
            wanted -= names(war, "piece", step.busy)
        if crew:
            wanted = {u for u in wanted if judge.card[u]["contingent"] == judge.card[next(iter(crew))]["contingent"]}
        if len(flying) >= 2 or (kind == "Intercept" and not flying and war.ap[SIDES.index(side)] < 1):
            wanted = set()
        assert offered(war, verb) == wanted


@pytest.mark.rule("kesselring", "14.1.2", "14.1.3", "14.2.2a", "18.2c", "18.2d", "18.2f", "18.2g", "19.1b", "19.1d", "21.4")
def test_who_goes_by_sea_and_air() -> None:
    for war, step in walk(24, {"SeaMove": 2, "Invade": 2, "Drop": 1, "Airlift": 1, "StrategicMove": 4}):
        judge = Referee(war)
        kind = type(step).__name__
        side = SIDES[war.active]
        if kind == "SeaMove":
            if step.start == NOWHERE:
                assert offered(war, "from") == judge.sails_from(side, step.evacuation)
            elif step.end == NOWHERE:
                assert offered(war, "to") == {h for h in judge.harbours(side) if not judge.full(h, side)} - {
                    space(war, step.start)
                }
            else:
                assert offered(war, "unit") == judge.troops(space(war, step.start), side) and step.left > 0
        elif kind == "Invade":
            if step.start == NOWHERE:
                assert offered(war, "from") == {h for h in judge.harbours(side) if judge.troops(h, side)}
                continue
            sailing = set().union(*(names(war, "piece", units) for _, _, units in step.landings), names(war, "piece", step.units))
            free = judge.troops(space(war, step.start), side) - sailing
            if sailing:
                free = {u for u in free if judge.card[u]["contingent"] == judge.card[next(iter(sailing))]["contingent"]}
            amphibs = {u for u, c in judge.card.items() if c["type"] == "amphib" and judge.at[u] == STAGING["allied"]}
            left = len(amphibs) - len(step.landings)
            if step.beach == NOWHERE:
                taken = {space(war, beach) for _, beach, _ in step.landings}
                assert offered(war, "beach") == (judge.beaches() - taken if free and left else set())
            else:
                aboard = len(names(war, "piece", step.units))
                room = min(3, 3 - judge.crowd(space(war, step.beach), side)) > aboard
                assert offered(war, "load") == (free if room else set())
        elif kind == "Drop":
            if step.unit == NOWHERE:
                assert offered(war, "unit") == judge.jumpers(side)
            else:
                assert offered(war, "jump") == judge.drop_zone(side) - {judge.at[piece(war, step.unit)]}
        elif kind == "StrategicMove":
            if step.unit != NOWHERE:  # who could be chosen is compared with the Actions
                assert offered(war, "to") == judge.strategic(piece(war, step.unit))
        elif step.unit == NOWHERE:
            assert offered(war, "unit") == {u for u in judge.mobile if judge.side(u) == side and judge.lifts(u)}
        else:
            assert offered(war, "to") == judge.lifts(piece(war, step.unit))


@pytest.mark.rule("kesselring", "10.0d", "7.4e", "31.2c")
def test_only_deployment_overstacks() -> None:
    """From one Action to the next a hex becomes overstacked, or more so, by reinforcements alone."""
    for war, rng in games(16):
        before: dict[tuple[str, str], int] = {}
        action = ""
        while war.outcome is None:
            if type(next(stack(war))).__name__ == "Act":
                judge = Referee(war)
                now = {(h, s): judge.crowd(h, s) for s in SIDES for h in judge.holds[s] if judge.crowd(h, s) > 3}
                if action not in ("", "reinforce"):
                    assert all(number <= before.get(key, 3) for key, number in now.items()), (action, before, now)
                before, action = now, ""
            side, verb, target = pick(war, rng, pairs=rng.random() < 0.5)
            turn = war.turn
            if not action and type(next(stack(war))).__name__ == "Act":
                action = verb
            war.play(verb, target, side)
            if war.turn != turn:
                action = ""


@pytest.mark.rule("kesselring", "5.2.1a", "5.2.1b", "5.2.1c", "5.2a")
def test_the_income_of_every_turn() -> None:
    """What comes in is the die, the Staging Area and the Garrisons, as they stand when the segment begins."""
    found = 0
    for war, rng in games(16):
        while war.outcome is None:
            side, verb, target = pick(war, rng)
            war.log = []
            war.play(verb, target, side)
            for event in war.log:
                if event.kind == "income" and war.turn > war.setup.first:
                    assert event.side is not None
                    # Withdrawals come after income and take no Garrison, so the Garrisons are those of now.
                    asks = type(next(stack(war))).__name__ if war.outcome is None else ""
                    if asks == "Act":
                        assert event.total == event.dice[0] + Referee(war).income(SIDES[event.side]), IDS[event.side]
                        found += 1
    assert found > 60


FORETOLD = {"Assemble": 3, "Support": 3, "Stand": 3, "Intercept": 2, "Bombard": 4, "Drop": 2, "Ashore": 1}


@pytest.mark.rule("kesselring", "15.3", "15.4", "16.1", "18.4b", "19.2", "21.2.2", "21.3.2")
def test_what_is_foretold_is_what_the_rules_do() -> None:
    """The forecast behind boards and hints beside the odds, which run the rules under every face of the die."""
    told: Counter[str] = Counter()
    for war, step in walk(40, FORETOLD):
        game, decision = war.setup.game, war.asked()[0]
        for verb, mask in decision.choices.items():
            target = next(iter(bits(mask)))
            foretold = game.forecast(war, decision.side, verb, target)
            if foretold is None:
                continue
            odds = war.odds(decision.side, verb, target)
            if verb == "intercept":  # foretold is the combat with one more in it, which is fought by another click
                after = war.copy()
                after.play(verb, target, decision.side)
                odds = after.odds(decision.side, "engage")
            assert odds is not None
            kind = {"15.3": "combat", "21.2.2": "bombardment", "21.3.2": "interception", "19.2": "drop"}[foretold.rule]
            assert {game.word_of(result.code, kind): p for result, p in foretold.chances} == dict(odds.chances)
            assert game.modifiers(foretold.modifiers, war.setup) == odds.modifiers
            told[type(step).__name__] += 1
    assert set(told) == set(FORETOLD), told
