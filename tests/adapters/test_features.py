"""Vectors of what a side knows: complete, honest, quick to bring up to date, and the same wherever they are made."""

from __future__ import annotations

import itertools
import pickle
import random
import subprocess
import sys

import numpy as np
import pytest

import grandharbour as gh
from grandharbour.adapters.features import Features, squash
from grandharbour.adapters.flat import Actions
from tests.play import CASES, wars

GAMES = list(gh.games())
SECRET = [(name, scenario) for name, scenario in CASES if gh.game(name).secrets]


def eyes_of(name: str, scenario: str | None = None, whole: bool = False) -> Features:
    return gh.features(name, scenario, whole=whole)


def test_an_observer_is_for_one_set_of_pieces() -> None:
    with pytest.raises(ValueError, match="other pieces"):
        eyes_of("hawks", "raid-over-malta").look(gh.game("hawks").new("grand-tournament", seed=1), 0)


class Shelf:
    """Observers for games under any options, one for each setup."""

    def __init__(self, whole: bool = False) -> None:
        self.whole = whole
        self.made: dict[int, Features] = {}

    def look(self, war: gh.War, side: int) -> np.ndarray:
        eyes = self.made.get(id(war.setup))
        if eyes is None:
            eyes = self.made[id(war.setup)] = Features(war.setup, self.whole)
        return eyes.look(war, side)


@pytest.mark.parametrize(("name", "scenario"), SECRET)
def test_twins_give_the_same_vector(name: str, scenario: str) -> None:
    """Who differs only in what a side cannot know looks alike to it; and those who see everything see the difference."""
    eyes, everything = Shelf(), Shelf(whole=True)
    differ = 0
    for number, war in enumerate(wars(name, scenario, 12, 3, looks=300)):
        for side in range(2):
            twin = war.imagine(side, random.Random(f"{number} {side}"))
            assert np.array_equal(eyes.look(war, side), eyes.look(twin, side))
            differ += not np.array_equal(everything.look(war, side), everything.look(twin, side))
    assert differ > 20


@pytest.mark.parametrize(("name", "scenario"), SECRET)
def test_no_field_of_the_other_side_is_looked_at(name: str, scenario: str) -> None:
    """Not only what an imagined war deals anew: each field a side is not shown may hold anything at all."""
    room, eyes = gh.game(name)._room("features"), Shelf()
    positions = [war.copy() for war in wars(name, scenario, 4, 5, looks=40)]
    told = {
        side: {*room.OPEN, *(field for field, how in room.KNOWN.items() if how == side or not isinstance(how, int))}
        for side in range(2)
    }
    changed = 0
    for war, other in itertools.pairwise(positions):
        if war.setup is other.setup:
            for side in range(2):
                seen = eyes.look(war, side)
                for field in set(type(war).codecs) - told[side]:
                    changed += getattr(war, field) != getattr(other, field)
                    altered = war.copy()
                    setattr(altered, field, getattr(other, field))
                    assert np.array_equal(eyes.look(altered, side), seen), field
    assert changed or name == "hawks", "nothing was tried"


@pytest.mark.parametrize(("name", "hidden"), [("hawks", set()), ("convoys", {"labels"})])
def test_every_field_of_a_game_with_secrets_is_shown_on_purpose(name: str, hidden: set[str]) -> None:
    """A new field is hidden until features.py names it; this test wants to hear which it is to be."""
    shown = {column.field for column in eyes_of(name).columns}
    assert set(type(gh.game(name).new(seed=1)).codecs) - shown == hidden


@pytest.mark.parametrize("name", GAMES)
def test_what_is_brought_up_to_date_is_what_is_made_anew(name: str) -> None:
    """One observer looks at positions of several games in any order: it must not remember what is no longer so."""
    scenario = next(iter(gh.game(name).scenarios))
    positions = [war.copy() for war in wars(name, scenario, 3, 11, looks=40)]
    random.Random(4).shuffle(positions)
    shelf = Shelf()
    for war in positions[:16]:
        fresh = Features(war.setup)
        for side in (1, 0):
            assert np.array_equal(shelf.look(war, side), fresh.look(war, side))
    assert len(shelf.made) < 14, "hardly an observer has looked twice"


@pytest.mark.parametrize(("name", "scenario"), CASES)
def test_all_numbers_are_small_and_most_move(name: str, scenario: str) -> None:
    eyes = eyes_of(name, scenario)
    fitting = (war for war in wars(name, scenario, 6, 7, looks=120) if war.setup.names.lists == eyes.setup.names.lists)
    seen = np.stack([eyes.look(war, number % 2) for number, war in enumerate(fitting)])
    assert seen.dtype == np.float32 and seen.shape[1] == eyes.size
    assert seen.min() >= -1 and seen.max() <= 1
    assert (seen.std(axis=0) > 0).mean() > 0.02 and len(np.unique(seen, axis=0)) > len(seen) * 0.9


@pytest.mark.parametrize("name", GAMES)
def test_every_number_has_one_name_and_a_place(name: str) -> None:
    eyes = eyes_of(name)
    names = [(column.block, column.name) for column in eyes.columns]
    assert len(set(names)) == len(names), "two things under one name"
    told = eyes.describe()
    assert eyes.version in told and all(column.name in told for column in eyes.columns)
    parts = eyes.split(np.arange(eyes.size, dtype=np.float32))
    assert [part.size for part in parts.values()] == [eyes.scalars, len(eyes.pieces) * eyes.rows, eyes.planes * len(eyes.spaces)]
    assert sum(part.size for part in parts.values()) == eyes.size and parts["planes"].shape == (eyes.planes, len(eyes.spaces))


def column(eyes: Features, block: str, name: str) -> int:
    return [c.name for c in eyes.columns if c.block == block].index(name)


def test_who_holds_what_is_in_it() -> None:
    """The side and state of markers: control of a hex, a reduced unit, a unit's place."""
    eyes = eyes_of("c3")
    war = gh.game("c3").new(seed=3)
    before = eyes.split(eyes.look(war, 0))
    hexes = war.setup.names.index["space"]
    piece = next(p for p, at in enumerate(war.at) if at >= 0 and eyes._place[at] >= 0)
    space = war.at[piece]
    place = eyes.spaces.index(war.setup.names.of("space", space))
    control = column(eyes, "plane", "control")
    other = next(h for h in hexes.values() if eyes._place[h] >= 0 and not war.control >> h & 1)
    war.control |= 1 << other
    war.reduced |= 1 << piece
    war.at[piece] = -1
    after = eyes.split(eyes.look(war, 0))
    assert before["planes"][control, eyes._place[other]] == 0 and after["planes"][control, eyes._place[other]] == 1
    assert after["pieces"][piece, column(eyes, "piece", "reduced")] == 1
    assert (before["pieces"][piece, column(eyes, "piece", "at")], after["pieces"][piece, column(eyes, "piece", "at")]) == (1, 0)
    side = war.setup.game.sides[war.setup.side_of[piece]].id
    crowd = column(eyes, "plane", f"at {side}")
    assert after["planes"][crowd, place] < before["planes"][crowd, place]


@pytest.mark.parametrize("name", ["c3", "convoys"])
def test_what_an_auction_came_to_is_in_it(name: str) -> None:
    war = gh.game(name).new(options={"auction": True}, seed=1)
    eyes = Features(war.setup)
    column = next(n for n, column in enumerate(c for c in eyes.columns if c.block == "scalar") if column.name == "handicap")
    assert [eyes.look(war, side)[column] for side in (0, 1)] == [np.float32(squash(war.handicap))] * 2
    war.play("underbid", 3)
    war.play("let-have")
    assert abs(war.handicap) == 3
    assert [eyes.look(war, side)[column] for side in (0, 1)] == [np.float32(squash(war.handicap))] * 2


def test_a_chit_is_its_owners_until_it_is_turned() -> None:
    war = gh.game("hawks").new("raid-over-malta", seed=2)
    eyes = eyes_of("hawks", "raid-over-malta")
    columns = [n for n, c in enumerate(c for c in eyes.columns if c.block == "piece") if c.field == "chit"]
    plane = next(p for p, side in enumerate(war.setup.side_of) if side == 1)
    for side, up, known in ((0, False, 0.0), (1, False, 1.0), (0, True, 1.0)):
        war.up = 1 << plane if up else 0
        assert eyes.split(eyes.look(war, side))["pieces"][plane, columns].sum() == known


def test_a_game_with_secrets_must_say_what_it_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("grandharbour.games.hawks.features.OPEN", ("turn", "gone"))
    with pytest.raises(LookupError, match="gone"):
        eyes_of("hawks")
    monkeypatch.setattr(type(gh.game("c3")), "secrets", True)
    with pytest.raises(LookupError, match="says what may be shown"):
        eyes_of("c3")


def test_the_version_names_the_layout() -> None:
    command = [sys.executable, "-c", "import grandharbour as gh; print(gh.features('hawks').version)"]
    elsewhere = subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    assert eyes_of("hawks").version == elsewhere
    assert eyes_of("hawks", "grand-tournament").version != elsewhere
    assert pickle.loads(pickle.dumps(eyes_of("hawks"))).version == elsewhere


def test_numbers_keep_their_order() -> None:
    shown = [squash(n) for n in range(-50, 50)]
    assert shown == sorted(shown) and len(set(shown)) == 100 and max(map(abs, shown)) < 1


@pytest.mark.parametrize(("name", "scenario"), CASES)
def test_mask_and_numbers_of_legal_actions_agree(name: str, scenario: str) -> None:
    for war in wars(name, scenario, 4, 5, looks=80):
        actions = Actions(war.setup)
        for decision in war.asked():
            legal = actions.legal(decision)
            assert legal == sorted(
                actions.number(verb, t)
                for verb, mask in decision.choices.items()
                for t in range(mask.bit_length())
                if mask >> t & 1
            )
            assert np.flatnonzero(actions.mask(decision)).tolist() == legal
            assert all(decision.choices[verb] >> target & 1 for verb, target in map(actions.choice, legal[:5]))
