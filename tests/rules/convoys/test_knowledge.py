"""What the Axis learns from what it sees, and what it must still think possible."""

from __future__ import annotations

import random

import pytest

from grandharbour.games.convoys import features
from grandharbour.games.convoys.air import Search
from grandharbour.games.convoys.knowledge import expose, suspects
from grandharbour.games.convoys.movement import Sailing, enter_malta, go_home, underwater
from grandharbour.games.convoys.placing import allied_list, suspect_places
from grandharbour.games.convoys.show import seen_by_axis
from grandharbour.games.convoys.state import AL, ALEX, AX, GIB, MALTA, RESERVE, Sea

from .conftest import at, do, group, piece, pieces, sea, space, where


def unseen(groups, **how):  # type: ignore[no-untyped-def]
    """A chart of which the Axis knows only that ships may be in Gibraltar, Alexandria or any group from there."""
    war = sea(groups, **how)
    war.known = war.real = 0
    for base, mine in ((GIB, war.gib), (ALEX, war.alex)):
        lots = 1 << RESERVE | 1 << base
        for letter in groups:
            counter = group(war, letter)
            crew = war.crew(counter)
            if crew & mine or war.dummies >> counter & 1:
                lots |= 1 << war.setup.lot_of(counter)
                war.origin[counter] = base
                war.left[counter] = 2
        for ship in (s for s in war.setup.allied_list if mine >> s & 1):
            war.may[ship] = lots
    for number, mine in enumerate((war.gib, war.alex)):
        war.convoy[number] = 3
        if any(war.crew(group(war, letter)) & mine & war.setup.freighters for letter in groups):
            war.departed[number] = 1
    return war


def lots(war: Sea, name: str) -> set[str]:
    return {war.setup.names.of("lot", lot) for lot in range(len(war.inside)) if war.may[piece(war, name)] >> lot & 1}


@pytest.mark.rule("convoys", "MC-RECON.1", "MC-MOVE.2")
def test_two_steps_say_that_nothing_slow_is_in_it() -> None:
    war = at(unseen({"A": ("W8", ["Rodney"]), "B": ("W8", ["Freighter 1"])}, gibraltar=["Ramillies"]), Sailing())
    war.play("group", "Group A")
    war.play("to", "W7")
    assert "Group A" in lots(war, "Freighter 1")
    war.play("to", "W10")
    assert "Group A" not in lots(war, "Freighter 1") and "Group A" not in lots(war, "Ramillies")
    assert "Group A" in lots(war, "Rodney") and suspects(war, group(war, "A")) & pieces(war, "Rodney")


@pytest.mark.rule("convoys", "MC-RECON.1", "MC-MOVE.2")
def test_where_slow_ships_go_as_far_two_steps_say_nothing() -> None:
    groups = {"A": ("W8", ["Rodney"]), "B": ("W8", ["Freighter 1"])}
    war = at(unseen(groups, gibraltar=["Ramillies"], tables="[speed]\nslow = 2\n"), Sailing())
    war.play("group", "Group B")
    war.play("to", "W7")
    war.play("to", "W10")
    assert {"Group A", "Group B"} <= lots(war, "Freighter 1")
    war.check()


@pytest.mark.rule("convoys", "MC-RECON.4", "MC-RECON.1")
def test_a_group_turned_up_rules_its_ships_out_elsewhere_and_others_out_of_it() -> None:
    war = unseen({"A": ("W8", ["Rodney"]), "B": ("W8", ["Didos"])})
    expose(war, group(war, "A"))
    assert lots(war, "Rodney") == {"Group A"} and "Group A" not in lots(war, "Didos")
    assert war.known >> piece(war, "Rodney") & 1 and war.shown > 0
    shown = war.shown
    expose(war, group(war, "A"))
    assert war.shown == shown, "once is enough"


@pytest.mark.rule("convoys", "MC-MOVE.3", "MC-RECON.1")
def test_a_group_that_divides_is_real_in_both_parts() -> None:
    war = at(unseen({"A": ("W8", ["Rodney", "Didos"])}), Sailing())
    war.play("group", "Group A")
    war.play("detach", "Didos")
    part = where(war, "Didos")
    assert {"Group A", part} <= lots(war, "Rodney") and war.real.bit_count() == 2


@pytest.mark.rule("convoys", "MC-MOVE.3", "MC-RECON.1")
def test_when_groups_join_their_ships_are_in_the_one_that_is_left() -> None:
    war = at(unseen({"A": ("W8", ["Rodney"]), "B": ("W8", ["Didos"])}), Sailing())
    war.play("group", "Group A")
    war.play("join", "Group B")
    assert "Group B" not in lots(war, "Didos") and "Group A" in lots(war, "Didos") and war.real == 1 << group(war, "A")


@pytest.mark.rule("convoys", "MC-PNR.1", "MC-RECON.1")
def test_who_turns_back_over_the_line_has_no_warship_of_gibraltar() -> None:
    war = at(unseen({"A": ("W16", ["Freighter 1"]), "B": ("W16", ["Rodney"])}, past=["A", "B"], night=True), Sailing())
    war.used_mas = war.used = (1 << 40) - 1
    war.play("group", "Group A")
    war.play("to", "W13")
    assert "Group A" not in lots(war, "Rodney") and "Group A" in lots(war, "Freighter 1")


@pytest.mark.rule("convoys", "MC-MOVE.7", "MC-PNR.1")
def test_who_goes_home_from_past_the_line_has_none_either() -> None:
    war = unseen({"A": ("W16", ["Freighter 1"]), "B": ("W16", ["Rodney"])}, past=["A", "B"], dice=(1,))
    go_home(war, group(war, "A"))
    assert "Group A" not in lots(war, "Rodney") and "Group A" in lots(war, "Freighter 1")
    assert "Group A" not in lots(war, "Force K"), "it has no such order"


@pytest.mark.rule("convoys", "MC-SUB.2", "MC-SUB.4")
def test_a_torpedo_that_finds_nothing_tells_what_is_not_there() -> None:
    war = unseen({"A": ("W11", ["Rodney"]), "B": ("W11", ["Freighter 1"])}, dice=(6,))
    underwater(war, group(war, "A"), space(war, "W11"), 1)
    assert "Group A" not in lots(war, "Freighter 1") and war.real >> group(war, "A") & 1
    home = unseen({"A": ("W8", ["Freighter 1"]), "B": ("W8", ["Rodney"])}, dice=(6,))
    go_home(home, group(home, "A"))
    assert "Group A" not in lots(home, "Rodney") and "Group A" in lots(home, "Freighter 1")


@pytest.mark.rule("convoys", "MC-PNR.2", "MC-RECON.1")
def test_what_enters_malta_is_seen_by_all() -> None:
    war = unseen({"A": ("W16", ["Freighter 1", "Rodney"])}, past=["A"])
    enter_malta(war, group(war, "A"))
    assert lots(war, "Rodney") == {"Malta"} and war.inside[MALTA] == pieces(war, "Rodney", "Freighter 1") and not war.groups


@pytest.mark.rule("convoys", "MC-DUR.2", "MC-RECON.1")
def test_a_group_that_leaves_too_late_has_no_freighter() -> None:
    """The convoy of Gibraltar was seen at sea, and it left on turn 1: what leaves on turn 3 holds warships or nothing."""
    war = unseen({"A": ("W8", ["Freighter 1"])}, gibraltar=["Rodney", "Freighter 2"], hour=3)
    expose(war, group(war, "A"))
    assert war.convoy[0] == 2
    for ship in (pieces(war, "Rodney", "Freighter 2"),):
        for number in range(ship.bit_length()):
            if ship >> number & 1:
                war.may[number] = 1 << GIB | 1 << RESERVE
    war.labels = [group(war, "Z")]
    at(war, Sailing())
    war.play("muster", "Gibraltar")
    war.play("add", "Rodney")
    war.play("to", "W1")
    assert "Group Z" in lots(war, "Rodney") and "Group Z" not in lots(war, "Freighter 2")


@pytest.mark.rule("convoys", "MC-RECON.1", "MC-FORCES.1")
def test_before_the_season_each_ship_may_come_to_any_base_that_could_take_it() -> None:
    war = sea(season="fall1941", status=3)
    suspect_places(war)
    assert lots(war, "Barham") == {"Reserve", "Gibraltar", "Alexandria"} and lots(war, "Ark Royal") == {"Reserve", "Gibraltar"}
    assert lots(war, "Nelson") == {"Reserve"}, "not at +2" and lots(war, "Med Cruisers") == {"Reserve", "Alexandria"}


@pytest.mark.rule("convoys", "MC-SCEN.1", "MC-RECON.1")
def test_everybody_has_read_the_sheet() -> None:
    war = sea(scenario="pedestal")
    allied_list(war)
    assert (
        lots(war, "Nelson") == {"Gibraltar"}
        and seen_by_axis(war.setup, war.may[piece(war, "Nelson")]) == "The Axis knows: Gibraltar"
    )


@pytest.mark.rule("convoys", "MC-AA.5", "MC-CV.2")
def test_a_group_known_to_be_weak_is_pictured_without_fighters() -> None:
    """It lent no help: if its carriers are there, they hold their strikes ready."""
    war = sea({"A": ("W13", ["Rodney"]), "B": ("W12", ["Eagle", "Illustrious"])}, planes={"StuG 1": "Sicily"})
    war.ready[piece(war, "Eagle")] = war.ready[piece(war, "Illustrious")] = 1
    at(war, Search(piece(war, "StuG 1")))
    war.play("over", "W13")
    assert war.weak >> group(war, "B") & 1
    seen = war.imagine(AX, random.Random(1))
    assert seen.flak(group(seen, "B")) < 3


@pytest.mark.rule("convoys", "MC-RECON.1", "MC-RECON.3")
def test_pictures_never_contradict_what_was_seen() -> None:
    """Sixty pictures: never more dummies than are left, every real group has a ship, and nothing slow where two steps were taken."""
    war = unseen(
        {"A": ("W8", ["Rodney", "Freighter 1"]), "B": ("W7", []), "C": ("W10", ["Didos"]), "D": ("W5", [])},
        gibraltar=["Ramillies", "Freighter 2"],
    )
    war.real = 1 << group(war, "C")
    war.unmasked = 2
    for name in ("Ramillies", "Freighter 1", "Freighter 2"):
        war.may[piece(war, name)] &= ~(1 << war.setup.lot_of(group(war, "C")))
    dummies = set()
    for seed in range(60):
        seen = war.imagine(AX, random.Random(seed))
        seen.check()
        assert seen.dummies.bit_count() + sum(seen.decoys) <= 2 and not seen.dummies & seen.real
        assert seen.crew(group(seen, "C")) and not seen.slow(seen.crew(group(seen, "C")))
        dummies.add(seen.dummies)
    assert len(dummies) > 2, "any of the others may be one"


@pytest.mark.rule("convoys", "MC-NAVAL.13", "MC-RECON.1")
def test_after_a_battle_everybody_knows_who_fell_back() -> None:
    from grandharbour.games.convoys.battle import Leave, Surface

    war = at(unseen({"A": ("W13", ["Rodney", "Didos"]), "B": ("W8", ["Nelson"])}, fleet={"Littorio": "W13"}), Surface(AX, 0))
    war.play("engage", "W13")
    at(war, Leave(space(war, "W13"), 1, 0))
    war.play("retire", "Didos")
    do(war, "back", "W10")
    assert lots(war, "Didos") == {where(war, "Didos")} and lots(war, "Rodney") == {"Group A"}
    assert where(war, "Didos") not in lots(war, "Nelson")


@pytest.mark.rule("convoys", "MC-RECON.1", "MC-FORCES.2")
def test_as_numbers_the_axis_gets_no_more_than_it_has_seen() -> None:
    """Who began where, and what lies in which counter: all for the Allies, what was recognised for the Axis."""
    war = unseen({"A": ("W8", ["Nelson", "Freighter 1"]), "B": ("W5", [])})
    gib = features.bases("gib")
    assert gib(war, AL) == war.gib and gib(war, AX) == 0 and features.KNOWN["inside"] == AL
    expose(war, group(war, "A"))
    assert gib(war, AX) == war.gib & war.known == pieces(war, "Nelson", "Freighter 1")
