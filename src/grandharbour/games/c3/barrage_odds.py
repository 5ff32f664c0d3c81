"""Exact chances of a whole barrage: every announced shot in its order, with guns that fall silent on the way [5.3.1]."""

from __future__ import annotations

from fractions import Fraction

from ...engine.geometry.bits import bits, mask_of
from ...engine.odds import Odds
from .bombardment import chances, hit
from .losses import dearest, lose_step
from .state import Malta

THROWS = 36


class Fate:
    """What a barrage does to one hex."""

    def __init__(self) -> None:
        self.disorder = Fraction(0)
        """The chance that units in good order fall into disorder."""
        self.steps = Fraction(0)
        """The steps to be expected as lost."""
        self.struck = Fraction(0)
        """The chance that something is destroyed for good."""


def fates(war: Malta, arm: int, shots: tuple[int, ...]) -> tuple[dict[int, Fate], dict[tuple[int, int], Fraction]]:
    """Hex by hex, and together: how many hexes are thrown into disorder and how many steps fall, owners answering quietly.

    Shot by shot, states that later shots cannot tell apart are counted as one.
    """
    found = {target: Fate() for target in shots}
    states: dict[object, tuple[Fraction, Malta, int, int]] = {0: (Fraction(1), war.copy(), 0, 0)}
    for number, target in enumerate(shots):
        ahead = mask_of(shots[number + 1 :])
        matter = _who_matters(war, ahead)
        fate = found[target]
        fresh: dict[object, tuple[Fraction, Malta, int, int]] = {}
        for chance, before, hexes, steps in states.values():
            for result, throws in chances(before, arm, target).items():
                share = chance * Fraction(throws, THROWS)
                after, upset, lost = _shot(before, arm, target, result)
                fate.disorder += share * upset
                fate.steps += share * lost
                fate.struck += share * (after.struck != before.struck)
                gone = mask_of(p for p in bits(matter) if after.at[p] >= after.setup.hexes_end)
                mark = (after.dg & matter, after.reduced & matter, gone, after.struck & ahead, hexes + upset, steps + lost)
                known = fresh.get(mark)
                fresh[mark] = (share + known[0] if known else share, after, hexes + upset, steps + lost)
        states = fresh
    together: dict[tuple[int, int], Fraction] = {}
    for chance, _, hexes, steps in states.values():
        together[hexes, steps] = together.get((hexes, steps), Fraction(0)) + chance
    return found, together


def _who_matters(war: Malta, ahead: int) -> int:
    """Units in hexes that are still to be shot at, and guns that may spoil the aim at them."""
    setup = war.setup
    number = setup.number
    reach = max(
        number["bombardment.naval_near_range"], number["bombardment.air_light_range"], number["bombardment.air_heavy_range"]
    )
    if not ahead:
        return 0
    near = setup.grid.within(ahead, reach)
    return mask_of(p for p in bits(war.on_map(setup.everybody)) if (ahead if setup.counted >> p & 1 else near) >> war.at[p] & 1)


def _shot(before: Malta, arm: int, target: int, result: str) -> tuple[Malta, bool, bool]:
    """One result carried out on a copy: the state, whether it threw somebody into disorder, and whether a step was lost."""
    after = before.copy()
    after.log = None
    victims, loss = hit(after, arm, target, result)
    upset = after.dg != before.dg
    if loss:
        lose_step(after, dearest(after, victims), "5.3.1.f")
    return after, upset, loss


def barrage_odds(war: Malta, arm: int, shots: tuple[int, ...]) -> Odds:
    """The odds of firing: all shots together."""
    targets = len(set(shots))

    def say(hexes: int, steps: int) -> str:
        where = f"{hexes} of {targets} hexes in disorder" if targets > 1 else "disorder" if hexes else "no disorder"
        return where + (f", {steps} step{'s' if steps > 1 else ''} lost" if steps else "")

    _, together = fates(war, arm, shots)
    found = tuple(sorted(((say(*key), chance) for key, chance in together.items()), key=lambda pair: -pair[1]))
    return Odds(f"Fire! {len(shots)} bombardment{'s' if len(shots) > 1 else ''}", "5.3.1.c", (), "", found)


def in_words(war: Malta, arm: int, shots: tuple[int, ...]) -> str:
    """Each target with its chances."""
    setup = war.setup
    parts = []
    for target, fate in fates(war, arm, shots)[0].items():
        text = f"{setup.hex_label(target)}: disorder {100 * float(fate.disorder):.0f} %, {float(fate.steps):.2f} steps"
        if setup.breakable >> target & 1 and not war.struck >> target & 1:
            text += f", {'rubble' if setup.built >> target & 1 else 'road cut'} {100 * float(fate.struck):.0f} %"
        parts.append(text)
    return "; ".join(parts) + "."
