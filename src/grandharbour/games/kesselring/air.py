"""Air units: bases, range, interception, bombardment, rebasing [20.0, 21.0]."""

from __future__ import annotations

from ...engine.catalogue import Text
from ...engine.choice import NOTHING, Decision, Verb
from ...engine.event import Event, Modifier
from ...engine.geometry.bits import bits, first
from ...engine.kinds import NOWHERE, Maybe, Piece, Pieces, Side, Space
from ...engine.sequence import Phase, Run, Sequence
from ...engine.step import Step
from .losses import crowd, eliminate, gain, has_flak, lose_step, tire, to_track
from .state import ALLIED, AXIS, Italy

VERBS = (
    Verb("intercept", "piece", "21.3.1a"),
    Verb("engage", "nothing", "21.3.1b", dice=True),
    Verb("decline", "nothing", "21.3.1a", dice=True),
    Verb("land", "space", "26.4c"),
    Verb("fly", "piece", "21.2.1a"),
    Verb("launch", "nothing", "18.3a", dice=True),
)


def airmen(war: Italy, side: int, mission: str) -> int:
    """Air units in play that may fly a kind of mission [21.0].

    Close support [21.1b], interception [21.3a]. They fly from an airfield or the Staging Area and come back to it [20.1, 20.1a, 26.0, 26.4].
    """
    able = war.setup.may_fly[mission, side]
    return war.on_map(able) | war.in_box(war.setup.staging[side], able)


def reach_of(war: Italy, piece: int) -> int:
    """The hexes within a unit's range of its base [20.3]; the CVE only flies over the coast [24.4].

    Over enemies and mountains alike [20.1b, 20.3.ex, 20.4b], but never to the enemy's Staging Area [20.1d].
    """
    setup = war.setup
    return setup.coastal if setup.cve >> piece & 1 else setup.disc(war.at[piece], setup.range[piece])


def reached(war: Italy, piece: int, base: int) -> int:
    """The hexes an air unit would reach from a base: a look on a copy."""
    there = war.copy()
    there.put(piece, base)
    return reach_of(there, piece)


def in_range(war: Italy, pieces: int, target: int) -> int:
    """Those of a set of air units that can reach a hex from where they are based."""
    able = 0
    for piece in bits(pieces):
        if reach_of(war, piece) >> target & 1:
            able |= 1 << piece
    return able


def column_of(war: Italy, value: int) -> int:
    """The column of the Air Combat Table for a difference or a sum [20.5]."""
    return max((i for i, low in enumerate(war.setup.act_from) if value >= low), default=0)


def air_difference(war: Italy, sent: int, mission: int) -> int:
    """The air combat factors of interceptors less those of the mission, or by option the other way round [21.3.1b]."""
    counter = war.setup.counter
    mine = sum(int(counter[p]["air_air"]) for p in bits(sent))
    theirs = sum(int(counter[p]["air_air"]) for p in bits(mission))
    return theirs - mine if war.setup.on["intercept_literal"] else mine - theirs


class Intercept(Step[Italy], frozen=True):
    """The defender may send up to two tactical units of one contingent against a mission [21.3]; hands down what flies on.

    Of either contingent, whoever is attacked [21.3.1, 21.3.1c].
    """

    side: Side
    target: Space
    mission: Pieces
    sent: Pieces
    fought: bool
    raid: bool = False
    """Against bombers: who is based on the target may land elsewhere [20.2.2f]."""
    verbs = ("intercept", "engage", "decline")
    rule = "21.3.1a"

    def go(self, war: Italy) -> bool:
        if self.fought or (not self.sent and not self._able(war)):
            flying = war.on_map(self.mission) | war.in_box(war.setup.staging[1 - self.side], self.mission)
            war.finish(flying)
            return True
        return False

    def _able(self, war: Italy) -> int:
        setup = war.setup
        if not self.sent and war.ap[self.side] < setup.cost["intercept"]:
            return 0
        if self.sent.bit_count() >= setup.air_stack:
            return 0
        able = in_range(war, airmen(war, self.side, "interception") & ~self.sent, self.target)
        if self.sent:
            able &= setup.contingent[setup.contingent_of[first(self.sent)]]
        return able

    def ask(self, war: Italy) -> Decision:
        choices = {}
        able = self._able(war)
        if able:
            choices["intercept"] = able
        choices["engage" if self.sent else "decline"] = NOTHING
        quiet = ("engage", 0) if self.sent else ("decline", 0)
        return Decision(self.side, "ask-intercept", "21.3.1a", choices, about=("space", self.target), quiet=quiet)

    def take(self, war: Italy, side: int, verb: str, target: int) -> None:
        if verb == "decline":
            war.become(Intercept(self.side, self.target, self.mission, 0, True, self.raid))
        elif verb == "intercept":
            if not self.sent:
                gain(war, side, -war.setup.cost["intercept"], "21.3.1a", "points-interception")
            war.become(Intercept(self.side, self.target, self.mission, self.sent | 1 << target, False, self.raid))
        else:
            self._fight(war)

    def _fight(self, war: Italy) -> None:
        setup = war.setup
        difference = air_difference(war, self.sent, self.mission)
        col = column_of(war, difference)
        die = war.d6()
        result = setup.duels[die][col]
        if war.log is not None:
            facts = (("difference", difference), ("column", setup.act_columns[col]), ("where", setup.hex_label(self.target)))
            pieces = tuple(bits(self.sent)) + tuple(bits(self.mission))
            war.tell(
                Event(
                    "interception",
                    "21.3.2",
                    self.side,
                    pieces=pieces,
                    spaces=(self.target,),
                    dice=(die,),
                    result=result.code,
                    facts=facts,
                )
            )
        war.become(Intercept(self.side, self.target, self.mission, self.sent, True, self.raid))
        fly_home(war, self.sent, self.target, self.raid)
        # Pushed last, settled first: D1 comes before A1 (ruling Q94).
        if result.own:
            war.push(AirCasualty(self.side, self.sent, result.own, 0))
        if result.eliminated or result.recycled:
            war.push(AirCasualty(1 - self.side, self.mission, result.eliminated, result.recycled))


class AirCasualty(Step[Italy], frozen=True):
    """The owner picks which air units fall, then which are sent to rest [21.3.2]."""

    side: Side
    units: Pieces
    lost: int
    recycled: int
    verbs = ("lose",)
    rule = "21.3.2"

    def _alive(self, war: Italy) -> int:
        return war.on_map(self.units) | war.in_box(war.setup.staging[self.side], self.units)

    def go(self, war: Italy) -> bool:
        if (self.lost == 0 and self.recycled == 0) or not self._alive(war):
            war.finish()
            return True
        return False

    def ask(self, war: Italy) -> Decision:
        prompt = "ask-air-casualty" if self.lost else "ask-air-casualty-rest"
        return Decision(self.side, prompt, "21.3.2", {"lose": self._alive(war)})

    def take(self, war: Italy, side: int, verb: str, target: int) -> None:
        if self.lost:
            war.become(AirCasualty(self.side, self.units & ~(1 << target), self.lost - 1, self.recycled))
            eliminate(war, target)
        else:
            war.become(AirCasualty(self.side, self.units & ~(1 << target), 0, self.recycled - 1))
            to_track(war, target, int(war.setup.tables["air_missions.recycle.turns"]))


def fly_home(war: Italy, pieces: int, target: int, raid: bool = False) -> None:
    """After a mission every survivor rolls: ready again, or resting until the next turn [20.6]."""
    if pieces:
        war.push(Return(pieces, target, raid))


class Return(Step[Italy], frozen=True):
    """Air units come back one by one; those from the Staging Area may land on an airfield in range [26.4c]."""

    units: Pieces
    target: Space
    raid: bool = False

    def go(self, war: Italy) -> bool:
        setup = war.setup
        units = self.units
        while units:
            piece = first(units)
            side = setup.side_of[piece]
            here = war.at[piece]
            if here != setup.staging[side] and here >= setup.hexes_end:
                units &= units - 1  # it fell
                continue
            die = war.d6()
            rest = die in setup.tables["air_missions.recycle.on"]
            war.tell(
                Event(
                    "mission",
                    "20.6",
                    side,
                    (piece,),
                    dice=(die,),
                    facts=(("fate", Text("fate-rests" if rest else "fate-ready")),),
                )
            )
            units &= units - 1
            if rest:
                to_track(war, piece, int(setup.tables["air_missions.recycle.turns"]))
            elif (self.raid and here == self.target) or (here == setup.staging[side] and landings(war, piece, self.target)):
                war.become(Return(units, self.target, self.raid))
                war.push(Landing(piece, self.target))
                return True
        war.finish()
        return True


def landings(war: Italy, piece: int, target: int) -> int:
    """Airfields a unit coming from the Staging Area could use [26.4c]."""
    setup = war.setup
    side = setup.side_of[piece]
    if setup.cve >> piece & 1 and setup.on["cve_base"] == "staging":
        return 0
    if setup.cve >> piece & 1:
        return free_fields(war, side) if setup.coastal >> target & 1 else 0
    return free_fields(war, side) & setup.disc(target, setup.range[piece])


class Landing(Step[Italy], frozen=True):
    """Where an air unit lands after a mission from the Staging Area [26.4c], or from the airfield that was raided [20.2.2f]."""

    piece: Piece
    target: Space
    verbs = ("land",)
    rule = "26.4c"

    def ask(self, war: Italy) -> Decision:
        side = war.setup.side_of[self.piece]
        home = war.at[self.piece]
        choices = {"land": landings(war, self.piece, self.target) | 1 << home | 1 << war.setup.staging[side]}
        rule = "20.2.2f" if home == self.target else "26.4c"
        return Decision(side, "ask-landing", rule, choices, about=("piece", self.piece), quiet=("land", home))

    def take(self, war: Italy, side: int, verb: str, target: int) -> None:
        war.put(self.piece, target)
        war.finish()


# --- bombardment [21.2]


def bomb_targets(war: Italy, side: int) -> int:
    """Hexes with an enemy Garrison within reach of some air unit."""
    posts = war.posts(1 - side)
    targets = 0
    for piece in bits(airmen(war, side, "bombardment")):
        targets |= reach_of(war, piece) & posts
    return targets


def can_bomb(war: Italy, side: int) -> bool:
    """The cheap question behind ``bomb_targets``."""
    posts = war.posts(1 - side)
    if posts:
        for piece in bits(airmen(war, side, "bombardment")):
            if reach_of(war, piece) & posts:
                return True
    return False


class Bombard(Step[Italy], frozen=True):
    """Up to two air units of one contingent against a Garrison [21.2.1]; KG 100 may guide German ones [23.3c].

    Two at most [20.4, 20.4a].
    """

    target: Maybe[Space]
    flying: Pieces
    guide: Maybe[Piece]
    verbs = ("target", "fly", "support", "launch")
    rule = "21.2.1a"

    def ask(self, war: Italy) -> Decision:
        setup = war.setup
        side = war.active
        if self.target == NOWHERE:
            return Decision(side, "ask-bombard", "21.2.1a", {"target": bomb_targets(war, side)})
        choices = {}
        if self.flying.bit_count() < setup.air_stack:
            able = in_range(war, airmen(war, side, "bombardment") & ~self.flying, self.target)
            if self.flying:
                able &= setup.contingent[setup.contingent_of[first(self.flying)]]
            if able:
                choices["fly"] = able
        if self.flying and self.guide == NOWHERE and side == AXIS and setup.contingent_of[first(self.flying)] == "German":
            guides = war.in_box(setup.staging[AXIS], setup.ssu & setup.own[AXIS])
            guides = sum(1 << p for p in bits(guides) if setup.counter[p]["bomb_shift"])
            if guides:
                choices["support"] = guides
        if self.flying:
            choices["launch"] = NOTHING
        return Decision(side, "ask-bombard-fly", "21.2.1a", choices, about=("space", self.target))

    def take(self, war: Italy, side: int, verb: str, target: int) -> None:
        if verb == "target":
            war.become(Bombard(target, 0, NOWHERE))
        elif verb == "fly":
            war.become(Bombard(self.target, self.flying | 1 << target, self.guide))
        elif verb == "support":
            war.become(Bombard(self.target, self.flying, target))
        else:
            war.become(Bombing(self.target, self.flying, self.guide))


def bomb_column(war: Italy, side: int, target: int, flying: int, guide: int = NOWHERE) -> tuple[int, list[Modifier]]:
    """The column of the Air Combat Table for a raid, and what shifted it [21.2.1b, 21.2.1c]."""
    setup = war.setup
    base = column_of(war, sum(int(setup.counter[p]["bomb"]) for p in bits(flying)))
    shifted: list[Modifier] = []
    if has_flak(war, war.units_in(target, 1 - side)):
        shifted.append(("modifier-flak", int(setup.tables["air_combat.shift.flak"]), "21.2.1c"))
    if war.forts >> target & 1:
        shifted.append(("modifier-fortification", int(setup.tables["air_combat.shift.fortification"]), "21.2.1c"))
    if guide != NOWHERE:
        shifted.append((setup.piece_names[guide], int(setup.counter[guide]["bomb_shift"]), "23.3c"))
    return max(0, min(len(setup.act_columns) - 1, base + sum(m[1] for m in shifted))), shifted


class Bombing(Run[Italy], frozen=True):
    """The bombs fall on what is left of the defence [21.2.1, 21.2.2].

    Interception first, then the sum of the bombs gives the column [21.2.1b], then the die [21.2.1d]. Flak counts once [24.3b].
    """

    target: Space
    flying: Pieces
    guide: Maybe[Piece]

    def meet(self, war: Italy) -> None:
        war.push(Intercept(1 - war.active, self.target, self.flying, 0, False, True))

    def bomb(self, war: Italy) -> None:
        setup = war.setup
        side = war.active
        garrison = war.garrison_in(self.target, 1 - side)
        if side == ALLIED and war.open_city >> self.target & 1:
            gain(war, AXIS, int(setup.tables["open_city.ap_bombardment"]), "34.2b", "points-open-city")
        if not self.flying or garrison == NOWHERE:
            if self.guide != NOWHERE:
                tire(war, self.guide)
            return
        col, shifted = bomb_column(war, side, self.target, self.flying, self.guide)
        die = war.d6()
        result = setup.raids[die][col]
        if war.log is not None:
            facts = (("column", setup.act_columns[col]), ("where", setup.hex_label(self.target)))
            pieces = (*bits(self.flying), garrison)
            war.tell(
                Event(
                    "bombardment",
                    "21.2.2",
                    side,
                    pieces=pieces,
                    spaces=(self.target,),
                    dice=(die,),
                    modifiers=tuple(shifted),
                    result=result.code,
                    facts=facts,
                )
            )
        fly_home(war, self.flying, self.target)
        if result.own:
            war.push(AirCasualty(side, self.flying, result.own, 0))
        if result.garrison >= 2:
            eliminate(war, garrison)
            crowd(war, 1 - side, self.target, True)
        elif result.garrison:
            lose_step(war, garrison, rule="21.2.2")
        if result.ap:
            gain(war, 1 - side, -result.ap, "21.2.2", "points-bombardment")
        if self.guide != NOWHERE:
            tire(war, self.guide)

    sequence = Sequence(
        Phase("interception", "21.3", meet, lambda step, war, flying: step.note(war, flying=flying)),
        Phase("bombs", "21.2.1d", bomb),
    )


# --- rebasing and air transport [20.1c, 21.4]


def bases_for(war: Italy, piece: int) -> int:
    """Where an air unit could be rebased to: out to an airfield with room, or home to the Staging Area [20.1c]."""
    setup = war.setup
    side = setup.side_of[piece]
    if setup.cve >> piece & 1 and setup.on["cve_base"] == "staging":
        return 0
    home = setup.staging[side]
    return free_fields(war, side) if war.at[piece] == home else 1 << home


def free_fields(war: Italy, side: int) -> int:
    """Functional airfields with room for an air unit."""
    fields = 0
    for h in bits(war.airfields(side)):
        if war.room_for_air(h, side) > 0:
            fields |= 1 << h
    return fields


def can_rebase(war: Italy, side: int) -> bool:
    """The cheap question behind ``rebasers``."""
    setup = war.setup
    kinds = setup.air & setup.own[side]
    if setup.on["cve_base"] == "staging":
        kinds &= ~setup.cve
    if war.on_map(kinds):
        return True
    return bool(war.in_box(setup.staging[side], kinds)) and any(war.room_for_air(h, side) > 0 for h in bits(war.airfields(side)))


def rebasers(war: Italy, side: int) -> int:
    """Air units that have another base to go to: home from a field, or out to one with room."""
    setup = war.setup
    kinds = setup.air & setup.own[side]
    if setup.on["cve_base"] == "staging":
        kinds &= ~setup.cve
    able = war.on_map(kinds)
    waiting = war.in_box(setup.staging[side], kinds)
    return able | waiting if waiting and free_fields(war, side) else able


class Rebase(Step[Italy], frozen=True):
    """Up to two air units of one contingent change between Staging Area and airfields [20.1c]."""

    moved: Pieces
    piece: Maybe[Piece]
    verbs = ("unit", "to", "end")
    rule = "20.1c"

    def _able(self, war: Italy) -> int:
        setup = war.setup
        if self.moved.bit_count() >= setup.tables["limits.carry.rebase"]:
            return 0
        able = rebasers(war, war.active) & ~self.moved
        return able & setup.contingent[setup.contingent_of[first(self.moved)]] if self.moved else able

    def go(self, war: Italy) -> bool:
        if self.piece == NOWHERE and self.moved and not self._able(war):
            war.finish()
            return True
        return False

    def ask(self, war: Italy) -> Decision:
        if self.piece != NOWHERE:
            return Decision(war.active, "ask-rebase-to", "20.1c", {"to": bases_for(war, self.piece)}, about=("piece", self.piece))
        choices = {"unit": self._able(war)}
        if self.moved:
            choices["end"] = NOTHING
        return Decision(war.active, "ask-rebase", "20.1c", choices)

    def take(self, war: Italy, side: int, verb: str, target: int) -> None:
        if verb == "end":
            war.finish()
        elif verb == "unit":
            war.become(Rebase(self.moved, target))
        else:
            war.tell(Event("rebase", "20.1c", side, pieces=(self.piece,), spaces=(war.at[self.piece], target)))
            war.put(self.piece, target)
            war.become(Rebase(self.moved | 1 << self.piece, NOWHERE))
