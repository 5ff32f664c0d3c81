"""What is told about falling back and following up: steps a way costs, who stays, who enters the hex [17.0]."""

from __future__ import annotations

from msgspec.structs import replace

from ...engine.choice import Decision
from ...engine.game import Idea
from ...engine.geometry.bits import bits
from ...engine.view import Line, Preview, Tint
from .layers import place
from .movement_brief import supplied_there
from .retreat import Exploit, Pursuit, Retreat, RetreatStack, Steadfast
from .state import Italy
from .weighing import Weighed, hex_worth


def fewest_steps(war: Italy, step: Retreat, lives: int) -> int:
    """The least number of steps the rest of a retreat costs; ``lives`` if the unit cannot be saved [17.1.1b, 17.1.1j]."""
    setup = war.setup
    unit, here = step.unit, war.at[step.unit]
    side = setup.side_of[unit]
    if lives == 0 or here >= setup.hexes_end:
        return 0
    arrived = setup.grid.distance(step.start, here) >= step.far and here != step.start
    if arrived and war.mobile_in(here, side).bit_count() <= setup.stack:
        return 0
    least = lives
    for way in bits(step.ways(war)):
        there = war.copy()
        there.put(unit, way)
        after = replace(step, been=step.been | 1 << way)
        lost = int(way < setup.hexes_end and bool(war.zoc(1 - side) >> way & 1))
        least = min(least, lost + fewest_steps(there, after, lives - lost))
        if least == 0:
            break
    return least


def _lives(war: Italy, unit: int) -> int:
    return 1 if (war.setup.one_step | war.reduced) >> unit & 1 else 2


class RetreatBrief(Weighed[Retreat]):
    def preview(self, war: Italy, step: Retreat, side: int, verb: str, target: int) -> Preview | None:
        setup, unit = war.setup, step.unit
        name = setup.space_names
        way = name[war.at[unit]], name[target]
        if target >= setup.hexes_end:
            return Preview(war.say("preview-off-map"), "17.1.1g", (Line(way, "good", war.say("preview-no-loss")),))
        here = int(bool(war.zoc(1 - setup.side_of[unit]) >> target & 1))
        there = war.copy()
        there.put(unit, target)
        lives = _lives(war, unit)
        total = here + fewest_steps(there, replace(step, been=step.been | 1 << target), lives - here)
        holes = {
            "unit": ("piece", unit),
            "n": total,
            "dies": total >= lives,
            "zone": bool(here and total == here),
            "later": total > here,
        }
        tone = "bad" if total else "good"
        lines = (Line(way, tone, war.say("preview-loss", **holes)),)
        return Preview(war.say("preview-retreat", **holes), "17.1.1b", lines, (Tint(name[target], tone),))


class RetreatStackBrief(Weighed[RetreatStack]):
    def weigh(self, war: Italy, step: RetreatStack, decision: Decision) -> list[Idea]:
        return [Idea(float(war.strength(unit)), "unit", unit, "idea-best-first") for unit in bits(decision.choices["unit"])]

    def preview(self, war: Italy, step: RetreatStack, side: int, verb: str, target: int) -> Preview | None:
        lives = _lives(war, target)
        steps = fewest_steps(war, Retreat(target, war.at[target], step.far, step.permanent), lives)
        said = war.say("preview-falls-back", far=step.far, unit=("piece", target), n=steps, dies=steps >= lives)
        return Preview(said, "17.1.1b")


class SteadfastBrief(Weighed[Steadfast]):
    def weigh(self, war: Italy, step: Steadfast, decision: Decision) -> list[Idea]:
        here = war.at[step.unit]
        hold = 1.0 + hex_worth(war, war.setup.side_of[step.unit], here)
        weak = 1.2 if war.reduced >> step.unit & 1 else 0.0
        return [Idea(hold - weak, "stay", 0, "idea-holds"), Idea(0.5, "go", 0, "idea-saves-itself")]


def pursuit_preview(war: Italy, unit: int, end: int, rule: str) -> Preview:
    """Where a pursuer would stand."""
    setup = war.setup
    said = war.say(
        "preview-pursuit",
        unit=("piece", unit),
        place=place(war, end),
        line=supplied_there(war, unit, end),
        zone=bool(war.zoc(1 - setup.side_of[unit]) >> end & 1),
    )
    return Preview(said, rule, (Line((setup.space_names[war.at[unit]], setup.space_names[end]), "strong", ""),))


class PursuitBrief(Weighed[Pursuit]):
    whole = True

    def weigh(self, war: Italy, step: Pursuit, decision: Decision) -> list[Idea]:
        worth = hex_worth(war, war.active, step.target)
        ideas = [Idea(0.3, "halt", 0, "idea-stay-in-line")]
        inside = war.mobile_in(step.target, war.active).bit_count()
        for unit in bits(decision.choices["pursue"]):
            leaving = war.at[unit]
            alone = leaving in war.setup.objectives and war.units_in(leaving, war.active).bit_count() == 1
            score = 0.2 + worth + (0.4 if inside == 0 else 0.0) - (1.5 if alone else 0.0)
            ideas.append(Idea(score, "pursue", unit, "idea-takes-ground"))
        return ideas

    def preview(self, war: Italy, step: Pursuit, side: int, verb: str, target: int) -> Preview | None:
        return pursuit_preview(war, target, step.target, "17.2a") if verb == "pursue" else None


class ExploitBrief(Weighed[Exploit]):
    whole = True
    said = {"halt": "idea-with-the-others"}

    def preview(self, war: Italy, step: Exploit, side: int, verb: str, target: int) -> Preview | None:
        return pursuit_preview(war, step.unit, target, "17.2.1a") if verb == "to" else None
