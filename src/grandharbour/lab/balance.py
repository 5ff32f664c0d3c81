"""The designer's bench: the same games under several table packs, what happened in them, and whether the change matters.

Everything is read from what a game shows of itself (its views and its outcome), so the bench knows no game. Game *i* has the
same dice under every pack: differences are taken game by game, which needs far fewer games than two separate samples.
"""

from __future__ import annotations

import math
import random
import re
import traceback
import zlib
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from functools import partial
from statistics import NormalDist

import msgspec

from ..engine import save
from ..engine.dice import Dice
from ..engine.game import OptionValue, game
from ..engine.table import Table
from ..engine.view import View
from ..engine.war import War
from .rating import apart, interval, wilson
from .runs import ROUND
from .simulate import BATCH, Job, begin, deal_out, game_seed, jobs, play_out

LOST = re.compile(r"down|elimin|destroy|sunk|lost|loss|dead|kill|captur|casualt|wreck", re.IGNORECASE)
"""A box of this name is where pieces lie that are lost."""

LISTED = 300
"""So many games are listed one by one, each with a link to look at it; the CSV has them all."""

NO_SERIES = ("turn",)
"""Tracks that are no result: the turn is the axis itself."""


class Variant(msgspec.Struct, frozen=True):
    """One set of tables to be tried: its name, and the text of its pack (empty: the printed values)."""

    name: str
    tables: str = ""


class Note(msgspec.Struct, frozen=True):
    """What could be seen when a turn began, or when the game had ended."""

    turn: int
    tracks: dict[str, int]
    lost: dict[tuple[int, str], int]
    """Pieces lost so far, by side and type."""
    on_map: tuple[int, ...]


class Sample(msgspec.Struct, frozen=True):
    """One game, as far as the bench is interested in it."""

    index: int
    winner: int = -1
    level: str = ""
    scores: tuple[int, ...] = ()
    turns: int = 0
    decisions: int = 0
    choices: int = 0
    draws: int = 0
    """How often the rules called for chance, hidden draws included."""
    faces: tuple[int, ...] = (0,) * 6
    notes: tuple[Note, ...] = ()
    """One for each turn that began, and the last for the end."""
    stood: dict[str, tuple[int, ...]] = {}
    """In how many of the notes each side had a piece in a space."""
    held: dict[str, int] = {}
    """The side that last stood alone in a space, or whose control the game marks there."""
    labels: dict[str, str] = {}
    """The tracks' names for people."""
    save: bytes = b""
    """The whole game, packed; of those that a report lists."""

    def noted(self) -> Sample:
        """Without the game itself, whose first line names the pack it was played with."""
        return msgspec.structs.replace(self, save=b"")

    error: str = ""


class Stop(msgspec.Struct, frozen=True):
    """When to stop early: as soon as a sequential test knows whether a share is off by ``points`` of a hundred."""

    points: float
    risk: float = 0.05


class Bench(msgspec.Struct, frozen=True):
    """Everything that was played: ``samples[v]`` are the games of variant v, in order of their index."""

    game: str
    scenario: str
    options: dict[str, OptionValue]
    players: tuple[str, ...]
    seed: int
    games: int
    variants: tuple[Variant, ...]
    samples: tuple[tuple[Sample, ...], ...]
    stop: Stop | None = None
    """The sequential test that was allowed to end the run before all games were played."""
    placed: bool = False
    """The games began with a position and not with the scenario's opening."""

    @property
    def played(self) -> int:
        """Games of each variant: fewer than asked for if the test has stopped."""
        return len(self.samples[0])

    def done(self, variant: int) -> list[Sample]:
        """The games of a variant that came to their end."""
        return [sample for sample in self.samples[variant] if not sample.error]

    def pairs(self, variant: int) -> list[tuple[Sample, Sample]]:
        """Games with the same dice under the first variant and another, where both came to their end."""
        return [(a, b) for a, b in zip(self.samples[0], self.samples[variant], strict=True) if not a.error and not b.error]


# --- playing


class CountedDice:
    """Real dice that count their faces on the way."""

    def __init__(self, dice: Dice) -> None:
        self.dice = dice
        self.faces = [0] * 6

    def _count(self, *faces: int) -> None:
        for face in faces:
            self.faces[face - 1] += 1

    def d6(self, draw: int) -> int:
        face = self.dice.d6(draw)
        self._count(face)
        return face

    def pair(self, draw: int) -> tuple[int, int]:
        faces = self.dice.pair(draw)
        self._count(*faces)
        return faces

    def hits(self, draw: int, n: int, need: int) -> tuple[int, tuple[int, ...]]:
        thrown = self.dice.hits(draw, n, need)
        self._count(*thrown[1])
        return thrown

    def pick(self, draw: int, n: int, hidden: bool) -> int:
        return self.dice.pick(draw, n, hidden)


class Observer:
    """Looks at a war whenever a turn begins, and at its end."""

    def __init__(self, war: War) -> None:
        self.sides = [side.id for side in war.setup.game.sides]
        self.notes: list[Note] = []
        self.stood: dict[str, list[int]] = {}
        self.held: dict[str, int] = {}
        self.labels: dict[str, str] = {}
        self.seen: dict[str, tuple[int, str]] = {}
        """Every piece that has been on the map, with its side and type."""
        self.whole = {space.id: space.within for space in war.setup.game.board(war.setup).spaces if space.within}
        """The space on the map that a smaller one (an altitude, a zone) belongs to."""
        self.turn = war.turn
        if war.turn > 0:
            self.note(war)

    def __call__(self, war: War) -> None:
        if war.turn != self.turn or war.stack is None:
            self.turn = war.turn
            self.note(war)

    def note(self, war: War) -> None:
        """Pieces and tracks of a side come from that side's own view: what is hidden from others counts too."""
        open_view = war.view(None)
        own: list[View] = [open_view] * len(self.sides)
        if war.setup.game.secrets:
            own = [war.view(side) for side in range(len(self.sides))]
        tracks = {track.id: track.value for track in open_view.tracks if track.side is None}
        self.labels |= {track.id: track.label for view in (open_view, *own) for track in view.tracks}
        lost: Counter[tuple[int, str]] = Counter()
        there: dict[str, set[int]] = {}
        on_map = [0] * len(self.sides)
        for side, (name, view) in enumerate(zip(self.sides, own, strict=True)):
            tracks |= {track.id: track.value for track in view.tracks if track.side == name}
            graves = {box.id for box in view.boxes if LOST.search(f"{box.id} {box.label}")}
            gone = {piece for piece, (owner, _) in self.seen.items() if owner == side}
            for piece in view.pieces:
                if piece.side != name:
                    continue
                gone.discard(piece.id)
                if piece.at is not None:
                    on_map[side] += 1
                    there.setdefault(self.whole.get(piece.at, piece.at), set()).add(side)
                    self.seen[piece.id] = (side, piece.type)
                elif piece.box in graves:
                    lost[side, piece.type] += 1
            if not graves:
                # A game without a box for its losses takes them off the table.
                lost.update(self.seen[piece] for piece in gone)
        for space, who in there.items():
            counts = self.stood.setdefault(space, [0] * len(self.sides))
            for side in who:
                counts[side] += 1
            if len(who) == 1:
                (self.held[space],) = who
        for marker in open_view.markers:
            if marker.kind == "control" and marker.side in self.sides:
                self.held[self.whole.get(marker.at, marker.at)] = self.sides.index(marker.side)
        self.notes.append(Note(war.turn, tracks, dict(lost), tuple(on_map)))


def _packed(job: Job, war: War, seed: bytes, chosen: list[tuple[int, str, int]]) -> bytes:
    """A game as the page of a harbour can open it."""
    if job.position:
        begun = Table(game(job.game).position(job.position, seed), job.position)
    else:
        begun = Table.begin(game(job.game), job.scenario, options=war.setup.options, tables=job.tables, seed=seed)
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    return packer.compress(save.of_choices(begun, war, chosen).encode()) + packer.flush()


def collect(job: Job) -> list[Sample]:
    """Play the games of a job and note what the bench wants to know. An error in one stops nothing else."""
    samples: list[Sample] = []
    for index in job.indices:
        seed = game_seed(job.seed, job.scenario, index)
        try:
            war = begin(job, seed)
            dice = CountedDice(war.dice)
            war.dice = dice
            observer = Observer(war)
            chosen: list[tuple[int, str, int]] = []
            decisions = play_out(war, job.players, random.Random(seed), watch=observer, chosen=chosen)
            end = war.outcome
            assert end is not None
            sample = Sample(
                index, end.winner, end.level, tuple(end.scores), war.turn, decisions, war.made, war.rolled + war.drawn,
                tuple(dice.faces), tuple(observer.notes), {space: tuple(n) for space, n in observer.stood.items()}, observer.held,
                observer.labels, _packed(job, war, seed, chosen) if index < LISTED else b"",
            )  # fmt: skip
        except Exception:
            sample = Sample(index, error=traceback.format_exc(limit=-3))
        samples.append(sample)
    return samples


def play(
    name: str, scenario: str, variants: Sequence[Variant], players: Sequence[str], games: int, seed: int, *,
    options: Mapping[str, OptionValue] | None = None, executor: Executor | None = None,
    progress: Callable[[int], None] = lambda n: None, batch: int = BATCH, stop: Stop | None = None,
    positions: Sequence[str] = (),
) -> Bench:  # fmt: skip
    """Play every variant with the same seeds, from the opening or from a position for each; the same for any number of workers."""
    rows: list[list[Sample]] = [[] for _ in variants]
    rules = game(name)
    chosen = rules.check_options(options or {}, rules.laid(variants[0].tables))
    step = games if stop is None else ROUND
    for first in range(0, games, step):
        todo: list[Job] = []
        indices = range(first, min(games, first + step))
        for number, variant in enumerate(variants):
            todo += jobs(
                name,
                scenario,
                players,
                indices,
                seed,
                options=options,
                tables=variant.tables,
                match=number,
                position=positions[number] if positions else "",
                batch=batch,
            )
        for job, samples in deal_out(todo, executor, collect):
            rows[job.match] += samples
            progress(len(samples))
        ordered = tuple(tuple(sorted(row, key=lambda sample: sample.index)) for row in rows)
        bench = Bench(name, scenario, chosen, tuple(players), seed, games, tuple(variants), ordered, stop, bool(positions))
        if stop is not None and all(answer is not None for answer in answers(bench)):
            break
    return bench


def answers(bench: Bench) -> list[int | None]:
    """What the sequential test knows: whether each pack raises (1) or lowers (-1) the first side's share or leaves it (0); without packs,
    whether the first side is ahead (1), behind (-1) or neither (0). None where the games so far do not tell."""
    assert bench.stop is not None
    step = bench.stop.points / 100
    if len(bench.variants) == 1:
        return [apart(outcomes(bench.done(0)), step, bench.stop.risk)]
    verdicts = []
    for variant in range(1, len(bench.variants)):
        counts = [0] * 5
        for a, b in bench.pairs(variant):
            counts[2 + round(2 * (points(b, 0) - points(a, 0)))] += 1
        # Differences from -1 to 1 as outcomes from 0 to 1: half as wide.
        verdicts.append(apart(counts, step / 2, bench.stop.risk / (len(bench.variants) - 1)))
    return verdicts


def stopped_in_words(bench: Bench) -> list[str]:
    """What the sequential test has said, a sentence for each question; nothing if none was asked."""
    if bench.stop is None:
        return []
    sides = game(bench.game).sides
    ended = f"after {bench.played} of {bench.games} games" + (" each" if len(bench.variants) > 1 else "")
    said = []
    for number, answer in enumerate(answers(bench)):
        name = bench.variants[number + 1].name if len(bench.variants) > 1 else ""
        off = f"{bench.stop.points:g} points"
        if answer is None:
            verdict = f"{name or 'whether the game is even'} is not settled"
        elif not name:
            verdict = (
                f"it is even within {off}"
                if answer == 0
                else f"it favours {sides[0 if answer > 0 else 1].short} by about {off} or more"
            )
        else:
            change = "does not change" if answer == 0 else "raises" if answer > 0 else "lowers"
            verdict = f"{name} {change} {possessive(sides[0].short)} share by {off}{' or more' if answer else ''}"
        said.append(f"Sequential test {ended}: {verdict}.")
    if bench.played < bench.games:
        said.append(
            "Stopped early: shares and intervals of a run that stops when it has seen enough lean a little to the extreme."
        )
    return said


# --- counting


class Estimate(msgspec.Struct, frozen=True):
    """A number with its interval."""

    value: float
    low: float
    high: float


def share(count: float, n: int) -> Estimate:
    """A share of n games, with Wilson's interval."""
    part = count / n if n else 0.0
    return Estimate(part, *wilson(part, n))


def critical(n: int, tests: int = 1) -> float:
    """How many standard errors hold 95 % for all of several tests together: Student's t, by Cornish and Fisher's series."""
    z = NormalDist().inv_cdf(1 - 0.025 / max(1, tests))
    v = max(1, n - 1)
    return z + (z**3 + z) / (4 * v) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * v * v)


def mean(values: Sequence[float], tests: int = 1) -> Estimate:
    """A mean with its interval; a single value says nothing about its error."""
    n = len(values)
    if n == 0:
        return Estimate(0.0, -math.inf, math.inf)
    middle = math.fsum(values) / n
    if n == 1:
        return Estimate(middle, -math.inf, math.inf)
    error = math.sqrt(math.fsum((v - middle) ** 2 for v in values) / (n - 1) / n)
    width = critical(n, tests) * error
    return Estimate(middle, middle - width, middle + width)


def paired_share(differences: Sequence[float], tests: int = 1) -> Estimate:
    """The difference of two shares from pairs, each difference between -1 and 1.

    Agresti and Min's interval: half a pair more of each kind keeps it honest when few pairs, or none, differ.
    """
    n = len(differences)
    middle = math.fsum(differences) / n if n else 0.0
    centre = math.fsum(differences) / (n + 2)
    spread = max(0.0, (math.fsum(d * d for d in differences) + 1) / (n + 2) - centre**2)
    width = critical(n + 2, tests) * math.sqrt(spread / (n + 2))
    return Estimate(middle, max(-1.0, min(middle, centre - width)), min(1.0, max(middle, centre + width)))


def quantile(values: Sequence[float], part: float) -> float:
    """The value below which a part of the values lies, between neighbours in proportion."""
    if not values:
        return 0.0
    ordered = sorted(values)
    place = part * (len(ordered) - 1)
    low = math.floor(place)
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (ordered[high] - ordered[low]) * (place - low)


class Five(msgspec.Struct, frozen=True):
    """Least, quartiles, most, and the mean."""

    least: float
    quarter: float
    median: float
    three_quarters: float
    most: float
    mean: float


def five(values: Sequence[float]) -> Five:
    """The five numbers of a box plot and the mean."""
    least, *rest, most = (quantile(values, part) for part in (0, 0.25, 0.5, 0.75, 1))
    return Five(least, rest[0], rest[1], rest[2], most, math.fsum(values) / max(1, len(values)))


def winners(samples: Sequence[Sample], sides: int) -> list[Estimate]:
    """Each side's share of the games, then the draws'."""
    return [share(sum(s.winner == side for s in samples), len(samples)) for side in (*range(sides), -1)]


def levels(samples: Sequence[Sample]) -> list[tuple[int, str, Estimate]]:
    """Winner and level of the outcome with their shares, the most frequent first."""
    counted = Counter((s.winner, s.level) for s in samples)
    ranked = sorted(counted.items(), key=lambda item: (-item[1], item[0]))
    return [(winner, level, share(count, len(samples))) for (winner, level), count in ranked]


def points(sample: Sample, side: int) -> float:
    """What a game was worth to a side: 1, 0, or a half for a draw."""
    return 0.5 if sample.winner < 0 else float(sample.winner == side)


def outcomes(samples: Sequence[Sample]) -> tuple[int, int, int]:
    """How many games the first side lost, drew and won."""
    return tuple(sum(points(s, 0) == value for s in samples) for value in (0.0, 0.5, 1.0))  # type: ignore[return-value]


def margin(sample: Sample) -> float | None:
    """By how much the first side's score exceeds the second's, if the game keeps two scores."""
    return float(sample.scores[0] - sample.scores[1]) if len(sample.scores) == 2 else None


# --- over time


def turns(bench: Bench) -> list[int]:
    """The turns that began in any game."""
    return sorted({note.turn for number in range(len(bench.variants)) for s in bench.done(number) for note in s.notes[:-1]})


def over_time(samples: Sequence[Sample], axis: Sequence[int], read: Callable[[Note], float | None]) -> list[list[float]]:
    """For each turn of the axis, and then for the end, a value from every game. A game that has ended keeps its last value."""
    values: list[list[float]] = [[] for _ in range(len(axis) + 1)]
    for sample in samples:
        by_turn = {note.turn: note for note in sample.notes[:-1]}
        last = sample.notes[-1]
        started = False
        current: Note | None = None
        for place, turn in enumerate(axis):
            current = by_turn.get(turn, current)
            started = started or current is not None
            if turn > last.turn:
                current = last
            value = None if current is None else read(current)
            if value is not None:
                values[place].append(value)
        value = read(last)
        if value is not None:
            values[-1].append(value)
    return values


class Family(msgspec.Struct, frozen=True):
    """Tracks that belong together: one for each side, or a single one for both."""

    title: str
    tracks: tuple[tuple[str, int], ...]
    """Track ids with their side, -1 for a common one."""


def families(bench: Bench) -> list[Family]:
    """The tracks worth a chart: known at the end of every game, and not the same in all of them throughout."""
    rules = game(bench.game)
    everything = [s for number in range(len(bench.variants)) for s in bench.done(number)]
    if not everything:
        return []
    common = set(everything[0].notes[-1].tracks)
    for sample in everything:
        common &= set(sample.notes[-1].tracks)
    values: dict[str, set[int]] = {}
    for sample in everything:
        for note in sample.notes:
            for track in common & set(note.tracks):
                values.setdefault(track, set()).add(note.tracks[track])
    moving = [t for t in everything[0].notes[-1].tracks if t in common and t not in NO_SERIES and len(values[t]) > 1]
    labels = everything[0].labels
    stems: dict[str, list[tuple[str, int]]] = {}
    for track in moving:
        stem, side = _stem(track, [s.id for s in rules.sides])
        stems.setdefault(stem, []).append((track, side))
    made = []
    for stem, tracks in stems.items():
        ordered = sorted(tracks, key=lambda item: item[1])
        title = _common_title([labels.get(t, t) for t, _ in ordered], stem)
        made.append(Family(title[:1].upper() + title[1:], tuple(ordered)))
    return made


def _stem(track: str, sides: Sequence[str]) -> tuple[str, int]:
    for number, side in enumerate(sides):
        if track.endswith(f"-{side}"):
            return track.removesuffix(f"-{side}"), number
    return track, -1


def _common_title(labels: Sequence[str], stem: str) -> str:
    """ "Allied AP" and "Axis AP" are AP; where the labels are just the sides' names, the id must do."""
    if len(labels) == 1:
        return labels[0]
    shared = [word for word in labels[0].split() if all(word in other.split() for other in labels)]
    return " ".join(shared) or stem.replace("-", " ").capitalize()


# --- whether it matters


class Difference(msgspec.Struct, frozen=True):
    """What a variant changes in one measure, game by game against the first variant."""

    measure: str
    unit: str
    change: Estimate
    spread: float
    """Standard deviation of the differences of single games."""
    decides: bool
    """Whether the measure says who wins; the others describe the course of the game."""

    @property
    def shown(self) -> bool:
        """Chance alone does not explain it."""
        return self.change.low > 0 or self.change.high < 0


class Comparison(msgspec.Struct, frozen=True):
    """A variant beside the first one."""

    variant: int
    pairs: int
    alike: int
    """Games that were the same in everything that was noted."""
    tests: int
    """How many intervals of the report hold together."""
    differences: tuple[Difference, ...]

    @property
    def decides(self) -> bool:
        """It changes who wins, or by how much."""
        return any(difference.shown and difference.decides for difference in self.differences)

    @property
    def matters(self) -> bool:
        """It changes who wins, or how the game goes."""
        return any(difference.shown for difference in self.differences)


Measure = tuple[str, Callable[[Sample], float], bool]
"""Name, how to read it from a game, and whether it says who wins."""


def measures(bench: Bench) -> list[Measure]:
    """What is compared besides the shares of the games."""
    sides = game(bench.game).sides
    wanted: list[Measure] = []
    if all(margin(sample) is not None for number in range(len(bench.variants)) for sample in bench.done(number)):
        wanted.append((f"the score, {sides[0].short} minus {sides[1].short},", lambda sample: margin(sample) or 0.0, True))
    for side, info in enumerate(sides):
        wanted.append((f"{possessive(info.short)} loss of pieces", partial(losses, side), False))
    wanted.append(("the number of decisions", lambda sample: float(sample.decisions), False))
    return wanted


def losses(side: int, sample: Sample) -> float:
    """What a side had lost at the end of a game."""
    return float(sum(n for (owner, _), n in sample.notes[-1].lost.items() if owner == side))


def compare(bench: Bench) -> list[Comparison]:
    """Every variant against the first. The intervals hold together: one report in twenty may err, not one line in twenty."""
    sides = game(bench.game).sides
    shares = range(1 if len(sides) == 2 else len(sides))
    others = measures(bench)
    tests = (len(bench.variants) - 1) * (len(shares) + len(others))
    comparisons = []
    for number in range(1, len(bench.variants)):
        pairs = bench.pairs(number)
        made = []
        for side in shares:
            gains = [points(b, side) - points(a, side) for a, b in pairs]
            title = f"{possessive(sides[side].short)} share of the games"
            made.append(Difference(title, "points", paired_share(gains, tests), _sd(gains), True))
        for title, read, decides in others:
            gains = [read(b) - read(a) for a, b in pairs]
            made.append(Difference(title, "", mean(gains, tests), _sd(gains), decides))
        comparisons.append(Comparison(number, len(pairs), sum(a.noted() == b.noted() for a, b in pairs), tests, tuple(made)))
    return comparisons


def _sd(values: Sequence[float]) -> float:
    n = len(values)
    middle = math.fsum(values) / max(1, n)
    return math.sqrt(math.fsum((v - middle) ** 2 for v in values) / (n - 1)) if n > 1 else 0.0


def games_needed(spread: float, step: float, tests: int = 1) -> int:
    """How many pairs of games it takes to see a change of this size, if single differences spread so."""
    return max(2, math.ceil((critical(10_000, tests) * max(spread, 0.1) / step) ** 2))


def verdict(bench: Bench, comparison: Comparison) -> str:
    """Whether the change matters, in plain words."""
    name = bench.variants[comparison.variant].name
    n = comparison.pairs
    if n < 2:
        return f"{name}: there are too few finished games to compare."
    if comparison.alike == n:
        return f"{name} changes nothing here: all {n} games came out exactly as with {bench.variants[0].name}."
    first = comparison.differences[0]
    shown = [d for d in comparison.differences if d.shown]
    if comparison.decides:
        rest = "" if first in shown else f"; {change_in_words(first)}, which chance may explain"
        return f"{name} matters. {_sentence([change_in_words(d) for d in shown])}{rest}."
    reach = max(abs(first.change.low), abs(first.change.high))
    limit = (
        f"{_sentence([change_in_words(first)])}: a change of more than {100 * reach:.0f} points is ruled out, and to see one of "
        f"5 points takes about {games_needed(first.spread, 0.05, comparison.tests)} games."
    )
    if shown:
        said = _sentence([change_in_words(d) for d in shown])
        return (
            f"{name} matters for the course of the game: {said}. Who wins does not change as far as {n} games can show. {limit}"
        )
    return f"{name} makes no difference that {n} games can show. {limit}"


def possessive(name: str) -> str:
    """A name as the owner of something.

    >>> possessive("Axis"), possessive("Italy")
    ("Axis'", "Italy's")
    """
    return f"{name}'" if name.endswith("s") else f"{name}'s"


def _sentence(parts: Sequence[str]) -> str:
    said = "; ".join(parts)
    return said[:1].upper() + said[1:]


def change_in_words(difference: Difference) -> str:
    """A difference between two variants as part of a sentence, with its interval."""
    scale, digits = (100, 1) if difference.unit == "points" else (1, 2)
    value, low, high = (scale * v for v in (difference.change.value, difference.change.low, difference.change.high))
    verb = ("rises" if value > 0 else "falls") if difference.shown else "changes"
    amount = f"{abs(value):.{digits}f}" if difference.shown else f"{value:+.{digits}f}"
    unit = f" {difference.unit}" if difference.unit else ""
    return f"{difference.measure} {verb} by {amount}{unit} ({low:+.{digits}f} to {high:+.{digits}f})"


def balance_in_words(bench: Bench, variant: int) -> str:
    """Who wins how often, and whether that is an even game."""
    rules = game(bench.game)
    done = bench.done(variant)
    shares = winners(done, len(rules.sides))
    parts = [
        f"{100 * e.value:.0f} % ({100 * e.low:.0f} to {100 * e.high:.0f} %) {'go ' if not number else ''}to {side.short}"
        for number, (side, e) in enumerate(zip(rules.sides, shares, strict=False))
    ]
    drawn = f"; {100 * shares[-1].value:.0f} % are drawn" if shares[-1].value else ""
    said = f"{bench.variants[variant].name}: of {len(done)} games {', '.join(parts)}{drawn}."
    if len(rules.sides) != 2 or not done:
        return said
    value = math.fsum(points(s, 0) for s in done) / len(done)
    low, high = interval(outcomes(done))
    if low <= 0.5 <= high:
        return f"{said} That cannot be told from an even game."
    ahead = 0 if value > 0.5 else 1
    least, most = (low, high) if ahead == 0 else (1 - high, 1 - low)
    score = f"{100 * abs(value - ahead):.0f} % of the points ({100 * least:.0f} to {100 * most:.0f} %)"
    return f"{said} Between these players the scenario favours {rules.sides[ahead].short}: {score}."
