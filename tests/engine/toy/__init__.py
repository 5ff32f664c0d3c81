"""A very small game with every kind of pause: a plan, an answer with dice, secret bids, forced and sealed nods."""

from __future__ import annotations

import random
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

from grandharbour.engine.choice import NOTHING, Decision, Outcome, Refusal, Verb
from grandharbour.engine.event import Event
from grandharbour.engine.game import Game, Option, OptionValue, Scenario, Setup, SideInfo
from grandharbour.engine.kinds import Names, PerSide, Pieces, Space
from grandharbour.engine.step import Step
from grandharbour.engine.tables import Tables
from grandharbour.engine.view import View
from grandharbour.engine.war import War

R, B = 0, 1


class Toy(War):
    turn: int
    picked: Pieces
    bids: PerSide[int]
    hits_made: int
    where: tuple[Space, ...]

    def view(self, side: int | None) -> View:
        bid = "" if side is None else str(self.bids[side])
        return View(f"{self.picked} {self.hits_made} {bid}", "", self.turn)

    def imagine(self, side: int | None, rng: random.Random) -> Toy:
        new = super().imagine(side, rng)
        new.bids = [bid if s == side else -1 for s, bid in enumerate(self.bids)]
        return new


class Plan(Step[Toy], frozen=True):
    """Red picks, then launches [T.1]."""

    verbs = ("pick", "launch")

    def ask(self, war: Toy) -> Decision:
        choices = {"pick": 0b111 & ~war.picked, "launch": NOTHING if war.picked else 0}
        return Decision(R, "Plan", "T.1", {verb: mask for verb, mask in choices.items() if mask})

    def take(self, war: Toy, side: int, verb: str, target: int) -> None:
        if verb == "pick":
            war.picked |= 1 << target
            war.tell(Event("pick", "T.1", R, (target,)))
        else:
            war.push(Answer(war.picked.bit_count()))

    def resume(self, war: Toy, value: int) -> None:
        war.hits_made = value
        war.become(Bids())

    def domain(self, war: Toy, side: int, verb: str) -> int:
        return 0b1111 if verb == "pick" else NOTHING

    def refuse(self, war: Toy, side: int, verb: str, target: int) -> Refusal:
        return Refusal("T.1", "Not this one.")


class Answer(Step[Toy], frozen=True):
    """Blue may answer with as many dice as pieces come [T.2]."""

    dice: int
    verbs = ("hit", "hold")

    def ask(self, war: Toy) -> Decision:
        return Decision(B, "Answer {dice}", "T.2", {"hit": NOTHING, "hold": NOTHING}, quiet=("hold", 0))

    def take(self, war: Toy, side: int, verb: str, target: int) -> None:
        number = 0
        if verb == "hit":
            number, faces = war.hits(self.dice, 5)
            war.tell(Event("hit", "T.2", B, dice=faces, result=f"{number} hits"))
        war.finish(number)

    def domain(self, war: Toy, side: int, verb: str) -> int:
        return NOTHING

    def refuse(self, war: Toy, side: int, verb: str, target: int) -> Refusal:
        return Refusal("T.2", "Not now.")


class Bids(Step[Toy], frozen=True):
    """Both bid at once, in secret [T.3]."""

    verbs = ("bid",)

    def go(self, war: Toy) -> bool:
        if min(war.bids) < 0:
            return False
        war.reveal()
        war.tell(Event("shown", "T.3"))
        war.bids = [-1, -1]
        war.become(Nod(0))
        return True

    def ask(self, war: Toy) -> tuple[Decision, ...]:
        return tuple(Decision(side, "Bid", "T.3", {"bid": 0b1111}) for side in (R, B) if war.bids[side] < 0)

    def take(self, war: Toy, side: int, verb: str, target: int) -> None:
        war.bids[side] = target
        war.tell(Event("bid", "T.3", side, facts=(("n", target),), audience=1 << side))

    def domain(self, war: Toy, side: int, verb: str) -> int:
        return 0b11111

    def refuse(self, war: Toy, side: int, verb: str, target: int) -> Refusal:
        return Refusal("T.3", "At most three.")


class Nod(Step[Toy], frozen=True):
    """Red nods, Blue nods; Blue's nod is sealed [T.4]."""

    number: int
    verbs = ("nod",)

    def ask(self, war: Toy) -> Decision:
        return Decision(self.number, "Nod", "T.4", {"nod": NOTHING}, sealed=self.number == B)

    def take(self, war: Toy, side: int, verb: str, target: int) -> None:
        war.tell(Event("nod", "T.4", side))
        if self.number == R:
            war.become(Nod(B))
        elif war.turn < war.setup.tables["toy.turns"]:
            war.turn += 1
            war.picked = 0
            war.become(Plan())
        else:
            war.end(Outcome(-1, "enough", "T.4"))

    def domain(self, war: Toy, side: int, verb: str) -> int:
        return NOTHING

    def refuse(self, war: Toy, side: int, verb: str, target: int) -> Refusal:
        return Refusal("T.4", "Nod.")


class ToyGame(Game):
    id = "toy"
    years = "never"
    board_kind = "none"
    sides = (SideInfo("R", "axis"), SideInfo("B", "allies"))
    options = (Option("loud", "T.1", False), Option("way", "T.1", "a", ("a", "b")))
    verbs = {
        verb.id: verb
        for verb in (
            Verb("pick", "piece", "T.1"), Verb("launch", "nothing", "T.1"), Verb("hit", "nothing", "T.2", dice=True),
            Verb("hold", "nothing", "T.2"), Verb("bid", "number", "T.3"), Verb("nod", "nothing", "T.4"),
        )
    }  # fmt: skip
    steps = (Plan, Answer, Bids, Nod)
    war = Toy
    folder = Path(__file__).parent

    @cached_property
    def scenarios(self) -> dict[str, Scenario]:
        return {"only": Scenario("only", "Only", ""), "other": Scenario("other", "Other", "")}

    def make_setup(self, scenario: str, options: Mapping[str, OptionValue], tables: Tables) -> Setup:
        return Setup(self, scenario, options, tables, Names(("R", "B"), ("R1", "R2", "R3", "B1"), ("x", "", "y")))

    def open(self, war: Any) -> None:
        war.turn, war.picked, war.bids, war.hits_made, war.where = 1, 0, [-1, -1], 0, (0, 2)
        war.stack = (Plan(), None)


TOY = ToyGame()
