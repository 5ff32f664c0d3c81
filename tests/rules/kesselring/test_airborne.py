"""Landings from the air [19.0], by option of the Axis too [33.0]."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from grandharbour.games.kesselring.state import Italy

from .conftest import asked, at, fact, italy, mods, play, refused, side, step, told, whole


def drop(units: dict[str, str], unit: str, place: str, die: int, *more_dice: int, **more: Any) -> Italy:
    """82 Abn, or another unit, jumps."""
    war = italy(units, **{"active": "AL", "surrendered": False, "turn": 1, **more})
    play(war, "drop", f"unit {unit}")
    war.script(die, *more_dice)
    war.play("jump", place)
    return war


READY = {"82 Abn": "staging"}


@pytest.mark.rule("kesselring", "19.1", "19.1a", "19.2")
@pytest.mark.parametrize(
    ("die", "result", "steps"),
    [
        (1, "scattered", 1),
        (2, "scattered", 1),
        (3, "dispersed", 0),
        (4, "dispersed", 0),
        (5, "on target", 0),
        (6, "on target", 0),
    ],
)
def test_every_row_of_the_drop_table(die: int, result: str, steps: int) -> None:
    war = drop(READY | {"1 Abn": "staging"}, "82 Abn", "1520", die, ap=(5, 5))
    assert told(war, "drop")[-1].result == result and at(war, "82 Abn") == "1520"
    assert whole(war, "82 Abn") == (not steps) and war.ap == [5, 4]
    assert (side(war), step(war)) == ("AX", "Act"), "one unit for each Action"


@pytest.mark.rule("kesselring", "19.1f", "19.2", "19.1c")
@pytest.mark.parametrize(
    ("die", "result", "attack"),
    [(1, "disaster", False), (2, "disaster", False), (3, "scattered", False), (4, "scattered", False), (5, "dispersed", True),
     (6, "dispersed", True)],
)  # fmt: skip
def test_a_drop_beside_a_full_garrison(die: int, result: str, attack: bool) -> None:
    war = drop(READY, "82 Abn", "1420", die, 3, garrisons={"AX": ["1421"]})
    assert mods(told(war, "drop")[-1]) == {"enemy zone of control": -1, "flak next to it": -1}
    assert told(war, "drop")[-1].result == result
    assert (step(war) == "DropAttack") == attack
    assert at(war, "82 Abn") == ("Allied Turn 4" if result == "disaster" else "1420"), "a disaster takes two steps"


MODIFIERS = [
    ("1520", {}, {}, {}), ("1521", {}, {}, {"rough or city": -1}), ("1727", {}, {}, {"rough or city": -1}),
    ("1420", {"GTM": "1519"}, {}, {"friends near": 1}), ("1519", {"GTM": "1519"}, {}, {"friends near": 1}),
    ("1420", {"26 Ast": "1421"}, {}, {"enemy zone of control": -1}),
    ("1420", {"A/5 Flak": "1421"}, {}, {"enemy zone of control": -1, "flak next to it": -1}),
    ("1426", {"82 Abn": "Trapani"}, {"AL": ["Trapani"]}, {"from an airfield": 1}),
]  # fmt: skip


@pytest.mark.rule("kesselring", "19.2", "19.1b")
@pytest.mark.parametrize(("place", "units", "posts", "wanted"), MODIFIERS)
def test_modifiers_of_a_drop(place: str, units: dict[str, str], posts: dict[str, list[str]], wanted: dict[str, int]) -> None:
    war = italy(READY | units, garrisons=posts, active="AL", surrendered=False)
    play(war, "drop", "unit 82 Abn")
    odds = war.odds("AL", "jump", place)
    assert odds is not None and mods(odds) == wanted
    total = sum(wanted.values())
    good = sum(die + total >= 5 for die in range(1, 7))
    assert dict(odds.chances).get("on target", Fraction(0)) == Fraction(good, 6)
    assert dict(odds.chances).get("disaster", Fraction(0)) == Fraction(sum(die + total <= 0 for die in range(1, 7)), 6)


@pytest.mark.rule("kesselring", "19.1d", "27.1.SR4")
def test_where_nobody_jumps() -> None:  # T92
    war = italy(READY | {"26 Ast": "1520", "GTM": "1519", "1 AG": "1519", "2 Arm": "1519"}, active="AL", surrendered=False)
    play(war, "drop", "unit 82 Abn")
    zone = asked(war)["jump"]
    assert not {"1827", "1724", "1520", "1519", "3112"} & set(zone), "volcano, mountain, enemy, no room, the mainland"
    assert {"1721", "1521", "1420", "1609"} <= set(zone), "city and rough, next to the enemy, Sardinia"
    assert refused(war, "jump", "1827") == "19.1d"


@pytest.mark.rule("kesselring", "19.1b", "19.1c")
def test_from_where_they_jump() -> None:
    war = italy(
        {"82 Abn": "Trapani", "1 Abn": "Gela", "2 Para Bde": "staging", "26 Ast": "1520", "45 Inf": "staging"},
        garrisons={"AL": ["Trapani"]}, active="AL",
    )  # fmt: skip
    war.play("drop")
    assert asked(war)["unit"] == ["2 Para Bde", "82 Abn"], "Gela has no Garrison; Trapani has one, in an enemy ZOC or not"


@pytest.mark.rule("kesselring", "19.1e")
def test_drops_are_not_intercepted() -> None:
    war = drop(READY | {"Jg 27": "1421", "Jg 53": "1421"}, "82 Abn", "1420", 6, garrisons={"AX": ["1421"]})
    assert told(war, "interception") == [] and step(war) == "DropAttack"


@pytest.mark.rule("kesselring", "19.1f", "19.1g", "17.2c")
def test_the_attack_after_a_drop() -> None:
    war = drop(
        READY | {"45 Inf": "1520", "I/12AF": "staging", "Gunfire (US)": "staging", "Patton": "staging"}, "82 Abn", "1420", 6,
        garrisons={"AX": ["1421"]}, ap=(5, 5),
    )  # fmt: skip
    assert asked(war) == {"strike": ["1421"], "end": [None]} and war.ap[1] == 4
    war.play("strike", "1421")
    assert asked(war).keys() == {"cas", "gunfire", "support", "enough"} and war.ap[1] == 4
    play(war, "support Patton", "enough")
    war.script(4)
    war.play("stand")
    roll = told(war, "combat")[-1]
    assert (fact(roll, "percent"), mods(roll)) == (300, {"Patton": 2}), "alone; nobody asks for a line of supply"
    assert asked(war) == {"pursue": ["82 Abn"], "halt": [None]}
    war.play("pursue", "82 Abn")
    assert at(war, "82 Abn") == "1421" and step(war) == "Act", "one hex only"


@pytest.mark.rule("kesselring", "19.3", "33.1")
def test_axis_parachutists() -> None:  # T94
    ready = {"1 Para": "staging", "82 Abn": "1520"}
    war = italy(ready, ap=(5, 5))
    assert refused(war, "drop") == "19.2"
    war = italy(ready, garrisons={"AX": ["Foggia"]})
    play(war, "airlift", "unit 1 Para", "to 3321")
    assert at(war, "1 Para") == "3321", "they may be flown in"
    war = italy(ready, ap=(1, 5), options={"axis_airborne": True})
    assert refused(war, "drop") == "19.2", "it costs two"
    war = italy(ready, ap=(5, 5), options={"axis_airborne": True})
    play(war, "drop", "unit 1 Para")
    war.script(5)
    war.play("jump", "1420")
    assert war.ap == [3, 5] and mods(told(war, "drop")[-1]) == {"enemy zone of control": -1, "Axis drop": -1}
    assert told(war, "drop")[-1].result == "dispersed" and asked(war) == {"strike": ["1520"], "end": [None]}
