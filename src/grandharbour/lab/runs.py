"""Runs: many games in one SQLite file, a row a game, that can be stopped, resumed and replayed row by row.

While a run is under way its rows lie in ``FILE.part`` as they come. A finished run is written anew in the order of its
rows, so that the file is the same byte for byte however many workers played it; times are therefore no part of it.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import closing, contextmanager
from pathlib import Path

import msgspec

from ..engine import shapes
from ..engine.game import OptionValue, game
from .simulate import Job, Result, game_options, game_seed, jobs, spread

ROUND = 20
"""Games of a match between two looks of a test that may stop it early."""

_SCHEMA = """
create table run (key text primary key, value text not null) without rowid;
create table games (
  match integer not null, game integer not null, seed text not null, scenario text not null, players text not null,
  options text not null, tables text not null, winner text not null, level text not null, scores text not null,
  turns integer not null, decisions integer not null, error text not null, primary key (match, game)
) without rowid;
"""


class OtherRun(ValueError):
    """The file holds another run."""


class Match(msgspec.Struct, frozen=True):
    """Games of one scenario between the same players under the same tables."""

    game: str
    scenario: str
    players: tuple[str, ...]
    options: dict[str, OptionValue] = {}
    tables: str = ""
    mixed: bool = False
    """Each game throws a die for every option that is not among ``options``."""
    position: str = ""
    """The position all games begin with, as text; empty for the scenario's opening."""


class Row(msgspec.Struct, frozen=True):
    """One game of a run, and the match it belongs to."""

    match: int
    result: Result


class Run:
    """Several matches, each of the same number of games with the same dice."""

    def __init__(self, matches: Sequence[Match], games: int, seed: int, file: Path | None = None, check: bool = False) -> None:
        self.matches = tuple(matches)
        self.games = games
        self.seed = seed
        self.file = file
        self.check = check
        self.rows: dict[tuple[int, int], Result] = {}
        self._open: sqlite3.Connection | None = None
        if file is not None:
            self._read(file)

    @property
    def total(self) -> int:
        """Games of all matches together."""
        return self.games * len(self.matches)

    def play(
        self, executor: Executor | None = None, progress: Callable[[int], None] = lambda n: None, batch: int = 20,
        over: Callable[[int], bool] | None = None,
    ) -> None:  # fmt: skip
        """Play what is not there yet. Whatever stops it, the rows that came in are kept.

        With ``over`` the games are played in rounds, and a match of which it says so after one plays no more. What is played does not
        hang on the number of workers.
        """
        progress(len(self.rows))
        step = self.games if over is None else ROUND
        try:
            for first in range(0, self.games, step):
                todo: list[Job] = []
                for number, match in enumerate(self.matches):
                    if over is not None and over(number):
                        continue
                    rest = [i for i in range(first, min(self.games, first + step)) if (number, i) not in self.rows]
                    todo += jobs(match.game, match.scenario, match.players, rest, self.seed, options=match.options,
                                 tables=match.tables, check=self.check, match=number, mixed=match.mixed, position=match.position, batch=batch)  # fmt: skip
                for job, results in spread(todo, executor):
                    for result in results:
                        self.rows[job.match, result.index] = result
                    self._keep([Row(job.match, result) for result in results])
                    progress(len(results))
        finally:
            self._close()
        self._write()

    def of(self, match: int) -> list[Result]:
        """The results of a match, in order."""
        return [self.rows[key] for key in sorted(self.rows) if key[0] == match]

    # --- the file

    def _identity(self) -> dict[str, str]:
        said = {"seed": self.seed, "matches": [_plain(match) for match in self.matches]}
        rules = {
            match.game: game(match.game).fingerprint(game(match.game).setup(match.scenario, match.options, match.tables))
            for match in self.matches
        }
        return {"run": json.dumps(said, sort_keys=True), "rules": json.dumps(rules, sort_keys=True)}

    @property
    def _part(self) -> Path:
        assert self.file is not None
        return self.file.with_name(self.file.name + ".part")

    def _read(self, file: Path) -> None:
        """Take over what an earlier run of the same kind has left."""
        for path in (file, self._part):
            if not path.exists():
                continue
            with closing(sqlite3.connect(path)) as base:
                try:
                    kept = dict(base.execute("select key, value from run"))
                    rows = list(base.execute("select match, game, winner, level, scores, turns, decisions, error from games"))
                except sqlite3.DatabaseError as wrong:
                    raise OtherRun(f"{path} is not a run of games: {wrong}") from None
            if kept != self._identity():
                raise OtherRun(f"{path} holds another run (other players, seed, options or rules); choose another file")
            for match, index, winner, level, scores, turns, decisions, error in rows:
                if not error and index < self.games:
                    sides = [side.id for side in game(self.matches[match].game).sides]
                    won = sides.index(winner) if winner in sides else -1
                    self.rows[match, index] = Result(index, won, tuple(json.loads(scores)), turns, decisions, 0.0, level)

    def _start(self, path: Path) -> sqlite3.Connection:
        base = sqlite3.connect(path)
        base.executescript(_SCHEMA)
        base.executemany("insert into run values (?, ?)", sorted(self._identity().items()))
        return base

    def _keep(self, rows: Sequence[Row]) -> None:
        if self.file is None:
            return
        if self._open is None:
            self._part.unlink(missing_ok=True)
            self._open = self._start(self._part)
            rows = [Row(match, result) for (match, _), result in sorted(self.rows.items())]
        self._open.executemany(f"insert or replace into games values ({','.join('?' * 13)})", self._values(rows))
        self._open.commit()

    def _close(self) -> None:
        if self._open is not None:
            self._open.close()
            self._open = None

    def _values(self, rows: Sequence[Row]) -> Iterator[tuple[object, ...]]:
        for row in rows:
            match, result = self.matches[row.match], row.result
            sides = game(match.game).sides
            seed = game_seed(self.seed, match.scenario, result.index)
            options = game_options(match.game, match.options, match.mixed, seed)
            yield (
                row.match, result.index, seed.hex(), match.scenario,
                ",".join(match.players), json.dumps(options, sort_keys=True), match.tables,
                sides[result.winner].id if result.winner >= 0 else "draw", result.level, json.dumps(result.scores),
                result.turns, result.decisions, result.error,
            )  # fmt: skip

    def _write(self) -> None:
        """The finished file, in order, whole or not at all."""
        if self.file is None:
            return
        fresh = self.file.with_name(self.file.name + ".new")
        fresh.unlink(missing_ok=True)
        base = self._start(fresh)
        rows = [Row(match, result) for (match, _), result in sorted(self.rows.items())]
        base.executemany(f"insert into games values ({','.join('?' * 13)})", self._values(rows))
        base.commit()
        base.close()
        os.replace(fresh, self.file)
        self._part.unlink(missing_ok=True)


def _plain(match: Match) -> dict[str, object]:
    """A match as it is written; without a position as it always was, so that older files still fit."""
    said: dict[str, object] = msgspec.to_builtins(match)
    if not match.position:
        del said["position"]
    return said


class Past(msgspec.Struct, frozen=True):
    """A match of a file of runs, with the games in it that came to their end: their numbers and seeds."""

    game: str
    scenario: str
    players: tuple[str, ...]
    options: dict[str, OptionValue]
    tables: str
    mixed: bool
    position: str
    games: list[tuple[int, str]]


@contextmanager
def _opened(file: Path) -> Iterator[sqlite3.Connection]:
    """A file of runs, to be read."""
    file.open("rb").close()  # says with its name that it is not there, a folder, or somebody else's
    with closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)) as base:
        try:
            yield base
        except sqlite3.DatabaseError as wrong:
            raise OtherRun(f"{file} is not a run of games: {wrong}") from None


def games_of(file: Path, match: int) -> Past:
    """Everything needed to play the games of a match again."""
    with _opened(file) as base:
        about = dict(base.execute("select key, value from run"))
        games = list(base.execute("select game, seed from games where match = ? and error = '' order by game", (match,)))
    matches = json.loads(about["run"])["matches"]
    if not 0 <= match < len(matches) or not games:
        raise OtherRun(f"{file} has no games of a match {match}")
    return shapes.convert({"position": "", **matches[match], "games": games}, Past)


def row_of(file: Path, match: int, index: int) -> Mapping[str, str]:
    """Everything needed to play one row again."""
    with _opened(file) as base:
        base.row_factory = sqlite3.Row
        row = base.execute("select * from games where match = ? and game = ?", (match, index)).fetchone()
        about = dict(base.execute("select key, value from run"))
    if row is None:
        raise OtherRun(f"{file} has no game {index} in match {match}")
    said = json.loads(about["run"])["matches"][match]
    return {**{key: str(row[key]) for key in row.keys()}, "id": said["game"], "position": said.get("position", "")}  # noqa: SIM118
