"""What the game says will come of a battle, beside what the rules do under every throw of the dice."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from fractions import Fraction

import pytest

from grandharbour.engine.geometry.bits import bits
from grandharbour.engine.step import Step
from grandharbour.games.herkules import GAME
from grandharbour.games.herkules.airfight import Spill
from grandharbour.games.herkules.battle import HOLDERS
from grandharbour.games.herkules.commit import AIR, LAND, SEA, Commit
from grandharbour.games.herkules.forecast import Outlook, planned
from grandharbour.games.herkules.landfight import TankFire
from grandharbour.games.herkules.losses import Aim, Lose
from grandharbour.games.herkules.state import Islands
from tests.oracles.test_herkules import asked
from tests.rules.herkules.conftest import malta

ARENAS = {AIR: "air", LAND: "land", SEA: "sea"}
LAND_BATTLES = (
    {"Livorno Inf 1": "Krendi", "231 Bde Inf 1": "Krendi"},
    {"Livorno Inf 1-3": "Krendi", "231 Bde Inf 1-2": "Krendi"},
    {"Livorno Inf 1-2": "Krendi", "Livorno Art 1": "Krendi", "231 Bde Inf 1": "Krendi", "231 Bde Art 1": "Krendi"},
    {"XXX Corps Tank 1": "Krendi", "231 Bde Inf 1-2": "Krendi"},
    {"XXX Corps Tank 1": "Krendi", "Livorno Inf 1": "Krendi", "231 Bde Inf 1": "Krendi"},
    {"XXX Corps Mech 1": "Krendi", "Livorno Inf 1-2": "Krendi", "231 Bde Inf 1-3": "Krendi"},
)
SEA_BATTLES = (
    {"Regia Marina DD 1": "11", "Eagle Group DD 1": "11"},
    {"Regia Marina BB 1": "11", "Eagle Group DD 1": "11"},
    {"Regia Marina DD 1-2": "11", "Regia Marina Tr 1": "11", "Eagle Group DD 1": "11"},
)
AIR_BATTLES = (
    {"Fliegerkorps II Ftr 1": "Qormi", "AHQ Malta Ftr 1": "Qormi"},
    {"Fliegerkorps II Ftr 1-2": "Qormi", "AHQ Malta Ftr 1-2": "Qormi"},
    {"Regia Aeronautica Tac 1": "Luqa", "AHQ Malta Ftr 1": "Luqa", "233 Bde Inf 1": "Luqa"},
)


def ends(war: Islands, verb: str, target: int = 0) -> Iterator[tuple[Fraction, Islands]]:
    """Every end of the battle, with its chance; whoever must choose what is hit or lost takes what the adviser would."""
    for chance, after in war.outcomes(verb, target):
        step = None if after.stack is None else after.stack[0]
        if isinstance(step, (Aim, Lose, Spill)):
            decision = after.asked()[0]
            best = max(GAME.ideas(after, decision), key=lambda idea: idea.score)
            for then, last in ends(after, best.verb, best.target):
                yield chance * then, last
        else:
            yield chance, after


def answers(step: Commit, then: Step[Islands]) -> bool:
    """Whether somebody has to say what he does in the same battle before the dice fall."""
    return isinstance(then, TankFire) or (isinstance(then, Commit) and (then.place, then.arena) == (step.place, step.arena))


def run(war: Islands, verb: str) -> tuple[dict[tuple[int, int], Fraction], dict[tuple[bool, bool], Fraction]]:
    """How many pieces both sides lose, and who still holds the place: the attacker first."""
    setup = war.setup
    assert war.stack is not None and isinstance(war.stack[0], Commit)
    step = war.stack[0]
    place, attacker = step.place, war.attacker(step.place)
    sides = (attacker, 1 - attacker)
    if step.arena == AIR:
        there = [war.airborne(side, place) for side in sides]
        if step.side != attacker:  # a bomber that has no duel to answer is there, but in no combat: nothing can hit it [OH-AC.2]
            there[1] &= step.pool | step.chosen
    else:  # what a ship carries goes down with it, but was no target; a submarine that held its fire and is not
        # committed now is in no battle [OH-SEA.10]
        hidden = war.unseen & ~(step.pool | step.chosen)
        there = [war.here()[place] & setup.own[side] & ~war.stowed & ~hidden for side in sides]
    dead = {*setup.lost, *setup.wounded}
    holders = HOLDERS[ARENAS[step.arena]]
    lost: dict[tuple[int, int], Fraction] = defaultdict(Fraction)
    left: dict[tuple[bool, bool], Fraction] = defaultdict(Fraction)
    for chance, after in ends(war, verb):
        gone = [sum(after.at[p] in dead for p in bits(force)) for force in there]
        lost[gone[0], gone[1]] += chance
        stands = [any(setup.kind[p] in holders and after.at[p] not in dead for p in bits(force)) for force in there]
        left[stands[0], stands[1]] += chance
    return lost, left


def compare(war: Islands, who_stays: bool = True) -> None:
    """``who_stays``: also who holds the place afterwards, which hangs on whom an enemy who aims would choose."""
    war.log = None
    side = war.asked()[0].side
    told = GAME.forecast(war, side, "everyone", 0)
    assert isinstance(told, Outlook) and sum(p for _, p in told.chances) == 1
    lost, left = run(war, "everyone")
    assert not who_stays or (told.win == float(left[True, False]) and told.hold == float(left[False, True]))
    for number in (0, 1):
        spread: dict[int, Fraction] = defaultdict(Fraction)
        for gone, chance in lost.items():
            spread[gone[number]] += chance
        assert {n: p for n, p in told.spread[number] if p} == {n: p for n, p in spread.items() if p}
        who = told.side if number == 0 else 1 - told.side
        assert told.losses[who] == pytest.approx(float(sum(n * p for n, p in spread.items())))


@pytest.mark.parametrize("where", LAND_BATTLES)
def test_battles_on_land(where: dict[str, str]) -> None:
    compare(malta(where, phase="land_combat"))


@pytest.mark.parametrize("where", SEA_BATTLES)
def test_battles_at_sea(where: dict[str, str]) -> None:
    compare(malta(where, phase="sea"))


@pytest.mark.parametrize("where", AIR_BATTLES)
def test_battles_in_the_air(where: dict[str, str]) -> None:
    compare(malta(where, phase="air_combat"))


def test_aircraft_held_back_fire_as_they_fall() -> None:
    """Hits beyond the one bomber engaged fall on the two behind it, and each of them has a last shot [OH-AC.6]."""
    war = malta(
        {"Regia Aeronautica Tac 1": "Luqa", "Regia Aeronautica Str 1-2": "Luqa", "AHQ Malta Ftr 1-3": "Luqa"}, phase="air_combat"
    )
    war.play("everyone")
    compare(war)


def test_works_defend_and_wounds_count() -> None:
    compare(malta({"Livorno Inf 1-2": "Krendi", "231 Bde Inf 1": "Krendi"}, phase="land_combat", works=["Krendi Bunker 1"]))
    tanks = {"XXX Corps Tank 1": "Krendi", "231 Bde Inf 1-2": "Krendi"}
    compare(malta(tanks, phase="land_combat", hurt={"XXX Corps Tank 1": 1}))
    ships = {"Regia Marina BB 1": "11", "Eagle Group DD 1": "11"}
    compare(malta(ships, phase="sea", hurt={"Regia Marina BB 1": 1}))


def test_battles_of_random_games() -> None:
    """Whatever small battle comes up, as long as nobody has to answer first; carriers with aircraft on deck count otherwise."""
    looked: Counter[str] = Counter()
    for war, step, listed, _ in asked(Commit, 6, 2):
        clash = planned(war, step, "everyone") if "everyone" in listed and step.arena in ARENAS else None
        if clash is None or not 0 < sum(sum(dice.values()) for dice in clash.dice) <= 6:
            continue
        if war.here()[step.place] & war.stowed & war.setup.air:
            continue
        trial = war.copy()
        then = [after.stack[0] for _, after in trial.outcomes("everyone", 0) if after.stack]
        if any(answers(step, one) for one in then):
            continue
        compare(trial, not any(isinstance(one, Aim) for one in then))
        looked[ARENAS[step.arena]] += 1
    assert looked["land"] > 100 and looked["sea"] > 50 and looked["air"] > 10, looked
