"""The land move, and the second move of mobile units [OH-LAND, OH-RG.1]."""

from __future__ import annotations

from ...engine.catalogue import text
from ...engine.choice import Refusal
from ...engine.event import Event
from ...engine.geometry.bits import bits, first
from .landfight import Raids
from .muster import Muster
from .state import AX, Islands
from .supply import bind, free_targets


def hostile(war: Islands, side: int) -> int:
    """Territories with anything of the enemy: entering one is an attack [OH-LAND.1]."""
    return war.stands(1 - side)


def marches(war: Islands, side: int, group: int) -> int:
    """Where a group may march: it stops at the first enemy [OH-LAND.1], and without supply looks for none [OH-SUP.7].

    It may leave a fight for another, or without supply for a quiet place [OH-LAND.2, OH-LAND.3, OH-SUP.9]; enemies next to its way
    do not matter [OH-LAND.4].
    """
    setup = war.setup
    origin = war.at[first(group)]
    enemy = hostile(war, side)
    links = setup.links
    steps = next(speed for speed, units in setup.speeds if group & units)
    calm = fresh = 1 << origin
    met = 0
    for _ in range(steps):
        near = 0
        while fresh:
            near |= links[fresh.bit_length() - 1]
            fresh &= ~(1 << fresh.bit_length() - 1)
        met |= near & enemy
        fresh = near & ~enemy & ~calm
        calm |= fresh
    places = calm & ~(1 << origin)
    if war.supplied(side):
        return places | met & ~(1 << origin)
    if side == AX:
        places |= free_targets(war, origin, not group & ~setup.arrival["PARA"]) & enemy
    return places


class Land(Muster, frozen=True):
    """Ground units march, one territory for each point [OH-LAND.5]."""

    prompts = ("ask-land", "ask-land-to")
    rule = "OH-LAND.1"

    def free(self, war: Islands) -> int:
        setup = war.setup
        own = setup.own[self.side] & setup.ground & ~war.moved & ~(setup.stall & war.hit1) & ~setup.rooted
        units = 0
        here = war.here()
        for t in bits(war.lay()[AX if self.side == AX else 2] & setup.on_foot):
            units |= here[t]
        return units & own

    def sure(self, war: Islands) -> bool:
        return bool(war.supplied(self.side))

    def fitting(self, war: Islands, heads: int) -> int:
        """Without supply a quiet place next door is open to everybody in a territory: only the others are looked at one by one."""
        units = 0
        quiet = ~hostile(war, self.side)
        links, here, at = war.setup.links, war.here(), war.at
        while heads:
            origin = at[heads.bit_length() - 1]
            crowd = heads & here[origin]
            heads ^= crowd
            units |= crowd if links[origin] & quiet else super().fitting(war, crowd)
        return units

    def fits(self, war: Islands, group: int) -> bool:
        near = war.setup.links[war.at[first(group)]]
        if near & ~hostile(war, self.side) or (near and war.supplied(self.side)):
            return True
        return super().fits(war, group)

    def reach(self, war: Islands, group: int) -> int:
        return marches(war, self.side, group)

    def send(self, war: Islands, group: int, target: int) -> None:
        setup = war.setup
        origin = war.at[first(group)]
        if not war.supplied(self.side) and hostile(war, self.side) >> target & 1:
            bind(war, origin, target, not group & ~setup.arrival["PARA"])
        war.shift(group, target)
        war.moved |= group
        war.entered[self.side] |= 1 << target
        if war.log is not None:
            facts = (("n", group.bit_count()),)
            war.tell(Event("march", "OH-LAND.1", self.side, pieces=tuple(bits(group)), spaces=(origin, target), facts=facts))

    def tries(self, war: Islands, side: int, verb: str) -> int:
        return super().tries(war, side, verb) & war.setup.land_force

    def refuse_unit(self, war: Islands, side: int, piece: int) -> Refusal:
        setup = war.setup
        name = setup.piece_names[piece]
        if war.at[piece] >= setup.lands:
            return Refusal("OH-LAND.1", text("why-land-ashore", unit=name))
        if setup.works >> piece & 1:
            return Refusal("OH-LC.9", text("why-land-never-moves", unit=name))
        if setup.stall & war.hit1 & 1 << piece:
            return Refusal("OH-LAND.7", text("why-land-lost-track-fights", unit=name))
        if war.moved >> piece & 1:
            return Refusal("OH-LAND.5", text("why-land-moved", unit=name))
        if self.group and war.at[piece] != war.at[first(self.group)]:
            return Refusal("OH-LAND.1", text("why-land-group-starts-one"))
        if not self.reach(war, self.group | 1 << piece):
            return Refusal("OH-SUP.7", text("why-land-can-reach-no", unit=name))
        return super().refuse_unit(war, side, piece)

    def refuse_to(self, war: Islands, side: int, space: int) -> Refusal:
        setup = war.setup
        origin = war.at[first(self.group)]
        if not setup.land >> space & 1:
            return Refusal("OH-LAND.8", text("why-land-ground-units-go"))
        if setup.links[origin] >> space & 1 and hostile(war, side) >> space & 1:
            if war.free_field >= 0 and setup.airfields >> origin & 1 and not self.group & ~setup.arrival["PARA"]:
                return Refusal("OH-SUP.3", text("why-land-without-marker-airfield"), 1 << war.free_field | 1 << war.free_target)
            bound = next((target for beach, target in war.beaches if beach == origin), None)
            if bound is not None:
                return Refusal("OH-SUP.4", text("why-land-without-marker-beach"), 1 << bound)
            friends = war.stands(side) >> space & 1
            rule = "OH-SUP.8" if friends else "OH-SUP.1"
            return Refusal(rule, text("why-land-attack-no-supply"), 1 << space)
        if setup.far[origin][space] > setup.areas:
            return Refusal("OH-LAND.8", text("why-land-nobody-walks-island"), 1 << space)
        return Refusal("OH-LAND.5", text("why-land-too-far-enemy"), 1 << space)


class SecondMove(Land, frozen=True):
    """Tanks, mechanised units and reconnaissance move again, alone, and may fight again [OH-RG.1]."""

    prompts = ("ask-second-move", "ask-second-move-to")
    rule = "OH-RG.1"

    def free(self, war: Islands) -> int:
        return super().free(war) & war.setup.raiders & ~war.fresh

    def end(self, war: Islands) -> None:
        targets = 0
        for unit in bits(war.moved & war.setup.own[self.side] & war.setup.raiders):
            targets |= 1 << war.at[unit]
        war.become(Raids(self.side, targets & war.setup.land & war.contested()))

    def refuse_unit(self, war: Islands, side: int, piece: int) -> Refusal:
        setup = war.setup
        if not setup.raiders >> piece & 1:
            return Refusal("OH-RG.1", text("why-second-move-only-tanks-mechanised"))
        if war.fresh >> piece & 1:
            return Refusal("OH-RG.1", text("why-second-move-only-just-come", unit=("piece", piece)))
        return super().refuse_unit(war, side, piece)
