"""What will come of a shot, a burst of guns or a load of bombs, before a die is thrown."""

from __future__ import annotations

from fractions import Fraction

from ...engine.event import Modifier
from ...engine.forecast import Forecast, Result
from .fire import BOMB, FLAK, RULES, modifiers, needed
from .state import Sky

_WAYS = [sum(6 - abs(s - 7) for s in range(max(2, n), 13)) for n in range(14)]
"""In how many of 36 ways two dice reach n."""


def ways(need: int) -> int:
    """In how many of 36 ways two dice reach a number.

    >>> ways(7), ways(12), ways(13), ways(-1)
    (21, 1, 0, 36)
    """
    return _WAYS[0 if need < 0 else 13 if need > 13 else need]


_REACH = [n / 36 for n in _WAYS]


def chance(need: int) -> float:
    """The chance that two dice reach a number."""
    return _REACH[0 if need < 0 else 13 if need > 13 else need]


def strikes(war: Sky, kind: int, roller: int, victim: int, bonus: int = 0) -> float:
    """The chance that a roll hits, pilots counted as ordinary: all the adviser needs of the forecast."""
    total = bonus
    for mod in modifiers(war, kind, roller, victim):
        total += mod[1]
    return chance(needed(war, kind, roller, victim) - total)


def roll(war: Sky, kind: int, roller: int, victim: int, place: int) -> Forecast[Result]:
    """One roll by an ordinary pilot at an ordinary one: what chits may still change is not in it [HM-CHIT.5]."""
    setup = war.setup
    mods: list[Modifier] = modifiers(war, kind, roller, victim)
    bonus = sum(mod[1] for mod in mods)
    need = needed(war, kind, roller, victim)
    hit = ways(need - bonus)
    if kind == BOMB:
        hits = [("Objective destroyed" if war.objectives >> place & 1 else "hit on the ruins", hit)]
    elif war.hit_markers[victim] + 1 >= setup.hits_to_kill:
        hits = [("shot down", hit)]
    else:
        outright = 0
        if kind == FLAK:
            outright = 1 if setup.aa_natural else ways(setup.aa_shoots_down - bonus)
        hits = [("shot down", outright), ("hit", max(0, hit - outright))]
    struck = sum(share for _, share in hits)
    chances = tuple((Result(code), Fraction(share, 36)) for code, share in [*hits, ("miss", 36 - struck)] if share)
    return Forecast(RULES[kind], chances, tuple(mods), win=struck / 36, facts=(("need", need),))
