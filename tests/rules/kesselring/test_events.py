"""Events [28.0] and the Withdrawals Chart [29.0]."""

from __future__ import annotations

from typing import Any

import pytest

from grandharbour.games.kesselring.state import Italy

from .conftest import asked, at, italy, play, side, step, told, whole

NOTHING = {"AL": range(1, 7), "AX": range(1, 7)}
"""Every event has happened."""


def allied(die: int, units: dict[str, str] | None = None, *, dice: tuple[int, ...] = (), **more: Any) -> Italy:
    """The Allied event of a turn; the Axis draws one that has happened, then come a 1 and a 1 of income."""
    return italy(units, phase="allied event", events={"AX": range(1, 7)}, dice=(die, *dice, 1, 1, 1), **{"ap": (10, 10), **more})


def axis(die: int, units: dict[str, str] | None = None, *, dice: tuple[int, ...] = (), **more: Any) -> Italy:
    """The Axis event of a turn, then a 1 and a 1 of income."""
    return italy(units, phase="axis event", dice=(die, *dice, 1, 1), **{"ap": (10, 10), **more})


INCOME = [2 + 1, 6 + 1]
"""Of the Axis and the Allies, with a roll of 1 and no Objective garrisoned."""


@pytest.mark.rule("kesselring", "28.0", "5.1c")
def test_each_event_happens_once() -> None:  # T12
    war = allied(5)
    assert war.ap == [10 + INCOME[0], 10 + 4 + INCOME[1]]
    war = italy(phase="allied event", events=NOTHING, dice=(5, 1, 1, 1), ap=(10, 10))
    assert war.ap == [10 + INCOME[0], 10 + INCOME[1]], "nothing, and no second roll"


ARMOUR = {
    "2 Arm": "1721",
    "1 Arm": "staging",
    "7 Arm": "display",
    "5 Cdn Arm": "1727",
    "4 Arm Bde": "1527",
    "45 Inf": "1519",
    "TF Arm (US)": "2027",
}


@pytest.mark.rule("kesselring", "28.Al1", "31.3c")
def test_armour_withdrawal() -> None:
    war = allied(1, ARMOUR, reduced=["2 Arm"], options={"kampfgruppen": True})
    assert (side(war), asked(war)) == ("AL", {"withdraw": ["2 Arm", "1 Arm"]}), "British and US divisions in play"
    war.play("withdraw", "2 Arm")
    assert at(war, "2 Arm") == "Allied Withdrawn" and step(war) == "Act", "at once, though the chart of GT 3 would take it too"
    war = allied(1, {"5 Cdn Arm": "1727"})
    assert step(war) == "Act", "nothing fits"


BALKANS = {
    "45 Inf": "1721", "78 Inf": "staging", "1 Cdn Inf": "1727", "8 Ind": "1527", "2 Mor": "1519", "Gds Bde": "1421", "82 Abn": "1426",
    "2 Para Bde": "1425", "Amphib UK 1": "staging", "Amphib US 1": "turn 4", "34 Inf": "turn 5",
}  # fmt: skip


@pytest.mark.rule("kesselring", "28.Al2")
def test_balkans_intrigue() -> None:
    war = allied(2, BALKANS)
    assert asked(war) == {"withdraw": ["78 Inf", "45 Inf"]}, "infantry divisions, motorised or not, British or US"
    war.play("withdraw", "78 Inf")
    assert asked(war) == {"withdraw": ["82 Abn"]}
    war.play("withdraw", "82 Abn")
    assert asked(war) == {"withdraw": ["Amphib UK 1"]}
    war.play("withdraw", "Amphib UK 1")
    assert (at(war, "78 Inf"), at(war, "82 Abn"), at(war, "Amphib UK 1")) == (
        "Allied Withdrawn",
        "Allied Withdrawn",
        "Allied Turn 5",
    )
    war = allied(2, {"Amphib UK 1": "staging", "8 Ind": "1527"})
    assert asked(war) == {"withdraw": ["Amphib UK 1"]}, "what does not fit is skipped"


@pytest.mark.rule("kesselring", "28.Al3", "28.Al5")
@pytest.mark.parametrize(("die", "change"), [(3, -2), (5, 4)])
def test_allied_points(die: int, change: int) -> None:
    assert allied(die).ap == [10 + INCOME[0], 10 + change + INCOME[1]]


@pytest.mark.rule("kesselring", "28.Al4")
def test_allied_acceleration() -> None:
    units = {
        "5 Cdn Arm": "turn 5",
        "1 SSF": "turn 5",
        "Gunfire (US)": "turn 4",
        "2 NZ": "turn 3",
        "34 Inf": "display",
        "45 Inf": "turn 6",
    }
    war = allied(4, units, garrisons={"AL": ["Palermo"]})
    assert (side(war), asked(war)) == ("AL", {"bring": ["5 Cdn Arm", "45 Inf", "Gunfire (US)", "1 SSF"]}), "from later turns only"
    war.play("bring", "5 Cdn Arm")
    assert asked(war) == {"at": ["1721", "Allied Staging Area"]}
    war.play("at", "1721")
    assert at(war, "5 Cdn Arm") == "1721" and war.ap[1] == 10 + INCOME[1] + 1, "without AP"


@pytest.mark.rule("kesselring", "28.Al6")
@pytest.mark.parametrize(
    ("units", "gains"),
    [
        ({"45 Inf": "1721", "78 Inf": "1727", "15 PzGr": "3112"}, (0, 2)),
        ({"45 Inf": "1721", "15 PzGr": "3112"}, (2, 0)),
        ({}, (2, 0)),
    ],
    ids=["more", "a tie", "none"],
)
def test_morale(units: dict[str, str], gains: tuple[int, int]) -> None:
    assert allied(6, units).ap == [10 + gains[0] + INCOME[0], 10 + gains[1] + INCOME[1]]


@pytest.mark.rule("kesselring", "28.Ax1", "31.3c")
def test_axis_unit_withdrawal() -> None:
    war = axis(
        1,
        {"16 Pz": "3112", "15 PzGr": "3111", "1 Para": "staging", "26 Pz": "display", "KG Arm": "3110", "Kg 26": "staging", "Jg 27": "turn 5",
         "184 Nem": "1721", "AdS": "staging", "ANR": "staging"},
        options={"kampfgruppen": True, "achse": True},
    )  # fmt: skip
    assert (side(war), asked(war)) == ("AX", {"withdraw": ["16 Pz", "1 Para"]}), "German panzer and parachute divisions"
    war.play("withdraw", "1 Para")
    assert asked(war) == {"withdraw": ["Kg 26"]}, "and a German air unit"
    war.play("withdraw", "Kg 26")
    assert at(war, "1 Para") == at(war, "Kg 26") == "Axis Withdrawn"


@pytest.mark.rule("kesselring", "28.Ax2")
def test_defence_of_the_reich() -> None:
    war = axis(
        2,
        {"Jg 27": "staging", "Sg 4": "Foggia", "Zg 26": "staging", "Kg 26": "staging", "AdS": "staging"},
        garrisons={"AX": ["Foggia"]},
    )
    assert asked(war) == {"withdraw": ["Jg 27", "Sg 4", "Zg 26"]}
    play(war, "withdraw Sg 4")
    assert asked(war) == {"withdraw": ["Jg 27", "Zg 26"]}
    play(war, "withdraw Zg 26")
    assert at(war, "Sg 4") == at(war, "Zg 26") == "Axis Withdrawn" and step(war) == "Act", "two"


@pytest.mark.rule("kesselring", "28.Ax3", "28.Ax6", "5.2a")
@pytest.mark.parametrize(("die", "points", "after"), [(3, 10, 9), (3, 0, 0), (6, 10, 12)])
def test_axis_points(die: int, points: int, after: int) -> None:  # T06
    assert axis(die, ap=(points, 10)).ap == [after + INCOME[0], 10 + INCOME[1]]


@pytest.mark.rule("kesselring", "28.Ax4")
def test_axis_acceleration() -> None:
    war = axis(4, {"4 Para": "turn 6", "305 Inf": "turn 4", "92 Inf": "turn 5", "24 Pz": "turn 3"}, garrisons={"AX": ["Foggia"]})
    assert asked(war) == {"bring": ["305 Inf", "4 Para"]}, "no R unit, even if it is on its way back"
    war.play("bring", "4 Para")
    assert asked(war) == {"at": ["3321", "Axis Staging Area"]}
    war.play("at", "3321")
    assert at(war, "4 Para") == "3321"


@pytest.mark.rule("kesselring", "28.Ax5")
@pytest.mark.parametrize("surrendered", [False, True])
def test_ob_sudwest(surrendered: bool) -> None:  # T11
    units = {"2 Para": "withdrawn", "Kg 26": "withdrawn", "Hube": "withdrawn", "4 Liv": "withdrawn", "16 Pz": "eliminated"}
    war = axis(5, units, reduced=["2 Para"], surrendered=surrendered, turn=6, garrisons={"AX": ["Foggia"]})
    assert asked(war)["bring"] == ["2 Para", *([] if surrendered else ["4 Liv"]), "Kg 26", "Hube"]
    play(war, "bring 2 Para", "at 3321")
    assert at(war, "2 Para") == "3321" and whole(war, "2 Para")
    assert (side(war), step(war)) == ("AX", "Act"), "and the initiative"
    war.script(3, 3, 1, 1)
    play(war, "pass", "pass")
    assert war.turn == 7 and side(war) == "AL", "for this turn only"


CHART: dict[int, set[str]] = {
    1: set(), 2: set(), 3: {"2 Arm", "1 Inf (US)", "Patton"}, 4: {"9 Inf", "50 Inf", "51 Inf", "2 Para", "Hube"},
    5: {"82 Abn", "16 Pz", "24 Pz"}, 6: {"7 Arm", "1 Abn", "Montgomery"}, 7: {"4 Arm Bde", "Gds Bde"}, 8: set(),
}  # fmt: skip


@pytest.mark.rule("kesselring", "29.0")
@pytest.mark.parametrize("turn", CHART)
def test_every_turn_of_the_chart(turn: int) -> None:
    everybody = set().union(*CHART.values())
    war = italy(dict.fromkeys(everybody, "staging"), phase="withdrawals", turn=turn)
    gone = {name for name in everybody if at(war, name).endswith("Withdrawn")}
    assert gone == CHART[turn] and len(told(war, "withdraw")) == len(gone)
