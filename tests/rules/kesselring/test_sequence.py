"""The sequence of play, events, Action Points, initiative, Actions [4.0 to 6.0]."""

from __future__ import annotations

import pytest

from grandharbour.games.kesselring import GAME
from grandharbour.games.kesselring.actions import COSTS
from grandharbour.games.kesselring.state import ALLIED, AXIS

from .conftest import asked, at, italy, play, refused, side, step, told, whole

QUIET = {"AL": [1, 2, 3, 4, 5, 6], "AX": [1, 2, 3, 4, 5, 6]}
"""All events have happened: their dice do nothing."""


# --- the turn [4.1]


@pytest.mark.rule("kesselring", "4.1", "4.1a", "4.1d", "4.1e", "4.1f", "4.1g")
def test_the_segments_of_a_turn_in_their_order() -> None:
    war = italy({"9 Inf": "staging", "65 Inf": "turn 4"}, turn=3, phase="turn", dice=(5, 6, 1, 1), garrisons={"AX": ["Roma"]})
    assert [event.kind for event in war.log or ()] == [
        "turn", "event", "ap", "event", "ap", "income", "income", "withdraw", "initiative",
    ]  # fmt: skip
    assert at(war, "9 Inf") == "Allied Withdrawn", "the chart of Game Turn 4"
    assert at(war, "65 Inf") == "Axis Reinforcements", "out of the box of the turn"
    assert step(war) == "Act" and side(war) == "AL" and war.turn == 4


@pytest.mark.rule("kesselring", "4.1a", "4.1d")
def test_arrivals_come_after_withdrawals() -> None:
    # A chart unit that returns in the very turn is still on the track when the chart is read.
    war = italy({"9 Inf": "turn 4"}, turn=3, phase="turn", dice=(1, 1, 1, 1), events=QUIET)
    assert at(war, "9 Inf") == "Allied Reinforcements"


@pytest.mark.rule("kesselring", "4.1b", "4.1c")
@pytest.mark.parametrize(("scenario", "turn", "income"), [("campaign", 0, False), ("avalanche-baytown", 2, True)])
def test_the_opening_turn_has_no_events(scenario: str, turn: int, income: bool) -> None:
    war = italy(scenario=scenario, turn=turn, phase="turn", dice=(1, 2) if income else (), ap=(2, 6), surrendered=income)
    assert not told(war, "event")
    assert len(told(war, "income")) == (2 if income else 0)
    assert war.ap == ([4, 7] if income else [2, 6])
    war = italy(scenario=scenario, turn=turn + 1, phase="turn", dice=(3, 3, 1, 1), ap=(2, 6), surrendered=income)
    assert len(told(war, "event")) == 2 and len(told(war, "income")) == 2


@pytest.mark.rule("kesselring", "4.1d", "9.1a")
def test_event_withdrawals_come_before_those_of_the_chart() -> None:  # errata 4
    war = italy({"2 Arm": "staging", "7 Arm": "staging", "1 Inf (US)": "staging"}, turn=2, phase="turn", dice=(1,))
    assert step(war) == "Withdraw" and set(asked(war)["withdraw"]) == {"2 Arm", "7 Arm"}
    war.script(6, 1, 1)
    war.play("withdraw", "2 Arm")
    assert at(war, "2 Arm") == "Allied Withdrawn" and at(war, "1 Inf (US)") == "Allied Withdrawn"
    assert at(war, "7 Arm") == "Allied Staging Area", "2 Armored was enough, though the chart would have taken it"


@pytest.mark.rule("kesselring", "4.1e", "7.2f", "7.1.ex")
def test_arrivals_of_other_turns_stay() -> None:  # T13
    for turn, box in ((4, "Axis Turn 6"), (5, "Axis Reinforcements")):
        war = italy({"4 Para": "turn 6", "5 Cdn Arm": "turn 5"}, turn=turn, phase="turn", dice=(1, 1, 1, 1), events=QUIET)
        assert at(war, "4 Para") == box
        assert at(war, "5 Cdn Arm") == ("Allied Reinforcements" if turn == 4 else "Allied Turn 5")


@pytest.mark.rule("kesselring", "4.1h", "6.1a")
def test_the_phase_ends_when_both_are_out_of_points() -> None:
    war = italy({"15 PzGr": "3112"}, ap=(1, 0), active="AX", turn=4, events=QUIET)
    war.script(1, 1, 1, 1)
    play(war, "move", "lead 15 PzGr", "unit 15 PzGr", "to 3113", "end")
    assert war.turn == 5


# --- events [5.1]


@pytest.mark.rule("kesselring", "5.1", "5.1a")
def test_the_allies_roll_first() -> None:
    war = italy(turn=3, phase="allied event", dice=(5, 6, 1, 1), ap=(0, 0))
    assert [(event.side, event.dice, event.rule) for event in told(war, "event")] == [
        (ALLIED, (5,), "28.Al5"),
        (AXIS, (6,), "28.Ax6"),
    ]


@pytest.mark.rule("kesselring", "5.1b")
def test_an_event_takes_effect_at_once() -> None:
    war = italy({"82 Abn": "3112", "45 Inf": "3112", "Amphib US 1": "staging"}, turn=3, phase="allied event", dice=(2,))
    assert step(war) == "Withdraw" and side(war) == "AL" and not told(war, "income")
    war.play("withdraw", "45 Inf")
    war.play("withdraw", "82 Abn")
    war.script(3, 1, 1)
    war.play("withdraw", "Amphib US 1")
    assert (at(war, "45 Inf"), at(war, "82 Abn")) == ("Allied Withdrawn", "Allied Withdrawn")
    assert at(war, "Amphib US 1") == "Allied Turn 5"


@pytest.mark.rule("kesselring", "5.1c")
def test_an_event_happens_once() -> None:  # T12
    war = italy(turn=1, phase="turn", dice=(5, 3, 1, 1), ap=(5, 5))
    assert war.ap == [5 - 1 + 3, 5 + 4 + 7]
    war = italy(turn=4, phase="turn", dice=(5, 6, 1, 1), ap=(5, 5), events={"AL": [5], "AX": []})
    assert war.ap == [5 + 2 + 3, 5 + 7], "the second time nothing, and no second roll"


@pytest.mark.rule("kesselring", "5.1c")
def test_an_event_without_effect_has_still_happened() -> None:
    war = italy(turn=3, phase="allied event", dice=(1, 6, 1, 1))
    assert step(war) == "Act" and war.events[ALLIED] == 1 << 1
    war = italy({"7 Arm": "staging"}, turn=4, phase="allied event", dice=(1, 6, 1, 1), events={"AL": [1]})
    assert at(war, "7 Arm") == "Allied Staging Area"


@pytest.mark.rule("kesselring", "5.1c")
def test_the_tables_of_the_two_sides_are_apart() -> None:
    war = italy(turn=3, phase="allied event", dice=(6, 6, 1, 1), ap=(0, 0), events={"AL": [6]})
    assert war.ap[AXIS] == 2 + 3, "OKW Support has another table than Morale"


# --- Action Points [5.2]


@pytest.mark.rule("kesselring", "5.2", "5.2.1", "5.2.1a", "5.2.1b", "5.2.1.ex")
def test_income_of_both_sides() -> None:  # T02
    posts = {"AL": ["Palermo", "Catania", "Trapani"], "AX": ["Roma", "Napoli", "Foggia", "Anzio"]}
    war = italy(phase="income", dice=(3, 4), garrisons=posts, ap=(0, 0))
    assert war.ap == [4 + 2 + 3, 3 + 6 + 2], "Trapani and Anzio are no Objectives"


@pytest.mark.rule("kesselring", "5.2.1c", "12.1e")
def test_reduced_garrisons_count_and_mobile_units_do_not() -> None:
    war = italy(
        {"15 PzGr": "Napoli", "45 Inf": "Palermo"},
        phase="income", dice=(1, 1), garrisons={"AX": ["Roma"], "AL": ["Catania"]}, reduced=["Roma", "Catania"], ap=(0, 0),
    )  # fmt: skip
    assert war.ap == [1 + 2 + 1, 1 + 6 + 1]


@pytest.mark.rule("kesselring", "5.2.1", "5.2.1c")
def test_the_opening_income_of_the_second_scenario() -> None:  # T04
    posts = ["Palermo", "Catania", "Messina", "Siracusa", "Trapani", "Cagliari"]
    war = italy(scenario="avalanche-baytown", turn=2, phase="turn", dice=(2, 1), garrisons={"AL": posts}, ap=(2, 6))
    assert war.ap == [3, 13], "no points for the Staging Areas"


@pytest.mark.rule("kesselring", "5.2a")
def test_no_more_than_thirty_and_no_less_than_nothing() -> None:  # T05, T06
    war = italy(phase="income", dice=(6, 1), garrisons={"AL": ["Palermo"]}, ap=(28, 28))
    assert war.ap == [30, 30]
    war = italy(turn=3, phase="axis event", dice=(3, 1, 1), ap=(0, 0))
    assert [war.setup.game.tell(event, war.setup) for event in told(war, "ap")] == [
        "Axis: -1 Action Point, 0 left (Command Dispute)"
    ]
    assert war.ap == [3, 7]
    war = italy(turn=3, phase="axis event", dice=(6, 1, 1), ap=(29, 0), events={"AX": []})
    assert war.ap[AXIS] == 30


@pytest.mark.rule("kesselring", "5.2b", "6.1b")
def test_points_are_kept() -> None:  # T09
    war = italy(ap=(7, 9), active="AL", turn=4, events=QUIET)
    war.play("pass")
    assert side(war) == "AX"
    war.script(1, 1, 1, 1)
    war.play("pass")
    assert war.turn == 5 and war.ap == [7 + 3, 9 + 7]


@pytest.mark.rule("kesselring", "5.2.1b")
def test_points_of_events_are_not_added_twice() -> None:
    war = italy(turn=3, phase="allied event", dice=(5, 6, 1, 1), ap=(0, 0))
    assert war.ap == [2 + 3, 4 + 7]


# --- initiative [5.3]


@pytest.mark.rule("kesselring", "5.3", "5.3a", "5.3b")
def test_ob_sudwest_gives_the_axis_one_turn() -> None:  # T11
    war = italy(turn=3, phase="turn", dice=(5, 5, 1, 1), ap=(5, 5))
    assert war.turn == 4 and side(war) == "AX" and war.initiative == AXIS
    war.play("pass")
    assert war.initiative == AXIS, "for the whole turn"
    war.script(5, 5, 1, 1)
    war.play("pass")
    assert war.turn == 5 and side(war) == "AL", "then the Allies again"


@pytest.mark.rule("kesselring", "5.3c")
def test_the_side_with_the_initiative_goes_first() -> None:
    war = italy(turn=3, phase="axis event", dice=(5, 6, 1), ap=(0, 0))
    assert [event.side for event in told(war, "income")] == [AXIS, ALLIED]
    assert war.ap == [6 + 2, 1 + 6], "the first die is the Axis die"
    war = italy(turn=3, phase="axis event", dice=(3, 6, 1), ap=(5, 0))
    assert [event.side for event in told(war, "income")] == [ALLIED, AXIS]


# --- Actions [6.0, 6.1]


@pytest.mark.rule("kesselring", "6.0", "6.1", "6.1d")
def test_what_actions_cost() -> None:
    war = italy()
    cost = war.setup.cost
    printed = {
        "move": 1, "attack": 1, "reinforce": 1, "garrison": 1, "demobilise": 1, "regroup": 1, "transfer": 1, "evacuate": 2, "interdict": 2,
        "invade": 2, "drop": 1, "rebase": 1, "bombard": 1, "airlift": 1, "fortify": 1, "march": 1, "declare": 1,
    }  # fmt: skip
    assert {verb: cost[key] for verb, key in COSTS.items()} == printed
    assert (cost["drop_axis"], cost["cas"], cost["ssu"], cost["intercept"], cost["gunfire"]) == (2, 0, 0, 1, 1)


@pytest.mark.rule("kesselring", "6.1", "6.1a")
def test_an_action_is_paid_when_it_is_announced() -> None:
    war = italy({"15 PzGr": "2917", "45 Inf": "1721"}, garrisons={"AX": ["2028"], "AL": ["1721"]}, ap=(2, 1))
    war.play("evacuate")
    assert war.ap == [0, 1]
    play(war, "from 2917", "to 2028", "unit 15 PzGr")
    assert side(war) == "AL", "then the other side"
    assert refused(war, "evacuate") == "14.1.3" and refused(war, "interdict") == "14.2.1a", "two points are needed"
    assert "move" in asked(war)


@pytest.mark.rule("kesselring", "6.0", "6.1d", "6.1e", "6.1.ex")
def test_one_unit_in_four_segments() -> None:  # T07
    war = italy({"45 Inf": "1721", "28 Aos": "1520"}, garrisons={"AX": ["1519"], "AL": ["1721"]}, ap=(20, 4), active="AL")
    play(war, "move", "lead 45 Inf", "unit 45 Inf", "to 1621", "end")
    assert side(war) == "AX", "one Action in a segment"
    play(war, "pass", "attack", "target 1520", "join 45 Inf", "assault")
    war.script(1)
    play(war, "enough", "stand", "lose 45 Inf")
    assert not whole(war, "45 Inf")
    play(war, "pass", "regroup", "where 1621", "unit 45 Inf")
    assert whole(war, "45 Inf")
    play(war, "pass", "move", "lead 45 Inf", "unit 45 Inf", "to 1622", "end")
    assert at(war, "45 Inf") == "1622" and war.ap[ALLIED] == 0 and war.turn == 3


@pytest.mark.rule("kesselring", "6.1a", "6.1c")
def test_passing_is_not_final() -> None:
    war = italy({"15 PzGr": "3112", "45 Inf": "1721"}, active="AL")
    war.play("pass")
    play(war, "move", "lead 15 PzGr", "unit 15 PzGr", "to 3113", "end")
    assert side(war) == "AL" and "move" in asked(war)
    war.play("pass")
    assert side(war) == "AX" and war.turn == 3, "an Action lay between the two passes"


@pytest.mark.rule("kesselring", "6.1b")
@pytest.mark.parametrize("first", ["AX", "AL"])
def test_two_passes_end_the_phase(first: str) -> None:
    war = italy({"15 PzGr": "3112", "45 Inf": "1721"}, active=first, events=QUIET)
    war.play("pass")
    war.script(1, 1, 1, 1)
    war.play("pass")
    assert war.turn == 4


@pytest.mark.rule("kesselring", "6.1a", "4.1h")
def test_a_side_without_points_passes_by_itself() -> None:  # T10
    war = italy({"15 PzGr": "3112", "45 Inf": "1721"}, ap=(0, 5), active="AL", garrisons={"AL": ["1721"]}, events=QUIET)
    for target in ("1622", "1721", "1622", "1721"):
        play(war, "move", "lead 45 Inf", "unit 45 Inf", f"to {target}", "end")
        assert side(war) == "AL" and war.turn == 3
    assert war.ap == [0, 1]
    war.script(1, 1, 1, 1)
    war.play("pass")
    assert war.turn == 4, "a pass after a forced pass ends the phase"


@pytest.mark.rule("kesselring", "6.1a")
def test_a_side_with_nothing_to_do_can_only_pass() -> None:
    war = italy(active="AX")
    assert asked(war) == {"pass": [None]}
    assert war.decision is not None and war.decision.forced == ("pass", 0)


@pytest.mark.rule("kesselring", "6.1a")
@pytest.mark.parametrize("verb", list(COSTS))
def test_every_action_that_is_not_possible_says_why(verb: str) -> None:
    war = italy(active="AX")
    assert refused(war, verb) == GAME.verbs[verb].rule


@pytest.mark.rule("kesselring", "6.1e")
def test_nothing_is_spent_by_an_action_but_points() -> None:
    war = italy({"45 Inf": "1721"}, garrisons={"AL": ["1721"]}, active="AL", ap=(0, 3))
    for target in ("1622", "1721", "1622"):
        play(war, "move", "lead 45 Inf", "unit 45 Inf", f"to {target}")
        if target != "1622" or war.ap[ALLIED]:
            war.play("end")
    assert at(war, "45 Inf") == "1622"
