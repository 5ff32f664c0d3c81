"""A game's choices as numbers: a fixed list of actions, and which of them are legal, as a mask or as their numbers."""

from __future__ import annotations

from array import array

from ..engine.choice import Decision
from ..engine.game import Setup
from ..engine.geometry.bits import bits

try:
    import numpy as np
    import numpy.typing as npt
except ImportError as missing:
    raise ImportError("this needs the extra 'arrays': pip install grandharbour[arrays]") from missing

NUMBERS = 100
"""Verbs that take a number take one below this."""
SOME = 12
"""Sets up to this size are walked member by member; larger ones are unpacked at once."""
MEMO = 1 << 13
"""So many sets are remembered with the numbers of their members."""


class Actions:
    """Every (verb, target) of a game as one number, the same in every game of a setup."""

    def __init__(self, setup: Setup) -> None:
        self.offsets: dict[str, int] = {}
        self.sizes: dict[str, int] = {}
        sizes = {"nothing": 1, "number": NUMBERS} | {kind: len(names) for kind, names in setup.names.lists.items()}
        self.names: list[str] = []
        for verb in setup.game.verbs.values():
            self.offsets[verb.id] = len(self.names)
            self.sizes[verb.id] = sizes[verb.kind]
            for target in range(sizes[verb.kind]):
                shown = (
                    "" if verb.kind == "nothing" else f" {target if verb.kind == 'number' else setup.names.of(verb.kind, target)}"
                )
                self.names.append(verb.id + shown)
        self._known: dict[tuple[str, int], list[int]] = {}
        self._listed: dict[tuple[tuple[str, int], ...], array[int]] = {}
        self._verbs = [verb for verb, size in self.sizes.items() for _ in range(size)]

    def __len__(self) -> int:
        return len(self._verbs)

    def choice(self, action: int) -> tuple[str, int]:
        """The verb and target behind a number."""
        verb = self._verbs[action]
        return verb, action - self.offsets[verb]

    def number(self, verb: str, target: int) -> int:
        """The number of a choice."""
        return self.offsets[verb] + target

    def legal(self, decision: Decision) -> list[int]:
        """The numbers of all legal choices, ascending."""
        choices = decision.choices
        if len(choices) == 1:
            (verb,) = choices
            return list(self._numbers(verb, choices[verb]))
        actions: list[int] = []
        for verb in sorted(choices, key=self.offsets.__getitem__):
            actions += self._numbers(verb, choices[verb])
        return actions

    def listed(self, decision: Decision) -> array[int]:
        """The same, remembered for the whole question: to be written somewhere, not to be changed."""
        key = tuple(decision.choices.items())
        actions = self._listed.get(key)
        if actions is None:
            if len(self._listed) >= MEMO:
                self._listed.clear()
            actions = self._listed[key] = array("i", self.legal(decision))
        return actions

    def _numbers(self, verb: str, mask: int) -> list[int]:
        """The numbers of a verb's targets; the same few sets are asked for again and again."""
        numbers = self._known.get((verb, mask))
        if numbers is None:
            if len(self._known) >= MEMO:
                self._known.clear()
            offset = self.offsets[verb]
            numbers = self._known[verb, mask] = [offset + target for target in self._members(mask)]
        return numbers

    @staticmethod
    def _members(mask: int) -> list[int]:
        if mask.bit_count() <= SOME:
            return list(bits(mask))
        flags = np.unpackbits(np.frombuffer(mask.to_bytes(mask.bit_length() + 7 >> 3, "little"), np.uint8), bitorder="little")
        targets: list[int] = np.flatnonzero(flags).tolist()
        return targets

    def mask(self, decision: Decision | None, out: npt.NDArray[np.int8] | None = None) -> npt.NDArray[np.int8]:
        """One entry for each action, 1 where it is legal; into ``out`` if there is memory for it already."""
        if out is None:
            out = np.zeros(len(self), np.int8)
        else:
            out.fill(0)
        if decision is not None:
            out[self.legal(decision)] = 1
        return out
