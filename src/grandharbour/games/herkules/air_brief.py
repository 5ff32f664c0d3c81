"""What is told about the air move: where aircraft are wanted, and what the lift brings."""

from __future__ import annotations

from collections.abc import Iterator

from ...engine.brief import Gesture
from ...engine.choice import Decision
from ...engine.game import Idea
from ...engine.geometry.bits import bits, first
from ...engine.kinds import NOWHERE
from ...engine.view import Line, Preview
from .air import Air, Lift, RedirectAir, flak_dice, jumpers, landing_fields, lift_targets
from .brief import Advised
from .state import AX, BR, Islands
from .weighing import PLANE, dice_sum, heavies, known, promise, raid, raiders, staying, strike, worth


def air_targets(war: Islands, side: int) -> list[tuple[float, int]]:
    """Where aircraft are wanted, best first."""
    setup = war.setup
    foe = 1 - side
    targets = []
    contested = war.contested()
    drops = {where for _, where in war.drops}
    for t in bits(war.stands(foe)):
        enemy = war.forces(foe, t)
        planes = war.mine(side, t, setup.air & war.flying)
        planned = dice_sum(war, planes)
        if side == AX:
            if contested >> t & 1 or t in drops:
                value = worth(war, t) + 4.0
            elif setup.shores[t] & war.surface_fleets(AX):
                value = 0.35 * worth(war, t) + 1.0
            else:
                continue
            value -= 0.4 * sum(flak_dice(war, t).values())
            left = staying(war, enemy) - planned - 0.5 * dice_sum(war, war.forces(side, t))
            if value > 0 and left > -1:
                targets.append((value + min(3.0, left), t))
        elif contested >> t & 1:
            targets.append((worth(war, t) + (4.0 if war.mine(AX, t, setup.air) else 1.0) - planned, t))
        else:
            value = raid(war, t, raiders(war) | heavies(war) | planes)
            if value > 0:
                targets.append((value, t))
    if side == BR:
        planes = raiders(war)
        for zone in bits(war.surface_fleets(AX)):
            prey = war.mine(AX, zone, war.beach | war.freight | war.laden()).bit_count()
            value = strike(war, planes | war.mine(BR, zone, setup.air & war.flying), prey, war.mine(AX, zone, setup.warships))
            value -= PLANE * war.mine(AX, zone, setup.of_kind["ftr"]).bit_count()
            if prey and value > 0:
                targets.append((4.0 + value, zone))
    return sorted(targets, reverse=True)


def cover(war: Islands) -> list[tuple[float, int]]:
    """Zones where fighters are wanted over laden Axis transports: each of them keeps an attacker busy [OH-AC.2]."""
    setup = war.setup
    planes = raiders(war)
    zones = []
    for zone in bits(war.surface_fleets(AX)):
        prey = war.mine(AX, zone, war.beach | war.freight | war.laden()).bit_count()
        above = war.mine(AX, zone, setup.of_kind["ftr"] & war.flying).bit_count()
        if prey and above < planes.bit_count():
            threat = strike(war, planes, prey, war.mine(AX, zone, setup.warships))
            if threat > 0:
                zones.append((6.0 + threat, zone))
    return zones


class AirBrief(Advised[Air]):
    """Missions."""

    gesture = Gesture(takes=("unit",), stacks=("stack",), by=("count", "lift"), puts=("to",))

    def ideas(self, war: Islands, step: Air, decision: Decision) -> list[Idea]:
        setup = war.setup
        side = step.side
        targets: list[tuple[float, int]] = known(war, "air", side, lambda: air_targets(war, side))
        fighters = setup.of_kind["ftr"]
        escorts = sorted(targets + known(war, "cover", side, lambda: cover(war)), reverse=True) if side == AX else targets
        if step.group and not step.group & ~fighters:
            targets = escorts
        places = {t: value for value, t in targets}
        ideas = []
        for verb, mask in decision.choices.items():
            for target in bits(mask):
                score, why = -1.0, "idea-little-gain"
                if verb == "done":
                    score, why = 0.5, "idea-rest-stay"
                elif verb == "lift":
                    score, why = (
                        (8.0 if known(war, "lift", side, lambda: any(value > 0 for value, _ in lift_values(war))) else -1.0),
                        "idea-paratroops-supply",
                    )
                elif verb == "count":
                    number = mask.bit_count()
                    covering = fighters >> step.kin & 1 and escorts != targets
                    mass = raiders(war).bit_count() > 3  # whoever is scattered is shot down
                    share = number if side == BR or len(targets) == 1 or covering or mass else (number + 1) // 2
                    score, why = -abs(target - share), "idea-share-them-out"
                elif verb == "unit":
                    score, why = _plane_idea(war, step, target, escorts if fighters >> target & 1 else targets)
                elif verb == "to":
                    value = places.get(target)
                    score, why = (value if value is not None else -2.0), "idea-needed"
                    if value is None and not targets:
                        score = 0.1 if setup.airfields >> target & 1 else 0.0
                ideas.append(Idea(score, verb, target, why))
        return ideas

    def preview(self, war: Islands, step: Air, side: int, verb: str, target: int) -> Preview | None:
        if verb != "to":
            return None
        names = war.setup.space_names
        dice = sum(flak_dice(war, target).values()) if side == AX and target < war.setup.lands else 0
        way = Line((names[war.at[first(step.group)]], names[target]))
        return Preview(war.say("preview-air", n=step.group.bit_count(), dice=dice), "OH-AIR.4", (way,))


class RedirectAirBrief(AirBrief, Advised[RedirectAir]):
    """Missions that radar makes better: here other plans are looked at."""

    good = (False, False)


def _plane_idea(war: Islands, step: Air, piece: int, targets: list[tuple[float, int]]) -> tuple[float, str]:
    if step.group or not targets:
        return -1.0, "idea-little-gain"
    reach = step.reach(war, 1 << piece)
    wanted = [value for value, t in targets if reach >> t & 1]
    if not wanted or war.at[piece] == targets[0][1]:
        return -1.0, "idea-little-gain"
    if step.side == BR and war.setup.kind[piece] == "str" and not heavies(war) >> piece & 1:
        return 0.4, "idea-better-kept-back"
    if isinstance(step, RedirectAir) and war.flying >> piece & 1:
        now = next((value for value, t in targets if t == war.at[piece]), 0.0)
        return (max(wanted) - now if max(wanted) > now + 2.0 else -1.0), "idea-needed-more-elsewhere"
    return 1.0 + max(wanted), "idea-work"


def drop_value(war: Islands, t: int, units: int) -> float:
    """What a drop promises: points for being there, if they last."""
    flak = sum(flak_dice(war, t).values())
    near = sum(0.15 * worth(war, n) for n in bits(war.setup.links[t]) if war.stands(AX) >> n & 1)
    return promise(war, AX, t, units) - 0.5 * flak + near


def lift_values(war: Islands) -> Iterator[tuple[float, int]]:
    """What the air lift would do in each place."""
    units = 0
    for unit in list(bits(jumpers(war)))[: war.setup.airlift]:
        units |= 1 << unit
    for t in bits(lift_targets(war)):
        if units:
            yield drop_value(war, t, units), t
        elif landing_fields(war) >> t & 1:
            yield 5.0 + worth(war, t), t
        elif not war.drops and war.marker_count(AX) < 3:
            yield 1.0 + (1.0 if war.axis_held() >> t & 1 else 0.0), t


class LiftBrief(Advised[Lift]):
    """The air lift."""

    gesture = Gesture(aims=("drop",), takes=("jump",), by=("count",))

    def ideas(self, war: Islands, step: Lift, decision: Decision) -> list[Idea]:
        setup = war.setup
        order = {"art": 5.0, "inf": 4.0, "at": 3.0, "tank": 6.0, "mech": 4.5, "recon": 2.0}
        places = {t: value for value, t in lift_values(war)} if step.where == NOWHERE else {}
        ideas = []
        for verb, mask in decision.choices.items():
            for target in bits(mask):
                if verb == "drop":
                    score = places.get(target, -1.0)
                elif verb == "jump":
                    score = order[setup.kind[target]]
                elif verb == "count":
                    score = float(target)
                else:
                    score = 0.5 if verb == "supplies" else -2.0 if step.where == NOWHERE else 0.0
                ideas.append(Idea(score, verb, target, "idea-most"))
        return ideas

    def preview(self, war: Islands, step: Lift, side: int, verb: str, target: int) -> Preview | None:
        if verb != "drop":
            return None
        dice = sum(flak_dice(war, target).values())
        return Preview(war.say("preview-lift", dice=dice, n=war.forces(BR, target).bit_count()), "OH-PARA.3")
