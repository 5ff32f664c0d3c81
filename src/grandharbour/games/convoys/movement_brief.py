"""What is told about movement: the Allied staff takes its freighters the least dangerous way, the Italian fleet looks for prey."""

from __future__ import annotations

from ...engine.brief import Brief, Gesture
from ...engine.choice import Decision
from ...engine.forecast import Forecast, Result
from ...engine.game import Idea
from ...engine.geometry.bits import bits, first
from ...engine.kinds import NOWHERE
from ...engine.view import Line, Preview, Stage, StageRow
from .forecast import invasion
from .movement import FleetMove, Lurking, Passing, Sailing, Squadron, can_sail, sailors
from .papers import briefly, known_as, names_of, waiting
from .state import AL, ALEX, GIB, MALTA, RESERVE, SIDES, Sea
from .weighing import FAR, Pictures, clash_over, invasion_value, keep_out, one_of_each, pictures, risk, step_cost, voyage, worth

# --- Allied movement


class SailingBrief(Brief[Sailing]):
    gesture = Gesture(takes=("group",), by=("muster",), puts=("to",), ends=("halt",), onward=True, repeats=("dummy",))

    def ideas(self, war: Sea, step: Sailing, decision: Decision) -> list[Idea]:
        if war.harbour != RESERVE:
            return _muster_ideas(war, decision)
        if war.chosen != NOWHERE:
            return _group_ideas(war, decision)
        setup = war.setup
        ideas = [Idea(0.0, "proceed", 0, "idea-everything-is-done")]
        groups = decision.choices.get("group", 0)
        if groups:  # all will move in the end, in the order of their letters: chance has dealt them, so the order tells nothing
            ideas.append(Idea(1.0, "group", first(groups), "idea-still-to-move"))
        for port in bits(decision.choices.get("muster", 0)):
            lot = setup.ports.index(port)
            score = -1.0
            if lot != MALTA:
                if _convoy_sails(war, lot):
                    score = 5.0
                elif war.decoys[lot - GIB] and war.departed[lot - GIB] == war.hour:
                    score = 3.0
            ideas.append(Idea(score, "muster", port, "idea-the-convoy-sails" if score > 4 else "idea-a-dummy-to-draw-them-off"))
        if "finish" in decision.choices:
            ideas.append(Idea(1.0 if max(idea.score for idea in ideas) <= 0 else -0.5, "finish", 0, "idea-nothing-more-to-do"))
        return ideas

    def trusted(self, war: Sea, step: Sailing, decision: Decision) -> bool:
        """A convoy that was thought about longer than the dummies would go another way."""
        return keeps_secret(war)

    def preview(self, war: Sea, step: Sailing, side: int, verb: str, target: int) -> Preview | None:
        """What waits on a position, by day or by night, and how far Malta is from there."""
        if verb != "to":
            return None
        setup = war.setup
        here = setup.ports[war.harbour] if war.harbour != RESERVE else war.at[war.chosen]
        at_sea = bool(setup.positions >> target & 1)
        words = "; ".join(waiting(war, target)) if at_sea else ""
        captive = war.gib & setup.warships & (war.muster if war.harbour != RESERVE else war.crew(war.chosen))
        bound = bool(setup.line[here] >> target & 1 and captive)
        holes = {"words": words or war.say("danger-none"), "n": setup.to_malta[target] if at_sea else 0, "bound": bound}
        said = war.say("preview-sailing", place=("space", target), when="night" if war.night else "day", **holes)
        way = Line((setup.space_names[here], setup.space_names[target]), "allies")
        return Preview(said, "MC-PNR.1" if bound else "MC-MOVE.3", (way,))

    def stage(self, war: Sea, step: Sailing, side: int | None) -> Stage | None:
        """For the Allies, the group in hand."""
        if side == AL and war.harbour != RESERVE:
            return _muster_stage(war)
        if side == AL and war.chosen != NOWHERE:
            return _hand_stage(war)
        return None


def _muster_stage(war: Sea) -> Stage:
    """Who leaves a harbour together [MC-MOVE.1]."""
    setup, lot, say = war.setup, war.harbour, war.say
    rows = (
        StageRow(say("stage-sails"), SIDES[AL], names_of(war, war.muster)),
        StageRow(say("stage-stays"), SIDES[AL], names_of(war, war.inside[lot] & ~war.muster)),
    )
    left = war.decoys[lot - GIB] if lot != MALTA else 0
    note = say("stage-bluff") if war.bluff else say("stage-muster.note", dummies=left, n=len(war.labels))
    if war.muster and not war.bluff:
        slow = briefly(war, war.muster & (setup.slow | war.hit))
        note = say("stage-slow", n=setup.speed_slow, ships=slow) if slow else say("stage-fast", n=setup.speed_fast)
        if can_sail(war, lot) & ~war.muster & setup.freighters:
            note = say("stage-left-behind", note=note)
    return Stage("group", say("stage-muster", port=("space", setup.ports[lot])), rows, note)


def _hand_stage(war: Sea) -> Stage:
    """The group that moves, and what is being detached from it [MC-MOVE.3]."""
    setup, group, say = war.setup, war.chosen, war.say
    rows = [StageRow(setup.piece_names[group], SIDES[AL], names_of(war, war.crew(group)))]
    if war.fresh != NOWHERE:
        rows.append(StageRow(say("stage-detached", group=("piece", war.fresh)), SIDES[AL], names_of(war, war.crew(war.fresh))))
    dummy = bool(war.dummies >> group & 1)
    note = say("stage-hand.note", dummy=dummy, walked=war.walked, rate=war.rate(group), known=known_as(war, group))
    return Stage("group", say("stage-hand", group=("piece", group), place=("space", war.at[group])), tuple(rows), note)


def _convoy_sails(war: Sea, lot: int) -> bool:
    return bool(can_sail(war, lot) & war.setup.freighters) and _worth_sailing(war, lot)


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
    convoy = can_sail(war, lot) & setup.freighters & ~war.muster
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
            ideas.append(Idea(score, verb, target, "idea-leave-together" if verb != "to" else "idea-the-safest-way"))
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
    ideas = [Idea(FAR if best == NOWHERE else -stay, "halt", 0, "idea-wait-for-the-night")]
    ideas += [Idea(FAR if there == best else -cost[there], "to", there, "idea-the-safest-way-to-malta") for there in cost]
    crossing = best != NOWHERE and (best == setup.malta or bool(setup.line[here] >> best & 1)) and not war.past >> group & 1
    leavers = keep_out(war, crew)
    for ship in bits(one_of_each(war, decision.choices.get("detach", 0))):
        score = 2 * FAR if crossing and leavers >> ship & 1 else -FAR
        ideas.append(Idea(score, "detach", ship, "idea-turns-back-before-the-narrows"))
    ideas += [Idea(-FAR, "home", 0, "idea-the-island-needs-them")] if "home" in decision.choices else []
    ideas += [Idea(-50.0, "join", other, "idea-together") for other in bits(decision.choices.get("join", 0))]
    return ideas


def _escort_ideas(war: Sea, group: int, crew: int, decision: Decision) -> list[Idea]:
    setup = war.setup
    here = war.at[group]
    merchants = [g for g in bits(war.groups) if war.crew(g) & setup.freighters]
    cover = any(setup.near[here] >> war.at[g] & 1 for g in merchants)
    # Fighters help over the next position too: stay one turn while the convoy is within reach [MC-AA.5].
    stay = 1.0 if cover and war.flak(group) >= setup.aa["helper"] and not war.night else -1.0
    ideas = [Idea(stay, "halt", 0, "idea-covers-the-convoy")]
    if "home" in decision.choices:
        ideas.append(Idea(0.5, "home", 0, "idea-its-work-is-done"))
    for there in bits(decision.choices.get("to", 0)):
        score = 0.2 - 0.05 * setup.to_malta[there] if war.past >> group & 1 else -2.0 - 0.01 * setup.to_malta[there]
        ideas.append(Idea(score, "to", there, "idea-on-to-malta"))
    ideas += [Idea(-5.0, "detach", ship, "idea-stay-together") for ship in bits(decision.choices.get("detach", 0))]
    ideas += [Idea(-3.0, "join", other, "idea-together") for other in bits(decision.choices.get("join", 0))]
    return ideas


# --- under water


class PassingBrief(Brief[Passing]):
    def ideas(self, war: Sea, step: Passing, decision: Decision) -> list[Idea]:
        # A group that moves two positions is no convoy: wait if something slower may still come.
        later = war.groups & ~war.moved
        return [
            Idea(1.0, "strike", 0, "idea-an-attack-not-made-is-lost"),
            Idea(1.2 if later.bit_count() > 1 else 0.0, "save", 0, "idea-a-slower-one-may-follow"),
        ]


class LurkingBrief(Brief[Lurking]):
    def ideas(self, war: Sea, step: Lurking, decision: Decision) -> list[Idea]:
        views = pictures(war)
        ideas = []
        for group in bits(decision.choices["prey"]):
            total = 0.0
            for view in views:
                crew = view.crew(group)
                total += sum(worth(view, s) for s in bits(crew)) / max(1, crew.bit_count())
            ideas.append(Idea(total / len(views), "prey", group, "idea-most-likely-worth-a-torpedo"))
        return ideas


# --- the Italian fleet


def fleet_plan(war: Sea) -> dict[int, tuple[float, int]]:
    """For each place with Italian ships: where those that can had better go, and what that seems worth."""
    setup = war.setup
    views = pictures(war)
    plan: dict[int, tuple[float, int]] = {}
    places = {war.at[s] for s in bits(sailors(war))}
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
    ships = list(bits(war.fleet_at(place) & sailors(war)))
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


class FleetMoveBrief(Brief[FleetMove]):
    gesture = Gesture(takes=("ship",))

    def ideas(self, war: Sea, step: FleetMove, decision: Decision) -> list[Idea]:
        plan = fleet_plan(war)
        ideas = [Idea(0.0, "steam", 0, "idea-nothing-to-be-gained-at-sea")]
        for verb in ("ship", "sortie"):
            ships = decision.choices.get(verb, 0)
            for place in {war.at[ship] for ship in bits(ships)}:  # one ship for each place: the others go with her
                value, target = plan.get(place, (0.0, NOWHERE))
                there = ships & war.fleet_at(place)
                ship = first(there & _squadron(war, place) or there)
                ideas.append(Idea(value if target != NOWHERE else -1.0, verb, ship, "idea-there-is-something-to-hunt"))
        if "invade" in decision.choices:
            ideas.append(Idea(invasion_value(war), "invade", 0, "idea-now-or-never"))
        return ideas

    def trusted(self, war: Sea, step: FleetMove, decision: Decision) -> bool:
        """What depends on ships the Axis cannot see takes many worlds to tell apart, and a campaign has few for each plan."""
        return not war.setup.pedestal

    def forecast(self, war: Sea, step: FleetMove, side: int, verb: str, target: int) -> Forecast[Result] | None:
        return invasion(war) if verb == "invade" else None

    def preview(self, war: Sea, step: FleetMove, side: int, verb: str, target: int) -> Preview | None:
        return invasion_preview(war) if verb == "invade" else None


def invasion_preview(war: Sea) -> Preview:
    """On what the one attempt succeeds."""
    attempt = invasion(war)
    return Preview(war.say("preview-invasion", need=int(attempt.fact("need") or 0), p=attempt.win or 0.0), attempt.rule)


class SquadronBrief(Brief[Squadron]):
    gesture = Gesture(takes=("with",), puts=("to", "port"))

    def ideas(self, war: Sea, step: Squadron, decision: Decision) -> list[Idea]:
        place = war.at[first(step.ships)]
        _, target = fleet_plan(war).get(place, (0.0, NOWHERE))
        wanted = _squadron(war, place)
        more = decision.choices.get("with", 0)
        ideas = [
            Idea(score, "with", first(ships), "idea-stronger-together")
            for score, ships in ((2.0, more & wanted), (-1.0, more & ~wanted))
            if ships
        ]
        for verb in ("to", "port"):
            for space in bits(decision.choices.get(verb, 0)):
                score = 1.0 if space == target else 0.1 if war.setup.areas >> space & 1 else 0.0
                ideas.append(
                    Idea(score, verb, space, "idea-where-the-enemy-is" if verb == "to" else "idea-nothing-to-be-gained-at-sea")
                )
        return ideas
