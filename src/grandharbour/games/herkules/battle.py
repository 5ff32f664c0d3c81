"""Exact chances of a battle, without a board: dice in, losses out.

Combat is one round in which both sides roll [OH-CBT.1]. Hits are counted by polynomials with whole numbers, so every chance is
exact; who takes a hit follows the usual choices of owner and firer, the same that a player may accept with one click.

    calculator({"inf": 7, "art": 2, "tac": 2}, {"inf": 4, "bunker": 1, "gun": 1})

tells the chance to clear the place in one round; with ``rounds=0`` the same forces fight on until one side has nothing left.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import msgspec

from ...engine.game import game

PICK, TANKS, PLAIN, FLAK = range(4)
"""Whose hits: the firer chooses [OH-CBT.7]; tanks only [OH-LC.7]; the owner chooses [OH-CBT.6]; aircraft only [OH-SEA.4, OH-LC.6]."""

Dice = dict[tuple[int, int], int]
"""(sort of hits, number that hits) -> how many dice."""


class Target(msgspec.Struct, frozen=True, order=True):
    """A unit that can be hit: what it is, how many hits it still takes, what it is worth to its owner."""

    kind: str
    left: int
    worth: float
    first: bool = True
    """Engaged: it takes hits before units that were held back [OH-CBT.4]."""


Force = tuple[Target, ...]
AIRCRAFT = ("ftr", "tac", "str")
SHORE = ("inf", "at", "art", "mech", "recon", "tank", "bunker", "gun", "radar")
AFLOAT = ("sub", "dd", "ca", "bb", "cv", "tr")


# --- dice


def distribution(dice: Sequence[tuple[int, int]]) -> tuple[list[int], int]:
    """Weights of 0, 1, 2 ... hits for dice given as (number that hits, how many), and their sum.

    >>> distribution([(2, 2)])
    ([16, 16, 4], 36)
    """
    weights = [1]
    for hit_on, number in dice:
        miss = 6 - hit_on
        for _ in range(number):
            longer = [w * miss for w in weights]
            longer.append(0)
            for i, w in enumerate(weights):
                longer[i + 1] += w * hit_on
            weights = longer
    return weights, sum(weights)


def by_sort(dice: Dice) -> list[tuple[list[int], int]]:
    """The distribution of hits of each sort."""
    return [distribution([(on, n) for (sort, on), n in dice.items() if sort == wanted]) for wanted in range(4)]


# --- who takes the hits


def owner_cost(target: Target) -> float:
    """What one more hit costs the owner, as in the usual losses."""
    if target.left == 1:
        return target.worth * (0.75 if target.kind == "inf" else 1.0)
    if target.kind == "gun":
        return 0.1
    return target.worth * (0.5 if target.kind == "tank" else 0.25 if target.left > 2 else 0.35)


def firer_gain(target: Target, hits: int) -> float:
    """What the firer gains for each hit by aiming here, as in the usual targets."""
    worth = target.worth * (0.75 if target.kind == "inf" else 1.0)
    return worth / target.left if target.left <= hits else 0.3 * worth / target.left


def _hurt(force: list[Target], index: int) -> None:
    target = force[index]
    if target.left == 1:
        del force[index]
    else:
        force[index] = msgspec.structs.replace(target, left=target.left - 1)


def absorb(force: Force, hits: Sequence[int], picked: Sequence[str]) -> Force:
    """What is left of a force after hits of each sort; ``picked``: the kinds a firer with a choice may aim at."""
    left = list(force)
    for remaining in range(hits[PICK], 0, -1):
        open_to = [i for i, t in enumerate(left) if t.kind in picked]
        if not open_to:
            break
        _hurt(left, max(open_to, key=lambda i: firer_gain(left[i], remaining)))
    for sort, kinds in ((TANKS, ("tank",)), (FLAK, AIRCRAFT), (PLAIN, None)):
        for _ in range(hits[sort]):
            open_to = [i for i, t in enumerate(left) if kinds is None or t.kind in kinds]
            open_to = [i for i in open_to if left[i].first] or open_to
            if not open_to:
                break
            _hurt(left, min(open_to, key=lambda i: owner_cost(left[i])))
    return tuple(left)


def aftermath(dice: Dice, force: Force, picked: Sequence[str]) -> tuple[dict[Force, int], int]:
    """Every state a force may be in after the dice against it, with its weight, and the sum of weights."""
    sorts = by_sort(dice)
    total = 1
    for _, whole in sorts:
        total *= whole
    capacity = sum(t.left for t in force)
    states: dict[Force, int] = {}
    merged: dict[tuple[int, ...], int] = {}
    for p, wp in enumerate(sorts[PICK][0]):
        for t, wt in enumerate(sorts[TANKS][0]):
            for g, wg in enumerate(sorts[PLAIN][0]):
                for f, wf in enumerate(sorts[FLAK][0]):
                    weight = wp * wt * wg * wf
                    if weight:
                        key = (min(p, capacity), t, min(g, capacity), min(f, capacity))
                        merged[key] = merged.get(key, 0) + weight
    for (p, t, g, f), weight in merged.items():
        state = absorb(force, (p, t, g, f), picked)
        states[state] = states.get(state, 0) + weight
    return states, total


# --- the forecast


class Ends(msgspec.Struct, frozen=True):
    """How a battle may end, before its dice."""

    win: Fraction
    """The enemy has nothing left that can hold the place, and the attacker has."""
    hold: Fraction
    """The other way round."""
    both: Fraction
    """Both are still there."""
    attacker_losses: dict[int, Fraction]
    defender_losses: dict[int, Fraction]
    """How many units are lost, with the chance of each number."""
    attacker_dice: Dice
    defender_dice: Dice

    def mean(self, losses: Mapping[int, Fraction]) -> float:
        return float(sum(n * chance for n, chance in losses.items()))


def forecast(
    attackers: Force,
    defenders: Force,
    attack: Dice,
    defence: Dice,
    holders: Sequence[str],
    picked: Sequence[str],
    last: Sequence[int] = (),
) -> Ends:
    """One round, exactly. ``holders``: the kinds that hold the place; ``last``: what the attacker's aircraft that were held back
    hit on when they fall, in the order in which they do [OH-AC.6]."""
    mine, all_mine = aftermath(defence, attackers, picked)
    front = len(attackers) - len(last)
    win = hold = both = Fraction(0)
    my_losses: dict[int, Fraction] = {}
    their_losses: dict[int, Fraction] = {}
    answers: dict[int, tuple[dict[int, Fraction], Fraction]] = {}
    for state, weight in mine.items():
        chance, lost = Fraction(weight, all_mine), len(attackers) - len(state)
        fallen = max(0, lost - front) if last else 0
        if fallen not in answers:
            answers[fallen] = _left(_more(attack, last[:fallen]), defenders, holders, picked)
        theirs, stand = answers[fallen]
        my_losses[lost] = my_losses.get(lost, 0) + chance
        for number, share in theirs.items():
            their_losses[number] = their_losses.get(number, 0) + chance * share
        if any(t.kind in holders for t in state):
            win, both = win + chance * (1 - stand), both + chance * stand
        else:
            hold += chance * stand
    return Ends(
        win=win,
        hold=hold,
        both=both,
        attacker_losses=dict(sorted(my_losses.items())),
        defender_losses=dict(sorted(their_losses.items())),
        attacker_dice=attack,
        defender_dice=defence,
    )


def _left(dice: Dice, force: Force, holders: Sequence[str], picked: Sequence[str]) -> tuple[dict[int, Fraction], Fraction]:
    """How many units dice may cost a force, and the chance that it still holds the place."""
    states, whole = aftermath(dice, force, picked)
    losses: dict[int, Fraction] = {}
    standing = 0
    for state, weight in states.items():
        lost = len(force) - len(state)
        losses[lost] = losses.get(lost, 0) + Fraction(weight, whole)
        if any(t.kind in holders for t in state):
            standing += weight
    return losses, Fraction(standing, whole)


def _more(dice: Dice, numbers: Sequence[int]) -> Dice:
    """Some dice and one more for each number, which anybody's hit may be."""
    more = dict(dice)
    for hit_on in numbers:
        more[PLAIN, hit_on] = more.get((PLAIN, hit_on), 0) + 1
    return more


# --- the stand-alone calculator

Values = Mapping[str, Mapping[str, int]]


def force(counts: Mapping[str, int], values: Values, worth: Mapping[str, float]) -> Force:
    """Units by kind and number: {"inf": 4, "tank": 1}."""
    return tuple(Target(kind, values[kind]["hits"], worth[kind]) for kind, n in counts.items() for _ in range(n))


def dice_of(
    own: Sequence[Target],
    enemy: Sequence[Target],
    values: Values,
    arena: str,
    attacking: bool,
    radar: tuple[int, int],
    tanks_only: int,
    shelled: bool = False,
) -> Dice:
    """What a force rolls against another [OH-LC.1 to OH-LC.14, OH-SEA.1 to OH-SEA.5, OH-AC.1 to OH-AC.4]."""
    dice: Dice = {}

    def add(sort: int, hit_on: int, number: int = 1) -> None:
        if hit_on > 0 and number > 0:
            dice[sort, hit_on] = dice.get((sort, hit_on), 0) + number

    number = "attack" if attacking else "defence"
    shore, afloat = (any(t.kind in kinds for t in enemy) for kinds in (SHORE, AFLOAT))
    flying = any(t.kind in AIRCRAFT for t in enemy)
    hunters = tanks_only
    for target in own:
        kind = target.kind
        if arena == "air":
            if kind in AIRCRAFT and flying:
                add(PLAIN, values[kind][number])
        elif kind in AIRCRAFT:
            if shore or afloat:
                add(PLAIN if kind == "str" else PICK, values[kind][number])
        elif arena == "sea":
            if afloat:
                add(PLAIN if kind in ("cv", "tr") else PICK, values[kind][number])
            elif flying:
                add(FLAK, values[kind]["ada"])
        elif kind in AFLOAT:
            if shore and kind in ("dd", "ca", "bb"):
                add(PLAIN, values[kind]["attack"])
        elif shore:
            if kind == "at" and hunters:
                hunters -= 1
                add(TANKS, values[kind][number])
            else:
                add(PLAIN, values[kind][number])
        elif flying and not shelled and kind not in ("bunker", "gun", "radar"):  # aircraft alone [OH-LC.6]
            add(FLAK, values[kind]["ada"])
    if enemy:
        add(PLAIN, radar[1], radar[0])
    return dice


HOLDERS = {"air": AIRCRAFT, "sea": AFLOAT, "land": SHORE}
PICKED = {"air": (), "sea": AFLOAT + AIRCRAFT, "land": SHORE}


def calculator(
    attackers: Mapping[str, int],
    defenders: Mapping[str, int],
    arena: str = "land",
    *,
    rounds: int = 1,
    radar: str = "",
    tanks_only: tuple[int, int] = (0, 0),
    values: Values | None = None,
) -> Ends:
    """A battle of any two forces, given by kinds and numbers, on land, at sea or in the air.

    ``radar`` names the side ("attackers" or "defenders") with the extra die of the British sets. ``rounds=0`` fights on until one
    side has nothing left; then ``both`` is the chance that neither can end it. On land ships bombard and take no hits.
    """
    setup: Any = game("herkules").setup()
    numbers = values or setup.value
    own = [force(f, numbers, setup.price) for f in (attackers, defenders)]
    extra = [(setup.radar_dice, setup.radar_hit) if radar == who else (0, 0) for who in ("attackers", "defenders")]
    guns = [tuple(t for t in f if arena == "land" and t.kind in AFLOAT) for f in own]
    own = [tuple(t for t in f if not (arena == "land" and t.kind in AFLOAT)) for f in own]

    def rolls(state: tuple[Force, Force]) -> tuple[Dice, Dice]:
        a, d = state
        return (
            dice_of((*a, *guns[0]), d, numbers, arena, True, extra[0], tanks_only[0], bool(guns[1])),
            dice_of((*d, *guns[1]), a, numbers, arena, False, extra[1], tanks_only[1], bool(guns[0])),
        )

    start = (own[0], own[1])
    if rounds == 1:
        attack, defence = rolls(start)
        return forecast(own[0], own[1], attack, defence, HOLDERS[arena], PICKED[arena])
    flying = any(t.kind in AIRCRAFT for t in (*own[0], *own[1]))
    if (arena == "land" and not flying and not any(tanks_only)) or arena == "air":
        ended = _in_order(start, rolls, rounds, HOLDERS[arena])
    else:
        ended = _in_pairs(start, rolls, rounds, arena)
    return _summary(start, rolls(start), ended, HOLDERS[arena])


Pair = tuple[Force, Force]


def _stands(state: Force, holders: Sequence[str]) -> bool:
    return any(t.kind in holders for t in state)


def _chain(force: Force) -> list[Force]:
    """A force after 0, 1, 2 ... hits that its owner puts where he likes."""
    forces = [force]
    while forces[-1]:
        forces.append(absorb(forces[-1], (0, 0, 1, 0), ()))
    return forces


def _in_order(start: Pair, rolls: Any, rounds: int, holders: Sequence[str]) -> dict[Pair, float]:
    """Owners choose every loss, so that a force is known by its hits alone: a table of hits against hits."""
    ours, theirs = _chain(start[0]), _chain(start[1])
    last, end = len(ours) - 1, len(theirs) - 1
    by_a = [_shares(distribution([(on, n) for (_, on), n in rolls((a, start[1]))[0].items()])) for a in ours]
    by_d = [_shares(distribution([(on, n) for (_, on), n in rolls((start[0], d))[1].items()])) for d in theirs]
    up = [[_stands(state, holders) for state in chain] for chain in (ours, theirs)]
    table = [[0.0] * (end + 1) for _ in ours]
    table[0][0] = 1.0
    limit = rounds
    while True:
        fresh = [[0.0] * (end + 1) for _ in ours] if rounds else table
        for i in range(last + 1):
            for j in range(end + 1):
                chance = table[i][j]
                if not chance:
                    continue
                scored, taken = by_a[i], by_d[j]
                stay = scored[0] * taken[0]
                if not up[0][i] or not up[1][j] or stay >= 1.0:
                    if rounds:
                        fresh[i][j] += chance
                    continue
                if not rounds:
                    table[i][j] = 0.0
                    chance /= 1.0 - stay
                for t, p in enumerate(taken):
                    row = fresh[min(last, i + t)]
                    share = chance * p
                    for k, q in enumerate(scored):
                        if rounds or t or k:
                            row[min(end, j + k)] += share * q
        table = fresh
        limit -= 1
        if limit <= 0:
            break
    return {(ours[i], theirs[j]): p for i, row in enumerate(table) for j, p in enumerate(row) if p}


def _shares(weighed: tuple[list[int], int]) -> list[float]:
    weights, whole = weighed
    return [w / whole for w in weights]


def _in_pairs(start: Pair, rolls: Any, rounds: int, arena: str) -> dict[Pair, float]:
    """Firers choose some losses: every pair of states is worked out, the largest first. Large forces take long."""
    holders, picked = HOLDERS[arena], PICKED[arena]
    memory: dict[tuple[Any, ...], list[tuple[Force, float]]] = {}

    def after(dice: Dice, whom: Force) -> list[tuple[Force, float]]:
        key = (tuple(sorted(dice.items())), whom)
        reached = memory.get(key)
        if reached is None:
            states, whole = aftermath(dice, whom, picked)
            reached = memory[key] = [(state, weight / whole) for state, weight in states.items()]
        return reached

    def size(pair: Pair) -> int:
        return sum(t.left for t in pair[0]) + sum(t.left for t in pair[1])

    waiting: dict[Pair, float] = {start: 1.0}
    ended: dict[Pair, float] = {}
    limit = rounds
    while waiting and (limit or not rounds):
        limit -= 1
        if rounds:
            todo, waiting = waiting, {}
        else:  # without a limit the largest pairs are never reached again: they are settled once and for all
            largest = max(map(size, waiting))
            todo = {pair: p for pair, p in waiting.items() if size(pair) == largest}
            for pair in todo:
                del waiting[pair]
        for pair, chance in todo.items():
            attack, defence = rolls(pair)
            ours, theirs = after(defence, pair[0]), after(attack, pair[1])
            stay = sum(p for s, p in ours if s == pair[0]) * sum(p for s, p in theirs if s == pair[1])
            if not _stands(pair[0], holders) or not _stands(pair[1], holders) or stay > 1 - 1e-12:
                ended[pair] = ended.get(pair, 0.0) + chance
                continue
            if not rounds:
                chance /= 1 - stay
            for mine, p in ours:
                for their, q in theirs:
                    following = (mine, their)
                    if rounds or following != pair:
                        waiting[following] = waiting.get(following, 0.0) + chance * p * q
    for pair, chance in waiting.items():
        ended[pair] = ended.get(pair, 0.0) + chance
    return ended


def _summary(start: Pair, dice: tuple[Dice, Dice], ended: Mapping[Pair, float], holders: Sequence[str]) -> Ends:
    """Chances of all ends put together; floats made from whole numbers, so they are good to a dozen digits."""
    win = hold = both = 0.0
    losses: tuple[dict[int, float], dict[int, float]] = ({}, {})
    for pair, chance in ended.items():
        up, against = _stands(pair[0], holders), _stands(pair[1], holders)
        win += chance if up and not against else 0.0
        hold += chance if against and not up else 0.0
        both += chance if up and against else 0.0
        for side in (0, 1):
            lost = len(start[side]) - len(pair[side])
            losses[side][lost] = losses[side].get(lost, 0.0) + chance
    exact = [{n: Fraction(p).limit_denominator(10**12) for n, p in sorted(side.items())} for side in losses]
    parts = [Fraction(p).limit_denominator(10**12) for p in (win, hold, both)]
    return Ends(parts[0], parts[1], parts[2], exact[0], exact[1], *dice)
