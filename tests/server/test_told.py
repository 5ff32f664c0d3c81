"""People are told once, in words, by every way they chose, and never what they have before their eyes."""

from __future__ import annotations

import hashlib
import hmac
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import create_engine, text

from grandharbour.server.club import outside as calling
from grandharbour.server.problems import Problem

from .client import Harbour, Json, Seat, eventually, play_on, problem, running
from .outside import Browser as Push
from .outside import Outside, outside
from .postgres import Cluster
from .test_people import Browser

pytestmark = pytest.mark.xdist_group("postgres")


@pytest.fixture(scope="module")
def world() -> Iterator[Outside]:
    with outside() as found:
        yield found


class Club(Harbour):
    database: str


@pytest.fixture(params=["sqlite", "postgresql"], scope="module")
def club(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, world: Outside) -> Iterator[Club]:
    folder = tmp_path_factory.mktemp("told")
    where = str(folder / "harbour.db")
    world.forget()
    if request.param == "postgresql":
        cluster: Cluster = request.getfixturevalue("postgres")
        where = cluster.database()
    settings: dict[str, Any] = {
        "club": "open", "mail": world.smtp, "sender": "harbour@club.example", "grace": 0.0, "private_hooks": True, "database": where,
        "base_url": "http://127.0.0.1",
    }  # fmt: skip
    with running(folder, **settings) as harbour:
        harbour.database = where  # type: ignore[attr-defined]
        yield harbour  # type: ignore[misc]


def member(club: Club, name: str, mail: str = "") -> Browser:
    found = Browser(club)
    assert found.join(name, **({"mail": mail} if mail else {})).status_code == 200
    if mail:  # the link in the letter that confirms it is followed elsewhere
        where = club.database if "://" in club.database else f"sqlite:///{club.database}"
        engine = create_engine(where.replace("postgresql://", "postgresql+psycopg://"))
        with engine.begin() as connection:
            connection.execute(text("UPDATE people SET confirmed = TRUE WHERE mail = :mail"), {"mail": mail})
        engine.dispose()
    return found


def opponents(one: Browser, two: Browser) -> tuple[Seat, Seat]:
    """A table of hawks with both of them at it."""
    opened = one.open()
    invitation = opened["seats"]["BR"]
    taken = two.http.post(f"/api/tables/{opened['table']}/seats", json={"invitation": invitation})
    assert taken.status_code == 201, taken.text
    return one.mine(opened["table"], "IT"), two.mine(opened["table"], "BR")


def until_asked(one: Seat, two: Seat) -> None:
    """One plays on until the other has to decide."""
    import random

    play_on({"IT": one, "BR": two}, random.Random(3), until=lambda states: bool(states["BR"]["decision"]))
    assert two.state()["decision"]


def news(of: Browser) -> list[Json]:
    return of.http.get("/api/me/news").json()


def test_every_way_brings_one_message_with_what_happened(club: Club, world: Outside) -> None:
    anna, ben = member(club, "Anna W"), member(club, "Ben W", "ben.w@club.example")
    push = Push(world, "/push/ben-w")
    assert ben.http.post("/api/me/pushes", json=push.wish).status_code == 200
    for kind in ("discord", "slack", "matrix", "ntfy", "json"):
        wish = {"kind": kind, "url": f"{world.web}/{kind}/w", "secret": "between us"}
        added = ben.http.post("/api/me/hooks", json=wish)
        assert added.status_code == 200, added.text
    assert len(added.json()["hooks"]) == 5 and world.to("/json/w"), "each is tried once when it is added"
    before = {kind: len(world.to(f"/{kind}/w")) for kind in ("discord", "slack", "matrix", "ntfy", "json")}

    until_asked(*opponents(anna, ben))
    (letter,) = eventually(lambda: world.sent("ben.w@club.example"))
    (pushed,) = eventually(push.read)
    for kind, n in before.items():
        eventually(lambda kind=kind: world.to(f"/{kind}/w"), lambda found, n=n: len(found) == n + 1)

    assert letter["Subject"] == pushed["title"] == "Your turn against Anna W: Hawks over Malta"
    body = letter.get_content()
    (item,) = [item for item in news(ben) if item["kind"] == "turn"]
    assert item["lines"] and all(line in body and line in pushed["text"] for line in item["lines"])
    assert f"/table/{item['about']}" in pushed["url"] and "seat=me.BR" in pushed["url"]
    call = world.to("/json/w")[-1]
    signed = hmac.new(b"between us", call.body, hashlib.sha256).hexdigest()
    assert call.headers["X-Harbour-Signature"] == f"sha256={signed}"
    assert msgspec.json.decode(call.body)["title"] == pushed["title"]
    assert msgspec.json.decode(world.to("/discord/w")[-1].body)["allowed_mentions"] == {"parse": []}
    matrix = world.to("/matrix/w")[-1]
    assert matrix.method == "PUT" and matrix.headers["Authorization"] == "Bearer between us"
    # Nothing comes twice, whatever else happens at that table before he looks.
    assert news(anna) == []
    assert len(world.sent("ben.w@club.example")) == 1 and len(push.read()) == 1


def test_who_looks_is_not_told(club: Club, world: Outside) -> None:
    anna, ben = member(club, "Anna L"), member(club, "Ben L", "ben.l@club.example")
    one, two = opponents(anna, ben)
    cookie = "; ".join(f"{name}={value}" for name, value in two.http.cookies.items())
    with two.live(additional_headers={"Cookie": cookie}) as live:
        live.hear("state")
        live.say(do="look", yes=True)
        live.say(do="why_not", id=7, verb="to", target="A1")  # whatever it answers: then the look has been heard
        eventually(lambda: live.hear(), lambda said: said["type"] != "state")
        until_asked(one, two)
        assert news(ben) == []
    # He has gone. The next thing he learns elsewhere.
    eventually(lambda: _answer_and_wait(one, two), lambda _: bool(news(ben)))
    eventually(lambda: world.sent("ben.l@club.example"))
    assert len(world.sent("ben.l@club.example")) == 1


def _answer_and_wait(one: Seat, two: Seat) -> None:
    import random

    play_on({"IT": one, "BR": two}, random.Random(4), until=lambda states: not states["BR"]["decision"])
    until_asked(one, two)


def test_each_turn_is_told_for_itself(club: Club, world: Outside) -> None:
    """He answers without a look at the table: the next turn is another."""
    anna, ben = member(club, "Anna E"), member(club, "Ben E")
    push = Push(world, "/push/ben-e")
    ben.http.post("/api/me/pushes", json=push.wish)
    one, two = opponents(anna, ben)
    until_asked(one, two)
    eventually(push.read)
    for turns in (2, 3):
        _answer_and_wait(one, two)
        eventually(push.read, lambda found, turns=turns: len(found) >= turns)
        assert len(push.read()) == turns


def test_a_look_anywhere_is_a_look(club: Club) -> None:
    """The page is open at another server of the harbour: its row says so."""
    anna, ben = member(club, "Anna R"), member(club, "Ben R")
    one, two = opponents(anna, ben)
    who = ben.me()["person"]["id"]
    where = club.database if "://" in club.database else f"sqlite:///{club.database}"
    engine = create_engine(where.replace("postgresql://", "postgresql+psycopg://"))
    hook = {"kind": "json", "url": ""}
    with outside() as world:
        hook["url"] = f"{world.web}/json/r"
        assert ben.http.post("/api/me/hooks", json=hook).status_code == 200
        with engine.begin() as connection:
            row = {"id": "elsewhere", "person": who, "table": one.table, "until": time.time() + 900}
            connection.execute(text("INSERT INTO looking VALUES (:id, :person, :table, :until)"), row)
        until_asked(one, two)
        eventually(lambda: news(ben))
        until_asked(*opponents(anna, ben))  # at another table he is told, and of that alone
        calls = eventually(lambda: world.to("/json/r")[1:])
        assert len(calls) == 1 and one.table not in calls[0].body.decode()
    engine.dispose()


def test_several_things_are_one_message(tmp_path: Path, world: Outside) -> None:
    clock = [time.time()]
    with running(tmp_path, club="open", grace=3_000.0, private_hooks=True, clock=lambda: clock[0]) as found:
        anna, ben = Browser(found), Browser(found)
        anna.join("Anna"), ben.join("Ben")
        assert ben.http.post("/api/me/hooks", json={"kind": "json", "url": f"{world.web}/json/several"}).status_code == 200
        for _ in range(3):
            until_asked(*opponents(anna, ben))
        eventually(lambda: news(ben), lambda found: len(found) == 3)
        engine = create_engine(f"sqlite:///{tmp_path / 'harbour.db'}")
        with engine.begin() as connection:
            assert connection.execute(text("SELECT count(*) FROM jobs WHERE kind = 'tell'")).scalar() == 1
            connection.execute(text("UPDATE jobs SET due = 0"))
        engine.dispose()
        until_asked(*opponents(anna, ben))  # wakes whoever waits
        calls = eventually(lambda: world.to("/json/several")[1:])
        assert msgspec.json.decode(calls[0].body)["title"] == "4 things wait for you"


def test_what_is_over_is_not_told(club: Club, world: Outside) -> None:
    """Somebody who has answered before he could be told is not told."""
    anna, ben = member(club, "Anna O"), member(club, "Ben O")
    one, two = opponents(anna, ben)
    told = ben.http.get("/api/me/telling").json()
    assert told["wishes"] == {"daily": False, "hour": 18, "mail": True, "silent": []} and told["key"]
    wish = {"daily": True, "hour": (int(time.time() // 3600) + 5) % 24, "mail": False, "silent": ["talk"]}
    assert ben.http.put("/api/me/telling", json=wish).json()["wishes"] == wish
    push = Push(world, "/push/ben-o")
    ben.http.post("/api/me/pushes", json=push.wish)
    until_asked(one, two)
    assert eventually(lambda: news(ben))[0]["about"] == one.table
    assert push.read() == [], "once a day means not at once"
    assert ben.http.delete("/api/me/news").json() == []
    assert news(ben) == []


def test_a_way_that_fails_is_tried_again_and_holds_up_no_other(club: Club, world: Outside) -> None:
    anna, ben = member(club, "Anna F"), member(club, "Ben F")
    push, dead = Push(world, "/push/ben-f"), Push(world, "/push/gone-f")
    for one in (push, dead):
        ben.http.post("/api/me/pushes", json=one.wish)
    world.status["/push/gone-f"] = 410
    world.refuse = 1
    until_asked(*opponents(anna, ben))
    eventually(push.read)
    left = eventually(lambda: ben.http.get("/api/me/telling").json()["pushes"], lambda found: len(found) == 1)
    assert len(push.read()) == 1 and left, "who is gone is struck off"


def test_one_click_ends_all_mail(club: Club, world: Outside) -> None:
    anna, ben = member(club, "Anna U"), member(club, "Ben U", "ben.u@club.example")
    ticket = _ticket(club, ben)
    assert "<form" in club.http.get(f"/api/unsubscribe/{ticket}").text
    assert ben.http.get("/api/me/telling").json()["wishes"]["mail"], "to look at the page ends nothing"
    problem(club.http.post(f"/api/unsubscribe/{ticket[:-1]}x"), "stale", 409)
    assert club.http.post(f"/api/unsubscribe/{ticket}").status_code == 200
    assert not ben.http.get("/api/me/telling").json()["wishes"]["mail"]
    push = Push(world, "/push/ben-u")
    ben.http.post("/api/me/pushes", json=push.wish)
    until_asked(*opponents(anna, ben))
    eventually(push.read)
    assert world.sent("ben.u@club.example") == []


def _ticket(club: Club, of: Browser) -> str:
    of.http.get("/api/me/telling")
    where = club.database if "://" in club.database else f"sqlite:///{club.database}"
    engine = create_engine(where.replace("postgresql://", "postgresql+psycopg://"))
    key = "f" * 64
    with engine.begin() as connection:
        connection.execute(text("INSERT INTO stamps VALUES ('links', :key) ON CONFLICT DO NOTHING"), {"key": key})
        key = str(connection.execute(text("SELECT value FROM stamps WHERE name = 'links'")).scalar())
    engine.dispose()
    person = of.me()["person"]["id"]
    return f"{person}.{hmac.new(key.encode(), f'no-mail:{person}'.encode(), hashlib.sha256).hexdigest()[:32]}"


# --- addresses people give us


@pytest.mark.parametrize(
    "url",
    [
        "http://example.org/x", "https://127.0.0.1/x", "https://[::1]/x", "https://10.0.0.8/", "https://169.254.169.254/latest",
        "https://2130706433/", "https://127.1/", "https://127.000.000.001/", "https://127.0.0.0x1/", "https://127.0.0.1./",
        "https://127.0.0.%31/", "https://exa\\mple.org/", "https://[64:ff9b::7f00:1]/", "https://[2002:7f00:1::]/", "https://[fec0::1]/",
        "https://0x7f000001/", "localhost", "ftp://example.org", "https://user:word@example.org/", "https://[::ffff:192.168.0.1]/", "https://", "x",
        "https://exämple.org/", "https://example.org:0/", "https://example.org/" + "a" * 700, "https://[half/",
    ],
)  # fmt: skip
def test_addresses_that_are_not_called(url: str) -> None:
    if url == "localhost":  # a name, and one that leads nowhere but home
        import asyncio

        async def resolve() -> None:
            with pytest.raises(OSError):
                await calling.Names().resolve("localhost")

        asyncio.run(resolve())
        return
    with pytest.raises(Problem):
        calling.checked(url)
    assert calling.checked("https://example.org/hook?x=1") == "https://example.org/hook?x=1"


def test_who_looks_names_up_keeps_nobody_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    """Names whose servers never answer hold threads of their own: those that read tables are free."""
    import asyncio
    import socket
    import threading

    let_go = threading.Event()
    monkeypatch.setattr(socket, "getaddrinfo", lambda *about, **more: let_go.wait(60) and [])

    async def look() -> None:
        names = calling.Names()
        asked = [asyncio.create_task(names.resolve(f"{n}.example.org")) for n in range(50)]
        await asyncio.sleep(0)
        assert await asyncio.to_thread(lambda: "read") == "read" and not any(task.done() for task in asked)
        let_go.set()
        await names.close()
        for task in asked:
            task.cancel()
        await asyncio.gather(*asked, return_exceptions=True)

    asyncio.run(look())


def test_a_service_that_talks_nonsense(club: Club) -> None:
    """It hangs up, or answers what is no HTTP, or the secret for it cannot be sent: told like any other failure."""
    import socketserver
    import threading

    class Odd(socketserver.BaseRequestHandler):
        def handle(self) -> None:
            if b"/nonsense" in self.request.recv(4096):
                self.request.sendall(b"\x00\x01\x02 no HTTP at all\r\n\r\n")

    ben = member(club, "Ben N")
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Odd) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        at = f"http://127.0.0.1:{server.server_address[1]}"
        for wish in (
            {"kind": "json", "url": f"{at}/silent"}, {"kind": "json", "url": f"{at}/nonsense"},
            {"kind": "ntfy", "url": f"{at}/x", "secret": "a\r\nHost: elsewhere"}, {"kind": "matrix", "url": f"{at}/%zz", "secret": "\n"},
        ):  # fmt: skip
            problem(ben.http.post("/api/me/hooks", json=wish), "bad-name", 422)
        server.shutdown()


def test_a_hook_is_not_followed_elsewhere(club: Club, world: Outside) -> None:
    ben = member(club, "Ben H")
    world.status["/moved"] = 302
    problem(ben.http.post("/api/me/hooks", json={"kind": "json", "url": f"{world.web}/moved"}), "bad-name", 422)
    world.status["/nobody"] = 404
    problem(ben.http.post("/api/me/hooks", json={"kind": "json", "url": f"{world.web}/nobody"}), "bad-name", 422)
    assert world.to("/elsewhere") == []
    for n in range(5):
        assert ben.http.post("/api/me/hooks", json={"kind": "json", "url": f"{world.web}/many/{n}"}).status_code == 200
    problem(ben.http.post("/api/me/hooks", json={"kind": "json", "url": f"{world.web}/many/6"}), "bad-name", 422)
    told = ben.http.get("/api/me/telling").json()
    assert "many" not in str(told), "an address is a secret: only its host is shown"
    left = ben.http.delete(f"/api/me/hooks/{told['hooks'][0]['id']}").json()
    assert len(left["hooks"]) == 4
    anna = member(club, "Anna H")
    anna.http.delete(f"/api/me/hooks/{told['hooks'][1]['id']}")
    assert len(ben.http.get("/api/me/telling").json()["hooks"]) == 4, "only one's own"
