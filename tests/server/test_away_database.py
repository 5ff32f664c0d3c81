"""A database that goes away in the middle of anything: whoever asks is told to come back, and nobody sees a fault of the server."""

from __future__ import annotations

from typing import Any

import pytest

from grandharbour.server.store import CannotStore, Store

from .client import problem
from .test_credentials import MATRIX, ROUTES, kind
from .test_credentials_club import House, ask
from .test_credentials_club import house as house

ZERO = "a\0b"
"""What PostgreSQL cannot keep."""


@pytest.mark.parametrize("route", [route for route in ROUTES if "print.pdf" not in route])
def test_the_database_goes_away(house: House, route: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Before the first, the second, the third time it is asked, while one request is answered."""
    ada = house.person("member")
    names = {**house.things(ada), "table": house.harbour.opened()["table"], "k": "0"}
    left = 10**9
    for name in ("look", "run"):
        whole = getattr(Store, name)

        async def asked(self: Store, *about: Any, whole: Any = whole) -> Any:
            nonlocal left
            left -= 1
            if left < 0:
                raise CannotStore("no connection")
            return await whole(self, *about)

        monkeypatch.setattr(Store, name, asked)
    for often in range(5):
        with house.session(ada) as client:
            left = often
            answer = ask(client, route, names)
            refused, left = left < 0, 10**9
        if answer.status_code >= 500:
            problem(answer, "cannot-store", 503)
        if not refused:
            break


def test_the_character_zero_is_no_text(house: House) -> None:
    """In any text of any body: a clear refusal, before anything is looked up or kept."""
    names = {**house.things(house.person("member")), "table": house.harbour.opened()["table"], "k": "0"}
    with house.session(house.person("member")) as client:
        for route, body in ((route, MATRIX[route].body) for route in ROUTES if isinstance(MATRIX[route].body, dict)):
            method, _, path = route.partition(" ")
            at = path.format_map({**dict.fromkeys(("table", "id", "person", "report", "game"), "nothing"), **names})
            answer = client.request(method, at, json={**{str(key): value for key, value in body.items()}, "anything": ZERO})
            if kind(answer) not in ("members-only", "wrong-seat") and not route.endswith(
                "passkeys/new"
            ):  # who has a name sends none
                assert "character 0" in problem(answer, "bad-request", 400)["detail"], route
        problem(client.get("/api/lobby", params={"x": ZERO}), "bad-request", 400)
        assert client.post("/api/me/blocks", json={"person": r"a\u0000b"}).status_code == 404, "that is a backslash and letters"


def test_a_number_no_database_keeps_is_refused(house: House) -> None:
    names = {**house.things(house.person("member")), "table": house.harbour.opened()["table"], "k": "0"}
    tried = 0
    with house.session(house.person("member")) as client:
        for route, body in ((route, MATRIX[route].body) for route in ROUTES if isinstance(MATRIX[route].body, dict)):
            method, _, path = route.partition(" ")
            at = path.format_map({**dict.fromkeys(("table", "id", "person", "report", "game"), "nothing"), **names})
            for key in (key for key, value in body.items() if type(value) is int):
                answer = client.request(method, at, json={**body, key: 10**23})
                assert 400 <= answer.status_code < 500, (route, key, answer.text)
                tried += 1
    assert tried
