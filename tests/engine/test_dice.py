"""Dice: fair, checkable, scripted, enumerated."""

from __future__ import annotations

import hashlib
from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grandharbour.engine.dice import SEALED, Branches, OutOfDice, Scripted, Seeded, commitment, seed_bytes

SEEDS = [seed_bytes(number) for number in range(3)]


def chi_square(counts: Counter, expected: dict) -> float:
    """How far counts are from what they should be."""
    assert set(counts) <= set(expected)
    return sum((counts[key] - n) ** 2 / n for key, n in expected.items())


# The limits are the 99.9 % points of the chi-square distribution with 5, 35 and 9 degrees of freedom; seeds are fixed.


@pytest.mark.parametrize("seed", SEEDS)
def test_single_dice_are_fair(seed: bytes) -> None:
    dice, size = Seeded(seed), 12_000
    assert chi_square(Counter(dice.d6(n) for n in range(size)), dict.fromkeys(range(1, 7), size / 6)) < 20.5


@pytest.mark.parametrize("seed", SEEDS)
def test_pairs_are_fair_and_independent(seed: bytes) -> None:
    dice, size = Seeded(seed), 18_000
    expected = dict.fromkeys(product(range(1, 7), repeat=2), size / 36)
    assert chi_square(Counter(dice.pair(n) for n in range(size)), expected) < 66.6
    steps = Counter((dice.pair(n)[0], dice.pair(n + 1)[0]) for n in range(size))
    assert chi_square(steps, expected) < 66.6


@pytest.mark.parametrize("hidden", [False, True])
def test_picks_are_fair(hidden: bool) -> None:
    dice, size = Seeded(SEEDS[0]), 10_000
    counts = Counter(dice.pick(n, 10, hidden) for n in range(size))
    assert chi_square(counts, dict.fromkeys(range(10), size / 10)) < 27.9


def test_many_dice_are_fair() -> None:
    dice = Seeded(SEEDS[1])
    faces = Counter(face for n in range(200) for face in dice.hits(n, 60, 4)[1])
    assert chi_square(faces, dict.fromkeys(range(1, 7), 2000)) < 20.5
    for n in range(50):
        hits, faces_ = dice.hits(n, 40, 5)
        assert len(faces_) == 40 and hits == sum(face >= 5 for face in faces_)


def test_hidden_draws_have_a_stream_of_their_own() -> None:
    dice = Seeded(SEEDS[0])
    assert [dice.pick(n, 1000, True) for n in range(20)] != [dice.pick(n, 1000, False) for n in range(20)]


def test_a_die_can_be_checked_by_anybody() -> None:
    seed = seed_bytes(7)
    digest = hashlib.sha256(seed + b"\x00" + (3).to_bytes(8, "little")).digest()
    faces = [byte % 6 + 1 for byte in digest if byte < 252]
    assert Seeded(seed).d6(3) == faces[0] and Seeded(seed).pair(3) == tuple(faces[:2])
    assert Seeded(seed).commitment == commitment(seed) == hashlib.sha256(b"grand harbour dice 1\n" + seed).hexdigest()
    assert commitment(seed) != commitment(seed_bytes(8))


def test_bytes_that_would_be_unfair_are_passed_over() -> None:
    """Draws whose first byte is 252 or more use the next one."""
    seed = seed_bytes(1)
    rare = [n for n in range(3000) if hashlib.sha256(seed + b"\x00" + n.to_bytes(8, "little")).digest()[0] >= 252]
    assert rare
    for n in rare:
        faces = [byte % 6 + 1 for byte in hashlib.sha256(seed + b"\x00" + n.to_bytes(8, "little")).digest() if byte < 252]
        assert Seeded(seed).d6(n) == faces[0] and Seeded(seed).pair(n) == tuple(faces[:2])


@pytest.mark.parametrize("seed", ["", "x", "12 34", "-", "1.5", "ab" * 31, "zz" * 32])
def test_seeds_that_are_none(seed: str) -> None:
    with pytest.raises(ValueError, match="seed"):
        seed_bytes(seed)


def test_seeds_as_people_type_them() -> None:
    assert seed_bytes(5) == seed_bytes("5") and seed_bytes(-5) == seed_bytes("-5") != seed_bytes(5)
    assert seed_bytes("ab" * 32) == bytes.fromhex("ab" * 32) == seed_bytes(bytes.fromhex("ab" * 32))
    for wrong in (b"short", bytes(33)):
        with pytest.raises(ValueError, match="32 bytes"):
            seed_bytes(wrong)
        with pytest.raises(ValueError, match="32 bytes"):
            Seeded(wrong)


# --- scripted


def test_a_script_is_read_in_order() -> None:
    dice = Scripted([3, (4, 5), 9, (1, 6, 6), 1], start=10)
    assert dice.d6(10) == 3 and dice.pair(11) == (4, 5) and sum(dice.pair(12)) == 9
    assert dice.hits(13, 3, 6) == (2, (1, 6, 6)) and dice.pick(14, 2, False) == 1


def test_a_sum_stands_for_faces_that_are_no_double_unless_it_must() -> None:
    for total in range(2, 13):
        a, b = Scripted([total]).pair(0)
        assert a + b == total and (a == b) == (total in (2, 12))


@pytest.mark.parametrize(
    ("entry", "draw"),
    [
        (0, lambda d: d.d6(0)), (7, lambda d: d.d6(0)), ((1, 2), lambda d: d.d6(0)), (1, lambda d: d.pair(0)), (13, lambda d: d.pair(0)),
        ((1, 2, 3), lambda d: d.pair(0)), ((0, 7), lambda d: d.pair(0)), ((1, 2), lambda d: d.hits(0, 3, 5)), (3, lambda d: d.hits(0, 3, 5)),
        ((1, 2, 9), lambda d: d.hits(0, 3, 5)), (2, lambda d: d.pick(0, 2, False)), (-1, lambda d: d.pick(0, 2, False)),
        (1, lambda d: d.d6(1)), (1, lambda d: d.pick(0, 2, True)),
    ],
)  # fmt: skip
def test_a_script_that_does_not_fit_says_so(entry: object, draw) -> None:
    with pytest.raises(OutOfDice):
        draw(Scripted([entry]))  # type: ignore[list-item]


def test_sealed_dice_give_nothing() -> None:
    for draw in (lambda: SEALED.d6(0), lambda: SEALED.pair(0), lambda: SEALED.hits(0, 2, 5), lambda: SEALED.pick(0, 2, True)):
        with pytest.raises(OutOfDice, match="no dice yet"):
            draw()


# --- enumerated


def enumerate_all(roll) -> dict:
    """Every result of a piece of rules with its chance."""
    dice, found = Branches(), {}
    while True:
        result = roll(dice)
        found[result] = found.get(result, 0) + Fraction(*dice.weight())
        if not dice.advance():
            return found


def test_pairs_are_enumerated_with_their_weights() -> None:
    brute = Counter(a + b for a, b in product(range(1, 7), repeat=2))
    assert enumerate_all(lambda d: sum(d.pair(0))) == {total: Fraction(n, 36) for total, n in brute.items()}


def test_single_dice_and_picks_are_enumerated() -> None:
    assert enumerate_all(lambda d: d.d6(0)) == dict.fromkeys(range(1, 7), Fraction(1, 6))
    assert enumerate_all(lambda d: d.pick(0, 5, True)) == dict.fromkeys(range(5), Fraction(1, 5))


@given(st.integers(1, 4), st.integers(1, 8))
def test_hits_are_enumerated_like_all_faces(n: int, need: int) -> None:
    brute = Counter(sum(face >= need for face in faces) for faces in product(range(1, 7), repeat=n))
    assert enumerate_all(lambda d: d.hits(0, n, need)[0]) == {hits: Fraction(c, 6**n) for hits, c in brute.items()}


def test_draws_that_depend_on_earlier_ones_are_enumerated() -> None:
    """A tree of uneven depth: after a 6 two dice more."""

    def roll(dice):
        first = dice.d6(0)
        return first + sum(dice.pair(1)) if first == 6 else first

    found = enumerate_all(roll)
    assert sum(found.values()) == 1 and found[5] == Fraction(1, 6) and found[18] == Fraction(1, 216)
