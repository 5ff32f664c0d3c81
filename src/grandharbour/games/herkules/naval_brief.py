"""What is told about the naval move: what is loaded, which water a fleet makes for, and what waits on its way."""

from __future__ import annotations

from functools import partial

from ...engine.brief import Gesture
from ...engine.choice import Decision
from ...engine.game import Idea
from ...engine.geometry.bits import bits, first
from ...engine.kinds import NOWHERE
from ...engine.view import Line, Preview
from .brief import Advised, Routine
from .landing import assault_open, open_ports
from .naval import Loading, Naval, React, Redirect, allowance, danger, empty_ships, pool
from .state import AX, BR, Islands
from .weighing import KILL, beach_value, dice_sum, known, likely, staying, worth


def landing_value(war: Islands, zone: int, units: int) -> float:
    """What a landing from a zone promises."""
    setup = war.setup
    best = 0.0
    for t in bits(setup.coasts[zone]):
        best = max(best, beach_value(war, AX, t, units))
    return best


def sea_strength(war: Islands, side: int, ships: int) -> float:
    fighting = ships & (war.setup.warships | war.setup.sneaks)
    return sum(war.setup.attack[p] * war.hits_left(p) for p in bits(fighting)) / 6


def fleet_risk(war: Islands, side: int, zone: int, group: int) -> float:
    """How unpleasant a zone is for a group: dice on arrival, and an enemy fleet that is stronger."""
    setup = war.setup
    foe = 1 - side
    own = group | war.mine(side, zone, setup.ships)
    enemy = war.mine(foe, zone, setup.ships)
    risk = 0.8 * danger(war, side, zone, group)
    if enemy:
        mine, theirs = sea_strength(war, side, own), sea_strength(war, foe, enemy)
        risk += 1.5 * (theirs - mine) if theirs > mine else -0.8 * min(4.0, theirs) - 0.5 * (enemy & setup.transports).bit_count()
    for near in bits(setup.lanes[zone] & war.fleets(foe)):
        risk += 0.15 * sea_strength(war, foe, war.mine(foe, near, setup.ships))
    return risk


def axis_zones(war: Islands, group: int, zones: int) -> list[tuple[float, int]]:
    """What each zone promises the invasion fleet, best first."""
    units = war.cargo(group) & war.setup.ground
    weighed = []
    for zone in bits(zones):
        score = landing_value(war, zone, units) if units else 0.0
        score += 0.3 * sum(worth(war, t) for t in bits(war.setup.coasts[zone] & war.stands(AX)))
        score -= fleet_risk(war, AX, zone, group)
        weighed.append((score, zone))
    return sorted(weighed, reverse=True)


def shelling(war: Islands, side: int, zone: int, ships: int) -> float:
    """What the guns of ships promise against the troops along a zone; nobody there can answer them [OH-LC.13, OH-LC.14]."""
    setup = war.setup
    fire = dice_sum(war, ships & setup.bombard)
    best = 0.0
    for t in bits(setup.coasts[zone] & war.stands(1 - side)):
        enemy = war.forces(1 - side, t)
        hits = fire + dice_sum(war, war.forces(side, t))
        gain = KILL * min(fire, staying(war, enemy)) + worth(war, t) * likely(hits, staying(war, enemy))
        best = max(best, gain)
    return best


def convoy_zones(war: Islands, group: int, zones: int) -> list[tuple[float, int]]:
    """The British convoy makes for an open port; other ships keep clear of stronger fleets, fall on weaker ones and shell beaches."""
    setup = war.setup
    laden = bool(group & (war.freight | war.laden()))
    here = war.at[first(group)]
    ports = [setup.port_zone[p] for p in bits(open_ports(war, BR))]
    weighed = []
    for zone in bits(zones | 1 << here):
        score = -fleet_risk(war, BR, zone, group)
        if laden and ports:
            score -= 2.0 * min(setup.far[zone][p] for p in ports)
        else:
            score += 0.7 * shelling(war, BR, zone, group) + (0.3 if zone == here else 0.0)
            score += war.mine(AX, zone, war.beach | war.freight | war.laden()).bit_count()
        weighed.append((score, zone))
    return sorted(weighed, reverse=True)


def squadron(war: Islands, step: Naval, space: int) -> int:
    """British warships that may leave a zone without the transports and carriers."""
    setup = war.setup
    return war.here()[space] & step.free(war) & setup.own[BR] & setup.bombard if setup.sea >> space & 1 else 0


class NavalBrief(Advised[Naval]):
    """Fleets that sail."""

    gesture = Gesture(takes=("unit",), stacks=("stack",), by=("count",), puts=("sail",))

    def ideas(self, war: Islands, step: Naval, decision: Decision) -> list[Idea]:
        setup = war.setup
        side = step.side
        if step.kin != NOWHERE:
            return [Idea(float(n), "count", n, "idea-all-them") for n in bits(decision.choices["count"])]
        if step.leading:
            return [
                Idea(-fleet_risk(war, side, zone, step.group), "by", zone, "idea-quiet-water")
                for zone in bits(decision.choices["by"])
            ]
        if step.group:
            zones = decision.choices["sail"]
            at_sea = setup.sea >> war.at[first(step.group)] & 1
            scores = (axis_zones if side == AX else convoy_zones)(war, step.group, zones)
            ideas = [Idea(score, "sail", zone, "idea-best-water") for score, zone in scores if zones >> zone & 1]
            best = ideas[0].score if ideas else 0.0
            if "reload" in decision.choices:
                empty = not war.cargo(step.group) and at_sea
                ideas.append(Idea(best + 2.0 if empty else best - 30.0, "reload", 0, "idea-empty-ships-fetch"))
            with_them = squadron(war, step, war.at[first(step.group)]) if side == BR and not step.group & ~setup.bombard else 0
            if "lead" in decision.choices:
                ideas.append(Idea(best - 25.0, "lead", 0, "idea-safest-way-found"))
            for ship in bits(decision.choices.get("unit", 0)):
                join = with_them >> ship & 1
                ideas.append(
                    Idea(best + 1.0 if join else best - 20.0, "unit", ship, "idea-guns-together" if join else "idea-enough-ships")
                )
            return ideas
        ideas = []
        for verb, mask in decision.choices.items():
            for target in bits(mask):
                score, why = -1.0, "idea-little-gain"
                if verb == "done":
                    score, why = 0.0, "idea-fleets-lie-well"
                elif verb == "recall":
                    score, why = 6.0, "idea-empty-transports-fetch"
                elif verb == "stack":
                    group = war.here()[target] & step.free(war)
                    score, why = _fleet_idea(war, step, group, target)
                elif verb == "unit" and side == AX:
                    score, why = _ship_idea(war, step, target)
                elif verb == "unit" and setup.bombard >> target & 1 and not isinstance(step, Redirect):
                    space = war.at[target]
                    score, why = known(war, f"squadron {space}", side, partial(_squadron_idea, war, step, space))
                ideas.append(Idea(score, verb, target, why))
        return ideas

    def preview(self, war: Islands, step: Naval, side: int, verb: str, target: int) -> Preview | None:
        """The way, and the dice on it."""
        if verb not in ("sail", "by"):
            return None
        setup = war.setup
        path = step.route(war, step.group, target) if verb == "sail" else (*step.path, target)
        dice = sum(danger(war, side, zone, step.group) for zone in path)
        start = war.at[first(step.group)]
        inside = start < setup.areas
        way = Line(tuple(setup.space_names[z] for z in ((start, *path) if inside else path)), "bad" if dice else "good")
        if verb == "by":
            return Preview(war.say("preview-by", dice=dice), "OH-NAV.2", (way,))
        used = len(path) - (not inside)
        text = war.say("preview-sail", used=used, points=allowance(war, step.group), dice=dice)
        return Preview(text, "OH-NAV.2", (way,))


class RedirectBrief(NavalBrief, Routine[Redirect]):
    """Fleets that radar sends elsewhere: the best of what a fleet could do."""

    def ideas(self, war: Islands, step: Naval, decision: Decision) -> list[Idea]:
        return [max(super().ideas(war, step, decision), key=lambda idea: idea.score)]


class ReactBrief(Routine[React]):
    """Guns and submarines fire."""

    said = {"salvo": "idea-before-anything"}


def _fleet_idea(war: Islands, step: Naval, group: int, space: int) -> tuple[float, str]:
    setup = war.setup
    if space >= setup.areas:
        load = group & (war.beach | war.freight | war.laden())
        go = war.turn == 1 or space == setup.toulon_box or (load and assault_open(war, AX))
        return (5.0 if go else -1.0), "idea-invasion-fleet-sails"
    if isinstance(step, Redirect):
        return -1.0, "idea-little-gain"
    zones = step.reach(war, group)
    if step.side == BR:
        laden = group & (war.freight | war.laden())
        if laden and space in [setup.port_zone[p] for p in bits(open_ports(war, BR))]:
            return -1.0, "idea-little-gain"
        scores = {zone: score for score, zone in convoy_zones(war, group, zones)}
        target = max(scores, key=lambda zone: scores[zone])
        if target != space and (laden or scores[target] > scores[space] + 1.0):
            return 4.0, "idea-better-place"
        return -1.0, "idea-little-gain"
    load = group & war.beach
    if load and assault_open(war, AX):
        here, _ = axis_zones(war, group, 1 << space)[0]
        score, _ = axis_zones(war, group, zones)[0]
        return (3.0, "idea-better-beach") if score > here + 3.0 else (-1.0, "idea-little-gain")
    return -1.0, "idea-little-gain"


def _squadron_idea(war: Islands, step: Naval, space: int) -> tuple[float, str]:
    """Warships of the convoy that are of more use elsewhere."""
    ships = squadron(war, step, space)
    scores = {zone: score for score, zone in convoy_zones(war, ships, step.reach(war, ships))}
    better = max(scores.values()) > scores[space] + 1.0
    return (3.5, "idea-its-guns-wanted") if better else (-1.0, "idea-little-gain")


def _ship_idea(war: Islands, step: Naval, ship: int) -> tuple[float, str]:
    """Single kinds of Axis ships: what is loaded but does not sail with all, and destroyers that go to fetch infantry."""
    setup = war.setup
    if war.at[ship] >= setup.areas:
        load = (war.beach | war.freight | war.laden()) >> ship & 1
        return (2.0 if load and assault_open(war, AX) else -1.0), "idea-loaded"
    empty_destroyer = setup.destroyers >> ship & 1 and not war.cargo(1 << ship) and not war.moved >> ship & 1
    if empty_destroyer and setup.lift["dd"]["assault"] and pool(war, "SEA") & setup.dd_cargo:
        if not assault_open(war, AX) or war.turn % setup.day == 0:
            foes = sum(
                sea_strength(war, BR, war.mine(BR, z, setup.ships)) for z in bits(setup.lanes[war.at[ship]] | 1 << war.at[ship])
            )
            return (1.5 if foes < 4.0 else -1.0), "idea-destroyers-fetch-infantry"
    return -1.0, "idea-little-gain"


LOADS = {
    "assault": "idea-what-beaches-need",
    "freight": "idea-more-through-port",
    "destroyers": "idea-quick-and-few",
    "provisions": "idea-no-attack-without",
    "ready": "idea-sails-as-loaded",
    "enough": "idea-nothing-more-aboard",
}
"""What speaks for each way of loading."""


class LoadingBrief(Advised[Loading]):
    """Ships off the map."""

    good = (False, False)

    def ideas(self, war: Islands, step: Loading, decision: Decision) -> list[Idea]:
        """Beaches first; markers when there is nobody ashore without them; port loads only with a port."""
        setup = war.setup
        ports = open_ports(war, AX)
        stocks = war.marker_count(AX) + sum(n for _, n in war.stores)
        scores = {
            "assault": 5.0,
            "freight": 4.0 if ports else -1.0,
            "destroyers": 4.5,
            "provisions": 6.0 if stocks < 3 and war.turn > 1 and war.axis_held() else -1.0,
            "ready": 1.0,
            "enough": -1.0,
        }
        if ports and not pool(war, "SEA") and empty_ships(war, "tr", setup.harbour):
            scores["freight"] = 5.5
        if step.toulon:
            scores["freight"] = 4.5 if ports else 2.0
        order = {"tank": 5.0, "art": 4.6, "mech": 4.0, "inf": 3.0, "at": 2.5, "recon": 2.0}
        ideas = []
        for verb, mask in decision.choices.items():
            for target in bits(mask):
                if verb == "into":
                    ideas.append(Idea(-2.0, verb, target, "idea-one-ship-as"))
                elif verb == "embark":
                    ideas.append(Idea(order[setup.kind[target]], verb, target, "idea-strong-attack"))
                else:
                    ideas.append(Idea(scores[verb], verb, target, LOADS[verb]))
        return ideas
