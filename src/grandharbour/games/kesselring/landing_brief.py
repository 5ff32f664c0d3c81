"""What is told about landings, sea lifts, transport and drops: where to land, with whom, and who should be fetched [14.0, 18.0, 19.0]."""

from __future__ import annotations

from ...engine.brief import Gesture
from ...engine.choice import Decision
from ...engine.forecast import Forecast
from ...engine.game import Idea
from ...engine.geometry.bits import bits, first, mask_of
from ...engine.kinds import NOWHERE
from ...engine.view import Preview, Tint
from .battle import DROP, INVASION, Fight
from .battle_brief import attack_preview
from .forecast import combat, drop, facing
from .landing import Airlift, Ashore, Drop, DropAttack, Invade, SeaMove, beaches, harbours, invasion_starts, transfer_from
from .movement_brief import line
from .results import Combat, Jump
from .state import ALLIED, AXIS, Italy
from .weighing import Known, Pull, Weighed, attack_odds, danger, goals, hex_worth, known, plain_ideas, steel

# --- landings


ROW = 2.0
"""What it costs the Allies to show themselves north of Cassino: it calls up the Axis' reserves [7.1.1]."""


def landing_force(war: Italy, start: int, contingent: int, spent: int = 0) -> int:
    """The three strongest units of a contingent at a place, of those not yet on board."""
    units = war.in_box(start, war.setup.mobile & contingent) & ~spent
    return mask_of(sorted(bits(units), key=war.strength, reverse=True)[: war.setup.stack])


def empty_coast(war: Italy, h: int) -> bool:
    """A place that anybody can take, with no enemy and nothing else to gain near it."""
    setup = war.setup
    near = setup.grid.within(1 << h, 3) & ~(1 << h)
    return not near & (war.held(AXIS) | setup.objective_hexes & ~war.held(ALLIED)) and not war.held(AXIS) >> h & 1


def prizes_near(war: Italy, h: int) -> float:
    """The Objectives next to a beach that the Allies do not hold."""
    setup = war.setup
    return sum(hex_worth(war, ALLIED, x) for x in bits(setup.ring[h] & setup.objective_hexes & ~war.held(ALLIED)))


def coast(war: Italy, h: int, store: Known) -> tuple[float, float, int, bool]:
    """What awaits anybody who lands at a beach: prizes next to it, enemies near it, friends next to it, and whether he can be fed."""
    awaits = store.coast.get(h)
    if awaits is None:
        setup = war.setup
        near = prizes_near(war, h)
        threat = danger(war, h, ALLIED) - war.total(war.mobile_in(h, AXIS))
        friends = sum(war.total(war.units_in(x, ALLIED)) for x in bits(setup.ring[h] & war.held(ALLIED)))
        fed = bool(setup.ports >> h & 1 or setup.grid.within(1 << h, 2) & war.ports(ALLIED) & ~war.zoc(AXIS))
        awaits = store.coast[h] = (near, threat, friends, fed)
    return awaits


def beach_value(war: Italy, h: int, units: int, wanted: Pull, store: Known, busy: int = 0, least: float = -99.0) -> float:
    """What a landing of these units would bring: the beach, what lies near it, and a port to live on.

    Where that is no more than ``least`` at best, nobody works out the odds.
    """
    setup = war.setup
    enemy = war.held(AXIS)
    near, threat, friends, fed = coast(war, h, store)
    own = war.total(units)
    force = own + friends
    # Who lands among enemies must expect to be attacked at once; without a port to live on he is lost.
    if fed:
        risk = min(1.0, max(0.0, 0.4 * threat / (2 + force) - 0.1))
    else:
        risk = min(1.0, 0.6 * threat / (1 + force) + (0.3 if threat else 0.0))
    value = (0.3 * near + wanted[h]) * (1.0 - risk) - steel(war) * own * risk
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


def best_start(war: Italy, beat: float = -1.0) -> tuple[int, float]:
    """Where an invasion should set out, and what the best landing from there gains over staying; where that is not more than ``beat``, no
    matter how much less."""
    setup = war.setup
    wanted = goals(war, ALLIED)
    best = (setup.staging[ALLIED], beat)
    store = known(war)
    most = sorted(((_at_most(war, h, wanted), h) for h in bits(shores(war))), reverse=True)
    for start in bits(invasion_starts(war)):
        now = wanted[start] if start < setup.hexes_end else 0.0
        if start in setup.objectives and not war.posts(ALLIED) >> start & 1:
            now += 2.0
        for mask in setup.contingent.values():
            units = landing_force(war, start, mask)
            if units.bit_count() >= 2:
                for at_most, h in most:
                    if at_most <= best[1] + 2 * now:
                        break
                    value = beach_value(war, h, units, wanted, store, 0, best[1] + 2 * now) - 2 * now
                    if value > best[1]:
                        best = (start, value)
    return best


def _at_most(war: Italy, h: int, wanted: Pull) -> float:
    """What nobody's landing at a beach can be worth more than, whoever they are: the beach without any risk."""
    value = 0.3 * prizes_near(war, h) + wanted[h]
    prize = hex_worth(war, ALLIED, h)
    if war.held(AXIS) >> h & 1:
        return prize + steel(war) * (2 + war.total(war.units_in(h, AXIS))) + 0.5 * value + 1e-6
    return value + prize + 1e-6


# --- lifts


def offshore(war: Italy, wanted: Pull) -> float:
    """What a place at sea is worth to an Allied unit: half of the best open beach, if there is something to sail with."""
    setup = war.setup
    waiting = war.in_box(setup.staging[ALLIED], setup.mobile)
    amphibs = war.in_box(setup.staging[ALLIED], setup.amphibs) | war.in_box(setup.display[ALLIED], setup.amphibs)
    if waiting.bit_count() >= setup.stack * amphibs.bit_count():
        return 0.1  # nothing to sail with
    return 0.5 * max((wanted[h] for h in bits(shores(war) & ~war.held(AXIS))), default=0.0)


def best_transfer(war: Italy, side: int, beat: float = -1.0) -> tuple[float, int, int]:
    """The best sea lift of those worth more than ``beat``: its value, from where, to where."""
    setup = war.setup
    wanted = goals(war, side)
    ends = harbours(war, side) & ~war.full_hexes(side)
    home = offshore(war, wanted) if side == ALLIED else 0.0
    best = (beat, NOWHERE, NOWHERE)
    farthest = max((wanted[end] if end < setup.hexes_end else home for end in bits(ends)), default=0.0)
    for start in bits(transfer_from(war, side, False)):
        if best[0] >= max(0.0, 3 * (farthest - (wanted[start] if start < setup.hexes_end else home))):
            continue
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


# --- step by step


def _ready(war: Italy, place: int) -> int:
    """How many mobile units of the side that acts are in a place."""
    return war.in_box(place, war.setup.mobile & war.setup.own[war.active]).bit_count()


class InvadeBrief(Weighed[Invade]):
    def ideas(self, war: Italy, step: Invade, decision: Decision) -> list[Idea]:
        """Another beach is another strategy: there the best is not set apart."""
        return self.weigh(war, step, decision) if "beach" in decision.choices else super().ideas(war, step, decision)

    def weigh(self, war: Italy, step: Invade, decision: Decision) -> list[Idea]:
        ideas = []
        best = best_start(war)[0] if "from" in decision.choices else NOWHERE
        for h in bits(decision.choices.get("from", 0)):
            ideas.append(Idea(1.0 if h == best else 0.1, "from", h, "idea-where-the-troops-are"))
        if "beach" in decision.choices:
            ideas += self._beaches(war, step, decision.choices["beach"])
        if "load" in decision.choices:
            ideas += self._loads(war, step, decision.choices["load"])
        if "full" in decision.choices:
            ideas.append(Idea(0.5, "full", 0, "idea-ready"))
        for amphib in bits(decision.choices.get("sail", 0)):
            own = war.setup.contingent_of[amphib] == war.setup.contingent_of[first(step.units)]
            ideas.append(Idea(0.5 if own else 0.4, "sail", amphib, "idea-comes-back-with-its-own"))
        if "launch" in decision.choices:
            short = war.ap[ALLIED] < 2 * len(step.landings) + 2  # every foothold needs a Garrison and more
            ideas.append(Idea(4.0 if short else 0.8, "launch", 0, "idea-go"))
        return ideas

    def _going(self, war: Italy, step: Invade) -> tuple[int, list[int]]:
        """Who is on board already, and the contingents that may land."""
        setup, spent = war.setup, 0
        for _, _, units in step.landings:
            spent |= units
        chosen = spent | step.units
        return spent, [setup.contingent[setup.contingent_of[first(chosen)]]] if chosen else list(setup.contingent.values())

    def _beaches(self, war: Italy, step: Invade, beaches: int) -> list[Idea]:
        setup = war.setup
        spent, going = self._going(war, step)
        wanted, store, shore = goals(war, ALLIED), known(war), shores(war)
        forces = [force for mask in going if (force := landing_force(war, step.start, mask, spent))]
        # Support goes to the first landing; the others must do without.
        busy = war.in_box(setup.staging[ALLIED], ~setup.ground & (1 << setup.pieces) - 1) if spent else 0
        # The only three units at hand are not split for an empty beach.
        scarce = war.in_box(step.start, setup.mobile).bit_count() > setup.stack and all(
            war.in_box(step.start, setup.mobile & mask).bit_count() <= setup.stack for mask in going
        )
        ideas = []
        for h in bits(beaches):
            score = max(beach_value(war, h, force, wanted, store, busy) for force in forces)
            if score > 0 and any(setup.grid.within(1 << beach, 2) >> h & 1 for _, beach, _ in step.landings):
                score *= 0.3  # the first landing takes care of this coast
            if not shore >> h & 1:
                score -= 5.0
            elif scarce and empty_coast(war, h):
                score -= 2.0
            ideas.append(Idea(score, "beach", h, "idea-a-good-beach"))
        return ideas

    def _loads(self, war: Italy, step: Invade, units: int) -> list[Idea]:
        if empty_coast(war, step.beach):  # one will do, and no good one
            first_one = 0.0 if step.units else 3.0
            return [
                Idea(first_one - 0.1 * war.strength(unit), "load", unit, "idea-enough-for-an-empty-beach") for unit in bits(units)
            ]
        spent, going = self._going(war, step)
        wanted, store = goals(war, ALLIED), known(war)
        force = max(
            (landing_force(war, step.start, mask, spent) for mask in going),
            key=lambda f: beach_value(war, step.beach, f, wanted, store) if f else -99.0,
        )
        ideas = []
        for unit in bits(units):
            score = 3.0 + 0.1 * war.strength(unit) + (2.0 if force >> unit & 1 else 0.0)
            ideas.append(Idea(score, "load", unit, "idea-the-strongest-first"))
        return ideas

    def preview(self, war: Italy, step: Invade, side: int, verb: str, target: int) -> Preview | None:
        if verb == "from":
            return Preview(war.say("preview-could-land", n=_ready(war, target)), "18.2c")
        return self._beach(war, step, target) if verb == "beach" else None

    def _beach(self, war: Italy, step: Invade, target: int) -> Preview:
        """One Amphib is used and comes back later; who waits on the beach [18.3a, 18.4, 18.5]."""
        setup = war.setup
        counter = setup.counter[first(step.amphibs(war))]
        back = war.turn + int(counter["recycle"])
        defenders = war.units_in(target, AXIS)
        said = war.say(
            "preview-beach",
            room=int(counter["capacity"]),
            returns=back <= setup.last,
            turn=back,
            opposed=bool(defenders),
            n=defenders.bit_count(),
            strength=war.total(defenders),
            shift=f"{-setup.shift['invasion']:+d}",
        )
        tint = Tint(setup.space_names[target], "bad" if defenders else "good")
        return Preview(said, "18.4b" if defenders else "18.4a", (line(war, [step.start, target]),), (tint,))


class SeaMoveBrief(Weighed[SeaMove]):
    gesture = Gesture(starts=("from",), aims=("to",), takes=("unit",))

    def weigh(self, war: Italy, step: SeaMove, decision: Decision) -> list[Idea]:
        if step.evacuation:
            return plain_ideas(war, decision, self.said)
        _, start, end = best_transfer(war, decision.side)
        ideas = []
        for h in bits(decision.choices.get("from", 0)):
            ideas.append(Idea(1.0 if h == start else 0.0, "from", h, "idea-troops-with-nothing-to-do"))
        wanted = goals(war, decision.side)
        for h in bits(decision.choices.get("to", 0)):
            score = wanted[h] if h < war.setup.hexes_end else 0.0
            ideas.append(Idea(score + (20.0 if h == end else 0.0), "to", h, "idea-where-they-are-needed"))
        for unit in bits(decision.choices.get("unit", 0)):
            ideas.append(Idea(1.0 + war.strength(unit), "unit", unit, "idea-the-strongest-first"))
        if "end" in decision.choices:
            ideas.append(Idea(0.0, "end", 0, "idea-enough"))
        return ideas

    def preview(self, war: Italy, step: SeaMove, side: int, verb: str, target: int) -> Preview | None:
        setup = war.setup
        rule = "14.1.3" if step.evacuation else "14.1a"
        if verb == "from":
            return Preview(war.say("preview-could-embark", n=_ready(war, target), left=step.left), rule)
        if verb == "to":
            room = step.left if target >= setup.hexes_end else setup.stack - war.mobile_in(target, side).bit_count()
            return Preview(
                war.say("preview-room", room=min(room, step.left), left=step.left), rule, (line(war, [step.start, target]),)
            )
        return Preview(war.say("preview-ships", left=step.left), rule) if verb == "unit" else None


class AirliftBrief(Weighed[Airlift]):
    gesture = Gesture(takes=("unit",), puts=("to",))

    def preview(self, war: Italy, step: Airlift, side: int, verb: str, target: int) -> Preview | None:
        if verb == "unit":
            return None
        return Preview(war.say("preview-airlift"), "21.4a", (line(war, [war.at[step.unit], target]),))


class DropBrief(Weighed[Drop]):
    def forecast(self, war: Italy, step: Drop, side: int, verb: str, target: int) -> Forecast[Jump] | None:
        return drop(war, step.unit, target) if verb == "jump" else None

    def preview(self, war: Italy, step: Drop, side: int, verb: str, target: int) -> Preview | None:
        if verb != "jump":
            return None
        return Preview(
            war.say("preview-drop", safe=drop(war, step.unit, target).win), "19.2", (line(war, [war.at[step.unit], target]),)
        )


class DropAttackBrief(Weighed[DropAttack]):
    def preview(self, war: Italy, step: DropAttack, side: int, verb: str, target: int) -> Preview | None:
        return attack_preview(war, "preview-unit-alone", Fight(target, 1 << step.unit, DROP)) if verb == "strike" else None


class AshoreBrief(Weighed[Ashore]):
    def fight(self, step: Ashore, beach: int) -> Fight:
        """The combat for one of the beaches."""
        landing = next(landing for landing in step.plan if landing[1] == beach)
        return Fight(beach, landing[2], INVASION, *landing[3:])

    def preview(self, war: Italy, step: Ashore, side: int, verb: str, target: int) -> Preview | None:
        return attack_preview(war, "preview-landing", self.fight(step, target))

    def forecast(self, war: Italy, step: Ashore, side: int, verb: str, target: int) -> Forecast[Combat] | None:
        fight = self.fight(step, target)
        return combat(war, fight, facing(war, fight))
