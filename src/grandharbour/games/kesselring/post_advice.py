"""Ideas about what stands still: Garrisons, Fortifications, arrivals and the set-up."""

from __future__ import annotations

from typing import Any

from ...engine.choice import Decision
from ...engine.game import Idea
from ...engine.geometry.bits import bits, mask_of
from ...engine.kinds import NOWHERE
from .actions import Arrive, Fortify
from .placing import SetGarrisons, SetUnits
from .state import ALLIED, AXIS, WORDS, Italy
from .weighing import danger, goals, hex_worth, steel


def post_worth(war: Italy, side: int, h: int) -> float:
    """What a Garrison is worth in a hex; in a port under threat it is what the troops there live on."""
    setup = war.setup
    worth = 0.5 * hex_worth(war, side, h)
    if side == ALLIED and setup.ports >> h & 1:
        near = danger(war, h, ALLIED)
        if near:
            worth += 1.5 + 0.06 * war.total(war.mobile_in(h, side)) + min(1.0, 0.05 * near)
    return worth


def fort_value(war: Italy, side: int, h: int) -> float:
    """A fortification lets its hex be held; where the enemy is near, and worth it."""
    setup = war.setup
    near = setup.grid.within(1 << h, 2) & war.held(1 - side)
    stake = 0.1 * hex_worth(war, side, h) + 0.02 * war.total(war.units_in(h, side))
    if side == ALLIED and war.posts(side) >> h & 1 and (threat := danger(war, h, ALLIED)):
        # A port that cannot be taken is a foothold: one column less, and nobody is driven out.
        force = war.total(war.units_in(h, side))
        return 0.3 * (hex_worth(war, side, h) + steel(war) * force) * min(1.0, threat / (1.5 * force))
    return min(1.2, 0.2 + stake) if near else min(0.45 if side == AXIS else 0.2, stake) + 0.001 * stake


def prizes(war: Italy, side: int) -> int:
    """The great Objectives that a side holds without a Fortification."""
    great = mask_of(h for h, points in war.setup.objectives.items() if points > 1)
    return great & war.held(side) & ~war.forts


def fort_ideas(war: Italy, step: Fortify, decision: Decision) -> list[Idea]:
    values = {h: fort_value(war, decision.side, h) for h in bits(decision.choices["at"])}
    best = max(values.values())
    for h in bits(prizes(war, decision.side) & decision.choices["at"]):
        values[h] = max(values[h], 0.95 * best)
    return [Idea(value, "at", h, "worth holding") for h, value in values.items()]


def arrive_ideas(war: Italy, step: Arrive, decision: Decision) -> list[Idea]:
    wanted = goals(war, decision.side)
    ideas = []
    for place in bits(decision.choices["at"]):
        if place >= war.setup.hexes_end:
            ideas.append(Idea(0.2, "at", place, "safe"))
        else:
            room = war.setup.stack - war.mobile_in(place, decision.side).bit_count()
            ideas.append(Idea(0.4 + wanted[place] if room > 0 else -1.0, "at", place, "near the front"))
    return ideas


def garrison_ideas(war: Italy, step: Any, decision: Decision) -> list[Idea]:
    ((verb, mask),) = decision.choices.items()
    return [Idea(post_worth(war, decision.side, h), verb, h, "worth holding") for h in bits(mask)]


def setup_ideas(war: Italy, step: Any, decision: Decision) -> list[Idea]:
    """The set-up close to history, where the scenario gives one."""
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
        ideas.append(Idea(score + (50.0 if h == wanted else 0.0), "at", h, "as in history"))
    return ideas


def set_garrison_ideas(war: Italy, step: SetGarrisons, decision: Decision) -> list[Idea]:
    setup = war.setup
    named = {setup.places[name] for name in setup.given(f"historical.{WORDS[decision.side]}.garrisons")}
    return [
        Idea(hex_worth(war, decision.side, h) + (50.0 if h in named else 0.0), "at", h, "as in history")
        for h in bits(decision.choices["at"])
    ]
