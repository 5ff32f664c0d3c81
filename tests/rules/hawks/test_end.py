"""The end of the game and who has won [HM-END]."""

from __future__ import annotations

import pytest

from .conftest import sky

PAR = {"faith-hope-charity": (6, 4), "raid-over-malta": (3, 1), "struggle-over-the-sky": (6, 3), "grand-tournament": (4, 3)}


@pytest.mark.rule("hawks", "HM-END.1", "HM-MOVE.8")
def test_the_game_ends_with_the_turn_in_which_the_last_bomber_leaves() -> None:  # situation 40
    war = sky("BR20 1 D1/2", move="BR20 1, CR42 1", down="BR20 2", turn=9)
    war.play("exit")
    assert war.outcome is None, "the turn is played to its end"
    war.play("to", "F1/1")
    war.play("halt")
    assert war.outcome is not None and war.turn == 9


@pytest.mark.rule("hawks", "HM-END.1")
def test_the_game_ends_when_the_last_bomber_falls() -> None:
    war = sky("BR20 1 D5/1", phase="aa", guns="D5", down="BR20 2", turn=5)
    war.script(12)
    war.play("fire", "BR20 1")
    assert war.outcome is not None and war.turn == 5


@pytest.mark.rule("hawks", "HM-END.1")
@pytest.mark.parametrize(("turn", "over"), [(11, False), (12, True)])
def test_there_are_twelve_turns(turn: int, over: bool) -> None:
    war = sky(phase="end", turn=turn)
    assert (war.outcome is not None) is over


@pytest.mark.rule("hawks", "HM-END.1")
def test_fighters_alone_do_not_keep_the_game_going_and_bombers_alone_do() -> None:
    assert sky(phase="end", home="BR20 1, BR20 2").outcome is not None
    assert sky(phase="end", down="CR42 1, CR42 2, G50 1, Gladiator 1, Gladiator 2, Gladiator 3").outcome is None


@pytest.mark.rule("hawks", "HM-END.2")
def test_points_and_margin() -> None:  # situation 41; par is 6 since it was tuned, so the margin of 5 is below it
    war = sky(phase="end", turn=12, ruins="C5, D5", down="Gladiator 1, Gladiator 2, CR42 1, BR20 1")
    assert war.outcome is not None
    assert war.outcome.scores == (8, 3) and war.outcome.winner == 1
    assert "a margin of 5, below the par of 6" in war.outcome.reason


@pytest.mark.rule("hawks", "HM-END.2")
@pytest.mark.parametrize(
    ("plane", "scores"),
    [("BR20 1", (0, 2)), ("SM79 1", (0, 2)), ("G50 1", (0, 1)), ("Hurricane 1", (1, 0)), ("Tomahawk 1", (1, 0))],
)
def test_points_for_planes(plane: str, scores: tuple[int, int]) -> None:
    assert sky(down=plane, phase="end", turn=12, scenario="grand-tournament").scores() == scores
    assert sky(down=plane, bombed=plane if scores[1] == 2 else "", phase="end", scenario="grand-tournament").scores() == scores


@pytest.mark.rule("hawks", "HM-END.2")
def test_planes_that_fly_home_count_for_nobody() -> None:
    assert sky(home="BR20 1, CR42 1", phase="end").scores() == (0, 0)


@pytest.mark.rule("hawks", "HM-END.2")
@pytest.mark.parametrize("scenario", PAR)
@pytest.mark.parametrize(("rolled", "option"), [(3, "par"), (1, "par"), (1, "none"), (2, "reroll")])
def test_par(scenario: str, rolled: int, option: str) -> None:
    par = PAR[scenario][1 if rolled == 1 and option == "par" else 0]
    for margin, winner in ((par + 1, 0), (par, -1), (par - 1, 1)):
        # Margins are made of British planes: with a pack each of them is worth as much as it takes.
        down = "Hurricane 1" if scenario != "faith-hope-charity" else "Gladiator 1"
        war = sky(
            phase="end", turn=12, rolled=rolled, options={"single_objective": option}, scenario=scenario,
            down=down, tables=f"[victory]\nfighter = {margin}\n",
        )  # fmt: skip
        assert war.outcome is not None
        assert war.outcome.scores == (margin, 0) and war.outcome.winner == winner


@pytest.mark.rule("hawks", "HM-END.2")
def test_an_interception_may_be_made_worth_more() -> None:  # H-30: the data have a place for it
    pack = "[victory]\nbomber_before_bombing = 3\n"
    assert sky(down="BR20 1", phase="end", tables=pack).scores() == (0, 3)
    assert sky(down="BR20 1", bombed="BR20 1", phase="end", tables=pack).scores() == (0, 2)
