"""Advice for combat: attacks, guns, nerve, losses, retreats."""

from __future__ import annotations

from typing import Any

from ...engine.choice import Decision
from ...engine.game import Idea
from ...engine.geometry.bits import bits, first, mask_of
from .battle import DROP, OVERRUN, SEA, Assemble, Bonus, Combat, Declare, Fights, Intense, stubborn_ground
from .bombardment import Guns, chances, victims
from .landing import Wave
from .losses import Lose, dearest
from .retreat import Advance, Retreat
from .sketch import sketch_of
from .state import Malta
from .weighing import attack_of, best_attack, combat_value, outcome_value, prize, standing, step_worth, worth


def declare_ideas(war: Malta, step: Declare, decision: Decision) -> list[Idea]:
    ideas = [Idea(0.03, "declare", 0, "no better odds")]
    for target, pool in step._pools(war).items():
        ideas.append(Idea(best_attack(war, target, pool), "target", target, "good odds"))
    return ideas


def assemble_ideas(war: Malta, step: Assemble, decision: Decision) -> list[Idea]:
    """Whoever improves the attack joins, the strongest first."""
    now = attack_of(war, step.target, step.members)
    value = combat_value(war, now) if now else -9.0
    ideas = []
    for unit in bits(decision.choices["join"]):
        combat = attack_of(war, step.target, step.members | 1 << unit)
        ideas.append(
            Idea((combat_value(war, combat) if combat else 0.0) + 0.02 * war.strength(unit), "join", unit, "adds to the attack")
        )
    if "set" in decision.choices:
        ideas.append(Idea(value + 0.01, "set", 0, "strong enough"))
    return ideas


def fight_ideas(war: Malta, step: Any, decision: Decision) -> list[Idea]:
    """The surest fight first: it may open the way for the others."""
    ideas = []
    for target in bits(decision.choices["fight"]):
        if isinstance(step, Fights):
            combat = attack_of(war, target, next(units for h, units in war.attacks if h == target))
        elif isinstance(step, Wave):
            combat = attack_of(war, target, mask_of(p for p in bits(war.on_map(step.units)) if war.plan[p] == target), SEA)
        else:
            combat = attack_of(war, target, war.falling & war.pieces_in(target), DROP)
        ideas.append(Idea(combat_value(war, combat) if combat else 1.0, "fight", target, "the best odds first"))
    return ideas


def fight_under_way(war: Malta) -> Combat | None:
    """The combat below the step that asks."""
    stack = war.stack
    while stack is not None:
        if isinstance(stack[0], Combat):
            return stack[0]
        stack = stack[1]
    return None


def bonus_ideas(war: Malta, step: Bonus, decision: Decision) -> list[Idea]:
    """Worth the first loss only if the column is worth more."""
    combat = fight_under_way(war)
    ideas = [Idea(0.0, "plain", 0, "not worth the risk")]
    if combat is None or not combat.hold:
        return ideas + [Idea(0.0, "elite", u, "a column") for u in bits(decision.choices["elite"])]
    plain = combat_value(war, combat)
    attacks = bool(combat.attackers >> first(step.units) & 1)
    for unit in bits(decision.choices["elite"]):
        helped = combat._with(elite=unit) if attacks else combat._with(stubborn=unit)
        gain = combat_value(war, helped) - plain
        group = combat.attackers if attacks else combat.hold
        risk = 0.3 * (step_worth(war, unit) - worth(war, group)) if group & (group - 1) else 0.0
        ideas.append(Idea((gain if attacks else -gain) - risk, "elite", unit, "a column for us"))
    return ideas


def intense_ideas(war: Malta, step: Intense, decision: Decision) -> list[Idea]:
    """A step each and another throw, or what refusing brings."""
    combat = fight_under_way(war)
    assert combat is not None
    side = war.setup.side_of[first(combat.attackers)]
    foes = war.units_in(step.target, 1 - side)
    mine, theirs = worth(war, combat.attackers), worth(war, foes)
    steps = (
        max(0, war.steps(war.on_map(combat.attackers)) - combat.attack_loss - 1),
        max(0, war.steps(foes) - combat.defence_loss - 1),
    )
    gain = prize(war, side, step.target)
    fight = theirs - mine
    if not step.second and steps[0] and steps[1]:
        fight += outcome_value(war, combat.column, step.target, gain, mine, theirs, steps, combat.manner)
    elif not steps[1] and steps[0]:
        fight += gain + 0.25
    if combat.manner == DROP and steps[1]:
        fight += 1.0  # to refuse is death
    if step.attacks:
        thrown_back = -mine if stubborn_ground(war, step.target) else -0.35
        refuse = thrown_back if combat.manner == OVERRUN and not step.second else 0.0
        if combat.manner == DROP:
            refuse = -steps[0] * mine
        return [Idea(fight, "intense", 0, "press on"), Idea(refuse, "refuse", 0, "not at this price")]
    forts = foes & ~war.setup.mobile
    leave = gain + 0.25 + 0.35 * forts.bit_count()
    if combat.manner == DROP:
        leave += war.steps(combat.attackers) * mine
    return [Idea(-fight, "intense", 0, "stand"), Idea(-leave, "refuse", 0, "give way")]


def lose_ideas(war: Malta, step: Lose, decision: Decision) -> list[Idea]:
    best = dearest(war, decision.choices["lose"])
    return [
        Idea((1.0 if p == best else 0.0) - step_worth(war, p), "lose", p, "missed least") for p in bits(decision.choices["lose"])
    ]


def retreat_ideas(war: Malta, step: Retreat, decision: Decision) -> list[Idea]:
    sketch_pull = sketch_of(war, step.side, 0).pull
    ideas = []
    for h in bits(decision.choices["retreat"]):
        score = standing(war, step.side, h) + prize(war, step.side, h) + 0.3 * sketch_pull[h]
        score -= 0.3 if war.near(1 - step.side) >> h & 1 else 0.0
        ideas.append(Idea(score, "retreat", h, "the best ground behind"))
    return ideas


def advance_ideas(war: Malta, step: Advance, decision: Decision) -> list[Idea]:
    gain = prize(war, step.side, step.target)
    inside = war.units_in(step.target, step.side)
    ideas = [Idea(0.15, "stay", 0, "hold the line")]
    for unit in bits(decision.choices["advance"]):
        here = war.at[unit]
        alone = not war.units_in(here, step.side) & ~(1 << unit)
        leaves = standing(war, step.side, here) if alone else 0.0
        score = gain + (0.25 if not inside else 0.02) + 0.01 * war.strength(unit) - leaves
        ideas.append(Idea(score, "advance", unit, "takes the ground"))
    return ideas


def guns_ideas(war: Malta, step: Guns, decision: Decision) -> list[Idea]:
    """Every gun fires where it upsets most."""
    ideas = []
    if "fire" in decision.choices:
        ideas.append(Idea(0.05, "fire", 0, "all are laid"))
    for gun in bits(decision.choices.get("gun", 0)):
        ideas.append(Idea(0.5, "gun", gun, "a free shot"))
    for h in bits(decision.choices.get("on", 0)):
        units = victims(war, step.arm, h)
        share = chances(war, step.arm, h)
        hits = sum(n for r, n in share.items() if "1" in r) / 36
        upsets = sum(n for r, n in share.items() if "D" in r) / 36
        fresh = sum(war.strength(u) for u in bits(units & ~war.dg))
        wanted = 1.0 if any(t == h for t, _ in war.attacks) else 0.6
        ideas.append(
            Idea(hits * worth(war, units) + 0.1 * upsets * fresh * wanted - 0.1 * step.shots.count(h), "on", h, "upsets most")
        )
    return ideas
