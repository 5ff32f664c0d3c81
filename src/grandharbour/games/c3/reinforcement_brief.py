"""What is told about units that come in later [3.2.1, 4.2.1]."""

from __future__ import annotations

from ...engine.choice import Decision
from ...engine.game import Idea
from ...engine.geometry.bits import bits
from ...engine.view import Preview
from .landing_brief import surf_preview
from .movement import team
from .reinforcement import Enter, open_ports, through_port
from .sketch import sketch_of
from .staff import Staff
from .state import AXIS, Malta


class EnterBrief(Staff[Enter]):
    def ideas(self, war: Malta, step: Enter, decision: Decision) -> list[Idea]:
        sketch = sketch_of(war, AXIS, war.on_map(team(war)))
        ports = open_ports(war)
        return [
            Idea(sketch.pull[h] + (0.3 if ports >> h & 1 else 0.0), "enter", h, "idea-near-the-front")
            for h in bits(decision.choices["enter"])
        ]

    def preview(self, war: Malta, step: Enter, side: int, verb: str, target: int) -> Preview | None:
        setup = war.setup
        if setup.formation_of[step.unit] == setup.airlanding:
            return Preview(war.say("preview-by-air"), "3.2.1.e")
        if open_ports(war) >> target & 1 and through_port(war, step.unit, target):
            return Preview(war.say("preview-by-port"), "4.2.1.e")
        return surf_preview(war, target, step.unit)
