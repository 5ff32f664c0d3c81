"""Hits, sinkings and repairs [MC-HIT, MC-SUNK], and the dice of every attack [MC-ART]."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from ...engine.catalogue import Hole
from ...engine.event import Event, Modifier
from ...engine.geometry.bits import bits, nth
from ...engine.kinds import NOWHERE
from .knowledge import only, remove, see, unmask
from .state import AL, AX, GROUP, NEVER, RESERVE, Sea

R = TypeVar("R")


# --- what a Hit does


def starred(war: Sea, ship: int, weapon: str, firer: int = NOWHERE) -> bool:
    """Whether Hit* may sink a ship outright [MC-HIT.6, MC-HIT.7, MC-HIT.8, MC-HIT.9]."""
    setup = war.setup
    if weapon == "torpedo":
        return bool(setup.single >> ship & 1)
    if weapon == "bomb":
        return bool(setup.bomb_star >> ship & 1)
    star = setup.facts[firer]["gun_star"]
    if setup.battlecruisers >> firer & 1 and setup.star_battlecruisers:
        star = "any"
    return star == "any" or (star == "battlecruiser" and bool(setup.battlecruisers >> ship & 1))


def strike(war: Sea, ship: int, weapon: str, star: bool) -> str:
    """One Hit on a ship; ``star`` if it may sink outright [MC-HIT.1, MC-HIT.2, MC-HIT.3]. Returns what became of it."""
    setup = war.setup
    bit = 1 << ship
    if setup.one_hit & bit:
        sink(war, ship, "MC-HIT.1")
        return "sunk"
    if war.hit & bit:
        if weapon == "bomb" and setup.bomb_proof & bit:
            return "no effect"
        sink(war, ship, "MC-HIT.2")
        return "sunk"
    if star:
        die = war.d6()
        if war.log is not None:
            war.tell(Event("star", "MC-HIT.8", pieces=(ship,), dice=(die,), need=None))
        if die <= setup.sink_on:
            sink(war, ship, "MC-HIT.8")
            return "sunk"
    war.hit |= bit
    if setup.allied & bit:
        see(war, ship)
    return "hit"


def sink(war: Sea, ship: int, rule: str) -> None:
    """A ship goes down: for good [MC-REPL.5], or until its replacement comes [MC-SUNK.1, MC-SUNK.2]."""
    setup = war.setup
    bit = 1 << ship
    wait = setup.returns[ship]
    war.due[ship] = war.season + wait if wait else NEVER
    war.hit &= ~bit
    war.sunk |= bit
    if setup.italian & bit:
        place = war.at[ship]
        war.at[ship] = NOWHERE
    else:
        lot = war.lot(ship)
        place = war.at[setup.group_of(lot)] if lot >= GROUP else setup.ports[lot]
        see(war, ship)
        if lot >= GROUP:
            war.losses[setup.group_of(lot)] += 1
    if war.log is not None:
        spaces = (place,) if place >= 0 else ()
        war.tell(Event("sunk", rule, setup.side_of[ship], (ship,), spaces=spaces))
    if setup.allied & bit:
        drop(war, ship)


def drop(war: Sea, ship: int) -> None:
    """A ship seen leaving its group for good; an empty group is taken off the chart."""
    lot = war.lot(ship)
    war.move_ship(ship, RESERVE)
    war.may[ship] = 1 << RESERVE
    war.known |= 1 << ship
    war.row[ship] = 0
    if lot >= GROUP and not war.inside[lot]:
        group = war.setup.group_of(lot)
        if war.log is not None:
            war.tell(Event("empty", "MC-RECON.1", AL, (group,), spaces=(war.at[group],) if war.at[group] >= 0 else ()))
        remove(war, group)


def repair(war: Sea, ship: int) -> None:
    """A Hit ship is home: out for a number of seasons on one die [MC-HIT.5]."""
    setup = war.setup
    die = war.d6()
    seasons = die
    if setup.cruiser_cap and ship in (setup.ids["FH_CRUISERS"], setup.ids["M_CRUISERS"]):
        seasons = 1
    war.hit &= ~(1 << ship)
    war.due[ship] = war.season + seasons
    if war.log is not None:
        back = war.due[ship]
        result = setup.seasons[back] if back <= setup.last else "too late"
        war.tell(Event("repair", "MC-HIT.5", setup.side_of[ship], (ship,), dice=(die,), result=result))


# --- dice


def read(war: Sea, column: str, total: int, ship: int) -> tuple[bool, bool]:
    """(a Hit, a starred one) in a column of the table, read by the high scale [MC-ART.2, MC-ART.3]; conditional Hits roll again [MC-HIT.10]."""
    row = war.setup.rows[column]
    entry = row[max(1, min(len(row), total)) - 1]
    if not entry.second:
        return entry.hit, entry.star
    need = entry.second * (war.setup.slow_times if war.slow(1 << ship) else 1)
    if need >= 6:
        return True, False
    die = war.d6()
    if war.log is not None:
        war.tell(Event("again", "MC-HIT.10", pieces=(ship,), dice=(die,), facts=(("need", need),)))
    return die <= need, False


def flak(war: Sea, plane: int, target: int, strength: int, press: bool, high: bool) -> tuple[bool, Event]:
    """The antiaircraft roll against one attacker [MC-AA.4, MC-AA.6]: whether it is shot down, and the words for it."""
    setup = war.setup
    die = war.d6()
    mods: list[Modifier] = []
    if press:
        mods.append(("modifier-intensified", setup.intensified, "MC-INT.1"))
    if high:
        mods.append(("modifier-high", setup.high, "MC-AA.6"))
    total = die + sum(amount for _, amount, _ in mods)
    need = setup.aa_rows[max(1, min(len(setup.aa_rows), total)) - 1]
    lost = bool(need) and strength >= need
    result = "shot down" if lost else "not shot down"
    side = setup.side_of[target] if target >= 0 else AX
    pieces = (target, plane) if target >= 0 else (plane,)
    facts: tuple[tuple[str, Hole], ...] = (("strength", strength), ("plane", ("piece", plane)))
    told = Event("flak", "MC-AA.4", side, pieces, dice=(die,), modifiers=tuple(mods), total=total, result=result, facts=facts)
    return lost, told


def aside(war: Sea, happen: Callable[[], R]) -> tuple[R, list[Event]]:
    """Let something happen and keep what it tells for later: an attack is told before what it has done."""
    log = war.log
    war.log = None if log is None else []
    result = happen()
    later, war.log = war.log or [], log
    return result, later


def gun(war: Sea, firer: int, ship: int, place: int) -> None:
    """One shot of a surface battle [MC-NAVAL.8]."""
    die = war.d6()

    def fire() -> str:
        hit, star = read(war, "surface", die, ship)
        return strike(war, ship, "gun", star and starred(war, ship, "gun", firer)) if hit else "miss"

    result, later = aside(war, fire)
    if war.log is not None:
        side = war.setup.side_of[firer]
        told = Event("fire", "MC-NAVAL.8", side, (firer, ship), spaces=(place,), dice=(die,), total=die, result=result)
        for event in (told, *later):
            war.tell(event)


def torpedoes(war: Sea, group: int, hits: int, prey: int, rule: str) -> None:
    """Torpedoes that have found a group: each strikes by chance one of its ships that may be prey, unseen by the attacker (ruling G-30)."""
    for _ in range(hits):
        alive = (war.groups | war.homeward) >> group & 1
        if not alive:
            return
        war.reveal()
        if war.dummies >> group & 1:
            unmask(war, group, rule)  # a scoring roll removes a dummy (ruling G-31)
            return
        pool = war.crew(group) & prey
        if not pool:
            # Nothing this submarine may sink: the Axis has learned that [MC-SUB.2, MC-SUB.4].
            only(war, group, prey)
            war.real |= 1 << group
            if war.log is not None:
                what = "freighter" if prey == war.setup.freighters else "warship"  # which of the two words the sentence takes
                war.tell(Event("spared", rule, AX, (group,), facts=(("what", what),)))
            return
        ship = nth(pool, war.pick(pool.bit_count(), hidden=True))
        hit_one(war, ship, rule)


def hit_one(war: Sea, ship: int, rule: str) -> None:
    """A torpedo in a known ship."""
    result = strike(war, ship, "torpedo", starred(war, ship, "torpedo"))
    if war.log is not None and result == "hit":
        war.tell(Event("torpedoed", rule, war.setup.side_of[ship], (ship,)))


def homeward_attack(war: Sea, ships: int, group: int = NOWHERE) -> None:
    """Warships returning to port together meet one submarine [MC-SUB.4]: German against Allied ones, British against Italian.

    For a group that is face down the die is rolled whatever it holds, or the lack of it would tell (ruling G-88).
    """
    setup = war.setup
    allied = group != NOWHERE or bool(ships & setup.allied)
    if allied and war.season < setup.uboats_from:
        return
    die = war.d6()
    hit = setup.rows["sub"][die - 1].hit
    if war.log is not None:
        pieces = (group,) if group != NOWHERE else tuple(bits(ships))[:1]
        result = "hit" if hit else "miss"
        war.tell(Event("stalked", "MC-SUB.4", AX if allied else AL, pieces, dice=(die,), total=die, result=result))
    if not hit:
        return
    if group != NOWHERE:
        torpedoes(war, group, 1, setup.warships, "MC-SUB.4")
    else:
        ship = nth(ships, war.pick(ships.bit_count()))
        hit_one(war, ship, "MC-SUB.4")
