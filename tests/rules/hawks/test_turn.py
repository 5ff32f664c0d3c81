"""The sequence of play, priorities and initiative [HM-SEQ, HM-PRI, HM-INIT]."""

from __future__ import annotations

from fractions import Fraction

import pytest

from .conftest import about, asked, listed, refused, sky, squares

ALL = {"IT": ["CR42 1", "CR42 2", "G50 1", "BR20 1", "BR20 2"], "BR": ["Gladiator 1", "Gladiator 2", "Gladiator 3"]}


def number(war, it: list[str] = ALL["IT"], br: list[str] = ALL["BR"]) -> None:
    """Put the priority chits down."""
    for plane in it:
        war.play("next", plane, "IT")
    for plane in br:
        war.play("next", plane, "BR")


def movers(war) -> list[str]:
    """Let every plane move one space and end its move; who moved, in order."""
    order = []
    while "to" in war.decision.choices:
        plane = about(war)
        order += [plane] if order[-1:] != [plane] else []
        if "halt" in war.decision.choices:
            war.play("halt")
        else:
            war.play("to", asked(war)["to"][0])
    return order


@pytest.mark.rule("hawks", "HM-SEQ.1")
def test_the_order_of_a_turn() -> None:
    war = sky("BR20 1 D4/2; Gladiator 1 D5/3", phase="priority", dice=(0,), objectives="D5", guns="D5", turn=4)
    number(war, it=["BR20 1", "BR20 2", "CR42 1", "CR42 2", "G50 1"])
    war.script(4, 5, 4, 4, 4)
    war.play("to", "D5/2")
    war.play("fire", "BR20 1")  # inside the movement
    movers(war)
    war.play("bomb", "BR20 1")
    kinds = list(dict.fromkeys(event.kind for event in war.log or ()))
    assert kinds == ["turn", "priority", "initiative", "order", "move", "fire", "flak", "bomb"]
    assert war.turn == 6 and set(war.decisions) == {0, 1}, "and the next turn begins with priorities"


@pytest.mark.rule("hawks", "HM-SEQ.1")
def test_each_phase_has_its_name() -> None:
    situation = {"objectives": "D5", "guns": "C4"}
    assert sky(phase="priority").view(None).phase == "Priorities"
    assert sky(move="BR20 1").view(None).phase == "Movement"
    assert sky("CR42 1 C4/1", phase="aa", **situation).view(None).phase == "Anti-aircraft fire"
    assert sky("BR20 1 D5/1", phase="bombing", **situation).view(None).phase == "Bombing"


@pytest.mark.rule("hawks", "HM-SEQ.2")
def test_fired_markers_come_off_when_the_next_turn_starts() -> None:
    war = sky("CR42 1 D4/3", move="CR42 1", fired="CR42 1, Gladiator 1", guns="C3, E3", guns_fired="C3")
    war.play("to", "D4/4")
    assert listed(war, war.fired) == {"CR42 1", "Gladiator 1"} and squares(war, war.guns_fired) == {"C3"}
    war.play("halt")
    assert war.turn == 4 and war.fired == 0 and war.guns_fired == 0


@pytest.mark.rule("hawks", "HM-PRI.1")
def test_each_side_numbers_its_own_planes_once() -> None:
    war = sky(phase="priority", down="CR42 2", dice=(0,))
    assert war.choices("next", "IT") == ["CR42 1", "G50 1", "BR20 1", "BR20 2"]
    war.play("next", "BR20 1", "IT")
    assert war.choices("next", "IT") == ["CR42 1", "G50 1", "BR20 2"]
    for plane, reason in (
        ("BR20 1", "already has number 1"),
        ("CR42 2", "no longer on the board"),
        ("Gladiator 1", "own planes"),
    ):
        refusal = war.why_not("next", plane, "IT")
        assert refusal is not None and refusal.rule == "HM-PRI.1" and reason in refusal.reason
    number(war, it=["CR42 1", "G50 1", "BR20 2"])
    assert [war.setup.names.of("piece", p) for p in war.order[0]] == ["BR20 1", "CR42 1", "G50 1", "BR20 2"]


@pytest.mark.rule("hawks", "HM-PRI.1")
def test_priorities_dealt_by_chance() -> None:
    orders = set()
    for seed in range(12):
        from grandharbour.games.hawks import GAME

        war = GAME.new("faith-hope-charity", seed=seed, options={"priority": "random"})
        while war.turn == 0:
            verb = next(iter(asked(war)))
            war.play(verb, asked(war)[verb][0])
        assert "to" in asked(war), "nobody is asked for an order"
        assert [sorted(order) for order in war.order] == [[0, 1, 2, 3, 4], [5, 6, 7]]
        orders.add(tuple(war.order))
    assert len(orders) > 6


@pytest.mark.rule("hawks", "HM-PRI.2")
def test_priorities_are_shown_together_after_the_draw() -> None:
    war = sky(phase="priority", dice=(1,))
    for plane in ALL["IT"]:
        war.play("next", plane, "IT")
    assert war.view(1).ribbon == () == war.view(None).ribbon
    assert [bead.piece for bead in war.view(0).ribbon] == ALL["IT"]
    assert [event.audience for event in war.log or () if event.kind == "priority"] == [1] * 5
    number(war, it=[])
    assert war.view(0).ribbon == war.view(1).ribbon == war.view(None).ribbon
    assert {bead.piece for bead in war.view(1).ribbon} == {*ALL["IT"], *ALL["BR"]}
    assert [event.kind for event in war.log or ()][-3:] == ["initiative", "order", "order"]


@pytest.mark.rule("hawks", "HM-PRI.3")
@pytest.mark.parametrize(
    ("roundel", "order"),
    [(1, "B1 I1 B2 I2 B3 I3 I4 I5"), (0, "I1 B1 I2 B2 I3 B3 I4 I5")],
)
def test_planes_move_in_turn_from_number_1(roundel: int, order: str) -> None:  # situation 4
    war = sky(phase="priority", dice=(roundel,))
    number(war)
    short = {plane: f"{name[0]}{n}" for name, planes in ALL.items() for n, plane in enumerate(planes, 1)}
    assert " ".join(short[plane] for plane in movers(war)) == order


@pytest.mark.rule("hawks", "HM-PRI.3")
def test_a_plane_shot_down_is_passed_over() -> None:  # situation 5
    war = sky(
        "CR42 1 D4/3; Gladiator 2 D5/3; Gladiator 1 B8/1", hit="Gladiator 2", move="Gladiator 1, CR42 1, Gladiator 2, CR42 2"
    )
    war.play("to", "B7/1")
    war.play("to", "D5/3")
    war.script(7, 3)
    war.play("attack", "Gladiator 2")
    assert listed(war, war.down) == {"Gladiator 2"}
    war.play("halt")
    assert about(war) == "CR42 2"


@pytest.mark.rule("hawks", "HM-INIT.1")
def test_the_roundel_is_drawn_with_even_chances_every_turn() -> None:
    war = sky(phase="priority")
    number(war, br=ALL["BR"][:2])
    found = war.outcomes("next", "Gladiator 3", "BR")
    assert sorted((leaf.initiative, chance, about(leaf)) for chance, leaf in found) == [
        (0, Fraction(1, 2), "CR42 1"),
        (1, Fraction(1, 2), "Gladiator 1"),
    ]


@pytest.mark.rule("hawks", "HM-PRI.1")
def test_nobody_numbers_for_the_other_side() -> None:
    war = sky(phase="priority", down="Gladiator 1, Gladiator 2, Gladiator 3")
    assert refused(war, "next", "Gladiator 1") == "HM-PRI.1"
    assert set(war.decisions) == {0}
