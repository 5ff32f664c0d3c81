"""What a sensible staff would propose: scored ideas for every decision.

Values are in victory points, more or less. The biggest single gain is the exact expectation of a combat over its six faces.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

from ...engine.choice import Decision
from ...engine.game import Idea
from ...engine.geometry.bits import bits, distances, first, mask_of
from ...engine.kinds import NOWHERE
from .actions import Act, Arrive, Fortify, PlaceGarrison, fort_hexes, price
from .air import Bombard, Intercept, Landing, Rebase, airmen, bases_for, bomb_targets, column_of, in_range
from .battle import (
    INVASION,
    LAND,
    Assemble,
    Fight,
    PickTarget,
    Stand,
    Support,
    attack_ssu,
    column,
    defence_ssu,
    has_flak,
    naval_guns,
)
from .landing import Invade, SeaMove, beaches, harbours, invasion_starts, transfer_from
from .movement import Lead, March, Marching, destinations, movable, reachable_foes
from .placing import SetAir, SetGarrisons, SetUnits
from .retreat import Pursuit, RetreatStack, Steadfast
from .state import ALLIED, AXIS, MECH, WORDS, Italy
from .supply import everywhere, lines

STRENGTH = (0.06, 0.15, 0.2, 0.25)
"""What a point of strength is worth with so many turns to come: in the end only places count."""
GUARDED = 15.0
"""The strength near an Objective that halves what it is worth to go there."""
GUARD = 0.15
"""What a unit is worth in a great Objective that has nobody else, for each of its points."""
UNFED = (0.8, 2.0)
"""What it costs a unit of the Axis, and of the Allies, to be without supply."""
ROW = 2.0
"""What it costs the Allies to show themselves north of Cassino: it calls up the Axis' reserves [7.1.1]."""
SURRENDER = 9.0
"""What the surrender of Italy is worth to the Allies: it opens the mainland."""
# What a combat result costs each side of its strength, and whether the hex is cleared.
RESULT = {
    "AE": (1.0, 0.0, False), "AD": (0.6, 0.0, False), "AA": (0.2, 0.0, False), "AW": (0.1, 0.0, False),
    "BA": (0.2, 0.2, False), "DW": (0.0, 0.2, True), "DD": (0.0, 0.6, True), "DE": (0.0, 1.0, True),
}  # fmt: skip


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


def backing(war: Italy, target: int, attackers: int, busy: int = 0) -> tuple[int, int, int]:
    """The air units, guns and special unit that could support an attack."""
    setup = war.setup
    side = setup.side_of[first(attackers)]
    flying = airmen(war, side, "cas") & setup.contingent[setup.contingent_of[first(attackers)]] & ~busy
    cas = 0
    for piece in bits(in_range(war, flying, target)):
        if cas.bit_count() < setup.air_stack:
            cas |= 1 << piece
    guns = first(naval_guns(war, target, attackers) & ~busy) if side == ALLIED else NOWHERE
    helpers = attack_ssu(war, attackers) & ~busy
    ssu = max(bits(helpers), key=lambda piece: int(setup.counter[piece]["attack"])) if helpers else NOWHERE
    return cas, guns, ssu


def attack_value(war: Italy, target: int, attackers: int) -> float:
    """The expectation of an attack over the six faces of the die, with the support there is."""
    return attack_odds(war, target, attackers, LAND, 0)[0]


def attack_odds(war: Italy, target: int, attackers: int, manner: int, busy: int) -> tuple[float, float]:
    """The expectation of an attack, and the chance that it clears the hex."""
    setup = war.setup
    side = setup.side_of[first(attackers)]
    defenders = war.units_in(target, 1 - side)
    if not defenders:
        return 0.0, 1.0
    cas, guns, ssu = backing(war, target, attackers, busy)
    helpers = defence_ssu(war, defenders)
    answer = max(bits(helpers), key=lambda piece: int(setup.counter[piece]["defense"])) if helpers else NOWHERE
    fight = Fight(target, attackers, manner, 3, cas, guns, ssu, defenders, NOWHERE, answer, "")
    _, col, _ = column(war, fight, defenders)
    point = steel(war)
    prize = hex_worth(war, side, target) + 2 * point
    mine, theirs = point * war.total(attackers), point * war.total(defenders)
    total, clear = 0.0, 0
    fort = war.forts >> target & 1
    frail = not defenders & ~(war.flipped | setup.one_step)  # nobody there has two steps
    for face in range(1, 7):
        result = setup.crt[face][col]
        lost, won, cleared = RESULT[result]
        if frail and (result == "DD" or (result == "BA" and not defenders & (defenders - 1))):
            won, cleared = 1.0, True
        elif fort and result in ("DW", "DD"):  # a fortification lets them stay [17.1.2]
            won, cleared = (0.0, False) if result == "DW" else (0.5, False)
        total += theirs * won - mine * lost
        if cleared:
            total += prize
            clear += 1
        elif manner == INVASION:
            total -= 0.5 * mine  # a step of everybody who does not get ashore
    return total / 6, clear / 6


def teams(war: Italy, pool: int) -> set[int]:
    """The units of a pool that could attack together: of one contingent with one source, or one alone."""
    found = set()
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
            found |= set(by_source.values())
            units = 1 << max(bits(alone), key=war.strength) if alone else 0
        if units:
            found.add(units)
    return found


def best_attack(war: Italy, target: int, pool: int) -> float:
    """The value of attacking a hex with the best of those that can attack together."""
    return max((attack_value(war, target, units) for units in teams(war, pool)), default=-9.0)


def pools(war: Italy, side: int) -> dict[int, int]:
    """Which units could attack which enemy hex now."""
    found: dict[int, int] = {}
    for unit in bits(war.on_map(war.setup.mobile & war.setup.own[side])):
        for h in bits(reachable_foes(war, unit)):
            found[h] = found.get(h, 0) | 1 << unit
    return found


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


_marches: dict[tuple[int, int, bool], dict[int, int]] = {}


def shut(war: Italy, side: int) -> bool:
    """Whether the enemy stands on a shore of the Strait: nobody attacks across it [15.9c]."""
    setup = war.setup
    return bool(setup.grid.cross(setup.land, setup.straits) & war.held(1 - side))


def march(war: Italy, goal: int, closed: bool) -> dict[int, int]:
    """Hexes between every land hex and a goal, over land and, unless it is closed, the Strait; other islands are not in it."""
    setup = war.setup
    key = (setup.land, goal, closed)
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


NEAR = (1.0, 1.0, 1.0, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1)
"""How much of a stack so many hexes away may take part in a fight soon: a road carries it twice as far as its factor says."""


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
    key = (war.setup.land, closed, *wanted, *fetched)
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


_assaults: dict[Any, tuple[float, int, int]] = {}


def assault(war: Italy, side: int, units: int, fixed: int = 0) -> tuple[float, int, int]:
    """The best attack after a move: what it promises, where, and by whom. ``fixed`` are those who have moved already."""
    setup = war.setup
    guns = war.ap[ALLIED] >= setup.cost["gunfire"]  # all that the points decide
    key = (setup, war.turn, side, units, fixed, war.flipped, war.forts, guns, tuple(war.at))
    found = _assaults.get(key)
    if found is not None:
        return found
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
    found = (-1.0, NOWHERE, 0)
    for h in sorted(pool, key=lambda x: -worth[x])[:4]:
        for team in teams(war, pool[h]) if not fixed else (pool[h],):
            strongest = mask_of(sorted(bits(team), key=lambda unit: -war.strength(unit))[: 2 * setup.stack])
            found = max(found, (attack_value(war, h, strongest), h, strongest))
    if len(_assaults) > 100:
        _assaults.clear()
    _assaults[key] = found
    return found


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
        return value + (0.2 if setup.steep >> h & 1 else 0.0 if setup.open >> h & 1 else 0.1), 0
    over = threats(war, AXIS).get(h, 0)
    return value, over - threats(war, ALLIED).get(h, 0) if over else 0


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
    store = known(war).ground
    entry = store[side]
    if entry is None or entry[0] is not wanted:
        entry = store[side] = (wanted, {}, {})
    _, table, gains = entry
    gain = gains.get((unit, places))
    if gain is None:
        gain = gains[unit, places] = _best_of(war, unit, side, places, wanted, table)
    return gain


def _best_of(war: Italy, unit: int, side: int, places: int, wanted: Pull, table: dict[int, tuple[float, int]]) -> float:
    here, end = war.at[unit], war.setup.hexes_end
    fed = served(war, unit)
    best = -9.0
    for h in bits(places):
        if h < end:
            found = table.get(h)
            if found is None:  # nobody of these places is the unit's own, so it does not count there
                found = table[h] = ground(war, side, wanted, h, war.units_in(h, side))
            value, over = found
            if over > 0:
                value = _posted(war, unit, side, value, over)
            if not fed >> h & 1:
                value -= UNFED[side]
            if value > best:
                best = value
    if best == -9.0:
        best = 0.0
    return best - (post_value(war, unit, here, wanted, fed) if here < end else 0.0)


def value(war: Italy, side: int) -> float:
    """The chance to win.

    The weights were fitted to the Action Segments of 260 games of Scenario II between advisers who now and then do not do the best; log-loss
    on other games 0.43, for the victory points alone 0.47. Each is a step on the scale on which 1 makes 73 of 50 percent.
    """
    if war.outcome is not None:
        return 0.5 if war.outcome.winner < 0 else float(war.outcome.winner == side)
    setup = war.setup
    if setup.on["victory_south"] or setup.on["med_gambit"]:
        ahead = _mainland_lead(war) * (1.4 - (setup.last - war.turn) / 6)
    else:
        ahead = _lead(war)
    chance = 1.0 / (1.0 + math.exp(-ahead))
    return chance if side == ALLIED else 1.0 - chance


def _lead(war: Italy) -> float:
    """How far the Allies are ahead."""
    setup = war.setup
    late = max(0.0, 1.0 - (setup.last - war.turn) / 5)
    early = 1.0 - late
    axis, allied = war.scores()
    # Places can still be lost and won, so they count three times as much in the end.
    ahead = 1.3 - 0.6 * late + (0.05 + 0.12 * late) * (allied - axis) + 0.06 * (war.ap[ALLIED] - war.ap[AXIS])
    # Troops count where the war is; those that wait for a ship or a march a little less.
    front = setup.mainland if war.surrendered else setup.land
    troops = [sum(war.total(war.mobile_in(h, s)) for h in bits(war.mobile_hexes(s) & front)) for s in (AXIS, ALLIED)]
    waiting = [war.total(war.in_box(setup.staging[s], setup.own[s] & setup.mobile)) for s in (AXIS, ALLIED)]
    ahead += 0.017 * (troops[ALLIED] + 0.6 * waiting[ALLIED] - troops[AXIS] - 0.8 * waiting[AXIS])
    # Garrisons in Objectives pay until the end [5.2.1c], and a port on the mainland feeds an army.
    paid = [(war.posts(s) & setup.objective_hexes).bit_count() for s in (AXIS, ALLIED)]
    ahead += early * (0.15 * (paid[ALLIED] - paid[AXIS]) + 0.25 * (war.ports(ALLIED) & front).bit_count())
    # Nobody is driven out of a Fortification [17.1.2a]: the greater the prize in it, the more that is worth.
    for h in bits(war.forts & front):
        prize = setup.objectives.get(h, 0) + setup.landmarks.get(h, 0)
        ahead += (1.0 if war.held(ALLIED) >> h & 1 else -1.0) * (0.09 + 0.03 * late) * prize
    # Roma must be guarded, above all when there is no time left to come back.
    capital = _capital(war)
    ahead -= (0.016 + 0.06 * late) * war.total(war.units_in(capital, AXIS))
    return ahead if war.surrendered else ahead + 0.5


def _capital(war: Italy) -> int:
    """The hex that is worth most."""
    objectives = war.setup.objectives
    return max(objectives, key=lambda h: objectives[h])


LEVELS = {"cadet": (3, 3, 2, 1.0), "captain": (6, 6, 8, 0.7), "admiral": (6, 18, 60, 0.7)}
"""Plans, worlds, choices played on, and by how many standard errors another plan must be better."""


ROUTINE = ("garrison", "reinforce", "regroup", "fortify", "rebase")
PLAIN = 8.0
"""By how much an Action must seem better than any other to be taken without search."""


def trusted(war: Italy, decision: Decision) -> bool:
    """Search is for marches, attacks and landings, unless it is plain what to do; how a fight is settled needs none."""
    assert war.stack is not None
    if not isinstance(war.stack[0], Act):
        return True
    ranked = sorted(ideas(war, decision), key=lambda idea: -idea.score)
    if ranked[0].verb == "invade":
        return False
    return ranked[0].verb in ROUTINE or ranked[0].score - ranked[1].score > PLAIN


def calm(war: Italy) -> bool:
    """Between two Actions."""
    return war.stack is None or isinstance(war.stack[0], Act)


def _mainland_lead(war: Italy) -> float:
    """Where the whole mainland decides: what the Axis has lost of it, and what the Allies still lack [36.3, 37.2]."""
    mainland = war.setup.objective_hexes & war.setup.mainland
    lost = 2.0 * (mainland & ~war.held(AXIS)).bit_count() - 1.0
    lacking = 0.5 - (mainland & ~war.held(ALLIED)).bit_count()
    south, gambit = war.setup.on["victory_south"], war.setup.on["med_gambit"]
    return (lost + lacking) / 2 if south and gambit else lost if south else lacking


# --- decisions

HOPELESS, FAR = -0.5, 20.0
"""Actions that seem worth less than this are put so far away that all others are near each other."""


def act_ideas(war: Italy, step: Act, decision: Decision) -> list[Idea]:
    """What each Action promises, for its price."""
    setup = war.setup
    side = step.side
    scores = {"pass": 0.0}
    # Points that cannot be spent are worth little: at the end, and when the track is filling up.
    point = 0.15 if war.turn == setup.last else 0.3 if war.ap[side] <= 12 else 0.2
    for verb in decision.choices:
        if verb != "pass":
            worth = _action_value(war, side, verb)
            # Far below all that could be meant: what is left is worth a search.
            scores[verb] = (worth if worth > HOPELESS else worth - FAR) - point * price(war, verb, side)
    if "fortify" in scores and prizes(war, side) & fort_hexes(war, side):  # always worth a thought
        scores["fortify"] = max(scores["fortify"], max(scores.values()) - 0.5)
    return [Idea(score, verb, 0, verb) for verb, score in scores.items()]


def post_worth(war: Italy, side: int, h: int) -> float:
    """What a Garrison is worth in a hex; in a port under threat it is what the troops there live on."""
    setup = war.setup
    worth = 0.5 * hex_worth(war, side, h)
    if side == ALLIED and setup.ports >> h & 1:
        near = danger(war, h, ALLIED)
        if near:
            worth += 1.5 + 0.06 * war.total(war.mobile_in(h, side)) + min(1.0, 0.05 * near)
    return worth


def _action_value(war: Italy, side: int, verb: str) -> float:
    setup = war.setup
    if verb == "attack":
        return max((best_attack(war, h, pool) for h, pool in pools(war, side).items()), default=-1.0)
    if verb == "garrison":
        spots = war.mobile_hexes(side) & setup.garrison_sites[side] & ~war.posts(side)
        left = setup.last - war.turn
        return max(
            (post_worth(war, side, h) + (0.35 * left if h in setup.objectives else 0.0) for h in bits(spots)), default=-1.0
        )
    if verb == "invade":
        return best_start(war)[1] - (1.5 if war.ap[ALLIED] < 4 and war.turn < setup.last else 0.0)
    if verb == "reinforce":
        waiting = war.in_box(setup.display[side], setup.amphibs | setup.mobile)
        return 0.9 + 0.15 * min(6, waiting.bit_count()) + (0.8 if waiting & setup.amphibs else 0.0)
    if verb == "regroup":
        return 0.5 + 0.4 * (war.flipped & setup.mobile & setup.own[side] & war.on_map(setup.mobile)).bit_count()
    if verb == "transfer":
        return best_transfer(war, side)[0]
    if verb == "move":
        wanted = march_goals(war, side)
        gains = []
        for unit in bits(movable(war, side)):
            places = reach(war, unit) if war.at[unit] < setup.hexes_end else setup.north_edge
            gains.append(better_place(war, unit, places, wanted))
        gains.sort(reverse=True)
        strike = assault(war, side, war.on_map(movable(war, side)))[0]
        return sum(gain for gain in gains[:3] if gain > 0.15) * 1.2 + max(0.0, strike)
    if verb == "bombard":
        return max((bomb_value(war, side, h) for h in bits(bomb_targets(war, side))), default=-1.0)
    if verb == "fortify":
        return max((fort_value(war, side, h) for h in bits(fort_hexes(war, side))), default=-1.0)
    if verb == "interdict":
        return 0.6 if war.turn >= 3 and not war.interdiction else -1.0
    if verb == "drop":
        return -0.2
    if verb == "rebase":
        return rebase_value(war, side)
    return -1.0


def bomb_value(war: Italy, side: int, h: int) -> float:
    """The expectation of a raid by the two heaviest bombers of one contingent."""
    setup = war.setup
    flying = in_range(war, airmen(war, side, "bombardment"), h)
    post = war.garrison_in(h, 1 - side)
    last = bool(war.flipped >> post & 1)
    prize = 0.5 * war.in_box(h, setup.air).bit_count() + 0.3
    if h in setup.objectives:
        # Its income while there is any to come, and the place itself if nobody else is there.
        prize += 0.1 * min(3, setup.last - war.turn)
        if not war.mobile_in(h, 1 - side):
            prize += setup.objectives[h] / (1.0 + setup.last - war.turn) + 0.15 * (setup.last - war.turn)
    elif setup.ports >> h & 1 and side == AXIS:
        prize += 0.5
    hunters = in_range(war, airmen(war, 1 - side, "interception"), h) if war.ap[1 - side] else 0
    hunt = sum(sorted((int(setup.counter[piece]["air_air"]) for piece in bits(hunters)), reverse=True)[: setup.air_stack])
    best = -1.0
    for mask in setup.contingent.values():
        team = sorted(bits(flying & mask), key=lambda piece: -int(setup.counter[piece]["bomb"]))[: setup.air_stack]
        loads = [int(setup.counter[piece]["bomb"]) for piece in team]
        if loads:
            shift = int(setup.tables["air_combat.shift.flak"]) if has_flak(war, war.units_in(h, 1 - side)) else 0
            shift += int(setup.tables["air_combat.shift.fortification"]) if war.forts >> h & 1 else 0
            col = max(0, min(len(setup.act_columns) - 1, column_of(war, sum(loads)) + shift))
            total = 0.0
            for face in range(1, 7):
                effect = setup.tables[f"air_combat.bombardment.{setup.act[face][col]}"]
                gone = effect["garrison"] >= 2 or (effect["garrison"] and last)
                total += (prize if gone else 0.3 * prize if effect["garrison"] else 0.0) + 0.3 * effect["ap"] - effect["own"]
            total /= 6
            if hunt:  # who is met on the way may not come through
                met = column_of(war, hunt - sum(int(setup.counter[piece]["air_air"]) for piece in team))
                gone = sum(setup.act[face][met] in ("DR", "E1", "D1", "D2") for face in range(1, 7)) / 6
                total = total * (1.0 - gone * (1.0 if len(team) == 1 else 0.7)) - 0.5 * gone
            best = max(best, total)
    return best


def cover(war: Italy, side: int, piece: int, base: int) -> float:
    """What an air unit could help to take or to hold from a base."""
    setup = war.setup
    disc = setup.disc(base, setup.range[piece])
    foe = war.held(1 - side)
    near = setup.grid.within(war.mobile_hexes(side), 2) & foe
    total = 0.1 * (disc & near).bit_count()
    for h in bits(disc & setup.objective_hexes & ~war.closed(side)):
        total += 0.25 if foe >> h & 1 else 0.1
    return total


def best_base(war: Italy, side: int, piece: int) -> tuple[float, int]:
    """How much more an air unit in the Staging Area could do from the best airfield, and which."""
    now = cover(war, side, piece, war.at[piece])
    fields = bases_for(war, piece)
    return max(((cover(war, side, piece, h) - now, h) for h in bits(fields)), default=(-1.0, NOWHERE))


def rebase_value(war: Italy, side: int) -> float:
    """What two tactical units of one contingent gain by moving up."""
    setup = war.setup
    waiting = war.in_box(setup.staging[side], setup.may_fly["interception", side])
    best = -1.0
    for mask in setup.contingent.values():
        gains = sorted((best_base(war, side, piece)[0] for piece in bits(waiting & mask)), reverse=True)
        if gains:
            best = max(best, sum(gain for gain in gains[:2] if gain > 0.1))
    return best


def rebase_ideas(war: Italy, step: Rebase, decision: Decision) -> list[Idea]:
    setup = war.setup
    side = decision.side
    ideas = [Idea(0.05, "end", 0, "well based")] if "end" in decision.choices else []
    for piece in bits(decision.choices.get("unit", 0)):
        gain = best_base(war, side, piece)[0] if war.at[piece] == setup.staging[side] else -1.0
        if not setup.may_fly["interception", side] >> piece & 1:
            gain -= 1.0  # bombers reach everything from home
        ideas.append(Idea(gain, "unit", piece, "could do more from there"))
    for h in bits(decision.choices.get("to", 0)):
        ideas.append(Idea(cover(war, side, step.piece, h), "to", h, "nearer to the fighting"))
    return ideas


def land_ideas(war: Italy, step: Landing, decision: Decision) -> list[Idea]:
    """Fighters come down near the front, bombers go home."""
    home = war.at[step.piece]
    front = war.setup.may_fly["interception", decision.side] >> step.piece & 1
    return [
        Idea(cover(war, decision.side, step.piece, h) if front else float(h == home), "land", h, "nearer to the fighting")
        for h in bits(decision.choices["land"])
    ]


def fort_value(war: Italy, side: int, h: int) -> float:
    """A fortification lets its hex be held; where the enemy is near, and worth it."""
    setup = war.setup
    near = setup.grid.within(1 << h, 2) & war.held(1 - side)
    stake = 0.1 * hex_worth(war, side, h) + 0.02 * war.total(war.units_in(h, side))
    if side == ALLIED and war.posts(side) >> h & 1 and (threat := danger(war, h, ALLIED)):
        # A port that cannot be taken is a foothold: one column less, and nobody is driven out.
        force = war.total(war.units_in(h, side))
        return 0.3 * (hex_worth(war, side, h) + steel(war) * force) * min(1.0, threat / (1.5 * force))
    return min(1.2, 0.2 + stake) if near else min(0.45 if side == AXIS else 0.2, stake) + 0.001 * stake


def prizes(war: Italy, side: int) -> int:
    """The great Objectives that a side holds without a Fortification."""
    great = mask_of(h for h, points in war.setup.objectives.items() if points > 1)
    return great & war.held(side) & ~war.forts


def fort_ideas(war: Italy, step: Fortify, decision: Decision) -> list[Idea]:
    values = {h: fort_value(war, decision.side, h) for h in bits(decision.choices["at"])}
    best = max(values.values())
    for h in bits(prizes(war, decision.side) & decision.choices["at"]):
        values[h] = max(values[h], 0.95 * best)
    return [Idea(value, "at", h, "worth holding") for h, value in values.items()]


def landing_force(war: Italy, start: int, contingent: int, spent: int = 0) -> int:
    """The three strongest units of a contingent at a place, of those not yet on board."""
    units = war.in_box(start, war.setup.mobile & contingent) & ~spent
    return mask_of(sorted(bits(units), key=war.strength, reverse=True)[: war.setup.stack])


def empty_coast(war: Italy, h: int) -> bool:
    """A place that anybody can take, with no enemy and nothing else to gain near it."""
    setup = war.setup
    near = setup.grid.within(1 << h, 3) & ~(1 << h)
    return not near & (war.held(AXIS) | setup.objective_hexes & ~war.held(ALLIED)) and not war.held(AXIS) >> h & 1


def coast(war: Italy, h: int) -> tuple[float, float, int, bool]:
    """What awaits anybody who lands at a beach: prizes next to it, enemies near it, friends next to it, and whether he can be fed."""
    store = known(war).coast
    found = store.get(h)
    if found is None:
        setup = war.setup
        near = sum(hex_worth(war, ALLIED, x) for x in bits(setup.ring[h] & setup.objective_hexes & ~war.held(ALLIED)))
        threat = danger(war, h, ALLIED) - war.total(war.mobile_in(h, AXIS))
        friends = sum(war.total(war.units_in(x, ALLIED)) for x in bits(setup.ring[h] & war.held(ALLIED)))
        fed = bool(setup.ports >> h & 1 or setup.grid.within(1 << h, 2) & war.ports(ALLIED) & ~war.zoc(AXIS))
        found = store[h] = (near, threat, friends, fed)
    return found


def beach_value(war: Italy, h: int, units: int, wanted: Pull, busy: int = 0, least: float = -99.0) -> float:
    """What a landing of these units would bring: the beach, what lies near it, and a port to live on.

    Where that is no more than ``least`` at best, nobody works out the odds.
    """
    setup = war.setup
    enemy = war.held(AXIS)
    near, threat, friends, fed = coast(war, h)
    force = war.total(units) + friends
    # Who lands among enemies must expect to be attacked at once; without a port to live on he is lost.
    if fed:
        risk = min(1.0, max(0.0, 0.4 * threat / (2 + force) - 0.1))
    else:
        risk = min(1.0, 0.6 * threat / (1 + force) + (0.3 if threat else 0.0))
    value = (0.3 * near + wanted[h]) * (1.0 - risk) - steel(war) * war.total(units) * risk
    if setup.north >> h & 1 and not war.r_open and not setup.north & war.held(ALLIED):
        value -= ROW * min(1.0, (setup.last - war.turn) / 3)
    if enemy >> h & 1:
        point = steel(war)
        most = hex_worth(war, ALLIED, h) + point * (2 + war.total(war.units_in(h, AXIS))) + max(0.0, 0.5 * value)
        if most <= least:
            return most
        gain, chance = attack_odds(war, h, units, INVASION, busy)
        return gain + chance * min(value, 0.5 * value)
    return value + (0.0 if war.held(ALLIED) >> h & 1 else hex_worth(war, ALLIED, h))


def shores(war: Italy) -> int:
    """The beaches worth a look: nobody lands behind his own lines on an island."""
    return beaches(war, 0) & ~(war.held(ALLIED) & ~war.setup.mainland)


def best_start(war: Italy) -> tuple[int, float]:
    """Where an invasion should set out, and what the best landing from there gains over staying."""
    setup = war.setup
    wanted = goals(war, ALLIED)
    best = (setup.staging[ALLIED], -1.0)
    landings = shores(war)
    for start in bits(invasion_starts(war)):
        now = wanted[start] if start < setup.hexes_end else 0.0
        if start in setup.objectives and not war.posts(ALLIED) >> start & 1:
            now += 2.0
        for mask in setup.contingent.values():
            units = landing_force(war, start, mask)
            if units.bit_count() >= 2:
                for h in bits(landings):
                    value = beach_value(war, h, units, wanted, 0, best[1] + 2 * now) - 2 * now
                    if value > best[1]:
                        best = (start, value)
    return best


def offshore(war: Italy, wanted: Pull) -> float:
    """What a place at sea is worth to an Allied unit: half of the best open beach, if there is something to sail with."""
    setup = war.setup
    waiting = war.in_box(setup.staging[ALLIED], setup.mobile)
    amphibs = war.in_box(setup.staging[ALLIED], setup.amphibs) | war.in_box(setup.display[ALLIED], setup.amphibs)
    if waiting.bit_count() >= setup.stack * amphibs.bit_count():
        return 0.1  # nothing to sail with
    return 0.5 * max((wanted[h] for h in bits(shores(war) & ~war.held(AXIS))), default=0.0)


def best_transfer(war: Italy, side: int) -> tuple[float, int, int]:
    """The best sea lift: its value, from where, to where."""
    setup = war.setup
    wanted = goals(war, side)
    ends = harbours(war, side) & ~war.full_hexes(side)
    home = offshore(war, wanted) if side == ALLIED else 0.0
    best = (-1.0, NOWHERE, NOWHERE)
    for start in bits(transfer_from(war, side, False)):
        units = war.in_box(start, setup.mobile & setup.own[side])
        if start in setup.objectives and units.bit_count() == 1 and not war.posts(side) >> start & 1:
            continue
        now = wanted[start] if start < setup.hexes_end else home
        for end in bits(ends & ~(1 << start)):
            if end >= setup.hexes_end:
                if setup.mainland >> start & 1 or now > 0.3:
                    continue  # nobody leaves a foothold, or an island where there is something to do
                room, there = setup.stack, home
            else:
                room, there = setup.stack - war.mobile_in(end, side).bit_count(), wanted[end]
            value = (there - now) * min(3, room, units.bit_count()) * (0.4 if end >= setup.hexes_end else 1.0)
            if value > best[0]:
                best = (value, start, end)
    return best


def sea_ideas(war: Italy, step: SeaMove, decision: Decision) -> list[Idea]:
    if step.evacuation:
        return plain_ideas(war, step, decision)
    _, start, end = best_transfer(war, decision.side)
    ideas = []
    for h in bits(decision.choices.get("from", 0)):
        ideas.append(Idea(1.0 if h == start else 0.0, "from", h, "troops with nothing to do"))
    wanted = goals(war, decision.side)
    for h in bits(decision.choices.get("to", 0)):
        score = wanted[h] if h < war.setup.hexes_end else 0.0
        ideas.append(Idea(score + (20.0 if h == end else 0.0), "to", h, "where they are needed"))
    for unit in bits(decision.choices.get("unit", 0)):
        ideas.append(Idea(1.0 + war.strength(unit), "unit", unit, "the strongest first"))
    if "end" in decision.choices:
        ideas.append(Idea(0.0, "end", 0, "enough"))
    return ideas


def target_ideas(war: Italy, step: PickTarget, decision: Decision) -> list[Idea]:
    found = pools(war, war.active)
    return [Idea(best_attack(war, h, found[h]), "target", h, "the best odds") for h in bits(decision.choices["target"])]


def assemble_ideas(war: Italy, step: Assemble, decision: Decision) -> list[Idea]:
    """Gather the best team, strongest first, and no more than make the attack better."""
    able = step.joined | decision.choices.get("join", 0)
    now = attack_value(war, step.target, step.joined) if step.joined else -9.0
    best = (now, step.joined)
    for team in (able,) if step.paid else teams(war, able):
        units = step.joined
        for unit in sorted(bits(team & ~units), key=war.strength, reverse=True):
            units |= 1 << unit
            best = max(best, (attack_value(war, step.target, units), units))
    ideas = []
    for unit in bits(decision.choices.get("join", 0)):
        wanted = best[0] if best[1] >> unit & 1 else now - 1.0
        ideas.append(Idea(wanted + 0.01 * war.strength(unit), "join", unit, "adds to the attack"))
    if "assault" in decision.choices:
        ideas.append(Idea(now, "assault", 0, "strong enough"))
    return ideas


def help_of(war: Italy, piece: int, way: str) -> float:
    """What a special unit brings; of equals, first who does not tire [23.3a]."""
    counter = war.setup.counter[piece]
    return 0.2 * int(counter[way]) + (0.0 if counter["recycles"] else 0.05)


def support_ideas(war: Italy, step: Support, decision: Decision) -> list[Idea]:
    ideas = [Idea(0.0, "enough", 0, "enough")]
    ideas += [Idea(0.6, "cas", piece, "a column for nothing") for piece in bits(decision.choices.get("cas", 0))]
    for piece in bits(decision.choices.get("support", 0)):
        ideas.append(Idea(0.3 + help_of(war, piece, "attack"), "support", piece, "columns for nothing"))
    worth = 0.3 if war.ap[ALLIED] > 2 else -0.1
    ideas += [Idea(worth, "gunfire", piece, "a column for a point") for piece in bits(decision.choices.get("gunfire", 0))]
    return ideas


def stand_ideas(war: Italy, step: Stand, decision: Decision) -> list[Idea]:
    """Special units help the defence for nothing; ships where it matters."""
    ideas = [Idea(0.0, "stand", 0, "as it is")] if "stand" in decision.choices else []
    ideas += [Idea(0.1 * war.strength(unit), "defend", unit, "the strongest") for unit in bits(decision.choices.get("defend", 0))]
    for piece in bits(decision.choices.get("support", 0)):
        ideas.append(Idea(help_of(war, piece, "defense"), "support", piece, "columns for nothing"))
    stake = hex_worth(war, decision.side, step.target) + steel(war) * war.total(step.units)
    for piece in bits(decision.choices.get("gunfire", 0)):
        ideas.append(Idea(0.15 * stake - 0.4, "gunfire", piece, "a column for a point"))
    return ideas


def intercept_value(war: Italy, step: Intercept, sent: int) -> float:
    """The expectation of an interception: columns taken from the attack, aircraft shot down and lost."""
    setup = war.setup
    mine = sum(setup.counter[p]["air_air"] for p in bits(sent))
    theirs = sum(setup.counter[p]["air_air"] for p in bits(step.mission))
    col = column_of(war, theirs - mine if setup.on["intercept_literal"] else mine - theirs)
    target = step.target
    stake = hex_worth(war, step.side, target) + steel(war) * war.total(war.units_in(target, step.side))
    total = 0.0
    for face in range(1, 7):
        effect = setup.tables[f"air_combat.interception.{setup.act[face][col]}"]
        gone = effect["eliminated"] + effect["recycled"]
        total += 0.1 * stake * gone + 0.4 * effect["eliminated"] + 0.15 * effect["recycled"] - 0.4 * effect["own"]
    return total / 6


def intercept_ideas(war: Italy, step: Intercept, decision: Decision) -> list[Idea]:
    setup = war.setup
    able = decision.choices.get("intercept", 0)
    now = intercept_value(war, step, step.sent) if step.sent else 0.0
    ideas = [Idea(now, "engage" if step.sent else "decline", 0, "as it is")]
    cost = 0.0 if step.sent else 0.3 if war.ap[step.side] > 2 else 0.6
    for piece in bits(able):
        sent = step.sent | 1 << piece
        if not step.sent:  # what it could do together with the best of its comrades
            others = able & setup.contingent[setup.contingent_of[piece]] & ~(1 << piece)
            if others:
                sent |= 1 << max(bits(others), key=lambda p: int(setup.counter[p]["air_air"]))
        ideas.append(
            Idea(
                intercept_value(war, step, sent) - cost + 0.001 * setup.counter[piece]["air_air"], "intercept", piece, "good odds"
            )
        )
    return ideas


def lead_ideas(war: Italy, step: Lead, decision: Decision) -> list[Idea]:
    """Lead with the unit that has most to gain by moving, or with one of those that could strike together."""
    wanted = march_goals(war, war.active)
    strike, _, team = assault(war, war.active, war.on_map(movable(war, war.active)))
    ideas = []
    for unit in bits(decision.choices["lead"]):
        gain = better_place(war, unit, reach(war, unit), wanted) + 0.02 * war.strength(unit)
        if strike > 0 and team >> unit & 1:
            gain += strike
        ideas.append(Idea(gain, "lead", unit, "has most to gain"))
    # Of a stack one is enough to think about; the others come with it.
    ideas.sort(key=lambda idea: -idea.score)
    seen = 0
    for number, idea in enumerate(ideas):
        here = 1 << war.at[idea.target]
        if seen & here:
            ideas[number] = Idea(idea.score - 10.0, idea.verb, idea.target, idea.why)
        seen |= here
    return ideas


def marching_ideas(war: Italy, step: Marching, decision: Decision) -> list[Idea]:
    ideas = []
    side = war.active
    if "end" in decision.choices:
        ideas.append(Idea(0.0, "end", 0, "in place"))
    if "strike" in decision.choices:
        pool = pools(war, side)
        fighters = war.on_map(step.units)
        for h in bits(decision.choices["strike"]):
            value = best_attack(war, h, pool.get(h, 0) & fighters)
            ideas.append(Idea(value - 0.2 if value > 0 else -5.0, "strike", h, "good odds"))
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
        ideas.append(Idea(gain if unit == best[1] else gain - FAR, "unit", unit, "can do better elsewhere"))
    return ideas


def march_ideas(war: Italy, step: March, decision: Decision) -> list[Idea]:
    setup = war.setup
    wanted = march_goals(war, war.active)
    fed = served(war, step.unit)
    enemy = war.zoc(1 - war.active)
    group = war.stack[1][0] if war.stack is not None and war.stack[1] is not None else None
    beside = 0
    if isinstance(group, Marching):
        strike, target, team = assault(war, war.active, group.units, group.moved)
        if strike > 0 and team >> step.unit & 1:
            beside = setup.grid.cross(1 << target, setup.zoc_sides)
    ideas = []
    for h in bits(decision.choices["to"]):
        if h >= setup.hexes_end:
            ideas.append(Idea(-1.0, "to", h, "off the map"))
        else:
            near = 2.0 if beside >> h & 1 else 0.1 if enemy >> h & 1 else 0.0
            ideas.append(Idea(post_value(war, step.unit, h, wanted, fed) + near, "to", h, "the best place"))
    return ideas


def invade_ideas(war: Italy, step: Invade, decision: Decision) -> list[Idea]:
    setup = war.setup
    ideas = []
    wanted = goals(war, ALLIED)
    spent = 0
    for _, _, units in step.landings:
        spent |= units
    best = best_start(war)[0] if "from" in decision.choices else NOWHERE
    for h in bits(decision.choices.get("from", 0)):
        ideas.append(Idea(1.0 if h == best else 0.1, "from", h, "where the troops are"))
    going = (
        [setup.contingent[setup.contingent_of[first(spent | step.units)]]] if spent | step.units else setup.contingent.values()
    )
    if "beach" in decision.choices:
        forces = [force for mask in going if (force := landing_force(war, step.start, mask, spent))]
        # Support goes to the first landing; the others must do without.
        busy = (
            sum(1 << piece for piece in bits(war.in_box(setup.staging[ALLIED], ~0)) if not setup.ground >> piece & 1)
            if spent
            else 0
        )
        # The only three units at hand are not split for an empty beach.
        scarce = war.in_box(step.start, setup.mobile).bit_count() > setup.stack and all(
            war.in_box(step.start, setup.mobile & mask).bit_count() <= setup.stack for mask in going
        )
        for h in bits(decision.choices["beach"]):
            score = max(beach_value(war, h, force, wanted, busy) for force in forces)
            if score > 0 and any(setup.grid.within(1 << beach, 2) >> h & 1 for _, beach, _ in step.landings):
                score *= 0.3  # the first landing takes care of this coast
            if not shores(war) >> h & 1:
                score -= 5.0
            elif scarce and empty_coast(war, h):
                score -= 2.0
            ideas.append(Idea(score, "beach", h, "a good beach"))
    easy = step.beach != NOWHERE and empty_coast(war, step.beach)
    if "load" in decision.choices and easy:
        for unit in bits(decision.choices["load"]):  # one will do, and no good one
            ideas.append(Idea((0.0 if step.units else 3.0) - 0.1 * war.strength(unit), "load", unit, "enough for an empty beach"))
    elif "load" in decision.choices:
        force = max(
            (landing_force(war, step.start, mask, spent) for mask in going),
            key=lambda f: beach_value(war, step.beach, f, wanted) if f else -99.0,
        )
        for unit in bits(decision.choices["load"]):
            ideas.append(
                Idea(3.0 + 0.1 * war.strength(unit) + (2.0 if force >> unit & 1 else 0.0), "load", unit, "the strongest first")
            )
    if "full" in decision.choices:
        ideas.append(Idea(0.5, "full", 0, "ready"))
    for amphib in bits(decision.choices.get("sail", 0)):
        own = setup.contingent_of[amphib] == setup.contingent_of[first(step.units)]
        ideas.append(Idea(0.5 if own else 0.4, "sail", amphib, "comes back with its own"))
    if "launch" in decision.choices:
        short = war.ap[ALLIED] < 2 * len(step.landings) + 2  # every foothold needs a Garrison and more
        ideas.append(Idea(4.0 if short else 0.8, "launch", 0, "go"))
    return ideas


def bombard_ideas(war: Italy, step: Bombard, decision: Decision) -> list[Idea]:
    setup = war.setup
    ideas = []
    for h in bits(decision.choices.get("target", 0)):
        ideas.append(Idea(bomb_value(war, war.active, h), "target", h, "hurts most"))
    for piece in bits(decision.choices.get("fly", 0)):
        ideas.append(Idea(1.0 + setup.counter[piece]["bomb"], "fly", piece, "the heaviest load"))
    ideas += [Idea(0.9, "support", piece, "guides the bombs") for piece in bits(decision.choices.get("support", 0))]
    if "launch" in decision.choices:
        ideas.append(Idea(0.5, "launch", 0, "go"))
    return ideas


def steadfast_ideas(war: Italy, step: Steadfast, decision: Decision) -> list[Idea]:
    here = war.at[step.unit]
    hold = 1.0 + hex_worth(war, war.setup.side_of[step.unit], here)
    weak = 1.2 if war.flipped >> step.unit & 1 else 0.0
    return [Idea(hold - weak, "stay", 0, "holds"), Idea(0.5, "go", 0, "saves itself")]


def retreat_order(war: Italy, step: RetreatStack, decision: Decision) -> list[Idea]:
    return [Idea(float(war.strength(unit)), "unit", unit, "the best first") for unit in bits(decision.choices["unit"])]


def pursuit_ideas(war: Italy, step: Pursuit, decision: Decision) -> list[Idea]:
    worth = hex_worth(war, war.active, step.target)
    ideas = [Idea(0.3, "halt", 0, "stay in line")]
    inside = war.mobile_in(step.target, war.active).bit_count()
    for unit in bits(decision.choices["pursue"]):
        leaving = war.at[unit]
        alone = leaving in war.setup.objectives and war.units_in(leaving, war.active).bit_count() == 1
        ideas.append(
            Idea(0.2 + worth + (0.4 if inside == 0 else 0.0) - (1.5 if alone else 0.0), "pursue", unit, "takes the ground")
        )
    return ideas


def arrive_ideas(war: Italy, step: Arrive, decision: Decision) -> list[Idea]:
    wanted = goals(war, decision.side)
    ideas = []
    for place in bits(decision.choices["at"]):
        if place >= war.setup.hexes_end:
            ideas.append(Idea(0.2, "at", place, "safe"))
        else:
            room = war.setup.stack - war.mobile_in(place, decision.side).bit_count()
            ideas.append(Idea(0.4 + wanted[place] if room > 0 else -1.0, "at", place, "near the front"))
    return ideas


def garrison_ideas(war: Italy, step: Any, decision: Decision) -> list[Idea]:
    ((verb, mask),) = decision.choices.items()
    return [Idea(post_worth(war, decision.side, h), verb, h, "worth holding") for h in bits(mask)]


def setup_ideas(war: Italy, step: Any, decision: Decision) -> list[Idea]:
    """The set-up close to history, where the scenario gives one."""
    setup = war.setup
    piece = decision.about[1] if decision.about else NOWHERE
    base = f"historical.{WORDS[decision.side]}"
    ideas = []
    wanted = NOWHERE
    if piece != NOWHERE:
        name = setup.ids[piece]
        kind = "ground" if isinstance(step, SetUnits) else "air"
        place = setup.given(f"{base}.{kind}").get(name, "")
        if name in setup.given(f"{base}.air_to_track"):
            wanted = setup.track[decision.side][int(setup.given(f"{WORDS[decision.side]}.air_track_turn"))]
        elif place == "staging":
            wanted = setup.staging[decision.side]
        elif place:
            wanted = setup.places[place]
    for h in bits(decision.choices["at"]):
        score = 0.2 * hex_worth(war, decision.side, h) if h < setup.hexes_end else 0.1
        ideas.append(Idea(score + (50.0 if h == wanted else 0.0), "at", h, "as in history"))
    return ideas


def set_garrison_ideas(war: Italy, step: SetGarrisons, decision: Decision) -> list[Idea]:
    setup = war.setup
    named = {setup.places[name] for name in setup.given(f"historical.{WORDS[decision.side]}.garrisons")}
    return [
        Idea(hex_worth(war, decision.side, h) + (50.0 if h in named else 0.0), "at", h, "as in history")
        for h in bits(decision.choices["at"])
    ]


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


_IDEAS: dict[type, Callable[[Italy, Any, Decision], list[Idea]]] = {
    Act: act_ideas,
    PickTarget: target_ideas,
    Assemble: assemble_ideas,
    Support: support_ideas,
    Stand: stand_ideas,
    Fortify: fort_ideas,
    Intercept: intercept_ideas,
    Lead: lead_ideas,
    Marching: marching_ideas,
    March: march_ideas,
    Invade: invade_ideas,
    SeaMove: sea_ideas,
    Bombard: bombard_ideas,
    Rebase: rebase_ideas,
    Landing: land_ideas,
    Steadfast: steadfast_ideas,
    RetreatStack: retreat_order,
    Pursuit: pursuit_ideas,
    Arrive: arrive_ideas,
    PlaceGarrison: garrison_ideas,
    SetGarrisons: set_garrison_ideas,
    SetUnits: setup_ideas,
    SetAir: setup_ideas,
}


def ideas(war: Italy, decision: Decision) -> list[Idea]:
    """Every choice of a decision with what it seems worth."""
    assert war.stack is not None
    step = war.stack[0]
    found = _IDEAS.get(type(step), plain_ideas)(war, step, decision)
    if not isinstance(step, GREAT) and (not isinstance(step, Invade) or "beach" not in decision.choices):
        set_apart(found, SMALL.get(type(step), 3.0))
    return found


GREAT = (Act, PickTarget, Fortify)
"""Where another choice is another strategy."""
SMALL: dict[type, float] = {Marching: 0.1, Lead: 0.2, March: 0.5}
"""Where it is a variation of one, by how much the best is set apart."""


def set_apart(ideas: list[Idea], by: float) -> None:
    """Lift the best idea above the others by so many times the distance between best and worst: no search need look at them."""
    best = max(range(len(ideas)), key=lambda number: ideas[number].score)
    top = ideas[best]
    far = top.score - min(idea.score for idea in ideas)
    ideas[best] = Idea(top.score + by * far, top.verb, top.target, top.why)


def scripts(war: Italy, side: int) -> dict[str, tuple[str, list[tuple[str, int]]]]:
    """The historical set-up with one click."""
    kinds = (SetGarrisons, SetUnits, SetAir)
    if war.stack is None or not isinstance(war.stack[0], kinds):
        return {}
    return {"historical": ("Historical set-up", war.setup.game.advised(war, side, *kinds))}
