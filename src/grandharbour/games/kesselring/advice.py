"""What a sensible staff would propose: scored ideas for every decision.

Values are in victory points, more or less. The biggest single gain is the exact expectation of a combat over its six faces.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...engine.choice import Decision
from ...engine.game import Idea
from ...engine.geometry.bits import bits, first
from ...engine.kinds import NOWHERE
from .actions import Act, Arrive, price
from .air import Bombard, Intercept
from .battle import Assemble, Fight, PickTarget, Support, column
from .landing import Invade, SeaMove, harbours, invasion_starts, transfer_from
from .movement import Lead, March, Marching, destinations, movable, reachable_foes
from .placing import SetAir, SetGarrisons, SetUnits
from .retreat import Pursuit, RetreatStack, Steadfast
from .state import ALLIED, AXIS, WORDS, Italy

# How good each combat result is for the attacker, in steps gained less steps lost.
RESULT = {"AE": -6.0, "AD": -3.0, "AA": -1.0, "AW": -0.5, "BA": 0.2, "DW": 1.5, "DD": 3.5, "DE": 6.0}


def hex_worth(war: Italy, side: int, h: int) -> float:
    """What holding a hex is worth: victory points, income, supply."""
    setup = war.setup
    worth = 1.5 * setup.objectives.get(h, 0) + setup.landmarks.get(h, 0)
    if h in setup.objectives:
        worth += 1.0
    if setup.ports >> h & 1:
        worth += 0.8 if side == ALLIED else 0.3
    if setup.airfields >> h & 1:
        worth += 0.3 if side == ALLIED else 0.6
    return worth


def attack_value(war: Italy, target: int, attackers: int, kind: int = 0, cas: int = 0) -> float:
    """The expectation of an attack over the six faces of the die, support apart."""
    setup = war.setup
    side = setup.side_of[first(attackers)]
    defenders = war.units_in(target, 1 - side)
    if not defenders:
        return 0.0
    fight = Fight(target, attackers, kind, 3, cas, NOWHERE, NOWHERE, defenders, NOWHERE, NOWHERE, "")
    _, col, _ = column(war, fight, defenders)
    prize = hex_worth(war, side, target)
    total = 0.0
    for face in range(1, 7):
        result = setup.crt[face][col]
        total += RESULT[result]
        if result in ("DW", "DD", "DE"):
            total += prize
    return total / 6


def best_attack(war: Italy, target: int, pool: int) -> float:
    """The value of attacking a hex with everything at hand of the strongest contingent."""
    best = -9.0
    for mask in war.setup.contingent.values():
        units = pool & mask
        if units:
            best = max(best, attack_value(war, target, units))
    return best


def pools(war: Italy, side: int) -> dict[int, int]:
    """Which units could attack which enemy hex now."""
    found: dict[int, int] = {}
    for unit in bits(war.on_map(war.setup.mobile & war.setup.own[side])):
        for h in bits(reachable_foes(war, unit)):
            found[h] = found.get(h, 0) | 1 << unit
    return found


def goals(war: Italy, side: int) -> list[tuple[int, float]]:
    """Hexes worth going to: Objectives not held, threatened ones that are, and the line in between."""
    setup = war.setup
    found = []
    enemy = war.held(1 - side)
    for h, points in setup.objectives.items():
        if war.closed(side) >> h & 1:
            continue
        if not war.held(side) >> h & 1:
            found.append((h, 1.0 + points + (0.0 if enemy >> h & 1 else 1.0)))
        elif setup.ring[h] & (enemy | war.zoc(1 - side)):
            found.append((h, 0.8 + 0.5 * points))
    for h, points in setup.landmarks.items():
        if not war.held(side) >> h & 1:
            found.append((h, float(points)))
    return found


_marches: dict[tuple[int, int], dict[int, int]] = {}


def march(war: Italy, goal: int) -> dict[int, int]:
    """Hexes between every land hex and a goal, over land and the Strait; other islands are not in it."""
    setup = war.setup
    key = (setup.land, goal)
    found = _marches.get(key)
    if found is None:
        found = {goal: 0}
        frontier, seen, far = 1 << goal, 1 << goal, 0
        while frontier:
            far += 1
            frontier = setup.grid.zoc(frontier, setup.sea_sides) & setup.land & ~seen
            seen |= frontier
            found |= dict.fromkeys(bits(frontier), far)
        if len(_marches) > 400:
            _marches.clear()
        _marches[key] = found
    return found


def pull(war: Italy, h: int, wanted: list[tuple[int, float]]) -> float:
    """How well placed a hex is for what is wanted."""
    return max((worth / (1.0 + march(war, goal).get(h, 99)) for goal, worth in wanted), default=0.0)


def post_value(war: Italy, unit: int, h: int, wanted: list[tuple[int, float]]) -> float:
    """What a unit does for its side in a hex: near what is wanted, and on what nobody else holds."""
    setup = war.setup
    side = setup.side_of[unit]
    others = war.units_in(h, side) & ~(1 << unit)
    value = pull(war, h, wanted) - 0.05 * (others & setup.mobile).bit_count()
    if not others:
        value += 1.5 + setup.objectives[h] if h in setup.objectives else 0.3 * hex_worth(war, side, h)
    if side == AXIS:
        value += {"open": 0.0, "rough": 0.1, "mountain": 0.2, "volcano": 0.2}[setup.terrain[h]]
    return value


def better_place(war: Italy, unit: int, places: int, wanted: list[tuple[int, float]]) -> float:
    """How much a unit would gain by the best of some places."""
    here, end = war.at[unit], war.setup.hexes_end
    now = post_value(war, unit, here, wanted) if here < end else 0.0
    return max((post_value(war, unit, h, wanted) for h in bits(places) if h < end), default=0.0) - now


# --- decisions


def act_ideas(war: Italy, step: Act, decision: Decision) -> list[Idea]:
    """What each Action promises, for its price."""
    setup = war.setup
    side = step.side
    scores = {"pass": 0.0}
    late = war.turn == setup.last
    for verb in decision.choices:
        if verb == "pass":
            continue
        scores[verb] = _action_value(war, side, verb) - (0.15 if late else 0.3) * price(war, verb, side)
    return [Idea(score, verb, 0, verb) for verb, score in scores.items()]


def _action_value(war: Italy, side: int, verb: str) -> float:
    setup = war.setup
    if verb == "attack":
        return max((best_attack(war, h, pool) for h, pool in pools(war, side).items()), default=-1.0)
    if verb == "garrison":
        spots = war.mobile_hexes(side) & setup.garrison_sites[side] & ~war.posts(side)
        left = setup.last - war.turn
        return max(
            (0.5 * hex_worth(war, side, h) + (0.35 * left if h in setup.objectives else 0.0) for h in bits(spots)), default=-1.0
        )
    if verb == "invade":
        _, units, gain = best_start(war)
        return 0.5 + gain * min(3, units) if units >= 2 else 0.2
    if verb == "reinforce":
        waiting = war.in_box(setup.display[side], setup.amphibs | setup.mobile)
        return 0.9 + 0.15 * min(6, waiting.bit_count()) + (0.8 if waiting & setup.amphibs else 0.0)
    if verb == "regroup":
        return 0.5 + 0.4 * (war.flipped & setup.mobile & setup.own[side] & war.on_map(setup.mobile)).bit_count()
    if verb == "transfer":
        return best_transfer(war, side)[0]
    if verb == "move":
        wanted = goals(war, side)
        gains = []
        for unit in bits(movable(war, side)):
            places = destinations(war, unit) if war.at[unit] < setup.hexes_end else setup.north_edge
            gains.append(better_place(war, unit, places, wanted))
        gains.sort(reverse=True)
        strike = max((best_attack(war, h, pool) for h, pool in pools(war, side).items()), default=0.0)
        return sum(gain for gain in gains[:3] if gain > 0.15) * 1.2 + max(0.0, strike)
    if verb == "bombard":
        return 0.5 if war.ap[1 - side] > 3 else 0.2
    if verb == "fortify":
        return 0.45 if side == AXIS else 0.1
    if verb == "interdict":
        return 0.6 if war.turn >= 3 and not war.interdiction else -1.0
    if verb == "drop":
        return -0.2
    return -1.0


def best_start(war: Italy) -> tuple[int, int, float]:
    """Where an invasion should set out: the place, how many can go, and what one of them gains."""
    setup = war.setup
    wanted = goals(war, ALLIED)
    beach = max(
        (pull(war, h, wanted) + 0.3 * hex_worth(war, ALLIED, h) for h in bits(setup.beaches & ~war.closed(ALLIED))), default=0.0
    )
    best = (setup.staging[ALLIED], 0, 0.0)
    for start in bits(invasion_starts(war)):
        units = war.in_box(start, setup.mobile & setup.own[ALLIED])
        by_contingent = max((units & mask).bit_count() for mask in setup.contingent.values())
        now = pull(war, start, wanted) if start < setup.hexes_end else 0.0
        if by_contingent >= 2 and beach - now > best[2]:
            best = (start, by_contingent, beach - now)
    return best


def best_transfer(war: Italy, side: int) -> tuple[float, int, int]:
    """The best sea lift: its value, from where, to where."""
    setup = war.setup
    wanted = goals(war, side)
    ends = harbours(war, side) & ~war.full_hexes(side)
    best = (-1.0, NOWHERE, NOWHERE)
    for start in bits(transfer_from(war, side, False)):
        units = war.in_box(start, setup.mobile & setup.own[side])
        if start in setup.objectives and units.bit_count() == 1 and not war.posts(side) >> start & 1:
            continue
        now = pull(war, start, wanted) if start < setup.hexes_end else 0.0
        for end in bits(ends & ~(1 << start)):
            if end >= setup.hexes_end:
                continue
            room = setup.stack - war.mobile_in(end, side).bit_count()
            value = (pull(war, end, wanted) - now) * min(3, room, units.bit_count())
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
        score = pull(war, h, wanted) if h < war.setup.hexes_end else -1.0
        ideas.append(Idea(score + (0.1 if h == end else 0.0), "to", h, "where they are needed"))
    for unit in bits(decision.choices.get("unit", 0)):
        ideas.append(Idea(1.0 + war.strength(unit), "unit", unit, "the strongest first"))
    if "end" in decision.choices:
        ideas.append(Idea(0.0, "end", 0, "enough"))
    return ideas


def target_ideas(war: Italy, step: PickTarget, decision: Decision) -> list[Idea]:
    found = pools(war, war.active)
    return [Idea(best_attack(war, h, found[h]), "target", h, "the best odds") for h in bits(decision.choices["target"])]


def assemble_ideas(war: Italy, step: Assemble, decision: Decision) -> list[Idea]:
    """Join whoever improves the attack."""
    now = attack_value(war, step.target, step.joined) if step.joined else -9.0
    ideas = []
    for unit in bits(decision.choices.get("join", 0)):
        ideas.append(Idea(attack_value(war, step.target, step.joined | 1 << unit) + 0.02, "join", unit, "adds to the attack"))
    if "assault" in decision.choices:
        ideas.append(Idea(now, "assault", 0, "strong enough"))
    return ideas


def support_ideas(war: Italy, step: Support, decision: Decision) -> list[Idea]:
    ideas = [Idea(0.0, "enough", 0, "enough")]
    ideas += [Idea(0.6, "cas", piece, "a column for nothing") for piece in bits(decision.choices.get("cas", 0))]
    ideas += [Idea(0.5, "support", piece, "a column for nothing") for piece in bits(decision.choices.get("support", 0))]
    worth = 0.3 if war.ap[ALLIED] > 2 else -0.1
    ideas += [Idea(worth, "gunfire", piece, "a column for a point") for piece in bits(decision.choices.get("gunfire", 0))]
    return ideas


def intercept_ideas(war: Italy, step: Intercept, decision: Decision) -> list[Idea]:
    setup = war.setup
    theirs = sum(setup.counter[p]["air_air"] for p in bits(step.mission))
    mine = sum(setup.counter[p]["air_air"] for p in bits(step.sent))
    ideas = [Idea(0.0, "engage" if step.sent else "decline", 0, "as it is")]
    for piece in bits(decision.choices.get("intercept", 0)):
        gain = mine + setup.counter[piece]["air_air"] - theirs
        ideas.append(
            Idea(
                0.1 * gain + (0.2 if step.sent else 0.0) - (0.2 if war.ap[step.side] < 3 else 0.0),
                "intercept",
                piece,
                "good odds",
            )
        )
    return ideas


def lead_ideas(war: Italy, step: Lead, decision: Decision) -> list[Idea]:
    """Lead with the unit that has most to gain by moving."""
    wanted = goals(war, war.active)
    return [
        Idea(
            better_place(war, unit, destinations(war, unit), wanted) + 0.02 * war.strength(unit), "lead", unit, "has most to gain"
        )
        for unit in bits(decision.choices["lead"])
    ]


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
    wanted = goals(war, side)
    for unit in bits(decision.choices.get("unit", 0)):
        gain = better_place(war, unit, destinations(war, unit), wanted)
        ideas.append(Idea(gain - 0.05, "unit", unit, "can do better elsewhere"))
    return ideas


def march_ideas(war: Italy, step: March, decision: Decision) -> list[Idea]:
    setup = war.setup
    wanted = goals(war, war.active)
    enemy = war.zoc(1 - war.active)
    ideas = []
    for h in bits(decision.choices["to"]):
        if h >= setup.hexes_end:
            ideas.append(Idea(-1.0, "to", h, "off the map"))
        else:
            near = 0.1 if enemy >> h & 1 else 0.0
            ideas.append(Idea(post_value(war, step.unit, h, wanted) + near, "to", h, "the best place"))
    return ideas


def invade_ideas(war: Italy, step: Invade, decision: Decision) -> list[Idea]:
    setup = war.setup
    ideas = []
    wanted = goals(war, ALLIED)
    best = best_start(war)[0] if "from" in decision.choices else NOWHERE
    for h in bits(decision.choices.get("from", 0)):
        ideas.append(Idea(1.0 if h == best else 0.1, "from", h, "where the troops are"))
    for h in bits(decision.choices.get("beach", 0)):
        defenders = war.units_in(h, AXIS)
        near = sum(hex_worth(war, ALLIED, x) for x in bits(setup.ring[h] & setup.land & ~war.held(ALLIED)))
        score = hex_worth(war, ALLIED, h) + 0.3 * near - 0.45 * war.total(defenders) + 2.0 * pull(war, h, wanted)
        if war.held(ALLIED) >> h & 1:
            score -= 2.0
        threat = sum(war.total(war.units_in(x, AXIS) & setup.mobile) for x in bits(setup.ring[h] & war.held(AXIS)))
        ideas.append(Idea(6.0 + score - 0.15 * threat, "beach", h, "a good beach"))
    for unit in bits(decision.choices.get("load", 0)):
        ideas.append(Idea(3.0 + 0.1 * war.strength(unit), "load", unit, "the strongest first"))
    if "full" in decision.choices:
        ideas.append(Idea(0.5, "full", 0, "ready"))
    if "launch" in decision.choices:
        ideas.append(Idea(4.0 if len(step.landings) >= 2 else 1.0, "launch", 0, "go"))
    return ideas


def bombard_ideas(war: Italy, step: Bombard, decision: Decision) -> list[Idea]:
    setup = war.setup
    ideas = []
    for h in bits(decision.choices.get("target", 0)):
        based = war.in_box(h, setup.air & setup.own[1 - war.active]).bit_count()
        fort = 0.3 if war.forts >> h & 1 else 0.0
        ideas.append(Idea(hex_worth(war, war.active, h) + 0.5 * based - fort, "target", h, "hurts most"))
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
            ideas.append(Idea(0.4 + pull(war, place, wanted) if room > 0 else -1.0, "at", place, "near the front"))
    return ideas


def garrison_ideas(war: Italy, step: Any, decision: Decision) -> list[Idea]:
    ((verb, mask),) = decision.choices.items()
    return [Idea(hex_worth(war, decision.side, h), verb, h, "worth holding") for h in bits(mask)]


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
    Intercept: intercept_ideas,
    Lead: lead_ideas,
    Marching: marching_ideas,
    March: march_ideas,
    Invade: invade_ideas,
    SeaMove: sea_ideas,
    Bombard: bombard_ideas,
    Steadfast: steadfast_ideas,
    RetreatStack: retreat_order,
    Pursuit: pursuit_ideas,
    Arrive: arrive_ideas,
    SetGarrisons: set_garrison_ideas,
    SetUnits: setup_ideas,
    SetAir: setup_ideas,
}


def ideas(war: Italy, decision: Decision) -> list[Idea]:
    """Every choice of a decision with what it seems worth."""
    assert war.stack is not None
    step = war.stack[0]
    return _IDEAS.get(type(step), plain_ideas)(war, step, decision)


def scripts(war: Italy, side: int) -> dict[str, tuple[str, list[tuple[str, int]]]]:
    """The historical set-up with one click."""
    kinds = (SetGarrisons, SetUnits, SetAir)
    if war.stack is None or not isinstance(war.stack[0], kinds):
        return {}
    return {"historical": ("Historical set-up", war.setup.game.advised(war, side, *kinds))}
