"""The ladder: every level against the next, against the references, against itself, in every scenario, until a sceptic is convinced.

Every game is a row of one SQLite file, with its CPU seconds and the code that played it, so a run can be stopped at any time, go on on
another day, and be told again from the file alone. The same seed serves both seatings of two players. A row of other code than today's is
kept and counted apart: the tables take the games of today's code where there are any, and say so where there are none.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Executor
from functools import cache
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path

import msgspec

from ..engine.game import game
from ..players.references import REFERENCES
from .rating import Rating, Score, elo
from .simulate import Job, Result, deal_out, run_job

RUNGS = ("random", "greedy", "search:cadet", "search:captain", "search:admiral")
"""The levels from the lowest to the highest."""
DEAR = ("search:captain", "search:admiral", "mcts@1")
"""Players whose games cost seconds: they play fewer."""

_SCHEMA = """
create table if not exists games (
  game text not null, scenario text not null, first text not null, second text not null, seed integer not null, number integer not null,
  code text not null, winner integer not null, level text not null, scores text not null, turns integer not null,
  decisions integer not null, seconds real not null, error text not null,
  primary key (game, scenario, first, second, seed, number, code)
) without rowid;
"""


class Contest(msgspec.Struct, frozen=True):
    """One player against another in a scenario, and what is expected of it."""

    game: str
    scenario: str
    player: str
    other: str
    goal: float | None = None
    """The share it should have."""
    side_goal: float | None = None
    """The share it should have from either side."""

    @property
    def itself(self) -> bool:
        """A player against itself: is the table fair?"""
        return self.player == self.other

    @property
    def dear(self) -> bool:
        """Whether its games cost seconds."""
        return self.player in DEAR or self.other in DEAR

    @property
    def seatings(self) -> tuple[tuple[str, str], ...]:
        """Who sits where."""
        return ((self.player, self.other),) if self.itself else ((self.player, self.other), (self.other, self.player))


def contests(name: str, scenario: str, only: Sequence[str] = ()) -> list[Contest]:
    """Everything the ladder wants to know about a scenario; of some players only, if they are named."""
    planned = [Contest(name, scenario, high, low, 0.57 if high == RUNGS[-1] else 0.6) for low, high in pairwise(RUNGS)]
    planned.append(Contest(name, scenario, "search:captain", "greedy", 0.7, 0.55))
    for reference in REFERENCES.values():
        if reference.plays(name) and (not reference.needs or find_spec(reference.needs) is not None):
            planned.append(Contest(name, scenario, "greedy", reference.id))
            planned.append(Contest(name, scenario, "search:captain", reference.id, 0.6 if reference.exploits else 0.7))
    planned += [Contest(name, scenario, player, player) for player in ("greedy", "search:captain")]
    return [contest for contest in planned if not only or {contest.player, contest.other} <= set(only)]


@cache
def code_of(name: str) -> str:
    """Names the rules, the advisers and the players of a game as they are now."""
    digest = hashlib.sha256(game(name).fingerprint(game(name).setup()).encode())
    here = Path(__file__).resolve().parents[1] / "players"
    told = ("show.py", "layers.py", "papers.py", "editing.py", "features.py", "log.py")
    for folder in (here, game(name).folder):
        for path in sorted(folder.glob("*.py")):
            if path.name not in told:
                digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()[:12]


class Ladder:
    """The file of a ladder."""

    def __init__(self, file: Path, seed: int = 1) -> None:
        self.file, self.seed = file, seed
        self.base = sqlite3.connect(file)
        try:
            self.base.executescript(_SCHEMA)
        except sqlite3.DatabaseError as wrong:
            self.base.close()
            raise ValueError(f"{file} is no ladder: {wrong}") from None

    def close(self) -> None:
        """Done with the file."""
        self.base.close()

    def missing(self, contest: Contest, games: int) -> list[Job]:
        """The games of a contest that today's code has not played yet, each a job of its own for dear players."""
        many = games if contest.itself else -(-games // 2)
        jobs = []
        for seats in contest.seatings:
            done = {
                number
                for (number,) in self.base.execute(
                    "select number from games where game=? and scenario=? and first=? and second=? and seed=? and code=? and error=''",
                    (contest.game, contest.scenario, *seats, self.seed, code_of(contest.game)),
                )
            }
            rest = [number for number in range(many) if number not in done]
            size = 1 if contest.dear else 10
            options = game(contest.game).check_options({})
            jobs += [
                Job(contest.game, contest.scenario, options, "", seats, self.seed, tuple(rest[first : first + size]))
                for first in range(0, len(rest), size)
            ]
        return jobs

    def play(self, jobs: Sequence[Job], executor: Executor | None, progress: Callable[[int], None] = lambda n: None) -> None:
        """Play some games; whatever stops it, the rows that came in are kept."""
        for job, results in deal_out(jobs, executor, run_job):
            self.base.executemany(
                f"insert or replace into games values ({','.join('?' * 14)})", [self._row(job, result) for result in results]
            )
            self.base.commit()
            progress(len(results))

    def _row(self, job: Job, result: Result) -> tuple[object, ...]:
        return (
            job.game, job.scenario, *job.players, job.seed, result.index, code_of(job.game), result.winner, result.level,
            json.dumps(result.scores), result.turns, result.decisions, result.seconds, result.error,
        )  # fmt: skip

    def upshot(self, contest: Contest) -> Upshot | None:
        """What the games of a contest say; those of other code only where today's has played none."""
        codes = [
            code
            for (code,) in self.base.execute(
                "select code from games where game=? and scenario=? and seed=? and error='' and ((first=? and second=?) or (first=? and second=?))"
                " group by code order by count(*)",
                (contest.game, contest.scenario, self.seed, contest.player, contest.other, contest.other, contest.player),
            )
        ]
        if not codes:
            return None
        code = code_of(contest.game) if code_of(contest.game) in codes else codes[-1]
        seen: list[dict[int, int]] = []
        seconds: list[float] = []
        for seats in contest.seatings:
            rows = self.base.execute(
                "select number, winner, seconds from games where game=? and scenario=? and first=? and second=? and seed=? and code=? and error=''",
                (contest.game, contest.scenario, *seats, self.seed, code),
            ).fetchall()
            seen.append({number: winner for number, winner, _ in rows})
            seconds += [spent for _, _, spent in rows]
        return Upshot(contest, _score(seen), tuple(_by_side(seen)), sum(seconds) / len(seconds), code == code_of(contest.game))


class Upshot(msgspec.Struct, frozen=True):
    """What a contest came to."""

    contest: Contest
    score: Score
    sides: tuple[Score, ...]
    """The player's score as the first side, and as the second where it sat there too."""
    seconds: float
    now: bool
    """Played by today's code."""

    @property
    def verdict(self) -> str:
        """Whether it is as it should be: "yes", "no", "not yet told" while the interval leaves it open, or nothing where nothing is asked."""
        low, high = self.score.interval
        if self.contest.itself:
            if low >= 0.42 and high <= 0.58:
                return "fair"
            if high < 0.42 or low > 0.58:
                return "uneven"
            return "fair so far" if 0.42 <= self.score.share <= 0.58 else "uneven so far"
        goal = self.contest.goal
        if goal is None:
            return ""
        short = (
            any(side.games and side.share < self.contest.side_goal for side in self.sides) if self.contest.side_goal else False
        )
        if self.score.share >= goal and low > 0.5 and not short:
            return "yes"
        return "no" if high < goal or (low > 0.5 and short) else "not told"


_POINTS = {0: 2, -1: 1, 1: 0}
"""Half points of the first side, by the winner."""


def _by_side(seen: Sequence[dict[int, int]]) -> Iterable[Score]:
    for seating, rows in enumerate(seen):
        points = [_POINTS[winner] if seating == 0 else 2 - _POINTS[winner] for winner in rows.values()]
        yield Score(points.count(2), points.count(1), points.count(0))


def _score(seen: Sequence[dict[int, int]]) -> Score:
    """Both seatings together; games with the same dice belong together."""
    sides = list(_by_side(seen))
    total = Score(sum(s.wins for s in sides), sum(s.draws for s in sides), sum(s.losses for s in sides))
    if len(seen) == 1:
        return total
    pairs = [0] * 5
    for number in seen[0].keys() & seen[1].keys():
        pairs[_POINTS[seen[0][number]] + 2 - _POINTS[seen[1][number]]] += 1
    return msgspec.structs.replace(total, pairs=tuple(pairs))


def ratings(played: Sequence[Upshot]) -> list[Rating]:
    """Elo of every player on each side of a scenario: how good it is there, and how good the side is."""
    scores: dict[tuple[str, str], Score] = {}
    names = {name for one in played for name in (one.contest.player, one.contest.other)}
    for name in names:
        scores[f"{name} 0", f"{name} 1"] = Score(0, 0, 0)
    for one in played:
        for seat, score in enumerate(one.sides):
            if score.games:
                scores[f"{one.contest.player} {seat}", f"{one.contest.other} {1 - seat}"] = score
    return elo(scores) if scores else []


# --- as text


def tables(ladder: Ladder, wanted: Sequence[Contest]) -> str:
    """Everything in the file about some contests, as Markdown."""
    played = [one for contest in wanted if (one := ladder.upshot(contest)) is not None]
    by_scenario: dict[tuple[str, str], list[Upshot]] = {}
    for one in played:
        by_scenario.setdefault((one.contest.game, one.contest.scenario), []).append(one)
    lines = [
        "| scenario | player | against | games | won, drawn, lost | share (95 %) | by side | CPU s a game | goal | met |",
        "|---|---|---|---|---|---|---|---|---|---|",
    ]
    for (name, scenario), ones in by_scenario.items():
        sides = [side.id for side in game(name).sides]
        for one in ones:
            lines.append(_line(f"{name} {scenario}", one, sides))
    lines += ["", "Elo on each side, the mean of a scenario being 0 (half the width of the 95 % interval behind it):", ""]
    lines += ["| scenario | Elo |", "|---|---|"]
    for (name, scenario), ones in by_scenario.items():
        sides = [side.id for side in game(name).sides]
        told = []
        for rating in ratings(ones):
            player, _, seat = rating.player.rpartition(" ")
            told.append(f"{player} as {sides[int(seat)]} {rating.elo:+.0f} ± {rating.error:.0f}")
        lines.append(f"| {name} {scenario} | {'; '.join(told)} |")
    old = sum(not one.now for one in played)
    if old:
        lines += ["", f"{old} of {len(played)} rows (marked *) were played by earlier code and not again since."]
    return "\n".join(lines) + "\n"


def rows(ladder: Ladder, wanted: Sequence[Contest]) -> list[dict[str, object]]:
    """The same for programs: a row for each contest that has been played."""
    return [
        {
            "game": one.contest.game, "scenario": one.contest.scenario, "players": [one.contest.player, one.contest.other],
            "wins": one.score.wins, "draws": one.score.draws, "losses": one.score.losses, "share": round(one.score.share, 4),
            "interval": [round(v, 4) for v in one.score.interval], "seconds_a_game": round(one.seconds, 3),
            "goal": one.contest.goal, "met": one.verdict, "todays_code": one.now,
        }
        for contest in wanted
        if (one := ladder.upshot(contest)) is not None
    ]  # fmt: skip


def _line(where: str, one: Upshot, sides: Sequence[str]) -> str:
    score, contest = one.score, one.contest
    low, high = score.interval
    by_side = ", ".join(f"{part.share:.0%} {side}" for part, side in zip(one.sides, sides) if part.games)
    if contest.itself:
        goal = f"42 to 58 % for {sides[0]}"
    else:
        goal = "" if contest.goal is None else f"{contest.goal:.0%}" + ("" if contest.side_goal is None else ", 55 % a side")
    played = f"{score.wins}, {score.draws}, {score.losses}"
    share = f"{score.share:.1%} ({low:.0%} to {high:.0%})"
    mark = "" if one.now else "*"
    cells = (
        where, contest.player, contest.other, f"{score.games}{mark}", played, share, by_side, f"{one.seconds:.2f}", goal, one.verdict,
    )  # fmt: skip
    return f"| {' | '.join(cells)} |"


BEGIN, END = "<!-- ladder: made by `harbour ladder --write`, do not edit -->", "<!-- end of the ladder -->"


def write_into(page: str, text: str) -> str:
    """A page with the tables between its two marks; ValueError if it has none."""
    head, begin, rest = page.partition(BEGIN)
    _, end, tail = rest.partition(END)
    if not begin or not end:
        raise ValueError(f"no place for the tables: the page needs a line {BEGIN} and a line {END}")
    return f"{head}{BEGIN}\n\n{text}\n{END}{tail}"
