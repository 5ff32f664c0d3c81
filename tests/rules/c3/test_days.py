"""The days: contests, what lasts how long, victory, words, positions by hand, advice that remembers nothing of other games [2, 5.1, 5.7, 6, 8]."""

from __future__ import annotations

import pytest

from grandharbour.engine.editor import Edit, edit
from grandharbour.games.c3 import GAME
from grandharbour.games.c3.airdrop import DropPlan
from grandharbour.games.c3.bombardment import AIR, Missions
from grandharbour.games.c3.movement import Move
from grandharbour.games.c3.sketch import sketch_of
from grandharbour.games.c3.state import AXIS, BRITISH
from grandharbour.games.c3.turn import FIRST, Contest, Day, available, count, end_turn, has_bases
from grandharbour.games.c3.weighing import drop_prizes

from .conftest import battle, do, fight, free, hex_, lay, malta, offers, piece, place, quiet, settle, side, units

BOTH = {"I/33": "2023", "I/87": "2024", "2 Devon": "2325", "2 RIrF": "1916"}


def operate(war) -> None:  # type: ignore[no-untyped-def]
    """An Operation in which nobody does anything."""
    while isinstance(war.stack[0], Move):
        war.play("end")
    if "declare" in offers(war):
        war.play("declare")


# --- contests [5.1]


@pytest.mark.rule("c3", "5.1.g", "5.1.e")
def test_a_free_activation_counts_towards_the_streak_of_its_side() -> None:
    war = malta(BOTH)
    for name in ("Livorno", "Friuli"):
        war.play("bid", name)
        war.play("pass") if "pass" in offers(war) else None
        if isinstance(war.stack[0], Contest):
            war.passed = 0
            war._asked = None
            war.play("pass")
        operate(war)
        war.passed = 0
        war._asked = None
    assert side(war) == "CW" and "claim" in offers(war)
    war.play("claim", "Southern")
    assert (war.streak_side, war.streak) == (BRITISH, 1) and war.rolled == 0


@pytest.mark.rule("c3", "5.1.g", "5.7.a")
def test_a_waived_right_is_gone() -> None:
    war = malta(BOTH, active="Livorno")
    war.streak, war.free = 2, BRITISH
    operate(war)
    war.play("waive")
    assert isinstance(war.stack[0], Contest) and war.stack[0].part == FIRST and side(war) == "AX", "who acted last names first"
    assert war.free < 0


@pytest.mark.rule("c3", "5.1.g", "6.a")
def test_a_new_day_begins_without_streaks_passes_and_marks() -> None:
    war = lay({"I/33": "2023", "2 Devon": "2325"})
    war.streak, war.streak_side, war.free, war.passed = 2, AXIS, BRITISH, 3
    war.spent, war.acted[3] = units(war, "I/33"), True
    war.stack = (Day(phase="before operations"), None)
    end_turn(war)
    assert (war.streak, war.streak_side, war.free, war.passed, war.spent, any(war.acted)) == (0, -1, -1, 0, 0, False)


@pytest.mark.rule("c3", "5.1.b", "5.1.a")
def test_who_has_nothing_left_passes_by_himself_and_may_do_so_again() -> None:
    war = malta({"I/33": "2023", "2 Devon": "2325"}, acted=["Livorno", "Air", "Naval"])
    assert side(war) == "CW", "the Axis has nothing to name"
    war.play("bid", "Southern")
    assert war.active == BRITISH and war.rolled == 0


@pytest.mark.rule("c3", "5.1.b", "5.1.e")
def test_a_bid_that_loses_does_not_count_as_a_pass() -> None:
    war = malta(BOTH, dice=(1, 6))
    war.play("bid", "Livorno")
    war.play("bid", "Southern")
    assert war.active == BRITISH and not war.passed and not war.acted[war.setup.lot_names.index("Livorno")]


@pytest.mark.rule("c3", "5.1.d", "5.1.e")
def test_after_a_british_operation_the_british_name_first() -> None:
    war = malta(BOTH, dice=(1, 6))
    war.play("bid", "Livorno")
    war.play("bid", "Southern")
    operate(war)
    assert side(war) == "CW"


@pytest.mark.rule("c3", "5.1.c", "3.1.c")
def test_one_mission_is_one_mission() -> None:
    for die, text in ((1, "1 mission"), (3, "2 missions")):
        war = malta(BOTH, turn=3, dice=(die,))
        war.log = []
        war.play("bid", "Air")
        war.play("pass")
        assert [GAME.tell(event, war.setup) for event in war.log if event.kind == "missions"] == [f"Air Operation: {text}"]


@pytest.mark.rule("c3", "5.1.c", "5.7.a", "5.3.1.a")
def test_an_air_operation_is_an_operation_and_ends_like_one() -> None:
    war = malta(BOTH, dice=(1, (3, 3), (3, 3)))
    war.play("bid", "Air")
    war.play("pass")
    war.play("bomb", "2325")
    war.play("fire")
    assert war.dg == units(war, "2 Devon") and war.acted[war.setup.air_chit] and war.formation < 0 and war.active < 0
    assert war.last_active == AXIS and war.streak == 1


@pytest.mark.rule("c3", "5.1.a", "3.2.q")
def test_a_formation_of_dispersed_men_may_be_named() -> None:
    war = malta({"13/V": "2123", "2 Devon": "2325"}, dispersed=["13/V"])
    assert "Folgore" in war.choices("bid")


# --- what lasts how long


@pytest.mark.rule("c3", "5.7.a", "5.2.2.b", "5.2.c")
def test_nothing_of_an_operation_is_left_after_it() -> None:
    where = {"I/33": "1720", "2 Devon": "1821", "I/87": "2427"}
    war = malta(where, active="Livorno")
    war.play("unit", "I/33")
    war.play("to", "1721")
    assert war.road_use
    operate(war)
    assert not (war.moved or war.road_use or war.attacks or war.fought or war.joined or war.formation >= 0)


@pytest.mark.rule("c3", "5.5.1.3.c", "5.7.a")
def test_who_retreats_fights_again_in_the_next_operation() -> None:
    where = {"I/33": "2023", "III/33": "2122", "II/87": "2124", "2 Devon": "2123"}
    war = battle(where, "Livorno", {"2123": ["I/33"]}, dice=((4, 4),))
    quiet(war, "intense")
    war.play("intense")
    war.play("refuse")
    while "retreat" in offers(war):
        war.play("retreat", offers(war)["retreat"][0])
    assert "stay" in offers(war) and war.retreated == units(war, "2 Devon")
    war.play("stay")
    assert not war.retreated


@pytest.mark.rule("c3", "5.6.b", "5.5.1.1.a")
def test_disorder_lasts_beyond_the_turn_until_its_formation_rests() -> None:
    war = lay({"I/33": "2023", "2 Devon": "2325"}, dg=["I/33"])
    war.stack = (Day(phase="before operations"), None)
    end_turn(war)
    assert war.dg == units(war, "I/33")


@pytest.mark.rule("c3", "5.6.b")
def test_disorder_of_others_stays() -> None:
    war = malta({"I/33": "2023", "I/87": "2024", "2 Devon": "2325"}, active="Livorno", dg=["I/33", "I/87", "2 Devon"])
    operate(war)
    assert war.dg == units(war, "I/87", "2 Devon")


@pytest.mark.rule("c3", "5.1.a", "6.a")
@pytest.mark.parametrize(("phase", "who"), [("AX", "AX"), ("CW", "CW")])
def test_a_position_by_hand_forgets_what_was_under_way(phase: str, who: str) -> None:
    war = malta(BOTH, active="Livorno")
    war.play("unit", "I/33")
    war.tried = war.hunters = war.fresh = war.beached = war.retreated = units(war, "I/33")
    war.plan[piece(war, "I/33")] = hex_(war, "2023")
    war.streak, war.streak_side, war.passed = 2, AXIS, 1
    war.acted[war.setup.lot_names.index("Friuli")] = True
    war.spent = units(war, "12 Fd/A")
    draft = edit(GAME, war.position(), [Edit("phase", value=phase)])
    new = draft.war
    assert new is not None and side(new) == who
    assert not (new.tried or new.hunters or new.fresh or new.beached or new.retreated or new.streak or new.passed or new.moved)
    assert max(new.plan) < 0 and new.formation < 0 and new.streak_side < 0
    assert new.acted[war.setup.lot_names.index("Friuli")] and new.spent == war.spent, "marks laid by hand stay"


@pytest.mark.rule("c3", "4.2.1.b", "8.2.d")
def test_a_base_laid_by_hand_must_be_held() -> None:
    war = lay({"2 Devon": "2123"})
    war.ready = 1 << hex_(war, "1715")
    with pytest.raises(AssertionError, match="base"):
        war.check()


# --- victory [8.2]


@pytest.mark.rule("c3", "8.2.f", "5.3.1.d")
@pytest.mark.parametrize(
    ("control", "struck", "needed", "held"),
    [(["1715", "2223"], [], "both", True), (["1715"], [], "both", False), (["2223"], [], "both", False),
     (["1715", "2223"], ["1715"], "both", False), (["1715", "2223"], ["2223"], "both", True), (["1715"], ["1715"], "either", False)],
)  # fmt: skip
def test_what_makes_a_foothold(control: list[str], struck: list[str], needed: str, held: bool) -> None:
    """A star closes a port and not an airfield."""
    assert has_bases(lay({}, turn=4, control=control, struck=struck, options={"bases_needed": needed})) is held


@pytest.mark.rule("c3", "8.2.a", "8.2.b", "1.3.7.b")
def test_steps_of_survivors_are_lost_too() -> None:
    war = lay({"I/33": "2023", "S.Marco Bafile": "2024", "1/I": "2025"}, reduced=["I/33", "S.Marco Bafile"])
    assert war.ledger() == (0, 1, 1) and war.score() == -2


@pytest.mark.rule("c3", "8.2.a", "8.2.b")
def test_a_dead_elite_of_two_steps_costs_two_and_a_german_company_one() -> None:
    war = lay({})
    war.put(piece(war, "S.Marco Bafile"), war.setup.dead[AXIS])
    assert war.score() == -2
    war.put(piece(war, "1/I"), war.setup.dead[AXIS])
    assert war.score() == -3


@pytest.mark.rule("c3", "8.2.a")
@pytest.mark.parametrize(("names", "points"), [(("I/33",), -1), (("I/33", "Loreto"), -1), (("I/33", "II/33"), -2), (("I/33", "II/33", "III/33"), -2)])  # fmt: skip
def test_threes_are_rounded_up_once(names: tuple[str, ...], points: int) -> None:
    war = lay({})
    for name in names:
        war.put(piece(war, name), war.setup.dead[AXIS])
    assert war.score() == points


@pytest.mark.rule("c3", "8.2.a", "8.2.b")
def test_lost_armour_is_no_italian_stacking_point() -> None:
    war = lay({})
    war.put(piece(war, "I Smv 47/32"), war.setup.dead[AXIS])
    war.put(piece(war, "CC 47/32"), war.setup.dead[AXIS])
    assert war.ledger() == (0, 0, 3)


@pytest.mark.rule("c3", "8.2.c", "5.3.1.d")
def test_ruins_count_like_the_town_they_were() -> None:
    assert lay({}, control=["2122", "2420"], struck=["2122", "2420"]).score() == 2


@pytest.mark.rule("c3", "8.2.f", "8.2.g", "6.c")
def test_after_the_last_turn_points_decide() -> None:
    war = lay({"2 Devon": "2618"}, turn=4, control=["1715", "2223", "2122"])
    count(war)
    assert war.outcome is not None and war.outcome.level == "Draw" and war.outcome.winner < 0


@pytest.mark.rule("c3", "8.2.e", "5.5.1.3.e")
def test_valletta_taken_by_an_advance_ends_the_game() -> None:
    war = fight({"I/33": "2320", "II/33": "2320"}, {"4 HAA": "2419"}, dice=((5, 5),))
    assert war.outcome is None
    quiet(war, "advance")
    if "advance" not in offers(war):
        settle(war)
    war.play("advance", "I/33")
    assert war.outcome is not None and war.outcome.rule == "8.2.e"


@pytest.mark.rule("c3", "8.2.d", "5.5.1.3.a")
def test_a_retreat_takes_the_ground_it_crosses() -> None:
    war = fight({"I/33": "2023"}, {"2 Devon": "2123"}, dice=((4, 4),), control=["2223", "2124", "2122"])
    do(war, "intense")
    do(war, "refuse")
    if not free(war) and "retreat" in offers(war):
        do(war, "retreat", offers(war)["retreat"][0])
    assert not war.control >> hex_(war, place(war, "2 Devon")) & 1


# --- words


@pytest.mark.rule("c3", "1.3.7.c")
def test_the_log_speaks_of_what_happened() -> None:
    war = lay({"2 Devon": "2022"}, turn=0, dice=((4, 5),))
    war.active, war.log = AXIS, []
    war.stack = (Missions(AIR, 0, (hex_(war, "2022"),)), None)
    war.play("fire")
    assert "2022 is struck: no road" in [GAME.tell(event, war.setup) for event in war.log]


# --- advice that depends on nothing but the position


@pytest.mark.rule("c3", "3.2.c", "5.3.3.a")
def test_advice_of_one_setup_knows_nothing_of_another() -> None:
    """The same guns in disorder count under one option and not under the other: what a drop is worth must differ, asked in either order."""
    where = {"32 LAA": "2122", "4 HAA": "2223", "65 LAA": "2022"}
    found = []
    for order in ((False, True), (True, False)):
        for on in order:
            war = lay(where, turn=0, dg=list(where), options={"dg_guns": on})
            found.append((on, drop_prizes(war, 6)[hex_(war, "2123")]))
    assert len(set(found)) == 2, "one answer for each option"


@pytest.mark.rule("c3", "5.5.1.a")
def test_what_a_sketch_says_of_an_attack_does_not_depend_on_who_asked_first() -> None:
    where = {"I/33": "2023", "13/V": "2024", "S.Marco Bafile": "2124", "2 Devon": "2123"}
    said = []
    for order in (("I/33", "13/V", "S.Marco Bafile"), ("S.Marco Bafile", "13/V", "I/33")):
        war = lay(where)
        war.setup.remembered.clear()
        sketch = sketch_of(war, AXIS, units(war, *where))
        asked = {name: sketch.strike(hex_(war, "2123"), piece(war, name)) for name in order}
        said.append(asked)
    assert said[0] == said[1]


@pytest.mark.rule("c3", "3.2.b")
def test_setups_share_nothing_that_advice_remembers() -> None:
    one, other = (GAME.setup(None, {"gozo": gozo}, "") for gozo in (False, True))
    assert one.remembered is not other.remembered
    war = lay({}, turn=0)
    war.stack = (DropPlan(), None)
    assert available(war, BRITISH) == 0 and GAME.ideas(war, war.asked()[0])


@pytest.mark.rule("c3", "8.1.a", "3.2.f")
def test_a_piece_laid_off_the_map_loses_its_marks() -> None:
    war = malta({"13/V": "2123", "I/33": "2023", "2 Devon": "2325"}, dispersed=["13/V"], dg=["I/33"])
    text = war.position()
    for name in ("13/V", "I/33"):
        draft = edit(GAME, text, [Edit("put", piece=name, place="Axis waiting")])
        assert draft.war is not None and not draft.war.dispersed & units(war, name) and not draft.war.dg & units(war, name)
    moved = edit(GAME, text, [Edit("put", piece="I/33", place="2122")])
    assert moved.war is not None and moved.war.control >> hex_(war, "2122") & 1, "and takes the hex it is laid on"


@pytest.mark.rule("c3", "8.2.g", "8.2.f")
@pytest.mark.parametrize(("hexes", "lost", "winner", "level"), [
    (2, 4, BRITISH, "British Minor Victory"), (2, 0, -1, "Draw"), (6, 0, AXIS, "Axis Minor Victory"), (2, 12, BRITISH, "British Crushing Victory"),
])  # fmt: skip
def test_who_has_won_by_points(hexes: int, lost: int, winner: int, level: str) -> None:
    """A port and an airfield, some towns, and so many dead companies of Folgore."""
    war = lay({"2 Devon": "2618"}, turn=4, control=["1715", "2223", "2122", "1922", "1923", "1918"][:hexes])
    for name in ("13/V", "14/V", "15/V", "16/VI", "17/VI", "18/VI", "19/VII", "20/VII", "21/VII", "25/IX", "26/IX", "27/IX")[
        :lost
    ]:
        war.put(piece(war, name), war.setup.dead[AXIS])
    count(war)
    assert war.outcome is not None and (war.outcome.winner, war.outcome.level) == (winner, level)
    assert war.outcome.scores == (hexes - lost, 0)
