"""What it cost: what was lost, hurt or taken since a seat last clicked, read off two views of that seat.

Nothing is known here of any game: a piece is lost that has come to lie in a box for it, hurt if it carries a bad mark that it did
not carry, and a place is taken if its marker or the layer "control" names another side.
"""

from __future__ import annotations

from ..engine.view import View
from ..engine.war import War
from . import wire

LAYER = "control"
"""The layer that tells who holds what, where a game has one."""


def toll(before: War, now: War, side: int | None) -> wire.Toll:
    """What differs between two wars for the worse or in their owner, as one side sees them."""
    then, seen = before.view(side), now.view(side)
    old = {piece.id: piece for piece in then.pieces}
    lost_boxes = {box.id for box in seen.boxes if box.lost}
    lost, hurt = [], []
    for piece in seen.pieces:
        was = old.get(piece.id)
        if was is None or was == piece:
            continue
        name = f"{piece.label} {piece.sub}".strip()
        if piece.box in lost_boxes and was.box not in lost_boxes:
            lost.append(wire.Blow(piece.id, name, piece.side, was.at))
            continue
        known = {mark.id for mark in was.marks}
        worse = [mark.label for mark in piece.marks if mark.tone == "bad" and mark.id not in known]
        if worse and piece.box not in lost_boxes:
            hurt.append(wire.Blow(piece.id, name, piece.side, piece.at, ", ".join(worse)))
    held = _markers(then), _markers(seen)
    taken = {at: owner for id, (at, owner) in held[1].items() if id in held[0] and held[0][id][1] != owner}
    if any(info.id == LAYER for info in now.setup.game.board(now.setup).overlays):
        was_held, is_held = (_layer(war, side) for war in (before, now))
        taken |= {space: owner for space, owner in is_held.items() if was_held.get(space) not in (None, owner)}
    return wire.Toll(lost, hurt, [wire.Taken(space, owner or None) for space, owner in sorted(taken.items())])


def _markers(view: View) -> dict[str, tuple[str, str]]:
    return {marker.id: (marker.at, marker.side) for marker in view.markers if marker.side is not None}


def _layer(war: War, side: int | None) -> dict[str, str]:
    """Who holds a place by the layer; nobody's places too, so that one which changes hands over an empty turn is found."""
    colours = {info.colour: info.id for info in war.setup.game.sides}
    tints = war.setup.game.overlay(war.copy(), side, LAYER, None).tints
    return {tint.space: colours.get(tint.tone, "") for tint in tints}
