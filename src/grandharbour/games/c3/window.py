"""The attack being planned or fought, as a small board: who attacks, who may join, who holds the hex, and the chances [5.5]."""

from __future__ import annotations

from ...engine.geometry.bits import bits, first
from ...engine.view import Stage, StageRow
from .battle import Assemble, Combat, odds_column
from .previews import in_words, planned
from .state import SIDES, Malta


def stage(war: Malta) -> Stage | None:
    """None as long as no hex has been chosen to be attacked."""
    if war.stack is None:
        return None
    step = war.stack[0]
    combat = planned(war)
    if combat is not None:
        side = war.setup.side_of[first(combat.attackers)]
        return _facing(war, combat.target, side, combat.attackers, combat.hold or combat.defenders(war, side), combat)
    if isinstance(step, Assemble):
        side = war.asked()[0].side
        return _facing(war, step.target, side, 0, war.units_in(step.target, 1 - side), None)
    return None


def _facing(war: Malta, target: int, side: int, attackers: int, defenders: int, combat: Combat | None) -> Stage:
    asked = war.decisions.get(side)
    waiting = asked.choices.get("join", 0) if asked is not None else 0
    points: tuple[str, str] = ("", "")
    note, win = "Nobody has joined yet.", None
    if combat is not None:
        win, note = in_words(war, combat)
        attack, defence, *_ = odds_column(war, combat)
        points = (f"{attack} points", f"{defence} points")
    rows = [_row(war, "Attack", side, attackers, points[0])]
    if waiting:
        rows.append(_row(war, "May join", side, waiting))
    rows.append(_row(war, "Defend", 1 - side, defenders, points[1]))
    return Stage("battle", f"Attack on {war.setup.hex_label(target)}", tuple(rows), note, win)


def _row(war: Malta, label: str, side: int, pieces: int, note: str = "") -> StageRow:
    return StageRow(label, SIDES[side], tuple(war.setup.piece_names[piece] for piece in bits(pieces)), note)
