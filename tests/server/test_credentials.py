"""Who may do what: every route of the schema and every live message, by the seat it belongs to, the other seat, a spectator, somebody with
a key nobody gave out, and somebody from another table. A new route without a line in this matrix fails."""

from __future__ import annotations

import json
import sqlite3
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from grandharbour.server.app import create_app
from grandharbour.server.routes import ROUTERS

from .client import LINK, PATIENCE, Harbour, Json, Seat, running, sit_down

# What a route asks for:
OPEN = "open"  # nothing; it is not about a seat
LOOK = "look"  # the table; what is seen depends on the seat. A key that fits no seat is refused, not taken for a spectator
ASK = "ask"  # the seat that has to decide
DEED = "deed"  # a seat, and what it does must be its own to do
SEAT = "seat"  # a seat, for what concerns itself
TALK = "talk"  # a seat of two people; reports are for a club
CLUB = "club"  # a person of a club, known by a session and never by the key of a seat


class Line(NamedTuple):
    kind: str
    body: Any = None
    """What is sent; CLICK and NUMBER are filled in for the seat that asks."""
    query: dict[str, Any] = {}


CLICK, NUMBER = "CLICK", "NUMBER"
HERE = {"IT": {"kind": "here"}, "BR": {"kind": "here"}}

MATRIX: dict[str, Line] = {
    "GET /api/games": Line(OPEN),
    "GET /api/games/{game}/questions": Line(OPEN),
    "GET /api/games/{game}/rulebook": Line(OPEN),
    "GET /api/games/{game}/calculator": Line(OPEN),
    "GET /api/games/{game}/calculator/odds": Line(OPEN, query={"attackers": "", "defenders": ""}),
    "GET /api/games/{game}/board": Line(OPEN),
    "POST /api/games/{game}/tables": Line(OPEN, {"tables": ""}),
    "GET /api/games/{game}/art.svg": Line(OPEN),
    "GET /api/games/{game}/lesson": Line(OPEN),
    "GET /api/games/{game}/print.pdf": Line(OPEN, query={"paper": "nonsense"}),
    "POST /api/editor": Line(OPEN, {"game": "hawks"}),
    "POST /api/editor/board": Line(OPEN, {"game": "hawks", "text": ""}),
    "GET /api/packs": Line(OPEN),
    "POST /api/packs": Line(OPEN, "no pack"),
    "POST /api/packs/read/{game}": Line(OPEN, "[fire]"),
    "GET /api/packs/{pack}": Line(OPEN),
    "GET /api/packs/{pack}/pack.toml": Line(OPEN),
    "DELETE /api/packs/{pack}": Line(OPEN),
    "POST /api/tables": Line(OPEN, {"game": "hawks", "seats": HERE}),
    "POST /api/tables/upload": Line(OPEN, "not a save"),
    "GET /api/tables/{table}": Line(OPEN),
    "POST /api/tables/{table}/seats": Line(OPEN, {"invitation": "invite.nonsense"}),
    "GET /api/tables/{table}/state": Line(LOOK),
    "GET /api/tables/{table}/save": Line(LOOK),
    "GET /api/tables/{table}/thoughts": Line(LOOK),
    "GET /api/tables/{table}/overlay": Line(LOOK, query={"id": "nothing"}),
    "GET /api/tables/{table}/moments": Line(LOOK),
    "GET /api/tables/{table}/moments/{k}": Line(LOOK),
    "GET /api/tables/{table}/events": Line(LOOK),
    "GET /api/tables/{table}/luck": Line(LOOK),
    "GET /api/tables/{table}/toll": Line(SEAT),
    "GET /api/tables/{table}/moments/{k}/lines": Line(LOOK),
    "GET /api/tables/{table}/comments": Line(LOOK),
    "POST /api/tables/{table}/comments": Line(SEAT, {"moment": 0, "text": "here it began"}),
    "DELETE /api/tables/{table}/comments/{id}": Line(SEAT),
    "GET /api/tables/{table}/annotated": Line(LOOK),
    "GET /api/tables/{table}/story.txt": Line(LOOK),
    "GET /api/tables/{table}/hint": Line(ASK),
    "GET /api/tables/{table}/lines": Line(ASK),
    "GET /api/tables/{table}/whynot": Line(ASK, query={"verb": "objective", "target": "A1"}),
    "GET /api/tables/{table}/odds": Line(ASK, query={"verb": "objective", "target": "A1"}),
    "GET /api/tables/{table}/preview": Line(ASK, query={"verb": "objective", "target": "A1"}),
    "GET /api/tables/{table}/reach": Line(ASK, query={"piece": "nothing"}),
    "GET /api/tables/{table}/final": Line(ASK, query={"verb": "objective", "target": "A1"}),
    "POST /api/tables/{table}/choices": Line(DEED, {"number": NUMBER, CLICK: CLICK}),
    "POST /api/tables/{table}/chain": Line(DEED, {"number": NUMBER, "clicks": [{CLICK: CLICK}]}),
    "POST /api/tables/{table}/undo": Line(DEED, {"number": NUMBER}),
    "POST /api/tables/{table}/script": Line(DEED, {"number": NUMBER, "script": "nothing"}),
    "POST /api/tables/{table}/orders": Line(DEED, {"number": NUMBER, "step": "nothing", "order": "ask"}),
    "POST /api/tables/{table}/continue": Line(DEED, {}),
    "POST /api/tables/{table}/takeback": Line(DEED, {"moment": 0}),
    "POST /api/tables/{table}/takeback/answer": Line(DEED, {"accept": True}),
    "POST /api/tables/{table}/resign": Line(SEAT, {}),
    "POST /api/tables/{table}/offers": Line(SEAT, {"kind": "draw"}),
    "POST /api/tables/{table}/offers/answer": Line(SEAT, {"kind": "draw", "accept": True}),
    "POST /api/tables/{table}/cup": Line(SEAT, {"seal": "ab" * 32}),
    "POST /api/tables/{table}/shake": Line(SEAT, {"link": "ab" * 32}),
    "POST /api/tables/{table}/branch": Line(LOOK, {"moment": 0, "seats": HERE}),
    "POST /api/tables/{table}/key": Line(SEAT),
    "POST /api/tables/{table}/leave": Line(SEAT),
    "POST /api/tables/{table}/invitations": Line(SEAT, {"side": "BR"}),
    "GET /api/me": Line(OPEN),
    "POST /api/me/join": Line(CLUB, {"name": "somebody", "password": "long enough for a club"}),
    "POST /api/me/enter": Line(CLUB, {"name": "somebody", "password": "long enough for a club"}),
    "POST /api/me/leave": Line(CLUB),
    "GET /api/me/sessions": Line(CLUB),
    "DELETE /api/me/passkeys/{passkey}": Line(CLUB),
    "GET /api/club/waiting": Line(CLUB),
    "GET /api/me/export": Line(CLUB),
    "GET /api/me/passkeys": Line(CLUB),
    "POST /api/club/people/{person}": Line(CLUB, {"role": "member"}),
    "POST /api/me/confirm": Line(CLUB, {"slip": "nothing"}),
    "POST /api/me/enter/passkey": Line(CLUB, {"credential": {}}),
    "POST /api/me/enter/passkey/new": Line(CLUB),
    "POST /api/me/forget": Line(CLUB, {"name": "somebody"}),
    "POST /api/me/forgotten": Line(CLUB, {"mail": "somebody@example.org"}),
    "POST /api/me/invitations": Line(CLUB),
    "POST /api/me/mail": Line(CLUB, {"mail": "somebody@example.org"}),
    "POST /api/me/passkeys": Line(CLUB, {"credential": {}}),
    "POST /api/me/passkeys/new": Line(CLUB, {}),
    "GET /api/me/telling": Line(CLUB),
    "PUT /api/me/telling": Line(CLUB, {"daily": True}),
    "GET /api/me/news": Line(CLUB),
    "DELETE /api/me/news": Line(CLUB),
    "POST /api/me/hooks": Line(CLUB, {"kind": "json", "url": "https://example.org/hook"}),
    "DELETE /api/me/hooks/{hook}": Line(CLUB),
    "POST /api/me/pushes": Line(CLUB, {"endpoint": "https://example.org/push", "p256dh": "x", "auth": "x"}),
    "DELETE /api/me/pushes/{push}": Line(CLUB),
    "GET /api/unsubscribe/{ticket}": Line(CLUB),
    "POST /api/unsubscribe/{ticket}": Line(CLUB),
    "POST /api/me/password": Line(CLUB, {"password": "long enough for a club"}),
    "DELETE /api/me/sessions/{session}": Line(CLUB),
    "GET /api/me/holidays": Line(CLUB),
    "POST /api/me/holidays": Line(CLUB, {"starts": 0, "ends": 1}),
    "DELETE /api/me/holidays/{id}": Line(CLUB),
    "POST /api/my/tables": Line(OPEN, {"held": {}}),
    "POST /api/tables/{table}/rematch": Line(SEAT, {}),
    "GET /api/tables/{table}/talk": Line(LOOK),
    "POST /api/tables/{table}/talk": Line(TALK, {"phrase": "hello"}),
    "POST /api/tables/{table}/talk/reports": Line(TALK, {"place": "table", "n": 1}),
    "GET /api/me/blocks": Line(CLUB),
    "POST /api/me/blocks": Line(CLUB, {"person": "nobody"}),
    "DELETE /api/me/blocks/{person}": Line(CLUB),
    "GET /api/club/reports": Line(CLUB),
    "POST /api/club/reports/{report}": Line(CLUB, {"act": "done"}),
    "GET /api/lobby": Line(CLUB),
    "POST /api/lobby/challenges": Line(CLUB, {"game": "hawks", "scenario": "faith-hope-charity"}),
    "GET /api/lobby/challenges/{id}": Line(CLUB),
    "DELETE /api/lobby/challenges/{id}": Line(CLUB),
    "POST /api/lobby/challenges/{id}/accept": Line(CLUB),
    "GET /api/tournaments": Line(CLUB),
    "POST /api/tournaments": Line(CLUB, {"name": "x", "kind": "swiss", "game": "hawks", "scenario": "faith-hope-charity"}),
    "GET /api/tournaments/{id}": Line(CLUB),
    "DELETE /api/tournaments/{id}": Line(CLUB),
    "POST /api/tournaments/{id}/join": Line(CLUB),
    "POST /api/tournaments/{id}/withdraw": Line(CLUB),
    "POST /api/tournaments/{id}/begin": Line(CLUB),
    "GET /api/ladder/{game}": Line(CLUB),
    "POST /api/ladder/{game}/join": Line(CLUB),
    "POST /api/ladder/{game}/leave": Line(CLUB),
    "POST /api/ladder/{game}/challenge": Line(CLUB, {"person": "nobody"}),
    "GET /api/me/tokens": Line(CLUB),
    "POST /api/me/tokens": Line(CLUB, {"name": "a program", "scopes": ["read"]}),
    "DELETE /api/me/tokens/{id}": Line(CLUB),
    "GET /api/stream/events": Line(CLUB, query={"seconds": "0"}),
    "GET /api/tables/{table}/card.png": Line(LOOK),
    "GET /api/tables/{table}/turn.gif": Line(LOOK, query={"moment": "0"}),
    "GET /api/tables/{table}/stream": Line(LOOK, query={"seconds": "0"}),
    "GET /api/standing/{game}": Line(CLUB),
    "GET /api/people/{person}/standing": Line(CLUB),
}
HIDDEN = {
    "/", "/{name:path}", "/problems/{kind}", "/table/{rest:path}", "/table/{table}", "/embed/{table}", "/calculator/{rest:path}", "/editor/{rest:path}",
    "/lobby", "/standing", "/tournaments", "/tournaments/{rest:path}", "/ladder", "/ladder/{rest:path}", "/standing/{rest:path}", "/me", "/health/live", "/health/ready", "/metrics", "/api/tables/{table}/live",
}  # fmt: skip
"""Routes outside of the schema: pages, what watches over the server, and the live line, whose messages have their own matrix."""

SAID: dict[str, Line] = {
    "play": Line(DEED, {"number": NUMBER, CLICK: CLICK}),
    "chain": Line(DEED, {"number": NUMBER, "clicks": [{CLICK: CLICK}]}),
    "undo": Line(DEED, {"number": NUMBER}),
    "script": Line(DEED, {"number": NUMBER, "script": "nothing"}),
    "order": Line(DEED, {"number": NUMBER, "step": "nothing", "order": "ask"}),
    "resign": Line(SEAT, {}),
    "cup": Line(SEAT, {"seal": "ab" * 32}),
    "shake": Line(SEAT, {"link": "ab" * 32}),
    "whynot": Line(ASK, {"id": 1, "verb": "objective", "target": "A1"}),
    "odds": Line(ASK, {"id": 1, "verb": "objective", "target": "A1"}),
    "preview": Line(ASK, {"id": 1, "verb": "objective", "target": "A1"}),
    "overlay": Line(LOOK, {"id": 1, "overlay": "nothing", "about": None}),
    "reach": Line(ASK, {"id": 1, "pieces": ["nothing"]}),
    "final": Line(ASK, {"id": 1, "verb": "objective", "target": "A1"}),
    "hint": Line(ASK, {"id": 1}),
    "lines": Line(ASK, {"id": 1}),
    "resync": Line(LOOK, {"since": 0, "epoch": 0}),
    "look": Line(LOOK, {"yes": True}),
}

_schema = create_app().openapi()
ROUTES = sorted(f"{method.upper()} {path}" for path, methods in _schema["paths"].items() for method in methods)
MESSAGES = sorted(_schema["components"]["schemas"]["Said"]["discriminator"]["mapping"])


def test_every_route_and_message_has_a_line() -> None:
    assert sorted(MATRIX) == ROUTES, "a new route says here who may use it"
    assert sorted(SAID) == MESSAGES, "a new live message says here who may say it"
    hidden = {route.path for router in ROUTERS for route in router.routes if not getattr(route, "include_in_schema", False)}
    assert hidden == HIDDEN, "what is not in the schema is listed here"


class House(NamedTuple):
    harbour: Harbour
    file: Path

    def rows(self) -> dict[str, int]:
        with sqlite3.connect(self.file) as look:
            return {table: look.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in ("moves", "tables")}

    def seats(self, table: str) -> list[tuple[Any, ...]]:
        with sqlite3.connect(self.file) as look:
            return look.execute("SELECT side, hash, invite FROM seats WHERE table_id = ? ORDER BY side", (table,)).fetchall()


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    folder = tmp_path_factory.mktemp("house")
    with running(folder) as harbour:
        yield House(harbour, folder / "harbour.db")


class Callers(NamedTuple):
    own: Seat
    other: Seat
    spectator: Seat
    stranger: Seat
    foreign: Seat


def callers(harbour: Harbour) -> Callers:
    """The people around a new table: who has to decide, his opponent, and those who have no business there."""
    seats, elsewhere = harbour.open(LINK), harbour.open(LINK)
    decides = next(side for side in ("IT", "BR") if seats[side].state()["decision"])
    waits = next(side for side in ("IT", "BR") if side != decides)
    table = seats[decides].table
    return Callers(
        seats[decides], seats[waits], seats[None], Seat(harbour.http, table, decides, "x" * 32),
        Seat(harbour.http, table, decides, elsewhere[decides].token),
    )  # fmt: skip


def filled(body: Any, state: Json, click: Json) -> Any:
    """A body with the number of a seat's next click and something to choose."""
    if isinstance(body, dict):
        whole = {key: filled(value, state, click) for key, value in body.items() if key != CLICK}
        return {**whole, **click} if CLICK in body else whole
    if isinstance(body, list):
        return [filled(part, state, click) for part in body]
    return state["number"] if body == NUMBER else body


def a_click(state: Json) -> Json:
    choice = next(choice for choice in state["decision"]["choices"] if choice["targets"])
    return {"verb": choice["verb"], "target": choice["targets"][0]}


def send(route: str, line: Line, who: Seat, state: Json, click: Json, **more: Any) -> Any:
    method, _, path = route.partition(" ")
    at = path.format_map(defaultdict(lambda: "nothing", game="hawks", table=who.table, k="0"))
    about: dict[str, Any] = {"headers": who.headers, "params": line.query}
    if isinstance(line.body, str):
        about["content"] = line.body
    elif line.body is not None:
        about["json"] = {**filled(line.body, state, click), **more}
    return who.http.request(method, at, **about)


def kind(answer: Any) -> str:
    return "" if answer.status_code < 400 else str(answer.json()["type"]).rpartition("/")[2]


@pytest.mark.parametrize("route", ROUTES)
def test_routes(house: House, route: str) -> None:
    line = MATRIX[route]
    who = callers(house.harbour)
    states = {name: getattr(who, name).state() for name in ("own", "other", "spectator")}
    click = a_click(states["own"])
    before, seated = house.rows(), house.seats(who.own.table)

    def ask(name: str, **more: Any) -> Any:
        found = send(route, line, getattr(who, name), states.get(name, states["own"]), click, **more)
        assert found.status_code < 500, (name, found.text)
        return found

    if line.kind in (OPEN, CLUB):
        answers = [ask(name) for name in Callers._fields]
        assert len({(answer.status_code, kind(answer)) for answer in answers}) == 1, "a key makes no difference"
        if line.kind == CLUB:
            assert kind(answers[0]) == "no-club"
        return
    if line.kind == TALK:
        assert kind(ask("stranger")) == kind(ask("foreign")) == "wrong-seat"
        reports = route.endswith("reports")
        assert kind(ask("spectator")) == ("no-club" if reports else "silenced")
        assert kind(ask("own")) == kind(ask("other")) == ("no-club" if reports else "")
        return
    assert kind(ask("stranger")) == "wrong-seat" and kind(ask("foreign")) == "wrong-seat"
    if line.kind == LOOK:
        for name in ("spectator", "other", "own"):
            answer = ask(name)
            assert kind(answer) in ("", "not-found", "still-running"), answer.text
            if route.endswith("/state"):
                assert answer.json()["side"] == (None if name == "spectator" else getattr(who, name).side)
        return
    assert kind(ask("spectator")) == "wrong-seat"
    if line.kind == ASK:
        assert kind(ask("other")) == "not-your-decision"
        assert kind(ask("own")) != "wrong-seat"
        return
    if line.kind == DEED:
        assert kind(ask("own", side=who.other.side)) == "wrong-seat", "nobody chooses for the other side"
        assert kind(ask("other", side=who.own.side)) == "wrong-seat"
        refused = ask("other")
        assert refused.status_code == 409 or route.endswith(("orders", "takeback")), refused.text
    if route.endswith(("orders", "takeback")):
        return  # orders are one's own at any time, and anybody who plays may ask to go back
    if line.kind == DEED:
        assert house.rows() == before and house.seats(who.own.table) == seated, "what was refused has changed nothing"
    assert kind(ask("own")) not in ("bad-request",) or route.endswith("invitations")
    if line.kind == SEAT:
        assert house.rows()["tables"] == before["tables"]


def say(who: Seat, message: Json) -> tuple[str, str]:
    """What comes of one message, and the close code if the line ends."""
    url = str(who.http.base_url).replace("http", "ws", 1).rstrip("/")
    with connect(f"{url}/api/tables/{who.table}/live") as socket:
        socket.send(json.dumps({"seat": who.token}))
        try:
            first = json.loads(socket.recv(timeout=PATIENCE))
            if first["type"] == "problem":
                try:
                    socket.recv(timeout=PATIENCE)
                except ConnectionClosed as closed:
                    assert closed.rcvd is not None and closed.rcvd.code == 4403
                return "closed", first["problem"]["type"].rpartition("/")[2]
            assert first["type"] == "state" and first["side"] == who.side
            socket.send(json.dumps(message))
            if message["do"] == "look":  # nobody is answered that
                socket.send(json.dumps({"do": "resync"}))
            told = json.loads(socket.recv(timeout=PATIENCE))
        except ConnectionClosed:
            return "closed", ""
    return told["type"], told["problem"]["type"].rpartition("/")[2] if told["type"] == "problem" else ""


@pytest.mark.parametrize("do", MESSAGES)
def test_live_messages(house: House, do: str) -> None:
    line = SAID[do]
    who = callers(house.harbour)
    states = {name: getattr(who, name).state() for name in ("own", "other", "spectator")}
    click = a_click(states["own"])
    before = house.rows()

    def ask(name: str, **more: Any) -> tuple[str, str]:
        body = filled(line.body, states.get(name, states["own"]), click)
        return say(getattr(who, name), {"do": do, **body, **more})

    assert ask("stranger") == ("closed", "wrong-seat") == ask("foreign")
    if line.kind == LOOK:
        assert all(ask(name)[1] in ("", "not-found") for name in ("spectator", "other", "own"))
        return
    assert ask("spectator") == ("problem", "wrong-seat")
    if line.kind == ASK:
        assert ask("other") == ("problem", "not-your-decision")
        assert ask("own")[1] != "wrong-seat"
        return
    assert ask("own", side=who.other.side) == ("problem", "wrong-seat") == ask("other", side=who.own.side)
    if line.kind == DEED:
        refused = ask("other")
        assert refused[0] == "problem" or do == "order"
        assert do == "order" or house.rows() == before, "what was refused has changed nothing"
    assert ask("own")[1] != "wrong-seat"


def test_an_invitation_is_no_key(house: House) -> None:
    opened = house.harbour.http.post("/api/tables", json={"game": "hawks", "seats": LINK}).json()
    guest = Seat(house.harbour.http, opened["table"], "BR", opened["seats"]["BR"])
    assert kind(guest.get("state")) == "wrong-seat"
    seat = sit_down(house.harbour.http, opened["table"], "BR", opened["seats"]["BR"])
    assert seat.get("state").status_code == 200 and seat.token != opened["seats"]["BR"]
