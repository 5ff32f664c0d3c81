"""What things are worth to the adviser: hits to expect, what an attack promises, and where it would help to be."""

from __future__ import annotations

from collections.abc import Callable
from math import exp, sqrt
from typing import Any

from ...engine.geometry.bits import bits
from ...engine.schooling import known_now, knows
from .land import SecondMove
from .landfight import gunners
from .landing import assault_open, open_ports
from .naval import pool
from .state import AX, BR, Islands

CARGO, PLANE, LOSS, KILL = 5.0, 3.0, 1.2, 1.5
"""In points: a laden transport, an aircraft, a British unit lost, an Axis unit killed from the air."""


def dice_sum(war: Islands, units: int) -> float:
    """Expected hits of some units when they fire once."""
    if not units:
        return 0.0
    total = 0
    for number, those in war.setup.by_attack:
        if units & those:
            total += number * (units & those).bit_count()
    return total / 6


def staying(war: Islands, units: int) -> int:
    """How many hits some units can take."""
    if not units:
        return 0
    total = units.bit_count() - (units & war.hit1).bit_count() - (units & war.hit2).bit_count()
    for those in war.setup.sturdy:
        total += (units & those).bit_count()
    return total


def likely(mean: float, need: int) -> float:
    """The chance of some number of hits, where so many are to be expected."""
    if need <= 0 or mean <= 0:
        return float(need <= 0)
    return 1 / (1 + exp(min(50.0, 1.7 * (need - 0.5 - mean) / sqrt(0.7 * mean))))


def worth(war: Islands, t: int) -> float:
    """What holding a territory is worth: points, and a little for airfields, ports and the way on."""
    return war.setup.prospect[t]


def support(war: Islands, side: int, t: int) -> float:
    """Expected hits of aircraft already over a territory and of ships off its coast."""
    setup = war.setup
    planes = war.here()[t] & setup.own[side] & setup.air & ~war.duelled
    return dice_sum(war, planes) + 0.6 * dice_sum(war, gunners(war, side, t))


def resistance(war: Islands, side: int, t: int) -> tuple[int, float, float]:
    """What a side that attacks a territory meets there: hits to take away, hits to expect; and its own planes' and ships' help."""
    foe = 1 - side
    enemy = war.forces(foe, t)
    if not enemy:
        return 0, 0.0, 0.0
    theirs = dice_sum(war, enemy) + (coming(war, BR, t) if side == BR else 0.5 * support(war, foe, t))
    return staying(war, enemy), theirs, support(war, side, t)


def _presence(war: Islands) -> float:
    """What is left of a place's worth to an Axis that stands in it beside the British: nothing counts there [OH-VIC.4], and whoever has the
    troops to clear places should look for those. The Italians alone have not, and must take what they can get."""
    return 0.1 if war.setup.given("germans") and knows("clear-places") else 0.35


def promise(war: Islands, side: int, t: int, extra: int, met: tuple[int, float, float] | None = None) -> float:
    """What an attack on a territory by some units promises, with the friends who are there already."""
    need, theirs, help_ = met or resistance(war, side, t)
    force = war.forces(side, t) | extra
    gain = worth(war, t) + 1.0
    here_now = war.stands(side) >> t & 1
    if not need:
        return gain if not here_now or not gain else 0.3
    ours = dice_sum(war, force) + help_
    stamina = staying(war, force)
    clear = min(1.0, ours / need)
    hold = min(1.0, stamina / max(0.1, 2.0 * theirs))
    # The British score only by throwing the Axis out, the Axis mostly by clearing the place, by option just by being there [OH-VIC.4].
    presence = 0.55 if war.setup.on["contested_scores"] == "axis" else _presence(war)
    share = (presence * hold + (1.0 - presence) * clear) if side == AX else clear * hold
    cost = (LOSS if side == BR else 0.5) * min(theirs, stamina)
    return gain * share * (0.5 if here_now and side == AX else 1.0) - cost + 1.2 * min(ours, need)


def goals(war: Islands, side: int) -> list[tuple[int, float]]:
    """Territories worth going to."""
    setup = war.setup
    weighed = []
    axis = war.stands(AX)
    if side == AX:
        for t in bits(setup.objectives & ~axis):
            weighed.append((t, worth(war, t) / (1.0 + 0.25 * staying(war, war.forces(BR, t)))))
        for t in bits(war.contested()):
            weighed.append((t, 0.5 * worth(war, t)))
        return weighed
    for t in bits(axis):
        weighed.append((t, worth(war, t)))
    for t in bits(setup.objectives & ~axis):
        if setup.links[t] & axis:
            weighed.append((t, 0.7 * worth(war, t)))
    return weighed


def pull(war: Islands, t: int, wanted: list[tuple[int, float]]) -> float:
    """How well placed a territory is for what is wanted."""
    far = war.setup.far[t]
    best = 0.0
    for goal, value in wanted:
        near = value / (1.5 + far[goal])
        if near > best:
            best = near
    return best


def coming(war: Islands, side: int, t: int) -> float:
    """Expected hits of what will come to a territory after the marches: aircraft over it, a drop, a landing."""
    if side == AX or isinstance(war.stack[0] if war.stack else None, SecondMove):
        return 0.0
    setup = war.setup
    dice = dice_sum(war, war.here()[t] & setup.own[AX] & setup.air & war.flying)
    dice += sum(setup.attack[unit] for unit, where in war.drops if where == t) / 6
    if assault_open(war, AX):
        for zone in bits(setup.shores[t] & war.surface_fleets(AX)):
            dice += 0.4 * dice_sum(war, war.here()[zone] & setup.own[AX] & setup.ground)
    if dice or war.stands(AX) >> t & 1:
        dice += 0.5 * dice_sum(war, gunners(war, AX, t))
    return dice


def raiders(war: Islands) -> int:
    """British fighters and tactical bombers that could still be sent against ships."""
    setup = war.setup
    here = war.here()
    planes = war.stowed & ~here[setup.convoy]
    if war.supplied(BR):
        for t in setup.fields:
            if war.works(t, True) and not war.stands(AX) >> t & 1:
                planes |= here[t] & ~war.flying
    return planes & setup.own[BR] & setup.duellists


def strike(war: Islands, planes: int, prey: int, escort: int) -> float:
    """What an attack from the air on laden transports promises: they go down with their cargo, flak shoots back [OH-SEA.4]."""
    setup = war.setup
    numbers = setup.attack if war.first == BR else setup.defence
    hits = sum(numbers[p] for p in bits(planes)) / 6
    flak = sum(setup.ada[p] for p in bits(escort)) / 6
    return CARGO * min(hits, prey) - PLANE * min(flak, planes.bit_count())


def raid(war: Islands, t: int, planes: int) -> float:
    """What an attack from the air alone on Axis units promises; every unit below shoots back [OH-LC.6]."""
    setup = war.setup
    enemy = war.troops(AX, t)
    numbers = setup.attack if war.first == BR else setup.defence
    hits = sum(numbers[p] for p in bits(planes)) / 6
    flak = sum(setup.ada[p] for p in bits(enemy)) / 6
    cover = war.mine(AX, t, setup.air & war.flying).bit_count()
    clear = min(1.0, hits / staying(war, enemy))
    price = PLANE if war.turn < setup.last else 0.0
    return KILL * min(hits, staying(war, enemy)) + worth(war, t) * clear**2 - price * min(flak + 0.5 * cover, planes.bit_count())


def heavies(war: Islands) -> int:
    """Bombers at Gibraltar that are worth sending: with the initiative, when they attack [OH-INIT.3], once a day [OH-AIR.3]."""
    setup = war.setup
    if war.first != BR or war.turn % setup.day:
        return 0
    return war.here()[setup.air_base[BR]] & setup.off_map_bombers & ~war.flown


def sorties(war: Islands) -> float:
    """What the aircraft on Malta could do this turn with supply."""
    setup = war.setup
    planes = 0
    for t in setup.fields:
        if war.works(t, True) and not war.stands(AX) >> t & 1:
            planes |= war.here()[t]
    planes &= setup.own[BR] & setup.duellists
    if not planes:
        return 0.0
    best = 0.0
    for t in bits(war.stands(AX)):
        if war.contested() >> t & 1:
            hits = min(dice_sum(war, planes), staying(war, war.troops(AX, t)))
            best = max(best, KILL * hits)
        else:
            best = max(best, raid(war, t, planes))
    return best


def invasion(war: Islands) -> float:
    """What British aircraft could do to the ships that are about to come, if they had supply."""
    setup = war.setup
    waiting = war.here()[setup.harbour] & setup.transports & ~war.away
    troops = pool(war, "SEA") | pool(war, "PORT") if open_ports(war, AX) else pool(war, "SEA")
    if not waiting or not troops or not assault_open(war, AX):
        return 0.0
    planes = 0
    for t in setup.fields:
        if war.works(t, True) and not war.stands(AX) >> t & 1:
            planes |= war.here()[t]
    planes &= setup.own[BR] & setup.duellists
    escort = war.here()[setup.harbour] & setup.warships
    for zone in bits(war.war_fleets(AX)):
        escort |= war.mine(AX, zone, setup.warships)
    return strike(war, planes, min(waiting.bit_count(), troops.bit_count()), escort)


def spare(war: Islands, side: int, origin: int, free: int) -> int:
    """Units that may leave a territory: one stays where points would be lost [OH-VIC.4]."""
    setup = war.setup
    here = war.troops(side, origin)
    stays = here & ~free
    if stays or war.stands(1 - side) >> origin & 1:
        return free
    keep = setup.vp[origin] or setup.ports >> origin & 1 or war.markers(side)[origin]
    if side == BR:
        threatened = setup.links[origin] & war.stands(AX) or setup.shores[origin] & war.surface_fleets(AX)
        keep = setup.vp[origin] >= 10 or (keep and threatened)
    if not keep:
        return free
    least = min(bits(free), key=lambda p: (setup.move[p], setup.worth[p]))
    return free & ~(1 << least)


def beach_value(war: Islands, side: int, t: int, units: int) -> float:
    setup = war.setup
    near = sum(worth(war, n) for n in bits(setup.links[t]) if not war.stands(AX) >> n & 1)
    value = promise(war, side, t, units)
    return value + 0.15 * near + (2.0 if war.stands(side) >> t & 1 else 0.0)


def known(war: Islands, name: str, side: int, find: Callable[[], Any]) -> Any:
    """What was found for this very position a moment ago, or what is found now: one move takes several clicks to say."""
    here = war.here()
    state = (
        side, war.turn, war.first, war.spent, war.moved, war.flying, war.duelled, war.busy, war.hit1, war.hit2, war.stowed, war.beach,
        war.freight, war.away, war.assault, war.free_field, war.free_target, tuple(war.beaches), tuple(war.drops), war.drop_marker,
        tuple(war.stores), war.fired, tuple(war.went), tuple(war.mines), tuple(war.markers_ax), tuple(war.markers_br),
        tuple(war.damage), tuple(war.held), known_now(),
    )  # fmt: skip
    last = war.setup.answers.get(name)
    if last is not None and last[0] is here and last[1] == state:
        return last[2]
    answer = find()
    war.setup.answers[name] = (here, state, answer)
    return answer
