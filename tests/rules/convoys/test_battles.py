"""Battles: rows, fire, night, withdrawal, and what they do to the passage."""

from __future__ import annotations

import pytest

from grandharbour.games.convoys.battle import AxisLeaves, Battle, Broadsides, Deploy, Gunfire, Leave, Surface, Target, aims
from grandharbour.games.convoys.state import AL, AX
from grandharbour.games.convoys.turn import GameTurn
from tests.play import stack

from .conftest import act, at, do, group, offers, over, piece, pieces, sea, settle, space, told, where

W13 = "W13"


def battle(groups, fleet, **how):  # type: ignore[no-untyped-def]
    war = at(sea(groups, fleet=fleet, **how), Surface(AX, 0))
    war.play("engage", W13)
    return war


def rows(war) -> dict[str, int]:  # type: ignore[no-untyped-def]
    return {name: row for name, row in zip(war.setup.names.lists["piece"], war.row, strict=True) if row}


def leave(war, rounds: int = 1):  # type: ignore[no-untyped-def]
    return at(war, Leave(space(war, W13), rounds, 0))


# --- who meets whom


@pytest.mark.rule("convoys", "MC-NAVAL.1", "MC-RECON.3")
def test_a_battle_with_dummies_alone_is_none() -> None:
    war = battle({"A": (W13, [])}, {"Littorio": W13})
    assert not told(war, "battle") and told(war, "dummy") == [("dummy", "Group A")] and over(war)


@pytest.mark.rule("convoys", "MC-NAVAL.1", "MC-RECON.3")
def test_dummies_do_not_seek_battle_and_nobody_sees_why() -> None:
    war = at(sea({"A": (W13, [])}, fleet={"Littorio": W13}), Surface(AL, 0))
    assert set(offers(war)) == {"hold"} and war.asked()[0].sealed


@pytest.mark.rule("convoys", "MC-NAVAL.1", "MC-TURN.5")
def test_one_battle_a_turn_on_a_position_whoever_began_it() -> None:
    war = at(sea({"A": (W13, ["Didos"])}, fleet={"Littorio": W13}), Surface(AL, 1 << space(sea(), W13)))
    assert over(war)


@pytest.mark.rule("convoys", "MC-NAVAL.1", "MC-NAVAL.2")
def test_all_groups_of_the_position_are_in_it() -> None:
    war = battle(
        {"A": (W13, ["Didos", "Freighter 1"]), "B": (W13, ["Rodney", "Eagle"]), "C": (W13, [])},
        {"Littorio": W13, "3. Cruiser Div": W13},
    )
    assert rows(war) == {"Didos": 1, "Freighter 1": 3, "Rodney": 2, "Eagle": 3, "Littorio": 2, "3. Cruiser Div": 1}
    assert war.exposed == 1 << group(war, "A") | 1 << group(war, "B")


@pytest.mark.rule("convoys", "MC-NAVAL.2", "MC-HIT.4")
def test_hit_ships_begin_in_the_rear_on_both_sides() -> None:
    war = battle({"A": (W13, ["Didos", "Rodney"])}, {"Littorio": W13, "3. Cruiser Div": W13}, hit=["Rodney", "3. Cruiser Div"])
    assert rows(war) == {"Didos": 1, "Rodney": 3, "Littorio": 2, "3. Cruiser Div": 3}


@pytest.mark.rule("convoys", "MC-NAVAL.2")
def test_a_freighter_brought_forward_stands_in_the_line_and_shields_the_rear() -> None:
    war = battle({"A": (W13, ["Freighter 1", "Freighter 2"])}, {"Littorio": W13})
    at(war, Deploy(AL, space(war, W13)))
    war.play("forward", "Freighter 1")
    war.play("done")
    assert rows(war)["Freighter 1"] == 2
    assert aims(war, space(war, W13), piece(war, "Littorio")) == pieces(war, "Freighter 1")


# --- fire


@pytest.mark.rule("convoys", "MC-NAVAL.4", "MC-NAVAL.5")
def test_when_one_side_has_fired_the_other_finishes_alone() -> None:
    war = at(
        battle({"A": (W13, ["Didos"])}, {"Littorio": W13, "V. Veneto": W13}, dice=(1, 1, 1)), Gunfire(space(sea(), W13), AL, 0)
    )
    while not over(war):
        verb = "fire" if "fire" in offers(war) else "shoot"
        war.play(verb, war.choices(verb)[0])
        settle(war)
    assert len(told(war, "fire")) == 3 and [event[1] for event in told(war, "fire")] in (
        ["Didos", "Littorio", "V. Veneto"],
        ["Didos", "V. Veneto", "Littorio"],
    )


@pytest.mark.rule("convoys", "MC-NAVAL.5", "MC-HIT.4")
def test_a_ship_hit_before_it_has_fired_does_not_fire() -> None:
    war = at(battle({"A": (W13, ["Didos"])}, {"3. Cruiser Div": W13}, dice=(6,)), Gunfire(space(sea(), W13), AL, 0))
    settle(war)
    assert war.hit == pieces(war, "3. Cruiser Div") and len(told(war, "fire")) == 1


@pytest.mark.rule("convoys", "MC-NAVAL.6", "MC-NAVAL.5")
def test_when_the_last_of_the_screen_is_sunk_cruisers_fire_at_battleships() -> None:
    war = battle({"A": (W13, ["Didos", "Rodney"])}, {"Littorio": W13, "3. Cruiser Div": W13}, hit=["3. Cruiser Div"])
    war.row[piece(war, "3. Cruiser Div")] = 1
    here, didos = space(war, W13), piece(war, "Didos")
    assert aims(war, here, didos) == pieces(war, "3. Cruiser Div"), "a Hit cruiser in the Screen still screens"
    war.row[piece(war, "3. Cruiser Div")] = 3
    assert aims(war, here, didos) == pieces(war, "Littorio")


@pytest.mark.rule("convoys", "MC-NAVAL.6", "MC-NIGHT.3")
@pytest.mark.parametrize("night", [False, True])
def test_the_ban_on_cruisers_holds_by_day(night: bool) -> None:
    war = battle({"A": (W13, ["Didos", "Rodney"])}, {"Littorio": W13, "3. Cruiser Div": W13}, night=night)
    assert bool(aims(war, space(war, W13), piece(war, "Didos")) & pieces(war, "Littorio")) is night


@pytest.mark.rule("convoys", "MC-NAVAL.7")
def test_battle_cruisers_fire_like_battleships() -> None:
    war = battle({"A": (W13, ["Renown", "Didos"])}, {"Littorio": W13, "3. Cruiser Div": W13})
    assert aims(war, space(war, W13), piece(war, "Renown")) == pieces(war, "Littorio", "3. Cruiser Div")


@pytest.mark.rule("convoys", "MC-HIT.6", "MC-HIT.7", "MC-NAVAL.8")
@pytest.mark.parametrize(
    ("firer", "target", "option", "dice"),
    [
        ("Littorio", "Nelson", False, (6, 2)), ("Doria/Duilio", "Renown", False, (6, 2)), ("Doria/Duilio", "Nelson", False, (6,)),
        ("3. Cruiser Div", "Renown", False, (6,)), ("Renown", "Littorio", False, (6,)), ("Renown", "Littorio", True, (6, 2)),
        ("Nelson", "Doria/Duilio", False, (5, 2)), ("Didos", "Littorio", False, (5,)),
    ],
)  # fmt: skip
def test_whose_guns_have_the_star(firer: str, target: str, option: bool, dice: tuple[int, ...]) -> None:
    fleet = {name: W13 for name in (firer, target) if "/" in name or name in ("Littorio", "3. Cruiser Div")}
    ships = [name for name in (firer, target) if name not in fleet]
    war = battle({"A": (W13, ships)}, fleet, dice=dice, options={"battlecruiser_star": option})
    at(war, Target(piece(war, firer), space(war, W13)))
    war.play("shoot", target)
    assert war.rolled == len(dice) and bool(war.sunk) is (len(dice) == 2)


@pytest.mark.rule("convoys", "MC-NAVAL.8")
@pytest.mark.parametrize("die", [4, 5])
def test_guns_hit_on_five_and_six(die: int) -> None:
    war = battle({"A": (W13, ["Didos"])}, {"3. Cruiser Div": W13}, dice=(die,))
    at(war, Target(piece(war, "Didos"), space(war, W13)))
    war.play("shoot", "3. Cruiser Div")
    assert bool(war.hit) is (die == 5)


# --- night


@pytest.mark.rule("convoys", "MC-NIGHT.1", "MC-NIGHT.2")
def test_by_night_the_british_may_go_before_the_italians_reply() -> None:
    war = at(battle({"A": (W13, ["Didos"])}, {"Littorio": W13}, night=True, dice=(1, 1)), Broadsides(space(sea(), W13), AL, 0, 1))
    settle(war)
    assert "retire" in offers(war) and not [e for e in told(war, "fire") if e[1] == "Littorio"]
    war.play("everyone")
    do(war, "home")
    assert not [e for e in told(war, "fire") if e[1] == "Littorio"] and where(war, "Didos") == "Reserve"


@pytest.mark.rule("convoys", "MC-NIGHT.2", "MC-NAVAL.10")
def test_freighters_left_alone_by_night_are_fired_on() -> None:
    war = at(
        battle({"A": (W13, ["Didos", "Freighter 1"])}, {"Littorio": W13}, night=True, dice=(1, 1, 6)),
        Broadsides(space(sea(), W13), AL, 0, 1),
    )
    settle(war)
    assert war.choices("retire") == ["Didos"] and war.why_not("retire", "Freighter 1").rule == "MC-NAVAL.10"
    war.play("retire", "Didos")
    do(war, "home")
    if not over(war):
        do(war, "done")
    assert war.sunk == pieces(war, "Freighter 1")


@pytest.mark.rule("convoys", "MC-NIGHT.3", "MC-HIT.4")
def test_only_italians_that_are_not_hit_reply() -> None:
    war = at(
        battle({"A": (W13, ["Didos"])}, {"Littorio": W13, "3. Cruiser Div": W13}, night=True, dice=(6, 1)),
        Broadsides(space(sea(), W13), AL, 0, 1),
    )
    settle(war)
    war.play("shoot", "3. Cruiser Div")
    settle(war)
    war.play("done")
    settle(war)
    assert [event[1] for event in told(war, "fire")] == ["Didos", "Littorio"]


@pytest.mark.rule("convoys", "MC-CV.5", "MC-AIR.5")
def test_by_night_no_carrier_strikes_in_a_battle() -> None:
    war = battle({"A": (W13, ["Didos", "Illustrious"])}, {"Littorio": W13}, night=True)
    while "forward" in offers(war):
        war.play("done")
    assert isinstance(war.stack[0], (Broadsides, Target)) and not war.ready[piece(war, "Illustrious")]


# --- breaking off


@pytest.mark.rule("convoys", "MC-NAVAL.9", "MC-NAVAL.13")
def test_part_of_the_allies_leaves_and_the_rest_fights_on() -> None:
    war = leave(battle({"A": (W13, ["Didos", "Rodney"])}, {"Littorio": W13}, dice=(1,)))
    war.play("retire", "Didos")
    do(war, "home")
    assert where(war, "Didos") == "Reserve" and where(war, "Rodney") == "Group A" and "retire" in offers(war)


@pytest.mark.rule("convoys", "MC-NAVAL.13", "MC-SUB.4")
def test_falling_back_meets_no_submarine() -> None:
    war = leave(battle({"A": (W13, ["Didos"])}, {"Littorio": W13}))
    war.play("everyone")
    do(war, "back", "W10")
    assert war.at[group(war, "A")] == space(war, "W10") and war.rolled == 0


@pytest.mark.rule("convoys", "MC-NAVAL.13")
def test_back_is_farther_from_malta_and_free_of_the_enemy() -> None:
    war = leave(battle({"A": (W13, ["Didos"])}, {"Littorio": W13, "V. Veneto": "W10"}))
    war.play("everyone")
    assert set(war.choices("back")) == {"W11"} and war.why_not("back", "W10").rule == "MC-NAVAL.13"


@pytest.mark.rule("convoys", "MC-NAVAL.10", "MC-NAVAL.13")
def test_freighters_fall_back_after_two_rounds_and_never_go_to_port() -> None:
    war = leave(battle({"A": (W13, ["Freighter 1", "Didos"])}, {"Littorio": W13}), rounds=2)
    war.play("everyone")
    assert "home" not in offers(war) and "back" in offers(war)
    early = leave(battle({"A": (W13, ["Freighter 1", "Didos"])}, {"Littorio": W13}), rounds=1)
    early.play("everyone")
    assert "home" in offers(early), "the freighter stays"


@pytest.mark.rule("convoys", "MC-PNR.1", "MC-NAVAL.13")
def test_gibraltars_ships_past_the_line_fall_back_but_do_not_go_home() -> None:
    war = at(sea({"A": ("W16", ["Rodney"])}, past=["A"], fleet={"Littorio": "W16"}), Leave(space(sea(), "W16"), 1, 0))
    war.play("everyone")
    assert "home" not in offers(war) and set(war.choices("back")) >= {"W13", "W14"}
    do(war, "back", "W13")
    assert war.past >> group(war, "A") & 1, "and stay bound"


@pytest.mark.rule("convoys", "MC-NAVAL.11", "MC-NAVAL.13")
@pytest.mark.parametrize(("die", "lost"), [(2, True), (3, False)])
def test_a_cripple_may_be_lost_when_it_falls_back(die: int, lost: bool) -> None:
    war = leave(battle({"A": (W13, ["Didos", "Rodney"])}, {"Littorio": W13}, hit=["Rodney"], dice=(die,)))
    war.play("everyone")
    do(war, "back", "W10")
    assert bool(war.sunk) is lost and war.at[group(war, "A")] == space(war, "W10")


@pytest.mark.rule("convoys", "MC-NAVAL.13", "MC-RECON.1")
def test_a_part_that_falls_back_is_a_group_of_its_own() -> None:
    war = leave(battle({"A": (W13, ["Didos", "Rodney"]), "B": (W13, ["Nelson"])}, {"Littorio": W13}))
    for name in ("Didos", "Nelson"):
        war.play("retire", name)
    do(war, "back", "W10")
    letter = where(war, "Didos")
    assert where(war, "Nelson") == letter != "Group A" and where(war, "Rodney") == "Group A"
    assert war.may[piece(war, "Didos")] == 1 << war.lot(piece(war, "Didos"))


@pytest.mark.rule("convoys", "MC-NAVAL.12", "MC-SUB.4", "MC-NAVAL.11")
def test_italians_break_off_past_a_submarine_and_stay_in_port() -> None:
    """The cripple limps home (die 3), the sound ship is stalked (1), the cripple too (1), then its dock (2)."""
    war = at(
        battle({"A": (W13, ["Didos"])}, {"Littorio": W13, "3. Cruiser Div": W13}, hit=["3. Cruiser Div"], dice=(3, 1, 1, 2)),
        AxisLeaves(space(sea(), W13)),
    )
    do(war, "withdraw")
    assert where(war, "Littorio") == "Napoli" and war.barred == pieces(war, "Littorio", "3. Cruiser Div")
    assert war.due[piece(war, "3. Cruiser Div")] == war.season + 2


@pytest.mark.rule("convoys", "MC-NAVAL.9", "MC-NAVAL.8")
def test_a_battle_in_which_nobody_can_fire_ends_with_the_italians_in_port() -> None:
    war = battle({"A": (W13, ["Freighter 1"])}, {"Littorio": W13}, hit=["Littorio"], dice=(5, 1, 3))
    while not over(war) and "done" in offers(war):
        war.play("done")
    assert where(war, "Littorio") in ("Napoli", "-") and war.barred >> piece(war, "Littorio") & 1


@pytest.mark.rule("convoys", "MC-NAVAL.9", "MC-CV.5")
def test_rounds_go_on_until_somebody_leaves() -> None:
    war = battle({"A": (W13, ["Didos"])}, {"3. Cruiser Div": W13}, dice=(1,) * 8)
    seen = set()
    for _ in range(40):
        fight = next(step for step in stack(war) if isinstance(step, Battle))
        seen.add(fight.round)
        if fight.round > 3:
            break
        verb = next(v for v in ("fire", "shoot", "stay", "done") if v in offers(war))
        war.play(verb, war.choices(verb)[0] if verb in ("fire", "shoot") else None)
    assert {1, 2, 3, 4} <= seen


@pytest.mark.rule("convoys", "MC-NAVAL.3")
def test_after_a_round_hit_ships_of_both_sides_may_fall_back() -> None:
    from grandharbour.games.convoys.battle import FallBack

    war = battle({"A": (W13, ["Didos", "Rodney"])}, {"Littorio": W13, "3. Cruiser Div": W13})
    war.hit = pieces(war, "Rodney", "Littorio")
    for who, ship in ((AL, "Rodney"), (AX, "Littorio")):
        at(war, FallBack(who, space(war, W13)))
        assert war.choices("rear") == [ship]
        war.play("rear", ship)
        assert war.row[piece(war, ship)] == 3
        settle(war)


@pytest.mark.rule("convoys", "MC-MOVE.4", "MC-NAVAL.13")
def test_who_falls_back_after_two_losses_is_held_up() -> None:
    war = leave(battle({"A": (W13, ["Didos", "Freighter 1", "Freighter 2"])}, {"Littorio": W13}))
    from grandharbour.games.convoys.damage import sink

    for name in ("Freighter 1", "Freighter 2"):
        sink(war, piece(war, name), "MC-HIT.1")
    war.play("everyone")
    do(war, "back", "W10")
    act(war, GameTurn, "end")
    war.run()
    assert war.frozen == 1 << group(war, "A")


@pytest.mark.rule("convoys", "MC-NAVAL.1", "MC-CV.4")
def test_the_battle_is_over_when_one_side_is_gone_and_the_board_is_cleared() -> None:
    war = battle({"A": (W13, ["Freighter 1"])}, {"Littorio": W13}, dice=(6,))
    while not over(war):
        verb = next(v for v in ("fire", "shoot", "stay", "done") if v in offers(war))
        war.play(verb, war.choices(verb)[0] if verb in ("fire", "shoot") else None)
        settle(war)
    assert not rows(war) and not war.groups and where(war, "Littorio") == W13
