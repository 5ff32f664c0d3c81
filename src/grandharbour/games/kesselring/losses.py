"""Steps lost, units eliminated, and where they go [8.0, 16.0, 20.2.2]."""

from __future__ import annotations

from ...engine.catalogue import Text, text
from ...engine.choice import Decision, Verb
from ...engine.event import Event
from ...engine.geometry.bits import bits
from ...engine.kinds import NOWHERE, Pieces, Side, Space
from ...engine.step import Step
from .state import Italy

VERBS = (Verb("lose", "piece", "16.2"),)


def gain(war: Italy, side: int, amount: int, rule: str, reason: str) -> None:
    """Change a side's Action Points, which pay for everything and may be saved [5.2, 5.2b]; the track has two ends [5.2a].

    ``reason`` is the name of a sentence: what they are paid or received for.
    """
    before = war.ap[side]
    war.ap[side] = max(0, min(war.setup.ap_max, before + amount))
    if war.log is not None and amount:
        change = text("points-change", n=amount, signed=f"{amount:+d}")
        facts = (("n", change), ("now", war.ap[side]), ("why", Text(reason)))
        war.tell(Event("ap", rule, side, facts=facts))


def to_track(war: Italy, piece: int, turns: int) -> None:
    """On the Turn Record Track that many turns later, or out of the game if that is too late [8.1.1b, 8.3b].

    That is how units are replaced [8.1.1, 8.1.1.ex] and used ones rest [8.3, 8.3a]; they come back by the Display [7.2f, 8.3c].
    """
    setup = war.setup
    side = setup.side_of[piece]
    due = war.turn + turns
    war.put(piece, setup.track[side][due] if due <= setup.last else setup.withdrawn[side])


def eliminate(war: Italy, piece: int, permanent: bool = False) -> None:
    """A unit is gone: for good, to be rebuilt, or on its way back by a die [8.1].

    Want of supply makes no loss permanent [8.1.3, 8.1.3c]. What returns is whole [8.1.2, 8.1.2a]; air units roll like others [20.2.2e], and
    detachments are never lost for good [31.3b].
    """
    setup = war.setup
    side = setup.side_of[piece]
    where = war.at[piece]
    war.reduced &= ~(1 << piece)
    spaces = (where,) if where < setup.hexes_end else ()
    who = ("who", war.called(piece, True)) if war.log is not None else ("who", "")
    if setup.garrisons >> piece & 1 or setup.detachments >> piece & 1:
        war.put(piece, setup.display[side])
        war.tell(Event("eliminated", "8.1.2b", side, pieces=(piece,), spaces=spaces, facts=(who, ("fate", Text("fate-rebuilt")))))
    elif setup.contingent_of[piece] == "Italian" or (permanent and setup.mobile >> piece & 1):
        war.put(piece, setup.dead[side])
        rule = "8.1.3b" if setup.contingent_of[piece] == "Italian" else "8.1.3a"
        war.tell(Event("eliminated", rule, side, pieces=(piece,), spaces=spaces, facts=(who, ("fate", Text("fate-never")))))
    else:
        die = war.d6()
        to_track(war, piece, die)
        if war.log is not None:
            back = war.turn + die
            fate = text("fate-back", turn=back) if back <= setup.last else Text("fate-late")
            war.tell(
                Event("eliminated", "8.1.1a", side, pieces=(piece,), spaces=spaces, dice=(die,), facts=(who, ("fate", fate)))
            )


def lose_step(war: Italy, piece: int, permanent: bool = False, by_attack: bool = True, rule: str = "16.2") -> None:
    """One step less. A Garrison that suffers may take air units with it [20.2.2c]."""
    setup = war.setup
    where = war.at[piece]
    bit = 1 << piece
    if setup.one_step & bit or war.reduced & bit:
        eliminate(war, piece, permanent)
    else:
        war.reduced |= bit
        spaces = (where,) if where < setup.hexes_end else ()
        if war.log is not None:
            war.tell(
                Event(
                    "step", rule, setup.side_of[piece], pieces=(piece,), spaces=spaces, facts=(("who", war.called(piece, True)),)
                )
            )
    if setup.garrisons & bit and where < setup.hexes_end:
        crowd(war, setup.side_of[piece], where, by_attack)


def crowd(war: Italy, side: int, where: int, by_attack: bool) -> None:
    """Air units that no longer have room: lost to an attack [20.2.2c], otherwise flown to the Staging Area (ruling Q119).

    They add nothing to the defence of the field [20.2.2d].
    """
    setup = war.setup
    based = war.in_box(where, setup.air & setup.own[side])
    if not based or war.room_for_air(where, side) >= 0:
        return
    if war.garrison_in(where, side) == NOWHERE:
        for piece in bits(based):
            if by_attack:
                eliminate(war, piece)
            else:
                war.put(piece, setup.staging[side])
    else:
        war.push(AirLoss(side, where, by_attack))


class AirLoss(Step[Italy], frozen=True):
    """The owner picks which air unit loses its place when a Garrison is reduced [20.2.2c]."""

    side: Side
    where: Space
    by_attack: bool
    verbs = ("lose",)
    rule = "20.2.2c"

    def go(self, war: Italy) -> bool:
        if war.room_for_air(self.where, self.side) < 0:
            return False
        war.finish()
        return True

    def ask(self, war: Italy) -> Decision:
        based = war.in_box(self.where, war.setup.air & war.setup.own[self.side])
        return Decision(self.side, "ask-air-loss", "20.2.2c", {"lose": based}, about=("space", self.where))

    def take(self, war: Italy, side: int, verb: str, target: int) -> None:
        if self.by_attack:
            eliminate(war, target)
        else:
            war.put(target, war.setup.staging[self.side])


class Lose(Step[Italy], frozen=True):
    """The owner chooses which of several units loses a step [16.2]; hands down whether anything is left to lose."""

    side: Side
    units: Pieces
    left: int
    permanent: bool
    verbs = ("lose",)
    rule = "16.2"

    def go(self, war: Italy) -> bool:
        if self.left == 0 or not self._alive(war):
            war.finish()
            return True
        return False

    def _alive(self, war: Italy) -> int:
        return war.on_map(self.units) | war.in_box(war.setup.staging[self.side], self.units)

    def ask(self, war: Italy) -> Decision:
        return Decision(self.side, "ask-lose", "16.2", {"lose": self._alive(war)})

    def take(self, war: Italy, side: int, verb: str, target: int) -> None:
        war.become(Lose(self.side, self.units, self.left - 1, self.permanent))
        lose_step(war, target, self.permanent)


# --- what special units and guns share


def has_flak(war: Italy, units: int) -> bool:
    """A flak-capable unit among them [24.3]; a Garrison only at full strength [12.1c].

    It stops one supporting air unit [24.3a].
    """
    setup = war.setup
    return bool(units & setup.flak_full & ~war.reduced or units & setup.flak_reduced & war.reduced)


def tire(war: Italy, piece: int) -> None:
    """A special unit that fought stays ready or rests a turn [23.4]."""
    setup = war.setup
    die = war.d6()
    if die in setup.tables["limits.recycle.ssu_on"]:
        to_track(war, piece, int(setup.tables["limits.recycle.ssu_turns"]))
    war.tell(Event("tire", "23.4", setup.side_of[piece], (piece,), dice=(die,)))
