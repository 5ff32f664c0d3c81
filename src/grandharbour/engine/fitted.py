"""Chances fitted to games: a sum of signs by weights, as a logistic curve.

The weights of a game stand in ``values.toml`` beside its advisers, in thousandths, with where they come from; ``tools/values.py`` fits and writes
them. Sums are made in the order of the file, so that every machine comes to the same number.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from math import exp
from pathlib import Path


class Fitted:
    """The weights of one game."""

    def __init__(self, source: str, begins: Mapping[str, tuple[int, int]], weights: Mapping[str, tuple[int, int]]) -> None:
        self.source = source
        """The games they were fitted to."""
        self.begins = dict(begins)
        """Where a scenario stands without any sign: at its end, and how much further with all of it to come."""
        self.weights = dict(weights)
        """What a sign weighs at the end, and how much more with the whole game to come."""

    @classmethod
    def read(cls, path: Path) -> Fitted:
        """The weights of a file."""
        said = tomllib.loads(path.read_text(encoding="utf-8"))
        begins = {name: (pair[0], pair[1]) for name, pair in said["begins"].items()}
        return cls(said["source"], begins, {name: (pair[0], pair[1]) for name, pair in said["weights"].items()})

    def chance(self, scenario: str, signs: Mapping[str, float], left: float) -> float:
        """The score the first side may expect, a draw for half; ``left`` is how much of the game is to come, from 1 to 0.

        >>> Fitted("by hand", {"day": (0, 0)}, {"points": (2000, 0)}).chance("day", {"points": 0.0}, 0.5)
        0.5
        """
        end, more = self.begins[scenario]
        margin = end + more * left
        for name, (end, more) in self.weights.items():
            margin += (end + more * left) * signs[name]
        return 1.0 / (1.0 + exp(-max(-30.0, min(30.0, margin / 1000))))
