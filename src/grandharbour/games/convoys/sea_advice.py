"""Advice for movement: the Allied staff takes its freighters the least dangerous way, the Italian fleet looks for prey."""

from __future__ import annotations

from ...engine.choice import Decision
from ...engine.game import Idea
from ...engine.geometry.bits import bits, first
from ...engine.kinds import NOWHERE
from . import movement
from .state import ALEX, GIB, MALTA, RESERVE, Sea
from .weighing import FAR, Pictures, clash_over, invasion_value, keep_out, one_of_each, pictures, risk, step_cost, voyage, worth

# --- Allied movement


def sailing_ideas(war: Sea, step: movement.Sailing, decision: Decision) -> list[Idea]:
    if war.harbour != RESERVE:
        return _muster_ideas(war, decision)
    if war.chosen != NOWHERE:
        return _group_ideas(war, decision)
    setup = war.setup
    ideas = [Idea(0.0, "proceed", 0, "everything is done")]
    groups = decision.choices.get("group", 0)
    if groups:  # all will move in the end, in the order of their letters: chance has dealt them, so the order tells nothing
        ideas.append(Idea(1.0, "group", first(groups), "still to move"))
    for port in bits(decision.choices.get("muster", 0)):
        lot = setup.ports.index(port)
        score = -1.0
        if lot != MALTA:
            if _convoy_sails(war, lot):
                score = 5.0
            elif war.decoys[lot - GIB] and war.departed[lot - GIB] == war.hour:
                score = 3.0
        ideas.append(Idea(score, "muster", port, "the convoy sails" if score > 4 else "a dummy to draw them off"))
    if "finish" in decision.choices:
        ideas.append(Idea(1.0 if max(idea.score for idea in ideas) <= 0 else -0.5, "finish", 0, "nothing more to do"))
    return ideas


def _convoy_sails(war: Sea, lot: int) -> bool:
    return bool(movement.can_sail(war, lot) & war.setup.freighters) and _worth_sailing(war, lot)


def keeps_secret(war: Sea) -> bool:
    """Whether dummies are about: then all counters are moved by one rule, or their ways would tell which is the convoy."""
    return bool(war.dummies) or any(war.decoys[lot - GIB] and _convoy_sails(war, lot) for lot in (GIB, ALEX))


def _lot(war: Sea, n: int) -> int:
    """One of n by chance that only the Allies know: from the letters at the bottom of the pile, which nobody will see."""
    return hash((war.hour, len(war.labels), *war.labels[-9:])) % n


def _worth_sailing(war: Sea, lot: int) -> bool:
    """A convoy sails if some of it should arrive, or if nothing else can save the island."""
    port = war.setup.ports[lot]
    count = (war.inside[lot] & war.setup.freighters).bit_count()
    return war.starved or voyage(war)[war.night][port] < count + 1.0


def _muster_ideas(war: Sea, decision: Decision) -> list[Idea]:
    setup = war.setup
    lot = war.harbour
    convoy = movement.can_sail(war, lot) & setup.freighters & ~war.muster
    # The convoy is any of the counters that leave together, the first as likely as the last.
    bluff = not convoy or (lot != MALTA and _lot(war, war.decoys[lot - GIB] + 1) > 0)
    ideas = []
    for verb, mask in decision.choices.items():
        for target in bits(one_of_each(war, mask) if verb == "add" else mask):
            if verb == "whole":
                score = 5.0 if convoy else -1.0
            elif verb == "dummy":
                score = 6.0 if bluff else 0.0
            elif verb == "add":
                score = 0.5 if lot != MALTA else -1.0
            else:
                score = 2.0 - 0.05 * min(20.0, step_cost(war, target)) - _crowd(war, target)
            ideas.append(Idea(score, verb, target, "leave together" if verb != "to" else "the safest way"))
    return ideas


SLACK = 0.4
"""By how much a way to Malta may be worse than the best and still be as good, if fewer counters are on it: whoever looks for one
of those on a position finds them all."""


def _crowd(war: Sea, space: int) -> float:
    return 0.1 * war.groups_at(space).bit_count()


def _group_ideas(war: Sea, decision: Decision) -> list[Idea]:
    group = war.chosen
    crew = war.crew(group)
    if war.dummies >> group & 1 or crew & war.setup.freighters:
        return _counter_ideas(war, group, crew, decision)
    return _escort_ideas(war, group, crew, decision)


def _pace(war: Sea) -> int:
    """How far counters go in a turn: as far as the convoys among them can."""
    setup = war.setup
    freighters = 0
    for group in bits(war.groups):
        freighters |= war.crew(group)
    freighters = freighters & setup.freighters or (war.inside[GIB] | war.inside[ALEX]) & setup.freighters
    return setup.speed_slow if war.slow(freighters) else setup.speed_fast


def _counter_ideas(war: Sea, group: int, crew: int, decision: Decision) -> list[Idea]:
    """A convoy takes the safest way to Malta, and every dummy goes as if it were the convoy.

    Nothing here may look at what is in a group, until the rules themselves tell: a convoy divides before it crosses the line,
    and enters Malta.
    """
    setup = war.setup
    here = war.at[group]
    stay = risk(war, here, war.night, 1) + voyage(war)[0 if war.night else 1][here] + 0.08
    cost = {there: step_cost(war, there) for there in bits(decision.choices.get("to", 0))}
    least = min(cost.values(), default=FAR)
    best = NOWHERE
    if least <= stay and war.walked < _pace(war):
        good = [s for s in cost if cost[s] <= least + SLACK and (cost[s] == least or setup.to_malta[s] < setup.to_malta[here])]
        best = min(good, key=lambda s: (_crowd(war, s), cost[s]))
    ideas = [Idea(FAR if best == NOWHERE else -stay, "halt", 0, "wait for the night")]
    ideas += [Idea(FAR if there == best else -cost[there], "to", there, "the safest way to Malta") for there in cost]
    crossing = best != NOWHERE and (best == setup.malta or bool(setup.line[here] >> best & 1)) and not war.past >> group & 1
    leavers = keep_out(war, crew)
    for ship in bits(one_of_each(war, decision.choices.get("detach", 0))):
        score = 2 * FAR if crossing and leavers >> ship & 1 else -FAR
        ideas.append(Idea(score, "detach", ship, "turns back before the Narrows"))
    ideas += [Idea(-FAR, "home", 0, "the island needs them")] if "home" in decision.choices else []
    ideas += [Idea(-50.0, "join", other, "together") for other in bits(decision.choices.get("join", 0))]
    return ideas


def _escort_ideas(war: Sea, group: int, crew: int, decision: Decision) -> list[Idea]:
    setup = war.setup
    here = war.at[group]
    merchants = [g for g in bits(war.groups) if war.crew(g) & setup.freighters]
    cover = any(setup.near[here] >> war.at[g] & 1 for g in merchants)
    # Fighters help over the next position too: stay one turn while the convoy is within reach [MC-AA.5].
    stay = 1.0 if cover and war.flak(group) >= setup.aa["helper"] and not war.night else -1.0
    ideas = [Idea(stay, "halt", 0, "covers the convoy")]
    if "home" in decision.choices:
        ideas.append(Idea(0.5, "home", 0, "its work is done"))
    for there in bits(decision.choices.get("to", 0)):
        score = 0.2 - 0.05 * setup.to_malta[there] if war.past >> group & 1 else -2.0 - 0.01 * setup.to_malta[there]
        ideas.append(Idea(score, "to", there, "on to Malta"))
    ideas += [Idea(-5.0, "detach", ship, "stay together") for ship in bits(decision.choices.get("detach", 0))]
    ideas += [Idea(-3.0, "join", other, "together") for other in bits(decision.choices.get("join", 0))]
    return ideas


# --- the Italian fleet


def fleet_plan(war: Sea) -> dict[int, tuple[float, int]]:
    """For each place with Italian ships: where those that can had better go, and what that seems worth."""
    setup = war.setup
    views = pictures(war)
    plan: dict[int, tuple[float, int]] = {}
    places = {war.at[s] for s in setup.fleet_list if movement.may_sail(war, s)}
    for place in places:
        ships = _squadron(war, place)
        options = [(0.0, NOWHERE)]
        if setup.italian_ports >> place & 1:
            area = first(setup.fleet[place] & setup.areas)
            chance = _prospect(war, views, area, ships)
            options.append((chance - 0.25, area))
        else:
            prey = 0
            for group in bits(war.groups):
                prey |= 1 << war.at[group]
            for target in bits(setup.fleet[place] & setup.positions & prey):
                options.append((clash_over(views, ships | war.fleet_at(target), target), target))
            area = place if setup.areas >> place & 1 else setup.area_of[place]
            chance = _prospect(war, views, area, ships)
            if place == area:
                port = setup.port_of[area]
                options.append((0.05 - chance, port))
                other = first(setup.fleet[area] & setup.areas)
                if other >= 0:
                    options.append((_prospect(war, views, other, ships) - chance - 0.3, other))
            else:
                options.append((0.1, area))
        plan[place] = max(options)
    return plan


def _squadron(war: Sea, place: int) -> int:
    """The ships of a place that could go together: the strongest first, as far as the oil goes."""
    setup = war.setup
    ships = [s for s in bits(war.fleet_at(place)) if movement.may_sail(war, s)]
    ships.sort(key=lambda s: (setup.facts[s]["gun_star"] != "any", not setup.points[s], s))
    if setup.italian_ports >> place & 1 and war.fuel >= 0:
        again = [s for s in ships if war.sailed >> s & 1]
        fresh = [s for s in ships if not war.sailed >> s & 1]
        ships = again + fresh[: max(0, war.fuel - war.sailed.bit_count())]
    return sum(1 << s for s in ships)


def _prospect(war: Sea, views: Pictures, area: int, ships: int) -> float:
    """How good the hunting from an area may be in the next turns."""
    setup = war.setup
    best = 0.0
    for group in bits(war.groups):
        here = war.at[group]
        if not setup.near[here] & setup.access[area]:
            continue
        best = max(best, clash_over(views, ships, here))
    return best


def fleet_ideas(war: Sea, step: movement.FleetMove, decision: Decision) -> list[Idea]:
    plan = fleet_plan(war)
    ideas = [Idea(0.0, "steam", 0, "nothing to be gained at sea")]
    for verb in ("ship", "sortie"):
        ships = decision.choices.get(verb, 0)
        for place in {war.at[ship] for ship in bits(ships)}:  # one ship for each place: the others go with her
            value, target = plan.get(place, (0.0, NOWHERE))
            there = ships & war.fleet_at(place)
            ship = first(there & _squadron(war, place) or there)
            ideas.append(Idea(value if target != NOWHERE else -1.0, verb, ship, "there is something to hunt"))
    if "invade" in decision.choices:
        ideas.append(Idea(invasion_value(war), "invade", 0, "now or never"))
    return ideas


def squadron_ideas(war: Sea, step: movement.Squadron, decision: Decision) -> list[Idea]:
    place = war.at[first(step.ships)]
    _, target = fleet_plan(war).get(place, (0.0, NOWHERE))
    wanted = _squadron(war, place)
    more = decision.choices.get("with", 0)
    ideas = [
        Idea(score, "with", first(ships), "stronger together")
        for score, ships in ((2.0, more & wanted), (-1.0, more & ~wanted))
        if ships
    ]
    for verb in ("to", "port"):
        for space in bits(decision.choices.get(verb, 0)):
            score = 1.0 if space == target else 0.1 if war.setup.areas >> space & 1 else 0.0
            ideas.append(Idea(score, verb, space, "where the enemy is" if verb == "to" else "nothing to be gained at sea"))
    return ideas


def passing_ideas(war: Sea, step: movement.Passing, decision: Decision) -> list[Idea]:
    # A group that moves two positions is no convoy: wait if something slower may still come.
    later = war.groups & ~war.moved
    return [
        Idea(1.0, "strike", 0, "an attack not made is lost"),
        Idea(1.2 if later.bit_count() > 1 else 0.0, "save", 0, "a slower one may follow"),
    ]


def lurking_ideas(war: Sea, step: movement.Lurking, decision: Decision) -> list[Idea]:
    views = pictures(war)
    ideas = []
    for group in bits(decision.choices["prey"]):
        total = 0.0
        for view in views:
            crew = view.crew(group)
            total += sum(worth(view, s) for s in bits(crew)) / max(1, crew.bit_count())
        ideas.append(Idea(total / len(views), "prey", group, "most likely worth a torpedo"))
    return ideas
