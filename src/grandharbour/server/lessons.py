"""First lessons: their words, the tables they are played at, and what the other side does there."""

from __future__ import annotations

from msgspec import Struct

from ..engine import lesson as lessons
from ..engine.game import Game
from ..engine.table import Table
from . import wire
from .problems import Problem, detail

PLAYER = "lesson"
"""Who sits on the other side: it clicks what the lesson says, and plays on as the adviser would when the lesson is over."""
AFTERWARDS = "greedy"


class LessonClick(Struct):
    """One guided click; ``kind`` and ``label`` are those of the verb."""

    say: str
    rule: str
    verb: str
    label: str
    kind: wire.TargetKind
    target: wire.Target
    side: str
    look: bool
    then: str


class LessonText(Struct):
    game: str
    title: str
    intro: str
    outro: str
    side: str
    clicks: list[LessonClick]


def find(game: Game) -> lessons.Lesson:
    lesson = lessons.lesson(game)
    if lesson is None:
        raise Problem("not-found", detail("no-lesson", game=game.title))
    return lesson


def text(game: Game) -> LessonText:
    """What a lesson says. Not the position: that holds what the learner does not know."""
    lesson, say = find(game), game.catalogue.write
    clicks = []
    for click in lesson.click:
        verb = game.verbs[click.verb]
        clicks.append(
            LessonClick(
                say(click.say),
                click.rule,
                click.verb,
                verb.label,
                verb.kind,
                click.target,
                lesson.of(click),
                click.look,
                say(click.then),
            )
        )
    return LessonText(game.id, say(lesson.title), say(lesson.intro).strip(), say(lesson.outro).strip(), lesson.side, clicks)


def seats(game: Game) -> dict[str, wire.SeatWish]:
    """The learner here, the lesson on all other sides."""
    learner = find(game).side
    return {side.id: wire.SeatWish("here") if side.id == learner else wire.SeatWish("computer", PLAYER) for side in game.sides}


def answer(table: Table, side: int) -> tuple[str, int] | None:
    """What the lesson does for its own side now; None when it has nothing more to say."""
    game = table.war.setup.game
    click = lessons.next_click(table, find(game), table.war.setup.names.of("side", side))
    if click is None or table.war.why_not(click.verb, click.target, side) is not None:
        return None
    return click.verb, wire.target_number(table.war.setup, click.verb, click.target)
