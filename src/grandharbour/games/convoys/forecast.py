"""What will come of an attack: exact chances, from the tables of damage.py summed over the dice.

``hit_chance`` and ``loss_chance`` are the part an adviser needs a thousand times; a Forecast is what people read.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from ...engine.event import Modifier
from ...engine.forecast import Forecast, Result
from .air import facing, is_high
from .damage import starred
from .results import BEATEN_OFF, HIT, MISS, NOT_SHOT_DOWN, SHOT_DOWN, SUNK, TAKEN, UNHARMED
from .state import AL, ConvoySetup, Sea

# --- the bare numbers


@lru_cache(maxsize=4096)
def _hits(setup: ConvoySetup, column: str, press: bool, slow: bool) -> tuple[Fraction, Fraction]:
    """(chance of a Hit, of which starred) in a column of the table [MC-ART.3, MC-HIT.10]."""
    plain = star = 0
    row = setup.rows[column]
    for die in range(1, 7):
        entry = row[min(len(row), die + (setup.intensified if press else 0)) - 1]
        if entry.star:
            star += 6
        elif entry.hit:
            plain += min(6, entry.second * (setup.slow_times if slow else 1)) if entry.second else 6
    return Fraction(plain + star, 36), Fraction(star, 36)


@lru_cache(maxsize=4096)
def hit_chance(setup: ConvoySetup, column: str, press: bool, slow: bool) -> tuple[float, float]:
    """The same as plain numbers."""
    hit, star = _hits(setup, column, press, slow)
    return float(hit), float(star)


@lru_cache(maxsize=4096)
def _losses(setup: ConvoySetup, strength: int, press: bool, high: bool) -> Fraction:
    """The chance that antiaircraft fire shoots an attacker down [MC-AA.4]."""
    lost = 0
    for die in range(1, 7):
        total = die + (setup.intensified if press else 0) + (setup.high if high else 0)
        need = setup.aa_rows[max(1, min(len(setup.aa_rows), total)) - 1]
        lost += bool(need) and strength >= need
    return Fraction(lost, 6)


@lru_cache(maxsize=4096)
def loss_chance(setup: ConvoySetup, strength: int, press: bool, high: bool) -> float:
    """The same as a plain number."""
    return float(_losses(setup, strength, press, high))


def _level(setup: ConvoySetup, plane: int, harbour: bool) -> bool:
    """Level bombers over the harbour make one plain roll, with bombs [MC-HARB.1, G-42]."""
    return harbour and setup.type_of[plane] in setup.harbour_types


def _level_faces(setup: ConvoySetup, press: bool) -> int:
    """The faces of the die with which a level bomber hits a ship in harbour."""
    return 7 - setup.harbour_level + (setup.intensified if press else 0)


def _air(war: Sea, plane: int, target: int, harbour: bool, press: bool) -> tuple[Fraction, Fraction]:
    setup = war.setup
    if _level(setup, plane, harbour):
        return Fraction(_level_faces(setup, press), 6), Fraction(0)
    return _hits(setup, setup.column.get(plane, "brit_air"), press, war.slow(1 << target))


def air_chance(war: Sea, plane: int, target: int, harbour: bool, press: bool) -> tuple[float, float]:
    """(Hit, starred Hit) for one air attack on a ship [MC-AIR.4, MC-HARB.1], as plain numbers."""
    setup = war.setup
    if _level(setup, plane, harbour):
        return _level_faces(setup, press) / 6, 0.0
    return hit_chance(setup, setup.column.get(plane, "brit_air"), press, war.slow(1 << target))


def weapon_of(war: Sea, plane: int, harbour: bool) -> str:
    """Bomb or torpedo: the SM79 drops bombs over the harbour (ruling G-42)."""
    setup = war.setup
    return "bomb" if _level(setup, plane, harbour) else setup.weapon[setup.column.get(plane, "brit_air")]


# --- forecasts


def _blow(war: Sea, ship: int, weapon: str, hit: Fraction, star: Fraction) -> tuple[tuple[Result, Fraction], ...]:
    """What becomes of a ship [MC-HIT.1, MC-HIT.2, MC-HIT.3]; ``star``: the chance of a Hit that may sink her outright."""
    setup, bit = war.setup, 1 << ship
    if setup.one_hit & bit:
        becomes = {SUNK: hit}
    elif war.hit & bit:
        becomes = {UNHARMED if weapon == "bomb" and setup.bomb_proof & bit else SUNK: hit}
    else:
        outright = star * Fraction(setup.sink_on, 6)
        becomes = {HIT: hit - outright, SUNK: outright}
    return tuple((result, p) for result, p in ({MISS: 1 - hit} | becomes).items() if p)


def guns(setup: ConvoySetup, strength: int, press: bool, high: bool) -> Forecast[Result]:
    """The antiaircraft die against one attacker [MC-AA.4, MC-AA.6]."""
    lost = _losses(setup, strength, press, high)
    mods: list[Modifier] = [("modifier-intensified", setup.intensified, "MC-INT.1")] if press else []
    mods += [("modifier-high", setup.high, "MC-AA.6")] if high else []
    chances = tuple((result, p) for result, p in ((SHOT_DOWN, lost), (NOT_SHOT_DOWN, 1 - lost)) if p)
    return Forecast("MC-AA.4", chances, tuple(mods), hold=float(lost), facts=(("strength", strength), ("high", int(high))))


def air_attack(war: Sea, plane: int, target: int, harbour: bool, press: bool) -> Forecast[Result]:
    """One air attack on a ship [MC-AIR.4]; the guns' die, which is thrown together with it, is ``earlier``."""
    setup = war.setup
    hit, star = _air(war, plane, target, harbour, press)
    weapon = weapon_of(war, plane, harbour)
    chances = _blow(war, target, weapon, hit, star if starred(war, target, weapon) else Fraction(0))
    against = guns(setup, facing(war, target, harbour), press, is_high(war, plane, harbour))
    rule = "MC-HARB.1" if harbour else "MC-AIR.4"
    mods: tuple[Modifier, ...] = (("modifier-intensified", setup.intensified, "MC-INT.1"),) if press else ()
    return _attack(rule, chances, mods, against, setup.side_of[plane])


def _attack(
    rule: str,
    chances: tuple[tuple[Result, Fraction], ...],
    mods: tuple[Modifier, ...],
    against: Forecast[Result] | None,
    side: int,
) -> Forecast[Result]:
    win = float(sum(p for result, p in chances if result not in (MISS, UNHARMED)))
    lost = float(sum(p for result, p in chances if result == SUNK)), against.hold if against and against.hold else 0.0
    losses = lost if side == AL else lost[::-1]  # by number of the side, the Axis first
    return Forecast(rule, chances, mods, win=win, losses=losses, earlier=(against,) if against else ())


def gunshot(war: Sea, firer: int, target: int) -> Forecast[Result]:
    """One shot of a surface battle [MC-NAVAL.8]."""
    hit, star = _hits(war.setup, "surface", False, war.slow(1 << target))
    chances = _blow(war, target, "gun", hit, star if starred(war, target, "gun", firer) else Fraction(0))
    return _attack("MC-NAVAL.8", chances, (), None, war.setup.side_of[firer])


def raid_strike(war: Sea, press: bool) -> Forecast[Result]:
    """One strike on the fleet in Taranto [MC-TARANTO.2]."""
    setup = war.setup
    row = setup.rows["brit_air"]
    faces = [row[min(len(row), die + (setup.intensified if press else 0)) - 1] for die in range(1, 7)]
    hit = Fraction(sum(entry.hit for entry in faces), 6)
    mods: tuple[Modifier, ...] = (("modifier-intensified", setup.intensified, "MC-INT.1"),) if press else ()
    chances = tuple((result, p) for result, p in ((MISS, 1 - hit), (Result(f"{setup.raid_hits} hits"), hit)) if p)
    against = guns(setup, setup.aa["italian"], press, False)
    return Forecast("MC-TARANTO.2", chances, mods, win=float(hit), losses=(0.0, against.hold or 0.0), earlier=(against,))


def charge(war: Sea) -> Forecast[Result]:
    """The die of the frogmen for one ship [MC-FROG.3]."""
    hit = Fraction(war.setup.frogmen["on"], 6)
    return Forecast("MC-FROG.3", ((HIT, hit), (MISS, 1 - hit)), win=float(hit))


def invasion(war: Sea) -> Forecast[Result]:
    """The one attempt from the air [MC-INVADE.3]."""
    taken = Fraction(war.setup.invasion_on[war.status], 6)
    need = war.setup.invasion_on[war.status]
    return Forecast("MC-INVADE.3", ((TAKEN, taken), (BEATEN_OFF, 1 - taken)), win=float(taken), facts=(("need", need),))
