"""The dice of two people over the wire: who shakes, what is refused, what is shown, and the proof at the end."""

from __future__ import annotations

import json
import random
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from grandharbour.engine import save

from .client import HERE, LINK, Harbour, Json, Seat, eventually, pick, play_on, problem, running
from .dice import Person
from .postgres import Cluster

AGAINST = {"IT": {"kind": "here"}, "BR": {"kind": "computer", "player": "greedy"}}


class Player:
    """A seat with a cup: what our browser does."""

    def __init__(self, seat: Seat, secret: str | None = "own") -> None:
        self.seat = seat
        self.person = None if secret is None else Person(f"{secret} {seat.side}")
        self.sent: list[str] = []
        if self.person is not None:
            answer = seat.post("cup", seal=self.person.seal)
            assert answer.status_code == 200, answer.text

    def shake(self) -> Any:
        return self.seat.post("shake", link=self.link(self.seat.state()))

    def link(self, state: Json) -> str | None:
        return None if state["link"] is None or self.person is None else self.person.after(state["link"])

    def click(self, rng: random.Random) -> Json:
        state = self.seat.state()
        verb, target = pick(state["decision"], rng)
        link = self.link(state)
        answer = self.seat.post("choices", number=state["number"], verb=verb, target=target, link=link)
        assert answer.status_code == 200, answer.text
        if link:
            assert answer.json()["link"] == link, "the server shows that it took it"
            self.sent.append(link)
        return answer.json()


def seated(harbour: Harbour, **wish: Any) -> tuple[dict[str | None, Seat], dict[str, Player]]:
    seats = harbour.open(LINK, **wish)
    players = {side: Player(seats[side]) for side in ("IT", "BR")}
    for player in players.values():
        assert player.shake().status_code == 200
    return seats, players


def play(players: dict[str, Player], rng: random.Random, clicks: int = 10**6) -> None:
    for _ in range(clicks):
        owing = [player for player in players.values() if player.seat.state()["decision"]]
        if not owing:
            return
        rng.choice(owing).click(rng)


# --- nobody chooses


def test_two_people_never_have_a_chosen_seed(harbour: Harbour) -> None:
    def opened(seats: Json) -> Any:
        return harbour.http.post("/api/tables", json={"game": "hawks", "seats": seats, "seed": 1})

    told = problem(opened(LINK), "bad-request", 400)
    assert "nobody chooses the dice" in told["detail"]
    problem(opened({"IT": {"kind": "link"}, "BR": {"kind": "link"}}), "bad-request", 400)
    for seats in (HERE, AGAINST):
        card = harbour.http.get(f"/api/tables/{opened(seats).json()['table']}").json()
        assert card["dice"]["chosen"] is True and not card["dice"]["shaken"], (
            "one's own game may have a chosen seed; the card says so"
        )
    card = harbour.http.get(f"/api/tables/{harbour.open(LINK)[None].table}").json()
    assert card["dice"]["chosen"] is False and card["dice"]["shaken"] and card["dice"]["seed"] is None and not card["position"]


def test_a_table_of_one_screen_is_not_handed_to_a_stranger(harbour: Harbour) -> None:
    """Its opener may have chosen the seed."""
    seats = harbour.open(HERE, seed=3)
    assert seats["BR"].post("leave").status_code == 200
    told = problem(seats["IT"].post("invitations", side="BR"), "wrong-seat", 403)
    assert "one screen" in told["detail"]
    problem(seats["IT"].post("cup", seal="0" * 64), "wrong-link", 409)


# --- links


def test_what_is_refused_takes_nothing(harbour: Harbour) -> None:
    _, players = seated(harbour)
    italy, britain = players["IT"], players["BR"]
    state = italy.seat.state()
    verb, target = pick(state["decision"], random.Random(1))
    link = italy.link(state)
    assert italy.person is not None and britain.person is not None

    def click(**said: Any) -> Any:
        return italy.seat.post("choices", **{"number": state["number"], "verb": verb, "target": target, "link": link, **said})

    problem(click(link=None), "wrong-link", 409)
    problem(click(link=italy.person.seal), "wrong-link", 409)  # used already
    problem(click(link=britain.link(britain.seat.state())), "wrong-link", 409)
    problem(click(link="x" * 64), "wrong-link", 409)
    problem(click(number=state["number"] + 1), "stale", 409)
    problem(click(target="nowhere"), "illegal-choice", 409)
    problem(italy.seat.post("shake", link="0" * 64), "wrong-link", 409)
    assert italy.seat.state()["link"] == state["link"], "nothing of it took a link"
    assert click().json()["link"] == link
    problem(click(), "stale", 409)  # the answer was lost and the click comes again: it is not made twice


def test_the_same_die_falls_if_an_answer_is_lost(tmp_path: Path) -> None:
    """A server that dies before it has stored a click, or loses its answer on purpose, finds the same die there again."""
    with running(tmp_path) as harbour:
        seats, players = seated(harbour)
        play(players, random.Random(2), 15)
        rng = random.Random(3)
        player = next(p for p in players.values() if p.seat.state()["decision"])
        state = player.seat.state()
        verb, target = pick(state["decision"], rng)
        said = {"number": state["number"], "verb": verb, "target": target, "link": player.link(state)}
    # As if it had never arrived: the same click in two copies of the database.
    told = []
    for copy in ("one", "two"):
        folder = tmp_path / copy
        folder.mkdir()
        for part in tmp_path.glob("harbour.db*"):
            (folder / part.name).write_bytes(part.read_bytes())
        with running(folder) as harbour:
            seat = Seat(harbour.http, seats[None].table, player.seat.side, player.seat.token)
            assert seat.post("choices", **said).status_code == 200
            told.append(seat.state())
    assert told[0] == told[1]


def test_a_lost_cup_is_replaced_and_counts_when_the_other_has_shaken(harbour: Harbour) -> None:
    seats, players = seated(harbour)
    play(players, random.Random(1), 5)
    new = Player(seats["BR"], "another")
    dice = seats[None].state()["dice"]
    assert dice["cups"]["BR"] == {"seal": new.person.seal if new.person else "", "fresh": True, "changed": 1}
    assert seats["BR"].state()["link"] is None, "till then it adds nothing"
    assert players["IT"].shake().status_code == 200
    assert (
        seats["BR"].state()["link"] == (new.person and new.person.seal) and not seats[None].state()["dice"]["cups"]["BR"]["fresh"]
    )
    play({"IT": players["IT"], "BR": new}, random.Random(2), 10)


def test_a_computer_takes_a_seat_whose_cup_is_left_behind(harbour: Harbour, tmp_path: Path) -> None:
    """It has no links: it plays without, the card says so, and the game is proven all the same."""
    seats, players = seated(harbour, seed=4)
    rng = random.Random(6)
    play(players, rng, 12)
    leaves, stays = ("IT", "BR") if seats["IT"].state()["decision"] else ("BR", "IT")  # the computer has to choose at once
    assert seats[leaves].post("offers", kind="computer", player="random").status_code == 200
    assert seats[stays].post("offers/answer", kind="computer", accept=True).status_code == 200
    eventually(lambda: list(seats[None].state()["dice"]["cups"]), lambda cups: cups == [stays])
    while eventually(seats[stays].state, lambda now: now["decision"] or now["outcome"])["outcome"] is None:
        players[stays].click(rng)
    (tmp_path / "game.harbour").write_text(seats[stays].get("save").text, encoding="utf-8")
    told = subprocess.run(
        [sys.executable, "-m", "grandharbour", "verify", str(tmp_path / "game.harbour")], capture_output=True, text=True
    )
    assert told.returncode == 0, told.stdout + told.stderr


def test_nobody_sees_how_often_the_other_has_clicked(harbour: Harbour) -> None:
    seats, players = seated(harbour)
    before = {side: (seats[side].state()["dice"], seats[side].state()["link"]) for side in ("BR", None)}
    italy = players["IT"]
    state = italy.seat.state()
    italy.seat.post("choices", number=state["number"], verb="objective", target="C5", link=italy.link(state))
    assert {side: (seats[side].state()["dice"], seats[side].state()["link"]) for side in ("BR", None)} == before
    assert italy.seat.state()["link"] != state["link"] and seats[None].state()["link"] is None


# --- steps back


def test_a_step_back_past_a_die_draws_anew(harbour: Harbour) -> None:
    def rolled(seats: dict[str | None, Seat]) -> list[Any]:
        return [event["dice"] for event in seats[None].get("events").json() if event["dice"]]

    for players in (True, False):  # with cups and without: the trail does not turn back
        seats = harbour.open(LINK, seed=5)
        people = {side: Player(seats[side], "own" if players else None) for side in ("IT", "BR")}
        start = len(rolled(seats))
        clicks: list[tuple[str, str, Any]] = []
        rng = random.Random(11)
        while len(rolled(seats)) < start + 2:
            player = next(p for p in people.values() if p.seat.state()["decision"])
            state = player.seat.state()
            verb, target = pick(state["decision"], rng)
            clicks.append((str(player.seat.side), verb, target))
            player.seat.post("choices", number=state["number"], verb=verb, target=target, link=player.link(state))
        fell = rolled(seats)[start:]
        found = []
        for _ in range(4):
            seats["IT"].post("takeback", moment=0)
            assert seats["BR"].post("takeback/answer", accept=True).status_code == 200
            assert len(rolled(seats)) == start
            for side, verb, target in clicks:
                state = seats[side].state()
                answer = seats[side].post(
                    "choices", number=state["number"], verb=verb, target=target, link=people[side].link(state)
                )
                if answer.status_code != 200 or len(rolled(seats)) > start:
                    break
            found.append(rolled(seats)[start:])
        assert any(again and again != fell[: len(again)] for again in found), "other dice"


# --- the proof


@pytest.fixture(scope="module")
def game(harbour: Harbour) -> Iterator[tuple[dict[str | None, Seat], dict[str, Player], str]]:
    """A whole game of two people: its seats, players and save."""
    seats, players = seated(harbour)
    rng = random.Random(8)
    play(players, rng, 12)
    assert seats["IT"].post("takeback", moment=1).status_code == 200
    assert seats["BR"].post("takeback/answer", accept=True).status_code == 200
    play(players, rng)
    assert seats[None].state()["outcome"]
    yield seats, players, seats[None].get("save").text


def test_the_record_holds_every_link_and_every_die(game: Any) -> None:
    seats, players, text = game
    lines = [json.loads(line) for line in text.splitlines()]
    assert lines[0]["grandharbour"] == 2 and lines[0]["seed"] and lines[0]["table"] == seats[None].table
    for side, player in players.items():
        links = [line["click"][1] for line in lines if isinstance(line, dict) and line.get("click", [""])[0] == side]
        assert links == player.sent, "in the order they were sent, none left out, none invented"
    numbers = [draw[0] for line in lines if isinstance(line, dict) for draw in line.get("fell", []) if draw[1] != "hidden of"]
    assert numbers == list(range(1, len(numbers) + 1))
    events = seats[None].get("events").json()
    drawn = [event["draw"] for event in events if event["dice"]]
    assert drawn == sorted(drawn) and set(drawn) <= set(numbers), "each roll of the log names its draw"
    shown = {draw[0]: draw[2:] for line in lines if isinstance(line, dict) for draw in line.get("fell", []) if draw[1] == "dice"}
    told = [
        event for event in events if event["dice"] and event["draw"] in shown and len(event["dice"]) == len(shown[event["draw"]])
    ]
    assert len(told) >= 3 and all(event["dice"] == shown[event["draw"]] for event in told)


def test_verify_proves_it(game: Any, tmp_path: Path) -> None:
    file = tmp_path / "game.harbour"
    file.write_text(game[2], encoding="utf-8")
    run = [sys.executable, "-m", "grandharbour", "verify", str(file)]
    told = json.loads(subprocess.run([*run, "--json"], check=True, capture_output=True, text=True).stdout)
    assert told["ok"] and told["proven"] and set(told["links"]) == {"IT", "BR"} and told["server_alone"] > 0
    said = subprocess.run(run, check=True, capture_output=True, text=True).stdout
    assert "has shaken" in said and "server's alone" in said


def test_the_recipe_of_the_docs_proves_it(game: Any, tmp_path: Path) -> None:
    page = (Path(__file__).parents[2] / "docs" / "dice.md").read_text(encoding="utf-8")
    code = re.findall(r"```python\n(.*?)```", page, re.S)[-1]
    assert len(code.splitlines()) < 45
    (tmp_path / "prove.py").write_text(code, encoding="utf-8")

    def prove(text: str) -> subprocess.CompletedProcess[str]:
        (tmp_path / "game.harbour").write_text(text, encoding="utf-8")
        return subprocess.run([sys.executable, "-I", "prove.py", "game.harbour"], cwd=tmp_path, capture_output=True, text=True)

    good = prove(game[2])
    assert good.returncode == 0 and "all as promised" in good.stdout, good.stderr
    lines = game[2].splitlines()
    click = next(n for n, line in enumerate(lines) if line.startswith('{"click"'))
    fell = [n for n, line in enumerate(lines) if '"dice",' in line][-1]
    face = re.sub(r'("dice",)(\d)', lambda m: m[1] + str(int(m[2]) % 6 + 1), lines[fell], count=1)
    for n, line, reason in (
        (click, '{"click":["IT","' + "0" * 64 + '"]}', "not the next link"),
        (fell, face, "is another one"),
        (
            0,
            re.sub(r'"seed":"..', '"seed":"00', lines[0])
            if '"seed":"00' not in lines[0]
            else lines[0].replace('"seed":"00', '"seed":"11'),
            "another secret",
        ),
    ):
        bad = prove("\n".join([*lines[:n], line, *lines[n + 1 :]]) + "\n")
        assert bad.returncode and reason in bad.stderr, (reason, bad.stderr)


def test_a_shaken_game_can_be_loaded_again(game: Any, harbour: Harbour) -> None:
    seats, _, text = game
    copy = harbour.seats(harbour.http.post("/api/tables/upload", content=text.encode()).json())
    ours, theirs = seats["IT"].state(), copy["IT"].state()
    assert (ours["view"], ours["events"], ours["outcome"]) == (theirs["view"], theirs["events"], theirs["outcome"])


# --- looking ahead


def test_a_running_save_holds_no_seed(harbour: Harbour) -> None:
    seats = harbour.open(HERE, seed=12)
    play_on(seats, random.Random(12), clicks=16)
    text = seats["IT"].get("save").text
    assert json.loads(text.splitlines()[0])["seed"] is None
    for clicks in range(1, 9):  # a game of random clicks may end before many dice have fallen
        copies = [harbour.seats(harbour.http.post("/api/tables/upload", content=text.encode()).json()) for _ in range(2)]
        for copy in copies:
            ours, theirs = seats["IT"].state(), copy["IT"].state()
            assert (ours["view"], ours["events"]) == (theirs["view"], theirs["events"]) and theirs["dice"]["chosen"] is False
            play_on(copy, random.Random(clicks), clicks=120)
        if copies[0][None].get("events").json() != copies[1][None].get("events").json():
            break
    else:
        raise AssertionError("the same clicks, other dice")
    play_on(copies[0], random.Random(2))
    told = copies[0]["IT"].get("save").text
    assert json.loads(told.splitlines()[0])["given"] > 0 and save.loads(told).outcome is not None


@pytest.mark.parametrize("name", ["hawks", "kesselring"])
def test_no_answer_hangs_on_dice_to_come(harbour: Harbour, name: str) -> None:
    """Two tables that differ only in the dice that have not fallen yet answer alike, whatever they are asked."""
    one = harbour.open(
        {side: {"kind": "here"} for side in (("IT", "BR") if name == "hawks" else ("AX", "AL"))}, game=name, seed=21
    )
    play_on(one, random.Random(21), clicks=16 if name == "hawks" else 45)
    text = next(seat for side, seat in one.items() if side).get("save").text
    two, three = (harbour.seats(harbour.http.post("/api/tables/upload", content=text.encode()).json()) for _ in range(2))
    asked = 0
    for side in (side for side in one if side):
        state = two[side].state()
        for what in ("moments", "events", "moments/3", "hint"):
            assert two[side].get(what).text == three[side].get(what).text, what
        for choice in (state["decision"] or {"choices": []})["choices"]:
            for target in choice["targets"][:6]:
                about = {"verb": choice["verb"]} | ({} if target is None else {"target": target})
                for what in ("odds", "preview", "whynot"):
                    asked += 1
                    assert two[side].get(what, **about).text == three[side].get(what, **about).text, (what, about)
        for piece in state["view"]["pieces"][:8]:
            assert two[side].get("reach", piece=piece["id"]).text == three[side].get("reach", piece=piece["id"]).text
        ours, theirs = state, three[side].state()
        assert {k: v for k, v in ours.items() if k not in ("table", "dice")} == {
            k: v for k, v in theirs.items() if k not in ("table", "dice")
        }
    assert asked > 5


# --- two servers


@pytest.mark.xdist_group("postgres")
def test_two_servers_fold_the_same_trail(postgres: Cluster, tmp_path: Path) -> None:
    database = postgres.database()
    with running(tmp_path, database=database) as one, running(tmp_path, database=database) as two:
        seats = one.open(LINK)
        players = {"IT": Player(seats["IT"]), "BR": Player(two.seat(seats["BR"].table, "BR", seats["BR"].token))}
        for player in players.values():
            assert player.shake().status_code == 200
        rng = random.Random(5)
        for _ in range(2000):
            states = {side: player.seat.state() for side, player in players.items()}
            owing = [side for side, state in states.items() if state["decision"]]
            if not owing:
                if all(state["outcome"] for state in states.values()):
                    break
                continue
            side = rng.choice(owing)
            player, state = players[side], states[side]
            verb, target = pick(state["decision"], rng)
            answer = player.seat.post("choices", number=state["number"], verb=verb, target=target, link=player.link(state))
            # A server that has not heard yet what happened at the other one says so; our browser clicks again.
            late = ("stale", "not-your-decision", "wrong-link")
            assert answer.status_code == 200 or answer.json()["type"].rpartition("/")[2] in late, answer.text
        text = one.http.get(f"/api/tables/{seats[None].table}/save").text
        assert text == two.http.get(f"/api/tables/{seats[None].table}/save").text
        assert save.loads(text).outcome is not None
