"""A game written down to be read: every event by turns, and what people say about it."""

from __future__ import annotations

from collections.abc import Sequence

from ..engine.save import Remark
from .history import History
from .problems import say


def written(history: History, eyes: int | None, said: Sequence[Remark]) -> str:
    """What somebody's eyes have been told as plain text, with comments where they belong."""
    setup = history.table.war.setup
    names = {side.id: side.short for side in history.game.sides}
    board = {space.id: space.name or space.label or space.id for space in history.game.board(setup).spaces}
    lines = [
        say("story-title", game=history.game.title, scenario=setup.words.title),
        say("story-seats", sides=" – ".join(names.values())),
    ]
    left = sorted(said, key=lambda one: one.choices)
    turn = None
    for k in range(history.moments(eyes).moments):
        moment, at = history.moment(eyes, k), history.shown(eyes, k).choices
        if moment.view.turn != turn:
            turn = moment.view.turn
            lines += ["", moment.view.heading, ""]
        for event in moment.events:
            dice = " " + say("story-dice", dice=" ".join(map(str, event.dice))) if event.dice else ""
            lines.append(f"- {event.text}{dice}")
        while left and left[0].choices <= at:
            lines.append(f"  * {_comment(left.pop(0), names, board)}")
    lines += [f"  * {_comment(one, names, board)}" for one in left]
    outcome = history.table.outcome
    if outcome is not None:
        lines += ["", say("story-end", reason=_reason(history))]
    return "\n".join(lines) + "\n"


def _reason(history: History) -> str:
    outcome = history.state(None, since=10**6).outcome
    assert outcome is not None
    return outcome.reason


def _comment(one: Remark, names: dict[str, str], board: dict[str, str]) -> str:
    side, text = names.get(one.by, one.by), one.comment.replace("\n", " ")
    if not one.arrows:
        return say("story-comment", side=side, text=text)
    arrows = ", ".join(
        say("story-ring", **{"from": board.get(a, a)})
        if a == b
        else say("story-arrow", **{"from": board.get(a, a), "to": board.get(b, b)})
        for a, b in one.arrows
    )
    return say("story-comment-arrows", side=side, text=text, arrows=arrows)
