"""Play many games and count. Any Executor will do; game *i* of a run is the same game wherever it is played."""

from __future__ import annotations

import hashlib
import random
import time
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor, as_completed
from multiprocessing import get_context

import msgspec

from ..engine.game import OptionValue, game
from ..engine.war import War
from ..players import choose

BATCH = 20


class Job(msgspec.Struct, frozen=True):
    """Some games of one run, with everything a worker needs to play them."""

    game: str
    scenario: str
    options: dict[str, OptionValue]
    tables: str
    players: tuple[str, ...]
    seed: int
    first: int
    count: int
    check: bool


class Result(msgspec.Struct, frozen=True):
    """One game: row *index* of a run."""

    index: int
    winner: int
    scores: tuple[int, ...]
    turns: int
    decisions: int
    seconds: float
    error: str = ""


def game_seed(seed: int, scenario: str, index: int) -> bytes:
    """The dice of game *index* of a run: the same on every machine and with any number of workers."""
    return hashlib.sha256(f"grand harbour run {seed} {scenario} {index}".encode()).digest()


def play_out(war: War, players: Sequence[str], rng: random.Random, check: bool = False) -> int:
    """Play a war to its end; returns how many decisions were real ones, with more than one choice."""
    decisions = 0
    while war.stack is not None:
        decision = war.asked()[0]
        answer = decision.forced
        if answer is None:
            decisions += 1
            answer = choose(players[decision.side], war, decision.side, rng)
        war.play(answer[0], answer[1], decision.side)
        if check:
            war.check()
    return decisions


def run_job(job: Job) -> list[Result]:
    """Play the games of a job. An error in one is reported with its index and stops nothing else."""
    rules = game(job.game)
    found: list[Result] = []
    for index in range(job.first, job.first + job.count):
        seed = game_seed(job.seed, job.scenario, index)
        began = time.process_time()
        try:
            war = rules.new(job.scenario, options=job.options, tables=job.tables, seed=seed)
            decisions = play_out(war, job.players, random.Random(seed), job.check)
            assert war.outcome is not None
            result = Result(index, war.outcome.winner, war.outcome.scores, war.turn, decisions, time.process_time() - began)
        except Exception:
            result = Result(index, -1, (), 0, 0, time.process_time() - began, traceback.format_exc(limit=-3))
        found.append(result)
    return found


def simulate(
    name: str,
    scenario: str,
    players: Sequence[str],
    games: int,
    seed: int,
    *,
    options: Mapping[str, OptionValue] | None = None,
    tables: str = "",
    check: bool = False,
    executor: Executor | None = None,
    progress: Callable[[int], None] = lambda n: None,
) -> list[Result]:
    """Play ``games`` games of a scenario; the rows come back in order of their index."""
    chosen = game(name).check_options(options or {})
    jobs = [
        Job(name, scenario, chosen, tables, tuple(players), seed, first, min(BATCH, games - first), check)
        for first in range(0, games, BATCH)
    ]
    results: list[Result] = []
    for batch in _spread(jobs, executor):
        results += batch
        progress(len(batch))
    return sorted(results, key=lambda result: result.index)


def _spread(jobs: list[Job], executor: Executor | None) -> Iterator[list[Result]]:
    if executor is None:
        yield from map(run_job, jobs)
        return
    waiting: list[Future[list[Result]]] = [executor.submit(run_job, job) for job in jobs]
    try:
        for future in as_completed(waiting):
            yield future.result()
    finally:
        for future in waiting:
            future.cancel()


def local_executor(workers: int) -> Executor:
    """Worker processes on this machine."""
    return ProcessPoolExecutor(workers, mp_context=get_context("spawn"))
