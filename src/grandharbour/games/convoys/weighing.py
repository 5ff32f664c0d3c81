"""What things are worth, how dangerous the way is, and how a battle may go: the numbers behind the adviser.

Values are in strategic points, more or less.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from typing import Any

from ...engine.geometry.bits import bits, first
from ...engine.kinds import NOWHERE
from . import air, battle
from .damage import starred
from .forecast import air_chance, hit_chance, loss_chance, weapon_of
from .state import ALEX, AX, GIB, Sea
from .turn import Season

PICTURES = 3
"""How many pictures of the hidden ships an Axis decision is averaged over."""
FAR = 1e6


# --- what things are worth


def one_season(war: Sea) -> bool:
    return war.setup.first == war.setup.last


def need(war: Sea) -> float:
    """What one more freighter in Malta is worth."""
    if war.setup.pedestal:
        return 1.0
    level = 0.5 if war.status <= 1 else 0.35
    return level + (1.0 if war.starved else 0.0)


def worth(war: Sea, ship: int) -> float:
    """What the enemy gains by sinking a ship."""
    setup = war.setup
    if setup.freighters >> ship & 1:
        return need(war)
    value = float(setup.points[ship])
    if ship == setup.force_k and war.korps >= 0:
        # Without it Afrika Korps stands again; close to Tripoli that is the war [MC-AK.4].
        value += (4.0 if war.korps <= 1 else 1.2) if war.season < setup.last or war.based >> ship & 1 else 0.2
    elif setup.cruisers >> ship & 1:
        value += 0.35 if setup.returns[ship] == 0 else 0.2
    return value + 0.05


def damage(war: Sea, ship: int, weapon: str) -> tuple[float, float]:
    """(value of a Hit, value of a Hit that may sink outright and does) on a ship as it is."""
    setup = war.setup
    bit = 1 << ship
    whole = worth(war, ship)
    if setup.one_hit & bit:
        return whole, whole
    if war.hit & bit:
        return (0.0, 0.0) if weapon == "bomb" and setup.bomb_proof & bit else (whole, whole)
    out = 0.15 if one_season(war) else 0.4  # guns or aircraft lost for the turn, the ship for seasons
    if weapon == "bomb" and setup.bomb_proof & bit:
        return out * min(1.0, whole), whole
    return max(out, 0.4) * whole, whole


def strike_value(war: Sea, plane: int, target: int, harbour: bool, press: bool) -> float:
    """What an air attack on a ship may gain, the attacker's own risk apart."""
    hit, star = air_chance(war, plane, target, harbour, press)
    if not hit:
        return 0.0
    weapon = weapon_of(war, plane, harbour)
    some, whole = damage(war, target, weapon)
    sinks = war.setup.sink_on / 6 if starred(war, target, weapon) else 0.0
    return (hit - star * sinks) * some + star * sinks * whole


def plane_value(war: Sea, plane: int) -> float:
    """What an air unit is worth: the bombs it may still drop on the harbour, and later seasons if it is not replaced."""
    setup = war.setup
    if setup.carriers >> plane & 1:
        return 0.1
    harbour = 0.0
    if war.at[plane] == setup.sicily:
        level = setup.type_of[plane] in setup.harbour_types
        hit = 2 / 6 if level else hit_chance(setup, setup.column[plane], True, True)[0]
        harbour = 0.8 * hit * need(war) * raids_ahead(war)
    if war.season == setup.last:
        return 0.02 + harbour
    return harbour + {"STUKA": 0.5, "IT_STUKA": 0.25, "SM79": 0.15, "Z1007": 0.1}.get(setup.type_of[plane], 0.3)


def raids_ahead(war: Sea) -> int:
    """Raids on freighters in Malta that are still to come this season [MC-HARB.3]."""
    season = war.nearest(Season)
    if season is None or not season.sequence.begun(season.phase, "raids"):
        return war.setup.harbour_rounds
    return war.setup.harbour_rounds - season.rounds - 1 if season.phase == "raids" else 0


def attack_value(war: Sea, plane: int, target: int, harbour: bool, press: bool) -> float:
    """The same less what the guns may cost."""
    high = air.is_high(war, plane, harbour)
    lost = loss_chance(war.setup, air.facing(war, target, harbour), press, high)
    return strike_value(war, plane, target, harbour, press) - lost * plane_value(war, plane)


def attack_values(war: Sea, plane: int, targets: int, harbour: bool) -> dict[int, tuple[float, bool]]:
    """For each of some ships under the same guns: the better way to attack it, (value, intensified)."""
    setup = war.setup
    if not targets:
        return {}
    strength = air.facing(war, first(targets), harbour)
    high = air.is_high(war, plane, harbour)
    own = plane_value(war, plane)
    prices = [loss_chance(setup, strength, press, high) * own for press in (False, True)]
    return {
        ship: max((strike_value(war, plane, ship, harbour, press) - prices[press], press) for press in (False, True))
        for ship in bits(one_of_each(war, targets))
    }


def one_of_each(war: Sea, ships: int) -> int:
    """Of freighters without a name one stands for all: whatever is done with the one can be done with the other."""
    alike = ships & war.setup.freighters & war.setup.slow
    return ships & ~alike | alike & -alike


# --- the way to Malta


def risk(war: Sea, space: int, night: bool, escort: int) -> float:
    """Freighters a convoy may lose by ending a turn on a position."""
    setup = war.setup
    total = 0.0
    if not night:
        for base in setup.bases:
            if setup.reach[base] >> space & 1:
                for plane in bits(war.planes_at(base)):
                    hit, _ = hit_chance(setup, setup.column[plane], True, True)
                    total += hit * (0.75 if escort else 1.0)
    bit = 1 << space
    if setup.uboats & bit and war.season >= setup.uboats_from:
        total += 0.17
    if setup.submarines & bit:
        total += 0.17
    if setup.mas & bit:
        total += 0.67 if night else 0.17
    area = setup.area_of[space]
    if area != NOWHERE:
        near = war.fleet_at(area).bit_count()
        port = war.fleet_at(setup.port_of[area]) & ~war.barred & ~war.hit
        left = max(0, war.fuel - war.sailed.bit_count()) if war.fuel >= 0 else 2
        total += (0.5 * near + 0.08 * min(left, port.bit_count())) * (0.5 if escort else 1.0)
        total += 0.6 * war.fleet_at(space).bit_count()
    return total


def voyage(war: Sea) -> list[list[float]]:
    """[night][position]: what a convoy that lies there when such a turn begins may still lose on the best way to Malta."""
    setup = war.setup
    ways: dict[tuple[Any, ...], list[list[float]]] = setup.notes["ways"]
    key = (tuple(war.at[: setup.group0]), war.fuel, war.sailed, war.barred, war.season)
    known = ways.get(key)
    if known is not None:
        return known
    escort = 1
    size = len(setup.space_names)
    spaces = list(bits(setup.positions))
    cost = [[risk(war, s, bool(night), escort) if setup.positions >> s & 1 else 0.0 for s in range(size)] for night in (0, 1)]
    value = [[FAR] * size, [FAR] * size]
    for night in (0, 1):
        value[night][setup.malta] = 0.0
    starts = [setup.ports[GIB], setup.ports[ALEX]]
    for _ in range(24):
        changed = False
        for night in (0, 1):
            for here in (*spaces, *starts):
                best = FAR if here in starts else cost[night][here] + value[1 - night][here] + 0.05
                for there in bits(setup.lanes[here] & (setup.positions | 1 << setup.malta)):
                    best = min(best, cost[night][there] + value[1 - night][there] + 0.03)
                if best < value[night][here] - 1e-9:
                    value[night][here] = best
                    changed = True
        if not changed:
            break
    if len(ways) > 300:
        ways.clear()
    ways[key] = value
    return value


def step_cost(war: Sea, there: int) -> float:
    """What lying on a position this turn and going on from it costs a convoy."""
    if there == war.setup.malta:
        return 0.0
    return risk(war, there, war.night, 1) + voyage(war)[0 if war.night else 1][there] + 0.03


def keep_out(war: Sea, ships: int) -> int:
    """Warships that had better not go on to Malta: carriers, and what would be missed."""
    setup = war.setup
    armour = setup.carriers & ~setup.bomb_proof
    if setup.pedestal:
        return ships & (armour | setup.carriers)
    return ships & setup.warships & ~setup.cruisers


# --- the enemy


class Pictures(list["Sea"]):
    """Several ways the hidden ships may lie, and what has been worked out over all of them."""

    def __init__(self, views: Iterable[Sea]) -> None:
        super().__init__(views)
        self.notes: dict[Any, float] = {}

    def mean(self, about: Any, value: Callable[[Sea], float]) -> float:
        """The mean of something over the pictures, worked out once."""
        known = self.notes.get(about)
        if known is None:
            known = self.notes[about] = sum(value(view) for view in self) / len(self)
        return known


def pictures(war: Sea) -> Pictures:
    """What the Axis may think of, from what it knows. Nobody plays on in them, so they are kept for a while."""
    if not war.groups & ~war.exposed:
        return Pictures([war])
    drawn: dict[tuple[Any, ...], Pictures] = war.setup.notes["pictures"]
    key = (
        war.rolled, war.hour, war.season, war.groups, war.homeward, war.exposed, war.real, war.weak, war.known,
        war.hit, war.sunk, war.down, war.status, tuple(war.at), tuple(war.may), tuple(war.convoy), tuple(war.left),
    )  # fmt: skip
    views = drawn.get(key)
    if views is None:
        rng = random.Random(war.rolled * 31 + war.hour)
        if len(drawn) > 100:
            drawn.clear()
        views = drawn[key] = Pictures(war.imagine(AX, rng) for _ in range(PICTURES))
    return views


def clash(war: Sea, ships: int, space: int) -> float:
    """What some Italian ships may gain by a battle on a position."""
    setup = war.setup
    ours = (ships & setup.guns & ~war.hit).bit_count()
    allied = battle.allied_ships(war, space)
    theirs = (allied & setup.guns & ~war.hit).bit_count()
    merchants = (allied & setup.freighters).bit_count()
    if not allied:
        return -0.15
    if not theirs:
        soft = sum(worth(war, s) for s in bits(allied))
        return min(soft, 0.34 * 2.5 * ours * max((worth(war, s) for s in bits(allied)), default=0.0))
    edge = (ours - theirs * (1.6 if war.night else 1.15)) / (ours + theirs)
    prize = 0.6 + 0.25 * merchants * need(war)
    return edge * prize


def clash_over(views: Pictures, ships: int, space: int) -> float:
    """The same over all pictures."""
    return views.mean((ships, space), lambda view: clash(view, ships, space))


def invasion_value(war: Sea) -> float:
    """What the one attempt is worth: the war, against a step back in the desert."""
    chance = war.setup.invasion_on[war.status] / 6
    if war.korps == 0:
        return chance - 0.6
    axis, allied = war.scores()
    behind = war.season == war.setup.last and axis - 1 <= allied
    return chance - (0.05 if behind else 0.3 if war.season + 2 >= war.setup.last else 0.45)
