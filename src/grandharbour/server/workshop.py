"""Where foreign text is worked on: packs, positions, drafts and saves that somebody has sent; and what draws and prints for anybody who asks.

Processes of their own with a limit of memory and of time. Whatever a text does there, it ends, nobody else waits for it, and the
server goes on. What has passed here is harmless, and the server may then read it itself. No seed of a table ever goes in.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import secrets
import signal
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from concurrent.futures import TimeoutError as TooLate
from concurrent.futures.process import BrokenProcessPool
from typing import Any, TypeVar

import msgspec
from msgspec import structs
from pebble import ProcessExpired, ProcessPool

from ..engine import packs, save
from ..engine.game import game
from . import editing, wire
from .problems import Problem, detail
from .store import Move
from .workers import processes

T = TypeVar("T")
ROOM = 400_000_000
"""Bytes a worker may take beyond what it has when it begins."""
WAITING = 64
"""So many texts may wait for a worker; then the next are sent away."""


def _furnish(nice: int) -> None:
    """A worker loads what it needs, then its memory is limited."""
    from ..engine.game import games

    games()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(nice)
    threading.Thread(target=_leave_with, args=(os.getppid(),), daemon=True).start()
    with contextlib.suppress(ImportError, OSError, ValueError):  # not every system knows such limits; time is limited everywhere
        import resource

        with open("/proc/self/statm") as pages:
            used = int(pages.read().split()[0]) * os.sysconf("SC_PAGE_SIZE")
        resource.setrlimit(resource.RLIMIT_AS, (used + ROOM, used + ROOM))


def _leave_with(parent: int) -> None:
    """A worker goes when the process that made it goes, however it goes. (The pool may let go of what a worker could wait for.)"""
    while os.getppid() == parent:
        time.sleep(1)
    os._exit(0)


class Workshop:
    """Workers for foreign text, started when the first of it comes. Each has so many seconds for a piece of work, and goes after so many
    ``tasks`` (0: it stays)."""

    def __init__(self, workers: int = 2, seconds: float = 10.0, waiting: int = WAITING, nice: int = 5, tasks: int = 0) -> None:
        self.workers = workers
        self.seconds = seconds
        self.most = waiting
        self.nice = nice
        self.tasks = tasks
        self._pool: ProcessPool | None = None
        self._waiting = 0

    async def run(self, kind: str, work: Callable[..., T], *about: Any, seconds: float = 0.0) -> T:
        """Work on a text; a problem of this kind if it takes too much time or memory."""
        if self._waiting >= self.most:
            raise Problem("busy", detail("too-many-texts"))
        self._waiting += 1
        try:
            for _ in range(2):
                pool = self._workers()
                try:
                    # The first one starts the process all others are forked from, and waits until it has loaded everything.
                    future: Future[T] = await asyncio.to_thread(pool.schedule, work, about, timeout=seconds or self.seconds)
                    return await asyncio.wrap_future(future)
                except (BrokenProcessPool, RuntimeError) as broken:
                    # The text did nothing wrong: all workers of the pool have gone. The next ones do the work.
                    if isinstance(broken, RecursionError):
                        raise
                    self._retire(pool)
            raise Problem("busy", detail("no-workers"))
        except (TooLate, MemoryError, ProcessExpired, RecursionError):
            raise Problem(kind, detail("too-dear")) from None
        finally:
            self._waiting -= 1

    def _workers(self) -> ProcessPool:
        if self._pool is None:
            self._pool = ProcessPool(self.workers, self.tasks, _furnish, (self.nice,), processes())
        return self._pool

    def _retire(self, pool: ProcessPool) -> None:
        if self._pool is pool:
            self._pool = None
        with contextlib.suppress(Exception):
            pool.stop()

    def close(self) -> None:
        if self._pool is not None:
            self._pool.stop()
            self._pool.join()
            self._pool = None


# --- what is done there; the arguments and answers are plain values


def edit(wish: editing.EditorWish) -> bytes:
    """A draft after its edits, ready to travel."""
    return wire.encode(editing.edit(game(wish.game), wish))


def try_pack(name: str, scenario: str | None, options: dict[str, bool | str], pack: str) -> list[wire.TableChange]:
    """What a pack changes, once a game has been set up with it."""
    try:
        return wire.changes(game(name).setup(scenario, options, pack).tables)
    except (MemoryError, RecursionError):
        raise
    except Exception as error:  # a pack may make anything of a game's numbers: what the game says to it is the answer
        raise Problem.said("bad-tables", error) from None


def read_pack(sent: bytes, name: str | None, words: str) -> bytes:
    """A pack somebody has sent, tried out in each of its scenarios, ready to travel. ``name``: the game, or None if the pack must say it."""
    try:
        pack = packs.sent_with_origins(sent, words)
        rules = packs.game_of(pack) if name is None else game(name)
        with pack.told():
            card = wire.pack_card(rules, rules.laid(pack.text))
            for scenario in card.scenarios:
                rules.setup(scenario.id, {}, pack.text)
        return wire.encode(card)
    except (MemoryError, RecursionError):
        raise
    except Exception as error:  # as above
        raise Problem.said("bad-tables", error) from None


def draft_board(name: str, text: str) -> bytes:
    """The board of a draft, whose pack may have changed it."""
    return wire.encode(editing.board(game(name), text))


def try_position(name: str, text: str) -> str:
    """The text of a position from which a table may be opened, as we would write it."""
    return editing.accepted(game(name), text)


class Upload(msgspec.Struct):
    """A save that has been replayed."""

    game: str
    scenario: str
    options: dict[str, bool | str]
    pack: str
    start: str
    seed: bytes
    chosen: bool
    """Whoever has the file knows the seed."""
    moves: list[Move]
    note: str | None
    remarks: list[save.Remark]


def replay(text: str) -> Upload:
    """A save as the moves of a table."""
    try:
        played, astray = save.open_save(text)
        if astray is not None and astray.position:
            played = save.resume(text)
    except save.SaveError as error:
        raise Problem.said("bad-save", error) from None
    except (MemoryError, RecursionError):
        raise
    except Exception:
        raise Problem("bad-save", detail("not-a-save")) from None
    setup = played.war.setup
    mix, names = played.mix, setup.names
    assert mix is not None
    # Dice that were shaken, fell anew or come without their seed are kept as they fell: another table has another secret.
    bare = bool(played.shaken or played.given)
    fallen: dict[int, list[Any]] = {}
    for one in played.fallen if bare else ():
        fallen.setdefault(one.choice, []).append(one.line())
    moves: list[Move] = [Move("opening", names.of("side", 0), fell=tuple(fallen[0]))] if 0 in fallen else []
    for number, choice in enumerate(played.choices, 1):
        fell = fallen.get(number, ())
        if choice.auto and fell:
            moves[-1] = structs.replace(moves[-1], fell=(*moves[-1].fell, *fell))
        elif not choice.auto:
            target = played.war.target_name(choice.verb, choice.target)
            moves.append(Move("choice", names.of("side", choice.side), choice.verb, target, fell=tuple(fell)))
    if played.resigned is not None:
        moves.append(Move("resign", names.of("side", played.resigned), played.parting))
    if played.drawn:
        moves.append(Move("draw", names.of("side", 0)))
    note = None if astray is None else astray.words()
    seed = secrets.token_bytes(32) if bare else mix.secret
    return Upload(
        setup.game.id, setup.scenario, setup.options, setup.tables.pack, played.start, seed, not bare, moves, note,
        [] if astray else save.parse(text).remarks,
    )  # fmt: skip
