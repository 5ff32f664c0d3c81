"""What is told about the landings: the dice of the surf, good beaches, the fights for those that are held [4.2]."""

from __future__ import annotations

from typing import TypeVar

from ...engine.choice import Decision
from ...engine.forecast import Forecast
from ...engine.game import Idea
from ...engine.geometry.bits import bits, first, mask_of
from ...engine.kinds import NOWHERE
from ...engine.view import Preview, Stage, StageRow, Tint, Track
from .battle import SEA, Combat
from .battle_brief import FightChoice
from .forecast import attack_of, landing
from .landing import Embark, Fleet, Inland, LandingPlan, Wave, embarked, one_hex
from .results import Surf
from .sketch import sketch_of
from .staff import Staff, formations, names_of
from .state import AXIS, BRITISH, Malta
from .weighing import chain_value, shore_value


def surf_preview(war: Malta, onto: int, piece: int) -> Preview:
    """The landing die of a unit [4.2.g]."""
    setup = war.setup
    ahead = landing(war, piece, onto)
    said = war.say(
        "preview-surf",
        modifiers=setup.said(ahead.modifiers) or war.say("no-modifier"),
        order=round(6 * ahead.chance(lambda r: not r.loss and not r.disorder)),
        lost=round(6 * ahead.chance(lambda r: r.loss)),
        held="yes" if war.held(BRITISH) >> onto & 1 else "no",
    )
    return Preview(said, "4.2.g", tints=(Tint(setup.names.of("space", onto), "plain"),))


P = TypeVar("P", LandingPlan, Embark)


class Planning(Staff[P]):
    """Boats are filled before the first die."""

    tried_by = (AXIS,)

    def stage(self, war: Malta, step: P, side: int | None) -> Stage | None:
        """The whole landing in one panel: Formation by Formation, coast by coast, wave by wave, with the dice of the surf [4.2.g]."""
        afloat = embarked(war)
        rows = []
        for lot, units in formations(war, afloat):
            for wave, those in (("stage-first-wave", units & ~war.second), ("stage-second-wave", units & war.second)):
                for h in dict.fromkeys(war.plan[p] for p in bits(those)):
                    there = mask_of(p for p in bits(those) if war.plan[p] == h)
                    rows.append(StageRow(_bound(war, wave, lot, h), "AX", names_of(war, there), _surf(war, there, h)))
        waiting = war.pieces_in(war.setup.reserve[AXIS]) & war.setup.landers
        if waiting:
            rows.append(StageRow(war.say("stage-in-port"), "AX", names_of(war, waiting)))
        return Stage("plan", war.say("stage-landing"), tuple(rows), "")

    def tracks(self, war: Malta, step: P, side: int | None) -> tuple[Track, ...]:
        most = war.setup.number["amphibious.sea_hexes"]
        note = war.say("track-sea-note", most=most)
        return (Track("plan", war.say("track-sea"), step.chosen.bit_count(), most, "AX", note),)


def _bound(war: Malta, wave: str, lot: int, h: int) -> str:
    return war.say("stage-bound", who=("lot", lot), place=war.say(wave, place=("hex", h)))


def _surf(war: Malta, units: int, h: int) -> str:
    """The chance of the worst placed unit to come ashore in good order, and who waits there."""
    order = min(landing(war, p, h).chance(lambda r: not r.loss and not r.disorder) for p in bits(units))
    foes = sum(war.strength(u) for u in bits(war.units_in(h, BRITISH)))
    return war.say("stage-surf-held", chance=order, n=foes) if foes else war.say("stage-surf", chance=order)


class LandingPlanBrief(Planning[LandingPlan]):
    def ideas(self, war: Malta, step: LandingPlan, decision: Decision) -> list[Idea]:
        setup = war.setup
        ideas = []
        values = {h: shore_value(war, h) for h in bits(setup.coastal_hexes)}
        for sea in bits(decision.choices.get("sea", 0)):
            best = max(values[h] for h in bits(setup.beachward[sea]))
            load = war.steps(war.pieces_in(sea))
            chain = chain_value(war, sea, values)
            score = best + (chain if not step.chosen else 0.25 * chain) - 0.3 * load
            ideas.append(Idea(score if best > 0 else best, "sea", sea, "idea-good-beaches"))
        for lot in bits(decision.choices.get("sail", 0)):
            ideas.append(Idea(0.05 + 0.01 * setup.token[lot], "sail", lot, "idea-best-troops-first"))
        if "ashore" in decision.choices:
            ideas.append(Idea(-9.0, "ashore", 0, "idea-stay-away"))
        return ideas


class EmbarkBrief(Planning[Embark]):
    def ideas(self, war: Malta, step: Embark, decision: Decision) -> list[Idea]:
        setup = war.setup
        ideas = []
        for h in bits(decision.choices.get("onto", 0)):
            aimed = sum(war.steps(1 << p) for p in bits(embarked(war)) if war.plan[p] == h)
            crowd = 2.0 if aimed >= war.limit(h) - 1 else 0.1 * aimed
            ideas.append(Idea(shore_value(war, h) - crowd, "onto", h, "idea-good-beach"))
        for piece in bits(decision.choices.get("load", 0)):
            steep = step.onto != NOWHERE and not setup.flat >> step.onto & 1
            marine = 0.5 if bool(setup.marines >> piece & 1) == steep else 0.0
            score = 1.0 + 0.2 * war.strength(piece) + marine - (0.4 if setup.special >> piece & 1 and not steep else 0.0)
            ideas.append(Idea(score, "load", piece, "idea-strongest-first"))
        if "next" in decision.choices:
            ideas.append(Idea(0.3, "next", 0, "idea-full"))
        if "second" in decision.choices:
            ideas.append(Idea(-1.0, "second", 0, "idea-hold-back"))
        return ideas

    def forecast(self, war: Malta, step: Embark, side: int, verb: str, target: int) -> Forecast[Surf] | None:
        return landing(war, target, step.onto) if verb == "load" else None

    def preview(self, war: Malta, step: Embark, side: int, verb: str, target: int) -> Preview | None:
        if verb == "load":
            return surf_preview(war, step.onto, target)
        if verb == "onto":  # the die of an ordinary unit
            return surf_preview(war, target, first(war.setup.landers & ~war.setup.bearer["S"]))
        return None


class FleetBrief(Staff[Fleet]):
    def ideas(self, war: Malta, step: Fleet, decision: Decision) -> list[Idea]:
        lots = bits(decision.choices["sail"])
        return [Idea(float(war.setup.token[lot]), "sail", lot, "idea-best-troops-first") for lot in lots]


class WaveBrief(FightChoice[Wave]):
    def combat(self, war: Malta, step: Wave, verb: str, target: int) -> Combat | None:
        return attack_of(war, target, mask_of(p for p in bits(war.on_map(step.units)) if war.plan[p] == target), SEA)


class InlandBrief(Staff[Inland]):
    tried_by = (AXIS,)

    def ideas(self, war: Malta, step: Inland, decision: Decision) -> list[Idea]:
        sketch = sketch_of(war, AXIS, step.units)
        ideas = []
        for unit in bits(decision.choices.get("unit", 0)):
            gain = max(sketch.post(unit, h) for h in bits(one_hex(war, unit))) - sketch.post(unit, war.at[unit])
            ideas.append(Idea(gain, "unit", unit, "idea-room-inland"))
        for h in bits(decision.choices.get("to", 0)):
            ideas.append(Idea(sketch.post(step.unit, h), "to", h, "idea-better-place"))
        if "halt" in decision.choices:
            ideas.append(Idea(sketch.post(step.unit, war.at[step.unit]), "halt", 0, "idea-well-placed"))
        if "end" in decision.choices:
            ideas.append(Idea(0.05, "end", 0, "idea-in-place"))
        return ideas
