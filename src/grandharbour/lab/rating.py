"""Strength from results: shares with their intervals, Elo numbers with theirs, and tests that stop as soon as they know.

A game has three outcomes and a pair of games with the same dice in both seatings five, so the error of a share is taken from the
counts of all of them: many draws make a share surer than the same share of wins and losses would be.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import msgspec

_NEVER = 1e-6
"""What counts for an outcome that has not been seen: nearly nothing, but not impossible."""


class Score(msgspec.Struct, frozen=True):
    """What one player made against another: draws count half; the interval holds 95 %."""

    wins: int
    draws: int
    losses: int
    pairs: tuple[int, ...] = ()
    """Where each two games had the same dice and the seats were changed: how many pairs brought 0, a half, 1, 1½ and 2 points."""

    @property
    def games(self) -> int:
        """All games counted."""
        return self.wins + self.draws + self.losses

    @property
    def share(self) -> float:
        """The share of the points, a draw being half a win; a half before the first game."""
        return (self.wins + self.draws / 2) / self.games if self.games else 0.5

    @property
    def counts(self) -> tuple[int, ...]:
        """How often each outcome came, from none of the points to all: of pairs where every game belongs to one."""
        return self.pairs if self.pairs and 2 * sum(self.pairs) == self.games else (self.losses, self.draws, self.wins)

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the share."""
        return interval(self.counts)

    def error(self, share: float) -> float:
        """The standard error of the share if it were truly this one."""
        return math.sqrt(_likeliest(self.counts, share)[1] / max(1, sum(self.counts)))


def wilson(share: float, n: int, z: float = 1.96) -> tuple[float, float]:
    """Wilson's 95 % interval of a share seen in n trials that say yes or no."""
    if n == 0:
        return 0.0, 1.0
    middle = share + z * z / (2 * n)
    width = z * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    scale = 1 + z * z / n
    return max(0.0, (middle - width) / scale), min(1.0, (middle + width) / scale)


def interval(counts: Sequence[float], z: float = 1.96) -> tuple[float, float]:
    """The 95 % interval of a mean of outcomes spread evenly from 0 to 1, from how often each came.

    It holds every share that the counts do not contradict, judged by the error they would have if that share were true. With two
    outcomes it is Wilson's.

    >>> [round(bound, 3) for bound in interval((17, 18, 5))]    # 5 won, 18 drawn, 17 lost: not an even game
    [0.253, 0.463]
    """
    n = sum(counts)
    if n == 0:
        return 0.0, 1.0
    mean = _mean(counts)

    def contradicts(share: float) -> bool:
        return n * (mean - share) ** 2 > z * z * _likeliest(counts, share)[1]

    bounds = []
    for edge in (0.0, 1.0):
        inside, outside = mean, edge
        for _ in range(40):
            middle = (inside + outside) / 2
            inside, outside = (inside, middle) if contradicts(middle) else (middle, outside)
        bounds.append(outside if abs(outside - edge) > 1e-9 else edge)
    return bounds[0], bounds[1]


def _mean(counts: Sequence[float]) -> float:
    return sum(n * k for k, n in enumerate(counts)) / (len(counts) - 1) / sum(counts)


def _likeliest(counts: Sequence[float], share: float) -> tuple[list[float], float]:
    """The chances of the outcomes that make the counts likeliest among those whose mean is ``share``, and their variance."""
    share = min(1 - 1e-9, max(1e-9, share))
    seen = [max(float(n), _NEVER) for n in counts]
    total = sum(seen)
    values = [k / (len(seen) - 1) - share for k in range(len(seen))]
    # Lagrange: each chance is its count / (1 + t * distance from the mean), with the t that makes the mean right.
    low, high = -1 / values[-1], -1 / values[0]
    for _ in range(80):
        t = (low + high) / 2
        if sum(n * v / (1 + t * v) for n, v in zip(seen, values)) > 0:
            low = t
        else:
            high = t
    chances = [n / total / (1 + t * v) for n, v in zip(seen, values)]
    return chances, sum(p * v * v for p, v in zip(chances, values))


# --- stopping early


class Sprt(msgspec.Struct, frozen=True):
    """Wald's sequential test between two shares: it stops as soon as the games so far tell them apart.

    As fishtest does, each of the two is represented by the chances of the outcomes that fit the games best and have that share as
    their mean. ``risk`` is the chance to err, either way.
    """

    low: float
    high: float
    risk: float = 0.05

    def weight(self, counts: Sequence[float]) -> float:
        """The logarithm of how much likelier the games are if the truth is ``high``."""
        if not sum(counts):
            return 0.0
        under, over = (_likeliest(counts, share)[0] for share in (self.low, self.high))
        return sum(max(n, _NEVER) * math.log(b / a) for n, a, b in zip(counts, under, over))

    def verdict(self, counts: Sequence[float]) -> float | None:
        """The share that is accepted; None while the games do not tell."""
        limit = math.log((1 - self.risk) / self.risk)
        weight = self.weight(counts)
        return self.high if weight >= limit else self.low if weight <= -limit else None


def apart(counts: Sequence[float], step: float, risk: float = 0.05) -> int | None:
    """Whether a share lies above (1) or below (-1) one half by about ``step``, or does not (0); None while the games do not tell.

    Two sequential tests, one upward and one downward, share the risk.
    """
    verdicts = [Sprt(0.5, 0.5 + way * step, risk / 2).verdict(counts) for way in (1, -1)]
    for way, share in zip((1, -1), verdicts):
        if share is not None and share != 0.5:
            return way
    return 0 if verdicts == [0.5, 0.5] else None


def share_of(elo: float) -> float:
    """The share of the points an advantage of so many Elo brings."""
    return 1 / (1 + 10 ** (-elo / 400))


class Rating(msgspec.Struct, frozen=True):
    """An Elo number relative to the mean of all players, with half the width of its 95 % interval."""

    player: str
    elo: float
    error: float


def elo(scores: Mapping[tuple[str, str], Score]) -> list[Rating]:
    """Elo numbers that make the results likeliest, by Newton's method; one drawn game between every two keeps them finite.

    The numbers follow from the shares alone; their errors from how much the outcomes really vary, which draws and paired seatings
    make less than wins and losses would.
    """
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
            _add(matrix, i, j, games * expected * (1 - expected))
            slope[i] += won - games * expected
            slope[j] -= won - games * expected
        step = _solve(matrix, slope)
        x = [v + max(-2.0, min(2.0, d)) for v, d in zip(x, step)]
        if max(abs(d) for d in step) < 1e-9:
            break
    noise = [[0.0] * n for _ in range(n)]
    for (a, b), score in scores.items():
        i, j = place[a], place[b]
        expected = 1 / (1 + math.exp(x[j] - x[i]))
        _add(noise, i, j, (score.games * score.error(expected)) ** 2 + expected * (1 - expected))
    scale = 400 / math.log(10)
    ratings = []
    for k, name in enumerate(names):
        row = _solve(matrix, [float(i == k) for i in range(n)])
        spread = sum(row[i] * noise[i][j] * row[j] for i in range(n) for j in range(n))
        ratings.append(Rating(name, scale * x[k], 1.96 * scale * math.sqrt(max(0.0, spread))))
    return sorted(ratings, key=lambda rating: -rating.elo)


def _add(matrix: list[list[float]], i: int, j: int, weight: float) -> None:
    """What one contest says about the difference of two players."""
    matrix[i][i] += weight
    matrix[j][j] += weight
    matrix[i][j] -= weight
    matrix[j][i] -= weight


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
