"""Exact chances of attacks as numbers, for the adviser: the tables of damage.py summed over the die."""

from __future__ import annotations

from functools import lru_cache

from .state import ConvoySetup, Sea


@lru_cache(maxsize=4096)
def hit_chance(setup: ConvoySetup, column: str, press: bool, slow: bool) -> tuple[float, float]:
    """(chance of a Hit, of which starred) in a column of the table [MC-ART.3, MC-HIT.10]."""
    plain = star = 0.0
    row = setup.rows[column]
    for die in range(1, 7):
        code = row[min(len(row), die + (setup.intensified if press else 0)) - 1]
        if code == "Hit*":
            star += 1 / 6
        elif code == "Hit":
            plain += 1 / 6
        elif code in setup.second:
            plain += min(6, setup.second[code] * (setup.slow_times if slow else 1)) / 36
    return plain + star, star


@lru_cache(maxsize=4096)
def loss_chance(setup: ConvoySetup, strength: int, press: bool, high: bool) -> float:
    """The chance that antiaircraft fire shoots an attacker down [MC-AA.4]."""
    lost = 0
    for die in range(1, 7):
        total = die + (setup.intensified if press else 0) + (setup.high if high else 0)
        need = setup.aa_rows[max(1, min(len(setup.aa_rows), total)) - 1]
        lost += bool(need) and strength >= need
    return lost / 6


def air_chance(war: Sea, plane: int, target: int, harbour: bool, press: bool) -> tuple[float, float]:
    """(Hit, starred Hit) for one air attack on a ship [MC-AIR.4, MC-HARB.1]."""
    setup = war.setup
    if harbour and setup.type_of[plane] in setup.harbour_types:
        faces = 7 - setup.harbour_level + (setup.intensified if press else 0)
        return faces / 6, 0.0
    return hit_chance(setup, setup.column.get(plane, "brit_air"), press, war.slow(1 << target))


def weapon_of(war: Sea, plane: int, harbour: bool) -> str:
    """Bomb or torpedo: the SM79 drops bombs over the harbour (ruling G-42)."""
    setup = war.setup
    if harbour and setup.type_of[plane] in setup.harbour_types:
        return "bomb"
    return setup.weapon[setup.column.get(plane, "brit_air")]
