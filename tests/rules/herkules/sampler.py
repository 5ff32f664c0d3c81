"""Battles by dice alone: a second reading of the combat rules, which shares nothing with the calculator it is held against.

Every unit throws its own die; hits are put where the usual choices of firer and owner put them. Numbers are those of the table
in the rulebook.
"""

from __future__ import annotations

import random
from collections import Counter
from functools import lru_cache

#        attack, defence, hits, against aircraft, what it is worth to its owner
NUMBERS = {
    "inf": (2, 2, 1, 1, 2.0), "at": (2, 2, 1, 1, 2.6), "art": (3, 3, 1, 1, 3.4), "mech": (2, 2, 1, 1, 3.0),
    "recon": (1, 1, 1, 1, 2.2), "tank": (3, 3, 2, 1, 5.0), "ftr": (3, 4, 1, 0, 5.0), "tac": (3, 3, 1, 0, 4.5),
    "str": (4, 1, 1, 0, 5.0), "sub": (2, 1, 1, 0, 3.0), "dd": (2, 2, 2, 2, 4.0), "ca": (3, 3, 2, 2, 6.0),
    "bb": (4, 4, 3, 2, 9.0), "cv": (1, 2, 3, 2, 9.0), "tr": (0, 0, 1, 0, 4.0), "bunker": (2, 2, 1, 0, 1.8),
    "gun": (2, 2, 2, 0, 3.6), "radar": (1, 1, 1, 0, 2.8),
}  # fmt: skip
PLANES = {"ftr", "tac", "str"}
SHIPS = {"sub", "dd", "ca", "bb", "cv", "tr"}
WORKS = {"bunker", "gun", "radar"}

Unit = tuple[str, int]
"""Kind, and how many hits it still takes."""
Side = tuple[Unit, ...]
Shot = tuple[str, float]
"""Whose hit it will be, and its chance: ``aim`` the firer's choice, ``owner`` the owner's, ``flak`` on an aircraft."""


def side_of(counts: dict[str, int]) -> Side:
    return tuple((kind, NUMBERS[kind][2]) for kind, n in counts.items() for _ in range(n))


def holds(unit: Unit, arena: str) -> bool:
    """Whether a unit keeps the place for its side."""
    kind = unit[0]
    return kind in PLANES if arena == "air" else kind in SHIPS if arena == "sea" else kind not in PLANES | SHIPS


@lru_cache(maxsize=100_000)
def shots(own: Side, foe: Side, arena: str, attacks: bool, radar: bool) -> tuple[Shot, ...]:
    """One die for each unit that can fire at what is there."""
    below = any(holds(unit, "sea" if arena == "sea" else "land") for unit in foe)
    found: list[Shot] = []
    for kind, _ in own:
        attack, defence, _, flak, _ = NUMBERS[kind]
        number = attack if attacks else defence
        if arena == "air":
            found += [("owner", number / 6)] if kind in PLANES else []
        elif kind in PLANES:
            found += [("owner" if kind == "str" else "aim", number / 6)] if below else []
        elif arena == "land" and kind in SHIPS:
            found += [("owner", attack / 6)] if below and kind in ("dd", "ca", "bb") else []
        elif below:
            found.append(("aim" if kind in ("sub", "dd", "ca", "bb") else "owner", number / 6))
        elif kind not in WORKS:
            found.append(("flak", flak / 6))
    if radar and foe:
        found.append(("owner", 2 / 6))
    return tuple(shot for shot in found if shot[1])


def worth(kind: str) -> float:
    """Every second infantryman comes back, so he is worth less."""
    return NUMBERS[kind][4] * (0.75 if kind == "inf" else 1.0)


def price(unit: Unit) -> float:
    """What the next hit costs the owner of a unit."""
    kind, left = unit
    if left == 1:
        return worth(kind)
    return 0.1 if kind == "gun" else worth(kind) * (0.5 if kind == "tank" else 0.25 if left == 3 else 0.35)


def reward(unit: Unit, hits: int) -> float:
    """What each of some hits is worth to a firer who may choose."""
    kind, left = unit
    return worth(kind) / left * (1.0 if hits >= left else 0.3)


@lru_cache(maxsize=200_000)
def after(force: Side, aimed: int, flak: int, plain: int, arena: str) -> Side:
    """A force when all hits on it are taken; ships that bombard the land take none."""
    rest = [unit for unit in force if arena != "land" or unit[0] not in SHIPS]
    away = [unit for unit in force if arena == "land" and unit[0] in SHIPS]

    def hit(unit: Unit) -> None:
        place = rest.index(unit)
        rest[place : place + 1] = [(unit[0], unit[1] - 1)] if unit[1] > 1 else []

    for left in range(aimed, 0, -1):
        seen = [unit for unit in rest if arena != "land" or holds(unit, "land")]
        if seen:
            hit(max(seen, key=lambda unit: reward(unit, left)))
    for number, only in ((flak, PLANES), (plain, set(NUMBERS))):
        for _ in range(number):
            seen = [unit for unit in rest if unit[0] in only]
            if seen:
                hit(min(seen, key=price))
    return (*rest, *away)


def throw(volley: tuple[Shot, ...], rng: random.Random) -> tuple[int, int, int]:
    """Hits that are aimed, hits on aircraft, all others."""
    aimed = flak = plain = 0
    dice = rng.random
    for whose, chance in volley:
        if dice() < chance:
            if whose == "owner":
                plain += 1
            elif whose == "aim":
                aimed += 1
            else:
                flak += 1
    return aimed, flak, plain


def battle(ours: Side, theirs: Side, arena: str, rounds: int, radar: str, rng: random.Random) -> tuple[Side, Side]:
    """Fight one battle: ``rounds`` rounds, or with 0 until somebody holds the place alone or nobody does."""
    fought = 0
    while not rounds or fought < rounds:
        fire = shots(ours, theirs, arena, True, radar == "attackers")
        answer = shots(theirs, ours, arena, False, radar == "defenders")
        if rounds != 1 and not (all(any(holds(unit, arena) for unit in side) for side in (ours, theirs)) and (fire or answer)):
            break
        hits, losses = throw(fire, rng), throw(answer, rng)
        theirs, ours = after(theirs, *hits, arena), after(ours, *losses, arena)
        fought += 1
    return ours, theirs


def sample(
    attackers: dict[str, int], defenders: dict[str, int], arena: str, rounds: int, radar: str, number: int, seed: str
) -> tuple[Counter[str], Counter[int], Counter[int]]:
    """Many battles: who is left alone, and how many units each side lost."""
    rng = random.Random(seed)
    ours, theirs = side_of(attackers), side_of(defenders)
    ends: Counter[tuple[Side, Side]] = Counter(battle(ours, theirs, arena, rounds, radar, rng) for _ in range(number))
    left: Counter[str] = Counter()
    mine: Counter[int] = Counter()
    foes: Counter[int] = Counter()
    for (a, d), times in ends.items():
        up, against = any(holds(unit, arena) for unit in a), any(holds(unit, arena) for unit in d)
        left["both" if up and against else "win" if up else "hold" if against else "nobody"] += times
        mine[len(ours) - len(a)] += times
        foes[len(theirs) - len(d)] += times
    return left, mine, foes
