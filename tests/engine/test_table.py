"""The table: barriers, undo, revision, scripts, standing orders, resignation, and what each side sees of all that."""

from __future__ import annotations

import random

import pytest

import grandharbour as gh
from grandharbour.engine.geometry.bits import bits

from .toy import TOY, B, R


@pytest.fixture
def table() -> gh.Table:
    return gh.Table(TOY.new(seed=3))


def clicks(table: gh.Table) -> list[str]:
    return [f"{choice.verb} {table.war.target_name(choice.verb, choice.target)}" for choice in table.choices]


def to_bids(table: gh.Table) -> None:
    for verb, target in (("pick", "R1"), ("launch", None), ("hold", None)):
        table.play(verb, target)


def kinds(table: gh.Table, side: int | None) -> list[str]:
    return [told.event.kind for told in table.told(side)]


# --- undo and revise


def test_a_plan_is_undone_click_by_click(table: gh.Table) -> None:
    start = table.war.key()
    for piece in ("R1", "R3"):
        table.play("pick", piece)
    table.undo("R")
    assert clicks(table) == ["pick R1"]
    table.undo("R")
    assert table.war.key() == start and table.undoable("R") is None
    with pytest.raises(gh.CannotUndo, match="the game begins here"):
        table.undo("R")


def test_launching_is_no_barrier_but_the_other_sides_question_is(table: gh.Table) -> None:
    table.play("pick", "R1")
    table.play("launch")
    with pytest.raises(gh.CannotUndo, match="the other side has been asked"):
        table.undo("R")


def test_a_die_is_a_barrier(table: gh.Table) -> None:
    table.play("pick", "R1")
    table.play("launch")
    table.play("hit")
    with pytest.raises(gh.CannotUndo, match="a die has been rolled"):
        table.undo("B")


def test_showing_what_was_hidden_is_a_barrier(table: gh.Table) -> None:
    to_bids(table)
    table.play("bid", 1, "R")
    table.play("bid", 2, "B")
    assert table.war.shown == 1 and table.undoable("R") is None and table.undoable("B") is None


# --- several sides at once


def test_in_a_shared_step_each_side_takes_back_its_own(table: gh.Table) -> None:
    to_bids(table)
    table.play("bid", 1, "R")
    assert table.undoable("B") is None
    table.undo("R")
    table.play("bid", 3, "B")
    table.play("bid", 0, "R")
    assert clicks(table)[3:5] == ["bid 3", "bid 0"]


def test_when_several_owe_the_side_must_be_named(table: gh.Table) -> None:
    to_bids(table)
    with pytest.raises(gh.Illegal, match="say which side"):
        table.play("bid", 1)
    table.play("bid", 1, "R")
    with pytest.raises(gh.Illegal, match="R owes no decision now"):
        table.play("bid", 1, "R")
    assert table.decision(R) is None and table.decision(B) is not None


# --- what the others see


def test_nobody_sees_a_plan_before_the_barrier(table: gh.Table) -> None:
    table.play("pick", "R1")
    assert table.planning() == {R}
    assert table.seen(R).picked == 1 and table.seen(B).picked == 0 == table.seen(None).picked
    assert kinds(table, R) == ["pick"] and kinds(table, B) == [] == kinds(table, None)
    table.play("launch")
    assert table.planning() == set() and table.seen(B).picked == 1 == table.seen(None).picked
    assert kinds(table, B) == ["pick"] == kinds(table, None)


def test_secrets_of_a_shared_step_stay_with_their_owner(table: gh.Table) -> None:
    to_bids(table)
    table.play("bid", 2, "R")
    assert table.seen(B).view(B) == table.base.view(B) and table.seen(R).view(R) != table.base.view(R)
    assert kinds(table, R)[-1] == "bid" and "bid" not in kinds(table, B)
    table.play("bid", 1, "B")
    assert [told.event.side for told in table.told(R) if told.event.kind == "bid"] == [R], "not even afterwards"
    assert [told.event.side for told in table.told(B) if told.event.kind == "bid"] == [B]
    assert "bid" not in kinds(table, None) and "shown" in kinds(table, None)


def test_every_event_carries_the_choice_that_caused_it(table: gh.Table) -> None:
    table.play("pick", "R2")
    table.play("pick", "R1")
    assert [(told.choice, told.turn, told.event.pieces) for told in table.told(R)] == [(1, 1, (1,)), (2, 1, (0,))]


# --- forced, sealed, quiet


def test_the_only_choice_is_made_by_the_table_unless_sealed(table: gh.Table) -> None:
    to_bids(table)
    table.play("bid", 1, "R")
    table.play("bid", 1, "B")
    assert clicks(table)[-1] == "nod None" and table.choices[-1].auto and table.choices[-1].side == R
    decision = table.decision(B)
    assert decision is not None and decision.sealed and decision.forced == ("nod", 0), "Blue is still asked"


def test_a_standing_order_answers_quietly_and_is_a_barrier(table: gh.Table) -> None:
    table.order("B", "Answer", "quiet")
    table.play("pick", "R1")
    table.play("launch")
    assert clicks(table) == ["pick R1", "launch None", "hold None"] and table.choices[-1].auto
    assert table.undoable("R") is None and len(table.war.asked()) == 2


def test_a_standing_order_may_end_with_the_turn(table: gh.Table) -> None:
    table.order("B", "Answer", "quiet", this_turn=True)
    for number in (1, 2):
        table.play("pick", "R1")
        table.play("launch")
        if number == 1:
            table.play("bid", 1, "R")
            table.play("bid", 1, "B")
            table.play("nod", side="B")
    assert table.war.turn == 2 and table.decision(B) is not None


def test_standing_orders_are_checked(table: gh.Table) -> None:
    with pytest.raises(ValueError, match="none of"):
        table.order("B", "Answer", "sleep")
    with pytest.raises(ValueError, match="no step"):
        table.order("B", "Nonsense", "quiet")


# --- scripts, resignation, the end


def test_a_script_is_played_all_or_not_at_all(table: gh.Table) -> None:
    key = table.war.key()
    with pytest.raises(gh.Illegal):
        table.script([("pick", "R1"), ("pick", "R2"), ("pick", "R1")], "R")
    assert table.war.key() == key and table.choices == [] and table.told(R) == []
    table.script([("pick", "R1"), ("pick", "R2")], "R")
    assert clicks(table) == ["pick R1", "pick R2"]


def test_resigning_ends_the_game(table: gh.Table) -> None:
    table.play("pick", "R1")
    table.resign("R")
    assert table.outcome is not None and table.outcome.winner == B and "Red resigned" in table.outcome.reason
    assert table.decision(R) is None and table.undoable("R") is None
    for again in (lambda: table.resign("B"), lambda: table.play("launch")):
        with pytest.raises(gh.Illegal, match="ended"):
            again()
    assert kinds(table, B) == ["pick"], "now everything is shown"


def test_an_illegal_choice_changes_nothing(table: gh.Table) -> None:
    key = table.war.key()
    for verb, target in (("pick", "B1"), ("launch", None), ("hit", None), ("pick", None), ("launch", "R1"), ("pick", "x")):
        with pytest.raises(gh.Illegal):
            table.play(verb, target)
        assert table.war.key() == key and table.choices == []


def test_turn_marks_and_snapshots(table: gh.Table) -> None:
    while table.outcome is None:
        table.play("pick", "R1")
        table.play("launch")
        table.play("hold")
        table.play("bid", 1, "R")
        table.play("bid", 1, "B")
        table.play("nod", side="B")
    assert [mark.turn for mark in table.marks] == [2, 3]
    assert [count for count, _ in table.snapshots] == [mark.choice for mark in table.marks]
    assert "turn = 3" in table.snapshots[-1][1]


# --- what becomes final


def test_what_becomes_final_is_told_before(table: gh.Table) -> None:
    assert table.final(R, [("pick", "R1")]) is None and table.deeds(R) == []
    table.play("pick", "R1")
    table.play("pick", "R2")
    key = table.war.key()
    assert table.final(R, [("launch", None)]) == "asked"
    assert table.war.key() == key and len(table.choices) == 2, "it was tried on a copy"
    deeds = table.deeds(R)
    assert [(len(deed.clicks), len(deed.events), deed.back) for deed in deeds] == [(1, 1, 2), (1, 1, 1)]
    for _ in range(deeds[0].back):
        table.undo(R)
    assert table.choices == [] and table.deeds(R) == []
    table.script([("pick", "R1"), ("pick", "R2")], "R")
    assert [(len(deed.clicks), deed.back) for deed in table.deeds(R)] == [(2, 1)], "a script is one thing"
    table.play("launch")
    assert table.deeds(R) == [], "that stands now"
    assert table.final(B, [("hit", None)]) == "die"


def test_whether_the_other_has_chosen_does_not_show_in_what_is_final(table: gh.Table) -> None:
    to_bids(table)
    alone = table.final(R, [("bid", 1)])
    table.play("bid", 2, "B")
    assert alone == table.final(R, [("bid", 1)]) == "asked"
    assert table.deeds(R) == []


@pytest.mark.parametrize("game", ["c3", "herkules", "kesselring"])
def test_what_is_called_final_is_what_cannot_be_taken_back(game: str) -> None:
    rng = random.Random(5)
    table = gh.Table.begin(gh.game(game), seed=5)
    seen = set()
    for _ in range(150):
        if table.outcome is not None:
            break
        decision = table.war.asked()[0]
        verb = rng.choice(list(decision.choices))
        target = rng.choice(list(bits(decision.choices[verb])))
        alone, since = not table._shared and len(table.war.asked()) == 1, table.since
        why = table.final(decision.side, [(verb, target)])
        assert sum(len(deed.clicks) for deed in table.deeds(decision.side)) == sum(
            made.side == decision.side and not made.auto for made in table.choices[since:]
        )
        table.play(verb, target, decision.side)
        assert not alone or (why is None) == (table.since == since), (verb, why)
        seen.add(why)
    assert seen >= {None, "asked"}
