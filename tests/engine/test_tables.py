"""Values with sources, and packs that replace them; every error names file, key and reason."""

from __future__ import annotations

from pathlib import Path

import pytest

import grandharbour as gh
from grandharbour.engine.tables import Tables

from .toy import TOY


def test_values_and_sources() -> None:
    tables = TOY.tables
    assert tables["toy.turns"] == 3 and tables.entry("toy.turns").reconstructed and not tables.entry("toy.mood").reconstructed
    assert tables.under("toy") == ["turns", "speed", "mood", "fog", "needs", "roster"]
    with pytest.raises(KeyError):
        tables["toy.nothing"]


def test_a_pack_replaces_values_and_nothing_else() -> None:
    pack = "[toy]\nturns = 5\nneeds = [2, 3]\nroster = { B = 3 }\n"
    laid = TOY.tables.with_pack(pack)
    assert (laid["toy.turns"], laid["toy.needs"], laid["toy.roster"], laid["toy.mood"]) == (5, [2, 3], {"A": 1, "B": 3}, "calm")
    assert laid.pack == pack and laid.entry("toy.turns").source == "table pack: toy.turns"
    assert TOY.tables["toy.turns"] == 3, "the printed values stay"
    assert TOY.tables.with_pack("  \n") is TOY.tables


def test_a_pack_reaches_the_game() -> None:
    war = TOY.new(seed=1, tables="toy.turns = 1")
    for verb, target, side in (
        ("pick", "R1", "R"),
        ("launch", None, "R"),
        ("hold", None, "B"),
        ("bid", 0, "R"),
        ("bid", 0, "B"),
        ("nod", None, "R"),
        ("nod", None, "B"),
    ):
        war.play(verb, target, side)
    assert war.outcome is not None


@pytest.mark.parametrize(
    ("pack", "key", "reason"),
    [
        ("[toy]\nturn = 4", "toy.turn", "no such value (did you mean toy.turns?)"),
        ("turns = 4", "turns", "no such value"),
        ("[other]\nx = 1", "other", "no such value"),
        ("toy = 3", "toy", "no such value"),
        ("[toy]\nturns = 'four'", "toy.turns", "expected a whole number, found 'four'"),
        ("[toy]\nturns = 4.5", "toy.turns", "expected a whole number"),
        ("[toy]\nturns = true", "toy.turns", "expected a whole number, found True"),
        ("[toy]\nturns = 0", "toy.turns", "0 is below 1"),
        ("[toy]\nturns = 10", "toy.turns", "10 is above 9"),
        ("[toy]\nspeed = 'fast'", "toy.speed", "expected a number"),
        ("[toy]\nspeed = 2.5", "toy.speed", "2.5 is above 2"),
        ("[toy]\nmood = 3", "toy.mood", "expected text, found 3"),
        ("[toy]\nmood = 'mad'", "toy.mood", "'mad' is none of calm, wild"),
        ("[toy]\nfog = 1", "toy.fog", "expected true or false, found 1"),
        ("[toy]\nneeds = 5", "toy.needs", "expected a list, found 5"),
        ("[toy]\nneeds = [5]", "toy.needs", "expected 2 values, found 1"),
        ("[toy]\nneeds = [5, 7]", "toy.needs", "7 is above 6"),
        ("[toy]\nneeds = [5, 'six']", "toy.needs", "expected a whole number, found 'six'"),
        ("[toy]\nroster = 3", "toy.roster", "expected a table, found 3"),
        ("[toy.roster]\nD = 1", "toy.roster", "there is no 'D' here; it may be A, B, C"),
        ("[toy.roster]\nB = 4", "toy.roster", "B: 4 is above 3"),
        ("[toy\nturns = 4", "", "not a TOML file"),
    ],
)
def test_a_pack_that_does_not_fit(pack: str, key: str, reason: str) -> None:
    with pytest.raises(gh.TablesError) as caught:
        TOY.tables.with_pack(pack, "my.toml")
    text = str(caught.value)
    assert text.startswith("my.toml: ") and key in text and reason in text


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("x = 3", "x: a bare value; every value needs its source"),
        ("[a]\nx = { value = 3, source = 'text', max = 2 }", "a.x: 3 is above 2"),
        ("[a]\nx = { value = 3 }", "every value needs its source"),
    ],
)
def test_data_files_are_checked_too(tmp_path: Path, text: str, reason: str) -> None:
    (tmp_path / "data.toml").write_text(text)
    with pytest.raises(gh.TablesError, match=reason):
        Tables.read(tmp_path)


def test_a_key_stands_once(tmp_path: Path) -> None:
    for name in ("a.toml", "b.toml"):
        (tmp_path / name).write_text("x = { value = 3, source = 'text' }")
    with pytest.raises(gh.TablesError, match=r"b\.toml: x stands twice"):
        Tables.read(tmp_path)


# --- taking out and replacing


def test_a_member_is_taken_out() -> None:
    laid = TOY.tables.with_pack('remove = ["toy.roster.B"]\n[toy]\nturns = 5\n')
    assert laid["toy.roster"] == {"A": 1} and laid["toy.turns"] == 5 and laid.poorer == ["toy.roster.B"]
    assert TOY.tables["toy.roster"] == {"A": 1, "B": 2}, "the printed values stay"


def test_a_whole_table_is_replaced() -> None:
    laid = TOY.tables.with_pack('replace = ["toy.roster"]\n[toy.roster]\nC = 3\n')
    assert laid["toy.roster"] == {"C": 3}


def test_what_a_pack_changed_is_said_member_by_member() -> None:
    laid = TOY.tables.with_pack('remove = ["toy.roster.A"]\n[toy]\nturns = 5\nmood = "calm"\nroster = { B = 3, C = 1 }\n')
    assert [change.words() for change in laid.changes()] == [
        "toy.turns: 3 -> 5",
        "toy.roster.A: 1 -> removed",
        "toy.roster.B: 2 -> 3",
        "toy.roster.C: not there -> 1",
    ]
    assert TOY.tables.changes() == []


@pytest.mark.parametrize(
    ("pack", "reason"),
    [
        ('remove = ["toy.roster.Z"]', "remove: toy.roster.Z: there is no 'Z' in toy.roster; there are A, B"),
        ('remove = ["toy.turns"]', "remove: toy.turns: only members of a table can be taken out"),
        ('remove = ["toy.rooster.A"]', "remove: toy.rooster.A: there is no such value"),
        ('remove = ["toy.roster.A", "toy.roster.B"]', "nothing would be left of toy.roster"),
        ('remove = "toy.roster.A"', "remove: expected a list of names"),
        ("replace = [3]", "replace: expected a list of names"),
        ('replace = ["toy.turns"]', "replace: toy.turns is no table of values"),
        ('replace = ["toy.roster"]', "replace: toy.roster: the pack names nothing to put in its place"),
    ],
)
def test_what_cannot_be_taken_out_is_said(pack: str, reason: str) -> None:
    with pytest.raises(gh.TablesError) as caught:
        TOY.tables.with_pack(pack)
    assert reason in str(caught.value)
