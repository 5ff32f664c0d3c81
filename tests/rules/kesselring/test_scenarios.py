"""The two scenarios: set-up, air offensive, surrender, the closed mainland [27.0]."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

import grandharbour as gh
from grandharbour.engine.dice import Scripted, Seeded
from grandharbour.engine.geometry.bits import bits
from grandharbour.games.kesselring import GAME
from grandharbour.games.kesselring.state import ALLIED, AXIS, Italy

from .conftest import about, asked, at, garrisons, italy, listed, named, play, refused, side, step, told, whole

CAMPAIGN, AVALANCHE = "campaign", "avalanche-baytown"
SICILY, SARDINIA = ["1721", "1727", "1527", "2027"], ["1609", "2306"]


def opened(scenario: str, dice: tuple[Any, ...] = (), options: Mapping[str, bool | str] | None = None) -> Italy:
    """A war before its first choice."""
    war = Italy(GAME.setup(scenario, options), Scripted(dice, 0, Seeded(bytes(32))))
    war.log = []
    GAME.open(war)
    war.run()
    return war


def set_up(war: Italy, done: str = "AirOffensive") -> None:
    """Set up somehow, up to a step."""
    while step(war) != done:
        verb, targets = next(iter(asked(war).items()))
        war.play(verb, targets[-1])


def box(war: Italy, name: str) -> set[str]:
    """Who lies in a box."""
    return listed(war, war.in_box(war.setup.names.find("space", name), -1))


def ground(war: Italy, names: set[str]) -> set[str]:
    """The mobile ground units among them."""
    return {name for name in names if war.setup.mobile >> war.setup.names.find("piece", name) & 1}


def asked_about(war: Italy, last: str) -> dict[str, set[str]]:
    """Every unit set up before a step, with the hexes it was offered."""
    found = {}
    while step(war) != last:
        if step(war) in ("SetUnits", "SetAir"):
            found[about(war)] = set(asked(war)["at"])
        war.play("at", asked(war)["at"][-1])
    return found


# --- Scenario I


@pytest.mark.rule("kesselring", "27.1", "27.1.Gen", "27.1.AxAP", "27.1.AlAP", "27.1.SR1", "27.1.AxFort")
def test_the_campaign_begins() -> None:
    war = opened(CAMPAIGN, (3, 5, 2))
    while step(war) != "AirOffensive":
        places = asked(war)["at"]
        war.play("at", "2027" if step(war) == "SetGarrisons" and "2027" in places else places[-1])
    for _ in range(3):
        war.play("reduce", asked(war)["reduce"][0])
    assert war.ap == [8 + 5, 14 + 2] and war.turn == 1 and war.setup.last == 8, "no income, no events"
    assert told(war, "event") == told(war, "income") == []
    assert (side(war), step(war)) == ("AL", "Act") and named(war, war.forts) == {"2027"}
    assert not war.interdiction and not war.surrendered


@pytest.mark.rule("kesselring", "27.1.AxGar")
def test_sixteen_axis_garrisons() -> None:
    war = opened(CAMPAIGN)
    sites = set(asked(war)["at"])
    setup = war.setup
    assert sites == named(war, setup.cities | setup.ports | setup.airfields) | {"3714"}, "San Benedetto besides"
    number = 0
    while step(war) == "SetGarrisons":
        assert refused(war, "at", "1625") == "27.1.AxGar", "Enna is only a town"
        war.play("at", asked(war)["at"][0])
        number += 1
    assert number == 16 and len(box(war, "Axis Reinforcements") & {"Axis Garrison 17", "Axis Garrison 18"}) == 2


@pytest.mark.rule("kesselring", "27.1.AxGer", "27.1.AxIta", "27.0a")
def test_axis_ground_units() -> None:
    war = opened(CAMPAIGN, (1,))
    found = asked_about(war, "SetAir")
    setup = war.setup
    sicily, sardinia = named(war, setup.region["sicily"]), named(war, setup.region["sardinia"])
    assert found.keys() == {
        "3 PzGr", "15 PzGr", "29 PzGr", "90 PzGr", "HG Pz", "16 Pz", "26 Pz", "A/5 Flak", "4 Liv", "26 Ast", "28 Aos", "54 Nap", "Bers",
        "MG12", "MG16", "30 Sab", "31 Cal", "47 Bari",
    }  # fmt: skip
    for unit in ("4 Liv", "26 Ast", "28 Aos", "54 Nap", "Bers", "MG12", "MG16"):
        assert found[unit] <= sicily and found[unit]
    for unit in ("30 Sab", "31 Cal", "47 Bari"):
        assert found[unit] <= sardinia and found[unit]
    assert found["3 PzGr"] == named(war, setup.land) and at(war, "1 Para") == "Axis Staging Area"
    assert all(whole(war, unit) for unit in found), "full strength"


@pytest.mark.rule("kesselring", "27.1.AxGer", "27.0a")
def test_at_most_four_germans_on_the_islands() -> None:  # T120
    war = opened(CAMPAIGN)
    while step(war) == "SetGarrisons":
        war.play("at", asked(war)["at"][0])
    for place in ("1721", "1721", "1721"):
        war.play("at", place)
    assert refused(war, "at", "1721") == "10.1a", "stacking limits apply"
    war.play("at", "1609")
    assert about(war) == "HG Pz" and not set(asked(war)["at"]) & named(
        war, war.setup.region["sicily"] | war.setup.region["sardinia"]
    )
    assert refused(war, "at", "1727") == "27.0a"
    for _ in range(4):
        war.play("at", asked(war)["at"][0])
    assert "1727" in asked(war)["at"] and about(war) == "4 Liv", "the limit is for Germans"


@pytest.mark.rule("kesselring", "27.1.AxAir", "27.0a", "20.2.2b")
def test_axis_aircraft() -> None:
    war = opened(CAMPAIGN, options={"achse": True})
    while step(war) == "SetGarrisons":
        war.play("at", asked(war)["at"][0])
    while step(war) == "SetUnits":
        war.play("at", asked(war)["at"][-1])
    fields = named(war, war.airfields(AXIS))
    assert set(asked(war)["at"]) == fields | {"Axis Staging Area"}
    seen = []
    while (side(war), step(war)) == ("AX", "SetAir"):
        seen.append(about(war))
        if len(seen) == 3:
            assert sorted(fields)[0] not in asked(war)["at"], "room for two"
        war.play("at", sorted(fields)[0] if len(seen) < 3 else "Axis Staging Area")
    assert seen == ["Jg 27", "Jg 53", "Jg 77", "Sg 4", "Zg 26", "Kg 26", "Kg 54", "Kg 76", "AdS"], "all but ANR"


@pytest.mark.rule("kesselring", "27.1.AxSSU", "27.1.AxRei", "2.4.err")
def test_other_axis_units() -> None:  # T134
    war = opened(CAMPAIGN)
    assert box(war, "Axis Staging Area") == {"Kesselring", "Hube", "Lehr", "504 Hvy Pz", "1 Para"}
    assert ground(war, box(war, "Axis Reinforcements")) == {"114 Jg", "362 Inf", "715 Inf", "92 Inf", "16 SS PzGr"}
    assert box(war, "Axis Turn 2") == {"2 Para", "B/5 Flak", "184 Nem", "KG 100"} and box(war, "Axis Turn 6") == {
        "4 Para",
        "5 Mtn",
        "334 Inf",
    }
    assert not box(war, "Axis Withdrawn") and not box(war, "Allied Withdrawn")


@pytest.mark.rule("kesselring", "27.1.AlGnd", "27.1.AlAir", "27.1.AlNav", "27.1.AlSSU", "27.1.AlRei")
def test_allied_units() -> None:
    war = opened(CAMPAIGN, (1,))
    found = asked_about(war, "AirOffensive")
    assert not ({"45 Inf", "78 Inf"} & found.keys()), "nobody Allied is set up on the map"
    assert all(found[wing] == {"Allied Staging Area"} for wing in ("I/DAF", "I/12AF"))
    home = box(war, "Allied Staging Area")
    assert home == {
        "5 Inf", "50 Inf", "51 Inf", "78 Inf", "1 Cdn Inf", "Gds Bde", "4 Arm Bde", "23 Arm Bde", "1 Cdn Arm Bde", "1 Abn",
        "1 Inf (US)", "3 Inf", "9 Inf", "45 Inf", "2 Arm", "82 Abn", "1 AG", "GTM",
        "I/15AF", "III/12AF", "II/12AF", "I/12AF", "205G", "III/DAF", "II/DAF", "I/DAF",
        "Gunfire (UK)", "Amphib UK 1", "Amphib UK 2", "Gunfire (US)", "Amphib US 1", "Amphib US 2",
        "Montgomery", "Patton", "Cdo", "Rangers", "OSS",
    }  # fmt: skip
    assert box(war, "Allied Reinforcements") == {f"Allied Garrison {n}" for n in range(1, 15)} and garrisons(war, "AL") == []
    assert box(war, "Allied Turn 3") == {"8 Ind", "46 Inf", "56 Inf", "7 Arm", "34 Inf", "36 Inf", "1 Arm"}
    assert box(war, "Allied Turn 4") == {"2 NZ", "CVE"} and box(war, "Allied Turn 5") == {"5 Cdn Arm", "II/15AF", "1 SSF"}


@pytest.mark.rule("kesselring", "27.1.SR2", "27.2.SR3")
@pytest.mark.parametrize("scenario", [CAMPAIGN, AVALANCHE])
def test_the_air_offensive(scenario: str) -> None:  # T121
    war = opened(scenario, (6, 1, 1))
    set_up(war)
    before = garrisons(war, "AX")
    assert side(war) == "AL"
    for left in range(6, 0, -1):
        assert step(war) == "AirOffensive", left
        target = asked(war)["reduce"][0]
        war.play("reduce", target)
        if left > 1:
            assert refused(war, "reduce", target) == "27.1.SR2", "different Garrisons"
    assert sum(post.endswith("-") for post in garrisons(war, "AX")) == 6 and len(garrisons(war, "AX")) == len(before)
    assert step(war) == "Act"


@pytest.mark.rule("kesselring", "27.1.SR2", "20.2.2c")
def test_aircraft_crowded_out_by_the_offensive() -> None:
    war = opened(CAMPAIGN, (1, 1, 1))
    while step(war) == "SetGarrisons":
        war.play("at", "1421" if "1421" in asked(war)["at"] else asked(war)["at"][0])
    while step(war) == "SetUnits":
        war.play("at", asked(war)["at"][-1])
    for _ in range(2):
        war.play("at", "1421")
    set_up(war)
    war.play("reduce", "Axis Garrison 1")
    assert (side(war), asked(war)) == ("AX", {"lose": ["Jg 27", "Jg 53"]})
    war.play("lose", "Jg 27")
    assert at(war, "Jg 27") == "Axis Staging Area", "only bombs and ground attacks destroy"


# --- the surrender of Italy

ITALIANS = {"4 Liv": "1624", "26 Ast": "staging", "184 Nem": "turn 5", "30 Sab": "eliminated", "AdS": "Foggia", "Bers": "display"}
CONQUEST = {"45 Inf": "1721", "34 Inf": "1727", "36 Inf": "1527", "9 Inf": "2027"}
POSTS = ["Foggia", "Roma", "Napoli"]


def fallen(units: dict[str, str] | None = None, dice: tuple[int, ...] = (2, 3), **more: Any) -> Italy:
    """The end of an Action Phase with Sicily in Allied hands."""
    more = {"garrisons": {"AX": POSTS}, "turn": 2, "surrendered": False, "phase": "end of phase", **more}
    return italy({**CONQUEST, **ITALIANS, **(units or {})}, dice=dice, **more)


@pytest.mark.rule("kesselring", "27.1.SR3", "27.1.SR3a", "27.1.SR3b", "27.1.SR3c", "27.1.SR4")
def test_the_surrender() -> None:  # T122
    war = fallen(reduced=["Roma"])
    assert war.surrendered
    assert box(war, "Axis Withdrawn") >= {"4 Liv", "26 Ast", "184 Nem", "AdS", "Bers"} and at(war, "30 Sab") == "Axis Eliminated"
    assert (side(war), asked(war)["reduce"]) == ("AX", ["Axis Garrison 1", "Axis Garrison 2", "Axis Garrison 3"])
    war.play("reduce", "Axis Garrison 2")
    assert garrisons(war, "AX") == ["2917", "3321"], "a reduced one is gone"
    assert asked(war)["reduce"] == ["Axis Garrison 1", "Axis Garrison 3"]
    war.play("reduce", "Axis Garrison 1")
    assert garrisons(war, "AX") == ["2917", "3321-"], "two dice pips, two Garrisons"
    assert (side(war), asked(war)) == ("AL", {"at": ["1527", "1609", "1721", "1727", "2027", "2306"], "end": [None]})
    play(war, "at 1609", "at 1721")
    assert asked(war)["at"] == ["1527", "1727", "2027", "2306"]
    war.script(3, 3, 1, 1)  # the events and income of the next turn
    war.play("at", "2306")
    assert garrisons(war, "AL") == ["1609", "1721", "2306"] and war.turn == 3
    assert [event.rule for event in told(war, "ap")] == ["28.Al3", "28.Ax3"], "the Garrisons were free"


@pytest.mark.rule("kesselring", "27.1.SR3c")
def test_free_garrisons_do_not_drive_anybody_out() -> None:
    war = fallen({"15 PzGr": "1609"}, garrisons={"AX": ["Foggia", "2306"], "AL": ["Palermo"]}, dice=(1, 6))
    war.play("reduce", "Axis Garrison 1")
    assert asked(war)["at"] == ["1527", "1727", "2027"], "no Axis unit there, no Garrison yet"


@pytest.mark.rule("kesselring", "27.1.SR3")
@pytest.mark.parametrize(
    ("units", "over"),
    [(CONQUEST, True), ({**CONQUEST, "9 Inf": "1926"}, False), ({"45 Inf": "1609", "34 Inf": "2306"}, True), ({"45 Inf": "1609"}, False)],
    ids=["Sicily", "without Messina", "Sardinia", "only Cagliari"],
)  # fmt: skip
def test_when_italy_surrenders(units: dict[str, str], over: bool) -> None:
    war = italy(units, garrisons={"AX": ["Foggia"]}, turn=3, surrendered=False, phase="end of phase", dice=(1, 1, 3, 3, 1, 1, 1))
    assert war.surrendered == over


@pytest.mark.rule("kesselring", "27.1.SR3")
def test_italy_surrenders_when_the_phase_ends_not_before() -> None:
    war = italy(
        {**CONQUEST, "9 Inf": "1926"}, garrisons={"AX": ["Foggia"], "AL": ["1721"]}, turn=2, surrendered=False, active="AL"
    )
    play(war, "move", "lead 9 Inf", "unit 9 Inf", "to 2027", "end")
    assert not war.surrendered
    war.script(1, 1)
    play(war, "pass", "pass")
    assert war.surrendered


@pytest.mark.rule("kesselring", "27.1.SR4")
def test_the_mainland_is_closed() -> None:
    units = {"78 Inf": "2027", "82 Abn": "staging", "45 Inf": "staging", "Amphib US 1": "staging", "I/15AF": "staging"}
    for surrendered in (False, True):
        war = italy(units, garrisons={"AL": ["2027"], "AX": ["Foggia"]}, surrendered=surrendered, active="AL")
        march, drop, land = war.copy(), war.copy(), war.copy()
        play(march, "move", "lead 78 Inf", "unit 78 Inf")
        assert ("2028" in asked(march)["to"]) == surrendered
        if not surrendered:
            assert refused(march, "to", "2028") == "27.1.SR4"
        play(drop, "drop", "unit 82 Abn")
        assert ("3112" in asked(drop)["jump"]) == surrendered
        play(land, "invade", "from Allied Staging Area")
        assert ("2913" in asked(land)["beach"]) == surrendered
        war.play("bombard")
        assert asked(war)["target"] == ["3321"], "bombers may always go there"


# --- Scenario II


@pytest.mark.rule("kesselring", "27.2", "27.2.Gen", "27.2.AxAP", "27.2.AlAP", "27.2.SR1", "27.2.SR2", "27.2.AxFort", "5.2.1")
def test_avalanche_begins() -> None:  # T04, T124
    war = opened(AVALANCHE, (1, 2, 4))
    want = {"AX": ["2028", "2917", "3112"], "AL": ["1721", "1727", "2027", "1527", "1519"]}
    while step(war) != "AirOffensive":
        places = asked(war)["at"]
        wish = [place for place in want[side(war)] if place in places and step(war) == "SetGarrisons"]
        war.play("at", wish[0] if wish else places[-1])
    posts = len([h for h in garrisons(war, "AX") if h in {war.setup.names.of("space", o) for o in war.setup.objectives}])
    war.play("reduce", asked(war)["reduce"][0])
    assert war.ap == [2 + 4 + posts, 6 + 2 + 5], "without the points of the Staging Areas; Trapani is no Objective"
    assert war.turn == 3 and war.setup.last == 8 and told(war, "event") == [] and told(war, "withdraw") == []
    assert (side(war), step(war)) == ("AL", "Act") and war.surrendered and not war.interdiction
    assert named(war, war.forts) == {"2028"}


@pytest.mark.rule("kesselring", "27.2.AxGar", "27.2.AxGer", "27.2.AlGar", "27.2.AlGnd")
def test_avalanche_ground_units() -> None:
    war = opened(AVALANCHE, (1,))
    setup = war.setup
    sites = setup.cities | setup.ports | setup.airfields
    mainland, sicily = named(war, setup.mainland), named(war, setup.region["sicily"])
    assert set(asked(war)["at"]) == named(war, sites & setup.mainland) | {"3714"}
    found: dict[str, set[str]] = {}
    posts = {"AX": 0, "AL": 0}
    while step(war) != "AirOffensive":
        if step(war) == "SetGarrisons":
            posts[side(war)] += 1
            if side(war) == "AL":
                assert set(asked(war)["at"]) <= named(war, (setup.ports | setup.airfields) & setup.region["sicily"])
                assert "1609" in garrisons(war, "AL"), "Cagliari is given"
        elif step(war) == "SetUnits":
            found[about(war)] = set(asked(war)["at"])
        war.play("at", asked(war)["at"][-1])
    assert posts == {"AX": 10, "AL": 5} and len(garrisons(war, "AL")) == 6
    germans = {"3 PzGr", "15 PzGr", "29 PzGr", "HG Pz", "16 Pz", "26 Pz", "1 Para", "2 Para", "A/5 Flak", "B/5 Flak"}
    allies = {
        "5 Inf", "50 Inf", "51 Inf", "78 Inf", "1 Cdn Inf", "8 Ind", "Gds Bde", "4 Arm Bde", "23 Arm Bde", "1 Cdn Arm Bde", "1 Abn", "3 Inf",
        "9 Inf", "45 Inf", "1 AG", "82 Abn", "GTM",
    }  # fmt: skip
    assert found.keys() == germans | allies
    assert all(found[unit] <= mainland for unit in germans) and all(found[unit] <= sicily for unit in allies)
    assert listed(war, war.reduced) == {"HG Pz", "50 Inf", "51 Inf"}


@pytest.mark.rule("kesselring", "27.2.AxAir", "27.2.AlAir")
def test_avalanche_aircraft() -> None:
    war = opened(AVALANCHE, (1,))
    rested: dict[str, int] = {"AX": 0, "AL": 0}
    while step(war) != "AirOffensive":
        places = asked(war)["at"]
        if step(war) == "SetAir":
            track = [place for place in places if "Turn 4" in place]
            fields = [place for place in places if place.isdigit()]
            assert not fields or side(war) == "AX"
            assert set(fields) <= named(war, war.setup.mainland & war.airfields(AXIS))
            rested[side(war)] += bool(track)
            war.play("at", (track or places)[0])
        else:
            war.play("at", places[0])
    assert rested == {"AX": 2, "AL": 2}
    assert box(war, "Axis Turn 4") & {"Jg 27", "Jg 53"} == {"Jg 27", "Jg 53"}
    assert box(war, "Allied Turn 4") >= {"I/DAF", "I/12AF", "CVE"}, "one British, one US"


@pytest.mark.rule("kesselring", "27.2.AxAir", "27.2.AlAir")
def test_the_last_ones_must_rest() -> None:
    war = opened(AVALANCHE, (1,))
    while step(war) != "AirOffensive":
        places = [place for place in asked(war)["at"] if "Turn" not in place]
        war.play("at", (places or asked(war)["at"])[-1])
    assert box(war, "Axis Turn 4") & {"Kg 54", "Kg 76"} == {"Kg 54", "Kg 76"}
    assert box(war, "Allied Turn 4") >= {"205G", "I/15AF"}


@pytest.mark.rule(
    "kesselring",
    "27.2.AxSSU",
    "27.2.AxRei",
    "27.2.AxOut",
    "27.2.AlNav",
    "27.2.AlSSU",
    "27.2.AlRei",
    "27.2.AlOut",
    "27.2.SR4",
    "27.2.AlGnd",
)
def test_avalanche_boxes() -> None:  # T134
    war = opened(AVALANCHE, (1, 1, 1))
    assert box(war, "Axis Staging Area") == {"90 PzGr", "Kesselring", "Hube", "Lehr", "504 Hvy Pz", "KG 100"}
    assert box(war, "Axis Withdrawn") == {
        "4 Liv", "26 Ast", "28 Aos", "54 Nap", "Bers", "MG12", "MG16", "30 Sab", "31 Cal", "47 Bari", "184 Nem", "AdS"
    }  # fmt: skip
    assert ground(war, box(war, "Axis Reinforcements")) == {"114 Jg", "362 Inf", "715 Inf", "92 Inf", "16 SS PzGr"}
    assert box(war, "Axis Turn 3") == {"24 Pz"} and box(war, "Axis Turn 4") == {"65 Inf", "305 Inf"}
    assert box(war, "Allied Staging Area") == {
        "46 Inf", "56 Inf", "7 Arm", "34 Inf", "36 Inf", "1 Arm", "Gunfire (UK)", "Amphib UK 1", "Amphib UK 2", "Gunfire (US)",
        "Amphib US 1", "Amphib US 2", "Montgomery", "Cdo", "Rangers", "OSS",
    }  # fmt: skip
    assert box(war, "Allied Withdrawn") == {"1 Inf (US)", "2 Arm", "Patton"} and box(war, "Allied Turn 3") == set()
    assert box(war, "Allied Turn 4") == {"2 NZ", "CVE"}
    set_up(war)
    war.play("reduce", asked(war)["reduce"][0])
    assert "24 Pz" in box(war, "Axis Reinforcements"), "the Axis must recruit it"


@pytest.mark.rule("kesselring", "27.0a")
@pytest.mark.parametrize("scenario", [CAMPAIGN, AVALANCHE])
def test_nobody_is_overstacked_or_lost_after_set_up(scenario: str) -> None:
    war = gh.game("kesselring").new(scenario, seed=5)
    assert isinstance(war, Italy)
    while war.decision is not None and "at" in war.decision.choices:
        war.play("at", war.choices("at")[0])
    war.check()
    for power in (AXIS, ALLIED):
        for h in bits(war.held(power)):
            assert not war.overstacked(h, power)
