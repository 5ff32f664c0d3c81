"""What is told about placing ships and aircraft."""

from __future__ import annotations

import random

from ...engine.brief import Brief
from ...engine.choice import Decision
from ...engine.forecast import Forecast, Result
from ...engine.game import Idea
from ...engine.geometry.bits import bits
from ...engine.schooling import knows
from ...engine.view import Line, Preview, Track
from .forecast import charge
from .placing import AlliedPlacement, AxisPlacement, Charges, FirstHour, Frogmen, may_be_placed, waiting
from .state import AL, ALEX, AX, DUMMIES, GIB, SIDES, Sea
from .weighing import FAR, PICTURES, voyage, worth


class AlliedPlacementBrief(Brief[AlliedPlacement]):
    def ideas(self, war: Sea, step: AlliedPlacement, decision: Decision) -> list[Idea]:
        setup = war.setup
        if war.placing == DUMMIES:
            west = (war.gib & setup.freighters).bit_count()
            east = (war.alex & setup.freighters).bit_count()
            best = setup.decoys if west > east else 0
            return [Idea(-abs(n - best), "decoys", n, "idea-with-the-convoy") for n in bits(decision.choices["decoys"])]
        here = convoy_base(war) == GIB + war.placing
        ideas = [Idea(0.0, "enough", 0, "idea-the-rest-stays-in-reserve")]
        if "rest" in decision.choices:
            ideas.append(Idea(3.0 if here else -1.0, "rest", 0, "idea-one-strong-convoy"))
        for ship in bits(decision.choices.get("assign", 0)):
            if setup.freighters >> ship & 1:
                score = -0.5
            elif setup.carriers >> ship & 1:
                armour = bool(setup.bomb_proof >> ship & 1)
                score = 1.5 if armour == here else 1.0
                score = score if setup.strikes[ship] else 0.6
                score = score if here or not armour else -0.2
            else:
                score = 0.9 - 0.3 * (setup.slow >> ship & 1)
                if ship == setup.ids["DIDOS"]:
                    score = 0.9 if here else -0.3
            ideas.append(Idea(score, "assign", ship, "idea-escort"))
        return ideas

    def trusted(self, war: Sea, step: AlliedPlacement, decision: Decision) -> bool:
        return False

    def tracks(self, war: Sea, step: AlliedPlacement, side: int | None) -> tuple[Track, ...]:
        """How many ships are still in reserve: told to who places them, for the others it is a secret."""
        if side != AL:
            return ()
        return (Track("plan", war.say("track-ships-left"), may_be_placed(war).bit_count(), None, SIDES[AL]),)


def convoy_base(war: Sea) -> int:
    """From which end to sail: the short way from Alexandria, while the Axis does not sit along all of it."""
    setup = war.setup
    desert = war.korps >= setup.zero
    if war.crete == AX and desert:
        return GIB
    return ALEX


CROWD = 0.15
"""What each air unit on Sicily takes from another there, once Crete can be used: ships come from Alexandria too."""


class AxisPlacementBrief(Brief[AxisPlacement]):
    def ideas(self, war: Sea, step: AxisPlacement, decision: Decision) -> list[Idea]:
        setup = war.setup
        piece = step.piece
        ideas = []
        if step.salvage:
            ideas = [Idea(1.0, "salvage", ship, "idea-another-squadron") for ship in bits(decision.choices["salvage"])]
            return [*ideas, Idea(0.0, "enough", 0, "idea-no-use-for-them")]
        if setup.italian >> piece & 1:
            for port in bits(decision.choices["at"]):
                safe = 0.5 if port == setup.napoli and war.raid else 0.0
                ideas.append(Idea(safe + 0.01 * (port == setup.napoli), "at", port, "idea-out-of-reach-of-carriers"))
            return ideas
        kind = setup.type_of[piece]
        both = war.crete == AX and knows("both-waters")
        for base in bits(decision.choices["at"]):
            there = war.planes_at(base)
            same = (there & setup.by_type[kind]).bit_count()
            score = {setup.sicily: 1.0, setup.places["SARDINIA"]: 0.45, setup.crete: 0.6, setup.places["GAZALA"]: 0.65}.get(
                base, 0.1
            )
            if kind in ("STUKA", "IT_STUKA") and base == setup.sicily:
                score += 2.0
            if both and base == setup.sicily:
                score -= CROWD * there.bit_count()
            ideas.append(
                Idea(score - (0.12 if base == setup.sicily else 0.25) * same, "at", base, "idea-covers-the-way-to-malta")
            )
        return ideas

    def tracks(self, war: Sea, step: AxisPlacement, side: int | None) -> tuple[Track, ...]:
        return (Track("plan", war.say("track-axis-left"), waiting(war), None, SIDES[AX]),)

    def preview(self, war: Sea, step: AxisPlacement, side: int, verb: str, target: int) -> Preview | None:
        """What a base reaches."""
        setup = war.setup
        if verb != "at" or target not in setup.bases:
            return None
        names = [setup.space_names[space] for space in bits(setup.reach[target])]
        lines = tuple(Line((setup.space_names[target], name), "axis") for name in names)
        said = "preview-reach-malta" if target == setup.sicily else "preview-reach"
        return Preview(war.say(said, places=", ".join(names)), "MC-AIR.1", lines)


class FirstHourBrief(Brief[FirstHour]):
    def ideas(self, war: Sea, step: FirstHour, decision: Decision) -> list[Idea]:
        """The hour that brings the freighters past the aircraft by night."""
        way = voyage(war)
        setup = war.setup
        cost = [0.0, 0.0]
        for lot in (GIB, ALEX):
            if war.inside[lot] & setup.freighters:
                for night in (0, 1):
                    cost[night] += min(FAR, way[night][setup.ports[lot]])
        return [
            Idea(-cost[0], "day", 0, "idea-the-dangerous-stretch-falls-in-the-dark"),
            Idea(-cost[1], "night", 0, "idea-the-dangerous-stretch-falls-in-the-dark"),
        ]

    def trusted(self, war: Sea, step: FirstHour, decision: Decision) -> bool:
        return False


class FrogmenBrief(Brief[Frogmen]):
    def ideas(self, war: Sea, step: Frogmen, decision: Decision) -> list[Idea]:
        setup = war.setup
        views = [war.imagine(AX, random.Random(n)) for n in range(PICTURES)]
        ideas = [Idea(0.8 if war.season < setup.last else -1.0, "hold", 0, "idea-a-better-season-may-come")]
        for port in bits(decision.choices["dive"]):
            lot = setup.ports.index(port)
            value = sum(sum(sorted((setup.points[s] for s in bits(v.inside[lot])), reverse=True)[:3]) for v in views) / len(views)
            ideas.append(Idea(0.4 * value, "dive", port, "idea-the-fattest-harbour"))
        return ideas


class ChargesBrief(Brief[Charges]):
    def ideas(self, war: Sea, step: Charges, decision: Decision) -> list[Idea]:
        return [
            Idea(worth(war, s) + (0.3 if war.setup.carriers >> s & 1 else 0.0), "mine", s, "idea-the-greatest-loss")
            for s in bits(decision.choices["mine"])
        ]

    def forecast(self, war: Sea, step: Charges, side: int, verb: str, target: int) -> Forecast[Result] | None:
        return charge(war)
