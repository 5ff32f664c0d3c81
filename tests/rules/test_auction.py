"""An auction of the sides: who asks for the fewest points plays the side that is worse off, and begins with them. An option."""

from __future__ import annotations

import random
from typing import Any

import pytest

import grandharbour as gh
from grandharbour.engine.position import PositionError
from grandharbour.players import greedy, think

CASES = [
    (name, scenario)
    for name, rules in gh.games().items()
    if any(option.id == "auction" for option in rules.options)
    for scenario in rules.scenarios
]


def lead(war: Any) -> int:
    """By how much the first side is ahead."""
    return int(war.score()) if not hasattr(war, "scores") else war.scores()[0] - war.scores()[1]


def auction(name: str, scenario: str) -> Any:
    return gh.game(name).new(scenario, options={"auction": True}, seed=3)


def advised(war: Any) -> tuple[str, int]:
    """What the adviser bids."""
    return greedy(war, war.asked()[0], random.Random(1))


def test_every_game_with_a_par_has_an_auction() -> None:
    for name, rules in gh.games().items():
        known = {option.id for option in rules.options}
        assert ("par" in known) == ("auction" in known), name
    assert len(CASES) == 10


@pytest.mark.rule("kesselring", "3.3c")
@pytest.mark.rule("herkules", "OH-VIC.3")
@pytest.mark.rule("convoys", "MC-VICTORY.6")
@pytest.mark.rule("c3", "8.2.g")
@pytest.mark.parametrize(("name", "scenario"), CASES)
def test_who_bids_least_plays_the_side_that_was_sold_with_what_he_bid(name: str, scenario: str) -> None:
    war = auction(name, scenario)
    sold = war.setup.sale.side
    plain = gh.game(name).new(scenario, seed=3)
    without = lead(plain)
    assert [decision.side for decision in war.asked()] == [sold], "its owner bids first"
    war.play("underbid", 5, sold)
    with pytest.raises(gh.Illegal):
        war.play("underbid", 5, 1 - sold)
    war.play("underbid", 3, 1 - sold)
    war.play("let-have", None, sold)
    points = 3 * war.setup.sale.unit * (-1 if sold else 1)
    assert war.bargain == (points, True) and war.handicap == points
    assert war.asked() == plain.asked(), "and then the game begins as it would have"
    if scenario != "pedestal":
        assert lead(war) - without == (2 * points if name == "herkules" else points)


@pytest.mark.parametrize(("name", "scenario"), CASES)
def test_who_is_let_have_his_own_side_keeps_his_seat(name: str, scenario: str) -> None:
    war = auction(name, scenario)
    sold = war.setup.sale.side
    war.play("underbid", 2, sold)
    war.play("let-have", None, 1 - sold)
    assert abs(war.handicap) == 2 * war.setup.sale.unit and not war.bargain[1]


def test_for_nothing_nobody_can_bid_less() -> None:
    war = auction("c3", "invasion")
    war.play("underbid", 0)
    assert war.asked()[0].forced == ("let-have", 0)


@pytest.mark.rule("convoys", "MC-SCEN.2")
def test_in_pedestal_the_bid_is_the_par() -> None:
    war = auction("convoys", "pedestal")
    assert war.setup.sale.fair == war.handicap == 4, "until somebody has bid, it is the printed one"
    war.play("underbid", 7)
    war.play("let-have", None)
    assert war.handicap == 7 and war.scores() == (0, 0)
    assert any("7" in track.label for track in war.view(None).tracks if track.id == "unloaded")


@pytest.mark.parametrize(("name", "scenario"), CASES)
def test_a_bargain_stands_in_the_position(name: str, scenario: str) -> None:
    war = auction(name, scenario)
    for bid in (6, 4, None):
        again = gh.game(name).position(war.position())
        assert again.key() == war.key() and again.asked() == war.asked()
        war.play("let-have" if bid is None else "underbid", bid)
    text = war.position()
    again = gh.game(name).position(text)
    assert again.bargain == war.bargain and lead(again) == lead(war) and again.key() == war.key()
    assert "bargain" not in gh.game(name).new(scenario, seed=3).position()
    with pytest.raises(PositionError):
        gh.game(name).position(text.replace("traded = ", "sold = "))


@pytest.mark.parametrize(("name", "scenario"), CASES)
def test_advisers_bid_what_was_measured(name: str, scenario: str) -> None:
    """The owner asks for the par; against a person they go down half of the way at a time, never below it, and take it then."""
    war = auction(name, scenario)
    sold = war.setup.sale.side
    fair = war.setup.sale.fair
    assert advised(war) == ("underbid", fair)
    assert think("search:cadet", war, sold, random.Random(1)).plan[0] == ("underbid", fair), "nothing is tried out"
    war.play("underbid", fair + 4, sold)
    assert advised(war) == ("underbid", fair + 2)
    war.play("underbid", fair, 1 - sold)
    assert advised(war) == ("let-have", 0), "for the par either side will do"


def test_the_last_word_of_an_auction_cannot_be_taken_back() -> None:
    """The two have exchanged seats: what one of them undid would put the other somewhere else."""
    table = gh.Table.begin(gh.game("c3"), "invasion", options={"auction": True}, seed=1)
    table.play("underbid", 4, "AX")
    table.play("underbid", 2, "CW")
    table.play("let-have", None, "AX")
    assert table.war.bargain == (2, True)
    with pytest.raises(gh.CannotUndo, match="the auction is over"):
        table.undo("AX")


@pytest.mark.parametrize("traded", [True, False])
def test_orders_of_who_sat_there_are_gone_with_him(traded: bool) -> None:
    """An order for when he is away would answer for the other one, who could read it besides."""
    table = gh.Table.begin(gh.game("c3"), "invasion", options={"auction": True}, seed=1)
    table.order("CW", "Auction", "let-have")
    assert table.orders
    table.play("underbid", 4, "AX")  # and the order answers: the Axis keeps its side
    assert table.war.bargain == (4, False) and table.orders
    if traded:
        table = gh.Table.begin(gh.game("c3"), "invasion", options={"auction": True}, seed=1)
        table.play("underbid", 4, "AX")
        table.order("AX", "Garrison", "ask")
        table.order("CW", "Contest", "pass")
        table.play("underbid", 2, "CW")
        table.play("let-have", None, "AX")
        assert table.war.bargain == (2, True) and not table.orders
