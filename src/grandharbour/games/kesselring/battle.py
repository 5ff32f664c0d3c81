"""Ground combat: declaration, support, odds, results, retreat, pursuit [15.0 to 17.0]."""

from __future__ import annotations

from typing import Annotated

from msgspec.structs import replace

from ...engine.catalogue import Text, text
from ...engine.choice import NOTHING, Decision, Verb
from ...engine.event import Event, Modifier
from ...engine.geometry.bits import bits, first, mask_of
from ...engine.kinds import NOWHERE, Maybe, Piece, Pieces, Space, Words
from ...engine.sequence import Phase, Run, Sequence
from ...engine.step import Step
from .air import Intercept, airmen, fly_home, in_range
from .losses import Lose, crowd, eliminate, gain, has_flak, lose_step, tire, to_track
from .results import Combat
from .retreat import Pursuit, RetreatStack
from .state import ALLIED, AXIS, MECH, Italy, listed
from .supply import supplied, teams

VERBS = (
    Verb("target", "space", "15.1d"),
    Verb("join", "piece", "15.1g"),
    Verb("assault", "nothing", "15.1c", dice=True),
    Verb("cas", "piece", "21.1.1a"),
    Verb("gunfire", "piece", "22.2"),
    Verb("support", "piece", "23.2a"),
    Verb("enough", "nothing", "15.2b", dice=True),
    Verb("defend", "piece", "10.2a"),
    Verb("stand", "nothing", "15.2b", dice=True),
)

LAND, INVASION, DROP = range(3)
Manner = Annotated[int, Words("land", "invasion", "drop")]


class Assemble(Step[Italy], frozen=True):
    """Who attacks the hex: one contingent, one source of supply, or one unit without [15.1].

    Nobody must attack [11.2c, 15.1a], Garrisons never do [12.1b, 15.1i]. One source serves the whole attack [12.5b, 15.1f]; after a move all
    attack one hex [15.1h].
    """

    target: Space
    joined: Pieces
    teams: tuple[Pieces, ...]
    """Those next to the hex who may attack it together; after a move, of those who moved together [12.5c]."""
    verbs = ("join", "assault")
    rule = "15.1g"

    def ask(self, war: Italy) -> Decision:
        choices = {}
        free = self._candidates(war)
        if free:
            choices["join"] = free
        if self.joined:
            choices["assault"] = NOTHING
        return Decision(war.active, "ask-assemble", "15.1b", choices, about=("space", self.target))

    def _candidates(self, war: Italy) -> int:
        free = 0
        for team in self.teams:
            if not self.joined & ~team:
                free |= team
        free &= ~self.joined
        for h in {war.at[u] for u in bits(self.joined)}:
            here = war.mobile_in(h, war.active)
            if (here & self.joined).bit_count() >= most_from(war, h):
                free &= ~here
        return free

    def take(self, war: Italy, side: int, verb: str, target: int) -> None:
        if verb == "assault":
            war.become(Fight(self.target, self.joined, LAND))
        else:
            war.become(Assemble(self.target, self.joined | 1 << target, self.teams))


def most_from(war: Italy, h: int) -> int:
    """How many units may attack out of a hex: all, or one if it is overstacked [10.2a]."""
    setup = war.setup
    return setup.crowd_attackers if war.overstacked(h, war.active) else setup.stack


def reachable_foes(war: Italy, unit: int) -> int:
    """Enemy hexes a unit could attack from where it stands [15.1b, 15.9]."""
    setup = war.setup
    here = war.at[unit]
    if here >= setup.hexes_end:
        return 0
    return (
        setup.contact[setup.move_class[unit] != MECH][here] & war.held(1 - setup.side_of[unit]) & ~war.closed(setup.side_of[unit])
    )


class PickTarget(Step[Italy], frozen=True):
    """An attack without a move: which hex [15.1d]."""

    verbs = ("target",)
    rule = "15.1b"

    def ask(self, war: Italy) -> Decision:
        targets = 0
        for unit in bits(war.on_map(war.setup.mobile & war.setup.own[war.active])):
            targets |= reachable_foes(war, unit)
        return Decision(war.active, "ask-pick-target", "15.1d", {"target": targets})

    def take(self, war: Italy, side: int, verb: str, target: int) -> None:
        units = war.on_map(war.setup.mobile & war.setup.own[side])
        pool = sum(1 << u for u in bits(units) if reachable_foes(war, u) >> target & 1)
        war.become(Assemble(target, 0, teams(war, pool)))


# --- support


def attack_ssu(war: Italy, attackers: int) -> int:
    """Special units that could support an attack [23.2a]: same contingent, in the Staging Area, leaders once a segment.

    From the Staging Area wherever the fight is [23.1, 23.1b], one a side, free, never hurt [23.2, 23.2c]; 1 SSF serves any Allied attack
    [23.3, 23.3b].
    """
    setup = war.setup
    side = setup.side_of[first(attackers)]
    contingent = setup.contingent_of[first(attackers)]
    helpers = 0
    for piece in bits(war.in_box(setup.staging[side], setup.ssu & setup.own[side])):
        counter = setup.counter[piece]
        if counter["attack"] < 1 or war.led_attack >> piece & 1:
            continue
        if counter["contingent"] != contingent and not counter["attack_any"]:
            continue
        if counter["type"] == "heavy_panzer" and not any(supplied(war, u) for u in bits(attackers)):
            continue  # [23.1c]
        helpers |= 1 << piece
    return helpers


def defence_ssu(war: Italy, defenders: int) -> int:
    """Special units that could support the defence [23.2b]."""
    setup = war.setup
    side = setup.side_of[first(defenders)]
    present = {setup.contingent_of[u] for u in bits(defenders)}
    helpers = 0
    for piece in bits(war.in_box(setup.staging[side], setup.ssu & setup.own[side])):
        counter = setup.counter[piece]
        if counter["defense"] < 1 or war.led_defence >> piece & 1:
            continue
        # A lone Garrison counts as any contingent of its side (ruling Q121).
        if counter["contingent"] not in present and present != {""}:
            continue
        if counter["type"] == "heavy_panzer" and not any(supplied(war, u) for u in bits(defenders)):
            continue
        helpers |= 1 << piece
    return helpers


def naval_guns(war: Italy, target: int, units: int) -> int:
    """Allied gunfire that could help at a coastal hex [22.1].

    In any terrain [22.1a], in landings and beside aircraft, never alone [22.1b], for its own contingent or a lone Garrison [22.1c], one in a
    combat [10.1c], and never hurt [22.1d].
    """
    setup = war.setup
    if not setup.coastal >> target & 1 or war.ap[ALLIED] < setup.cost["gunfire"]:
        return 0
    present = {setup.contingent_of[u] for u in bits(units)}
    return sum(
        1 << piece
        for piece in bits(war.in_box(setup.staging[ALLIED], setup.gunfire))
        if setup.contingent_of[piece] in present or present == {""}
    )


class Support(Step[Italy], frozen=True):
    """The attacker commits air units, gunfire and one special unit before the enemy answers [15.2b].

    Close support is for the attacker [21.1, 21.1a]: placed now, intercepted next [21.1.1, 21.1.1b], untouched by the result [21.1.1e].
    """

    target: Space
    attackers: Pieces
    cas: Pieces
    guns: Maybe[Piece]
    ssu: Maybe[Piece]
    busy: Pieces = 0
    """What supports another landing of the same Action [18.3b]."""
    verbs = ("cas", "gunfire", "support", "enough")
    rule = "15.2b"

    def ask(self, war: Italy) -> Decision:
        setup = war.setup
        side = setup.side_of[first(self.attackers)]
        choices = {}
        if self.cas.bit_count() < setup.air_stack:
            contingent = setup.contingent_of[first(self.attackers)]
            flying = airmen(war, side, "cas") & setup.contingent[contingent] & ~self.cas & ~self.busy
            flying = in_range(war, flying, self.target)
            if flying:
                choices["cas"] = flying
        if side == ALLIED and self.guns == NOWHERE:
            guns = naval_guns(war, self.target, self.attackers) & ~self.busy
            if guns:
                choices["gunfire"] = guns
        if self.ssu == NOWHERE:
            helpers = attack_ssu(war, self.attackers) & ~self.busy
            if helpers:
                choices["support"] = helpers
        choices["enough"] = NOTHING
        return Decision(side, "ask-support", "15.2b", choices, about=("space", self.target), quiet=("enough", 0))

    def take(self, war: Italy, side: int, verb: str, target: int) -> None:
        if verb == "enough":
            war.finish((self.cas, self.guns, self.ssu))
        elif verb == "cas":
            war.become(Support(self.target, self.attackers, self.cas | 1 << target, self.guns, self.ssu, self.busy))
            war.tell(Event("cas", "21.1.1a", side, pieces=(target,), spaces=(self.target,)))
        elif verb == "gunfire":
            gain(war, ALLIED, -war.setup.cost["gunfire"], "22.2", "points-gunfire")
            war.become(Support(self.target, self.attackers, self.cas, target, self.ssu, self.busy))
            war.tell(Event("support", "22.2", side, pieces=(target,), spaces=(self.target,)))
        else:
            if war.setup.leaders >> target & 1:
                war.led_attack |= 1 << target
            war.become(Support(self.target, self.attackers, self.cas, self.guns, target, self.busy))
            war.tell(Event("support", "23.2a", side, pieces=(target,), spaces=(self.target,)))


class Stand(Step[Italy], frozen=True):
    """The defender's gunfire and special unit, and in an overstacked hex the one unit that fights [15.2b, 10.2a]."""

    target: Space
    units: Pieces
    chosen: Pieces
    """Those that fight, once it is clear who they are."""
    guns: Maybe[Piece] = NOWHERE
    ssu: Maybe[Piece] = NOWHERE
    picked: Pieces = 0
    """Those chosen so far in an overstacked hex."""
    verbs = ("defend", "gunfire", "support", "stand")
    rule = "15.2b"

    def ask(self, war: Italy) -> Decision:
        setup = war.setup
        side = setup.side_of[first(self.units)]
        if not self.chosen:
            mobile = self.units & setup.mobile & ~self.picked
            best = max(bits(mobile), key=war.strength)
            prompt = "ask-stand-overstacked"
            return Decision(side, prompt, "10.2a", {"defend": mobile}, about=("space", self.target), quiet=("defend", best))
        choices = {}
        if side == ALLIED and self.guns == NOWHERE:
            guns = naval_guns(war, self.target, self.chosen)
            if guns:
                choices["gunfire"] = guns
        if self.ssu == NOWHERE:
            helpers = defence_ssu(war, self.chosen)
            if helpers:
                choices["support"] = helpers
        choices["stand"] = NOTHING
        return Decision(side, "ask-stand", "15.2b", choices, about=("space", self.target), quiet=("stand", 0))

    def take(self, war: Italy, side: int, verb: str, target: int) -> None:
        if verb == "stand":
            war.finish((self.chosen, self.guns, self.ssu))
        elif verb == "defend":
            picked = self.picked | 1 << target
            ready = picked.bit_count() >= war.setup.crowd_defenders or picked == self.units & war.setup.mobile
            chosen = picked | self.units & war.setup.garrisons if ready else 0
            war.become(Stand(self.target, self.units, chosen, self.guns, self.ssu, picked))
        elif verb == "gunfire":
            gain(war, ALLIED, -war.setup.cost["gunfire"], "22.2", "points-gunfire")
            war.become(replace(self, guns=target))
            war.tell(Event("support", "22.2", side, pieces=(target,), spaces=(self.target,)))
        else:
            if war.setup.leaders >> target & 1:
                war.led_defence |= 1 << target
            war.become(replace(self, ssu=target))
            war.tell(Event("support", "23.2b", side, pieces=(target,), spaces=(self.target,)))


# --- odds


def concentric(war: Italy, target: int, attackers: int) -> bool:
    """The defender is shut in on all six sides [15.8].

    Sea shuts a hex in as well [15.8.ex]; a Fortification does not open it [25.3.imp].
    """
    setup = war.setup
    side = setup.side_of[first(attackers)]
    if side == ALLIED and setup.north_edge >> target & 1:
        return False  # [15.8c]
    if setup.ring[target].bit_count() < 6:
        return False  # beyond the map edge nobody closes the ring
    held = war.held(side)
    if setup.on["concentric_zoc"] == "any":
        covered = war.zoc(side)
    else:
        idle = held
        for h in {war.at[unit] for unit in bits(war.on_map(attackers))}:
            if not war.units_in(h, side) & ~attackers:
                idle &= ~(1 << h)
        covered = setup.grid.cross(idle, setup.zoc_sides)
    behind_sea = setup.grid.cross(1 << target, setup.sea_sides)
    return not setup.ring[target] & ~(held | covered | setup.sea | behind_sea)


def ring(war: Italy, target: int, attackers: int) -> Text:
    """What makes an attack concentric: units that stand by, if the attackers and the sea do not close the ring themselves."""
    setup = war.setup
    side = setup.side_of[first(attackers)]
    wet = setup.ring[target] & (setup.sea | setup.grid.cross(1 << target, setup.sea_sides))
    gaps = setup.ring[target] & ~wet & ~mask_of(war.at[u] for u in bits(attackers) if war.at[u] < setup.hexes_end)
    idle = war.on_map(setup.ground & setup.own[side] & ~attackers)
    closing = [u for u in bits(idle) if (1 << war.at[u] | setup.zoc_of[war.at[u]]) & gaps]
    if closing and setup.on["concentric_zoc"] == "nonparticipating":
        return text("ring-closed", who=listed(war.called(u) for u in closing[:3]), more=max(0, len(closing) - 3))
    if gaps:
        return Text("ring-zones")
    return Text("ring-attackers-and-sea" if wet else "ring-attackers")


def explained(war: Italy, fight: Fight, shifted: list[Modifier]) -> tuple[Modifier, ...]:
    """Shifts for people: what makes an attack concentric is said with it."""
    return tuple(
        (text("modifier-concentric-by", how=ring(war, fight.target, fight.attackers)), amount, rule)
        if label == "modifier-concentric"
        else (label, amount, rule)
        for label, amount, rule in shifted
    )


TERRAIN = {kind: f"modifier-{kind}" for kind in ("open", "rough", "mountain", "volcano")}


def shifts(war: Italy, fight: Fight, defenders: int) -> list[Modifier]:
    """Every column shift with its rule [15.4c]: right for the attacker, left for the defender.

    The ground [15.5, 15.5.ex], a Fortification [15.6, 25.3] and all else adds up [15.5c]. Tanks count on open ground, airfield and river or
    not [15.7, 15.7b], except against a Fortification and from the sea [15.7c]. Invaders and jumpers are in supply [18.2e, 19.1g].
    """
    setup = war.setup
    target = fight.target
    bit = 1 << target
    attackers = fight.attackers
    side = setup.side_of[first(attackers)]
    fort = bool(war.forts & bit)
    left: list[Modifier] = []
    right: list[Modifier] = []
    terrain = setup.terrain[target]
    if setup.shift[terrain]:
        left.append((TERRAIN[terrain], -setup.shift[terrain], "15.5a"))
    if setup.cities & bit and setup.shift["city"]:
        left.append(("modifier-city", -setup.shift["city"], "15.5a"))
    elif setup.towns & bit and setup.shift["town"]:
        left.append(("modifier-town", -setup.shift["town"], "15.5a"))
    if fight.manner == INVASION:
        left.append(("modifier-landing", -setup.shift["invasion"], "18.4.1"))
    elif all((war.at[u], target) in setup.rivers for u in bits(attackers)):
        left.append(("modifier-river", -setup.shift["river"], "15.5b"))
    if fort:
        left.append(("modifier-fortification", -setup.shift["fortification"], "15.6a"))
    if fight.dguns != NOWHERE:
        left.append(("modifier-naval-gunfire", -setup.counter[fight.dguns]["defense"], "22.2"))
    if fight.dssu != NOWHERE:
        left.append((setup.piece_names[fight.dssu], -setup.counter[fight.dssu]["defense"], "23.2b"))
    if attackers & setup.mountain and setup.mountain_ground & bit and left:
        right.append(("modifier-mountain-troops", min(setup.bonus["mountain_cancels"], -sum(m[1] for m in left)), "24.2b"))
    plain = (setup.open | setup.towns) & bit and not setup.cities & bit
    if attackers & setup.mech and plain and not fort and fight.manner != INVASION:
        right.append(("modifier-mechanized", setup.bonus["mechanized"], "15.7a"))
    if concentric(war, target, attackers):
        right.append(("modifier-concentric", setup.bonus["concentric"], "15.8b"))
    flying = fight.cas.bit_count()
    if flying:
        # Whoever fights, the whole hex fires at aircraft (ruling Q151).
        stopped = (
            min(flying, setup.tables["limits.combat.cas_stopped_by_flak"]) if has_flak(war, war.units_in(target, 1 - side)) else 0
        )
        right.append(("modifier-close-air-support", setup.bonus["cas"] * flying, "21.1.1c"))
        if stopped:
            right.append(("modifier-flak", -setup.bonus["cas"] * stopped, "21.1.1d"))
    if fight.guns != NOWHERE:
        right.append(("modifier-naval-gunfire", setup.counter[fight.guns]["attack"], "22.2"))
    if fight.ssu != NOWHERE:
        right.append((setup.piece_names[fight.ssu], setup.counter[fight.ssu]["attack"], "23.2a"))
    if not any(supplied(war, u) for u in bits(defenders)):
        right.append(("modifier-defenders-out-of-supply", setup.bonus["out_of_supply"], "12.5d"))
    return left + right


def column(war: Italy, fight: Fight, defenders: int) -> tuple[int, int, list[Modifier]]:
    """Percentage, final column and the shifts that led there [15.3, 15.4].

    Left and right are settled against each other [15.4a], the column moves once [15.4b, 15.4.ex], and stops at the ends [15.4d, 15.3.ex].
    """
    setup = war.setup
    strength = max(1, war.total(defenders))
    percent = 100 * war.total(fight.attackers) // strength
    base = max((i for i, low in enumerate(setup.from_percent) if percent >= low), default=0)
    shifted = shifts(war, fight, defenders)
    final = max(0, min(len(setup.columns) - 1, base + sum(m[1] for m in shifted)))
    return percent, final, shifted


# --- the fight


class Fight(Run[Italy], frozen=True):
    """One combat from support to pursuit [15.2b]; hands down whether the hex was cleared, and whether losses of the attacker are for good.

    The order is [15.2]; the defence of ground units costs nothing [15.2.imp].
    """

    target: Space
    attackers: Pieces
    manner: Manner
    cas: Pieces = 0
    guns: Maybe[Piece] = NOWHERE
    ssu: Maybe[Piece] = NOWHERE
    hold: Pieces = 0
    """The defenders that fight."""
    dguns: Maybe[Piece] = NOWHERE
    dssu: Maybe[Piece] = NOWHERE
    code: str = ""
    """The result the die brought, as the table prints it."""
    concentric: bool = False
    """The defender was shut in when the die fell: who dies in this attack is lost for good [8.1.3a]."""
    struck: Pieces = 0
    """Whom losses and retreats of the attacker hit: the attackers, and their comrades in an overstacked hex [10.2b]."""
    open_city: bool = False
    """Close air support was sent against an open city [34.2b]."""

    def _side(self, war: Italy) -> int:
        return war.setup.side_of[first(self.attackers)]

    def ask_support(self, war: Italy) -> None:
        war.push(Support(self.target, self.attackers, 0, NOWHERE, NOWHERE))

    def supported(self, war: Italy, given: tuple[int, int, int]) -> None:
        cas, guns, ssu = given
        self.note(war, cas=cas, guns=guns, ssu=ssu)

    def intercept(self, war: Italy) -> None:
        side = self._side(war)
        self.note(war, open_city=bool(self.cas and side == ALLIED and war.open_city >> self.target & 1))
        if self.cas:
            war.push(Intercept(1 - side, self.target, self.cas, 0, False))

    def flown(self, war: Italy, flying: int) -> None:
        self.note(war, cas=flying)

    def ask_stand(self, war: Italy) -> None:
        foe = 1 - self._side(war)
        units = war.units_in(self.target, foe)
        war.push(Stand(self.target, units, 0 if war.overstacked(self.target, foe) else units))

    def stood(self, war: Italy, answer: tuple[int, int, int]) -> None:
        hold, guns, ssu = answer
        self.note(war, hold=hold, dguns=guns, dssu=ssu)

    def roll(self, war: Italy) -> None:
        setup, side = war.setup, self._side(war)
        percent, final, shifted = column(war, self, self.hold)
        die = war.d6()
        result = setup.crt[die][final]
        struck = self.attackers
        if self.manner != INVASION:  # who lands has left the stack of the port behind
            for h in {war.at[u] for u in bits(struck) if war.overstacked(war.at[u], side)}:
                struck |= war.mobile_in(h, side)
        self.note(war, code=result.code, concentric=concentric(war, self.target, self.attackers), struck=struck)
        if war.log is not None:
            facts = (("percent", percent), ("column", setup.columns[final]), ("where", setup.hex_label(self.target)))
            pieces = tuple(bits(self.attackers)) + tuple(bits(self.hold))
            war.tell(
                Event(
                    "combat",
                    "15.3",
                    side,
                    pieces=pieces,
                    spaces=(self.target,),
                    dice=(die,),
                    modifiers=explained(war, self, shifted),
                    result=result.code,
                    facts=facts,
                )
            )

    def _effect(self, war: Italy) -> Combat:
        return war.setup.results[self.code]

    def _for_good(self, war: Italy) -> bool:
        """Attackers eliminated in this attack never come back [8.1.3a]."""
        return self.concentric and war.setup.on["perm_elim"] == "both"

    def losses(self, war: Italy) -> None:
        """Losses fall on all units of an overstacked hex, otherwise on those that fought [10.2b, 16.1]."""
        effect, side = self._effect(war), self._side(war)
        hit = war.units_in(self.target, 1 - side)
        self._apply(war, side, self.struck, effect.attacker_loss, self._for_good(war))
        self._apply(war, 1 - side, hit, effect.defender_loss, self.concentric)

    def _apply(self, war: Italy, side: int, units: int, loss: str, permanent: bool) -> None:
        if loss == "one":
            war.push(Lose(side, units, 1, permanent))
            return
        for unit in bits(units):
            if loss == "all":
                lose_step(war, unit, permanent)
            elif loss == "eliminate":
                where = war.at[unit]
                eliminate(war, unit, permanent)
                if war.setup.garrisons >> unit & 1:
                    crowd(war, side, where, True)

    def defender_retreats(self, war: Italy) -> None:
        far, foe = self._effect(war).defender_retreat, 1 - self._side(war)
        units = war.units_in(self.target, foe)
        if far and units:
            war.push(RetreatStack(foe, units, far, self.concentric))

    def attacker_retreats(self, war: Italy) -> None:
        far = self._effect(war).attacker_retreat
        units = war.on_map(self.struck)
        if far and units and self.manner != INVASION:  # landings have their own end [18.4d]
            war.push(RetreatStack(self._side(war), units, far, self._for_good(war)))

    def pursue(self, war: Italy) -> None:
        if self.manner == INVASION:
            return
        cleared = not war.units_in(self.target, 1 - self._side(war))
        units = war.on_map(self.attackers)
        if cleared and units and self._effect(war).pursuit:
            war.push(Pursuit(self.target, units))

    def leave(self, war: Italy) -> None:
        """Air units fly home, ships and special units leave the line [20.6, 22.3, 23.4], open cities are counted [34.2]."""
        setup, side = war.setup, self._side(war)
        cleared = not war.units_in(self.target, 1 - side)
        if self.open_city:
            gain(war, AXIS, int(setup.tables["open_city.ap_cas"]), "34.2b", "points-open-city")
        if side == ALLIED and setup.on["major_objectives"] and setup.major >> self.target & 1:
            if not war.held(ALLIED) >> self.target & 1 and self.manner != INVASION and not war.major_failed >> self.target & 1:
                war.major_failed |= 1 << self.target  # once for each [35.2b]
                gain(war, AXIS, int(setup.tables["major.ap_failed"]), "35.1b", "points-objective-held")
        war.finish((cleared, self._for_good(war)))
        for piece in (self.guns, self.dguns):
            if piece != NOWHERE:
                to_track(war, piece, int(setup.counter[piece]["recycle"]))
        for piece in (self.ssu, self.dssu):
            if piece != NOWHERE and setup.counter[piece]["recycles"]:
                tire(war, piece)
        fly_home(war, self.cas, self.target)

    sequence = Sequence(
        Phase("support", "15.2b", ask_support, supported),
        Phase("interception", "21.1.1b", intercept, flown),
        Phase("stand", "15.2b", ask_stand, stood),
        Phase("roll", "15.3", roll),
        Phase("losses", "16.2", losses),
        Phase("defender-retreats", "17.1", defender_retreats),
        Phase("attacker-retreats", "17.1", attacker_retreats),
        Phase("pursuit", "17.2a", pursue),
        Phase("aftermath", "20.6", leave),
    )
