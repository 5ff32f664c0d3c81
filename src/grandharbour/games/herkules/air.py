"""The air move: missions, the air lift, anti-aircraft fire [OH-AIR, OH-PARA]."""

from __future__ import annotations

from ...engine.catalogue import text
from ...engine.choice import NOTHING, Decision, Refusal, Verb
from ...engine.event import Event
from ...engine.geometry.bits import bits, first
from ...engine.kinds import NOWHERE, Piece, Space, Spaces
from ...engine.step import Step
from .losses import Lose, roll
from .muster import Muster
from .naval import pool
from .results import scored
from .state import AX, BR, Islands

VERBS = (
    Verb("lift", "nothing", "OH-PARA.1"),
    Verb("drop", "space", "OH-PARA.1"),
    Verb("jump", "piece", "OH-PARA.6"),
    Verb("supplies", "nothing", "OH-SUP.13"),
)

# --- missions


def launched(war: Islands, field: int) -> int:
    """How many aircraft have taken off from a field this turn [OH-AIR.8, OH-AF.1]."""
    return sum(1 for _, base in war.aloft if base == field)


def islanders(war: Islands, group: int) -> int:
    """Those based ashore, wherever they are now: such aircraft need a marker for operations [OH-SUP.1]."""
    setup = war.setup
    based = 0
    for piece in bits(group & ~war.flying & ~war.stowed):
        based |= (war.at[piece] < setup.lands) << piece
    if group & war.flying:
        for piece, base in war.aloft:
            if base < setup.lands:
                based |= group & 1 << piece
    return based


def decks(war: Islands, side: int) -> dict[int, int]:
    """Zones with open flight decks, and how many places are free there [OH-AIR.10]."""
    setup = war.setup
    room: dict[int, int] = {}
    opened = 0
    for ship in setup.carriers[side]:
        zone = war.at[ship]
        if setup.sea >> zone & 1 and war.deck_open(ship):
            room[zone] = room.get(zone, 0) + setup.deck
            opened |= 1 << ship
    for piece in bits(war.stowed & setup.air & setup.own[side]):
        if opened >> war.aboard[piece] & 1:
            room[war.at[piece]] -= 1
    return room


def open_fields(war: Islands, side: int) -> int:
    """Airfields where a side may land, damaged or not [OH-RG.4]: not contested, for the Axis only after two turns [OH-RG.3, OH-RG.5]."""
    setup = war.setup
    if side == BR:
        return setup.airfields & ~war.stands(AX)
    return sum(1 << t for t in bits(setup.airfields & war.axis_held()) if war.held[t] >= setup.wait)


def quiet_places(war: Islands, side: int) -> int:
    """Where aircraft without supply may fly: own bases with no enemy about [OH-AIR.11]."""
    setup = war.setup
    foes = setup.own[1 - side] & (setup.air | setup.ships)
    here = war.here()
    places = sum(1 << t for t in bits(open_fields(war, side)) if not here[t] & foes)
    for zone, room in decks(war, side).items():
        if room > 0 and not here[zone] & foes:
            places |= 1 << zone
    if side == AX:
        places |= 1 << setup.air_base[AX]  # from a captured field back to Sicily
    if setup.on["free_intercept"] and side == BR:
        places |= setup.land & ~war.axis_held() | war.fleets(BR)  # [G-19]
    return places


class Air(Muster, frozen=True):
    """Aircraft are sent to any territory or zone of the map, once a turn [OH-AIR.1, OH-AIR.2]."""

    verbs = ("unit", "stack", "count", "to", "lift", "done")
    apart = ("lift",)
    together = False
    prompts = ("ask-air", "ask-air-to")
    rule = "OH-AIR.1"

    def free(self, war: Islands) -> int:
        setup = war.setup
        side = self.side
        own = setup.own[side] & setup.air
        here = war.here()
        planes = here[setup.air_base[side]] & own & ~war.flown & ~war.flying
        if not setup.flights:
            planes &= ~setup.off_map_bombers
        quiet = 0 if war.supplied(side) else quiet_places(war, side)
        idle = own & ~war.flying
        for t in setup.fields:
            based = here[t] & idle
            if based and war.works(t, True) and launched(war, t) + (based & self.group).bit_count() < setup.mog:
                if quiet & ~(1 << t) or war.supplied(side):  # without supply there must be somewhere to go
                    planes |= based
        deck = own & war.stowed
        if deck:
            for piece in bits(deck):
                if setup.sea >> war.at[piece] & 1 and war.deck_open(war.aboard[piece]):
                    planes |= 1 << piece
        return planes | self.group

    def sure(self, war: Islands) -> bool:
        return not war.setup.on["radar_ban"]

    def splits(self, war: Islands) -> tuple[int, ...]:
        return (war.flying,)

    def limit(self, war: Islands, piece: int, number: int) -> int:
        field = war.at[piece]
        if war.setup.airfields >> field & 1 and not war.flying >> piece & 1:
            return min(number, self._room(war, field))
        return number

    def _room(self, war: Islands, field: int) -> int:
        """How many more may take off from a field [OH-AIR.8]."""
        return war.setup.mog - launched(war, field) - (self.group & war.here()[field]).bit_count()

    def whole(self, war: Islands, space: int, crowd: int) -> bool:
        return not war.setup.airfields >> space & 1 or crowd.bit_count() <= self._room(war, space)

    def reach(self, war: Islands, group: int) -> int:
        setup = war.setup
        places = setup.map
        if not war.supplied(self.side) and islanders(war, group):
            places = quiet_places(war, self.side)
        if self.side == BR and war.first == AX and setup.on["radar_ban"] and not war.radar("air"):
            places &= ~war.entered[AX]  # [G-03]
        start = war.at[first(group)]
        if not group & ~war.here()[start]:
            places &= ~(1 << start)
        return places

    def send(self, war: Islands, group: int, target: int) -> None:
        war.aloft = war.aloft + [(piece, war.at[piece]) for piece in bits(group & ~war.flying)]
        war.flying |= group
        war.unstow(group)
        war.shift(group, target)
        war.moved |= group
        if war.setup.flights < war.setup.day:
            war.flown |= group & war.setup.off_map_bombers
        war.entered[self.side] |= 1 << target
        if war.log is not None:
            facts = (("n", group.bit_count()),)
            war.tell(Event("fly", "OH-AIR.1", self.side, pieces=tuple(bits(group)), spaces=(target,), facts=facts))

    def more(self, war: Islands) -> dict[str, int]:
        return {"lift": NOTHING} if self.side == AX and lift_targets(war) else {}

    def other(self, war: Islands, verb: str, target: int) -> None:
        war.push(Lift())

    def end(self, war: Islands) -> None:
        if self.side == AX:
            places = {war.at[piece] for piece, _ in war.aloft if war.setup.own[AX] >> piece & 1}
            places |= {where for _, where in war.drops} | {war.drop_marker}
            war.become(Flak(sum(1 << t for t in places if 0 <= t < war.setup.lands)))
        else:
            war.finish()

    def tries(self, war: Islands, side: int, verb: str) -> int:
        return super().tries(war, side, verb) & war.setup.air

    def refuse_unit(self, war: Islands, side: int, piece: int) -> Refusal:
        setup = war.setup
        space, name = war.at[piece], setup.piece_names[piece]
        if space == setup.convoy:
            return Refusal("OH-EV.4", text("why-air-here-yet", unit=name))
        if war.flown >> piece & 1 and space == setup.air_base[side]:
            return Refusal("OH-AIR.3", text("why-air-flown-today", unit=name))
        if war.flying >> piece & 1:
            return Refusal("OH-AIR.1", text("why-air-its-mission-turn", unit=name))
        if setup.airfields >> space & 1 and not war.works(space, True):
            return Refusal("OH-AIR.9", text("why-air-nobody-takes-off"), 1 << space)
        if setup.airfields >> space & 1 and self._room(war, space) <= 0:
            return Refusal("OH-AIR.8", text("why-air-no-more-than"), 1 << space)
        if war.stowed >> piece & 1 and not war.deck_open(war.aboard[piece]):
            return Refusal("OH-AIR.10", text("why-air-flight-deck-shut"))
        if not self.reach(war, 1 << piece):
            return Refusal("OH-AIR.11", text("why-air-no-supply-no", unit=name))
        return super().refuse_unit(war, side, piece)

    def refuse_to(self, war: Islands, side: int, space: int) -> Refusal:
        setup = war.setup
        if not setup.map >> space & 1:
            return Refusal("OH-GEN.1", text("why-air-missions-go-territories"))
        if not war.supplied(side) and islanders(war, self.group):
            return Refusal("OH-AIR.11", text("why-air-aircraft-islands-without"), 1 << space)
        if war.at[first(self.group)] == space:
            return Refusal("OH-AIR.1", text("why-air-already-defend-place"), 1 << space)
        return Refusal("OH-AIR.7", text("why-air-without-air-radar"), 1 << space)

    def refuse(self, war: Islands, side: int, verb: str, target: int) -> Refusal:
        if verb == "lift" and not self.group and self.kin == NOWHERE:
            return Refusal("OH-PARA.1", text("why-air-axis-lift-turn"))
        return super().refuse(war, side, verb, target)


class RedirectAir(Air, frozen=True):
    """The British moved first and air radar shows them what came: any aircraft may be sent elsewhere [OH-AIR.7]."""

    prompts = ("ask-redirect-air", "ask-redirect-air-to")
    rule = "OH-AIR.7"

    def free(self, war: Islands) -> int:
        up = war.flying & war.setup.own[self.side]
        return (super().free(war) | up) & ~war.moved | self.group

    def splits(self, war: Islands) -> tuple[int, ...]:
        return (war.flying, islanders(war, war.flying & war.setup.own[self.side]))

    def refuse_unit(self, war: Islands, side: int, piece: int) -> Refusal:
        if war.moved >> piece & 1 and war.flying >> piece & 1:
            return Refusal("OH-AIR.7", text("why-redirect-air-redirected", unit=("piece", piece)))
        return super().refuse_unit(war, side, piece)


# --- the air lift [OH-PARA.1]


def jumpers(war: Islands) -> int:
    """Units that could still drop anywhere this turn."""
    planned = sum(1 << unit for unit, _ in war.drops)
    return pool(war, "PARA") & ~planned


def gliders(war: Islands) -> int:
    """Units that could still be landed on an airfield."""
    planned = sum(1 << unit for unit, _ in war.drops)
    ways = ("AIRLAND", "SEA") if war.setup.on["any_airlift"] else ("AIRLAND",)
    return pool(war, *ways) & ~planned


def landing_fields(war: Islands) -> int:
    """Airfields that take air-landed units: held, or contested with more Axis than British units [OH-PARA.4]."""
    fields = 0
    for t in bits(war.setup.airfields & war.stands(AX)):
        if war.works(t, True) and war.troops(AX, t).bit_count() > war.troops(BR, t).bit_count():
            fields |= 1 << t
    return fields


def lift_room(war: Islands) -> int:
    return 0 if war.drop_marker != NOWHERE else war.setup.airlift - len(war.drops)


def lift_targets(war: Islands) -> int:
    """Where the lift could go [OH-PARA.1, OH-PARA.6]; nobody is lifted from the islands [OH-PARA.5]."""
    if lift_room(war) <= 0:
        return 0
    places = war.setup.land if jumpers(war) else 0
    fields = landing_fields(war)
    if fields and gliders(war):
        places |= fields
    if not war.drops and war.setup.air_markers:
        places |= war.stands(AX)  # a marker needs somebody to find it [G-21]
    return places


class Lift(Step[Islands], frozen=True):
    """Transport aircraft carry up to seven units, or one supply marker [OH-PARA.1, OH-PARA.2]."""

    where: Space = NOWHERE
    kin: Piece = NOWHERE
    taken: int = 0
    """How many have been chosen for this place."""
    verbs = ("drop", "jump", "count", "supplies", "enough")
    rule = "OH-PARA.1"

    def _able(self, war: Islands) -> int:
        units = jumpers(war)
        if landing_fields(war) >> self.where & 1:
            units |= gliders(war)
        return units if lift_room(war) > 0 else 0

    def go(self, war: Islands) -> bool:
        if self.taken and not self._able(war):
            war.finish()
            return True
        return False

    def ask(self, war: Islands) -> Decision:
        if self.where == NOWHERE:
            return Decision(AX, "ask-lift", "OH-PARA.1", {"drop": lift_targets(war)})
        about = ("space", self.where)
        if self.kin != NOWHERE:
            number = self._number(war)
            return Decision(
                AX, "ask-lift-many-like", "OH-PARA.1", {"count": (1 << number + 1) - 2}, about=about, quiet=("count", number)
            )
        choices = {}
        able = self._able(war)
        if able:
            choices["jump"] = war.heads(able)
        if not war.drops and war.stands(AX) >> self.where & 1:
            choices["supplies"] = NOTHING
        if self.taken:
            choices["enough"] = NOTHING
        return Decision(AX, "ask-lift-lifted", "OH-PARA.1", choices, about=about)

    def _number(self, war: Islands) -> int:
        return min(lift_room(war), war.twins(self.kin, self._able(war)).bit_count())

    def take(self, war: Islands, side: int, verb: str, target: int) -> None:
        if verb == "drop":
            war.become(Lift(target))
        elif verb == "enough":
            war.finish()
        elif verb == "supplies":
            war.drop_marker = self.where
            war.finish()
            war.tell(Event("lift_marker", "OH-SUP.13", AX, spaces=(self.where,)))
        elif verb == "jump":
            asking = Lift(self.where, target, self.taken)
            if asking._number(war) > 1:
                war.become(asking)
            else:
                self._plan(war, [target])
        else:
            self._plan(war, list(bits(war.twins(self.kin, self._able(war))))[:target])

    def _plan(self, war: Islands, units: list[int]) -> None:
        war.drops = war.drops + [(unit, self.where) for unit in units]
        war.become(Lift(self.where, NOWHERE, self.taken + len(units)))
        if war.log is not None:
            facts = (("n", len(units)),)
            war.tell(Event("lift", "OH-PARA.1", AX, pieces=tuple(units), spaces=(self.where,), facts=facts))

    def tries(self, war: Islands, side: int, verb: str) -> int:
        return war.here()[war.setup.pool]

    def refuse(self, war: Islands, side: int, verb: str, target: int) -> Refusal:
        if verb == "jump" and self.where != NOWHERE and self.kin == NOWHERE and not self._able(war) >> target & 1:
            setup = war.setup
            name = setup.piece_names[target]
            if setup.from_turn[target] > war.turn:
                return Refusal("OH-SETUP.5", text("why-lift-may-come-before", unit=name, turn=setup.from_turn[target]))
            if setup.arrival["AIRLAND"] >> target & 1:
                return Refusal("OH-PARA.4", text("why-lift-lands-only-airfield", unit=name))
            if (setup.arrival["SEA"] | setup.arrival["PORT"]) >> target & 1:
                return Refusal("OH-PARA.6", text("why-lift-come-by-air", unit=name))
        return super().refuse(war, side, verb, target)


# --- anti-aircraft fire of radar sets, guns, airfields and ports [OH-AIR.4]


def flak_dice(war: Islands, t: int) -> dict[int, int]:
    """Number that hits -> dice of everything in a territory that fires at aircraft coming in [OH-AF.2, OH-NB.1]."""
    setup = war.setup
    dice: dict[int, int] = {}
    assaulted = war.stands(AX) >> t & 1
    for piece in bits(war.here()[t] & setup.works):
        ada = setup.ada[piece]
        if ada and not (assaulted and setup.of_kind["radar"] >> piece & 1):  # its crew is busy [G-40]
            dice[ada] = dice.get(ada, 0) + 1
    if not war.axis_held() >> t & 1:  # never for the Axis [OH-AIR.6]
        for word, places in (("airfield", setup.airfields), ("port", setup.ports)):
            ada = setup.facility_ada[word]
            if ada and places >> t & 1 and war.works(t, word == "airfield"):
                dice[ada] = dice.get(ada, 0) + 1
    return dice


class Flak(Step[Islands], frozen=True):
    """What stands on the ground fires at what flies in; flying over draws no fire [OH-AIR.4, OH-AIR.5]."""

    left: Spaces

    def go(self, war: Islands) -> bool:
        if not self.left:
            war.finish()
            return True
        t = first(self.left)
        war.become(Flak(self.left & ~(1 << t)))
        setup = war.setup
        total = 0
        faces: tuple[int, ...] = ()
        for ada, dice in sorted(flak_dice(war, t).items()):
            hits, rolled = roll(war, dice, ada)
            total += hits
            faces += rolled
        if not faces:
            return True
        war.flak[t] += total
        if war.log is not None:
            war.tell(Event("flak", "OH-AIR.4", BR, spaces=(t,), dice=faces, result=scored(total)))
        planes = war.here()[t] & war.flying & setup.own[AX]
        if total and planes:
            war.push(Lose(AX, t, planes, 0, total, False))
        return True


# --- coming down [OH-PARA.3]


class Airborne(Step[Islands], frozen=True):
    """Without a fighter left every second hit costs a unit, or the marker; then the lift comes down [OH-PARA.3]."""

    left: Spaces

    def go(self, war: Islands) -> bool:
        if not self.left:
            war.drops = []
            war.drop_marker = NOWHERE
            war.finish()
            return True
        t = first(self.left)
        war.become(Airborne(self.left & ~(1 << t)))
        setup = war.setup
        escort = war.here()[t] & war.flying & setup.own[AX] & setup.of_kind["ftr"]
        lost = 0 if escort else war.flak[t] // setup.hits_per_loss
        if war.drop_marker == t:
            arrives = not lost and war.stands(AX) >> t & 1
            if arrives:
                war.markers_ax[t] += setup.air_markers
            war.tell(
                Event(
                    "marker_down",
                    "OH-PARA.3",
                    AX,
                    spaces=(t,),
                    facts=(("fate", text("marker-arrives" if arrives else "marker-lost")),),
                )
            )
            return True
        units = sum(1 << unit for unit, where in war.drops if where == t)
        gliding = units & ~setup.arrival["PARA"]
        if gliding and not landing_fields(war) >> t & 1:
            units &= ~gliding  # they turn back: the field was lost in the meantime [OH-PARA.4]
        if not units:
            return True
        war.shift(units, t)
        war.fresh |= units
        war.entered[AX] |= 1 << t
        if war.log is not None:
            facts = (("n", units.bit_count()), ("lost", min(lost, units.bit_count())))
            war.tell(Event("come_down", "OH-PARA.7", AX, pieces=tuple(bits(units)), spaces=(t,), facts=facts))
        if lost:
            war.push(Lose(AX, t, units, 0, lost, False))
        return True
