"""What things are worth to a side: strength, hexes, attacks, and how near everybody is to what he wants.

Values are in victory points, more or less.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from ...engine.brief import Brief, S
from ...engine.choice import Decision
from ...engine.game import Idea
from ...engine.geometry.bits import bits, distances, first
from ...engine.kinds import NOWHERE
from ...engine.schooling import known_now
from .air import airmen, in_range
from .battle import INVASION, LAND, Fight, attack_ssu, column, defence_ssu, naval_guns, reachable_foes
from .movement import destinations
from .state import ALLIED, AXIS, Italy, KesselringSetup
from .supply import lines

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
    if war.surrendered:
        return {}
    store = known(war)
    if store.keys is None:
        store.keys = _key_hexes(war)
    return store.keys


def _key_hexes(war: Italy) -> dict[int, float]:
    setup = war.setup
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
    wanted = []
    enemy = war.held(1 - side)
    key = key_hexes(war) if side == ALLIED else {}
    for h, points in setup.objectives.items():
        if war.closed(side) >> h & 1:
            continue
        if not war.held(side) >> h & 1:
            worth = 1.0 + points + (0.0 if enemy >> h & 1 else 1.0)
            if side == ALLIED:  # what is well guarded must wait
                worth /= 1.0 + danger(war, h, ALLIED) / GUARDED
            wanted.append((h, worth + key.get(h, 0.0)))
        elif war.zoc(1 - side) >> h & 1:
            wanted.append((h, 0.8 + 0.5 * points))
    for h, points in setup.landmarks.items():
        if not war.held(side) >> h & 1:
            wanted.append((h, float(points)))
    return wanted


def goals(war: Italy, side: int) -> Pull:
    """How well placed every hex is for what a side wants."""
    store = known(war).goals
    pull = store[side]
    if pull is None:
        pull = store[side] = _pull(war, side, aims(war, side))
    return pull


def march_goals(war: Italy, side: int) -> Pull:
    """The same for units that march: from an island where nothing is left to do, Allied ones go to a port to be fetched."""
    store = known(war).marches
    pull = store[side]
    if pull is None:
        pull = store[side] = _march_goals(war, side)
    return pull


def _march_goals(war: Italy, side: int) -> Pull:
    wanted = aims(war, side)
    fetched = []
    if side == ALLIED:
        for island in ("sicily", "sardinia"):
            region = war.setup.region[island]
            if not any(region >> h & 1 for h, _ in wanted):
                fetched += [(h, 1.0) for h in bits(war.ports(ALLIED) & region)]
    return _pull(war, side, wanted, fetched)


class Way(dict[int, int]):
    """Hexes between all land and a goal; and the rings around the goal, the nearest first."""

    def __init__(self, far: dict[int, int]) -> None:
        super().__init__(far)
        self.rings = [0] * (1 + max(far.values()))
        for h, steps in far.items():
            self.rings[steps] |= 1 << h


def shut(war: Italy, side: int) -> bool:
    """Whether the enemy stands on a shore of the Strait: nobody attacks across it [15.9c]."""
    setup = war.setup
    return bool(setup.grid.cross(setup.land, setup.straits) & war.held(1 - side))


def march(war: Italy, goal: int, closed: bool) -> Way:
    """Hexes between every land hex and a goal, over land and, unless it is closed, the Strait; other islands are not in it."""
    setup = war.setup
    known: Way | None = setup.ways.get((goal, closed))
    if known is None:
        if closed:
            far = distances(goal, lambda edge: setup.grid.cross(edge, setup.zoc_sides))
        else:
            far = distances(goal, lambda edge: setup.grid.zoc(edge, setup.sea_sides) & setup.land)
        known = setup.ways[goal, closed] = Way(far)
    return known


class Known:
    """What has been worked out about where everybody stands; many decisions are about the same position."""

    def __init__(self) -> None:
        self.danger: dict[tuple[int, int], float] = {}
        self.threats: list[dict[int, int] | None] = [None, None]
        self.reach: dict[int, int] = {}
        self.coast: dict[int, tuple[float, float, int, bool]] = {}
        self.ground: list[Any] = [None, None]
        self.stacks: list[list[tuple[int, int]] | None] = [None, None]
        self.goals: list[Pull | None] = [None, None]
        self.marches: list[Pull | None] = [None, None]
        self.keys: dict[int, float] | None = None
        self.attacks: dict[tuple[Any, ...], tuple[float, float]] = {}
        self.support: dict[tuple[str, int, int], int] = {}
        self.answers: dict[tuple[int, int, int], int] = {}
        self.assaults: dict[tuple[Any, ...], tuple[float, int, int]] = {}


def known(war: Italy) -> Known:
    """What has been worked out about this position: noted beside it, and for a while for others that come to be the same."""
    notes = (war._where or war.where())[2]
    key = (war.turn, war.surrendered, war.reduced, known_now())
    store: Known | None = notes.get(key)
    if store is None:
        stores, whole = war.setup.stores, (*key, tuple(war.at))
        store = stores.get(whole)
        if store is None:
            if len(stores) > 100:
                stores.clear()
            store = stores[whole] = Known()
        notes[key] = store
    return store


def danger(war: Italy, h: int, side: int) -> float:
    """The strength that an enemy could soon bring against a hex."""
    store = known(war)
    strength = store.danger.get((h, side))
    if strength is None:
        stacks = store.stacks[side]
        if stacks is None:
            foe = 1 - side
            stacks = store.stacks[side] = [(x, war.total(war.mobile_in(x, foe))) for x in bits(war.mobile_hexes(foe))]
        far = march(war, h, shut(war, side))
        strength = 0.0
        for x, force in stacks:
            steps = far.get(x, 99)
            if steps < len(NEAR):
                strength += NEAR[steps] * force
        store.danger[h, side] = strength
    return strength


def threats(war: Italy, side: int) -> dict[int, int]:
    """The strength of a side's mobile units within two hexes of every hex where there is any."""
    store = known(war).threats
    strength = store[side]
    if strength is None:
        strength = store[side] = {}
        for x in bits(war.mobile_hexes(side)):
            strong = war.total(war.mobile_in(x, side))
            for h in bits(war.setup.grid.within(1 << x, 2) & war.setup.land):
                strength[h] = strength.get(h, 0) + strong
    return strength


class Pull(dict[int, float]):
    """How well placed hexes are for what is wanted, worked out when somebody asks."""

    def __init__(self, land: int, ways: list[tuple[Way, float]]) -> None:
        self.land, self.ways = land, ways
        self.bare: dict[tuple[int, bool], Any] = {}
        """What a side's unit would do where no other of it stands, before the surrender and after it."""

    def __missing__(self, h: int) -> float:
        if self.land >> h & 1:
            self._fill()
            return self[h]
        self[h] = best = max([0.0, *(worth / (1.0 + far.get(h, 99)) for far, worth in self.ways)])
        return best

    def _fill(self) -> None:
        """All land that is open to the side at once: the rings around every goal, those that pull most first; what none of them reaches is far from all."""
        rings = [(worth / (1.0 + steps), hexes) for far, worth in self.ways for steps, hexes in enumerate(far.rings)]
        rings += [(worth / 100.0, self.land) for _, worth in self.ways]
        rings.sort(reverse=True)
        left = self.land
        for near, hexes in rings:
            reached = hexes & left
            if reached:
                left ^= reached
                for h in bits(reached):
                    self[h] = near
                if not left:
                    return
        for h in bits(left):
            self[h] = 0.0


def _pull(war: Italy, side: int, wanted: list[tuple[int, float]], fetched: Sequence[tuple[int, float]] = ()) -> Pull:
    """What is wanted changes less often than decisions come, so it is kept for a while."""
    closed, land = shut(war, side), war.setup.land & ~war.closed(side)
    pulls, key = war.setup.pulls, (closed, land, tuple(wanted), tuple(fetched))
    pull: Pull | None = pulls.get(key)
    if pull is None:
        if len(pulls) > 200:
            pulls.clear()
        ways = [(march(war, goal, closed), worth) for goal, worth in wanted]
        ways += [(march(war, goal, True), worth) for goal, worth in fetched]  # nobody goes back over the Strait for a ship
        pull = pulls[key] = Pull(land, ways)
    return pull


def reach(war: Italy, unit: int) -> int:
    """Where a unit can go in one Action."""
    store = known(war).reach
    if unit not in store:
        store[unit] = destinations(war, unit)
    return store[unit]


# --- attacks


COSTS = {
    "AE": (1.0, 0.0, False), "AD": (0.6, 0.0, False), "AA": (0.2, 0.0, False), "AW": (0.1, 0.0, False),
    "BA": (0.2, 0.2, False), "DW": (0.0, 0.2, True), "DD": (0.0, 0.6, True), "DE": (0.0, 1.0, True),
}  # fmt: skip
"""What a combat result costs each side of its strength, and whether the hex is cleared."""


def backing(war: Italy, target: int, attackers: int, busy: int = 0) -> tuple[int, int, int]:
    """The air units, guns and special unit that could support an attack."""
    setup = war.setup
    side = setup.side_of[first(attackers)]
    contingent = setup.contingent_of[first(attackers)]
    store = known(war).support
    cas = store.get((contingent, target, busy))
    if cas is None:
        cas = 0
        for piece in bits(in_range(war, airmen(war, side, "cas") & setup.contingent[contingent] & ~busy, target)):
            if cas.bit_count() < setup.air_stack:
                cas |= 1 << piece
        store[contingent, target, busy] = cas
    guns = first(naval_guns(war, target, attackers) & ~busy) if side == ALLIED else NOWHERE
    helpers = attack_ssu(war, attackers) & ~busy
    ssu = max(bits(helpers), key=lambda piece: int(setup.counter[piece]["attack"])) if helpers else NOWHERE
    return cas, guns, ssu


def answer_to(war: Italy, target: int, defenders: int) -> int:
    """The special unit that could support the defenders of a hex."""
    store = known(war).answers
    answer = store.get((target, defenders, war.led_defence))
    if answer is None:
        helpers = defence_ssu(war, defenders)
        answer = max(bits(helpers), key=lambda piece: int(war.setup.counter[piece]["defense"])) if helpers else NOWHERE
        store[target, defenders, war.led_defence] = answer
    return answer


def attack_value(war: Italy, target: int, attackers: int) -> float:
    """The expectation of an attack over the six faces of the die, with the support there is."""
    return attack_odds(war, target, attackers, LAND, 0)[0]


def attack_odds(war: Italy, target: int, attackers: int, manner: int, busy: int) -> tuple[float, float]:
    """The expectation of an attack, and the chance that it clears the hex."""
    setup = war.setup
    guns = war.ap[ALLIED] >= setup.cost["gunfire"]  # all that the points decide
    key = (target, attackers, manner, busy, guns, war.forts, war.led_attack, war.led_defence)
    store = known(war).attacks
    odds = store.get(key)
    if odds is None:
        odds = store[key] = _attack_odds(war, target, attackers, manner, busy)
    return odds


def _attack_odds(war: Italy, target: int, attackers: int, manner: int, busy: int) -> tuple[float, float]:
    setup = war.setup
    side = setup.side_of[first(attackers)]
    defenders = war.units_in(target, 1 - side)
    if not defenders:
        return 0.0, 1.0
    cas, guns, ssu = backing(war, target, attackers, busy)
    fight = Fight(target, attackers, manner, cas, guns, ssu, defenders, NOWHERE, answer_to(war, target, defenders))
    _, col, _ = column(war, fight, defenders)
    point = steel(war)
    prize = hex_worth(war, side, target) + 2 * point
    mine, theirs = point * war.total(attackers), point * war.total(defenders)
    frail = not defenders & ~(war.reduced | setup.one_step)  # nobody there has two steps
    lost, won, clear = toll(setup, col, bool(war.forts >> target & 1), frail, not defenders & (defenders - 1))
    total = theirs * won - mine * lost + prize * clear
    if manner == INVASION:
        total -= 0.5 * mine * (1.0 - clear)  # a step of everybody who does not get ashore
    return total, clear


def toll(setup: KesselringSetup, col: int, fort: bool, frail: bool, alone: bool) -> tuple[float, float, float]:
    """What a combat on a column may be expected to cost each side of its strength, and the chance to clear the hex: kept, for it is
    asked thousands of times."""
    key = (col, fort, frail, alone)
    known = setup.tolls.get(key)
    if known is None:
        costs = []
        for face in range(1, 7):
            code = setup.crt[face][col].code
            lost, won, cleared = COSTS[code]
            if frail and (code == "DD" or (code == "BA" and alone)):
                won, cleared = 1.0, True
            elif fort and code in ("DW", "DD"):  # a fortification lets them stay [17.1.2]
                won, cleared = (0.0, False) if code == "DW" else (0.5, False)
            costs.append((lost, won, float(cleared)))
        lost, won, clear = (sum(part) / 6 for part in zip(*costs, strict=True))
        known = setup.tolls[key] = lost, won, clear
    return known


def teams(war: Italy, pool: int) -> set[int]:
    """The units of a pool that could attack together: of one contingent with one source, or one alone."""
    together = set()
    for mask in war.setup.contingent.values():
        units = pool & mask
        if units & (units - 1):
            by_source: dict[int, int] = {}
            alone = 0
            for unit in bits(units):
                ends = lines(war, unit)
                for source in bits(ends):
                    by_source[source] = by_source.get(source, 0) | 1 << unit
                if not ends:
                    alone |= 1 << unit
            together |= set(by_source.values())
            units = 1 << max(bits(alone), key=war.strength) if alone else 0
        if units:
            together.add(units)
    return together


def attack_most(war: Italy, target: int, side: int) -> float:
    """What no attack of a side on a hex can be worth more than: everybody there gone, and the hex taken for nothing."""
    point = steel(war)
    return point * war.total(war.units_in(target, 1 - side)) + hex_worth(war, side, target) + 2 * point + 1e-6


def best_attack(war: Italy, target: int, pool: int) -> float:
    """The value of attacking a hex with the best of those that can attack together."""
    return max((attack_value(war, target, units) for units in teams(war, pool)), default=-9.0)


def pools(war: Italy, side: int) -> dict[int, int]:
    """Which units could attack which enemy hex now."""
    able: dict[int, int] = {}
    for unit in bits(war.on_map(war.setup.mobile & war.setup.own[side])):
        for h in bits(reachable_foes(war, unit)):
            able[h] = able.get(h, 0) | 1 << unit
    return able


# --- what is proposed


def plain_ideas(war: Italy, decision: Decision, said: Mapping[str, str]) -> list[Idea]:
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
            ideas.append(Idea(score, verb, target, said.get(verb, "idea-plain")))
    return ideas


def set_apart(ideas: list[Idea], by: float) -> None:
    """Lift the best idea above the others by so many times the distance between best and worst: no search need look at them."""
    best = max(range(len(ideas)), key=lambda number: ideas[number].score)
    top = ideas[best]
    far = top.score - min(idea.score for idea in ideas)
    ideas[best] = Idea(top.score + by * far, top.verb, top.target, top.why)


class Weighed(Brief[S]):
    """A brief whose ideas are weighed; the best is set apart from the others, unless another choice is another strategy."""

    apart: ClassVar[float] = 3.0
    """By how many times the distance between best and worst: a small one where a choice is a variation of a plan."""

    def weigh(self, war: Italy, step: S, decision: Decision) -> list[Idea]:
        """Every choice with what it seems worth."""
        return plain_ideas(war, decision, self.said)

    def trusted(self, war: Italy, step: S, decision: Decision) -> bool:
        """How a fight is settled, or where exactly somebody goes, needs no search; which Action is taken may."""
        return True

    def ideas(self, war: Italy, step: S, decision: Decision) -> list[Idea]:
        ideas = self.weigh(war, step, decision)
        if self.apart:
            set_apart(ideas, self.apart)
        return ideas
