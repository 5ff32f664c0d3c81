"""What is told about the contest and about independents [5.1, 1.3.3]."""

from __future__ import annotations

from ...engine.choice import Decision
from ...engine.game import Idea
from ...engine.geometry.bits import bits, first
from ...engine.kinds import NOWHERE
from ...engine.view import Preview
from .forecast import contest
from .reinforcement import able_to_enter
from .sketch import sketch_of
from .staff import Staff
from .state import AXIS, BRITISH, Malta
from .turn import SECOND, Attach, Contest, available


class ContestBrief(Staff[Contest]):
    tried_last = True

    def ideas(self, war: Malta, step: Contest, decision: Decision) -> list[Idea]:
        """Name what promises most; a sure thing is worth more than a throw."""
        setup = war.setup
        ideas = []
        for verb in ("bid", "claim"):
            for lot in bits(decision.choices.get(verb, 0)):
                value = operation_value(war, lot)
                if decision.side == AXIS and not setup.chits >> lot & 1 and available(war, BRITISH):
                    value *= 0.2  # who takes a place after the enemy's last Operation keeps it
                if verb == "bid" and step.shown != NOWHERE:
                    value *= 0.6 + 0.1 * (setup.token[lot] - setup.token[step.shown])
                ideas.append(Idea(max(0.05, value), verb, lot, "idea-can-do-most"))
        ideas += [Idea(-1.0, verb, 0, "idea-wait") for verb in ("pass", "waive") if verb in decision.choices]
        return ideas

    def preview(self, war: Malta, step: Contest, side: int, verb: str, target: int) -> Preview | None:
        if verb != "bid":
            return None
        setup = war.setup
        mine = setup.token[target]
        if step.part == SECOND and step.shown == NOWHERE:
            return Preview(war.say("preview-unopposed"), "5.1.a")
        if step.part == SECOND:
            theirs = setup.token[step.shown]
            said = war.say("preview-contest", mine=f"{mine:+d}", theirs=f"{theirs:+d}", win=contest(mine, theirs))
            return Preview(said, "5.1.e")
        others = sorted({setup.token[lot] for lot in bits(setup.lots_of[1 - side]) if not war.acted[lot]})
        chances = ", ".join(war.say("preview-token-chance", win=contest(mine, token), token=f"{token:+d}") for token in others)
        return Preview(war.say("preview-token", mine=f"{mine:+d}", chances=chances or war.say("preview-no-answer")), "5.1.e")


def operation_value(war: Malta, lot: int) -> float:
    """What an Operation of a Formation seems to promise now."""
    setup = war.setup
    side = setup.lot_side[lot]
    if lot == setup.air_chit:
        targets = sum(war.strength(u) for h in bits(war.near(AXIS) & war.held(BRITISH)) for u in bits(war.units_in(h, BRITISH)))
        return 0.3 + 0.05 * targets
    if lot == setup.naval_chit:
        coast = war.near(AXIS) & war.held(BRITISH) & setup.coastal_hexes
        return 0.2 + 0.04 * sum(war.strength(u) for h in bits(coast) for u in bits(war.units_in(h, BRITISH)))
    members = war.on_map(setup.members[lot])
    arrivals = 0.25 * able_to_enter(war, setup.members[lot]).bit_count() if side == AXIS else 0.0
    if not members:
        return 0.1 + arrivals
    sketch = sketch_of(war, side, 0).seen_by(members)
    fit = members & ~war.dispersed
    front = setup.grid.spread(war.hexes_of(fit & ~setup.defends_only)) & war.held(1 - side)
    # How near its men stand to what is wanted, and what its attacks promise.
    drawn = sorted((sketch.pull[war.at[unit]] for unit in bits(fit & setup.mobile)), reverse=True)
    strikes = sorted((sketch.strike(h, first(near)) for h in bits(front) if (near := sketch.helpers(h))), reverse=True)
    value = 0.1 + sum(drawn[:6]) + sum(strikes[:4])
    return value + arrivals + 0.1 * (members & war.dg).bit_count() + 0.15 * (members & war.dispersed).bit_count()


class AttachBrief(Staff[Attach]):
    whole = True

    tried_by = (BRITISH,)

    def ideas(self, war: Malta, step: Attach, decision: Decision) -> list[Idea]:
        return [Idea(0.0, "end", 0, "idea-others-wait")] + [
            Idea(0.2 if war.dg >> p & 1 or not war.setup.guns >> p & 1 else -0.1, "attach", p, "idea-can-help")
            for p in bits(decision.choices["attach"])
        ]
