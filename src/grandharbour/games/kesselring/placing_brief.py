"""What is told while the sides set up: close to history, where the scenario gives a set-up [27.0]."""

from __future__ import annotations

from ...engine.choice import Decision
from ...engine.game import Idea
from ...engine.geometry.bits import bits
from ...engine.kinds import NOWHERE
from ...engine.view import Track
from .placing import SetAir, SetGarrisons, SetUnits, waiting_air, waiting_units
from .state import SIDES, WORDS, Italy
from .weighing import Weighed, hex_worth


class SetGarrisonsBrief(Weighed[SetGarrisons]):
    def weigh(self, war: Italy, step: SetGarrisons, decision: Decision) -> list[Idea]:
        setup = war.setup
        named = {setup.places[name] for name in setup.given(f"historical.{WORDS[decision.side]}.garrisons")}
        return [
            Idea(hex_worth(war, decision.side, h) + (50.0 if h in named else 0.0), "at", h, "idea-as-in-history")
            for h in bits(decision.choices["at"])
        ]

    def tracks(self, war: Italy, step: SetGarrisons, side: int | None) -> tuple[Track, ...]:
        return (Track("plan", war.say("track-garrisons-left"), step.left(war), None, SIDES[step.side]),)


class SetUnitsBrief(Weighed[SetUnits | SetAir]):
    def weigh(self, war: Italy, step: SetUnits | SetAir, decision: Decision) -> list[Idea]:
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
            ideas.append(Idea(score + (50.0 if h == wanted else 0.0), "at", h, "idea-as-in-history"))
        return ideas

    def tracks(self, war: Italy, step: SetUnits | SetAir, side: int | None) -> tuple[Track, ...]:
        left = waiting_units(war, step.side) if isinstance(step, SetUnits) else waiting_air(war, step.side)
        label = "track-units-left" if isinstance(step, SetUnits) else "track-air-left"
        return (Track("plan", war.say(label), left.bit_count(), None, SIDES[step.side]),)
