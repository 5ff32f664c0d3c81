"""What is said about what has happened: the right rule, the right number, the right name."""

from __future__ import annotations

from typing import Any

import pytest

from .conftest import asked, assault, italy, mods, play, told
from .test_crowds import SALERNO
from .test_scenarios import CAMPAIGN, opened, set_up


def said(war: Any, kind: str) -> list[str]:
    """The sentences of the events of a kind."""
    return [war.setup.game.tell(event, war.setup) for event in told(war, kind)]


@pytest.mark.rule("kesselring", "7.2b")
@pytest.mark.parametrize(
    ("reading", "die", "sentence"),
    [
        ("exact", 4, "Allies: 4 reinforcements"),
        ("exact", 1, "Allies: 1 reinforcement"),
        ("up_to", 4, "Allies: up to 4 reinforcements"),
    ],
)
def test_the_number_of_reinforcements_is_exact(reading: str, die: int, sentence: str) -> None:
    war = italy({"88 Inf": "display", "1 Arm": "display"}, active="AL", options={"reinforcements": reading})
    war.script(die)
    war.play("reinforce")
    assert said(war, "recruit") == [sentence]


@pytest.mark.rule("kesselring", "13.1a")
@pytest.mark.parametrize(("unit", "stranger"), [("34 Inf", False), ("16 Pz", True)])
def test_only_a_stranger_is_said_to_be_one(unit: str, stranger: bool) -> None:
    war = italy({"45 Inf": "3118", "34 Inf": "3512", "16 Pz": "3410"}, garrisons=SALERNO, active="AL")
    play(war, "move", "lead 45 Inf")
    refusal = war.why_not("unit", unit)
    assert refusal is not None and (refusal.reason == f"{unit} is not yours.") is stranger


@pytest.mark.rule("kesselring", "27.1.SR2", "16.2")
def test_the_air_offensive_is_told_under_its_own_rule() -> None:
    war = opened(CAMPAIGN, (1, 1, 1))
    set_up(war)
    war.play("reduce", asked(war)["reduce"][0])
    assert [event.rule for event in told(war, "step")] == ["27.1.SR2"], "no combat took that step"


@pytest.mark.rule("kesselring", "27.1.SR3", "16.2")
def test_a_garrison_goes_by_its_place() -> None:
    war = italy({"9 Inf": "1420"}, garrisons={"AL": ["Trapani"], "AX": ["Castelvetrano"]}, forts=["Castelvetrano"], active="AL")
    assault(war, "1421", "9 Inf")
    war.play("enough")
    war.script(3)
    war.play("stand")
    assert told(war, "combat")[-1].result == "BA"
    play(war, "lose Axis Garrison 1", "lose 9 Inf")
    assert "The Garrison of 1421 Castelvetrano loses a step" in said(war, "step")


@pytest.mark.rule("kesselring", "8.1.2b")
def test_a_garrison_that_is_lost_goes_by_its_place() -> None:
    war = italy({"9 Inf": "1420"}, garrisons={"AL": ["Trapani"], "AX": ["Castelvetrano"]}, active="AL")
    assault(war, "1421", "9 Inf")
    war.play("enough")
    war.script(6)
    war.play("stand")
    assert said(war, "eliminated") == ["The Garrison of 1421 Castelvetrano is eliminated: may be built again"]


@pytest.mark.rule("kesselring", "15.8a", "15.8b")
@pytest.mark.parametrize(
    ("more", "who"),
    [
        ({}, "9 Inf, 2 Arm, the Garrison of 2919 Salerno"),
        ({"3 Inf": "3118", "36 Inf": "3120"}, "3 Inf, 9 Inf, 2 Arm, 2 more"),
    ],
)
def test_the_odds_say_who_closes_the_ring(more: dict[str, str], who: str) -> None:
    units = {"45 Inf": "3118", "34 Inf": "3120", "92 Inf": "3119", "9 Inf": "3118", "2 Arm": "3120"} | more
    war = italy(units, garrisons=SALERNO, active="AL")
    assault(war, "3119", "45 Inf", "34 Inf")
    odds = war.odds("AL", "enough")
    assert odds is not None and mods(odds)["concentric"] == 1
    label = next(label for label, _, rule in odds.modifiers if rule == "15.8b")
    assert label == f"concentric (the ring is closed by {who})"


@pytest.mark.rule("kesselring", "15.2b", "18.4b", "18.4.1")
def test_the_board_shows_a_landing_while_its_support_is_chosen() -> None:
    units = {"9 Inf": "staging", "26 Ast": "1421", "I/12AF": "staging", "Amphib US 1": "staging"}
    war = italy(units, active="AL", surrendered=False)
    play(war, "invade", "from Allied Staging Area", "beach 1421", "load 9 Inf", "full", "launch")
    stage = war.view(None).stage
    assert stage is not None and [(row.label, row.pieces) for row in stage.rows] == [
        ("Attack", ("9 Inf",)),
        ("Defend", ("26 Ast",)),
    ]
    assert "landing -2" in stage.note
    shown = war.setup.game.preview(war, war.active, "cas", war.setup.names.find("piece", "I/12AF"))
    assert shown is not None and "close air support +1" in shown.text
