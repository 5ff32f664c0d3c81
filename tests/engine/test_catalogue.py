"""Sentences by name: holes, plurals, choices between words, and what is wrong with a catalogue."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from grandharbour.engine.catalogue import Catalogue, CatalogueError, text
from grandharbour.engine.choice import Decision, Illegal, Refusal
from grandharbour.engine.kinds import Names

from .toy import TOY, Plan, Toy, ToyGame

NAMES = Names(("AX", "BR"), ("1. Para", "Loreto"), ("1512", "1613"))

WORDS = Catalogue.parse(
    """
-game = Operazione C3
title = { -game }, the invasion of Malta
lost = { $unit } is lost at { $where }
points = { $n ->
    [0] no points
    [one] { $n } point
   *[other] { $n } points
 }
acts = { $side } { $many ->
    [yes] are
   *[no] is
 } planning
odds = clears the hex with { CHANCE($win) }
both = { lost }, then { $more }
quoted = { "{" }braces{ "}" }
button = Attack
    .help = Throw the dice
"""
)


def test_holes_are_filled_with_numbers_words_and_things_by_name() -> None:
    assert WORDS.say("title") == "Operazione C3, the invasion of Malta"
    assert WORDS.say("lost", {"unit": ("piece", 1), "where": ("space", 0)}, NAMES) == "Loreto is lost at 1512"
    assert WORDS.say("quoted") == "{braces}" and WORDS.say("button.help") == "Throw the dice"


@pytest.mark.parametrize(("n", "words"), [(0, "no points"), (1, "1 point"), (2, "2 points"), (21, "21 points")])
def test_numbers_agree(n: int, words: str) -> None:
    assert WORDS.say("points", {"n": n}) == words


def test_words_agree() -> None:
    assert WORDS.say("acts", {"side": "The Allies", "many": True}) == "The Allies are planning"
    assert WORDS.say("acts", {"side": "Italy", "many": False}) == "Italy is planning"


@pytest.mark.parametrize(("p", "words"), [(0.17, "17 %"), (0.001, "under 1 %"), (0.999, "over 99 %"), (0, "0 %"), (1, "100 %")])
def test_a_chance_is_never_rounded_to_certainty(p: float, words: str) -> None:
    assert WORDS.say("odds", {"win": p}) == f"clears the hex with {words}"


def test_a_text_is_written_when_it_is_read_also_inside_another() -> None:
    inner = text("points", n=1)
    whole = text("both", unit=("piece", 0), where="sea", more=inner)
    assert WORDS.write(whole, NAMES) == "1. Para is lost at sea, then 1 point"
    assert WORDS.write("already written") == "already written"


def test_what_is_missing_is_visible_and_stops_nothing() -> None:
    assert WORDS.say("nowhere") == "nowhere" and WORDS.say("lost", {"unit": "Loreto"}) == "Loreto is lost at ?"


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ("a = fine\nb = { $x\n", "line 2"),
        ("a = one\na = two\n", "a stands twice"),
        ("a = { NUMBER($x) }\n", "FunctionReference is not used here"),
        ("just words\n", "line 1"),
    ],
)
def test_a_catalogue_that_cannot_be_read_is_refused_with_its_place(source: str, reason: str) -> None:
    with pytest.raises(CatalogueError, match=reason):
        Catalogue.parse(source)


def test_a_sentence_stands_in_one_file_only(tmp_path: Path) -> None:
    for name in ("one.ftl", "two.ftl"):
        (tmp_path / name).write_text("a = words\n", encoding="utf-8")
    with pytest.raises(CatalogueError, match=r"two\.ftl: a stands twice"):
        Catalogue.read(tmp_path / "one.ftl", tmp_path / "two.ftl")


class Wordy(ToyGame):
    """The toy with words of its own."""

    id = "wordy"

    class Plan(Plan, frozen=True):  # type: ignore[misc]
        def ask(self, war: Toy) -> Decision:
            return msgspec.structs.replace(super().ask(war), prompt="ask-plan")

        def refuse(self, war: Toy, side: int, verb: str, target: int) -> Refusal:
            return Refusal("T.1", text("why-not-yours", unit=("piece", target)))

    steps = (Plan, *ToyGame.steps[1:])

    def open(self, war: Any) -> None:
        super().open(war)
        war.stack = (self.Plan(), None)


def test_threads_that_read_at_once_read_the_same() -> None:
    """A sentence is read when it is first said. Another thread may have done so between a look and the next one: it is said all the
    same, and its attributes with it."""
    entries = {"button": ("button = Attack\n    .help = Throw the dice\n", "words", 1)}
    words = Catalogue(entries)

    class Hasty(dict[str, Any]):
        def get(self, id: str, default: Any = None) -> Any:
            found = super().get(id, default)
            if found is None and "button" not in self:
                words._read("button")  # the other one, just after we have looked
            return found

        def __setitem__(self, id: str, said: Any) -> None:
            super().__setitem__(id, said)
            if id == "button":
                seen.append(words.say("button.help"))  # the other one, before we have finished

    for id, said in (("button", "Attack"), ("button.help", "Throw the dice")):
        seen: list[str] = []
        words._entries = Hasty()
        assert words.say(id) == said
        assert seen == ["Throw the dice"]


def test_events_prompts_and_refusals_are_written_from_the_catalogue(tmp_path: Path) -> None:
    (tmp_path / "words").mkdir()
    (tmp_path / "words" / "en.ftl").write_text(
        "event-pick = { $side } { $many ->\n    [yes] pick\n   *[no] picks\n } { $p0 }\nask-plan = Plan, { $side }!\n"
        "why-not-yours = { $unit } is not yours.\nside-R = Red\n",
        encoding="utf-8",
    )
    game = Wordy()
    game.folder = tmp_path  # type: ignore[misc]
    game.tables = TOY.tables
    war = game.new(seed=1)
    assert war.decision is not None and war.prompt(war.decision) == "Plan, Red!"
    assert war.why_not("pick", "B1") == Refusal("T.1", "B1 is not yours.")
    with pytest.raises(Illegal, match="B1 is not yours"):
        war.play("pick", "B1")
    war.log = []
    war.play("pick", "R2")
    assert game.tell(war.log[0], war.setup) == "Red picks R2"
