"""The rules of Operation Herkules against a second, plain version of them, at the decisions of random games with random options."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from grandharbour.engine.geometry.bits import bits
from grandharbour.games.herkules.air import Air, RedirectAir, flak_dice
from grandharbour.games.herkules.airfight import AirFight
from grandharbour.games.herkules.battle import FLAK, PICK, PLAIN, TANKS
from grandharbour.games.herkules.commit import Commit
from grandharbour.games.herkules.forecast import planned
from grandharbour.games.herkules.land import Land, SecondMove
from grandharbour.games.herkules.landfight import LandFight
from grandharbour.games.herkules.landing import Landing
from grandharbour.games.herkules.losses import Aim, Lose
from grandharbour.games.herkules.naval import Naval
from grandharbour.games.herkules.regroup import Recover
from grandharbour.games.herkules.seafight import SeaFight
from grandharbour.games.herkules.state import SIDES, Islands
from tests.play import begin, guided, wander

from . import par
from .herkules import SHIPS, Board, covered

SCENARIOS = ("1940", "1942", "1942-revised")
SORTS = {PICK: "firer", PLAIN: "owner", FLAK: "aircraft", TANKS: "tanks"}


def wars(games: int, every: int = 1) -> Iterator[Islands]:
    """Decisions of random games with random options, of every scenario, and of games in which one side knows what it wants."""
    for scenario in SCENARIOS:
        for seed in range(games):
            for war in wander(begin("herkules", scenario, 700 + seed, mixed=seed % 3 != 0), seed, every):
                assert isinstance(war, Islands)
                yield war
        for count, war in enumerate(guided("herkules", scenario, max(2, games // 2))):
            if count % (2 * every) == 0:
                assert isinstance(war, Islands)
                yield war


def asked(wanted: type | tuple[type, ...], games: int, every: int = 1) -> Iterator[tuple[Islands, Any, dict[str, set[str]], str]]:
    """Decisions of some steps: the war, the step, what is listed by name, and the side."""
    for war in wars(games):
        assert war.stack is not None
        step = war.stack[0]
        if isinstance(step, wanted):
            decision = war.asked()[0]
            if hash((war.rolled, war.made)) % every:
                continue
            listed = {verb: {str(war.target_name(verb, t)) for t in bits(mask)} for verb, mask in decision.choices.items()}
            yield war, step, listed, SIDES[decision.side]


def names(war: Islands, mask: int) -> set[str]:
    return {war.setup.piece_names[p] for p in bits(mask)}


@pytest.mark.rule("herkules", "OH-LAND.1", "OH-LAND.5", "OH-SUP.1", "OH-SUP.3", "OH-SUP.4", "OH-SUP.7", "OH-RG.1")
def test_marches() -> None:
    """Who may march and where to, with and without supply, in both moves."""
    looked = 0
    for war, step, listed, side in asked(Land, 5, 9):
        if step.kin >= 0:
            continue
        board = Board(war)
        looked += 1
        if step.group:
            assert listed["to"] == board.marches(names(war, step.group), side)
            continue
        legal = board.walkers(side, isinstance(step, SecondMove))
        assert not covered(board, legal, listed.get("unit", ())), covered(board, legal, listed.get("unit", ()))
    assert looked > 150


@pytest.mark.rule("herkules", "OH-NAV.1", "OH-NAV.2", "OH-NAV.11", "OH-NAV.12", "OH-NAV.15")
def test_voyages() -> None:
    """Where a group may sail, the safest way there, and by which zones it may be led."""
    looked = led = 0
    for war, step, listed, side in asked(Naval, 4, 6):
        if not step.group or step.kin >= 0:
            continue
        board = Board(war)
        group = names(war, step.group)
        path = tuple(war.setup.space_names[z] for z in step.path)
        ways = board.ways(group, side, path)
        start = next(board.units[n].at for n in group)
        ends = set(ways) - (set() if path else {start})
        ways_on = _ways_on(board, group, side, path, ways)
        if step.leading:
            assert listed == {"by": ways_on}
            led += 1
            continue
        assert listed["sail"] == ends and ("lead" in listed) == bool(ways_on)
        looked += 1
        for target in sorted(ends)[:4]:
            found = step.route(war, step.group, war.setup.names.find("space", target))
            chosen = tuple(war.setup.space_names[z] for z in found)
            assert chosen in ways[target]
            cost = {way: sum(board.dice_in(zone, group, side) for zone in way) for way in ways[target]}
            assert cost[chosen] == min(cost.values()), (chosen, cost)
    assert looked > 100 and led > 15


def _ways_on(board: Board, group: set[str], side: str, path: tuple[str, ...], ways: dict[str, list[tuple[str, ...]]]) -> set[str]:
    """Zones by which a group can be led: those that begin a way on, if any zone that can be passed has dice or prey."""
    on = {way[len(path)] for some in ways.values() for way in some if len(way) > len(path) + 1}
    passing = {zone for some in ways.values() for way in some for zone in way[len(path) : -1]}
    subs = [n for n in group if board.units[n].kind == "sub" and n not in board.fired]
    prey = {zone for zone in passing if subs and board.of(zone, "BR" if side == "AX" else "AX", SHIPS)}
    matters = any(board.dice_in(zone, group, side) for zone in passing) or bool(prey)
    return on - board.stops(group, side) if matters else set()


@pytest.mark.rule("herkules", "OH-GEN.5", "OH-CBT.6", "OH-CBT.7", "OH-NAV.1")
def test_likeness() -> None:
    """In every list of pieces one stands for all like it and nobody is left out: losses, targets, ships that sail, freight."""
    looked: Counter[str] = Counter()
    for war, step, listed, side in asked((Lose, Aim, Naval, Landing), 5, 9):
        board = Board(war)
        here = {u.name for u in board.inside.get(war.setup.space_names[getattr(step, "where", 0)], [])}
        if isinstance(step, Lose):
            legal = here & names(war, step.units) or here & names(war, step.reserve)
            trouble = covered(board, legal, listed["lose"])
        elif isinstance(step, Aim):
            late = board.first == "BR" and side == "AX"
            trouble = covered(board, here & names(war, step.targets), listed["hit"], board.went.__getitem__ if late else None)
        elif isinstance(step, Naval):
            if step.group or step.kin >= 0:
                continue
            trouble = covered(board, _captains(board, side), listed.get("unit", ()), board.went.__getitem__)
        else:
            if step.group or step.kin >= 0:
                continue
            laden = {n for n, u in board.units.items() if u.side == side and u.at in board.zones and board.unloading(n, side)}
            trouble = covered(board, laden, listed.get("unload", ())) or covered(
                board, board.landers(side), listed.get("unit", ())
            )
        assert not trouble, (type(step).__name__, trouble)
        looked[type(step).__name__] += 1
    assert min(looked.values()) > 5 and len(looked) >= 4, looked


def _captains(board: Board, side: str) -> set[str]:
    """Ships that may still be sent somewhere."""
    found = set()
    for unit in board.units.values():
        name = unit.name
        if unit.side != side or unit.kind not in SHIPS or name in board.moved or name in board.sweeping or name in board.away:
            continue
        waiting = unit.at == "Axis ships" or (unit.at == "Toulon" and board.turn >= 6)
        if waiting or (unit.at in board.zones and board.points_left({name}) > 0):
            if board.ways({name}, side).keys() - {unit.at} or not board.options["radar_ban"]:
                found.add(name)
    return found


@pytest.mark.rule("herkules", "OH-AIR.2", "OH-AIR.7", "OH-AIR.8", "OH-AIR.9", "OH-AIR.10", "OH-AIR.11", "OH-AIR.4")
def test_flights() -> None:
    """Who may fly where, by base and supply; and the flak of every territory."""
    looked = again = 0
    for war, step, listed, side in asked(Air, 5, 9):
        if step.kin >= 0:
            continue
        board = Board(war)
        looked += 1
        redirect = isinstance(step, RedirectAir)
        again += redirect
        if step.group:
            assert listed["to"] == board.missions(names(war, step.group), side)
            continue
        legal = board.pilots(side, redirect)

        def told(name: str, board: Board = board, redirect: bool = redirect) -> tuple[bool, bool]:
            flying = name in board.flying
            return flying, flying and redirect and board.base_of(name) in board.lands

        trouble = covered(board, legal, listed.get("unit", ()), told)
        assert not trouble, trouble
        for t in range(war.setup.lands):
            assert sum(flak_dice(war, t).values()) == board.flak(war.setup.space_names[t])
    assert looked > 80 and again > 2


@pytest.mark.rule(
    "herkules",
    "OH-AC.1",
    "OH-AC.4",
    "OH-SEA.1",
    "OH-SEA.3",
    "OH-SEA.4",
    "OH-SEA.5",
    "OH-LC.1",
    "OH-LC.6",
    "OH-LC.13",
    "OH-INIT.3",
)
def test_dice() -> None:
    """The dice of both sides in every battle in which somebody commits units: who rolls, with which number, who chooses."""
    looked: Counter[str] = Counter()
    for war, step, _, side in asked(Commit, 5, 3):
        assert war.stack is not None and war.stack[1] is not None
        fight = war.stack[1][0]
        clash = planned(war, step, "everyone")
        if clash is None:
            continue
        board = Board(war)
        place = war.setup.space_names[step.place]
        attacker = board.attacker(place)
        chosen = names(war, step.chosen | step.pool)
        if isinstance(fight, SeaFight):
            expected = board.sea_dice(place, chosen)
        elif isinstance(fight, LandFight):
            foe = "BR" if attacker == "AX" else "AX"
            answer = board.free_up(place, foe) if side == attacker else chosen
            engaged = chosen if side == attacker else names(war, fight.engaged)
            expected = board.land_dice(place, engaged, answer)
            guns = board.bombarders(place, side)
            assert names(war, step.pool) & {n for n in board.units if board.units[n].kind in SHIPS} == guns
        else:
            assert isinstance(fight, AirFight)
            if side == attacker:
                continue
            engaged = names(war, fight.engaged)
            expected = {attacker: board.duel_dice(attacker, engaged, True), side: board.duel_dice(side, chosen, False)}
            if not engaged and not chosen:
                continue
        for who, dice in zip((SIDES[clash.side], SIDES[1 - clash.side]), clash.dice):
            found = Counter({(SORTS[sort], on): n for (sort, on), n in dice.items()})
            assert found == +expected[who], (type(fight).__name__, who, found, expected[who])
        looked[type(fight).__name__] += 1
    assert looked["SeaFight"] > 20 and looked["LandFight"] > 50 and looked["AirFight"] > 4, looked


@pytest.mark.rule("herkules", "OH-LDG.5", "OH-NAV.16", "OH-VIC.4", "OH-SUP.14", "OH-LDG.2")
def test_what_is_always_true() -> None:
    """Cargo within its limits, points to whom they belong, no markers under the enemy's feet when a turn goes on."""
    last = None
    settled = 0
    for war in wars(5, 23):
        board = Board(war)
        assert not board.cargo_faults()
        axis, british = board.scores()
        assert war.scores() == (axis + par(war), british - par(war))
        assert war.radar("naval") == board.radar("naval") and war.radar("air") == board.radar("air")
        step = type(war.stack[0]).__name__ if war.stack else ""
        if step in ("Supply", "Loading", "Air", "Commit", "LandAircraft", "Recover") and step != last:
            # Between two steps of a turn everything that has changed hands is settled; a fight or a march under way is not.
            if not any(isinstance(s, (LandFight,)) for s in _stack(war)) and step in ("Supply", "Loading"):
                assert not board.disputed()
                settled += 1
        last = step
    assert settled > 5


def _stack(war: Islands) -> Iterator[Any]:
    link = war.stack
    while link is not None:
        yield link[0]
        link = link[1]


@pytest.mark.rule("herkules", "OH-RG.8", "OH-RG.7")
def test_sickbeds() -> None:
    looked = 0
    for war, _, listed, side in asked(Recover, 5):
        assert listed["at"] == Board(war).sickbeds(side)
        looked += 1
    assert looked > 30


@pytest.mark.rule("herkules", "OH-INIT.1", "OH-INIT.2", "OH-VIC.3")
def test_initiative_and_levels() -> None:
    """Who goes first, from the markers as the turn begins, and what the points at the end are called."""
    turns = 0
    for scenario in SCENARIOS:
        for seed in range(6):
            war = begin("herkules", scenario, 900 + seed, mixed=seed % 2 == 1)
            turn, before = 0, None
            for now in wander(war, seed):
                assert isinstance(now, Islands)
                if now.turn != turn and type(now.stack[0]).__name__ not in ("Reinforce",):  # type: ignore[index]
                    board = Board(now)
                    if not board.supplied and now.marker_count(0) + now.marker_count(1) == sum(before or (-1,)):
                        assert board.initiative(scenario) == board.first
                        turns += 1
                    turn = now.turn
                before = (now.marker_count(0), now.marker_count(1))
            assert war.outcome is not None
            axis, british = war.outcome.scores
            best, who = max((axis, "Axis"), (british, "British"))
            level = f"{who} major victory" if best >= 250 else f"{who} minor victory" if best >= 175 else "Draw"
            assert war.outcome.level == level
    assert turns > 50
