"""Falling back and following up [17.0]."""

from __future__ import annotations

from msgspec.structs import replace

from ...engine.catalogue import text
from ...engine.choice import NOTHING, Decision, Refusal, Verb
from ...engine.event import Event
from ...engine.geometry.bits import bits, first
from ...engine.kinds import Piece, Pieces, Side, Space, Spaces
from ...engine.step import Step
from .losses import crowd, eliminate, lose_step
from .state import ALLIED, AXIS, MECH, Italy

VERBS = (
    Verb("stay", "nothing", "17.1.2a"),
    Verb("cut", "nothing", "17.1.2a"),
    Verb("go", "nothing", "17.1.2a"),
    Verb("pursue", "piece", "17.2a"),
    Verb("halt", "nothing", "17.2a"),
)

# --- retreat


class RetreatStack(Step[Italy], frozen=True):
    """Units that must fall back, in the order their owner likes [17.1].

    Each goes its own way [17.1.1e], nobody by sea or air [17.1.1i]. Garrisons never leave [12.1a].
    """

    side: Side
    units: Pieces
    far: int
    permanent: bool
    verbs = ("unit",)
    rule = "17.1"

    def go(self, war: Italy) -> bool:
        left = war.on_map(self.units)
        if not left:
            war.finish()
            return True
        posts = left & war.setup.garrisons
        if posts:  # a Garrison cannot retreat [17.1.1k]; in a Fortification it stands fast [17.1.2a]
            unit = first(posts)
            where = war.at[unit]
            war.become(RetreatStack(self.side, left & ~(1 << unit), self.far, self.permanent))
            if not war.forts >> where & 1:
                eliminate(war, unit)
                crowd(war, self.side, where, True)
            return True
        return False

    def ask(self, war: Italy) -> Decision:
        return Decision(self.side, "ask-retreat-stack", "17.1", {"unit": war.on_map(self.units)})

    def take(self, war: Italy, side: int, verb: str, target: int) -> None:
        war.become(RetreatStack(self.side, war.on_map(self.units) & ~(1 << target), self.far, self.permanent))
        stubborn = war.setup.elite >> target & 1 or war.forts >> war.at[target] & 1
        if stubborn:
            war.push(Steadfast(target, self.far, self.permanent))
        else:
            war.push(Retreat(target, war.at[target], self.far, self.permanent))


class Steadfast(Step[Italy], frozen=True):
    """Elite and fortified units may stay, or go only half the way [17.1.2a].

    Elites [17.1.2, 24.1] and whoever is in a Fortification [15.6b, 25.3a]; companions must go [17.1.2b, 17.1.2.ex].
    """

    unit: Piece
    far: int
    permanent: bool
    verbs = ("stay", "cut", "go")
    rule = "17.1.2a"

    def ask(self, war: Italy) -> Decision:
        choices = {"stay": NOTHING, "go": NOTHING}
        if self.far > 1:
            choices["cut"] = NOTHING
        side = war.setup.side_of[self.unit]
        return Decision(side, "ask-steadfast", "17.1.2a", choices, about=("piece", self.unit), quiet=("stay", 0))

    def take(self, war: Italy, side: int, verb: str, target: int) -> None:
        if verb == "stay":
            war.finish()
        else:
            war.become(Retreat(self.unit, war.at[self.unit], 1 if verb == "cut" else self.far, self.permanent))


class Retreat(Step[Italy], frozen=True):
    """One unit, hex by hex, as far from the start as the result says; enemy zones of control cost a step each [17.1.1]."""

    unit: Piece
    start: Space
    far: int
    permanent: bool
    been: Spaces = 0
    """Hexes it has come through: an additional hex is another one."""
    verbs = ("to",)
    rule = "17.1.1a"

    def _distance(self, war: Italy) -> int:
        return war.setup.grid.distance(self.start, war.at[self.unit])

    def go(self, war: Italy) -> bool:
        setup = war.setup
        here = war.at[self.unit]
        if here >= setup.hexes_end:  # eliminated on the way, or off the map
            war.finish()
            return True
        side = setup.side_of[self.unit]
        if self._distance(war) >= self.far and here != self.start:  # and beyond, while the hex is too full [17.1.1f]
            if war.mobile_in(here, side).bit_count() <= setup.stack:
                war.finish()
                return True
        if not self.ways(war):
            war.finish()
            eliminate(war, self.unit, self.permanent)  # [17.1.1j]
            return True
        return False

    def ways(self, war: Italy) -> int:
        setup = war.setup
        unit = self.unit
        side = setup.side_of[unit]
        here = war.at[unit]
        gone = self._distance(war)
        near = setup.contact[setup.move_class[unit] != MECH][here] & ~war.held(1 - side) & ~war.closed(side)
        # As far away as the result says [17.1.1d]; beyond a full hex in any direction, but not back [17.1.1f].
        least = min(gone + 1, self.far)
        hexes = 0
        for h in bits(near & ~self.been):
            if setup.grid.distance(self.start, h) >= least:
                hexes |= 1 << h
        if side == AXIS and setup.north_edge >> here & 1 and setup.mainland >> here & 1:
            hexes |= 1 << setup.staging[AXIS]  # [17.1.1g]
        return hexes

    def ask(self, war: Italy) -> Decision:
        side = war.setup.side_of[self.unit]
        return Decision(side, "ask-retreat", "17.1", {"to": self.ways(war)}, about=("piece", self.unit))

    def take(self, war: Italy, side: int, verb: str, target: int) -> None:
        setup = war.setup
        war.tell(Event("retreat", "17.1", side, pieces=(self.unit,), spaces=(war.at[self.unit], target)))
        war.put(self.unit, target)
        war.become(replace(self, been=self.been | 1 << target))
        if target < setup.hexes_end and war.zoc(1 - side) >> target & 1:
            lose_step(war, self.unit, self.permanent, rule="17.1.1b")

    def refuse(self, war: Italy, side: int, verb: str, target: int) -> Refusal:
        bit = 1 << target
        if target == war.setup.staging[ALLIED]:
            return Refusal("17.1.1h", text("why-retreat-staging-allied"))
        if target == war.setup.staging[AXIS]:
            return Refusal("17.1.1g", text("why-retreat-staging-axis"), war.setup.north_edge)
        if war.held(1 - side) & bit:
            return Refusal("17.1.1a", text("why-enemy-there"), bit)
        return Refusal("17.1.1d", text("why-retreat-to"), bit)


# --- pursuit


class Pursuit(Step[Italy], frozen=True):
    """Victorious attackers may enter the hex they have emptied [17.2].

    After drops too [17.2c], regardless of zones of control [11.2c]; no Garrison is among the attackers [17.2b].
    """

    target: Space
    units: Pieces
    verbs = ("pursue", "halt")
    rule = "17.2a"

    def go(self, war: Italy) -> bool:
        if self._able(war):
            return False
        war.finish()
        return True

    def _able(self, war: Italy) -> int:
        able = 0
        for unit in bits(war.on_map(self.units)):
            if beyond(war, unit, war.at[unit], war.setup.pursuit[unit]) >> self.target & 1:
                able |= 1 << unit
        return able

    def ask(self, war: Italy) -> Decision:
        choices = {"pursue": self._able(war), "halt": NOTHING}
        return Decision(war.active, "ask-pursuit", "17.2a", choices, about=("space", self.target), quiet=("halt", 0))

    def take(self, war: Italy, side: int, verb: str, target: int) -> None:
        if verb == "halt":
            war.finish()
            return
        war.become(Pursuit(self.target, self.units & ~(1 << target)))
        war.tell(Event("pursue", "17.2a", side, pieces=(target,), spaces=(war.at[target], self.target)))
        war.put(target, self.target)
        if war.setup.pursuit[target] > 1:
            war.push(Exploit(target, war.setup.pursuit[target] - 1))


def beyond(war: Italy, unit: int, here: int, left: int) -> int:
    """The next hexes of a pursuit with so many hexes left: any the unit could enter [17.2b], a full one only on the way to another."""
    setup = war.setup
    side = setup.side_of[unit]
    near = setup.contact[setup.move_class[unit] != MECH][here] & ~war.held(1 - side) & ~war.closed(side)
    full = near & war.full_hexes(side) & ~war.leaves_room(unit)
    through = 0
    if left > 1:
        for h in bits(full):
            if beyond(war, unit, h, left - 1):
                through |= 1 << h
    return near & ~full | through


class Exploit(Step[Italy], frozen=True):
    """Elite units go on for a second hex, in any direction [17.2.1a]; out of a full hex they must.

    Each its own way [17.2.1, 17.2.1b].
    """

    unit: Piece
    left: int
    verbs = ("to", "halt")
    rule = "17.2.1a"

    def go(self, war: Italy) -> bool:
        if self.ways(war):
            return False
        war.finish()
        return True

    def ways(self, war: Italy) -> int:
        return beyond(war, self.unit, war.at[self.unit], self.left) if self.left else 0

    def ask(self, war: Italy) -> Decision:
        choices = {"to": self.ways(war)}
        prompt, quiet = "ask-exploit-must", None
        if not war.overstacked(war.at[self.unit], war.active):
            choices["halt"] = NOTHING
            prompt, quiet = "ask-exploit", ("halt", 0)
        return Decision(war.active, prompt, "17.2.1a", choices, about=("piece", self.unit), quiet=quiet)

    def take(self, war: Italy, side: int, verb: str, target: int) -> None:
        if verb == "halt":
            war.finish()
            return
        war.tell(Event("pursue", "17.2.1a", side, pieces=(self.unit,), spaces=(war.at[self.unit], target)))
        war.put(self.unit, target)
        war.become(Exploit(self.unit, self.left - 1))
