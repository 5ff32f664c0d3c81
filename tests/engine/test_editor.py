"""The editor: edits by declared fields, drafts that may not stand yet, and reasons in words."""

from __future__ import annotations

import random
import tomllib
from typing import Any

import msgspec
import pytest

import grandharbour as gh
from grandharbour.engine import editor
from grandharbour.engine.editor import Draft, Edit
from tests.play import pick

GAMES = list(gh.games())
HAWKS = gh.game("hawks")
KESSELRING = gh.game("kesselring")


@pytest.fixture(scope="module")
def ready() -> dict[str, str]:
    """Every game at the first turn of its first scenario."""
    return {name: editor.opening(game, ready=True) for name, game in gh.games().items()}


def place(draft: Draft, piece: str) -> tuple[str | None, str | None]:
    """Where the board shows a piece: its space or its box."""
    assert draft.war is not None
    found = next(p for p in editor.open_view(draft.war).pieces if p.id == piece)
    return found.at, found.box


def state(draft: Draft) -> dict[str, Any]:
    values: dict[str, Any] = tomllib.loads(draft.text)["state"]
    return values


@pytest.mark.parametrize("name", GAMES)
def test_every_game_begins_with_something_to_play(name: str, ready: dict[str, str]) -> None:
    game = gh.game(name)
    for text in (editor.opening(game), ready[name]):
        draft = editor.edit(game, text, [])
        assert draft.legal and not draft.faults and draft.text == text
    assert draft.war is not None
    assert {field.id for field in editor.fields(draft.war)} == set(draft.war.codecs)
    msgspec.json.encode(editor.fields(draft.war))


@pytest.mark.parametrize("name", GAMES)
def test_every_moment_of_the_turn_can_be_gone_to(name: str, ready: dict[str, str]) -> None:
    game = gh.game(name)
    assert editor.phases(game)
    for phase in editor.phases(game):
        draft = editor.edit(game, ready[name], [Edit("phase", value=phase)])
        assert draft.legal, (phase, draft.faults)


@pytest.mark.parametrize("name", GAMES)
def test_whatever_is_accepted_can_be_played(name: str, ready: dict[str, str]) -> None:
    """Pieces are thrown about; from every draft that is said to be legal the game goes on without a fault."""
    game = gh.game(name)
    rng = random.Random(name)
    draft = editor.edit(game, ready[name], [Edit("phase", value=next(iter(editor.phases(game))))])
    moved = refused = 0
    for _ in range(24):
        assert draft.war is not None
        view = editor.open_view(draft.war)
        other = rng.choice(view.pieces)
        where = rng.choice([other.at or other.box, rng.choice([s for s in draft.war.setup.names.lists["space"] if s])])
        tried = editor.edit(game, draft.text, [Edit("put", piece=rng.choice(view.pieces).id, place=where or "-")])
        if tried.legal:
            moved, draft = moved + (tried.text != draft.text), tried
        else:
            refused += 1
            assert all(fault.text[0].isupper() and fault.text.endswith(".") for fault in tried.faults), tried.faults
    assert moved > 3
    war = game.position(draft.text, 7)
    for _ in range(200):
        if war.outcome is not None:
            break
        side, verb, target = pick(war, rng)
        war.play(verb, target, side)
        war.check()


# --- pieces


def test_a_plane_flies_where_it_is_put(ready: dict[str, str]) -> None:
    draft = editor.edit(HAWKS, ready["hawks"], [Edit("put", piece="CR42 1", place="D5/3")])
    assert draft.legal and place(draft, "CR42 1") == ("D5/3", None)
    draft = editor.edit(HAWKS, draft.text, [Edit("put", piece="CR42 1", place="down-IT")])
    assert draft.legal and place(draft, "CR42 1") == (None, "down-IT") and state(draft)["down"] == ["CR42 1"]
    draft = editor.edit(HAWKS, draft.text, [Edit("put", piece="CR42 1", place="A1/1")])
    assert draft.legal and place(draft, "CR42 1") == ("A1/1", None) and state(draft)["down"] == []


def test_a_division_goes_to_a_hex_or_a_box(ready: dict[str, str]) -> None:
    edits = [Edit("put", piece="15 PzGr", place="3116"), Edit("put", piece="29 PzGr", place="Axis Eliminated")]
    draft = editor.edit(KESSELRING, ready["kesselring"], edits)
    assert draft.legal and place(draft, "15 PzGr") == ("3116", None)
    assert place(draft, "29 PzGr") == (None, "Axis Eliminated")


@pytest.mark.parametrize(
    ("name", "piece", "where", "reason", "rule"),
    [
        ("hawks", "CR42 1", "D5", "D5 is no place for CR42 1.", None),
        ("hawks", "CR42 1", "down-BR", "down-BR is no place for CR42 1.", None),
        ("hawks", "Gladiator 1", "home-BR", "no place", None),
        ("hawks", "CR42 9", "D5/1", "There is no piece 'CR42 9'.", None),
        ("kesselring", "15 PzGr", "Atlantis", "Atlantis is no place for 15 PzGr.", None),
        ("kesselring", "15 PzGr", "2817", "15 PzGr stands in the sea.", None),
        ("kesselring", "45 Inf", "3112", "share a hex [13.2e].", "13.2e"),
        ("kesselring", "15 PzGr", "Allied Staging Area", "a counter in the enemy's box [26.1].", "26.1"),
        ("kesselring", "Jg 53", "3115", "an air unit without an airfield [20.2.2a].", "20.2.2a"),
        ("kesselring", "Patton", "2306", "Patton belongs into the Staging Area, not on the map [26.1].", "26.1"),
        ("c3", "I/33", "2427", "[5.2.e]", "5.2.e"),
        ("herkules", "Regia Marina Tr 1", "Luqa", "is ashore.", None),
        ("convoys", "V. Veneto", "Malta", "Malta is no place for V. Veneto.", None),
    ],
)  # fmt: skip
def test_a_wrong_place_is_explained(
    ready: dict[str, str], name: str, piece: str, where: str, reason: str, rule: str | None
) -> None:
    draft = editor.edit(gh.game(name), ready[name], [Edit("put", piece=piece, place=where)])
    told = [fault for fault in draft.faults if reason.lower() in fault.text.lower()]
    assert told and told[0].rule == rule, draft.faults
    if rule is not None:
        assert not draft.legal and told[0].about is not None
    else:
        assert not draft.legal or draft.text == ready[name], "what cannot be done changes nothing"


def test_a_draft_may_be_wrong_for_a_while(ready: dict[str, str]) -> None:
    """Two enemies change places: in between both stand in one hex, and that is told but kept."""
    first = editor.edit(KESSELRING, ready["kesselring"], [Edit("put", piece="45 Inf", place="3112")])
    assert not first.legal and first.war is not None and first.faults[0].about == "45 Inf"
    again = editor.edit(KESSELRING, first.text, [Edit("put", piece="45 Inf", place="Allied Staging Area")])
    assert again.legal and not again.faults


def test_ships_take_their_cargo_along_and_convoys_lie_open(ready: dict[str, str]) -> None:
    convoys = gh.game("convoys")
    draft = editor.edit(
        convoys, ready["convoys"], [Edit("put", piece="Freighter 1", place="W13"), Edit("put", piece="Nelson", place="W13")]
    )
    assert draft.legal, draft.faults
    values = state(draft)
    (group,) = values["groups"]
    assert set(values["inside"][group]) == {"Freighter 1", "Nelson"} and values["at"][group] == "W13"
    assert draft.war is not None
    for side in (0, 1, None):
        draft.war.imagine(side, random.Random(1)).check()
    draft = editor.edit(convoys, draft.text, [Edit("put", piece=p, place="Gibraltar") for p in ("Freighter 1", "Nelson")])
    assert draft.legal and state(draft)["groups"] == []


# --- values


def test_scalars_sets_and_entries(ready: dict[str, str]) -> None:
    edits = [
        Edit("set", field="turn", value=5),
        Edit("set", field="ap", entry="AL", value=7),
        Edit("mark", field="reduced", member="15 PzGr", value=True),
        Edit("set", field="surrendered", value=True),
    ]
    draft = editor.edit(KESSELRING, ready["kesselring"], edits)
    values = state(draft)
    assert draft.legal and values["turn"] == 5 and values["ap"]["AL"] == 7
    assert values["surrendered"] is True and "15 PzGr" in values["reduced"]
    draft = editor.edit(KESSELRING, draft.text, [Edit("mark", field="reduced", member="15 PzGr", value=False)])
    assert "15 PzGr" not in state(draft)["reduced"]
    edits = [Edit("set", field="chit", entry="CR42 1", value="LUCKY"), Edit("mark", field="clouds", member="C4/2", value=True)]
    draft = editor.edit(HAWKS, ready["hawks"], edits)
    assert draft.war is not None and "C4/2" in state(draft)["clouds"] and state(draft)["chit"]["CR42 1"] == "LUCKY"


@pytest.mark.parametrize(
    ("edit", "reason"),
    [
        (Edit("set", field="turn", value=99), "the turn is out of range"),
        (Edit("set", field="turn", value="three"), "[state] turn: expected a number"),
        (Edit("set", field="turn", value=None), "this cannot be written down"),
        (Edit("set", field="weather", value=1), "there is no field 'weather'"),
        (Edit("set", field="hit_markers", entry="CR42 9", value=1), "there is no piece 'CR42 9'"),
        (Edit("set", field="hit_markers", entry="CR42 1", value=2), "too many hits [HM-HIT.1]"),
        (Edit("set", field="chit", entry="CR42 1", value="ACE"), "'ACE' is none of"),
        (Edit("mark", field="turn", member="CR42 1", value=True), "holds one value"),
        (Edit("mark", field="objectives", member="D4", value=True), "an Objective stands on a wrong square [HM-SETUP.3]"),
        (Edit("mark", field="objectives", member="Z9", value=True), "there is no space 'Z9'"),
        (Edit("phase", value="noon"), "there is no moment 'noon'"),
        (Edit("dance"), "there is no edit called 'dance'"),
    ],
)
def test_wrong_values_are_explained(ready: dict[str, str], edit: Edit, reason: str) -> None:
    draft = editor.edit(HAWKS, ready["hawks"], [edit])
    assert any(reason.lower() in fault.text.lower() for fault in draft.faults), draft.faults


def test_a_text_that_cannot_be_read_is_kept_with_the_line(ready: dict[str, str]) -> None:
    broken = ready["hawks"].replace('"CR42 1" = ', '"CR42 1" = "Z9/9" #', 1)
    draft = editor.edit(HAWKS, broken, [])
    assert draft.war is None and not draft.legal and draft.text == broken
    line = draft.faults[0].line
    assert line is not None and broken.splitlines()[line - 1].startswith('"CR42 1"')
    assert "there is no space 'Z9/9'" in draft.faults[0].text and "CR42 1" in draft.faults[0].text


def test_open_books_show_what_each_side_hides(ready: dict[str, str]) -> None:
    edits = [Edit("set", field="chit", entry=plane, value="GREEN") for plane in ("CR42 1", "Gladiator 1")]
    draft = editor.edit(HAWKS, ready["hawks"], edits)
    assert draft.war is not None
    marks = {piece.id: {mark.id for mark in piece.marks} for piece in editor.open_view(draft.war).pieces}
    assert "green" in marks["CR42 1"] and "green" in marks["Gladiator 1"]
    spectator = {piece.id: {mark.id for mark in piece.marks} for piece in draft.war.view(None).pieces}
    assert "green" not in spectator["CR42 1"]
