"""Regroup: aircraft land, the wounded come back [OH-RG.3 to OH-RG.10]."""

from __future__ import annotations

from ...engine.catalogue import Hole, text
from ...engine.choice import NOTHING, Decision, Refusal, Verb
from ...engine.event import Event
from ...engine.geometry.bits import bits, first
from ...engine.kinds import NOWHERE, Side
from ...engine.step import Step
from .air import decks, open_fields
from .losses import destroy
from .muster import Muster
from .state import AX, BR, NATIONS, UK, Islands, Nation

VERBS = (Verb("home", "nothing", "OH-RG.3"),)

# --- aircraft


def bases(war: Islands, side: int, group: int) -> int:
    """Where all aircraft of a group may land [OH-RG.3 to OH-RG.5, OH-AIR.3, OH-AIR.10]."""
    setup = war.setup
    if group & setup.off_map_bombers:
        return 0 if group & ~setup.off_map_bombers else 1 << setup.air_base[BR]
    places = open_fields(war, side)
    if side == AX:
        places |= 1 << setup.air_base[AX]
    for piece in bits(group & ~war.flying):
        if not war.works(war.at[piece], True):
            return 0  # nobody takes off from a ruined field [OH-AIR.9]
    if not group & setup.no_deck:
        for zone, room in decks(war, side).items():
            if room >= group.bit_count():
                places |= 1 << zone
    return places


def homing(war: Islands, side: int) -> int:
    """Aircraft that must find a base: all in the air, and those on a field that has fallen."""
    setup = war.setup
    planes = war.flying & setup.own[side]
    here = war.here()
    for t in bits(setup.airfields & (war.axis_held() if side == BR else ~war.stands(AX))):
        planes |= here[t] & setup.own[side] & setup.air  # what nobody of theirs stands on is the other's [OH-VIC.4]
    return planes


def settle(war: Islands, group: int, base: int) -> None:
    """Aircraft come down on a base; on a deck each on a carrier with room."""
    setup = war.setup
    war.aloft = [(piece, start) for piece, start in war.aloft if not group >> piece & 1]
    war.flying &= ~group
    war.unstow(group)
    war.shift(group, base)
    if setup.sea >> base & 1:
        side = setup.side_of[first(group)]
        for piece in bits(group):
            for ship in bits(war.mine(side, base, setup.of_kind["cv"])):
                if war.deck_open(ship) and (war.cargo(1 << ship) & setup.air).bit_count() < setup.deck:
                    war.stow(piece, ship)
                    break


class LandAircraft(Muster, frozen=True):
    """Aircraft go back to a base [OH-RG.3]; those without supply may also change to a carrier [OH-RG.6]."""

    verbs = ("unit", "stack", "count", "to", "home")
    together = False
    prompts = ("ask-land-aircraft", "ask-land-aircraft-to")
    rule = "OH-RG.3"

    def free(self, war: Islands) -> int:
        setup = war.setup
        planes = homing(war, self.side) & ~setup.off_map_bombers
        if not war.supplied(self.side) and any(room > 0 for room in decks(war, self.side).values()):
            here = war.here()
            for t in bits(open_fields(war, self.side)):
                if war.works(t, True):
                    planes |= here[t] & setup.own[self.side] & setup.air & ~setup.no_deck & ~war.moved
        return planes

    def limit(self, war: Islands, piece: int, number: int) -> int:
        """Never more than there is room for somewhere."""
        if self.reach(war, self.group | 1 << piece) & ~war.setup.sea:
            return number
        room = max(decks(war, self.side).values(), default=0)
        return min(number, room - self.group.bit_count())

    def splits(self, war: Islands) -> tuple[int, ...]:
        return (war.flying,)

    def reach(self, war: Islands, group: int) -> int:
        places = bases(war, self.side, group)
        if group & ~homing(war, self.side):
            places &= war.setup.sea  # they have not flown: only to a carrier [OH-RG.6]
        return places

    def send(self, war: Islands, group: int, target: int) -> None:
        settle(war, group, target)
        war.moved |= group
        if war.log is not None:
            facts = (("n", group.bit_count()),)
            war.tell(Event("base", "OH-RG.3", self.side, pieces=tuple(bits(group)), spaces=(target,), facts=facts))

    def fitting(self, war: Islands, heads: int) -> int:
        """Who is in the air finds a field as a rule, and who rests is free only because a deck has room for him."""
        sure = 0
        if not self.group & ~war.flying and (self.side == AX or open_fields(war, BR)):
            sure = heads & war.flying
        if not self.group:
            sure |= heads & ~homing(war, self.side)
        return sure | super().fitting(war, heads & ~sure) if heads & ~sure else sure

    def fits(self, war: Islands, group: int) -> bool:
        if not group & ~war.flying and (self.side == AX or open_fields(war, BR)):
            return True
        return super().fits(war, group)

    def go(self, war: Islands) -> bool:
        if self.kin != NOWHERE:
            return False
        free = self.free(war)
        if self.group or self._choice(war, free):
            war._menu = (self, free, {})
            return False
        self._home(war)
        return True

    def _choice(self, war: Islands, free: int) -> bool:
        """Whether there is anything to choose: the Axis mostly has Sicily and nothing else."""
        if not free:
            return False
        if self.side == AX:
            return bool(self.reach(war, free & -free) & war.setup.map)
        return True

    def ask(self, war: Islands) -> Decision:
        decision = super().ask(war)
        choices = dict(decision.choices)
        if "done" in choices:
            del choices["done"]
            choices["home"] = NOTHING
            return Decision(self.side, decision.prompt, self.rule, choices, quiet=("home", 0))
        return decision

    def other(self, war: Islands, verb: str, target: int) -> None:
        self._home(war)

    def _home(self, war: Islands) -> None:
        """Everybody else goes back where he came from, or to the best base there is, or is lost [G-37]."""
        start = dict(war.aloft)
        for piece in bits(homing(war, self.side)):
            places = bases(war, self.side, 1 << piece)
            home = start.get(piece, NOWHERE)
            if home == NOWHERE or not places >> home & 1:
                if not places:
                    war.tell(Event("no_base", "OH-RG.3", self.side, (piece,)))
                    destroy(war, piece, quietly=True)
                    continue
                home = min(bits(places), key=lambda base: self._crowd(war, base))
            settle(war, 1 << piece, home)
        war.finish()

    def _crowd(self, war: Islands, base: int) -> tuple[bool, int, int]:
        """Home before all, then fields that work, the emptiest first, then decks, then ruined fields."""
        setup = war.setup
        if not setup.land >> base & 1:
            return (False, 0 if base == setup.air_base[AX] else setup.pieces, base)
        return (not war.works(base, True), (war.here()[base] & setup.air).bit_count(), base)

    def tries(self, war: Islands, side: int, verb: str) -> int:
        return super().tries(war, side, verb) & war.setup.air

    def refuse_unit(self, war: Islands, side: int, piece: int) -> Refusal:
        setup = war.setup
        name = setup.piece_names[piece]
        if setup.off_map_bombers >> piece & 1:
            return Refusal("OH-AIR.3", text("why-land-aircraft-always-flies-back", unit=name))
        if not self.free(war) >> piece & 1:
            return Refusal("OH-RG.6", text("why-land-aircraft-flown-only-aircraft", unit=name))
        if not self.reach(war, self.group | 1 << piece):
            return Refusal("OH-AIR.10", text("why-land-aircraft-no-base-all"))
        return super().refuse_unit(war, side, piece)

    def refuse_to(self, war: Islands, side: int, space: int) -> Refusal:
        setup = war.setup
        if setup.airfields >> space & 1 and war.contested() >> space & 1:
            return Refusal("OH-RG.5", text("why-land-aircraft-no-aircraft-land"), 1 << space)
        if setup.airfields >> space & 1 and side == AX and war.axis_held() >> space & 1:
            return Refusal("OH-RG.3", text("why-land-aircraft-axis-must-held"), 1 << space)
        if setup.sea >> space & 1:
            return Refusal("OH-AIR.10", text("why-land-aircraft-no-open-flight"), 1 << space)
        return Refusal("OH-RG.3", text("why-land-aircraft-no-base-yours"), 1 << space)

    def refuse(self, war: Islands, side: int, verb: str, target: int) -> Refusal:
        if verb == "home":
            return Refusal("OH-RG.3", text("why-land-aircraft-group-was-chosen"))
        return super().refuse(war, side, verb, target)


# --- the wounded [OH-RG.7 to OH-RG.9]


def return_places(war: Islands, side: int) -> int:
    """Where infantry comes back: where its side fought on land, or next to it, enemies or not [OH-RG.8]."""
    setup = war.setup
    places = war.fought[side]
    for t in bits(war.fought[side]):
        places |= setup.links[t]
    if setup.on["wounded_need_friends"]:
        places &= war.stands(AX) if side == AX else ~war.stands(AX) | war.lay()[2]  # [G-50]
    return places


class Recover(Step[Islands], frozen=True):
    """Half of the infantry a nation lost this turn comes back, the rest is gone for good [OH-RG.7, OH-RG.9]."""

    nation: Nation
    left: int = -1
    verbs = ("at",)
    rule = "OH-RG.8"

    def _side(self) -> Side:
        return BR if self.nation == UK else AX

    def _hurt(self, war: Islands) -> int:
        return war.here()[war.setup.wounded[self._side()]] & war.setup.of_nation[self.nation]

    def go(self, war: Islands) -> bool:
        hurt = self._hurt(war)
        if self.left < 0:
            war.become(Recover(self.nation, hurt.bit_count() // war.setup.tables["wounded.divide"]))
            return True
        side = self._side()
        places = return_places(war, side)
        if self.left == 0 or not places or not hurt:
            if hurt:
                war.shift(hurt, war.setup.lost[side])
            war.finish()
            return True
        return False

    def ask(self, war: Islands) -> Decision:
        side = self._side()
        unit = first(self._hurt(war))
        return Decision(side, "ask-recover", "OH-RG.8", {"at": return_places(war, side)}, about=("piece", unit))

    def holes(self, war: Islands, side: int) -> dict[str, Hole]:
        return {"people": text(f"nation-{NATIONS[self.nation]}")}

    def take(self, war: Islands, side: int, verb: str, target: int) -> None:
        unit = first(self._hurt(war))
        war.become(Recover(self.nation, self.left - 1))
        war.put(unit, target)
        war.tell(Event("recover", "OH-RG.7", side, pieces=(unit,), spaces=(target,)))
