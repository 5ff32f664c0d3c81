"""What two sides agree on: a draw, a pause, a seat for somebody else. An offer holds up nothing and is soon gone."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from grandharbour.engine import save
from grandharbour.server.club import agree
from grandharbour.server.problems import Problem, detail

from .client import HERE, LINK, Harbour, Json, Seat, play_on, problem, running
from .postgres import Cluster
from .test_club_games import DAY, DAYS, Player, Time, begun, wait_for

pytestmark = pytest.mark.xdist_group("postgres")


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture(params=["sqlite", "postgresql"])
def club(request: pytest.FixtureRequest, tmp_path: Path, time: Time) -> Iterator[Harbour]:
    found: dict[str, str] = {}
    if request.param == "postgresql":
        cluster: Cluster = request.getfixturevalue("postgres")
        found = {"database": cluster.database()}
    with running(tmp_path, club="open", clock=time, **found) as harbour:
        yield harbour


def offered(seat: Seat) -> list[tuple[str, str, bool]]:
    return [(it["kind"], it["by"], it["agreed"]) for it in seat.state()["offers"]]


def times(seat: Seat) -> dict[str, Json]:
    return {it["side"]: (it["left"], it["until"]) for it in seat.state()["clock"]["sides"]}


def test_a_draw_ends_the_game_for_everybody(club: Harbour, time: Time) -> None:
    ada, bob = Player(club, "Ada"), Player(club, "Bob")
    _, seats = begun(ada, bob, rated=True, clock=DAYS)
    assert seats["IT"].post("offers", kind="draw").status_code == 200
    assert offered(seats["BR"]) == [("draw", "IT", False)]
    problem(seats["IT"].post("offers", kind="draw"), "stale", 409)
    problem(seats["IT"].post("offers/answer", kind="draw", accept=True), "wrong-seat", 403)
    wait_for(lambda: [it["kind"] for it in bob.http.get("/api/me/news").json()] == ["asked"])
    over = seats["BR"].post("offers/answer", kind="draw", accept=True).json()
    assert over["outcome"]["winner"] is None and over["outcome"]["reason"] == "A draw by agreement" and over["offers"] == []
    problem(seats["BR"].post("offers", kind="draw"), "table-ended", 409)
    (listed,) = ada.tables()
    assert listed["ended"] and listed["winner"] == "" and not listed["turn"]
    wait_for(lambda: len(club.http.get("/api/standing/hawks").json()) == 2)
    assert [it["rating"] for it in club.http.get("/api/standing/hawks").json()] == [1500, 1500]
    assert over["dice"]["seed"], "what was drawn can be proved now"
    text = seats["IT"].get("save").text
    again = save.loads(text)
    assert again.drawn and again.outcome is not None and again.outcome.winner == -1 and save.dumps(again) == text
    time.now += 30 * DAY
    assert seats["IT"].state()["outcome"]["winner"] is None, "no flag falls any more"
    assert seats["IT"].get("moments", eyes="all").status_code == 200


def test_an_uploaded_draw_is_a_draw(harbour: Harbour) -> None:
    seats = harbour.open(LINK)
    play_on({"IT": seats["IT"]}, random.Random(1), clicks=3)
    seats["IT"].post("offers", kind="draw")
    seats["BR"].post("offers", kind="draw")  # who offers the same accepts
    assert seats["IT"].state()["outcome"]["winner"] is None
    opened = harbour.http.post("/api/tables/upload", content=seats["IT"].get("save").text.encode()).json()
    assert Seat(harbour.http, opened["table"], None, None).state()["outcome"]["reason"] == "A draw by agreement"


def test_an_offer_lapses_and_never_blocks(club: Harbour) -> None:
    ada, bob = Player(club, "Ada"), Player(club, "Bob")
    _, seats = begun(ada, bob)
    seats["IT"].post("offers", kind="draw")
    problem(seats["IT"].post("offers/answer", kind="adjourn", accept=True), "stale", 409)
    assert seats["IT"].post("offers/answer", kind="draw", accept=False).json()["offers"] == [], "withdrawn"
    seats["IT"].post("offers", kind="draw")
    assert seats["BR"].post("offers/answer", kind="draw", accept=False).json()["offers"] == [], "declined"
    seats["BR"].post("offers", kind="draw")
    play_on({"IT": seats["IT"]}, random.Random(1))
    assert offered(seats["IT"]) == [("draw", "BR", False)], "the other side has moved, not who offered it"
    play_on({"BR": seats["BR"], "IT": seats["IT"]}, random.Random(1), until=lambda states: not states["BR"]["decision"])
    assert offered(seats["IT"]) == []
    problem(seats["IT"].post("offers/answer", kind="draw", accept=True), "stale", 409)


def test_a_click_nobody_sees_does_not_end_an_offer(harbour: Harbour) -> None:
    """In a game where both plan at once, an offer that vanished would tell that somebody has begun."""
    seats = harbour.open({"IT": {"kind": "link"}, "BR": {"kind": "here"}}, seed=1)  # several Objectives, a die says how many
    seats["IT"].post("offers", kind="draw")
    state = seats["IT"].state()
    choice = next(it for it in state["decision"]["choices"] if it["targets"])
    seats["IT"].play(choice["verb"], choice["targets"][0])
    assert seats["IT"].state()["can_undo"] and offered(seats["BR"]) == [("draw", "IT", False)]
    play_on({"IT": seats["IT"]}, random.Random(1))
    assert offered(seats["BR"]) == []


def test_an_adjourned_game_stands_still(club: Harbour, time: Time) -> None:
    ada, bob = Player(club, "Ada"), Player(club, "Bob")
    _, seats = begun(ada, bob, clock={"kind": "live", "minutes": 10, "seconds": 5})
    time.now += 60
    problem(seats["IT"].post("offers", kind="resume"), "stale", 409)
    seats["BR"].post("offers", kind="adjourn")
    assert times(seats["BR"])["IT"] == (600, time.now + 540), "an offer stops nothing"
    seats["IT"].post("offers/answer", kind="adjourn", accept=True)
    assert times(seats["BR"]) == {"IT": (540, None), "BR": (600, None)}, "nothing is added: nobody has answered"
    assert offered(seats["IT"]) == [("adjourn", "BR", True)]
    listed = ada.tables()[0]
    assert listed["adjourned"] and not listed["turn"] and listed["until"] is None
    time.now += 2 * DAY
    assert seats["IT"].state()["outcome"] is None
    decision = seats["IT"].state()["decision"]
    choice = next(it for it in decision["choices"] if it["targets"])
    problem(seats["IT"].choose(choice["verb"], choice["targets"][0]), "adjourned", 409)
    seats["IT"].post("offers", kind="resume")
    assert not ada.tables()[0]["turn"]
    seats["BR"].post("offers/answer", kind="resume", accept=True)
    assert times(seats["BR"]) == {"IT": (540, time.now + 540), "BR": (600, None)} and offered(seats["IT"]) == []
    assert ada.tables()[0]["turn"]
    time.now += 541
    wait_for(lambda: seats["BR"].state()["outcome"])


def test_nobody_is_kept_waiting_for_ever(club: Harbour, time: Time) -> None:
    ada, bob = Player(club, "Ada"), Player(club, "Bob")
    _, seats = begun(ada, bob, clock=DAYS)
    seats["IT"].post("offers", kind="adjourn")
    seats["BR"].post("offers", kind="adjourn")
    time.now += 14 * DAY - 1
    seats["IT"].post("offers", kind="resume")
    assert times(seats["IT"])["IT"][1] is None, "he has offered it, and the other has not answered"
    seats["IT"].post("offers/answer", kind="resume", accept=False)
    time.now += 1
    seats["IT"].post("offers", kind="resume")
    assert times(seats["IT"])["IT"][1] is not None, "after two weeks either goes on alone"
    seats["IT"].post("offers", kind="adjourn")
    seats["BR"].post("offers", kind="adjourn")
    assert seats["BR"].post("resign").json()["outcome"]["winner"] == "IT", "one may always give up"


def test_a_seat_is_handed_to_somebody_else(club: Harbour) -> None:
    ada, bob, eve = Player(club, "Ada"), Player(club, "Bob"), Player(club, "Eve")
    table, seats = begun(ada, bob)
    problem(seats["BR"].post("invitations", side="BR"), "wrong-seat", 403)
    seats["BR"].post("offers", kind="seat")
    problem(seats["BR"].post("invitations", side="BR"), "wrong-seat", 403)
    seats["IT"].post("offers/answer", kind="seat", accept=True)
    problem(seats["IT"].post("invitations", side="BR"), "wrong-seat", 403)
    first = seats["BR"].post("invitations", side="BR").json()["invitation"]
    link = seats["BR"].post("invitations", side="BR").json()["invitation"]
    assert bob.sits(table, "BR"), "until somebody has come he sits there"
    problem(eve.http.post(f"/api/tables/{table}/seats", json={"invitation": first}), "wrong-seat", 403)
    assert eve.http.post(f"/api/tables/{table}/seats", json={"invitation": link}).status_code == 201
    assert eve.sits(table, "BR") and not bob.sits(table, "BR")
    assert offered(seats["IT"]) == [] and bob.tables() == []
    assert eve.tables()[0]["seats"]["BR"]["person"]["name"] == "Eve"
    seats["BR"] = eve.mine(table, "BR")
    seats["BR"].post("offers", kind="seat")
    seats["IT"].post("offers/answer", kind="seat", accept=True)
    late = seats["BR"].post("invitations", side="BR").json()["invitation"]
    seats["BR"].post("offers/answer", kind="seat", accept=False)
    problem(bob.http.post(f"/api/tables/{table}/seats", json={"invitation": late}), "wrong-seat", 403)


def test_the_computer_takes_a_seat_by_consent(club: Harbour) -> None:
    ada, bob = Player(club, "Ada"), Player(club, "Bob")
    table, seats = begun(ada, bob, clock=DAYS)
    problem(seats["IT"].post("offers", kind="computer", player="nobody"), "bad-request", 400)
    seats["IT"].post("offers", kind="computer", player="random")
    assert seats["BR"].state()["offers"][0]["player"] == "random"
    seats["BR"].post("offers/answer", kind="computer", accept=True)
    card = club.http.get(f"/api/tables/{table}").json()["seats"]["IT"]
    assert (card["kind"], card["player"]) == ("computer", "random") and not ada.sits(table, "IT")
    wait_for(lambda: seats["BR"].state()["decision"])
    assert list(times(seats["BR"])) == ["BR"], "the computer has no clock"


def test_a_computer_waits_while_a_game_is_adjourned(club: Harbour, monkeypatch: pytest.MonkeyPatch) -> None:
    """It does not try to choose again and again, and it goes on when the game does."""
    from grandharbour.server.computer import Computers

    thoughts = []
    whole = Computers.choose

    async def choose(self: Computers, *about: str) -> object:
        thoughts.append(about)
        return await whole(self, *about)

    monkeypatch.setattr(Computers, "choose", choose)
    ada, bob = Player(club, "Ada"), Player(club, "Bob")
    _, seats = begun(ada, bob, clock=DAYS)
    leaves, stays = ("IT", "BR") if seats["IT"].state()["decision"] else ("BR", "IT")
    for kind in ("adjourn", "computer"):
        assert seats[leaves].post("offers", kind=kind).status_code == 200
        assert seats[stays].post("offers/answer", kind=kind, accept=True).status_code == 200
    assert not seats[stays].state()["decision"] and not thoughts
    assert seats[stays].post("offers", kind="resume").status_code == 200
    wait_for(lambda: seats[stays].state()["decision"])
    assert thoughts


def test_in_a_game_that_counts_everybody_plays_himself(club: Harbour) -> None:
    ada, bob = Player(club, "Ada"), Player(club, "Bob")
    table, seats = begun(ada, bob, rated=True)
    problem(seats["IT"].post("offers", kind="seat"), "bad-option", 422)
    problem(seats["IT"].post("offers", kind="computer"), "bad-option", 422)
    problem(seats["IT"].post("leave"), "bad-option", 422)
    assert ada.sits(table, "IT"), "who leaves would lose nothing"
    problem(seats["IT"].post("offers", kind="adjourn"), "bad-option", 422)


def test_where_nobody_else_sits(harbour: Harbour) -> None:
    alone = harbour.open({"IT": {"kind": "here"}, "BR": {"kind": "computer", "player": "random"}})
    problem(alone["IT"].post("offers", kind="draw"), "bad-option", 422)
    assert alone["IT"].post("resign").json()["outcome"]["winner"] == "BR"
    both = harbour.open(HERE)
    assert both["IT"].post("offers", kind="draw").json()["outcome"]["winner"] is None, "they agree by word of mouth"
    problem(harbour.open(HERE)["IT"].post("offers", kind="seat"), "bad-option", 422)
    problem(both[None].post("offers", kind="draw"), "wrong-seat", 403)


def test_what_is_offered_outlives_a_restart(tmp_path: Path, time: Time) -> None:
    with running(tmp_path, club="open", clock=time) as harbour:
        ada, bob = Player(harbour, "Ada"), Player(harbour, "Bob")
        table, seats = begun(ada, bob, clock=DAYS)
        seats["IT"].post("offers", kind="adjourn")
        seats["BR"].post("offers", kind="adjourn")
        seats["BR"].post("offers", kind="draw")
        cookie = ada.http.cookies["harbour"]
    time.now += 20 * DAY
    with running(tmp_path, club="open", clock=time) as harbour:
        again = Player(harbour)
        again.http.cookies.set("harbour", cookie)
        seat = again.mine(table, "IT")
        assert offered(seat) == [("adjourn", "IT", True), ("draw", "BR", False)] and seat.state()["outcome"] is None
        assert seat.post("offers/answer", kind="draw", accept=True).json()["outcome"]["winner"] is None


def test_a_server_that_dies_before_it_stops_the_clocks(tmp_path: Path, time: Time, monkeypatch: pytest.MonkeyPatch) -> None:
    """The agreement is written first, the clocks after it."""

    async def dies(table: object, history: object) -> None:
        raise Problem("cannot-store", detail("cannot-write", why="it died"))

    with running(tmp_path, club="open", clock=time) as harbour:
        ada, bob = Player(harbour, "Ada"), Player(harbour, "Bob")
        table, seats = begun(ada, bob, clock={"kind": "live", "minutes": 10, "seconds": 0})
        seats["BR"].post("offers", kind="adjourn")
        with monkeypatch.context() as broken:
            broken.setattr(agree, "stop_or_start", dies)
            problem(seats["IT"].post("offers/answer", kind="adjourn", accept=True), "cannot-store", 503)
        cookie = ada.http.cookies["harbour"]
    time.now += 601
    with running(tmp_path, club="open", clock=time) as harbour:
        again = Player(harbour)
        again.http.cookies.set("harbour", cookie)
        seat = again.mine(table, "IT")
        wait_for(lambda: times(seat)["IT"][1] is None)
        assert offered(seat) == [("adjourn", "BR", True)] and seat.state()["outcome"] is None


def test_the_other_page_hears_of_it(harbour: Harbour) -> None:
    seats = harbour.open(LINK)
    with seats["BR"].live() as live, seats[None].live() as watching:
        assert live.hear("state")["offers"] == [] and watching.hear("state")["offers"] == []
        seats["IT"].post("offers", kind="draw")
        assert [it["kind"] for it in live.hear("state")["offers"]] == ["draw"]
        seats["BR"].post("offers/answer", kind="draw", accept=False)
        assert live.hear("state")["offers"] == []
