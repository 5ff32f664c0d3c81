"""Briefs are found from the kind of step: their own, that of a pattern, that of the kind derived from, or the plain one."""

from __future__ import annotations

from typing import Any, TypeVar

from grandharbour.engine.brief import Brief, brief
from grandharbour.engine.choice import Decision
from grandharbour.engine.game import Idea
from grandharbour.engine.step import Step
from grandharbour.engine.view import Stage

from .toy import TOY, Answer, Bids, Nod, Plan

S = TypeVar("S", bound=Step[Any])


class Deeper(Answer, frozen=True):
    """A kind of step without a brief of its own."""


class Alone(Step[Any], frozen=True):
    """Nobody has anything to tell about it."""


class Counting(Brief[S]):
    """A pattern: whatever it is used for, the number of choices is what they are worth."""

    def ideas(self, war: Any, step: S, decision: Decision) -> list[Idea]:
        return [Idea(len(decision.choices), verb, 0) for verb in decision.choices]


class AnswerBrief(Counting[Answer]):
    def stage(self, war: Any, step: Answer, side: int | None) -> Stage:
        return Stage("answer", f"{step.dice} dice", ())


class BothBrief(Counting[Bids | Nod]):
    pass


def test_briefs_are_found_from_the_step() -> None:
    assert isinstance(brief(Answer), AnswerBrief) and isinstance(brief(Deeper), AnswerBrief)
    assert isinstance(brief(Bids), BothBrief) and isinstance(brief(Nod), BothBrief)
    assert type(brief(Plan)) is Brief and type(brief(Alone)) is Brief


def test_the_plain_brief_prefers_the_quiet_answer() -> None:
    war = TOY.new(seed=1)
    war.play("pick", "R1")
    war.play("launch")
    assert war.decision is not None and war.stack is not None
    ideas = Brief[Any]().ideas(war, war.stack[0], war.decision)
    assert [(idea.verb, idea.score) for idea in ideas] == [("hit", 0.0), ("hold", 1.0)]


def test_a_stage_is_that_of_the_topmost_step_that_has_one() -> None:
    war = TOY.new(seed=1)
    assert TOY.stage(war, 0) is None
    war.push(Answer(3))
    war.push(Bids())
    found = TOY.stage(war, 0)
    assert found is not None and found.title == "3 dice"
