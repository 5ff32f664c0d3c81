"""What is told about marches: who has most to gain by one, where to, what the way costs, and what could be attacked after it [13.0]."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import pairwise

from ...engine.brief import Gesture
from ...engine.choice import Decision
from ...engine.game import Idea
from ...engine.geometry.bits import bits, first, mask_of
from ...engine.kinds import NOWHERE
from ...engine.view import Line, Preview, Tint
from .battle import reachable_foes
from .battle_brief import attack_preview, best_party
from .layers import place
from .movement import Lead, March, Marching, PickSource, StrategicMove, company, destinations, entries, movable, passable
from .state import ALLIED, AXIS, MECH, Italy
from .supply import everywhere, group, lines
from .weighing import FAR, Pull, Weighed, attack_value, best_attack, hex_worth, known, march_goals, pools, reach, teams, threats

GUARD = 0.15
"""What a unit is worth in a great Objective that has nobody else, for each of its points."""


UNFED = (0.8, 2.0)
"""What it costs a unit of the Axis, and of the Allies, to be without supply."""


def assault(war: Italy, side: int, units: int, fixed: int = 0) -> tuple[float, int, int]:
    """The best attack after a move: what it promises, where, and by whom. ``fixed`` are those who have moved already."""
    setup = war.setup
    guns = war.ap[ALLIED] >= setup.cost["gunfire"]  # all that the points decide
    key = (side, units, fixed, war.forts, guns, war.led_attack, war.led_defence)
    store = known(war).assaults
    best = store.get(key)
    if best is None:
        best = store[key] = _assault(war, side, units, fixed)
    return best


def _assault(war: Italy, side: int, units: int, fixed: int) -> tuple[float, int, int]:
    setup = war.setup
    enemy = war.held(1 - side) & ~war.closed(side)
    pool: dict[int, int] = {}
    if enemy:
        for unit in bits(units):
            here = war.at[unit]
            spots = 1 << here if here < setup.hexes_end else 0
            if not fixed >> unit & 1:
                spots |= reach(war, unit) & setup.land
            for h in bits(setup.grid.cross(spots, setup.zoc_sides) & enemy):
                pool[h] = pool.get(h, 0) | 1 << unit
    worth = {h: (hex_worth(war, side, h) + 0.5) / (2 + war.total(war.units_in(h, 1 - side))) for h in pool}
    best = (-1.0, NOWHERE, 0)
    for h in sorted(pool, key=lambda x: -worth[x])[:4]:
        for team in teams(war, pool[h]) if not fixed else (pool[h],):
            strongest = mask_of(sorted(bits(team), key=lambda unit: -war.strength(unit))[: 2 * setup.stack])
            best = max(best, (attack_value(war, h, strongest), h, strongest))
    return best


def served(war: Italy, unit: int) -> int:
    """The hexes where a unit is in supply."""
    setup = war.setup
    side = setup.side_of[unit]
    return war.posts(side) | everywhere(war, side, setup.move_class[unit] == MECH, setup.mf[unit])


def ground(war: Italy, side: int, wanted: Pull, h: int, others: int) -> tuple[float, int]:
    """What any unit of a side would do in a hex, besides others there, and by how much it would be outnumbered."""
    setup = war.setup
    value = wanted[h] - 0.05 * (others & setup.mobile).bit_count()
    points = setup.objectives.get(h, 0)
    if not others:
        value += 1.5 + points if points else 0.3 * hex_worth(war, side, h)
    elif points > 1:  # a great prize is not left to its Garrison
        value += GUARD * points * max(0.0, 1.0 - war.total(others) / 12)
    if side == AXIS:
        return value + climb(war, side, h), 0
    over = threats(war, AXIS).get(h, 0)
    return value, over - threats(war, ALLIED).get(h, 0) if over else 0


RANK = 8
"""So many hexes of about the same worth are looked at together."""


def lie_of(war: Italy, side: int) -> list[tuple[int, float, float]]:
    """What ``ground`` adds for open hexes that are no Objectives: the same until Italy surrenders."""
    setup = war.setup
    known_lie = setup.lies.get((side, war.surrendered))
    if known_lie is None:
        known_lie = setup.lies[side, war.surrendered] = [
            (h, 0.3 * hex_worth(war, side, h), climb(war, side, h))
            for h in bits(setup.land & ~setup.objective_hexes & ~war.closed(side))
        ]
    return known_lie


def climb(war: Italy, side: int, h: int) -> float:
    """The Axis likes to stand high."""
    setup = war.setup
    return 0.0 if side == ALLIED or setup.open >> h & 1 else 0.2 if setup.steep >> h & 1 else 0.1


class Bare:
    """What any unit of a side would do in hexes where nobody of its side stands: the same as long as the side wants the same."""

    def __init__(self, war: Italy, side: int, wanted: Pull) -> None:
        open_ = war.setup.land & ~war.closed(side)
        values = {h: wanted[h] + plain + steep for h, plain, steep in lie_of(war, side)}
        for h in bits(open_ & war.setup.objective_hexes):
            values[h] = ground(war, side, wanted, h, 0)[0]
        self.values = values
        best = sorted(values, key=values.__getitem__, reverse=True)
        self.ranks = [(self.values[best[n]], mask_of(best[n : n + RANK])) for n in range(0, len(best), RANK)]
        """All of them, the best first: the most that each of a few is worth, and which they are."""


class Places:
    """What any unit of a side would do in hexes where it does not stand yet, each worked out once for a position."""

    def __init__(self, war: Italy, side: int, wanted: Pull) -> None:
        self.wanted = wanted
        self.gains: dict[tuple[int, int, int], float] = {}
        self.known: dict[int, tuple[float, int]] = {}
        key = (side, war.surrendered)
        if key not in wanted.bare:
            wanted.bare[key] = Bare(war, side, wanted)
        self.bare: Bare = wanted.bare[key]
        self.foes, self.friends = (threats(war, AXIS), threats(war, ALLIED)) if side == ALLIED else ({}, {})

    def there(self, war: Italy, side: int, h: int) -> tuple[float, int]:
        """See ``ground``."""
        seen = self.known.get(h)
        if seen is None:
            if war.held(side) >> h & 1:
                seen = ground(war, side, self.wanted, h, war.units_in(h, side))
            elif side == ALLIED:
                over = self.foes.get(h, 0)
                seen = (self.bare.values[h], over - self.friends.get(h, 0) if over else 0)
            else:
                seen = (self.bare.values[h], 0)
            self.known[h] = seen
        return seen


def places_of(war: Italy, side: int, wanted: Pull) -> Places:
    """The sheet of a position for a side that wants something."""
    sheets = known(war).ground
    sheet: Places | None = sheets[side]
    if sheet is None or sheet.wanted is not wanted:
        sheet = sheets[side] = Places(war, side, wanted)
    return sheet


def post_value(war: Italy, unit: int, h: int, wanted: Pull, fed: int) -> float:
    """What a unit does for its side in a hex: near what is wanted, on what nobody else holds, and in supply."""
    side = war.setup.side_of[unit]
    value, over = ground(war, side, wanted, h, war.units_in(h, side) & ~(1 << unit))
    return _posted(war, unit, side, value, over) - (0.0 if fed >> h & 1 else UNFED[side])


def _posted(war: Italy, unit: int, side: int, value: float, over: int) -> float:
    # An Allied spearhead that can be thrown back is not worth the ground it stands on.
    strength = war.strength(unit)
    over -= strength // 2
    return value - 0.06 * min(over, 2 * strength) if side == ALLIED and over > 0 else value


def better_place(war: Italy, unit: int, places: int, wanted: Pull) -> float:
    """How much a unit would gain by the best of some places."""
    setup = war.setup
    side = setup.side_of[unit]
    sheet = places_of(war, side, wanted)
    fed = served(war, unit)
    # Units that are alike have the same choice of places; the Axis does not ask how strong they are.
    key = (places, fed, war.strength(unit) if side == ALLIED else 0)
    best = sheet.gains.get(key)
    if best is None:
        best = sheet.gains[key] = _best_of(war, unit, side, places, fed, sheet)
    here = war.at[unit]
    return best - (post_value(war, unit, here, wanted, fed) if here < setup.hexes_end else 0.0)


def _best_of(war: Italy, unit: int, side: int, places: int, fed: int, sheet: Places) -> float:
    """The best of some places, none of which is the unit's own."""
    best = -9.0
    own = war.held(side)
    known_there = sheet.known
    places &= (1 << war.setup.hexes_end) - 1
    crowded = places & own
    places ^= crowded
    for most, hexes in ((99.0, crowded), *sheet.bare.ranks):
        if most <= best:
            break  # danger and hunger only take away
        for h in bits(hexes & places if most < 99.0 else hexes):
            value, over = known_there.get(h) or sheet.there(war, side, h)
            if over > 0:
                value = _posted(war, unit, side, value, over)
            if not fed >> h & 1:
                value -= UNFED[side]
            if value > best:
                best = value
    return 0.0 if best == -9.0 else best


def move_value(war: Italy, side: int) -> float:
    """What the three best marches of a side gain, and the attack after them."""
    wanted = march_goals(war, side)
    gains = []
    for unit in bits(movable(war, side)):
        places = reach(war, unit) if war.at[unit] < war.setup.hexes_end else war.setup.north_edge
        gains.append(better_place(war, unit, places, wanted))
    gains.sort(reverse=True)
    strike = assault(war, side, war.on_map(movable(war, side)))[0]
    return sum(gain for gain in gains[:3] if gain > 0.15) * 1.2 + max(0.0, strike)


# --- ways and what they cost


def cheapest(war: Italy, unit: int, target: int) -> tuple[list[int], int | None]:
    """The way a unit takes to where it can go, and its cost in parts of a Movement Point; no cost for the minimum move [13.3]."""
    setup = war.setup
    side, here = setup.side_of[unit], war.at[unit]
    cls, motor = setup.move_class[unit], setup.motorized[unit]
    costs, allowance = setup.costs[cls, motor], setup.mf[unit] * setup.mp
    enemy = war.zoc(1 - side)
    blocked = ~passable(war, unit)
    if here == setup.staging[AXIS]:
        return _from_staging(war, unit, target)
    reach = setup.grid.reach(here, allowance, costs, stop=enemy, blocked=blocked, stop_to_stop=False)
    if target == setup.staging[AXIS]:
        edge = min(bits(setup.north_edge & (reach.mask & ~enemy | 1 << here)), key=lambda h: 0 if h == here else reach.cost(h))
        return [*reach.path(edge), target], reach.cost(edge) + setup.staging_price
    if target in reach:
        return reach.path(target), reach.cost(target)
    return [here, target], None


def _from_staging(war: Italy, unit: int, target: int) -> tuple[list[int], int | None]:
    """Into the map over its north edge, for the price of the first hex [26.3]."""
    setup = war.setup
    costs, enemy = setup.costs[setup.move_class[unit], setup.motorized[unit]], war.zoc(ALLIED)
    blocked = ~passable(war, unit)
    best: tuple[int, list[int]] | None = None
    for price, hexes in entries(war, unit):
        left = setup.mf[unit] * setup.mp - price
        # A unit that comes into an enemy zone of control stops there.
        starts = hexes & ~enemy | hexes & 1 << target
        reach = setup.grid.reach_from(starts, left, costs, stop=enemy, blocked=blocked, stop_to_stop=False)
        if starts and target in reach and (best is None or price + reach.cost(target) < best[0]):
            best = price + reach.cost(target), reach.path(target)
    assert best is not None
    return [war.at[unit], *best[1]], best[0]


def points(war: Italy, parts: int) -> str:
    """Movement Points in words: "2 1/2"."""
    whole, rest = divmod(Fraction(parts, war.setup.mp), 1)
    return f"{whole} {rest}" if whole and rest else str(rest or whole)


def line(war: Italy, way: list[int], tone: str = "strong", note: str = "") -> Line:
    """A way over the board."""
    return Line(tuple(war.setup.space_names[h] for h in way), tone, note)


def _ground(war: Italy, way: list[int]) -> str:
    """What the way leads over: "3 by road, 1 rough, across a river"."""
    setup = war.setup
    passed: Counter[str] = Counter()
    for before, h in pairwise(way):
        if before >= setup.hexes_end or h >= setup.hexes_end:
            passed["edge"] += 1
        elif (before, h) in setup.roads:
            passed["road"] += 1
        else:
            passed[setup.terrain[h]] += 1
            if (before, h) in setup.rivers:
                passed["river"] += 1
            if (before, h) in setup.straits:
                passed["strait"] += 1
    return ", ".join(war.say(f"ground-{what}", n=n) for what, n in passed.items())


def supplied_there(war: Italy, unit: int, target: int) -> bool:
    """Whether a unit would have a Line of Communication from there: a look on a copy."""
    there = war.copy()
    there.put(unit, target)
    return bool(lines(there, unit))


def _where(war: Italy, units: int) -> tuple[Tint, ...]:
    return tuple(Tint(war.setup.space_names[h], "plain") for h in sorted({war.at[u] for u in bits(units)}))


def road_way(war: Italy, unit: int, target: int) -> list[int]:
    """Along connected roads clear of the enemy, however far [32.1]."""
    setup = war.setup
    side, here = setup.side_of[unit], war.at[unit]
    free = passable(war, unit) & ~war.zoc(1 - side)
    rings = [setup.north_roads & free if here == setup.staging[AXIS] else 1 << here]
    ends = setup.north_roads & free if target == setup.staging[AXIS] else 1 << target
    seen = rings[0]
    while not rings[-1] & ends:
        rings.append(setup.grid.cross(rings[-1], setup.roads) & free & ~seen)
        seen |= rings[-1]
    way = [first(rings.pop() & ends)]
    while rings:
        way.append(first(setup.grid.cross(1 << way[-1], setup.roads) & rings.pop()))
    way.reverse()
    return [here, *way] if here == setup.staging[AXIS] else [*way, target] if target == setup.staging[AXIS] else way


# --- step by step


class LeadBrief(Weighed[Lead]):
    gesture = Gesture(takes=("lead",))

    apart = 0.2

    def weigh(self, war: Italy, step: Lead, decision: Decision) -> list[Idea]:
        """Lead with the unit that has most to gain by moving, or with one of those that could strike together."""
        wanted = march_goals(war, war.active)
        strike, _, team = assault(war, war.active, war.on_map(movable(war, war.active)))
        ideas = []
        for unit in bits(decision.choices["lead"]):
            gain = better_place(war, unit, reach(war, unit), wanted) + 0.02 * war.strength(unit)
            if strike > 0 and team >> unit & 1:
                gain += strike
            ideas.append(Idea(gain, "lead", unit, "idea-has-most-to-gain"))
        # Of a stack one is enough to think about; the others come with it.
        ideas.sort(key=lambda idea: -idea.score)
        seen = 0
        for number, idea in enumerate(ideas):
            here = 1 << war.at[idea.target]
            if seen & here:
                ideas[number] = Idea(idea.score - 10.0, idea.verb, idea.target, idea.why)
            seen |= here
        return ideas

    def preview(self, war: Italy, step: Lead, side: int, verb: str, target: int) -> Preview | None:
        """Who moves along with the unit that is named first [12.5a]."""
        setup = war.setup
        sources = lines(war, target)
        if not sources:
            return Preview(war.say("preview-alone-unfed"), "12.5a", (), _where(war, 1 << target))
        contingent = setup.contingent[setup.contingent_of[target]]
        if setup.on["move_any_source"]:
            mates = mask_of(u for u in bits(movable(war, side) & contingent) if lines(war, u))
        else:
            best = max(bits(sources), key=lambda source: group(war, contingent, source).bit_count())
            mates = group(war, contingent, best) & movable(war, side)
            sources = 1 << best
        places = ", ".join(place(war, s) for s in list(bits(sources))[:2])
        who = war.say(f"contingent-{setup.contingent_of[target]}")
        said = war.say("preview-group", n=mates.bit_count(), who=who, places=places)
        return Preview(said, "12.5a", (), _where(war, mates))


class MarchingBrief(Weighed[Marching]):
    gesture = Gesture(takes=("unit",), aims=("strike",))

    apart = 0.1

    def weigh(self, war: Italy, step: Marching, decision: Decision) -> list[Idea]:
        ideas = []
        side = war.active
        if "end" in decision.choices:
            ideas.append(Idea(0.0, "end", 0, "idea-in-place"))
        if "strike" in decision.choices:
            pool = pools(war, side)
            fighters = war.on_map(step.units)
            for h in bits(decision.choices["strike"]):
                value = best_attack(war, h, pool.get(h, 0) & fighters)
                ideas.append(Idea(value - 0.2 if value > 0 else -5.0, "strike", h, "idea-good-odds"))
        wanted = march_goals(war, side)
        strike, target, team = assault(war, side, step.units, step.moved)
        gains: list[tuple[float, int]] = []
        for unit in bits(decision.choices.get("unit", 0)):
            gain = better_place(war, unit, reach(war, unit), wanted)
            if strike > 0 and team >> unit & 1 and not reachable_foes(war, unit) >> target & 1:
                gain = max(gain, strike)  # up to the enemy first
            gains.append((gain - 0.05, unit))
        best = max(gains, key=lambda pair: pair[0], default=(0.0, 0))
        for gain, unit in gains:  # who goes first is a small matter; whether anybody else does is not
            ideas.append(Idea(gain if unit == best[1] else gain - FAR, "unit", unit, "idea-can-do-better-elsewhere"))
        return ideas

    def preview(self, war: Italy, step: Marching, side: int, verb: str, target: int) -> Preview | None:
        if verb == "strike":
            return attack_preview(war, "preview-up-to", best_party(war, target, step.fighters(war), step.teams))
        if verb == "end":
            return None
        setup = war.setup
        hexes = destinations(war, target)
        enemy = war.zoc(1 - side)
        tints = [Tint(setup.space_names[h], "plain" if h < setup.hexes_end and enemy >> h & 1 else "faint") for h in bits(hexes)]
        said = war.say("preview-reach", n=setup.mf[target], places=hexes.bit_count())
        return Preview(said, "13.1a", (), tuple(tints))


class MarchBrief(Weighed[March]):
    gesture = Gesture(puts=("to",))

    apart = 0.5

    def weigh(self, war: Italy, step: March, decision: Decision) -> list[Idea]:
        setup = war.setup
        wanted = march_goals(war, war.active)
        fed = served(war, step.unit)
        enemy = war.zoc(1 - war.active)
        marching = war.nearest(Marching)
        beside = 0
        if marching is not None:
            strike, target, team = assault(war, war.active, marching.units, marching.moved)
            if strike > 0 and team >> step.unit & 1:
                beside = setup.grid.cross(1 << target, setup.zoc_sides)
        ideas = []
        sheet, here = places_of(war, war.active, wanted), war.at[step.unit]
        for h in bits(decision.choices["to"]):
            if h >= setup.hexes_end:
                ideas.append(Idea(-1.0, "to", h, "idea-off-the-map"))
            else:
                near = 2.0 if beside >> h & 1 else 0.1 if enemy >> h & 1 else 0.0
                if h == here:
                    value = post_value(war, step.unit, h, wanted, fed)
                else:
                    value = _posted(war, step.unit, war.active, *sheet.there(war, war.active, h))
                    value -= 0.0 if fed >> h & 1 else UNFED[war.active]
                ideas.append(Idea(value + near, "to", h, "idea-the-best-place"))
        return ideas

    def preview(self, war: Italy, step: March, side: int, verb: str, target: int) -> Preview | None:
        setup, unit = war.setup, step.unit
        way, cost = cheapest(war, unit, target)
        price = {"paid": cost is not None, "cost": points(war, cost or 0), "all": setup.mf[unit]}
        on_map = target < setup.hexes_end
        zone = on_map and bool(war.zoc(1 - side) >> target & 1)
        fed = not on_map or supplied_there(war, unit, target)
        said = war.say("preview-march", **price, ground=_ground(war, way), zone=zone, line=fed)
        tints = (Tint(setup.space_names[target], "bad"),) if zone else ()
        drawn = line(war, way, note=war.say("preview-cost", **price))
        return Preview(said, "13.3" if cost is None else "13.4a", (drawn,), tints)


class PickSourceBrief(Weighed[PickSource]):
    """Any source will do."""

    gesture = Gesture(by=("source",))

    def differing(self, war: Italy, step: PickSource, verb: str, mask: int) -> int:
        """A source pays the same for one unit as for many: one that serves nobody but whom another serves as well is no question."""
        companies = {source: company(war, step.unit, source) for source in bits(mask)}
        return mask_of(
            source
            for source, units in companies.items()
            if not any(units != more and not units & ~more for more in companies.values())
        )


class StrategicMoveBrief(Weighed[StrategicMove]):
    gesture = Gesture(takes=("unit",), puts=("to",))

    def preview(self, war: Italy, step: StrategicMove, side: int, verb: str, target: int) -> Preview | None:
        if verb != "to":
            return None
        way = road_way(war, step.unit, target)
        drawn = line(war, way, note=war.say("preview-by-road", n=len(way) - 1))
        return Preview(war.say("preview-strategic", n=len(way) - 1), "32.1", (drawn,))
