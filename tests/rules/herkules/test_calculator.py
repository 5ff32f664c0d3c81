"""The exact battle calculator against the battles themselves [OH-CBT, OH-AC, OH-SEA, OH-LC]."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import sqrt

import pytest

from grandharbour.engine.dice import Seeded, seed_bytes
from grandharbour.games.herkules.battle import FLAK, PLAIN, TANKS, calculator, distribution
from grandharbour.games.herkules.state import AX, BR, Islands
from grandharbour.games.herkules.turn import GameTurn

from .conftest import PHASES as STEPS
from .conftest import malta, names, units
from .sampler import sample

STOCK = {
    AX: {"inf": ["Livorno Inf 1-7", "Friuli Inf 1-7"], "at": ["Livorno AT 1", "Friuli AT 1", "CCNN AT 1"], "art": ["Livorno Art 1-4"],
         "mech": ["XXX Corps Mech 1-2"], "recon": ["XXX Corps Recon 1-3"], "tank": ["XXX Corps Tank 1"],
         "ftr": ["Fliegerkorps II Ftr 1-4"], "tac": ["Fliegerkorps II Tac 1-3"], "str": ["Fliegerkorps II Str 1-4"],
         "sub": ["Regia Marina Sub 1-6"], "dd": ["Regia Marina DD 1-7"], "ca": ["Regia Marina CA 1-2"], "bb": ["Regia Marina BB 1-2"],
         "tr": ["Regia Marina Tr 1-9"]},
    BR: {"inf": ["233 Bde Inf 1-6", "231 Bde Inf 1-5"], "at": ["231 Bde AT 1", "232 Bde AT 1"], "art": ["AHQ Malta Art 1-6"],
         "mech": ["AHQ Malta Mech 1"], "recon": ["AHQ Malta Recon 1"], "tank": ["AHQ Malta Tank 1"], "ftr": ["AHQ Malta Ftr 1-6"],
         "tac": ["AHQ Malta Tac 1-5"], "sub": ["Pedestal Sub 1-4"], "dd": ["Pedestal DD 1-8"], "ca": ["Pedestal CA 1-4"],
         "bb": ["Pedestal BB 1-2"], "cv": ["Pedestal CV 1-3"], "tr": ["Pedestal Tr 1-9"],
         "bunker": ["Madliena Bunker 1"], "gun": ["Madliena Coastal gun 1-2"], "radar": ["Madliena Radar set 1"]},
}  # fmt: skip
PLACES = {"land": "Madliena", "sea": "18", "air": "Qormi"}
PHASES = {"land": "land_combat", "sea": "sea", "air": "air_combat"}
SAMPLES = 300

PAIRS = [
    ("land", {"inf": 1}, {"inf": 1}), ("land", {"inf": 3}, {"inf": 2, "bunker": 1}), ("land", {"inf": 7, "art": 2}, {"inf": 4, "bunker": 1, "gun": 1}),
    ("land", {"tank": 1, "mech": 2}, {"inf": 2}), ("land", {"art": 2}, {"gun": 1}), ("land", {"inf": 2, "tac": 2}, {"inf": 3, "art": 1}),
    ("land", {"inf": 2, "str": 2, "ftr": 1}, {"inf": 2, "gun": 2}), ("land", {"inf": 2, "bb": 1, "ca": 1}, {"inf": 2, "art": 1, "radar": 1}),
    ("land", {"tac": 2}, {"inf": 4}), ("land", {"inf": 5, "at": 2, "recon": 1}, {"tank": 1, "mech": 1, "recon": 1}),
    ("sea", {"dd": 1}, {"dd": 1}), ("sea", {"bb": 1, "dd": 2}, {"ca": 2, "dd": 1}), ("sea", {"sub": 3}, {"bb": 1, "dd": 2}),
    ("sea", {"tac": 3}, {"bb": 1, "dd": 2}), ("sea", {"tac": 2, "dd": 2}, {"cv": 1, "ca": 1}), ("sea", {"bb": 2, "tr": 4}, {"sub": 2, "bb": 1}),
    ("sea", {"dd": 3, "tr": 3}, {"tac": 2, "ca": 1}),
    ("air", {"ftr": 1}, {"ftr": 1}), ("air", {"ftr": 3, "tac": 1}, {"ftr": 2}), ("air", {"ftr": 2, "tac": 2}, {"ftr": 3, "tac": 1}),
]  # fmt: skip


def named(side: int, force: dict[str, int]) -> list[str]:
    """Pieces for a force given by kinds and numbers."""
    return [name for kind, n in force.items() for name in [x for word in STOCK[side][kind] for x in names(word)][:n]]


def battle(arena: str, attackers: dict[str, int], defenders: dict[str, int]) -> tuple[Islands, list[str], list[str]]:
    """The two forces in one place, before anybody is committed."""
    ours, theirs = named(AX, attackers), named(BR, defenders)
    works = [n for n in theirs if n.startswith("Madliena")]
    where = {n: "7" if arena == "land" and "Marina" in n else PLACES[arena] for n in ours} | {
        n: PLACES[arena] for n in theirs if n not in works
    }
    return malta(where, phase="naval", works=works), ours, theirs


def open_battle(war: Islands, arena: str) -> None:
    war.stack = (GameTurn(phase=f"before {STEPS[PHASES[arena]]}"), None)
    war._asked = None
    war.run()


def fight(war: Islands, arena: str) -> None:
    """Everybody takes part, all losses as usual; stops at the first question after the battle."""
    open_battle(war, arena)
    while war.outcome is None and war.turn == 3:
        decision = war.asked()[0]
        if "fight" in decision.choices:
            war.play("fight", PLACES[arena])
        elif "everyone" in decision.choices:
            war.play("everyone")
        elif "usual" in decision.choices:
            war.play("usual")
        elif "hunt" in decision.choices:
            war.play("hunt", 0)
        else:
            return


@pytest.mark.rule("herkules", "OH-CBT.1", "OH-CBT.4", "OH-CBT.6", "OH-CBT.7", "OH-LC.1", "OH-SEA.1", "OH-AC.1")
@pytest.mark.parametrize(("arena", "attackers", "defenders"), PAIRS)
def test_sampled_battles_agree(arena: str, attackers: dict[str, int], defenders: dict[str, int]) -> None:
    """Losses of both sides over many battles lie within five standard errors of the exact means, and so does the winner."""
    found = calculator(attackers, defenders, arena)
    base, ours, theirs = battle(arena, attackers, defenders)
    setup = base.setup
    mine, foes = units(base, *ours), units(base, *theirs)
    on_land = arena == "land"
    shooters = mine & setup.ships if on_land else 0
    ground = setup.land_force if on_land else setup.ships if arena == "sea" else setup.air
    wins = 0
    losses: list[list[int]] = [[], []]
    for number in range(SAMPLES):
        war = base.copy()
        war.log = None
        war.dice = Seeded(seed_bytes(number))
        fight(war, arena)
        gone = (
            war.here()[setup.lost[AX]]
            | war.here()[setup.lost[BR]]
            | war.here()[setup.wounded[AX]]
            | war.here()[setup.wounded[BR]]
        )
        losses[0].append((mine & gone).bit_count())
        losses[1].append((foes & gone).bit_count())
        wins += bool(mine & ~shooters & ground & ~gone) and not foes & ground & ~gone
        assert not shooters & gone
    for side, exact in enumerate((found.attacker_losses, found.defender_losses)):
        mean = float(sum(n * p for n, p in exact.items()))
        spread = sqrt(max(1e-9, float(sum(n * n * p for n, p in exact.items())) - mean * mean))
        assert sum(exact.values()) == 1
        assert abs(sum(losses[side]) / SAMPLES - mean) <= 5 * spread / sqrt(SAMPLES) + 1e-9, (side, mean, Counter(losses[side]))
    chance = float(found.win)
    assert abs(wins / SAMPLES - chance) <= 5 * sqrt(max(chance * (1 - chance), 1e-9) / SAMPLES) + 1e-9, (wins, chance)


LONGER = [
    ("land", {"inf": 12, "art": 4, "at": 2, "tank": 1, "mech": 1}, {"inf": 9, "art": 3, "at": 1, "bunker": 1, "gun": 2}, 1, ""),
    ("land", {"inf": 12, "art": 4, "at": 2, "tank": 1, "mech": 1}, {"inf": 9, "art": 3, "at": 1, "bunker": 1, "gun": 2}, 0, ""),
    ("land", {"inf": 4, "tank": 1, "ca": 1}, {"inf": 3, "bunker": 1, "radar": 1}, 0, ""),
    ("land", {"inf": 3, "tac": 2, "str": 1}, {"inf": 4, "gun": 1}, 3, ""),
    ("sea", {"bb": 1, "dd": 2, "sub": 1, "tr": 2}, {"ca": 1, "dd": 2, "cv": 1}, 0, "defenders"),
    ("air", {"ftr": 4, "tac": 3}, {"ftr": 5, "tac": 1}, 0, "defenders"),
]  # fmt: skip
"""More rounds than one, larger forces, radar."""


def scores(arena: str, attackers: dict[str, int], defenders: dict[str, int], rounds: int, radar: str, number: int) -> list[float]:
    """How many standard errors lie between the calculator and sampled battles, for every number that is not too rare to count."""
    found = calculator(attackers, defenders, arena, rounds=rounds, radar=radar)
    left, mine, foes = sample(attackers, defenders, arena, rounds, radar, number, f"{arena} {attackers} {defenders} {rounds}")
    pairs = [(left["win"], found.win), (left["hold"], found.hold), (left["both"], found.both)]
    for sampled, exact in ((mine, found.attacker_losses), (foes, found.defender_losses)):
        assert set(sampled) <= set(exact), "a number of losses that cannot be"
        pairs += [(sampled[n], chance) for n, chance in exact.items()]
    zs = []
    for times, exact_chance in pairs:
        chance = float(exact_chance)
        if min(chance, 1 - chance) * number > 10:
            zs.append(abs(times - number * chance) / sqrt(number * chance * (1 - chance)))
        elif chance in (0.0, 1.0):
            assert times == number * chance
    return zs


@pytest.mark.rule("herkules", "OH-CBT.1", "OH-CBT.4", "OH-LC.2", "OH-SEA.8")
def test_a_second_reading_of_the_rules_agrees() -> None:
    """Battles fought by another program, die by die: 26 pairs of forces, every chance of every number of losses."""
    cases = [(arena, mine, foes, 1, "") for arena, mine, foes in PAIRS] + LONGER
    zs = [z for arena, mine, foes, rounds, radar in cases for z in scores(arena, mine, foes, rounds, radar, 1500)]
    assert len(zs) > 150 and max(zs) < 4.5, max(zs)
    assert 0.8 < sum(z * z for z in zs) / len(zs) < 1.25, "as far apart as chance puts them, no more and no less"


@pytest.mark.rule("herkules", "OH-CBT.1")
def test_plain_numbers() -> None:
    """Infantry against infantry: each hits with 1/3. Fought to the end two in five are won, two lost, one leaves nobody."""
    one = calculator({"inf": 1}, {"inf": 1})
    assert (one.win, one.hold, one.both) == (Fraction(2, 9), Fraction(2, 9), Fraction(4, 9))
    end = calculator({"inf": 1}, {"inf": 1}, rounds=0)
    assert [round(float(p), 9) for p in (end.win, end.hold, end.both)] == [0.4, 0.4, 0.0]
    assert distribution([(2, 2)]) == ([16, 16, 4], 36)
    twice = calculator({"inf": 1}, {"inf": 1}, rounds=2)
    assert abs(float(twice.win) - (2 / 9 + 4 / 9 * 2 / 9)) < 1e-9


@pytest.mark.rule("herkules", "OH-LC.7", "OH-LC.6", "OH-SEA.4", "OH-AC.4")
def test_sorts_of_dice() -> None:
    """Anti-tank guns at tanks alone, anti-aircraft fire, and the die of radar."""
    tanks = calculator({"tank": 1, "inf": 1}, {"at": 2}, tanks_only=(0, 2))
    assert tanks.defender_dice == {(TANKS, 2): 2}
    assert tanks.attacker_losses == {
        0: Fraction(8, 9),
        1: Fraction(1, 9),
    }  # only two hits destroy the tank, none hurts the infantry
    assert calculator({"tac": 2}, {"inf": 4}).defender_dice == {(FLAK, 1): 4}
    assert calculator({"tac": 3}, {"bb": 1, "dd": 2}, "sea").defender_dice == {(FLAK, 2): 3}
    radar = calculator({"ftr": 1}, {"ftr": 1}, "air", radar="defenders")
    assert radar.defender_dice == {(PLAIN, 4): 1, (PLAIN, 2): 1}


@pytest.mark.rule("herkules", "OH-CBT.3")
@pytest.mark.parametrize(("arena", "attackers", "defenders"), PAIRS[:5])
def test_the_board_shows_the_same(arena: str, attackers: dict[str, int], defenders: dict[str, int]) -> None:
    """The odds of sending everybody are those of the calculator."""
    war = battle(arena, attackers, defenders)[0]
    open_battle(war, arena)
    odds = war.odds(None, "everyone")
    assert odds is not None
    found = calculator(attackers, defenders, arena)
    chances = dict(odds.chances)
    assert chances.get("Axis alone left", 0) == found.win and chances.get("both still there", 0) == found.both
