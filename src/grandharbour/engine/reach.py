"""Where a piece can go in one gesture: the rows of clicks that lead from here to a place, found by trying them on a copy.

A player takes a unit and points at a hex; the rules may want to know the kind of Action first, who leads, and from which source it
is paid. ``reach`` finds those clicks where they need no die, ask nobody else, end nothing that is under way and name no other
piece. The list of legal choices is the only judge: a row is made of listed choices, and ``Table.chain`` plays it as one.
"""

from __future__ import annotations

from typing import Any

import msgspec

from .choice import Decision
from .dice import SEALED, OutOfDice
from .geometry.bits import bits
from .war import War

Click = tuple[str, int]

PLAYS = 600
"""So many choices are tried for one question; what lies further away is clicked step by step."""
LEAD = 4
"""So many clicks may stand before the first that moves the piece."""


class Way(msgspec.Struct, frozen=True):
    """A row of clicks that brings a piece to a place, the last of them the one that names it."""

    place: int
    clicks: tuple[Click, ...]


def reach(war: War, side: int, piece: int, longest: int = 6) -> dict[int, list[Way]]:
    """Every place a piece can be brought to from the decision its side owes, with the rows of clicks that do it, shortest first.

    Two rows to one place are told apart by their verbs, and by what they choose before the piece moves; of rows that differ only in
    the places passed on the way the first is kept. ``war`` is what the side may know.
    """
    places: dict[int, list[Way]] = {}
    kinds: dict[int, set[tuple[Any, ...]]] = {}
    queue: list[tuple[War, tuple[Click, ...], tuple[Click, ...]]] = [(_still(war), (), ())]
    depth = _depth(war)
    begun, turn = war.under_way, war.turn
    seen: set[tuple[Any, ...]] = set()
    tried = 0
    while queue and tried < PLAYS:
        state, clicks, before = queue.pop(0)
        decision = _owed(state, side)
        if decision is None or len(clicks) >= longest:
            continue
        for verb, target in _clicks(state, decision, piece):
            tried += 1
            trial = state.copy()
            here = _at(trial, piece)
            try:
                trial.play(verb, target, side)
            except OutOfDice:
                continue
            if (trial.rolled, trial.drawn, trial.shown) != (war.rolled, war.drawn, war.shown):
                continue
            row = (*clicks, (verb, target))
            arrived = _at(trial, piece) == target != here and war.setup.game.verbs[verb].kind == "space"
            if arrived:
                kind = (*before, verb)
                if kind not in kinds.setdefault(target, set()):
                    kinds[target].add(kind)
                    places.setdefault(target, []).append(Way(target, row))
            elif len(row) > LEAD or getattr(trial, "at", None) != getattr(state, "at", None):
                continue  # another piece would be moved
            if trial.stack is None or trial.turn != turn or trial.under_way is not begun or _depth(trial) < depth:
                continue  # something has ended: what comes then is no part of this gesture
            key = trial.key()
            if key not in seen:
                seen.add(key)
                queue.append((trial, row, before if arrived else row))
    start = _at(war, piece)
    return {place: sorted(ways, key=lambda way: len(way.clicks)) for place, ways in places.items() if place != start}


def _still(war: War) -> War:
    new = war.copy()
    new.dice = SEALED
    return new


def _owed(war: War, side: int) -> Decision | None:
    """The decision of a side, if nobody else is asked and it may be answered for him."""
    asked = war.asked()
    return asked[0] if len(asked) == 1 and asked[0].side == side and not asked[0].sealed else None


def _clicks(war: War, decision: Decision, piece: int) -> list[Click]:
    """The choices that may belong to the gesture: of pieces only this one."""
    verbs = war.setup.game.verbs
    clicks: list[Click] = []
    for verb, mask in decision.choices.items():
        if verbs[verb].kind == "piece":
            clicks += [(verb, piece)] if mask >> piece & 1 else []
        elif verbs[verb].kind == "number":
            clicks.append((verb, mask.bit_length() - 1))  # all that may
        else:
            clicks += [(verb, target) for target in bits(mask)]
    return clicks


def _at(war: Any, piece: int) -> int:
    at = getattr(war, "at", None)
    return -1 if at is None else int(at[piece])


def _depth(war: War) -> int:
    depth, stack = 0, war.stack
    while stack is not None:
        depth, stack = depth + 1, stack[1]
    return depth
