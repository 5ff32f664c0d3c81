"""Ground combat: who attacks what, support, the percentage, shifts, closed hexes [15.0], and the odds shown before it."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from grandharbour.games.kesselring.state import Italy

from .conftest import asked, assault, fact, fight, italy, listed, mods, play, quietly, refused, said, side, step, told

TRAPANI = {"AL": ["Trapani"], "AX": ["Castelvetrano"]}
"""The Allies hold Trapani (1519), the Axis the open airfield of Castelvetrano (1421) next to 1420, 1422, 1520 and 1521."""


def airfield(units: dict[str, str], **more: Any) -> Italy:
    """The Allies before Castelvetrano: its Garrison counts 2 and has flak, the ground is open, the beach is near."""
    return italy(units, **{"garrisons": TRAPANI, "active": "AL", **more})


@pytest.mark.rule("kesselring", "15.1", "15.1a", "15.1c")
def test_attacks_are_free_to_make_and_bound_to_end() -> None:
    war = airfield({"45 Inf": "1420"})
    assert {"attack", "pass"} <= asked(war).keys()
    play(war, "attack", "target 1421", "join 45 Inf", "assault")
    assert asked(war) == {"enough": [None]} and refused(war, "pass") == "6.1a"
    war.play("enough")
    assert (side(war), asked(war)) == ("AX", {"stand": [None]}), "a defender cannot refuse"


@pytest.mark.rule("kesselring", "15.1b", "15.1d")
def test_attackers_stand_next_to_the_one_hex() -> None:
    war = airfield(
        {"45 Inf": "1420", "34 Inf": "1519", "36 Inf": "1520", "26 Ast": "1521"}, garrisons={"AL": ["Trapani"], "AX": ["1421"]}
    )  # fmt: skip
    war.play("attack")
    assert asked(war) == {"target": ["1421", "1521"]}
    war.play("target", "1421")
    assert asked(war) == {"join": ["45 Inf", "36 Inf"]}
    assert refused(war, "join", "34 Inf") == "15.1g"
    play(war, "join 45 Inf", "join 36 Inf", "assault", "enough")
    war.script(5)
    war.play("stand")
    roll = told(war, "combat")[-1]
    assert roll.spaces == (war.setup.names.find("space", "1421"),)
    assert fact(roll, "percent") == 700, "14 against the Garrison alone, not against 1521"


@pytest.mark.rule("kesselring", "15.1e")
@pytest.mark.parametrize(
    ("reduced", "percent"), [((), 70), (("45 Inf",), 40), (("16 Pz",), 116), (("45 Inf", "16 Pz", "1421"), 80)]
)
def test_the_side_that_is_up_counts(reduced: tuple[str, ...], percent: int) -> None:
    war = airfield({"45 Inf": "1420", "16 Pz": "1421"}, reduced=reduced)
    assert fact(fight(war, "1421", "45 Inf", dice=(3, 1, 1)), "percent") == percent


@pytest.mark.rule("kesselring", "15.1f", "15.2a")
def test_one_source_supports_an_attack() -> None:
    war = airfield(
        {"45 Inf": "1420", "34 Inf": "1422", "36 Inf": "1520"}, garrisons={"AL": ["Trapani", "Agrigento"], "AX": ["1421"]}
    )
    play(war, "attack", "target 1421")
    assert asked(war) == {"join": ["45 Inf", "34 Inf", "36 Inf"]}
    war.play("join", "45 Inf")
    assert asked(war)["join"] == ["36 Inf"], "34 Inf draws on Agrigento"


@pytest.mark.rule("kesselring", "15.1g")
def test_attackers_of_one_contingent() -> None:  # T70
    war = airfield({"45 Inf": "1420", "GTM": "1420", "78 Inf": "1420"})
    play(war, "attack", "target 1421", "join 45 Inf")
    assert asked(war)["join"] == ["GTM"], "the French are of the US contingent"
    assert refused(war, "join", "78 Inf") == "15.1g"


@pytest.mark.rule("kesselring", "15.1g")
def test_defenders_of_two_contingents_fight_together() -> None:
    war = airfield({"9 Inf": "1420", "3 PzGr": "1421", "54 Nap": "1421"})
    assert fact(fight(war, "1421", "9 Inf", dice=(4, 1)), "percent") == 800 // 11


@pytest.mark.rule("kesselring", "15.1h", "15.2a")
def test_after_a_move_all_attack_one_hex() -> None:
    war = airfield({"45 Inf": "1519", "34 Inf": "1519", "36 Inf": "1620", "26 Ast": "1621"}, ap=(5, 5))
    play(war, "move", "lead 45 Inf", "unit 45 Inf", "to 1420", "unit 34 Inf", "to 1620")
    assert asked(war)["strike"] == ["1421", "1621"]
    war.play("strike", "1421")
    assert asked(war)["join"] == ["45 Inf"], "34 and 36 Inf stand elsewhere"
    play(war, "join 45 Inf", "assault")
    war.script(5, 5)  # 350 percent: DD; the Garrison is gone in retreat
    quietly(war)
    assert step(war) == "Pursuit" and war.ap[1] == 4, "the attack was free"
    war.play("halt")
    assert side(war) == "AX", "nobody attacks a second hex"


@pytest.mark.rule("kesselring", "15.1i")
def test_garrisons_never_attack() -> None:
    war = italy({"26 Ast": "1420", "45 Inf": "1721"}, garrisons={"AL": ["Trapani"]}, active="AL")
    assert refused(war, "attack") == "15.2a"


@pytest.mark.rule("kesselring", "15.2", "15.2a")
def test_an_attack_costs_a_point_and_one_unit_may_lack_supply() -> None:
    war = airfield({"45 Inf": "1420", "34 Inf": "1420"}, garrisons={"AX": ["1421"]}, ap=(5, 1))
    play(war, "attack", "target 1421")
    assert war.ap == [5, 0]
    war.play("join", "34 Inf")
    assert asked(war) == {"assault": [None]}, "without a line it attacks alone"


SUPPORTED = {
    "45 Inf": "1420", "I/12AF": "staging", "II/12AF": "staging", "Patton": "staging", "Rangers": "staging", "Gunfire (US)": "staging",
    "16 Pz": "1421", "Jg 27": "Castelvetrano", "Kesselring": "staging",
}  # fmt: skip


@pytest.mark.rule("kesselring", "15.2b", "15.2.imp", "21.3.1d", "23.2c")
def test_the_order_of_an_attack() -> None:
    war = airfield(SUPPORTED, ap=(3, 3))
    assault(war, "1421", "45 Inf")
    assert (side(war), step(war)) == ("AL", "Support")
    assert asked(war) == {
        "cas": ["I/12AF", "II/12AF"], "gunfire": ["Gunfire (US)"], "support": ["Patton", "Rangers"], "enough": [None]
    }  # fmt: skip
    play(war, "cas I/12AF", "cas II/12AF", "gunfire Gunfire (US)", "support Patton")
    assert asked(war) == {"enough": [None]} and war.ap == [3, 1]
    war.play("enough")
    assert (side(war), asked(war)) == ("AX", {"intercept": ["Jg 27"], "decline": [None]}), (
        "interception before the defender's SSU"
    )
    war.play("intercept", "Jg 27")
    assert war.ap == [2, 1]
    war.script(1, 1)  # 3 - 6: A1, the fighter is lost and rolls for its return
    play(war, "engage", "lose Jg 27")
    assert (side(war), asked(war)) == ("AX", {"support": ["Kesselring"], "stand": [None]})
    war.play("support", "Kesselring")
    war.script(5, 1, 1, 1, 1)  # 7 : 10 is 70; +1 CAS (flak stops one), +1 gunfire, +2 Patton, -1 Kesselring
    war.play("stand")
    roll = told(war, "combat")[-1]
    assert mods(roll) == {"naval gunfire": 1, "Patton": 2, "close air support": 2, "flak": -1, "Kesselring": -1}
    assert fact(roll, "column") == "200-299" and roll.result == "DW"
    assert war.ap == [2, 1], "ground units and SSU defend without AP"
    play(war, "unit 16 Pz", "to 1521", "halt", "land Allied Staging Area", "land Allied Staging Area")
    assert (side(war), step(war)) == ("AX", "Act"), "the Axis still has its Action"


PERCENT = [
    ({"Gds Bde": "1420", "16 Pz": "1421"}, ("Gds Bde",), "<=49"),
    ({"45 Inf": "1420", "16 Pz": "1421"}, (), "50-99"),
    ({"82 Abn": "1420", "2 Mor": "1420", "16 Pz": "1421"}, (), "100-149"),
    ({"9 Inf": "1420", "3 Inf": "1420", "16 Pz": "1421"}, (), "150-199"),
    ({"9 Inf": "1420", "3 Inf": "1420", "45 Inf": "1420", "16 Pz": "1421"}, (), "200-299"),
    ({"45 Inf": "1420"}, (), "300-399"),
    ({"9 Inf": "1420"}, (), "400-499"),
    ({"45 Inf": "1420", "GTM": "1420"}, (), "500-599"),
    ({"3 Inf": "1420", "9 Inf": "1420"}, ("9 Inf",), "600-699"),
    ({"3 Inf": "1420", "45 Inf": "1420"}, (), "700+"),
]
TABLE = {
    "<=49": "AE AE AD AD AA AW", "50-99": "AE AD AD AA AW BA", "100-149": "AD AD AA AW BA DW", "150-199": "AD AA AW BA DW DW",
    "200-299": "AD AA BA BA DW DD", "300-399": "AA AW BA DW DD DD", "400-499": "AA BA DW DW DD DE", "500-599": "AW BA DW DD DD DE",
    "600-699": "BA DW DD DD DE DE", "700+": "DW DD DD DE DE DE",
}  # fmt: skip


@pytest.mark.rule("kesselring", "15.3", "16.1")
@pytest.mark.parametrize(("units", "reduced", "column"), PERCENT, ids=[column for _, _, column in PERCENT])
def test_every_column_of_the_table(units: dict[str, str], reduced: tuple[str, ...], column: str) -> None:
    war = airfield(units, reduced=reduced)
    assault(war, "1421", *(name for name, h in units.items() if h == "1420"))
    war.play("enough")
    odds = war.odds("AX", "stand")
    wanted = TABLE[column].split()
    assert odds is not None and odds.modifiers == ()
    assert dict(odds.chances) == {result: Fraction(wanted.count(result), 6) for result in wanted}
    for die in range(1, 7):
        rolled = war.copy()
        rolled.log = []
        rolled.script(die, 1, 1, 1, 1)
        rolled.play("stand")
        roll = told(rolled, "combat")[0]
        assert (fact(roll, "column"), roll.result) == (column, wanted[die - 1])


@pytest.mark.rule("kesselring", "15.3", "15.3.ex")
def test_25_against_10() -> None:  # T60
    war = airfield(
        {"51 Inf": "1420", "78 Inf": "1420", "1 Cdn Inf": "1420", "50 Inf": "1520", "16 Pz": "1421"}, reduced=["50 Inf"]
    )
    roll = fight(war, "1421", "51 Inf", "78 Inf", "1 Cdn Inf", "50 Inf", dice=(4,))
    assert (fact(roll, "percent"), fact(roll, "column"), roll.modifiers) == (250, "200-299", ())


CASSINO = {"82 Abn": "3017", "2 Mor": "3017", "15 PzGr": "3116", "I/12AF": "Napoli", "II/12AF": "Napoli"}


@pytest.mark.rule("kesselring", "15.4", "15.4a", "15.4b", "15.4c", "15.4.ex", "15.5c")
def test_two_right_and_three_left() -> None:  # T61
    war = italy(CASSINO, garrisons={"AL": ["Napoli"], "AX": ["Frosinone"]}, active="AL")
    assault(war, "3116", "82 Abn", "2 Mor")
    play(war, "cas I/12AF", "cas II/12AF", "enough")
    war.script(2, 1, 1)
    war.play("stand")
    roll = told(war, "combat")[-1]
    assert mods(roll) == {"mountain": -2, "river": -1, "close air support": 2}
    assert (fact(roll, "percent"), fact(roll, "column"), roll.result) == (200, "150-199", "AA")


@pytest.mark.rule("kesselring", "15.4d")
def test_beyond_the_ends_of_the_table() -> None:  # T62
    war = airfield({"82 Abn": "1420", "45 Inf": "1420", "Patton": "staging", "Gunfire (US)": "staging"})
    assault(war, "1421", "82 Abn", "45 Inf")
    play(war, "support Patton", "gunfire Gunfire (US)", "enough")
    war.script(1)
    war.play("stand")
    roll = told(war, "combat")[-1]
    assert (fact(roll, "percent"), sum(mods(roll).values()), fact(roll, "column")) == (650, 3, "700+")
    war = airfield({"82 Abn": "1420", "16 Pz": "1421", "504 Hvy Pz": "staging"}, forts=["1421"])
    assault(war, "1421", "82 Abn")
    play(war, "enough", "support 504 Hvy Pz")
    war.script(5, 1)
    war.play("stand")
    roll = told(war, "combat")[-1]
    assert (fact(roll, "percent"), sum(mods(roll).values()), fact(roll, "column")) == (60, -2, "<=49")


GROUND = [
    ("3320", "3321", {}), ("3220", "3319", {"rough": -1}), ("3120", "3119", {"mountain": -2}), ("1827", "1927", {"volcano": -2}),
    ("3321", "3320", {"city": -1}), ("1721", "1621", {"rough": -1, "city": -1}), ("3118", "3119", {"rough": -1}),
    ("3329", "3328", {}), ("1727", "1827", {"city": -1}),
]  # fmt: skip


@pytest.mark.rule("kesselring", "15.5", "15.5a", "15.5c")
@pytest.mark.parametrize(("target", "start", "wanted"), GROUND, ids=[row[0] for row in GROUND])
def test_the_ground_helps_the_defender(target: str, start: str, wanted: dict[str, int]) -> None:
    war = italy({"8 Ind": start, "54 Nap": target}, active="AL")
    roll = fight(war, target, "8 Ind", dice=(3, 1))
    assert {label: amount for label, amount, rule in said(roll) if rule == "15.5a"} == wanted


BENEVENTO = {"45 Inf": "3018", "34 Inf": "3019", "15 PzGr": "3118"}


@pytest.mark.rule("kesselring", "15.5b", "15.5.ex")
def test_rough_ground_behind_a_river() -> None:  # T63
    war = italy(BENEVENTO, garrisons={"AL": ["Salerno"], "AX": ["Foggia"]}, active="AL")
    assert mods(fight(war, "3118", "45 Inf", "34 Inf", dice=(3, 1))) == {"rough": -1, "river": -1}


@pytest.mark.rule("kesselring", "15.5b")
def test_one_attacker_over_a_dry_hexside() -> None:  # T64
    war = italy(BENEVENTO | {"36 Inf": "3119"}, garrisons={"AL": ["Salerno"], "AX": ["Foggia"]}, active="AL")
    assert mods(fight(war, "3118", "45 Inf", "34 Inf", "36 Inf", dice=(3, 1))) == {"rough": -1}


COMISO = {"1 AG": "1425", "45 Inf": "1425"}
LICATA = {"AL": ["Licata"], "AX": ["Comiso"]}


@pytest.mark.rule("kesselring", "15.7", "15.7a", "15.7b")
def test_tanks_against_an_airfield_behind_a_river() -> None:  # T65
    war = italy(COMISO, garrisons=LICATA, active="AL")
    assert mods(fight(war, "1426", "1 AG", "45 Inf", dice=(3, 1))) == {"river": -1, "mechanized": 1}
    war = italy(COMISO, garrisons=LICATA, active="AL")
    assert mods(fight(war, "1426", "45 Inf", dice=(3, 1))) == {"river": -1}, "without tanks nothing"


@pytest.mark.rule("kesselring", "15.6", "15.6a", "15.7c")
def test_tanks_against_a_fortification() -> None:  # T66
    war = italy(COMISO, garrisons=LICATA, forts=["Comiso"], active="AL")
    assert mods(fight(war, "1426", "1 AG", "45 Inf", dice=(3, 1))) == {"river": -1, "fortification": -1}


@pytest.mark.rule("kesselring", "15.7a")
@pytest.mark.parametrize(
    ("target", "start", "gain"), [("3320", "3421", 1), ("3321", "3421", 0), ("3118", "3119", 1), ("3220", "3221", 0)],
    ids=["open", "city", "town in the hills", "rough"],
)  # fmt: skip
def test_tank_country(target: str, start: str, gain: int) -> None:
    war = italy({"1 Arm": start, "54 Nap": target}, active="AL")
    assert mods(fight(war, target, "1 Arm", dice=(3, 1))).get("mechanized", 0) == gain


@pytest.mark.rule("kesselring", "15.6b", "25.3a")
def test_out_of_a_fortification_nobody_is_thrown_back() -> None:
    war = airfield({"45 Inf": "1420", "34 Inf": "1520", "16 Pz": "1421"}, forts=["1420"])
    fight(war, "1421", "45 Inf", "34 Inf", dice=(4,))  # 140 percent: AW
    war.play("unit", "45 Inf")
    assert asked(war) == {"stay": [None], "go": [None]}
    war.play("stay")
    war.play("unit", "34 Inf")
    assert "to" in asked(war), "34 Inf is not in it"


CATANIA = {"51 Inf": "1627", "50 Inf": "1726", "78 Inf": "1827", "54 Nap": "1727"}


@pytest.mark.rule("kesselring", "15.8", "15.8a", "15.8b", "15.8.ex")
def test_a_division_shut_in_at_1727() -> None:  # T67
    war = italy(CATANIA, garrisons={"AL": ["Siracusa"]}, active="AL")
    roll = fight(war, "1727", "51 Inf", dice=(6, 1))  # nobody else need join
    assert mods(roll)["concentric"] == 1


@pytest.mark.rule("kesselring", "15.8a")
def test_zones_of_units_that_stay_out_close_the_ring() -> None:
    for attacker, shut in (("51 Inf", True), ("50 Inf", False)):
        war = italy({**CATANIA, "78 Inf": "staging"}, garrisons={"AL": ["Siracusa"]}, active="AL")
        roll = fight(war, "1727", attacker, dice=(6, 1, 1))
        assert ("concentric" in mods(roll)) == shut, "1827 lies in the ZOC of 50 Inf, which counts only if it does not attack"


@pytest.mark.rule("kesselring", "15.8a")
@pytest.mark.parametrize(("option", "shut"), [("nonparticipating", False), ("any", True)])
def test_two_opposite_attackers_are_not_enough(option: str, shut: bool) -> None:
    war = italy(
        {"45 Inf": "3118", "34 Inf": "3120", "92 Inf": "3119"}, garrisons={"AL": ["Salerno"]}, active="AL",
        options={"concentric_zoc": option},
    )  # fmt: skip
    assault(war, "3119", "45 Inf", "34 Inf")
    odds = war.odds("AL", "enough")
    assert odds is not None and ("concentric" in mods(odds)) == shut


@pytest.mark.rule("kesselring", "15.8b", "25.3.imp")
def test_who_dies_shut_in_never_returns() -> None:
    near = {"51 Inf": "1627", "50 Inf": "1627", "78 Inf": "1627", "4 Arm Bde": "1726", "Gds Bde": "1827"}
    war = italy(near | {"54 Nap": "1727", "3 PzGr": "1727"}, garrisons={"AL": ["Siracusa"]}, forts=["1727"], active="AL")
    roll = fight(
        war, "1727", "51 Inf", "50 Inf", "78 Inf", dice=(6,)
    )  # 233 percent; city, river and fort against ring and no supply
    assert mods(roll)["concentric"] == 1 and roll.result == "DW", "a Fortification does not open the ring"
    play(war, "unit 54 Nap", "go")
    assert listed(war, war.in_box(war.setup.dead[0], -1)) == {"54 Nap"}
    play(war, "unit 3 PzGr", "go")
    assert listed(war, war.in_box(war.setup.dead[0], -1)) == {"54 Nap", "3 PzGr"}, "no die for its return"


@pytest.mark.rule("kesselring", "15.8c")
def test_never_at_the_north_edge() -> None:
    war = italy({"45 Inf": "3614", "34 Inf": "3615", "36 Inf": "3713", "92 Inf": "3714"}, active="AL")
    assert "concentric" not in mods(fight(war, "3714", "45 Inf", dice=(3, 1)))
    war = italy({"3 PzGr": "3614", "15 PzGr": "3615", "29 PzGr": "3713", "45 Inf": "3714"}, active="AX")
    assert "concentric" not in mods(fight(war, "3714", "15 PzGr", dice=(3, 1))), "nobody closes the side beyond the edge"


@pytest.mark.rule("kesselring", "15.9", "15.9a", "15.9b")
def test_tanks_attack_mountains_along_roads() -> None:  # T69
    war = italy({"1 Arm": "3018", "3 Inf": "3018", "2 Arm": "3217", "92 Inf": "3117"}, active="AL")
    play(war, "attack", "target 3117")
    assert asked(war)["join"] == ["3 Inf", "2 Arm"], "no road leads from 3018 to 3117, one leads from 3217"


@pytest.mark.rule("kesselring", "15.9c", "15.9a")
def test_no_attack_over_the_strait() -> None:
    war = italy({"78 Inf": "Messina", "92 Inf": "Reggio"}, active="AL")
    assert refused(war, "attack") == "15.2a"
    war = italy({"78 Inf": "1927", "92 Inf": "Reggio"}, active="AL")
    assert refused(war, "attack") == "15.2a", "nor over a hexside that is all sea"


# --- what a player sees before he commits himself


@pytest.mark.rule("kesselring", "15.2b", "15.3")
def test_odds_without_reactions_are_the_same_at_every_question() -> None:
    war = airfield({"9 Inf": "1420", "3 Inf": "1420", "16 Pz": "1421"})
    play(war, "attack", "target 1421", "join 9 Inf", "join 3 Inf")
    first = war.odds("AL", "assault")
    assert first is not None and dict(first.chances) == {
        "AD": Fraction(1, 6), "AA": Fraction(1, 6), "AW": Fraction(1, 6), "BA": Fraction(1, 6), "DW": Fraction(1, 3)
    }  # fmt: skip
    war.play("assault")
    second = war.odds("AL", "enough")
    war.play("enough")
    third = war.odds("AX", "stand")
    assert second is not None and third is not None
    assert first.chances == second.chances == third.chances and first.rule == "15.3"


@pytest.mark.rule("kesselring", "15.2b", "21.3.1b")
def test_odds_with_reactions_count_on_none() -> None:
    war = airfield(SUPPORTED)
    assault(war, "1421", "45 Inf")
    play(war, "cas I/12AF", "cas II/12AF", "support Patton")
    odds = war.odds("AL", "enough")
    assert odds is not None and odds.modifiers == (
        ("close air support", 2, "21.1.1c"), ("flak", -1, "21.1.1d"), ("Patton", 2, "23.2a")
    )  # fmt: skip
    assert dict(odds.chances)["BA"] == Fraction(1, 3) and sum(p for _, p in odds.chances) == 1, "70 percent and three columns"
    play(war, "enough", "intercept Jg 27")
    odds = war.odds("AX", "engage")
    assert odds is not None and dict(odds.chances) == {"A1": Fraction(1, 2), "-": Fraction(1, 3), "DR": Fraction(1, 6)}
    war.script(4, 1)
    war.play("engage")
    if "land" in asked(war):
        war.play("land", "1421")
    war.play("support", "Kesselring")
    odds = war.odds("AX", "stand")
    assert odds is not None and ("Kesselring", -1, "23.2b") in odds.modifiers


@pytest.mark.rule("kesselring", "15.2b")
def test_odds_against_a_crowded_hex() -> None:
    war = airfield({"9 Inf": "1420", "16 Pz": "1421", "26 Pz": "1421", "3 PzGr": "1421", "15 PzGr": "1421"})
    play(war, "attack", "target 1421", "join 9 Inf")
    odds = war.odds("AL", "assault")
    assert odds is not None and dict(odds.chances)["AW"] == Fraction(1, 6), (
        "against the best of them and the Garrison: 80 percent"
    )
