"""Every decision of random games beside the second referee of tests/oracles/convoys.py."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

from grandharbour.engine.dice import Seeded, seed_bytes
from grandharbour.engine.geometry.bits import bits
from grandharbour.games.convoys import air, battle, movement, placing, supply, turn
from grandharbour.games.convoys.state import AL, Sea
from tests.play import begin, guided, pick, some_options, wander
from tests.rules.convoys.conftest import sea

from . import par
from .convoys import ALLIED, CARRIERS, EAST, FREIGHTERS, HOME, ITALIANS, LIGHT, NONE, OPEN, THIN, WEST, Chart, Choices

GAMES = {"pedestal": 18, "summer1940": 15, "campaign1940": 3, "campaign1941": 4}


def games(scenario: str, every: int = 1) -> Iterator[Sea]:
    """Random games under thrown options, and some in which one side knows what it wants."""
    for seed in range(GAMES[scenario]):
        for war in wander(begin("convoys", scenario, 900 + seed, mixed=seed % 3 != 0), 900 + seed, every):
            assert isinstance(war, Sea)
            yield war
    yield from meetings(scenario, 24)
    for number, guide in enumerate(guided("convoys", scenario, 4 if scenario == "pedestal" else 2)):
        if number % every == 0:
            assert isinstance(guide, Sea)
            yield guide


def meetings(scenario: str, count: int) -> Iterator[Sea]:
    """Charts on which the fleets lie together, aircraft are near and Malta is full: what chance alone rarely brings about."""
    for seed in range(count):
        rng = random.Random(f"{scenario} {seed}")
        ships = rng.sample(sorted(ALLIED - {"Force K"}), 16)
        places = rng.sample(sorted(OPEN[rng.choice((WEST, EAST))]), 3)
        groups = {letter: (rng.choice(places), ships[2 * n : 2 * n + rng.randrange(3)]) for n, letter in enumerate("ABCD")}
        fleet = {ship: rng.choice([*places, "Napoli", "Taranto"]) for ship in rng.sample(sorted(ITALIANS), 5)}
        planes = {p: rng.choice(["Sicily", "Sardinia", "Crete"]) for p in ("StuG 1", "29 Gr Z1007", "89 Gr SM79", "96 Gr Ju 87")}
        war = sea(
            groups, scenario=scenario, malta=[*ships[8:12], "Force K"], gibraltar=ships[12:14], alexandria=ships[14:], fleet=fleet,
            planes=planes, night=seed % 3 == 0, status=rng.randrange(6), past=[letter for letter in "ABCD" if rng.random() < 0.3],
            hit=[ship for ship in (*ships[:12], *fleet) if rng.random() < 0.15 and ship not in THIN],
            options=some_options("convoys", seed), forts=["TOBRUK", "ALAMEIN"],
        )  # fmt: skip
        war.dice = Seeded(seed_bytes(seed))
        for squadron, base in (("815 Sqn", "Malta"), ("830 Sqn", "Crete")):
            war.at[war.setup.names.find("piece", squadron)] = war.setup.names.find("space", base)
        war.stack = (
            (turn.GameTurn(phase="before ready"), (turn.Season(phase="turns"), None))
            if seed % 4
            else (turn.Season(phase="turns"), None)
        )
        war.log = None
        war.run()
        for _ in range(150):
            if war.outcome is not None:
                break
            yield war
            side, verb, target = pick(war, rng, pairs=True)
            calls = [v for v in ("engage", "strike", "fly", "raid", "launch") if war.choices(v)]
            if calls and rng.random() < 0.7:
                verb = rng.choice(calls)
                target = war._target(verb, rng.choice(war.choices(verb)))
            war.play(verb, target, side)


def expected(war: Sea) -> Choices | None:
    """What the referee says may be chosen; None where he has no say."""
    assert war.stack is not None
    step, chart = war.stack[0], Chart(war)
    names = war.setup.names

    def named(kind: str, number: int) -> str:
        return names.of(kind, number)

    match step:
        case movement.Sailing():
            return chart.sailing()
        case movement.FleetMove():
            return chart.fleet_move()
        case movement.Squadron():
            return chart.squadron(chart.members(step.ships))
        case movement.Lurking():
            place = named("space", step.space)
            assert chart.lurks(place)
            return {"prey": chart.groups_at(place)}
        case movement.Passing():
            assert chart.lurks(named("space", step.space))
            return {"strike": NONE, "save": NONE}
        case air.Reserve():
            return chart.reserve()
        case air.Flights():
            return {"fly": chart.flyers(), "done": NONE}
        case air.Search():
            return chart.search(named("piece", step.plane))
        case air.Aim():
            return {"target": {ship for group in chart.members(step.groups) for ship in chart.inside[group]}}
        case air.Squadrons():
            return chart.squadrons()
        case air.CarrierStrikes():
            return chart.launches(named("space", step.space) if step.space >= 0 else None, step.spot)
        case air.Raid():
            return chart.raid()
        case air.RaidHits():
            return {"target": chart.fleet("Taranto")}
        case air.HarbourRound():
            return {"fly": {p for p, base in chart.at.items() if base == "Sicily" and p not in chart.flown}, "done": NONE}
        case air.HarbourAim():
            safe = set() if chart.options["force_k_in_harbour"] else {"Force K"}
            return {"target": chart.inside["Malta"] - safe}
        case battle.Surface():
            found: Choices = {"hold": NONE}
            places = {p for p in chart.groups.values() if p and chart.fleet(p)}
            places -= {names.of("space", s) for s in bits(step.done)}
            if step.asked == AL:
                places = {p for p in places if chart.groups_at(p) - chart.dummies}
            return found | {"engage": places}
        case battle.Deploy():
            rear = {s for s in chart.side(named("space", step.space), step.side == AL) if chart.row[s] == 3}
            return {"forward": rear, "done": NONE}
        case battle.FallBack():
            own = chart.side(named("space", step.space), step.side == AL)
            return {"rear": {s for s in own & chart.hit if chart.row[s] in (1, 2)}, "done": NONE}
        case battle.Gunfire() | battle.Broadsides():
            return {"fire": chart.gunners(named("space", step.space), step.side == AL) - chart.members(step.fired)}
        case battle.Target():
            return {"shoot": chart.targets(named("piece", step.firer), named("space", step.space))}
        case battle.Leave():
            return chart.leave(named("space", step.space), step.rounds, chart.members(step.leaving))
        case supply.Basing():
            return chart.basing()
        case supply.Desert():
            return {"advance": NONE, "stay": NONE}
        case placing.AlliedPlacement():
            return placement(war, chart)
        case placing.AxisPlacement():
            if step.salvage:
                return {"salvage": chart.sunk & LIGHT, "enough": NONE}
            ship = named("piece", step.piece) in chart.members(war.setup.italian)
            return {"at": set(HOME.values()) if ship else chart.bases()}
        case turn.SlipOut():
            more = chart.inside["Malta"] - chart.members(step.leaving)
            found = {"retire": more, "everyone": NONE} if more else {}
            return found | {"slip" if step.leaving else "stay": NONE}
    return None


def placement(war: Sea, chart: Chart) -> Choices:
    if war.placing == 2:
        return {"decoys": set(range(5))}
    fits = chart.ceilings("Gibraltar" if war.placing == 0 else "Alexandria")
    return {"assign": fits, "rest": NONE if fits & FREIGHTERS else set(), "enough": NONE}


def offered(war: Sea) -> dict[str, set[Any]]:
    (decision,) = war.asked()
    return {verb: {war.target_name(verb, target) for target in bits(mask)} for verb, mask in decision.choices.items()}


@pytest.mark.parametrize("scenario", GAMES)
def test_what_may_be_chosen(scenario: str) -> None:
    seen: Counter[str] = Counter()
    for war in games(scenario, 2 if scenario.startswith("campaign") else 1):
        wanted = expected(war)
        if wanted is None:
            continue
        assert war.stack is not None
        seen[type(war.stack[0]).__name__] += 1
        quiet = war.asked()[0].quiet
        assert quiet is None or war.asked()[0].choices.get(quiet[0], 0) >> quiet[1] & 1, "a quiet answer is one of the choices"
        assert offered(war) == {verb: targets for verb, targets in wanted.items() if targets}, war.stack[0]
    assert sum(seen.values()) > 1000 and len(seen) > 14


@pytest.mark.parametrize("scenario", GAMES)
def test_points_forts_and_guns(scenario: str) -> None:
    """What is true all the time, whoever is asked."""
    for war in games(scenario, 5):
        chart = Chart(war)
        axis, allied = chart.points()
        even = 0 if war.setup.pedestal else par(war)  # there it is a number of freighters
        assert war.scores() == (axis + max(0, even), allied + max(0, -even))
        assert not chart.unfortified()
        for group in chart.groups:
            number = war.setup.names.find("piece", group)
            assert war.flak(number) == chart.own_guns(group) and war.rate(number) == chart.rate(group)
            for ship in sorted(chart.inside[group])[:2]:
                assert air.facing(war, war.setup.names.find("piece", ship), False) == chart.guns(ship, False)


def attacks(scenario: str, kind: type) -> Iterator[Sea]:
    """Some decisions of a kind."""
    left = 60
    for war in games(scenario):
        assert war.stack is not None
        if isinstance(war.stack[0], kind):
            left -= 1
            yield war
            if not left:
                return


@pytest.mark.parametrize("scenario", GAMES)
def test_what_an_air_attack_can_do(scenario: str) -> None:
    """The game's own outcomes of every attack, with exact chances, beside the referee's table."""
    looked = 0
    for war in attacks(scenario, air.AirAttack):
        assert war.stack is not None
        step = war.stack[0]
        assert isinstance(step, air.AirAttack)
        chart = Chart(war)
        plane, target = (war.setup.names.of("piece", p) for p in (step.plane, step.target))
        for verb in ("normal", "press"):
            wanted = chart.attack(plane, target, step.harbour, verb == "press")
            found: dict[tuple[str, bool], Fraction] = {}
            for chance, after in results(war, verb):
                strike = next(event for event in after.log or () if event.kind == "strike")
                guns = next(event for event in after.log or () if event.kind == "flak")
                key = (str(strike.result), guns.result == "shot down")
                found[key] = found.get(key, Fraction(0)) + chance
                assert (step.target in set(bits(after.sunk))) == (strike.result == "sunk")
                gone = after.flights[step.plane] < war.flights[step.plane] if plane in CARRIERS else after.down >> step.plane & 1
                assert bool(gone) == (guns.result == "shot down")
            assert found == wanted, (plane, target, verb)
            looked += 1
    assert looked > 20


@pytest.mark.parametrize("scenario", ["pedestal", "campaign1940"])
def test_what_a_shot_can_do(scenario: str) -> None:
    looked = 0
    for war in attacks(scenario, battle.Target):
        assert war.stack is not None
        step = war.stack[0]
        assert isinstance(step, battle.Target)
        chart = Chart(war)
        firer = war.setup.names.of("piece", step.firer)
        for target in sorted(offered(war)["shoot"])[:3]:
            found: dict[str, Fraction] = {}
            for chance, after in results(war, "shoot", target):
                shot = next(event for event in after.log or () if event.kind == "fire")
                found[str(shot.result)] = found.get(str(shot.result), Fraction(0)) + chance
            assert found == chart.gunfire(firer, target), (firer, target)
            looked += 1
    assert looked > 5


def results(war: Sea, verb: str, target: str | None = None) -> Iterator[tuple[Fraction, Sea]]:
    """Every result of the dice of one choice and nothing after it, with what was told."""
    from grandharbour.engine.odds import explore

    (decision,) = war.asked()
    number = war._target(verb, target)

    def choose(leaf: Sea) -> None:
        assert leaf.stack is not None
        leaf._asked = None
        leaf.stack[0].take(leaf, decision.side, verb, number)

    yield from explore(war, choose)
