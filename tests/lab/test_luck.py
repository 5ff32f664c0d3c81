"""The luck ledger: it balances, luck is zero on average and goes to the winner, and nobody learns a secret from it."""

from __future__ import annotations

import asyncio
import json
import random
from pathlib import Path
from statistics import mean, stdev

import pytest
from typer.testing import CliRunner

import grandharbour as gh
from grandharbour.cli import app
from grandharbour.engine import save
from grandharbour.engine.dice import Seeded
from grandharbour.lab.luck import (
    LEAST,
    How,
    Ledger,
    Task,
    _Looker,
    assemble,
    horizon_of,
    ledger,
    look,
    moments,
    rollout,
    story,
    tasks,
    turning,
)
from grandharbour.lab.simulate import local_executor
from grandharbour.players import Seat

SCENARIO = "raid-over-malta"
QUICK = How("random", 2, 2)
"""Rollouts of two choices, then the adviser's value: luck is as fair with any value."""


def played(seed: int, players: tuple[str, str] = ("random", "random"), limit: int = 100_000) -> gh.Table:
    table = gh.Table.begin(gh.game("hawks"), SCENARIO, seed=seed)
    rng = random.Random(seed)
    seats = [Seat(player, side, rng) for side, player in enumerate(players)]
    while table.outcome is None and len(table.choices) < limit:
        decision = table.war.asked()[0]
        table.play(*seats[decision.side].choose(table.war), decision.side)
    return table


@pytest.fixture(scope="module")
def table() -> gh.Table:
    return played(3, ("greedy", "greedy"))


@pytest.fixture(scope="module")
def many() -> list[Ledger]:
    return [ledger(story(played(seed, ("greedy", "random"))), QUICK) for seed in range(40)]


def test_the_ledger_balances(table: gh.Table) -> None:
    found = ledger(story(table), How("greedy", 2, 20))
    one, other = found.totals
    assert found.result == (0.5 if table.war.outcome.winner < 0 else float(table.war.outcome.winner == 0))  # type: ignore[union-attr]
    assert found.now == found.result, "the end is known without rollouts"
    assert found.start + one.luck + one.skill - other.skill + found.drift == pytest.approx(found.result)
    assert one.luck == pytest.approx(-other.luck) and one.luck == pytest.approx(one.own_dice - other.own_dice)
    chance = found.start
    for point in found.points:
        assert point.before == pytest.approx(chance)
        assert point.after - point.expected == pytest.approx(point.luck)
        chance = point.after
    assert [point.events for point in found.points] == sorted(point.events for point in found.points)
    assert found.points[-1].events == len(table.events)


def test_any_number_of_workers_gives_the_same_ledger(table: gh.Table) -> None:
    told = story(table)
    with local_executor(2) as pool:
        assert ledger(told, QUICK, executor=pool) == ledger(told, QUICK)


def test_luck_is_zero_on_average(many: list[Ledger]) -> None:
    total = [found.totals[0].luck for found in many]
    assert abs(mean(total)) < 3.5 * stdev(total) / len(total) ** 0.5
    single = [point.luck for found in many for point in found.points if point.side is not None]
    assert len(single) > 400 and max(single) > 0.05 and min(single) < -0.05
    assert abs(mean(single)) < 3.5 * stdev(single) / len(single) ** 0.5


def test_luck_goes_to_the_winner() -> None:
    """The same players every time: what sets won games apart from lost ones is the dice."""
    found = [ledger(story(played(seed, ("greedy", "greedy"))), How("random", 2, 8)) for seed in range(24)]
    won = [f.totals[0].luck for f in found if f.result == 1]
    lost = [f.totals[0].luck for f in found if f.result == 0]
    assert len(won) > 4 and len(lost) > 4 and mean(won) > mean(lost)


def test_the_better_player_has_the_skill(many: list[Ledger]) -> None:
    """Italy was led by the adviser and Britain by chance, both measured against chance."""
    assert mean(found.totals[0].skill for found in many) > mean(found.totals[1].skill for found in many)


def test_the_lucks_of_all_results_of_a_die_cancel_out(table: gh.Table) -> None:
    """Whatever had fallen instead: weighted with their exact chances, the lucks add up to nothing, in every rollout."""
    told = story(table)
    looker = _Looker(How("random", 3, 2), None)
    war, checked, moved = told.begin(), 0, 0
    wanted = {moment.choice for moment in moments(told) if moment.maker >= 0}
    for number, choice in enumerate(told.choices, 1):
        side, verb, target = choice
        if number in wanted and looker._results(war, choice):
            results = war.outcomes(verb, target, side)
            seen = [looker.see(war, choice, after) for _, after in results]
            assert all(one.exact for one in seen)
            for r in range(3):
                assert sum(float(p) * one.luck[r] for (p, _), one in zip(results, seen, strict=True)) == pytest.approx(
                    0, abs=1e-9
                )
            checked += 1
            moved += any(abs(one.luck[0]) > 1e-3 for one in seen)
        war.play(verb, target, side)
    assert checked > 5 and moved > 3


def test_every_roll_is_a_line_and_only_rolls_are(table: gh.Table) -> None:
    told = story(table)
    rolled = set()
    war = told.begin()
    for number, (side, verb, target) in enumerate(told.choices, 1):
        before = war.rolled, war.drawn
        war.play(verb, target, side)
        if before != (war.rolled, war.drawn):
            rolled.add(number)
    assert {moment.choice for moment in moments(told) if moment.maker >= 0} == rolled
    found = ledger(told, QUICK)
    assert sum(total.rolls for total in found.totals) == len(rolled)


def test_rollouts_use_fresh_dice_and_end_where_they_should(table: gh.Table) -> None:
    war = story(table).begin()
    war.dice = Seeded(bytes(32))
    assert rollout(war.copy(), "random", random.Random(1), 0) in (0.0, 0.5, 1.0)
    assert 0 < rollout(war.copy(), "random", random.Random(1), 3) < 1, "cut off and valued"
    assert horizon_of(story(table)) == 0, "a short game is played to its end"


# --- one side's knowledge


def test_a_running_game_is_looked_at_with_one_sides_knowledge() -> None:
    table = played(8, ("greedy", "greedy"), 120)
    assert table.outcome is None
    told = story(table, 0)
    assert len(told.choices) == table.since
    heard = {entry.choice: entry for entry in table.told(0)}
    assert set(told.told) <= set(heard)
    found = ledger(told, QUICK)
    assert found.knows == "IT" and found.result is None
    assert all(point.theirs == (point.side == "BR") for point in found.points if point.side)
    assert all(point.luck == 0 for point in found.points if point.theirs)
    assert found.totals[1].skill == 0 and found.totals[1].rolls == 0
    total = found.start + found.totals[0].luck + found.totals[0].skill + found.theirs + found.drift
    assert total == pytest.approx(found.now)


def test_a_secret_changes_nothing_in_the_other_sides_ledger() -> None:
    """Exchange two British chits that Italy has not seen: its ledger must stay the same to the last digit."""
    table = played(8, ("greedy", "greedy"), 120)
    war = table.war
    british = [p for p in range(war.setup.planes) if war.setup.side_of[p] == 1]  # type: ignore[attr-defined]
    hidden = [p for p in british if not war.known_chits(0) >> p & 1]  # type: ignore[attr-defined]
    swapped = None
    for a in hidden:
        for b in hidden:
            if war.chit[a] != war.chit[b]:  # type: ignore[attr-defined]
                swapped = war.copy()
                swapped.chit[a], swapped.chit[b] = war.chit[b], war.chit[a]  # type: ignore[attr-defined]
    assert swapped is not None, "there must be a secret to keep"
    how = How("greedy", 4, 0)
    found = {}
    for name, state in (("true", war), ("swapped", swapped)):
        fresh = gh.Table(gh.game("hawks").position(state.position(), bytes(32)), state.position())
        for knows in (0, None):
            told = story(fresh, knows)
            found[name, knows] = look(tasks(told, moments(told)[:1], how)[0])
    assert found["true", 0] == found["swapped", 0]
    assert found["true", None] != found["swapped", None], "whoever knew the chits would see the difference"


def test_a_war_with_laid_down_dice_has_no_ledger() -> None:
    war = gh.game("hawks").new(SCENARIO, seed=1)
    war.script(1, 2, 3)
    with pytest.raises(ValueError, match="scripted"):
        story(gh.Table(war))


# --- the command and the server


def test_the_command_prints_a_ledger(table: gh.Table, tmp_path: Path) -> None:
    file = tmp_path / "game.harbour"
    save.write(file, table)
    words = ["luck", str(file), "--player", "random", "--rollouts", "2", "--horizon", "2"]
    done = CliRunner().invoke(app, words)
    assert done.exit_code == 0 and "Chance of Italy to win" in done.output and "Britain: luck" in done.output
    found = json.loads(CliRunner().invoke(app, [*words, "--json"]).stdout)
    assert found["sides"] == ["IT", "BR"] and len(found["points"]) > 10
    mine = json.loads(CliRunner().invoke(app, [*words, "--json", "--side", "BR"]).stdout)
    assert mine["knows"] == "BR" and mine["totals"][0]["rolls"] == 0
    assert CliRunner().invoke(app, [*words, "--player", "nobody"]).exit_code != 0


def test_the_server_works_a_ledger_out_and_keeps_secrets(tmp_path: Path) -> None:
    from grandharbour.server.computer import Computers
    from grandharbour.server.luck import Luck
    from grandharbour.server.problems import Problem
    from grandharbour.server.store import Store
    from grandharbour.server.tables import Tables
    from grandharbour.server.workshop import Workshop

    async def ask() -> None:
        store = Store(str(tmp_path / "tables.db"))
        shop = Workshop(1)
        tables = Tables(store, Computers(1), shop)
        luck = Luck(store, rollouts=2)
        try:
            running = await tables.find((await tables.upload(save.dumps(played(5, limit=60)))).table)
            with pytest.raises(Problem, match="only for those who play"):
                await luck.of(running, None)
            answer = await luck.of(running, "IT")
            assert answer.done == 0 and answer.ledger is None
            ended = await tables.find((await tables.upload(save.dumps(played(5)))).table)
            while True:
                mine, whole = await luck.of(running, "IT"), await luck.of(ended, None)
                if mine.done == mine.of and whole.done == whole.of:
                    break
                await asyncio.sleep(0.02)
            assert mine.ledger is not None and mine.ledger.knows == "IT" and mine.ledger.totals[1].rolls == 0
            assert whole.ledger is not None and whole.ledger.knows is None and whole.ledger.result is not None
        finally:
            luck.close()
            tables.close()
            shop.close()
            store.close()

    asyncio.run(ask())


def test_a_table_nobody_looks_at_any_more_is_put_aside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A page asks until all is worked out; when it is gone the work goes no further, and is taken up by the next who asks."""
    from grandharbour.server import luck as ledgers
    from grandharbour.server.computer import Computers
    from grandharbour.server.store import Store
    from grandharbour.server.tables import Tables
    from grandharbour.server.workshop import Workshop

    now = 100.0
    looked: list[int] = []

    class Lane:
        async def run(self, _: object, task: Task) -> object:
            nonlocal now
            now += ledgers.PATIENCE * 0.6
            looked.append(len(task.moments))
            return look(task)

        def close(self) -> None:
            pass

    async def ask() -> None:
        store = Store(str(tmp_path / "tables.db"))
        shop = Workshop(1)
        tables = Tables(store, Computers(1), shop)
        luck = ledgers.Luck(store, rollouts=1)
        luck._lane = Lane()  # type: ignore[assignment]
        monkeypatch.setattr(ledgers, "monotonic", lambda: now)
        try:
            table = await tables.find((await tables.upload(save.dumps(played(5)))).table)
            for times in (2, 4):
                assert (await luck.of(table, None)).of > 20
                while (task := luck._works[table.id, None].task) is not None:
                    await task
                assert len(looked) == times, "what is begun within its patience is finished, and no more"
        finally:
            monkeypatch.undo()
            luck.close()
            tables.close()
            shop.close()
            store.close()

    asyncio.run(ask())


def test_a_ledger_with_gaps_says_nothing_false(table: gh.Table) -> None:
    """Whatever is known, each line of it is the line of the whole ledger; only what lies in a gap is nobody's."""
    told, how = story(table), How("greedy", 2, 20)
    wanted = moments(told)
    seen = {moment.choice: one for task in tasks(told, wanted, how) for moment, one in zip(task.moments, look(task), strict=True)}
    whole = assemble(told, how, wanted, seen)
    by_place = {point.n: point for point in whole.points}
    rng = random.Random(1)
    for _ in range(10):
        known = {wanted[0].choice} | {moment.choice for moment in wanted if rng.random() < 0.5}
        part = assemble(told, how, wanted, {choice: seen[choice] for choice in known})
        assert part.moments == len(wanted)
        for point in part.points:
            same = by_place[point.n]
            assert (point.after, point.expected, point.luck, point.text) == (same.after, same.expected, same.luck, same.text)
            neighbours = wanted[point.n - 1].choice in known
            if not neighbours:
                assert point.skills == (0.0, 0.0) and point.before == pytest.approx(point.expected)
    assert assemble(told, how, wanted, {wanted[0].choice: seen[wanted[0].choice]}).points == ()


def test_turning_points_are_the_greatest_changes(table: gh.Table, many: list[Ledger]) -> None:
    for found in [ledger(story(table), How("greedy", 2, 20)), *many[:10]]:
        decided = turning(found, 3)
        assert len(decided) <= 3
        sizes = [abs(one.gain) for one in decided]
        assert sizes == sorted(sizes, reverse=True) and all(size > LEAST for size in sizes)
        everything = turning(found, 1000)
        assert decided == everything[:3]
        for one in everything:
            assert one.by in ("luck", *found.sides) and one.since <= one.events
            if one.by == "luck":
                assert one.after - one.before == pytest.approx(one.gain)
        # A moment is no turning point only if neither its dice nor the choices before it moved much, or their error could have.
        for point in found.points:
            if abs(point.luck) > max(LEAST, 2 * point.luck_error) and not point.theirs:
                assert any(one.by == "luck" and one.events == point.events for one in everything)
    assert any(turning(found) for found in many)
