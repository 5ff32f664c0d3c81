"""Position texts: what is wrong with one is said in words."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest
import tomli_w
from hypothesis import given
from hypothesis import strategies as st

import grandharbour as gh
from grandharbour.engine import toml
from grandharbour.engine.position import digest, plain
from tests.play import begin, wander

from .toy import TOY

HAWKS = gh.game("hawks")


@pytest.fixture(scope="module")
def text() -> str:
    """A plane is moving and all are on the board."""
    for war in wander(begin("hawks", "faith-hope-charity", 1), 1):
        if war.turn == 1 and not war.home and "to" in (war.decision.choices if war.decision else {}):
            return war.position()
    raise AssertionError("no such position")


def edited(text: str, where: str, value: object) -> str:
    """The position with one value replaced; "state.at.BR20 1" names a value."""
    values = tomllib.loads(text)
    place = values
    *path, last = where.split(".")
    for key in path:
        place = place[int(key)] if isinstance(place, list) else place[key]
    if isinstance(place, list):
        place[int(last)] = value
    elif value is None:
        del place[last]
    else:
        place[last] = value
    return tomli_w.dumps(values)


def refused(text: str) -> str:
    with pytest.raises(gh.PositionError) as caught:
        HAWKS.position(text)
    return str(caught.value)


def test_a_position_is_readable(text: str) -> None:
    values = tomllib.loads(text)
    assert values["game"] == "hawks" and values["state"]["turn"] == 1
    assert values["step"][-1]["kind"] == "Move" and values["step"][-1]["plane"] in values["state"]["at"]


def test_a_person_may_change_it(text: str) -> None:
    war = HAWKS.position(edited(text, "state.objectives", ["A5"]), seed=1)
    assert war.setup.names.of("space", war.objectives.bit_length() - 1) == "A5"


@pytest.mark.parametrize(
    ("where", "value", "reason"),
    [
        ("format", 2, "this version reads format 1"),
        ("format", None, "this version reads format 1"),
        ("game", "chess", "a position of 'chess'"),
        ("scenario", "pedestal", "no scenario"),
        ("scenario", 3, "[scenario]"),
        ("scenario", ["a"], "scenario"),
        ("options", 3, "options"),
        ("options", ["a"], "options"),
        ("options.lucky", "often", "lucky"),
        ("options.lucky", ["often"], "lucky"),
        ("tables", 3, "tables"),
        ("tables", "fire.hits_on = 3", "fire.hits_on"),
        ("dice", 3, "[dice]"),
        ("dice.rolled", "three", "rolled"),
        ("dice.rolled", -1, "rolled"),
        ("dice.drawn", 1.5, "drawn"),
        ("state", [], "[state]"),
        ("state.turn", None, "[state] turn: missing"),
        ("state.weather", 3, "[state] weather: there is no such field"),
        ("state.turn", "three", "[state] turn: expected a number"),
        ("state.turn", 99, "the turn is out of range"),
        ("state.at.BR20 1", "Z9/1", "[state] at: there is no space 'Z9/1'"),
        ("state.at.BR20 1", "D5", "beside the board"),
        ("state.at.BR20 1", "-", "beside the board"),
        ("state.at.BR20 1", None, "the entry for piece 'BR20 1' is missing"),
        ("state.at.BR20 9", "D5/1", "no piece 'BR20 9'"),
        ("state.chit.BR20 1", "ACE", "[state] chit: 'ACE' is none of FACE, GREEN, LUCKY, NONE"),
        ("state.fired", "BR20 1", "[state] fired: expected a list"),
        ("state.fired", ["-"], "'-' cannot stand in a set"),
        ("state.objectives", ["D4"], "wrong square"),
        ("state.clouds", ["D5"], "clouds"),
        ("state.hit_markers.BR20 1", 2, "too many hits"),
        ("step", 3, "[step]"),
        ("step", [], "either a step under way or an outcome"),
        ("step.0", 3, "[[step]] 1: not a step"),
        ("step.0.kind", "Dance", "[[step]] 1: there is no step 'Dance'"),
        ("step.0.kind", ["Turn"], "[[step]] 1: there is no step"),
        ("step.0.phase", None, "[[step]] 1 Turn: phase is missing"),
        ("step.0.phase", "x", "[[step]] 1 Turn: phase: 'x' is none of priorities, movement"),
        ("step.2.left", "x", "[[step]] 3 Move: left: expected a number"),
        ("step.1.queue", ["-"], "[[step]] 2 Activations: queue: '-' stands for none"),
        ("step.2.plane", "-", "[[step]] 3 Move: plane: '-' stands for none, and there must be one here"),
        ("outcome", {"winner": 0}, "outcome"),
        ("outcome", 3, "outcome"),
    ],
)
def test_what_is_wrong_is_said(text: str, where: str, value: object, reason: str) -> None:
    assert reason in refused(edited(text, where, value))


@pytest.mark.parametrize(
    ("where", "value", "line"),
    [
        ("format", 2, "format = 2"),
        ("state.turn", "three", "turn = "),
        ("state.at.BR20 1", "Z9/1", '"BR20 1" = "Z9/1"'),
        ("state.weather", 3, "weather = "),
        ("dice.rolled", -1, "rolled = "),
        ("state.fired", ["nobody"], "fired = "),
    ],
)
def test_the_line_is_named(text: str, where: str, value: object, line: str) -> None:
    broken = edited(text, where, value)
    with pytest.raises(gh.PositionError) as caught:
        HAWKS.position(broken)
    number = caught.value.line
    assert number is not None and broken.splitlines()[number - 1].startswith(line)
    assert str(caught.value).startswith(f"line {number}: ")


def test_the_line_of_a_step_is_named(text: str) -> None:
    values = tomllib.loads(text)
    steps = values.pop("step")
    spelled = tomli_w.dumps(values) + "".join(f"\n[[step]]\n{tomli_w.dumps(step)}" for step in steps)
    assert HAWKS.position(spelled).key() == HAWKS.position(text).key()
    with pytest.raises(gh.PositionError) as caught:
        HAWKS.position(spelled.replace(f'plane = "{steps[-1]["plane"]}"', 'plane = "-"'))
    number = caught.value.line
    assert number is not None and spelled.splitlines()[number - 1].startswith("plane = ")
    with pytest.raises(gh.PositionError, match="line 3: not a position text"):
        HAWKS.position("format = 1\n\n= 3\n")


def test_a_step_may_lack_what_it_says_it_may_lack() -> None:
    """Kesselring's amphibious move has no port yet when it begins: that is written '-' and read again."""
    game = gh.game("kesselring")
    for war in wander(begin("kesselring", "campaign", 3), 3):
        if war.stack is not None and '"-"' in repr([line for line in war.position().splitlines() if "kind =" in line]).replace(
            "'", '"'
        ):
            assert game.position(war.position()).key() == war.key()
            return
    raise AssertionError("no such step was met")


@pytest.mark.parametrize("nonsense", ["", "x", "= 3", "[[step]]", "\x00", "format = 1", 'format = 1\ngame = "hawks"'])
def test_texts_that_are_no_positions(nonsense: str) -> None:
    refused(nonsense)


def test_every_value_of_another_type_is_refused_or_read(text: str) -> None:
    """Whatever is put in place of whatever value, the answer is a war or a PositionError, never anything else."""
    values = tomllib.loads(text)
    places = [f"{a}" for a in values] + [f"state.{b}" for b in values["state"]] + [f"dice.{b}" for b in values["dice"]]
    places += [f"step.{i}.{key}" for i, step in enumerate(values["step"]) for key in step]
    for where in places:
        for value in (None, True, -1, 10**30, 1.5, "", "-", [], ["-"], [[1]], {}, {"a": 1}):
            try:
                HAWKS.position(edited(text, where, value))
            except gh.PositionError as error:
                assert str(error)


def test_a_position_with_nothing_to_choose_is_refused(text: str) -> None:
    values = tomllib.loads(text)
    values["step"].append({"kind": "GunFire", "gun": "D5", "targets": []})
    assert "there is nothing to choose" in refused(tomli_w.dumps(values))


def test_a_position_of_another_game_is_refused(text: str) -> None:
    with pytest.raises(gh.PositionError, match="not of 'toy'"):
        TOY.position(text)


def test_every_field_and_step_of_the_toy_goes_both_ways() -> None:
    war = TOY.new(seed=1)
    war.play("pick", "R2")
    war.play("launch")
    again = TOY.position(war.position())
    assert again.key() == war.key() and again.where == (0, 2) and again.stack == war.stack
    assert digest(plain(again)) == digest(plain(war))
    war.play("hold")
    assert digest(plain(again)) != digest(plain(war))


def test_the_dice_of_a_position_may_be_named() -> None:
    war = begin("hawks", "faith-hope-charity", 5)
    assert HAWKS.position(war.position(), seed=5).dice.seed == war.dice.seed  # type: ignore[attr-defined]
    assert HAWKS.position(war.position()).dice.seed != war.dice.seed  # type: ignore[attr-defined]


_PLAIN_VALUES = st.recursive(
    st.text(max_size=70) | st.integers(-(2**60), 2**60) | st.booleans() | st.floats(allow_nan=False, allow_infinity=False),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=12), inner, max_size=5),
    max_leaves=30,
)


@given(st.dictionaries(st.text(max_size=12), _PLAIN_VALUES, max_size=6))
def test_positions_are_written_as_tomli_w_writes(values: dict[str, Any]) -> None:
    """Our own writer is there to be fast; nothing else may be different."""
    assert toml.dumps(values) == tomli_w.dumps(values, multiline_strings=True)


@pytest.mark.parametrize("name", gh.games())
def test_every_position_is_written_as_tomli_w_writes(name: str) -> None:
    for number, war in enumerate(wander(begin(name, next(iter(gh.game(name).scenarios)), 3), 3)):
        if number % 20 == 0:
            assert war.position() == tomli_w.dumps(plain(war), multiline_strings=True)
