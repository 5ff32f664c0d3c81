"""Where three rules meet: interceptors and the field they come home to, leaders and several beaches, open cities from the sea,
crowds with wings, sources that are given up, the last turns of the track."""

from __future__ import annotations

import pytest

from .conftest import asked, assault, at, fight, garrisons, italy, mods, piece, play, quietly, refused, side, step, told, whole

HOME = "Allied Staging Area"
SEA = {"9 Inf": "staging", "3 Inf": "staging", "45 Inf": "staging", "Amphib US 1": "staging"}


def lose(war) -> None:  # type: ignore[no-untyped-def]
    """Whoever must lose something loses the first that is listed."""
    while "lose" in asked(war):
        war.play("lose", asked(war)["lose"][0])


# --- open cities


@pytest.mark.rule("kesselring", "34.2b", "18.4b", "21.1.1a")
@pytest.mark.parametrize(("aircraft", "points"), [(["I/12AF"], 6), ([], 5)])
def test_close_support_for_a_landing_in_an_open_city_pays_the_axis(aircraft: list[str], points: int) -> None:
    """Neither of the two cities of the book lies by the sea; a pack may name one that does. An attack from the sea is an attack."""
    war = italy(
        SEA | {"I/12AF": "Trapani"}, garrisons={"AX": ["Cagliari"], "AL": ["Trapani"]}, open_city=["1609"], active="AL", ap=(5, 9),
        surrendered=False, options={"open_cities": True}, tables='[map]\nopen_cities = ["1609"]',
    )  # fmt: skip
    war.put(piece(war, "I/12AF"), war.setup.staging[1])
    play(war, "invade", f"from {HOME}", "beach 1609", "load 9 Inf", "full", "launch")
    for name in aircraft:
        war.play("cas", name)
    war.play("enough")
    war.script(1, *(1,) * 6)
    if "fight" in asked(war):
        war.play("fight", "1609")
    quietly(war)
    assert war.ap[0] == points


@pytest.mark.rule("kesselring", "34.2b", "18.4b", "21.3.2")
def test_it_pays_though_the_aircraft_were_shot_down_before_the_beach() -> None:
    war = italy(
        SEA | {"I/12AF": "staging", "Jg 27": "Cagliari"}, garrisons={"AX": ["Cagliari"]}, open_city=["1609"], active="AL", ap=(5, 9),
        surrendered=False, options={"open_cities": True}, tables='[map]\nopen_cities = ["1609"]',
    )  # fmt: skip
    play(war, "invade", f"from {HOME}", "beach 1609", "load 9 Inf", "full", "launch", "cas I/12AF", "enough")
    war.script(5, 1, 1)
    play(war, "intercept Jg 27", "engage")
    lose(war)
    assert at(war, "I/12AF") != HOME
    war.script(1, *(1,) * 6)
    if "fight" in asked(war):
        war.play("fight", "1609")
    quietly(war)
    assert war.ap[0] == 5 - 1 + 1


# --- air units and the field they come home to


@pytest.mark.rule("kesselring", "21.3", "20.6", "20.2.2d", "20.2.2c")
@pytest.mark.parametrize(("back", "spared"), [(1, False), (6, True)])
def test_an_interceptor_is_home_before_its_field_is_stormed(back: int, spared: bool) -> None:
    """The Garrison of 1421 falls to an attack with close support. Who met the aircraft has landed there and falls with it,
    unless its die sent it to rest."""
    units = {"9 Inf": "1420", "3 Inf": "1420", "45 Inf": "1420", "I/12AF": "staging", "Jg 27": "1421"}
    war = italy(units, garrisons={"AL": ["Trapani"], "AX": ["1421"]}, active="AL", surrendered=False, ap=(9, 9))
    assault(war, "1421", "9 Inf", "3 Inf", "45 Inf")
    play(war, "cas I/12AF", "enough", "intercept Jg 27")
    war.script(2, back, 6, *(3,) * 6)
    war.play("engage")
    lose(war)
    quietly(war)
    lose(war)
    assert told(war, "combat")[-1].result == "DE" and not garrisons(war, "AX")
    assert (at(war, "Jg 27") == f"Axis Turn {war.turn + 1}") == spared, at(war, "Jg 27")


@pytest.mark.rule("kesselring", "10.2b", "20.2.2c", "17.1.1k", "16.1.DD")
def test_a_crowd_driven_off_an_airfield_leaves_no_wing_there() -> None:
    """DD against four units and a Garrison: its lost step costs one of two wings, its retreat that it cannot make the other."""
    crowd = dict.fromkeys(["94 Inf", "65 Inf", "305 Inf", "71 Inf"], "3321")
    units = crowd | {"45 Inf": "3320", "34 Inf": "3320", "36 Inf": "3320", "Jg 27": "3321", "Jg 53": "3321"}
    war = italy(units, garrisons={"AX": ["3321"], "AL": ["Termoli"]}, active="AL")
    assault(war, "3321", "45 Inf", "34 Inf", "36 Inf")
    play(war, "enough", "defend 71 Inf")
    war.script(6, *(1,) * 8)
    war.play("stand")
    assert told(war, "combat")[-1].result == "DD" and sorted(asked(war)["lose"]) == ["Jg 27", "Jg 53"]
    war.play("lose", "Jg 53")
    assert not garrisons(war, "AX") and "3321" not in (at(war, "Jg 27"), at(war, "Jg 53"))
    assert set(asked(war)["unit"]) == set(crowd)


@pytest.mark.rule("kesselring", "24.4", "21.3a", "22.1a")
@pytest.mark.parametrize(("target", "able"), [("1421", True), ("1521", False)])
def test_carrier_aircraft_intercept_over_the_coast_only(target: str, able: bool) -> None:
    units = {"94 Inf": "1420", "50 Inf": target, "CVE": "staging", "Jg 27": "1627"}
    if target == "1521":
        units["94 Inf"] = "1520"
    war = italy(units, garrisons={"AX": ["1627"]}, surrendered=False, turn=4)
    assault(war, target, "94 Inf")
    play(war, "cas Jg 27", "enough")
    assert ("intercept" in asked(war)) == able


# --- several landings


@pytest.mark.rule("kesselring", "23.3a", "18.3b", "23.2b")
@pytest.mark.parametrize(("who", "die", "again"), [("Kesselring", 0, False), ("504 Hvy Pz", 3, True), ("504 Hvy Pz", 4, False)])
def test_who_defended_one_beach_may_or_may_not_defend_the_next(who: str, die: int, again: bool) -> None:
    """Two landings in one Action are one segment: a leader serves once in it, heavy panzers as long as their die keeps them ready."""
    units = SEA | {"Amphib US 2": "staging", "3 PzGr": "1425", "15 PzGr": "1421", who: "staging"}
    war = italy(units, garrisons={"AX": ["1425", "1421"]}, active="AL", ap=(9, 9), surrendered=False)
    beaches = asked_beaches(war)
    assert {"1425", "1421"} <= beaches
    play(war, "load 9 Inf", "full", "beach 1421", "load 3 Inf", "full", "launch", "enough", "enough", "fight 1425")
    war.play("support", who)
    war.script(1, 1, *((die,) if die else ()))
    war.play("stand")
    lose(war)
    if "fight" in asked(war):
        war.play("fight", "1421")
    assert (who in asked(war).get("support", [])) == again


def asked_beaches(war) -> set[str]:  # type: ignore[no-untyped-def]
    """Begin an invasion from the Staging Area at 1425, and say which beaches were open."""
    play(war, "invade", f"from {HOME}")
    beaches = set(asked(war)["beach"])
    war.play("beach", "1425")
    return beaches


@pytest.mark.rule("kesselring", "18.5", "8.3b", "18.4d")
@pytest.mark.parametrize(("turn", "place"), [(6, "Allied Turn 8"), (7, "Allied Withdrawn")])
def test_an_amphib_used_late_does_not_come_back(turn: int, place: str) -> None:
    war = italy(SEA, active="AL", ap=(0, 9), turn=turn)
    play(war, "invade", f"from {HOME}", "beach 1425", "load 9 Inf", "full", "launch")
    assert at(war, "9 Inf") == "1425" and at(war, "Amphib US 1") == place


# --- sources given up


@pytest.mark.rule("kesselring", "7.5.1", "12.5b", "12.3c")
@pytest.mark.parametrize("kept", [True, False])
def test_who_sends_the_last_garrison_home_attacks_with_one_unit(kept: bool) -> None:
    units = {"9 Inf": "1420", "3 Inf": "1420", "26 Ast": "1421"}
    war = italy(units, garrisons={"AL": ["Trapani"]}, active="AL", surrendered=False, ap=(9, 9))
    if not kept:
        play(war, "demobilise", *(f"remove {name}" for name in asked_targets(war, "demobilise")), "pass")
    play(war, "attack", "target 1421", "join 9 Inf")
    assert ("3 Inf" in asked(war).get("join", [])) == kept


def asked_targets(war, verb: str) -> list[str]:  # type: ignore[no-untyped-def]
    """The only Garrison that could be removed."""
    trial = war.copy()
    trial.play(verb)
    (name,) = asked(trial)["remove"]
    return [name]


@pytest.mark.rule("kesselring", "21.2.2", "14.1.2a", "18.2c")
def test_a_port_whose_garrison_was_bombed_away_sends_nobody_to_sea() -> None:
    units = {"9 Inf": "Palermo", "Amphib US 1": "staging", "Kg 26": "staging", "Kg 54": "staging", "26 Ast": "1425"}
    war = italy(units, garrisons={"AL": ["Palermo"]}, reduced=["Palermo"], surrendered=False, ap=(9, 9))
    play(war, "bombard")
    play(war, f"target {asked(war)['target'][0]}", "fly Kg 26", "fly Kg 54")
    war.script(6, 1, 1, 1)
    war.play("launch")
    lose(war)
    while "land" in asked(war):
        war.play("land", "Axis Staging Area")
    assert not garrisons(war, "AL")
    assert refused(war, "invade") and refused(war, "transfer")
    assert "evacuate" in asked(war)


# --- drops, evacuations, replacements


@pytest.mark.rule("kesselring", "19.1f", "16.1.AD", "17.1.1d")
def test_who_dropped_and_was_defeated_falls_back_two_hexes_from_where_it_came_down() -> None:
    war = italy(
        {"1 Abn": "staging", "3 PzGr": "1521", "26 Ast": "1521"}, garrisons={"AL": ["Trapani"]}, active="AL", surrendered=False
    )
    play(war, "drop", "unit 1 Abn")
    war.script(6)
    play(war, "jump 1522", "strike 1521")
    war.script(3)
    quietly(war)
    assert told(war, "combat")[-1].result == "AD" and not whole(war, "1 Abn")
    play(war, "unit 1 Abn", "go")
    find = war.setup.names.find
    while step(war) == "Retreat":
        war.play("to", next(h for h in asked(war)["to"] if not war.zoc(0) >> find("space", h) & 1))
    assert war.setup.grid.distance(find("space", "1522"), find("space", at(war, "1 Abn"))) == 2


@pytest.mark.rule("kesselring", "14.1.3", "25.4", "3.2c")
def test_the_last_unit_evacuated_takes_the_fortification_with_it() -> None:
    war = italy({"94 Inf": "1426"}, garrisons={"AX": ["Siracusa"]}, forts=["1426"], surrendered=False)
    play(war, "evacuate", "from 1426", "to Axis Staging Area", "unit 94 Inf")
    assert at(war, "94 Inf") == "Axis Staging Area" and not war.forts


@pytest.mark.rule("kesselring", "8.1.1a", "8.1.2a", "7.2f", "7.2g")
def test_a_reduced_division_that_was_lost_comes_back_whole() -> None:
    war = italy(
        {"9 Inf": "1420", "94 Inf": "1421"}, garrisons={"AL": ["Trapani"]}, reduced=["94 Inf"], active="AL", surrendered=False
    )
    fight(war, "1421", "9 Inf", dice=(6, 1))
    assert at(war, "94 Inf") == f"Axis Turn {war.turn + 1}" and whole(war, "94 Inf")


@pytest.mark.rule("kesselring", "27.1.SR3a", "27.1.SR3c", "25.4")
def test_where_only_italians_stood_in_their_ditch_the_allies_put_a_garrison() -> None:
    """Sardinia is taken but for Olbia: no. All of Sicily is taken; Cagliari was held by Italians alone, and is empty now."""
    sicily = ["2027", "1721", "1727", "1527"]
    units = dict(zip(("9 Inf", "3 Inf", "45 Inf", "2 Arm"), sicily, strict=True)) | {"30 Sab": "1609"}
    war = italy(units, forts=["1609"], active="AL", phase="end of phase", surrendered=False, dice=(1, 2))
    assert war.surrendered and at(war, "30 Sab") == "Axis Withdrawn" and not war.forts
    assert side(war) == "AL" and "1609" in asked(war)["at"]


@pytest.mark.rule("kesselring", "22.3", "8.3a", "7.2e")
def test_guns_that_defended_must_be_brought_up_again() -> None:
    """Next turn they lie in the Display: an Action and its die bring them back to the Staging Area."""
    units = {"50 Inf": "1421", "94 Inf": "1420", "Gunfire (UK)": "staging"}
    war = italy(units, garrisons={"AL": ["Trapani"]}, surrendered=False, ap=(9, 9))
    assault(war, "1421", "94 Inf")
    play(war, "enough", "gunfire Gunfire (UK)")
    war.script(1, *(1,) * 3)
    war.play("stand")
    lose(war)
    assert at(war, "Gunfire (UK)") == f"Allied Turn {war.turn + 1}" and "gunfire" not in asked(war)
    assert mods(told(war, "combat")[-1])["naval gunfire"] == -1
