"""Surface battles by day and by night on the battle board [MC-NAVAL, MC-NIGHT]."""

from __future__ import annotations

from ...engine.catalogue import text
from ...engine.choice import NOTHING, Decision, Refusal, Verb
from ...engine.event import Event
from ...engine.geometry.bits import bits, mask_of
from ...engine.kinds import NOWHERE, Piece, Pieces, Side, Space, Spaces
from ...engine.sequence import Phase, Run, Sequence
from ...engine.step import Step
from . import knowledge
from .aftermath import PORT, Chores, homeward, leave_battle
from .air import CarrierStrikes
from .damage import gun
from .movement import captives, new_part
from .state import AL, AX, LINE, REAR, SCREEN, Sea

VERBS = (
    Verb("engage", "space", "MC-NAVAL.1"),
    Verb("forward", "piece", "MC-NAVAL.2"),
    Verb("rear", "piece", "MC-NAVAL.3"),
    Verb("fire", "piece", "MC-NAVAL.4"),
    Verb("shoot", "piece", "MC-NAVAL.7", dice=True),
    Verb("withdraw", "nothing", "MC-NAVAL.9", dice=True),
    Verb("retire", "piece", "MC-NAVAL.13"),
    Verb("everyone", "nothing", "MC-NAVAL.13"),
    Verb("back", "space", "MC-NAVAL.13", dice=True),
)


class Surface(Step[Sea], frozen=True):
    """Where both sides' ships meet, either may attack [MC-NAVAL.1, MC-TURN.5]; the Axis is asked first."""

    asked: Side
    done: Spaces
    verbs = ("engage", "hold")
    rule = "MC-NAVAL.1"

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
        meetings, at = 0, war.at
        for ship in war.setup.fleet_list:
            if at[ship] != NOWHERE:
                meetings |= groups & 1 << at[ship]
        return meetings & ~self.done

    def ask(self, war: Sea) -> Decision:
        choices = {"hold": NOTHING}
        meetings = self._meetings(war)
        if self.asked == AL:
            # Dummies do not attack; that is for nobody to see.
            meetings = mask_of(s for s in bits(meetings) if war.groups_at(s) & ~war.dummies)
        if meetings:
            choices["engage"] = meetings
        return Decision(self.asked, "ask-surface", "MC-NAVAL.1", choices, quiet=("hold", 0), sealed=self.asked == AL)

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
    ships = 0
    for group in bits(war.groups_at(space)):
        ships |= war.crew(group)
    return ships


def begin(war: Sea, space: int) -> None:
    """All ships of the position go to the battle board; dummies are found [MC-NAVAL.1]."""
    for group in bits(war.groups_at(space)):
        knowledge.expose(war, group, "MC-NAVAL.1")
    ships = allied_ships(war, space)
    if not ships:
        return
    setup = war.setup
    if war.log is not None:
        war.tell(Event("battle", "MC-NAVAL.1", NOWHERE, tuple(bits(war.fleet_at(space) | ships)), spaces=(space,)))
    for ship in bits(ships | war.fleet_at(space)):
        bit = 1 << ship
        if bit & (setup.freighters | setup.carriers | war.hit):
            war.row[ship] = REAR  # [MC-NAVAL.2]
        else:
            war.row[ship] = SCREEN if setup.cruisers & bit else LINE
    war.push(Battle(space=space))


def present(war: Sea, space: int, side: int) -> int:
    """A side's ships on the battle board."""
    return allied_ships(war, space) if side == AL else war.fleet_at(space)


def in_row(war: Sea, ships: int, *rows: int) -> int:
    return mask_of(ship for ship in bits(ships) if war.row[ship] in rows)


def able(war: Sea, space: int, side: int) -> int:
    """Ships that can fire: guns, and no Hit [MC-NAVAL.8, MC-HIT.4]."""
    return present(war, space, side) & war.setup.guns & ~war.hit


class Battle(Run[Sea], frozen=True, kw_only=True):
    """The rounds of a battle [MC-NAVAL.1 to MC-NAVAL.13, MC-NIGHT.1 to MC-NIGHT.3]: it is over when one side is not there any more."""

    space: Space
    round: int = 1

    def go(self, war: Sea) -> bool:
        if present(war, self.space, AL) and present(war, self.space, AX):
            return super().go(war)
        close(war, self.space)
        return True

    def launch(self, war: Sea) -> None:
        """By day carriers in the battle fly all they have not flown yet, fighters kept up or not (ruling G-72), and those beside it
        what they hold ready [MC-CV.4]; after every second round those on the spot fly again [MC-CV.5]."""
        if war.night:
            return
        carriers = allied_ships(war, self.space) & war.setup.carriers & ~war.hit
        if self.round == 1:
            for ship in bits(carriers):
                war.ready[ship] = max(war.ready[ship], war.flights[ship] - war.launched.count(ship))
            war.push(CarrierStrikes(self.space, False))
        elif carriers and (self.round - 1) % war.setup.battle["carriers_every"] == 0:
            for ship in bits(carriers):
                war.ready[ship] = war.flights[ship]
            war.push(CarrierStrikes(self.space, True))

    def fire(self, war: Sea) -> None:
        if not able(war, self.space, AL) and not able(war, self.space, AX):
            italians_withdraw(war, self.space)  # nobody can fire (ruling G-53)
        elif war.night:
            war.push(Broadsides(self.space, AL, 0, self.round))
        else:
            war.push(Gunfire(self.space, AL, 0))

    def axis_leaves(self, war: Sea) -> None:
        if self.round >= war.setup.battle["withdraw_after"]:
            war.push(AxisLeaves(self.space))

    def allies_leave(self, war: Sea) -> None:
        if self.round >= war.setup.battle["withdraw_after"]:
            war.push(Leave(self.space, self.round, 0))

    sequence = Sequence(
        Phase("deploy-allies", "MC-NAVAL.2", lambda self, war: war.push(Deploy(AL, self.space))),
        Phase("deploy-axis", "MC-NAVAL.2", lambda self, war: war.push(Deploy(AX, self.space))),
        Phase("aircraft", "MC-CV.4", launch),
        Phase("fire", "MC-NAVAL.4", fire),
        Phase("rear-allies", "MC-NAVAL.3", lambda self, war: war.push(FallBack(AL, self.space))),
        Phase("rear-axis", "MC-NAVAL.3", lambda self, war: war.push(FallBack(AX, self.space))),
        Phase("axis-leaves", "MC-NAVAL.9", axis_leaves),
        Phase("allies-leave", "MC-NAVAL.9", allies_leave),
        Phase("again", "MC-NAVAL.4", lambda self, war: self.jump(war, "aircraft", round=self.round + 1)),
    )


def close(war: Sea, space: int) -> None:
    """The battle is over; what is left lies where it was."""
    war.row = [0] * war.setup.pieces
    for ship in bits(allied_ships(war, space) & war.setup.carriers):
        war.ready[ship] = 0
    war.finish()


class Deploy(Step[Sea], frozen=True):
    """Freighters, carriers and Hit ships stand in the rear unless their owner wants them in front [MC-NAVAL.2]."""

    side: Side
    space: Space
    verbs = ("forward", "done")
    rule = "MC-NAVAL.2"

    def go(self, war: Sea) -> bool:
        if in_row(war, present(war, self.space, self.side), REAR):
            return False
        war.finish()
        return True

    def ask(self, war: Sea) -> Decision:
        rear = in_row(war, present(war, self.space, self.side), REAR)
        choices = {"forward": rear, "done": NOTHING}
        return Decision(self.side, "ask-deploy", "MC-NAVAL.2", choices, quiet=("done", 0))

    def take(self, war: Sea, side: int, verb: str, target: int) -> None:
        if verb == "done":
            war.finish()
        else:
            war.row[target] = SCREEN if war.setup.cruisers >> target & 1 else LINE


class FallBack(Step[Sea], frozen=True):
    """After a round, Hit ships may go to the rear [MC-NAVAL.3]."""

    side: Side
    space: Space
    verbs = ("rear", "done")
    rule = "MC-NAVAL.3"

    def go(self, war: Sea) -> bool:
        if self._struck(war):
            return False
        war.finish()
        return True

    def _struck(self, war: Sea) -> int:
        return in_row(war, present(war, self.space, self.side) & war.hit, SCREEN, LINE)

    def ask(self, war: Sea) -> Decision:
        choices = {"rear": self._struck(war), "done": NOTHING}
        return Decision(self.side, "ask-fall-back", "MC-NAVAL.3", choices, quiet=("done", 0))

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


class Gunfire(Step[Sea], frozen=True):
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
        return Decision(self.side, "ask-gunfire", "MC-NAVAL.4", {"fire": guns})

    def take(self, war: Sea, side: int, verb: str, target: int) -> None:
        war.become(Gunfire(self.space, 1 - self.side, self.fired | 1 << target))
        war.push(Target(target, self.space))

    def refuse(self, war: Sea, side: int, verb: str, target: int) -> Refusal:
        return cannot_fire(war, self.space, side, target, self.fired)


def cannot_fire(war: Sea, space: int, side: int, target: int, fired: int) -> Refusal:
    if not present(war, space, side) >> target & 1:
        return Refusal("MC-NAVAL.8", text("why-gunfire-own"))
    if fired >> target & 1:
        return Refusal("MC-NAVAL.8", text("why-gunfire-fired"))
    if war.hit >> target & 1:
        return Refusal("MC-HIT.4", text("why-gunfire-hit"))
    return Refusal("MC-NAVAL.8", text("why-gunfire"))


class Broadsides(Step[Sea], frozen=True):
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
        return Decision(self.side, "ask-broadsides", rule, {"fire": guns})

    def take(self, war: Sea, side: int, verb: str, target: int) -> None:
        war.become(Broadsides(self.space, self.side, self.fired | 1 << target, self.round))
        war.push(Target(target, self.space))

    def refuse(self, war: Sea, side: int, verb: str, target: int) -> Refusal:
        return cannot_fire(war, self.space, side, target, self.fired)


class Target(Step[Sea], frozen=True):
    """What a ship fires at [MC-NAVAL.7]."""

    firer: Piece
    space: Space
    verbs = ("shoot",)
    rule = "MC-NAVAL.7"

    def ask(self, war: Sea) -> Decision:
        side = war.setup.side_of[self.firer]
        targets = aims(war, self.space, self.firer)
        return Decision(side, "ask-target", "MC-NAVAL.7", {"shoot": targets}, about=("piece", self.firer))

    def take(self, war: Sea, side: int, verb: str, target: int) -> None:
        war.finish()
        gun(war, self.firer, target, self.space)

    def refuse(self, war: Sea, side: int, verb: str, target: int) -> Refusal:
        foes = present(war, self.space, 1 - side)
        if not foes >> target & 1:
            return Refusal("MC-NAVAL.7", text("why-target"))
        if war.row[target] == REAR:
            return Refusal("MC-NAVAL.7", text("why-target-screened"))
        return Refusal("MC-NAVAL.6", text("why-target-cruisers"))


# --- withdrawal


class AxisLeaves(Step[Sea], frozen=True):
    """The Axis decides first whether to break off, all or nothing [MC-NAVAL.9, G-50]."""

    space: Space
    verbs = ("withdraw", "stay")
    rule = "MC-NAVAL.9"

    def ask(self, war: Sea) -> Decision:
        choices = {"withdraw": NOTHING, "stay": NOTHING}
        return Decision(AX, "ask-axis-leaves", "MC-NAVAL.9", choices, quiet=("stay", 0))

    def take(self, war: Sea, side: int, verb: str, target: int) -> None:
        if verb == "stay":
            war.finish()
            return
        war.finish()
        italians_withdraw(war, self.space)


def italians_withdraw(war: Sea, space: int) -> None:
    """To port for the rest of the season, past a British submarine [MC-NAVAL.12, MC-SUB.4]."""
    setup = war.setup
    ships = war.fleet_at(space)
    port = setup.port_of[setup.area_of[space]]
    war.barred |= ships
    if war.log is not None:
        war.tell(Event("withdraws", "MC-NAVAL.12", AX, tuple(bits(ships)), spaces=(space, port)))
    war.push(Chores((*leave_battle(war, ships), (PORT, ships, port), *homeward(war, ships))))


def backwards(war: Sea, space: int) -> int:
    """Positions one step farther from Malta, free of the enemy [MC-NAVAL.13]."""
    setup = war.setup
    far = setup.to_malta
    return mask_of(s for s in bits(setup.lanes[space] & setup.positions) if far[s] > far[space] and not war.fleet_at(s))


class Leave(Step[Sea], frozen=True):
    """Allied ships break off, all or some: to port, or one position back [MC-NAVAL.9, MC-NAVAL.10, MC-NAVAL.13]."""

    space: Space
    rounds: int
    """Rounds completed."""
    leaving: Pieces
    verbs = ("retire", "everyone", "home", "back", "done")
    rule = "MC-NAVAL.13"

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
        prompt = "ask-leave-where" if self.leaving else "ask-leave"
        return Decision(AL, prompt, "MC-NAVAL.13", choices, about=("space", self.space), quiet=quiet)

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
                return Refusal("MC-NAVAL.10", text("why-leave-freighters", n=war.setup.battle["freighters_after"]))
        if verb == "back":
            return Refusal("MC-NAVAL.13", text("why-leave-back"), backwards(war, self.space))
        return super().refuse(war, side, verb, target)


def ships_home(war: Sea, ships: int, space: int) -> None:
    """Warships return to port for the season, past a U-boat [MC-NAVAL.13, MC-SUB.4]."""
    if war.log is not None:
        war.tell(Event("withdraws_home", "MC-NAVAL.13", AL, tuple(bits(ships)), spaces=(space,)))
    war.push(Chores((*leave_battle(war, ships), *homeward(war, ships))))


def ships_back(war: Sea, ships: int, space: int, target: int) -> None:
    """Ships fall back one position, together [MC-NAVAL.10, MC-NAVAL.13]."""
    part = _apart(war, ships, space)
    war.at[part] = target
    for ship in bits(ships):
        war.row[ship] = 0
    if war.log is not None:
        war.tell(Event("falls_back", "MC-NAVAL.13", AL, (part, *bits(ships)), spaces=(space, target)))
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
