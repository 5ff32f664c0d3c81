"""Surface battles by day and by night on the battle board [MC-NAVAL, MC-NIGHT]."""

from __future__ import annotations

from typing import Any

from ...engine.choice import NOTHING, Decision, Refusal
from ...engine.event import Event
from ...engine.geometry.bits import bits, mask_of
from ...engine.kinds import NOWHERE, Piece, Pieces, Side, Space, Spaces
from . import knowledge
from .aftermath import PORT, Chores, homeward, leave_battle
from .air import CarrierStrikes
from .damage import SeaStep, gun
from .movement import captives, new_part
from .state import AL, AX, Sea

SCREEN, LINE, REAR = 1, 2, 3
OUT, DEPLOY_AL, DEPLOY_AX, PLANES, FIRE, REAR_AL, REAR_AX, AXIS_LEAVES, ALLIES_LEAVE, AGAIN = range(10)


class Surface(SeaStep, frozen=True):
    """Where both sides' ships meet, either may attack [MC-NAVAL.1, MC-TURN.5]; the Axis is asked first."""

    asked: Side
    done: Spaces
    verbs = ("engage", "hold")
    rule = "MC-NAVAL.1"
    why = {"engage": "A position where ships of both sides are, and no battle has been fought this turn."}

    def go(self, war: Sea) -> bool:
        if self._meetings(war):
            return False
        war.finish()
        return True

    def _meetings(self, war: Sea) -> int:
        if not war.groups:
            return 0
        groups = 0
        for group in bits(war.groups):
            groups |= 1 << war.at[group]
        found, at = 0, war.at
        for ship in war.setup.fleet_list:
            if at[ship] != NOWHERE:
                found |= groups & 1 << at[ship]
        return found & ~self.done

    def ask(self, war: Sea) -> Decision:
        choices = {"hold": NOTHING}
        meetings = self._meetings(war)
        if self.asked == AL:
            # Dummies do not attack; that is for nobody to see.
            meetings = mask_of(s for s in bits(meetings) if war.groups_at(s) & ~war.dummies)
        if meetings:
            choices["engage"] = meetings
        return Decision(self.asked, "Where do you attack?", "MC-NAVAL.1", choices, None, ("hold", 0), sealed=self.asked == AL)

    def take(self, war: Sea, side: int, verb: str, target: int) -> None:
        if verb == "engage":
            war.become(Surface(self.asked, self.done | 1 << target))
            begin(war, target)
        elif self.asked == AX:
            war.become(Surface(AL, self.done))
        else:
            war.finish()


# --- the battle board


def allied_ships(war: Sea, space: int) -> int:
    """The Allied ships on a position."""
    found = 0
    for group in bits(war.groups_at(space)):
        found |= war.crew(group)
    return found


def begin(war: Sea, space: int) -> None:
    """All ships of the position go to the battle board; dummies are found [MC-NAVAL.1]."""
    for group in bits(war.groups_at(space)):
        knowledge.expose(war, group, "MC-NAVAL.1")
    ships = allied_ships(war, space)
    if not ships:
        return
    setup = war.setup
    if war.log is not None:
        war.tell(Event("battle", "MC-NAVAL.1", NOWHERE, tuple(bits(war.fleet_at(space) | ships)), (space,)))
    for ship in bits(ships | war.fleet_at(space)):
        bit = 1 << ship
        if bit & (setup.freighters | setup.carriers | war.hit):
            war.row[ship] = REAR  # [MC-NAVAL.2]
        else:
            war.row[ship] = SCREEN if setup.cruisers & bit else LINE
    war.push(Battle(space, 1, DEPLOY_AL))


def present(war: Sea, space: int, side: int) -> int:
    """A side's ships on the battle board."""
    return allied_ships(war, space) if side == AL else war.fleet_at(space)


def in_row(war: Sea, ships: int, *rows: int) -> int:
    return mask_of(ship for ship in bits(ships) if war.row[ship] in rows)


def able(war: Sea, space: int, side: int) -> int:
    """Ships that can fire: guns, and no Hit [MC-NAVAL.8, MC-HIT.4]."""
    return present(war, space, side) & war.setup.guns & ~war.hit


class Battle(SeaStep, frozen=True):
    """The rounds of a battle [MC-NAVAL.1 to MC-NAVAL.13, MC-NIGHT.1 to MC-NIGHT.3]."""

    space: Space
    round: int
    stage: int

    def go(self, war: Sea) -> bool:
        space, stage = self.space, self.stage
        if stage == OUT or not present(war, space, AL) or not present(war, space, AX):
            close(war, space)
            return True
        war.become(Battle(space, self.round, stage + 1))
        if stage == DEPLOY_AL:
            war.push(Deploy(AL, space))
        elif stage == DEPLOY_AX:
            war.push(Deploy(AX, space))
        elif stage == PLANES:
            if not war.night:
                self._launch(war)
                war.push(CarrierStrikes(space, False))  # [MC-CV.4, MC-CV.5]
        elif stage == FIRE:
            self._fire(war)
        elif stage == REAR_AL:
            war.push(FallBack(AL, space))
        elif stage == REAR_AX:
            war.push(FallBack(AX, space))
        elif stage == AXIS_LEAVES:
            if self.round >= war.setup.battle["withdraw_after"]:
                war.push(AxisLeaves(space))
        elif stage == ALLIES_LEAVE:
            if self.round >= war.setup.battle["withdraw_after"]:
                war.push(Leave(space, self.round, 0))
        else:
            self._again(war)
        return True

    def _fire(self, war: Sea) -> None:
        if not able(war, self.space, AL) and not able(war, self.space, AX):
            italians_withdraw(war, self.space)  # nobody can fire (ruling G-53)
        elif war.night:
            war.push(Broadsides(self.space, AL, 0, self.round))
        else:
            war.push(Gunfire(self.space, AL, 0))

    def _launch(self, war: Sea) -> None:
        """Carriers in the battle fly all they have not flown yet, fighters kept up or not (ruling G-72)."""
        for ship in bits(allied_ships(war, self.space) & war.setup.carriers & ~war.hit):
            war.ready[ship] = max(war.ready[ship], war.flights[ship] - war.launched.count(ship))

    def _again(self, war: Sea) -> None:
        """The next round; every second one begins with the aircraft of carriers on the spot [MC-CV.5]."""
        war.become(Battle(self.space, self.round + 1, FIRE))
        if not war.night and self.round % war.setup.battle["carriers_every"] == 0:
            carriers = allied_ships(war, self.space) & war.setup.carriers & ~war.hit
            if carriers:
                for ship in bits(carriers):
                    war.ready[ship] = war.flights[ship]
                war.push(CarrierStrikes(self.space, True))

    def resume(self, war: Sea, value: Any) -> None:
        """The Italians have gone, or the British have slipped away in the night."""
        if value == "over":
            war.become(Battle(self.space, self.round, OUT))


def close(war: Sea, space: int) -> None:
    """The battle is over; what is left lies where it was."""
    war.row = [0] * war.setup.pieces
    for ship in bits(allied_ships(war, space) & war.setup.carriers):
        war.ready[ship] = 0
    war.finish()


class Deploy(SeaStep, frozen=True):
    """Freighters, carriers and Hit ships stand in the rear unless their owner wants them in front [MC-NAVAL.2]."""

    side: Side
    space: Space
    verbs = ("forward", "done")
    rule = "MC-NAVAL.2"
    why = {"forward": "A ship of yours that stands among the Screened ships."}

    def go(self, war: Sea) -> bool:
        if in_row(war, present(war, self.space, self.side), REAR):
            return False
        war.finish()
        return True

    def ask(self, war: Sea) -> Decision:
        rear = in_row(war, present(war, self.space, self.side), REAR)
        choices = {"forward": rear, "done": NOTHING}
        return Decision(self.side, "Shall a Screened ship stand in front instead?", "MC-NAVAL.2", choices, None, ("done", 0))

    def take(self, war: Sea, side: int, verb: str, target: int) -> None:
        if verb == "done":
            war.finish()
        else:
            war.row[target] = SCREEN if war.setup.cruisers >> target & 1 else LINE


class FallBack(SeaStep, frozen=True):
    """After a round, Hit ships may go to the rear [MC-NAVAL.3]."""

    side: Side
    space: Space
    verbs = ("rear", "done")
    rule = "MC-NAVAL.3"
    why = {"rear": "A ship of yours that is Hit and still stands in front."}

    def go(self, war: Sea) -> bool:
        if self._struck(war):
            return False
        war.finish()
        return True

    def _struck(self, war: Sea) -> int:
        return in_row(war, present(war, self.space, self.side) & war.hit, SCREEN, LINE)

    def ask(self, war: Sea) -> Decision:
        choices = {"rear": self._struck(war), "done": NOTHING}
        return Decision(self.side, "Which Hit ships fall back behind the others?", "MC-NAVAL.3", choices, None, ("done", 0))

    def take(self, war: Sea, side: int, verb: str, target: int) -> None:
        if verb == "done":
            war.finish()
        else:
            war.row[target] = REAR


# --- gunfire


def aims(war: Sea, space: int, firer: int) -> int:
    """The ships a piece may fire at [MC-NAVAL.6, MC-NAVAL.7, MC-NIGHT.3]."""
    setup = war.setup
    foes = present(war, space, 1 - setup.side_of[firer])
    front = in_row(war, foes, SCREEN, LINE)
    if not front:
        return foes
    if war.night or not setup.cruisers >> firer & 1:
        return front
    if in_row(war, foes & setup.cruisers, SCREEN):
        front &= ~setup.battleships  # battle cruisers are named apart (ruling G-89)
    return front


class Gunfire(SeaStep, frozen=True):
    """By day the sides fire in turn, a British piece first, until everybody able has fired [MC-NAVAL.4, MC-NAVAL.5]."""

    space: Space
    side: Side
    fired: Pieces
    verbs = ("fire",)
    rule = "MC-NAVAL.4"

    def go(self, war: Sea) -> bool:
        if not present(war, self.space, AL) or not present(war, self.space, AX):
            war.finish()
            return True
        if able(war, self.space, self.side) & ~self.fired:
            return False
        other = 1 - self.side
        if able(war, self.space, other) & ~self.fired:
            war.become(Gunfire(self.space, other, self.fired))
        else:
            war.finish()
        return True

    def ask(self, war: Sea) -> Decision:
        guns = able(war, self.space, self.side) & ~self.fired
        return Decision(self.side, "Which ship fires next?", "MC-NAVAL.4", {"fire": guns})

    def take(self, war: Sea, side: int, verb: str, target: int) -> None:
        war.become(Gunfire(self.space, 1 - self.side, self.fired | 1 << target))
        war.push(Target(target, self.space))

    def refuse(self, war: Sea, side: int, verb: str, target: int) -> Refusal:
        return cannot_fire(war, self.space, side, target, self.fired)


def cannot_fire(war: Sea, space: int, side: int, target: int, fired: int) -> Refusal:
    if not present(war, space, side) >> target & 1:
        return Refusal("MC-NAVAL.8", "Only your own ships in this battle fire.")
    if fired >> target & 1:
        return Refusal("MC-NAVAL.8", "This ship has fired in this round.")
    if war.hit >> target & 1:
        return Refusal("MC-HIT.4", "A Hit ship cannot fire.")
    return Refusal("MC-NAVAL.8", "Carriers and freighters have no guns for this.")


class Broadsides(SeaStep, frozen=True):
    """By night all British ships fire, then those Italians that can [MC-NIGHT.1, MC-NIGHT.2, MC-NIGHT.3]."""

    space: Space
    side: Side
    fired: Pieces
    round: int
    verbs = ("fire",)
    rule = "MC-NIGHT.1"

    def go(self, war: Sea) -> bool:
        space = self.space
        if not present(war, space, AL) or not present(war, space, AX):
            war.finish()
            return True
        if able(war, space, self.side) & ~self.fired:
            return False
        if self.side == AX:
            war.finish()
            return True
        war.become(Broadsides(space, AX, self.fired, self.round))
        war.push(Leave(space, self.round - 1, 0))  # before any Italian fire [MC-NIGHT.2]; this round is not completed
        return True

    def ask(self, war: Sea) -> Decision:
        guns = able(war, self.space, self.side) & ~self.fired
        rule = "MC-NIGHT.1" if self.side == AL else "MC-NIGHT.3"
        return Decision(self.side, "Which ship fires next?", rule, {"fire": guns})

    def take(self, war: Sea, side: int, verb: str, target: int) -> None:
        war.become(Broadsides(self.space, self.side, self.fired | 1 << target, self.round))
        war.push(Target(target, self.space))

    def refuse(self, war: Sea, side: int, verb: str, target: int) -> Refusal:
        return cannot_fire(war, self.space, side, target, self.fired)


class Target(SeaStep, frozen=True):
    """What a ship fires at [MC-NAVAL.7]."""

    firer: Piece
    space: Space
    verbs = ("shoot",)
    rule = "MC-NAVAL.7"

    def ask(self, war: Sea) -> Decision:
        side = war.setup.side_of[self.firer]
        targets = aims(war, self.space, self.firer)
        return Decision(side, "What does {firer} fire at?", "MC-NAVAL.7", {"shoot": targets}, ("piece", self.firer))

    def take(self, war: Sea, side: int, verb: str, target: int) -> None:
        war.finish()
        gun(war, self.firer, target, self.space)

    def refuse(self, war: Sea, side: int, verb: str, target: int) -> Refusal:
        foes = present(war, self.space, 1 - side)
        if not foes >> target & 1:
            return Refusal("MC-NAVAL.7", "Only enemy ships in this battle can be fired at.")
        if war.row[target] == REAR:
            return Refusal("MC-NAVAL.7", "Screened ships are out of reach while any enemy stands in front of them.")
        return Refusal("MC-NAVAL.6", "By day cruisers may not fire at battleships while enemy cruisers stand in the Screen.")


# --- withdrawal


class AxisLeaves(SeaStep, frozen=True):
    """The Axis decides first whether to break off, all or nothing [MC-NAVAL.9, G-50]."""

    space: Space
    verbs = ("withdraw", "stay")
    rule = "MC-NAVAL.9"

    def ask(self, war: Sea) -> Decision:
        choices = {"withdraw": NOTHING, "stay": NOTHING}
        return Decision(AX, "Does the Italian fleet break off the battle at {space}?", "MC-NAVAL.9", choices, None, ("stay", 0))

    def take(self, war: Sea, side: int, verb: str, target: int) -> None:
        if verb == "stay":
            war.finish()
            return
        war.finish("over")
        italians_withdraw(war, self.space)


def italians_withdraw(war: Sea, space: int) -> None:
    """To port for the rest of the season, past a British submarine [MC-NAVAL.12, MC-SUB.4]."""
    setup = war.setup
    ships = war.fleet_at(space)
    port = setup.port_of[setup.area_of[space]]
    war.barred |= ships
    if war.log is not None:
        war.tell(Event("withdraws", "MC-NAVAL.12", AX, tuple(bits(ships)), (space, port)))
    war.push(Chores((*leave_battle(war, ships), (PORT, ships, port), *homeward(war, ships))))


def backwards(war: Sea, space: int) -> int:
    """Positions one step farther from Malta, free of the enemy [MC-NAVAL.13]."""
    setup = war.setup
    far = setup.to_malta
    return mask_of(s for s in bits(setup.lanes[space] & setup.positions) if far[s] > far[space] and not war.fleet_at(s))


class Leave(SeaStep, frozen=True):
    """Allied ships break off, all or some: to port, or one position back [MC-NAVAL.9, MC-NAVAL.10, MC-NAVAL.13]."""

    space: Space
    rounds: int
    """Rounds completed."""
    leaving: Pieces
    verbs = ("retire", "everyone", "home", "back", "done")
    rule = "MC-NAVAL.13"
    why = {
        "everyone": "Nobody else may leave now.",
        "home": "Freighters, Force K and Gibraltar's ships past the line do not go to port from a battle.",
        "back": "One position farther from Malta, where no enemy is.",
        "done": "Say first where the ships that leave go.",
    }

    def go(self, war: Sea) -> bool:
        if present(war, self.space, AL) and present(war, self.space, AX):
            return False
        war.finish()
        return True

    def _may(self, war: Sea) -> int:
        """Ships that may still join those that leave: all must have one destination."""
        setup = war.setup
        ships = allied_ships(war, self.space) & ~self.leaving
        if self.rounds < setup.battle["freighters_after"]:
            ships &= ~setup.freighters
        return ships if self._ways(war) else ships & self._free(war)

    def _ways(self, war: Sea) -> int:
        return backwards(war, self.space) if war.labels else 0

    def _free(self, war: Sea) -> int:
        """Ships that may go to port."""
        setup = war.setup
        held = setup.freighters | 1 << setup.force_k
        for group in bits(war.groups_at(self.space)):
            held |= captives(war, war.crew(group), group)
        return allied_ships(war, self.space) & ~held

    def ask(self, war: Sea) -> Decision:
        choices = {}
        may = self._may(war)
        if may:
            choices["retire"] = may
            choices["everyone"] = NOTHING
        if self.leaving:
            if not self.leaving & ~self._free(war):
                choices["home"] = NOTHING
            ways = self._ways(war)
            if ways:
                choices["back"] = ways
        else:
            choices["done"] = NOTHING
        quiet = None if self.leaving else ("done", 0)
        prompt = "Which ships break off the battle at {space}?" if not self.leaving else "Where do they go?"
        return Decision(AL, prompt, "MC-NAVAL.13", choices, ("space", self.space), quiet)

    def take(self, war: Sea, side: int, verb: str, target: int) -> None:
        if verb == "done":
            war.finish()
        elif verb == "retire":
            war.become(Leave(self.space, self.rounds, self.leaving | 1 << target))
        elif verb == "everyone":
            war.become(Leave(self.space, self.rounds, self.leaving | self._may(war)))
        else:
            war.become(Leave(self.space, self.rounds, 0))
            if verb == "home":
                ships_home(war, self.leaving, self.space)
            else:
                ships_back(war, self.leaving, self.space, target)

    def refuse(self, war: Sea, side: int, verb: str, target: int) -> Refusal:
        if verb == "retire" and war.setup.freighters >> target & 1 and allied_ships(war, self.space) >> target & 1:
            if self.rounds < war.setup.battle["freighters_after"]:
                return Refusal("MC-NAVAL.10", "Freighters may leave a battle only after two rounds.")
        if verb == "back":
            return Refusal("MC-NAVAL.13", "One position farther from Malta, where no enemy is.", backwards(war, self.space))
        return super().refuse(war, side, verb, target)


def ships_home(war: Sea, ships: int, space: int) -> None:
    """Warships return to port for the season, past a U-boat [MC-NAVAL.13, MC-SUB.4]."""
    if war.log is not None:
        war.tell(Event("withdraws_home", "MC-NAVAL.13", AL, tuple(bits(ships)), (space,)))
    war.push(Chores((*leave_battle(war, ships), *homeward(war, ships))))


def ships_back(war: Sea, ships: int, space: int, target: int) -> None:
    """Ships fall back one position, together [MC-NAVAL.10, MC-NAVAL.13]."""
    part = _apart(war, ships, space)
    war.at[part] = target
    for ship in bits(ships):
        war.row[ship] = 0
    if war.log is not None:
        war.tell(Event("falls_back", "MC-NAVAL.13", AL, (part, *bits(ships)), (space, target)))
    war.push(Chores(tuple(leave_battle(war, ships))))


def _apart(war: Sea, ships: int, space: int) -> int:
    """Some ships of a position as one group: an old one if all of it leaves, else a new one."""
    groups = [g for g in bits(war.groups_at(space)) if war.crew(g) & ships]
    whole = [g for g in groups if not war.crew(g) & ~ships]
    part = whole[0] if whole else new_part(war, groups[0])
    lot = war.setup.lot_of(part)
    for ship in bits(ships & ~war.inside[lot]):
        old = war.lot(ship)
        war.move_ship(ship, lot)
        war.may[ship] = 1 << lot
        left = war.setup.group_of(old)
        war.left[part] |= war.left[left]
        if war.past >> left & 1:
            war.past |= 1 << part
        if not war.inside[old]:
            knowledge.remove(war, left)
    knowledge.forget(war, part, war.inside[lot])
    for group in groups:
        if war.groups >> group & 1:
            knowledge.forget(war, group, war.crew(group))
    return part
