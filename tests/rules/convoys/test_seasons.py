"""How long and who wins, set-up and forces, what comes and goes, Malta, the desert, oil, the log [MC-DUR to MC-FUEL, MC-SEASON, MC-LOG]."""

from __future__ import annotations

import random

import pytest

import grandharbour as gh
from grandharbour.engine.dice import Seeded
from grandharbour.engine.geometry.bits import bits
from grandharbour.engine.kinds import NOWHERE
from grandharbour.games.convoys import GAME
from grandharbour.games.convoys.damage import sink
from grandharbour.games.convoys.forces import carrier_limit, freighter_limit, room
from grandharbour.games.convoys.log import sheet
from grandharbour.games.convoys.movement import FleetMove, Sailing, can_invade, invade
from grandharbour.games.convoys.placing import AlliedPlacement, AxisPlacement, FirstHour, Frogmen, roll_fuel
from grandharbour.games.convoys.state import AL, ALEX, AX, GIB, MALTA, NEVER
from grandharbour.games.convoys.supply import Basing, Desert, advance, arrivals, eat, rebuild, retreat, standing
from grandharbour.games.convoys.turn import GameTurn, Invade, Season, SlipOut, begin_turn, finish_war
from grandharbour.players import Seat
from tests.play import stack, wander

from .conftest import Pause, act, at, offers, over, piece, pieces, sea, settle, side, space, told, where

# --- how long


@pytest.mark.rule("convoys", "MC-DUR.1")
def test_two_campaigns_and_two_single_seasons() -> None:
    first = {name: GAME.setup(name).tables[f"scenarios.{name}.first"] for name in GAME.scenarios}
    assert first == {
        "pedestal": "summer1942",
        "summer1940": "summer1940",
        "campaign1940": "summer1940",
        "campaign1941": "spring1941",
    }


@pytest.mark.rule("convoys", "MC-DUR.2", "MC-DUR.3", "MC-MOVE.1")
def test_one_convoy_from_each_base_within_a_day() -> None:
    """Five freighters left Gibraltar on turn 2; the three that stayed stay. Alexandria's may leave on turn 3, not on 4."""
    war = sea(gibraltar=["Freighter 1", "Nelson"], alexandria=["Freighter 9", "Barham"], hour=3)
    war.departed = [2, 0]
    at(war, Sailing())
    war.play("muster", "Gibraltar")
    assert war.choices("add") == ["Nelson"] and war.why_not("add", "Freighter 1").rule == "MC-DUR.2"
    war.play("whole")
    war.play("to", war.choices("to")[0])
    if "halt" in offers(war):
        war.play("halt")
    war.play("muster", "Alexandria")
    assert set(war.choices("add")) == {"Freighter 9", "Barham"}, "on turn 3 the second convoy may go"
    late = sea(alexandria=["Freighter 9", "Barham"], hour=4)
    late.departed = [2, 0]
    at(late, Sailing())
    late.play("muster", "Alexandria")
    assert late.choices("add") == ["Barham"] and late.why_not("add", "Freighter 9").rule == "MC-DUR.3"


@pytest.mark.rule("convoys", "MC-DUR.4")
def test_day_and_night_alternate() -> None:
    war = sea()
    at(war, FirstHour())
    assert side(war) == "AL" and set(offers(war)) == {"day", "night"}
    war.play("day")
    hours = []
    for _ in range(4):
        begin_turn(war)
        hours.append(war.night)
    assert hours == [False, True, False, True]


@pytest.mark.rule("convoys", "MC-DUR.5", "MC-VICTORY.5")
@pytest.mark.parametrize(("season", "ended"), [("spring1942", False), ("summer1942", True)])
def test_the_last_season(season: str, ended: bool) -> None:
    war = sea(season=season, korps="ALAMEIN")
    war.stack = (Season(phase="log"), None)
    act(war, Season, "log")
    assert (war.outcome is not None) is ended
    if ended:
        assert war.outcome.winner == AX and war.outcome.rule == "MC-VICTORY.5", "a point for Alamein"


# --- who wins


@pytest.mark.rule("convoys", "MC-VICTORY.1", "MC-AK.3")
def test_past_alamein() -> None:
    war = sea(korps="ALAMEIN", forts=["ALAMEIN"])
    advance(war)
    assert war.outcome is None and not war.forts, "only the fort falls"
    advance(war)
    assert war.outcome is not None and war.outcome.winner == AX and war.outcome.rule == "MC-VICTORY.1"


@pytest.mark.rule("convoys", "MC-VICTORY.2")
def test_out_of_tripoli() -> None:
    war = sea(korps="TRIPOLI")
    retreat(war, "MC-AK.1")
    assert war.outcome is not None and war.outcome.winner == AL and war.outcome.rule == "MC-VICTORY.2"


@pytest.mark.rule("convoys", "MC-VICTORY.3", "MC-INVADE.3")
@pytest.mark.parametrize(
    ("status", "die", "taken"),
    [(0, 4, True), (0, 5, False), (1, 3, True), (1, 4, False), (2, 2, True), (2, 3, False), (3, 1, True), (3, 2, False)],
)
def test_the_die_of_the_invasion(status: int, die: int, taken: bool) -> None:
    war = sea(status=status, dice=(die,))
    invade(war)
    assert (war.outcome is not None) is taken
    if taken:
        assert war.outcome.winner == AX and war.outcome.rule == "MC-VICTORY.3"


@pytest.mark.rule("convoys", "MC-VICTORY.4", "MC-SUPPLY.4")
def test_malta_starves() -> None:
    war = sea(status=0)
    war.starved = True
    act(war, Season, "unloading")
    assert war.outcome is not None and war.outcome.winner == AX and war.outcome.rule == "MC-SUPPLY.4"
    fed = sea(status=0, malta=["Freighter 1"])
    fed.starved = True
    act(fed, Season, "unloading")
    assert fed.outcome is None and fed.status == 1


@pytest.mark.rule("convoys", "MC-VICTORY.6", "MC-VICTORY.7", "MC-VICTORY.5")
def test_points() -> None:
    """At Alamein with Barham, Argus and cruisers lost against Littorio: 2 to 1."""
    war = sea(korps="ALAMEIN")
    war.sunk = pieces(war, "Barham", "Argus", "Force H Cruisers", "Littorio", "Freighter 1")
    assert war.scores() == (2, 1)
    finish_war(war)
    assert war.outcome.winner == AX and war.outcome.level == "marginal"
    assert sea(korps="TRIPOLI").scores() == (0, 3) and sea(korps="TOBRUK").scores() == (0, 0)
    pair = sea(korps="TOBRUK", options={"paired_points": "2"})
    pair.sunk = pieces(pair, "Cesare/Cavour")
    assert pair.scores() == (0, 2)
    drawn = sea(korps="TOBRUK")
    finish_war(drawn)
    assert drawn.outcome.winner == -1


# --- set-up


def in_play(war) -> set[str]:  # type: ignore[no-untyped-def]
    """Axis pieces there are in the first season."""
    setup = war.setup
    return {
        setup.piece_names[p] for p in bits(setup.italian | setup.planes) if war.due[p] <= war.season and not war.down >> p & 1
    }


CRUISERS = {f"{n}. Cruiser Div" for n in (1, 3, 7, 8, 10)}


@pytest.mark.rule("convoys", "MC-SETUP.1", "MC-SETUP.2")
def test_summer_1940() -> None:
    war = GAME.new("campaign1940", seed=1)
    kinds = in_play(war)
    assert CRUISERS | {"Cesare/Cavour"} <= kinds and len([n for n in kinds if "SM79" in n]) == 1
    assert len([n for n in kinds if "Z1007" in n]) == 4 and len(kinds) == 11
    names = war.setup.names
    assert names.of("space", war.setup.track[war.korps]) == "Tobruk"
    assert {names.of("space", s) for s in bits(war.forts)} == {"El Alamein"} and war.status == 2
    assert war.crete == AL
    axis = sea(scenario="campaign1940")
    axis.at = [NOWHERE] * axis.setup.pieces
    at(axis, AxisPlacement(NOWHERE, False))
    assert side(axis) == "AX" and set(axis.choices("at")) == {"Napoli", "Taranto"}, "on bases of its choice"


@pytest.mark.rule("convoys", "MC-SETUP.3", "MC-SETUP.4", "MC-SETUP.5", "MC-SETUP.6")
def test_spring_1941() -> None:
    war = GAME.new("campaign1941", seed=1)
    setup = war.setup
    kinds = in_play(war)
    assert CRUISERS | {"V. Veneto", "Doria/Duilio"} <= kinds
    assert [len([n for n in kinds if word in n]) for word in ("StuG", "SM79", "Gr Ju 87", "Z1007")] == [3, 4, 2, 3]
    assert war.down & setup.by_type["Z1007"], "the fourth counts as shot down"
    assert setup.names.of("space", setup.track[war.korps]) == "El Agheila" and war.forts.bit_count() == 2
    assert war.status == 4 and war.crete == AX
    assert setup.seasons[war.due[piece(war, "Littorio")]] == "summer1941"
    assert setup.seasons[war.due[piece(war, "Cesare/Cavour")]] == "winter1941"
    for name in ("Didos", "Victorious", "Formidable", "Q. Elizabeth", "830 Sqn"):
        assert war.due[piece(war, name)] <= war.season, name
    assert war.due[piece(war, "Hood")] == NEVER and not war.raid
    assert GAME.new("campaign1941", options={"raid_1941": "available"}, seed=1).raid


@pytest.mark.rule("convoys", "MC-SCEN.1", "MC-SCEN.2")
def test_pedestal() -> None:
    war = GAME.new("pedestal", seed=1)
    setup = war.setup
    gib = {setup.piece_names[p] for p in bits(war.inside[GIB])}
    assert {"Illustrious", "Victorious", "Eagle", "Nelson", "Rodney", "Didos", "Force H Cruisers"} <= gib
    assert (war.inside[GIB] & setup.freighters).bit_count() == 9 and len(gib) == 16 and war.status == 0
    napoli = {setup.piece_names[p] for p in bits(war.fleet_at(setup.napoli))}
    assert napoli == {
        "V. Veneto",
        "Littorio",
        "Doria/Duilio",
        *(f"{n}. Cruiser Div" for n in (3, 7, 8, 10)),
    }
    assert [len(list(bits(war.planes_at(space(war, base))))) for base in ("Sardinia", "Sicily")] == [4, 4]
    assert setup.fuel[war.season] == 0 and war.decoys == [4, 0] and not war.invasion and not war.frogmen
    for landed, italian, british, winner in ((0, 0, 0, AX), (4, 0, 0, -1), (5, 0, 0, AL), (5, 0, 2, AX), (3, 2, 0, AL)):
        end = sea(scenario="pedestal")
        end.landed = landed
        end.sunk = pieces(end, *["V. Veneto", "Littorio"][:italian], *["Nelson", "Eagle"][:british])
        finish_war(end)
        assert end.outcome.winner == winner and (end.outcome.level == "draw") == (winner < 0)


@pytest.mark.rule("convoys", "MC-SCEN.2")
def test_pedestal_without_a_freighter_is_lost_at_unloading() -> None:
    war = sea(scenario="pedestal", status=0)
    assert war.starved
    act(war, Season, "unloading")
    assert war.outcome.winner == AX


@pytest.mark.rule("convoys", "MC-SCEN.3", "MC-SCEN.4")
def test_the_sheet_of_summer_1940() -> None:
    war = GAME.new("summer1940", seed=1)
    while not isinstance(war.stack[0], AlliedPlacement):
        war.play(*next((v, t[0]) for v, t in reversed(offers(war).items())))
    setup = war.setup
    names = lambda lot: {setup.piece_names[p] for p in bits(war.inside[lot])}  # noqa: E731
    assert names(GIB) == {"Ark Royal", "Renown", "Valiant", "Warspite", "Force H Cruisers"}
    assert names(ALEX) == {"Illustrious", "Barham", "Malaya", "Ramillies", "Med Cruisers"}
    assert isinstance(war.stack[0], AlliedPlacement) and freighter_limit(setup, war.column, war.season) == 9
    sheet_ = GAME.new("campaign1940", options={"opening": "sheet"}, seed=1)
    while not isinstance(sheet_.stack[0], AlliedPlacement):
        sheet_.play(*next((v, t[0]) for v, t in reversed(offers(sheet_).items())))
    assert {sheet_.setup.piece_names[p] for p in bits(sheet_.inside[GIB])} >= {"Ark Royal", "Renown"}


# --- forces


def why(
    ship: str, base: int, status: int, *, season: str = "fall1941", gib: tuple[str, ...] = (), alex: tuple[str, ...] = ()
) -> str | None:
    """The rule that keeps a ship from a base, None if it may be placed."""
    war = sea()
    found = room(
        war.setup, status, war.setup.seasons.index(season), pieces(war, *gib), pieces(war, *alex), piece(war, ship), base
    )
    return found and found[0]


@pytest.mark.rule("convoys", "MC-FORCES.1")
def test_ceilings() -> None:
    """Surviving: two carriers, a battle cruiser and two battleships at Gibraltar; a third of either is refused."""
    two = ("Ark Royal", "Eagle", "Renown", "Nelson", "Rodney")
    assert why("Rodney", GIB, 1, gib=two[:4]) is None
    assert why("Victorious", GIB, 1, gib=two) == "MC-FORCES.1" and why("Warspite", GIB, 1, gib=two) == "MC-FORCES.1"
    assert why("Hood", GIB, 1, gib=two) == "MC-FORCES.1"
    table = sea().setup.ceilings
    assert table[GIB]["CV"] == [3, 2, 1, 1, 1, 1] and table[ALEX]["CV"] == [2, 1, 1, 1, 1, 1]
    assert table[GIB]["B"] == [3, 2, 2, 2, 1, 1] and table[ALEX]["B"] == [3, 3, 3, 3, 3, 2]
    assert sea().setup.freighter_row == [11, 10, 9, 8, 7, 6]


@pytest.mark.rule("convoys", "MC-FORCES.2", "MC-FORCES.3")
def test_ten_freighters_at_most_in_any_division() -> None:
    setup = sea().setup
    assert [freighter_limit(setup, status, 5) for status in range(6)] == [10, 10, 9, 8, 7, 6]
    some = tuple(f"Freighter {n}" for n in range(1, 6))
    assert why("Freighter 6", ALEX, 5, gib=some) is None and why("Breconshire", ALEX, 5, gib=some) is None
    assert why("Breconshire", ALEX, 5, gib=some, alex=("Freighter 6",)) == "MC-FORCES.2"


@pytest.mark.rule("convoys", "MC-FORCES.4", "MC-FORCES.6", "MC-FORCES.7", "MC-FORCES.8", "MC-FORCES.5")
def test_who_may_go_where() -> None:
    assert all(why("Didos", base, status) is None for base in (GIB, ALEX) for status in range(6))
    assert why("Force H Cruisers", ALEX, 0) == "MC-FORCES.6" and why("Force H Cruisers", GIB, 4) == "MC-FORCES.6"
    assert why("Force H Cruisers", GIB, 3) is None
    assert all(why("Med Cruisers", ALEX, status) is None for status in range(6)) and why("Med Cruisers", GIB, 0) == "MC-FORCES.6"
    assert why("Ark Royal", ALEX, 0) == "MC-FORCES.7" and why("Ark Royal", GIB, 0) is None
    assert why("Force K", GIB, 0) == why("Force K", ALEX, 0) == "MC-FORCES.8"
    for ship in ("Nelson", "Rodney", "P. of Wales"):
        assert why(ship, GIB, 1) is None and why(ship, GIB, 2) == "MC-FORCES.5" and why(ship, ALEX, 0) is not None
    assert GAME.setup("campaign1940").seasons[GAME.setup("campaign1940").first_due[piece(sea(), "Didos")]] == "fall1940"


@pytest.mark.rule("convoys", "MC-FORCES.9")
def test_the_column_is_read_after_supply() -> None:
    """+2, survival, Swordfish and Force K: Starving."""
    war = sea(season="summer1941", status=3)
    eat(war)
    at(war, Basing())
    war.play("base", "815 Sqn")
    war.play("force_k")
    war.play("enough")
    assert war.status == 0
    act(war, Season, "allies")
    assert war.column == 0


@pytest.mark.rule("convoys", "MC-FORCES.10")
def test_every_season_ships_are_placed_anew() -> None:
    war = sea(gibraltar=["Nelson"], malta=["Barham"])
    war.stack = (Season(phase="log"), None)
    act(war, Season, "log")
    assert {where(war, name) for name in ("Nelson", "Barham")} == {"Reserve"} and not war.gib and not war.alex


@pytest.mark.rule("convoys", "MC-JAPAN.1", "MC-JAPAN.2")
def test_ships_for_the_indian_ocean() -> None:
    setup = sea().setup
    spring = setup.seasons.index("spring1942")
    assert carrier_limit(setup, 3, spring) == 1 and carrier_limit(setup, 3, spring - 1) == 2
    assert why("Eagle", ALEX, 3, season="spring1942", gib=("Ark Royal",)) == "MC-JAPAN.1"
    three = ("Barham", "Malaya")
    assert (
        why("Valiant", ALEX, 3, season="spring1942", alex=three) == "MC-JAPAN.2" and why("Valiant", ALEX, 3, alex=three) is None
    )


# --- what comes and goes


def season(name: str, **how):  # type: ignore[no-untyped-def]
    """A campaign from Summer 1940 at the start of a later season, after its arrivals."""
    war = GAME.new("campaign1940", seed=1)
    war.log = []
    war.season = war.setup.seasons.index(name)
    for key, value in how.items():
        setattr(war, key, value)
    arrivals(war)
    return war


def here(war, name: str) -> bool:  # type: ignore[no-untyped-def]
    return war.due[piece(war, name)] <= war.season and not (war.sunk | war.down) >> piece(war, name) & 1


@pytest.mark.rule("convoys", "MC-REINF.1", "MC-REINF.3")
@pytest.mark.parametrize(
    ("ship", "name"),
    [("Didos", "fall1940"), ("Victorious", "winter1940"), ("830 Sqn", "winter1940"), ("Formidable", "spring1941"),
     ("Q. Elizabeth", "spring1941"), ("P. of Wales", "summer1941"), ("V. Veneto", "fall1940"), ("Littorio", "winter1940"),
     ("Doria/Duilio", "winter1940")],
)  # fmt: skip
def test_reinforcements(ship: str, name: str) -> None:
    seasons = GAME.setup("campaign1940").seasons
    before = seasons[seasons.index(name) - 1]
    assert here(season(name), ship) and not here(season(before), ship)


@pytest.mark.rule("convoys", "MC-REINF.2")
def test_hood_leaves_unless_lost() -> None:
    war = season("spring1941")
    assert war.due[piece(war, "Hood")] == NEVER and ("leaves", "Hood") in told(war, "leaves")
    lost = GAME.new("campaign1940", seed=1)
    lost.log, lost.season = [], lost.setup.seasons.index("spring1941")
    sink(lost, piece(lost, "Hood"), "MC-HIT.2")
    arrivals(lost)
    assert not told(lost, "leaves") and here(lost, "Renown")


@pytest.mark.rule("convoys", "MC-REINF.4", "MC-REINF.5", "MC-REINF.6")
def test_axis_aircraft_come() -> None:
    war = GAME.new("campaign1940", seed=1)
    setup = war.setup
    counts = []
    for number in range(1, 6):
        war.season = number
        arrivals(war)
        counts.append(
            tuple(
                sum(war.due[p] <= number for p in bits(setup.by_type[kind] & setup.planes))
                for kind in ("SM79", "IT_STUKA", "STUKA")
            )
        )
    assert counts == [(2, 0, 0), (3, 0, 0), (4, 1, 3), (5, 2, 3), (6, 2, 3)], "four SM79 and the Luftwaffe in Spring 1941"


@pytest.mark.rule("convoys", "MC-REPL.1", "MC-REPL.2", "MC-REPL.3", "MC-REPL.4", "MC-REPL.5", "MC-SUNK.1", "MC-SUNK.2")
@pytest.mark.parametrize(
    ("name", "back"),
    [("Force H Cruisers", 1), ("Med Cruisers", 1), ("Freighter 3", 1), ("Force K", 2), ("Didos", 0), ("Breconshire", 0), ("Nelson", 0),
     ("Eagle", 0), ("Renown", 0), ("Littorio", 0), ("7. Cruiser Div", 0)],
)  # fmt: skip
def test_replacements(name: str, back: int) -> None:
    war = sea(season="summer1941", fleet={"Littorio": "Napoli", "7. Cruiser Div": "Napoli"})
    sink(war, piece(war, name), "MC-HIT.2")
    assert war.due[piece(war, name)] == (war.season + back if back else NEVER)
    for later in (1, 2):
        war.season += 1
        arrivals(war)
        assert here(war, name) is bool(back and later >= back)


@pytest.mark.rule("convoys", "MC-REPL.3")
def test_swordfish_come_back() -> None:
    from grandharbour.games.convoys.air import shoot_down

    war = sea(season="summer1941", planes={"815 Sqn": "Malta"})
    shoot_down(war, piece(war, "815 Sqn"))
    assert not here(war, "815 Sqn")
    war.season += 1
    arrivals(war)
    assert here(war, "815 Sqn")


@pytest.mark.rule("convoys", "MC-REPL.6")
def test_one_light_division_in_spring_1942() -> None:
    war = sea(season="spring1942")
    lost = [f"{n}. Cruiser Div" for n in (1, 7, 8)]
    war.sunk = pieces(war, *lost)
    for name in lost:
        war.due[piece(war, name)] = NEVER
    from grandharbour.games.convoys.supply import salvage_due

    assert salvage_due(war)
    at(war, AxisPlacement(NOWHERE, True))
    assert (
        war.choices("salvage") == ["7. Cruiser Div", "8. Cruiser Div"]
        and war.why_not("salvage", "1. Cruiser Div").rule == "MC-REPL.6"
    )
    war.play("salvage", "7. Cruiser Div")
    assert here(war, "7. Cruiser Div") and "salvage" not in offers(war)


@pytest.mark.rule("convoys", "MC-REPL.7", "MC-REPL.8")
def test_aircraft_come_back() -> None:
    """Two Z1007, three SM79 and two Italian Ju 87 lost: one, two and one return. Stukas: two in Spring 1942, never else."""
    war = sea(season="fall1941")
    setup = war.setup
    war.due = [min(due, 0) for due in war.due]
    for kind, lost in (("Z1007", 2), ("SM79", 3), ("IT_STUKA", 2), ("STUKA", 3)):
        for p in list(bits(setup.by_type[kind] & setup.planes))[:lost]:
            war.down |= 1 << p
            war.due[p] = NEVER
    count = lambda kind: (war.down & setup.by_type[kind]).bit_count()  # noqa: E731
    arrivals(war)
    assert [count(kind) for kind in ("Z1007", "SM79", "IT_STUKA", "STUKA")] == [1, 1, 1, 3]
    war.season = setup.seasons.index("spring1942")
    arrivals(war)
    assert count("STUKA") == 1
    war.season += 1
    arrivals(war)
    assert count("STUKA") == 1


# --- Malta


@pytest.mark.rule("convoys", "MC-SUPPLY.1")
def test_survival_costs_a_level_but_not_in_the_first_season() -> None:
    war = sea(season="summer1941", status=3)
    eat(war)
    assert war.status == 2
    war.status = 0
    eat(war)
    assert war.status == 0
    first = sea(status=2)
    eat(first)
    assert first.status == 2


@pytest.mark.rule("convoys", "MC-SUPPLY.2", "MC-SUPPLY.3")
def test_basing() -> None:
    war = sea(status=2)
    at(war, Basing())
    war.play("base", "815 Sqn")
    assert war.status == 1
    war.play("base", "830 Sqn")
    assert war.status == 1, "one squadron or both"
    war.play("force_k")
    assert war.status == 0 and where(war, "Force K") == "Malta"
    poor = sea(status=0)
    at(poor, Basing())
    assert set(offers(poor)) == {"enough"} and poor.why_not("force_k").rule in ("MC-SUPPLY.2", "MC-SUPPLY.3")


@pytest.mark.rule("convoys", "MC-SUPPLY.5")
def test_unloading() -> None:
    war = sea(status=3, malta=[f"Freighter {n}" for n in range(1, 5)] + ["Breconshire"])
    act(war, Season, "unloading")
    assert war.status == 5 and war.landed == 5, "+4 at most"


@pytest.mark.rule("convoys", "MC-SUPPLY.6", "MC-HARB.5")
def test_leaving_malta_costs_a_level() -> None:
    war = sea(malta=["Barham", "Malaya"], status=1, dice=(1,))
    at(war, SlipOut(0))
    war.play("everyone")
    war.play("slip")
    settle(war)
    assert war.status == 0 and {where(war, n) for n in ("Barham", "Malaya")} == {"Reserve"} and war.rolled == 1, (
        "one attack on the group"
    )
    hungry = sea(malta=["Barham"], status=0)
    at(hungry, SlipOut(0))
    assert over(hungry), "at Starving there is no level to give"


# --- the invasion


@pytest.mark.rule("convoys", "MC-INVADE.1", "MC-INVADE.2")
def test_when_and_how_often() -> None:
    assert [can_invade(sea(status=n)) for n in range(6)] == [True, True, True, True, False, False]
    war = sea(status=1, dice=(6,))
    invade(war)
    assert not can_invade(war)


@pytest.mark.rule("convoys", "MC-INVADE.4")
def test_the_moment() -> None:
    war = sea(status=1)
    at(war, Invade())
    assert side(war) == "AX" and set(offers(war)) == {"invade", "wait"}
    fleet = sea(status=1, fleet={"Littorio": "Napoli"})
    at(fleet, FleetMove())
    assert "invade" not in offers(fleet) and fleet.why_not("invade").rule == "MC-INVADE.4"
    anytime = sea(status=1, fleet={"Littorio": "Napoli"}, options={"invasion_window": "any"})
    at(anytime, FleetMove())
    assert "invade" in offers(anytime)


@pytest.mark.rule("convoys", "MC-INVADE.5")
def test_a_failed_landing_costs_ground() -> None:
    """Nobody on Malta, Afrika Korps at Tobruk: one place west instead of an advance. From Tripoli it is the end."""
    war = sea(korps="TOBRUK", forts=[])
    war.invaded = True
    act(war, Season, "correction")
    assert war.setup.names.of("space", war.setup.track[war.korps]) == "Gazala"
    lost = sea(korps="TRIPOLI", forts=[])
    lost.invaded = True
    act(lost, Season, "correction")
    assert lost.outcome.winner == AL


# --- the desert


def desert(korps: str, forts: tuple[str, ...], planes: bool, cruisers: bool):  # type: ignore[no-untyped-def]
    war = sea(korps=korps, forts=forts)
    if planes:
        war.based |= pieces(war, "815 Sqn")
    if cruisers:
        war.based |= pieces(war, "Force K")
    war.based_then = war.based
    return war


def stands(war) -> str:  # type: ignore[no-untyped-def]
    return war.setup.names.of("space", war.setup.track[war.korps])


@pytest.mark.rule("convoys", "MC-AK.1", "MC-AK.2", "MC-AK.3")
def test_afrika_korps() -> None:
    both = at(desert("TOBRUK", (), True, True), Desert())
    assert over(both) and stands(both) == "Gazala"
    one = at(desert("TOBRUK", (), True, False), Desert())
    assert over(one) and stands(one) == "Tobruk"
    free = at(desert("TOBRUK", ("TOBRUK",), False, False), Desert())
    assert side(free) == "AX" and set(offers(free)) == {"advance", "stay"}, "the Axis may decline"
    free.play("advance")
    assert stands(free) == "Tobruk" and not free.forts
    at(free, Desert())
    free.play("advance")
    assert stands(free) == "El Alamein"


@pytest.mark.rule("convoys", "MC-AK.4")
def test_losses_count_in_the_same_season() -> None:
    war = desert("GAZALA", (), True, True)
    assert standing(war) == 2
    war.sunk = pieces(war, "Force K")
    assert standing(war) == 1, "one squadron alive: it stays"
    war.korps_before = war.korps = war.setup.on_track[war.setup.places["TOBRUK"]]
    war.korps -= 1
    act(war, Season, "correction")
    settle(war)
    assert stands(war) == "Tobruk", "what it did at the start is corrected"
    hurt = desert("GAZALA", (), True, True)
    hurt.hit = pieces(hurt, "Force K")
    assert standing(hurt) == 2, "a Force K that is only Hit still counts"
    war.down = pieces(war, "815 Sqn")
    assert standing(war) == 0


@pytest.mark.rule("convoys", "MC-AK.5", "MC-AK.6")
def test_fortifications() -> None:
    war = sea(korps="GAZALA", forts=[])
    rebuild(war)
    assert {war.setup.names.of("space", s) for s in bits(war.forts)} == {"Tobruk", "El Alamein"}
    far = sea(korps="ALAMEIN", forts=[])
    rebuild(far)
    assert not far.forts, "both are in Axis hands"


@pytest.mark.rule("convoys", "MC-AK.7")
@pytest.mark.parametrize("timing", ["start", "end"])
def test_when_it_moves(timing: str) -> None:
    war = sea(korps="GAZALA", forts=[], options={"ak_timing": timing})
    at(war, Pause())
    act(war, Season, "desert")
    war.run()
    assert isinstance(war.stack[0], Desert) is (timing == "start")
    end = sea(korps="GAZALA", forts=[], options={"ak_timing": timing})
    act(end, Season, "correction")
    end.run()
    assert isinstance(end.stack[0], Desert) is (timing == "end")


# --- oil


@pytest.mark.rule("convoys", "MC-FUEL.1", "MC-FUEL.2")
def test_oil() -> None:
    """Summer 1942, a two: a third piece is refused. It may come back and sail again on the same oil."""
    war = sea(season="summer1942", fuel=-1, dice=(2,), fleet=dict.fromkeys(("Littorio", "V. Veneto", "Doria/Duilio"), "Napoli"))
    roll_fuel(war)
    assert war.fuel == 2 and sea().setup.fuel == [8, 7, 6, 5, 4, 3, 2, 1, 0]
    war.sailed = pieces(war, "Littorio", "V. Veneto")
    at(war, FleetMove())
    assert "Doria/Duilio" not in war.choices("ship") and war.why_not("ship", "Doria/Duilio").rule == "MC-FUEL.2"
    assert "Littorio" in war.choices("ship")
    once = sea(fuel=2, fleet={"Littorio": "Napoli"}, options={"resail": False})
    once.sailed = pieces(once, "Littorio")
    at(once, FleetMove())
    assert "ship" not in offers(once)


@pytest.mark.rule("convoys", "MC-FUEL.3")
@pytest.mark.parametrize("when", ["placement", "first_sailing"])
def test_when_the_die_is_rolled(when: str) -> None:
    war = sea(fuel=-1, dice=(3,), fleet={"Littorio": "Napoli"}, options={"fuel_roll": when})
    act(war, Season, "fuel")
    assert (war.fuel >= 0) is (when == "placement")
    if when == "first_sailing":
        at(war, FleetMove())
        assert war.choices("sortie") == ["Littorio"] and war.setup.game.verbs["sortie"].dice
        war.play("sortie", "Littorio")
        assert war.fuel == 3 + war.setup.fuel[war.season]


# --- frogmen


@pytest.mark.rule("convoys", "MC-FROG.1", "MC-FROG.2", "MC-FROG.3")
def test_frogmen() -> None:
    early = sea(season="fall1941")
    act(early, Season, "frogmen")
    assert over(early)
    war = sea(season="winter1941", alexandria=["Barham", "Valiant", "Freighter 1", "Malaya"], dice=(3, 2, 4, 1, 5))
    act(war, Season, "frogmen")
    war.run()
    assert isinstance(war.stack[0], Frogmen) and set(war.choices("dive")) == {"Gibraltar", "Alexandria"}
    war.play("dive", "Alexandria")
    assert set(war.choices("mine")) == {"Barham", "Valiant", "Freighter 1", "Malaya"}
    war.play("mine", "Barham")
    assert "Barham" not in war.choices("mine"), "three different ships"
    war.play("mine", "Freighter 1")
    war.play("mine", "Malaya")
    assert over(war) and not war.frogmen
    assert war.due[piece(war, "Barham")] > war.season and not war.sunk
    assert war.due[piece(war, "Freighter 1")] == war.season + 1 or where(war, "Freighter 1") == "Alexandria"


# --- the sequence and the log


@pytest.mark.rule("convoys", "MC-SEASON.1")
def test_before_the_turns() -> None:
    war = GAME.new("campaign1941", seed=3)
    met = []
    while not isinstance(war.stack[0], Sailing):
        name = type(war.stack[0]).__name__
        if not met or met[-1] != name:
            met.append(name)
        war.play(*next((v, t[-1]) for v, t in reversed(offers(war).items())))
    order = [n for n in ("Basing", "Desert", "AlliedPlacement", "AxisPlacement", "FirstHour") if n in met]
    assert order == [n for n in met if n in order] and {"Basing", "AlliedPlacement", "AxisPlacement", "FirstHour"} <= set(met)
    assert war.fuel > 0


@pytest.mark.rule("convoys", "MC-SEASON.2")
def test_the_turns_end() -> None:
    war = sea(gibraltar=["Nelson"], hour=2)
    at(war, Sailing())
    assert "finish" in offers(war), "nobody at sea"
    busy = sea({"A": ("W3", ["Nelson"])}, hour=2)
    at(busy, Sailing())
    assert "finish" not in offers(busy) and busy.why_not("finish").rule == "MC-SEASON.2"
    last = sea(hour=24)
    assert last.setup.cap == 24
    last.stack = (GameTurn(phase="before next"), (Pause(), None))
    last.run()
    assert over(last), "after 24 turns in any case"


@pytest.mark.rule("convoys", "MC-SEASON.3")
def test_after_the_turns() -> None:
    names = [phase.id for phase in Season.sequence]
    after = names[names.index("turns") + 1 :]
    assert after == ["raids", "unloading", "invasion", "bombing", "leaving", "correction", "repairs", "log"]


@pytest.mark.rule("convoys", "MC-TURN.1", "MC-TURN.2", "MC-TURN.3", "MC-TURN.4", "MC-TURN.5")
def test_the_order_of_a_turn() -> None:
    """Met over a whole random game: the steps of a turn never go backwards."""
    order = {
        "Sailing": 0,
        "Lurking": 1,
        "FleetMove": 2,
        "Patrol": 3,
        "Reserve": 4,
        "Flights": 5,
        "Squadrons": 6,
        "CarrierStrikes": 7,
        "Raid": 7,
        "Surface": 8,
    }
    met = set()
    for seed in range(12):
        last = (0, 0)
        war = GAME.new("pedestal", seed=seed)
        for state in wander(war, seed):
            steps = list(stack(state))
            if not any(isinstance(step, GameTurn) for step in steps):
                continue
            name = next((type(s).__name__ for s in reversed(steps) if type(s).__name__ in order), "")
            if not name:
                continue
            met.add((name, state.night))
            now = (state.turn, order[name])
            assert now >= last, name
            last = now
    assert ("Flights", True) not in met and ("Flights", False) in met and ("Reserve", True) not in met


@pytest.mark.rule("convoys", "MC-LOG.1", "MC-LOG.2", "MC-LOG.3", "MC-LOG.4")
def test_the_log_says_everything() -> None:
    war = sea(season="fall1941", planes={"StuG 1": "Sicily", "815 Sqn": "Malta"}, korps="GAZALA", forts=["TOBRUK"])
    war.raid = True
    war.sunk = pieces(war, "Barham")
    war.due[piece(war, "Barham")] = NEVER
    war.due[piece(war, "Nelson")] = war.season + 2
    war.down = pieces(war, "97 Gr Ju 87")
    paper = sheet(war)
    setup = war.setup
    stands = {row[0]: row[-1] for table in paper.tables for row in table.rows}
    assert stands["Barham"] == "sunk" and stands["Nelson"] == "due Spring 1942"
    assert stands["97 Gr Ju 87"] == "shot down" and stands["815 Sqn"] == "Malta"
    slow = setup.freighters & setup.slow  # freighters have no fate of their own
    everything = setup.italian | setup.planes | setup.swordfish | setup.allied & ~slow
    assert stands.keys() == {setup.piece_names[p] for p in bits(everything)}
    text = " ".join(paper.lines)
    for word in (
        "Gazala",
        "Tobruk",
        "Crete: Axis",
        "Malta: ",
        "Points: Axis",
        "raid on Taranto, frogmen, invasion",
        "Dice thrown",
    ):
        assert word in text, word
    assert "| Nelson | " in paper.markdown() and paper.markdown().startswith("# End of Fall 1941")


@pytest.mark.rule("convoys", "MC-LOG.1")
def test_the_log_is_told_at_the_end_of_the_season() -> None:
    table = gh.Table.begin(GAME, "pedestal", seed=4)
    seats = [Seat("greedy", number, random.Random(4)) for number in (AX, AL)]
    while table.outcome is None:
        asked = table.war.asked()[0].side
        table.play(*seats[asked].choose(table.war), asked)
    told = [t.event for t in table.told(None) if t.event.sheet is not None]
    assert [event.kind for event in told] == ["log"]
    assert told[0].sheet.title == "End of Summer 1942"


@pytest.mark.rule("convoys", "MC-LOG.4")
def test_a_campaign_goes_on_from_its_position() -> None:
    war = GAME.new("campaign1940", seed=5)
    for number, state in enumerate(wander(war, 5)):
        if state.season > state.setup.first and number % 5 == 0:
            break
    text = war.position()
    assert isinstance(war.dice, Seeded)
    again = gh.game("convoys").position(text, seed=war.dice.seed)
    assert again.key() == war.key() and again.position() == text
    assert war.inside[MALTA] == again.inside[MALTA]
