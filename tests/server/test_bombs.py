"""Small texts that would fill the memory or never end: refused, and everybody else is served meanwhile."""

from __future__ import annotations

import asyncio
import resource
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

import grandharbour as gh
from grandharbour.engine.tables import Entry, Tables, TablesError
from grandharbour.server.problems import Problem
from grandharbour.server.workshop import Workshop

from .client import HERE, Harbour, problem

DOTS = ".".join("a" * 10_000) + " = 1"
BRACKETS = "a = " + "[" * 3_000 + "]" * 3_000
LONG = "a" * 100_000 + " = 1"


def largest() -> int:
    """The most memory this process (the server runs in it) and its workers ever had, in MB."""
    return max(resource.getrusage(who).ru_maxrss for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)) // 1024


@pytest.mark.parametrize("text", [DOTS, f"[{DOTS[:-4]}]", BRACKETS, LONG], ids=["dots", "header", "brackets", "name"])
def test_text_that_explodes_is_refused(harbour: Harbour, text: str) -> None:
    harbour.http.post("/api/editor", json={"game": "hawks"})  # the workers are there
    before = largest()
    problem(harbour.http.post("/api/games/hawks/tables", json={"tables": text}), "bad-tables", 422)
    wish = {"game": "hawks", "seats": HERE}
    problem(harbour.http.post("/api/tables", json={**wish, "tables": text}), "bad-tables", 422)
    problem(harbour.http.post("/api/tables", json={**wish, "position": text}), "bad-position", 422)
    drawn = harbour.http.post("/api/editor", json={"game": "hawks", "text": text}).json()
    assert not drawn["legal"] and drawn["faults"]
    assert max(len(fault["text"]) for fault in drawn["faults"]) < 400, "nobody reads a fault of a hundred thousand letters"
    assert largest() - before < 60


@pytest.mark.parametrize(
    ("game", "pack"),
    [
        ("kesselring", "[map]\ngrid = {width = 100000000, height = 100000000}"),
        ("c3", "[map]\ngrid = {width = 120, height = 1000000}"),
        ("kesselring", f"[map]\nports = {['x'] * 20_000}"),
        ("kesselring", f"[map]\nports = ['{'x' * 100_000}']"),
    ],
)
def test_a_pack_cannot_ask_for_a_huge_game(harbour: Harbour, game: str, pack: str) -> None:
    told = problem(harbour.http.post(f"/api/games/{game}/tables", json={"tables": pack}), "bad-tables", 422)
    assert "map." in told["detail"] and len(told["detail"]) < 400


def _numbers(value: Any) -> list[float]:
    if isinstance(value, dict | list):
        return [n for inner in (value.values() if isinstance(value, dict) else value) for n in _numbers(inner)]
    return [value] if isinstance(value, int | float) and not isinstance(value, bool) else []


def _with(value: Any, number: float) -> Any:
    """The same value with another number in every place."""
    if isinstance(value, dict):
        return {key: _with(inner, number) for key, inner in value.items()}
    if isinstance(value, list):
        return [_with(inner, number) for inner in value]
    return type(value)(number) if isinstance(value, int | float) and not isinstance(value, bool) else value


def test_every_number_of_every_pack_has_a_range() -> None:
    from grandharbour.engine.tables import _fits

    def check(entry: Entry) -> None:
        least, most = entry.bounds
        assert -1e6 < least <= most < 1e6, entry.key
        for wild in (10_000_000, -10_000_000):
            assert _fits(entry, _with(entry.value, wild)), f"{entry.key} may be {wild}"

    for game in gh.games().values():
        for entry in game.tables.entries.values():
            if _numbers(entry.value):
                check(entry)


def test_a_number_is_a_number() -> None:
    tables = Tables({"toy.chance": Entry("toy.chance", 0.5, "here")})
    for wild in ("nan", "inf", "-inf"):
        with pytest.raises(TablesError, match="no number to play with"):
            tables.with_pack(f"[toy]\nchance = {wild}")


# --- the workshop itself


def spin() -> None:
    while True:
        pass


def swell() -> int:
    return len(bytearray(3_000_000_000))


def fine() -> int:
    return 4


def at_work(work: Callable[[Workshop], Awaitable[None]]) -> None:
    async def run() -> None:
        shop = Workshop(1, seconds=1.0)
        try:
            await work(shop)
        finally:
            await asyncio.to_thread(shop.close)

    asyncio.run(run())


def test_what_never_ends_is_ended() -> None:
    async def work(shop: Workshop) -> None:
        with pytest.raises(Problem, match="more time or memory") as refused:
            await shop.run("bad-tables", spin)
        assert refused.value.kind == "bad-tables"
        assert await shop.run("bad-tables", fine) == 4, "the next text finds a worker"

    at_work(work)


def test_what_fills_the_memory_is_ended() -> None:
    async def work(shop: Workshop) -> None:
        with pytest.raises(Problem, match="more time or memory"):
            await shop.run("bad-position", swell)
        assert await shop.run("bad-position", fine) == 4

    at_work(work)


def test_those_who_wait_are_not_endless() -> None:
    async def work(shop: Workshop) -> None:
        waiting = [asyncio.create_task(shop.run("bad-tables", fine)) for _ in range(200)]
        answers = await asyncio.gather(*waiting, return_exceptions=True)
        sent_away = [answer for answer in answers if isinstance(answer, Problem)]
        assert sent_away and all(answer.kind == "busy" for answer in sent_away)
        assert answers.count(4) + len(sent_away) == 200

    at_work(work)


def test_workers_that_have_all_gone_are_replaced() -> None:
    """A pool without workers is no reason to send a text away."""

    async def twice() -> tuple[str, str]:
        shop = Workshop()
        try:
            first = await shop.run("bad-tables", _double, "a")
            assert shop._pool is not None
            shop._pool.stop()  # as if all its workers had been killed
            return first, await shop.run("bad-tables", _double, "b")
        finally:
            shop.close()

    assert asyncio.run(twice()) == ("aa", "bb")


def _double(text: str) -> str:
    return text * 2
