"""The kernel: steps that hand results down, choices that are refused, names both ways, options and setups."""

from __future__ import annotations

import shutil
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest

import grandharbour as gh
from grandharbour.engine import game as game_module
from grandharbour.engine.codec import Misfit, codec
from grandharbour.engine.dice import Seeded
from grandharbour.engine.event import Event
from grandharbour.engine.kinds import Lot, Names, PerPiece, PerSpace, Pieces, Side, Space, Words
from grandharbour.engine.odds import TooMany, explore
from grandharbour.engine.step import Step
from grandharbour.engine.war import War, per

from .toy import TOY, Answer, Bids, Plan, ToyGame


class Marks(War):
    """Fields that last for a turn, an operation or a segment, and one that stays."""

    scopes = ("turn", "operation", "segment")
    turn: int
    spent: Pieces = per("turn")
    moved: Pieces = per("operation")
    active: Side = per("operation")
    attacks: list[tuple[Space, int]] = per("operation")
    left: PerPiece[int] = per("operation", lambda setup: [6] * len(setup.names.lists["piece"]))
    where: PerPiece[Space] = per("operation")
    retreated: Pieces = per("segment")
    kept: Pieces


class Below(Step[Marks], frozen=True):
    def resume(self, war: Marks, value: object) -> None:
        war.kept = war.retreated


class Segment(Step[Marks], frozen=True):
    scope = "segment"


class Operation(Step[Marks], frozen=True):
    scope = "operation"


def marked() -> Marks:
    war = Marks(TOY.setup(), Seeded(bytes(32)))
    war.turn, war.kept, war.spent, war.moved, war.active, war.attacks, war.retreated = 1, 7, 1, 2, 1, [(0, 1)], 4
    war.left[0], war.where[1] = 1, 2
    return war


def test_a_scope_ends_when_its_step_finishes_and_before_the_one_below_goes_on() -> None:
    war = marked()
    war.stack = (Segment(), (Below(), None))
    war.finish()
    assert (war.retreated, war.kept) == (0, 0)
    assert (war.spent, war.moved, war.active, war.attacks, war.left[0]) == (1, 2, 1, [(0, 1)], 1)


def test_what_ends_a_scope_ends_every_shorter_one() -> None:
    war = marked()
    war.stack = (Operation(), None)
    war.finish()
    assert (war.moved, war.active, war.attacks, war.retreated) == (0, -1, [], 0)
    assert war.left == [6, 6, 6, 6] and war.where == [-1, -1, -1, -1]
    assert (war.turn, war.kept, war.spent) == (1, 7, 1), "what lasts longer is left alone"
    war.close("turn")
    assert war.spent == 0 and war.kept == 7


def test_scoped_fields_are_empty_at_birth_and_shared_with_nobody() -> None:
    one, other = Marks(TOY.setup(), Seeded(bytes(32))), Marks(TOY.setup(), Seeded(bytes(32)))
    assert one.spent == 0 and one.active == -1
    one.attacks.append((0, 1))
    one.left[0] = 0
    assert other.attacks == [] and other.left[0] == 6


def test_an_unknown_scope_is_refused() -> None:
    with pytest.raises(TypeError, match="lasts for a 'month'; the scopes are turn"):

        class Wrong(War):
            scopes = ("turn",)
            kept: Pieces = per("month")


def test_a_step_hands_its_result_to_the_one_below() -> None:
    war = TOY.new(seed=1)
    war.play("pick", "R1")
    war.play("pick", "R3")
    war.play("launch")
    assert war.stack == (Answer(2), (Plan(), None))
    war.script((5, 6))
    war.play("hit")
    assert war.hits_made == 2 and war.stack == (Bids(), None)


def test_copies_share_nothing_that_changes() -> None:
    war = TOY.new(seed=1)
    copy = war.copy()
    copy.bids[0] = 3
    copy.play("pick", "R1")
    assert war.bids == [-1, -1] and war.picked == 0 and war.key() != copy.key()


@pytest.mark.parametrize(
    ("verb", "target", "reason"),
    [
        ("fly", None, "no choice called 'fly'"),
        ("pick", None, "needs a target"),
        ("launch", "R1", "takes no target"),
        ("pick", "R9", "no piece called 'R9'"),
        ("pick", "B1", "Not this one"),
        ("pick", 99, "nothing to choose"),
        ("pick", -1, "nothing to choose"),
        ("pick", True, "nothing to choose"),
        ("pick", [0], "nothing to choose"),
        ("pick", 0.0, "nothing to choose"),
        ("launch", None, "Not this one"),
        ("hold", None, "not now"),
    ],
)
def test_refusals_say_why(verb: str, target: object, reason: str) -> None:
    war = TOY.new(seed=1)
    with pytest.raises(gh.Illegal, match=reason) as caught:
        war.play(verb, target)  # type: ignore[arg-type]
    assert war.why_not(verb, target) == caught.value.refusal  # type: ignore[arg-type]


@pytest.mark.parametrize("target", ["x", "-1", 4, -1, 1.5, True, None, [1]])
def test_numbers_are_numbers(target: object) -> None:
    war = TOY.new(seed=1)
    for verb in ("pick", "launch", "hold"):
        war.play(verb, "R1" if verb == "pick" else None)
    with pytest.raises(gh.Illegal):
        war.play("bid", target, "R")  # type: ignore[arg-type]
    war.play("bid", "3", "R")
    assert war.bids == [3, -1] and war.choices("bid", "B") == [0, 1, 2, 3]


def test_names_of_sides_are_checked() -> None:
    with pytest.raises(gh.UnknownName, match="no side 'X'; the sides are R, B"):
        TOY.new(seed=1).play("pick", "R1", "X")


def test_options_and_scenarios_are_checked_by_name() -> None:
    for options, reason in (
        ({"quiet": True}, "no option 'quiet'"),
        ({"way": "c"}, '"a", "b"'),
        ({"loud": "yes"}, "loud"),
        ({"loud": 1}, "loud"),
    ):
        with pytest.raises(gh.UnknownName, match=reason):
            TOY.setup("only", options)  # type: ignore[arg-type]
    with pytest.raises(gh.UnknownName, match="no scenario 'none'; there are only, other"):
        TOY.new("none")
    with pytest.raises(gh.UnknownName, match="no game 'chess'"):
        gh.game("chess")
    assert TOY.setup() is TOY.setup("only", {"loud": False}), "the same setup is made once"


def test_the_fingerprint_names_the_engine_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Swap two dice and the same choices give another game."""
    folder = tmp_path / "engine"
    shutil.copytree(Path(game_module.__file__).parent, folder, ignore=shutil.ignore_patterns("__pycache__"))
    assert game_module.engine_hash(folder) == game_module.engine_hash()
    dice = (folder / "dice.py").read_text(encoding="utf-8")
    swapped = dice.replace("return a % 6 + 1, b % 6 + 1", "return b % 6 + 1, a % 6 + 1")
    assert swapped != dice
    (folder / "dice.py").write_text(swapped, encoding="utf-8")
    game_module.engine_hash.cache_clear()
    other = game_module.engine_hash(folder)
    assert other != game_module.engine_hash()
    before = TOY.fingerprint(TOY.setup())
    monkeypatch.setattr(game_module, "engine_hash", lambda: other)
    assert TOY.fingerprint(TOY.setup()) != before


def test_every_module_of_the_engine_carries_rules_or_does_not() -> None:
    """A new module of the engine is put on one of the two lists."""
    folder = Path(game_module.__file__).parent
    bearing = {path for pattern in game_module.RULE_BEARING for path in folder.glob(pattern)}
    others = {
        "auction_brief",
        "brief",
        "calculator",
        "catalogue",
        "chart",
        "editor",
        "event",
        "fitted",
        "lesson",
        "odds",
        "packs",
        "position",
        "reach",
        "reasons",
        "rulebook",
        "salvage",
        "save",
        "schooling",
        "shapes",
        "toml",
        "view",
    }
    rest = {path.stem for path in folder.rglob("*.py") if path not in bearing}
    assert rest == {"__init__", *others}


def test_the_fingerprint_names_the_rules() -> None:
    prints = {
        TOY.fingerprint(TOY.setup(*args))
        for args in (("only",), ("other",), ("only", {"loud": True}), ("only", {}, "toy.turns = 2"))
    }
    assert len(prints) == 4


def test_games_is_a_function_even_after_a_game_is_loaded() -> None:
    """The package ``grandharbour.games`` must not take the place of ``gh.games()``."""
    code = "import grandharbour as gh; a = list(gh.games()); import grandharbour.games.hawks; assert list(gh.games()) == a and 'hawks' in a"
    subprocess.run([sys.executable, "-c", code], check=True)


# --- chance


def test_outcomes_are_exact_and_sealed() -> None:
    war = TOY.new(seed=1)
    for verb in ("pick", "launch"):
        war.play(verb, "R2" if verb == "pick" else None)
    found = {leaf.hits_made: chance for chance, leaf in war.outcomes("hit")}
    assert found == {0: Fraction(2, 3), 1: Fraction(1, 3)}
    with pytest.raises(gh.Illegal):
        war.outcomes("pick", "R1")


def test_odds_of_many_dice_are_one_draw() -> None:
    war = TOY.new(seed=1)
    for piece in ("R1", "R2", "R3"):
        war.play("pick", piece)
    war.play("launch")
    odds = war.odds("B", "hit")
    assert odds is not None
    assert dict(odds.chances) == {
        "0 hits": Fraction(8, 27),
        "1 hits": Fraction(12, 27),
        "2 hits": Fraction(6, 27),
        "3 hits": Fraction(1, 27),
    }
    assert odds.chances[0][0] == "1 hits", "the likeliest first"
    assert odds.title == "Hit" and odds.rule == "T.2" and odds.note == ""
    assert war.odds("B", "hold") is None, "no die follows"
    with pytest.raises(gh.Illegal):
        war.odds("B", "pick", "R1")


def test_a_tree_of_results_has_a_limit() -> None:
    def run(war: gh.War) -> None:
        for _ in range(5):
            war.pair()

    with pytest.raises(TooMany):
        list(explore(TOY.new(seed=1), run))


# --- words and names


def test_a_game_made_from_another_leaves_its_words_alone(tmp_path: Path) -> None:
    class Dumb(ToyGame):
        folder = tmp_path

    dumb = Dumb()
    assert (dumb.verbs["hit"].label, dumb.sides[1].short, dumb.options[0].title) == ("verb-hit", "side-B", "option-loud")
    assert (TOY.verbs["hit"].label, TOY.sides[1].short, TOY.options[0].title) == ("Hit", "Blue", "Loud")


def test_events_become_words() -> None:
    setup = TOY.setup()
    assert TOY.tell(Event("nod", "T.4", 1), setup) == "Blue nods"
    assert TOY.tell(Event("bid", "T.3", facts=(("n", 2),)), setup) == "2"
    assert TOY.tell(Event("pick", "T.1"), setup) == "?", "a hole stays visible and stops nothing"
    assert TOY.tell(Event("unheard", "T.1"), setup) == "event-unheard", "and so does a missing sentence"


def test_codecs_go_both_ways() -> None:
    names = Names(("R", "B"), ("R1",), ("x", "", "y"), ("10 men",))
    for hint, value, plain in (
        (Space, 2, "y"), (Space, -1, "-"), (Lot, 0, "10 men"), (PerSpace[int], [4, 0, 5], {"x": 4, "y": 5}), (list[int], [1, 2], [1, 2]),
        (tuple[int, str], (1, "a"), [1, "a"]), (tuple[Space, ...], (0, 2), ["x", "y"]), (bool, True, True),
    ):  # fmt: skip
        made = codec(hint)
        assert made.write(value, names) == plain and made.read(plain, names) == value
    assert codec(list[int]).mutable and not codec(tuple[int, ...]).mutable
    with pytest.raises(TypeError):
        codec(float)


@pytest.mark.parametrize(
    ("hint", "plain"),
    [
        (Space, "z"), (Space, 3), (Space, ["x"]), (int, "1"), (int, True), (bool, 1), (str, 1), (list[int], 5), (tuple[int, str], [1]),
        (PerSpace[int], {"x": 1}), (PerSpace[int], {"x": 1, "y": 2, "z": 3}), (PerSpace[int], [1, 2]),
    ],
)  # fmt: skip
def test_codecs_refuse_what_does_not_fit(hint: object, plain: object) -> None:
    with pytest.raises(Misfit):
        codec(hint).read(plain, Names(("R",), ("R1",), ("x", "", "y")))


def test_words_behind_numbers() -> None:
    from typing import Annotated

    made = codec(Annotated[int, Words("calm", "wild")])
    assert made.write(1, TOY.setup().names) == "wild" and made.read("calm", TOY.setup().names) == 0
    with pytest.raises(Misfit, match="none of calm, wild"):
        made.read("mad", TOY.setup().names)
