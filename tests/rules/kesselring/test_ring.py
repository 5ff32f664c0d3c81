"""Concentric attacks where other rules meet them [8.1.3, 15.8, 17.1, 18.4]."""

from __future__ import annotations

import pytest

from .conftest import at, italy, mods, play, told

LANDING = {"Amphib US 1": "staging", "9 Inf": "staging", "78 Inf": "1526", "16 Pz": "Siracusa", "26 Pz": "Siracusa"}


@pytest.mark.rule("kesselring", "8.1.3a", "15.8b", "18.4d")
@pytest.mark.parametrize(("reading", "fate"), [("both", "Allied Eliminated"), ("defender", "Allied Turn 5")])
def test_the_step_of_a_failed_concentric_landing_is_lost_for_good(reading: str, fate: str) -> None:
    war = italy(LANDING, reduced=["9 Inf"], active="AL", surrendered=False, options={"perm_elim": reading})
    play(war, "invade", "from Allied Staging Area", "beach 1527", "load 9 Inf", "full", "launch", "enough", "fight 1527")
    war.script(6, 2)
    war.play("stand")
    roll = told(war, "combat")[-1]
    assert mods(roll)["concentric"] == 1 and roll.result == "AW", "no loss but that of the beach not taken"
    assert at(war, "9 Inf") == fate
