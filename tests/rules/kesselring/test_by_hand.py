"""Positions set up by hand, and what a set-up counts as [7.1.1, 23.3, 27.0, 35.1]."""

from __future__ import annotations

import random

import pytest

import grandharbour as gh
from grandharbour.engine import editor
from grandharbour.engine.editor import Edit
from grandharbour.games.kesselring import GAME
from grandharbour.games.kesselring.state import ALLIED, AXIS, Italy
from tests.play import pick

from .conftest import asked, italy, named, piece, play, refused, told


def by_hand(war: Italy, *edits: Edit) -> Italy:
    """The war after these edits of its position."""
    draft = editor.edit(GAME, war.position(), list(edits))
    assert not draft.faults and isinstance(draft.war, Italy)
    return draft.war


@pytest.mark.rule("kesselring", "7.1.1", "7.1.1b")
@pytest.mark.parametrize(("hex", "able"), [("2913", True), ("2916", False)])
def test_r_units_are_tested_where_a_hand_has_put_the_allies(hex: str, able: bool) -> None:
    war = italy({"45 Inf": "staging", "715 Inf": "display", "1 Arm": "Salerno"}, garrisons={"AX": ["Roma"]})
    war = by_hand(war, Edit("put", piece="45 Inf", place=hex), Edit("phase", value="AX"))
    assert war.r_open == able and ("reinforce" in asked(war)) == able


@pytest.mark.rule("kesselring", "7.1.1b")
def test_a_hand_may_also_shut_the_row_again() -> None:
    war = italy({"45 Inf": "2913", "715 Inf": "display", "1 Arm": "Salerno"}, garrisons={"AX": ["Roma"]}, r_open=True)
    war = by_hand(war, Edit("put", piece="45 Inf", place="Allied Staging Area"), Edit("phase", value="AX"))
    assert not war.r_open and refused(war, "reinforce") == "7.2b"


@pytest.mark.rule("kesselring", "6.1a", "23.3a")
@pytest.mark.parametrize("phase", ["AL", "AX"])
def test_no_mark_of_a_segment_or_phase_outlives_the_hand(phase: str) -> None:
    """The fields themselves say how long they last, so a new one cannot be forgotten."""
    war = italy({"45 Inf": "2919", "Patton": "staging"}, garrisons={"AX": ["Roma"]})
    fresh = Italy(war.setup, war.dice)
    short = [f for f, scoped in Italy._scoped.items() if scoped.scope in ("phase", "segment")]
    assert {"led_attack", "led_defence", "passes", "r_open"} <= set(short)
    for field in short:
        setattr(war, field, type(getattr(war, field))(1))
    war = by_hand(war, Edit("phase", value=phase))
    assert [getattr(war, f) for f in short] == [getattr(fresh, f) for f in short]


@pytest.mark.rule("kesselring", "14.2.1c", "25.1", "7.5.1", "5.3")
def test_marks_of_the_turn_end_with_it_and_not_before() -> None:
    war = italy({"45 Inf": "2919"}, garrisons={"AX": ["Roma"]}, initiative="AX")
    war.interdiction_tried, war.forts_built, war.demobilised = True, [3, 1], 1 << piece(war, "Axis Garrison 7")
    held = by_hand(war, Edit("phase", value="AL"))
    assert held.interdiction_tried and held.forts_built == [3, 1] and held.demobilised and held.initiative == AXIS
    war.close("turn")
    assert (war.interdiction_tried, war.forts_built, war.demobilised, war.initiative) == (False, [0, 0], 0, ALLIED)


def ready(scenario: str) -> Italy:
    """A scenario with major Objectives, set up by chance, at its first Action."""
    war = gh.game("kesselring").new(scenario, options={"major_objectives": True}, seed=5)
    assert isinstance(war, Italy)
    rng = random.Random(5)
    war.log = []
    while war.decision is not None and "pass" not in war.decision.choices:
        side, verb, target = pick(war, rng)
        war.play(verb, target, side)
    return war


@pytest.mark.rule("kesselring", "35.1a", "27.2.AlGar")
def test_what_is_held_since_set_up_does_not_pay() -> None:
    war = ready("avalanche-baytown")
    assert named(war, war.major_taken) >= {"1609"}, "Cagliari has a Garrison from the beginning"
    before = war.ap[ALLIED]
    play(war, "interdict")
    assert war.ap[ALLIED] == before - 2 and not [e for e in told(war, "ap") if e.rule == "35.1a"]


@pytest.mark.rule("kesselring", "35.1a")
def test_nothing_counts_as_taken_before_the_campaign() -> None:
    assert ready("campaign").major_taken == 0


@pytest.mark.rule("kesselring", "35.1a")
def test_what_a_hand_has_given_to_the_allies_does_not_pay() -> None:
    war = italy({"45 Inf": "staging"}, garrisons={"AX": ["Roma"]}, options={"major_objectives": True})
    war = by_hand(war, Edit("put", piece="45 Inf", place="2917"), Edit("phase", value="AL"))
    play(war, "garrison", "at 2917")
    assert war.ap[ALLIED] == 19, "a point for the Garrison, and none gained"


@pytest.mark.rule("kesselring", "35.1a", "35.2a")
def test_what_is_lost_and_taken_again_since_set_up_does_not_pay_either() -> None:
    war = italy({"45 Inf": "2917"}, garrisons={"AL": ["2919"]}, options={"major_objectives": True}, active="AL")
    war = by_hand(war, Edit("phase", value="AL"))
    play(
        war,
        "move",
        "lead 45 Inf",
        "unit 45 Inf",
        "to 2916",
        "end",
        "pass",
        "move",
        "lead 45 Inf",
        "unit 45 Inf",
        "to 2917",
        "end",
    )
    assert war.ap[ALLIED] == 18


@pytest.mark.rule("kesselring", "20.2.2b", "10.1b")
@pytest.mark.parametrize(("reduced", "sound"), [([], True), (["Foggia"], False)])
def test_no_hand_bases_more_wings_than_an_airfield_takes(reduced: list[str], sound: bool) -> None:
    war = italy({"Jg 27": "Foggia", "Jg 53": "Foggia"}, garrisons={"AX": ["Foggia"]}, reduced=reduced)
    draft = editor.edit(GAME, war.position(), [Edit("phase", value="AX")])
    assert draft.legal == sound and (sound or draft.faults[-1].rule == "20.2.2b")
