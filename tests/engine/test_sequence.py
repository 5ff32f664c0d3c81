"""A sequence of play: phases by name, answers that come back to the phase that asked, positions that outlive a new phase."""

from __future__ import annotations

import pytest

from grandharbour.engine.choice import Decision, Outcome, Verb
from grandharbour.engine.game import Game
from grandharbour.engine.kinds import Pieces
from grandharbour.engine.position import PositionError
from grandharbour.engine.sequence import Phase, Run, Sequence
from grandharbour.engine.step import Step
from grandharbour.engine.war import War, per

from .toy import ToyGame


class Day(War):
    scopes = ("day",)
    turn: int
    told: list[int]
    marks: Pieces = per("day")

    def tick(self) -> bool:
        """A war that ends at once, whatever the step, when nine has been told."""
        if 9 in self.told:
            self.end(Outcome(0, "nine", "T.1"))
            return True
        return super().tick()


class Ask(Step[Day], frozen=True):
    """Hands down what was chosen."""

    verbs = ("bid", "pick")
    rule = "T.3"
    why = {"bid": "At most three.", "pick": ("T.1", "Nobody may be picked.")}

    def ask(self, war: Day) -> Decision:
        return Decision(0, "Bid", "T.3", {"bid": 0b1000001111})

    def take(self, war: Day, side: int, verb: str, target: int) -> None:
        war.marks |= 1
        war.finish(target)


class Round(Run[Day], frozen=True):
    """Ask, then tell; a bid of three goes back to the question, a bid of nought skips the telling."""

    scope = "day"
    kept: int = 0

    def begin(self, war: Day) -> None:
        war.push(Ask())

    def answered(self, war: Day, value: int) -> None:
        if value == 3:
            self.jump(war, "question")
        elif value == 0:
            self.jump(war, "end", kept=-1)
        else:
            self.note(war, kept=value)

    def tell(self, war: Day) -> None:
        war.told.append(self.kept)

    def end(self, war: Day) -> None:
        war.told.append(-self.kept)

    def result(self, war: Day) -> int:
        return self.kept

    sequence = Sequence(
        Phase("question", "T.1", begin, answered),
        Phase("telling", "T.2", tell),
        Phase("end", "T.3", end),
    )


class Weeks(Step[Day], frozen=True):
    def go(self, war: Day) -> bool:
        war.push(Round())
        return True

    def resume(self, war: Day, value: int) -> None:
        war.turn += 1
        war.told.append(100 + value)


class DayGame(ToyGame):
    id = "day"
    steps = (Weeks, Round, Ask)
    war = Day

    def open(self, war: Day) -> None:
        war.turn, war.told = 1, []
        war.stack = (Weeks(), None)


class DayWithNight(DayGame):
    """The same game after a phase has been put in."""

    class Round(Round, frozen=True):  # type: ignore[misc]
        sequence = Sequence(*[Phase("dawn", "T.1", lambda step, war: None), *Round.sequence])

    steps = (Weeks, Round, Ask)


GAME: Game = DayGame()


def test_the_answer_comes_to_the_phase_that_asked_and_the_rest_follows() -> None:
    war = GAME.new(seed=1)
    assert GAME.title_of(war.nearest(Round).now) == "The question"
    war.play("bid", 2)
    assert war.told == [2, -2, 102] and war.turn == 2


def test_a_jump_goes_back_or_leaps_over() -> None:
    war = GAME.new(seed=1)
    war.play("bid", 3)
    assert war.told == [] and war.nearest(Round).phase == "question"
    war.play("bid", 0)
    assert war.told == [1, 99], "the telling was leapt over, with what was noted"


def test_the_scope_of_a_run_ends_with_it() -> None:
    war = GAME.new(seed=1)
    war.play("bid", 3)
    assert war.marks == 1
    war.play("bid", 1)
    assert war.marks == 0


def test_a_war_may_watch_for_its_end() -> None:
    war = GAME.new(seed=1)
    war.play("bid", 9)
    assert war.outcome is not None and war.told == [9], "no phase came after"


def test_a_position_outlives_a_new_phase_and_a_wrong_name_is_refused() -> None:
    war = GAME.new(seed=1)
    text = war.position()
    assert 'phase = "question"' in text
    again = DayWithNight().position(text, seed=1)
    again.play("bid", 1)
    assert again.told == [1, -1, 101]
    with pytest.raises(PositionError, match="'tea' is none of question, telling, end, before question"):
        GAME.position(text.replace('"question"', '"tea"'))


def test_the_base_step_says_why_not() -> None:
    war = GAME.new(seed=1)
    refused = war.why_not("pick", "R1")
    assert refused is not None and (refused.rule, refused.reason) == ("T.1", "Nobody may be picked.")
    assert war.nearest(Ask).domain(war, 0, "pick") == 0b1111
    assert war.nearest(Weeks) is not None and war.nearest(Verb) is None


def test_two_phases_of_one_name_are_refused() -> None:
    with pytest.raises(ValueError, match="same name"):
        Sequence(Phase("a", "1", print), Phase("a", "2", print))
