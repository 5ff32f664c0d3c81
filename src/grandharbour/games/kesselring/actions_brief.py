"""What is told about Actions: what each promises for its price, and what stands still: Garrisons, Fortifications, arrivals [6.0, 7.0, 25.0]."""

from __future__ import annotations

from ...engine.brief import Gesture
from ...engine.choice import Decision
from ...engine.game import Idea
from ...engine.geometry.bits import bits, mask_of
from .actions import (
    Act,
    Arrive,
    DeclareOpenCity,
    Demobilise,
    Fortify,
    PlaceGarrison,
    Recruit,
    Regroup,
    Spread,
    fort_hexes,
    price,
)
from .air import bomb_targets
from .air_brief import bomb_most, bomb_value, rebase_value
from .landing_brief import best_start, best_transfer
from .movement_brief import move_value
from .state import ALLIED, AXIS, Italy
from .weighing import FAR, HOPELESS, Weighed, attack_most, best_attack, danger, goals, hex_worth, pools, steel

ROUTINE = ("garrison", "reinforce", "regroup", "fortify", "rebase")
"""Actions that need no search."""
DEAR = ("bombard", "attack", "invade")
"""Actions that cost the adviser much thought."""
PLAIN = 8.0
"""By how much an Action must seem better than any other to be taken without search."""


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


def action_value(war: Italy, side: int, verb: str, beat: float = -1.0) -> float:
    """What an Action promises, its price apart. Of what promises no more than ``beat`` nobody need know how much less."""
    setup = war.setup
    if verb == "attack":
        hexes = pools(war, side).items()
        return max((best_attack(war, h, pool) for h, pool in hexes if attack_most(war, h, side) > beat), default=-1.0)
    if verb == "garrison":
        spots = war.mobile_hexes(side) & setup.garrison_sites[side] & ~war.posts(side)
        left = setup.last - war.turn
        return max(
            (post_worth(war, side, h) + (0.35 * left if h in setup.objectives else 0.0) for h in bits(spots)), default=-1.0
        )
    if verb == "invade":
        short = 1.5 if war.ap[ALLIED] < 4 and war.turn < setup.last else 0.0
        return best_start(war, max(-1.0, beat + short))[1] - short
    if verb == "reinforce":
        waiting = war.in_box(setup.display[side], setup.amphibs | setup.mobile)
        return 0.9 + 0.15 * min(6, waiting.bit_count()) + (0.8 if waiting & setup.amphibs else 0.0)
    if verb == "regroup":
        return 0.5 + 0.4 * (war.reduced & setup.mobile & setup.own[side] & war.on_map(setup.mobile)).bit_count()
    if verb == "transfer":
        return best_transfer(war, side, max(-1.0, beat))[0]
    if verb == "move":
        return move_value(war, side)
    if verb == "bombard":
        worth_it = [h for h in bits(bomb_targets(war, side)) if bomb_most(war, side, h) > beat]
        return max((bomb_value(war, side, h) for h in worth_it), default=-1.0)
    if verb == "fortify":
        return max((fort_value(war, side, h) for h in bits(fort_hexes(war, side))), default=-1.0)
    if verb == "interdict":
        return 0.6 if war.turn >= 3 and not war.interdiction else -1.0
    if verb == "drop":
        return -0.2
    if verb == "rebase":
        return rebase_value(war, side)
    return -1.0


class ActBrief(Weighed[Act]):
    gesture = Gesture(by=("move", "march", "transfer", "airlift", "attack"))

    apart = 0.0

    def weigh(self, war: Italy, step: Act, decision: Decision) -> list[Idea]:
        """What each Action promises, for its price."""
        side = step.side
        scores = {"pass": 0.0}
        for verb in decision.choices:
            if verb != "pass":
                scores[verb] = self._score(war, side, verb, action_value(war, side, verb))
        if "fortify" in scores and prizes(war, side) & fort_hexes(war, side):  # always worth a thought
            scores["fortify"] = max(scores["fortify"], max(scores.values()) - 0.5)
        return [Idea(score, verb, 0, f"idea-act-{verb}") for verb, score in scores.items()]

    def _price(self, war: Italy, side: int, verb: str) -> float:
        """What an Action costs. Points that cannot be spent are worth little: at the end, and when the track is filling up."""
        point = 0.15 if war.turn == war.setup.last else 0.3 if war.ap[side] <= 12 else 0.2
        return point * price(war, verb, side)

    def _score(self, war: Italy, side: int, verb: str, worth: float) -> float:
        # What cannot be meant lies far below all that could be: what is left is worth a search.
        return (worth if worth > HOPELESS else worth - FAR) - self._price(war, side, verb)

    def leading(self, war: Italy, step: Act, decision: Decision) -> list[Idea]:
        """Marches first, which are most often best; then what is cheap to weigh; the rest only as far as it could still be better."""
        side = step.side
        scores = dict.fromkeys(("pass", *decision.choices), 0.0)
        best = 0.0
        for verb in sorted(decision.choices, key=lambda verb: (verb != "move", verb in DEAR)):
            if verb != "pass":
                beat = best + self._price(war, side, verb) - 1e-6
                scores[verb] = self._score(war, side, verb, action_value(war, side, verb, beat))
                best = max(best, scores[verb])
        return [Idea(score, verb, 0, f"idea-act-{verb}") for verb, score in scores.items()]

    def trusted(self, war: Italy, step: Act, decision: Decision) -> bool:
        """Search is for marches, attacks and landings, unless it is plain what to do."""
        ranked = sorted(self.ideas(war, step, decision), key=lambda idea: -idea.score)
        if ranked[0].verb == "invade":
            return False
        return ranked[0].verb in ROUTINE or ranked[0].score - ranked[1].score > PLAIN


class FortifyBrief(Weighed[Fortify]):
    apart = 0.0

    def weigh(self, war: Italy, step: Fortify, decision: Decision) -> list[Idea]:
        values = {h: fort_value(war, decision.side, h) for h in bits(decision.choices["at"])}
        best = max(values.values())
        for h in bits(prizes(war, decision.side) & decision.choices["at"]):
            values[h] = max(values[h], 0.95 * best)
        return [Idea(value, "at", h, "idea-worth-holding") for h, value in values.items()]


class ArriveBrief(Weighed[Arrive]):
    def weigh(self, war: Italy, step: Arrive, decision: Decision) -> list[Idea]:
        wanted = goals(war, decision.side)
        ideas = []
        for place in bits(decision.choices["at"]):
            if place >= war.setup.hexes_end:
                ideas.append(Idea(0.2, "at", place, "idea-safe"))
            else:
                room = war.setup.stack - war.mobile_in(place, decision.side).bit_count()
                ideas.append(Idea(0.4 + wanted[place] if room > 0 else -1.0, "at", place, "idea-near-the-front"))
        return ideas


class PlaceGarrisonBrief(Weighed[PlaceGarrison]):
    def weigh(self, war: Italy, step: PlaceGarrison, decision: Decision) -> list[Idea]:
        return [Idea(post_worth(war, decision.side, h), "at", h, "idea-worth-holding") for h in bits(decision.choices["at"])]


class SmallActionBrief(Weighed[DeclareOpenCity | Demobilise | Recruit | Regroup | Spread]):
    """By strength and by what a place is worth."""
