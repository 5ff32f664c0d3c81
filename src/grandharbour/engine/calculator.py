"""A battle without a board: what any two forces do to each other. A game that has one offers it as ``battle.calculate``."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from .catalogue import say


class Kind(msgspec.Struct, frozen=True):
    """A kind of unit that can be counted into a force."""

    id: str
    label: str
    symbol: str
    arenas: tuple[str, ...]
    attacks: bool = True


class CalculatorInfo(msgspec.Struct, frozen=True):
    """What a calculator can be asked."""

    arenas: tuple[tuple[str, str], ...]
    """(id, label): on land, at sea."""
    kinds: tuple[Kind, ...]
    rule: str
    extra: tuple[tuple[str, str], ...] = ()
    """Sides that may have an extra die, with the label of the choice."""


class Loss(msgspec.Struct, frozen=True):
    """So many units lost, with the chance of it: as a number, and exactly."""

    units: int
    chance: float
    exact: str


class BattleOdds(msgspec.Struct, frozen=True):
    """The chances of a battle, from one exact calculation."""

    win: float
    hold: float
    both: float
    attacker_losses: tuple[Loss, ...]
    defender_losses: tuple[Loss, ...]
    attacker_mean: float
    defender_mean: float
    milliseconds: float


class BadForces(ValueError):
    """Forces nobody can calculate with; the message says why."""


def read_forces(text: str, info: CalculatorInfo, arena: str, attacking: bool, most: int = 60) -> Mapping[str, int]:
    """``"inf:7,art:2"`` as numbers by kind, each of them checked."""
    kinds = {kind.id: kind for kind in info.kinds}
    forces: dict[str, int] = {}
    for part in filter(None, (part.strip() for part in text.split(","))):
        name, _, number = part.partition(":")
        if name not in kinds or arena not in kinds[name].arenas:
            known = ", ".join(kind.id for kind in info.kinds if arena in kind.arenas)
            raise BadForces(say("force-unknown", kind=name, arena=arena, known=known))
        if attacking and not kinds[name].attacks:
            raise BadForces(say("force-no-attack", kind=kinds[name].label))
        if not (number or "1").isdigit():
            raise BadForces(say("force-form", found=part))
        forces[name] = forces.get(name, 0) + int(number or 1)
    if not 0 < sum(forces.values()) <= most:
        raise BadForces(say("force-size", most=most))
    return forces
