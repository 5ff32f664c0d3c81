"""What will come of a choice before a die is thrown: one function for each kind of combat, and the chances of a whole barrage."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import TypeVar

from msgspec.structs import replace

from ...engine.catalogue import Text, text
from ...engine.forecast import Forecast, Result
from ...engine.geometry.bits import bits, first, mask_of
from .airdrop import drop_modifiers
from .battle import (
    HUNT,
    LAND,
    TANK_COMBAT,
    Assemble,
    Combat,
    Stand,
    defence_room,
    fighters,
    holders,
    odds_column,
    ratio,
    shifted,
    stubborn_ground,
    tank_modifiers,
)
from .bombardment import RULES, column, hit, modifiers
from .landing import landing_modifiers
from .losses import dearest, lose_step
from .results import Bombs, Close, Drop, Duel, Surf
from .state import C3Setup, Malta

THROWS = 36
PAIRS = {total: 6 - abs(7 - total) for total in range(2, 13)}
"""How many of the throws of two dice bring each total."""

R = TypeVar("R", bound=Result)


def shares(results: Iterable[tuple[R, int]], of: int) -> tuple[tuple[R, Fraction], ...]:
    """Equal results counted together."""
    counted: dict[R, int] = {}
    for result, throws in results:
        counted[result] = counted.get(result, 0) + throws
    return tuple((result, Fraction(throws, of)) for result, throws in counted.items())


def one_die(rows: Mapping[int, R], shift: int) -> tuple[tuple[R, Fraction], ...]:
    """The results of one die with its modifiers."""
    return shares(((rows[die + shift], 1) for die in range(1, 7)), 6)


# --- close combat [5.5.1]


def attack_of(war: Malta, target: int, attackers: int, manner: int = LAND) -> Combat | None:
    """An attack as it would begin, the defender holding back only whom he must."""
    attackers = war.on_map(attackers)
    if not attackers:
        return None
    side = war.setup.side_of[first(attackers)]
    froms = war.hexes_of(attackers)
    if manner == LAND and froms >> target & 1:
        manner = HUNT
    everybody = holders(war, manner, target, 1 - side)
    if not everybody:
        return None
    hold = fighters(war, everybody)
    room = defence_room(war, manner, target, froms)
    while war.points(hold) > room:
        hold &= ~(1 << min(bits(hold & war.setup.counted), key=war.strength))
    tanks = attackers & war.setup.armour if manner in TANK_COMBAT else 0
    return Combat(manner, target, attackers, froms, hold, tanks)


def planned(war: Malta) -> Combat | None:
    """The combat that is being prepared or fought, with what is known of it."""
    combat = war.nearest(Combat)
    if combat is None:
        plan = war.nearest(Assemble)
        return attack_of(war, plan.target, plan.members) if plan is not None and plan.members else None
    if not combat.phase or not combat.attackers:
        return None
    stand = war.nearest(Stand)
    return combat if stand is None else replace(combat, hold=stand.hold)


MOST_MORE = 100
"""Nobody brings more strength than this to one attack."""


@lru_cache(maxsize=64)
def results_of(setup: C3Setup, column: int) -> tuple[tuple[Close, Fraction], ...]:
    """The results of a column of the Combat Results Table."""
    return shares(((setup.crt[total][column], throws) for total, throws in PAIRS.items()), THROWS)


@lru_cache(maxsize=2000)
def cleared(setup: C3Setup, column: int, stuck: bool, hunt: bool, steps: int) -> float:
    """The chance that the first throw clears a hex: a retreat, or more steps lost than there are."""
    chance = Fraction(0)
    for result, share in results_of(setup, column):
        driven = result.broken and not hunt
        if (driven and not stuck) or result.defence_loss + (driven and stuck) >= steps:
            chance += share
    return float(chance)


def close_combat(war: Malta, combat: Combat) -> Forecast[Close]:
    """The first throw of a combat, and the duels of the tanks that come before it [5.5.1, 5.5.2, 5.5.k]."""
    setup = war.setup
    attack, defence, at, shifts = odds_column(war, combat)
    if Combat.sequence.begun(combat.phase, "roll"):
        at = combat.column
    steps = war.steps(combat.defenders(war))
    return Forecast(
        "5.5.1.a",
        results_of(setup, at),
        tuple(shifts),
        win=cleared(setup, at, stubborn_ground(war, combat.target), combat.manner == HUNT, steps),
        facts=(("attack", attack), ("defence", defence), ("column", setup.columns[at])),
        earlier=tuple(tank_duel(war, combat, tank) for tank in bits(war.on_map(combat.tanks))),
    )


def next_column(war: Malta, combat: Combat) -> Text | None:
    """How much more strength would bring the attack one column further [5.5.1.a, 1.3.10]; None where the table ends."""
    setup = war.setup
    attack, defence, at, shifts = odds_column(war, combat)
    shift = sum(amount for _, amount, _ in shifts)
    for more in range(1, MOST_MORE):
        column = shifted(setup, ratio(attack + more, defence), shift)
        if column > at:
            return text("odds-further", n=more, column=setup.columns[column])
    return None


def tank_duel(war: Malta, combat: Combat, tank: int) -> Forecast[Duel]:
    """One armoured unit against the best gun that stands [5.5.2.a]."""
    changes = tank_modifiers(war, tank, combat.target, combat.hold)
    shift = sum(amount for _, amount, _ in changes)
    return Forecast("5.5.2.a", one_die(war.setup.duels, shift), tuple(changes), facts=(("tank", tank),))


# --- from the sky and from the sea [3.2, 4.2]


def drop(war: Malta, target: int, stack: int = 0) -> Forecast[Drop]:
    """The die of a drop on a hex [3.2.c]."""
    changes = drop_modifiers(war, target, stack)
    return Forecast("3.2.c", one_die(war.setup.drops, sum(amount for _, amount, _ in changes)), tuple(changes))


def landing(war: Malta, piece: int, onto: int) -> Forecast[Surf]:
    """The die of a unit that goes for a beach [4.2.g]."""
    changes = landing_modifiers(war, piece, onto)
    return Forecast("4.2.g", one_die(war.setup.surf, sum(amount for _, amount, _ in changes)), tuple(changes))


# --- the contest [5.1]


@lru_cache(maxsize=200)
def contest(mine: int, theirs: int) -> float:
    """The chance to win a contest with these tokens, ties rolled again [5.1.e, 5.1.f]."""
    throws = [(a + mine, b + theirs) for a in range(1, 7) for b in range(1, 7)]
    won, lost = sum(a > b for a, b in throws), sum(a < b for a, b in throws)
    return won / (won + lost)


# --- bombardment [5.3.1]


@lru_cache(maxsize=500)
def bomb_results(setup: C3Setup, shift: int, column: int) -> tuple[tuple[Bombs, Fraction], ...]:
    """The results of a column of the Bombardment Table with modifiers."""
    return shares(((setup.bombs[total + shift][column], throws) for total, throws in PAIRS.items()), THROWS)


@lru_cache(maxsize=500)
def _bomb_chances(setup: C3Setup, shift: int, column: int) -> tuple[float, float, float]:
    ahead = Forecast("", bomb_results(setup, shift, column))
    return ahead.chance(lambda r: r.disorder), ahead.chance(lambda r: r.loss), ahead.chance(lambda r: r.ruin)


def bomb_chances(war: Malta, arm: int, target: int) -> tuple[float, float, float]:
    """The chances of disorder, of a step lost and of a * in a hex: the cheap part of ``bombardment``, for advice."""
    return _bomb_chances(war.setup, sum(amount for _, amount, _ in modifiers(war, arm, target)), column(war, target))


def bombardment(war: Malta, arm: int, target: int) -> Forecast[Bombs]:
    """One bombardment of a hex [5.3.1.c]."""
    changes, at = modifiers(war, arm, target), column(war, target)
    said = war.setup.tables["bombardment.columns"][at]
    chances = bomb_results(war.setup, sum(amount for _, amount, _ in changes), at)
    return Forecast(RULES[arm], chances, tuple(changes), facts=(("column", said),))


class Fate:
    """What a barrage does to one hex."""

    def __init__(self) -> None:
        self.disorder = Fraction(0)
        """The chance that units in good order fall into disorder."""
        self.steps = Fraction(0)
        """The steps to be expected as lost."""
        self.struck = Fraction(0)
        """The chance that something is destroyed for good."""


Together = dict[tuple[int, int], Fraction]
"""How many hexes are thrown into disorder and how many steps are lost, with the chance of it."""


def barrage(war: Malta, arm: int, shots: tuple[int, ...]) -> tuple[dict[int, Fate], Together]:
    """Every announced shot in its order, with guns that fall silent on the way: hex by hex, and together, owners answering quietly.

    Shot by shot, states that later shots cannot tell apart are counted as one.
    """
    fates = {target: Fate() for target in shots}
    states: dict[object, tuple[Fraction, Malta, int, int]] = {0: (Fraction(1), war.copy(), 0, 0)}
    for number, target in enumerate(shots):
        ahead = mask_of(shots[number + 1 :])
        matter = _who_matters(war, ahead)
        fate = fates[target]
        fresh: dict[object, tuple[Fraction, Malta, int, int]] = {}
        for chance, before, hexes, steps in states.values():
            for result, part in bombardment(before, arm, target).chances:
                share = chance * part
                after, upset, lost = _shot(before, arm, target, result)
                fate.disorder += share * upset
                fate.steps += share * lost
                fate.struck += share * (after.struck != before.struck)
                gone = mask_of(p for p in bits(matter) if after.at[p] >= after.setup.hexes_end)
                mark = (after.dg & matter, after.reduced & matter, gone, after.struck & ahead, hexes + upset, steps + lost)
                known = fresh.get(mark)
                fresh[mark] = (share + known[0] if known else share, after, hexes + upset, steps + lost)
        states = fresh
    together: Together = {}
    for chance, _, hexes, steps in states.values():
        together[hexes, steps] = together.get((hexes, steps), Fraction(0)) + chance
    return fates, together


def _who_matters(war: Malta, ahead: int) -> int:
    """Units in hexes that are still to be shot at, and guns that may spoil the aim at them."""
    setup = war.setup
    number = setup.number
    reach = max(
        number["bombardment.naval_near_range"], number["bombardment.air_light_range"], number["bombardment.air_heavy_range"]
    )
    if not ahead:
        return 0
    near = setup.grid.within(ahead, reach)
    return mask_of(p for p in bits(war.on_map(setup.everybody)) if (ahead if setup.counted >> p & 1 else near) >> war.at[p] & 1)


def _shot(before: Malta, arm: int, target: int, result: Bombs) -> tuple[Malta, bool, bool]:
    """One result carried out on a copy: the state, whether it threw somebody into disorder, and whether a step was lost."""
    after = before.copy()
    after.log = None
    victims, loss = hit(after, arm, target, result)
    upset = after.dg != before.dg
    if loss:
        lose_step(after, dearest(after, victims), "5.3.1.f")
    return after, upset, loss
