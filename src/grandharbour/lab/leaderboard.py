"""The leaderboard: every player against greedy, from fixed seeds, as one page.

The page says for each game which players there are, what they make against greedy and what a game of theirs costs, with the command that makes it again.
"""

from __future__ import annotations

from importlib.util import find_spec

import msgspec

from .. import __version__
from ..engine.game import game
from ..players.references import REFERENCES
from .rating import Score
from .simulate import Job, run_job

YARDSTICK = "greedy"
BASELINE = "grandharbour.adapters.baseline:Baseline"
"""By its path: the laboratory does not import the adapters."""
TRAINED = ("hawks", "convoys")
MCTS = "grandharbour.adapters.mcts:EqualTime"
TIMED = ("hawks", "convoys")
"""Where OpenSpiel's tree search has been given the CPU time of today's captain; elsewhere the reference stands, which never changes."""
LABELS = {BASELINE: "the baseline", MCTS: "OpenSpiel's MCTS, as much CPU as a captain"}
PLAYERS = ("random", "greedy", "search:cadet", "search:captain", "search:admiral", "mcts@1", BASELINE)
"""Those that stand on the board; a reference stands where it plays and what it needs is installed."""


class Entry(msgspec.Struct, frozen=True):
    """One player against the yardstick."""

    player: str
    score: Score
    seconds: float
    """CPU seconds of a game."""


def entrants(name: str, wanted: tuple[str, ...] = PLAYERS) -> list[str]:
    """The players of a game's board."""
    players = []
    for player in wanted:
        if player == BASELINE and (name not in TRAINED or find_spec("numpy") is None):
            continue
        known = REFERENCES.get(player)
        if known is None or (known.plays(name) and (not known.needs or find_spec(known.needs) is not None)):
            players.append(MCTS if player == "mcts@1" and name in TIMED else player)
    return players


def measure(name: str, scenario: str, player: str, games: int, seed: int) -> Entry:
    """A player's games against the yardstick, each dice twice with the seats changed."""
    options = game(name).check_options({})
    points: list[list[float]] = []
    seconds = 0.0
    for seats in ((player, YARDSTICK), (YARDSTICK, player)):
        results = run_job(Job(name, scenario, options, "", seats, seed, tuple(range(max(1, games // 2)))))
        for result in results:
            if result.error:
                raise ValueError(f"{player} could not play {name} to its end: {result.error.strip().splitlines()[-1]}")
        mine = seats.index(player)
        points.append([0.5 if r.winner < 0 else float(r.winner == mine) for r in results])
        seconds += sum(r.seconds for r in results)
    flat = [point for row in points for point in row]
    pairs = [0] * 5
    for one, other in zip(*points, strict=True):
        pairs[round(2 * (one + other))] += 1
    score = Score(flat.count(1.0), flat.count(0.5), flat.count(0.0), tuple(pairs))
    return Entry(player, score, seconds / len(flat))


def page(boards: dict[str, tuple[str, list[Entry]]], games: int, seed: int, command: str) -> str:
    """All boards as Markdown."""
    lines = [
        "# Leaderboard",
        "",
        f"Made by `{command}` with version {__version__}: {games} games of each player against *{YARDSTICK}*, the same dice twice with the",
        f"seats changed, seed {seed}. A draw is half a point; intervals hold 95 %. CPU seconds are those of a whole game, both players.",
        "",
    ]
    for name, (scenario, entries) in boards.items():
        rules = game(name)
        lines += [f"## {rules.title}: {rules.scenarios[scenario].title}", ""]
        lines += [f"| player | points against {YARDSTICK} | won, drawn, lost | CPU s a game |", "|---|---|---|---|"]
        for entry in sorted(entries, key=lambda one: -one.score.share):
            low, high = entry.score.interval
            score = entry.score
            lines.append(
                f"| {LABELS.get(entry.player, entry.player)} | {score.share:.0%} ({low:.0%} to {high:.0%}) | {score.wins}, {score.draws}, {score.losses} "
                f"| {entry.seconds:.2f} |"
            )
        lines.append("")
    return "\n".join(lines)
