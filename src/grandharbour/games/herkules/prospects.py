"""What a position is worth: the Axis points to expect at the end, and at which moments it is fair to ask."""

from __future__ import annotations

from math import exp
from pathlib import Path

from ...engine.fitted import Fitted
from ...engine.geometry.bits import bits
from .state import AX, BR, Islands
from .turn import GameTurn
from .weighing import dice_sum, staying

FITTED = Fitted.read(Path(__file__).with_name("values.toml"))
"""How the signs are weighed; the file says by which games."""


def prospects(war: Islands) -> dict[str, float]:
    """The Axis points and what may still change them: troops, ships, aircraft, by how they can come."""
    setup = war.setup
    here = war.here()
    axis, held = war.stands(AX), war.axis_held()
    troops = here[setup.pool] & setup.axis_ground
    alive = ~(here[setup.lost[AX]] | here[setup.aside])
    ashore = garrison = 0
    for t in range(setup.lands):
        ashore |= here[t] & setup.axis_ground
        garrison |= here[t] & setup.british_force
    reach = 0.0
    for t in bits(setup.objectives & ~axis):
        near = 0
        for n in bits(setup.links[t] & axis):
            near |= here[n] & setup.axis_ground
        if near:
            hits = dice_sum(war, near)
            reach += setup.vp[t] * hits / (hits + staying(war, here[t] & setup.british_force) + 0.5)
    ships = setup.own[AX] & setup.warships & alive
    fire = dice_sum(war, ships) + dice_sum(war, ships & ~war.hit1) + dice_sum(war, ships & ~war.hit2 & setup.of_kind["bb"])
    raiders = setup.own[BR] & setup.duellists & ~here[setup.lost[BR]] & ~here[setup.aside]
    return {
        "now": war.scores()[AX],
        "held": sum(setup.vp[t] for t in bits(held)),
        "within reach": reach,
        "ashore": dice_sum(war, ashore),
        "aboard": dice_sum(war, war.stowed & setup.axis_ground),
        "by air": dice_sum(war, troops & (setup.arrival["PARA"] | setup.arrival["AIRLAND"])),
        "by port": dice_sum(war, troops & setup.arrival["PORT"]),
        "garrison": dice_sum(war, garrison & setup.ground),
        "transports": (setup.own[AX] & setup.transports & alive).bit_count(),
        "warships": fire,
        "airfields": (held & setup.airfields).bit_count(),
        "aircraft": (setup.own[AX] & setup.air & alive).bit_count(),
        "raiders": raiders.bit_count(),
        "stores": min(4, war.marker_count(BR)),
    }


def signs(war: Islands) -> dict[str, float]:
    """What the fitted value looks at: the prospects, on scales near one, and how far the points are from the next level."""
    setup = war.setup
    seen = prospects(war)
    points = seen["now"]
    least, most = setup.victory["minor"], sum(setup.vp) - setup.victory["minor"]
    contested = sum(setup.vp[t] for t in bits(war.stands(AX) & setup.objectives)) - points
    scaled = {name: amount / SCALES[name] for name, amount in seen.items()}
    scaled["won"] = max(-1.5, min(1.5, (points - least) / 50))
    scaled["lost"] = max(-1.5, min(1.5, (points - most) / 50))
    scaled["contested"] = contested / 50
    scaled["more ashore"] = (seen["ashore"] - seen["garrison"]) / 10
    scaled["moves first"] = float(war.marker_count(AX) - war.marker_count(BR)) / 5
    return scaled


SCALES = {
    "now": 50.0, "held": 50.0, "within reach": 50.0, "ashore": 10.0, "aboard": 10.0, "by air": 10.0, "by port": 10.0, "garrison": 10.0,
    "transports": 10.0, "warships": 10.0, "airfields": 2.0, "aircraft": 10.0, "raiders": 5.0, "stores": 4.0,
}  # fmt: skip
"""What makes each of the prospects a number near one."""


def left(war: Islands) -> float:
    """How much of the game is to come."""
    return _turns_left(war) / war.setup.last


def value(war: Islands, side: int) -> float:
    """The chance that a side wins from here, a draw for half."""
    if war.outcome is not None:
        return 0.5 if war.outcome.winner < 0 else float(war.outcome.winner == side)
    axis = FITTED.chance(war.setup.scenario, signs(war), left(war))
    return axis if side == AX else 1.0 - axis


def verdict(war: Islands, side: int) -> float:
    """What an end is worth to a trial: a draw a few points short of victory is better than one without hope."""
    return _chance(war, side, war.scores()[AX], 8.0)


def _chance(war: Islands, side: int, axis: float, spread: float) -> float:
    """The chance of a side, a draw for half, where the Axis expects some points, more or less."""
    setup = war.setup
    least, most = setup.victory["minor"], sum(setup.vp) - setup.victory["minor"]
    wins = [1 / (1 + exp((least - 2.5 - axis) / spread)), 1 / (1 + exp((axis - most - 2.5) / spread))]
    return wins[side] + 0.5 * (1.0 - wins[AX] - wins[BR])


_order = [phase.id for phase in GameTurn.sequence]
PASSED = {name: min(1.0, number / (_order.index("regroup-first") + 1)) for number, name in enumerate(_order, 1)}
"""How much of a turn has passed in each phase; when units regroup its battles are over."""


def _phase(war: Islands) -> str:
    """The phase of the turn that is under way; none before the first turn."""
    turn = war.nearest(GameTurn)
    return "" if turn is None else turn.phase


def _turns_left(war: Islands) -> float:
    """How many turns are still to be fought, with what is left of this one."""
    return war.setup.last - war.turn + 1.0 - PASSED.get(_phase(war), 0.0) if war.turn else float(war.setup.last)


LATE = 5
"""In so many turns before the last one, and in that, a trial goes on to the end of the game."""


def calm(war: Islands) -> bool:
    """Between the battles of one turn and the moves of the next nothing is half done; late in the game only its end counts."""
    if war.turn >= war.setup.last - LATE:
        return False
    phase, begun = _phase(war), GameTurn.sequence.begun
    return begun(phase, "regroup-first") or not begun(phase, "naval-first")
