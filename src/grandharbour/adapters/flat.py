"""A game as numbers: a fixed list of actions with a mask, and what a side sees as one vector."""

from __future__ import annotations

from functools import cache
from zlib import crc32

import numpy as np
import numpy.typing as npt

from ..engine.choice import Decision
from ..engine.game import Setup
from ..engine.geometry.bits import bits
from ..engine.war import War

NUMBERS = 100
"""Verbs that take a number take one below this."""
_TRACKS, _STRANGERS, _MARKS, _VALUES, _MARKER_KINDS = 64, 64, 8, 4, 4
_PIECE = 5 + _VALUES + _MARKS


class Actions:
    """Every (verb, target) of a game as one number, the same in every game of a setup."""

    def __init__(self, setup: Setup) -> None:
        self.offsets: dict[str, int] = {}
        sizes = {"nothing": 1, "number": NUMBERS} | {kind: len(names) for kind, names in setup.names.lists.items()}
        self.names: list[str] = []
        for verb in setup.game.verbs.values():
            self.offsets[verb.id] = len(self.names)
            for target in range(sizes[verb.kind]):
                shown = (
                    "" if verb.kind == "nothing" else f" {target if verb.kind == 'number' else setup.names.of(verb.kind, target)}"
                )
                self.names.append(verb.id + shown)
        self._verbs = [verb for verb in setup.game.verbs for _ in range(sizes[setup.game.verbs[verb].kind])]

    def __len__(self) -> int:
        return len(self.names)

    def choice(self, action: int) -> tuple[str, int]:
        """The verb and target behind a number."""
        verb = self._verbs[action]
        return verb, action - self.offsets[verb]

    def legal(self, decision: Decision) -> list[int]:
        """The numbers of all legal choices, ascending."""
        return sorted(self.offsets[verb] + target for verb, mask in decision.choices.items() for target in bits(mask))

    def mask(self, decision: Decision | None) -> npt.NDArray[np.int8]:
        """One entry for each action, 1 where it is legal."""
        found = np.zeros(len(self), np.int8)
        if decision is not None:
            found[self.legal(decision)] = 1
        return found


class Eyes:
    """What a side sees, as one vector of numbers: made from its view and its decision, so it can hold nothing else."""

    def __init__(self, setup: Setup) -> None:
        board = setup.game.board(setup)
        left, top, width, height = board.box
        self.space = {space.id: n for n, space in enumerate(board.spaces)}
        self.place = {
            space.id: ((space.x + space.w / 2 - left) / width, (space.y + space.h / 2 - top) / height) for space in board.spaces
        }
        self.piece = {name: n for n, name in enumerate(setup.names.lists["piece"])}
        self.sides = {side.id: n + 1 for n, side in enumerate(setup.game.sides)}
        self.steps = {step: n for n, step in enumerate(setup.game.steps)}
        head = 1 + len(self.sides) + len(self.steps) + 1
        self._tracks = head
        self._pieces = self._tracks + _TRACKS
        self._markers = self._pieces + _PIECE * (len(self.piece) + _STRANGERS)
        self.size = self._markers + _MARKER_KINDS * len(self.space)

    def look(self, war: War, side: int) -> npt.NDArray[np.float32]:
        """The vector for a side: turn, side, kind of step, what is asked about, tracks, pieces, markers."""
        seen = [0.0] * self.size  # single places are written much quicker here than in an array
        view = war.view(side)
        seen[0] = view.turn
        seen[1 + side] = 1
        decision = war.decisions.get(side)
        if decision is not None and war.stack is not None:
            seen[1 + len(self.sides) + self.steps[type(war.stack[0])]] = 1
            if decision.about is not None:
                seen[self._tracks - 1] = 1 + decision.about[1]
        for track in view.tracks:
            seen[self._tracks + _slot(track.id, _TRACKS)] = track.value
        for piece in view.pieces:
            row = self.piece.get(piece.id, len(self.piece) + _slot(piece.id, _STRANGERS))
            at = self._pieces + _PIECE * row
            seen[at] = self.sides.get(piece.side, 0)
            if piece.at in self.place:
                seen[at + 1] = 1
                seen[at + 2 : at + 4] = self.place[piece.at]
            if piece.box is not None:
                seen[at + 4] = 1 + _slot(piece.box, 64)
            for n, value in enumerate(piece.values[:_VALUES]):
                seen[at + 5 + n] = _number(value)
            for mark in piece.marks:
                seen[at + 5 + _VALUES + _slot(mark.id, _MARKS)] += 1
        for marker in view.markers:
            if marker.at in self.space:
                seen[self._markers + _MARKER_KINDS * self.space[marker.at] + _slot(marker.kind, _MARKER_KINDS)] += 1
        return np.array(seen, np.float32)


@cache
def _slot(name: str, slots: int) -> int:
    """A fixed place for a name: the same on every machine."""
    return crc32(name.encode()) % slots


@cache
def _number(text: str) -> float:
    digits = "".join(c for c in text if c.isdigit())
    return float(digits) if digits else float(bool(text))
