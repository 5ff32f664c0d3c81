"""Play many games and count. Any Executor will do; game *i* of a run is the same game wherever it is played."""

from __future__ import annotations

import hashlib
import random
import time
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from typing import TypeVar

import msgspec

from ..engine.game import OptionValue, game
from ..engine.war import War
from ..players import Seat

BATCH = 20
Task = TypeVar("Task")
Done = TypeVar("Done")


class Job(msgspec.Struct, frozen=True):
    """Some games of one run, with everything a worker needs to play them."""

    game: str
    scenario: str
    options: dict[str, OptionValue]
    tables: str
    players: tuple[str, ...]
    seed: int
    indices: tuple[int, ...]
    check: bool = False
    match: int = 0
    """Which of several matches of a run these games belong to."""
    mixed: bool = False
    """Each game throws a die for every option, and ``options`` holds only those that are fixed."""
    position: str = ""
    """The position all games begin with, if it is not the scenario's opening."""


class Result(msgspec.Struct, frozen=True):
    """One game: row *index* of a run."""

    index: int
    winner: int
    scores: tuple[int, ...]
    turns: int
    decisions: int
    seconds: float
    level: str = ""
    error: str = ""


def game_seed(seed: int, scenario: str, index: int) -> bytes:
    """The dice of game *index* of a run: the same on every machine and with any number of workers."""
    return hashlib.sha256(f"grand harbour run {seed} {scenario} {index}".encode()).digest()


def game_options(name: str, options: Mapping[str, OptionValue], mixed: bool, seed: bytes) -> dict[str, OptionValue]:
    """The options of one game of a run; if they are mixed, whatever is not fixed is thrown with a die from the seed of the game."""
    if not mixed:
        return dict(options)
    rng = random.Random(b"options" + seed)
    thrown = {option.id: rng.choice(option.values)[0] for option in game(name).options}
    return {**thrown, **options}


def begin(job: Job, seed: bytes) -> War:
    """A game of a job: from its opening, or from a position with dice of its own."""
    rules = game(job.game)
    if job.position:
        return rules.position(job.position, seed)
    options = game_options(job.game, job.options, job.mixed, seed)
    return rules.new(job.scenario, options=options, tables=job.tables, seed=seed)


def play_out(
    war: War, players: Sequence[str], rng: random.Random, check: bool = False, watch: Callable[[War], None] | None = None,
    chosen: list[tuple[int, str, int]] | None = None,
) -> int:  # fmt: skip
    """Play a war to its end; returns how many decisions were real ones, with more than one choice. ``chosen`` is given all of them."""
    decisions = 0
    seats = [Seat(player, side, rng) for side, player in enumerate(players)]
    while war.stack is not None:
        decision = war.asked()[0]
        forced = decision.forced
        decisions += forced is None
        verb, target = seats[decision.side].choose(war) if forced is None else forced
        war.play(verb, target, decision.side)
        if chosen is not None:
            chosen.append((decision.side, verb, target))
        if check:
            war.check()
        if watch is not None:
            watch(war)
    return decisions


def run_job(job: Job) -> list[Result]:
    """Play the games of a job. An error in one is reported with its index and stops nothing else."""
    results: list[Result] = []
    for index in job.indices:
        seed = game_seed(job.seed, job.scenario, index)
        began = time.process_time()
        try:
            war = begin(job, seed)
            decisions = play_out(war, job.players, random.Random(seed), job.check)
            assert war.outcome is not None
            spent = time.process_time() - began
            end = war.outcome
            result = Result(index, end.winner, end.scores, war.turn, decisions, spent, end.level)
        except Exception:
            result = Result(index, -1, (), 0, 0, time.process_time() - began, "", traceback.format_exc(limit=-3))
        results.append(result)
    return results


def jobs(
    name: str,
    scenario: str,
    players: Sequence[str],
    indices: Sequence[int],
    seed: int,
    *,
    options: Mapping[str, OptionValue] | None = None,
    tables: str = "",
    check: bool = False,
    match: int = 0,
    mixed: bool = False,
    position: str = "",
    batch: int = BATCH,
) -> list[Job]:
    """The games of a run in bunches."""
    rules = game(name)
    chosen = dict(options or {}) if mixed else rules.check_options(options or {}, rules.laid(tables))
    return [
        Job(
            name,
            scenario,
            chosen,
            tables,
            tuple(players),
            seed,
            tuple(indices[first : first + batch]),
            check,
            match,
            mixed,
            position,
        )
        for first in range(0, len(indices), batch)
    ]


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
) -> list[Result]:
    """Play ``games`` games of a scenario; the rows come back in order of their index."""
    todo = jobs(name, scenario, players, range(games), seed, options=options, tables=tables, check=check)
    done = [result for _, results in spread(todo, executor) for result in results]
    return sorted(done, key=lambda result: result.index)


def spread(todo: Sequence[Job], executor: Executor | None) -> Iterator[tuple[Job, list[Result]]]:
    """The jobs with their results, in the order in which they are done."""
    return deal_out(todo, executor, run_job)


def deal_out(todo: Sequence[Task], executor: Executor | None, work: Callable[[Task], Done]) -> Iterator[tuple[Task, Done]]:
    """Any tasks with what ``work`` makes of them, in the order in which they are done."""
    if executor is None:
        for task in todo:
            yield task, work(task)
        return
    waiting: dict[Future[Done], Task] = {executor.submit(work, task): task for task in todo}
    try:
        for future in as_completed(waiting):
            yield waiting[future], future.result()
    finally:
        for future in waiting:
            future.cancel()


def local_executor(workers: int) -> Executor:
    """Worker processes on this machine."""
    return ProcessPoolExecutor(workers, mp_context=get_context("spawn"))


def cluster_executor(address: str, timeout: str = "10s") -> Executor:
    """The workers of a Dask scheduler. A task whose worker dies is done again by another."""
    try:
        from distributed import Client
    except ImportError:
        raise ModuleNotFoundError("a cluster needs the extra 'cluster': pip install grandharbour[cluster]") from None
    executor: Executor = Client(address, timeout=timeout).get_executor(pure=False, retries=3)
    return executor
