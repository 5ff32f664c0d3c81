"""How a side sees the map before it moves: aims and the way to them, danger, weak enemies."""

from __future__ import annotations

from copy import copy
from operator import itemgetter

from ...engine.geometry.bits import bits, distances
from .battle import ratio, shifted
from .state import AXIS, BRITISH, Malta
from .weighing import bleeding, outcome_value, prize, standing, step_worth, worth


def far(war: Malta, goal: int) -> dict[int, int]:
    """Steps over land between every hex and a goal, enemies apart."""
    setup = war.setup
    known = setup.remembered.setdefault("far", {})
    steps: dict[int, int] | None = known.get(goal)
    if steps is None:
        steps = known[goal] = distances(goal, lambda edge: setup.grid.zoc(edge, setup.shut) & setup.land)
    return steps


class Pull(dict[int, float]):
    """For each hex the best of the aims by its worth and its distance, worked out when somebody asks; nothing off the land."""

    def __init__(self, land: int, ways: list[tuple[dict[int, int], float]]) -> None:
        self.land, self.ways = land, ways

    def __missing__(self, h: int) -> float:
        best = 0.0
        if self.land >> h & 1:
            for steps, gain in self.ways:
                near = gain / (1.0 + 0.55 * steps.get(h, 60))
                if near > best:
                    best = near
        self[h] = best
        return best


class Base(dict[int, float]):
    """The same with what the hex itself brings."""

    def __init__(self, pull: Pull, own: dict[int, float]) -> None:
        self.pull, self.own = pull, own

    def __missing__(self, h: int) -> float:
        value = self[h] = self.pull[h] + self.own.get(h, 0.0)
        return value


def pull_of(war: Malta, aims: dict[int, float]) -> Pull:
    """What pulls a side; remembered while the aims stay."""
    setup = war.setup
    known = setup.remembered.setdefault("pulls", {})
    key = tuple(aims.items())
    pull: Pull | None = known.get(key)
    if pull is None:
        if len(known) > 50:
            known.clear()
        pull = known[key] = Pull(setup.land, [(far(war, goal), gain) for goal, gain in aims.items()])
    return pull


def rings(war: Malta, h: int) -> tuple[tuple[float, list[int]], ...]:
    """The land around a hex in three rings, each with the share of a force that counts there."""
    setup = war.setup
    known = setup.remembered.setdefault("rings", {})
    laid: tuple[tuple[float, list[int]], ...] | None = known.get(h)
    if laid is None:
        inner = 1 << h
        rows = []
        for share in (1.0, 0.6, 0.35):
            outer = setup.grid.spread(inner) & ~inner
            rows.append((share, list(bits(outer & setup.land))))
            inner |= outer
        laid = known[h] = tuple(rows)
    return laid


def reach_of_three(war: Malta, h: int) -> int:
    """The hexes within three of one."""
    known = war.setup.remembered.setdefault("three", {})
    hexes: int | None = known.get(h)
    if hexes is None:
        hexes = known[h] = war.setup.grid.within(1 << h, 3)
    return hexes


def sketch_of(war: Malta, side: int, units: int) -> Sketch:
    """The sketch of a position; the last few are kept, because a unit is chosen and then moved on the same one."""
    known = war.setup.remembered.setdefault("sketches", {})
    key = (side, units, war.turn, war.dg, war.reduced, war.dispersed, war.control, war.struck, war.moved, *war.at)
    sketch: Sketch | None = known.get(key)
    if sketch is None:
        if len(known) > 12:
            known.clear()
        sketch = known[key] = Sketch(war, side, units)
    sketch.war = war
    return sketch


class Terms:
    """What has been worked out for as long as nobody is hit and the enemy does not move, wherever one's own men go."""

    def __init__(self) -> None:
        self.risks: dict[tuple[int, int], float] = {}
        """By hex and who stands there."""
        self.strikes: dict[tuple[int, int, int, int], float] = {}
        """By target, who stands beside it, who could come, and who holds it."""
        self.forces: dict[int, int] = {}


def terms_of(war: Malta, side: int, forces: tuple[tuple[int, int], ...]) -> Terms:
    """The terms on which a side would fight; the last few are kept."""
    setup = war.setup
    known = setup.remembered.setdefault("terms", {})
    places = war.control & (setup.victory | setup.airfields | setup.ports)
    key = (side, forces, war.turn, places, war.dg, war.reduced, war.struck, war.dispersed)
    terms: Terms | None = known.get(key)
    if terms is None:
        if len(known) > 50:
            known.clear()
        terms = known[key] = Terms()
    return terms


def force(war: Malta, units: int) -> int:
    """The strength of some units, halved for those in disorder."""
    total = 0
    for unit in bits(units):
        value = war.strength(unit)
        total += -(-value // 2) if war.dg >> unit & 1 else value
    return total


class Picture:
    """What the enemy leaves to be done: aims, the pull of each hex, danger. The same while a side moves and nobody is hit."""

    def __init__(self, war: Malta, side: int) -> None:
        setup = war.setup
        self.prizes = {h: prize(war, side, h) for h in bits(setup.victory)}
        self.aims = self._find_aims(war, side)
        self.pull = pull_of(war, self.aims)
        """How near a hex is to what is wanted."""
        enemy = war.held(1 - side)
        self.base = Base(self.pull, {h: gain for h, gain in self.prizes.items() if not enemy >> h & 1})
        self.danger, forces = self._find_danger(war, side)
        self.terms = terms_of(war, side, forces)

    def _find_aims(self, war: Malta, side: int) -> dict[int, float]:
        aims: dict[int, float] = {}
        for h, gain in self.prizes.items():
            if gain:
                defence = sum(war.strength(u) for u in bits(war.units_in(h, 1 - side)))
                aims[h] = gain / (1.0 + 0.12 * defence)
        if side == BRITISH:
            for h in bits(war.held(AXIS)):
                there = war.units_in(h, AXIS)
                weak = sum(step_worth(war, u) for u in bits(there)) / (1 + sum(war.strength(u) for u in bits(there)))
                aims[h] = max(aims.get(h, 0.0), 0.5 * weak)
            for unit in bits(war.on_map(war.dispersed)):
                aims[war.at[unit]] = max(aims.get(war.at[unit], 0.0), 0.35)
        return aims

    def _find_danger(self, war: Malta, side: int) -> tuple[dict[int, float], tuple[tuple[int, int], ...]]:
        """Enemies within a march of each hex, the nearer the more; and who they are."""
        setup = war.setup
        forces = []
        for h in bits(war.held(1 - side)):
            strong = force(war, war.units_in(h, 1 - side) & ~setup.defends_only)
            if strong:
                forces.append((h, strong))
        danger: dict[int, float] = {}
        for h, strong in forces:
            for share, hexes in rings(war, h):
                part = share * strong
                for n in hexes:
                    danger[n] = danger.get(n, 0.0) + part
        return danger, tuple(forces)


def picture_of(war: Malta, side: int) -> Picture:
    """The picture of a position; the last few are kept."""
    setup = war.setup
    known = setup.remembered.setdefault("pictures", {})
    enemies = known.get(side)
    if enemies is None:
        enemies = known[side] = itemgetter(*bits(setup.own[1 - side]))
    places = war.control & (setup.victory | setup.airfields | setup.ports)
    key = (side, war.turn, places, war.working_ports(), war.dg, war.reduced, war.struck, war.dispersed, enemies(war.at))
    picture: Picture | None = known.get(key)
    if picture is None:
        if len(known) > 50:
            known.clear()
            known[side] = enemies
        picture = known[key] = Picture(war, side)
    return picture


class Sketch:
    """What a side sees when it looks at the map before moving: aims, pull of each hex, danger, weak enemies."""

    def __init__(self, war: Malta, side: int, units: int) -> None:
        self.war, self.side = war, side
        picture = picture_of(war, side)
        self.pull, self.base, self.danger = picture.pull, picture.base, picture.danger
        self._prizes, self._terms = picture.prizes, picture.terms
        self._find_helpers(units)
        self._posts: dict[tuple[int, int], float] = {}
        self._leaving: dict[int, float] = {}

    def seen_by(self, units: int) -> Sketch:
        """The same position for other attackers."""
        other = copy(self)
        other._posts = {}
        other._find_helpers(units)
        return other

    def best(self, unit: int, hexes: int) -> tuple[float, int]:
        """The best post among some hexes, looking closely only at those that promise something."""
        base = self.base
        posts = list(bits(hexes))
        if len(posts) > 16:
            front = self.war.near(1 - self.side)
            posts.sort(key=base.__getitem__, reverse=True)
            posts = posts[:9] + [h for h in posts[9:] if front >> h & 1][:6]
        here = self.war.at[unit]
        return max(((self.post(unit, h), h) for h in posts), default=(self.post(unit, here), here))

    def worth_a_look(self, unit: int, hexes: int) -> int:
        """Of some hexes those where a post could be the best of them. Where nobody of either side is near and nothing is to be had, no post
        is worth more than what pulls there."""
        war = self.war
        if war.setup.guns >> unit & 1:
            return hexes
        plain = hexes & ~(war.near(1 - self.side) | war.held(self.side) | war.setup.victory)
        left = hexes & ~plain
        most = max((self.post(unit, h) for h in bits(left)), default=-99.0)
        base = self.base
        for h in sorted(bits(plain), key=base.__getitem__, reverse=True):
            if base[h] < most - 1e-6:
                break
            left |= 1 << h
            most = max(most, self.post(unit, h))
        return left

    def _find_helpers(self, units: int) -> None:
        """Who of an Operation could fight, by where they stand; who of them stands next to an enemy hex is looked up when it is asked."""
        war = self.war
        able = units & ~war.setup.defends_only & ~war.dispersed
        own = war.held(self.side)
        stacks: dict[int, int] = {}
        for unit in bits(able):
            stacks[war.at[unit]] = stacks.get(war.at[unit], 0) | 1 << unit
        self._stacks = [(h, there) for h, there in stacks.items() if own >> h & 1]
        self._around: dict[int, tuple[int, int, int]] = {}

    def helpers(self, target: int) -> int:
        """Who stands next to an enemy hex."""
        return (self._around.get(target) or self._look_around(target))[0]

    def _look_around(self, target: int) -> tuple[int, int, int]:
        """Who stands next to an enemy hex, who could still come, and who is in it."""
        war = self.war
        ring, three = war.setup.ring[target], reach_of_three(war, target)
        around = coming = 0
        for h, there in self._stacks:
            if ring >> h & 1:
                around |= there
            elif three >> h & 1:
                coming |= there
        known = self._around[target] = around, coming & ~war.moved, war.units_in(target, 1 - self.side)
        return known

    def strike(self, target: int, unit: int) -> float:
        """What an attack on a hex promises if this unit comes to help, and others as may be hoped."""
        bit = 1 << unit
        near, could, foes = self._around.get(target) or self._look_around(target)
        key = (target, near | bit, could & ~bit, foes)
        value = self._terms.strikes.get(key)
        if value is None:
            value = self._terms.strikes[key] = self._strike(*key)
        return value

    def _strike(self, target: int, helpers: int, could: int, foes: int) -> float:
        war = self.war
        setup = war.setup
        attack = min(30, self._force(helpers) + (self._force(could) * 2) // 3)
        column = shifted(setup, ratio(attack, self._force(foes)), setup.terrain_shift[war.struck >> target & 1][target])
        steps = max(3, war.steps(helpers)), war.steps(foes)
        gain = self._prizes.get(target, 0.0)
        return outcome_value(war, column, target, gain, worth(war, helpers), worth(war, foes), steps)

    def risk(self, h: int, stack: int) -> float:
        """What the enemies around may do to a stack in a hex."""
        value = self._terms.risks.get((h, stack))
        if value is None:
            value = self._terms.risks[h, stack] = self._risk(h, stack)
        return value

    def _risk(self, h: int, stack: int) -> float:
        danger = int(self.danger.get(h, 0.0))
        if not danger or not stack:
            return 0.0
        war = self.war
        setup = war.setup
        column = shifted(setup, ratio(danger, self._force(stack)), setup.terrain_shift[war.struck >> h & 1][h])
        lost, driven = bleeding(setup, column)
        nerve = 1.6 if stack & setup.special else 0.45
        return nerve * (min(lost, war.steps(stack)) * worth(war, stack) + driven * 0.3)

    def _force(self, units: int) -> int:
        """The strength of some units, halved for those in disorder."""
        known = self._terms.forces
        total = known.get(units)
        if total is None:
            total = known[units] = force(self.war, units)
        return total

    def keeping(self, h: int) -> float:
        """What the only Axis unit in a place of worth is good for: an empty one is taken back by the first patrol."""
        return (0.5 + standing(self.war, self.side, h)) * (1.0 if h in self.danger else 0.7)

    def leaving(self, unit: int) -> float:
        """What is lost if a unit leaves its hex: who leaves a place of worth opens it to whoever comes."""
        loss = self._leaving.get(unit)
        if loss is None:
            war, side, setup = self.war, self.side, self.war.setup
            here = war.at[unit]
            loss = 0.0
            if setup.victory >> here & 1:
                stay = war.units_in(here, side) & setup.counted & ~setup.guns & ~(1 << unit)
                if setup.capital >> here & 1 and side == BRITISH:
                    # The capital is not left to its gunners.
                    loss = 6.0 if sum(war.strength(u) for u in bits(stay)) < 5 else 0.0
                elif not stay:
                    if side == BRITISH:
                        close = war.near(1 - side) & (setup.ring[here] | 1 << here)
                        loss = standing(war, side, here) * (1.0 if close else 0.25)
                    else:
                        loss = self.keeping(here)
            self._leaving[unit] = loss
        return loss

    def post(self, unit: int, h: int) -> float:
        """What a unit does for its side in a hex at the end of its move."""
        value = self._posts.get((unit, h))
        if value is None:
            value = self._posts[unit, h] = self._post(unit, h)
        return value

    def _post(self, unit: int, h: int) -> float:
        war, side = self.war, self.side
        setup = war.setup
        bit = 1 << unit
        value = self.base[h]
        if war.dispersed & bit:
            return value
        others = war.units_in(h, side) & ~bit
        if others:
            points = war.points(others)
            if points + war.points(bit) > war.limit(h) or (bit & setup.heavy and others & setup.heavy):
                value -= 3.0
            value -= 0.02 * points
        if h != war.at[unit]:
            value -= self.leaving(unit)
            if setup.victory >> h & 1 and not others & setup.counted:
                value += 0.2 * standing(war, side, h) if side == BRITISH else self.keeping(h)
        if h in self.danger:
            value -= self.risk(h, others | bit) - (self.risk(h, others) if others else 0.0)
            foes = setup.ring[h] & war.held(1 - side)
            if setup.guns & bit:
                value += -0.6 if foes else 0.25
            elif foes and not setup.defends_only & bit:
                foes &= setup.ground(war.struck).steps(setup.vehicles >> unit & 1, h)
                best = 0.0
                for n in bits(foes):
                    best = max(best, self.strike(n, unit))
                if best > 0:
                    value += 0.8 * best
        return value
