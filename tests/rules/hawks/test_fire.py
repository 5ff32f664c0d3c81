"""The roll, hit numbers, modifiers and hits [HM-FIRE, HM-DRM, HM-HIT]."""

from __future__ import annotations

import pytest

from grandharbour.games.hawks import GAME

from .conftest import about, asked, at, hits, listed, results, rolls, sky

CLASSES = {
    "SM79": 8, "BR20": 8, "Z1007": 8, "Gladiator": 8, "G50": 7, "CR42": 7, "MC200": 7, "Hurricane": 7, "Tomahawk": 6,
}  # fmt: skip
# Two planes of different sides that fly in one scenario, so that each type fires once.
PAIRS = [
    ("SM79", "Tomahawk"), ("BR20", "Tomahawk"), ("Z1007", "Gladiator"), ("Gladiator", "MC200"), ("G50", "Gladiator"),
    ("CR42", "Gladiator"), ("MC200", "Gladiator"), ("Hurricane", "CR42"), ("Tomahawk", "G50"),
]  # fmt: skip


@pytest.mark.rule("hawks", "HM-FIRE.1", "HM-FIRE.2")
@pytest.mark.parametrize(("firer", "target"), PAIRS, ids=[firer for firer, _ in PAIRS])
def test_every_plane_hits_on_its_number(firer: str, target: str) -> None:
    """Every row of the plane table: the number hits, one less misses, attacking or (bombers) answering."""
    need = CLASSES[firer]
    for dice, result in ((need, "hit"), (need - 1, "miss")):
        bomber = firer in ("SM79", "BR20", "Z1007")
        mover, waiting = (target, firer) if bomber else (firer, target)
        war = sky(f"{mover} 1 D4/3; {waiting} 1 D5/3", move=f"{mover} 1")
        war.play("to", "D5/3")
        war.script(*((3, dice) if bomber else (dice, 3)))
        war.play("attack", f"{waiting} 1")
        roll = rolls(war)[bomber]
        assert (roll.need, roll.total, roll.result) == (need, dice, result)


@pytest.mark.rule("hawks", "HM-FIRE.2")
def test_class_4_would_hit_on_5() -> None:
    assert GAME.tables["fire.hits_on"] == [8, 7, 6, 5]
    war = sky("CR42 1 D4/3; Gladiator 1 D5/3", move="CR42 1", tables="[planes.CR42]\nclass = 4\n", scenario="faith-hope-charity")
    war.play("to", "D5/3")
    war.script(5, 3)
    war.play("attack", "Gladiator 1")
    assert results(war)[0] == "hit"


@pytest.mark.rule("hawks", "HM-FIRE.3")
def test_who_has_answered_does_not_attack_any_more() -> None:  # situation 20
    war = sky("CR42 1 D4/3; Hurricane 1 D5/3; BR20 1 D6/3; BR20 2 D7/2; CR42 2 C7/3", move="CR42 1, Hurricane 1, CR42 2")
    war.play("to", "D5/3")
    war.script(3, 3)
    war.play("attack", "Hurricane 1")
    war.play("halt")
    war.play("to", "D6/3")  # no attack in the space
    war.play("to", "D7/3")  # no dive either
    assert results(war) == ["miss", "miss"]
    war.play("to", "D7/3")
    war.script(3)
    war.play("attack", "Hurricane 1")  # and no answer
    assert len(rolls(war)) == 3


@pytest.mark.rule("hawks", "HM-FIRE.3")
def test_who_has_answered_does_not_shoot_at_a_passing_plane() -> None:
    war = sky("BR20 1 D4/3; Hurricane 1 D5/4", move="BR20 1, BR20 2", fired="Hurricane 1")
    war.play("to", "D5/3")
    assert about(war) == "BR20 2"


@pytest.mark.rule("hawks", "HM-FIRE.3")
def test_a_fired_target_does_not_answer() -> None:  # situation 21
    war = sky("CR42 1 D4/3; Gladiator 1 D5/3", move="CR42 1", fired="Gladiator 1")
    war.play("to", "D5/3")
    war.script(7)
    war.play("attack", "Gladiator 1")
    assert results(war) == ["hit"]


@pytest.mark.rule("hawks", "HM-FIRE.4")
def test_both_may_fall() -> None:
    war = sky("CR42 1 D4/3; Gladiator 1 D5/3", move="CR42 1", hit="CR42 1, Gladiator 1")
    war.play("to", "D5/3")
    war.script(8, 9)
    war.play("attack", "Gladiator 1")
    assert listed(war, war.down) == {"CR42 1", "Gladiator 1"} and results(war) == ["shot down", "shot down"]


@pytest.mark.rule("hawks", "HM-FIRE.4", "HM-DRM.1")
def test_a_hit_in_the_same_exchange_does_not_spoil_the_answer() -> None:
    war = sky("CR42 1 D4/3; Gladiator 1 D5/3", move="CR42 1")
    war.play("to", "D5/3")
    war.script(7, 8)
    war.play("attack", "Gladiator 1")
    assert [roll.total for roll in rolls(war)] == [7, 8]


@pytest.mark.rule("hawks", "HM-DRM.1")
def test_a_damaged_firer() -> None:
    war = sky("CR42 1 D4/3; Gladiator 1 D5/3", move="CR42 1", hit="CR42 1")
    war.play("to", "D5/3")
    war.script(7, 3)
    war.play("attack", "Gladiator 1")
    assert rolls(war)[0].modifiers == (("modifier-damaged", -1, "HM-DRM.1"),) and results(war)[0] == "miss"
    assert rolls(war)[1].modifiers == (), "a damaged target is no easier to hit"


@pytest.mark.rule("hawks", "HM-DRM.2", "HM-DRM.3", "HM-DRM.4")
@pytest.mark.parametrize(
    ("target", "start", "above", "mods"),
    [
        ("BR20 1", "D4/3", "D5/3", [1]), ("BR20 1", "D4/4", "D5/4", [1, 1]), ("CR42 1", "D4/4", "D5/4", [1]), ("CR42 1", "D4/3", "D5/3", []),
    ],
    ids=["bomber", "bomber below", "fighter below", "fighter level"],
)  # fmt: skip
def test_modifiers_add_up(target: str, start: str, above: str, mods: list[int]) -> None:
    war = sky(f"Hurricane 1 {start}; {target} D5/3", move="Hurricane 1")
    war.play("to", above)
    war.script(3, 3)
    war.play("attack", target)
    assert [amount for _, amount, _ in rolls(war)[0].modifiers] == mods
    assert [amount for _, amount, _ in rolls(war)[1].modifiers] == ([-1] if above == "D5/4" else [])


@pytest.mark.rule("hawks", "HM-DRM.5", "HM-DRM.6")
def test_all_modifiers_together() -> None:
    war = sky(
        "Hurricane 1 D4/4; BR20 1 D5/3", move="Hurricane 1", hit="Hurricane 1", clouds="D5/4", chits={"Hurricane 1": "FACE", "BR20 1": "LUCKY"}
    )  # fmt: skip
    war.play("to", "D5/4")
    war.script(8, 3)
    war.play("attack", "BR20 1")
    assert rolls(war)[0].modifiers == (
        ("modifier-damaged", -1, "HM-DRM.1"), ("modifier-bomber", 1, "HM-DRM.2"), ("modifier-lower", 1, "HM-DRM.3"),
        ("modifier-cloud", -3, "HM-DRM.5"), ("modifier-face", 1, "HM-CHIT.1"), ("modifier-lucky-target", -1, "HM-CHIT.3"),
    )  # fmt: skip
    assert rolls(war)[0].total == 8 - 1 + 1 + 1 - 3 + 1 - 1 and results(war)[0] == "miss"


@pytest.mark.rule("hawks", "HM-HIT.1")
@pytest.mark.parametrize(("target", "points"), [("BR20 1", 2), ("CR42 1", 1)])
def test_the_second_hit_shoots_down(target: str, points: int) -> None:  # situation 22
    war = sky(f"Hurricane 1 D4/3; {target} D5/3", move="Hurricane 1", fired=target)
    war.play("to", "D5/3")
    war.script(9)
    war.play("attack", target)
    assert hits(war, target) == 1 and at(war, target) == "D5/3" and war.scores() == (0, 0)
    war = sky(f"Hurricane 1 D4/3; {target} D5/3", move="Hurricane 1", fired=target, hit=target)
    war.play("to", "D5/3")
    war.script(9)
    war.play("attack", target)
    assert listed(war, war.down) == {target} and at(war, target) == "-" and war.scores() == (0, points)
    assert "to" in asked(war)
