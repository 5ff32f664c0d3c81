"""Orders for who is away: *if asked this, answer that*. What the engine makes of them, and that a server honours them on every database."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

import grandharbour as gh
from grandharbour.engine import orders
from grandharbour.engine.geometry.bits import bits

from .battles import BATTLE, GAME, before_battle
from .client import Harbour, Seat, running

pytestmark = pytest.mark.xdist_group("postgres")
TWO = {"AX": {"kind": "here"}, "AL": {"kind": "link"}}
WHATEVER = {"measure": "any"}


def begin() -> tuple[gh.Table, int]:
    position, side = before_battle()
    war = gh.game(GAME).position(position, 7)
    return gh.Table(war, position), war.setup.side(side)


def step(table: gh.Table) -> str:
    assert table.war.stack is not None
    return type(table.war.stack[0]).__name__


def all_advised(table: gh.Table, side: int) -> None:
    for kind in BATTLE:
        table.order(side, kind, "advised", bound=("any", 0.0))


# --- what an order answers


def test_a_battle_passes_with_orders_alone() -> None:
    table, attacker = begin()
    for side in (0, 1):
        all_advised(table, side)
    before = len(table.choices)
    table.play("assault", None, attacker)
    made = table.choices[before:]
    assert step(table) not in BATTLE
    assert len(made) > 8 and {choice.side for choice in made} == {0, 1} and all(choice.auto for choice in made[1:])
    told = [told.event for told in table.told(None) if told.event.kind.startswith("ordered")]
    assert len(told) >= 8, "everybody reads that it was an order: the game has no secrets"


def test_dice_fall_only_at_chances_the_order_names() -> None:
    table, attacker = begin()
    table.order(attacker, "Support", "enough")
    table.play("assault", None, attacker)
    assert step(table) == "Support", "a verb that announces dice, and nothing said about chances"
    table.order(attacker, "Support", "enough", bound=("chance-least", 1.0))
    assert step(table) == "Support", "nothing is that sure"
    table.order(attacker, "Support", "enough", bound=("odds-least", 0.1))
    assert step(table) != "Support"


@pytest.mark.parametrize(
    ("measure", "holds"), [("chance-least", True), ("chance-most", False), ("odds-least", True), ("odds-most", False)]
)
def test_thresholds(measure: str, holds: bool) -> None:
    """Just below what the forecast says; a bound just above holds the other way round."""
    table, attacker = begin()
    table.play("assault", None, attacker)
    forecast = table.war.setup.game.forecast(table.war, attacker, "enough", 0)
    found = orders.measured(forecast, measure.partition("-")[0])
    assert found is not None
    table.order(attacker, "Support", "enough", bound=(measure, found - 0.001))
    assert (step(table) != "Support") == holds
    if step(table) == "Support":
        table.order(attacker, "Support", "enough", bound=(measure, found + 0.001))
        assert step(table) != "Support"


def test_an_order_about_a_place_goes_before_one_about_any_and_fits_nowhere_else() -> None:
    table, attacker = begin()
    war = table.war
    plan = war.nearest(gh.game(GAME).steps[[it.__name__ for it in gh.game(GAME).steps].index("Assemble")])
    elsewhere = next(
        n for n in range(len(war.setup.names.lists["space"])) if war.setup.names.lists["space"][n] and n != plan.target
    )
    table.order(attacker, "Support", "enough", bound=("any", 0.0), about=("space", elsewhere))
    table.play("assault", None, attacker)
    assert step(table) == "Support", "it is not about this hex"
    fork = table.fork()
    fork.order(attacker, "Support", "cas", about=("space", plan.target))
    assert [choice.verb for choice in fork.choices[-2:]] == ["cas", "cas"], "the adviser says with whom, as long as it is listed"
    flying = list(bits(table.war.decisions[attacker].choices["cas"]))
    table.order(attacker, "Support", "cas", targets=[0, flying[-1], flying[0]])
    assert table.choices[-2].target == flying[-1], "the first that is listed"


def test_an_order_may_rest_and_be_struck() -> None:
    table, attacker = begin()
    table.order(attacker, "Support", "enough", bound=("any", 0.0))
    (given,) = table.orders[attacker]
    table.switch_order(attacker, given.id, False)
    table.play("assault", None, attacker)
    assert step(table) == "Support"
    table.switch_order(attacker, given.id, True)
    assert step(table) != "Support", "it holds again, also for what is asked already"
    table.switch_order(attacker, given.id, None)
    assert table.orders == {}
    with pytest.raises(ValueError, match="there is no order"):
        table.switch_order(attacker, given.id, None)


def test_the_same_condition_is_ordered_once_and_there_is_a_limit() -> None:
    table, attacker = begin()
    for answer in ("go", "stay"):
        table.order(attacker, "Steadfast", answer)
    assert [order.answer for order in table.orders[attacker]] == ["stay"]
    for number in range(orders.MOST - 1):
        table.order(attacker, "Steadfast", "go", bound=("chance-least", number / 100))
    with pytest.raises(ValueError, match="60 orders"):
        table.order(attacker, "Steadfast", "go", bound=("chance-most", 0.5))


def test_where_there_are_secrets_an_order_hangs_on_nothing_hidden() -> None:
    """No place, no chances, no sealed question: whether it answers, and at once, must tell nothing."""
    table = gh.Table.begin(gh.game("hawks"), options={"lucky": "ask"}, seed=9)
    wishes: list[dict[str, Any]] = [{"about": ("space", 40)}, {"bound": ("any", 0.0)}, {"targets": [1]}]
    for more in wishes:
        with pytest.raises(ValueError, match="a game with secrets"):
            table.order("IT", "Bombing", "hold", **more)
    table.order("IT", "Bombing", "hold")
    for side in ("IT", "BR"):
        table.order(side, "Luck", "leave")
    asked = {"Bombing": 0, "Luck": 0}
    rng = random.Random(4)
    while table.outcome is None:
        owed = rng.choice(table.war.asked())
        if step(table) in asked:
            asked[step(table)] += 1
        best = table.hint(owed.side)[0]
        table.play(best.verb, best.target, owed.side)
    assert not asked["Bombing"] and asked["Luck"]
    told = [told.event for told in table.events if told.event.kind.startswith("ordered")]
    assert told and all(event.audience == 1 << event.side for event in told), "nobody else is told"


# --- at a server


def give(seat: Seat, step: str, order: str, **more: Any) -> Any:
    return seat.post("orders", number=seat.state()["number"], step=step, order=order, **more)


def test_two_who_are_away_fight_a_battle(place: str, tmp_path: Path) -> None:
    """One click, and the server answers for both; orders outlive the server, and are read and struck by their owner alone."""
    position, attacker = before_battle()
    defender = next(side for side in TWO if side != attacker)
    with running(tmp_path, database=place) as harbour:
        seats = harbour.open(TWO, game=GAME, position=position)
        said = {
            attacker: [("Support", "answer", {"verb": "enough", "bound": {"measure": "odds-least", "value": 0.2}})],
            defender: [
                ("Intercept", "answer", {"verb": "intercept", "bound": {"measure": "chance-least", "value": 0.2}}),
                ("Intercept", "advised", {"bound": WHATEVER}),
                ("Stand", "answer", {"verb": "stand", "bound": WHATEVER}),
            ],
        }
        for side in TWO:
            seat = seats[side]
            for kind in BATTLE:
                if kind not in ("Support", "Stand", "Intercept"):
                    assert give(seat, kind, "advised", bound=WHATEVER).status_code == 200
            for kind, order, more in said[side]:
                assert (answer := give(seat, kind, order, **more)).status_code == 200, answer.text
        kept = seats[defender].state()["orders"]
        assert {(order["step"], order["order"]) for order in kept} >= {("Stand", "answer"), ("Intercept", "advised")}
        assert not {order["question"] for order in kept} & set(BATTLE), "in words"
    with running(tmp_path, database=place) as harbour:
        again = {side: Seat(harbour.http, seats[side].table, side, seats[side].token) for side in TWO}
        assert again[defender].state()["orders"] == kept, "they outlive the server"
        before = again[attacker].state()
        after = again[attacker].play("assault")
        assert (after["decision"] or {"step": ""})["step"] not in BATTLE and after["number"] == before["number"] + 1
        told = [event["text"] for event in again[defender].state()["events"] if event["kind"].startswith("ordered")]
        assert len(told) >= 3 and any("standing order" in line for line in told)
        assert again[attacker].state()["orders"] != kept and kept[0]["id"]
        assert not harbour.http.get(f"/api/tables/{again[attacker].table}/state").json()["orders"], "who watches reads none"
    with running(tmp_path, database=place) as harbour:
        third = {side: Seat(harbour.http, seats[side].table, side, seats[side].token) for side in TWO}
        assert third[attacker].state()["view"] == after["view"], "the rows lead to the same place"


def test_orders_are_checked_and_revocable(harbour: Harbour) -> None:
    position, attacker = before_battle()
    seats = harbour.open(TWO, game=GAME, position=position)
    seat = seats[attacker]
    for order, more in (
        ("answer", {"verb": "dance"}),
        ("answer", {}),
        ("answer", {"verb": "cas", "targets": ["Nobody"]}),
        ("answer", {"verb": "cas", "targets": [3]}),
        ("answer", {"verb": "enough", "about": {"kind": "space", "id": "Nowhere"}}),
        ("answer", {"verb": "enough", "about": {"kind": "lot", "id": "x"}}),
        ("answer", {"verb": "enough", "bound": {"measure": "hope"}}),
        ("quiet", {"targets": ["x"]}),
        ("off", {}),
        ("off", {"which": 9}),
    ):
        refused = give(seat, "Support", order, **more)
        assert refused.status_code == 409 and refused.json()["detail"], (order, more)
    assert seat.state()["orders"] == []
    given = give(seat, "Support", "answer", verb="enough", bound=WHATEVER).json()["orders"]
    assert [order["on"] for order in given] == [True]
    assert not give(seat, "Support", "off", which=given[0]["id"]).json()["orders"][0]["on"]
    assert give(seat, "Support", "ask", which=given[0]["id"]).json()["orders"] == []
    other = next(side for side in TWO if side != attacker)
    assert seats[other].state()["orders"] == []


def test_every_kind_of_question_has_its_words(harbour: Harbour) -> None:
    for game in ("hawks", "kesselring", "c3", "convoys", "herkules"):
        found = harbour.http.get(f"/api/games/{game}/questions").json()
        assert found["secrets"] == gh.game(game).secrets and len(found["questions"]) >= 4
        for kind in found["questions"]:
            assert kind["question"] and kind["verbs"] and all(verb["label"] for verb in kind["verbs"])
