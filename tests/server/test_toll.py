"""What was lost, hurt or taken since a seat's last click."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from grandharbour.server.history import History
from grandharbour.server.store import Move
from grandharbour.server.toll import toll
from tests.play import CASES, pick

from .client import running
from .test_film import history


def click(film: History, rng: random.Random) -> int:
    """Somebody makes a random choice; who."""
    war = film.table.war
    side, verb, target = pick(war, rng, True)
    film.make(Move("choice", war.setup.names.of("side", side), verb, war.target_name(verb, target)))
    return side


def told(film: History, side: int) -> tuple[dict[str, str | None], dict[str, str], dict[str, str | None]]:
    before = film.before_news(side)
    assert before is not None
    found = toll(before, film.table.seen(side), side)
    return (
        {blow.piece: blow.at for blow in found.lost},
        {blow.piece: blow.what for blow in found.hurt},
        {taken.space: taken.side for taken in found.taken},
    )


@pytest.mark.parametrize(("name", "scenario"), CASES)
def test_every_game_says_where_the_lost_lie(name: str, scenario: str) -> None:
    boxes = history(name, scenario, 1).seen(None).boxes
    assert [box for box in boxes if box.lost] and not all(box.lost for box in boxes)


@pytest.mark.parametrize(("name", "scenario"), CASES)
def test_nothing_is_lost_twice_and_nothing_is_missed(name: str, scenario: str) -> None:
    """After each click of others every piece that has come into a box of losses since the side's own last click is in its toll."""
    film, rng = history(name, scenario, 5), random.Random(5)
    sides = range(len(film.game.sides))
    gone = {side: lost(film, side) for side in sides}
    for _ in range(120):
        if film.table.outcome is not None:
            break
        clicked = click(film, rng)
        for side in sides:
            if side == clicked and film.table.since == len(film.table.choices):
                gone[side] = lost(film, side)
                assert told(film, side)[0] == {}, "one's own click has been seen"
            elif side != clicked:
                assert set(told(film, side)[0]) == lost(film, side) - gone[side]


def lost(film: History, side: int) -> set[str]:
    view = film.table.seen(side).view(side)
    boxes = {box.id for box in view.boxes if box.lost}
    return {piece.id for piece in view.pieces if piece.box in boxes}


def test_a_plane_shot_down_is_told_with_its_place() -> None:
    for seed in range(30):
        film, rng = history("hawks", "faith-hope-charity", seed), random.Random(seed)
        while film.table.outcome is None:
            places = {piece.id: piece.at for piece in film.table.war.view(None).pieces}
            clicked = click(film, rng)
            shot = told(film, 1 - clicked)[0]
            if shot:
                assert all(at is not None for at in shot.values())
                assert any(places[plane] == at for plane, at in shot.items())
                return
    raise AssertionError("nobody was ever shot down")


@pytest.mark.parametrize(("name", "scenario"), [("kesselring", "avalanche-baytown"), ("herkules", "1942")])
def test_what_changes_hands_is_told(name: str, scenario: str) -> None:
    """By the layer that shows who holds what: the toll names a place exactly where the layer's colour has become another."""
    for seed in range(8):
        film, rng = history(name, scenario, seed), random.Random(seed)
        for _ in range(1500):
            if film.table.outcome is not None:
                break
            other = 1 - click(film, rng)
            taken = told(film, other)[2]
            if taken:
                before = film.before_news(other)
                assert before is not None
                was, now = (
                    {tint.space: tint.tone for tint in film.game.overlay(war.copy(), other, "control", None).tints}
                    for war in (before, film.table.seen(other))
                )
                colour = {side.id: side.colour for side in film.game.sides}
                for space, owner in taken.items():
                    assert was[space] != now[space]
                    assert owner is None or now[space] == colour[owner]
                return
    raise AssertionError("nothing ever changed hands")


def test_a_seat_asks_and_a_spectator_is_refused(tmp_path: Path) -> None:
    with running(tmp_path) as harbour:
        seats = harbour.open()
        assert seats["IT"].get("toll").json() == {"lost": [], "hurt": [], "taken": []}
        assert seats[None].get("toll").status_code == 403


def test_the_start_counts_for_a_side_that_has_not_clicked() -> None:
    film = history("hawks", "faith-hope-charity", 1)
    assert told(film, 0) == ({}, {}, {})
