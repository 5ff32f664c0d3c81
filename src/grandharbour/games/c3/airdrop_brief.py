"""What is told about the drops: what they have to fear, where they pay, the fights they lead to [3.2]."""

from __future__ import annotations

from ...engine.choice import Decision
from ...engine.forecast import Forecast
from ...engine.game import Idea
from ...engine.geometry.bits import bits, mask_of
from ...engine.kinds import NOWHERE
from ...engine.schooling import knows
from ...engine.view import Preview, Stage, StageRow, Tint, Track
from .airdrop import DropFormation, DropPlan, Scatter, Swim
from .battle import DROP, Combat
from .battle_brief import FightChoice
from .forecast import attack_of, drop
from .results import Drop
from .sketch import far
from .staff import Staff, formations, names_of
from .state import AXIS, BRITISH, Malta
from .weighing import drop_prizes

WET = 0.5
"""What each of the six directions that leads into the sea takes from a place to drop."""
NEAR_FIELD = 4.0
"""What it is worth to Loreto to come down on an airfield, and half of it next to one."""


class DropPlanBrief(Staff[DropPlan]):
    tried_by = (AXIS,)

    def ideas(self, war: Malta, step: DropPlan, decision: Decision) -> list[Idea]:
        """Companies fill a hex to three before the next; Loreto goes where an airfield can be had."""
        setup = war.setup
        if "launch" in decision.choices:
            lots = bits(decision.choices["launch"])
            return [Idea(float(setup.token[lot]), "launch", lot, "idea-best-troops-first") for lot in lots]
        assert decision.about is not None
        piece = decision.about[1]
        there: dict[int, list[int]] = {}
        for other in bits(setup.droppers):
            if war.plan[other] != NOWHERE:
                there.setdefault(war.plan[other], []).append(other)
        strong = setup.cf[piece] >= 3
        prizes = drop_prizes(war, 9 if strong else 6)
        swims = setup.bearer["N"] >> piece & 1
        dry = knows("dry-drops") and not swims
        ideas = []
        for h in bits(decision.choices["drop"]):
            mates = there.get(h, [])
            score = prizes[h]
            if dry:  # nobody but a swimmer follows swimmers, or jumps where the wind can carry him out to sea
                mates = [m for m in mates if not setup.bearer["N"] >> m & 1]
                score -= WET * (setup.ring[h] & ~setup.land).bit_count()
                if (
                    setup.bearer["A"] >> piece & 1 and not war.held(BRITISH) >> h & 1
                ):  # the field it is to open must be within a march
                    score += NEAR_FIELD / (1.0 + min(far(war, field).get(h, 60) for field in bits(setup.airfields)))
            if mates:
                same = all((setup.cf[m] >= 3) == strong and setup.formation_of[m] == setup.formation_of[piece] for m in mates)
                score += 6.0 if same else -1.5
            if strong and setup.capital >> h & 1 and not war.units_in(h, BRITISH) & setup.counted:
                score += 4.0
            if setup.bearer["A"] >> piece & 1 and setup.airfields >> h & 1 and not war.held(BRITISH) >> h & 1:
                score += 8.0
            if setup.antitank >> piece & 1:
                score += 0.5 if mates else -0.5
            if swims:
                score += (setup.ring[h] & ~setup.land).bit_count()  # swimmers take the hexes that the others fear [7.1.N]
            ideas.append(Idea(score, "drop", h, "idea-room-to-land"))
        return ideas

    def forecast(self, war: Malta, step: DropPlan, side: int, verb: str, target: int) -> Forecast[Drop] | None:
        return drop(war, target) if verb == "drop" else None

    def preview(self, war: Malta, step: DropPlan, side: int, verb: str, target: int) -> Preview | None:
        """Modifiers of a drop, and how many of the six directions lead into the sea [3.2.c, 3.2.g]."""
        if verb != "drop":
            return None
        setup = war.setup
        ahead = drop(war, target)
        said = war.say(
            "preview-drop",
            modifiers=setup.said(ahead.modifiers) or war.say("no-modifier"),
            clean=round(6 * ahead.chance(lambda r: not r.killed and not r.scattered)),
            deadly=round(6 * ahead.chance(lambda r: r.killed)),
            wet=(setup.ring[target] & ~setup.land).bit_count(),
            held="yes" if war.held(BRITISH) >> target & 1 else "no",
        )
        fear = sum(amount for _, amount, _ in ahead.modifiers)
        return Preview(said, "3.2.c", tints=(Tint(setup.names.of("space", target), "bad" if fear < -1 else "good"),))

    def stage(self, war: Malta, step: DropPlan, side: int | None) -> Stage | None:
        """The whole drop in one panel: Formation by Formation, hex by hex, each with the chance that everybody lands [3.2.c]."""
        setup = war.setup
        rows = []
        for lot, units in formations(war, setup.droppers):
            for h in dict.fromkeys(war.plan[p] for p in bits(units) if war.plan[p] != NOWHERE):
                there = mask_of(p for p in bits(units) if war.plan[p] == h)
                clean = drop(war, h).chance(lambda r: not r.killed and not r.scattered)
                label = war.say("stage-bound", who=("lot", lot), place=("hex", h))
                rows.append(StageRow(label, "AX", names_of(war, there), war.say("stage-all-land", chance=clean)))
            waiting = mask_of(p for p in bits(units) if war.plan[p] == NOWHERE)
            if waiting:
                rows.append(StageRow(war.say("stage-waiting", who=("lot", lot)), "AX", names_of(war, waiting)))
        return Stage("plan", war.say("stage-drop"), tuple(rows), "")

    def tracks(self, war: Malta, step: DropPlan, side: int | None) -> tuple[Track, ...]:
        droppers = war.setup.droppers
        left = sum(war.plan[p] == NOWHERE for p in bits(droppers))
        return (Track("plan", war.say("track-companies"), left, droppers.bit_count(), "AX"),)


class DropFormationBrief(FightChoice[DropFormation]):
    def combat(self, war: Malta, step: DropFormation, verb: str, target: int) -> Combat | None:
        return attack_of(war, target, war.falling & war.pieces_in(target), DROP)


class ScatterBrief(Staff[Scatter]):
    def ideas(self, war: Malta, step: Scatter, decision: Decision) -> list[Idea]:
        setup = war.setup
        ideas = []
        for p in bits(decision.choices["disperse"]):
            skill = (1.5 if setup.bearer["A"] >> p & 1 else 0.0) - (0.5 if setup.bearer["N"] >> p & 1 else 0.0)
            ideas.append(Idea(setup.cf[p] + skill, "disperse", p, "idea-most-dangerous"))
        return ideas


class SwimBrief(Staff[Swim]):
    def ideas(self, war: Malta, step: Swim, decision: Decision) -> list[Idea]:
        return [
            Idea(-float(war.near(BRITISH) >> h & 1) - 2.0 * (war.held(BRITISH) >> h & 1), "swim", h, "idea-quiet-shore")
            for h in bits(decision.choices["swim"])
        ]
