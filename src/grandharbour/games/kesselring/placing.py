"""Setting up a scenario [27.0]."""

from __future__ import annotations

from ...engine.catalogue import text
from ...engine.choice import Decision, Refusal
from ...engine.event import Event
from ...engine.geometry.bits import bits, first
from ...engine.kinds import NOWHERE, Piece, Side
from ...engine.sequence import Phase, Run, Sequence
from ...engine.step import Step
from .actions import holdings, spare_garrisons
from .state import ALLIED, AXIS, WORDS, Italy
from .turn import AirOffensive, GameTurn


class Prepare(Run[Italy], frozen=True):
    """The Axis sets up, then the Allies; then the air offensive and the first Action Points [27.1, 27.2].

    The Axis begins with [27.1.AxAP, 27.2.AxAP], the Allies with [27.1.AlAP, 27.2.AlAP].
    """

    def offensive(self, war: Italy) -> None:
        """The Allied air forces strike before the first turn [27.1.SR2, 27.2.SR3]."""
        build_forts(war)
        die = sum(war.d6() for _ in range(war.setup.given("air_offensive_dice")))
        war.tell(Event("air_offensive", "27.1.SR2", ALLIED, dice=(die,), facts=(("n", die),)))
        war.push(AirOffensive(die, 0))

    def first_points(self, war: Italy) -> None:
        for side in (AXIS, ALLIED):
            dice = sum(war.d6() for _ in range(war.setup.given(f"{WORDS[side]}.ap_dice")))
            war.ap[side] = min(war.setup.ap_max, int(war.setup.given(f"{WORDS[side]}.ap")) + dice)  # the track has an end [5.2a]
            war.tell(Event("start_ap", "27.0a", side, facts=(("now", war.ap[side]),)))
        holdings(war)
        war.become(GameTurn())

    sequence = Sequence(
        Phase("axis-garrisons", "27.1.AxGar", lambda step, war: war.push(SetGarrisons(AXIS))),
        Phase("axis-units", "27.1.AxGer", lambda step, war: war.push(SetUnits(AXIS))),
        Phase("axis-air", "27.1.AxAir", lambda step, war: war.push(SetAir(AXIS))),
        Phase("allied-garrisons", "27.2.AlGar", lambda step, war: war.push(SetGarrisons(ALLIED))),
        Phase("allied-units", "27.1.AlGnd", lambda step, war: war.push(SetUnits(ALLIED))),
        Phase("allied-air", "27.1.AlAir", lambda step, war: war.push(SetAir(ALLIED))),
        Phase("air-offensive", "27.1.SR2", offensive),
        Phase("first-points", "27.0a", first_points),
    )


def build_forts(war: Italy) -> None:
    """Fortifications the scenario names, where somebody stands in them [27.1.AxFort, 27.2.AxFort]."""
    for side in (AXIS, ALLIED):
        for name in war.setup.given(f"{WORDS[side]}.forts"):
            h = war.setup.places[name]
            if war.held(side) >> h & 1:
                war.forts |= 1 << h


def regions(war: Italy, names: list[str]) -> int:
    hexes = 0
    for name in names:
        hexes |= war.setup.region[name]
    return hexes


def garrison_sites(war: Italy, side: int) -> int:
    setup = war.setup
    word = WORDS[side]
    kinds = {"city": setup.cities, "port": setup.ports, "airfield": setup.airfields}
    sites = 0
    for kind in setup.given(f"{word}.garrison_sites"):
        sites |= kinds[kind]
    sites &= regions(war, setup.given(f"{word}.garrison_regions"))
    for name in setup.given(f"{word}.garrison_places"):
        sites |= 1 << setup.places[name]
    return sites & ~war.posts(side)


class SetGarrisons(Step[Italy], frozen=True):
    """Garrisons on cities, ports and airfields of the scenario's regions."""

    side: Side
    verbs = ("at",)
    rule = "27.1.AxGar"

    def left(self, war: Italy) -> int:
        fixed = war.setup.given(f"{WORDS[self.side]}.fixed_garrisons")
        wanted = int(war.setup.given(f"{WORDS[self.side]}.garrisons")) + len(fixed)
        return wanted - war.posts(self.side).bit_count()

    def go(self, war: Italy) -> bool:
        for name in war.setup.given(f"{WORDS[self.side]}.fixed_garrisons"):
            h = war.setup.places[name]
            if not war.posts(self.side) >> h & 1:
                war.put(first(spare_garrisons(war, self.side)), h)
        if self.left(war) <= 0 or not spare_garrisons(war, self.side) or not garrison_sites(war, self.side):
            war.finish()
            return True
        return False

    def ask(self, war: Italy) -> Decision:
        return Decision(self.side, "ask-set-garrisons", self._rule(war), {"at": garrison_sites(war, self.side)})

    def _rule(self, war: Italy) -> str:
        first_scenario = war.setup.first == 1
        if self.side == AXIS:
            return "27.1.AxGar" if first_scenario else "27.2.AxGar"
        return "27.2.AlGar"

    def take(self, war: Italy, side: int, verb: str, target: int) -> None:
        piece = first(spare_garrisons(war, side))
        war.put(piece, target)
        war.tell(Event("garrison", self._rule(war), side, pieces=(piece,), spaces=(target,)))


def waiting_units(war: Italy, side: int) -> int:
    """Ground units of the scenario still to be set up."""
    setup = war.setup
    return war.in_box(setup.aside, setup.deploys[side])


def unit_places(war: Italy, piece: int) -> int:
    """Where a unit may be set up: its regions, within stacking and the limit for the islands [27.1].

    Germans [27.1.AxGer, 27.2.AxGer], Italians [27.1.AxIta], Allies [27.1.AlGnd, 27.2.AlGnd].
    """
    setup = war.setup
    side = setup.side_of[piece]
    allowed = setup.deploy[side][piece]
    islands = setup.region["sicily"] | setup.region["sardinia"]
    if side == AXIS and setup.contingent_of[piece] == "German":
        there = sum(1 for u in bits(war.on_map(setup.mobile & setup.contingent["German"])) if islands >> war.at[u] & 1)
        if there >= setup.given("axis.islands_max"):
            allowed &= ~islands
    return allowed & ~war.full_hexes(side) & ~war.held(1 - side)


class SetUnits(Step[Italy], frozen=True):
    """Ground units one by one, where the scenario lets them."""

    side: Side
    verbs = ("at",)
    rule = "27.0a"

    def go(self, war: Italy) -> bool:
        if waiting_units(war, self.side):
            return False
        war.finish()
        return True

    def ask(self, war: Italy) -> Decision:
        unit = first(waiting_units(war, self.side))
        return Decision(self.side, "ask-set-units", "27.0a", {"at": unit_places(war, unit)}, about=("piece", unit))

    def take(self, war: Italy, side: int, verb: str, target: int) -> None:
        unit = first(waiting_units(war, side))
        war.put(unit, target)
        war.tell(Event("setup", "27.0a", side, pieces=(unit,), spaces=(target,)))

    def refuse(self, war: Italy, side: int, verb: str, target: int) -> Refusal:
        if target < war.setup.hexes_end and war.full_hexes(side) >> target & 1:
            return Refusal("10.1a", text("why-set-units-full", n=war.setup.stack), 1 << target)
        return Refusal("27.0a", text("why-set-units-at"))


def waiting_air(war: Italy, side: int) -> int:
    setup = war.setup
    names = setup.given(f"{WORDS[side]}.air")
    return sum(1 << p for name in names if (p := setup.index_of[name]) is not None and war.at[p] == setup.aside)


def to_rest(war: Italy, side: int) -> dict[str, int]:
    """How many air units of each contingent must still be put on the track."""
    setup = war.setup
    turn = int(setup.given(f"{WORDS[side]}.air_track_turn"))
    resting = {}
    for contingent, number in setup.given(f"{WORDS[side]}.air_to_track").items():
        there = war.in_box(setup.track[side][turn], setup.air & setup.contingent[contingent])
        there &= sum(1 << setup.index_of[n] for n in setup.given(f"{WORDS[side]}.air"))
        resting[contingent] = number - there.bit_count()
    return resting


class SetAir(Step[Italy], frozen=True):
    """Air units on functional airfields of the scenario's regions, in the Staging Area, or resting on the track.

    Which they are: [27.1.AxAir, 27.2.AxAir, 27.1.AlAir, 27.2.AlAir].
    """

    side: Side
    piece: Piece = NOWHERE
    verbs = ("at",)
    rule = "27.1.AxAir"

    def go(self, war: Italy) -> bool:
        if waiting_air(war, self.side):
            return False
        war.finish()
        return True

    def _places(self, war: Italy, piece: int) -> int:
        setup = war.setup
        side = self.side
        rest = to_rest(war, side).get(setup.contingent_of[piece], 0)
        track = 1 << setup.track[side][int(setup.given(f"{WORDS[side]}.air_track_turn"))]
        same = waiting_air(war, side) & setup.contingent[setup.contingent_of[piece]]
        if rest >= same.bit_count():
            return track  # no more can stay than the scenario allows
        fields = war.airfields(side) & regions(war, setup.given(f"{WORDS[side]}.air_regions"))
        places = sum(1 << h for h in bits(fields) if war.room_for_air(h, side) > 0) | 1 << setup.staging[side]
        return places | track if rest else places

    def ask(self, war: Italy) -> Decision:
        piece = first(waiting_air(war, self.side))
        return Decision(self.side, "ask-set-air", "27.0a", {"at": self._places(war, piece)}, about=("piece", piece))

    def take(self, war: Italy, side: int, verb: str, target: int) -> None:
        piece = first(waiting_air(war, side))
        war.put(piece, target)
        war.tell(Event("setup", "27.0a", side, pieces=(piece,), spaces=(target,)))

    def domain(self, war: Italy, side: int, verb: str) -> int:
        turns = sum(1 << box for box in war.setup.track[side][1:])
        return super().domain(war, side, verb) | turns


def open_war(war: Italy) -> None:
    """Every counter in its box before the players set up [27.0].

    The second scenario begins after the surrender [27.2.SR2], neither with Interdiction [27.1.AlNav, 27.2.AlNav].
    """
    setup = war.setup
    war.turn = setup.first - 1
    war.at = [setup.aside] * setup.pieces
    war.reduced = 0
    war.ap = [0, 0]
    war.active = AXIS
    war.surrendered = bool(setup.given("surrendered"))
    war.interdiction = bool(setup.given("interdiction"))
    war.events = [0, 0]
    war.forts = 0
    war.open_city = war.open_city_spent = war.major_taken = war.major_failed = 0
    for piece in range(setup.pieces):
        war.at[piece] = start_box(war, piece)
    for side in (AXIS, ALLIED):
        for name in setup.given(f"{WORDS[side]}.reduced"):
            if name in setup.index_of:
                war.reduced |= 1 << setup.index_of[name]


def start_box(war: Italy, piece: int) -> int:
    """Where a counter begins: named by the scenario, or by its code [7.1, 27.0].

    Special units [27.1.AxSSU, 27.1.AlSSU, 27.2.AxSSU, 27.2.AlSSU] and fleets wait in the Staging Area, withdrawn units [27.2.AxOut, 27.2.AlOut]
    apart, later ones on the track, Garrisons, detachments, R units [7.1.1a] and those of earlier turns in the Display [7.1.ex, 27.1.AxRei, 27.1.AlRei, 27.2.AxRei,
    27.2.AlRei]; what the Allies would receive on the opening turn is there already [27.2.SR4].
    """
    setup = war.setup
    side = setup.side_of[piece]
    word = WORDS[side]
    name = setup.ids[piece]
    counter = setup.counter[piece]
    if name in setup.given(f"{word}.withdrawn"):
        return setup.staging[side] if side == ALLIED and setup.on["med_gambit"] else setup.withdrawn[side]  # [37.1]
    if name in (*setup.given(f"{word}.staging"), *setup.given(f"{word}.ssu"), *setup.given(f"{word}.naval")):
        return setup.staging[side]
    if name in setup.given(f"{word}.air"):
        return setup.aside
    if piece in setup.deploy[side]:
        return setup.aside
    code = str(counter["code"])
    if code in ("R", "D"):
        return setup.display[side]
    if code.isdigit():
        turn = int(code)
        if turn < setup.first:
            return setup.display[side]
        return setup.track[side][turn]
    return setup.aside
