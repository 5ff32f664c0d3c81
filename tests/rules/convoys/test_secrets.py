"""Two games that differ only in what the Axis cannot know send it the same messages of every kind, byte for byte."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

import grandharbour as gh
from grandharbour.lab import luck
from tests.server.client import Harbour, Seat, running

Seats = dict[str | None, Seat]


@pytest.fixture(scope="module")
def twins(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Seats]]:
    """Pedestal twice with the same dice. Two counters leave Gibraltar and part: under one is everything, under the other nothing."""
    with running(tmp_path_factory.mktemp("twins")) as harbour:
        yield [sail(harbour, dummy) for dummy in ("B", "A")]


def sail(harbour: Harbour, dummy: str) -> Seats:
    seats = {"AX": {"kind": "link"}, "AL": {"kind": "here"}}
    table = harbour.open(seats, game="convoys", scenario="pedestal", seed=3)
    allies = table["AL"]
    until(allies, "day")
    allies.play("day")
    for label in "AB":
        allies.play("muster", "Gibraltar")
        if_asked(allies, "dummy" if label == dummy else "whole")  # one lane leads out: the table sails them to W1
        if_asked(allies, "halt")
    allies.play("proceed")
    until(table["AX"], "steam")
    table["AX"].play("ship", "Littorio")
    table["AX"].play("to", "At Sea Western Med")
    table["AX"].play("steam")  # a British submarine attacks: a roll that has nothing to do with the groups
    allies.play("done")  # no strikes held ready
    allies.play("done")  # and none flown
    until(allies, "group")
    for label, place in (("A", "W2"), ("B", "W3")):
        allies.play("group", f"Group {label}")
        allies.play("to", place)
        if_asked(allies, "halt")
    allies.play("proceed")
    until(table["AX"], "steam")
    return table


def verbs(seat: Seat) -> set[str]:
    decision = seat.state()["decision"]
    return {choice["verb"] for choice in decision["choices"] if choice["targets"]} if decision else set()


def until(seat: Seat, verb: str) -> None:
    assert verb in verbs(seat), f"{seat.side} is asked {verbs(seat)}, not {verb}"


def if_asked(seat: Seat, verb: str) -> None:
    """A choice the table may have made already, as the only one."""
    if verb in verbs(seat):
        seat.play(verb)


def same(twins: list[Seats], side: str | None, what: str, **asked: Any) -> Any:
    """The same answer from both tables, but for the name of the table."""
    first, second = (table[side].get(what, **asked) for table in twins)
    assert first.status_code == second.status_code
    texts = [answer.text.replace(table[side].table, "TABLE") for answer, table in zip((first, second), twins, strict=True)]
    assert texts[0] == texts[1], f"{what} {asked} tells {side} which counter is the dummy"
    return json.loads(texts[0]) if first.headers["content-type"].startswith("application/json") else texts[0]


def test_the_owner_sees_the_difference(twins: list[Seats]) -> None:
    facts = [
        {piece["id"]: piece["facts"] for piece in table["AL"].state()["view"]["pieces"] if piece["id"].startswith("Group")}
        for table in twins
    ]
    assert facts[0]["Group A"][0].startswith("Eagle") or "Freighter 1" in facts[0]["Group A"][0]
    assert facts[0]["Group B"][0] == "A dummy" and facts[1]["Group A"][0] == "A dummy"
    paper = twins[0]["AL"].state()["view"]["sheets"][0]
    assert [row[-1] == "a dummy" for row in paper["tables"][0]["rows"]] == [False, True]


@pytest.mark.parametrize("side", ["AX", None])
def test_state_and_film(twins: list[Seats], side: str | None) -> None:
    """View with tracks, pieces, stage and sheets; events; decision; every moment of the film; the record."""
    state = same(twins, side, "state")
    assert len(state["events"]) > 8 and len(state["view"]["sheets"][0]["tables"][0]["rows"]) == 2
    moments = same(twins, side, "moments")["moments"]
    assert moments > 2
    for moment in range(moments):
        same(twins, side, f"moments/{moment}")
    record = same(twins, side, "save")
    assert "Group A" in record and "a dummy" not in record


def test_questions_about_choices(twins: list[Seats]) -> None:
    """Why not, chances, previews, hints, for everything that can be pointed at."""
    decision = same(twins, "AX", "state")["decision"]
    for choice in decision["choices"]:
        for target in choice["candidates"]:
            asked = {"verb": choice["verb"]} | ({} if target is None else {"target": target})
            for what in ("whynot", "odds", "preview"):
                same(twins, "AX", what, **asked)
    assert same(twins, "AX", "hint")


@pytest.mark.parametrize("side", ["AX", None])
def test_layers(twins: list[Seats], side: str | None) -> None:
    game = gh.game("convoys")
    setup = game.setup("pedestal")
    for layer in game.board(setup).overlays:
        same(twins, side, "overlay", id=layer.id)
        if layer.about:
            for piece in setup.names.lists["piece"]:
                same(twins, side, "overlay", id=layer.id, about=piece)


def test_the_luck_ledger(twins: list[Seats]) -> None:
    """Chances are reckoned from what the asking side knows; the server only does it beside the game, so here it is done at once."""
    found = []
    for table in twins:
        allies, axis = (table[side].state()["events"] for side in ("AL", "AX"))
        assert len(allies) > len(axis)
        story = luck.story(replayed(table), 0)
        found.append(luck.ledger(story, luck.How("greedy", 2, 10)))
    assert found[0] == found[1] and len(found[0].points) > 1


def replayed(table: Seats) -> gh.Table:
    """A table of the server as it is in its full record, which nobody is given before the end."""
    again = gh.Table.begin(gh.game("convoys"), "pedestal", seed=3)
    dummy = [row[0] for row in table["AL"].state()["view"]["sheets"][0]["tables"][0]["rows"] if row[-1] == "a dummy"][0][-1]
    wanted: list[tuple[str, str | None]] = [("day", None)]
    for label in "AB":
        wanted += [("muster", "Gibraltar"), ("dummy" if label == dummy else "whole", None), ("halt", None)]
    wanted += [("proceed", None), ("ship", "Littorio"), ("to", "At Sea Western Med"), ("steam", None), *[("done", None)] * 2]
    for label, place in (("A", "W2"), ("B", "W3")):
        wanted += [("group", f"Group {label}"), ("to", place), ("halt", None)]
    for verb, target in (*wanted, ("proceed", None)):
        if again.war.choices(verb):
            again.play(verb, target, again.war.asked()[0].side)
    return again


def test_the_live_connection(twins: list[Seats]) -> None:
    """The same through the socket: the state that greets, and answers to each kind of question."""
    heard = []
    for table in twins:
        with table["AX"].live() as live:
            told = [live.hear("state")]
            for number, question in enumerate(
                (
                    {"do": "hint"},
                    {"do": "whynot", "verb": "invade", "target": None},
                    {"do": "odds", "verb": "ship", "target": "V. Veneto"},
                    {"do": "preview", "verb": "ship", "target": "V. Veneto"},
                    {"do": "overlay", "overlay": "seen", "about": None},
                )
            ):
                live.say(id=number, **question)
                told.append(live.hear())
            heard.append(json.dumps(told).replace(table["AX"].table, "TABLE"))
    assert heard[0] == heard[1]


