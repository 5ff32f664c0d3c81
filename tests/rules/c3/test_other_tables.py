"""Numbers of the tables in the place of the printed ones: what is said of one kind of ground or unit holds for it and no other [1.3.5, 5.5]."""

from __future__ import annotations

import pytest

from grandharbour.games.c3.airdrop import DropFormation
from grandharbour.games.c3.battle import LAND, Combat, attack_room, odds_column
from grandharbour.games.c3.losses import Lose
from grandharbour.games.c3.reinforcement import through_port
from grandharbour.games.c3.state import AXIS

from .conftest import hex_, lay, malta, offers, piece, quiet, start, units


@pytest.mark.rule("c3", "1.3.5.c", "1.3.6.a")
def test_an_airfield_with_room_of_its_own() -> None:
    war = lay({}, tables="[tec.overlay]\nairfield = { stack = 2, shift = -1 }\n")
    assert [war.limit(hex_(war, name)) for name in ("2223", "2123", "1715")] == [8, 6, 6]
    assert war.setup.terrain_shift[0][hex_(war, "2223")] == -1 and war.setup.terrain_shift[0][hex_(war, "2123")] == 0


@pytest.mark.rule("c3", "5.5.i", "5.5.d")
def test_a_narrower_road_into_closed_ground() -> None:
    """One point by road: the battalion has no room, the tank has."""
    war = lay({"I/33": "2321", "I Smv 47/32": "2321", "2 Devon": "2320"}, tables="[combat]\nroad_points = 1\n")
    target = hex_(war, "2320")
    assert attack_room(war, target, 0, piece(war, "I Smv 47/32"))
    assert not attack_room(war, target, units(war, "I Smv 47/32"), piece(war, "I/33"))


@pytest.mark.rule("c3", "1.3.5.b", "5.2.a")
def test_ground_for_wheels_only() -> None:
    """Where men cannot go and wheels can, a stack of both cannot either."""
    pack = "[tec.base]\nrough = { leg = -1, vehicle = 4 }\n"
    war = malta({"I/33": "1521", "28 Art": "1521", "2 Devon": "2618"}, active="Livorno", tables=pack)
    war.play("unit", "28 Art")
    assert "1421" in offers(war)["to"]
    war.play("add", "I/33")
    assert "1421" not in offers(war)["to"]


@pytest.mark.rule("c3", "1.3.5.b", "8.2.c")
def test_a_city_is_no_town() -> None:
    setup = lay({}).setup
    assert not setup.cities & setup.towns and (setup.cities.bit_count(), setup.towns.bit_count()) == (5, 17)


@pytest.mark.rule("c3", "4.2.1.e", "4.2.1.f")
def test_who_waded_ashore_in_a_port_has_not_come_through_it() -> None:
    """Four points over the beach of St Paul's Bay and four through its harbour, all gone inland: two more may come through."""
    war = lay({"I/33": "1716", "II/33": "1716", "III/33": "1717", "I/34": "1717"}, control=["1715"])
    war.active, war.formation = AXIS, war.setup.lot_names.index("Livorno")
    war.ready = war.beaches = 1 << hex_(war, "1715")
    war.entered, war.beached = units(war, "I/33", "II/33", "III/33", "I/34"), units(war, "I/33", "II/33")
    for name in ("I/33", "II/33", "III/33", "I/34"):
        war.plan[piece(war, name)] = hex_(war, "1715")
    assert through_port(war, piece(war, "II/34"), hex_(war, "1715"))
    war.entered |= units(war, "II/34")
    war.plan[piece(war, "II/34")] = hex_(war, "1715")
    assert not through_port(war, piece(war, "III/34"), hex_(war, "1715"))


@pytest.mark.rule("c3", "5.5.k", "5.5.1.2.a")
def test_a_combat_begins_with_nothing_decided() -> None:
    """Nobody stands yet, no tank has to roll, no column, no losses, first round; and nobody has been hit."""
    war = lay({"I/33": "2023", "2 Devon": "2123"})
    fresh = Combat(LAND, hex_(war, "2123"), units(war, "I/33"), 1 << hex_(war, "2023"))
    assert (fresh.phase, fresh.hold, fresh.tanks, fresh.column, fresh.fights) == ("", 0, 0, 0, 1)
    assert (fresh.attack_loss, fresh.defence_loss, fresh.elite, fresh.stubborn) == (0, 0, -1, -1)
    assert not fresh.back and not fresh.broken and not fresh.yielded
    assert odds_column(war, fresh)[1] == 0 and Lose(AXIS, 1, 1, 0).once == 0


@pytest.mark.rule("c3", "3.2.l", "5.2.1.b", "3.2.b")
def test_a_drop_of_more_than_the_hex_holds_clears_it_in_disorder() -> None:
    """Seven companies to a target, on ground for six points: they take the hex, and are all in disorder."""
    many = ("13/V", "14/V", "15/V", "16/VI", "17/VI", "18/VI", "19/VII")
    war = lay({**dict.fromkeys(many, "2123"), "4 HAA": "2123"}, turn=0, tables="[drop]\ncompanies = 7\n", dice=((6, 6),))
    war.falling = units(war, *many)
    start(war, DropFormation(0, 0))
    war.play("fight", "2123")
    quiet(war, "")
    assert war.control >> hex_(war, "2123") & 1 and war.dg == units(war, *many)


@pytest.mark.rule("c3", "7.3.b", "8.1.a")
def test_batteries_and_flak_stay_where_they_are_whatever_points_they_have() -> None:
    where = {"Bingemma": "1419", "3 LAA RMA": "1818", "8 Manch": "1917"}
    pack = "[units]\nBR_CBB = { move = 6 }\nBR_3LAARMA = { move = 6 }\n"
    war = malta(where, active="Northern", tables=pack)
    assert not war.setup.mobile & units(war, "Bingemma", "3 LAA RMA") and war.choices("unit") == ["8 Manch"]


@pytest.mark.rule("c3", "5.3.1.c")
def test_ground_that_is_easier_to_hit_than_any_column_is_read_in_the_first() -> None:
    war = lay({}, tables="[tec.base]\nflat = { bomb = -9 }\n")
    assert min(war.setup.bomb_column[0]) == 0


@pytest.mark.rule("c3", "8.2.g")
def test_fewer_points_than_any_level_asks_for_are_the_lowest() -> None:
    war = lay({}, tables="[victory]\nfrom = [5, 6, 7, 8, 9]\n")
    assert [war.level(points) for points in (-3, 5, 6, 20)] == [0, 0, 1, 4]
