"""Sweeps and tuning: the same games under many values of one or two numbers, and a search for values that make a scenario even.

Game *i* has the same dice at every point (common random numbers), so neighbouring points differ by their values and not by their luck.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from itertools import product
from typing import Any

import msgspec
import tomli_w

from ..engine import toml
from ..engine.game import Game, OptionValue, game
from ..engine.tables import Entry, Tables, TablesError
from .rating import interval
from .simulate import BATCH, Result, jobs, spread

MOST = 200
"""Points of a grid."""
CONFIRMED = 3
"""Proposals of a search that are played again with new dice."""


class Axis(msgspec.Struct, frozen=True):
    """A number of a game's tables and the values it is to take."""

    key: str
    values: tuple[Any, ...]
    printed: Any


class Point(msgspec.Struct, frozen=True):
    """One set of values and what came of its games: the first side's points with their interval."""

    values: tuple[Any, ...]
    won: int
    drawn: int
    lost: int
    errors: int

    @property
    def games(self) -> int:
        """All games that ended."""
        return self.won + self.drawn + self.lost

    @property
    def share(self) -> float:
        """The first side's share of the points, a draw being half a win; a half before the first game."""
        return (self.won + self.drawn / 2) / self.games if self.games else 0.5

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the share."""
        return interval((self.lost, self.drawn, self.won))


class Sweep(msgspec.Struct, frozen=True):
    """A grid of points, in order: the last axis runs fastest."""

    game: str
    scenario: str
    players: tuple[str, ...]
    games: int
    seed: int
    axes: tuple[Axis, ...]
    points: tuple[Point, ...]
    tables: str = ""
    """The pack all points are laid over."""


# --- numbers by their path


def find(tables: Tables, path: str) -> tuple[Entry, list[str], Any]:
    """The entry a path leads to, what is left of the path inside its value, and what stands there: in print, or in a pack."""
    words = path.split(".")
    for cut in range(len(words), 0, -1):
        entry = tables.entries.get(".".join(words[:cut]))
        if entry is None:
            continue
        value = entry.value
        try:
            for word in words[cut:]:
                value = value[int(word)] if isinstance(value, list) else value[word]
        except (KeyError, IndexError, ValueError, TypeError):
            raise TablesError(f"{path}: {entry.key} has nothing called {'.'.join(words[cut:])!r}") from None
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            raise TablesError(f"{path} is no number")
        return entry, words[cut:], value
    raise TablesError(f"there is no number {path!r}{tables.hint(path)}")


def axis(rules: Game, text: str, base: str = "") -> Axis:
    """``fire.hits_on.0=6,7,8``, ``victory.max_turns=4..8`` or ``…=4..8:2``; ``base``: a pack whose numbers are meant too.

    >>> axis(game("hawks"), "victory.max_turns=4..8:2").values
    (4, 6, 8)
    """
    path, equals, said = text.partition("=")
    if not equals:
        raise TablesError(f"{text!r}: values are given as KEY=1,2,3 or KEY=1..9 or KEY=1..9:2")
    _, _, printed = find(rules.laid(base), path)
    whole = isinstance(printed, int)
    try:
        if ".." in said:
            span, _, by = said.partition(":")
            low, high = (float(part) for part in span.split(".."))
            step = float(by) if by else 1.0
            if step <= 0 or high < low:
                raise ValueError
            if (high - low) / step > MOST:
                raise TablesError(f"{text!r}: too many values; a sweep has at most {MOST} points")
            values = [low + step * n for n in range(math.floor((high - low) / step + 1e-9) + 1)]
        else:
            values = [float(part) for part in said.split(",")]
    except TablesError:
        raise
    except (ValueError, OverflowError):
        raise TablesError(f"{text!r}: {said!r} is no list like 1,2,3 and no range like 1..9 from low to high") from None
    if whole and any(value != int(value) for value in values):
        raise TablesError(f"{path} takes whole numbers")
    return Axis(path, tuple(int(value) if whole else round(value, 10) for value in dict.fromkeys(values)), printed)


def pack(rules: Game, values: Mapping[str, Any], base: str = "") -> str:
    """A table pack with these numbers, laid over another one."""
    tables = rules.laid(base)
    tree: dict[str, Any] = {}
    wholes: dict[str, Any] = {}
    for path, value in values.items():
        entry, inside, _ = find(tables, path)
        if not inside:
            wholes[entry.key] = value
            continue
        whole = wholes.setdefault(entry.key, msgspec.json.decode(msgspec.json.encode(tables[entry.key])))
        spot = whole
        for word in inside[:-1]:
            spot = spot[int(word)] if isinstance(spot, list) else spot[word]
        spot[int(inside[-1]) if isinstance(spot, list) else inside[-1]] = value
    for key, value in wholes.items():
        spot = tree
        *folders, last = key.split(".")
        for folder in folders:
            spot = spot.setdefault(folder, {})
        spot[last] = value
    return merged(base, tree) if base else tomli_w.dumps(tree)


def merged(base: str, more: dict[str, Any]) -> str:
    """A pack with more laid over it; what either takes out is gone."""

    def merge(low: dict[str, Any], high: dict[str, Any]) -> dict[str, Any]:
        return {
            **low,
            **{k: merge(low[k], v) if isinstance(v, dict) and isinstance(low.get(k), dict) else v for k, v in high.items()},
        }

    low = toml.loads(base)
    both = {word: [*low[word], *more[word]] for word in ("remove", "replace") if word in low and word in more}
    return tomli_w.dumps(merge(low, more | both))


# --- playing


def measure(
    name: str, scenario: str, packs: Sequence[str], players: Sequence[str], games: int, seed: int, *,
    options: Mapping[str, OptionValue] | None = None, executor: Executor | None = None,
    progress: Callable[[int], None] = lambda n: None, batch: int = BATCH,
) -> list[list[Result]]:  # fmt: skip
    """The results under each pack, game *i* with the same dice under all."""
    todo = [
        job
        for number, tables in enumerate(packs)
        for job in jobs(name, scenario, players, range(games), seed, options=options, tables=tables, match=number, batch=batch)
    ]
    by_pack: list[list[Result]] = [[] for _ in packs]
    for job, results in spread(todo, executor):
        by_pack[job.match] += results
        progress(len(results))
    return [sorted(results, key=lambda result: result.index) for results in by_pack]


def point(values: tuple[Any, ...], results: Sequence[Result]) -> Point:
    """What came of the games under one set of values."""
    done = [result.winner for result in results if not result.error]
    return Point(values, done.count(0), done.count(-1), len(done) - done.count(0) - done.count(-1), len(results) - len(done))


def sweep(
    name: str, scenario: str, axes: Sequence[Axis], players: Sequence[str], games: int, seed: int, *,
    options: Mapping[str, OptionValue] | None = None, tables: str = "", executor: Executor | None = None,
    progress: Callable[[int], None] = lambda n: None, batch: int = BATCH,
) -> Sweep:  # fmt: skip
    """Every combination of the axes' values."""
    rules = game(name)
    grid = list(product(*(one.values for one in axes)))
    if len(grid) > MOST:
        raise TablesError(f"{len(grid)} points are too many; at most {MOST}")
    packs = [pack(rules, dict(zip((one.key for one in axes), values)), tables) for values in grid]
    for text in packs:
        rules.setup(scenario, options, text)  # says which value does not fit before anything is played
    results = measure(
        name, scenario, packs, players, games, seed, options=options, executor=executor, progress=progress, batch=batch
    )
    points = tuple(point(values, done) for values, done in zip(grid, results))
    return Sweep(name, scenario, tuple(players), games, seed, tuple(axes), points, tables)


# --- tuning


class Proposal(msgspec.Struct, frozen=True):
    """Values a search has tried, with the evidence; the nearer to the aim the better, and of two alike the one nearer to print."""

    point: Point
    pack: str
    off: float
    """How far the share lies from the aim."""


class Tuning(msgspec.Struct, frozen=True):
    """What a search for fairer values has found, with what it cost."""

    keys: tuple[str, ...]
    toward: float
    printed: Point
    proposals: tuple[Proposal, ...]
    """The best first, each with the games of a last round with new dice."""
    tried: int
    played: int


def tune(
    name: str, scenario: str, keys: Sequence[str], toward: float, players: Sequence[str], seed: int, *, candidates: int = 24,
    games: int = 40, rounds: int = 3, reach: float = 0.5, options: Mapping[str, OptionValue] | None = None, tables: str = "",
    executor: Executor | None = None, progress: Callable[[int], None] = lambda n: None, batch: int = BATCH,
) -> Tuning:  # fmt: skip
    """Search by successive halving: many candidates with few games, the better half again with twice as many, and so on.

    Candidates lie inside the bounds the tables declare and within ``reach`` of the printed value (0.5: half of it more or less).
    """
    rules = game(name)
    rng = random.Random(f"tune {seed}")
    laid = rules.laid(tables)
    spans = [_span(laid, key, reach) for key in keys]
    printed = tuple(find(laid, key)[2] for key in keys)
    room = math.prod(high - low + 1 if isinstance(value, int) else 10_000 for (low, high), value in zip(spans, printed))
    field: dict[tuple[Any, ...], str] = {}
    while len(field) < min(candidates, room):
        values = tuple(_draw(rng, span, value) for span, value in zip(spans, printed))
        if values in field:
            continue
        text = pack(rules, dict(zip(keys, values)), tables)
        try:
            rules.setup(scenario, options, text)
            field[values] = text
        except (TablesError, ValueError):
            room -= 1  # these values do not fit together
    if not field:
        raise TablesError(f"no values of {', '.join(keys)} within {reach:g} of the printed ones can be played")
    left = list(field)
    tried, played = len(left), 0
    seen: dict[tuple[Any, ...], Point] = {}
    for number in range(rounds):
        count = games * 2**number
        results = measure(name, scenario, [field[v] for v in left], players, count, seed, options=options, executor=executor,
                          progress=progress, batch=batch)  # fmt: skip
        played += count * len(left)
        seen = {values: point(values, done) for values, done in zip(left, results)}
        left.sort(key=lambda v: (abs(seen[v].share - toward), _distance(v, printed, spans)))
        if number < rounds - 1:
            left = left[: max(2, len(left) // 2)]
    # Whoever wins a contest was lucky too: what is told of the best comes from games none of them was chosen by.
    last = games * 2 ** (rounds - 1)
    best = left[:CONFIRMED]
    own, *done = measure(name, scenario, [tables, *(field[v] for v in best)], players, last, seed + 1, options=options, executor=executor,
                          progress=progress, batch=batch)  # fmt: skip
    played += last * (1 + len(best))
    proposals = [Proposal(made := point(v, results), field[v], abs(made.share - toward)) for v, results in zip(best, done)]
    proposals.sort(key=lambda proposal: (proposal.off, _distance(proposal.point.values, printed, spans)))
    return Tuning(tuple(keys), toward, point(printed, own), tuple(proposals), tried, played)


def _span(tables: Tables, key: str, reach: float) -> tuple[Any, Any]:
    entry, _, value = find(tables, key)
    low, high = entry.bounds
    room = max(1.0, abs(value) * reach) if isinstance(value, int) else abs(value) * reach
    low, high = max(low, value - room), min(high, value + room)
    return (math.ceil(low), math.floor(high)) if isinstance(value, int) else (low, high)


def _draw(rng: random.Random, span: tuple[Any, Any], printed: Any) -> Any:
    return rng.randint(*span) if isinstance(printed, int) else round(rng.uniform(*span), 4)


def _distance(values: Sequence[Any], printed: Sequence[Any], spans: Sequence[tuple[Any, Any]]) -> float:
    return math.fsum(abs(v - p) / max(1e-9, high - low) for v, p, (low, high) in zip(values, printed, spans))
