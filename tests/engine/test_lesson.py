"""First lessons: every one can be played as it is written, and what no longer works is said with its click."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

import grandharbour as gh
from grandharbour.engine import lesson as lessons
from grandharbour.engine.lesson import Click, Lesson, LessonError

GAMES = list(gh.games())


def lesson_of(name: str) -> Lesson:
    found = lessons.lesson(gh.game(name))
    assert found is not None, f"{name} has no lesson"
    return found


@pytest.mark.parametrize("name", GAMES)
def test_a_lesson_can_be_played_as_it_is_written(name: str) -> None:
    """Every click is legal, every look is refused by the rule it names, every rule exists, the dice do what the words say."""
    game, lesson = gh.game(name), lesson_of(name)
    clicks = [click for click, _ in lessons.walk(game, lesson)]
    say = game.catalogue.write
    for click in clicks:
        assert say(click.say).endswith((".", "?", "!")) and (not click.then or say(click.then).endswith((".", "!", "?"))), click
    assert len(clicks) == len(lesson.click) + 1
    assert lesson.title and say(lesson.intro).strip().endswith(".") and say(lesson.outro).strip().endswith(".")


@pytest.mark.parametrize("name", GAMES)
def test_a_lesson_teaches(name: str) -> None:
    """Eight to twelve clicks of the learner, at least one look at something impossible, and an enemy who answers."""
    game, lesson = gh.game(name), lesson_of(name)
    assert 8 <= len(lesson.learner) <= 12
    assert any(click.look for click in lesson.learner)
    assert {side.id for side in game.sides} >= {lesson.of(click) for click in lesson.click}
    assert any(lesson.of(click) != lesson.side for click in lesson.click), "the other side does nothing"


@pytest.mark.parametrize("name", GAMES)
def test_the_learner_sees_odds_before_a_roll(name: str) -> None:
    game, lesson = gh.game(name), lesson_of(name)
    shown: list[Click] = []
    told = False
    for click, table in lessons.walk(game, lesson):
        if shown and click is not shown[-1] and lesson.of(click) != lesson.side:
            told |= bool(click.result)  # the defender's answer lets the die fall
        if lesson.of(click) == lesson.side and not click.look and game.verbs[click.verb].dice and table.war.stack is not None:
            if table.war.why_not(click.verb, click.target, lesson.side) is None:
                odds = table.war.odds(lesson.side, click.verb, click.target)
                if odds is not None and len(odds.chances) > 1:
                    shown.append(click)
                    told |= bool(click.result)
    assert told, "what the dice decide is told nowhere"


def test_the_dice_are_always_the_same() -> None:
    def rolled() -> list[Any]:
        *_, (_, table) = lessons.walk(gh.game("hawks"), lesson_of("hawks"))
        return [told.event.dice for told in table.events if told.event.dice]

    assert rolled() == rolled() != []


# --- what is wrong is said


def changed(number: int, **values: Any) -> Lesson:
    """The lesson of hawks with something else in one click, counted from 1."""
    lesson = lesson_of("hawks")
    clicks = list(lesson.click)
    clicks[number - 1] = msgspec.structs.replace(clicks[number - 1], **values)
    return msgspec.structs.replace(lesson, click=tuple(clicks))


def error_of(lesson: Lesson) -> str:
    with pytest.raises(LessonError) as caught:
        for _ in lessons.walk(gh.game("hawks"), lesson):
            pass
    return str(caught.value)


@pytest.mark.parametrize(
    ("number", "values", "reason"),
    [
        (
            1,
            {"target": "Gladiator 1"},
            "click 1 (IT next Gladiator 1): Each side numbers its own planes. Listed are: next CR42 1, BR20 1",
        ),
        (1, {"target": "CR42 9"}, "click 1 (IT next CR42 9): there is no piece called 'CR42 9'"),
        (1, {"verb": "dance"}, "there is no choice called 'dance'"),
        (1, {"rule": "HM-NONE.9"}, "the rulebook has no rule 'HM-NONE.9'"),
        (1, {"side": "XX"}, "there is no side 'XX'"),
        (5, {"side": "BR"}, "click 5 (BR to D4/4): this side has nothing to decide; IT: to "),
        (4, {"target": "D4/4"}, "click 4 (IT to D4/4): it is allowed"),
        (4, {"rule": "HM-MOVE.1"}, "it is refused by HM-MOVE.4"),
        (7, {"result": "shot down"}, "the result is hit, miss, not shot down"),
    ],
)
def test_what_is_wrong_is_said(number: int, values: dict[str, Any], reason: str) -> None:
    assert reason in error_of(changed(number, **values))


def test_a_position_that_cannot_stand_is_said() -> None:
    wrong = msgspec.structs.replace(lesson_of("hawks"), position={"state": {"turn": 4}})
    assert "the position: this position cannot stand: a plane stands beside the board" in error_of(wrong)
    wrong = msgspec.structs.replace(lesson_of("hawks"), scenario="pedestal")
    assert "no scenario" in error_of(wrong)


@pytest.mark.parametrize("text", ["", "title = 3", "x =", 'title = "a"\nwhat = 3'])
def test_texts_that_are_no_lessons(text: str) -> None:
    with pytest.raises(LessonError, match="not a lesson"):
        lessons.parse(text)


# --- at a table


def test_the_other_side_follows_the_lesson_and_only_as_long_as_the_learner_does() -> None:
    game, lesson = gh.game("hawks"), lesson_of("hawks")
    text = lessons.start(game, lesson)
    table = gh.Table(game.position(text, lesson.seed), text)
    assert lessons.next_click(table, lesson, "IT") == lesson.click[0]
    for click in lesson.click[:7]:
        if not click.look:
            table.play(click.verb, click.target, lesson.of(click))
    theirs = lessons.next_click(table, lesson, "BR")
    assert theirs is not None and theirs.side == "BR" and theirs.target == "D4/3"
    table.play("to", "E5/3", "BR")  # not what the lesson says
    assert lessons.next_click(table, lesson, "BR") is None and lessons.next_click(table, lesson, "IT") is None


def test_after_the_last_click_there_is_nothing_more_to_say() -> None:
    game, lesson = gh.game("hawks"), lesson_of("hawks")
    *_, (_, table) = lessons.walk(game, lesson)
    assert lessons.next_click(table, lesson, "IT") is None and lessons.next_click(table, lesson, "BR") is None


def test_a_partial_position_names_all_or_some_entries() -> None:
    below = {"at": {"a": "x", "b": "y", "c": "y"}, "turn": 1}
    above = {"at": {"* y": "z", "c": "w"}}
    assert lessons._over(below, above) == {"at": {"a": "x", "b": "z", "c": "w"}, "turn": 1}
    assert lessons._over(below, {"at": {"*": "-", "a": "v"}}) == {"at": {"a": "v", "b": "-", "c": "-"}, "turn": 1}
