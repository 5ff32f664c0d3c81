"""What is told about supply: when a marker is worth spending."""

from __future__ import annotations

from ...engine.choice import Decision
from ...engine.game import Idea
from ...engine.geometry.bits import bits
from .brief import Advised
from .state import AX, BR, Islands
from .supply import Supply
from .weighing import invasion, promise, sorties, spare, worth


class SupplyBrief(Advised[Supply]):
    """Markers."""

    good = (False, False)

    def ideas(self, war: Islands, step: Supply, decision: Decision) -> list[Idea]:
        setup = war.setup
        side = step.side
        ideas = []
        for verb, mask in decision.choices.items():
            for target in bits(mask):
                score, why = 0.0, "idea-little-gain"
                if verb == "expend":
                    score, why = _offensive(war, side), "idea-something-attack"
                elif verb == "repair":
                    planes = war.mine(side, target, setup.air).bit_count()
                    ruined = not war.works(target, bool(setup.airfields >> target & 1))
                    score = (1.0 + planes if ruined and (planes or side == AX) else -1.0) if war.marker_count(side) > 1 else -1.0
                    why = "idea-needed-again"
                elif verb == "from":
                    threat = setup.links[target] & war.stands(1 - side)
                    score, why = (1.0 if threat else 0.0) - 0.01 * worth(war, target), "idea-before-enemy-takes"
                elif verb == "done":
                    score, why = 0.05, "idea-keep-rest"
                ideas.append(Idea(score, verb, target, why))
        return ideas


def _offensive(war: Islands, side: int) -> float:
    """What could be gained by attacks this turn that need a marker."""
    setup = war.setup
    enemy = war.stands(1 - side)
    best = 0.0
    total = 0.0
    for t in bits(enemy):
        near = 0
        for n in bits(setup.links[t]):
            near |= spare(war, side, n, free) if (free := war.troops(side, n)) else 0
        if near:
            value = promise(war, side, t, near) - 2.0
            if side == AX and not war.stands(AX) >> t & 1:
                value += 0.2 * worth(war, t)
            best = max(best, value)
            total += max(0.0, value)
    if side == AX:
        return 0.6 * best + 0.1 * total
    left = setup.last - war.turn
    price = 3.0 if war.marker_count(BR) > 2 else 6.0
    return max(best, invasion(war), sorties(war)) - (price if left > 1 else 1.0)
