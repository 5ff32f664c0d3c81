"""The adviser in battle: who takes part, and where the next fight is."""

from __future__ import annotations

from ...engine.choice import Decision
from ...engine.game import Idea
from ...engine.geometry.bits import bits
from .airfight import Battles
from .commit import AIR, BOMB, LAND, SEA, Commit
from .landfight import LandBattles, gunners
from .state import AX, BR, Malta
from .weighing import dice_sum, likely, staying, worth


def commit_ideas(war: Malta, step: Commit, decision: Decision) -> list[Idea]:
    """Everybody, except bombers that are needed for the troops below, and in the air a fight that only costs."""
    setup = war.setup
    scores = {"everyone": 2.0, "troops": 1.0, "engage": 0.0}
    if step.arena == BOMB:
        below = war.stands(step.side) >> step.place & 1
        based = war.mine(1 - step.side, step.place, setup.air)
        scores["everyone"] = -1.0 if (below and step.side == AX) or (not based and setup.airfields >> step.place & 1) else 2.0
        if any(where == step.place for _, where in war.drops):
            scores["everyone"] = -1.0
    elif step.arena == AIR:
        foes = war.airborne(1 - step.side, step.place) & setup.duellists
        fighters = step.pool & setup.of_kind["ftr"]
        if not foes and not war.flak[step.place] and step.side == AX:
            scores["everyone"] = -1.0  # there is other work below
        elif fighters and fighters != step.pool and step.side == AX and foes.bit_count() <= fighters.bit_count():
            scores["everyone"] = -0.5  # the fighters fight, the bombers bomb
            scores["engage"] = 0.5
    elif step.arena == SEA:
        scores["everyone"] = 2.0
    elif step.arena == LAND and step.side == war.first:
        scores["everyone"] = 2.0 if _last_battle(war, step) else 1.5
    ideas = []
    for verb, mask in decision.choices.items():
        for target in bits(mask):
            if verb == "commit":
                fighter = step.arena == AIR and setup.kind[target] == "ftr" and scores["everyone"] == -0.5
                ideas.append(Idea(1.0 if fighter else -0.8, verb, target, "fighters against fighters"))
            else:
                ideas.append(Idea(scores[verb], verb, target, "all the dice we have"))
    return ideas


def _last_battle(war: Malta, step: Commit) -> bool:
    """Whether the ships that bear here are wanted nowhere else."""
    return not any(
        war.contested() >> t & 1 and t != step.place
        for z in {war.at[s] for s in bits(step.aside)}
        for t in bits(war.setup.coasts[z])
    )


def battles_ideas(war: Malta, step: Battles, decision: Decision) -> list[Idea]:
    """Contested places first, the most valuable first; then strikes that cost nothing."""
    setup = war.setup
    ideas = []
    for verb, mask in decision.choices.items():
        for target in bits(mask):
            if verb == "rest":
                score = 0.1
            elif isinstance(step, LandBattles):
                side = step.side
                if step.left >> target & 1:
                    score = 20.0 + worth(war, target)
                else:
                    planes = war.here()[target] & setup.own[side] & setup.air & war.flying & ~war.duelled & ~war.busy
                    ours = dice_sum(war, planes) + dice_sum(war, gunners(war, side, target))
                    risk = staying(war, war.troops(1 - side, target)) / 6 * 3.0 if planes else 0.0
                    near = bool(setup.links[target] & war.stands(side)) or bool(war.stands(side) == 0)
                    score = ours * (2.0 if near else 1.0) - 0.4 * risk + 0.05 * worth(war, target)
                    if side == BR:
                        # An objective counts for the British as soon as nobody of the Axis is left in it [OH-VIC.4].
                        score += 0.3 * worth(war, target) * likely(ours, staying(war, war.troops(AX, target)))
            else:
                score = 0.0
            ideas.append(Idea(score, verb, target, "where the fight matters most"))
    return ideas
