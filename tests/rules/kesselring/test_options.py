"""The optional rules: Operation Achse, Kampfgruppen, strategic movement, open cities, major Objectives, other victories [30.0 to 37.0].

Axis drops [33.1] are in test_airborne.
"""

from __future__ import annotations

from typing import Any

import pytest

from grandharbour.engine.choice import Outcome
from grandharbour.games.kesselring import GAME
from grandharbour.games.kesselring.state import Italy

from .conftest import asked, assault, at, fight, garrisons, italy, mods, named, play, refused, side, step, told
from .test_scenarios import CONQUEST, SICILY, box, opened

# --- Operation Achse [30.0]

ITALY = {"4 Liv": "1624", "AdS": "staging"}
GERMANS = {"15 PzGr": "Roma", "16 Pz": "Napoli", "1 Para": "Foggia"}
TURN = (3, 3, 1, 1)
"""Two events without a choice and the income of the next turn."""


def achse(verb: str, *dice: int, units: dict[str, str] | None = None, **more: Any) -> Italy:
    """Sicily has fallen, the turn ends, the Axis rolls."""
    more = {"garrisons": {"AX": ["Roma", "Napoli", "2306"]}, "turn": 2, "surrendered": False, "ap": (5, 5), **more}
    war = italy({**CONQUEST, **ITALY, **(units or {})}, phase="end of phase", options={"achse": True}, **more)
    assert (side(war), asked(war)) == ("AX", {"commit": [None], "spare": [None]})
    war.script(*dice)
    war.play(verb)
    return war


@pytest.mark.rule("kesselring", "30.0", "30.1", "30.1a", "30.1c")
def test_italy_surrenders_at_the_end_of_the_turn() -> None:
    war = italy(
        {**CONQUEST, **ITALY}, garrisons={"AX": ["Roma"]}, turn=2, surrendered=False, active="AL", options={"achse": True}
    )
    assert war.closed(1) == war.setup.mainland
    play(war, "pass", "pass")
    assert asked(war).keys() == {"commit", "spare"} and not war.surrendered and told(war, "surrender") == []
    war.script(6, 1, 1, 1, 1)
    war.play("spare")
    assert war.surrendered and war.closed(1) == 0, "whatever the result"
    war = italy(
        {**CONQUEST, "9 Inf": "1926"}, turn=3, surrendered=False, phase="end of phase", options={"achse": True}, dice=TURN
    )
    assert step(war) == "Act" and not war.surrendered, "Messina is missing"


@pytest.mark.rule("kesselring", "30.0")
def test_no_achse_in_the_second_scenario() -> None:
    war = italy(
        CONQUEST, scenario="avalanche-baytown", turn=5, phase="end of turn", options={"achse": True}, dice=TURN, garrisons={"AX": ["Roma"]}
    )  # fmt: skip
    assert step(war) == "Act" and told(war, "achse") == []


@pytest.mark.rule("kesselring", "30.1b", "30.2", "30.2a", "30.2b", "30.2c", "30.2d", "30.2e")
def test_failure() -> None:
    war = achse("spare", 2, 4, 1, 2, 3)
    assert told(war, "achse")[-1].result == "failure" and war.ap == [5, 9], "one die for the Allies"
    assert at(war, "4 Liv") == at(war, "AdS") == "Axis Withdrawn" and len(garrisons(war, "AX")) == 3, "the Garrisons stay"
    assert (side(war), step(war)) == ("AX", "Demoralised"), "two dice of steps"
    play(war, "reduce Axis Garrison 1", "reduce Axis Garrison 1")
    assert garrisons(war, "AX") == ["2306", "2917"], "a full one for two"
    war.play("reduce", "Axis Garrison 2")
    assert garrisons(war, "AX") == ["2306", "2917-"]
    assert (side(war), step(war)) == ("AL", "FreeGarrisons")
    ports = {"1421", "1423", "1424", "1425", "1426", "1519", "1527", "1609", "1627", "1721", "1727", "2004", "2027"}
    assert set(asked(war)["at"]) == ports, "ports and airfields of the islands, but not Olbia with its Axis Garrison"
    play(war, "at 1609", "at 2004")
    assert (at(war, "1 RM (ECI)"), at(war, "Aslto (RSI)")) == ("Allied Turn 3", "Aside")
    war.script(*TURN)
    war.play("at", "1627")
    assert garrisons(war, "AL") == ["1609", "1627", "2004"] and war.turn == 3
    assert at(war, "1 RM (ECI)") == "Allied Reinforcements" and at(war, "ANR") == "Aside"


@pytest.mark.rule("kesselring", "30.1b", "30.2a", "30.2b", "30.2c", "30.2d", "30.2e")
def test_moderate_success() -> None:
    war = achse("spare", 3, 4, 2, 1, 6)
    assert told(war, "achse")[-1].result == "moderate success" and war.ap == [9, 7], "a die for both"
    assert [at(war, name) for name in ("Aslto (RSI)", "X-Mas", "ANR", "1 RM (ECI)")] == ["Axis Turn 3"] * 3 + ["Allied Turn 3"]
    war.play("reduce", "Axis Garrison 3")
    assert garrisons(war, "AX") == ["2306-", "2917", "3112"] and step(war) == "FreeGarrisons"
    war.play("at", "1721")
    war.script(*TURN)
    war.play("end")
    assert garrisons(war, "AL") == ["1721"] and war.turn == 3, "up to that many"


@pytest.mark.rule("kesselring", "30.1b", "30.2a", "30.2b", "30.2c", "30.2d", "30.2e")
def test_total_success() -> None:  # T127
    war = achse("commit", 5, 6, *TURN, units=GERMANS)
    event = told(war, "achse")[-1]
    assert mods(event) == {"German units in Roma, Napoli and Foggia": 1, "commandos": 1} and event.total == 7
    assert event.result == "total success"
    assert war.ap[0] == 5 + 6 - 1 + (1 + 2 + 3) and len(garrisons(war, "AX")) == 3 and garrisons(war, "AL") == [], (
        "one die for the Axis alone"
    )
    assert at(war, "ANR") == "Axis Reinforcements" and at(war, "1 RM (ECI)") == "Aside"


@pytest.mark.rule("kesselring", "30.1b")
@pytest.mark.parametrize(
    ("verb", "units", "total"),
    [
        ("spare", {}, 2),
        ("commit", {}, 3),
        ("spare", GERMANS, 3),
        ("commit", {**GERMANS, "1 Para": "3320"}, 3),
        ("commit", GERMANS, 4),
    ],
)
def test_what_helps_the_roll(verb: str, units: dict[str, str], total: int) -> None:
    war = achse(verb, 2, 1, 1, 1, 1, 1, units=units)
    assert told(war, "achse")[-1].total == total


@pytest.mark.rule("kesselring", "30.1b")
def test_odds_of_achse() -> None:
    war = italy({**CONQUEST, **GERMANS}, turn=2, surrendered=False, phase="end of phase", options={"achse": True})
    odds = war.odds("AX", "commit")
    assert odds is not None and {name: int(6 * chance) for name, chance in odds.chances} == {
        "moderate success": 4,
        "total success": 2,
    }


@pytest.mark.rule("kesselring", "30.2c", "30.2e")
def test_too_late_for_new_italians() -> None:
    war = achse("spare", 3, 1, 1, 1, 1, turn=8)
    assert at(war, "ANR") == "Axis Withdrawn" and at(war, "1 RM (ECI)") == "Allied Withdrawn"


@pytest.mark.rule("kesselring", "30.3", "36.1")
def test_the_new_italians() -> None:
    setup = GAME.setup("campaign", {"achse": True})
    names = setup.names.lists["piece"]
    contingent = dict(zip(names, setup.contingent_of, strict=True))  # type: ignore[attr-defined]
    assert (contingent["Aslto (RSI)"], contingent["ANR"], contingent["X-Mas"], contingent["1 RM (ECI)"]) == (
        "German", "German", "German", "Commonwealth"
    )  # fmt: skip
    assert "FJV" not in names, "with rule 30 alone it is only a modifier"
    war = italy({"Aslto (RSI)": "1421", "16 Pz": "1421", "45 Inf": "1420"}, garrisons={"AX": ["1421"]}, options={"achse": True})
    play(war, "attack", "target 1420", "join 16 Pz")
    assert asked(war)["join"] == ["Aslto (RSI)"]


# --- Kampfgruppen and Task Forces [31.0]

DETACHED = {"kampfgruppen": True}
KG = {"KG Arm", "KG Mot", "KG Inf", "KG Abn", "KG Mtn"}
TF = {"TF Arm (UK)", "TF Mot (UK)", "TF Arm (US)", "TF Mot (US)", "TF Abn (US)"}


@pytest.mark.rule("kesselring", "31.1", "31.3a", "7.2b")
def test_they_begin_in_the_display() -> None:
    war = opened("campaign", options=DETACHED)
    assert box(war, "Axis Reinforcements") >= KG and box(war, "Allied Reinforcements") >= TF
    assert "KG 100" not in box(war, "Axis Reinforcements"), "KG 100 is none of them"
    assert not (KG | TF) & set(GAME.setup("campaign").names.lists["piece"])
    war = italy(dict.fromkeys(KG, "display"), options=DETACHED, dice=(6,), ap=(5, 5))
    war.play("reinforce")
    assert set(asked(war)["bring"]) == KG and war.ap[0] == 4
    for name in sorted(KG):
        play(war, f"bring {name}")
        if "at" in asked(war):
            war.play("at", "Axis Staging Area")
    assert box(war, "Axis Staging Area") == KG and side(war) == "AL", "five, although a 6 was rolled: there are no more"


HOSTS = {
    "16 Pz": "3112",
    "15 PzGr": "3113",
    "305 Inf": "3114",
    "1 Para": "3115",
    "5 Mtn": "3116",
    "715 Inf": "3117",
    "A/5 Flak": "3118",
}


@pytest.mark.rule("kesselring", "31.2", "31.2a")
@pytest.mark.parametrize(
    ("unit", "option", "hexes"),
    [("KG Arm", "motorized", ["3112"]), ("KG Inf", "motorized", ["3114"]), ("KG Abn", "motorized", ["3115"]),
     ("KG Mtn", "motorized", ["3116"]), ("KG Mot", "motorized", ["3117"]), ("KG Mot", "panzergrenadier", ["3113", "3117"])],
)  # fmt: skip
def test_hosts(unit: str, option: str, hexes: list[str]) -> None:
    war = italy({**HOSTS, unit: "display"}, options={**DETACHED, "kg_mot_hosts": option}, dice=(1,))
    play(war, "reinforce", f"bring {unit}")
    assert asked(war)["at"] == [*hexes, "Axis Staging Area"], "a division of its kind, with or without a line"


@pytest.mark.rule("kesselring", "31.2b", "31.2a")
def test_the_state_of_the_host() -> None:  # T129
    for place, reduced, able in (("1520", (), True), ("1520", ("1 Arm",), False), ("1927", (), False)):
        war = italy(
            {"1 Arm": place, "7 Arm": "1420", "TF Arm (US)": "display"}, garrisons={"AL": ["1519"]}, reduced=reduced, active="AL",
            options=DETACHED, dice=(1,),
        )  # fmt: skip
        play(war, "reinforce", "bring TF Arm (US)")
        wanted = ["1519", place, "Allied Staging Area"] if able else ["1519", "Allied Staging Area"]
        assert asked(war)["at"] == wanted, "full strength, own contingent, a Line of Communication; Trapani is a port"
    war = italy({"16 Pz": "1624", "KG Arm": "display"}, reduced=["16 Pz"], options=DETACHED, dice=(1,))
    play(war, "reinforce", "bring KG Arm")
    assert at(war, "KG Arm") == "Axis Staging Area", "unasked: the division is reduced"


@pytest.mark.rule("kesselring", "31.2c", "31.3d")
def test_they_may_crowd_a_hex() -> None:
    war = italy({"16 Pz": "3112", "15 PzGr": "3112", "29 PzGr": "3112", "KG Arm": "display"}, options=DETACHED, dice=(1,))
    play(war, "reinforce", "bring KG Arm", "at 3112")
    assert asked(war).keys() == {"to", "stay"}
    war.play("stay")
    assert war.overstacked(war.setup.places["Roma"], 0)


@pytest.mark.rule("kesselring", "31.3", "31.3b", "31.3d")
def test_they_are_never_lost_for_good() -> None:
    war = italy(
        {"51 Inf": "1627", "50 Inf": "1627", "78 Inf": "1627", "Gds Bde": "1726", "5 Inf": "1827", "KG Arm": "1727"},
        garrisons={"AL": ["Siracusa"]}, active="AL", options=DETACHED,
    )  # fmt: skip
    roll = fight(war, "1727", "51 Inf", "50 Inf", "78 Inf", dice=(5,))
    assert "concentric" in mods(roll) and roll.result == "DE" and at(war, "KG Arm") == "Axis Reinforcements"
    war = italy({"KG Arm": "1421", "45 Inf": "1420"}, garrisons={"AX": ["1421"]}, options=DETACHED)
    fight(war, "1420", "KG Arm", dice=(2,))
    assert told(war, "combat")[-1].result == "AD" and at(war, "KG Arm") == "Axis Reinforcements", (
        "one step, and no die for its return"
    )


# --- strategic movement [32.0]

STRATEGIC = {"strategic_movement": True}


@pytest.mark.rule("kesselring", "32.1", "32.1a", "32.2")
def test_strategic_movement() -> None:
    units = {"305 Inf": "3112", "94 Inf": "3212", "16 Pz": "2327"}
    assert refused(italy(units, garrisons={"AX": ["Roma", "Foggia"]}), "march") == "32.2"
    war = italy(units, garrisons={"AX": ["Roma", "Foggia", "San Benedetto"]}, ap=(5, 5), options=STRATEGIC)
    war.play("march")
    assert asked(war)["unit"] == ["305 Inf"], "94 Inf is off the road, 16 Pz out of supply"
    play(war, "unit 305 Inf")
    ways = set(asked(war)["to"])
    assert {"3714", "3321", "Axis Staging Area"} <= ways, "any distance, while the end is in supply"
    assert "2628" not in ways and "2728" not in ways, "off the road, or out of supply"
    war.play("to", "3321")
    assert at(war, "305 Inf") == "3321" and war.ap[0] == 4 and side(war) == "AL", "one unit"


@pytest.mark.rule("kesselring", "32.1b")
def test_no_strategic_movement_near_the_enemy() -> None:  # T130
    war = italy({"305 Inf": "3519", "45 Inf": "3418"}, garrisons={"AX": ["Pescara", "Foggia"]}, options=STRATEGIC)
    play(war, "march", "unit 305 Inf")
    ways = set(asked(war)["to"])
    assert not {"3419", "3517", "3518"} & ways and "3321" in ways, "not into the ZOC of 45 Inf"
    war = italy({"305 Inf": "1519", "45 Inf": "1622"}, garrisons={"AX": ["1519", "1721", "1426"]}, options=STRATEGIC)
    play(war, "march", "unit 305 Inf")
    assert "1721" not in asked(war)["to"] and "1426" in asked(war)["to"], "nor through it: 1621 lies on the road to Palermo"
    war = italy({"305 Inf": "3517", "45 Inf": "3418"}, garrisons={"AX": ["Pescara", "Foggia"]}, options=STRATEGIC)
    assert refused(war, "march") == "32.2", "it begins in one"


@pytest.mark.rule("kesselring", "32.1c")
def test_strategic_movement_and_the_staging_areas() -> None:
    war = italy({"305 Inf": "staging"}, garrisons={"AX": ["Roma"]}, options=STRATEGIC)
    play(war, "march", "unit 305 Inf")
    assert "3112" in asked(war)["to"] and "3409" not in asked(war)["to"], "by the roads that lead off the map"
    war = italy({"45 Inf": "staging", "34 Inf": "1721"}, garrisons={"AL": ["Palermo", "Trapani"]}, active="AL", options=STRATEGIC)
    war.play("march")
    assert asked(war)["unit"] == ["34 Inf"]
    war.play("unit", "34 Inf")
    assert "1519" in asked(war)["to"] and "Allied Staging Area" not in asked(war)["to"]


# --- open cities [34.0]

OPEN = {"open_cities": True}


@pytest.mark.rule("kesselring", "34.1", "34.2", "34.2a", "34.2d")
def test_declaring_an_open_city() -> None:
    units = {"305 Inf": "3112", "26 Ast": "3116", "45 Inf": "3013"}
    assert refused(italy(units), "declare") == "34.1"
    war = italy(units, ap=(5, 5), options=OPEN)
    war.play("declare")
    assert asked(war) == {"at": ["3112", "3116"]}, "no line and no freedom from ZOCs is asked for"
    war.play("at", "3112")
    assert war.ap[0] == 4 and named(war, war.open_city) == {"3112"}
    war = italy(units, garrisons={"AX": ["Roma"]}, open_city=["3112"], options=OPEN)
    assert refused(war, "fortify") == "25.2", "no digging"
    war = italy(units, open_city=["3112"], options=OPEN)
    war.play("declare")
    assert asked(war) == {"at": ["3116"]}, "once each"
    war = italy({"305 Inf": "3113"}, options=OPEN)
    assert refused(war, "declare") == "34.1", "nobody stands there"
    war = italy({"305 Inf": "3112", "45 Inf": "3013"}, active="AL", options=OPEN)
    assert refused(war, "declare") == "34.1", "the Axis alone declares"


@pytest.mark.rule("kesselring", "34.1")
@pytest.mark.parametrize(("option", "able"), [("allowed", True), ("barred", False)])
def test_a_fortified_open_city(option: str, able: bool) -> None:
    war = italy({"305 Inf": "3112"}, forts=["3112"], options={**OPEN, "open_city_fort": option})
    assert ("declare" in asked(war)) == able
    if able:
        play(war, "declare", "at 3112")
        assert named(war, war.forts) == {"3112"}, "it stays"


def roma(units: dict[str, str] | None = None, **more: Any) -> Italy:
    units = {
        "45 Inf": "3111",
        "34 Inf": "3111",
        "16 Pz": "Roma",
        "305 Inf": "Roma",
        "I/12AF": "Viterbo",
        "205G": "staging",
        **(units or {}),
    }
    return italy(units, **{
        "garrisons": {"AL": ["Civitavecchia", "Viterbo"], "AX": ["Roma"]}, "open_city": ["3112"], "options": OPEN, "ap": (5, 5), "active": "AL",
        **more,
    })  # fmt: skip


@pytest.mark.rule("kesselring", "34.2b")
def test_aircraft_over_an_open_city() -> None:  # T131
    war = roma()
    for die, loser, points in ((4, "45 Inf", 6), (5, "34 Inf", 7)):  # AA both times
        assault(war, "3112", "45 Inf", "34 Inf")
        play(war, "cas I/12AF", "enough")
        war.script(die, 1)
        play(war, "stand", f"lose {loser}")
        assert war.ap[0] == points, "for each attack"
        war.play("pass")
    war = roma()
    fight(war, "3112", "45 Inf", "34 Inf", dice=(4,))
    war.play("lose", "45 Inf")
    assert war.ap[0] == 5, "not without aircraft"
    war = roma()
    play(war, "bombard", "target 3112", "fly 205G")
    war.script(2, 1)
    war.play("launch")
    assert war.ap[0] == 6 and told(war, "bombardment")[-1].result == "-", "and for each raid, even one without effect"


@pytest.mark.rule("kesselring", "34.2b", "34.2c")
def test_aircraft_that_help_to_take_it() -> None:
    war = roma({"16 Pz": "staging", "305 Inf": "staging", "36 Inf": "3111"}, reduced=["3112"])
    assault(war, "3112", "45 Inf", "34 Inf", "36 Inf")
    play(war, "cas I/12AF", "enough")
    war.script(6, 1)
    play(war, "stand", "pursue 45 Inf", "halt")
    if step(war) == "Landing":
        war.play("land", "Allied Staging Area")
    assert at(war, "45 Inf") == "3112" and war.ap[0] == 6 and not war.open_city, "the attack was on an open city"
    war = roma({"16 Pz": "3213", "305 Inf": "staging"}, garrisons={"AL": ["Civitavecchia", "Viterbo"]}, open_city=[])
    war.open_city_spent = 1 << war.setup.places["Roma"]
    play(war, "pass")
    assert refused(war, "declare") == "34.1", "never again"


# --- major Objectives [35.0]

MAJOR = {"major_objectives": True}


@pytest.mark.rule("kesselring", "35.1", "35.1a", "35.1b", "35.2", "35.2b", "35.2a")
def test_attacks_on_napoli() -> None:  # T132
    war = italy(
        {"45 Inf": "2916", "9 Inf": "2916", "16 Pz": "2917", "305 Inf": "staging"}, garrisons={"AL": ["Gaeta"]}, active="AL", ap=(5, 9),
        options=MAJOR,
    )  # fmt: skip
    fight(war, "2917", "45 Inf", dice=(5,))
    war.play("lose", "45 Inf")
    assert war.ap[0] == 5 + 2, "attacked in vain"
    war.play("pass")
    fight(war, "2917", "9 Inf", dice=(4,))
    war.play("lose", "9 Inf")
    assert war.ap[0] == 7, "once"
    assert named(war, war.setup.major) == {"3112", "2917", "3321", "2027", "1609"}


@pytest.mark.rule("kesselring", "35.1a", "35.2a", "35.2c")
def test_walking_into_messina() -> None:
    war = italy({"78 Inf": "1926"}, active="AL", ap=(5, 5), options=MAJOR)
    play(war, "move", "lead 78 Inf", "unit 78 Inf", "to 2027", "end")
    assert war.ap == [5, 4 + 2], "even if the Axis has left it"
    war.play("pass")
    play(war, "move", "lead 78 Inf", "unit 78 Inf", "to 1926", "end", "pass")
    play(war, "move", "lead 78 Inf", "unit 78 Inf", "to 2027", "end")
    assert war.ap[1] == 6 - 2, "not a second time"


@pytest.mark.rule("kesselring", "35.1a", "35.1b")
def test_messina_from_the_sea() -> None:
    sea = {"Amphib UK 1": "staging", "78 Inf": "staging", "50 Inf": "staging", "51 Inf": "staging"}
    for die, points in ((6, [5, 9 - 2 + 2]), (1, [5 + 2, 9 - 2])):
        war = italy(sea, garrisons={"AX": ["Messina"]}, reduced=["Messina"], active="AL", ap=(5, 9), options=MAJOR)
        play(
            war, "invade", "from Allied Staging Area", "beach 2027", "load 78 Inf", "load 50 Inf", "load 51 Inf", "full", "launch"
        )
        play(war, "enough", "fight 2027")
        war.script(die, 1, 1, 1)
        war.play("stand")
        while step(war) != "Act":
            verb, targets = next(iter(asked(war).items()))
            war.play(verb, targets[0])
        assert war.ap == points


@pytest.mark.rule("kesselring", "35.1a")
def test_cagliari_by_surrender() -> None:
    war = italy(
        CONQUEST, garrisons={"AX": ["Foggia"], "AL": SICILY}, surrendered=False, turn=2, phase="end of phase", ap=(5, 5), dice=(1, 1),
        options=MAJOR,
    )  # fmt: skip
    play(war, "reduce Axis Garrison 1")
    before = war.ap[1]
    war.script(*TURN)
    war.play("at", "1609")
    gains = [event.rule for event in told(war, "ap") if event.rule.startswith("35")]
    assert gains == ["35.1a", "35.1a"] and before == 5, "Messina and Cagliari, when the free Garrisons are placed"


# --- other victories [36.0, 37.0]

SOUTH, GAMBIT = {"victory_south": True}, {"med_gambit": True}
MAINLAND = ["2028", "2917", "2919", "3112", "3227", "3321", "3425", "3516", "3714"]


@pytest.mark.rule("kesselring", "36.1")
@pytest.mark.parametrize("scenario", ["campaign", "avalanche-baytown"])
def test_more_germans(scenario: str) -> None:
    war = opened(scenario, options=SOUTH)
    assert {"1 SS Pz", "FHH PzGr", "FJV"} <= box(war, "Axis Turn 3")
    war = italy({"1 SS Pz": "turn 3", "FJV": "turn 3"}, phase="arrivals", turn=3, options={**SOUTH, "achse": True})
    assert at(war, "1 SS Pz") == at(war, "FJV") == "Axis Reinforcements", "as ordinary reinforcements, used in Achse or not"


@pytest.mark.rule("kesselring", "36.2")
def test_german_wings_stay() -> None:
    units = {"16 Pz": "3112", "Kg 26": "staging", "Jg 27": "staging", "Jg 53": "staging"}
    war = italy(units, phase="axis event", dice=(1, 1, 1), options=SOUTH)
    assert asked(war) == {"withdraw": ["16 Pz"]}, "ground units go as usual"
    war.play("withdraw", "16 Pz")
    assert step(war) == "Act" and at(war, "Kg 26") == "Axis Staging Area"
    war = italy(units, phase="axis event", dice=(2, 1, 1), options=SOUTH)
    assert step(war) == "Act" and at(war, "Jg 27") == at(war, "Jg 53") == "Axis Staging Area"


@pytest.mark.rule("kesselring", "37.1")
def test_no_allied_withdrawals() -> None:
    units = {
        "2 Arm": "staging",
        "1 Inf (US)": "staging",
        "Patton": "staging",
        "82 Abn": "staging",
        "Amphib US 1": "staging",
        "16 Pz": "3112",
    }
    for die in (1, 2):
        war = italy(units, phase="allied event", events={"AX": range(1, 7)}, dice=(die, 1, 1, 1), options=GAMBIT)
        if die == 2:
            assert asked(war) == {"withdraw": ["Amphib US 1"]}, "the Amphib is recycled, not withdrawn"
            war.play("withdraw", "Amphib US 1")
        assert at(war, "2 Arm") == at(war, "1 Inf (US)") == at(war, "Patton") == at(war, "82 Abn") == "Allied Staging Area"
    war = italy({"16 Pz": "3112", "82 Abn": "staging"}, phase="withdrawals", turn=5, options=GAMBIT)
    assert (at(war, "16 Pz"), at(war, "82 Abn")) == ("Axis Withdrawn", "Allied Staging Area")
    war = opened("avalanche-baytown", options=GAMBIT)
    assert {"1 Inf (US)", "2 Arm", "Patton"} <= box(war, "Allied Staging Area") and box(war, "Allied Withdrawn") == set()


def last_turn(axis: list[str], allies: list[str], options: dict[str, bool]) -> Outcome:
    """The end of turn 8 with Objectives held by a Garrison, or, at San Benedetto, by a division."""
    units = {}
    for posts, name in ((axis, "305 Inf"), (allies, "45 Inf")):
        if "3714" in posts:
            units[name] = "3714"
    war = italy(
        units, garrisons={"AX": [h for h in axis if h != "3714"], "AL": [h for h in allies if h != "3714"]}, turn=8, phase="end of turn",
        options=dict(options),
    )  # fmt: skip
    assert war.outcome is not None
    return war.outcome


BOTH = {**SOUTH, **GAMBIT}


@pytest.mark.rule("kesselring", "36.3", "37.2")
@pytest.mark.parametrize(
    ("axis", "allies", "options", "winner", "rule"),
    [
        (MAINLAND, [], SOUTH, 0, "36.3"), (MAINLAND[1:], [], SOUTH, 1, "36.3"), (MAINLAND[1:], MAINLAND[:1], SOUTH, 1, "36.3"),
        ([], MAINLAND, GAMBIT, 1, "37.2"), ([], MAINLAND[1:], GAMBIT, 0, "37.2"), (MAINLAND[:1], MAINLAND[1:], GAMBIT, 0, "37.2"),
        (MAINLAND, [], BOTH, 0, "36.3"), ([], MAINLAND, BOTH, 1, "37.2"), (MAINLAND[:1], MAINLAND[1:], BOTH, -1, "37.2"),
    ],
)  # fmt: skip
def test_the_mainland_decides(axis: list[str], allies: list[str], options: dict[str, bool], winner: int, rule: str) -> None:
    outcome = last_turn(axis, allies, options)
    assert (outcome.winner, outcome.rule) == (winner, rule)
    assert outcome.level == ("Draw" if winner < 0 else "Strategic victory")
