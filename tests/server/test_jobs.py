"""Work that is done later: at least once, in spite of failures, restarts and deaths; the same door on both databases."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from grandharbour.server import jobs as jobs_module
from grandharbour.server.jobs import Jobs, open_jobs, pause
from grandharbour.server.store import Store

from .postgres import Cluster


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs_module, "pause", lambda tries: 0.01)
    monkeypatch.setattr(jobs_module, "HEARTBEAT", 0.5)


async def until(what: Callable[[], bool], seconds: float = 60) -> None:
    end = asyncio.get_running_loop().time() + seconds
    while not what():
        assert asyncio.get_running_loop().time() < end, "it never came"
        await asyncio.sleep(0.01)


def with_jobs(place: str, play: Callable[[Jobs], object]) -> None:
    async def run() -> None:
        store = await asyncio.to_thread(Store, place)
        jobs = open_jobs(store)
        try:
            await play(jobs)  # type: ignore[misc]
        finally:
            await jobs.close()
            await asyncio.to_thread(store.close)

    asyncio.run(run())


def test_work_is_done_later_and_tried_again(place: str) -> None:
    seen: list[tuple[str, int]] = []

    async def letter(to: str, about: int) -> None:
        seen.append((to, about))
        if to == "nobody" or (to == "late" and seen.count((to, about)) < 3):
            raise OSError("no answer")

    async def play(jobs: Jobs) -> None:
        await jobs.defer("letter", to="early", about=1)  # nobody works yet
        assert await asyncio.to_thread(jobs.waiting) == {"letter": 1}
        jobs.can("letter", letter, tries=4)
        jobs.start()
        await jobs.defer("letter", to="late", about=2)
        await jobs.defer("letter", to="nobody", about=3)
        await until(lambda: jobs.done == 2 and jobs.failed == 1)
        while await asyncio.to_thread(jobs.waiting):
            await asyncio.sleep(0.01)

    with_jobs(place, play)
    assert Counter(seen) == {("early", 1): 1, ("late", 2): 3, ("nobody", 3): 4}


def test_what_waits_is_not_begun_before_what_it_was_asked_for_again_is_there(postgres: Cluster) -> None:
    """Somebody asks for what waits already, and has not committed yet what it is about: who did it now would not see that."""
    seen: list[int] = []

    async def play(jobs: Jobs) -> None:
        async def remind(number: int) -> None:
            seen.append(number)

        jobs.can("remind", remind)
        await jobs.defer("remind", once="one", number=1)
        with jobs.store.engine.begin() as asking:
            jobs.put(asking, "remind", once="one", number=2)
            jobs.start()
            await jobs.defer("remind", once="two", number=9)
            await until(lambda: 9 in seen)
            assert seen == [9]
        await until(lambda: seen == [9, 1])

    with_jobs(postgres.database(), play)


def test_what_waits_already_is_not_asked_for_again(place: str) -> None:
    seen: list[int] = []

    async def play(jobs: Jobs) -> None:
        async def remind(number: int) -> None:
            seen.append(number)
            if number == 1:
                await jobs.defer("remind", once="one", number=3)  # it does not wait any more

        for number in (1, 2):
            await jobs.defer("remind", once="one", number=number)
        await jobs.defer("remind", once="two", number=9)
        jobs.can("remind", remind)
        jobs.start()
        await until(lambda: jobs.done == 3)
        while await asyncio.to_thread(jobs.waiting):
            await asyncio.sleep(0.01)

    with_jobs(place, play)
    assert sorted(seen) == [1, 3, 9]


def test_what_wants_to_be_alone_is_alone(place: str) -> None:
    inside: Counter[str] = Counter()
    most: Counter[str] = Counter()
    count = 0

    async def think(table: str) -> None:
        nonlocal count
        inside[table] += 1
        inside["all"] += 1
        most.update({key: inside[key] - most[key] for key in (table, "all") if inside[key] > most[key]})
        await asyncio.sleep(0.05)
        inside[table] -= 1
        inside["all"] -= 1
        count += 1

    async def play(jobs: Jobs) -> None:
        for n in range(12):
            await jobs.defer("think", alone=f"table {n % 3}", table=f"table {n % 3}")
        jobs.can("think", think)
        jobs.start()
        await until(lambda: count == 12)

    with_jobs(place, play)
    assert [most[f"table {n}"] for n in range(3)] == [1, 1, 1] and most["all"] > 1


def test_what_is_put_into_a_transaction_lives_and_dies_with_it(place: str) -> None:
    async def play(jobs: Jobs) -> None:
        def fails(connection: object) -> None:
            jobs.put(connection, "letter", to="a")  # type: ignore[arg-type]
            raise ValueError("no")

        with pytest.raises(Exception, match="no"):
            await jobs.store.run(fails)
        assert await asyncio.to_thread(jobs.waiting) == {}
        await jobs.store.run(lambda connection: jobs.put(connection, "letter", to="a"))
        assert await asyncio.to_thread(jobs.waiting) == {"letter": 1}

    with_jobs(place, play)


def test_later_is_later(place: str) -> None:
    times: list[float] = []

    async def ring() -> None:
        times.append(asyncio.get_running_loop().time())

    async def play(jobs: Jobs) -> None:
        jobs.can("ring", ring)
        jobs.start()
        start = asyncio.get_running_loop().time()
        await jobs.defer("ring", after=0.8)
        await jobs.defer("ring")
        await until(lambda: len(times) == 2)
        assert times[0] - start < times[1] - start and times[1] - start >= 0.75

    with_jobs(place, play)


def test_pauses_grow() -> None:
    assert 0.5 < pause(0) < 1.5 < pause(2) < 6 and pause(5) > 20 and pause(100) <= 1.25 * 3600


def test_who_waits_does_not_wait_for_an_hour(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is tried until it is done is tried again soon, however often it has failed; a letter may wait."""
    monkeypatch.setattr(jobs_module, "pause", lambda tries: 3000.0)
    found: dict[int, float | None] = {}

    async def fails() -> None:
        raise OSError("no answer")

    async def play(jobs: Jobs) -> None:
        for tries in (0, 50):
            found[tries] = await jobs._do(jobs_module.Kind("think", fails, tries), {}, 9)

    with_jobs(place, play)
    assert found == {0: jobs_module.SOON, 50: 3000.0}


# A process that begins a piece of work, says so, and never ends it.
BEGIN = """
import asyncio, sys
from grandharbour.server import jobs as module
from grandharbour.server.store import Store
module.HEARTBEAT = 0.5
async def work(n):
    print("begun", n, flush=True)
    await asyncio.sleep(600)
async def main():
    jobs = module.open_jobs(Store(sys.argv[1]))
    jobs.can("work", work)
    jobs.start()
    await asyncio.sleep(600)
asyncio.run(main())
"""


def test_work_of_a_process_that_dies_is_done_by_another(place: str, tmp_path: Path) -> None:
    done: list[int] = []

    async def work(n: int) -> None:
        done.append(n)

    async def play(jobs: Jobs) -> None:
        for n in range(3):
            await jobs.defer("work", n=n, alone="the same" if n else "", once=f"{n}")
        other = subprocess.Popen([sys.executable, "-c", BEGIN, place], stdout=subprocess.PIPE, text=True, cwd=tmp_path)
        with other:
            assert other.stdout is not None
            begun = await asyncio.to_thread(lambda: [other.stdout.readline() for _ in range(2)])  # type: ignore[union-attr]
            assert sorted(begun) == ["begun 0\n", "begun 1\n"]
            os.kill(other.pid, signal.SIGKILL)
        jobs.can("work", work)
        jobs.start()
        await until(lambda: sorted(done) == [0, 1, 2])

    with_jobs(place, play)


def test_what_is_asked_for_again_meanwhile_does_not_stand_in_the_way(place: str) -> None:
    """Work fails while the same waits already: both come to their turn. (A table whose place in the queue was held for ever stood still.)"""
    tries: list[str] = []

    async def play(jobs: Jobs) -> None:
        async def think(by: str) -> None:
            tries.append(by)
            if tries == ["one"]:
                await jobs.defer("think", once="table 1", alone="table", by="two")
                raise OSError("no answer")

        await jobs.defer("think", once="table 1", alone="table", by="one")
        jobs.can("think", think)
        jobs.start()
        await until(lambda: jobs.done == 2)
        while await asyncio.to_thread(jobs.waiting):
            await asyncio.sleep(0.01)

    with_jobs(place, play)
    assert tries[0] == "one" and Counter(tries) == {"one": 2, "two": 1}


def test_work_left_lying_is_put_back_beside_the_same(postgres: Cluster, tmp_path: Path) -> None:
    """A process dies as soon as it has taken something up, and somebody has asked for the same again."""
    import psycopg

    place = postgres.database()
    done: list[int] = []

    async def work(n: int) -> None:
        done.append(n)

    async def play(jobs: Jobs) -> None:
        await jobs.defer("work", once="table 1", alone="table", n=1)
        async with await psycopg.AsyncConnection.connect(place, autocommit=True) as connection:
            await connection.execute("UPDATE procrastinate_jobs SET status = 'doing'")  # nobody is there who does it
        await jobs.defer("work", once="table 1", alone="table", n=2)
        jobs.can("work", work)
        jobs.start()
        await until(lambda: sorted(done) == [1, 2])

    with_jobs(place, play)


def test_a_process_does_not_take_itself_for_dead(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """It was too busy to give a sign of life: nobody else may know better, but it does."""
    monkeypatch.setattr(jobs_module, "HEARTBEAT", 0.1)
    begun: list[int] = []

    async def work(n: int) -> None:
        begun.append(n)
        for _ in range(5):
            time.sleep(0.4)  # nothing else happens in this process
            await asyncio.sleep(0.15)

    async def play(jobs: Jobs) -> None:
        jobs.can("work", work)
        jobs.start()
        await jobs.defer("work", n=1)
        await until(lambda: jobs.done > 0)
        while await asyncio.to_thread(jobs.waiting):
            await asyncio.sleep(0.01)

    with_jobs(place, play)
    assert begun == [1]


def test_what_another_puts_back_is_not_begun_twice_by_one(postgres: Cluster) -> None:
    """A process that only seemed dead is given its own work again: it waits for the first try to end, and does not lose the row."""
    import psycopg

    place = postgres.database()
    begun: list[int] = []

    async def play(jobs: Jobs) -> None:
        go = asyncio.Event()

        async def work(n: int) -> None:
            begun.append(n)
            await go.wait()

        async def put_back() -> None:
            async with await psycopg.AsyncConnection.connect(place, autocommit=True) as connection:
                await connection.execute("SELECT procrastinate_retry_job_v2(id, now(), NULL, NULL, NULL) FROM procrastinate_jobs")
                tries = "SELECT attempts FROM procrastinate_jobs"
                while (await (await connection.execute(tries)).fetchone()) == (1,) and begun == [1]:  # taken up and laid down: 2
                    await asyncio.sleep(0.01)

        jobs.can("work", work)
        jobs.start()
        await jobs.defer("work", n=1)
        await until(lambda: begun == [1])
        await put_back()
        assert await asyncio.to_thread(jobs.waiting) == {"work": 1}, "if this process dies now, another must find it"
        go.set()
        while await asyncio.to_thread(jobs.waiting):
            await asyncio.sleep(0.01)

    with_jobs(place, play)
    assert begun == [1]


def test_the_queue_comes_back_with_the_database(postgres: Cluster) -> None:
    """PostgreSQL cuts every connection: the worker connects again, and what was being done is done."""
    import psycopg

    place = postgres.database()
    done: list[int] = []
    begun: list[int] = []

    async def work(n: int) -> None:
        begun.append(n)
        await asyncio.sleep(0.3)
        done.append(n)

    async def play(jobs: Jobs) -> None:
        jobs.can("work", work)
        jobs.start()
        await jobs.defer("work", n=1)
        await until(lambda: bool(begun))
        with psycopg.connect(postgres.url(), autocommit=True) as connection:
            connection.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s",
                (place.split("?")[0].rpartition("/")[2],),
            )
        for n in (2, 3):
            while True:
                try:
                    await jobs.defer("work", n=n)
                    break
                except Exception:
                    await asyncio.sleep(0.05)
        await until(lambda: {1, 2, 3} <= set(done))

    with_jobs(place, play)


def test_who_leaves_while_the_database_is_away_leaves(postgres: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    """The worker cannot even be signed off: that does not make it begin anew."""
    from procrastinate.exceptions import ConnectorException
    from procrastinate.manager import JobManager

    async def away(self: JobManager, worker_id: int) -> None:
        raise ConnectorException

    async def play(jobs: Jobs) -> None:
        async def work() -> None: ...

        jobs.can("work", work)
        jobs.start()
        await jobs.defer("work")
        await until(lambda: jobs.done == 1)
        monkeypatch.setattr(JobManager, "unregister_worker", away)
        gone, _ = await asyncio.wait({asyncio.create_task(jobs.close())}, timeout=60)
        monkeypatch.undo()
        assert gone

    with_jobs(postgres.database(), play)


def test_steps_of_a_newer_queue_are_taken(postgres: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    from grandharbour.server.migrations import queue

    place = postgres.database()
    Store(place).close()
    known = dict(queue.steps())
    assert known
    more = {**known, "99.00.00_01_more.sql": "CREATE TABLE procrastinate_more (percent text DEFAULT '100 %'); SELECT 1;"}
    monkeypatch.setattr(queue, "steps", lambda: more)
    for _ in range(2):
        store = Store(place)
        with store.engine.connect() as connection:
            assert connection.exec_driver_sql("SELECT count(*) FROM procrastinate_more").scalar() == 0
        store.close()


REFUSE = """
CREATE SEQUENCE refused;
CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF nextval('refused') <= 2 THEN RAISE EXCEPTION 'not now'; END IF;
    IF TG_OP = 'DELETE' THEN RETURN OLD; END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER over BEFORE DELETE ON procrastinate_jobs FOR EACH ROW EXECUTE FUNCTION refuse();
CREATE TRIGGER again BEFORE UPDATE ON procrastinate_jobs FOR EACH ROW
    WHEN (OLD.status = 'doing' AND NEW.status = 'todo') EXECUTE FUNCTION refuse();
"""
"""The database does not take the first two notes that some work is over, or is to be tried again."""


@pytest.mark.parametrize("fails", [False, True])
def test_work_whose_end_cannot_be_noted_keeps_its_place_no_longer(postgres: Cluster, fails: bool) -> None:
    """Its process lives on, so nobody else would ever put it back, and what wants to be alone waits behind it."""
    import psycopg

    place = postgres.database()
    tries: list[int] = []

    async def work(n: int) -> None:
        tries.append(n)
        if fails and tries == [1]:
            raise OSError("no answer")

    async def play(jobs: Jobs) -> None:
        async with await psycopg.AsyncConnection.connect(place, autocommit=True) as connection:
            await connection.execute(REFUSE)
        for n in (1, 2):
            await jobs.defer("work", alone="table", n=n)
        jobs.can("work", work)
        jobs.start()
        await until(lambda: 2 in tries)
        while await asyncio.to_thread(jobs.waiting):
            await asyncio.sleep(0.01)

    with_jobs(place, play)
    assert tries == ([1, 1, 2] if fails else [1, 2]), "what has been done is not done again"
