"""The engine of Operazione C3 against its referees, at the decisions of random games with random options."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import chain
from typing import Any

import pytest
from msgspec.structs import replace

from grandharbour.engine.geometry.bits import bits, mask_of
from grandharbour.games.c3.battle import SEA, Assemble, Combat, Declare, Stand, odds_column
from grandharbour.games.c3.bombardment import AIR, GUNS, NAVAL, Guns, Missions, modifiers
from grandharbour.games.c3.forecast import attack_of
from grandharbour.games.c3.landing import Wave
from grandharbour.games.c3.movement import Move, short_move
from grandharbour.games.c3.placing import Garrison
from grandharbour.games.c3.reinforcement import Enter, entry_hexes
from grandharbour.games.c3.retreat import Advance, Retreat
from grandharbour.games.c3.state import Malta
from grandharbour.games.c3.supply import cut_off
from grandharbour.games.c3.turn import Operation
from grandharbour.players import choose
from tests.play import begin, pick, stack

from . import c3 as referee
from . import par
from .c3 import Table

SIDE = ("axis", "british")
MANNERS = ("land", "overrun", "sea", "drop", "hunt")


def games(number: int, first: int = 0, pushing: float = 0.5, last: int = 9) -> Iterator[Malta]:
    """Random games with random options; a share of the choices, from one side or both, is the adviser's, so that armies meet."""
    for seed in range(first, first + number):
        war = begin("c3", "invasion", seed, mixed=seed % 3 > 0)
        rng = random.Random(seed)
        while war.outcome is None and war.turn <= last:
            assert isinstance(war, Malta)
            yield war
            side, verb, target = pick(war, rng, seed % 2 == 1)
            if rng.random() < pushing:
                verb, target = choose("greedy", war, side, rng)
            war.play(verb, target, side)


def top(war: Malta) -> Any:
    assert war.stack is not None
    return war.stack[0]


def names(war: Malta, kind: str, mask: int) -> set[str]:
    return {war.setup.names.of(kind, i) for i in bits(mask)}


def chosen(war: Malta, verb: str) -> set[str]:
    return {str(name) for name in war.choices(verb)}


@pytest.mark.rule("c3", "5.2.a", "5.2.b", "5.2.d", "5.2.e", "5.2.2.a", "5.2.2.b", "5.2.3.a", "5.2.4.a")
def test_movement_roads_marches_and_overruns() -> None:
    looks = meetings = 0
    for war in games(6, 0, 0.3):
        step = top(war)
        if not isinstance(step, Move) or not step.movers or short_move(war, step.movers):
            continue
        table = Table(war)
        units = table.names(step.movers)
        side = SIDE[war.active]
        assert chosen(war, "to") == referee.movement(table, units, step.spent, step.roads, side), units
        assert chosen(war, "overrun") == referee.overruns(table, units, step.spent, side), units
        looks += 1
        meetings += bool(table.held(referee.foe(side)) & set(referee.around(table.at[next(iter(units))]).values()))
    assert looks > 300 and meetings > 30


@pytest.mark.rule("c3", "5.5.1.3.a", "5.5.1.3.b")
def test_retreats_by_their_priorities() -> None:
    looks: Counter[str] = Counter()
    for war in games(8, 100, 0.5):
        step = top(war)
        if not isinstance(step, Retreat):
            continue
        table = Table(war)
        units = table.names(war.on_map(step.units))
        here = war.setup.names.of("space", step.here)
        foes, seen = names(war, "space", step.foes), names(war, "space", step.seen)
        found = referee.retreats(table, units, here, foes, seen, SIDE[step.side])
        assert chosen(war, "retreat") == found, (units, here)
        looks[war.setup.on["retreat_order"]] += 1
    assert looks["priorities"] > 20 and looks["empty"] > 5


@pytest.mark.rule("c3", "5.5.1.a", "5.5.1.b", "5.5.1.c", "5.5.e", "1.3.9.a", "1.3.10.a", "1.3.10.b", "7.4.a", "7.5.a", "7.5.b")
def test_ratios_shifts_and_columns() -> None:
    looks: Counter[str] = Counter()
    for war in chain(games(6, 200, 0.5), games(16, 250, 0.0, last=0)):
        combat = next((step for step in stack(war) if isinstance(step, Combat)), None)
        if isinstance(top(war), Wave):
            target = next(iter(bits(war.asked()[0].choices["fight"])))
            combat = attack_of(war, target, mask_of(p for p in bits(war.on_map(top(war).units)) if war.plan[p] == target), SEA)
        if combat is None or not combat.phase:
            continue
        table = Table(war)
        attackers, hold = war.on_map(combat.attackers), war.on_map(combat.hold)
        step = top(war)
        if isinstance(step, Stand):
            froms = names(war, "space", combat.froms)
            if MANNERS[combat.manner] in ("land", "overrun", "sea"):
                assert step.room == referee.defence_room(table, war.setup.names.of("space", combat.target), froms)
            hold = step.hold
        if Combat.sequence.begun(combat.phase, "losses") or not attackers or not hold:
            continue
        called = replace(combat, attackers=attackers, hold=hold)
        attack, defence, at, _ = odds_column(war, called)
        manner = MANNERS[combat.manner]
        elite, stubborn = (war.setup.names.of("piece", p) if p >= 0 else None for p in (combat.elite, combat.stubborn))
        target = war.setup.names.of("space", combat.target)
        found = referee.column(table, table.names(attackers), table.names(hold), target, manner, elite, stubborn)
        assert (attack, defence, war.setup.columns[at]) == found
        looks[manner] += 1
    assert looks["land"] > 50 and looks["sea"]


@pytest.mark.rule("c3", "5.5.a", "5.5.c", "5.5.d", "5.5.i", "5.2.1.b")
def test_who_may_attack_whom_and_with_how_many() -> None:
    looks: Counter[str] = Counter()
    for war in games(6, 300, 0.5):
        step = top(war)
        if isinstance(step, Declare):
            table = Table(war)
            busy = {name for _, units in war.attacks for name in table.names(units)}
            taken = {war.setup.names.of("space", target) for target, _ in war.attacks}
            side = SIDE[war.active]
            hunters = table.names(war.hunters)
            found = set()
            for name in table.names(war.on_map(step.pool)) - busy:
                if name in table.dispersed or not table.overstacked(table.at[name], side):
                    found |= {
                        h for h in referee.may_attack(table, name, name in hunters) if referee.may_join(table, set(), name, h)
                    }
            assert chosen(war, "target") == found - taken
            looks["declare"] += 1
        elif isinstance(step, Assemble):
            table = Table(war)
            target, members = war.setup.names.of("space", step.target), table.names(step.members)
            left = table.names(step.pool) - members
            assert chosen(war, "join") == {name for name in left if referee.may_join(table, members, name, target)}
            looks["assemble"] += 1
    assert looks["declare"] > 30 and looks["assemble"] > 30


@pytest.mark.rule("c3", "7.5.a", "7.5.b")
def test_supply() -> None:
    looks = cut = 0
    for number, war in enumerate(games(6, 400, 0.3)):
        if war.turn < 3 or number % 7:
            continue
        table = Table(war)
        everybody = war.on_map(war.setup.own[0])
        found = {name for name in table.names(everybody) if referee.starved(table, name)}
        assert table.names(cut_off(war, everybody)) == found
        looks += 1
        cut += bool(found)
    assert looks > 50 and cut > 10


@pytest.mark.rule("c3", "1.3.6.a", "1.3.6.b", "1.3.6.c", "8.1.b", "5.2.1.a", "5.5.1.3.e")
def test_stacking_in_garrison_on_the_move_and_after_combat() -> None:
    looks: Counter[str] = Counter()
    for number, war in enumerate(games(6, 500, 0.4)):
        step = top(war)
        if isinstance(step, Garrison) and number % 3 == 0:
            table = Table(war)
            unit = war.setup.names.of(*war.asked()[0].about)  # type: ignore[misc]
            assert chosen(war, "place") == {h for h in table.land if referee.fits(table, unit, h, "british")}
            looks["garrison"] += 1
        elif isinstance(step, Advance):
            table = Table(war)
            target, side = war.setup.names.of("space", step.target), SIDE[step.side]
            able = {
                name
                for name in table.names(war.on_map(step.units))
                if table.at[name] != target
                and referee.can_step(table, {name}, table.at[name], target)
                and referee.fits(table, name, target, side)
            }
            assert chosen(war, "advance") == able
            looks["advance"] += 1
        elif isinstance(step, Move) and (not step.movers or step.spent):
            table = Table(war)
            able = (names(war, "piece", war.asked()[0].choices.get("unit", 0)) | table.names(step.movers)) - table.dispersed
            crowded = any(table.overstacked(table.at[name], SIDE[war.active]) for name in able if table.at[name].isdigit())
            assert ("end" in war.asked()[0].choices) is not crowded
            looks["move"] += 1
    assert looks["garrison"] > 50 and looks["advance"] > 20 and looks["move"] > 200


@pytest.mark.rule("c3", "3.1.e", "4.1.d", "5.3.1.a", "5.3.2.a", "5.3.3.a", "5.3.4.a", "5.4.a")
def test_what_can_be_bombarded_and_what_spoils_the_aim() -> None:
    looks: Counter[str] = Counter()
    for war in games(6, 600, 0.5):
        step = top(war)
        if isinstance(step, Missions) and step.left:
            table = Table(war)
            named = [war.setup.names.of("space", h) for h in step.shots]
            air = step.arm == AIR
            assert chosen(war, "bomb") == referee.mission_targets(table, air, named)
            for h in list(bits(war.held(1)))[:8]:
                expected = referee.bomb_total(table, air, war.setup.names.of("space", h))
                assert sum(m[1] for m in modifiers(war, AIR if air else NAVAL, h)) == expected
            looks["missions"] += 1
        elif isinstance(step, Guns):
            table = Table(war)
            side = SIDE[step.side]
            attackers = {name for _, units in war.attacks for name in table.names(units)}
            team = table.names(war.setup.members[war.formation] | war.joined)
            named = [war.setup.names.of("space", h) for h in step.shots]
            for gun in (step.gun,) if step.gun >= 0 else bits(war.asked()[0].choices.get("gun", 0)):
                found = referee.gun_targets(table, table.piece[gun], team, attackers, side, step.arm == GUNS, named)
                assert found and (step.gun < 0 or chosen(war, "on") == found)
            looks["guns"] += 1
    assert looks["missions"] > 40 and looks["guns"] > 20


@pytest.mark.rule("c3", "3.2.1.b", "3.2.1.c", "3.2.1.d", "4.2.1.b", "4.2.1.c", "4.2.1.e", "4.2.1.f", "1.3.3.a")
def test_ways_in() -> None:
    looks = opened = 0
    rng = random.Random(0)
    for war in games(6, 700, 0.4):
        step = top(war)
        operating = any(isinstance(s, Operation) for s in stack(war))
        if war.active or not operating or not isinstance(step, (Move, Enter)) or rng.random() > 0.25:
            continue
        table = Table(war)
        lots = war.setup.lot_ids
        free = {lots[lot] for lot in war.setup.lot_lists[0] if not war.acted[lot]} | {lots[war.formation]}
        came = {table.piece[p]: war.setup.names.of("space", war.plan[p]) for p in bits(war.entered)}
        waded = table.names(war.beached)
        ready, beaches, kept = (table.hexes(mask) for mask in (war.ready, war.beaches, war.kept_twice))
        waiting = war.pieces_in(war.setup.reserve[0]) & (war.setup.members[war.formation] | war.setup.independent[0])
        for unit in list(bits(waiting))[:4]:
            found = referee.entries(
                table, table.piece[unit], ready, beaches, kept, came, waded,
                lambda h: lots[war.formation] in referee.nearest_formations(table, h, "axis", free),  # noqa: B023
            )  # fmt: skip
            assert table.hexes(entry_hexes(war, unit)) == found, table.piece[unit]
            looks += 1
            opened += bool(found)
    assert looks > 100 and opened > 20


@pytest.mark.rule("c3", "1.3.3.a", "1.3.3.b", "5.1.1.a", "3.2.m")
def test_which_independents_join() -> None:
    looks = joined = 0
    before: Malta | None = None
    for war in games(6, 800, 0.3):
        step = top(war)
        fresh = war.formation >= 0 and (before is None or before.formation < 0)
        before = war.copy()
        if not fresh or not isinstance(step, Move):
            continue
        table = Table(war)
        lots, side = war.setup.lot_ids, war.active
        rivals = {lots[lot] for lot in war.setup.lot_lists[side] if not war.acted[lot]} | {lots[war.formation]}
        found = set()
        for name in table.names(war.on_map(war.setup.independent[side] & ~war.spent)):
            near = referee.nearest_formations(table, table.at[name], SIDE[side], rivals)
            if near == {lots[war.formation]}:
                found.add(name)
        assert table.names(war.joined) == found
        looks += 1
        joined += bool(found)
    assert looks > 20 and joined > 5


@pytest.mark.rule("c3", "8.2.a", "8.2.b", "8.2.c")
def test_points() -> None:
    looks = 0
    for number, war in enumerate(games(3, 900, 0.3)):
        if number % 23 == 0:
            assert war.score() == referee.score(Table(war)) + par(war)
            looks += 1
    assert looks > 20


@pytest.mark.rule("c3", "5.5.1.e", "5.5.2.a", "3.2.k", "4.2.h", "5.2.4.a")
def test_forecasts_are_what_the_rules_bring_about() -> None:
    """The forecast of a fight beside the odds, which run the rules under every throw; tanks roll first and are looked at alone."""
    looks: Counter[str] = Counter()
    for war in chain(games(8, 400, 0.7), games(10, 450, 0.0, last=0)):
        decision = war.asked()[0]
        for verb in ("fight", "overrun"):
            for target in bits(decision.choices.get(verb, 0)):
                found = war.setup.game.forecast(war, decision.side, verb, target)
                odds = war.odds(decision.side, verb, target)
                if found is None or odds is None:
                    assert found is None, "a fight without a roll"
                    continue
                if found.earlier:
                    looks["tanks"] += 1
                    continue
                assert {result.code: share for result, share in found.chances} == dict(odds.chances)
                assert war.setup.game.modifiers(found.modifiers, war.setup) == odds.modifiers
                looks[type(top(war)).__name__] += 1
    assert looks["Fights"] > 20 and looks["Wave"] and looks["DropFormation"] and looks["tanks"], looks
