"""What is told about aircraft: raids, bases and interceptions [20.0, 21.0]."""

from __future__ import annotations

from ...engine.brief import Gesture
from ...engine.choice import Decision
from ...engine.forecast import Forecast
from ...engine.game import Idea
from ...engine.geometry.bits import bits, mask_of
from ...engine.kinds import NOWHERE
from ...engine.view import Preview, Tint
from .air import (
    AirCasualty,
    Bombard,
    Intercept,
    Landing,
    Rebase,
    air_difference,
    airmen,
    bases_for,
    bomb_column,
    column_of,
    in_range,
    reached,
)
from .battle_brief import AttackBrief
from .forecast import interception, raid
from .losses import has_flak
from .movement_brief import line
from .results import Duel, Raid
from .state import AXIS, TONE, Italy
from .weighing import Weighed, hex_worth, steel


def bomb_prize(war: Italy, side: int, h: int) -> float:
    """What it is worth to bomb a Garrison out of a hex."""
    setup = war.setup
    prize = 0.5 * war.in_box(h, setup.air).bit_count() + 0.3
    if h in setup.objectives:
        # Its income while there is any to come, and the place itself if nobody else is there.
        prize += 0.1 * min(3, setup.last - war.turn)
        if not war.mobile_in(h, 1 - side):
            prize += setup.objectives[h] / (1.0 + setup.last - war.turn) + 0.15 * (setup.last - war.turn)
    elif setup.ports >> h & 1 and side == AXIS:
        prize += 0.5
    return prize


def bomb_most(war: Italy, side: int, h: int) -> float:
    """What no raid on a hex can be worth more than."""
    return bomb_prize(war, side, h) + 0.3 * war.setup.most_bombed


def bomb_value(war: Italy, side: int, h: int) -> float:
    """The expectation of a raid by the two heaviest bombers of one contingent."""
    setup = war.setup
    flying = in_range(war, airmen(war, side, "bombardment"), h)
    post = war.garrison_in(h, 1 - side)
    last = bool(war.reduced >> post & 1)
    prize = bomb_prize(war, side, h)
    hunters = in_range(war, airmen(war, 1 - side, "interception"), h) if war.ap[1 - side] else 0
    hunt = sum(sorted((int(setup.counter[piece]["air_air"]) for piece in bits(hunters)), reverse=True)[: setup.air_stack])
    best = -1.0
    for mask in setup.contingent.values():
        team = sorted(bits(flying & mask), key=lambda piece: -int(setup.counter[piece]["bomb"]))[: setup.air_stack]
        if team:
            col, _ = bomb_column(war, side, h, mask_of(team))
            total = 0.0
            for face in range(1, 7):
                result = setup.raids[face][col]
                lost = result.garrison >= 2 or (result.garrison and last)
                total += (prize if lost else 0.3 * prize if result.garrison else 0.0) + 0.3 * result.ap - result.own
            total /= 6
            if hunt:  # who is met on the way may not come through
                met = column_of(war, hunt - sum(int(setup.counter[piece]["air_air"]) for piece in team))
                gone = sum(bool(d.eliminated or d.recycled) for d in (setup.duels[face][met] for face in range(1, 7))) / 6
                total = total * (1.0 - gone * (1.0 if len(team) == 1 else 0.7)) - 0.5 * gone
            best = max(best, total)
    return best


def cover(war: Italy, side: int, piece: int, base: int) -> float:
    """What an air unit could help to take or to hold from a base."""
    setup = war.setup
    disc = setup.disc(base, setup.range[piece])
    foe = war.held(1 - side)
    near = setup.grid.within(war.mobile_hexes(side), 2) & foe
    total = 0.1 * (disc & near).bit_count()
    for h in bits(disc & setup.objective_hexes & ~war.closed(side)):
        total += 0.25 if foe >> h & 1 else 0.1
    return total


def best_base(war: Italy, side: int, piece: int) -> tuple[float, int]:
    """How much more an air unit in the Staging Area could do from the best airfield, and which."""
    now = cover(war, side, piece, war.at[piece])
    fields = bases_for(war, piece)
    return max(((cover(war, side, piece, h) - now, h) for h in bits(fields)), default=(-1.0, NOWHERE))


def rebase_value(war: Italy, side: int) -> float:
    """What two tactical units of one contingent gain by moving up."""
    setup = war.setup
    waiting = war.in_box(setup.staging[side], setup.may_fly["interception", side])
    best = -1.0
    for mask in setup.contingent.values():
        gains = sorted((best_base(war, side, piece)[0] for piece in bits(waiting & mask)), reverse=True)
        if gains:
            best = max(best, sum(gain for gain in gains[:2] if gain > 0.1))
    return best


def intercept_value(war: Italy, step: Intercept, sent: int) -> float:
    """The expectation of an interception: columns taken from the attack, aircraft shot down and lost."""
    setup = war.setup
    col = column_of(war, air_difference(war, sent, step.mission))
    target = step.target
    stake = hex_worth(war, step.side, target) + steel(war) * war.total(war.units_in(target, step.side))
    total = 0.0
    for face in range(1, 7):
        duel = setup.duels[face][col]
        total += 0.1 * stake * (duel.eliminated + duel.recycled) + 0.4 * duel.eliminated + 0.15 * duel.recycled - 0.4 * duel.own
    return total / 6


# --- step by step


class BombardBrief(Weighed[Bombard]):
    def weigh(self, war: Italy, step: Bombard, decision: Decision) -> list[Idea]:
        setup = war.setup
        ideas = []
        for h in bits(decision.choices.get("target", 0)):
            ideas.append(Idea(bomb_value(war, war.active, h), "target", h, "idea-hurts-most"))
        for piece in bits(decision.choices.get("fly", 0)):
            ideas.append(Idea(1.0 + setup.counter[piece]["bomb"], "fly", piece, "idea-the-heaviest-load"))
        ideas += [Idea(0.9, "support", piece, "idea-guides-the-bombs") for piece in bits(decision.choices.get("support", 0))]
        if "launch" in decision.choices:
            ideas.append(Idea(0.5, "launch", 0, "idea-go"))
        return ideas

    def preview(self, war: Italy, step: Bombard, side: int, verb: str, target: int) -> Preview | None:
        if verb != "target":
            return None
        said = war.say(
            "preview-bombard",
            weak=bool(war.reduced >> war.garrison_in(target, 1 - side) & 1),
            flak=has_flak(war, war.units_in(target, 1 - side)),
            fort=bool(war.forts >> target & 1),
            n=in_range(war, airmen(war, side, "bombardment"), target).bit_count(),
            most=war.setup.air_stack,
        )
        return Preview(said, "21.2.1a")

    def forecast(self, war: Italy, step: Bombard, side: int, verb: str, target: int) -> Forecast[Raid] | None:
        return raid(war, side, step.target, step.flying, step.guide) if verb == "launch" else None


class RebaseBrief(Weighed[Rebase]):
    gesture = Gesture(takes=("unit",), puts=("to",))

    def weigh(self, war: Italy, step: Rebase, decision: Decision) -> list[Idea]:
        setup = war.setup
        side = decision.side
        ideas = [Idea(0.05, "end", 0, "idea-well-based")] if "end" in decision.choices else []
        for piece in bits(decision.choices.get("unit", 0)):
            gain = best_base(war, side, piece)[0] if war.at[piece] == setup.staging[side] else -1.0
            if not setup.may_fly["interception", side] >> piece & 1:
                gain -= 1.0  # bombers reach everything from home
            ideas.append(Idea(gain, "unit", piece, "idea-could-do-more-from-there"))
        for h in bits(decision.choices.get("to", 0)):
            ideas.append(Idea(cover(war, side, step.piece, h), "to", h, "idea-nearer-to-the-fighting"))
        return ideas

    def preview(self, war: Italy, step: Rebase, side: int, verb: str, target: int) -> Preview | None:
        if verb != "to":
            return None
        setup, piece = war.setup, step.piece
        far = setup.range[piece]
        everywhere = far >= 99
        tints = () if everywhere else tuple(Tint(setup.space_names[h], TONE[side]) for h in bits(reached(war, piece, target)))
        on_map = target < setup.hexes_end
        room = war.room_for_air(target, side) if on_map else 0
        said = war.say("preview-base", everywhere=everywhere, far=far, field=on_map, room=room)
        return Preview(said, "20.1c", (line(war, [war.at[piece], target]),), tints)


class LandingBrief(AttackBrief[Landing]):
    whole = True

    def weigh(self, war: Italy, step: Landing, decision: Decision) -> list[Idea]:
        """Fighters come down near the front, bombers go home."""
        home = war.at[step.piece]
        front = war.setup.may_fly["interception", decision.side] >> step.piece & 1
        return [
            Idea(
                cover(war, decision.side, step.piece, h) if front else float(h == home), "land", h, "idea-nearer-to-the-fighting"
            )
            for h in bits(decision.choices["land"])
        ]


class InterceptBrief(AttackBrief[Intercept]):
    def weigh(self, war: Italy, step: Intercept, decision: Decision) -> list[Idea]:
        setup = war.setup
        able = decision.choices.get("intercept", 0)
        now = intercept_value(war, step, step.sent) if step.sent else 0.0
        ideas = [Idea(now, "engage" if step.sent else "decline", 0, "idea-as-it-is")]
        cost = 0.0 if step.sent else 0.3 if war.ap[step.side] > 2 else 0.6
        for piece in bits(able):
            sent = step.sent | 1 << piece
            if not step.sent:  # what it could do together with the best of its comrades
                others = able & setup.contingent[setup.contingent_of[piece]] & ~(1 << piece)
                if others:
                    sent |= 1 << max(bits(others), key=lambda p: int(setup.counter[p]["air_air"]))
            ideas.append(
                Idea(
                    intercept_value(war, step, sent) - cost + 0.001 * setup.counter[piece]["air_air"],
                    "intercept",
                    piece,
                    "idea-good-odds",
                )
            )
        return ideas

    def forecast(self, war: Italy, step: Intercept, side: int, verb: str, target: int) -> Forecast[Duel] | None:
        if verb == "decline":
            return None
        return interception(war, step, step.sent if verb == "engage" else step.sent | 1 << target)

    def preview(self, war: Italy, step: Intercept, side: int, verb: str, target: int) -> Preview | None:
        if verb != "intercept":
            return None
        odds = interception(war, step, step.sent | 1 << target)
        return Preview(war.say("preview-interception", difference=f"{odds.fact('difference'):+d}", win=odds.win), "21.3.1b")


class AirCasualtyBrief(AttackBrief[AirCasualty]):
    """Whoever comes first."""
