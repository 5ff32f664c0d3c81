"""What a position is worth: which victory hexes will change hands today, the points to expect at the end, the chance to win."""

from __future__ import annotations

from functools import lru_cache
from math import exp

from ...engine.geometry.bits import bits
from .state import AXIS, BRITISH, C3Setup, Malta
from .turn import SECOND, Contest, has_bases

FALLS = (
    (-1.08, -0.38, -0.08, -0.09, 0.51, 0.56, 0.13, 0.06, -1.44, -0.98, 0.10),
    (-1.37, -0.14, -0.17, -0.02, 0.47, 0.42, 0.04, 0.02, -1.30, -0.35, -0.43),
)
"""How a victory hex of the Axis, and one of the British, comes to be lost before the day is over: a constant, strength in it,
Disorganised strength in it, strength next to it, enemies who may still act next to it and two hexes off (by the strength in it),
three and four hexes off, city, town, somebody there. Fitted to 440 seeded games of the adviser, most of them a little careless
(log-loss on games left out 0.23 and 0.37; 0.35 and 0.48 for one who knows only how often it happens)."""


def calm(war: Malta) -> bool:
    """Between two Operations: what the last one brought is there to be counted. On the last day only the end counts."""
    step = war.stack[0] if war.stack is not None and war.turn < war.setup.last else None
    return isinstance(step, Contest) and step.part != SECOND


@lru_cache(maxsize=4)
def _rings(setup: C3Setup) -> list[tuple[int, list[int]]]:
    """Each victory hex with the hexes one, two, three and four steps away from it."""
    return [(h, [setup.grid.ring(h, radius) for radius in range(1, 5)]) for h in bits(setup.victory)]


def expected_points(war: Malta, left: float) -> float:
    """The points now, what today's fights will change, and what the days after it usually bring."""
    setup = war.setup
    whole: list[dict[int, float]] = [{}, {}]
    upset: list[dict[int, float]] = [{}, {}]
    mobile: list[dict[int, float]] = [{}, {}]
    ready: list[dict[int, float]] = [{}, {}]
    for side in (AXIS, BRITISH):
        may_act = setup.independent[side] & ~war.spent
        for lot in setup.lot_lists[side]:
            if not war.acted[lot]:
                may_act |= setup.members[lot]
        for unit in bits(war.present(side)):
            h = war.at[unit]
            strength: float = war.strength(unit)
            if war.dg >> unit & 1:
                upset[side][h] = upset[side].get(h, 0.0) + strength
                strength /= 2
            whole[side][h] = whole[side].get(h, 0.0) + strength
            if not setup.defends_only >> unit & 1:
                mobile[side][h] = mobile[side].get(h, 0.0) + strength
                if may_act >> unit & 1:
                    ready[side][h] = ready[side].get(h, 0.0) + strength
    change = 0.0
    for h, rings in _rings(setup):
        owner = AXIS if war.control >> h & 1 else BRITISH
        weights, foes = FALLS[owner], ready[1 - owner]
        there = whole[owner].get(h, 0.0)
        near, close, far, farther = (sum(foes[x] for x in bits(ring & war.held(1 - owner)) if x in foes) for ring in rings)
        beside = sum(mobile[owner].get(x, 0.0) for x in bits(rings[0] & war.held(owner)))
        falls = weights[0] + weights[1] * there + weights[2] * upset[owner].get(h, 0.0) + weights[3] * beside
        falls += weights[4] * min(3.0, near / (1 + there)) + weights[5] * min(3.0, close / (1 + there))
        falls += weights[6] * far + weights[7] * farther
        falls += weights[8] * (setup.cities >> h & 1) + weights[9] * (setup.towns >> h & 1) + weights[10] * (h in whole[owner])
        change += (-1.0 if owner == AXIS else 1.0) / (1 + exp(-falls))
    axis, garrison = (sum(strength.values()) for strength in mobile)
    waiting = sum(setup.cf[u] for u in bits(war.pieces_in(setup.reserve[AXIS])))
    today = war.score() + change
    points = 1.4 + today * (0.85 - 0.02 * left) - 1.07 * left + axis * (0.03 - 0.009 * left) - garrison * (0.091 - 0.032 * left)
    return points - 0.03 * waiting - 0.016 * sum(ready[AXIS].values())


def value(war: Malta, side: int) -> float:
    """The chance that a side wins from here, a draw counting half."""
    if war.outcome is not None:
        return 1.0 if war.outcome.winner == side else 0.5 if war.outcome.winner < 0 else 0.0
    left = war.setup.last - war.turn
    axis = _chance(war.setup, expected_points(war, left), 1.4 + 0.4 * left)
    if not has_bases(war):
        axis *= 0.5 + 0.12 * left  # without them everything is lost [8.2.f]
    axis += (1.0 - axis) * fall_of_valletta(war)
    return axis if side == AXIS else 1.0 - axis


def verdict(war: Malta, side: int) -> float:
    """What an end is worth to a trial: one that points decided counts by how near they came to the next level."""
    assert war.outcome is not None
    if not has_bases(war) or not war.setup.capital & ~war.control:
        return value(war, side)
    axis = _chance(war.setup, war.score(), 0.8)
    return axis if side == AXIS else 1.0 - axis


def _chance(setup: C3Setup, points: float, spread: float) -> float:
    """The chance of the Axis, a draw counting half, with so many points, more or less."""
    draw, win = (1.0 / (1.0 + exp((low - 0.5 - points) / spread)) for low in setup.level_from[2:4])
    return 0.5 * (draw + win)


def fall_of_valletta(war: Malta) -> float:
    """A guess at the chance that the capital is taken: who stands before it, and who in it [8.2.e]."""
    setup = war.setup
    capital = setup.capital & ~war.control
    if not capital or not war.turn:
        return 0.0
    defence = sum(war.strength(u) / (1 + (war.dg >> u & 1)) for h in bits(capital) for u in bits(war.units_in(h, BRITISH)))
    gates = setup.grid.zoc(capital, setup.shut) & setup.land
    attack = sum(war.strength(u) for h in bits(gates & war.held(AXIS)) for u in bits(war.units_in(h, AXIS)))
    if not defence:
        return 0.7 if setup.grid.within(capital, 3) & war.held(AXIS) else 0.3
    return min(0.3, 0.03 * max(0.0, attack / defence - 1.0))
