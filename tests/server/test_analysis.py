"""Looking into a game: ledgers that are kept with it, what a search finds at a moment, comments, and the game written down."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from grandharbour.engine import save
from grandharbour.lab.luck import Moment, Seen, Story
from grandharbour.server.luck import BATCH, Luck, _Work

from .client import HERE, LINK, Harbour, Json, Seat, eventually, play_on, problem, running


@pytest.fixture(scope="module")
def harbour(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Harbour]:
    with running(tmp_path_factory.mktemp("analysis")) as found:
        yield found


def ended(harbour: Harbour, clicks: int = 30, seats: Json = LINK) -> dict[str | None, Seat]:
    found = harbour.open(seats, seed=5)
    play_on(found, random.Random(5), clicks)
    assert found["IT"].post("resign").status_code == 200
    return found


def test_the_ledger_of_an_ended_game_is_kept_with_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Luck.__init__, "__defaults__", (1,))  # as few rollouts as can be: it is the keeping that is tried
    with running(tmp_path) as harbour:
        seats = ended(harbour, 12)
        eventually(lambda: (now := seats[None].get("luck").json())["done"] == now["of"])
        whole = seats[None].get("luck").json()
        assert whole["ledger"]["moments"] == whole["of"] and len(whole["turning"]) <= 3
    with running(tmp_path) as harbour:
        again = Seat(harbour.http, seats[None].table, None, None).get("luck").json()
        assert again == whole, "the first answer after a restart is the whole ledger"


def test_what_lies_nearest_comes_first() -> None:
    """The start, then the moments beside the one somebody looks at, also when he looks elsewhere meanwhile."""
    work = _Work()
    work.wanted = [Moment(choice) for choice in range(0, 60, 3)]
    one = Seen((0.5,))
    assert work.next() == [work.wanted[0]]
    work.seen[0] = one
    work.near = 10
    order: list[int] = []
    for _ in range(3):
        found = work.next()
        assert len(found) == BATCH and [m.choice for m in found] == sorted(m.choice for m in found)
        order += [m.choice // 3 for m in found]
        work.seen |= {m.choice: one for m in found}
    assert max(abs(n - 10) for n in order) <= 3
    work.near = 19
    assert {m.choice // 3 for m in work.next()} == {18, 19}
    while found := work.next():
        work.seen |= {m.choice: one for m in found}
    assert len(work.seen) == len(work.wanted)


def test_a_step_back_forgets_what_is_gone() -> None:
    def told(*choices: str) -> Story:
        return Story("hawks", "faith-hope-charity", {}, "", "", (), tuple((0, verb, 0) for verb in choices), {})

    work = _Work()
    work.story, work.wanted = told("a", "b", "c"), []
    work.seen = {0: Seen((0.5,)), 1: Seen((0.4,)), 2: Seen((0.3,)), 3: Seen((0.2,))}
    with pytest.raises(Exception):  # noqa: B017 - these choices cannot be played; what was seen is sorted out before
        work.tell(told("a", "x", "c", "d"))
    assert set(work.seen) == {0, 1}


def test_a_search_looks_at_any_moment_after_the_end(harbour: Harbour) -> None:
    seats = ended(harbour)
    watching = seats[None]
    for k in (0, 6):
        found = watching.get(f"moments/{k}/lines", eyes="all").json()
        if found["side"] is not None and found["lines"]:
            assert found["side"] in ("IT", "BR") and all(0 <= line["value"] <= 1 for line in found["lines"])
            assert watching.get(f"moments/{k}/lines", eyes="all").json() == found, "asked again it is the same"
            break
    else:
        raise AssertionError("nobody had anything to decide")
    last = watching.get("moments", eyes="all").json()["moments"]
    problem(watching.get(f"moments/{last}/lines", eyes="all"), "not-found", 404)


def test_while_it_runs_a_seat_has_its_own_moments_looked_at(harbour: Harbour) -> None:
    seats = harbour.open(LINK, seed=5)
    play_on(seats, random.Random(5), 6)
    problem(seats[None].get("moments/0/lines"), "still-running", 409)
    problem(seats["IT"].get("moments/0/lines", eyes="BR"), "still-running", 409)
    problem(seats["IT"].get("moments/0/lines", eyes="public"), "still-running", 409)
    for side in ("IT", "BR"):
        for k in range(seats[side].get("moments").json()["moments"]):
            found = seats[side].get(f"moments/{k}/lines").json()
            assert found["side"] in (None, side), "another side's decisions are its own"
            if found["side"]:
                break


def test_comments_are_ones_own_until_the_end_and_everybodys_after_it(harbour: Harbour) -> None:
    seats = harbour.open(LINK, seed=5)
    play_on(seats, random.Random(5), 20)
    said = seats["IT"].post("comments", moment=2, text="  <b>here</b> it began \x07", arrows=[{"from": "A1/1", "to": "B2/1"}])
    assert said.status_code == 201, said.text
    mine = said.json()
    assert mine["text"] == "<b>here</b> it began" and mine["moment"] == 2 and mine["mine"]
    assert seats["IT"].get("comments").json() == [mine]
    assert seats["BR"].get("comments").json() == [] == seats[None].get("comments").json()
    problem(
        seats["BR"].http.delete(f"/api/tables/{seats['BR'].table}/comments/{mine['id']}", headers=seats["BR"].headers),
        "not-found",
        404,
    )
    problem(seats["IT"].get("annotated"), "still-running", 409)
    assert seats["IT"].post("resign").status_code == 200
    (theirs,) = seats["BR"].get("comments").json()
    assert (theirs["text"], theirs["side"], theirs["mine"]) == (mine["text"], "IT", False)
    watching = seats[None].get("comments", eyes="all").json()
    assert len(watching) == 1 and not watching[0]["mine"]
    left = seats["IT"].http.delete(f"/api/tables/{seats['IT'].table}/comments/{mine['id']}", headers=seats["IT"].headers)
    assert left.json() == [] and seats["BR"].get("comments").json() == []


@pytest.mark.parametrize(
    "wish",
    [
        {"moment": 0},
        {"moment": 0, "text": " \n"},
        {"moment": 0, "text": "x" * 2001},
        {"moment": 0, "text": "x", "arrows": [{"from": "A1/1", "to": "nowhere"}]},
        {"moment": 0, "arrows": [{"from": "A1/1", "to": "A1/1"}] * 13},
    ],
)
def test_what_is_no_comment_is_refused(harbour: Harbour, wish: Json) -> None:
    seats = harbour.open(HERE, seed=5)
    problem(seats["IT"].post("comments", **wish), "bad-request", 400)
    problem(seats["IT"].post("comments", moment=999, text="x"), "not-found", 404)
    assert seats["IT"].get("comments").json() == []


def test_a_game_is_written_down_with_its_comments_and_read_again(harbour: Harbour) -> None:
    seats = ended(harbour, 25)
    one = seats["IT"].post("comments", moment=3, text="the raid\nbegins", arrows=[{"from": "A1/1", "to": "A1/1"}]).json()
    two = seats["BR"].post("comments", moment=0, text="a quiet sea").json()
    text = seats[None].get("annotated").text
    assert save.loads(text).outcome is not None
    opened = harbour.seats(harbour.http.post("/api/tables/upload", content=text.encode()).json())
    again = opened[None].get("comments", eyes="IT").json()
    assert [(it["side"], it["text"], it["arrows"]) for it in again] == [
        ("BR", two["text"], []), ("IT", one["text"], [{"from": "A1/1", "to": "A1/1"}]),
    ]  # fmt: skip
    assert again[1]["moment"] == 3
    story = seats[None].get("story.txt", eyes="all").text
    told = [event["text"] for event in seats[None].get("events", eyes="all").json()]
    assert all(text in story for text in told)
    assert "“the raid begins” [around A1" in story
    assert story.index("a quiet sea") < story.index("the raid begins")
    plain = seats[None].get("save").text
    assert "a quiet sea" not in plain, "a save is what was played"


def test_a_table_holds_so_many_comments(harbour: Harbour, monkeypatch: pytest.MonkeyPatch) -> None:
    from grandharbour.server import comments

    monkeypatch.setattr(comments, "MOST", 2)
    seats = harbour.open(HERE, seed=5)
    for _ in range(2):
        assert seats["IT"].post("comments", moment=0, text="x").status_code == 201
    problem(seats["IT"].post("comments", moment=0, text="x"), "bad-request", 400)
