"""Victory [3.0]."""

from __future__ import annotations

import pytest

from grandharbour.games.kesselring.state import ALLIED, AXIS, Italy

from .conftest import asked, at, italy, play

OBJECTIVES = [
    "Roma", "San Benedetto", "Napoli", "Foggia", "Salerno", "Reggio", "Taranto", "Bari", "Pescara", "Messina", "Palermo", "Catania",
    "Siracusa", "Cagliari", "Olbia",
]  # fmt: skip
GARRISONABLE = [place for place in OBJECTIVES if place != "San Benedetto"]


def end_of(turn: int, units: dict[str, str], scenario: str = "campaign", **more: object) -> Italy:
    """The end of a Game Turn, with units of both sides."""
    return italy(units, scenario=scenario, turn=turn, phase="end of turn", **more)  # type: ignore[arg-type]


@pytest.mark.rule("kesselring", "3.1", "3.1a", "3.2c")
def test_allied_units_on_every_objective_win_at_once() -> None:
    war = italy({"1 Arm": "3615"}, garrisons={"AL": GARRISONABLE[:13]}, active="AL", turn=4)
    play(war, "move", "lead 1 Arm", "unit 1 Arm", "to 3714", "end")
    assert war.outcome is None, "Olbia is missing"
    war = italy({"1 Arm": "3615"}, garrisons={"AL": GARRISONABLE}, active="AL", turn=4)
    play(war, "move", "lead 1 Arm", "unit 1 Arm", "to 3714", "end")
    assert war.outcome is not None and war.outcome.winner == ALLIED
    assert (war.outcome.level, war.outcome.rule) == ("Strategic victory", "3.1a")


@pytest.mark.rule("kesselring", "3.1a")
def test_monte_cassino_is_not_needed_for_sudden_death() -> None:
    war = italy({"1 Arm": "3615", "15 PzGr": "3116"}, garrisons={"AL": GARRISONABLE}, active="AL", turn=4)
    play(war, "move", "lead 1 Arm", "unit 1 Arm", "to 3714", "end")
    assert war.outcome is not None and war.outcome.winner == ALLIED


@pytest.mark.rule("kesselring", "3.1a")
def test_free_garrisons_at_the_surrender_can_end_the_game() -> None:
    # No campaign gets there before the surrender, but the rule asks for the test at this moment too.
    war = italy({"1 Arm": "3714"}, garrisons={"AL": GARRISONABLE[:13]}, active="AL", passes=1, turn=4)
    war.surrendered = False
    war.script(1, 1)
    war.play("pass")
    assert asked(war)["at"] == ["2306"]
    war.play("at", "2306")
    assert war.outcome is not None and war.outcome.rule == "3.1a"


@pytest.mark.rule("kesselring", "3.1", "3.1b", "3.2c")
@pytest.mark.parametrize(
    ("units", "axis_wins"),
    [
        ({}, True),
        ({"45 Inf": "1427"}, True),  # a beach is no port
        ({"4 Arm Bde": "Gela"}, False),  # T125: an airfield without Garrison is controlled
        ({"45 Inf": "Licata"}, False),
    ],
)
def test_thrown_back_into_the_sea_in_the_first_scenario(units: dict[str, str], axis_wins: bool) -> None:  # T125
    war = end_of(2, units, surrendered=False, dice=(1, 1, 1, 1))
    if axis_wins:
        assert war.outcome is not None and war.outcome.winner == AXIS
        assert (war.outcome.level, war.outcome.rule) == ("Strategic victory", "3.1b")
    else:
        assert war.outcome is None


@pytest.mark.rule("kesselring", "3.1b")
@pytest.mark.parametrize("turn", [1, 3])
def test_the_foothold_is_tested_at_the_end_of_turn_two_only(turn: int) -> None:
    war = end_of(turn, {}, surrendered=False, dice=(3, 3, 1, 1))
    assert war.outcome is None and war.turn == turn + 1


@pytest.mark.rule("kesselring", "3.1b", "3.1c", "3.2d")
def test_a_zone_of_control_is_no_foothold() -> None:
    war = end_of(2, {"45 Inf": "1326"}, surrendered=False)  # next to Comiso
    assert war.outcome is not None and war.outcome.rule == "3.1b"


@pytest.mark.rule("kesselring", "3.1c")
@pytest.mark.parametrize("option", ["anywhere", "mainland"])
@pytest.mark.parametrize(
    ("place", "anywhere", "mainland"),
    [("Palermo", True, False), ("Trapani", True, False), ("Anzio", True, True), ("San Benedetto", True, True), ("3615", False, False)],
)  # fmt: skip
def test_thrown_back_into_the_sea_in_the_second_scenario(option: str, place: str, anywhere: bool, mainland: bool) -> None:
    war = end_of(4, {"45 Inf": place}, "avalanche-baytown", options={"sudden_death_ports": option}, dice=(3, 3, 1, 1))
    saved = anywhere if option == "anywhere" else mainland
    assert (war.outcome is None) == saved
    if war.outcome is not None:
        assert (war.outcome.winner, war.outcome.rule, war.outcome.level) == (AXIS, "3.1c", "Strategic victory")


@pytest.mark.rule("kesselring", "3.1c")
def test_the_option_does_not_touch_the_first_scenario() -> None:
    war = end_of(2, {"45 Inf": "Palermo"}, surrendered=False, options={"sudden_death_ports": "mainland"}, dice=(3, 3, 1, 1))
    assert war.outcome is None


@pytest.mark.rule("kesselring", "3.2", "3.2a", "3.2b", "4.1i")
def test_points_are_counted_after_the_last_turn() -> None:
    war = end_of(7, {"15 PzGr": "Roma"}, dice=(3, 3, 1, 1))
    assert war.outcome is None and war.turn == 8
    war = end_of(8, {"15 PzGr": "Roma"})
    assert war.outcome is not None and war.outcome.scores == (8, 0) and war.outcome.rule == "3.3c"


@pytest.mark.rule("kesselring", "3.2c", "3.3a")
def test_what_places_are_worth() -> None:
    for place in OBJECTIVES:
        worth = {"Roma": 8, "San Benedetto": 4}.get(place, 1)
        assert italy({"15 PzGr": place}).scores() == (worth, 0), place
        assert italy({"45 Inf": place}).scores() == (0, worth), place
    assert italy({"45 Inf": "3116"}).scores() == (0, 1), "Monte Cassino"
    assert italy({"45 Inf": "Trapani"}).scores() == (0, 0), "a port that is no Objective"
    assert italy(garrisons={"AX": ["Roma", "Napoli"]}, reduced=["Roma"]).scores() == (9, 0), (
        "static units and reduced ones hold too"
    )
    assert italy({"45 Inf": "Roma", "34 Inf": "Roma"}, garrisons={"AL": ["Roma"]}).scores() == (0, 8), "once for the place"


@pytest.mark.rule("kesselring", "3.2c")
def test_an_empty_hex_belongs_to_nobody() -> None:
    war = italy({"15 PzGr": "Roma"}, active="AX")
    assert war.scores() == (8, 0)
    play(war, "move", "lead 15 PzGr", "unit 15 PzGr", "to 3111", "end")
    assert war.scores() == (0, 0)


@pytest.mark.rule("kesselring", "3.3a")
def test_monte_cassino_is_no_objective() -> None:
    war = italy({"15 PzGr": "3116"}, phase="income", dice=(1, 1))
    assert war.ap[AXIS] == 20 + 1 + 2, "no Action Points"
    assert not war.setup.objective_hexes >> war.setup.places["Monte Cassino"] & 1


@pytest.mark.rule("kesselring", "3.2d")
def test_zones_of_control_score_nothing() -> None:
    assert italy({"45 Inf": "3113", "34 Inf": "3111"}).scores() == (0, 0)


@pytest.mark.rule("kesselring", "3.2e")
def test_air_naval_and_support_units_control_nothing() -> None:
    war = italy({"I/DAF": "Foggia"}, garrisons={"AL": ["Foggia"]}, active="AL")
    assert war.scores() == (0, 1)
    play(war, "demobilise", "remove Allied Garrison 1")
    assert war.scores() == (0, 0) and at(war, "I/DAF") == "Allied Staging Area"
    war = italy({"Kesselring": "staging", "Jg 27": "staging", "Gunfire (UK)": "staging"})
    assert not war.held(AXIS) and not war.held(ALLIED)
    war.put(war.setup.names.find("piece", "Jg 27"), war.setup.places["Roma"])
    war.put(war.setup.names.find("piece", "Kesselring"), war.setup.places["Roma"])
    assert war.scores() == (0, 0)


@pytest.mark.rule("kesselring", "3.3b")
@pytest.mark.parametrize(
    ("unit", "points"),
    [
        ("16 Pz", 1), ("15 PzGr", 1), ("1 Para", 1), ("184 Nem", 1), ("94 Inf", 0), ("5 Mtn", 0), ("A/5 Flak", 0), ("MG12", 0), ("AdS", 0),
        ("2 Arm", 1), ("82 Abn", 1), ("2 Para Bde", 0), ("4 Arm Bde", 0), ("1 AG", 0), ("45 Inf", 0),
    ],
)  # fmt: skip
def test_points_for_divisions_lost_for_good(unit: str, points: int) -> None:
    war = italy({unit: "eliminated"})
    side = war.setup.side_of[war.setup.names.find("piece", unit)]
    assert war.scores()[1 - side] == points and war.scores()[side] == 0
    assert italy({unit: "withdrawn"}).scores() == (0, 0), "withdrawn is not eliminated"


@pytest.mark.rule("kesselring", "3.3", "3.3c")
@pytest.mark.parametrize(
    ("axis", "allied", "level", "winner"),
    [
        (["Roma"], ["San Benedetto", "Napoli"], "Draw", -1),  # 8 to 5
        (["Roma"], ["San Benedetto"], "Marginal victory", AXIS),  # 8 to 4
        (["Roma"], ["Napoli"], "Marginal victory", AXIS),  # 8 to 1: a lead of 7
        (["Napoli"], ["Roma"], "Marginal victory", ALLIED),
        (["Roma"], [], "Operational victory", AXIS),
        (["Roma", "Napoli", "Bari", "Pescara"], [], "Operational victory", AXIS),  # 11
        ([], ["Roma", "San Benedetto"], "Strategic victory", ALLIED),  # 12
        ([], [], "Draw", -1),
    ],
)
def test_levels_of_victory(axis: list[str], allied: list[str], level: str, winner: int) -> None:
    germans = ["15 PzGr", "16 Pz", "26 Pz", "29 PzGr"]
    yanks = ["45 Inf", "34 Inf", "36 Inf"]
    war = end_of(8, dict(zip(germans, axis)) | dict(zip(yanks, allied)))
    assert war.outcome is not None and (war.outcome.level, war.outcome.winner) == (level, winner)


@pytest.mark.rule("kesselring", "3.3c")
def test_levels_of_the_dossier() -> None:  # T126
    cities = [
        "Napoli",
        "Foggia",
        "Salerno",
        "Reggio",
        "Taranto",
        "Bari",
        "Pescara",
        "Messina",
        "Palermo",
        "Catania",
        "Siracusa",
        "Cagliari",
    ]
    axis_dead = ["16 Pz", "26 Pz", "HG Pz", "3 PzGr", "15 PzGr", "29 PzGr"]
    allied_dead = ["2 Arm", "82 Abn", "1 Arm", "7 Arm"]
    # Allies 12 of places; the Axis holds Roma and San Benedetto, and 2 or 4 Allied divisions are dead.
    for dead, level, winner in ((2, "Draw", -1), (4, "Marginal victory", AXIS)):
        units = {"94 Inf": "Roma", "65 Inf": "San Benedetto"} | dict.fromkeys(allied_dead[:dead], "eliminated")
        war = end_of(8, units, garrisons={"AL": cities})
        assert war.outcome is not None and war.outcome.scores == (12 + dead, 12)
        assert (war.outcome.level, war.outcome.winner) == (level, winner)
    units = {"94 Inf": "San Benedetto", "65 Inf": "Olbia"} | dict.fromkeys(axis_dead[:1], "eliminated")
    war = end_of(8, units, garrisons={"AL": ["Roma", *cities]})
    assert war.outcome is not None and war.outcome.scores == (5, 21)
    assert (war.outcome.level, war.outcome.winner) == ("Strategic victory", ALLIED)
