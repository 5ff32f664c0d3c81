"""A Malta in any situation, in one line.

    war = malta({"I/33": "2121", "2 Devon": "2122"}, active="Friuli")   # before the Movement Segment of an Operation
    war = malta({...}, turn=1)                                          # before a contest
    war = fight({"I/33": "2121"}, {"2 Devon": "2122"}, dice=(8,))       # at the first question of a combat

Units stand in the hex that is named; all others are in the box of units that wait. No dice are laid down: a roll that a
test has not scripted is an error.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from grandharbour.engine.dice import Scripted, Seeded
from grandharbour.engine.geometry.bits import bits, mask_of
from grandharbour.engine.kinds import NOWHERE
from grandharbour.games.c3 import GAME
from grandharbour.games.c3.battle import LAND, Assemble, Bonus, Combat, Declare, odds_column
from grandharbour.games.c3.bombardment import Guns
from grandharbour.games.c3.landing import Fleet, Landing
from grandharbour.games.c3.movement import Move
from grandharbour.games.c3.retreat import retreat_ways
from grandharbour.games.c3.state import AXIS, BRITISH, C3Setup, Malta
from grandharbour.games.c3.turn import Day, Operation
from tests.play import about as about
from tests.play import offers as offered
from tests.play import side as side


def piece(war: Malta, name: str) -> int:
    return war.setup.names.find("piece", name)


def hex_(war: Malta, name: str) -> int:
    return war.setup.names.find("space", name)


def units(war: Malta, *names: str) -> int:
    """Pieces by name, as a set."""
    return mask_of(piece(war, name) for name in names)


def lay(
    where: Mapping[str, str],
    *,
    turn: int = 1,
    dg: Iterable[str] = (),
    reduced: Iterable[str] = (),
    dispersed: Iterable[str] = (),
    struck: Iterable[str] = (),
    control: Iterable[str] = (),
    dice: tuple[Any, ...] = (),
    options: Mapping[str, bool | str] | None = None,
    tables: str = "",
) -> Malta:
    """A war with these units on the map and nothing under way yet."""
    setup = GAME.setup(None, options, tables)
    assert isinstance(setup, C3Setup)
    war = Malta(setup, Scripted(dice, 0, Seeded(bytes(32))))
    GAME.open(war)
    war.turn = turn
    for p in range(setup.pieces):
        war.put(p, setup.reserve[setup.side_of[p]])
    war.dispersed = units(war, *dispersed)
    for name, place in where.items():
        war.put(piece(war, name), hex_(war, place))
        if not war.dispersed >> piece(war, name) & 1:
            war.claim(setup.side_of[piece(war, name)], 1 << hex_(war, place))
    war.dg, war.reduced = units(war, *dg), units(war, *reduced)
    war.struck = mask_of(hex_(war, name) for name in struck)
    war.control |= mask_of(hex_(war, name) for name in control)
    war._where = war._away = war._held = war._near = war._ways = None
    return war


def malta(where: Mapping[str, str], *, active: str = "", acted: Iterable[str] = (), last: int = AXIS, **how: Any) -> Malta:
    """Before a contest, or with ``active`` in the Movement Segment of that Formation."""
    war = lay(where, **how)
    setup = war.setup
    for name in acted:
        war.acted[setup.lot_names.index(name)] = True
    war.last_active = last
    if active:
        lot = setup.lot_names.index(active)
        war.formation, war.active = lot, setup.lot_side[lot]
        war.last_active = war.streak_side = war.active
        war.streak = 1
        war.stack = (Operation(), (Day(phase="operations"), None))
    else:
        war.stack = (Day(phase="before operations"), None)
    war.run()
    return war


def fight(
    attackers: Mapping[str, str], defenders: Mapping[str, str], others: Mapping[str, str] | None = None, *,
    manner: int = LAND, elites: bool = False, **how: Any,
) -> Malta:  # fmt: skip
    """At the first question of a combat against one hex; without ``elites`` nobody uses an elite shift asked for first."""
    war = lay({**attackers, **defenders, **(others or {})}, **how)
    side_ = war.setup.side_of[piece(war, next(iter(attackers)))]
    war.active = side_
    target = hex_(war, next(iter(defenders.values())))
    ours = units(war, *attackers)
    war.stack = (Combat(manner, target, ours, war.hexes_of(ours)), (Pause(), None))
    war.log = []
    war.run()
    settle(war)
    while not elites and war.stack is not None and isinstance(war.stack[0], Bonus):
        do(war, "plain")
    return war


def settle(war: Malta) -> None:
    """Make the choices that have no alternative, as a table does."""
    while war.asked() and (forced := war.asked()[0].forced) is not None:
        war.play(*forced)


def do(war: Malta, verb: str, target: str | None = None) -> None:
    """A choice, and what follows from it without alternative."""
    war.play(verb, target)
    settle(war)


def offers(war: Malta) -> dict[str, list[Any]]:
    """What may be chosen now, in printed names; nothing when a test's combat is over."""
    return offered(war) if war.asked() else {}


def ways_back(where: Mapping[str, str], unit: str, froms: Iterable[str], **how: Any) -> set[str]:
    """The hexes to which a unit may fall back before attackers in some hexes."""
    war = lay(where, **how)
    p = piece(war, unit)
    foes = mask_of(hex_(war, name) for name in froms)
    found = retreat_ways(war, war.setup.side_of[p], 1 << p, war.at[p], foes, 1 << war.at[p])
    return {war.setup.names.of("space", h) for h in bits(found)}


class Pause(Combat, frozen=True):
    """What lies under a combat in these tests: it waits, and keeps what was handed down."""

    manner: int = 0
    target: int = 0
    attackers: int = 0
    froms: int = 0

    def go(self, war: Malta) -> bool:
        return False

    def ask(self, war: Malta) -> tuple[Any, ...]:
        return ()

    def resume(self, war: Malta, value: Any) -> None:
        pass


def told(war: Malta, *kinds: str) -> list[tuple[Any, ...]]:
    """The events of some kinds: (kind, pieces, result)."""
    names = war.setup.names
    return [
        (event.kind, *(names.of("piece", p) for p in event.pieces), *([event.result] if event.result else []))
        for event in war.log or []
        if not kinds or event.kind in kinds
    ]


def place(war: Malta, name: str) -> str:
    """Where a unit is, by name."""
    at = war.at[piece(war, name)]
    return "-" if at == NOWHERE else war.setup.names.of("space", at)


def is_dead(war: Malta, name: str) -> bool:
    return war.at[piece(war, name)] in (war.setup.dead[AXIS], war.setup.dead[BRITISH])


def free(war: Malta) -> bool:
    """The combat is over."""
    return war.stack is not None and isinstance(war.stack[0], Pause)


def start(war: Malta, step: Any) -> Malta:
    """A step on top of a pause, with the Axis to act."""
    war.active = AXIS
    war.stack = (step, (Pause(), None))
    war.log = []
    war.run()
    return war


def sail(war: Malta, lot: int, *later: int) -> Malta:
    """A Formation lands, and others wait for their turn."""
    war.active = AXIS
    war.stack = (Landing(lot), (Fleet(mask_of(later)), (Pause(), None)))
    war.log = []
    war.run()
    return war


def formation(war: Malta, name: str) -> str:
    """The Formation of a unit."""
    return war.setup.lot_names[war.setup.formation_of[piece(war, name)]]


def moving(where: Mapping[str, str], unit: str, **how: Any) -> Malta:
    """A unit picked up in the Movement Segment of its Formation."""
    war = malta(where, active=formation(lay({}), unit), **how)
    war.log = []
    war.play("unit", unit)
    return war


def declared(where: Mapping[str, str], active: str, **how: Any) -> Malta:
    """At the declaration of attacks."""
    war = malta(where, active=active, **how)
    war.log = []
    while war.stack is not None and isinstance(war.stack[0], Move):
        war.play("end")
    return war


def battle(where: Mapping[str, str], active: str, plan: Mapping[str, Iterable[str]], *, guns: bool = False, **how: Any) -> Malta:
    """After these attacks have been declared; with ``guns`` at the first question about guns, else none of them fires."""
    war = declared(where, active, **how)
    for target, names in plan.items():
        war.play("target", target)
        for name in names:
            war.play("join", name)
        if war.stack is not None and isinstance(war.stack[0], Assemble):
            war.play("set")
    if war.stack is not None and isinstance(war.stack[0], Declare):
        war.play("declare")
    while not guns and war.stack is not None and isinstance(war.stack[0], Guns):
        war.play("fire")
    return war


def shell(war: Malta, *laid: tuple[str, str]) -> None:
    """Guns laid on hexes, and fired."""
    for gun, target in laid:
        war.play("gun", gun)
        war.play("on", target)
    war.play("fire")


def answer(war: Malta, *verbs: str) -> None:
    """Give these answers in turn, in between whatever is asked without alternative and no elite shift."""
    for verb in verbs:
        quiet(war, verb)
        war.play(verb)
    quiet(war, "")


def quiet(war: Malta, wanted: str) -> None:
    """Make forced choices, stand with everybody and shift nothing, until something else is asked."""
    while war.asked():
        decision = war.asked()[0]
        if wanted in decision.choices:
            return
        if decision.forced:
            war.play(*decision.forced)
        elif "plain" in decision.choices:
            war.play("plain")
        elif "stand" in decision.choices:
            war.play("stand")
        else:
            return


def column(war: Malta, attackers: Iterable[str], target: str, **how: Any) -> tuple[int, int, str, list[int]]:
    """Attack, defence, column and shifts of a combat as it would be rolled."""
    names = list(attackers)
    ours = units(war, *names)
    where = hex_(war, target)
    hold = war.units_in(where, 1 - war.setup.side_of[piece(war, names[0])])
    combat = Combat(**{"manner": 0, "target": where, "attackers": ours, "froms": war.hexes_of(ours), "hold": hold, **how})
    attack, defence, at, found = odds_column(war, combat)
    return attack, defence, war.setup.columns[at], [amount for _, amount, _ in found]
