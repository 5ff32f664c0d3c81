"""One source of supply for one attack, whatever paid for the move before it [12.5, 13.1, 15.1f]."""

from __future__ import annotations

import pytest

from grandharbour.games.kesselring.supply import lines, supplied

from .conftest import asked, italy, piece, play, refused

TWO_PORTS = {"AL": ["Manfredonia", "Termoli"]}


@pytest.mark.rule("kesselring", "15.1f", "13.1a")
def test_a_move_by_any_source_is_followed_by_an_attack_from_one() -> None:
    war = italy(
        {"45 Inf": "3319", "34 Inf": "3321", "92 Inf": "3320"},
        garrisons=TWO_PORTS,
        active="AL",
        options={"move_any_source": True},
    )
    play(war, "move", "lead 34 Inf", "strike 3320")
    assert asked(war) == {"join": ["45 Inf", "34 Inf"]}
    war.play("join", "34 Inf")
    assert asked(war) == {"assault": [None]} and refused(war, "join", "45 Inf") == "15.1g", "45 Inf draws on Termoli"


@pytest.mark.rule("kesselring", "12.2a", "13.4d")
@pytest.mark.parametrize(("ground", "fed"), [("rough", False), ("open", True)])
def test_the_strait_counts_as_open_between_open_hexes_only(ground: str, fed: bool) -> None:
    pack = f'[map.hexes]\n2027 = "{ground}"\n2028 = "{ground}"'
    war = italy({"16 Pz": "1727"}, garrisons={"AX": ["Reggio"]}, tables=pack)
    assert supplied(war, piece(war, "16 Pz")) == bool(lines(war, piece(war, "16 Pz"))) == fed, "four hexes: more than half of six"
