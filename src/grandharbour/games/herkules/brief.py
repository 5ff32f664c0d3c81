"""Patterns of briefs: what most steps of this game are told alike."""

from __future__ import annotations

from typing import Any, ClassVar, TypeVar

from ...engine.brief import Brief
from ...engine.choice import Decision
from ...engine.game import Idea
from ...engine.geometry.bits import bits
from ...engine.step import Step
from .state import Islands

S = TypeVar("S", bound=Step[Any])


class Advised(Brief[S]):
    """A step whose adviser is good enough for one side or both: other plans were hardly ever better when played to the end."""

    good: ClassVar[tuple[bool, bool]] = (True, True)
    """For the Axis, and for the British."""

    def trusted(self, war: Islands, step: S, decision: Decision) -> bool:
        return self.good[decision.side]


class Routine(Advised[S]):
    """One answer is as good as any other or plainly the best: no others are put forward."""

    def score(self, war: Islands, verb: str, target: int) -> float:
        """What a choice adds to the usual answer."""
        return 0.0

    def ideas(self, war: Islands, step: S, decision: Decision) -> list[Idea]:
        weighed = [
            (self.score(war, verb, target) + (decision.quiet == (verb, target)), verb, target)
            for verb, mask in decision.choices.items()
            for target in bits(mask)
        ]
        score, verb, target = max(weighed, key=lambda one: one[0])
        return [Idea(score, verb, target, self.said.get(verb, "idea-usual"))]
