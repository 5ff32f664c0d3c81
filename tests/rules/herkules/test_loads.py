"""What a ship carries tells her from others: who is hit, who sails, who unloads; and the way a group takes [OH-GEN.5, G-45, G-78]."""

from __future__ import annotations

import pytest

from grandharbour.games.herkules.state import AX, BR

from .conftest import do, group, hits, is_lost, malta, offers, place, refusal, side, skip_to, space, step, told, units

TWO = {"Regia Marina Tr 1-2": "11"}
ONE_LADEN = {"Livorno Inf 1": "Regia Marina Tr 2"}


def first_of(war: object, verb: str, word: str) -> list[str]:
    return [n for n in offers(war)[verb] if word in n]  # type: ignore[arg-type]


# --- hits


@pytest.mark.rule("herkules", "OH-CBT.6", "OH-NAV.13")
def test_the_owner_gives_the_mines_the_empty_transport() -> None:
    """Two transports run on a mine, one with infantry: the Axis may lose either."""
    war = malta(TWO, phase="naval", turn=3, beach=ONE_LADEN, mines=[(10, BR, 0)], dice=((1, 6, 6),))
    group(war, "Regia Marina Tr 1-2")
    do(war, ("sail", 10))
    assert offers(war)["lose"] == ["Regia Marina Tr 1", "Regia Marina Tr 2"]
    do(war, ("lose", "Regia Marina Tr 1"))
    assert place(war, "Livorno Inf 1") == "10"


@pytest.mark.rule("herkules", "OH-CBT.6", "OH-NAV.13")
def test_mines_and_two_empty_transports() -> None:
    """Nothing to choose between two empty ones: no question."""
    war = malta(TWO, phase="naval", turn=3, mines=[(10, BR, 0)], dice=((1, 6, 6),))
    group(war, "Regia Marina Tr 1-2")
    do(war, ("sail", 10))
    assert step(war) != "Lose" and is_lost(war, "Regia Marina Tr 1")


@pytest.mark.rule("herkules", "OH-CBT.7", "OH-NAV.7")
def test_a_coastal_gun_picks_the_laden_transport() -> None:
    war = malta(
        {"Regia Marina Tr 1-2": "18"}, phase="naval", works=["Kalafrana Coastal gun 1"], beach=ONE_LADEN, dice=((1,),)
    )  # fmt: skip
    group(war, "Regia Marina Tr 1-2")
    do(war, ("sail", 10), "salvo")
    assert offers(war)["hit"] == ["Regia Marina Tr 1", "Regia Marina Tr 2"]
    do(war, ("hit", "Regia Marina Tr 2"))
    assert is_lost(war, "Livorno Inf 1") and place(war, "Regia Marina Tr 1") == "10"


@pytest.mark.rule("herkules", "OH-CBT.7", "OH-SEA.8", "OH-NAV.16")
@pytest.mark.parametrize(
    ("beach", "freight", "stores", "kinds"),
    [
        ({}, {}, [], 1),
        ({"Livorno Inf 1": "Regia Marina Tr 1"}, {}, [], 2),
        ({}, {"Livorno Inf 1": "Regia Marina Tr 1"}, ["Regia Marina Tr 2"], 3),
        ({"Livorno Inf 1": "Regia Marina Tr 1"}, {"Livorno Inf 2": "Regia Marina Tr 2"}, [], 3),
        ({"Livorno Inf 1": "Regia Marina Tr 1", "Livorno Art 1": "Regia Marina Tr 2"}, {}, [], 3),
        ({"Livorno Inf 1": "Regia Marina Tr 1", "Livorno Inf 2": "Regia Marina Tr 2"}, {}, [], 2),
        ({"Livorno Inf 1": "Regia Marina Tr 1", "Friuli Inf 1": "Regia Marina Tr 2"}, {}, [], 2),
        ({}, {"Livorno Inf 1": "Regia Marina Tr 1", "Livorno Inf 2-3": "Regia Marina Tr 2"}, [], 3),
        ({}, {"Livorno Inf 1": "Regia Marina Tr 1", "Assietta Inf 1": "Regia Marina Tr 2"}, [], 3),
        ({}, {}, ["Regia Marina Tr 1", "Regia Marina Tr 2"], 2),
    ],
)
def test_what_a_picked_transport_can_be(beach: dict[str, str], freight: dict[str, str], stores: list[str], kinds: int) -> None:
    """Three transports under fire: as many targets as loads, and like loads are one. Livorno and Friuli land alike, Assietta needs a port."""
    war = malta(
        {"Regia Marina Tr 1-3": "11", "Eagle Group DD 1-2": "11"}, phase="sea", first=BR, beach=beach, freight=freight, stores=stores,
        dice=((1, 6),),
    )  # fmt: skip
    do(war, "everyone")
    assert step(war) == "Aim" and len(offers(war)["hit"]) == kinds


@pytest.mark.rule("herkules", "OH-SEA.9", "OH-CBT.6")
def test_carriers_differ_by_their_decks() -> None:
    """Mines hit two carriers, one with a fighter: the British may choose; with a fighter on each there is no difference."""
    where = {"Pedestal CV 1-2": "18"}
    war = malta(where, phase="naval", first=BR, deck={"Pedestal Ftr 1": "Pedestal CV 2"}, mines=[(11, AX, 0)], dice=((1, 6, 6),))
    group(war, "Pedestal CV 1-2")
    do(war, ("sail", 11))
    assert step(war) == "Lose" and len(offers(war)["lose"]) == 2
    both = {"Pedestal Ftr 1": "Pedestal CV 2", "Pedestal Ftr 2": "Pedestal CV 1"}
    war = malta(where, phase="naval", first=BR, deck=both, mines=[(11, AX, 0)], dice=((1, 6, 6),))
    group(war, "Pedestal CV 1-2")
    do(war, ("sail", 11))
    assert hits(war, "Pedestal CV 1") == 1 and step(war) != "Lose"


@pytest.mark.rule("herkules", "OH-NAV.14", "OH-CBT.7")
def test_a_destroyer_that_sweeps_is_picked_among_others() -> None:
    """A submarine comes in upon three destroyers, two of which are sweeping: it may choose a sweeper."""
    war = malta({"Regia Marina DD 1-3": "11", "Pedestal Sub 1": "18"}, phase="naval", mines=[(11, BR, 1)], dice=((1,), (6, 6, 6)))
    group(war, "Regia Marina DD 2-3")
    do(war, "sweep", "done")
    group(war, "Pedestal Sub 1")
    do(war, ("sail", 11), "salvo")
    assert offers(war)["hit"] == ["Regia Marina DD 1", "Regia Marina DD 2"]


@pytest.mark.rule("herkules", "OH-RG.1", "OH-CBT.6")
def test_a_fresh_recon_unit_is_told_from_one_that_may_move_again() -> None:
    """One came over the beach today and has no second move: its owner may give it up first."""
    war = malta(
        {"XXX Corps Recon 1": "Krendi", "231 Bde Inf 1": "Krendi", "Regia Marina Tr 1": "11"}, phase="landing", turn=3,
        beach={"XXX Corps Recon 2": "Regia Marina Tr 1"}, dice=((6, 6), (1,)),
    )  # fmt: skip
    do(war, ("unit", "XXX Corps Recon 2"), ("to", "Krendi"), "everyone")
    assert step(war) == "Lose" and offers(war)["lose"] == ["XXX Corps Recon 1", "XXX Corps Recon 2"]


# --- Pedestal


@pytest.mark.rule("herkules", "OH-EV.4", "OH-EV.6", "OH-NAV.16")
def test_markers_or_troops_in_what_is_left_of_the_convoy() -> None:
    """Eleven transports sunk: the British choose between two markers and two units for the last one."""
    dice = ((1,) * 11 + (6,) * 9,)
    for verb, markers, aboard in (("provisions", 2, 0), ("stow", 0, 2)):
        war = malta({}, phase="pedestal", turn=8, dice=dice)
        do(war, *[("hit", f"Pedestal Tr {i}") for i in range(1, 12)])
        while step(war) == "Stow" and "provisions" not in offers(war):
            do(war, ("stow", offers(war)["stow"][0]))  # aircraft on the decks
        target = (verb, "Pedestal Art 1") if verb == "stow" else verb
        do(war, target)
        while step(war) == "Stow":
            do(war, ("stow", "Pedestal Inf 1"))
        assert sum(n for _, n in war.stores) == markers
        assert (war.stowed & war.setup.ground).bit_count() == aboard
        assert is_lost(war, "Pedestal Inf 10")


@pytest.mark.rule("herkules", "OH-EV.4", "OH-EV.6")
def test_a_convoy_without_transports() -> None:
    war = malta({}, phase="pedestal", turn=8, dice=((1,) * 12 + (6,) * 8,))
    do(war, *[("hit", f"Pedestal Tr {i}") for i in range(1, 12)])
    if step(war) == "Aim":
        do(war, ("hit", "Pedestal Tr 12"))
    do(war, "usual")
    assert not war.stores and not war.stowed & war.setup.ground and place(war, "Pedestal BB 1") == "20"


@pytest.mark.rule("herkules", "OH-EV.5", "OH-EV.4")
def test_the_british_of_1940_deal_the_cargo_after_their_choice() -> None:
    """Ten hits: six transports lost, and all cargo with them; nothing is aboard while the hits are chosen."""
    war = malta({}, phase="pedestal", turn=6, scenario="1940", dice=((1,) * 10,))
    assert step(war) == "Lose" and side(war) == "BR" and not war.stowed and not war.stores
    for i in range(1, 7):
        do(war, ("lose", f"Pedestal Tr {i}"))
    while step(war) == "Lose":
        do(war, "usual")
    do(war, "usual") if step(war) == "Stow" else None
    lost = war.setup.of_hq["pedestal"] & war.setup.ground
    assert not lost & ~war.here()[war.setup.lost[BR]] and not war.stores


@pytest.mark.rule("herkules", "OH-EV.4", "OH-NAV.16")
def test_a_transport_of_the_convoy_holds_one_sort() -> None:
    """After one unit there is no room for markers, and markers fill the ship."""
    war = malta({}, phase="pedestal", turn=8, dice=((6,) * 20,))
    while "provisions" not in offers(war):
        do(war, ("stow", offers(war)["stow"][0]))
    do(war, ("stow", "Pedestal Art 1"))
    assert refusal(war, "provisions") == "OH-LDG.6" and "stow" in offers(war)
    do(war, ("stow", "Pedestal Art 2"), "provisions")
    assert war.stored(next(iter(s for s, _ in war.stores))) == 2 and len(war.stores) == 1


# --- sailing and ports


@pytest.mark.rule("herkules", "OH-NAV.1", "OH-GEN.5")
def test_which_tank_sails() -> None:
    """Off the map two transports for a port, one with a tank: either can be chosen."""
    load = {"2./Pz.Abt. Tank 1": "Regia Marina Tr 2", "Assietta Inf 1": "Regia Marina Tr 1"}
    war = malta({"Regia Marina Tr 1-2": "Axis ships"}, phase="naval", turn=4, freight=load)
    skip_to(war, "Naval")
    assert first_of(war, "unit", "Tr") == ["Regia Marina Tr 1", "Regia Marina Tr 2"]
    do(war, ("unit", "Regia Marina Tr 2"), ("sail", 18))
    assert place(war, "2./Pz.Abt. Tank 1") == "18" and place(war, "Assietta Inf 1") == "Axis ships"


@pytest.mark.rule("herkules", "OH-LDG.2", "OH-GEN.5")
def test_which_ship_unloads_first() -> None:
    """Marsaxlokk takes one ship a turn: the artillery or the infantry."""
    load = {"Livorno Art 1": "Regia Marina Tr 2", "Livorno Inf 2": "Regia Marina Tr 1"}
    war = malta({"Regia Marina Tr 1-2": "9", "Livorno Inf 1": "Marsaxlokk"}, phase="landing", freight=load)
    assert offers(war)["unload"] == ["Regia Marina Tr 1", "Regia Marina Tr 2"]
    do(war, ("unload", "Regia Marina Tr 2"))
    assert place(war, "Livorno Art 1") == "Marsaxlokk" and "unload" not in offers(war)


@pytest.mark.rule("herkules", "OH-NAV.16", "OH-LDG.3", "OH-LDG.2")
def test_a_beach_load_walks_ashore_in_a_port() -> None:
    """The Axis has landed this morning; in the afternoon the unit for a beach comes through Marsaxlokk, and uses its capacity."""
    war = malta({"Regia Marina Tr 1-2": "9", "Livorno Inf 1": "Marsaxlokk"}, phase="land", turn=4,
                beach={"Livorno Inf 2": "Regia Marina Tr 1", "Livorno Inf 3": "Regia Marina Tr 2"})  # fmt: skip
    war.assault = 3
    skip_to(war, "Landing")
    assert refusal(war, "unit", "Livorno Inf 2") == "OH-LDG.3"
    do(war, ("unload", "Regia Marina Tr 1"))
    assert place(war, "Livorno Inf 2") == "Marsaxlokk" and war.assault == 3
    assert not war.beach & units(war, "Regia Marina Tr 1") and war.port_used[space(war, "Marsaxlokk")] == 1
    assert step(war) != "Landing" or "unload" not in offers(war)


@pytest.mark.rule("herkules", "OH-NAV.16", "OH-LDG.10")
@pytest.mark.parametrize(
    ("works", "option", "may"),
    [((), False, True), (("Marsaxlokk Bunker 1",), False, True), (("Marsaxlokk Bunker 1",), True, False)],
)
def test_a_beach_load_needs_a_port_its_side_can_use(works: tuple[str, ...], option: bool, may: bool) -> None:
    war = malta({"Regia Marina Tr 1": "9", "Livorno Inf 1": "Marsaxlokk"}, phase="landing", works=works, port_needs_clear=option,
                beach={"Livorno Inf 2": "Regia Marina Tr 1"})  # fmt: skip
    assert ("unload" in offers(war)) == may


@pytest.mark.rule("herkules", "OH-LDG.6", "OH-LDG.7")
def test_who_has_gone_aboard_stays_aboard_this_turn() -> None:
    """No ferry from one port of a zone to another, and no unloading of a ship made ready for an assault."""
    war = malta({"Pedestal Tr 1": "9", "233 Bde Inf 1": "Marsaxlokk"}, phase="landing", first=BR)
    do(war, ("embark", "Pedestal Tr 1"), ("board", "233 Bde Inf 1"), "enough")
    assert step(war) != "Landing" or "unload" not in offers(war)


# --- loading


@pytest.mark.rule("herkules", "OH-LDG.5", "OH-NAV.16")
def test_the_ship_that_loads_can_be_named() -> None:
    """Two units for a port share a ship unless another is named; then each has its own."""
    war = malta({"Regia Marina Tr 1-3": "Axis ships"}, phase="naval", turn=4)
    do(war, "freight", ("embark", "Assietta Inf 1"))
    assert offers(war)["into"] == ["Regia Marina Tr 2"] and refusal(war, "into", "Regia Marina Tr 3") == "OH-GEN.5"
    do(war, ("into", "Regia Marina Tr 2"), ("embark", "Assietta Inf 2"))
    assert war.cargo(units(war, "Regia Marina Tr 1")).bit_count() == war.cargo(units(war, "Regia Marina Tr 2")).bit_count() == 1
    do(war, ("embark", "Assietta Inf 3"))
    assert war.cargo(units(war, "Regia Marina Tr 2")).bit_count() == 2  # filled up, as she is being loaded
    do(war, ("embark", "Assietta Inf 4"))
    assert war.cargo(units(war, "Regia Marina Tr 1")).bit_count() == 2


@pytest.mark.rule("herkules", "OH-LDG.5")
def test_beach_loads_have_nothing_to_name() -> None:
    war = malta({"Regia Marina Tr 1-3": "Axis ships"}, phase="naval", turn=4)
    do(war, "assault")
    assert "into" not in offers(war)


@pytest.mark.rule("herkules", "OH-LDG.5", "OH-SEA.6")
def test_the_damaged_destroyer_may_be_spared() -> None:
    war = malta({"Regia Marina DD 1-2": "Axis ships"}, phase="naval", turn=4, hurt={"Regia Marina DD 1": 1}, dd_lift=True)
    do(war, "destroyers")
    assert offers(war)["into"] == ["Regia Marina DD 2"]
    do(war, ("into", "Regia Marina DD 2"), ("embark", "CCNN Inf 1"))
    assert war.beach == units(war, "Regia Marina DD 2")


@pytest.mark.rule("herkules", "OH-LDG.5", "OH-NAV.16")
def test_a_destroyer_named_for_a_port_takes_infantry_only() -> None:
    war = malta({"Regia Marina Tr 1": "Axis ships", "Regia Marina DD 1": "Axis ships"}, phase="naval", turn=4, dd_lift=True)
    do(war, "freight")
    assert refusal(war, "embark", "Assietta Art 1") == "" and offers(war)["into"] == ["Regia Marina DD 1"]
    do(war, ("into", "Regia Marina DD 1"))
    assert all(" Inf " in name for name in offers(war)["embark"]) and "into" not in offers(war)
    do(war, ("embark", "Assietta Inf 1"))
    assert war.freight == units(war, "Regia Marina DD 1")


@pytest.mark.rule("herkules", "OH-OPT.1", "OH-LDG.5")
def test_destroyers_of_toulon_carry_nobody() -> None:
    """Also with troops in destroyers: only the transports come loaded."""
    war = malta({}, phase="toulon", turn=6, toulon=True, dd_lift=True, dice=((6,) * 5,))
    do(war, "freight")
    for _ in range(12):
        do(war, ("embark", offers(war)["embark"][0]))
    assert step(war) != "Loading" or "freight" not in offers(war)
    assert not war.freight & war.setup.destroyers and (war.freight & war.setup.toulon).bit_count() == 6


# --- the way of a group


@pytest.mark.rule("herkules", "OH-NAV.1", "OH-NAV.13")
def test_a_group_is_led_over_mines_instead_of_past_a_submarine() -> None:
    """From 17 to 11 in two: by 10 with a mine or by 18 with a submarine. The safest is 18; the player may want 10."""
    where = {"Regia Marina DD 1": "17", "Pedestal Sub 1": "18"}
    war = malta(where, phase="naval", mines=[(10, BR, 0)], dice=((6, 6, 6),))
    group(war, "Regia Marina DD 1")
    do(war, "lead")
    assert set(offers(war)["by"]) == set(neighbours(war, 17))
    do(war, ("by", 10))
    assert place(war, "Regia Marina DD 1") == "17"  # nobody has sailed yet
    do(war, ("sail", 11))
    assert told(war, "mines") and place(war, "Regia Marina DD 1") == "11"
    safe = malta(where, phase="naval", mines=[(10, BR, 0)])
    group(safe, "Regia Marina DD 1")
    do(safe, ("sail", 11))
    assert step(safe) == "React" and place(safe, "Regia Marina DD 1") == "18"


def neighbours(war: object, zone: int) -> list[str]:
    setup = war.setup  # type: ignore[attr-defined]
    return [setup.space_names[z] for z in setup.lane_list[setup.zone_of[zone]]]


@pytest.mark.rule("herkules", "OH-NAV.1", "OH-NAV.6")
def test_no_question_where_all_ways_are_alike() -> None:
    """Open water all round: no way to be named; for a submarine group a submarine is no danger, enemy ships are prey."""
    quiet = malta({"Regia Marina DD 1": "17", "Regia Marina Sub 1": "17"}, phase="naval")
    group(quiet, "Regia Marina DD 1")
    assert "lead" not in offers(quiet)
    lurking = malta({"Regia Marina DD 1": "17", "Regia Marina Sub 1": "17", "Pedestal Sub 1": "18"}, phase="naval")
    group(lurking, "Regia Marina DD 1")
    assert "lead" in offers(lurking)
    fleet = malta({"Regia Marina Sub 1": "17", "Pedestal DD 1": "10"}, phase="naval")
    group(fleet, "Regia Marina Sub 1")
    do(fleet, "lead", ("by", 10), ("sail", 11))
    assert step(fleet) == "React" and offers(fleet)  # it may fire on its way


@pytest.mark.rule("herkules", "OH-NAV.1", "OH-NAV.7", "OH-NAV.8")
def test_a_decoy_draws_the_fire_of_a_gun() -> None:
    """A destroyer is led past a gun that the safest way avoids; afterwards the gun is silent for the transports."""
    war = malta(
        {"Regia Marina DD 1": "17", "Regia Marina Tr 1": "17"}, phase="naval", works=["Kalafrana Coastal gun 1"], dice=((6,),)
    )
    group(war, "Regia Marina DD 1")
    do(war, "lead", ("by", 10), ("sail", 11))
    assert step(war) == "React" and place(war, "Regia Marina DD 1") == "10"
    do(war, "salvo")
    assert place(war, "Regia Marina DD 1") == "11"
    group(war, "Regia Marina Tr 1")
    do(war, ("sail", 10))
    assert step(war) != "React"


@pytest.mark.rule("herkules", "OH-NAV.2", "OH-NAV.1")
def test_a_way_costs_its_points() -> None:
    """A transport with two points that is led by a neighbour has one left."""
    war = malta({"Regia Marina Tr 1": "17", "Pedestal Sub 1": "10"}, phase="naval")
    group(war, "Regia Marina Tr 1")
    do(war, "lead", ("by", 18))
    reach = {war.setup.space_names[war.setup.zone_of[z]] for z in (18, 10, 11, 17, 19)}
    assert set(offers(war)["sail"]) == reach and "lead" not in offers(war)
    assert refusal(war, "unit", "Regia Marina Tr 1") == "OH-NAV.1"


@pytest.mark.rule("herkules", "OH-NAV.11", "OH-NAV.1")
def test_coming_back_the_entry_can_be_chosen() -> None:
    """From Sicily to zone 10: by 17 with a submarine or by 18; entering costs nothing."""
    war = malta({"Regia Marina Tr 1": "Axis ships", "Pedestal Sub 1": "18"}, phase="naval", turn=4)
    skip_to(war, "Naval")
    do(war, ("unit", "Regia Marina Tr 1"))
    entry = {war.setup.space_names[z] for z in range(war.setup.areas) if war.setup.entry >> z & 1}
    do(war, "lead")
    assert set(offers(war)["by"]) == entry
    do(war, ("by", 18))
    do(war, ("sail", 10))
    assert step(war) == "React" and place(war, "Regia Marina Tr 1") == "18"


@pytest.mark.rule("herkules", "OH-NAV.12")
def test_being_set_down_has_no_way() -> None:
    war = malta({"Regia Marina DD 1": "Axis ships"}, phase="naval", turn=1, works=True, mines=[(10, BR, 0)])
    skip_to(war, "Naval")
    do(war, ("unit", "Regia Marina DD 1"))
    assert "lead" not in offers(war)


@pytest.mark.rule("herkules", "OH-NAV.15", "OH-NAV.1")
def test_nobody_is_led_through_a_fleet_that_stops_him() -> None:
    where = {"Regia Marina DD 1": "17", "Pedestal DD 1": "10", "Pedestal Sub 1": "18"}
    war = malta(where, phase="naval", ships_stop_on_contact=True)
    group(war, "Regia Marina DD 1")
    assert refusal(war, "sail", 10) == ""
    do(war, "lead")
    assert war.setup.space_names[war.setup.zone_of[10]] not in offers(war)["by"] and refusal(war, "by", 10) == "OH-NAV.2"
