"""Land combat, strikes from the air and from the sea, and the second combat of mobile units [OH-LC, OH-RG.1, OH-RG.2]."""

from __future__ import annotations

from msgspec.structs import replace

from ...engine.catalogue import text
from ...engine.choice import NOTHING, Decision, Refusal, Verb
from ...engine.event import Event
from ...engine.geometry.bits import bits, first
from ...engine.kinds import Pieces, Side, Space, Spaces
from ...engine.sequence import Phase, Run, Sequence
from ...engine.step import Step
from .airfight import Battles, add, take_off, throw
from .battle import FLAK, PICK, PLAIN, TANKS
from .battle import Dice as Volley
from .commit import LAND, Commit
from .losses import Aim, Lose
from .results import scored
from .seafight import wings
from .state import Islands

VERBS = (
    Verb("hunt", "number", "OH-LC.7"),
    Verb("withdraw", "piece", "OH-LDG.8"),
    Verb("stay", "nothing", "OH-LDG.8"),
)


def gunners(war: Islands, side: int, place: int) -> int:
    """Ships that could bombard a territory: off its coast, not in a sea combat this turn, once a turn [OH-LC.13]."""
    setup = war.setup
    guns = 0
    for zone in bits(setup.shores[place] & war.war_fleets(side)):
        guns |= war.mine(side, zone, setup.bombard & ~war.busy)
    return guns


def strike_places(war: Islands, side: int) -> int:
    """Territories a side could strike from the air or the sea although no ground unit of it is there [OH-LC.1]."""
    setup = war.setup
    enemy = war.stands(1 - side) & ~war.stands(side)
    places = 0
    here = war.here()
    planes = setup.own[side] & setup.air
    for zone in bits(war.war_fleets(side)):
        if setup.coasts[zone] & enemy and war.mine(side, zone, setup.bombard & ~war.busy):
            places |= setup.coasts[zone] & enemy
    for t in bits(enemy & ~places):
        if here[t] & planes and wings(war, side, t):
            places |= 1 << t
    return places


class Plan:
    """Both sides of a land combat: who fires with which dice, and who can be hit; worked out from the position alone.

    Works fire whether or not they have fired at aircraft [OH-LC.12, OH-AIR.12]. Fighters and tactical bombers choose, ships and
    strategic bombers do not [OH-LC.2]; ground units and aircraft can be hit, ships cannot [OH-LC.4, OH-LC.14].
    """

    __slots__ = ("foe", "force", "guns", "planes", "side", "targets", "volleys")

    def __init__(self, war: Islands, place: int, engaged: int, answer: int, hunters: tuple[int, int], raid: bool) -> None:
        setup = war.setup
        side = setup.side_of[first(engaged)] if raid else war.attacker(place)
        foe = 1 - side
        self.side, self.foe = side, foe
        works = setup.works
        held = war.forces(side, place)
        self.force = {side: held & engaged if raid else held, foe: war.forces(foe, place)}
        firing = {side: (held & (engaged | works) if not raid else held & engaged), foe: self.force[foe]}
        self.planes = {side: 0 if raid else engaged & setup.air, foe: answer & setup.air}
        self.guns = {side: 0 if raid else engaged & setup.ships, foe: answer & setup.ships}
        self.volleys: dict[int, Volley] = {}
        for me, you, attacking, tank_hunters in ((side, foe, True, hunters[0]), (foe, side, False, hunters[1])):
            self.volleys[me] = self._volley(war, me, you, attacking, tank_hunters, firing[me])
        over = {s: 0 if raid else wings(war, s, place) for s in (side, foe)}
        self.targets = {s: self.force[s] | self.planes[s] | over[s] for s in (side, foe)}

    def _volley(self, war: Islands, me: int, you: int, attacking: bool, tank_hunters: int, firing: int) -> Volley:
        setup = war.setup
        numbers = setup.attack if attacking else setup.defence
        volley: Volley = {}
        if self.force[you]:
            for piece in bits(firing):
                if setup.tank_hunters >> piece & 1 and tank_hunters > 0:
                    tank_hunters -= 1
                    add(volley, TANKS, numbers[piece])
                else:
                    add(volley, PLAIN, numbers[piece])
            for piece in bits(self.planes[me]):
                add(volley, PICK if setup.picks_land >> piece & 1 else PLAIN, numbers[piece])
            for piece in bits(self.guns[me]):
                add(volley, PLAIN, setup.attack[piece])
        elif self.planes[you] and not self.guns[you]:  # attacked by aircraft alone: anti-aircraft fire [OH-LC.6]
            for piece in bits(self.force[me] & setup.ground):
                add(volley, FLAK, setup.ada[piece])
        return volley


class LandFight(Run[Islands], frozen=True):
    """One round in a territory [OH-LC.1]: commitment, answer, anti-tank fire, dice, losses, withdrawal."""

    place: Space
    engaged: Pieces = 0
    answer: Pieces = 0
    hunters: tuple[int, int] = (0, 0)
    """Anti-tank guns of attacker and defender that fire at tanks alone [OH-LC.7]."""
    raid: bool = False
    """The second combat of mobile units: no support, and only they fight [OH-RG.1]."""

    def _side(self, war: Islands) -> int:
        return war.setup.side_of[first(self.engaged)] if self.raid else war.attacker(self.place)

    def _attacker(self, war: Islands) -> None:
        side, place = self._side(war), self.place
        if war.forces(1 - side, place):
            guns = gunners(war, side, place)
            pool = war.troops(side, place) | wings(war, side, place) | guns
            if pool:
                war.push(Commit(side, place, LAND, pool, guns))

    def _defender(self, war: Islands) -> None:
        """The other side's support; what stands on the ground fights anyway [OH-LC.1]."""
        side, place = self._side(war), self.place
        foe = 1 - side
        if war.forces(side, place):
            guns = gunners(war, foe, place)
            pool = wings(war, foe, place) | guns
            if pool:
                war.push(Commit(foe, place, LAND, pool, guns))

    def _hunt(self, war: Islands) -> None:
        side = self._side(war)
        guns = war.troops(side, self.place) & self.engaged & war.setup.tank_hunters
        self._declare(war, side, guns)

    def _hunted(self, war: Islands) -> None:
        foe = 1 - self._side(war)
        self._declare(war, foe, war.troops(foe, self.place) & war.setup.tank_hunters)

    def _declare(self, war: Islands, side: int, guns: int) -> None:
        tanks = war.mine(1 - side, self.place, war.setup.of_kind["tank"])
        if guns and tanks:
            war.push(TankFire(side, self.place, guns.bit_count()))

    def _roll(self, war: Islands) -> None:
        setup = war.setup
        side, place = self._side(war), self.place
        plan = Plan(war, place, self.engaged, self.answer, self.hunters, self.raid)
        hits: dict[int, dict[int, int]] = {}
        for me in (side, 1 - side):
            take_off(war, plan.planes[me], place)
            war.busy |= plan.planes[me] | plan.guns[me]
            hits[me], faces = throw(war, plan.volleys[me])
            if plan.force[me] & setup.ground and (plan.volleys[me] or plan.volleys[1 - me]):
                war.fought[me] |= 1 << place
            if war.log is not None and faces:
                result = scored(sum(hits[me].values()))
                firing = plan.force[me] & (self.engaged | setup.works) if me == side else plan.force[me]
                pieces = tuple(bits(firing | plan.planes[me] | plan.guns[me]))
                war.tell(
                    Event(
                        "land",
                        "OH-LC.1",
                        me,
                        pieces=pieces,
                        spaces=(place,),
                        dice=faces,
                        result=result,
                        facts=(("n", len(faces)),),
                    )
                )
        # Laid on the stack from the last to the first: firers aim first, then owners choose.
        for me in (1 - side, side):
            against = hits[1 - me]
            targets = plan.targets[me]
            line = targets & (self.engaged | setup.works) if me == side and targets & self.engaged else targets  # works fight too
            if against.get(PLAIN):
                war.push(Lose(me, place, line, targets & ~line, against[PLAIN], True))
            if against.get(FLAK):
                war.push(Lose(me, place, targets & setup.air, 0, against[FLAK], True))
            if against.get(TANKS):
                war.push(Lose(me, place, targets & setup.of_kind["tank"], 0, against[TANKS], True))
        for me in (1 - side, side):
            if hits[1 - me].get(PICK):
                war.push(Aim(1 - me, place, plan.force[me], hits[1 - me][PICK], True))

    def _withdraw(self, war: Islands) -> None:
        side = self._side(war)
        for who in (1 - side, side):
            if not self.raid and war.landed and war.contested() >> self.place & 1 and can_withdraw(war, who, self.place):
                war.push(Withdraw(who, self.place))

    sequence = Sequence(
        Phase("attacker", "OH-CBT.3", _attacker, lambda self, war, chosen: self.note(war, engaged=chosen)),
        Phase("defender", "OH-CBT.3", _defender, lambda self, war, chosen: self.note(war, answer=chosen)),
        Phase("attacking-guns", "OH-LC.7", _hunt, lambda self, war, guns: self.note(war, hunters=(guns, 0))),
        Phase(
            "defending-guns", "OH-LC.7", _hunted,
            lambda self, war, guns: self.note(war, hunters=(self.hunters[0], guns)),
        ),
        Phase("dice", "OH-LC.1", _roll),
        Phase("withdrawal", "OH-LDG.8", _withdraw),
    )  # fmt: skip


class TankFire(Step[Islands], frozen=True):
    """How many anti-tank guns fire at tanks alone, said before the dice [OH-LC.7]."""

    side: Side
    place: Space
    guns: int
    verbs = ("hunt",)
    rule = "OH-LC.7"

    def ask(self, war: Islands) -> Decision:
        return Decision(
            self.side,
            "ask-tank-fire",
            "OH-LC.7",
            {"hunt": (1 << self.guns + 1) - 1},
            about=("space", self.place),
            quiet=("hunt", 0),
        )

    def take(self, war: Islands, side: int, verb: str, target: int) -> None:
        war.finish(target)

    def refuse(self, war: Islands, side: int, verb: str, target: int) -> Refusal:
        return Refusal("OH-LC.7", text("why-tank-fire-so-many-anti"))


def can_withdraw(war: Islands, side: int, place: int) -> int:
    """Units that landed here this turn and whose ship still lies off the coast [OH-LDG.8]."""
    setup = war.setup
    units = 0
    for unit, ship in war.landed:
        if setup.side_of[unit] == side and war.at[unit] == place and setup.shores[place] >> war.at[ship] & 1:
            if not (war.beach | war.freight) >> ship & 1 and not (setup.stall & war.hit1) >> unit & 1:
                units |= 1 << unit
    return units


class Withdraw(Step[Islands], frozen=True):
    """Survivors of a landing may go back aboard, where they stay until the next turn [OH-LDG.8]."""

    side: Side
    place: Space
    verbs = ("withdraw", "stay")
    rule = "OH-LDG.8"

    def go(self, war: Islands) -> bool:
        if can_withdraw(war, self.side, self.place):
            return False
        war.finish()
        return True

    def ask(self, war: Islands) -> Decision:
        able = can_withdraw(war, self.side, self.place)
        ships: dict[tuple[int, int], int] = {}
        for unit, ship in war.landed:  # from which zone, and in which kind of ship, makes a difference
            key = (war.at[ship], war.setup.sort[ship])
            ships[key] = ships.get(key, 0) | 1 << unit
        units = war.heads(able, *ships.values())
        choices = {"withdraw": units, "stay": NOTHING}
        return Decision(self.side, "ask-withdraw", "OH-LDG.8", choices, about=("space", self.place), quiet=("stay", 0))

    def take(self, war: Islands, side: int, verb: str, target: int) -> None:
        if verb == "stay":
            war.finish()
            return
        ship = next(s for unit, s in war.landed if unit == target)
        war.landed = [(unit, s) for unit, s in war.landed if unit != target]
        war.fresh &= ~(1 << target)
        war.beach |= 1 << ship
        war.stow(target, ship)
        war.tell(Event("withdraw", "OH-LDG.8", side, pieces=(target, ship), spaces=(self.place,)))


class LandBattles(Battles, frozen=True):
    """Contested territories must be fought for; strikes at others are up to the side that can [OH-LC.1, OH-SUP.10]."""

    verbs = ("fight", "rest")
    struck: Spaces = 0
    """Territories where this side has struck."""

    def fight(self, war: Islands, place: int) -> Step[Islands]:
        return LandFight(place)

    def _strikes(self, war: Islands) -> int:
        return strike_places(war, self.side) & ~self.struck

    def waits(self, war: Islands) -> bool:
        return bool(self.left & (self.left - 1) or self._strikes(war))

    def _start(self, war: Islands, place: int) -> None:
        war.become(replace(self, left=self.left & ~(1 << place), struck=self.struck | 1 << place))
        war.push(self.fight(war, place))

    def now(self, war: Islands) -> int:
        return self.left | self._strikes(war)


class Raids(Step[Islands], frozen=True):
    """Mobile units that went into a second combat fight it alone; all defenders roll [OH-RG.1, OH-RG.2]."""

    side: Side
    left: Spaces

    def go(self, war: Islands) -> bool:
        if not self.left:
            war.finish()
            return True
        place = first(self.left)
        war.become(Raids(self.side, self.left & ~(1 << place)))
        movers = war.troops(self.side, place) & war.moved & war.setup.raiders
        if movers and war.forces(1 - self.side, place):
            war.push(LandFight(place, movers, raid=True, phase="before attacking-guns"))
        return True
