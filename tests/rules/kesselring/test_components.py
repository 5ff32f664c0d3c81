"""What is in the box [1.0 to 2.9]."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from grandharbour.engine.geometry.bits import bits
from grandharbour.games.kesselring import GAME
from grandharbour.games.kesselring.state import ALLIED, AXIS

from .conftest import asked, at, italy, listed, piece, play, told

COUNTERS: dict[str, dict[str, Any]] = {key: GAME.tables[f"counters.{key}"] for key in GAME.tables.under("counters")}


def having(**wanted: Any) -> set[str]:
    """The names of the counters with these marks."""
    return {c["name"] for c in COUNTERS.values() if all(c.get(key) == value for key, value in wanted.items())}


@pytest.mark.rule("kesselring", "1.0", "1.1")
def test_two_sides_and_eight_months() -> None:
    war = italy(phase="turn", turn=0)
    assert [side.id for side in GAME.sides] == ["AX", "AL"]
    months = GAME.tables["turns.names"]
    assert len(months) == 8 and months[0] == "July 1943" and months[-1] == "February 1944"
    assert war.setup.first == 1 and war.setup.last == 8
    assert dict(told(war, "turn")[0].facts) == {"n": 1, "month": "July 1943"}
    sizes = Counter(c["size"] for c in COUNTERS.values() if c["kind"] == "ground")
    assert sizes["div"] > sizes.total() / 2, "ground units are mostly divisions"


@pytest.mark.rule("kesselring", "2.0", "2.2")
def test_there_are_176_counters_units_and_markers() -> None:
    assert len(COUNTERS) == 176
    kinds = Counter(c["kind"] for c in COUNTERS.values())
    assert kinds == {"ground": 87, "garrison": 32, "air": 20, "naval": 6, "ssu": 14, "marker": 17}
    setup = GAME.setup("campaign")
    assert not {"marker"} & {c["kind"] for c in setup.counter}, "markers are no pieces"


@pytest.mark.rule("kesselring", "2.1")
def test_the_map_has_three_lands_and_their_terrain() -> None:
    setup = GAME.setup("campaign")
    assert setup.region["sicily"] | setup.region["sardinia"] | setup.mainland == setup.land
    where = {"Palermo": "sicily", "Cagliari": "sardinia", "Roma": "mainland", "Bari": "mainland", "Reggio": "mainland"}
    for place, region in where.items():
        assert setup.region[region] >> setup.places[place] & 1
    kinds = ("open", "rough", "mountain", "volcano")
    assert sum(setup.kinds[kind].bit_count() for kind in kinds) == setup.land.bit_count()
    numbers = {
        "Anzio": "2913", "Gaeta": "2916", "Napoli": "2917", "Messina": "2027", "Reggio": "2028", "Roma": "3112", "Foggia": "3321",
        "Cagliari": "1609", "Monte Cassino": "3116", "San Benedetto": "3714",
    }  # fmt: skip
    assert {place: setup.names.of("space", setup.places[place]) for place in numbers} == numbers
    assert setup.kinds["volcano"] >> setup.places["Etna"] & 1 and setup.kinds["volcano"] >> setup.places["Vesuvio"] & 1


@pytest.mark.rule("kesselring", "2.3.1", "2.3.1a", "2.3.1b", "2.3.1c")
def test_classes_of_ground_units() -> None:
    for counter in COUNTERS.values():
        if counter["kind"] == "ground":
            tanks = counter["type"] in ("armor", "armored_inf")
            assert counter["cls"] == ("mech" if tanks else "nonmech"), counter["name"]
            assert counter["type"] in ("armor", "armored_inf", "infantry", "mot_inf", "mountain", "airborne", "flak")
            assert counter["mf"] > 0
    assert having(cls="static") == having(kind="garrison") == having(type="garrison")
    war = italy({"16 Pz": "3112", "15 PzGr": "3112", "1 Para": "3113"}, garrisons={"AX": ["3112"]})
    setup = war.setup
    assert setup.mech & setup.own[AXIS] == sum(
        1 << p for p in bits(setup.own[AXIS] & setup.mobile) if setup.counter[p]["type"] in ("armor", "armored_inf")
    )
    assert listed(war, war.mobile_in(setup.places["Roma"], AXIS)) == {"16 Pz", "15 PzGr"}, "a Garrison is not mobile"
    assert not setup.mech >> piece(war, "45 Inf") & 1, "lorries do not make a unit mechanised"


@pytest.mark.rule("kesselring", "2.3.1d")
def test_sizes_of_ground_units() -> None:
    assert {c["size"] for c in COUNTERS.values() if c["kind"] == "ground"} == {"div", "bde", "grp", "kg", "tf"}
    setup = italy(options={"kampfgruppen": True}).setup
    assert {setup.counter[p]["size"] for p in bits(setup.detachments)} == {"kg", "tf"}
    assert setup.divisions >> setup.names.find("piece", "HG Pz") & 1
    assert not setup.divisions >> setup.names.find("piece", "4 Arm Bde") & 1


@pytest.mark.rule("kesselring", "2.3.2")
def test_air_units() -> None:
    for counter in COUNTERS.values():
        if counter["kind"] == "air":
            assert counter["type"] in ("SAF", "TAC", "CVE")
            assert counter["air_air"] >= 0 and counter["bomb"] >= 0 and counter["range"] > 0 and counter["code"]
            assert (counter["range"] == 99) == (counter["type"] in ("SAF", "CVE")), "U: unlimited"
    assert having(type="CVE") == {"CVE"}


@pytest.mark.rule("kesselring", "2.3.3")
def test_naval_units_are_allied() -> None:
    ships = [c for c in COUNTERS.values() if c["kind"] == "naval"]
    assert {c["side"] for c in ships} == {"allied"}
    assert {(c["type"], c["attack"], c["defense"], c["recycle"]) for c in ships} == {("gunfire", 1, 1, 1), ("amphib", 0, 0, 2)}
    for contingent in ("US", "Commonwealth"):
        assert Counter(c["type"] for c in ships if c["contingent"] == contingent) == {"gunfire": 1, "amphib": 2}


@pytest.mark.rule("kesselring", "2.4")
def test_special_support_units() -> None:
    for counter in COUNTERS.values():
        if counter["kind"] == "ssu":
            assert counter["type"] in ("leader", "commando", "heavy_panzer", "special_air")
            assert counter["attack"] >= 0 and counter["defense"] >= 0 and counter["code"]
    assert having(kind="ssu", type="leader") == {"Kesselring", "Hube", "Montgomery", "Patton"}


@pytest.mark.rule("kesselring", "2.4.err")
@pytest.mark.parametrize("scenario", ["campaign", "avalanche-baytown"])
def test_the_505th_is_the_504th(scenario: str) -> None:  # T134
    war = GAME.new(scenario, seed=1)
    assert at(war, "504 Hvy Pz") == "Axis Staging Area"
    assert not [name for name in war.setup.piece_names if name.startswith("505")]


@pytest.mark.rule("kesselring", "2.5", "2.5a", "2.5b")
def test_each_nation_has_its_contingent() -> None:
    nations = {
        "US": {"US", "FR"}, "Commonwealth": {"UK", "CA", "IN", "NZ", "ZA", "PL", "IT-ECI"}, "German": {"DE", "IT-RSI"}, "Italian": {"IT"},
    }  # fmt: skip
    found: dict[str, set[str]] = {}
    for counter in COUNTERS.values():
        if counter["contingent"]:
            found.setdefault(counter["contingent"], set()).add(counter["nation"])
            assert (counter["side"] == "allied") == (counter["contingent"] in ("US", "Commonwealth"))
    assert found == nations
    assert COUNTERS["F_3ALG"]["contingent"] == "US" and COUNTERS["B_3CAR"]["contingent"] == "Commonwealth"


@pytest.mark.rule("kesselring", "2.5.ex")
def test_poles_canadians_and_british_move_together() -> None:  # T01
    units = {"3 Car": "2917", "1 Cdn Inf": "2917", "78 Inf": "2917", "45 Inf": "3018"}
    war = italy(units, garrisons={"AL": ["2917"]}, active="AL")
    play(war, "move", "lead 3 Car")
    assert set(asked(war)["unit"]) == {"78 Inf", "1 Cdn Inf", "3 Car"}
    play(war, "unit 3 Car", "to 3018", "unit 1 Cdn Inf", "to 3018", "unit 78 Inf", "to 3118", "end")
    assert at(war, "3 Car") == "3018" and war.ap[ALLIED] == 19, "all for one Action Point"


@pytest.mark.rule("kesselring", "2.6")
def test_abbreviations_are_on_the_counters() -> None:
    titles = {c["name"]: c["title"] for c in COUNTERS.values()}
    for name, words in {
        "HG Pz": "Hermann Göring", "FHH PzGr": "Feldherrnhalle", "44 HuD": "Hoch- und Deutschmeister", "4 Liv": "Livorno",
        "26 Ast": "Assietta", "28 Aos": "Aosta", "54 Nap": "Napoli", "30 Sab": "Sabauda", "31 Cal": "Calabria", "184 Nem": "Nembo",
        "Bers": "Bersaglieri", "MG12": "Mobile Group", "3 Car": "Carpathian", "2 NZ": "New Zealand", "205G": "205 Group",
        "II/DAF": "Desert Air Force", "I/12AF": "Twelfth Air Force", "I/15AF": "Fifteenth Air Force", "1 SSF": "Special Service Force",
        "1 AG": "Armored Group", "8 Ind": "Indian", "12 SA Mot Bde": "South African", "2 Mor": "Moroccan", "3 Alg": "Algerian",
    }.items():  # fmt: skip
        assert words.lower() in titles[name].lower(), (name, titles[name])
    assert COUNTERS["I_BERS"]["elite"], "Bersaglieri are an elite"


@pytest.mark.rule("kesselring", "2.7")
def test_markers_and_more_fortifications_than_markers() -> None:
    kinds = Counter(c["type"] for c in COUNTERS.values() if c["kind"] == "marker")
    assert kinds == {"turn": 2, "ap": 2, "interdiction": 1, "open_city": 2, "fortification": 10}
    places = ["3112", "3714", "2917", "3321", "2919", "2028", "3227", "3425", "3516", "2629", "2327"]
    war = italy(garrisons={"AX": places}, forts=places[:10])
    play(war, "fortify", f"at {places[10]}")
    assert war.forts.bit_count() == 11, "the markers are no limit"


@pytest.mark.rule("kesselring", "2.8")
def test_every_chart_is_there() -> None:
    tables = GAME.tables
    for chart in ("tec", "crt", "air_combat", "drop", "events", "withdrawals", "ap", "air_missions"):
        assert tables.under(chart), chart
    assert set(tables.under("events")) >= {"allied", "axis"}
    assert [len(tables[f"crt.rows.{die}"]) for die in range(1, 7)] == [10] * 6
    assert [len(tables.under(f"events.{side}")) for side in ("allied", "axis")] == [6, 6]


@pytest.mark.rule("kesselring", "2.9")
def test_tracks_and_displays_of_each_side() -> None:
    setup = GAME.setup("campaign")
    for word in ("Axis", "Allied"):
        boxes = {name for name in setup.space_names if name.startswith(word)}
        turns = {f"{word} Turn {n}" for n in range(1, 9)}
        assert boxes == {f"{word} {box}" for box in ("Staging Area", "Reinforcements", "Withdrawn", "Eliminated")} | turns
    assert italy(ap=(3, 7)).ap == [3, 7]


def test_the_vocabulary_keeps_its_order() -> None:
    """Learning programs number choices by it, so a new verb comes after the others of its chapter on purpose."""
    assert list(GAME.verbs) == [
        "withdraw", "reduce", "commit", "spare",
        "move", "attack", "reinforce", "garrison", "demobilise", "regroup", "transfer", "evacuate", "interdict", "invade", "rebase",
        "bombard", "airlift", "fortify", "march", "declare", "drop", "pass", "bring", "at", "remove", "where",
        "lose", "lead", "source", "unit", "to", "strike", "end", "from", "jump", "beach", "load", "full", "sail", "fight",
        "target", "join", "assault", "cas", "gunfire", "support", "enough", "defend", "stand",
        "stay", "cut", "go", "pursue", "halt", "intercept", "engage", "decline", "land", "fly", "launch",
        "underbid", "let-have",
    ]  # fmt: skip
