"""Positions set up by hand: what is laid down, and what follows from it."""

from __future__ import annotations

import pytest

from grandharbour.engine import editor
from grandharbour.engine.editor import Edit
from grandharbour.games.convoys import GAME
from grandharbour.games.convoys.movement import Sailing
from grandharbour.games.convoys.state import Sea

from .conftest import offers, piece, pieces, where


@pytest.fixture(scope="module")
def ready() -> str:
    return editor.opening(GAME, "campaign1941", ready=True)


def laid(ready: str, *edits: Edit, legal: bool = True) -> Sea:
    draft = editor.edit(GAME, ready, list(edits))
    assert draft.legal is legal, draft.faults
    assert isinstance(draft.war, Sea)
    return draft.war


def put(piece: str, place: str) -> Edit:
    return Edit("put", piece=piece, place=place)


@pytest.mark.rule("convoys", "MC-PNR.1")
@pytest.mark.parametrize(
    ("place", "base"), [("W1", "gib"), ("W13", "gib"), ("W16", "gib"), ("E1", "alex"), ("E8", "alex"), ("E11", "alex")]
)
def test_a_ship_laid_at_sea_comes_from_the_base_of_that_sea(ready: str, place: str, base: str) -> None:
    war = laid(ready, put("Rodney", place))
    assert bool(war.gib & pieces(war, "Rodney")) is (base == "gib")
    assert bool(war.alex & pieces(war, "Rodney")) is (base == "alex")


@pytest.mark.rule("convoys", "MC-PNR.1")
@pytest.mark.parametrize(("place", "bound"), [("W16", True), ("W18", True), ("W13", False), ("E11", False)])
def test_a_warship_laid_past_the_line_is_bound(ready: str, place: str, bound: bool) -> None:
    war = laid(ready, put("Rodney", place), Edit("phase", value="turn"))
    assert isinstance(war.stack[0], Sailing)  # type: ignore[index]
    war.play("group", where(war, "Rodney"))
    assert ("home" not in offers(war)) is bound


@pytest.mark.rule("convoys", "MC-DUR.2")
def test_freighters_at_sea_are_a_convoy_that_has_left(ready: str) -> None:
    moves = [("Freighter 1", "Gibraltar"), ("Freighter 1", "W8"), ("Freighter 2", "Gibraltar"), ("Freighter 3", "Alexandria")]
    war = laid(ready, *(put(*move) for move in moves))
    assert war.departed == [1, 0] and war.convoy == [2, 1]


@pytest.mark.rule("convoys", "MC-RECON.1")
def test_what_is_laid_by_hand_lies_open(ready: str) -> None:
    war = laid(ready, put("Rodney", "W8"), put("Nelson", "Gibraltar"))
    assert war.known == war.setup.allied and war.real == war.groups and war.groups.bit_count() == 1
    assert war.may[piece(war, "Nelson")] == 1 << war.lot(piece(war, "Nelson"))


@pytest.mark.rule("convoys", "MC-RECON.1")
def test_two_ships_on_one_position_are_one_group_and_an_empty_group_is_none(ready: str) -> None:
    war = laid(ready, put("Rodney", "W8"), put("Nelson", "W8"))
    assert where(war, "Rodney") == where(war, "Nelson") and len(war.labels) == 25
    again = laid(war.position(), put("Rodney", "Malta"), put("Nelson", "Gibraltar"))
    assert not again.groups and len(again.labels) == 26 and where(again, "Rodney") == "Malta"


@pytest.mark.rule("convoys", "MC-CV.1")
def test_a_carrier_laid_down_has_her_strikes(ready: str) -> None:
    war = laid(ready, Edit("set", field="flights", entry="Eagle", value=0), put("Eagle", "W8"))
    assert war.flights[piece(war, "Eagle")] == 1


@pytest.mark.rule("convoys", "MC-SUNK.1")
def test_into_the_box_of_the_sunk_and_out_again(ready: str) -> None:
    war = laid(ready, put("Rodney", "sunk-AL"), put("Littorio", "sunk-AX"), put("StuG 1", "sunk-AX"))
    assert war.sunk == pieces(war, "Rodney", "Littorio") and war.down & pieces(war, "StuG 1")
    again = laid(war.position(), put("Rodney", "Gibraltar"), put("Littorio", "Napoli"), put("StuG 1", "Sicily"))
    assert not again.sunk and not again.down & pieces(war, "StuG 1") and where(again, "Littorio") == "Napoli"
    assert again.due[piece(again, "Littorio")] <= again.season


@pytest.mark.rule("convoys", "MC-MOVE.6", "MC-AIR.1")
@pytest.mark.parametrize(
    ("name", "place"),
    [("Littorio", "Sicily"), ("StuG 1", "W8"), ("815 Sqn", "Napoli"), ("Rodney", "At Sea Western Med"), ("Rodney", "sunk-AX")],
)
def test_what_is_no_place_for_a_piece(ready: str, name: str, place: str) -> None:
    draft = editor.edit(GAME, ready, [put(name, place)])
    assert draft.text == ready and draft.faults


@pytest.mark.rule("convoys", "MC-FUEL.2", "MC-DUR.4")
def test_a_turn_set_up_by_hand_begins_afresh(ready: str) -> None:
    """Marks of the turn before are gone, the hour stays, and ships at sea have had their oil."""
    war = laid(
        ready,
        put("Rodney", "W8"),
        put("Littorio", "At Sea Western Med"),
        Edit("set", field="hour", value=5),
        Edit("set", field="fuel", value=0),
        Edit("mark", field="sailed", member="Littorio", value=True),
        Edit("mark", field="moved", member="Littorio", value=True),
        Edit("mark", field="flown", member="StuG 1", value=True),
        Edit("phase", value="turn"),
    )
    assert (war.hour, war.fuel, war.moved, war.flown) == (5, 1, 0, 0) and where(war, "Littorio") == "At Sea Western Med"
    assert isinstance(war.stack[0], Sailing)  # type: ignore[index]


@pytest.mark.rule("convoys", "MC-RECON.1")
def test_letters_are_dealt_for_groups_to_come(ready: str) -> None:
    war = laid(ready, put("Rodney", "W8"), Edit("phase", value="turn"))
    assert war.labels != sorted(war.labels)
