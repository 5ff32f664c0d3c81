"""Who may do what in a club: every route of the schema by nobody, a guest, a member, another member whose thing it is, a moderator, and by
programs with each scope. A new route without a line here fails."""

from __future__ import annotations

import secrets
import time
from collections import defaultdict
from collections.abc import Iterator
from typing import Any, NamedTuple

import httpx
import pytest
from sqlalchemy import insert, select
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from grandharbour.server.club import people, rows, sessions, talk_rows, tokens
from grandharbour.server.store import Store
from grandharbour.server.store import seats as seat_rows

from .client import LINK, Harbour, running
from .test_credentials import ASK, CLICK, CLUB, DEED, LOOK, MATRIX, OPEN, ROUTES, SEAT, filled, kind

ANYBODY, SIGNED, MEMBER, OWNER, MODERATOR = range(5)
"""Who has no session becomes a guest where something has to be remembered; a guest is signed in; the owner is the member whose thing it is."""

NEEDS: dict[str, int] = {
    "POST /api/me/join": ANYBODY,
    "POST /api/me/enter": ANYBODY,
    "POST /api/me/leave": ANYBODY,
    "POST /api/me/confirm": ANYBODY,
    "POST /api/me/forgotten": ANYBODY,
    "POST /api/me/enter/passkey": ANYBODY,
    "POST /api/me/enter/passkey/new": ANYBODY,
    "GET /api/me/sessions": ANYBODY,
    "DELETE /api/me/sessions/{session}": SIGNED,
    "GET /api/me/export": SIGNED,
    "POST /api/me/forget": SIGNED,
    "POST /api/me/password": SIGNED,
    "POST /api/me/mail": MEMBER,
    "POST /api/me/invitations": MEMBER,
    "GET /api/me/passkeys": ANYBODY,
    "POST /api/me/passkeys": ANYBODY,
    "POST /api/me/passkeys/new": ANYBODY,
    "DELETE /api/me/passkeys/{passkey}": MEMBER,
    "GET /api/me/telling": ANYBODY,
    "PUT /api/me/telling": ANYBODY,
    "GET /api/me/news": ANYBODY,
    "DELETE /api/me/news": ANYBODY,
    "POST /api/me/hooks": ANYBODY,
    "DELETE /api/me/hooks/{hook}": ANYBODY,
    "POST /api/me/pushes": ANYBODY,
    "DELETE /api/me/pushes/{push}": ANYBODY,
    "GET /api/unsubscribe/{ticket}": ANYBODY,
    "POST /api/unsubscribe/{ticket}": ANYBODY,
    "GET /api/me/holidays": ANYBODY,
    "POST /api/me/holidays": MEMBER,
    "DELETE /api/me/holidays/{id}": MEMBER,
    "GET /api/me/blocks": ANYBODY,
    "POST /api/me/blocks": ANYBODY,
    "DELETE /api/me/blocks/{person}": ANYBODY,
    "GET /api/me/tokens": MEMBER,
    "POST /api/me/tokens": MEMBER,
    "DELETE /api/me/tokens/{id}": MEMBER,
    "GET /api/stream/events": SIGNED,
    "GET /api/club/waiting": MODERATOR,
    "POST /api/club/people/{person}": MODERATOR,
    "GET /api/club/reports": MODERATOR,
    "POST /api/club/reports/{report}": MODERATOR,
    "GET /api/lobby": ANYBODY,
    "POST /api/lobby/challenges": ANYBODY,
    "GET /api/lobby/challenges/{id}": ANYBODY,
    "DELETE /api/lobby/challenges/{id}": ANYBODY,
    "POST /api/lobby/challenges/{id}/accept": ANYBODY,
    "GET /api/tournaments": ANYBODY,
    "POST /api/tournaments": MEMBER,
    "GET /api/tournaments/{id}": ANYBODY,
    "DELETE /api/tournaments/{id}": OWNER,
    "POST /api/tournaments/{id}/join": MEMBER,
    "POST /api/tournaments/{id}/withdraw": MEMBER,
    "POST /api/tournaments/{id}/begin": OWNER,
    "GET /api/ladder/{game}": ANYBODY,
    "POST /api/ladder/{game}/join": MEMBER,
    "POST /api/ladder/{game}/leave": MEMBER,
    "POST /api/ladder/{game}/challenge": MEMBER,
    "GET /api/standing/{game}": ANYBODY,
    "GET /api/people/{person}/standing": ANYBODY,
}
ASK_NOBODY = {
    *(route for route in ROUTES if MATRIX[route].kind == OPEN and "/api/tables" not in route and route.split()[1] not in ("/api/me", "/api/my/tables")),
    "POST /api/me/confirm", "POST /api/me/forgotten", "POST /api/me/enter/passkey/new", "POST /api/me/enter/passkey", "POST /api/me/enter",
    "GET /api/unsubscribe/{ticket}", "POST /api/unsubscribe/{ticket}", "GET /api/lobby/challenges/{id}",
}  # fmt: skip
"""Routes for which it makes no difference who asks: a token neither opens nor shuts them."""
TAKEN_BY_DESIGN = ("accept", "/standing", "GET ")
"""What others may do with somebody's things: accept his challenge, look."""
HELD = [table for table in (*rows.metadata.sorted_tables, *talk_rows.metadata.sorted_tables) if "person" in table.c]


def test_every_route_of_a_club_has_a_line() -> None:
    assert sorted(NEEDS) == sorted(route for route in ROUTES if MATRIX[route].kind == CLUB)


class House(NamedTuple):
    harbour: Harbour
    store: Store

    def person(self, role: str) -> str:
        """Somebody new, as the database knows him."""
        with self.store.engine.begin() as connection:
            person = people.new_guest(connection, 0.0)
            if role != "guest":
                name = f"P{secrets.token_hex(4)}"
                people.change(connection, person.id, role=role, name=name, folded=people.folded(name))
            return person.id

    def session(self, person: str | None) -> httpx.Client:
        """A browser of his; None: a new one that nobody knows."""
        cookies = {}
        if person is not None:
            with self.store.engine.begin() as connection:
                cookies = {"harbour": sessions.begin(connection, person, "a browser", time.time())[1]}
        return httpx.Client(base_url=self.harbour.url, cookies=cookies, timeout=60)

    def program(self, person: str, *scopes: str) -> str:
        secret = tokens.PREFIX + secrets.token_urlsafe(32)
        values = {"id": people.new_id(), "hash": tokens._hash(secret), "person": person, "name": "x", "scopes": " ".join(scopes)}
        with self.store.engine.begin() as connection:
            connection.execute(insert(rows.tokens).values(**values, created=0.0, seen=None))
        return secret

    def things(self, person: str) -> dict[str, str]:
        """One of everything somebody may have, by the names they have in addresses."""
        id = people.new_id()
        with self.store.engine.begin() as connection:
            for table, values in (
                (rows.passkeys, {"id": id, "key": "x", "count": 0, "device": "x", "created": 0.0}),
                (rows.pushes, {"id": id, "endpoint": "https://x.example", "p256dh": "", "auth": "", "device": "", "created": 0.0}),
                (rows.hooks, {"id": id, "kind": "json", "url": "https://x.example", "secret": "", "created": 0.0, "failed": 0}),
                (rows.holidays, {"id": id, "starts": 4e9, "ends": 4.1e9}),
                (rows.news, {"kind": "turn", "about": "x", "words": '{"title": "x", "lines": [], "path": "/"}', "made": 0.0, "told": None}),
                (rows.tokens, {"id": id, "hash": id, "name": "x", "scopes": "read", "created": 0.0, "seen": None}),
                (rows.sessions, {"id": id, "hash": id, "device": "x", "created": 0.0, "seen": 0.0}),
                (rows.wishes, {"daily": False, "hour": 3, "mail": True, "silent": "[]"}),
                (rows.rungs, {"game": "hawks", "place": secrets.randbits(40), "since": 0.0}),
                (talk_rows.blocks, {"other": self.moderator}),
                (
                    rows.challenges,
                    {
                        "id": id, "invited": None, "listed": True, "game": "hawks", "scenario": "faith-hope-charity", "options": "{}",
                        "side": "", "clock": "{}", "rated": False, "members": False, "created": time.time(),
                    },
                ),
                (
                    rows.tournaments,
                    {
                        "id": id, "name": "x", "kind": "swiss", "game": "hawks", "scenario": "faith-hope-charity", "options": "{}",
                        "clock": '{"kind":"live"}', "rated": False, "programs": False, "rounds": 3, "round": 0, "state": "open",
                        "created": 0.0, "changed": 0.0,
                    },
                ),
            ):  # fmt: skip
                connection.execute(insert(table).values(person=person, **values))
        names = dict.fromkeys(("id", "passkey", "push", "hook", "session"), id)
        return {**names, "person": person, "game": "hawks", "ticket": "nothing", "report": "nothing"}

    def held(self, person: str) -> list[tuple[Any, ...]]:
        """All that is somebody's."""
        with self.store.engine.connect() as connection:
            return [
                (table.name, *row) for table in HELD for row in connection.execute(select(table).where(table.c.person == person))
            ]

    @property
    def moderator(self) -> str:
        with self.store.engine.connect() as connection:
            return str(connection.execute(select(rows.people.c.id).where(rows.people.c.role == "moderator").limit(1)).scalar())


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    folder = tmp_path_factory.mktemp("club")
    with running(folder, club="open") as harbour:
        store = Store(str(folder / "harbour.db"))
        found = House(harbour, store)
        found.person("moderator")
        yield found
        store.close()


def ask(client: httpx.Client, route: str, names: dict[str, str], **more: Any) -> httpx.Response:
    method, _, path = route.partition(" ")
    line = MATRIX[route]
    about: dict[str, Any] = {"params": line.query, **more}
    if isinstance(line.body, str):
        about["content"] = line.body
    elif line.body is not None:
        about["json"] = filled(line.body, {"number": 0}, {"verb": "x"} if CLICK in line.body else {})
        if "name" in line.body:
            about["json"]["name"] = f"N{secrets.token_hex(4)}"  # nobody's yet
    answer = client.request(method, path.format_map(defaultdict(lambda: "nothing", names)), **about)
    assert answer.status_code < 500 or answer.status_code == 503, answer.text
    return answer


@pytest.mark.parametrize("route", sorted(NEEDS))
def test_routes_of_a_club(house: House, route: str) -> None:
    ada = house.person("member")
    names = house.things(ada)
    owned = house.held(ada)
    for rank, role in ((ANYBODY, None), (SIGNED, "guest"), (SIGNED, "waiting"), (MEMBER, "member")):
        with house.session(role and house.person(role)) as client:
            answer = ask(client, route, names)
            assert (kind(answer) == "members-only") == (rank < NEEDS[route]), (role, answer.text)
        if not any(part in route for part in TAKEN_BY_DESIGN):
            assert house.held(ada) == owned, f"somebody else ({role}) has changed what is hers"
    with house.session(house.person("moderator")) as client:
        assert kind(ask(client, route, names)) != "members-only"
    with house.session(ada) as client:
        assert (kind(ask(client, route, names)) == "members-only") == (NEEDS[route] == MODERATOR)


@pytest.mark.parametrize("route", ROUTES)
def test_a_program_may_do_what_its_token_was_made_for(house: House, route: str) -> None:
    """Its scopes, and whatever it may do, no more than its member; a token that was revoked opens nothing."""
    method, _, path = route.partition(" ")
    ada = house.person("member")
    names = {**house.things(ada), "table": house.harbour.opened()["table"], "k": "0"}
    needs = tokens.scope_of(method, path.format_map(defaultdict(lambda: "nothing", names)))
    with house.session(None) as client:
        for scope in ("read", "challenge", "play"):
            shown = {"Authorization": f"Bearer {house.program(ada, scope)}"}
            refused = kind(ask(client, route, names, headers=shown)) == "wrong-scope"
            assert refused == (scope != needs and route not in ASK_NOBODY), scope
        gone = {"Authorization": f"Bearer {tokens.PREFIX}{'x' * 43}"}
        if needs is not None and route not in ASK_NOBODY:
            assert kind(ask(client, route, names, headers=gone)) in ("wrong-token", "not-found"), route


@pytest.mark.parametrize("route", [route for route in ROUTES if MATRIX[route].kind in (LOOK, ASK, DEED, SEAT)])
def test_a_seat_that_is_held_by_a_session(house: House, route: str) -> None:
    """``me.IT`` opens the seat to its person and to nobody else."""
    ada, ben = house.person("member"), house.person("member")
    opened = house.harbour.opened(LINK)
    with house.store.engine.begin() as connection:
        mine = (seat_rows.c.table_id == opened["table"]) & (seat_rows.c.side == "IT")
        connection.execute(seat_rows.update().where(mine).values(person=ada))
    names, shown = {"table": opened["table"], "k": "0", "id": "x"}, {"Authorization": "Bearer me.IT"}
    for who in (None, house.person("guest"), ben, house.moderator):
        with house.session(who) as client:
            assert kind(ask(client, route, names, headers=shown)) == "wrong-seat"
    with house.session(ada) as client:
        assert kind(ask(client, route, names, headers=shown)) != "wrong-seat" or route.endswith("invitations")


def test_the_live_line_of_a_club(house: House) -> None:
    """By session and by token: the person whose seat it is, and a program of his that may play."""
    ada, ben = house.person("member"), house.person("member")
    table = house.harbour.opened(LINK)["table"]
    with house.store.engine.begin() as connection:
        mine = (seat_rows.c.table_id == table) & (seat_rows.c.side == "IT")
        connection.execute(seat_rows.update().where(mine).values(person=ada))
    url = house.harbour.url.replace("http", "ws", 1)

    def first(headers: dict[str, str]) -> str:
        try:
            with connect(f"{url}api/tables/{table}/live", additional_headers=headers) as socket:
                socket.send('{"seat": "me.IT"}')
                told = str(socket.recv(timeout=60))
        except (ConnectionClosed, OSError):
            return "closed"
        except Exception as refused:  # no handshake
            return type(refused).__name__
        return "state" if '"type":"state"' in told else "wrong-seat" if "wrong-seat" in told else told

    def cookie(person: str) -> dict[str, str]:
        with house.session(person) as client:
            return {"Cookie": f"harbour={client.cookies['harbour']}"}

    assert first(cookie(ada)) == "state"
    assert (
        first(cookie(ben)) == first({}) == first(cookie(house.person("guest"))) == first(cookie(house.moderator)) == "wrong-seat"
    )
    assert first({"Authorization": f"Bearer {house.program(ada, 'play')}"}) == "state"
    assert first({"Authorization": f"Bearer {house.program(ben, 'play')}"}) == "wrong-seat"
    for secret in (house.program(ada, "read"), house.program(ada, "challenge"), tokens.PREFIX + "x" * 43):
        assert "state" not in first({"Authorization": f"Bearer {secret}"})
