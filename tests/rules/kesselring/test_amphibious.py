"""Landings from the sea [18.0]."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from grandharbour.games.kesselring.state import Italy

from .conftest import asked, at, fact, garrisons, italy, listed, mods, play, refused, side, step, told, whole

HOME = "Allied Staging Area"
FLEET = {"Amphib US 1": "staging", "Amphib US 2": "staging", "Amphib UK 1": "staging"}
US = {"1 Inf (US)": "staging", "3 Inf": "staging", "9 Inf": "staging", "45 Inf": "staging", "2 Arm": "staging"}


def sea(units: dict[str, str] | None = None, **more: Any) -> Italy:
    """The US troops of July 1943 at sea, with three Amphibs."""
    more = {"active": "AL", "turn": 1, "surrendered": False, **more}
    return italy({**FLEET, **US, **(units or {})}, **more)


def load(war: Italy, beach: str, *units: str) -> None:
    """Plan a landing with an Amphib of the troops' own contingent, if there is one."""
    play(war, f"beach {beach}", *(f"load {unit}" for unit in units))
    if "full" in asked(war):
        war.play("full")
    else:
        own = "US" if units[0] in US else "UK"
        war.play("sail", next(name for name in asked(war)["sail"] if own in name))


def storm(war: Italy, *units: str, start: str = HOME, beach: str = "1421") -> None:
    """One opposed landing, up to the Allied support."""
    play(war, "invade", f"from {start}")
    load(war, beach, *units)
    war.play("launch")


def ashore(war: Italy, *dice: int, beach: str = "1421") -> None:
    """Fight for the beach, the Axis without support."""
    play(war, "enough", f"fight {beach}")
    war.script(*dice)
    war.play("stand")


@pytest.mark.rule("kesselring", "18.2a", "18.2f", "18.3", "18.3a", "18.3b", "18.3.ex", "18.3c", "18.5", "18.5.ex")
def test_five_us_divisions_for_two_points() -> None:  # T82, T91
    war = sea(ap=(5, 5))
    play(war, "invade", f"from {HOME}", "beach 1426", "load 1 Inf (US)", "load 3 Inf", "load 9 Inf")
    assert asked(war) == {"sail": ["Amphib UK 1", "Amphib US 1", "Amphib US 2"]}, "three to an Amphib"
    war.play("sail", "Amphib US 1")
    assert "1426" not in asked(war)["beach"], "no second Amphib to the same hex"
    load(war, "1425", "45 Inf", "2 Arm")
    war.play("launch")
    assert war.ap == [5, 3] and (side(war), step(war)) == ("AX", "Act")
    assert {name: at(war, name) for name in US} == {
        "1 Inf (US)": "1426", "3 Inf": "1426", "9 Inf": "1426", "45 Inf": "1425", "2 Arm": "1425"
    }  # fmt: skip
    assert (at(war, "Amphib US 1"), at(war, "Amphib US 2"), at(war, "Amphib UK 1")) == ("Allied Turn 3", "Allied Turn 3", HOME)


@pytest.mark.rule("kesselring", "18.0", "18.3a")
def test_only_the_allies_and_only_with_two_points_and_an_amphib() -> None:
    war = italy({"15 PzGr": "staging", **FLEET}, garrisons={"AX": ["Palermo"]})
    assert refused(war, "invade") == "18.3a"
    assert refused(sea(ap=(5, 1)), "invade") == "18.3a"
    war = italy(US, active="AL", surrendered=False, turn=1)
    assert refused(war, "invade") == "18.3a", "no Amphib"


@pytest.mark.rule("kesselring", "18.1", "26.4d")
def test_amphibs_serve_for_invasions_only() -> None:
    war = sea(garrisons={"AL": ["Palermo"]})
    play(war, "transfer", f"from {HOME}", "to 1721")
    assert not {"Amphib US 1", "Amphib UK 1"} & set(asked(war)["unit"])
    war = sea({"Amphib US 1": "display", "Amphib US 2": "turn 3", "Amphib UK 1": "display"})
    assert refused(war, "invade") == "18.3a", "they wait in the Staging Area or nowhere"


@pytest.mark.rule("kesselring", "18.3a", "18.2g")
def test_an_amphib_of_the_other_contingent_will_do() -> None:  # T84
    war = sea({"Amphib US 1": "turn 3", "Amphib US 2": "turn 3", "78 Inf": "staging"})
    play(war, "invade", f"from {HOME}", "beach 1426", "load 3 Inf")
    assert "78 Inf" not in asked(war)["load"] and refused(war, "load", "78 Inf") == "18.3b"
    play(war, "load 9 Inf", "full")
    assert asked(war) == {"launch": [None]}, "one Amphib, one landing"
    war.play("launch")
    assert at(war, "Amphib UK 1") == "Allied Turn 3" and at(war, "3 Inf") == "1426"


@pytest.mark.rule("kesselring", "18.3a")
def test_which_amphib_sails() -> None:
    war = sea()
    play(war, "invade", f"from {HOME}", "beach 1426")
    assert refused(war, "sail", "Amphib US 1") == refused(war, "full") == "18.3b", "nobody is on board"
    war.play("load", "3 Inf")
    assert asked(war)["sail"] == ["Amphib UK 1", "Amphib US 1", "Amphib US 2"] and "full" not in asked(war)
    assert refused(war, "full") == refused(war, "sail", "Amphib UK 2") == "18.3b", "it is not in the Staging Area"
    war.play("sail", "Amphib UK 1")
    play(war, "beach 1425", "load 9 Inf")
    assert "sail" not in asked(war) and refused(war, "sail", "Amphib US 1") == "18.3b", "the two that are left are alike"
    play(war, "full", "launch")
    assert [at(war, f"Amphib {name}") for name in ("UK 1", "US 1", "US 2")] == ["Allied Turn 3", "Allied Turn 3", HOME]


@pytest.mark.rule("kesselring", "18.2f", "18.3a")
def test_a_small_amphib_takes_fewer() -> None:
    pack = """
        [counters.N_UAM1]
        name = "Amphib US 1"
        title = "US Amphibious Force 1"
        side = "allied"
        contingent = "US"
        nation = "US"
        kind = "naval"
        type = "amphib"
        attack = 0
        defense = 0
        capacity = 1
        recycle = 2
        code = "*"
        option = ""
        s1 = "staging"
        s2 = "staging"
        withdraw = 0
    """
    war = sea({"Amphib UK 1": "turn 3"}, tables=pack)
    play(war, "invade", f"from {HOME}", "beach 1426", "load 3 Inf")
    assert asked(war)["sail"] == ["Amphib US 1", "Amphib US 2"], "of one contingent, but not of one size"
    war.play("load", "9 Inf")
    assert "sail" not in asked(war) and "full" in asked(war), "only the large one has room for two"
    play(war, "full", "beach 1425", "load 45 Inf")
    assert asked(war) == {"full": [None]}, "one, and the small one is full"
    play(war, "full", "launch")
    assert (at(war, "3 Inf"), at(war, "9 Inf"), at(war, "45 Inf")) == ("1426", "1426", "1425")


@pytest.mark.rule("kesselring", "18.2", "18.2c")
def test_all_from_one_place() -> None:
    war = sea({"3 Inf": "Palermo", "9 Inf": "Trapani", "45 Inf": "Licata"}, garrisons={"AL": ["Palermo", "Trapani"]})
    war.play("invade")
    assert asked(war)["from"] == ["1519", "1721", HOME], "Licata is not functional"
    play(war, "from 1721", "beach 1426")
    assert asked(war) == {"load": ["3 Inf"]}


@pytest.mark.rule("kesselring", "18.2b", "18.2d")
def test_which_coasts() -> None:  # T85, T86
    war = sea(surrendered=True)
    play(war, "invade", f"from {HOME}")
    beaches = set(asked(war)["beach"])
    assert {"1426", "2913", "2919", "3227", "2629"} <= beaches, "open coast, ports and towns of the Mediterranean and Tyrrhenian"
    assert {"1424", "1723", "1926"} <= beaches, "Licata in rough ground, Cefalu, Milazzo in the mountains"
    assert not {"1620", "1722", "1825", "2918", "1827"} & beaches, "rough coast, mountains, volcanoes"
    assert "1520" not in beaches, "not on the coast"
    assert not {"3516", "3425", "3422", "3615", "3714"} & beaches, "the Adriatic"
    assert refused(war, "beach", "3516") == "18.2b"


@pytest.mark.rule("kesselring", "18.2d", "27.1.SR4")
def test_not_on_the_mainland_before_the_surrender() -> None:
    war = sea()
    play(war, "invade", f"from {HOME}")
    assert "2919" not in asked(war)["beach"] and refused(war, "beach", "2919") == "27.1.SR4"


@pytest.mark.rule("kesselring", "18.4", "18.4a", "18.2i", "18.2j")
def test_an_unopposed_landing_next_to_the_enemy() -> None:  # T87
    war = sea({"26 Ast": "1421"}, interdiction=True)
    storm(war, "3 Inf", "9 Inf", beach="1420")
    assert at(war, "3 Inf") == "1420" and (side(war), step(war)) == ("AX", "Act"), "no port was needed, no attack follows"


@pytest.mark.rule("kesselring", "18.4a")
def test_landing_beside_friends_within_stacking() -> None:
    war = sea({"82 Abn": "1426", "GTM": "1426"})
    play(war, "invade", f"from {HOME}", "beach 1426", "load 3 Inf")
    assert set(asked(war)) == {"sail"}
    play(war, "sail Amphib US 1", "launch")
    assert len(listed(war, war.units_in(war.setup.places["Comiso"], 1))) == 3
    war = sea({"82 Abn": "1426", "GTM": "1426", "1 AG": "1426"})
    play(war, "invade", f"from {HOME}")
    assert "1426" not in asked(war)["beach"]


@pytest.mark.rule("kesselring", "18.4b", "18.4.1", "18.2e")
def test_shifts_of_a_landing() -> None:  # T90
    war = sea(
        {"4 Liv": "1421", "Patton": "staging", "Gunfire (US)": "staging", "I/12AF": "staging", "II/12AF": "staging"},
        garrisons={"AX": ["1421"]}, ap=(5, 5),
    )  # fmt: skip
    storm(war, "1 Inf (US)", "3 Inf", "9 Inf")
    play(war, "cas I/12AF", "cas II/12AF", "gunfire Gunfire (US)", "support Patton", "enough", "fight 1421")
    assert war.ap == [5, 2], "two for the landing, one for the guns, none for the attack"
    odds = war.odds("AX", "stand")
    assert odds is not None and dict(odds.chances) == {
        "BA": Fraction(1, 6), "DW": Fraction(1, 6), "DD": Fraction(1, 3), "DE": Fraction(1, 3)
    }  # fmt: skip
    war.script(6, 1, 1, 1, 1, 1)
    war.play("stand")
    roll = told(war, "combat")[-1]
    assert mods(roll) == {"landing": -2, "naval gunfire": 1, "Patton": 2, "close air support": 2, "flak": -1}
    assert (fact(roll, "percent"), fact(roll, "column")) == (400, "600-699"), "three divisions fight as one, supply or not"


@pytest.mark.rule("kesselring", "18.4.1", "15.7c", "15.5a")
def test_no_tank_shift_but_terrain_from_the_sea() -> None:
    war = sea(garrisons={"AX": ["Catania"]})
    storm(war, "2 Arm", beach="1727")
    ashore(war, 6, beach="1727")
    assert mods(told(war, "combat")[-1]) == {"city": -1, "landing": -2}, "neither river nor tanks"


@pytest.mark.rule("kesselring", "18.2h")
def test_invaders_fight_alone() -> None:
    war = sea({"82 Abn": "1420"}, garrisons={"AX": ["1421"]})
    storm(war, "9 Inf")
    ashore(war, 6)
    assert fact(told(war, "combat")[-1], "percent") == 400 and at(war, "82 Abn") == "1420"


@pytest.mark.rule("kesselring", "18.4c", "17.2c")
def test_a_beach_that_is_taken() -> None:  # T89
    war = sea({"26 Ast": "1421"}, garrisons={"AX": ["1421"]})
    storm(war, "1 Inf (US)", "3 Inf", "9 Inf")
    ashore(war, 6)  # 600 percent and two columns back: DE
    assert told(war, "combat")[-1].result == "DE"
    assert at(war, "1 Inf (US)") == at(war, "3 Inf") == at(war, "9 Inf") == "1421", "all must enter"
    assert (side(war), step(war)) == ("AX", "Act"), "no second hex, not even for elites"
    assert at(war, "Amphib US 1") == "Allied Turn 3" and garrisons(war, "AX") == []


@pytest.mark.rule("kesselring", "18.4c", "18.4d")
def test_defenders_that_withdraw_clear_the_beach() -> None:
    war = sea({"26 Ast": "1421"})
    storm(war, "3 Inf", "9 Inf")
    ashore(war, 2)  # 800 percent, -2 landing, +1 no supply: 600-699
    assert told(war, "combat")[-1].result == "DW"
    play(war, "unit 26 Ast", "to 1521")
    assert at(war, "3 Inf") == at(war, "9 Inf") == "1421" and whole(war, "3 Inf")


@pytest.mark.rule("kesselring", "18.4d", "16.1.BA")
def test_a_defender_that_is_only_worn_down_keeps_the_beach() -> None:
    war = sea({"26 Ast": "1421"})
    storm(war, "3 Inf", "9 Inf")
    ashore(war, 1, 3)
    assert told(war, "combat")[-1].result == "BA"
    play(war, "lose 26 Ast", "lose 9 Inf")
    assert (at(war, "3 Inf"), at(war, "9 Inf"), at(war, "26 Ast")) == (HOME, "Allied Turn 4", "1421") and not whole(war, "3 Inf")


@pytest.mark.rule("kesselring", "18.4d", "17.1.3", "18.3c")
@pytest.mark.parametrize(
    ("start", "option", "end"),
    [(HOME, "staging", HOME), ("1519", "staging", HOME), ("1519", "origin", "1519"), (HOME, "origin", HOME)],
)
def test_a_beach_that_is_not_taken(start: str, option: str, end: str) -> None:
    place = "Trapani" if start == "1519" else "staging"
    war = sea(
        {"3 Inf": place, "9 Inf": place, "16 Pz": "1421"}, garrisons={"AX": ["1421"], "AL": ["Trapani"]}, reduced=["9 Inf"],
        options={"failed_landing": option},
    )  # fmt: skip
    storm(war, "3 Inf", "9 Inf", start=start)
    ashore(war, 6, 2)  # 12 : 10, -2: AW, whose retreat is ignored
    assert told(war, "combat")[-1].result == "AW"
    assert at(war, "3 Inf") == end and not whole(war, "3 Inf"), "all lose a step"
    assert at(war, "9 Inf") == "Allied Turn 3" and at(war, "Amphib US 1") == "Allied Turn 3", "the Amphib is spent all the same"
    assert (side(war), step(war)) == ("AX", "Act")


@pytest.mark.rule("kesselring", "18.4d", "16.1.AD")
def test_the_step_comes_on_top_of_the_result() -> None:
    war = sea({"16 Pz": "1421"}, garrisons={"AX": ["1421"]})
    storm(war, "3 Inf", "9 Inf")
    ashore(war, 3, 1, 2)  # 160 percent, -2: AD; a second step each
    assert told(war, "combat")[-1].result == "AD"
    assert (at(war, "3 Inf"), at(war, "9 Inf")) == ("Allied Turn 2", "Allied Turn 3")


@pytest.mark.rule("kesselring", "18.4d", "17.1.2a")
def test_a_defender_that_stands_fast_keeps_the_beach() -> None:
    war = sea({"Bers": "1421"})
    storm(war, "3 Inf", "9 Inf")
    ashore(war, 2)
    assert told(war, "combat")[-1].result == "DW"
    play(war, "unit Bers", "stay")
    assert at(war, "3 Inf") == HOME and not whole(war, "3 Inf")


TWO = {
    "26 Ast": "1421", "4 Liv": "1426", "Kesselring": "staging", "Jg 27": "Catania", "I/12AF": "staging", "II/12AF": "staging",
    "Gunfire (US)": "staging", "Patton": "staging", "Rangers": "staging",
}  # fmt: skip


@pytest.mark.rule("kesselring", "18.3b", "21.3b", "23.3a", "22.2")
def test_two_opposed_landings() -> None:  # T111
    war = sea(TWO | {"16 Pz": "1426", "3 PzGr": "1421"}, garrisons={"AX": ["Catania"]}, ap=(9, 9))
    play(war, "invade", f"from {HOME}")
    load(war, "1421", "3 Inf", "9 Inf")
    load(war, "1426", "45 Inf", "1 Inf (US)")
    war.play("launch")
    play(war, "cas I/12AF", "gunfire Gunfire (US)", "support Patton", "enough")
    assert (step(war), asked(war)) == ("Support", {"cas": ["II/12AF"], "support": ["Rangers"], "enough": [None]}), (
        "each serves once"
    )
    play(war, "cas II/12AF", "support Rangers", "enough")
    assert (side(war), step(war)) == ("AX", "Intercept"), "all interceptions before any landing"
    war.play("decline")
    assert (side(war), step(war)) == ("AX", "Intercept")
    war.play("decline")
    assert asked(war) == {"fight": ["1421", "1426"]}, "in the order the Allies like"
    war.play("fight", "1426")
    assert asked(war)["support"] == ["Kesselring"]
    war.play("support", "Kesselring")
    war.script(5, 1, 1)  # AW, so the landing fails; the Rangers and II/12AF come back
    war.play("stand")
    assert asked(war) == {"fight": ["1421"]} and at(war, "45 Inf") == HOME
    war.play("fight", "1421")
    assert asked(war) == {"stand": [None]}, "Kesselring has defended in this segment"


@pytest.mark.rule("kesselring", "18.3b", "18.4")
def test_the_second_beach_is_fought_for_after_the_first() -> None:
    war = sea({"26 Ast": "1421", "4 Liv": "1426"})
    play(war, "invade", f"from {HOME}")
    load(war, "1421", "3 Inf", "9 Inf")
    load(war, "1426", "45 Inf")
    play(war, "launch", "enough")
    ashore(war, 5)
    assert at(war, "3 Inf") == "1421" and asked(war) == {"fight": ["1426"]}


@pytest.mark.rule("kesselring", "18.4", "22.2", "23.3a")
def test_support_is_for_the_beach_that_is_held_though_another_comes_first() -> None:
    war = sea({"4 Liv": "1426", "Gunfire (US)": "staging", "Patton": "staging"})
    play(war, "invade", f"from {HOME}")
    load(war, "1421", "3 Inf", "9 Inf")
    load(war, "1426", "45 Inf")
    play(war, "launch", "gunfire Gunfire (US)", "support Patton", "enough", "fight 1426")
    war.script(3)
    war.play("stand")
    assert at(war, "3 Inf") == "1421" and {"naval gunfire", "Patton"} <= set(mods(told(war, "combat")[-1]))


@pytest.mark.rule("kesselring", "18.3b", "18.4a")
def test_an_empty_beach_beside_a_defended_one() -> None:
    war = sea({"26 Ast": "1421"})
    play(war, "invade", f"from {HOME}")
    load(war, "1421", "3 Inf", "9 Inf")
    load(war, "1420", "45 Inf")
    war.play("launch")
    ashore(war, 5)
    assert at(war, "45 Inf") == "1420" and told(war, "combat")[-1].result == "DE"
    assert at(war, "3 Inf") == "1421"
