"""Where three steps of a turn meet: last shots and drops, repairs and ports, free attacks and second moves, fleets and their aircraft."""

from __future__ import annotations

import pytest

from grandharbour.games.herkules.state import AX, BR, Islands

from .conftest import (
    do,
    hits,
    is_lost,
    malta,
    offers,
    place,
    refusal,
    side,
    space,
    step,
    told,
    units,
    wait,
)


def until(war: Islands, *kinds: str) -> None:
    """Everybody commits all he has and lets the rest take its course, until something of these kinds is told in this turn."""
    turn = war.turn
    while war.turn == turn and not told(war, *kinds):
        choices = war.asked()[0].choices
        if "everyone" in choices:
            war.play("everyone")
        elif "usual" in choices:
            war.play("usual")
        else:
            wait(war)


def reach(war: Islands, wanted: str, who: int) -> None:
    """Nobody does anything until a step asks a side."""
    while step(war) != wanted or war.asked()[0].side != who:
        wait(war)


# --- the air lift


@pytest.mark.rule("herkules", "OH-PARA.3", "OH-AC.6", "OH-INIT.3")
@pytest.mark.parametrize(("last_shot", "lost"), [(1, 1), (6, 0)])
def test_the_last_shot_of_a_falling_bomber_counts_against_the_drop(last_shot: int, lost: int) -> None:
    """The British attack: their fighter and the bomber that falls each shoot down an escort. Two hits by aircraft, and no escort
    is left: one of three companies is lost. If the bomber misses, an escort survives."""
    where = {"AHQ Malta Ftr 1": "Mosta", "AHQ Malta Tac 1": "Mosta", "Regia Aeronautica Ftr 1-2": "Mosta"}
    war = malta(where, phase="air", first=BR, dice=((1,), (1, 1), (last_shot,)))
    reach(war, "Air", AX)
    do(war, "lift", ("drop", "Mosta"), ("jump", "7. Flieger Inf 1"), ("count", 3), "enough", "done")
    reach(war, "Commit", BR)
    do(war, ("commit", "AHQ Malta Ftr 1"), "engage")
    until(war, "come_down")
    assert is_lost(war, "AHQ Malta Tac 1") and is_lost(war, "Regia Aeronautica Ftr 1")
    assert [dict(e.facts)["lost"] for e in war.log or [] if e.kind == "come_down"] == [lost]


@pytest.mark.rule("herkules", "OH-PARA.3", "OH-PARA.6", "OH-LC.8")
@pytest.mark.parametrize(("flak", "left"), [(1, 1), (2, 0)])
def test_two_hits_on_the_way_cost_a_tank_and_not_half_of_one(flak: int, left: int) -> None:
    """By option tanks fly too: on the way a unit is lost for every two hits, whatever it could stand on the ground."""
    war = malta({"7. Flieger Inf 1": "Luqa"}, phase="air", any_airlift=True)
    do(war, "lift", ("drop", "Luqa"), ("jump", "XXX Corps Tank 1"), "enough")
    war.flak[space(war, "Luqa")] = flak
    do(war, "done")
    until(war, "come_down")
    while step(war) == "Lose":
        wait(war)
    assert war.mine(AX, space(war, "Luqa"), war.setup.of_kind["tank"]).bit_count() == left
    assert is_lost(war, "XXX Corps Tank 1") == (not left) and hits(war, "XXX Corps Tank 1") == 0


@pytest.mark.rule("herkules", "OH-PARA.3", "OH-AIR.4", "OH-AF.2")
@pytest.mark.parametrize(("kind", "lost"), [("Ftr", 1), ("Tac", 1)])
def test_an_escort_shot_down_by_flak_is_none(kind: str, lost: int) -> None:
    """Gun and airfield hit twice: the only aircraft falls, and the same two hits cost a company."""
    base = malta({}).setup.space_names[malta({}).setup.air_base[AX]]
    war = malta({f"Regia Aeronautica {kind} 1": base}, phase="air", works=["Kalafrana Coastal gun 1"], dice=((1, 1),))
    do(war, ("unit", f"Regia Aeronautica {kind} 1"), ("count", 1), ("to", "Kalafrana"))
    do(war, "lift", ("drop", "Kalafrana"), ("jump", "7. Flieger Inf 1"), ("count", 3), "enough", "done")
    until(war, "come_down")
    assert is_lost(war, f"Regia Aeronautica {kind} 1")
    assert [dict(e.facts)["lost"] for e in war.log or [] if e.kind == "come_down"] == [lost]


@pytest.mark.rule("herkules", "OH-PARA.3", "OH-AIR.4")
@pytest.mark.parametrize(("kind", "left"), [("Ftr", 3), ("Tac", 2)])
def test_only_a_fighter_escorts(kind: str, left: int) -> None:
    """Two aircraft over Mosta; two hits were scored there, and one of the two still flies."""
    war = malta({f"Regia Aeronautica {kind} 1": "Mosta"}, phase="air")
    do(war, "lift", ("drop", "Mosta"), ("jump", "7. Flieger Inf 1"), ("count", 3), "enough")
    war.flak[space(war, "Mosta")] = 2
    do(war, "done")
    until(war, "come_down")
    assert war.troops(AX, space(war, "Mosta")).bit_count() == left


@pytest.mark.rule("herkules", "OH-PARA.4", "OH-FAC.1", "OH-FAC.2", "OH-CBT.5")
@pytest.mark.parametrize(("die", "damage", "down"), [(1, 4, False), (6, 3, True)])
def test_gliders_turn_back_from_a_field_that_was_bombed_before_they_came(die: int, damage: int, down: bool) -> None:
    """Facilities are bombed before anybody lands: one hit more, and the held field is useless for the troops on their way."""
    war = malta({"7. Flieger Inf 1": "Luqa"}, phase="air", damage={"Luqa": 3}, dice=((die,),))
    do(war, "lift", ("drop", "Luqa"), ("jump", "La Spezia Inf 1"), ("count", 2), "enough", "done")
    do(war, ("unit", offers(war)["unit"][0]), ("count", 1), ("to", "Luqa"))
    reach(war, "Commit", BR)  # the bomber, over the field
    do(war, "everyone")
    while war.turn == 3:
        wait(war)
    assert war.damage[space(war, "Luqa")] == damage and war.troops(AX, space(war, "Luqa")).bit_count() == (3 if down else 1)


# --- supply


@pytest.mark.rule("herkules", "OH-SUP.16", "OH-LDG.10")
@pytest.mark.parametrize(("works", "strict", "able"), [((), True, True), (("Valletta Bunker 1",), True, False), (("Valletta Bunker 1",), False, True)])  # fmt: skip
def test_a_port_that_must_be_clear_is_not_repaired_before(works: tuple[str, ...], strict: bool, able: bool) -> None:
    """A side repairs what it can use; by option the Axis cannot use a port over which there is still fighting."""
    war = malta(
        {"Livorno Inf 1": "Valletta"},
        phase="supply",
        works=works,
        damage={"Valletta": 5},
        axis={"Valletta": 1},
        port_needs_clear=strict,
    )
    reach(war, "Supply", AX)
    assert ("Valletta" in offers(war).get("repair", [])) == able


@pytest.mark.rule("herkules", "OH-SUP.4", "OH-NAV.5", "OH-SEA.9")
@pytest.mark.parametrize(("die", "may"), [(1, False), (6, True)])
def test_a_beach_whose_last_ship_was_torpedoed_feeds_no_attack(die: int, may: bool) -> None:
    """The transport stays beside a submarine. What is sunk in the naval move lies off no beach in the land move."""
    where = {"Livorno Inf 1": "Krendi", "Regia Marina Tr 1": "11", "Eagle Group Sub 1": "11", "231 Bde Inf 1": "Luqa"}
    war = malta(where, phase="naval", dice=((die,),))
    while "salvo" not in offers(war):
        wait(war)
    war.play("salvo")
    while step(war) != "Land":
        wait(war)
    do(war, ("unit", "Livorno Inf 1"))
    assert ("Luqa" in offers(war)["to"]) == may


@pytest.mark.rule("herkules", "OH-SUP.4", "OH-NAV.11")
def test_a_transport_gone_to_reload_feeds_no_attack() -> None:
    war = malta({"Livorno Inf 1": "Krendi", "Regia Marina Tr 1": "11", "231 Bde Inf 1": "Luqa"}, phase="naval")
    reach(war, "Naval", AX)
    do(war, ("unit", "Regia Marina Tr 1"), "reload")
    while step(war) != "Land":
        wait(war)
    do(war, ("unit", "Livorno Inf 1"))
    assert "Luqa" not in offers(war)["to"] and refusal(war, "to", "Luqa") == "OH-SUP.1"


@pytest.mark.rule("herkules", "OH-SUP.8", "OH-SUP.9", "OH-LAND.3")
def test_without_supply_nobody_goes_from_one_fight_to_another() -> None:
    where = {"Livorno Inf 1": "Krendi", "231 Bde Inf 1": "Krendi", "Livorno Inf 2": "Halfar", "231 Bde Inf 2": "Halfar"}
    war = malta(where, phase="land", first=BR)
    do(war, ("unit", "231 Bde Inf 1"))
    assert refusal(war, "to", "Halfar") == "OH-SUP.8" and "Luqa" in offers(war)["to"]


@pytest.mark.rule("herkules", "OH-AIR.11", "OH-LC.1", "OH-SUP.6")
def test_unsupplied_fighters_help_where_they_are_based_and_attacked() -> None:
    """The Axis is in Luqa: without a marker fighters of Luqa fire in the land combat, and those of Halfar may not come."""
    where = {"Livorno Inf 1": "Luqa", "231 Bde Inf 1": "Luqa", "AHQ Malta Ftr 1": "Luqa", "AHQ Malta Ftr 2": "Halfar"}
    war = malta(where, phase="air", first=AX, based=["AHQ Malta Ftr 1-2"])
    reach(war, "Air", BR)
    do(war, ("unit", "AHQ Malta Ftr 2"))
    assert refusal(war, "to", "Luqa") == "OH-AIR.11"
    do(war, ("to", "Krendi"))
    reach(war, "Commit", BR)
    assert offers(war)["commit"] == ["AHQ Malta Ftr 1"]


# --- fleets


@pytest.mark.rule("herkules", "OH-OPT.3", "OH-SEA.1")
@pytest.mark.parametrize(("british", "leaves"), [(2, False), (3, True)])
def test_the_ships_of_toulon_are_counted_without_their_italian_friends(british: int, leaves: bool) -> None:
    """Two French destroyers beside four Italian ones meet three British: more than the fleet's own, so it leaves."""
    setup = malta({}, toulon=True).setup
    french = [n for p, n in enumerate(setup.piece_names) if setup.toulon >> p & 1 and " DD " in n][:2]
    where = dict.fromkeys(french, "20") | {"Regia Marina DD 1-4": "20", f"Eagle Group DD 1-{british}": "20"}
    war = malta(where, turn=9, phase="sea", first=AX, toulon=True, dice=((6,) * 6, (6,) * british))
    until(war, "broadside")
    while war.turn == 9:
        wait(war)
    assert bool(told(war, "toulon_leaves")) == leaves


@pytest.mark.rule("herkules", "OH-NAV.14", "OH-NAV.5", "OH-SEA.6")
def test_a_sweeper_sunk_by_a_submarine_before_the_mine_rolls_breaks_the_count() -> None:
    """Two turns were swept. In the third a submarine sinks one of the two, weakened, destroyers before the mine rolls at the other."""
    where = {"Eagle Group DD 1-2": "20", "Regia Marina Sub 1": "20"}
    war = malta(where, phase="naval", first=BR, mines=[(20, AX, 2)], hurt={"Eagle Group DD 1-2": 1}, dice=((1,), (6, 6, 6)))
    reach(war, "Naval", BR)
    do(war, ("unit", "Eagle Group DD 1"))
    if "count" in offers(war):
        war.play("count", 2)
    do(war, "sweep")
    while "salvo" not in offers(war):
        wait(war)
    war.play("salvo")
    while not told(war, "mines"):
        if step(war) == "Aim":
            war.play("usual")
        else:
            wait(war)
    assert sum(is_lost(war, n) for n in ("Eagle Group DD 1", "Eagle Group DD 2")) == 1
    assert [turns for _, _, turns in war.mines] == [0]


@pytest.mark.rule("herkules", "OH-SEA.7", "OH-AIR.10", "OH-RG.5")
@pytest.mark.parametrize(("second", "gone"), [(False, True), (True, False)])
def test_fighters_whose_deck_was_shut_while_they_flew_need_another(second: bool, gone: bool) -> None:
    """No field on the islands is free of the Axis: two hits on their carrier, and only another deck saves them."""
    where = {"Eagle Group CV 1": "20", "Eagle Group Ftr 1-2": "20"} | ({"Pedestal CV 1": "21"} if second else {})
    where |= {f"Livorno Inf {i}": t for i, t in enumerate(("Takali", "Luqa", "Kirkop", "Krendi", "Halfar", "Kalafrana"), 1)}
    war = malta(where, phase="aircraft", hurt={"Eagle Group CV 1": 2}, first=BR)
    while war.turn == 3:
        wait(war)
    assert is_lost(war, "Eagle Group Ftr 1") == gone
    assert second == (place(war, "Eagle Group Ftr 2") == "21")


# --- land


@pytest.mark.rule("herkules", "OH-LDG.8", "OH-LAND.7", "OH-LC.8")
@pytest.mark.parametrize(("hurt", "able"), [({}, True), ({"XXX Corps Tank 1": 1}, False)])
def test_a_tank_that_lost_its_track_on_the_beach_stays_there(hurt: dict[str, int], able: bool) -> None:
    war = malta({"Regia Marina Tr 1": "11", "231 Bde Inf 1": "Krendi"}, phase="landing", beach={"XXX Corps Tank 1": "Regia Marina Tr 1"},
                dice=((6,), (6,)))  # fmt: skip
    do(war, ("unit", "XXX Corps Tank 1"), ("to", "Krendi"))
    if hurt:
        war.hit1 |= units(war, "XXX Corps Tank 1")
        war._asked = None
    until(war, "land")
    assert (step(war) == "Withdraw" and "XXX Corps Tank 1" in offers(war)["withdraw"]) == able


@pytest.mark.rule("herkules", "OH-RG.1", "OH-LDG.2")
def test_who_came_through_a_port_this_turn_does_not_move_twice() -> None:
    war = malta(
        {"Regia Marina Tr 1": "7", "Livorno Inf 1": "Valletta"},
        phase="landing",
        freight={"XXX Corps Mech 1-2": "Regia Marina Tr 1"},
        spent=AX,
    )
    do(war, ("unload", "Regia Marina Tr 1"))
    if step(war) == "Unload":
        do(war, ("to", "Valletta"))
    while war.turn == 3:
        if step(war) == "SecondMove":
            assert side(war) != "AX"
        wait(war)
    assert place(war, "XXX Corps Mech 1") == "Valletta"


@pytest.mark.rule("herkules", "OH-RG.7", "OH-LC.3", "OH-RG.1")
def test_the_wounded_of_both_combats_of_a_turn_lie_in_one_box() -> None:
    """One infantry is hit in the land combat and one in the second combat: together they are two, and one comes back."""
    where = {"231 Bde Inf 1-2": "Luqa", "XXX Corps Recon 1": "Krendi", "Livorno Inf 1": "Luqa"}
    war = malta(where, phase="land_combat", first=AX, spent=AX, dice=((1,), (6, 6), (1,), (6,)))
    until(war, "land")
    while step(war) != "SecondMove":
        if "usual" in offers(war):
            war.play("usual")
        else:
            wait(war)
    do(war, ("unit", "XXX Corps Recon 1"), ("to", "Luqa"))
    while step(war) != "Recover":
        if "usual" in offers(war):
            war.play("usual")
        else:
            wait(war)
    assert war.here()[war.setup.wounded[BR]].bit_count() == 2
    do(war, ("at", offers(war)["at"][0]))
    assert not war.here()[war.setup.wounded[BR]]
    assert sum(not is_lost(war, n) for n in ("231 Bde Inf 1", "231 Bde Inf 2")) == 1


@pytest.mark.rule("herkules", "OH-EV.4", "OH-NAV.5", "OH-NAV.4")
@pytest.mark.parametrize("sails", [True, False])
def test_the_convoy_is_set_down_beside_submarines_and_attacked_only_if_it_stays(sails: bool) -> None:
    """Being placed in zone 20 is no entering: the submarine there fires at what does not move out."""
    war = malta({"Regia Marina Sub 1": "20"}, phase="pedestal", turn=8, dice=((6,) * 20,))
    while step(war) == "Stow":
        war.play("usual")
    while not (step(war) == "Naval" and side(war) == "BR"):
        assert step(war) != "React", "nobody fires while it is placed"
        wait(war)
    if sails:
        do(war, ("stack", "20"), ("sail", "19"))
        assert not told(war, "sneak")
        while step(war) == "React":
            assert side(war) == "BR", "British submarines that meet somebody"
            wait(war)
        if "done" in offers(war):
            war.play("done")
        assert not (step(war) == "React" and side(war) == "AX")
    else:
        do(war, "done")
        assert step(war) == "React" and side(war) == "AX"
