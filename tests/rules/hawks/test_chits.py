"""Special chits [HM-CHIT]."""

from __future__ import annotations

import pytest

from .conftest import about, asked, hits, listed, refused, results, rolls, side, sky


def duel(dice: tuple[int, int] = (7, 7), **situation):
    """CR42 1 (7+) attacks Gladiator 1 (8+) in its own space; both roll."""
    war = sky("CR42 1 D4/3; Gladiator 1 D5/3", move="CR42 1", **situation)
    war.play("to", "D5/3")
    war.script(*dice)
    war.play("attack", "Gladiator 1")
    return war


def shot(dice: int, **situation):
    """Gladiator 1 (8+, bomber +1, below +1) shoots at BR20 1 passing below; it alone rolls."""
    war = sky("BR20 1 D4/3; Gladiator 1 D5/4", move="BR20 1, BR20 2", **situation)
    war.play("to", "D5/3")
    war.script(dice)
    war.play("fire", "BR20 1")
    return war


@pytest.mark.rule("hawks", "HM-CHIT.1", "HM-CHIT.2", "HM-DRM.6")
def test_ace_and_beginner_change_their_own_rolls() -> None:  # situation 35
    war = duel(chits={"CR42 1": "GREEN", "Gladiator 1": "FACE"})
    assert [(roll.total, roll.result) for roll in rolls(war)] == [(6, "miss"), (8, "hit")]


@pytest.mark.rule("hawks", "HM-CHIT.1", "HM-CHIT.2")
@pytest.mark.parametrize(("chit", "total"), [("FACE", 8), ("GREEN", 6), ("NONE", 7), ("LUCKY", 7)])
def test_on_attack_and_in_answer(chit: str, total: int) -> None:
    assert rolls(duel((7, 5), chits={"CR42 1": chit}))[0].total == total
    assert rolls(duel((5, 7), chits={"Gladiator 1": chit}))[1].total in {total, total + (chit == "LUCKY")}


@pytest.mark.rule("hawks", "HM-CHIT.1", "HM-CHIT.2")
@pytest.mark.parametrize("chit", ["FACE", "GREEN"])
def test_rolls_against_a_plane_do_not_care_for_its_pilot(chit: str) -> None:
    war = shot(6, chits={"BR20 1": chit})
    assert rolls(war)[0].total == 8 and listed(war, war.up) == set()


@pytest.mark.rule("hawks", "HM-CHIT.3")
def test_a_lucky_plane_makes_its_shot_hit() -> None:
    war = duel((6, 5), chits={"CR42 1": "LUCKY"})
    assert results(war) == ["hit", "miss"] and listed(war, war.up) == {"CR42 1"}


@pytest.mark.rule("hawks", "HM-CHIT.3")
def test_luck_changes_a_roll_by_one_only() -> None:
    war = duel((5, 5), chits={"CR42 1": "LUCKY"})
    assert results(war) == ["miss", "miss"] and listed(war, war.up) == set()


@pytest.mark.rule("hawks", "HM-CHIT.3")
def test_a_lucky_target_slips_away() -> None:  # situation 36
    war = shot(6, chits={"BR20 1": "LUCKY"})  # 6 + 1 bomber + 1 below = 8, exactly the hit number
    assert results(war) == ["miss"] and hits(war, "BR20 1") == 0 and listed(war, war.up) == {"BR20 1"}
    assert results(shot(7, chits={"BR20 1": "LUCKY"})) == ["hit"], "nine is one too many for luck"


@pytest.mark.rule("hawks", "HM-CHIT.3")
def test_luck_helps_once_for_each_roll() -> None:
    war = duel((6, 8), chits={"CR42 1": "LUCKY"})  # its own miss by one, and the answer that just hits
    assert [(roll.total, roll.result) for roll in rolls(war)] == [(7, "hit"), (7, "miss")]


@pytest.mark.rule("hawks", "HM-CHIT.3", "HM-AA.6")
@pytest.mark.parametrize(("dice", "total", "result"), [(6, 5, "miss"), (12, 11, "hit"), (7, 7, "hit")])
def test_luck_against_guns(dice: int, total: int, result: str) -> None:
    war = sky("CR42 1 D5/2", phase="aa", guns="D5", objectives="C5", chits={"CR42 1": "LUCKY"})
    war.script(dice)
    war.play("fire", "CR42 1")
    assert (rolls(war)[0].total, rolls(war)[0].result) == (total, result)


@pytest.mark.rule("hawks", "HM-CHIT.3")
def test_luck_that_saves_nothing_stays_hidden() -> None:  # H-43: used where it changes the outcome
    war = sky("CR42 1 D5/2", phase="aa", guns="D5", chits={"CR42 1": "LUCKY"}, hit="CR42 1")
    war.script(12)
    war.play("fire", "CR42 1")  # 12 shoots down, and 11 would be the second HIT
    assert results(war) == ["shot down"] and listed(war, war.up) == set()
    war = sky("BR20 1 D5/1", phase="bombing", objectives="D5", chits={"BR20 1": "LUCKY"}, dice=(5, 4))
    war.play("bomb", "BR20 1")  # the second load would hit the ruins
    assert results(war) == ["Objective destroyed", "miss"] and listed(war, war.up) == set()


@pytest.mark.rule("hawks", "HM-CHIT.3")
def test_two_lucky_planes_cancel_out() -> None:  # H-44: the side that rolled first
    war = duel((6, 3), chits={"CR42 1": "LUCKY", "Gladiator 1": "LUCKY"})
    assert results(war)[0] == "miss" and listed(war, war.up) == {"CR42 1", "Gladiator 1"}
    assert [mod[:2] for mod in rolls(war)[0].modifiers] == [("modifier-lucky", 1), ("modifier-lucky-target", -1)]


@pytest.mark.rule("hawks", "HM-CHIT.4")
def test_none_does_nothing() -> None:
    war = duel((6, 7))
    assert [(roll.total, roll.modifiers, roll.result) for roll in rolls(war)] == [(6, (), "miss"), (7, (), "miss")]
    assert listed(war, war.up) == set()


@pytest.mark.rule("hawks", "HM-CHIT.5")
def test_chits_turn_up_when_they_change_a_roll_and_stay_up() -> None:
    war = duel((2, 3), chits={"CR42 1": "FACE", "Gladiator 1": "GREEN"})
    assert listed(war, war.up) == {"CR42 1", "Gladiator 1"}, "on the first roll, whatever comes of it"
    told = [event for event in war.log or () if event.kind == "chit"]
    assert [dict(event.facts)["chit"] for event in told] == ["FACE", "GREEN"]
    marks = {piece.id: [mark.id for mark in piece.marks] for piece in war.view(1).pieces}
    assert "ace" in marks["CR42 1"], "now everybody sees it"


@pytest.mark.rule("hawks", "HM-CHIT.5")
def test_a_plane_that_has_rolled_face_down_is_lucky_or_none() -> None:
    war = duel((5, 5), chits={"CR42 1": "LUCKY"})
    assert listed(war, war.ordinary) == {"CR42 1", "Gladiator 1"}
    facts = {piece.id: piece.facts for piece in war.view(1).pieces}
    assert "Pilot: neither FACE nor GREEN" in facts["CR42 1"] and "Pilot: unknown" in facts["CR42 2"]


@pytest.mark.rule("hawks", "HM-CHIT.3", "HM-CHIT.5")
def test_luck_that_did_not_come_is_known_to_be_none() -> None:
    """Luck is used by itself where it helps; where it would have helped and did not come, everybody knows there is none."""
    war = duel((6, 7))  # both miss by one
    assert listed(war, war.unlucky) == {"CR42 1", "Gladiator 1"}
    war = duel((5, 6))  # both miss by two: nothing is learned
    assert listed(war, war.unlucky) == set()
    war = duel((6, 3), chits={"CR42 1": "GREEN"}, up="CR42 1")
    assert listed(war, war.unlucky) == set(), "an open chit needs no such note"


@pytest.mark.rule("hawks", "HM-CHIT.5")
def test_showing_a_chit_is_a_barrier() -> None:
    before = sky("CR42 1 D4/3; Gladiator 1 D5/3", move="CR42 1").shown
    assert duel((2, 3), chits={"CR42 1": "FACE"}).shown == before + 1
    assert duel((2, 3)).shown == before


# Option "lucky": ask the owners.

ASK = {"lucky": "ask"}


@pytest.mark.rule("hawks", "HM-CHIT.3")
@pytest.mark.parametrize("chit", ["FACE", "GREEN", "LUCKY", "NONE"])
def test_both_owners_are_asked_whatever_the_chit(chit: str) -> None:
    war = shot(6, chits={"BR20 1": chit}, options=ASK)
    asked_sides = []
    while war.decision.rule == "HM-CHIT.3":
        assert war.decision.sealed and war.decision.quiet == ("leave", 0)
        assert set(asked(war)) == ({"leave", "plus", "minus"} if about(war) == "BR20 1" and chit == "LUCKY" else {"leave"})
        asked_sides.append(side(war))
        war.play("leave")
    assert asked_sides == ["BR", "IT"], "the side that rolled first"
    assert results(war) == ["hit"], "left alone, luck does nothing"


@pytest.mark.rule("hawks", "HM-CHIT.3")
def test_the_owner_of_a_lucky_target_decides() -> None:
    war = shot(6, chits={"BR20 1": "LUCKY"}, options=ASK)
    assert refused(war, "minus") == "HM-CHIT.3"  # the Gladiator is not LUCKY
    war.play("leave")
    war.play("minus")
    assert results(war) == ["miss"] and listed(war, war.up) == {"BR20 1"}
    assert ("modifier-lucky-target", -1, "HM-CHIT.3") in rolls(war)[0].modifiers, "what was said is told with the roll"


@pytest.mark.rule("hawks", "HM-CHIT.3", "HM-CHIT.5")
def test_a_lucky_chit_shows_as_soon_as_it_is_used() -> None:  # H-44: the other side has the last word, and must see the first
    war = shot(5, chits={"Gladiator 1": "LUCKY", "BR20 1": "LUCKY"}, options=ASK)
    war.play("plus")
    assert listed(war, war.up) == {"Gladiator 1"}
    war.play("minus")
    assert rolls(war)[0].total == 7 and results(war) == ["miss"]


@pytest.mark.rule("hawks", "HM-CHIT.3")
def test_an_owner_may_keep_his_luck_for_later() -> None:
    war = shot(6, chits={"BR20 1": "LUCKY"}, options=ASK)
    war.play("leave")
    war.play("leave")
    assert results(war) == ["hit"] and listed(war, war.up) == set()


@pytest.mark.rule("hawks", "HM-CHIT.3")
def test_in_an_exchange_each_roll_may_be_changed() -> None:
    war = duel((6, 8), chits={"CR42 1": "LUCKY"}, options=ASK)
    order = []
    for verb in ("plus", "leave", "leave", "minus"):
        order.append(about(war))
        war.play(verb)
    assert order == ["CR42 1", "Gladiator 1", "Gladiator 1", "CR42 1"]
    assert results(war) == ["hit", "miss"]


@pytest.mark.rule("hawks", "HM-CHIT.3")
def test_a_plane_known_to_have_no_luck_is_not_asked() -> None:
    war = shot(6, chits={"BR20 1": "GREEN", "Gladiator 1": "FACE"}, up="BR20 1, Gladiator 1", options=ASK)
    assert results(war) == ["hit"] and about(war) == "BR20 2"


@pytest.mark.rule("hawks", "HM-CHIT.3", "HM-AA.6")
def test_guns_and_bombs_ask_too() -> None:
    war = sky("CR42 1 D5/2", phase="aa", guns="D5", chits={"CR42 1": "LUCKY"}, options=ASK)
    war.script(6)
    war.play("fire", "CR42 1")
    assert side(war) == "IT"
    war.play("minus")
    assert results(war) == ["miss"]
    war = sky("SM79 1 D5/1", phase="bombing", objectives="D5", chits={"SM79 1": "LUCKY"}, options=ASK, dice=(5,))
    war.play("bomb", "SM79 1")
    war.play("plus")
    assert results(war) == ["Objective destroyed"]
