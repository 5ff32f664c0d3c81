"""The Mediterranean in any situation, in one line.

    war = sea({"A": ("W13", ["Nelson", "Freighter 1"])}, fleet={"Littorio": "W13"}, planes={"StuG 1": "Sicily"})
    war = at(war, Flights())            # with a step on top; the pause below waits for ever

No dice are laid down: a roll that a test has not scripted is an error.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from grandharbour.engine.dice import Scripted, Seeded
from grandharbour.engine.geometry.bits import mask_of
from grandharbour.engine.kinds import NOWHERE
from grandharbour.engine.sequence import Run
from grandharbour.engine.step import Step
from grandharbour.games.convoys import GAME
from grandharbour.games.convoys.knowledge import see
from grandharbour.games.convoys.state import ALEX, GIB, GROUP, LABELS, MALTA, RESERVE, ConvoySetup, Sea
from tests.play import about as about
from tests.play import offers as offers
from tests.play import side as side


def piece(war: Sea, name: str) -> int:
    return war.setup.names.find("piece", name)


def space(war: Sea, name: str) -> int:
    return war.setup.names.find("space", name)


def pieces(war: Sea, *names: str) -> int:
    """Pieces by name, as a set."""
    return mask_of(piece(war, name) for name in names)


def group(war: Sea, letter: str) -> int:
    """The counter of a group."""
    return war.setup.group0 + LABELS.index(letter)


def sea(
    groups: Mapping[str, tuple[str, Iterable[str]]] | None = None,
    *,
    scenario: str = "campaign1941",
    season: str = "",
    gibraltar: Iterable[str] = (),
    alexandria: Iterable[str] = (),
    malta: Iterable[str] = (),
    from_alexandria: Iterable[str] = (),
    fleet: Mapping[str, str] | None = None,
    planes: Mapping[str, str] | None = None,
    hit: Iterable[str] = (),
    past: Iterable[str] = (),
    night: bool = False,
    hour: int = 2,
    status: int | None = None,
    korps: str = "",
    forts: Iterable[str] | None = None,
    fuel: int = 9,
    dice: tuple[Any, ...] = (),
    options: Mapping[str, bool | str] | None = None,
    tables: str = "",
) -> Sea:
    """Groups at sea by their letter (no ships: a dummy), ships in harbours, the Italian fleet and aircraft; all known to nobody."""
    # The raid on Taranto is still to come, unless a test says otherwise.
    setup = GAME.setup(scenario, {"raid_1941": "available", **(options or {})}, tables)
    assert isinstance(setup, ConvoySetup)
    war = Sea(setup, Scripted(dice, 0, Seeded(bytes(32))))
    GAME.open(war)
    war.turn, war.hour, war.night, war.fuel = 3, hour, night, fuel
    war.season = setup.seasons.index(season) if season else war.season
    war.due = [0 if due and not setup.groups >> p & 1 else due for p, due in enumerate(war.due)]
    war.down = 0
    if status is not None:
        war.status = war.column = status
    if korps:
        war.korps = war.korps_before = setup.on_track[setup.places[korps]]
    if forts is not None:
        war.forts = war.forts_before = mask_of(setup.places[name] for name in forts)
    for lot, names in ((GIB, gibraltar), (ALEX, alexandria), (MALTA, malta)):
        for name in names:
            _put(war, name, lot)
    for letter, (where, names) in (groups or {}).items():
        bit = 1 << group(war, letter)
        war.groups |= bit
        war.labels.remove(group(war, letter))
        war.at[group(war, letter)] = space(war, where)
        names = list(names)
        if not names:
            war.dummies |= bit
        for name in names:
            _put(war, name, GROUP + LABELS.index(letter))
        if letter in past:
            war.past |= bit
    for name in from_alexandria:
        war.gib &= ~pieces(war, name)
        war.alex |= pieces(war, name)
    for name, where in {**(fleet or {}), **(planes or {})}.items():
        war.at[piece(war, name)] = space(war, where)
        if name in (fleet or {}) and not setup.italian_ports >> space(war, where) & 1:
            war.sailed |= pieces(war, name)
    war.hit = pieces(war, *hit)
    war.decoys = [0, 0]
    war.log = []
    return at(war, Pause())


def _put(war: Sea, name: str, lot: int) -> None:
    ship = piece(war, name)
    war.inside[RESERVE] &= ~(1 << ship)
    war.inside[lot] |= 1 << ship
    if lot == ALEX:
        war.alex |= 1 << ship
    elif name != "Force K":
        war.gib |= 1 << ship
    see(war, ship)


class Pause(Step[Sea], frozen=True):
    """What lies at the bottom in these tests: it waits, and keeps what was handed down."""

    def ask(self, war: Sea) -> tuple[Any, ...]:
        return ()


def at(war: Sea, step: Step[Sea]) -> Sea:
    """The war with a step on top of a pause."""
    war.stack = (step, (Pause(), None)) if not isinstance(step, Pause) else (step, None)
    war._asked = None
    war.run()
    return war


def act(war: Sea, run: type[Run[Sea]], phase: str) -> None:
    """What is done when play comes to a phase, and nothing of what follows."""
    run.sequence[phase].act(run(phase=phase), war)


def settle(war: Sea) -> None:
    """Make the choices that have no alternative, as a table does."""
    while war.asked() and (forced := war.asked()[0].forced) is not None:
        war.play(*forced)


def do(war: Sea, verb: str, target: str | int | None = None) -> None:
    """A choice, and what follows from it without alternative."""
    war.play(verb, target)
    settle(war)


def over(war: Sea) -> bool:
    """What was under way is done."""
    return war.stack is not None and isinstance(war.stack[0], Pause)


def where(war: Sea, name: str) -> str:
    """Where a ship or an air unit is: a lot for Allied ships, a space for the others."""
    p = piece(war, name)
    if war.setup.allied >> p & 1:
        return war.setup.names.of("lot", war.lot(p))
    return "-" if war.at[p] == NOWHERE else war.setup.names.of("space", war.at[p])


def told(war: Sea, *kinds: str) -> list[tuple[Any, ...]]:
    """The events of some kinds: (kind, pieces, result)."""
    names = war.setup.names
    return [
        (event.kind, *(names.of("piece", p) for p in event.pieces), *([event.result] if event.result else []))
        for event in war.log or []
        if not kinds or event.kind in kinds
    ]
