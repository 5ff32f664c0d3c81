"""What things are worth to a side: strength, hexes, and how near everybody is to what he wants.

Values are in victory points, more or less.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...engine.choice import Decision
from ...engine.game import Idea
from ...engine.geometry.bits import bits, distances
from .movement import destinations
from .state import ALLIED, AXIS, Italy, KesselringSetup

STRENGTH = (0.06, 0.15, 0.2, 0.25)
"""What a point of strength is worth with so many turns to come: in the end only places count."""
GUARDED = 15.0
"""The strength near an Objective that halves what it is worth to go there."""
SURRENDER = 9.0
"""What the surrender of Italy is worth to the Allies: it opens the mainland."""
NEAR = (1.0, 1.0, 1.0, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1)
"""How much of a stack so many hexes away may take part in a fight soon: a road carries it twice as far as its factor says."""
HOPELESS, FAR = -0.5, 20.0
"""Actions that seem worth less than this are put so far away that all others are near each other."""


def steel(war: Italy) -> float:
    """What a point of strength is worth now."""
    return STRENGTH[min(len(STRENGTH) - 1, war.setup.last - war.turn)]


def key_hexes(war: Italy) -> dict[int, float]:
    """What the Allies need for the surrender of Italy, on the island where that is easier, each with its share of the prize."""
    setup = war.setup
    if war.surrendered:
        return {}
    best: tuple[float, int] = (1e9, 0)
    for island in setup.given("surrender_islands"):
        hexes = setup.objective_hexes & setup.region[island]
        left = hexes & ~war.held(ALLIED)
        cost = sum(4.0 + war.total(war.units_in(h, AXIS)) * (1.0 + setup.shift[setup.terrain[h]]) for h in bits(left))
        there = sum(war.total(war.mobile_in(h, ALLIED)) for h in bits(war.mobile_hexes(ALLIED) & setup.region[island]))
        best = min(best, (cost - 0.4 * there, hexes))  # finish what has been begun
    open_ = (best[1] & ~war.held(ALLIED)).bit_count()
    return dict.fromkeys(bits(best[1]), SURRENDER / max(2, open_))


def hex_worth(war: Italy, side: int, h: int) -> float:
    """What holding a hex is worth: victory points, income, supply."""
    setup = war.setup
    worth = 1.5 * setup.objectives.get(h, 0) + setup.landmarks.get(h, 0)
    if h in setup.objectives:
        worth += 1.0
        if side == ALLIED and not war.surrendered:
            worth += key_hexes(war).get(h, 0.0)
    if war.surrendered and not setup.mainland >> h & 1:
        return worth  # the islands have seen their war
    if setup.ports >> h & 1:
        worth += 0.8 if side == ALLIED else 0.3
    if setup.airfields >> h & 1:
        worth += 0.3 if side == ALLIED else 0.6
    return worth


def aims(war: Italy, side: int) -> list[tuple[int, float]]:
    """Hexes worth going to: Objectives not held, threatened ones that are, and the line in between."""
    setup = war.setup
    found = []
    enemy = war.held(1 - side)
    key = key_hexes(war) if side == ALLIED else {}
    for h, points in setup.objectives.items():
        if war.closed(side) >> h & 1:
            continue
        if not war.held(side) >> h & 1:
            worth = 1.0 + points + (0.0 if enemy >> h & 1 else 1.0)
            if side == ALLIED:  # what is well guarded must wait
                worth /= 1.0 + danger(war, h, ALLIED) / GUARDED
            found.append((h, worth + key.get(h, 0.0)))
        elif war.zoc(1 - side) >> h & 1:
            found.append((h, 0.8 + 0.5 * points))
    for h, points in setup.landmarks.items():
        if not war.held(side) >> h & 1:
            found.append((h, float(points)))
    return found


def goals(war: Italy, side: int) -> Pull:
    """How well placed every hex is for what a side wants."""
    return _pull(war, aims(war, side), shut(war, side))


def march_goals(war: Italy, side: int) -> Pull:
    """The same for units that march: from an island where nothing is left to do, Allied ones go to a port to be fetched."""
    found = aims(war, side)
    fetched = []
    if side == ALLIED:
        for island in ("sicily", "sardinia"):
            region = war.setup.region[island]
            if not any(region >> h & 1 for h, _ in found):
                fetched += [(h, 1.0) for h in bits(war.ports(ALLIED) & region)]
    return _pull(war, found, shut(war, side), fetched)


_marches: dict[tuple[KesselringSetup, int, bool], dict[int, int]] = {}


def shut(war: Italy, side: int) -> bool:
    """Whether the enemy stands on a shore of the Strait: nobody attacks across it [15.9c]."""
    setup = war.setup
    return bool(setup.grid.cross(setup.land, setup.straits) & war.held(1 - side))


def march(war: Italy, goal: int, closed: bool) -> dict[int, int]:
    """Hexes between every land hex and a goal, over land and, unless it is closed, the Strait; other islands are not in it."""
    setup = war.setup
    key = (setup, goal, closed)  # another coast is another way, though the land be the same
    found = _marches.get(key)
    if found is None:
        if closed:
            found = distances(goal, lambda edge: setup.grid.cross(edge, setup.zoc_sides))
        else:
            found = distances(goal, lambda edge: setup.grid.zoc(edge, setup.sea_sides) & setup.land)
        if len(_marches) > 1000:
            _marches.clear()
        _marches[key] = found
    return found


class Known:
    """What has been worked out about where everybody stands; many decisions are about the same position."""

    def __init__(self) -> None:
        self.danger: dict[tuple[int, int], float] = {}
        self.threats: list[dict[int, int] | None] = [None, None]
        self.reach: dict[int, int] = {}
        self.coast: dict[int, tuple[float, float, int, bool]] = {}
        self.ground: list[tuple[Pull, dict[int, tuple[float, int]], dict[tuple[int, int], float]] | None] = [None, None]


_known: dict[Any, Known] = {}


def known(war: Italy) -> Known:
    key = (war.setup, war.turn, war.surrendered, war.flipped, tuple(war.at))
    found = _known.get(key)
    if found is None:
        if len(_known) > 100:
            _known.clear()
        found = _known[key] = Known()
    return found


def danger(war: Italy, h: int, side: int) -> float:
    """The strength that an enemy could soon bring against a hex."""
    store = known(war).danger
    found = store.get((h, side))
    if found is None:
        far = march(war, h, shut(war, side))
        found = 0.0
        for x in bits(war.mobile_hexes(1 - side)):
            steps = far.get(x, 99)
            if steps < len(NEAR):
                found += NEAR[steps] * war.total(war.mobile_in(x, 1 - side))
        store[h, side] = found
    return found


def threats(war: Italy, side: int) -> dict[int, int]:
    """The strength of a side's mobile units within two hexes of every hex where there is any."""
    store = known(war).threats
    found = store[side]
    if found is None:
        found = store[side] = {}
        for x in bits(war.mobile_hexes(side)):
            strong = war.total(war.mobile_in(x, side))
            for h in bits(war.setup.grid.within(1 << x, 2) & war.setup.land):
                found[h] = found.get(h, 0) + strong
    return found


class Pull(dict[int, float]):
    """How well placed hexes are for what is wanted, each worked out when somebody asks."""

    def __init__(self, ways: list[tuple[dict[int, int], float]]) -> None:
        self.ways = ways

    def __missing__(self, h: int) -> float:
        found = max((worth / (1.0 + far.get(h, 99)) for far, worth in self.ways), default=0.0)
        self[h] = found
        return found


_pulls: dict[Any, Pull] = {}


def _pull(war: Italy, wanted: list[tuple[int, float]], closed: bool, fetched: Sequence[tuple[int, float]] = ()) -> Pull:
    """What is wanted changes less often than decisions come, so it is kept for a while."""
    key = (war.setup, closed, tuple(wanted), tuple(fetched))
    found = _pulls.get(key)
    if found is None:
        if len(_pulls) > 200:
            _pulls.clear()
        ways = [(march(war, goal, closed), worth) for goal, worth in wanted]
        ways += [(march(war, goal, True), worth) for goal, worth in fetched]  # nobody goes back over the Strait for a ship
        found = _pulls[key] = Pull(ways)
    return found


def reach(war: Italy, unit: int) -> int:
    """Where a unit can go in one Action."""
    store = known(war).reach
    if unit not in store:
        store[unit] = destinations(war, unit)
    return store[unit]


def plain_ideas(war: Italy, step: Any, decision: Decision) -> list[Idea]:
    """Anything else: the quiet answer if there is one, otherwise what costs least or comes first."""
    setup = war.setup
    ideas = []
    for verb, mask in decision.choices.items():
        kind = setup.game.verbs[verb].kind
        for target in bits(mask):
            score = 0.0
            if decision.quiet == (verb, target):
                score = 0.5
            elif kind == "piece":
                sign = -1.0 if verb in ("lose", "withdraw") else 1.0
                score = sign * 0.1 * (war.strength(target) if setup.ground >> target & 1 else 1)
            elif kind == "space" and target < setup.hexes_end:
                score = 0.1 * hex_worth(war, decision.side, target)
                if verb == "to":
                    score -= 0.6 if war.zoc(1 - decision.side) >> target & 1 else 0.0
            elif verb in ("end", "halt", "pass"):
                score = -0.01
            ideas.append(Idea(score, verb, target, "plain"))
    return ideas
