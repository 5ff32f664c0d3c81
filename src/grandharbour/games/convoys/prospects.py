"""Who is winning: what an end is worth to a trial, and what is to be expected of it while ships are under way."""

from __future__ import annotations

import math

from ...engine.geometry.bits import bits
from ...engine.kinds import NOWHERE
from . import air, movement, supply
from .state import AL, GIB, MALTA, RESERVE, Sea
from .weighing import raids_ahead

STEEP = 0.8
"""How much surer a victory in Pedestal is for one point more."""


def calm(war: Sea) -> bool:
    """A good moment to look at the chart: the Allies begin to move, or the turns are over."""
    step = war.stack[0] if war.stack is not None else None
    if isinstance(step, movement.Sailing):
        return not war.moved and war.chosen == NOWHERE and war.harbour == RESERVE
    return isinstance(step, (air.HarbourRound, supply.Basing))


def value(war: Sea, side: int) -> float:
    """The chance that a side wins from here, roughly: points, Malta, the desert, what is under way."""
    if war.outcome is not None:
        return 0.5 if war.outcome.winner < 0 else float(war.outcome.winner == side)
    return _chance(_pedestal(war) if war.setup.here["victory"] == "pedestal" else _campaign(war), side)


def verdict(war: Sea, side: int) -> float:
    """What an end is worth to a trial: where the points of Pedestal decide, a narrow one counts less than a clear one."""
    assert war.outcome is not None
    if war.outcome.rule != "MC-SCEN.2":
        return value(war, side)
    axis, allied = war.outcome.scores
    return _chance(STEEP * (allied - axis), side)


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
        return STEEP * (war.landed - setup.par + italian - british)
    points = italian - british - (setup.par - 4)
    safe = (war.inside[MALTA] & freighters).bit_count()
    waiting = (war.inside[GIB] & freighters).bit_count()
    convoys = [group for group in bits(war.groups) if war.crew(group) & freighters]
    if not waiting and not convoys:
        raids = raids_ahead(war) * _bombers(war, setup.sicily)
        return -3.37 + 0.74 * safe + 0.71 * points - (0.062 + 0.026 * safe) * raids
    found = -3.25 + 0.74 * safe + 0.65 * waiting + 0.6 * points
    for group in convoys:
        crew = war.crew(group)
        count = (crew & freighters).bit_count()
        lined = crew & setup.warships & ~setup.carriers
        found += 0.54 * count + 0.22 * lined.bit_count() + 0.07 * (lined & setup.cruisers).bit_count()
        found -= 0.22 * (war.frozen >> group & 1) - 0.06 * count * (war.past >> group & 1)
    if convoys:
        found += 0.13 * max(war.flak(group) for group in convoys)
        found -= 0.3 * (max(setup.to_malta[war.at[group]] for group in convoys) > 3)
    fleet = (war.fleet() & ~war.hit).bit_count() + max(0, war.fuel - war.sailed.bit_count())
    return found - 0.37 * _bombers(war, setup.sicily) - 0.18 * _bombers(war, setup.places["SARDINIA"]) - 0.1 * fleet


def _bombers(war: Sea, base: int) -> float:
    """The air units of a base, in torpedo bombers: Stukas hit oftener, level bombers from Sardinia hardly ever."""
    setup = war.setup
    there = war.planes_at(base) & ~war.down
    stukas = (there & setup.by_type["STUKA"]).bit_count()
    level = (there & setup.by_type["Z1007"]).bit_count() if base != setup.sicily else 0
    return there.bit_count() + 0.4 * stukas - 0.85 * level


def _campaign(war: Sea) -> float:
    axis, allied = war.scores()
    left = war.setup.last - war.season
    margin = allied - axis + 0.35 * (war.status - 2) + 0.15 * (war.inside[MALTA] & war.setup.freighters).bit_count()
    return (margin - (1.5 if war.starved else 0.0)) / (1.0 + 0.25 * left)
