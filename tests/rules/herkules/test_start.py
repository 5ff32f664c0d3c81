"""The board, setting up, new units, initiative, victory, options [OH-GEN, OH-SETUP, OH-EV, OH-INIT, OH-VIC, OH-OPT]."""

from __future__ import annotations

from collections import Counter

import pytest

from grandharbour.engine.geometry.bits import bits
from grandharbour.games.herkules import GAME
from grandharbour.games.herkules.state import AIR, AX, BR, GROUND, HerkulesSetup, Islands
from grandharbour.games.herkules.turn import GameTurn, end_game

from .conftest import (
    about,
    do,
    group,
    hits,
    is_lost,
    malta,
    offers,
    place,
    refusal,
    sea,
    side,
    skip_to,
    space,
    step,
    told,
    units,
)  # fmt: skip


def setup(scenario: str = "1942", **options: bool | str) -> HerkulesSetup:
    found = GAME.setup(scenario, options)
    assert isinstance(found, HerkulesSetup)
    return found


def begin(scenario: str = "1942", *dice: int, **options: bool | str) -> Islands:
    war = GAME.new(scenario, options=options, seed=1)
    assert isinstance(war, Islands)
    if dice:
        war.script(*dice)
    return war


def numbers(found: HerkulesSetup, mask: int) -> dict[str, int]:
    """Pieces by kind."""
    return dict(Counter(found.kind[p] for p in bits(mask)))


# --- the board


@pytest.mark.rule("herkules", "OH-GEN.1", "OH-GEN.2")
def test_the_board() -> None:
    """36 territories on three islands, 24 zones, 24 objectives worth 275, from 5 to Valletta's 40."""
    found = setup()
    tables = found.tables
    assert found.lands == 36 and found.areas - found.lands == 24
    assert Counter(tables[f"map.land.{t}.island"] for t in found.land_ids) == {"malta": 28, "gozo": 7, "comino": 1}
    worth = [vp for vp in found.vp if vp]
    assert len(worth) == 24 and sum(worth) == 275 and min(worth) == 5 and max(worth) == 40
    assert found.vp[found.land_of["valletta"]] == 40
    for a in range(found.areas):
        near = found.links[a] if a < found.lands else found.lanes[a]
        assert all((found.links[b] if b < found.lands else found.lanes[b]) >> a & 1 for b in bits(near)), "borders go both ways"


@pytest.mark.rule("herkules", "OH-GEN.1")
def test_boxes_are_out_of_reach() -> None:
    """All land begins British, and nobody flies to the enemy's base."""
    war = malta({"AHQ Malta Str 1": "Luqa"}, phase="air", first=BR, spent=BR)
    assert war.scores() == (0, 275) and war.stands(AX) == 0
    do(war, ("unit", "AHQ Malta Str 1"))
    assert refusal(war, "to", "Sicily") == "OH-GEN.1" and refusal(war, "to", "Krendi") == ""
    war = malta({}, phase="air", first=AX)
    do(war, ("unit", "Fliegerkorps II Str 1"), ("count", 1))
    assert refusal(war, "to", "Gibraltar") == "OH-GEN.1"


@pytest.mark.rule("herkules", "OH-GEN.3", "OH-GEN.7")
def test_the_track_and_the_joint_turn() -> None:
    """Fourteen half-days, two to a day; sea, air and land are moved by both sides before any combat, the initiative first."""
    found = setup()
    assert found.last == 14 and found.day == 2
    assert found.tables["reinforcements.AX.turns"] == [5, 10] and found.tables["reinforcements.BR.turns"] == [7]
    assert [setup(s).pedestal_turn for s in ("1940", "1942")] == [6, 8]
    assert found.space_names[found.wounded[AX]] == "Axis wounded" and found.space_names[found.wounded[BR]] == "British wounded"
    war = malta(
        {"Regia Marina DD 1": "18", "Eagle Group DD 1": "20", "AHQ Malta Ftr 1": "Luqa", "231 Bde Inf 1": "Halfar",
         "Livorno Inf 1": "Krendi"},
        phase="naval", spent=(AX, BR), dice=((6,), (6,)),
    )  # fmt: skip
    seen = []
    while war.turn == 3 and len(seen) < 40:
        if (step(war), side(war)) not in seen:
            seen.append((step(war), side(war)))
        decision = war.asked()[0]
        if step(war) == "Land" and side(war) == "BR":
            do(war, ("unit", "231 Bde Inf 1"), ("to", "Krendi"))
            continue
        war.play(*(("done", 0) if "done" in decision.choices else decision.quiet or ("engage", 0)))
    wanted = [("Naval", "AX"), ("Naval", "BR"), ("Air", "AX"), ("Air", "BR"), ("Land", "AX"), ("Land", "BR"), ("Commit", "AX")]
    assert [s for s in seen if s in wanted] == wanted
    assert [e.facts for e in war.log or [] if e.kind == "turn"][-1] == (("n", 4), ("day", 2))


@pytest.mark.rule("herkules", "OH-GEN.4")
def test_two_players() -> None:
    assert [s.id for s in GAME.sides] == ["AX", "BR"]
    found = setup()
    assert found.own[AX] & found.own[BR] == 0 and (found.own[AX] | found.own[BR]).bit_count() == found.pieces
    assert {found.nation[p] for p in bits(found.own[AX])} == {0, 1} and {found.nation[p] for p in bits(found.own[BR])} == {2}


@pytest.mark.rule("herkules", "OH-GEN.5")
def test_units_are_counted() -> None:
    """Like units are asked for by number, the first of them stands for all; other nations and kinds are apart."""
    war = malta(
        {"Livorno Inf 1-4": "Krendi", "Friuli Inf 1": "Krendi", "7. Flieger Inf 1": "Krendi", "CCNN Art 1": "Krendi"}, spent=AX
    )
    assert offers(war)["unit"] == ["7. Flieger Inf 1", "CCNN Art 1", "Livorno Inf 1"]
    assert refusal(war, "unit", "Livorno Inf 3") == "OH-GEN.5"
    do(war, ("unit", "Livorno Inf 1"))
    assert offers(war)["count"] == [1, 2, 3, 4, 5] and refusal(war, "count", 6) == "OH-GEN.5"
    do(war, ("count", 3), ("to", "Luqa"))
    assert war.troops(AX, space(war, "Luqa")).bit_count() == 3 and war.troops(AX, space(war, "Krendi")).bit_count() == 4


@pytest.mark.rule("herkules", "OH-GEN.6", "OH-OPT.6", "OH-SETUP.6")
def test_optional_forces() -> None:
    """Each option brings its row, in 1942 only."""
    plain = setup()
    for name, rows in {
        "goering": {"mech": 2, "recon": 1, "tank": 1}, "taranto": {"bb": 2}, "aquila": {"cv": 1, "ftr": 1, "tac": 1},
        "toulon": {"sub": 7, "dd": 6, "ca": 2, "bb": 1, "tr": 6},
    }.items():  # fmt: skip
        assert name not in plain.of_hq
        chosen = setup(**{name: True})
        assert numbers(chosen, chosen.of_hq[name]) == rows and chosen.pieces == plain.pieces + sum(rows.values())
        assert setup("1940", **{name: True}).pieces == setup("1940").pieces
    aquila = GAME.new("1942", options={"aquila": True}, seed=1)
    assert isinstance(aquila, Islands)
    assert aquila.cargo(units(aquila, "Aquila CV 1")) == units(aquila, "Aquila Ftr 1", "Aquila Tac 1")


# --- setting up


@pytest.mark.rule("herkules", "OH-SETUP.1", "OH-SETUP.2", "OH-SETUP.8")
def test_the_british_set_up_first() -> None:
    """231 Brigade goes anywhere, but its last unit to Halfar if nobody is there; the Axis waits off the map."""
    war = begin("1942", 5, 2)
    assert side(war) == "BR" and about(war) == "AHQ Malta Inf 1" and len(offers(war)["at"]) == 36
    assert war.stands(AX) == 0 and war.fleets(AX) == 0
    while about(war) != "231 Bde Art 1":
        options = offers(war)["at"]
        war.play("at", "Gharb" if "Gharb" in options else options[0])
    assert offers(war)["at"] == ["Halfar"] and refusal(war, "at", "Gharb") == "OH-SETUP.2"
    homes = {hq: war.setup.space_names[t] for hq, t in war.setup.home.items()}
    assert homes == {"ahq": "Kirkop", "bde231": "Halfar", "bde232": "Takali", "bde233": "Valletta", "bde234": "Krendi"}
    while step(war) == "SetUnits":
        war.play("at", offers(war)["at"][-1])
    for hq, home in war.setup.home.items():
        assert war.troops(BR, home) & war.setup.of_hq[hq], hq
    assert step(war) == "SetFleet" and offers(war)["at"] == [sea(war, z) for z in (17, 18, 19, 20)]
    do(war, ("at", 17))
    assert war.cargo(units(war, "Eagle Group CV 1")) == units(war, "Eagle Group Ftr 1-2")
    found = war.setup
    assert not [p for p in bits(found.own[AX] & found.ships) if found.map >> war.at[p] & 1]
    assert {war.at[p] for p in bits(found.own[AX] & found.air)} == {found.air_base[AX], found.aside}
    assert {war.at[p] for p in bits(found.own[AX] & found.ground)} == {found.pool}


@pytest.mark.rule("herkules", "OH-SETUP.3")
def test_two_aircraft_to_a_field() -> None:
    """A third aircraft may not go to Luqa; the twelve of 1942 fill the six fields."""
    war = begin("1942", 5, 2)
    while about(war) != "AHQ Malta Ftr 1":
        war.play("at", offers(war)["at"][0])
    assert len(offers(war)["at"]) == 6 and refusal(war, "at", "Qormi") == "OH-SETUP.3"
    do(war, ("at", "Luqa"), ("at", "Luqa"))
    assert refusal(war, "at", "Luqa") == "OH-SETUP.3"
    while step(war) == "SetUnits":
        war.play("at", offers(war)["at"][0])
    found = war.setup
    assert [(war.here()[t] & found.air).bit_count() for t in bits(found.airfields)] == [2] * 6
    few = setup("1940")
    assert (few.of_hq["ahq"] & few.air).bit_count() == 6


@pytest.mark.rule("herkules", "OH-SETUP.4")
def test_mines() -> None:
    """3-3 is rolled again; with 5-2 the Axis lays two, then the British one, not in the same zone. None in 1940."""
    war = begin("1942", 3, 3, 5, 2)
    while step(war) in ("SetUnits", "SetFleet"):
        war.play("at", offers(war)["at"][0])
    assert offers(war) == {"again": [None]}
    war.play("again")
    assert side(war) == "AX"
    do(war, ("mine", 7))
    assert side(war) == "AX" and refusal(war, "mine", 7) == "OH-SETUP.4"
    do(war, ("mine", 8))
    assert side(war) == "BR"
    do(war, ("mine", 11))
    owners = {war.setup.zone_ids[zone - war.setup.lands]: owner for zone, owner, _ in war.mines}
    assert owners == {7: AX, 8: AX, 11: BR} and war.turn == 1
    old = begin("1940")
    while step(old) in ("SetUnits", "SetFleet"):
        old.play("at", offers(old)["at"][0])
    assert old.turn == 1 and not old.mines and old.rolled == 0


@pytest.mark.rule("herkules", "OH-SETUP.5")
def test_ways_in() -> None:
    """Assietta cannot be loaded for an assault, XXX Corps not on turn 1, paratroops never."""
    war = malta({"Regia Marina Tr 1-3": "Axis ships"}, phase="naval", turn=1)
    do(war, "assault")
    for name in ("Assietta Inf 1", "XXX Corps Inf 1", "7. Flieger Inf 1", "La Spezia Inf 1"):
        assert refusal(war, "embark", name) == "OH-SETUP.5", name
    assert {name.rsplit(" ", 2)[0] for name in offers(war)["embark"]} == {"CCNN"}  # Livorno and Friuli are like them
    later = malta({"Regia Marina Tr 1-3": "Axis ships"}, phase="naval", turn=2)
    do(later, "assault")
    assert refusal(later, "embark", "Assietta Inf 1") == "OH-SETUP.5" and "XXX Corps Tank 1" in offers(later)["embark"]
    do(later, ("embark", "XXX Corps Tank 1"), "enough", "freight")
    assert refusal(later, "embark", "Assietta Inf 1") == "" and refusal(later, "embark", "2./Pz.Abt. Tank 1") == ""
    air = malta({}, phase="air", turn=1)
    do(air, "lift", ("drop", "Luqa"))
    assert refusal(air, "jump", "Folgore Inf 1") == "OH-SETUP.5" and refusal(air, "jump", "7. Flieger Inf 1") == ""
    found = war.setup
    ways = {
        hq: (way, found.from_turn[next(iter(bits(mask)))])
        for hq, mask in found.of_hq.items()
        for way, of in found.arrival.items()
        if of & mask
    }
    assert ways == {
        "flieger7": ("PARA", 1), "folgore": ("PARA", 2), "spezia": ("AIRLAND", 2), "ccnn": ("SEA", 1), "livorno": ("SEA", 1),
        "friuli": ("SEA", 1), "xxx": ("SEA", 2), "assietta": ("PORT", 2), "napoli": ("PORT", 2), "panzer": ("PORT", 2),
    }  # fmt: skip


@pytest.mark.rule("herkules", "OH-SETUP.6")
def test_the_two_years() -> None:
    """1940: no Germans, no paratroops, fewer of everything. The smaller 1942 has the revised rows ashore and in the air."""
    old, full, small = setup("1940"), setup("1942"), setup("1942-revised")
    assert not old.of_nation[0] and not old.arrival["PARA"] and full.of_nation[0]
    for who in (AX, BR):
        for kinds in (GROUND, AIR):
            mask = (
                sum(1 for p in bits(old.own[who]) if old.kind[p] in kinds),
                sum(1 for p in bits(full.own[who]) if full.kind[p] in kinds),
            )
            assert mask[0] < mask[1]
    small = setup("1942-revised", goering=True, aquila=True)
    columns = small.tables["parts.columns"]
    extra = {"DE": {"ftr": 2, "tac": 2}, "IT": {"ftr": 2, "tac": 2}, "UK": {"str": 2}}  # the reinforcements still to come
    for n, nation in enumerate(("DE", "IT", "UK")):
        row = dict(zip(columns, small.tables[f"parts.{nation}.revised"]))
        have = numbers(small, small.of_nation[n] & (small.ground | small.air))
        for kind in (*GROUND, *AIR):
            assert have.get(kind, 0) - extra[nation].get(kind, 0) == row[kind], (nation, kind)


@pytest.mark.rule("herkules", "OH-SETUP.7", "OH-RAD.2")
def test_works_and_facilities() -> None:
    """16 guns, 36 or 18 bunkers, four naval and three air sets, six fields, six ports, Valletta the major one."""
    found = setup()
    count = numbers(found, found.works)
    assert count == {"bunker": 36, "gun": 16, "radar": 7}
    assert numbers(setup("1940"), setup("1940").works) == {"bunker": 18, "gun": 16, "radar": 7}
    assert found.airfields.bit_count() == 6 and found.ports.bit_count() == 6
    assert {found.space_names[t]: n for t, n in found.port_room.items() if n != 1} == {"Valletta": 3}
    sites = {kind: {found.space_names[found.start[r]] for r in bits(mask)} for kind, mask in found.radars.items()}
    assert sites["naval"] == {"Xaghra", "Maghtab", "Naxxar", "Marsaskala"} and len(sites["air"]) == 3
    places = {found.start[p] for p in bits(found.of_kind["bunker"])}
    assert len(places) == 36


@pytest.mark.rule("herkules", "OH-GEN.5", "OH-SETUP.6")
def test_the_parts_list() -> None:
    """Rows add up to the printed totals, but for one German tactical bomber; 1942 holds every row."""
    found = setup(goering=True, toulon=True, taranto=True, aquila=True)
    tables = found.tables
    columns = tables["parts.columns"]
    for n, nation in enumerate(("DE", "IT", "UK")):
        sums: Counter[str] = Counter()
        for hq in tables.under(f"parts.{nation}.rows"):
            sums.update(tables[f"parts.{nation}.rows.{hq}"])
        printed = dict(zip(columns, tables[f"parts.{nation}.total"]))
        assert {k: printed[k] - sums[k] for k in columns if printed[k] != sums[k]} == ({"tac": 1} if nation == "DE" else {})
        have = Counter(numbers(found, found.of_nation[n] & ~found.works))
        # The two turns of reinforcements lie ready in either nation's colours.
        have.subtract({"DE": {"ftr": 2, "tac": 2, "tr": 2}, "IT": {"ftr": 2, "tac": 2, "tr": 2}, "UK": {"str": 2}}[nation])
        assert {k: have[k] for k in columns} == printed, nation


# --- events


@pytest.mark.rule("herkules", "OH-EV.1", "OH-EV.2")
@pytest.mark.parametrize("turn", range(1, 15))
def test_reinforcements(turn: int) -> None:
    """A fighter, a tactical bomber and a transport on turns 5 and 10, each German or Italian."""
    war = malta({}, phase="reinforcements", turn=turn, first=AX, dice=((6,) * 20,))
    if turn not in (5, 10):
        assert not told(war, "arrive") or turn == 7
        assert step(war) != "Reinforce"
        return
    do(war, "german", "italian", "german")
    found = war.setup
    came = units(war, "Fliegerkorps II Ftr 5", "Regia Aeronautica Tac 4", "German Tr 1")
    assert war.here()[found.aside] & came == 0 and len(told(war, "arrive")) == 3
    assert place(war, "Fliegerkorps II Ftr 5") == "Sicily" and place(war, "German Tr 1") == "Axis ships"


@pytest.mark.rule("herkules", "OH-EV.2")
def test_italians_only_in_1940() -> None:
    war = malta({}, phase="reinforcements", turn=5, scenario="1940")
    assert len(told(war, "arrive")) == 3 and step(war) != "Reinforce"
    assert place(war, "Regia Aeronautica Ftr 4") == "Sicily"


@pytest.mark.rule("herkules", "OH-EV.3")
def test_bombers_of_turn_seven() -> None:
    """Two more at Gibraltar on turn 7: six in all, four with the split row, two in 1940."""
    for options, scenario, before, after in (({}, "1942", 4, 6), ({"gibraltar": "split"}, "1942", 2, 4), ({}, "1940", 0, 2)):
        start = malta({}, phase="bombers", turn=6, scenario=scenario, dice=((6,) * 10,), **options)
        assert start.here()[start.setup.air_base[BR]].bit_count() == before
        war = malta({}, phase="bombers", turn=7, scenario=scenario, **options)
        assert war.here()[war.setup.air_base[BR]].bit_count() == after


@pytest.mark.rule("herkules", "OH-EV.4", "OH-EV.5")
def test_pedestal_in_1940() -> None:
    """Ten dice with five hits on turn 6; the British choose the ships, and the rest comes to zone 20."""
    war = malta({"Regia Marina DD 1": "20"}, phase="pedestal", turn=6, scenario="1940", dice=((1, 2, 3, 4, 5, 6, 2, 2, 3, 1),))
    assert told(war, "pedestal_hits") == [("pedestal_hits", "OH-EV.5", (1, 2, 3, 4, 5, 6, 2, 2, 3, 1), "hits-5")]
    assert side(war) == "BR" and step(war) == "Lose"
    do(war, *[("lose", "Pedestal BB 1")] * 2, ("lose", "Pedestal DD 1"), ("lose", "Pedestal DD 2"), ("lose", "Pedestal DD 3"))
    assert step(war) == "Stow" and side(war) == "BR"  # only now it is said who carries what
    do(war, "usual")
    assert hits(war, "Pedestal BB 1") == 2 and hits(war, "Pedestal DD 3") == 1
    found = war.setup
    assert {war.at[p] for p in bits(found.of_hq["pedestal"])} == {found.zone_of[20]}
    assert war.cargo(found.of_kind["tr"] & found.of_hq["pedestal"]).bit_count() == 8 and sum(n for _, n in war.stores) == 4


@pytest.mark.rule("herkules", "OH-EV.4", "OH-EV.6", "OH-SEA.9")
def test_pedestal_in_1942() -> None:
    """Twenty dice, seven hits: the Axis sinks a carrier with her aircraft and four transports. The rest may sail at once."""
    war = malta({}, phase="pedestal", turn=8, dice=((1,) * 7 + (3,) * 13,))
    assert side(war) == "AX" and step(war) == "Aim" and told(war, "pedestal_hits")[0][1] == "OH-EV.6"
    do(war, *[("hit", "Pedestal CV 1")] * 3)
    assert refusal(war, "hit", "Pedestal CV 1") != ""  # nothing is wasted on a wreck
    for i in range(1, 5):
        assert [n for n in offers(war)["hit"] if " Tr " in n] == [f"Pedestal Tr {i}"]  # nobody knows what they carry
        do(war, ("hit", f"Pedestal Tr {i}"))
    do(war, "usual")
    # Eight transports are left for fourteen units and ten markers, two carriers for what stood on three.
    troops = war.setup.of_hq["pedestal"] & war.setup.ground
    assert sum(n for _, n in war.stores) == 8 and (troops & war.stowed).bit_count() == 8 and troops.bit_count() == 14
    assert all(war.at[p] == war.setup.lost[BR] for p in bits(troops & ~war.stowed))
    assert [e.facts for e in war.log or [] if e.kind == "sunk_cargo"] == [(("n", 8), ("markers", 2))]
    assert place(war, "Pedestal CV 2") == place(war, "Pedestal Sub 1") == "20"
    skip_to(war, "Naval")
    assert side(war) == "BR" and "Pedestal BB 1" in offers(war)["unit"]


@pytest.mark.rule("herkules", "OH-EV.4")
def test_pedestal_waits_for_its_turn() -> None:
    for turn, scenario in ((7, "1942"), (9, "1942"), (5, "1940"), (7, "1940")):
        war = malta({}, phase="pedestal", turn=turn, scenario=scenario)
        assert place(war, "Pedestal BB 1") == "Pedestal" and war.rolled == 0


@pytest.mark.rule("herkules", "OH-EV.7")
def test_order_of_arrivals() -> None:
    """Reinforcements, bombers, the convoy and Toulon stand in this order before supply; what has come acts at once."""
    order = [phase.id for phase in GameTurn.sequence]
    assert order[:6] == ["initiative", "new-axis", "new-british", "pedestal", "toulon", "supply-first"]
    war = malta({}, phase="reinforcements", turn=5)
    do(war, "german", "german", "german")
    do(war, "provisions")
    assert "German Tr 1" in offers(war)["unit"]
    skip_to(war, "Air")
    group(war, "Fliegerkorps II Ftr 5")
    do(war, ("to", "Luqa"))
    assert place(war, "Fliegerkorps II Ftr 5") == "Luqa"


# --- initiative


@pytest.mark.rule("herkules", "OH-INIT.1", "OH-INIT.2")
@pytest.mark.parametrize(
    ("scenario", "turn", "axis", "british", "first"),
    [("1942", 8, 0, 5, AX), ("1942", 9, 2, 2, BR), ("1942", 9, 3, 2, AX), ("1940", 6, 0, 5, AX), ("1940", 7, 1, 0, AX),
     ("1940", 7, 0, 0, BR), ("1942", 14, 1, 2, BR)],
)  # fmt: skip
def test_initiative(scenario: str, turn: int, axis: int, british: int, first: int) -> None:
    war = malta({"Livorno Inf 1": "Krendi"}, turn=turn, scenario=scenario, axis={"Krendi": axis}, british={"Luqa": british})
    assert war.first == first


@pytest.mark.rule("herkules", "OH-INIT.2")
def test_markers_at_sea_do_not_count() -> None:
    """1940, turn 7: one Axis marker ashore, five British ones aboard."""
    war = malta(
        {"Livorno Inf 1": "Krendi", "Pedestal Tr 1-3": "20"},
        turn=7,
        scenario="1940",
        axis={"Krendi": 1},
        stores=["Pedestal Tr 1-3"],
    )
    assert sum(n for _, n in war.stores) == 6 and war.first == AX


BRIDGEHEADS = {"Livorno Inf 1": "Krendi", "Livorno Inf 2": "Siggiewi", "231 Bde Inf 1": "Krendi", "231 Bde Inf 2": "Siggiewi"}


@pytest.mark.rule("herkules", "OH-INIT.3")
@pytest.mark.parametrize("first", [AX, BR])
def test_what_initiative_means(first: int) -> None:
    """It moves first, spends first, orders the battles and attacks, also where only the enemy has come."""
    war = malta(BRIDGEHEADS, phase="supply", first=first, axis={"Krendi": 1}, british={"Luqa": 1})
    assert side(war) == ("AX", "BR")[first]
    do(war, "done")
    assert side(war) == ("BR", "AX")[first]
    war = malta(BRIDGEHEADS, phase="land", first=first)
    assert side(war) == ("AX", "BR")[first]
    war = malta(BRIDGEHEADS, phase="land_combat", first=first)
    assert step(war) == "LandBattles" and side(war) == ("AX", "BR")[first] and offers(war)["fight"] == ["Siggiewi", "Krendi"]
    do(war, ("fight", "Krendi"))
    assert step(war) == "Commit" and side(war) == ("AX", "BR")[first] and about(war) == "Krendi"


@pytest.mark.rule("herkules", "OH-INIT.3")
def test_the_attacker_by_option() -> None:
    """British bombers over Axis ships on turn 3: attackers only if the option asks who came."""
    force = {"AHQ Malta Str 1": "11", "Regia Marina Tr 1": "11"}
    for option, wanted in (("initiative", AX), ("entering", BR)):
        war = malta(force, phase="naval", attacker=option)
        war.entered[BR] |= 1 << space(war, "11")
        assert war.attacker(space(war, "11")) == wanted
        war.entered[AX] |= 1 << space(war, "11")
        assert war.attacker(space(war, "11")) == AX


# --- victory


def ashore(*places: str, **how: object) -> Islands:
    """One Axis infantry in each of some territories."""
    where = {
        f"Livorno Inf {i}" if i < 8 else f"Friuli Inf {i - 7}" if i < 15 else f"Assietta Inf {i - 14}": t
        for i, t in enumerate(places, 1)
    }
    return malta(where, **how)  # type: ignore[arg-type]


@pytest.mark.rule("herkules", "OH-VIC.3")
@pytest.mark.parametrize(
    ("axis", "level"),
    [(250, "Axis major victory"), (249, "Axis minor victory"), (175, "Axis minor victory"), (174, "Draw"), (125, "Draw"),
     (101, "Draw"), (100, "British minor victory"), (26, "British minor victory"), (25, "British major victory"),
     (0, "British major victory")],
)  # fmt: skip
def test_levels(axis: int, level: str, monkeypatch: pytest.MonkeyPatch) -> None:
    war = malta({"Livorno Inf 1": "Krendi"}, phase="land", turn=14)
    monkeypatch.setattr(Islands, "scores", lambda self: (axis, 275 - axis))
    end_game(war)
    assert war.outcome is not None and war.outcome.level == level
    assert war.outcome.winner == (AX if "Axis" in level else BR if "British" in level else -1)


@pytest.mark.rule("herkules", "OH-VIC.2", "OH-VIC.4")
def test_points() -> None:
    """Krendi and Luqa count 40; a contested objective too, unless an option says otherwise; Gharb counts nothing."""
    war = ashore("Krendi", "Luqa", "Gharb")
    assert war.scores() == (40, 235)
    for option, scores in (("axis", (25, 250)), ("none", (0, 250)), ("british", (0, 275))):
        contested = malta({"Livorno Inf 1": "Luqa"}, works=["Luqa Bunker 1"], contested_scores=option)
        assert contested.scores() == scores


@pytest.mark.rule("herkules", "OH-VIC.1", "OH-VIC.4", "OH-RG.10")
def test_the_last_turn() -> None:
    """The Axis leaves Takali empty on turn 14: its 20 points are British, and the game is over."""
    war = malta({"Livorno Inf 1": "Takali", "Livorno Inf 2": "Luqa"}, phase="land", turn=14, first=AX)
    assert war.scores()[AX] == 45
    do(war, ("unit", "Livorno Inf 1"), ("to", "Zebbug"), "done")
    assert war.scores() == (25, 250) and war.outcome is not None and war.outcome.scores == (25, 250)
    early = malta({"Livorno Inf 1": "Takali"}, phase="finish", turn=13)
    assert early.turn == 14 and early.outcome is None


# --- Toulon


def toulon(phase: str = "toulon", where: dict[str, str] | None = None, turn: int = 6, **how: object) -> Islands:
    return malta(where or {}, phase=phase, turn=turn, toulon=True, **how)  # type: ignore[arg-type]


@pytest.mark.rule("herkules", "OH-OPT.1", "OH-OPT.2", "OH-OPT.5")
def test_the_fleet_from_toulon() -> None:
    """Six full transports, five dice against it, the Axis chooses, and it appears in any zone, under the guns."""
    war = toulon(dice=((1, 2, 6, 6, 6), (6, 6)))
    assert step(war) == "Loading" and refusal(war, "provisions") == "OH-LDG.5" and refusal(war, "ready") == "OH-LDG.5"
    do(war, "assault")
    for _ in range(3):
        war.play("embark", offers(war)["embark"][0])
    do(war, "enough", "freight", ("embark", "Assietta Inf 1"))
    assert refusal(war, "enough") == "OH-LDG.5"  # no transport sails half full
    while step(war) == "Loading":
        war.play("embark", offers(war)["embark"][0])
    transports = war.setup.of_hq["toulon"] & war.setup.transports
    assert [war.cargo(1 << ship).bit_count() for ship in bits(transports)] == [1, 1, 1, 2, 2, 2]
    assert told(war, "toulon_hits") == [("toulon_hits", "OH-OPT.2", (1, 2, 6, 6, 6), "hits-2")] and side(war) == "AX"
    ship = next(n for n in offers(war)["lose"] if " BB " in n)
    do(war, ("lose", ship), ("lose", ship))
    assert hits(war, ship) == 2
    skip_to(war, "Naval")
    do(war, ("stack", "Toulon"))
    assert len(offers(war)["sail"]) == 24


@pytest.mark.rule("herkules", "OH-OPT.1")
def test_toulon_on_its_turn_only() -> None:
    for turn in (5, 7):
        assert step(toulon(turn=turn)) != "Loading" and toulon(turn=turn).rolled == 0
    assert "toulon" not in malta({}).setup.of_hq


def names_of(war: Islands, hq: str, kind: str) -> list[str]:
    found = war.setup
    return [found.piece_names[p] for p in bits(found.of_hq[hq] & found.of_kind[kind])]


@pytest.mark.rule("herkules", "OH-OPT.3")
@pytest.mark.parametrize(("british", "leaves"), [(3, True), (2, False)])
def test_toulon_outnumbered(british: int, leaves: bool) -> None:
    """Two cruisers of Toulon fight three destroyers and leave for good; two they do not mind. Aircraft are not counted."""
    probe = toulon()
    cruisers = names_of(probe, "toulon", "ca")
    where = dict.fromkeys(cruisers, "11") | {f"Eagle Group DD 1-{british}": "11", "AHQ Malta Ftr 1": "11"}
    war = toulon("sea", where, turn=7, dice=((6, 6), (6,) * british, (6,), (6,) * 20))
    do(war, *[("commit", n) for n in cruisers[:1]], "everyone")
    while war.turn == 7:
        decision = war.asked()[0]
        war.play(*(decision.quiet or ("done", 0)))
    assert is_lost(war, cruisers[0]) == leaves and bool(told(war, "toulon_leaves")) == leaves


@pytest.mark.rule("herkules", "OH-OPT.4")
@pytest.mark.parametrize(("lost", "leaves"), [(("ca", "bb"), True), (("ca",), False), (("ca", "dd"), False)])
def test_toulon_without_capital_ships(lost: tuple[str, ...], leaves: bool) -> None:
    probe = toulon()
    where = {names_of(probe, "toulon", kind)[0]: "Axis losses" for kind in lost} | {names_of(probe, "toulon", "sub")[0]: "18"}
    war = toulon("finish", where, turn=8)
    assert is_lost(war, names_of(probe, "toulon", "sub")[0]) == leaves
    assert bool(told(war, "toulon_leaves")) == leaves


@pytest.mark.rule("herkules", "OH-GEO.1")
def test_no_stacking_limit_ashore() -> None:
    war = malta({"Livorno Inf 1-7": "Krendi", "Friuli Inf 1-7": "Krendi", "Livorno Art 1-4": "Siggiewi"})
    do(war, ("stack", "Krendi"), ("to", "Siggiewi"))
    assert war.troops(AX, space(war, "Siggiewi")).bit_count() == 18


@pytest.mark.rule("herkules", "OH-RAD.1")
def test_radar_lasts_while_one_set_works() -> None:
    """Three naval sets may be gone; an Axis unit beside the fourth silences it; air sets are another matter."""
    sets = ["Xaghra Radar set 1", "Maghtab Radar set 1", "Naxxar Radar set 1", "Marsaskala Radar set 1"]
    assert malta({}, works=sets[:1]).radar("naval") and not malta({}, works=sets[:1]).radar("air")
    assert not malta({}, works=()).radar("naval")
    assert not malta({"Livorno Inf 1": "Xaghra"}, works=sets[:1]).radar("naval")
    assert malta({"Livorno Inf 1": "Xaghra"}, works=sets[:2]).radar("naval")
    assert malta({}, works=["Dingli Radar set 1"]).radar("air")


def test_the_vocabulary_has_a_fixed_order() -> None:
    """Adapters number actions by it: a new verb goes to the end of its chapter, and this list is edited on purpose."""
    assert " ".join(GAME.verbs) == (
        "at again mine german italian stow expend repair from unit stack count to done assault freight destroyers provisions embark into "
        "enough ready sail lead by reload recall sweep salvo fire hold hit lose usual lift drop jump supplies commit everyone troops engage "
        "fight rest unload board convert hunt withdraw stay home underbid let-have"
    )
