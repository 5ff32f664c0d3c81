"""What a choice would do before any die: ways and their cost, steps lost in retreat, the odds of an attack, what a sea move uses."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import pairwise

from msgspec.structs import replace

from ...engine.geometry.bits import bits, first, mask_of
from ...engine.step import Stack
from ...engine.view import Line, Preview, Tint
from .air import Bombard, Rebase, airmen, in_range
from .battle import DROP, INVASION, LAND, Assemble, Fight, PickTarget, Stand, Support, column, has_flak, most_from
from .landing import Airlift, DropAttack, Invade, SeaMove
from .layers import TONE, reached
from .movement import Lead, March, Marching, StrategicMove, destinations, entries, movable, passable, reachable_foes
from .retreat import Exploit, Pursuit, Retreat, RetreatStack
from .state import ALLIED, AXIS, Italy
from .supply import group, lines, teams


def preview(war: Italy, side: int, verb: str, target: int) -> Preview | None:
    """By the step that asks; most buttons need no explanation."""
    assert war.stack is not None
    step = war.stack[0]
    if isinstance(step, March):
        return _march(war, step.unit, target)
    if isinstance(step, StrategicMove) and verb == "to":
        return _strategic(war, step.unit, target)
    if isinstance(step, Marching) and verb == "unit":
        return _reach(war, target)
    if isinstance(step, Lead):
        return _group(war, target)
    if isinstance(step, Retreat):
        return _retreat(war, step, target)
    if isinstance(step, RetreatStack):
        return _falls_back(war, step, target)
    if isinstance(step, (Pursuit, Exploit)) and verb in ("pursue", "to"):
        return _pursue(war, step, target)
    if isinstance(step, (SeaMove, Airlift, Rebase, Invade, Bombard)):
        return _journey(war, step, verb, target)
    return _attack(war, side, verb, target)


def _line(war: Italy, way: list[int], tone: str = "strong", note: str = "") -> Line:
    return Line(tuple(war.setup.space_names[h] for h in way), tone, note)


def _place(war: Italy, space: int) -> str:
    return war.setup.hex_label(space) if space < war.setup.hexes_end else f"the {war.setup.space_names[space]}"


def _count(number: int, one: str, many: str = "") -> str:
    return f"{number} {one if number == 1 else many or one + 's'}"


# --- movement [13.0]


def cheapest(war: Italy, unit: int, target: int) -> tuple[list[int], int | None]:
    """The way a unit takes to where it can go, and its cost in parts of a Movement Point; no cost for the minimum move [13.3]."""
    setup = war.setup
    side, here = setup.side_of[unit], war.at[unit]
    cls, motor = setup.move_class[unit], setup.motorized[unit]
    costs, allowance = setup.costs[cls, motor], setup.mf[unit] * setup.mp
    enemy = war.zoc(1 - side)
    blocked = ~passable(war, unit) & setup.grid.all
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
    blocked = ~passable(war, unit) & setup.grid.all
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


def _ground(war: Italy, way: list[int]) -> str:
    """What the way leads over: "3 by road, 1 rough, a river"."""
    setup = war.setup
    found: Counter[str] = Counter()
    for before, h in pairwise(way):
        if before >= setup.hexes_end or h >= setup.hexes_end:
            found["over the edge of the map"] += 1
        elif (before, h) in setup.roads:
            found["by road"] += 1
        else:
            found[setup.terrain[h]] += 1
            if (before, h) in setup.rivers:
                found["across a river"] += 1
            if (before, h) in setup.straits:
                found["across the Strait"] += 1
    return ", ".join(f"{n} {what}" for what, n in found.items())


def _march(war: Italy, unit: int, target: int) -> Preview:
    setup = war.setup
    side = setup.side_of[unit]
    way, cost = cheapest(war, unit, target)
    said = (
        f"{points(war, cost)} of {setup.mf[unit]} Movement Points" if cost is not None else "The one hex that is always allowed"
    )
    text = f"{said}: {_ground(war, way)}."
    tints: tuple[Tint, ...] = ()
    enemy = war.zoc(1 - side)
    if target < setup.hexes_end and enemy >> target & 1:
        text += " Ends in an enemy zone of control."
        tints = (Tint(setup.space_names[target], "bad"),)
    if target < setup.hexes_end:
        text += _supply_there(war, unit, target)
    return Preview(text, "13.3" if cost is None else "13.4a", (_line(war, way, note=said),), tints)


def _supply_there(war: Italy, unit: int, target: int) -> str:
    """Whether a unit would have a Line of Communication from there: a look on a copy."""
    there = war.copy()
    there.put(unit, target)
    return "" if lines(there, unit) else " No Line of Communication from there."


def _strategic(war: Italy, unit: int, target: int) -> Preview:
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
    way = [here, *way] if here == setup.staging[AXIS] else [*way, target] if target == setup.staging[AXIS] else way
    said = f"{_count(len(way) - 1, 'hex', 'hexes')} by road"
    return Preview(f"{said}, clear of the enemy.", "32.1", (_line(war, way, note=said),))


def _reach(war: Italy, unit: int) -> Preview:
    setup = war.setup
    hexes = destinations(war, unit)
    enemy = war.zoc(1 - setup.side_of[unit])
    tints = [Tint(setup.space_names[h], "plain" if h < setup.hexes_end and enemy >> h & 1 else "faint") for h in bits(hexes)]
    text = f"{_count(setup.mf[unit], 'Movement Point')}: {_count(hexes.bit_count(), 'place')} in reach."
    return Preview(text, "13.1a", (), tuple(tints))


def _group(war: Italy, unit: int) -> Preview:
    """Who moves along with the unit that is named first [12.5a]."""
    setup = war.setup
    found = lines(war, unit)
    if not found:
        return Preview("Without a Line of Communication it moves alone.", "12.5a", (), _where(war, 1 << unit))
    contingent = setup.contingent[setup.contingent_of[unit]]
    if setup.on["move_any_source"]:
        mates = mask_of(u for u in bits(movable(war, setup.side_of[unit]) & contingent) if lines(war, u))
    else:
        best = max(bits(found), key=lambda source: group(war, contingent, source).bit_count())
        mates = group(war, contingent, best) & movable(war, setup.side_of[unit])
        found = 1 << best
    places = ", ".join(_place(war, s) for s in list(bits(found))[:2])
    who = f"{setup.contingent_of[unit]} {'unit' if mates.bit_count() == 1 else 'units'}"
    return Preview(f"Sets {mates.bit_count()} {who} in motion, supplied from {places}.", "12.5a", (), _where(war, mates))


def _where(war: Italy, units: int) -> tuple[Tint, ...]:
    return tuple(Tint(war.setup.space_names[h], "plain") for h in sorted({war.at[u] for u in bits(units)}))


# --- retreat and pursuit [17.0]


def fewest_steps(war: Italy, step: Retreat, lives: int) -> int:
    """The least number of steps the rest of a retreat costs; ``lives`` if the unit cannot be saved [17.1.1b, 17.1.1j]."""
    setup = war.setup
    unit, here = step.unit, war.at[step.unit]
    side = setup.side_of[unit]
    if lives == 0 or here >= setup.hexes_end:
        return 0
    arrived = setup.grid.distance(step.start, here) >= step.far and here != step.start
    if arrived and war.mobile_in(here, side).bit_count() <= setup.stack:
        return 0
    least = lives
    for way in bits(step._ways(war)):
        there = war.copy()
        there.put(unit, way)
        after = replace(step, been=step.been | 1 << way)
        lost = int(way < setup.hexes_end and bool(war.zoc(1 - side) >> way & 1))
        least = min(least, lost + fewest_steps(there, after, lives - lost))
        if least == 0:
            break
    return least


def _lives(war: Italy, unit: int) -> int:
    return 1 if (war.setup.one_step | war.flipped) >> unit & 1 else 2


def _lost(war: Italy, unit: int, steps: int) -> str:
    return f"{war.setup.piece_names[unit]} is eliminated" if steps >= _lives(war, unit) else _count(steps, "step") + " lost"


def _retreat(war: Italy, step: Retreat, target: int) -> Preview:
    setup = war.setup
    unit = step.unit
    side = setup.side_of[unit]
    way = [war.at[unit], target]
    if target >= setup.hexes_end:
        return Preview("No step lost: it leaves the map.", "17.1.1g", (_line(war, way, "good", "no loss"),))
    here = int(bool(war.zoc(1 - side) >> target & 1))
    there = war.copy()
    there.put(unit, target)
    after = replace(step, been=step.been | 1 << target)
    total = here + fewest_steps(there, after, _lives(war, unit) - here)
    said = _lost(war, unit, total) if total else "no step lost"
    text = f"{said[0].upper()}{said[1:]} on this way"
    if here and total == here:
        text += ": the hex lies in an enemy zone of control"
    elif total > here:
        text += " at best, counting the hexes after it"
    tone = "bad" if total else "good"
    return Preview(f"{text}.", "17.1.1b", (_line(war, way, tone, said),), (Tint(setup.space_names[target], tone),))


def _falls_back(war: Italy, stack: RetreatStack, unit: int) -> Preview:
    steps = fewest_steps(war, Retreat(unit, war.at[unit], stack.far, stack.permanent), _lives(war, unit))
    said = _lost(war, unit, steps) if steps else "no step lost"
    return Preview(f"{_count(stack.far, 'hex', 'hexes')} back: {said} on the best way.", "17.1.1b")


def _pursue(war: Italy, step: Pursuit | Exploit, target: int) -> Preview:
    setup = war.setup
    unit, end = (target, step.target) if isinstance(step, Pursuit) else (step.unit, target)
    text = (
        f"{setup.piece_names[unit]} enters {_place(war, end)}{_supply_there(war, unit, end).rstrip('.').replace(' No', ': no')}."
    )
    if war.zoc(1 - setup.side_of[unit]) >> end & 1:
        text += " It lies in an enemy zone of control."
    return Preview(text, "17.2a" if isinstance(step, Pursuit) else "17.2.1a", (_line(war, [war.at[unit], end]),))


# --- by sea and by air [14.0, 18.0, 20.0, 21.0]


def _journey(war: Italy, step: SeaMove | Airlift | Rebase | Invade | Bombard, verb: str, target: int) -> Preview | None:
    setup = war.setup
    side = war.active
    mobile = setup.mobile & setup.own[side]
    if isinstance(step, SeaMove):
        rule = "14.1.3" if step.evacuation else "14.1a"
        if verb == "from":
            ready = war.in_box(target, mobile).bit_count()
            return Preview(f"{_count(ready, 'unit')} could embark; {step.left} may sail.", rule)
        if verb == "to":
            room = step.left if target >= setup.hexes_end else setup.stack - war.mobile_in(target, side).bit_count()
            return Preview(f"Room for {min(room, step.left)} of {step.left}.", rule, (_line(war, [step.start, target]),))
        return Preview(f"{_count(step.left, 'place')} left on the ships.", rule) if verb == "unit" else None
    if isinstance(step, Airlift):
        if verb == "unit":
            return None
        return Preview("One unit is flown there.", "21.4a", (_line(war, [war.at[step.unit], target]),))
    if isinstance(step, Rebase):
        return _rebase(war, step.piece, target) if verb == "to" else None
    if isinstance(step, Bombard):
        return _bombard(war, target) if verb == "target" else None
    if verb == "beach":
        return _beach(war, step, target)
    if verb == "from":
        return Preview(f"{_count(war.in_box(target, mobile).bit_count(), 'unit')} could land from here.", "18.2c")
    return None


def _rebase(war: Italy, piece: int, base: int) -> Preview:
    setup = war.setup
    side = setup.side_of[piece]
    limit = int(setup.counter[piece]["range"])
    tints = () if limit >= 99 else tuple(Tint(setup.space_names[h], TONE[side]) for h in bits(reached(war, piece, base)))
    room = "" if base >= setup.hexes_end else f" Room for {war.room_for_air(base, side)} there."
    reach = "everywhere" if limit >= 99 else f"{limit} hexes around"
    return Preview(f"From there it reaches {reach}.{room}", "20.1c", (_line(war, [war.at[piece], base]),), tints)


def _bombard(war: Italy, target: int) -> Preview:
    setup = war.setup
    side = war.active
    garrison = war.garrison_in(target, 1 - side)
    flying = in_range(war, airmen(war, side, "bombardment"), target).bit_count()
    state = "reduced" if war.flipped >> garrison & 1 else "at full strength"
    flak = ", with flak" if has_flak(war, war.units_in(target, 1 - side)) else ""
    fort = ", fortified" if war.forts >> target & 1 else ""
    text = f"A Garrison {state}{flak}{fort}; {_count(flying, 'air unit')} in range, {setup.tables['limits.stack.air']} may fly."
    return Preview(text, "21.2.1a")


def _beach(war: Italy, step: Invade, target: int) -> Preview:
    """One Amphib is used and comes back later; who waits on the beach [18.3a, 18.4, 18.5]."""
    setup = war.setup
    amphib = first(step._amphibs(war))
    counter = setup.counter[amphib]
    back = war.turn + int(counter["recycle"])
    after = f"back on turn {back}" if back <= setup.last else "not back in this game"
    text = f"Uses an Amphib for up to {counter['capacity']} units ({after})."
    defenders = war.units_in(target, AXIS)
    if defenders:
        shift = setup.shift["invasion"]
        text += f" Opposed by {_count(defenders.bit_count(), 'unit')}, strength {war.total(defenders)}; landing {-shift:+d}."
    else:
        text += " Nobody opposes it."
    tint = Tint(setup.space_names[target], "bad" if defenders else "good")
    return Preview(text, "18.4b" if defenders else "18.4a", (_line(war, [step.start, target]),), (tint,))


# --- attacks [15.0]


def _fight(target: int, attackers: int, manner: int = LAND) -> Fight:
    return Fight(target, attackers, manner, 3)


def planned(war: Italy) -> tuple[Fight, int] | None:
    """The attack in preparation with all that has been committed to it, and its defenders."""
    stack: Stack | None = war.stack
    answer: Support | Stand | None = None
    while stack is not None:
        step, stack = stack
        if isinstance(step, (Support, Stand)):
            answer = step
        elif isinstance(step, Assemble) and step.joined:
            return _faced(war, _fight(step.target, step.joined), answer)
        elif isinstance(step, Fight):
            return _faced(war, step, answer) if step.stage <= 3 and step.attackers else None
    return None


def _faced(war: Italy, fight: Fight, answer: Support | Stand | None) -> tuple[Fight, int] | None:
    defenders = fight.hold or war.units_in(fight.target, 1 - war.setup.side_of[first(fight.attackers)])
    if isinstance(answer, Support):
        fight = replace(fight, cas=answer.cas, guns=answer.guns, ssu=answer.ssu)
    elif isinstance(answer, Stand):
        defenders = answer.chosen or answer.units
        fight = replace(fight, dguns=answer.guns, dssu=answer.ssu)
    return (fight, defenders) if defenders else None


def odds_in_words(war: Italy, fight: Fight, defenders: int) -> tuple[int, str]:
    """The percentage, and "14 against 6, column 2:1 after rough -1" [15.3]."""
    percent, final, shifted = column(war, fight, defenders)
    note = f"{war.total(fight.attackers)} against {war.total(defenders)}, column {war.setup.columns[final]}"
    if shifted:
        note += " after " + ", ".join(f"{label} {amount:+d}" for label, amount, _ in shifted)
    return percent, note


def _attack(war: Italy, side: int, verb: str, target: int) -> Preview | None:
    assert war.stack is not None
    step = war.stack[0]
    if isinstance(step, (PickTarget, Marching, DropAttack)) and verb in ("target", "strike"):
        if isinstance(step, DropAttack):
            return _odds(war, _fight(target, 1 << step.unit, DROP), "The unit alone: ")
        fighters = step._fighters(war) if isinstance(step, Marching) else war.on_map(war.setup.mobile & war.setup.own[side])
        pool = mask_of(u for u in bits(fighters) if reachable_foes(war, u) >> target & 1)
        parties = step.teams if isinstance(step, Marching) else teams(war, pool)
        attackers = max((_no_crowd(war, team & pool) for team in parties), key=war.total)
        return _odds(war, _fight(target, attackers), f"Up to {_count(attackers.bit_count(), 'attacker')}: ")
    if isinstance(step, Assemble) and verb == "join":
        return _odds(war, _fight(step.target, step.joined | 1 << target), "With it: ")
    known = planned(war)
    if known is None:
        return None
    fight, defenders = known
    if isinstance(step, Stand) and verb == "defend":
        return _odds(war, fight, "Defending alone: ", 1 << target | defenders & war.setup.garrisons)
    ours = isinstance(step, Support)
    changes = {
        "cas": {"cas": fight.cas | 1 << target},
        "gunfire": {"guns" if ours else "dguns": target},
        "support": {"ssu" if ours else "dssu": target},
    }
    return _odds(war, replace(fight, **changes[verb]), "With it: ", defenders) if verb in changes else None


def _no_crowd(war: Italy, units: int) -> int:
    """Of each hex the strongest that may attack out of it: all, unless it is overstacked [10.2a]."""
    found = 0
    for h in {war.at[u] for u in bits(units)}:
        here = sorted(bits(war.mobile_in(h, war.active) & units), key=war.strength, reverse=True)
        found |= mask_of(here[: most_from(war, h)])
    return found


def _odds(war: Italy, fight: Fight, lead: str, defenders: int = 0) -> Preview | None:
    setup = war.setup
    side = setup.side_of[first(fight.attackers)]
    defenders = defenders or war.units_in(fight.target, 1 - side)
    if not defenders:
        return None
    percent, note = odds_in_words(war, fight, defenders)
    starts = {war.at[u] for u in bits(fight.attackers)} if fight.manner != INVASION else set()
    drawn = tuple(_line(war, [h, fight.target], TONE[side]) for h in sorted(starts) if h < setup.hexes_end)
    return Preview(f"{lead}{percent}%, {note}.", "15.3", drawn)
