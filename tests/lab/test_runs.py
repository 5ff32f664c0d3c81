"""Runs: resumed, extended, the same bytes for any number of workers, every row replayable."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from concurrent.futures import Executor, Future
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import grandharbour as gh
from grandharbour.lab import runs
from grandharbour.lab.rating import Score, Sprt, apart, elo, interval, share_of, wilson
from grandharbour.lab.runs import Match, OtherRun, Run, row_of
from grandharbour.lab.simulate import Job, Result, local_executor, simulate, spread
from grandharbour.lab.tournament import contest, settled, standing, start

MATCHES = [Match("hawks", "raid-over-malta", ("random", "random")), Match("hawks", "faith-hope-charity", ("greedy", "random"))]


def test_the_file_is_the_same_with_any_number_of_workers(tmp_path: Path) -> None:
    files = []
    for workers in (0, 1, 2):
        file = tmp_path / f"{workers}.db"
        run = Run(MATCHES, 30, 4, file)
        if workers:
            with local_executor(workers) as pool:
                run.play(pool, batch=7)
        else:
            run.play(batch=3)
        files.append(file.read_bytes())
        assert not file.with_name(file.name + ".part").exists()
    assert files[0] == files[1] == files[2]


def test_a_stopped_run_goes_on_where_it_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole, file = tmp_path / "whole.db", tmp_path / "run.db"
    Run(MATCHES, 20, 9, whole).play()
    played: list[int] = []

    def stops(todo: list[Job], executor: Executor | None) -> Iterator[tuple[Job, list[Result]]]:
        for number, done in enumerate(spread(todo, executor)):
            if number == 5:
                raise KeyboardInterrupt
            yield done

    with monkeypatch.context() as patch:
        patch.setattr(runs, "spread", stops)
        with pytest.raises(KeyboardInterrupt):
            Run(MATCHES, 20, 9, file).play(batch=3)
    assert not file.exists()
    again = Run(MATCHES, 20, 9, file)
    assert len(again.rows) == 15
    again.play(progress=played.append)
    assert sum(played) == 40 and played[0] == 15
    assert file.read_bytes() == whole.read_bytes()


def test_a_finished_run_can_be_extended_and_is_not_played_twice(tmp_path: Path) -> None:
    file = tmp_path / "run.db"
    Run(MATCHES, 5, 9, file).play()
    longer = Run(MATCHES, 8, 9, file)
    assert len(longer.rows) == 10
    longer.play()
    fresh = tmp_path / "fresh.db"
    Run(MATCHES, 8, 9, fresh).play()
    assert file.read_bytes() == fresh.read_bytes()


def test_another_run_is_not_mixed_in(tmp_path: Path) -> None:
    file = tmp_path / "run.db"
    Run(MATCHES, 2, 9, file).play()
    for other in (Run(MATCHES, 2, 10), Run(MATCHES[:1], 2, 9)):
        with pytest.raises(OtherRun, match="another run"):
            Run(other.matches, other.games, other.seed, file)
    file.write_bytes(b"not a database, but long enough to be read as one" * 40)
    with pytest.raises(OtherRun, match="not a run"):
        Run(MATCHES, 2, 9, file)


def test_a_row_says_all_that_is_needed_to_play_it_again(tmp_path: Path) -> None:
    file = tmp_path / "run.db"
    Run(MATCHES, 3, 9, file).play()
    row = row_of(file, 1, 2)
    (again,) = (r for r in simulate(row["id"], row["scenario"], row["players"].split(","), 3, 9) if r.index == 2)
    sides = [side.id for side in gh.game("hawks").sides]
    assert row["winner"] == (sides[again.winner] if again.winner >= 0 else "draw")
    assert json.loads(row["scores"]) == list(again.scores) and int(row["decisions"]) == again.decisions
    with pytest.raises(OtherRun, match="no game 7"):
        row_of(file, 1, 7)


def test_a_broken_game_is_told_and_tried_again(tmp_path: Path) -> None:
    class Breaks(Executor):
        def submit(self, work, job):  # type: ignore[no-untyped-def]
            future: Future[list[Result]] = Future()
            future.set_result([Result(index, -1, (), 0, 0, 0.0, "", "it broke") for index in job.indices])
            return future

    file = tmp_path / "run.db"
    run = Run(MATCHES[:1], 4, 9, file)
    run.play(Breaks())
    assert all(result.error for result in run.of(0))
    assert not Run(MATCHES[:1], 4, 9, file).rows


def test_a_tournament_counts_both_seatings() -> None:
    run = start("hawks", ["raid-over-malta"], ["greedy", "random"], 40, 3)
    run.play()
    found = standing(run)
    (pairing,) = found.pairings
    assert pairing.score.games == 40 and all(score.games == 20 for score in pairing.by_side)
    assert pairing.score.share > 0.8 and pairing.score.interval[0] > 0.5
    assert [rating.player for rating in found.ratings] == ["greedy", "random"]
    assert found.ratings[0].elo == pytest.approx(-found.ratings[1].elo)


def test_elo_is_what_the_results_say() -> None:
    found = {rating.player: rating for rating in elo({("a", "b"): Score(7600, 0, 2400), ("b", "c"): Score(7600, 0, 2400)})}
    assert found["a"].elo - found["b"].elo == pytest.approx(200, abs=3)
    assert found["b"].elo - found["c"].elo == pytest.approx(200, abs=3)
    assert sum(rating.elo for rating in found.values()) == pytest.approx(0, abs=1e-6)
    assert 0 < found["b"].error < found["a"].error < 20
    never = elo({("a", "b"): Score(10, 0, 0)})
    assert never[0].elo < 2000, "a clean sweep gives a finite number"


def test_wilsons_interval() -> None:
    assert wilson(0.5, 100) == pytest.approx((0.404, 0.596), abs=1e-3)
    assert wilson(1.0, 20)[1] == pytest.approx(1.0) and wilson(1.0, 20)[0] == pytest.approx(0.839, abs=1e-3)
    assert wilson(0.5, 0) == (0.0, 1.0)


def test_draws_make_a_share_surer() -> None:
    """Wins and losses vary more than draws: 5 won, 18 drawn, 17 lost is no even game, 14 won and 26 lost might be."""
    low, high = Score(5, 18, 17).interval
    assert (low, high) == pytest.approx((0.245, 0.455), abs=0.01)
    assert high < 0.5 < Score(14, 0, 26).interval[1]
    assert Score(14, 0, 26).interval == pytest.approx(wilson(0.35, 40), abs=1e-4)


@given(st.lists(st.integers(0, 60), min_size=3, max_size=5).filter(sum))
def test_an_interval_holds_its_share_and_turns_with_the_seats(counts: list[int]) -> None:
    low, high = interval(counts)
    mean = sum(n * k for k, n in enumerate(counts)) / (len(counts) - 1) / sum(counts)
    assert 0 <= low <= mean <= high <= 1 and high - low > 0.01
    assert interval(counts[::-1]) == pytest.approx((1 - high, 1 - low), abs=1e-6)


def test_the_interval_covers() -> None:
    """Of many samples from a known truth with draws, about one in twenty misses it."""
    rng = random.Random(1)
    missed = 0
    for _ in range(600):
        seen = rng.choices((0, 1, 2), (0.2, 0.5, 0.3), k=60)
        low, high = interval([seen.count(k) for k in range(3)])
        missed += not low <= 0.55 <= high
    assert 12 <= missed <= 48


def test_elo_is_surer_with_draws() -> None:
    decisive = {rating.player: rating for rating in elo({("a", "b"): Score(60, 0, 40)})}
    drawish = {rating.player: rating for rating in elo({("a", "b"): Score(30, 60, 10)})}
    assert drawish["a"].elo == pytest.approx(decisive["a"].elo)
    assert drawish["a"].error < 0.7 * decisive["a"].error


def test_a_sequential_test_errs_as_seldom_as_it_says() -> None:
    rng = random.Random(2)
    test = Sprt(0.5, share_of(120))
    wrong = looks = 0
    for _ in range(200):
        counts = [0, 0, 0]
        while test.verdict(counts) is None:
            counts[rng.choices((0, 1, 2), (0.3, 0.4, 0.3))[0]] += 1
        wrong += test.verdict(counts) == test.high
        looks += sum(counts)
    assert wrong <= 20  # 5 % of 200 are ten
    assert looks / 200 < 80  # a test of fixed length with these errors takes about 110 games


def test_what_is_even_and_what_is_not() -> None:
    assert apart((17, 18, 5), 0.1) is None  # not even, but not yet known to the risk asked for
    assert apart((34, 36, 10), 0.1) == -1 and apart((10, 36, 34), 0.1) == 1
    assert apart((100, 300, 100), 0.05) == 0


def test_a_tournament_stops_when_it_knows_and_says_so(tmp_path: Path) -> None:
    """The same games on any number of workers, fewer than asked for, and none after the decision."""
    test = Sprt(0.5, share_of(100))
    files = []
    for workers in (0, 2):
        file = tmp_path / f"{workers}.db"
        run = start("hawks", ["raid-over-malta"], ("greedy", "random"), 200, 1, file=file)
        if workers:
            with local_executor(workers) as pool:
                run.play(pool, over=settled(run, test))
        else:
            run.play(over=settled(run, test))
        files.append(file.read_bytes())
    (pairing,) = standing(run, test).pairings
    assert files[0] == files[1]
    assert pairing.score.games == 40 and pairing.settled == test.high


def test_pairs_are_counted_by_their_dice() -> None:
    """Two games with the same dice and changed seats are one trial, and a broken game is nobody's draw."""
    run = start("hawks", ["raid-over-malta"], ("one", "other"), 8, 1)
    for (match, index), winner in zip(((m, i) for m in (0, 1) for i in range(4)), (0, 0, -1, 0, 1, 0, 0, -1)):
        run.rows[match, index] = Result(index, winner, (), 1, 1, 0.0, error="broke" if index == 3 else "")
    first, second, both = contest(run, 0)
    assert (first.wins, first.draws, first.losses) == (2, 1, 0)
    assert (second.wins, second.draws, second.losses) == (1, 0, 2)
    assert both.pairs == (0, 1, 1, 0, 1) and both.counts == both.pairs
