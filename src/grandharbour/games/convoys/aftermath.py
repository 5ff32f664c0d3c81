"""What happens to ships after a battle, a raid or a turn, one ship or squadron after the other [MC-HIT.5, MC-SUB.4, MC-NAVAL.11]."""

from __future__ import annotations

from typing import Annotated

from ...engine.event import Event
from ...engine.geometry.bits import bits
from ...engine.kinds import NOWHERE, Pieces, Space, Words
from ...engine.step import Step
from .damage import drop, homeward_attack, repair, sink
from .state import GROUP, RESERVE, Sea

LIMP, QUIT, STALK, DOCK, PORT = range(5)
What = Annotated[int, Words("limp", "quit", "stalk", "dock", "port")]
Chore = tuple[What, Pieces, Space]
"""What to do, for which ships, and where."""


class Chores(Step[Sea], frozen=True):
    """A list of such things, each with its own dice."""

    todo: tuple[Chore, ...]

    def go(self, war: Sea) -> bool:
        if not self.todo:
            war.finish()
            return True
        (what, ships, place), *rest = self.todo
        war.become(Chores(tuple(rest)))
        ships &= ~war.sunk
        if ships:
            _DO[what](war, ships, place)
        return True


def leave_battle(war: Sea, ships: int) -> list[Chore]:
    """Each Hit ship of a side that withdraws may be lost [MC-NAVAL.11]."""
    return [(LIMP, 1 << ship, NOWHERE) for ship in bits(ships & war.hit)]


def homeward(war: Sea, ships: int) -> list[Chore]:
    """Out of their groups and home: one submarine for the warships that return together, one for each Hit ship [MC-SUB.4]; then
    those that are Hit are repaired, also those hit on the way [MC-HIT.5]."""
    sound = ships & ~war.hit & ~war.setup.freighters
    chores: list[Chore] = [(QUIT, ships, NOWHERE)]
    if sound:
        chores.append((STALK, sound, NOWHERE))
    chores += [(STALK, 1 << ship, NOWHERE) for ship in bits(ships & war.hit)]
    return chores + to_dock(ships)


def to_dock(ships: int) -> list[Chore]:
    """Each ship that is Hit by then is repaired [MC-HIT.5]."""
    return [(DOCK, 1 << ship, NOWHERE) for ship in bits(ships)]


def _limp(war: Sea, ships: int, place: int) -> None:
    ship = ships.bit_length() - 1
    die = war.d6()
    gone = die <= war.setup.battle["withdraw_sunk"]
    if war.log is not None:
        result = "lost" if gone else "escapes"
        war.tell(Event("limps", "MC-NAVAL.11", war.setup.side_of[ship], (ship,), dice=(die,), total=die, result=result))
    if gone:
        sink(war, ship, "MC-NAVAL.11")


def _quit(war: Sea, ships: int, place: int) -> None:
    """Allied ships leave their group or Malta: what happens to them on the way is no loss of those who stay [MC-MOVE.4]."""
    for ship in bits(ships & war.setup.allied):
        lot = war.lot(ship)
        if war.hit >> ship & 1 and war.log is not None and lot >= GROUP:
            war.tell(Event("sent_home", "MC-HIT.5", war.setup.side_of[ship], (ship,), spaces=(war.at[war.setup.group_of(lot)],)))
        if lot != RESERVE:
            drop(war, ship)


def _stalk(war: Sea, ships: int, place: int) -> None:
    homeward_attack(war, ships)


def _port(war: Sea, ships: int, place: int) -> None:
    for ship in bits(ships):
        war.at[ship] = place


def _dock(war: Sea, ships: int, place: int) -> None:
    if not war.hit & ships:
        return
    ship = ships.bit_length() - 1
    if war.setup.italian & ships:
        war.at[ship] = NOWHERE
    elif war.lot(ship) != RESERVE:
        drop(war, ship)
    repair(war, ship)


_DO = (_limp, _quit, _stalk, _dock, _port)
