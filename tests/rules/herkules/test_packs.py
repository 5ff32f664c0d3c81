"""Numbers of a pack at the ends of what they may be: every game can be played to its end, or the pack is refused with a reason."""

from __future__ import annotations

import random

import pytest

import grandharbour as gh
from grandharbour.engine.geometry.bits import bits, nth
from grandharbour.engine.tables import TablesError
from grandharbour.games.herkules import GAME
from grandharbour.games.herkules.state import AX, BR, Islands

from .conftest import malta, offers, step

OPTIONAL = {"toulon": True, "goering": True, "taranto": True, "aquila": True}


def to_the_end(pack: str, scenario: str = "1942-revised", seed: int = 0, **options: bool | str) -> Islands:
    """A random game under a pack, with everything checked: somebody always has something to choose."""
    war = GAME.new(scenario, options=options, tables=pack, seed=seed)
    assert isinstance(war, Islands)
    rng = random.Random(seed)
    while war.stack is not None:
        decision = war.asked()[0]
        assert decision.choices and all(decision.choices.values()), f"nothing to choose: {decision}"
        verb = rng.choice(list(decision.choices))
        mask = decision.choices[verb]
        war.play(verb, nth(mask, rng.randrange(mask.bit_count())), decision.side)
        war.check()
    return war


@pytest.mark.rule("herkules", "OH-SETUP.3")
@pytest.mark.parametrize("room", [0, 1])
def test_aircraft_beyond_the_places_of_a_pack_may_stand_on_any_field(room: int) -> None:
    war = GAME.new("1942", tables=f"works.airfield.setup = {room}", seed=1)
    assert isinstance(war, Islands)
    fields = war.setup.airfields
    asked = 0
    while step(war) == "SetUnits":
        places = war.asked()[0].choices["at"]
        about = war.asked()[0].about
        assert about is not None
        if war.setup.air >> about[1] & 1:
            filled = sum(1 << t for t in bits(fields) if (war.here()[t] & war.setup.air).bit_count() >= room)
            assert places == (fields & ~filled or fields)
            asked += 1
        war.play("at", nth(places, 0), BR)
    assert asked == (war.setup.of_hq["ahq"] & war.setup.air).bit_count() > len(war.setup.fields)


@pytest.mark.rule("herkules", "OH-AIR.10", "OH-OPT.6")
@pytest.mark.parametrize(
    ("pack", "aboard"), [("optional.aquila.deck = { ftr = 2 }", 2), ("optional.aquila.ships = { cv = 0 }", 0)]
)
def test_aircraft_of_the_aquila_without_a_deck_stay_out_of_the_game(pack: str, aboard: int) -> None:
    war = GAME.new("1942", options=OPTIONAL, tables=pack, seed=1)
    assert isinstance(war, Islands)
    planes = war.setup.of_hq["aquila"] & war.setup.air
    assert (planes & war.stowed).bit_count() == aboard
    assert planes & ~war.stowed == war.here()[war.setup.lost[AX]]
    war.check()


@pytest.mark.rule("herkules", "OH-LDG.5")
@pytest.mark.parametrize(
    ("pack", "gone"),
    [
        ("lift.tr = { assault = 0 }", {"assault"}),
        ("lift.tr = { port = 0 }", set()),  # destroyers still bring infantry to a port
        ("lift.tr = { supply = 0 }", {"provisions"}),
        ("lift.dd = { assault = 0 }", {"destroyers"}),
        ("lift.tr = { port = 0 }\nlift.dd = { port = 0 }", {"freight"}),
    ],
)
def test_a_ship_that_carries_nothing_one_way_is_not_loaded_that_way(pack: str, gone: set[str]) -> None:
    war = malta({"Regia Marina Tr 1": "Axis ships", "Regia Marina DD 1": "Axis ships"}, phase="naval", tables=pack, dd_lift=True)
    assert {"assault", "freight", "destroyers", "provisions"} - set(offers(war)) == gone
    to_the_end(pack, dd_lift=True)


@pytest.mark.rule("herkules", "OH-LDG.7")
def test_nobody_embarks_in_a_port_where_transports_take_no_port_load() -> None:
    where = {"Pedestal Tr 1": "7", "231 Bde Inf 1": "Valletta"}
    printed = malta(where, phase="landing", first=BR)
    packed = malta(where, phase="landing", first=BR, tables="lift.tr = { port = 0 }")
    assert "embark" in offers(printed) and step(packed) != "Landing"


@pytest.mark.rule("herkules", "OH-LDG.7")
def test_no_unit_is_made_ready_for_an_assault_that_transports_do_not_carry() -> None:
    where = {"Pedestal Tr 1": "7", "231 Bde Inf 1": "Valletta"}
    for pack, ready in (("", True), ("lift.tr = { assault = 0 }", False)):
        war = malta(where, phase="landing", first=BR, tables=pack)
        war.play("embark", "Pedestal Tr 1")
        war.play("board", "231 Bde Inf 1")
        assert (step(war) == "Embark" and "convert" in offers(war)) is ready


@pytest.mark.rule("herkules", "OH-EV.4", "OH-LDG.6")
@pytest.mark.parametrize("pack", ["lift.tr = { port = 0 }", "lift.tr = { supply = 0 }", "carrier.deck = 0"])
def test_what_no_ship_of_the_convoy_can_carry_goes_down(pack: str) -> None:
    """Its ships are asked for cargo only as long as one of them can take some."""
    war = malta({}, phase="pedestal", turn=8, tables=pack, dice=((6,) * 20,))
    if step(war) == "Stow":
        war.play("usual", 0)
    assert step(war) != "Stow" and not war.here()[war.setup.convoy]
    gone = war.here()[war.setup.lost[BR]] & war.setup.of_hq["pedestal"]
    assert gone == war.setup.of_hq["pedestal"] & (war.setup.air if "deck" in pack else war.setup.ground if "port" in pack else 0)


@pytest.mark.parametrize(
    ("pack", "key"),
    [
        ("map.sea.2.links = []", "map.sea.2.links"),
        ("map.land.luqa.links = []", "map.land.luqa.links"),
        ('map.land.luqa.links = ["krendi"]', "map.land.luqa.links"),
        ("scenarios.1942.BR.ahq.units = { dd = 2 }", "scenarios.1942.BR.ahq.units"),
        ("naval.entry_zones = []", "naval.entry_zones"),
        ("map.land.valletta.port_zone = 0", "map.land.valletta.port_zone"),
        ("scenarios.1942.BR.eagle.zones = []", "scenarios.1942.BR.eagle.zones"),
    ],
)
def test_a_pack_that_breaks_the_map_is_refused_by_name(pack: str, key: str) -> None:
    with pytest.raises(TablesError, match=key.replace(".", r"\.")):
        GAME.setup("1942", {}, pack)


@pytest.mark.rule("herkules", "OH-LAND.5", "OH-NAV.2")
@pytest.mark.parametrize("kind", ["inf", "art", "tank", "mech", "dd", "ca", "cv", "tr", "sub"])
def test_who_cannot_move_is_not_asked_where_to(kind: str) -> None:
    """Units without movement stay where they are; ships come in from off the map and go no farther."""
    for scenario in ("1940", "1942"):
        to_the_end(f"units.{kind}.move = 0", scenario, seed=1)


@pytest.mark.rule("herkules", "OH-NAV.2")
def test_ships_that_cross_the_whole_sea_in_a_turn_can_be_led() -> None:
    war = malta({"Regia Marina DD 1": "1"}, phase="naval", tables="units.dd.move = 99", mines=[(2, BR, 1)])
    war.play("unit", "Regia Marina DD 1")
    assert set(bits(war.asked()[0].choices["lead"])) and len(war.choices("sail")) > 20


@pytest.mark.rule("herkules", "OH-SETUP.1")
def test_a_set_up_in_one_click_sails_from_a_zone_that_is_open() -> None:
    table = gh.Table.begin(GAME, "1942", tables="scenarios.1942.BR.eagle.zones = [23, 24]", seed=1)
    war = table.war
    assert isinstance(war, Islands)
    for verb, target in GAME.scripts(war, BR)["sensible"].choices():
        table.play(verb, target, BR)
    assert step(war) not in ("SetUnits", "SetFleet") and war.here()[war.setup.zone_of[23]]
