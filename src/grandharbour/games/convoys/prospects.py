"""Who is winning: what an end is worth to a trial, and what is to be expected of it while ships are under way."""

from __future__ import annotations

import math

from ...engine.geometry.bits import bits
from ...engine.kinds import NOWHERE
from . import air, movement, supply
from .state import AL, GIB, MALTA, RESERVE, Sea
from .weighing import raids_ahead

STEEP, STEEP_POINTS = 0.8, 1.5
"""How much surer a victory is for one point more: in Pedestal, and where strategic points decide."""
UNREST = 250
"""How many choices a trial may wait for a calm moment: a season has many."""


def calm(war: Sea) -> bool:
    """A good moment to look at the chart: a season begins or, in Pedestal, the Allies begin to move or all are in harbour."""
    step = war.stack[0] if war.stack is not None else None
    if not war.setup.pedestal:
        return isinstance(step, supply.Basing)
    if isinstance(step, movement.Sailing):
        return not war.moved and war.chosen == NOWHERE and war.harbour == RESERVE
    return isinstance(step, air.HarbourRound)


def value(war: Sea, side: int) -> float:
    """The chance that a side wins from here, roughly: points, Malta, the desert, what is under way."""
    if war.outcome is not None:
        return 0.5 if war.outcome.winner < 0 else float(war.outcome.winner == side)
    return _chance(_pedestal(war) if war.setup.pedestal else _campaign(war), side)


def verdict(war: Sea, side: int) -> float:
    """What an end is worth to a trial: where points decide, a narrow one counts less than a clear one."""
    assert war.outcome is not None
    steep = {"MC-SCEN.2": STEEP, "MC-VICTORY.5": STEEP_POINTS}.get(war.outcome.rule)
    if steep is None:
        return value(war, side)
    axis, allied = war.outcome.scores
    return _chance(steep * (allied - axis), side)


def _chance(margin: float, side: int) -> float:
    return 1 / (1 + math.exp(-margin if side == AL else margin))


def _pedestal(war: Sea) -> float:
    """The margin to expect, on the scale of ``verdict``.

    The weights are of logistic regressions on 2,500 seeded games of the adviser against itself, two thirds of them a little
    careless. On games left out, 73 thousandths of squared error with ships under way and 15 with all of them in Malta.
    """
    setup, freighters = war.setup, war.setup.freighters
    british, italian = war.sunk_points()
    if war.landed:
        return STEEP * (war.landed - war.handicap + italian - british)
    points = italian - british - (war.handicap - 4)
    safe = (war.inside[MALTA] & freighters).bit_count()
    waiting = (war.inside[GIB] & freighters).bit_count()
    convoys = [group for group in bits(war.groups) if war.crew(group) & freighters]
    if not waiting and not convoys:
        raids = raids_ahead(war) * _bombers(war, setup.sicily)
        return -3.37 + 0.74 * safe + 0.71 * points - (0.062 + 0.026 * safe) * raids
    margin = -3.25 + 0.74 * safe + 0.65 * waiting + 0.6 * points
    for group in convoys:
        crew = war.crew(group)
        count = (crew & freighters).bit_count()
        lined = crew & setup.warships & ~setup.carriers
        margin += 0.54 * count + 0.22 * lined.bit_count() + 0.07 * (lined & setup.cruisers).bit_count()
        margin -= 0.22 * (war.frozen >> group & 1) - 0.06 * count * (war.past >> group & 1)
    if convoys:
        margin += 0.13 * max(war.flak(group) for group in convoys)
        margin -= 0.3 * (max(setup.to_malta[war.at[group]] for group in convoys) > 3)
    fleet = (war.fleet() & ~war.hit).bit_count() + max(0, war.fuel - war.sailed.bit_count())
    return margin - 0.37 * _bombers(war, setup.sicily) - 0.18 * _bombers(war, setup.places["SARDINIA"]) - 0.1 * fleet


def _bombers(war: Sea, base: int) -> float:
    """The air units of a base, in torpedo bombers: Stukas hit oftener, level bombers from Sardinia hardly ever."""
    setup = war.setup
    there = war.planes_at(base) & ~war.down
    stukas = (there & setup.by_type["STUKA"]).bit_count()
    level = (there & setup.by_type["Z1007"]).bit_count() if base != setup.sicily else 0
    return there.bit_count() + 0.4 * stukas - 0.85 * level


def _campaign(war: Sea) -> float:
    """The margin to expect: points, Malta, the seasons left.

    The weights are of a logistic regression on 2,400 seeded games of the adviser against itself, two thirds of them a little
    careless, looked at where a season begins: 129 thousandths of squared error on games left out, of 198 without any of it.
    """
    axis, allied = war.scores()
    left = war.setup.last - war.season
    margin = (0.87 + 0.67 / (1 + left)) * (allied - axis) + max(0.19, 0.51 - 0.064 * left) * war.status
    return margin - 1.7 + 0.09 * left - (0.83 if war.starved else 0.0)
