"""What is told about landings and ports."""

from __future__ import annotations

from ...engine.brief import Gesture
from ...engine.choice import Decision
from ...engine.game import Idea
from ...engine.geometry.bits import bits, first
from ...engine.view import Line, Preview
from .brief import Advised
from .forecast import against
from .landing import Landing, Unload, assault_open
from .state import AX, BR, Islands
from .weighing import beach_value, worth


class LandingBrief(Advised[Landing]):
    """Who goes ashore where."""

    gesture = Gesture(takes=("unit",), stacks=("stack",), by=("count",), puts=("to",))

    def ideas(self, war: Islands, step: Landing, decision: Decision) -> list[Idea]:
        side = step.side
        ideas = []
        for verb, mask in decision.choices.items():
            for target in bits(mask):
                score, why = -1.0, "idea-little-gain"
                if verb == "done":
                    score, why = 0.0, "idea-nobody-else"
                elif verb == "stack":
                    units = war.here()[target] & step.free(war)
                    score, why = _beach(war, side, target, units), "idea-all-ashore-at"
                elif verb == "unit":
                    score, why = 0.5 * _beach(war, side, war.at[target], 1 << target), "idea-ashore"
                elif verb == "count":
                    score = float(target)
                elif verb == "to":
                    score, why = beach_value(war, side, target, step.group), "idea-best-beach"
                elif verb == "unload" and war.beach >> target & 1:
                    # Whoever could still land on a beach today may find a better one.
                    score, why = (0.1, "idea-could-land-elsewhere") if assault_open(war, side) else (20.0, "idea-no-beach-any")
                elif verb == "unload":
                    score, why = 30.0 + _cargo_first(war, side, target), "idea-into-port"
                ideas.append(Idea(score, verb, target, why))
        return ideas

    def preview(self, war: Islands, step: Landing, side: int, verb: str, target: int) -> Preview | None:
        if verb != "to":
            return None
        names = war.setup.space_names
        way = Line((names[war.at[first(step.group)]], names[target]))
        return Preview(against(war, side, step.group, target), "OH-LDG.1", (way,))


def _cargo_first(war: Islands, side: int, ship: int) -> float:
    """The British put markers ashore before troops while they have hardly any: nobody attacks without [OH-SUP.1]."""
    if side == AX:
        return 0.0
    short = war.marker_count(BR) < min(3, war.setup.last - war.turn)
    return 1.0 if bool(war.stored(ship)) == short else 0.0


class UnloadBrief(Advised[Unload]):
    """Which port."""

    def ideas(self, war: Islands, step: Unload, decision: Decision) -> list[Idea]:
        """Markers serve everybody wherever they lie [OH-SUP.15], so they go where nobody takes them; troops go where they can march."""
        setup = war.setup
        markers = war.stored(step.ship)
        centre = max(range(setup.lands), key=lambda t: setup.vp[t])
        ideas = []
        for port in bits(decision.choices["to"]):
            aside = setup.far[port][centre] > setup.lands
            near = 1.0 if setup.links[port] & war.stands(1 - decision.side) else 0.0
            score = (2.0 * aside - near if markers else -2.0 * aside + near) + 0.1 * worth(war, port)
            ideas.append(Idea(score, "to", port, "idea-safe-there" if markers else "idea-wanted-there"))
        return ideas


def _beach(war: Islands, side: int, zone: int, units: int) -> float:
    return max((beach_value(war, side, t, units) for t in bits(war.setup.coasts[zone])), default=-1.0)
