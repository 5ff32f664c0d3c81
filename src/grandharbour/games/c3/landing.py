"""The landings of turn S, by the Axis only [4.a, 4.2]; heavy equipment waits for a port [4.2.o]."""

from __future__ import annotations

from typing import Annotated

from ...engine.catalogue import text
from ...engine.choice import NOTHING, Decision, Refusal, Verb
from ...engine.event import Event, Modifier
from ...engine.geometry.bits import bits, first
from ...engine.kinds import NOWHERE, Lot, Piece, Pieces, Space, Spaces, Words
from ...engine.sequence import Phase, Run, Sequence
from ...engine.step import Step
from .battle import SEA, Combat, Declare, Fights
from .losses import disorganise, lose_step
from .retreat import come_ashore
from .state import AXIS, BRITISH, Malta

VERBS = (
    Verb("sea", "space", "4.2.c"),
    Verb("onto", "space", "4.2.a"),
    Verb("load", "piece", "4.2.f"),
    Verb("second", "nothing", "4.2.f"),
    Verb("next", "nothing", "4.2.a"),
    Verb("sail", "lot", "4.2.e", dice=True),
    Verb("ashore", "nothing", "4.2.a"),
)

# --- the plan [4.2.a to 4.2.d]


def embarked(war: Malta) -> int:
    """Units in their landing hexes at sea."""
    afloat = 0
    for piece in bits(war.on_map(war.setup.landers)):
        if war.setup.sea >> war.at[piece] & 1:
            afloat |= 1 << piece
    return afloat


def joins_chain(war: Malta, chain: int, sea: int) -> bool:
    """Whether a sea hex may be used beside those chosen: at most seven, each touching another [4.2.c] (ruling A87)."""
    if not chain or chain >> sea & 1:
        return True
    return chain.bit_count() < war.setup.number["amphibious.sea_hexes"] and bool(war.setup.ring[sea] & chain)


def wave_room(war: Malta, piece: int, sea: int, second: bool) -> bool:
    """Two stacking points of a Formation to a hex and wave, four to a hex [4.2.c, 4.2.f] (ruling A19)."""
    setup = war.setup
    here = war.pieces_in(sea)
    points = war.steps(1 << piece)
    if war.steps(here) + points > setup.number["amphibious.points_per_hex"]:
        return False
    wave = here & setup.members[setup.formation_of[piece]] & (war.second if second else ~war.second)
    return war.steps(wave) + points <= setup.number["amphibious.points_per_wave"]


def wave_of(war: Malta, piece: int, sea: int, onto: int, later: bool) -> int:
    """The wave in which a unit would go if it embarked now: 1, 2, or 0 if it cannot."""
    setup = war.setup
    if not setup.flat >> onto & 1:
        # On ground that is not flat the first wave of a Formation is one marine unit and nothing else [4.2.m].
        lot = setup.formation_of[piece]
        led = any(war.plan[p] == onto for p in bits(embarked(war) & setup.members[lot] & ~war.second))
        if not led:
            return 1 if setup.marines >> piece & 1 and not later and wave_room(war, piece, sea, False) else 0
        return 2 if wave_room(war, piece, sea, True) else 0
    if not later and wave_room(war, piece, sea, False):
        return 1
    return 2 if wave_room(war, piece, sea, True) else 0


def chain_of(war: Malta, chosen: int, piece: int) -> int:
    """The sea hexes that bind a unit: those of all, or by option only those of its own Formation (ruling A18)."""
    if war.setup.on["landing_chain"] == "all":
        return chosen
    lot = war.setup.formation_of[piece]
    return war.hexes_of(embarked(war) & war.setup.members[lot])


def loadable(war: Malta, chosen: int, sea: int, onto: int, later: bool) -> int:
    """Units that could embark in a sea hex for a coast."""
    setup = war.setup
    able = 0
    for piece in bits(war.pieces_in(setup.reserve[AXIS]) & setup.landers):
        if joins_chain(war, chain_of(war, chosen, piece), sea) and wave_of(war, piece, sea, onto, later):
            able |= 1 << piece
    return able


def examples(war: Malta) -> list[int]:
    """One waiting unit of each kind that the plan can tell apart."""
    setup = war.setup
    kinds: dict[tuple[int, int, int], int] = {}
    for piece in bits(war.pieces_in(setup.reserve[AXIS]) & setup.landers):
        kinds.setdefault((setup.formation_of[piece], war.steps(1 << piece), setup.marines >> piece & 1), piece)
    return list(kinds.values())


def coasts(war: Malta, chosen: int, sea: int, waiting: list[int]) -> int:
    """The coasts for which somebody could still embark in a sea hex."""
    shores = 0
    for onto in bits(war.setup.beachward[sea]):
        for piece in waiting:
            if joins_chain(war, chain_of(war, chosen, piece), sea) and wave_of(war, piece, sea, onto, False):
                shores |= 1 << onto
                break
    return shores


class LandingPlan(Step[Malta], frozen=True):
    """Sea hexes, coasts, units and waves, all before the first die [4.2] (ruling A26)."""

    chosen: Spaces = 0
    verbs = ("sea", "sail", "ashore")
    rule = "4.2.c"
    why = {"sail": "4.2.e", "ashore": "4.2.a"}

    def _seas(self, war: Malta) -> int:
        setup = war.setup
        common = setup.on["landing_chain"] == "all"
        waiting = examples(war)
        if not waiting:
            return 0
        seas = setup.landing_sea
        if common and self.chosen:
            full = self.chosen.bit_count() >= setup.number["amphibious.sea_hexes"]
            seas &= self.chosen if full else self.chosen | setup.grid.spread(self.chosen)
        chain = self.chosen if common else 0
        for h in bits(seas):
            if not coasts(war, chain, h, waiting):
                seas &= ~(1 << h)
        return seas

    def ask(self, war: Malta) -> Decision:
        choices = {}
        seas = self._seas(war)
        if seas:
            choices["sea"] = seas
        lots = fleet(war, embarked(war))
        if lots:
            choices["sail"] = lots
        else:
            choices["ashore"] = NOTHING
        return Decision(AXIS, "ask-landing-plan", "4.2.a", choices)

    def take(self, war: Malta, side: int, verb: str, target: int) -> None:
        if verb == "sea":
            again = bool(self.chosen >> target & 1)
            war.become(LandingPlan(self.chosen | 1 << target))
            war.push(Embark(target, self.chosen | 1 << target, again))
        elif verb == "sail":
            Fleet(fleet(war, embarked(war))).land(war, target)
        else:
            war.finish()

    def refuse(self, war: Malta, side: int, verb: str, target: int) -> Refusal:
        setup = war.setup
        bit = 1 << target
        if verb == "sea":
            if not setup.sea & bit:
                return Refusal("4.2.a", text("why-landing-plan-land"), bit)
            if setup.mines & bit:
                return Refusal("4.2.b", text("why-landing-plan-mines"), bit)
            if not setup.landing_sea & bit:
                return Refusal("4.2.a", text("why-landing-plan-cliffs"), bit)
            if not joins_chain(war, self.chosen, target):
                return Refusal("4.2.c", text("why-sea-chain", most=setup.number["amphibious.sea_hexes"]), self.chosen)
            return Refusal("4.2.c", text("why-landing-plan-full"), bit)
        return super().refuse(war, side, verb, target)


def fleet(war: Malta, units: int) -> int:
    """The Formations of some units, as lots."""
    lots = 0
    for piece in bits(units):
        lots |= 1 << war.setup.formation_of[piece]
    return lots


class Embark(Step[Malta], frozen=True):
    """Units go into the boats of one sea hex for one coast: first wave while there is room, then the second [4.2.f]."""

    sea: Space
    chosen: Spaces
    again: bool
    """The hex was chosen before, so somebody must embark now."""
    onto: Space = NOWHERE
    later: bool = False
    """The rest goes in the second wave."""
    verbs = ("onto", "load", "second", "next")
    rule = "4.2.f"
    why = {"next": "4.2.a"}

    def go(self, war: Malta) -> bool:
        if self.onto == NOWHERE:
            return False
        if loadable(war, self.chosen, self.sea, self.onto, self.later):
            return False
        war.finish()
        return True

    def ask(self, war: Malta) -> Decision:
        if self.onto == NOWHERE:
            shores = coasts(war, self.chosen, self.sea, examples(war))
            return Decision(AXIS, "ask-embark-coast", "4.2.a", {"onto": shores}, about=("space", self.sea))
        choices = {"load": loadable(war, self.chosen, self.sea, self.onto, self.later)}
        if not self.later and loadable(war, self.chosen, self.sea, self.onto, True):
            choices["second"] = NOTHING
        if not self.again:
            choices["next"] = NOTHING
        return Decision(AXIS, "ask-embark-later" if self.later else "ask-embark", "4.2.f", choices, about=("space", self.onto))

    def take(self, war: Malta, side: int, verb: str, target: int) -> None:
        if verb == "onto":
            war.become(Embark(self.sea, self.chosen, self.again, target))
        elif verb == "second":
            war.become(Embark(self.sea, self.chosen, self.again, self.onto, True))
        elif verb == "next":
            war.finish()
        else:
            wave = wave_of(war, target, self.sea, self.onto, self.later)
            war.plan[target] = self.onto
            if wave == 2:
                war.second |= 1 << target
            war.put(target, self.sea)
            war.become(Embark(self.sea, self.chosen, False, self.onto, self.later))

    def refuse(self, war: Malta, side: int, verb: str, target: int) -> Refusal:
        setup = war.setup
        if verb == "onto":
            if self.onto != NOWHERE:
                return Refusal("4.2.a", text("why-embark-chosen"))
            if not setup.beachward[self.sea] >> target & 1:
                return Refusal("4.2.a", text("why-embark-far"), 1 << target)
            return Refusal("4.2.m", text("why-embark-nobody"), 1 << target)
        if verb == "load" and setup.side_of[target] == side and self.onto != NOWHERE:
            if not setup.landers >> target & 1:
                return Refusal("4.2.1.b", text("why-embark-kind"))
            if war.at[target] != setup.reserve[AXIS]:
                return Refusal("4.2.a", text("why-embark-aboard"))
            if not setup.flat >> self.onto & 1 and not setup.marines >> target & 1:
                return Refusal("4.2.m", text("why-embark-marines"), 1 << self.onto)
            if not joins_chain(war, chain_of(war, self.chosen, target), self.sea):
                return Refusal("4.2.c", text("why-sea-chain", most=setup.number["amphibious.sea_hexes"]))
            return Refusal("4.2.f", text("why-embark-full"), 1 << self.sea)
        if verb == "load":
            return Refusal(
                "4.2.f", text("why-embark-coast") if self.onto == NOWHERE else text("why-not-yours", unit=("piece", target))
            )
        return super().refuse(war, side, verb, target)


# --- the landings


def landing_modifiers(war: Malta, piece: int, onto: int) -> list[Modifier]:
    """Batteries that still fire, steep shores, and San Marco [4.2.g, 7.1.S]."""
    setup = war.setup
    number = setup.number
    changes: list[Modifier] = []
    awake = setup.everybody if setup.on["dg_guns"] else ~war.dg
    ring = setup.grid.within(1 << onto, number["landing.battery_range"])
    if war.hexes_of(war.on_map(setup.coastal) & awake) & ring:
        changes.append(("modifier-battery", number["landing.battery"], "4.2.g"))
    if not setup.flat >> onto & 1:
        changes.append(("modifier-steep", number["landing.not_flat"], "4.2.g"))
    if setup.bearer["S"] >> piece & 1:
        changes.append(("modifier-marines", number["skills.landing"], "7.1.S"))
    return changes


def roll_landing(war: Malta, piece: int, onto: int) -> None:
    """One die on the Amphibious Landing Table [4.2.g]."""
    setup = war.setup
    die = war.d6()
    changes = landing_modifiers(war, piece, onto)
    total = die + sum(amount for _, amount, _ in changes)
    result = setup.surf[total]
    if war.log is not None:
        facts = (("where", ("hex", onto)),)
        war.tell(
            Event(
                "landing", "4.2.g", AXIS, pieces=(piece,), spaces=(onto,), dice=(die,), modifiers=tuple(changes), total=total,
                result=result.code, facts=facts,
            )
        )  # fmt: skip
    for _ in range(result.loss):
        if war.at[piece] != setup.dead[AXIS]:
            lose_step(war, piece, "4.2.g")
    if result.disorder and war.at[piece] != setup.dead[AXIS]:
        disorganise(war, 1 << piece, "4.2.g")


class Fleet(Step[Malta], frozen=True):
    """Formations land one after the other, each with both waves [4.2.e]."""

    lots: int
    """Formations that have still to land, as a set."""
    scope = "operation"
    verbs = ("sail",)
    rule = "4.2.e"

    def go(self, war: Malta) -> bool:
        if self.lots:
            return False
        bring_back(war)
        war.finish()
        return True

    def ask(self, war: Malta) -> Decision:
        return Decision(AXIS, "ask-fleet", "4.2.e", {"sail": self.lots})

    def take(self, war: Malta, side: int, verb: str, target: int) -> None:
        self.land(war, target)

    def land(self, war: Malta, lot: int) -> None:
        """It is a Formation's turn."""
        war.become(Fleet(self.lots & ~(1 << lot)))
        war.push(Landing(lot))


class Landing(Run[Malta], frozen=True):
    """One Formation lands: both waves, and what those ashore can do [4.2.e]."""

    lot: Lot

    def _afloat(self, war: Malta) -> int:
        return embarked(war) & war.setup.members[self.lot] & ~war.tried

    def _steady(self, war: Malta) -> int:
        """First-wave units ashore in good order that have not fought [4.2.j, 4.2.l]."""
        setup = war.setup
        ashore = war.on_map(setup.members[self.lot] & war.tried & ~war.second & ~war.dg & ~war.fought)
        return ashore & ~embarked(war)

    def first_wave(self, war: Malta) -> None:
        war.push(Wave(self._afloat(war) & ~war.second))

    def inland(self, war: Malta) -> None:
        war.push(Inland(self._steady(war)))

    def second_wave(self, war: Malta) -> None:
        war.push(Wave(self._afloat(war)))

    def attacks(self, war: Malta) -> None:
        war.push(Declare(self._steady(war)))

    def combat(self, war: Malta) -> None:
        war.push(Fights())

    sequence = Sequence(
        Phase("first-wave", "4.2.g", first_wave),
        Phase("inland", "4.2.j", inland),
        Phase("second-wave", "4.2.k", second_wave),
        Phase("attacks", "4.2.l", attacks),
        Phase("combat", "5.5.j", combat),
    )


def bring_back(war: Malta) -> None:
    """Who is still afloat at the end returns to wait for another chance (ruling A20)."""
    setup = war.setup
    for piece in bits(embarked(war)):
        if setup.on["beach_success"] == "afloat":
            war.beaches |= 1 << war.plan[piece]  # not eliminated, so the landing succeeded by the letter (ruling A21)
        war.dg &= ~(1 << piece)
        war.put(piece, setup.reserve[AXIS])


SURF, BEACHES = range(2)
Part = Annotated[int, Words("surf", "beaches")]


class Wave(Step[Malta], frozen=True):
    """One wave of a Formation: the dice of the surf, the fights for held beaches, and the rest ashore [4.2.g, 4.2.h, 4.2.k]."""

    units: Pieces
    rolled: Pieces = 0
    fights: Spaces = 0
    part: Part = SURF
    verbs = ("fight",)
    rule = "4.2.h"

    def go(self, war: Malta) -> bool:
        if self.part == SURF:
            todo = self.units & ~self.rolled
            if todo:
                piece = first(todo)
                war.become(Wave(self.units, self.rolled | 1 << piece))
                war.tried |= 1 << piece
                roll_landing(war, piece, war.plan[piece])
                return True
            fights = 0
            for piece in bits(war.on_map(self.units)):
                fights |= 1 << war.plan[piece] & war.held(BRITISH)
            war.become(Wave(self.units, self.rolled, fights, BEACHES))
            self._land(war)
            return True
        if self.fights:
            return False
        self._land(war)
        war.finish()
        return True

    def _land(self, war: Malta) -> None:
        """Whoever has rolled and finds his beach free goes ashore, also those who waited for it (ruling A20)."""
        for piece in bits(embarked(war) & war.tried):
            come_ashore(war, piece)

    def ask(self, war: Malta) -> Decision:
        return Decision(AXIS, "ask-wave", "4.2.h", {"fight": self.fights})

    def take(self, war: Malta, side: int, verb: str, target: int) -> None:
        attackers = sum(1 << p for p in bits(war.on_map(self.units)) if war.plan[p] == target)
        war.become(Wave(self.units, self.rolled, self.fights & ~(1 << target), BEACHES))
        war.push(Combat(SEA, target, attackers & embarked(war)))


class Inland(Step[Malta], frozen=True):
    """Units of the first wave in good order that did not fight may move one hex [4.2.j]."""

    units: Pieces
    unit: Piece = NOWHERE
    verbs = ("unit", "to", "halt", "end")
    rule = "4.2.j"
    why = {"unit": "4.2.l"}

    def go(self, war: Malta) -> bool:
        if self.unit == NOWHERE and not self._able(war):
            war.finish()
            return True
        return False

    def _able(self, war: Malta) -> int:
        able = 0
        for piece in bits(war.on_map(self.units)):
            if one_hex(war, piece):
                able |= 1 << piece
        return able

    def ask(self, war: Malta) -> Decision:
        if self.unit == NOWHERE:
            return Decision(AXIS, "ask-inland", "4.2.j", {"unit": self._able(war), "end": NOTHING})
        choices = {"to": one_hex(war, self.unit), "halt": NOTHING}
        return Decision(AXIS, "ask-inland-where", "4.2.j", choices, about=("piece", self.unit))

    def take(self, war: Malta, side: int, verb: str, target: int) -> None:
        if verb == "end":
            war.finish()
        elif verb == "unit":
            war.become(Inland(self.units & ~(1 << target), target))
        else:
            war.become(Inland(self.units))
            if verb == "to":
                war.tell(Event("move", "4.2.j", side, pieces=(self.unit,), spaces=(war.at[self.unit], target)))
                war.enter(self.unit, target)


def one_hex(war: Malta, piece: int) -> int:
    """The neighbours a unit may enter by a move of one hex without regard to cost, within stacking (ruling A23)."""
    setup = war.setup
    side = setup.side_of[piece]
    steps = setup.ground(war.struck).steps(setup.vehicles >> piece & 1, war.at[piece]) & ~war.held(1 - side)
    hexes = 0
    for h in bits(steps):
        if war.fits(piece, h, side):
            hexes |= 1 << h
    return hexes
