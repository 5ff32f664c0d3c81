"""What the Axis learns of the Allied ships, and how it pictures what it has not learned [MC-RECON].

For each ship ``may`` holds the lots it can lie in. Everything that happens in the open narrows or widens these sets: a group
that moves two positions has no slow ship in it, a group that divides may have left any of its ships in either half. Nothing
else is remembered, so ``deal`` can fill the sets again without looking at the truth.
"""

from __future__ import annotations

import random

from ...engine.event import Event
from ...engine.geometry.bits import bits, mask_of, nth
from ...engine.kinds import NOWHERE
from .forces import room
from .state import ALEX, AX, GIB, GROUP, MALTA, RESERVE, Sea

TOGETHER = 0.8
"""How likely a ship is pictured with the main body rather than somewhere else it may be."""
DRAFTS = 6
"""Attempts to picture the enemy's bases within the ceilings before they are left aside."""


def see(war: Sea, ship: int) -> None:
    """A ship is recognised where it lies."""
    setup = war.setup
    lot = war.lot(ship)
    war.may[ship] = 1 << lot
    war.known |= 1 << ship
    if lot >= GROUP:
        group = setup.group_of(lot)
        war.real |= 1 << group
        if setup.freighters >> ship & 1:
            base = 0 if war.gib >> ship & 1 else 1
            war.convoy[base] &= war.left[group]


def expose(war: Sea, group: int, rule: str = "MC-RECON.4") -> None:
    """A group is turned face up [MC-RECON.4]; a dummy is taken away [MC-RECON.3]."""
    if war.exposed >> group & 1:
        return
    war.reveal()
    if war.dummies >> group & 1:
        unmask(war, group, rule)
        return
    crew = war.crew(group)
    for ship in bits(crew):
        see(war, ship)
    forget(war, group, crew)
    war.exposed |= 1 << group
    war.real |= 1 << group
    if war.log is not None:
        facts = (("ships", ships_named(war, crew)),)
        war.tell(Event("exposed", rule, AX, (group, *bits(crew)), spaces=(war.at[group],), facts=facts))


def ships_named(war: Sea, ships: int) -> str:
    """Ships by their names, in a row; empty if there are none."""
    return ", ".join(war.setup.piece_names[ship] for ship in bits(ships))


def unmask(war: Sea, group: int, rule: str) -> None:
    """A dummy is found and out of play for the season [MC-RECON.3]."""
    if war.log is not None:
        war.tell(Event("dummy", rule, AX, (group,), spaces=(war.at[group],) if war.at[group] >= 0 else ()))
    war.dummies &= ~(1 << group)
    war.unmasked += 1
    remove(war, group)


def remove(war: Sea, group: int) -> None:
    """A group is no more, and nothing is in it."""
    war.groups &= ~(1 << group)
    war.homeward &= ~(1 << group)
    war.exposed &= ~(1 << group)
    war.at[group] = NOWHERE
    forget(war, group, 0)


def forget(war: Sea, group: int, crew: int) -> None:
    """No ship but these can be in a group."""
    gone = ~(1 << war.setup.lot_of(group))
    may = war.may
    for ship in war.setup.allied_list:
        if not crew >> ship & 1:
            may[ship] &= gone


def only(war: Sea, group: int, ships: int) -> None:
    """None of these ships can be in a group."""
    forget(war, group, war.setup.allied & ~ships)


def leaves(war: Sea, group: int, base: int) -> None:
    """A group leaves a base: any ship that may lie there may be in it; freighters only if their convoy may leave now [MC-DUR.2]."""
    setup = war.setup
    here, there = 1 << base, 1 << setup.lot_of(group)
    war.left[group] = 1 << war.hour
    war.origin[group] = base
    unbound = setup.allied
    hours = war.convoy[base - GIB]
    if hours & 1:
        war.convoy[base - GIB] = hours | 1 << war.hour
    elif not hours >> war.hour & 1:
        unbound &= ~setup.freighters
    may = war.may
    for ship in setup.allied_list:
        if may[ship] & here and unbound >> ship & 1:
            may[ship] |= there


def divides(war: Sea, group: int, part: int) -> None:
    """A group divides: dummies cannot, so both parts are real."""
    here, there = 1 << war.setup.lot_of(group), 1 << war.setup.lot_of(part)
    war.left[part] = war.left[group]
    war.origin[part] = war.origin[group]
    war.real |= 1 << group | 1 << part
    may = war.may
    for ship in war.setup.allied_list:
        if may[ship] & here:
            may[ship] |= there


def merges(war: Sea, group: int, other: int) -> None:
    """Two groups become one, under the label of the first."""
    here, there = 1 << war.setup.lot_of(group), 1 << war.setup.lot_of(other)
    war.left[group] |= war.left[other]
    if war.origin[group] == MALTA:
        war.origin[group] = war.origin[other]
    war.real |= 1 << group
    may = war.may
    for ship in war.setup.allied_list:
        if may[ship] & there:
            may[ship] = may[ship] & ~there | here
    remove(war, other)


def bound(war: Sea, group: int) -> int:
    """The ships that could not do what a group has just done if it has crossed the Point of No Return [MC-PNR.1]."""
    setup = war.setup
    strangers = setup.allied & ~war.known if war.origin[group] == GIB else 0
    from_gibraltar = war.gib & war.known | strangers
    return from_gibraltar & (setup.allied if setup.freighters_bound else setup.warships)


# --- imagining


def deal(war: Sea, rng: random.Random) -> None:
    """Give every ship a place the Axis must think possible, and forget what the Allies are in the middle of."""
    setup = war.setup
    war.close("hand")
    war.labels.sort()
    rng.shuffle(war.labels)
    may = war.may
    inside = [0] * len(war.inside)
    unknown = []
    for ship in setup.allied_list:
        if may[ship] & (may[ship] - 1):
            unknown.append(ship)
        else:
            inside[may[ship].bit_length() - 1] |= 1 << ship
    war.gib &= war.known
    war.alex &= war.known
    groups = war.groups | war.homeward
    empty = mask_of(g for g in bits(groups) if not inside[setup.lot_of(g)])
    plan = _Plan(war, inside, unknown, rng)
    plan.settle(list(bits(empty & war.real)), list(bits(empty & ~war.real)))
    war.inside = inside
    war.dummies = plan.dummies
    spare = setup.decoys - war.unmasked - war.dummies.bit_count()
    east = rng.randrange(spare + 1) if setup.both_bases else 0
    war.decoys = [spare - east, east]
    _ready(war)


def _ready(war: Sea) -> None:
    """Strikes held ready are seen only in exposed groups; a group known to be weak holds enough of them [MC-CV.2]."""
    setup = war.setup
    shown = 0
    for group in bits(war.exposed):
        shown |= war.crew(group)
    war.ready = [n if shown >> p & 1 else 0 for p, n in enumerate(war.ready)]
    for group in bits(war.weak & war.groups & ~war.exposed):
        for carrier in bits(war.crew(group) & setup.carriers & ~war.hit):
            if war.flak(group) >= setup.aa["helper"]:
                war.ready[carrier] = war.flights[carrier]


class _Plan:
    """One way to fill the groups: which ships came to which base, when the convoys left, which groups are dummies."""

    def __init__(self, war: Sea, inside: list[int], unknown: list[int], rng: random.Random) -> None:
        self.war, self.inside, self.unknown, self.rng = war, inside, unknown, rng
        self.dummies = 0
        setup = war.setup
        self.from_base = {GIB: 1 << GIB, ALEX: 1 << ALEX}
        """The lots in which ships of a base can be."""
        for group in bits(war.groups | war.homeward):
            if war.origin[group] in self.from_base:
                self.from_base[war.origin[group]] |= 1 << setup.lot_of(group)

    def settle(self, real: list[int], open_: list[int]) -> None:
        """Try bases and times in random order until every group that must hold a ship can get one."""
        war, rng = self.war, self.rng
        window = war.setup.window
        times = [(g, a) for g in bits(war.convoy[0]) for a in bits(war.convoy[1]) if not g or not a or abs(g - a) <= window]
        spare = war.setup.decoys - war.unmasked
        rng.shuffle(open_)
        for attempt in range(DRAFTS + 1):
            # The last attempt leaves the ceilings aside: the truth fits it, so it cannot fail.
            draft = self._draft() if attempt < DRAFTS else {ship: war.may[ship] for ship in self.unknown}
            rng.shuffle(times)
            for time in times:
                allowed = self._in_time(draft, time)
                taken = self._match(real, open_, allowed, spare)
                if taken is not None:
                    self._place(taken, open_, allowed, time, spare)
                    return
        raise AssertionError("the Axis has learned what cannot be true")

    def _draft(self) -> dict[int, int]:
        """A base for every ship whose base is not known, within the ceilings [MC-FORCES.1]; the lots each may then lie in."""
        war, rng = self.war, self.rng
        setup = war.setup
        gib, alex = war.gib & war.known, war.alex & war.known
        lots_of = {}
        order = self.unknown[:]
        rng.shuffle(order)
        for ship in order:
            may = war.may[ship]
            if war.known >> ship & 1:
                lots_of[ship] = may
                continue
            lots_of[ship] = may & 1 << RESERVE
            bases = [GIB, ALEX] if rng.random() < 0.5 else [ALEX, GIB]
            for base in bases:
                lots = may & self.from_base[base]
                if lots and room(setup, war.column, war.season, gib, alex, ship, base) is None:
                    lots_of[ship] = lots
                    if base == GIB:
                        gib |= 1 << ship
                    else:
                        alex |= 1 << ship
                    break
        return {ship: lots_of[ship] for ship in self.unknown}

    def _in_time(self, draft: dict[int, int], time: tuple[int, int]) -> dict[int, int]:
        """The same if the convoys left at these times: no freighter is in a group that left at another [MC-DUR.2]."""
        war, setup = self.war, self.war.setup
        late = 0
        for group in bits(war.groups | war.homeward):
            base = war.origin[group]
            if base in (GIB, ALEX) and not war.left[group] >> time[base - GIB] & 1:
                late |= 1 << setup.lot_of(group)
        return {ship: lots & ~late if setup.freighters >> ship & 1 else lots for ship, lots in draft.items()}

    def _match(self, real: list[int], open_: list[int], allowed: dict[int, int], spare: int) -> dict[int, int] | None:
        """A ship (key) for each real group and for all open ones but as many as may be dummies; None if there is no way."""
        holds: dict[int, int] = {}

        def find(lot: int, tried: set[int]) -> bool:
            for ship, lots in allowed.items():
                if lots >> lot & 1 and ship not in tried:
                    tried.add(ship)
                    if ship not in holds or find(holds[ship], tried):
                        holds[ship] = lot
                        return True
            return False

        lot_of = self.war.setup.lot_of
        if not all(find(lot_of(group), set()) for group in real):
            return None
        if not all(allowed.values()):
            return None
        missing = sum(not find(lot_of(group), set()) for group in open_)
        return holds if missing <= spare else None

    def _place(self, holds: dict[int, int], open_: list[int], allowed: dict[int, int], time: tuple[int, int], spare: int) -> None:
        """Put every ship down: one into each group, the others anywhere; some groups that could hold ships are dummies too."""
        war, rng = self.war, self.rng
        lot_of = war.setup.lot_of
        held = set(holds.values())
        empty = [g for g in open_ if lot_of(g) not in held]
        more = rng.randrange(min(spare, len(open_)) - len(empty) + 1)
        self.dummies = mask_of([*empty, *[g for g in open_ if lot_of(g) in held][:more]])
        shut = mask_of(lot_of(g) for g in bits(self.dummies))
        order = [lot_of(g) for g in bits((war.groups | war.homeward) & ~self.dummies)]
        rng.shuffle(order)  # ships keep together: most are in the first of these groups that can hold them
        for ship in self.unknown:
            lot = holds.get(ship, RESERVE)
            if ship not in holds or shut >> lot & 1:
                lots = allowed[ship] & ~shut
                lot = self._choose(lots, order) if lots else self._port(ship, allowed[ship])
            self._put(ship, lot)
        merchants = war.setup.freighters
        for base, mine in enumerate((war.gib, war.alex)):
            ashore = self.inside[GIB + base] | self.inside[RESERVE] & ~war.sunk
            war.departed[base] = time[base] if mine & merchants & ~ashore or not war.convoy[base] & 1 else 0

    def _choose(self, lots: int, order: list[int]) -> int:
        """One of several lots, rather an earlier one."""
        for lot in order:
            if lots >> lot & 1 and self.rng.random() < TOGETHER:
                return lot
        return nth(lots, int(self.rng.random() * lots.bit_count()))

    def _port(self, ship: int, lots: int) -> int:
        """Where a ship lies that would have been in a group that is a dummy after all."""
        return RESERVE if not self.war.known >> ship & 1 else (lots & -lots).bit_length() - 1

    def _put(self, ship: int, lot: int) -> None:
        war = self.war
        self.inside[lot] |= 1 << ship
        if not war.known >> ship & 1 and lot != RESERVE:
            if self.from_base[GIB] >> lot & 1:
                war.gib |= 1 << ship
            else:
                war.alex |= 1 << ship


def suspects(war: Sea, group: int) -> int:
    """The ships that may be in a group, from what the Axis knows."""
    bit = 1 << war.setup.lot_of(group)
    return mask_of(ship for ship in war.setup.allied_list if war.may[ship] & bit)
