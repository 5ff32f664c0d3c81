"""Strength from results: wins with their intervals, and Elo numbers with theirs."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import msgspec


class Score(msgspec.Struct, frozen=True):
    """What one player made against another: draws count half; the interval is Wilson's, 95 %."""

    wins: int
    draws: int
    losses: int

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def share(self) -> float:
        return (self.wins + self.draws / 2) / self.games if self.games else 0.5

    @property
    def interval(self) -> tuple[float, float]:
        return wilson(self.share, self.games)


def wilson(share: float, n: int, z: float = 1.96) -> tuple[float, float]:
    """Wilson's 95 % interval of a share seen in n trials."""
    if n == 0:
        return 0.0, 1.0
    middle = share + z * z / (2 * n)
    width = z * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    scale = 1 + z * z / n
    return max(0.0, (middle - width) / scale), min(1.0, (middle + width) / scale)


class Rating(msgspec.Struct, frozen=True):
    """An Elo number relative to the mean of all players, with half the width of its 95 % interval."""

    player: str
    elo: float
    error: float


def elo(scores: Mapping[tuple[str, str], Score]) -> list[Rating]:
    """Elo numbers that make the results likeliest, by Newton's method; one drawn game between every two keeps them finite."""
    names = sorted({name for pair in scores for name in pair})
    place = {name: i for i, name in enumerate(names)}
    n = len(names)
    x = [0.0] * n
    matrix: list[list[float]] = []
    for _ in range(50):
        slope = [0.0] * n
        matrix = [[1.0 / n] * n for _ in range(n)]  # holds the mean at zero
        for (a, b), score in scores.items():
            i, j = place[a], place[b]
            games, won = score.games + 1.0, score.share * score.games + 0.5
            expected = 1 / (1 + math.exp(x[j] - x[i]))
            weight = games * expected * (1 - expected)
            slope[i] += won - games * expected
            slope[j] -= won - games * expected
            matrix[i][i] += weight
            matrix[j][j] += weight
            matrix[i][j] -= weight
            matrix[j][i] -= weight
        step = _solve(matrix, slope)
        x = [v + max(-2.0, min(2.0, d)) for v, d in zip(x, step)]
        if max(abs(d) for d in step) < 1e-9:
            break
    scale = 400 / math.log(10)
    spread = [_solve(matrix, [float(i == k) for i in range(n)])[k] - 1.0 / n for k in range(n)]
    found = [Rating(name, scale * x[i], 1.96 * scale * math.sqrt(max(0.0, spread[i]))) for i, name in enumerate(names)]
    return sorted(found, key=lambda rating: -rating.elo)


def _solve(matrix: Sequence[Sequence[float]], right: Sequence[float]) -> list[float]:
    """Gauss with pivots: the matrices here are as small as the list of players."""
    n = len(right)
    rows = [[*row, value] for row, value in zip(matrix, right)]
    for column in range(n):
        pivot = max(range(column, n), key=lambda r: abs(rows[r][column]))
        rows[column], rows[pivot] = rows[pivot], rows[column]
        for r in range(n):
            if r != column:
                factor = rows[r][column] / rows[column][column]
                rows[r] = [a - factor * b for a, b in zip(rows[r], rows[column])]
    return [rows[i][n] / rows[i][i] for i in range(n)]
