"""The ladder keeps its games, goes on where it stopped, judges by its goals, and tells its tables from the file alone."""

from __future__ import annotations

import random
from importlib.util import find_spec
from pathlib import Path

import pytest

import grandharbour as gh
from grandharbour.engine import schooling
from grandharbour.lab import ladder as lab
from grandharbour.lab.ladder import BEGIN, END, Contest, Ladder, Upshot, contests, ratings, tables, write_into
from grandharbour.lab.rating import Score
from grandharbour.players import Seat, exists, own, players
from grandharbour.players.references import REFERENCES, learnt_since

SKY = ("hawks", "faith-hope-charity")


@pytest.fixture
def ladder(tmp_path: Path) -> Ladder:
    return Ladder(tmp_path / "ladder.db")


def test_games_are_kept_and_not_played_again(ladder: Ladder) -> None:
    contest = Contest(*SKY, "greedy", "random", 0.6)
    jobs = ladder.missing(contest, 6)
    assert [job.players for job in jobs] == [("greedy", "random"), ("random", "greedy")]
    ladder.play(jobs, None)
    ladder.close()
    again = Ladder(ladder.file)
    assert again.missing(contest, 6) == []
    assert sum(len(job.indices) for job in again.missing(contest, 10)) == 4
    found = again.upshot(contest)
    assert found is not None and found.now and found.score.games == 6 and sum(found.score.pairs) == 3
    assert found.seconds > 0


def test_games_of_other_code_are_counted_apart(ladder: Ladder, monkeypatch: pytest.MonkeyPatch) -> None:
    contest = Contest(*SKY, "random", "random")
    ladder.play(ladder.missing(contest, 4), None)
    monkeypatch.setattr(lab, "code_of", lambda name: "another")
    found = ladder.upshot(contest)
    assert found is not None and not found.now and found.score.games == 4
    assert "4*" in tables(ladder, [contest]) and "earlier code" in tables(ladder, [contest])
    ladder.play(ladder.missing(contest, 2), None)
    found = ladder.upshot(contest)
    assert found is not None and found.now and found.score.games == 2


@pytest.mark.parametrize(
    ("sides", "goal", "side_goal", "verdict"),
    [
        (((45, 0, 5), (40, 0, 10)), 0.6, None, "yes"),
        (((45, 0, 5), (40, 0, 10)), 0.7, 0.55, "yes"),
        (((50, 0, 0), (25, 0, 25)), 0.7, 0.55, "no"),  # strong from one side only
        (((20, 0, 30), (20, 0, 30)), 0.6, None, "no"),
        (((4, 0, 2), (3, 0, 3)), 0.6, None, "not told"),
    ],
)
def test_the_verdict(sides: tuple[tuple[int, int, int], ...], goal: float, side_goal: float | None, verdict: str) -> None:
    scores = tuple(Score(*side) for side in sides)
    total = Score(*(sum(side[i] for side in sides) for i in range(3)))
    assert Upshot(Contest(*SKY, "search:captain", "greedy", goal, side_goal), total, scores, 1.0, True).verdict == verdict


@pytest.mark.parametrize(
    ("score", "verdict"),
    [((500, 0, 500), "fair"), ((9, 0, 11), "fair so far"), ((80, 0, 20), "uneven"), ((13, 0, 7), "uneven so far")],
)
def test_a_player_against_itself_tells_whether_the_table_is_fair(score: tuple[int, int, int], verdict: str) -> None:
    assert Upshot(Contest(*SKY, "greedy", "greedy"), Score(*score), (Score(*score),), 1.0, True).verdict == verdict


def test_elo_is_told_by_side() -> None:
    """A side that always wins is worth Elo to whoever sits there."""
    uneven = Upshot(Contest(*SKY, "greedy", "greedy"), Score(90, 0, 10), (Score(90, 0, 10),), 1.0, True)
    stronger = Upshot(Contest(*SKY, "greedy", "random"), Score(199, 0, 1), (Score(100, 0, 0), Score(99, 0, 1)), 1.0, True)
    elos = {rating.player: rating.elo for rating in ratings([uneven, stronger])}
    assert elos["greedy 0"] - elos["greedy 1"] > 200
    assert elos["greedy 1"] > elos["random 0"]


def test_the_tables_stand_between_their_marks() -> None:
    page = write_into(f"# Page\n{BEGIN}\nold\n{END}\nrest\n", "| new |")
    assert "old" not in page and "| new |" in page and page.endswith("rest\n")
    with pytest.raises(ValueError, match="no place"):
        write_into("# Page\n", "")


@pytest.mark.parametrize("name", list(gh.games()))
def test_every_level_and_reference_is_on_the_ladder(name: str) -> None:
    scenario = next(iter(gh.game(name).scenarios))
    met = {player for contest in contests(name, scenario) for player in (contest.player, contest.other)}
    wanted = {r.id for r in REFERENCES.values() if r.plays(name) and (not r.needs or find_spec(r.needs))}
    assert set(lab.RUNGS) | wanted <= met
    only = contests(name, scenario, ["greedy", "random"])
    assert {(c.player, c.other) for c in only} == {("greedy", "random"), ("greedy", "greedy")}


@pytest.mark.parametrize("reference", [r for r in REFERENCES.values() if not r.needs or find_spec(r.needs)], ids=lambda r: r.id)
@pytest.mark.parametrize("name", list(gh.games()))
def test_references_play_what_they_say_they_play(reference: object, name: str) -> None:
    """From either seat, for the first choices of a game; and they are offered to nobody."""
    assert isinstance(reference, type(REFERENCES["greedy@0.2"]))
    if not reference.plays(name):
        return
    assert exists(reference.id) and reference.id not in players(gh.game(name)) and own.about(reference.id)
    war = gh.game(name).new(seed=5)
    rng = random.Random(5)
    seats = [Seat(reference.id, side, rng) for side in range(2)]
    for _ in range(6 if reference.needs else 150):
        if war.stack is None:
            break
        decision = war.asked()[0]
        verb, target = decision.forced or seats[decision.side].choose(war)
        war.play(verb, target, decision.side)


@pytest.mark.parametrize("name", list(gh.games()))
def test_everything_learnt_is_asked_for_somewhere(name: str) -> None:
    """A name in ``LEARNT`` that no adviser asks for would forget nothing."""
    folder = gh.game(name).folder
    asked = "".join(path.read_text(encoding="utf-8") for path in folder.glob("*.py"))
    for lesson in learnt_since(gh.game(name), "0.2"):
        assert f'knows("{lesson}")' in asked


def test_forgetting_ends_with_its_block() -> None:
    with schooling.without(["one"]), schooling.without(["two"]):
        assert not schooling.knows("one") and not schooling.knows("two")
    assert schooling.knows("one") and schooling.knows("two")
