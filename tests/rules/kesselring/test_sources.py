"""One source of supply for one attack, whatever paid for the move before it [12.5, 13.1, 15.1f]."""

from __future__ import annotations

import pytest

from .conftest import asked, italy, play, refused

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
