"""The attack being prepared, as a small board: who attacks, who may join, what supports them, and who defends [15.2]."""

from __future__ import annotations

from ...engine.geometry.bits import bits, first
from ...engine.kinds import NOWHERE
from ...engine.view import Stage, StageRow
from .battle import Assemble, Fight
from .previews import odds_in_words, planned
from .state import SIDES, Italy


def stage(war: Italy) -> Stage | None:
    """None as long as no hex has been chosen to be attacked."""
    if war.stack is None:
        return None
    step = war.stack[0]
    known = planned(war)
    if known is not None:
        fight, defenders = known
        percent, note = odds_in_words(war, fight, defenders)
        return _facing(war, fight.target, fight.attackers, defenders, fight, f"{percent}%: {note}")
    if isinstance(step, Assemble):
        side = war.asked()[0].side
        return _facing(war, step.target, 0, war.units_in(step.target, 1 - side), None, "Nobody has joined yet.")
    return None


def _facing(war: Italy, target: int, attackers: int, defenders: int, fight: Fight | None, note: str) -> Stage:
    setup = war.setup
    side = setup.side_of[first(attackers)] if attackers else war.asked()[0].side
    asked = war.decisions.get(side)
    waiting = asked.choices.get("join", 0) if asked is not None else 0
    rows = [_row(war, "Attack", side, attackers, _points(war, attackers))]
    if fight is not None and (support := fight.cas | _one(fight.guns) | _one(fight.ssu)):
        rows.append(_row(war, "Support", side, support))
    if waiting:
        rows.append(_row(war, "May join", side, waiting))
    rows.append(_row(war, "Defend", 1 - side, defenders, _points(war, defenders)))
    if fight is not None and (support := _one(fight.dguns) | _one(fight.dssu)):
        rows.append(_row(war, "Support", 1 - side, support))
    return Stage("battle", f"Attack on {setup.hex_label(target)}", tuple(rows), note)


def _row(war: Italy, label: str, side: int, pieces: int, note: str = "") -> StageRow:
    return StageRow(label, SIDES[side], tuple(war.setup.piece_names[piece] for piece in bits(pieces)), note)


def _one(piece: int | None) -> int:
    return 0 if piece is None or piece == NOWHERE else 1 << piece


def _points(war: Italy, pieces: int) -> str:
    return f"{war.total(pieces)} points" if pieces else ""
