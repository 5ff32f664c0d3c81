"""Seats: invitations that work once, keys nobody else has seen, keys changed and given back; requests that outlive a restart."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from .client import LINK, Harbour, Json, play_on, problem, running


def opened(harbour: Harbour) -> Json:
    return harbour.opened(LINK, seed=0)


def test_an_invitation_becomes_a_key_once(harbour: Harbour) -> None:
    table = opened(harbour)
    invitation = table["seats"]["BR"]
    assert invitation.startswith("invite.")
    headers = {"Authorization": f"Bearer {invitation}"}
    told = problem(harbour.http.get(f"/api/tables/{table['table']}/state", headers=headers), "wrong-seat", 403)
    assert "invitation" in told["detail"]
    card = harbour.http.get(f"/api/tables/{table['table']}").json()
    assert not card["seats"]["BR"]["joined"]
    guest = harbour.seat(table["table"], "BR", invitation)
    assert guest.state()["side"] == "BR" and guest.token not in (invitation, table["seats"]["IT"])
    assert harbour.http.get(f"/api/tables/{table['table']}").json()["seats"]["BR"]["joined"]
    again = harbour.http.post(f"/api/tables/{table['table']}/seats", json={"invitation": invitation})
    assert "taken" in problem(again, "wrong-seat", 403)["detail"]
    for wrong in ("invite.", "invite.nonsense", "", guest.token):
        problem(harbour.http.post(f"/api/tables/{table['table']}/seats", json={"invitation": wrong}), "wrong-seat", 403)
    elsewhere = opened(harbour)
    foreign = harbour.http.post(f"/api/tables/{elsewhere['table']}/seats", json={"invitation": invitation})
    problem(foreign, "wrong-seat", 403)


def test_a_key_can_be_changed(harbour: Harbour) -> None:
    seats = harbour.open(LINK, seed=0)
    old = seats["BR"]
    with old.live() as live:
        live.hear("state")
        told = old.post("key").json()
        assert told["side"] == "BR" and told["key"] != old.token
        with pytest.raises(ConnectionClosed):
            live.hear()
    problem(old.get("state"), "wrong-seat", 403)
    assert harbour.seat(old.table, "BR", told["key"]).state()["side"] == "BR"
    problem(seats[None].post("key"), "wrong-seat", 403)


def test_what_is_said_with_a_key_counts_when_all_of_it_has_come(harbour: Harbour) -> None:
    """Who has somebody's key begins a request with it; before its body comes the key is changed."""
    seats = harbour.open(LINK, seed=0)
    owner = seats["BR"]
    thief = harbour.seat(owner.table, "BR", owner.token)
    for what, said in (("resign", {}), ("cup", {"seal": "0" * 64}), ("takeback", {"moment": 0}), ("talk", {"phrase": "bye"})):
        with thief.half_said(what, **said) as rest:
            owner = harbour.seat(owner.table, "BR", owner.post("key").json()["key"])
            assert rest() == 403
        thief = owner
    state = owner.state()
    assert state["outcome"] is None and not state["dice"]["cups"] and state["takeback"] is None
    with owner.half_said("invitations", side="BR") as rest:
        assert owner.post("leave").status_code == 200
        assert rest() == 403


def test_a_seat_can_be_given_back_and_taken_by_another(harbour: Harbour) -> None:
    seats = harbour.open(LINK, seed=0)
    problem(seats["IT"].post("invitations", side="BR"), "wrong-seat", 403)
    assert not seats["BR"].post("leave").json()["seats"]["BR"]["joined"]
    problem(seats["BR"].get("state"), "wrong-seat", 403)
    problem(seats[None].post("invitations", side="BR"), "wrong-seat", 403)
    problem(seats["IT"].post("invitations", side="XX"), "bad-request", 400)
    first = seats["IT"].post("invitations", side="BR").json()["invitation"]
    second = seats["IT"].post("invitations", side="BR").json()["invitation"]
    void = harbour.http.post(f"/api/tables/{seats['IT'].table}/seats", json={"invitation": first})
    problem(void, "wrong-seat", 403)
    other = harbour.seat(seats["IT"].table, "BR", second)
    assert other.state()["side"] == "BR"


def test_a_request_outlives_a_restart(tmp_path: Path) -> None:
    with running(tmp_path) as harbour:
        seats = harbour.open(LINK, seed=0)
        play_on(seats, random.Random(4), clicks=30)
        numbers = {side: seats[side].state()["number"] for side in ("IT", "BR")}
        asked = seats["IT"].post("takeback", moment=1).json()["takeback"]
        assert asked["by"] == "IT" and {side: seats[side].state()["number"] for side in numbers} == numbers
        tokens = {side: seat.token for side, seat in seats.items()}
        table = seats["IT"].table
    with running(tmp_path) as harbour:
        again = {side: harbour.seat(table, side or "", token) for side, token in tokens.items()}
        assert again["BR"].state()["takeback"] == asked
        assert again["BR"].post("takeback/answer", accept=False).json()["takeback"] is None
    with running(tmp_path) as harbour:
        again = {side: harbour.seat(table, side or "", token) for side, token in tokens.items()}
        assert again["IT"].state()["takeback"] is None
        again["IT"].post("takeback", moment=1)
        before = again["IT"].state()["number"]
        assert again["BR"].post("takeback/answer", accept=True).json()["takeback"] is None
        assert again["IT"].state()["number"] == before + 1
