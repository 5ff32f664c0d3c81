"""Setting up [OH-SETUP]."""

from __future__ import annotations

from ...engine.catalogue import text
from ...engine.choice import NOTHING, Decision, Refusal, Verb
from ...engine.event import Event
from ...engine.geometry.bits import bits, first
from ...engine.kinds import Side
from ...engine.sequence import Phase, Run, Sequence
from ...engine.step import Step
from .state import AX, BR, Islands
from .turn import GameTurn

VERBS = (
    Verb("at", "space", "OH-SETUP.1"),
    Verb("again", "nothing", "OH-SETUP.4"),
    Verb("mine", "space", "OH-SETUP.4"),
)


def waiting(war: Islands) -> int:
    """British units of the headquarters still to be placed."""
    setup = war.setup
    units = 0
    for hq in setup.brigades:
        units |= setup.of_hq[hq]
    return units & war.here()[setup.aside]


class SetUnits(Step[Islands], frozen=True):
    """Ground units anywhere, but some of each headquarters at its home [OH-SETUP.2]; two aircraft on a field [OH-SETUP.3]."""

    verbs = ("at",)
    rule = "OH-SETUP.2"

    def go(self, war: Islands) -> bool:
        if not war.setup.airfields:  # by a pack: nobody can base there
            war.shift(waiting(war) & war.setup.air, war.setup.lost[BR])
        if waiting(war):
            return False
        war.finish()
        return True

    def ask(self, war: Islands) -> Decision:
        unit = first(waiting(war))
        rule = "OH-SETUP.3" if war.setup.air >> unit & 1 else "OH-SETUP.2"
        return Decision(BR, "ask-set-units", rule, {"at": self._places(war, unit)}, about=("piece", unit))

    def _places(self, war: Islands, unit: int) -> int:
        setup = war.setup
        if setup.air >> unit & 1:
            room = int(setup.tables["works.airfield.setup"])
            here = war.here()
            # Where a pack has more aircraft than places the rest may stand anywhere.
            return sum(1 << t for t in bits(setup.airfields) if (here[t] & setup.air).bit_count() < room) or setup.airfields
        hq = setup.hq[unit]
        home = setup.home[hq]
        troops = setup.of_hq[hq] & setup.ground
        missing = int(setup.tables["setup.at_home"]) - (war.here()[home] & troops).bit_count()
        if (troops & war.here()[setup.aside]).bit_count() <= missing:
            return 1 << home
        return setup.land

    def take(self, war: Islands, side: int, verb: str, target: int) -> None:
        unit = first(waiting(war))
        war.put(unit, target)
        war.tell(Event("setup", "OH-SETUP.1", side, pieces=(unit,), spaces=(target,)))

    def refuse(self, war: Islands, side: int, verb: str, target: int) -> Refusal:
        unit = first(waiting(war))
        setup = war.setup
        if setup.air >> unit & 1:
            if setup.airfields >> target & 1:
                return Refusal("OH-SETUP.3", text("why-set-units-two-aircraft-already"), 1 << target)
            return Refusal("OH-SETUP.3", text("why-set-units-aircraft-malta-placed"))
        if setup.land >> target & 1:
            home = setup.home[setup.hq[unit]]
            return Refusal("OH-SETUP.2", text("why-set-units-last-headquarters-must"), 1 << home)
        return Refusal("OH-SETUP.2", text("why-set-units-ground-units-placed"))


class SetFleet(Step[Islands], frozen=True):
    """The carrier group starts together in one of its zones, aircraft on deck [OH-SETUP.1]."""

    verbs = ("at",)
    rule = "OH-SETUP.1"

    def ask(self, war: Islands) -> Decision:
        setup = war.setup
        zones = sum(1 << setup.zone_of[z] for z in setup.given("BR.eagle.zones"))
        return Decision(BR, "ask-set-fleet", "OH-SETUP.1", {"at": zones})

    def take(self, war: Islands, side: int, verb: str, target: int) -> None:
        setup = war.setup
        group = setup.of_hq["eagle"]
        war.shift(group, target)
        on_deck(war, group)
        war.finish()
        war.tell(Event("fleet", "OH-SETUP.1", BR, spaces=(target,)))


def on_deck(war: Islands, group: int) -> None:
    """The aircraft of a carrier group stand on its decks; what finds no room there stays out of the game."""
    setup = war.setup
    for piece in bits(group & setup.air):
        for ship in bits(group & setup.decks):
            if (war.cargo(1 << ship)).bit_count() < setup.deck:
                war.stow(piece, ship)
                break
        else:
            war.put(piece, setup.lost[setup.side_of[piece]])


# --- mines


class RollForMines(Step[Islands], frozen=True):
    """Each side rolls; the higher lays two minefields, the lower one [OH-SETUP.4]. A tie is rolled again."""

    tied: bool = False
    verbs = ("again",)
    rule = "OH-SETUP.4"

    def go(self, war: Islands) -> bool:
        if self.tied:
            return False
        numbers = war.setup.given("mines")
        war.finish()
        if numbers["high"] or numbers["low"]:
            self._roll(war, numbers)
        return True

    def _roll(self, war: Islands, numbers: dict[str, int]) -> None:
        axis, british = war.d6(), war.d6()
        if axis == british:
            war.push(RollForMines(True))
            return
        high = AX if axis > british else BR
        war.tell(Event("mine_roll", "OH-SETUP.4", high, dice=(axis, british), facts=(("axis", axis), ("british", british))))
        war.push(LayMines(1 - high, numbers["low"]))
        war.push(LayMines(high, numbers["high"]))

    def ask(self, war: Islands) -> Decision:
        return Decision(BR, "ask-roll-for-mines", "OH-SETUP.4", {"again": NOTHING}, quiet=("again", 0))

    def take(self, war: Islands, side: int, verb: str, target: int) -> None:
        war.become(RollForMines())


class LayMines(Step[Islands], frozen=True):
    """A minefield in any zone that has none [OH-SETUP.4]."""

    side: Side
    left: int
    verbs = ("mine",)
    rule = "OH-SETUP.4"

    def go(self, war: Islands) -> bool:
        if self.left > 0:
            return False
        war.finish()
        return True

    def ask(self, war: Islands) -> Decision:
        zones = war.setup.sea
        for zone, _, _ in war.mines:
            zones &= ~(1 << zone)
        return Decision(self.side, "ask-lay-mines", "OH-SETUP.4", {"mine": zones})

    def take(self, war: Islands, side: int, verb: str, target: int) -> None:
        war.mines = sorted([*war.mines, (target, side, 0)])
        war.become(LayMines(self.side, self.left - 1))
        war.tell(Event("mine_laid", "OH-SETUP.4", side, spaces=(target,)))


class Prepare(Run[Islands], frozen=True):
    """The British set up, then the mines are laid; the Axis comes in its first naval move [OH-SETUP.1, OH-SETUP.8]."""

    sequence = Sequence(
        Phase("units", "OH-SETUP.2", lambda step, war: war.push(SetUnits())),
        Phase("fleet", "OH-SETUP.1", lambda step, war: war.push(SetFleet())),
        Phase("mines", "OH-SETUP.4", lambda step, war: war.push(RollForMines())),
        Phase("ready", "OH-SETUP.8", lambda step, war: war.become(GameTurn())),
    )


def open_war(war: Islands) -> None:
    """Every piece waits in its box; markers lie where the chart has them, and the Aquila has her aircraft on deck."""
    setup = war.setup
    for name, number in setup.given("supply").items():
        war.markers_br[setup.land_of[name]] = number
    on_deck(war, setup.of_hq.get("aquila", 0))
