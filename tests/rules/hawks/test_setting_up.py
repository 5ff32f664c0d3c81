"""Setting up [HM-SETUP]."""

from __future__ import annotations

from collections import Counter

import pytest

import grandharbour as gh
from grandharbour.games.hawks import GAME
from grandharbour.games.hawks.state import CHITS, Sky

from .conftest import asked, refused, side, sky, squares


def opening(*dice: int, scenario: str = "faith-hope-charity", **options: bool | str) -> Sky:
    """A new game whose set-up dice are known."""
    from grandharbour.engine.dice import Scripted, Seeded

    war = Sky(GAME.setup(scenario, options), Scripted(dice, 0, Seeded(bytes(32))))
    GAME.open(war)
    war.log = []
    war.run()
    return war


@pytest.mark.rule("hawks", "HM-SETUP.1")
def test_each_side_receives_the_planes_of_the_scenario() -> None:
    for scenario in GAME.scenarios:
        war = GAME.new(scenario, seed=1)
        planes = Counter(f"{war.setup.side_of[p]} {kind}" for p, kind in enumerate(war.setup.kinds))
        rosters = [GAME.tables[f"scenarios.{scenario}.roster.{name}"] for name in ("IT", "BR")]
        assert planes == Counter({f"{s} {kind}": n for s, roster in enumerate(rosters) for kind, n in roster.items()})
    assert len(GAME.scenarios) == 4
    with pytest.raises(gh.UnknownName):
        GAME.new("a-fifth-one")


@pytest.mark.rule("hawks", "HM-SETUP.2")
def test_chits_are_drawn_from_one_bag_without_putting_back() -> None:
    assert [GAME.tables[f"chits.bag.{chit}"] for chit in CHITS] == [4, 4, 4, 8]
    bag = "[chits.bag]\nFACE = 3\nGREEN = 2\nLUCKY = 2\nNONE = 1\n"  # eight chits for the eight planes of scenario 1
    deals = set()
    for seed in range(20):
        war = GAME.new("faith-hope-charity", seed=seed, tables=bag)
        assert Counter(CHITS[chit] for chit in war.chit) == {"FACE": 3, "GREEN": 2, "LUCKY": 2, "NONE": 1}
        deals.add(tuple(war.chit))
    assert len(deals) > 15, "the draw is by chance"


@pytest.mark.rule("hawks", "HM-SETUP.2")
def test_a_chit_is_drawn_by_its_weight() -> None:
    first = Counter(GAME.new("faith-hope-charity", seed=seed).chit[0] for seed in range(1000))
    assert all(
        abs(first[CHITS.index(chit)] - 1000 * n / 20) < 55 for chit, n in (("FACE", 4), ("GREEN", 4), ("LUCKY", 4), ("NONE", 8))
    )


@pytest.mark.rule("hawks", "HM-SETUP.2")
def test_only_the_owner_may_look_at_a_chit() -> None:
    war = sky(move="BR20 1", chits={"BR20 1": "LUCKY"})
    mine, foe, spectator = (next(piece for piece in war.view(viewer).pieces if piece.id == "BR20 1") for viewer in (0, 1, None))
    assert "Pilot: LUCKY (face down)" in mine.facts and "lucky" in [mark.id for mark in mine.marks]
    assert foe == spectator
    assert "Pilot: unknown" in foe.facts and "lucky" not in [mark.id for mark in foe.marks]


@pytest.mark.rule("hawks", "HM-SETUP.2")
def test_only_the_owner_is_told_what_he_draws() -> None:
    war = opening(1)
    drawn = [event for event in war.log or () if event.kind == "draw_chit"]
    assert len(drawn) == war.setup.planes
    for event in drawn:
        (plane,) = event.pieces
        assert event.audience == 1 << war.setup.side_of[plane] and dict(event.facts)["chit"] == CHITS[war.chit[plane]]


@pytest.mark.rule("hawks", "HM-SETUP.3")
def test_objectives_lie_on_rank_5_one_in_a_square() -> None:  # situation 1
    war = opening(4)
    assert side(war) == "IT"
    assert asked(war) == {"objective": ["A5", "B5", "C5", "D5", "E5", "F5", "G5"]}
    for square in ("C5", "D5", "E5"):
        war.play("objective", square)
    assert refused(war, "objective", "D4") == "HM-SETUP.3"
    assert refused(war, "objective", "D5") == "HM-SETUP.3"
    assert "four squares" in war.why_not("objective", "D4").reason and "already" in war.why_not("objective", "D5").reason
    war.script(2)
    war.play("objective", "F5")
    assert squares(war, war.objectives) == {"C5", "D5", "E5", "F5"} and side(war) == "BR"


@pytest.mark.rule("hawks", "HM-SETUP.3")
@pytest.mark.parametrize(
    ("entry", "allowed"),
    [("edge", "A5 B5 C5 D5 E5 F5 G5"), ("single", "A2 G2 B3 F3 C4 E4 D5")],
)
def test_objectives_by_distance(entry: str, allowed: str) -> None:
    war = opening(1, entry=entry, objectives="manhattan4")
    assert sorted(asked(war)["objective"]) == sorted(allowed.split())


@pytest.mark.rule("hawks", "HM-SETUP.3")
def test_with_single_entry_objectives_stay_on_rank_5() -> None:
    assert asked(opening(1, entry="single"))["objective"] == ["A5", "B5", "C5", "D5", "E5", "F5", "G5"]


@pytest.mark.rule("hawks", "HM-SETUP.4")
def test_guns_stand_anywhere_but_on_rank_1() -> None:  # situation 2
    war = opening(1, 2)
    war.play("objective", "D5")
    assert side(war) == "BR" and len(asked(war)["gun"]) == 7 * 8
    assert refused(war, "gun", "D1") == "HM-SETUP.4"
    war.play("gun", "D5")  # beside the Objective
    assert refused(war, "gun", "D5") == "HM-SETUP.4"
    war.script(1)
    war.play("gun", "C4")
    assert squares(war, war.guns) == {"D5", "C4"} and set(asked(war)) == {"cloud"}


@pytest.mark.rule("hawks", "HM-SETUP.5")
@pytest.mark.parametrize(("entry", "clear"), [("edge", 14), ("single", 2)])
def test_no_cloud_starts_on_an_entry_square(entry: str, clear: int) -> None:
    war = opening(1, 1, 2, entry=entry)
    war.play("objective", "D5")
    war.play("gun", "D5")
    assert side(war) == "BR" and len(asked(war)["cloud"]) == (63 - clear) * 4
    assert refused(war, "cloud", "D1/2") == refused(war, "cloud", "D9/4") == "HM-SETUP.5"
    war.play("cloud", "D4/3")
    assert refused(war, "cloud", "D4/3") == "HM-SETUP.5"
    war.play("cloud", "D4/2")
    assert set(asked(war)) == {"at"}


@pytest.mark.rule("hawks", "HM-SETUP.3", "HM-SETUP.4", "HM-SETUP.5")
def test_each_number_is_one_die() -> None:
    war = opening(6, 5, 4)
    told = [(event.kind, dict(event.facts)["n"]) for event in war.log or () if event.kind.startswith("roll")]
    for verb in ("objective",) * 6 + ("gun",) * 5 + ("cloud",) * 4:
        war.play(verb, asked(war)[verb][0])
    told = [(event.kind, event.dice) for event in war.log or () if event.kind.startswith("roll")]
    assert told == [("roll_objectives", (6,)), ("roll_guns", (5,)), ("roll_clouds", (4,))]
    assert war.rolled == 3 and (war.objectives.bit_count(), war.guns.bit_count(), len(war.clouds)) == (6, 5, 4)


@pytest.mark.rule("hawks", "HM-SETUP.6")
def test_the_order_of_setting_up() -> None:
    war = opening(1, 1, 1)
    assert all(chit in range(4) for chit in war.chit) and war.drawn == war.setup.planes, "chits come first"
    order = []
    while war.turn == 0:
        verb = next(iter(asked(war)))
        order.append((side(war), verb))
        war.play(verb, asked(war)[verb][0])
    assert order == [("IT", "objective"), ("BR", "gun"), ("BR", "cloud")] + [("IT", "at")] * 5 + [("BR", "at")] * 3
    assert war.turn == 1


@pytest.mark.rule("hawks", "HM-SETUP.6")
@pytest.mark.parametrize(("entry", "columns"), [("edge", "ABCDEFG"), ("single", "D")])
def test_planes_enter_on_their_own_edge_at_any_altitude(entry: str, columns: str) -> None:
    war = opening(1, 1, 1, entry=entry)
    for verb in ("objective", "gun", "cloud"):
        war.play(verb, asked(war)[verb][0])
    for rank, planes in (("1", 5), ("9", 3)):
        assert sorted(asked(war)["at"]) == sorted(f"{c}{rank}/{level}" for c in columns for level in "1234")
        assert refused(war, "at", "D2/1") == "HM-SETUP.6"
        for _ in range(planes):
            war.play("at", f"D{rank}/4")  # all in one space if they like


@pytest.mark.rule("hawks", "HM-SETUP.3", "HM-END.2")
@pytest.mark.parametrize(("option", "objectives", "draws"), [("par", 1, 1), ("none", 1, 1), ("reroll", 4, 3)])
def test_a_lone_objective_may_be_rolled_again(option: str, objectives: int, draws: int) -> None:
    war = opening(1, 1, 4, single_objective=option)
    assert war.objectives_rolled == objectives and war.rolled == draws
    told = next(event for event in war.log or () if event.kind == "roll_objectives")
    assert told.dice == (1, 1, 4)[: len(told.dice)] and told.dice[-1] == objectives, "every throw is told"
