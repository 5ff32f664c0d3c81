"""Replacements, regrouping, recycling, withdrawals [8.0, 9.0]."""

from __future__ import annotations

import pytest

from grandharbour.games.kesselring import GAME
from grandharbour.games.kesselring.losses import eliminate, lose_step
from grandharbour.games.kesselring.state import ALLIED, AXIS, Italy
from grandharbour.games.kesselring.supply import lines

from .conftest import asked, at, garrisons, italy, mods, piece, play, refused, results, side, step, told, whole

QUIET = {"AL": [1, 2, 3, 4, 5, 6], "AX": [1, 2, 3, 4, 5, 6]}


def assault(war: Italy, target: str, *attackers: str, dice: tuple[int, ...]) -> None:
    """An attack without support, up to the first choice after its dice."""
    war.play("attack")
    war.play("target", target)
    for attacker in attackers:
        war.play("join", attacker)
    war.play("assault")
    war.script(*dice)
    for verb in ("enough", "stand"):
        war.play(verb)


CATANIA = {"3 Inf": "1627", "1 Inf (US)": "1627", "9 Inf": "1627"}
RING = {"45 Inf": "1726", "34 Inf": "1827"}
"""Around 1727, with the sea behind it: who stands in 1627 draws on Siracusa and attacks, the others shut the ring."""


# --- replacements [8.1]


@pytest.mark.rule("kesselring", "8.1", "8.1.1", "8.1.1a", "8.1.1.ex")
@pytest.mark.parametrize(("turn", "die", "box"), [(3, 2, "Axis Turn 5"), (1, 6, "Axis Turn 7"), (7, 1, "Axis Turn 8")])
def test_the_die_sends_a_unit_ahead(turn: int, die: int, box: str) -> None:  # T24
    war = italy(
        {"15 PzGr": "3112", "45 Inf": "3111", "34 Inf": "3111", "36 Inf": "3111"},
        reduced=["15 PzGr"],
        active="AL",
        turn=turn,
        garrisons={"AL": ["3110"]},
    )
    assault(war, "3112", "45 Inf", "34 Inf", "36 Inf", dice=(6, die))  # 21 to 3, 700+: DE
    assert results(war) == ["DE"] and at(war, "15 PzGr") == box
    assert told(war, "eliminated")[0].dice == (die,)
    assert whole(war, "15 PzGr"), "it comes back at full strength"


@pytest.mark.rule("kesselring", "8.1.1b", "9.1b")
def test_too_late_is_withdrawn() -> None:  # T25
    war = italy(
        {"15 PzGr": "3112", "45 Inf": "3111", "34 Inf": "3111", "36 Inf": "3111"},
        reduced=["15 PzGr"],
        active="AL",
        turn=7,
        garrisons={"AL": ["3110"]},
    )
    assault(war, "3112", "45 Inf", "34 Inf", "36 Inf", dice=(6, 3))
    assert at(war, "15 PzGr") == "Axis Withdrawn" and war.scores()[ALLIED] == 0, "no Victory Point"


@pytest.mark.rule("kesselring", "8.1.1a")
def test_air_units_are_replaced_too() -> None:
    war = italy(
        {"Jg 27": "Foggia", "45 Inf": "3320", "34 Inf": "3320", "36 Inf": "3320"},
        garrisons={"AX": ["Foggia"], "AL": ["Termoli"]},
        active="AL",
    )
    assault(war, "3321", "45 Inf", "34 Inf", "36 Inf", dice=(6, 4))
    assert at(war, "Jg 27") == "Axis Turn 7" and at(war, "Axis Garrison 1") == "Axis Reinforcements"


@pytest.mark.rule("kesselring", "8.1.1a")
def test_a_blocked_retreat_counts_as_combat() -> None:
    units = {"94 Inf": "2028", "45 Inf": "2127", "34 Inf": "2127", "36 Inf": "2127", "9 Inf": "2128"}
    war = italy(units, garrisons={"AL": ["2327"]}, active="AL")
    assault(war, "2028", "45 Inf", "34 Inf", "36 Inf", dice=(3,))
    assert results(war) == ["DW"]
    war.script(2)
    war.play("unit", "94 Inf")  # the Strait is no way out
    assert at(war, "94 Inf") == "Axis Turn 5"


@pytest.mark.rule("kesselring", "8.1.2", "8.1.2a")
def test_replacements_return_like_reinforcements() -> None:
    war = italy(
        {"4 Para": "turn 5", "94 Inf": "turn 5"},
        turn=4,
        phase="turn",
        dice=(1, 1, 1, 1),
        events=QUIET,
        garrisons={"AX": ["Foggia"]},
    )
    war.play("pass")
    war.script(2)
    play(war, "reinforce", "bring 94 Inf", "bring 4 Para")
    assert at(war, "94 Inf") == "Axis Staging Area" and set(asked(war)["at"]) == {"Axis Staging Area", "3321"}


@pytest.mark.rule("kesselring", "8.1.2", "8.1.2b")
def test_an_eliminated_garrison_may_be_rebuilt_at_once() -> None:  # T29
    war = italy({"15 PzGr": "Foggia"}, garrisons={"AX": ["Foggia"]}, reduced=["Foggia"], turn=2)
    lose_step(war, piece(war, "Axis Garrison 1"))
    assert war.rolled == 0, "no die"
    assert at(war, "Axis Garrison 1") == "Axis Reinforcements"
    play(war, "garrison", "at 3321")
    assert at(war, "Axis Garrison 1") == "3321" and garrisons(war, "AX") == ["3321"] and war.ap[AXIS] == 19


@pytest.mark.rule("kesselring", "8.1.3", "8.1.3a", "15.8b")
def test_lost_for_good_in_a_concentric_attack() -> None:  # T26
    war = italy(CATANIA | RING | {"16 Pz": "1727"}, reduced=["16 Pz"], active="AL", garrisons={"AL": ["Siracusa"]})
    assault(war, "1727", *CATANIA, dice=(6,))
    assert results(war) == ["DE"] and at(war, "16 Pz") == "Axis Eliminated"
    assert war.scores()[ALLIED] == 2, "Siracusa, and a mechanised division"


@pytest.mark.rule("kesselring", "8.1.3c")
def test_out_of_supply_is_not_for_good() -> None:  # T27
    war = italy(CATANIA | {"16 Pz": "1727"}, reduced=["16 Pz"], active="AL", garrisons={"AL": ["Siracusa"]})
    assault(war, "1727", *CATANIA, dice=(6, 1))
    shifts = list(mods(told(war, "combat")[0]))
    assert "defenders out of supply" in shifts and "concentric" not in shifts
    assert results(war)[0] == "DE" and at(war, "16 Pz") == "Axis Turn 4"


@pytest.mark.rule("kesselring", "8.1.3a")
@pytest.mark.parametrize("option", ["both", "defender"])
def test_whether_attackers_are_lost_for_good(option: str) -> None:  # T26, errata 11
    units = {"2 Arm": "1627", "9 Inf": "1726", "45 Inf": "1827", "16 Pz": "1727", "26 Pz": "1727", "HG Pz": "1727"}
    war = italy(units, reduced=["2 Arm"], active="AL", options={"perm_elim": option}, garrisons={"AX": ["1727"]})
    assault(war, "1727", "2 Arm", dice=(1, 2))  # 5 to 26: AE, the other two shut the ring
    assert results(war)[0] == "AE" and "concentric" in mods(told(war, "combat")[0])
    assert at(war, "2 Arm") == ("Allied Eliminated" if option == "both" else "Allied Turn 5")


@pytest.mark.rule("kesselring", "8.1.3a")
@pytest.mark.parametrize("option", ["both", "defender"])
def test_the_retreat_of_beaten_attackers_belongs_to_the_attack(option: str) -> None:
    # AD: the attacker is reduced, and falls back through the zone of control of another enemy.
    units = {
        "2 Arm": "1627",
        "9 Inf": "1726",
        "45 Inf": "1827",
        "16 Pz": "1727",
        "26 Pz": "1727",
        "15 PzGr": "1525",
        "29 PzGr": "1427",
    }
    war = italy(units, active="AL", options={"perm_elim": option}, garrisons={"AX": ["1727"]})
    assault(war, "1727", "2 Arm", dice=(3,))
    assert results(war) == ["AD"]
    war.play("unit", "2 Arm")
    war.script(1)
    war.play("to", "1526")
    assert at(war, "2 Arm") == ("Allied Eliminated" if option == "both" else "Allied Turn 4")


@pytest.mark.rule("kesselring", "8.1.3a")
def test_a_garrison_is_never_lost_for_good() -> None:
    war = italy(CATANIA | RING, garrisons={"AX": ["1727"], "AL": ["Siracusa"]}, active="AL")
    assault(war, "1727", *CATANIA, dice=(6,))
    assert at(war, "Axis Garrison 1") == "Axis Reinforcements"


@pytest.mark.rule("kesselring", "8.1.3", "8.1.3b")
@pytest.mark.parametrize("unit", ["28 Aos", "184 Nem", "AdS"])
def test_italians_are_lost_for_good(unit: str) -> None:
    war = italy({unit: "staging"}, surrendered=False)
    eliminate(war, piece(war, unit))
    assert at(war, unit) == "Axis Eliminated" and war.rolled == 0


@pytest.mark.rule("kesselring", "8.1.3b")
@pytest.mark.parametrize(("unit", "box"), [("Aslto (RSI)", "Axis Turn 5"), ("1 RM (ECI)", "Allied Turn 5")])
def test_the_new_italians_are_replaced(unit: str, box: str) -> None:
    war = italy({unit: "3112"}, options={"achse": True})
    war.script(2)
    eliminate(war, piece(war, unit))
    assert at(war, unit) == box


# --- regrouping [8.2]


@pytest.mark.rule("kesselring", "8.2", "8.2.1", "8.2.1a", "12.5e")
def test_one_contingent_and_the_garrison_of_a_hex() -> None:  # T30
    units = {"45 Inf": "2917", "78 Inf": "2917", "3 Alg": "2917", "34 Inf": "3018"}
    war = italy(units, garrisons={"AL": ["2917"]}, reduced=[*units, "2917"], active="AL", ap=(0, 5))
    war.play("regroup")
    assert asked(war)["where"] == ["2917", "3018"]
    war.play("where", "2917")
    war.play("unit", "45 Inf")
    assert [name for name in units if whole(war, name)] == ["45 Inf", "3 Alg"], "the French are of the US contingent"
    assert garrisons(war, "AL") == ["2917"] and war.ap[ALLIED] == 4


@pytest.mark.rule("kesselring", "8.2.1a", "12.1d")
def test_a_garrison_alone_may_be_regrouped() -> None:  # errata 7
    war = italy(garrisons={"AX": ["Foggia"]}, reduced=["Foggia"], ap=(3, 0))
    play(war, "regroup", "where 3321", "unit Axis Garrison 1")
    assert garrisons(war, "AX") == ["3321"] and war.ap[AXIS] == 2
    units = {"15 PzGr": "3321"}
    war = italy(units, garrisons={"AX": ["Foggia"]}, reduced=["Foggia", "15 PzGr"])
    play(war, "regroup", "where 3321", "unit Axis Garrison 1")
    assert not whole(war, "15 PzGr"), "no contingent is named"


@pytest.mark.rule("kesselring", "8.2.1a", "12.5e")
def test_regrouping_needs_a_line() -> None:
    war = italy({"45 Inf": "3416"}, garrisons={"AL": ["2917"]}, reduced=["45 Inf"], active="AL")
    assert refused(war, "regroup") == "8.2.1a"
    war = italy({"45 Inf": "3018"}, garrisons={"AL": ["2917"]}, reduced=["45 Inf"], active="AL")
    assert "regroup" in asked(war)


@pytest.mark.rule("kesselring", "8.2.1a")
def test_only_units_with_a_line_regroup() -> None:
    units = {"16 Pz": "2823", "94 Inf": "2823"}  # five hexes of road from Foggia
    war = italy(units, garrisons={"AX": ["Foggia"]}, reduced=list(units))
    play(war, "regroup", "where 2823")
    assert asked(war)["unit"] == ["16 Pz"]
    war.play("unit", "16 Pz")
    assert whole(war, "16 Pz") and not whole(war, "94 Inf")


@pytest.mark.rule("kesselring", "8.2.1a")
@pytest.mark.parametrize("option", ["hex", "source"])
def test_how_far_one_regroup_reaches(option: str) -> None:
    units = {"15 PzGr": "3320", "16 Pz": "3322", "26 Pz": "3113", "28 Aos": "3320"}
    war = italy(
        units,
        garrisons={"AX": ["Foggia", "Roma"]},
        reduced=[*units, "Foggia"],
        options={"regroup_scope": option},
        surrendered=False,
    )
    play(war, "regroup", "where 3320", "unit 15 PzGr")
    served = {"hex": ["15 PzGr"], "source": ["15 PzGr", "16 Pz"]}[option]
    assert [name for name in units if whole(war, name)] == served, "26 Pz draws on Roma"
    assert garrisons(war, "AX") == ["3112", "3321-"]


@pytest.mark.rule("kesselring", "8.2.1a")
@pytest.mark.parametrize("others", [("2914", "2915"), ("3424", "3425")])
def test_of_two_sources_the_one_that_serves_most(others: tuple[str, str]) -> None:  # ruling Q143
    units = {"16 Pz": "3118", "26 Pz": others[0], "29 PzGr": others[1]}
    war = italy(units, garrisons={"AX": ["Foggia", "Napoli"]}, reduced=list(units), options={"regroup_scope": "source"})
    assert lines(war, piece(war, "16 Pz")).bit_count() == 2
    assert lines(war, piece(war, "26 Pz")).bit_count() == lines(war, piece(war, "29 PzGr")).bit_count() == 1
    play(war, "regroup", "where 3118", "unit 16 Pz")
    assert all(whole(war, unit) for unit in units)


@pytest.mark.rule("kesselring", "8.2.1b")
def test_regrouping_in_the_staging_area() -> None:
    units = {"45 Inf": "staging", "34 Inf": "staging", "78 Inf": "staging", "36 Inf": "1721"}
    war = italy(units, garrisons={"AL": ["1721"]}, reduced=list(units), active="AL", ap=(0, 3))
    play(war, "regroup", "where Allied Staging Area", "unit 34 Inf")
    assert [name for name in units if whole(war, name)] == ["45 Inf", "34 Inf"] and war.ap[ALLIED] == 2


@pytest.mark.rule("kesselring", "8.2.2", "8.2.2a", "8.2.2b", "11.2d")
def test_regrouping_next_to_the_enemy_and_fighting_at_once() -> None:  # T31
    units = {"45 Inf": "2917", "78 Inf": "2917", "15 PzGr": "3018"}
    war = italy(units, garrisons={"AL": ["2917"]}, reduced=["45 Inf", "78 Inf", "2917"], active="AL")
    assert war.zoc(AXIS) >> war.setup.places["Napoli"] & 1
    play(war, "regroup", "where 2917", "unit 45 Inf")
    assert whole(war, "45 Inf") and not whole(war, "78 Inf") and garrisons(war, "AL") == ["2917"]
    war.play("pass")
    play(war, "attack", "target 3018")
    assert "45 Inf" in asked(war)["join"] and war.strength(piece(war, "45 Inf")) == 7


@pytest.mark.rule("kesselring", "8.2.2c")
def test_the_dead_do_not_regroup() -> None:
    war = italy({"94 Inf": "turn 5", "71 Inf": "eliminated", "65 Inf": "display"}, reduced=["94 Inf", "71 Inf", "65 Inf"])
    assert refused(war, "regroup") == "8.2.1a"


# --- recycling [8.3]


@pytest.mark.rule("kesselring", "8.3", "8.3a", "8.3b")
@pytest.mark.parametrize(("turn", "box"), [(2, "Allied Turn 3"), (8, "Allied Withdrawn")])
def test_gunfire_rests_a_turn(turn: int, box: str) -> None:  # T109
    war = italy(
        {"45 Inf": "1426", "15 PzGr": "1425", "Gunfire (US)": "staging"}, active="AL", turn=turn, garrisons={"AX": ["1627"]}
    )
    play(war, "attack", "target 1425", "join 45 Inf", "assault", "gunfire Gunfire (US)", "enough")
    war.script(4)
    war.play("stand")
    while step(war) != "Act":
        verb, targets = next(iter(asked(war).items()))
        war.play(verb, targets[0])
    assert at(war, "Gunfire (US)") == box


@pytest.mark.rule("kesselring", "8.3a", "8.3b")
@pytest.mark.parametrize(("turn", "box"), [(1, "Allied Turn 3"), (6, "Allied Turn 8"), (7, "Allied Withdrawn")])
def test_an_amphib_rests_two_turns(turn: int, box: str) -> None:  # T91
    war = italy({"45 Inf": "staging", "Amphib US 1": "staging"}, active="AL", turn=turn, surrendered=False)
    war.play("invade")
    while step(war) != "Act":
        offered = asked(war)
        if "beach" in offered:
            war.play("beach", "1426")
        elif "load" in offered and at(war, "45 Inf") == "Allied Staging Area" and "full" not in offered:
            war.play("load", "45 Inf")
        else:
            verb = next(v for v in ("full", "launch", "end", "from", "enough", "halt", *offered) if v in offered)
            war.play(verb, offered[verb][0])
    assert at(war, "45 Inf") == "1426" and at(war, "Amphib US 1") == box


@pytest.mark.rule("kesselring", "8.3a")
@pytest.mark.parametrize(("die", "box"), [(4, "Allied Staging Area"), (5, "Allied Turn 4"), (6, "Allied Turn 4")])
def test_an_air_unit_rests_if_its_die_says_so(die: int, box: str) -> None:
    war = italy({"205G": "staging"}, garrisons={"AX": ["Siracusa"]}, active="AL", ap=(0, 5))
    play(war, "bombard", "target 1527", "fly 205G")
    war.script(6, die)
    war.play("launch")
    assert at(war, "205G") == box


@pytest.mark.rule("kesselring", "8.3c", "7.6")
def test_recycled_units_come_back_by_reinforcement() -> None:
    units = {"Amphib US 1": "turn 5", "Gunfire (US)": "turn 5", "I/12AF": "turn 5"}
    war = italy(units, turn=4, phase="turn", dice=(1, 1, 1, 1), events=QUIET, garrisons={"AL": ["1721"]})
    assert {at(war, name) for name in units} == {"Allied Reinforcements"}
    war.script(3)
    war.play("reinforce")
    for name in units:
        war.play("bring", name)
    assert {at(war, name) for name in units} == {"Allied Staging Area"}


# --- withdrawals [9.0]


def chart(turn: int, units: dict[str, str], **more: object) -> Italy:
    """The Withdrawal Segment of a turn and what follows."""
    return italy(units, turn=turn, phase="withdrawals", **more)  # type: ignore[arg-type]


@pytest.mark.rule("kesselring", "9.1", "9.1a", "9.1b", "9.2", "9.2a")
def test_the_chart_takes_units_from_map_and_staging_area() -> None:
    war = chart(
        4, {"9 Inf": "1423", "50 Inf": "staging", "51 Inf": "2916", "2 Para": "3113", "Hube": "staging", "78 Inf": "2916"}
    )
    for name in ("9 Inf", "50 Inf", "51 Inf"):
        assert at(war, name) == "Allied Withdrawn"
    assert at(war, "2 Para") == at(war, "Hube") == "Axis Withdrawn"
    assert at(war, "78 Inf") == "2916" and war.scores() == (0, 0), "withdrawn, not eliminated"
    assert len(told(war, "withdraw")) == 5 and step(war) == "Act", "a duty: nothing to choose"


@pytest.mark.rule("kesselring", "9.1a")
def test_the_whole_chart() -> None:
    names = {
        3: {"2 Arm", "1 Inf (US)", "Patton"}, 4: {"9 Inf", "50 Inf", "51 Inf", "2 Para", "Hube"}, 5: {"82 Abn", "16 Pz", "24 Pz"},
        6: {"7 Arm", "1 Abn", "Montgomery"}, 7: {"4 Arm Bde", "Gds Bde"},
    }  # fmt: skip
    everyone = dict.fromkeys((name for turn in names.values() for name in turn), "staging")
    for turn in range(2, 9):
        war = chart(turn, everyone)
        gone = {name for name in everyone if at(war, name).endswith("Withdrawn")}
        assert gone == names.get(turn, set()), turn


@pytest.mark.rule("kesselring", "9.2b")
def test_the_second_scenario_has_nothing_to_withdraw_at_first() -> None:  # T124
    war = italy(
        {"2 Arm": "withdrawn", "1 Inf (US)": "withdrawn", "Patton": "withdrawn", "3 Inf": "1721"},
        scenario="avalanche-baytown", turn=2, phase="turn", dice=(1, 1),
    )  # fmt: skip
    assert not told(war, "withdraw") and step(war) == "Act"


@pytest.mark.rule("kesselring", "9.2", "9.2b")
@pytest.mark.parametrize("option", [False, True])
@pytest.mark.parametrize("box", ["turn 5", "display", "eliminated"])
def test_a_unit_that_is_not_in_play(box: str, option: bool) -> None:  # T32
    war = chart(3, {"1 Inf (US)": box}, options={"withdraw_from_display": option})
    taken = option and box != "eliminated"
    where = {"turn 5": "Allied Turn 5", "display": "Allied Reinforcements", "eliminated": "Allied Eliminated"}[box]
    assert at(war, "1 Inf (US)") == ("Allied Withdrawn" if taken else where)


@pytest.mark.rule("kesselring", "9.2b")
def test_a_withdrawal_that_lapsed_does_not_come_again() -> None:
    war = chart(4, {"1 Inf (US)": "1721"})
    assert at(war, "1 Inf (US)") == "1721", "the chart of Game Turn 3 named it"


@pytest.mark.rule("kesselring", "9.2c", "9.2d")
def test_reduced_and_beleaguered_units_are_withdrawn() -> None:
    war = chart(5, {"82 Abn": "3113", "16 Pz": "3112"}, reduced=["82 Abn"])
    assert at(war, "82 Abn") == "Allied Withdrawn" and at(war, "16 Pz") == "Axis Withdrawn"
    war = italy({"7 Arm": "3113", "1 Arm": "3111", "16 Pz": "3112"}, phase="allied event", turn=6, dice=(1,), reduced=["7 Arm"])
    assert set(asked(war)["withdraw"]) == {"7 Arm", "1 Arm"}, "strength and enemies do not matter"


@pytest.mark.rule("kesselring", "9.1b")
def test_withdrawn_units_return_by_ob_sudwest_only() -> None:
    war = italy({"2 Para": "withdrawn", "28 Aos": "withdrawn"}, turn=5, phase="axis event", dice=(5,))
    assert asked(war)["bring"] == ["2 Para"], "no Italian after the surrender"
    war = italy({"2 Para": "withdrawn"}, turn=5)
    assert refused(war, "reinforce") == "7.2b"


@pytest.mark.rule("kesselring", "9.2b", "9.2e")
@pytest.mark.parametrize(
    ("units", "offered"),
    [
        ({"7 Arm": "3112", "1 Arm": "staging", "5 Cdn Arm": "3112", "4 Arm Bde": "3112"}, {"7 Arm", "1 Arm"}),
        ({"5 Cdn Arm": "3112", "4 Arm Bde": "3112"}, set()),
        ({"7 Arm": "display", "1 Arm": "turn 6"}, set()),
    ],
)
def test_who_serves_for_armour_withdrawal(units: dict[str, str], offered: set[str]) -> None:
    war = italy(units, turn=3, phase="allied event", dice=(1, 6, 1, 1))
    if offered:
        assert set(asked(war)["withdraw"]) == offered and side(war) == "AL"
    else:
        assert step(war) == "Act" and not told(war, "withdraw")


@pytest.mark.rule("kesselring", "9.2e")
def test_who_serves_for_balkans_intrigue() -> None:  # errata 5
    units = dict.fromkeys(["45 Inf", "5 Inf", "8 Ind", "2 NZ", "3 Car", "3 Alg", "1 Cdn Inf", "Gds Bde", "1 Arm"], "3112")
    war = italy(units | {"TF Mot (US)": "3113"}, turn=3, phase="allied event", dice=(2,), options={"kampfgruppen": True})
    assert set(asked(war)["withdraw"]) == {"45 Inf", "5 Inf"}, "British or US infantry divisions, motorised ones too"


@pytest.mark.rule("kesselring", "9.2e")
def test_who_serves_for_the_axis_withdrawal() -> None:
    units = {"16 Pz": "3112", "1 Para": "staging", "15 PzGr": "3112", "184 Nem": "3113", "KG Arm": "3113", "94 Inf": "3114"}
    air = {"Jg 27": "staging", "AdS": "staging", "Kg 26": "staging"}
    war = italy(units | air, turn=2, phase="axis event", dice=(1,), surrendered=False, options={"kampfgruppen": True})
    assert set(asked(war)["withdraw"]) == {"16 Pz", "1 Para"} and side(war) == "AX"
    war.play("withdraw", "1 Para")
    assert set(asked(war)["withdraw"]) == {"Jg 27", "Kg 26"}
    assert GAME.tables["events.axis.1"]["air"] == 1
