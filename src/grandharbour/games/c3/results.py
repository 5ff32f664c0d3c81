"""The codes of the printed tables, read once into what they mean."""

from __future__ import annotations

from functools import cache

from ...engine.forecast import Result


class Close(Result, frozen=True):
    """Close combat: steps and retreats of the attackers, then of the defenders, "1/2Dr"; or Intense Combat, "CI" [5.5.1.1]."""

    attack_loss: int = 0
    defence_loss: int = 0
    back: bool = False
    """Attackers retreat (Ar)."""
    broken: bool = False
    """Defenders retreat (Dr)."""
    intense: bool = False


class Duel(Result, frozen=True):
    """A tank against guns: A1 or D1 [5.5.2.b]."""

    attack_loss: bool
    defence_loss: bool


class Bombs(Result, frozen=True):
    """A bombardment: D for disorder, 1 for a step, * for what is destroyed [5.3.1.d to 5.3.1.f]."""

    disorder: bool
    loss: bool
    ruin: bool


class Drop(Result, frozen=True):
    """A drop: companies eliminated and Dispersed, "1E2D" [3.2.d, 3.2.e]."""

    killed: int
    scattered: int


class Surf(Result, frozen=True):
    """A landing: steps lost and disorder, "1D" [4.2.g]."""

    loss: int
    disorder: bool


def _number(code: str) -> int:
    """The steps in front of a code: "1Ar" is 1, "Dr" and "-" are 0 [5.5.1.1.c]."""
    return int(code[0]) if code[0].isdigit() else 0


@cache
def close(code: str) -> Close:
    if code == "CI":
        return Close(code, intense=True)
    left, right = code.split("/")
    return Close(code, _number(left), _number(right), "Ar" in left, "Dr" in right)


@cache
def duel(code: str) -> Duel:
    return Duel(code, code == "A1", code == "D1")


@cache
def bombs(code: str) -> Bombs:
    return Bombs(code, "D" in code, "1" in code, "*" in code)


@cache
def drop(code: str) -> Drop:
    return Drop(code, *(int(code[code.index(letter) - 1]) if letter in code else 0 for letter in "ED"))


@cache
def surf(code: str) -> Surf:
    return Surf(code, _number(code), "D" in code)
