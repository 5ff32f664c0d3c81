"""Why a choice in Italy is advised: what a place pays, who stands near, what an attack may come to."""

from __future__ import annotations

from ...engine.brief import Idea
from ...engine.catalogue import Text, text
from ...engine.kinds import NOWHERE
from ...engine.reasons import written
from .battle import LAND, Assemble
from .movement import March, Marching
from .placing import SetAir, SetGarrisons, SetUnits
from .retreat import Retreat
from .state import Italy
from .weighing import aims, attack_odds, march, pools, shut, teams, threats


def facts(war: Italy, side: int, idea: Idea) -> list[Text]:
    setup = war.setup
    step = war.stack[0] if war.stack else None
    kind = setup.game.verbs[idea.verb].kind
    if idea.verb in ("strike", "target") and kind == "space":
        fighters = war.on_map(step.units) if isinstance(step, Marching) else -1
        return attack(war, idea.target, pools(war, side).get(idea.target, 0) & fighters)
    if isinstance(step, Assemble):
        units = step.joined | (1 << idea.target if idea.verb == "join" else 0)
        odds = attack_odds(war, step.target, units, LAND, 0)[1] if units else 0.0
        said = [text("reason-clears", chance=odds)]
        return [*said, text("reason-adds", n=war.strength(idea.target))] if idea.verb == "join" else said
    if kind == "space":
        led = [text("reason-history")] if isinstance(step, SetUnits | SetGarrisons | SetAir) and idea.score >= 50 else []
        mover = step.unit if isinstance(step, March) else NOWHERE
        if idea.target >= setup.hexes_end:
            return led
        back = [text("reason-unopposed")] if isinstance(step, Retreat) and not war.zoc(1 - side) >> idea.target & 1 else []
        return [*led, *back, *place(war, side, idea.target, mover)]
    if kind == "piece":
        return [*word(idea), *unit(war, side, idea.target)]
    return []


def word(idea: Idea) -> list[Text]:
    """The adviser's own word, where it says something."""
    return [] if idea.why in ("idea-plain", "idea-has-most-to-gain", "idea-can-do-better-elsewhere") else [written(idea.why)]


def attack(war: Italy, target: int, pool: int) -> list[Text]:
    """What comes of an attack with the best of those that can make it."""
    best = max((attack_odds(war, target, units, LAND, 0) for units in teams(war, pool)), default=None)
    said = [text("reason-clears", chance=best[1])] if best else []
    return [*said, *prize(war, target), text("reason-defenders", n=war.total(war.units_in(target, 1 - war.active)))]


def prize(war: Italy, h: int) -> list[Text]:
    """What a place pays and feeds."""
    setup = war.setup
    points = setup.objectives.get(h, 0) + setup.landmarks.get(h, 0)
    if points:
        return [text("reason-objective", n=points)]
    if setup.ports >> h & 1:
        return [text("reason-port")]
    return [text("reason-airfield")] if setup.airfields >> h & 1 else []


def place(war: Italy, side: int, h: int, mover: int = NOWHERE) -> list[Text]:
    """A hex: what it is worth, who is near, and how far it is to what is wanted."""
    setup = war.setup
    facts = prize(war, h)
    own = war.mobile_in(h, side) & ~(1 << mover if mover != NOWHERE else 0)
    if own:
        facts.append(text("reason-joins", n=war.total(own)))
    foes = threats(war, 1 - side).get(h, 0)
    if war.zoc(1 - side) >> h & 1:
        facts.append(text("reason-beside-enemy", n=foes))
    elif foes:
        facts.append(text("reason-enemy-near", n=foes))
    facts += toward(war, side, h)
    if setup.terrain.get(h) in ("rough", "mountain", "volcano"):
        facts.append(text("reason-terrain", terrain=text(f"modifier-{setup.terrain[h]}")))
    return facts or [text("reason-quiet"), text("reason-at", place=setup.hex_label(h))]


def toward(war: Italy, side: int, h: int) -> list[Text]:
    """The nearest of the places a side wants, and how far it is."""
    closed = shut(war, side)
    near = [(far, goal) for goal, _ in aims(war, side) if goal != h and (far := march(war, goal, closed).get(h)) is not None]
    if not near:
        return []
    far, goal = min(near)
    return [text("reason-from-goal", n=far, place=war.setup.hex_label(goal))]


def unit(war: Italy, side: int, piece: int) -> list[Text]:
    """A counter: how strong it is, what stands beside it, and where."""
    setup = war.setup
    facts: list[Text] = []
    here = war.at[piece]
    if setup.mobile >> piece & 1:
        facts.append(text("reason-reduced" if war.reduced >> piece & 1 else "reason-strength", n=war.strength(piece)))
    elif not setup.air >> piece & 1:
        facts.append(text("reason-unit", unit=("piece", piece)))
    else:
        facts.append(text("reason-bombs", n=int(setup.counter[piece].get("bomb", 0))))
    if here == NOWHERE or here >= setup.hexes_end:
        return facts
    foes = war.zoc(1 - side) >> here & 1
    if foes:
        facts.append(text("reason-beside-enemy", n=threats(war, 1 - side).get(here, 0)))
    elif setup.mobile >> piece & 1:
        facts += toward(war, side, here)
    facts.append(text("reason-at", place=setup.hex_label(here)))
    return facts
