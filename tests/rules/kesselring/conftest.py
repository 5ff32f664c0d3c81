"""An Italy in any situation, in one line.

    war = italy({"15 PzGr": "3116", "45 Inf": "3117"}, garrisons={"AX": ["Roma"], "AL": ["Napoli"]}, active="AL", ap=(5, 8))
    war.play("move")
    war.play("lead", "45 Inf")

Units stand where they are named: a hex ("3116"), a place ("Roma"), or a box of their side ("staging", "display", "withdrawn",
"eliminated", "turn 5", "aside"). All other units are aside, all other Garrisons in their Display. No dice are laid down: a roll that a test
has not scripted is an error. The active side stands before the choice of an Action, or the turn before a phase of PHASES.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import grandharbour as gh
from grandharbour.engine.dice import Scripted, Seeded
from grandharbour.engine.event import Event
from grandharbour.engine.geometry.bits import bits, first
from grandharbour.games.kesselring import GAME
from grandharbour.games.kesselring.actions import Act, spare_garrisons
from grandharbour.games.kesselring.state import SIDES, Italy, KesselringSetup
from grandharbour.games.kesselring.turn import GameTurn
from tests.play import about as about
from tests.play import offers
from tests.play import side as side

PHASES = {
    "turn": "", "allied event": "before event-allied", "axis event": "before event-axis", "income": "before income",
    "withdrawals": "before withdrawals", "arrivals": "before arrivals", "initiative": "before actions",
    "end of phase": "before surrender", "end of turn": "before achse",
}  # fmt: skip


def space(setup: KesselringSetup, name: str, side: int = 0) -> int:
    """A space by hex number, place, or short name of a box of a side."""
    boxes = {
        "staging": setup.staging, "display": setup.display, "withdrawn": setup.withdrawn, "eliminated": setup.dead,
    }  # fmt: skip
    if name in boxes:
        return boxes[name][side]
    if name.startswith("turn "):
        return setup.track[side][int(name[5:])]
    if name == "aside":
        return setup.aside
    if name in setup.places:
        return setup.places[name]
    return setup.names.find("space", name)


def italy(
    units: Mapping[str, str] | None = None,
    *,
    scenario: str = "campaign",
    garrisons: Mapping[str, Iterable[str]] | None = None,
    reduced: Iterable[str] = (),
    forts: Iterable[str] = (),
    ap: tuple[int, int] = (20, 20),
    turn: int = 3,
    active: str = "AX",
    phase: str = "",
    passes: int = 0,
    surrendered: bool = True,
    interdiction: bool = False,
    r_open: bool = False,
    initiative: str = "AL",
    events: Mapping[str, Iterable[int]] | None = None,
    open_city: Iterable[str] = (),
    dice: tuple[Any, ...] = (),
    options: Mapping[str, bool | str] | None = None,
    tables: str = "",
) -> Italy:
    """A war with these units on the map. ``reduced`` names units, or hexes whose Garrison is reduced."""
    setup = GAME.setup(scenario, options, tables)
    assert isinstance(setup, KesselringSetup)
    war = Italy(setup, Scripted(dice, 0, Seeded(bytes(32))))
    GAME.open(war)
    war.reduced = 0
    for piece in range(setup.pieces):
        war.put(piece, setup.display[setup.side_of[piece]] if setup.garrisons >> piece & 1 else setup.aside)
    war.forts = 0
    for name, place in (units or {}).items():
        piece = setup.names.find("piece", name)
        war.put(piece, space(setup, place, setup.side_of[piece]))
    for word, hexes in (garrisons or {}).items():
        side = SIDES.index(word)
        for name in hexes:
            war.put(first(spare_garrisons(war, side)), space(setup, name))
    for name in reduced:
        if name in setup.names.index["piece"]:
            war.reduced |= 1 << setup.names.find("piece", name)
        else:
            war.reduced |= war.in_box(space(setup, name), setup.garrisons)
    war.forts = spaces(war, *forts)
    war.turn, war.ap, war.passes = turn, list(ap), passes
    war.active = SIDES.index(active)
    war.initiative = SIDES.index(initiative)
    war.surrendered, war.interdiction, war.r_open = surrendered, interdiction, r_open
    war.events = [sum(1 << die for die in (events or {}).get(word, ())) for word in SIDES]
    war.open_city = war.open_city_spent = spaces(war, *open_city)
    war.stack = (GameTurn(phase=PHASES[phase]), None) if phase else (Act(war.active, False), (GameTurn(phase="actions"), None))
    war.check()
    war.log = []
    war.run()
    return war


def spaces(war: Italy, *names: str) -> int:
    """A set of hexes or boxes from their names."""
    found = 0
    for name in names:
        found |= 1 << space(war.setup, name)
    return found


def pieces(war: Italy, *names: str) -> int:
    """A set of pieces from their names."""
    return sum(1 << piece(war, name) for name in names)


def piece(war: Italy, name: str) -> int:
    """A piece by name."""
    return war.setup.names.find("piece", name)


def asked(war: Italy) -> dict[str, list[Any]]:
    """The decision owed, as verbs with printed targets."""
    return offers(war)


def step(war: Italy) -> str:
    """The step that asks, by name."""
    assert war.stack is not None
    return type(war.stack[0]).__name__


def at(war: Italy, name: str) -> str:
    """Where a unit is: a hex number, or the name of a box."""
    return war.setup.names.of("space", war.at[piece(war, name)])


def whole(war: Italy, name: str) -> bool:
    """Whether a unit is at full strength."""
    return not war.reduced >> piece(war, name) & 1


def garrisons(war: Italy, word: str) -> list[str]:
    """Hexes with a Garrison of a side; a reduced one has a minus sign behind its number."""
    found = []
    for h in bits(war.posts(SIDES.index(word))):
        weak = war.reduced & war.in_box(h, war.setup.garrisons)
        found.append(war.setup.names.of("space", h) + ("-" if weak else ""))
    return sorted(found)


def listed(war: Italy, mask: int) -> set[str]:
    """A set of pieces by name."""
    return {war.setup.piece_names[i] for i in bits(mask)}


def named(war: Italy, mask: int) -> set[str]:
    """A set of spaces by name."""
    return {war.setup.names.of("space", i) for i in bits(mask)}


def told(war: Italy, kind: str) -> list[Event]:
    """The events of one kind so far."""
    return [event for event in war.log or () if event.kind == kind]


def results(war: Italy) -> list[str]:
    """The results of all rolls so far."""
    return [event.result for event in war.log or () if event.result is not None]


def play(war: Italy, *choices: str) -> None:
    """Several choices in a row, each "verb" or "verb target": play(war, "move", "lead 45 Inf", "unit 45 Inf", "to 3118")."""
    for choice in choices:
        verb, _, target = choice.partition(" ")
        war.play(verb, target or None)


def end_action(war: Italy) -> None:
    """Answer "end" as long as it is offered."""
    while war.outcome is None and "end" in asked(war):
        war.play("end")


def refused(war: Italy, verb: str, target: str | None = None) -> str:
    """The rule that forbids a choice; fails if it is allowed."""
    refusal = war.why_not(verb, target)
    assert refusal is not None, f"{verb} {target} is allowed"
    try:
        war.play(verb, target)
    except gh.Illegal as illegal:
        assert illegal.refusal == refusal
    else:
        raise AssertionError(f"{verb} {target} was played")
    return refusal.rule


# --- combat


def assault(war: Italy, target: str, *units: str) -> None:
    """An attack without a move, up to the attacker's support: assault(war, "3116", "45 Inf", "34 Inf")."""
    play(war, "attack", f"target {target}", *(f"join {unit}" for unit in units), "assault")


def quietly(war: Italy) -> None:
    """No support, no interception, no defence by anything but the units themselves."""
    while war.outcome is None and war.decision is not None and war.decision.choices.keys() & {"enough", "decline", "stand"}:
        war.play(next(verb for verb in ("enough", "decline", "stand") if verb in war.decision.choices))


def fight(war: Italy, target: str, *units: str, dice: tuple[int, ...]) -> Event:
    """An attack nobody supports, settled by these dice; its roll."""
    assault(war, target, *units)
    war.script(*dice)
    quietly(war)
    return told(war, "combat")[-1]


def mods(event: Event | Any) -> dict[str, int]:
    """The modifiers of a roll, or of odds, by label; what a label explains in brackets is left off."""
    return {label.partition(" (")[0]: amount for label, amount, _ in said(event)}


def said(event: Event | Any) -> tuple[tuple[str, int, str], ...]:
    """The modifiers of a roll, or of odds, as people read them."""
    return GAME.modifiers(event.modifiers, GAME.setup())


def fact(event: Event, name: str) -> int | str:
    """One of the facts of an event."""
    return dict(event.facts)[name]
