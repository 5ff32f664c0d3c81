"""Setting up [OH-SETUP]."""

from __future__ import annotations

from ...engine.choice import NOTHING, Decision, Refusal
from ...engine.event import Event
from ...engine.geometry.bits import bits, first
from ...engine.kinds import Side
from .losses import HStep
from .state import AX, BR, Malta
from .turn import GameTurn


class Prepare(HStep, frozen=True):
    """The British set up, then the mines are laid; the Axis comes in its first naval move [OH-SETUP.1, OH-SETUP.8]."""

    stage: int

    def go(self, war: Malta) -> bool:
        war.become(Prepare(self.stage + 1))
        if self.stage == 0:
            war.push(SetUnits())
        elif self.stage == 1:
            war.push(SetFleet())
        elif self.stage == 2:
            war.push(RollForMines())
        else:
            war.become(GameTurn(0))
        return True


def waiting(war: Malta) -> int:
    """British units of the headquarters still to be placed."""
    setup = war.setup
    found = 0
    for hq in setup.brigades:
        found |= setup.of_hq[hq]
    return found & war.here()[setup.aside]


class SetUnits(HStep, frozen=True):
    """Ground units anywhere, but some of each headquarters at its home [OH-SETUP.2]; two aircraft on a field [OH-SETUP.3]."""

    verbs = ("at",)
    rule = "OH-SETUP.2"

    def go(self, war: Malta) -> bool:
        if waiting(war):
            return False
        war.finish()
        return True

    def ask(self, war: Malta) -> Decision:
        unit = first(waiting(war))
        rule = "OH-SETUP.3" if war.setup.air >> unit & 1 else "OH-SETUP.2"
        return Decision(BR, "Where does {about} set up?", rule, {"at": self._places(war, unit)}, ("piece", unit))

    def _places(self, war: Malta, unit: int) -> int:
        setup = war.setup
        if setup.air >> unit & 1:
            room = int(setup.tables["works.airfield.setup"])
            here = war.here()
            return sum(1 << t for t in bits(setup.airfields) if (here[t] & setup.air).bit_count() < room)
        hq = setup.hq[unit]
        home = setup.home[hq]
        troops = setup.of_hq[hq] & setup.ground
        missing = int(setup.tables["setup.at_home"]) - (war.here()[home] & troops).bit_count()
        if (troops & war.here()[setup.aside]).bit_count() <= missing:
            return 1 << home
        return setup.land

    def take(self, war: Malta, side: int, verb: str, target: int) -> None:
        unit = first(waiting(war))
        war.put(unit, target)
        war.tell(Event("setup", "OH-SETUP.1", side, (unit,), (target,)))

    def refuse(self, war: Malta, side: int, verb: str, target: int) -> Refusal:
        unit = first(waiting(war))
        setup = war.setup
        if setup.air >> unit & 1:
            if setup.airfields >> target & 1:
                return Refusal("OH-SETUP.3", "Two aircraft already stand on this airfield.", 1 << target)
            return Refusal("OH-SETUP.3", "Aircraft of Malta are placed on its airfields.")
        if setup.land >> target & 1:
            home = setup.home[setup.hq[unit]]
            return Refusal(
                "OH-SETUP.2", "The last of a headquarters must stand at its home, if nobody else of it does.", 1 << home
            )
        return Refusal("OH-SETUP.2", "Ground units are placed in territories.")


class SetFleet(HStep, frozen=True):
    """The carrier group starts together in one of its zones, aircraft on deck [OH-SETUP.1]."""

    verbs = ("at",)
    rule = "OH-SETUP.1"
    why = {"at": "The group may start only in the zones its chart names."}

    def ask(self, war: Malta) -> Decision:
        setup = war.setup
        zones = sum(1 << setup.zone_of[z] for z in setup.given("BR.eagle.zones"))
        return Decision(BR, "Where does the carrier group start?", "OH-SETUP.1", {"at": zones})

    def take(self, war: Malta, side: int, verb: str, target: int) -> None:
        setup = war.setup
        group = setup.of_hq["eagle"]
        war.shift(group, target)
        for piece in bits(group & setup.air):
            for ship in bits(group & setup.of_kind["cv"]):
                if (war.cargo(1 << ship)).bit_count() < setup.deck:
                    war.stow(piece, ship)
                    break
            else:
                war.put(piece, setup.lost[BR])
        war.finish()
        war.tell(Event("fleet", "OH-SETUP.1", BR, spaces=(target,)))


# --- mines


class RollForMines(HStep, frozen=True):
    """Each side rolls; the higher lays two minefields, the lower one [OH-SETUP.4]. A tie is rolled again."""

    tied: bool = False
    verbs = ("again",)
    rule = "OH-SETUP.4"

    def go(self, war: Malta) -> bool:
        if self.tied:
            return False
        numbers = war.setup.given("mines")
        war.finish()
        if numbers["high"] or numbers["low"]:
            self._roll(war, numbers)
        return True

    def _roll(self, war: Malta, numbers: dict[str, int]) -> None:
        axis, british = war.d6(), war.d6()
        if axis == british:
            war.push(RollForMines(True))
            return
        high = AX if axis > british else BR
        war.tell(Event("mine_roll", "OH-SETUP.4", high, dice=(axis, british), facts=(("axis", axis), ("british", british))))
        war.push(LayMines(1 - high, numbers["low"]))
        war.push(LayMines(high, numbers["high"]))

    def ask(self, war: Malta) -> Decision:
        return Decision(BR, "A tie: roll again for the minefields", "OH-SETUP.4", {"again": NOTHING}, quiet=("again", 0))

    def take(self, war: Malta, side: int, verb: str, target: int) -> None:
        war.become(RollForMines())


class LayMines(HStep, frozen=True):
    """A minefield in any zone that has none [OH-SETUP.4]."""

    side: Side
    left: int
    verbs = ("mine",)
    rule = "OH-SETUP.4"
    why = {"mine": "A sea zone without a minefield."}

    def go(self, war: Malta) -> bool:
        if self.left > 0:
            return False
        war.finish()
        return True

    def ask(self, war: Malta) -> Decision:
        zones = war.setup.sea
        for zone, _, _ in war.mines:
            zones &= ~(1 << zone)
        return Decision(self.side, "Where do you lay a minefield? ({left} left)", "OH-SETUP.4", {"mine": zones})

    def take(self, war: Malta, side: int, verb: str, target: int) -> None:
        war.mines = sorted([*war.mines, (target, side, 0)])
        war.become(LayMines(self.side, self.left - 1))
        war.tell(Event("mine_laid", "OH-SETUP.4", side, spaces=(target,)))


def open_war(war: Malta) -> None:
    """Every piece waits in its box; markers lie where the chart has them, and the Aquila has her aircraft on deck."""
    setup = war.setup
    for name, number in setup.given("supply").items():
        war.markers_br[setup.land_of[name]] = number
    for piece in bits(setup.of_hq.get("aquila", 0) & setup.air):
        war.stow(piece, first(setup.of_hq["aquila"] & setup.of_kind["cv"]))
