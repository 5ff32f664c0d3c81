"""What a sensible staff would propose: scored ideas for every decision."""

from __future__ import annotations

from ...engine.choice import Decision
from ...engine.game import Idea
from ...engine.geometry.bits import bits
from .state import Sea


def ideas(war: Sea, decision: Decision) -> list[Idea]:
    return [Idea(0.0, verb, target, "plain") for verb, mask in decision.choices.items() for target in bits(mask)]


def scripts(war: Sea, side: int) -> dict[str, tuple[str, list[tuple[str, int]]]]:
    return {}
