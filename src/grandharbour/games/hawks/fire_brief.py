"""What is told about luck."""

from __future__ import annotations

from ...engine.choice import Decision
from ...engine.game import Idea
from ...engine.kinds import NOWHERE
from .brief import PilotBrief
from .fire import Luck, askable, modifiers, needed
from .state import FACE, GREEN, LUCKY, Sky


class LuckBrief(PilotBrief[Luck]):
    """A LUCKY chit after the dice."""

    def ideas(self, war: Sky, step: Luck, decision: Decision) -> list[Idea]:
        asked = askable(war, step.shot, step.roller, step.victim, step.answer)
        roll, plane = asked[len(step.luck)]
        roller, victim = (step.roller, step.victim) if roll == 0 else (step.victim, step.roller)
        total = step.dice[2 * roll] + step.dice[2 * roll + 1] + sum(m[1] for m in modifiers(war, step.shot, roller, victim))
        total += sum(amount for (r, _), amount in zip(asked, step.luck) if r == roll)
        if roller != NOWHERE and war.up >> roller & 1 and war.chit[roller] in (FACE, GREEN):
            total += war.setup.chit_amount[war.chit[roller]]
        need = needed(war, step.shot, roller, victim)
        size = war.setup.chit_amount[LUCKY]
        helps = (total < need <= total + size) if plane == roller else (total >= need > total - size)
        ideas = [Idea(0.0, "leave", 0, "idea-roll-stands")]
        if "plus" in decision.choices:
            ideas.append(Idea(1.0 if helps and plane == roller else -1.0, "plus", 0, "idea-miss-to-hit"))
            ideas.append(Idea(1.0 if helps and plane != roller else -1.0, "minus", 0, "idea-hit-to-miss"))
        return ideas
