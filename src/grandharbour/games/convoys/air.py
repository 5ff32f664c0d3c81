"""Aircraft: search and strikes from land, carriers, Swordfish, the raid on Taranto, bombs on the harbour of Malta [MC-AIR, MC-CV, MC-HARB]."""

from __future__ import annotations

from ...engine.catalogue import text
from ...engine.choice import NOTHING, Decision, Refusal, Verb
from ...engine.event import Event, Modifier
from ...engine.geometry.bits import bits, mask_of
from ...engine.kinds import NOWHERE, Maybe, Piece, Pieces, Space
from ...engine.step import Step
from . import knowledge
from .damage import aside, flak, read, starred, strike
from .state import AL, AX, MALTA, NEVER, Sea

VERBS = (
    Verb("ready", "piece", "MC-CV.2"),
    Verb("done", "nothing", "MC-TURN.3"),
    Verb("fly", "piece", "MC-AIR.2"),
    Verb("over", "space", "MC-RECON.2"),
    Verb("find", "piece", "MC-RECON.2"),
    Verb("target", "piece", "MC-RECON.6"),
    Verb("normal", "nothing", "MC-AIR.4", dice=True),
    Verb("press", "nothing", "MC-INT.1", dice=True),
    Verb("launch", "piece", "MC-CV.1"),
    Verb("raid", "piece", "MC-TARANTO.1"),
)

# --- antiaircraft strength


def neighbours(war: Sea, space: int) -> int:
    """The groups on a position and one lane away."""
    near = war.setup.near[space]
    return mask_of(g for g in bits(war.groups) if near >> war.at[g] & 1)


def show_helpers(war: Sea, group: int) -> None:
    """Who lends a neighbour his fighters shows himself, and who does not is known to be weak (ruling G-39)."""
    for other in bits(neighbours(war, war.at[group]) & ~(1 << group) & ~war.exposed):
        if not war.dummies >> other & 1 and war.flak(other) >= war.setup.aa["helper"]:
            knowledge.expose(war, other, "MC-AA.5")
        else:
            war.weak |= 1 << other


def defence(war: Sea, group: int) -> list[Modifier]:
    """A group's antiaircraft strength in its parts [MC-AA.1, MC-AA.2, MC-AA.5]; their sum is capped."""
    setup = war.setup
    crew = war.crew(group)
    parts: list[Modifier] = []
    if crew & setup.warships:
        parts.append(("modifier-group", setup.aa["group"], "MC-AA.1"))
        carriers = war.umbrella(crew).bit_count()
        if carriers:
            parts.append(("modifier-carriers", setup.aa["carrier"] * carriers, "MC-AA.2"))
    here = war.at[group]
    helper = setup.aa["helper"]
    island = setup.lanes[here] >> setup.malta & 1 and setup.malta_aa[war.status] >= helper
    others = neighbours(war, here) & war.exposed & ~(1 << group)
    if island or any(war.flak(other) >= helper for other in bits(others)):
        parts.append(("modifier-malta" if island else "modifier-neighbour", setup.aa["neighbour"], "MC-AA.5"))
    return parts


def strength(war: Sea, group: int) -> int:
    """The strength attackers meet over a group, at most 3 [MC-AA.4]."""
    return min(war.setup.aa["cap"], sum(amount for _, amount, _ in defence(war, group)))


# --- one attack


class AirAttack(Step[Sea], frozen=True):
    """An attack on one ship: as usual, or intensified [MC-AIR.3, MC-AIR.4, MC-INT.1]."""

    plane: Piece
    """The air unit, or the carrier its aircraft come from."""
    target: Piece
    harbour: bool
    verbs = ("normal", "press")
    rule = "MC-AIR.4"

    def ask(self, war: Sea) -> Decision:
        side = war.setup.side_of[self.plane]
        choices = {"normal": NOTHING, "press": NOTHING}
        return Decision(side, "ask-air-attack", "MC-INT.1", choices, about=("piece", self.target), quiet=("normal", 0))

    def take(self, war: Sea, side: int, verb: str, target: int) -> None:
        war.finish()
        resolve(war, self.plane, self.target, self.harbour, verb == "press")


def facing(war: Sea, target: int, harbour: bool) -> int:
    """The antiaircraft strength an attack on a ship meets [MC-AA.7, G-40, G-46]."""
    setup = war.setup
    if setup.italian >> target & 1:
        return setup.aa["italian"]
    if harbour:
        return setup.malta_aa[war.status]
    return strength(war, setup.group_of(war.lot(target)))


def is_high(war: Sea, plane: int, harbour: bool) -> bool:
    """High-altitude bombers are hard to reach [MC-AA.6]."""
    setup = war.setup
    return setup.type_of[plane] in (setup.high_harbour if harbour else setup.high_types)


def resolve(war: Sea, plane: int, target: int, harbour: bool, press: bool) -> None:
    """Both dice are thrown together: who is shot down has dropped his bombs all the same [MC-AIR.3, MC-ART.1]."""
    setup = war.setup
    kind = setup.type_of[plane]
    column = setup.column.get(plane, "brit_air")
    meets = facing(war, target, harbour)
    place = setup.malta if harbour else war.at[target] if setup.italian >> target & 1 else war.at[setup.group_of(war.lot(target))]
    die = war.d6()
    lost, guns = flak(war, plane, target, meets, press, is_high(war, plane, harbour))
    total = die + (setup.intensified if press else 0)
    weapon = setup.weapon[column]

    def bombs() -> str:
        if harbour and kind in setup.harbour_types:
            return (
                strike(war, target, "bomb", False) if total >= setup.harbour_level else "miss"
            )  # one plain roll [MC-HARB.1, G-42]
        hit, star = read(war, column, total, target)
        return strike(war, target, weapon, star and starred(war, target, weapon)) if hit else "miss"

    result, later = aside(war, bombs)
    if war.log is not None:
        mods = (("modifier-intensified", setup.intensified, "MC-INT.1"),) if press else ()
        rule = "MC-HARB.1" if harbour else "MC-AIR.4"
        pieces, spaces = (plane, target), (place,)
        told = Event(
            "strike", rule, setup.side_of[plane], pieces, spaces=spaces, dice=(die,), modifiers=mods, total=total, result=result
        )
        for event in (told, guns, *later):
            war.tell(event)
    if lost:
        shoot_down(war, plane)


def shoot_down(war: Sea, plane: int) -> None:
    """An air unit is lost, or a carrier's strike for the season [MC-REPL.3, G-35]."""
    setup = war.setup
    bit = 1 << plane
    if setup.carriers & bit:
        war.flights[plane] -= 1
        if plane in war.launched:
            war.launched.remove(plane)  # the one that does not come back is missing already: the others of this turn are not
        return
    war.down |= bit
    war.at[plane] = NOWHERE
    war.due[plane] = NEVER if setup.planes & bit else war.season + setup.tables["calendar.returns.swordfish"]


# --- strikes held ready


class Reserve(Step[Sea], frozen=True):
    """Before the Axis flies, each carrier but Argus [MC-CV.3] may hold strikes ready; with all of them she has no fighters up
    [MC-CV.2, G-34]."""

    verbs = ("ready", "done")
    rule = "MC-CV.2"
    why = {"ready": "MC-CV.1"}

    def ask(self, war: Sea) -> Decision:
        setup = war.setup
        carriers = 0
        for group in bits(war.groups):
            for ship in bits(war.crew(group) & setup.carriers & ~war.hit):
                if war.ready[ship] < war.flights[ship]:
                    carriers |= 1 << ship
        choices = {"ready": carriers} if carriers else {}
        choices["done"] = NOTHING
        # Asked always and never answered for the player: that there is a carrier must not show.
        return Decision(AL, "ask-reserve", "MC-CV.2", choices, quiet=("done", 0), sealed=True)

    def take(self, war: Sea, side: int, verb: str, target: int) -> None:
        if verb == "done":
            war.finish()
            return
        war.ready[target] += 1
        war.tell(Event("ready", "MC-CV.2", AL, (target,), audience=1 << AL))


# --- from land


class Flights(Step[Sea], frozen=True):
    """Axis aircraft search and strike, one unit after the other [MC-TURN.3]."""

    verbs = ("fly", "done")
    rule = "MC-AIR.2"
    why = {"fly": "MC-AIR.1"}

    def go(self, war: Sea) -> bool:
        if flyers(war):
            return False
        war.finish()
        return True

    def ask(self, war: Sea) -> Decision:
        return Decision(AX, "ask-flights", "MC-TURN.3", {"fly": flyers(war), "done": NOTHING}, quiet=("done", 0))

    def take(self, war: Sea, side: int, verb: str, target: int) -> None:
        if verb == "done":
            war.finish()
        else:
            war.push(Search(target))

    def refuse(self, war: Sea, side: int, verb: str, target: int) -> Refusal:
        if war.setup.planes >> target & 1 and war.flown >> target & 1:
            return Refusal("MC-AIR.2", text("why-flights-flown"))
        return super().refuse(war, side, verb, target)


def lit(war: Sea) -> int:
    """The positions with groups on them."""
    positions = 0
    for group in bits(war.groups):
        positions |= 1 << war.at[group]
    return positions


def flyers(war: Sea) -> int:
    """Axis units that could strike something now."""
    positions = lit(war)
    if not positions:
        return 0
    reach, at, planes = war.setup.reach, war.at, 0
    for plane in war.setup.plane_list:
        if at[plane] != NOWHERE and reach[at[plane]] & positions:
            planes |= 1 << plane
    return planes & ~war.flown


class Search(Step[Sea], frozen=True):
    """Where the unit flies; what lies there is turned up [MC-RECON.2, MC-RECON.3, MC-RECON.4]."""

    plane: Piece
    verbs = ("over", "find")
    rule = "MC-AIR.1"

    def ask(self, war: Sea) -> Decision:
        setup = war.setup
        reach = setup.reach[war.at[self.plane]]
        about = ("piece", self.plane)
        if setup.by_token:
            groups = mask_of(g for g in bits(war.groups) if reach >> war.at[g] & 1)
            return Decision(AX, "ask-search-group", "MC-RECON.2", {"find": groups}, about=about)
        return Decision(AX, "ask-search", "MC-RECON.2", {"over": reach & lit(war)}, about=about)

    def take(self, war: Sea, side: int, verb: str, target: int) -> None:
        war.flown |= 1 << self.plane
        groups = 1 << target if verb == "find" else war.groups_at(target)
        if war.log is not None:
            place = war.at[target] if verb == "find" else target
            war.tell(Event("flies", "MC-RECON.2", AX, (self.plane,), spaces=(place,)))
        for group in bits(groups):
            knowledge.expose(war, group)
        groups &= war.groups
        for group in bits(groups):
            show_helpers(war, group)
        if groups:
            war.become(Aim(self.plane, groups))
        else:
            war.finish()  # dummies only: the mission is lost [MC-RECON.3]

    def refuse(self, war: Sea, side: int, verb: str, target: int) -> Refusal:
        setup = war.setup
        reach = setup.reach[war.at[self.plane]]
        if verb == ("over" if setup.by_token else "find"):
            return Refusal("MC-RECON.2", text("why-search-option", groups=setup.by_token))
        if verb == "over" and reach >> target & 1:
            return Refusal("MC-RECON.2", text("why-search-nothing"), 1 << target)
        return Refusal("MC-AIR.1", text("why-search"), reach)


class Aim(Step[Sea], frozen=True):
    """The ship that is attacked, of what has been found [MC-RECON.6]."""

    plane: Piece
    groups: Pieces
    verbs = ("target",)
    rule = "MC-RECON.6"

    def ask(self, war: Sea) -> Decision:
        ships = 0
        for group in bits(self.groups):
            ships |= war.crew(group)
        return Decision(AX, "ask-aim", "MC-RECON.6", {"target": ships}, about=("piece", self.plane))

    def take(self, war: Sea, side: int, verb: str, target: int) -> None:
        war.become(AirAttack(self.plane, target, False))


# --- Swordfish


class Squadrons(Step[Sea], frozen=True):
    """Swordfish of Malta and Crete attack the fleet [MC-AIR.6]."""

    verbs = ("fly", "done")
    rule = "MC-AIR.6"

    def go(self, war: Sea) -> bool:
        if self._free(war):
            return False
        war.finish()
        return True

    def _free(self, war: Sea) -> int:
        squadrons = war.setup.swordfish & ~war.flown
        return mask_of(p for p in bits(squadrons) if war.at[p] != NOWHERE and preys(war, war.at[p]))

    def ask(self, war: Sea) -> Decision:
        choices = {"fly": self._free(war), "done": NOTHING}
        return Decision(AL, "ask-squadrons", "MC-AIR.6", choices, quiet=("done", 0))

    def take(self, war: Sea, side: int, verb: str, target: int) -> None:
        if verb == "done":
            war.finish()
            return
        war.flown |= 1 << target
        war.push(Pounce(target, preys(war, war.at[target])))


def preys(war: Sea, base: int) -> int:
    """Italian ships within reach of Swordfish at a base."""
    reach = war.setup.sword_reach.get(base, 0)
    return mask_of(p for p in war.setup.fleet_list if war.at[p] != NOWHERE and reach >> war.at[p] & 1)


class Pounce(Step[Sea], frozen=True):
    """The Italian ship that British aircraft attack."""

    plane: Piece
    ships: Pieces
    verbs = ("target",)
    rule = "MC-AIR.6"

    def ask(self, war: Sea) -> Decision:
        return Decision(AL, "ask-pounce", "MC-AIR.6", {"target": self.ships}, about=("piece", self.plane))

    def take(self, war: Sea, side: int, verb: str, target: int) -> None:
        war.become(AirAttack(self.plane, target, False))


# --- carriers


def in_reach(war: Sea, space: int) -> int:
    """Italian ships a carrier on a position can strike: there, one lane away, or in the area it opens on [G-25]."""
    setup = war.setup
    near = setup.near[space]
    if setup.area_of[space] != NOWHERE:
        near |= 1 << setup.area_of[space]
    return mask_of(p for p in setup.fleet_list if war.at[p] != NOWHERE and near >> war.at[p] & 1)


class CarrierStrikes(Step[Sea], frozen=True):
    """Strikes held ready are flown [MC-TURN.4]; before a battle, against the ships in it [MC-CV.4, MC-CV.5]."""

    space: Maybe[Space]
    """The battle they are flown for, or NOWHERE."""
    spot: bool
    """Only carriers that are in the battle: its later strikes [MC-CV.5]."""
    verbs = ("launch", "done")
    rule = "MC-CV.1"

    def ask(self, war: Sea) -> Decision:
        carriers = 0
        for group in bits(war.groups):
            for ship in bits(war.crew(group) & war.setup.carriers & ~war.hit):
                if war.ready[ship] and self._targets(war, war.at[group]):
                    carriers |= 1 << ship
        choices = {"launch": carriers} if carriers else {}
        choices["done"] = NOTHING
        return Decision(AL, "ask-carrier-strikes", "MC-TURN.4", choices, quiet=("done", 0), sealed=True)

    def _targets(self, war: Sea, here: int) -> int:
        if self.space == NOWHERE:
            return in_reach(war, here)
        near = 1 << here if self.spot else war.setup.near[here]
        return war.fleet_at(self.space) if near >> self.space & 1 else 0

    def take(self, war: Sea, side: int, verb: str, target: int) -> None:
        if verb == "done":
            war.finish()
            return
        group = war.setup.group_of(war.lot(target))
        knowledge.expose(war, group, "MC-CV.1")  # the strike shows where it comes from
        war.ready[target] -= 1
        war.launched.append(target)
        war.push(Pounce(target, self._targets(war, war.at[group])))


# --- Taranto


def raiders(war: Sea) -> int:
    """Carriers that may raid Taranto tonight [MC-TARANTO.1]."""
    setup = war.setup
    carriers = 0
    for group in bits(raid_groups(war)):
        for ship in bits(war.crew(group) & setup.carriers & ~war.hit):
            if war.launched.count(ship) < war.flights[ship]:
                carriers |= 1 << ship
    return carriers


def raid_groups(war: Sea) -> int:
    """Groups where raiders could come from, as everybody sees."""
    setup = war.setup
    where = setup.access[setup.places["ASE"]] & setup.east
    return mask_of(g for g in bits(war.groups) if where >> war.at[g] & 1)


class Raid(Step[Sea], frozen=True):
    """Once in the game, by night: carriers raid the fleet in Taranto [MC-TARANTO.1, MC-TARANTO.4]."""

    begun: bool
    verbs = ("raid", "done")
    rule = "MC-TARANTO.1"

    def ask(self, war: Sea) -> Decision:
        carriers = raiders(war) if war.fleet_at(war.setup.taranto) else 0
        choices = {"raid": carriers} if carriers else {}
        choices["done"] = NOTHING
        return Decision(AL, "ask-raid", "MC-TARANTO.1", choices, quiet=("done", 0), sealed=True)

    def take(self, war: Sea, side: int, verb: str, target: int) -> None:
        if verb == "done":
            if self.begun:
                war.raid = False
            war.finish()
            return
        knowledge.expose(war, war.setup.group_of(war.lot(target)), "MC-TARANTO.1")
        war.launched.append(target)
        war.become(Raid(True))
        war.push(RaidStrike(target))


class RaidStrike(Step[Sea], frozen=True):
    """One strike on Taranto: as usual, or intensified [MC-TARANTO.2]."""

    carrier: Piece
    verbs = ("normal", "press")
    rule = "MC-TARANTO.2"

    def ask(self, war: Sea) -> Decision:
        choices = {"normal": NOTHING, "press": NOTHING}
        return Decision(AL, "ask-raid-strike", "MC-TARANTO.2", choices, about=("piece", self.carrier), quiet=("normal", 0))

    def take(self, war: Sea, side: int, verb: str, target: int) -> None:
        setup = war.setup
        press = verb == "press"
        die = war.d6()
        lost, guns = flak(war, self.carrier, NOWHERE, setup.aa["italian"], press, False)
        total = die + (setup.intensified if press else 0)
        row = setup.rows["brit_air"]
        entry = row[min(len(row), total) - 1]
        hits = setup.raid_hits if entry.hit else 0
        if war.log is not None:
            mods = (("modifier-intensified", setup.intensified, "MC-INT.1"),) if press else ()
            result = f"{hits} hits" if hits else "miss"
            pieces, spaces = (self.carrier,), (setup.taranto,)
            war.tell(
                Event("raid", "MC-TARANTO.2", AL, pieces, spaces=spaces, dice=(die,), modifiers=mods, total=total, result=result)
            )
            war.tell(guns)
        if lost:
            shoot_down(war, self.carrier)
        war.become(RaidHits(hits, entry.star and setup.raid_star))


class RaidHits(Step[Sea], frozen=True):
    """The Allies choose which ships in Taranto are struck [MC-TARANTO.3]."""

    left: int
    star: bool
    verbs = ("target",)
    rule = "MC-TARANTO.3"

    def go(self, war: Sea) -> bool:
        if self.left and war.fleet_at(war.setup.taranto):
            return False
        war.finish()
        return True

    def ask(self, war: Sea) -> Decision:
        ships = war.fleet_at(war.setup.taranto)
        return Decision(AL, "ask-raid-hits", "MC-TARANTO.3", {"target": ships})

    def take(self, war: Sea, side: int, verb: str, target: int) -> None:
        war.become(RaidHits(self.left - 1, self.star))
        result = strike(war, target, "torpedo", self.star and starred(war, target, "torpedo"))
        if war.log is not None and result == "hit":
            war.tell(Event("torpedoed", "MC-TARANTO.3", AX, (target,)))


# --- the harbour of Malta


def harbour_targets(war: Sea) -> int:
    """Ships in Malta that may be bombed, which is never during the turns [MC-HARB.4, MC-HARB.6, G-44]."""
    setup = war.setup
    ships = war.inside[MALTA]
    return ships if setup.force_k_target else ships & ~(1 << setup.force_k)


def bombers(war: Sea) -> int:
    """Sicily's air units that have not flown this round [MC-HARB.3]."""
    return war.planes_at(war.setup.sicily) & ~war.flown


class HarbourRound(Step[Sea], frozen=True):
    """One round of bombing [MC-HARB.3]; in the unlimited rounds the Axis may stop before a round, not waste one [MC-HARB.4]."""

    free: bool
    """A round of the unlimited kind."""
    begun: bool
    verbs = ("fly", "done")
    rule = "MC-HARB.3"

    def go(self, war: Sea) -> bool:
        if bombers(war) and harbour_targets(war):
            return False
        war.flown = 0
        war.finish(self.begun)
        return True

    def ask(self, war: Sea) -> Decision:
        choices = {"fly": bombers(war), "done": NOTHING}
        return Decision(AX, "ask-harbour-round", "MC-HARB.4" if self.free else "MC-HARB.3", choices, quiet=("done", 0))

    def take(self, war: Sea, side: int, verb: str, target: int) -> None:
        if verb == "done":
            war.flown = 0
            war.finish(self.begun)
            return
        war.flown |= 1 << target
        war.become(HarbourRound(self.free, True))
        war.push(HarbourAim(target))


class HarbourAim(Step[Sea], frozen=True):
    """The ship in Malta that is bombed [MC-HARB.1, MC-HARB.2]."""

    plane: Piece
    verbs = ("target",)
    rule = "MC-HARB.1"

    def ask(self, war: Sea) -> Decision:
        ships = harbour_targets(war)
        return Decision(AX, "ask-harbour-aim", "MC-HARB.1", {"target": ships}, about=("piece", self.plane))

    def take(self, war: Sea, side: int, verb: str, target: int) -> None:
        war.become(AirAttack(self.plane, target, True))
