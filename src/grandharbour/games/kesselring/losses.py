"""Steps lost, units eliminated, and where they go [8.0, 16.0, 20.2.2]."""

from __future__ import annotations

from typing import ClassVar

from ...engine.choice import NOTHING, Decision, Refusal
from ...engine.event import Event
from ...engine.geometry.bits import bits
from ...engine.kinds import NOWHERE, Pieces, Side, Space
from ...engine.step import Step
from .state import Italy


class KStep(Step[Italy], frozen=True):
    """A step with plain answers to *why not*: a sentence for each verb, under the rule of the step."""

    rule = "6.1a"
    why: ClassVar[dict[str, str]] = {"": "Not possible here."}

    def domain(self, war: Italy, side: int, verb: str) -> int:
        kind = war.setup.game.verbs[verb].kind
        if kind == "nothing":
            return NOTHING
        if kind == "piece":
            return (1 << war.setup.pieces) - 1
        if kind == "number":
            return (1 << 7) - 2
        boxes = (1 << war.setup.staging[0]) | (1 << war.setup.staging[1])
        return war.setup.land | boxes

    def refuse(self, war: Italy, side: int, verb: str, target: int) -> Refusal:
        kind = war.setup.game.verbs[verb].kind
        if kind == "piece" and war.setup.side_of[target] != side:
            return Refusal(self.rule, f"{war.setup.piece_names[target]} is not yours.")
        return Refusal(self.rule, self.why.get(verb) or self.why.get("", "Not possible here."))


def gain(war: Italy, side: int, amount: int, rule: str, reason: str) -> None:
    """Change a side's Action Points, which pay for everything and may be saved [5.2, 5.2b]; the track has two ends [5.2a]."""
    before = war.ap[side]
    war.ap[side] = max(0, min(war.setup.ap_max, before + amount))
    if war.log is not None and amount:
        facts = (("n", f"{amount:+d}"), ("now", war.ap[side]), ("why", reason))
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
    war.flipped &= ~(1 << piece)
    spaces = (where,) if where < setup.hexes_end else ()
    who = ("who", war.called(piece, True)) if war.log is not None else ("who", "")
    if setup.garrisons >> piece & 1 or setup.detachments >> piece & 1:
        war.put(piece, setup.display[side])
        war.tell(Event("eliminated", "8.1.2b", side, (piece,), spaces, facts=(who, ("fate", "may be built again"))))
    elif setup.contingent_of[piece] == "Italian" or (permanent and setup.mobile >> piece & 1):
        war.put(piece, setup.eliminated[side])
        rule = "8.1.3b" if setup.contingent_of[piece] == "Italian" else "8.1.3a"
        war.tell(Event("eliminated", rule, side, (piece,), spaces, facts=(who, ("fate", "never comes back"))))
    else:
        die = war.d6()
        to_track(war, piece, die)
        if war.log is not None:
            fate = f"comes back on turn {war.turn + die}" if war.turn + die <= setup.last else "comes too late to matter"
            war.tell(Event("eliminated", "8.1.1a", side, (piece,), spaces, (die,), facts=(who, ("fate", fate))))


def lose_step(war: Italy, piece: int, permanent: bool = False, by_attack: bool = True, rule: str = "16.2") -> None:
    """One step less. A Garrison that suffers may take air units with it [20.2.2c]."""
    setup = war.setup
    where = war.at[piece]
    bit = 1 << piece
    if setup.one_step & bit or war.flipped & bit:
        eliminate(war, piece, permanent)
    else:
        war.flipped |= bit
        spaces = (where,) if where < setup.hexes_end else ()
        if war.log is not None:
            war.tell(Event("step", rule, setup.side_of[piece], (piece,), spaces, facts=(("who", war.called(piece, True)),)))
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


class AirLoss(KStep, frozen=True):
    """The owner picks which air unit loses its place when a Garrison is reduced [20.2.2c]."""

    side: Side
    where: Space
    by_attack: bool
    verbs = ("lose",)
    rule = "20.2.2c"
    why = {"lose": "One of the air units based here must be chosen."}

    def go(self, war: Italy) -> bool:
        if war.room_for_air(self.where, self.side) < 0:
            return False
        war.finish()
        return True

    def ask(self, war: Italy) -> Decision:
        based = war.in_box(self.where, war.setup.air & war.setup.own[self.side])
        return Decision(
            self.side, "The airfield at {where} is crowded: choose an air unit", "20.2.2c", {"lose": based}, ("space", self.where)
        )

    def take(self, war: Italy, side: int, verb: str, target: int) -> None:
        if self.by_attack:
            eliminate(war, target)
        else:
            war.put(target, war.setup.staging[self.side])


class Lose(KStep, frozen=True):
    """The owner chooses which of several units loses a step [16.2]; hands down whether anything is left to lose."""

    side: Side
    units: Pieces
    left: int
    permanent: bool
    verbs = ("lose",)
    rule = "16.2"
    why = {"lose": "The loss falls on a unit that took part."}

    def go(self, war: Italy) -> bool:
        if self.left == 0 or not self._alive(war):
            war.finish()
            return True
        return False

    def _alive(self, war: Italy) -> int:
        return war.on_map(self.units) | war.in_box(war.setup.staging[self.side], self.units)

    def ask(self, war: Italy) -> Decision:
        return Decision(self.side, "Choose a unit to lose a step", "16.2", {"lose": self._alive(war)})

    def take(self, war: Italy, side: int, verb: str, target: int) -> None:
        war.become(Lose(self.side, self.units, self.left - 1, self.permanent))
        lose_step(war, target, self.permanent)
