"""Why a choice on Malta is advised: what a hex counts for, who holds the ground around it, what a fight or a drop may come to."""

from __future__ import annotations

from ...engine.brief import Idea
from ...engine.catalogue import Text, text
from ...engine.geometry.bits import bits
from ...engine.kinds import NOWHERE
from ...engine.reasons import written
from .airdrop import DropPlan
from .battle import Bonus, Stand
from .forecast import drop
from .state import AXIS, Malta

SILENT = {
    "idea-better-place",
    "idea-better-elsewhere",
    "idea-room-to-land",
    "idea-holds-what-counts",
    "idea-near-the-front",
    "idea-can-do-most",
}
"""Words of the adviser that facts say better."""


def facts(war: Malta, side: int, idea: Idea) -> list[Text]:
    setup = war.setup
    kind = setup.game.verbs[idea.verb].kind
    led = [] if idea.why in SILENT else [written(idea.why)]
    step = war.stack[0] if war.stack else None
    if isinstance(step, DropPlan) and idea.verb == "drop":
        clean = drop(war, idea.target).chance(lambda result: not result.killed and not result.scattered)
        wet = (setup.ring[idea.target] & ~setup.land).bit_count()
        crowd = sum(war.plan[p] == idea.target for p in bits(setup.droppers))
        said = [text("reason-lands", chance=clean)]
        said += [text("reason-mates", n=crowd)] if crowd else []
        said += [text("reason-wet", n=wet)] if wet else []
        return [*said, *place(war, side, idea.target)]
    ahead = setup.game.forecast(war, side, idea.verb, idea.target)
    won = "reason-falls" if side != war.active and isinstance(step, Stand | Bonus) else "reason-wins"
    odds = [text(won, chance=ahead.win)] if ahead is not None and ahead.win is not None else []
    if kind == "space":
        return [*led, *odds, *place(war, side, idea.target)] if idea.target < setup.hexes_end else [*led, *odds]
    if kind == "piece":
        return [*led, *odds, *unit(war, side, idea.target)]
    if kind == "lot":
        return [*led, *operation(war, side, idea.target)]
    return [*led, *odds] if odds else []


def place(war: Malta, side: int, h: int) -> list[Text]:
    """A hex: what it counts for, who is near, the ground."""
    setup = war.setup
    facts: list[Text] = []
    if setup.sea >> h & 1:
        shores = list(bits(setup.beachward[h]))
        empty = [shore for shore in shores if not war.held(1 - side) >> shore & 1]
        return [text("reason-shores", n=len(shores), empty=len(empty))]
    if setup.capital >> h & 1:
        facts.append(text("reason-capital"))
    elif setup.airfields >> h & 1:
        facts.append(text("reason-airfield"))
    elif war.working_ports() >> h & 1:
        facts.append(text("reason-port"))
    elif setup.victory >> h & 1:
        facts.append(text("reason-victory-hex"))
    foes = war.units_in(h, 1 - side)
    if foes:
        facts.append(text("reason-holds-it", n=power(war, foes)))
    around = power(war, sum_of(war, setup.ring[h] & setup.land, 1 - side))
    if around:
        facts.append(text("reason-enemy-beside", n=around))
    own = war.units_in(h, side)
    if own:
        facts.append(text("reason-with-own", n=power(war, own)))
    facts += toward(war, side, h)
    base = setup.base.get(h)
    if base in ("hill", "rough"):
        facts.append(text("reason-ground", ground=text(f"terrain-{base}")))
    return facts or [text("reason-quiet")]


def sum_of(war: Malta, hexes: int, side: int) -> int:
    """The units of a side in some hexes."""
    units = 0
    for h in bits(hexes & war.held(side)):
        units |= war.units_in(h, side)
    return units


def power(war: Malta, units: int) -> int:
    return sum(war.strength(unit) for unit in bits(units))


def toward(war: Malta, side: int, h: int) -> list[Text]:
    """How far it is to the nearest victory hex that the enemy holds."""
    setup = war.setup
    wanted = setup.victory & (~war.control if side == AXIS else war.control) & ~(1 << h)
    if not wanted:
        return []
    ring, far = 1 << h, 0
    while not ring & wanted:
        ring, far = setup.grid.within(ring, 1), far + 1
        if far > 12:
            return []
    goal = next(iter(bits(ring & wanted)))
    return [text("reason-from-goal", n=far, place=setup.hex_label(goal))]


def unit(war: Malta, side: int, piece: int) -> list[Text]:
    """A counter: its strength, its state, what stands beside it."""
    setup = war.setup
    facts = [text("reason-strength", n=war.strength(piece))]
    if war.dispersed >> piece & 1:
        facts.append(text("reason-dispersed"))
    elif war.dg >> piece & 1:
        facts.append(text("reason-disorganised"))
    here = war.at[piece]
    if here == NOWHERE or here >= setup.hexes_end or not setup.land >> here & 1:
        return facts
    around = power(war, sum_of(war, setup.ring[here] & setup.land, 1 - side))
    facts += [text("reason-enemy-beside", n=around)] if around else toward(war, side, here)
    return [*facts, text("reason-at", place=setup.hex_label(here))]


def operation(war: Malta, side: int, lot: int) -> list[Text]:
    """A Formation: how many of its units are on the island, how many of them face the enemy, its value in the contest."""
    setup = war.setup
    own = [p for p in range(len(setup.names.lists["piece"])) if setup.formation_of[p] == lot]
    there = [p for p in own if war.at[p] != NOWHERE and war.at[p] < setup.hexes_end and setup.land >> war.at[p] & 1]
    facing = sum(bool(war.near(1 - side) >> war.at[p] & 1) for p in there)
    here = [text("reason-units-here", n=len(there), facing=facing)] if there else []
    return [*here, text("reason-token", n=setup.token[lot])]
