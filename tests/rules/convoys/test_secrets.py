"""Two games that differ only in what the Axis cannot know send it the same messages of every kind, byte for byte."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

import grandharbour as gh
from grandharbour.games.convoys.turn import GameTurn, Season
from grandharbour.lab import luck
from tests.server.client import Harbour, Seat, running

from .conftest import sea

Seats = dict[str | None, Seat]


CONVOY = ["whole"]
DUMMY = ["dummy"]
ESCORT = ["add Nelson", "add Freighter 1", "add Freighter 2"]
CARRIERS = ["add Illustrious", "add Victorious", "add Eagle", "add Freighter 3"]
PAIRS = {
    "which is the dummy": ((CONVOY, DUMMY), (DUMMY, CONVOY)),
    "carriers or nothing": ((ESCORT, DUMMY), (ESCORT, CARRIERS)),
    "nothing left in port": ((CONVOY, DUMMY), (ESCORT, DUMMY)),
}


@pytest.fixture(scope="module", params=PAIRS)
def twins(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Seats]]:
    """Pedestal twice with the same dice. Two counters leave Gibraltar and part. Either everything is under the one and nothing
    under the other, or the other way round; or the convoy sails with a dummy beside it, or with all its carriers there."""
    with running(tmp_path_factory.mktemp("twins")) as harbour:
        pairs = PAIRS[request.param]
        yield [served(harbour, pair) for pair in pairs]


class Served:
    """A table of the server, with both seats in one hand."""

    def __init__(self, seats: Seats) -> None:
        self.seats = seats

    def targets(self, side: str, verb: str) -> list[str | None]:
        decision = self.seats[side].state()["decision"]
        return next((choice["targets"] for choice in decision["choices"] if choice["verb"] == verb), []) if decision else []

    def play(self, side: str, verb: str, target: str | None = None) -> None:
        self.seats[side].play(verb, target)

    def letters(self) -> list[str]:
        return [event["pieces"][0] for event in self.seats["AX"].state()["events"] if event["kind"] == "move"]


class Alone:
    """The same without a server."""

    def __init__(self, table: gh.Table) -> None:
        self.table = table

    def targets(self, side: str, verb: str) -> list[Any]:
        asked = self.table.war.asked()[0]
        return self.table.war.choices(verb) if ("AX", "AL")[asked.side] == side and verb in asked.choices else []

    def play(self, side: str, verb: str, target: str | None = None) -> None:
        self.table.play(verb, target, side)

    def letters(self) -> list[str]:
        names = self.table.war.setup.names
        return [names.of("piece", told.event.pieces[0]) for told in self.table.told(0) if told.event.kind == "move"]


def sail(hand: Served | Alone, counters: Sequence[list[str]]) -> None:
    """Both counters leave, the Italians sail, and the counters part; now the Italian fleet is asked again."""

    def if_asked(verb: str, target: str | None = None) -> None:
        """A choice the table may have made already, as the only one."""
        if target in hand.targets("AL", verb):
            hand.play("AL", verb, target)

    hand.play("AL", "day")
    for crew in counters:
        hand.play("AL", "muster", "Gibraltar")
        for click in crew:
            verb, _, target = click.partition(" ")
            if_asked(verb, target or None)
        if_asked("to", "W1")  # one lane leads out: the table may sail them there itself
        if_asked("halt")
    hand.play("AL", "proceed")
    hand.play("AX", "ship", "Littorio")
    hand.play("AX", "to", "At Sea Western Med")
    hand.play("AX", "steam")  # a British submarine attacks: a roll that has nothing to do with the groups
    for carrier in hand.targets("AL", "ready")[:1]:
        hand.play("AL", "ready", carrier)
    hand.play("AL", "done")  # what is held ready
    hand.play("AL", "done")  # and none flown
    for label, place in zip(hand.letters()[:2], ("W2", "W3"), strict=True):
        hand.play("AL", "group", label)
        hand.play("AL", "to", place)
        if_asked("halt")
    hand.play("AL", "proceed")
    assert hand.targets("AX", "steam")


def served(harbour: Harbour, counters: Sequence[list[str]]) -> Seats:
    seats = {"AX": {"kind": "link"}, "AL": {"kind": "here"}}
    table = harbour.open(seats, game="convoys", scenario="pedestal", seed=3)
    sail(Served(table), counters)
    return table


def same(twins: list[Seats], side: str | None, what: str, **asked: Any) -> Any:
    """The same answer from both tables, but for the name of the table."""
    first, second = (table[side].get(what, **asked) for table in twins)
    assert first.status_code == second.status_code
    texts = [answer.text.replace(table[side].table, "TABLE") for answer, table in zip((first, second), twins, strict=True)]
    assert texts[0] == texts[1], f"{what} {asked} tells {side} which counter is the dummy"
    return json.loads(texts[0]) if first.headers["content-type"].startswith("application/json") else texts[0]


def test_the_owner_sees_the_difference(twins: list[Seats]) -> None:
    facts = [
        [piece["facts"] for piece in table["AL"].state()["view"]["pieces"] if piece["id"].startswith("Group")] for table in twins
    ]
    assert facts[0] != facts[1] and all(len(pair) == 2 for pair in facts)
    papers = [table["AL"].state()["view"]["sheets"][0]["tables"][0]["rows"] for table in twins]
    assert papers[0] != papers[1] and any(row[-1] == "a dummy" for row in papers[0])


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
    assert "Group " in record and "a dummy" not in record


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


@pytest.mark.parametrize("pair", PAIRS)
def test_the_luck_ledger(pair: str) -> None:
    """Chances are reckoned from what the asking side knows; the server only does it beside the game, so here it is done at once."""
    found = []
    for counters in PAIRS[pair]:
        table = gh.Table.begin(gh.game("convoys"), "pedestal", seed=3)
        sail(Alone(table), counters)
        assert len(table.told(1)) > len(table.told(0))
        found.append(luck.ledger(luck.story(table, 0), luck.How("greedy", 2, 10)))
    assert found[0] == found[1] and len(found[0].points) > 1


def test_the_length_of_the_luck_ledger() -> None:
    """The Italians end their movement, the Allies decide in secret what their carriers hold ready, an air unit is sent off. With a
    dummy the Allies have nothing to decide, and the Axis must not see that in the number of moments."""
    lengths = []
    for crew in (["Illustrious"], []):
        war = sea({"A": ("W8", crew)}, fleet={"Littorio": "W13"}, planes={"StuG 1": "Sardinia"})
        war.stack = (GameTurn(phase="before fleet"), (Season(phase="turns"), None))
        war.run()
        text = war.position()
        table = gh.Table(gh.game("convoys").position(text, bytes(32)), text)
        table.play("steam", None, "AX")
        table.play("done", None, "AL")
        table.play("fly", "StuG 1", "AX")
        lengths.append(len(luck.moments(luck.story(table, 0))))
    assert lengths[0] == lengths[1]


@pytest.mark.parametrize("pair", PAIRS)
def test_whom_the_table_waits_for(pair: str, tmp_path: Path) -> None:
    """While the Allies decide in secret nobody sees how many clicks it takes; the same for the moment of a request to go back."""
    heard = []
    with running(tmp_path) as harbour:
        for counters in PAIRS[pair]:
            seats = {"AX": {"kind": "link"}, "AL": {"kind": "here"}}
            table = harbour.open(seats, game="convoys", scenario="pedestal", seed=3)
            watched = Watched(table)
            sail(watched, counters)
            allies = table["AL"]
            moments = allies.get("moments").json()["moments"]
            allies.post("takeback", moment=moments - 2)
            heard.append([*watched.heard, table["AX"].state()["takeback"]])
    assert heard[0] == heard[1] and heard[0][-1] is not None


class Watched(Served):
    """What the Axis is told about waiting after each click of the Allies; the same again is not told again."""

    def __init__(self, seats: Seats) -> None:
        super().__init__(seats)
        self.heard: list[Any] = []

    def play(self, side: str, verb: str, target: str | None = None) -> None:
        super().play(side, verb, target)
        state = self.seats["AX"].state()
        now = (state["waiting"], len(state["events"]), state["decision"] is None)
        if not self.heard or self.heard[-1] != now:
            self.heard.append(now)


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
