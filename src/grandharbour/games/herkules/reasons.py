"""Why a choice on the islands is advised: points, who holds a place, what a march or a landing meets there."""

from __future__ import annotations

from typing import Any

from ...engine.brief import Idea
from ...engine.catalogue import Text, text
from ...engine.forecast import Forecast
from ...engine.geometry.bits import bits
from ...engine.kinds import NOWHERE
from ...engine.reasons import written
from .air import flak_dice
from .forecast import Outlook
from .landfight import TankFire
from .losses import Aim, Lose
from .losses_brief import falls
from .state import AX, Islands
from .weighing import dice_sum, goals, staying

SILENT = {
    "idea-towards-next-objective",
    "idea-needed",
    "idea-most",
    "idea-fight-matters-most",
    "idea-best-water",
    "idea-helps-most",
}
"""Words of the adviser that facts say better."""


def facts(war: Islands, side: int, idea: Idea) -> list[Text]:
    setup = war.setup
    kind = setup.game.verbs[idea.verb].kind
    led = [] if idea.why in SILENT else [written(idea.why)]
    step = war.stack[0] if war.stack else None
    group = getattr(step, "group", 0)
    if idea.verb == "count":
        return [*led, *number(war, idea.target)]
    if isinstance(step, TankFire):
        return [text("reason-at-tanks", n=idea.target, rest=step.guns - idea.target)]
    if isinstance(step, Lose | Aim) and idea.verb == "usual":
        who = falls(war, step)
        return [text("reason-usual", who=who, whose="ours" if isinstance(step, Lose) else "theirs")] if who else []
    odds = outcome(setup.game.forecast(war, side, idea.verb, idea.target), side)
    if kind == "space":
        return [*led, *odds, *place(war, side, idea.target, group)]
    if kind == "piece":
        return [*led, *odds, *unit(war, side, idea.target)]
    return [*led, *odds] if odds else []


def outcome(ahead: Forecast[Any] | None, side: int) -> list[Text]:
    """What a fight promises who is asked: that he keeps the place or takes it, and what it costs both."""
    if not isinstance(ahead, Outlook):
        return [text("reason-wins", chance=ahead.win)] if ahead is not None and ahead.win is not None else []
    chance = ahead.win if ahead.side == side else ahead.hold
    costs = text("reason-costs", ours=f"{ahead.losses[side]:.1f}", theirs=f"{ahead.losses[1 - side]:.1f}")
    return [text("reason-wins", chance=chance), costs] if chance else [costs]


def number(war: Islands, n: int) -> list[Text]:
    """How many of a heap go, and how many stay."""
    decision = next(iter(war.asked()), None)
    most = decision.choices["count"].bit_length() - 1 if decision else n
    return [text("reason-all-go") if n == most else text("reason-some-stay", n=most - n)]


def place(war: Islands, side: int, t: int, group: int = 0) -> list[Text]:
    """A territory or a zone: what it is worth, who is there, what fires at who comes."""
    setup = war.setup
    foe = 1 - side
    facts: list[Text] = []
    if t < setup.lands:
        if setup.vp[t]:
            facts.append(text("reason-points", n=setup.vp[t]))
        if setup.airfields >> t & 1:
            facts.append(text("reason-airfield"))
        elif setup.ports >> t & 1:
            facts.append(text("reason-port"))
        enemy = war.forces(foe, t)
        if enemy:
            facts.append(text("reason-defended", hits=staying(war, enemy), n=round(dice_sum(war, enemy), 1)))
        elif war.stands(side) >> t & 1:
            facts.append(text("reason-ours", n=war.forces(side, t).bit_count()))
        else:
            facts.append(text("reason-empty"))
        flak = sum(flak_dice(war, t).values()) if side == AX and group & setup.air else 0
        if flak:
            facts.append(text("reason-flak", n=flak))
        if len(facts) < 3:
            facts += toward(war, side, t)
        return facts
    ships = war.mine(foe, t, setup.ships).bit_count() if t < setup.areas else 0
    own = war.mine(side, t, setup.ships).bit_count() if t < setup.areas else 0
    if ships:
        facts.append(text("reason-enemy-ships", n=ships))
    if own:
        facts.append(text("reason-own-ships", n=own))
    guns = sum(war.at[g] != NOWHERE for g in bits(setup.bearing[t])) if side == AX and t < setup.areas else 0
    if guns:
        facts.append(text("reason-guns", n=guns))
    if t < setup.areas and setup.coasts[t]:
        best = max(bits(setup.coasts[t]), key=lambda land: setup.vp[land])
        facts.append(text("reason-coast-of", place=("space", best)))
    return facts or [text("reason-open-water")]


def toward(war: Islands, side: int, t: int) -> list[Text]:
    """The nearest of the places worth going to."""
    far = war.setup.far[t]
    near = [(far[goal], -value, goal) for goal, value in goals(war, side) if goal != t and far[goal] < war.setup.lands]
    if not near:
        return []
    steps, _, goal = min(near)
    return [text("reason-from-goal", n=steps, place=("space", goal))]


def unit(war: Islands, side: int, piece: int) -> list[Text]:
    """A counter: what it does, and where it is."""
    setup = war.setup
    facts = [text("reason-values", attack=setup.attack[piece], defence=setup.defence[piece])]
    if war.hits_on(piece):
        facts.append(text("reason-damaged"))
    here = war.at[piece]
    if here != NOWHERE and here < setup.areas:
        enemy = war.forces(1 - side, here) if here < setup.lands else 0
        if enemy and setup.own[side] >> piece & 1:
            facts.append(text("reason-in-contact", n=enemy.bit_count()))
        facts.append(text("reason-at", place=("space", here)))
    return facts
