"""New forces: reinforcements, Operation Pedestal, the fleet from Toulon [OH-EV, OH-OPT]."""

from __future__ import annotations

from ...engine.catalogue import Hole, text
from ...engine.choice import NOTHING, Decision, Verb
from ...engine.event import Event
from ...engine.geometry.bits import bits, first
from ...engine.kinds import NOWHERE, Piece, Pieces
from ...engine.sequence import Phase, Run, Sequence
from ...engine.step import Step
from .losses import Aim, Lose, roll
from .naval import Loading
from .results import scored
from .state import AIR, AX, BR, NATIONS, Islands

VERBS = (
    Verb("german", "nothing", "OH-EV.2"),
    Verb("italian", "nothing", "OH-EV.2"),
    Verb("stow", "piece", "OH-LDG.6"),
)

# --- reinforcements


class Reinforce(Step[Islands], frozen=True):
    """A fighter, a tactical bomber and a transport; the Axis says of which nation each is [OH-EV.1, OH-EV.2]."""

    wanted: tuple[str, ...]
    verbs = ("german", "italian")
    rule = "OH-EV.2"

    def _next(self, war: Islands, nation: int) -> int:
        setup = war.setup
        waiting = war.here()[setup.aside] & setup.of_kind[self.wanted[0]] & setup.own[AX] & setup.of_nation[nation]
        return first(waiting)

    def go(self, war: Islands) -> bool:
        if not self.wanted:
            war.finish()
            return True
        nations = [n for n in (0, 1) if self._next(war, n) != NOWHERE]
        if len(nations) == 2:
            return False
        if nations:
            self._come(war, nations[0])
        else:
            war.become(Reinforce(self.wanted[1:]))
        return True

    def ask(self, war: Islands) -> Decision:
        piece = self._next(war, 0)
        return Decision(
            AX, "ask-reinforce", "OH-EV.2", {"german": NOTHING, "italian": NOTHING}, about=("piece", piece), quiet=("german", 0)
        )

    def holes(self, war: Islands, side: int) -> dict[str, Hole]:
        return {"kind": self.wanted[0]}

    def take(self, war: Islands, side: int, verb: str, target: int) -> None:
        self._come(war, 0 if verb == "german" else 1)

    def _come(self, war: Islands, nation: int) -> None:
        setup = war.setup
        piece = self._next(war, nation)
        base = setup.air_base[AX] if self.wanted[0] in AIR else setup.harbour
        war.put(piece, base)
        war.become(Reinforce(self.wanted[1:]))
        war.tell(Event("arrive", "OH-EV.1", AX, (piece,), facts=(("nation", text(f"nation-{NATIONS[nation]}")),)))


def axis_reinforcements(war: Islands) -> None:
    units = war.setup.tables["reinforcements.AX.units"]
    war.push(Reinforce(tuple(kind for kind, number in units.items() for _ in range(number))))


def british_bombers(war: Islands) -> None:
    """Two strategic bombers off the map [OH-EV.3]."""
    setup = war.setup
    number = setup.tables["reinforcements.BR.units"]["str"]
    for piece in list(bits(war.here()[setup.aside] & setup.off_map_bombers))[:number]:
        war.put(piece, setup.air_base[BR])
        war.tell(Event("arrive", "OH-EV.3", BR, (piece,), facts=(("nation", text("nation-UK")),)))


# --- Operation Pedestal


class Stow(Step[Islands], frozen=True):
    """The British say what each Pedestal ship that got through carries; what finds no room has gone down [OH-EV.4]."""

    ship: Piece
    markers: int
    """Supply markers that are not aboard yet."""
    verbs = ("stow", "provisions", "usual")
    rule = "OH-LDG.6"

    def _left(self, war: Islands) -> int:
        setup = war.setup
        waiting = war.here()[setup.convoy] & ~war.stowed
        return waiting & (setup.air if setup.kind[self.ship] == "cv" else setup.ground)

    def _room(self, war: Islands) -> int:
        setup = war.setup
        if war.stored(self.ship):
            return 0
        room = setup.deck if setup.kind[self.ship] == "cv" else setup.lift["tr"]["port"]
        return room - war.cargo(1 << self.ship).bit_count()

    def _for_markers(self, war: Islands) -> bool:
        """A whole transport goes to them [OH-NAV.16]."""
        setup = war.setup
        empty = not war.stored(self.ship) and not war.cargo(1 << self.ship)
        return self.markers > 0 and empty and setup.kind[self.ship] == "tr" and setup.lift["tr"]["supply"] > 0

    def go(self, war: Islands) -> bool:
        left = self._left(war) if self._room(war) > 0 else 0
        markers = self._for_markers(war)
        if not left and not markers:
            ship = next_hold(war, self.ship, self.markers)
            if ship == NOWHERE:
                war.finish()
            else:
                war.become(Stow(ship, self.markers))
        elif not left:
            self._provide(war)
        elif not markers and war.heads(left).bit_count() == 1:
            self._load(war, first(left))
        else:
            return False
        return True

    def ask(self, war: Islands) -> Decision:
        choices = {"stow": war.heads(self._left(war))}
        if self._for_markers(war):
            choices["provisions"] = NOTHING
        choices["usual"] = NOTHING
        return Decision(BR, "ask-stow", "OH-LDG.6", choices, about=("piece", self.ship), quiet=("usual", 0))

    def take(self, war: Islands, side: int, verb: str, target: int) -> None:
        if verb == "stow":
            self._load(war, target)
        elif verb == "provisions":
            self._provide(war)
        else:
            self._usual(war)

    def _usual(self, war: Islands) -> None:
        """Markers and troops by turns, the best first, in mixed pairs: what is lost is then of every sort and the least of it."""
        setup = war.setup
        step: Stow = self
        while True:
            left = step._left(war) if step._room(war) > 0 else 0
            troops = (war.freight & war.here()[setup.convoy]).bit_count()
            if step._for_markers(war) and (not left or len(war.stores) <= troops):
                step = step._provide(war)
            elif left:
                own = war.cargo(1 << step.ship)
                other = left & ~sum(setup.like[p] for p in bits(own)) if own else left
                step._load(war, max(bits(other or left), key=lambda piece: setup.worth[piece]))
            else:
                ship = next_hold(war, step.ship, step.markers)
                if ship == NOWHERE:
                    break
                step = Stow(ship, step.markers)
                war.become(step)

    def _load(self, war: Islands, piece: int) -> None:
        if war.setup.kind[self.ship] == "tr":
            war.freight |= 1 << self.ship
        war.stow(piece, self.ship)

    def _provide(self, war: Islands) -> Stow:
        number = min(self.markers, war.setup.lift["tr"]["supply"])
        war.stores = [*war.stores, (self.ship, number)]
        step = Stow(self.ship, self.markers - number)
        war.become(step)
        return step


def next_hold(war: Islands, ship: int, markers: int) -> int:
    """The next Pedestal ship with room and something to carry."""
    setup = war.setup
    here = war.here()[setup.convoy]
    waiting = here & ~war.stowed
    ships = 0
    if waiting & setup.air and setup.deck:
        ships |= here & setup.of_kind["cv"]
    lift = setup.lift["tr"]
    if (waiting & setup.ground and lift["port"]) or (markers and lift["supply"]):
        ships |= here & setup.transports & ~war.laden()
    return next((s for s in bits(ships) if s != ship and not war.cargo(1 << s)), NOWHERE)


class Pedestal(Run[Islands], frozen=True):
    """The Axis rolls and the hits are chosen; then the convoy's cargo is dealt, and it comes to its zone [OH-EV.4 to OH-EV.6]."""

    def _attack(self, war: Islands) -> None:
        setup = war.setup
        hits, faces = roll(war, setup.pedestal_dice, int(setup.tables["pedestal.hit_on"]))
        rule = "OH-EV.6" if setup.pedestal_picks == AX else "OH-EV.5"
        war.tell(Event("pedestal_hits", rule, AX, dice=faces, result=scored(hits)))
        ships = war.here()[setup.convoy] & setup.ships
        if hits and setup.pedestal_picks == AX:
            war.push(Aim(AX, setup.convoy, ships, hits, False))
        elif hits:
            war.push(Lose(BR, setup.convoy, ships, 0, hits, False))

    def _cargo(self, war: Islands) -> None:
        ship = next_hold(war, NOWHERE, war.setup.convoy_markers)
        if ship != NOWHERE:
            war.push(Stow(ship, war.setup.convoy_markers))

    def _arrive(self, war: Islands) -> None:
        setup = war.setup
        convoy = war.here()[setup.convoy]
        self._sunk(war, convoy)
        war.shift(war.here()[setup.convoy], setup.pedestal_zone)
        if war.log is not None:
            number = (convoy & setup.ships).bit_count()
            war.tell(Event("pedestal", "OH-EV.4", BR, spaces=(setup.pedestal_zone,), facts=(("n", number),)))

    def _sunk(self, war: Islands, convoy: int) -> None:
        """What found no room in any ship has gone down with those that were lost."""
        setup = war.setup
        gone = convoy & (setup.ground | setup.air) & ~war.stowed
        markers = setup.convoy_markers - sum(n for ship, n in war.stores if convoy >> ship & 1)
        war.shift(gone, setup.lost[BR])
        if war.log is not None and (gone or markers):
            facts = (("n", gone.bit_count()), ("markers", markers))
            war.tell(Event("sunk_cargo", "OH-EV.6", BR, tuple(bits(gone)), facts=facts))

    sequence = Sequence(
        Phase("attack", "OH-EV.5", _attack),
        Phase("cargo", "OH-EV.6", _cargo),
        Phase("arrival", "OH-EV.4", _arrive),
    )


# --- the fleet from Toulon


class Toulon(Run[Islands], frozen=True):
    """Loaded to the full, then five dice against it; it is set down in the naval move [OH-OPT.1, OH-OPT.2]."""

    def _load(self, war: Islands) -> None:
        war.push(Loading(True))

    def _attack(self, war: Islands) -> None:
        setup = war.setup
        hits, faces = roll(war, int(setup.tables["optional.toulon.dice"]), int(setup.tables["optional.toulon.hit_on"]))
        war.tell(Event("toulon_hits", "OH-OPT.2", BR, dice=faces, result=scored(hits)))
        if hits:
            war.push(Lose(AX, setup.toulon_box, war.here()[setup.toulon_box] & setup.ships, 0, hits, False))

    sequence = Sequence(
        Phase("loading", "OH-OPT.1", _load),
        Phase("attack", "OH-OPT.2", _attack),
    )


def toulon_leaves(war: Islands) -> None:
    """Driven off by a larger fleet, or after two capital ships are lost, it leaves for good [OH-OPT.3, OH-OPT.4]."""
    setup = war.setup
    fleet = setup.toulon & ~war.here()[setup.lost[AX]]
    if not fleet or war.turn < setup.toulon_turn:
        return
    sunk = (setup.toulon & setup.capital & war.here()[setup.lost[AX]]).bit_count()
    beaten = sunk >= setup.tables["optional.toulon.capital_losses"]
    if not beaten and not war.toulon_beaten:
        return
    war.tell(Event("toulon_leaves", "OH-OPT.4" if beaten else "OH-OPT.3", AX))
    for ship in bits(fleet):
        leave(war, ship)


def leave(war: Islands, ship: Piece) -> None:
    """Out of the game, with all aboard."""
    bit: Pieces = 1 << ship
    gone = war.cargo(bit) | bit
    war.stores = [(s, n) for s, n in war.stores if s != ship]
    war.beach &= ~bit
    war.freight &= ~bit
    war.unseen &= ~bit
    war.hit1 &= ~gone
    war.hit2 &= ~gone
    war.unstow(gone)
    war.shift(gone, war.setup.lost[AX])
