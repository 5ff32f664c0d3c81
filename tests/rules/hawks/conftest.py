"""A sky in any situation, in one line.

    war = sky("BR20 1 D4/3; Hurricane 1 D5/4", move="BR20 1", clouds="D5/3", chits={"BR20 1": "LUCKY"})
    war.play("to", "D5/3")

The first scenario that has all the planes is taken. Planes not named are parked in the corners G1 and A9, all chits are NONE,
and no dice are laid down: a roll that a test has not scripted is an error.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import grandharbour as gh
from grandharbour.engine.dice import Scripted, Seeded
from grandharbour.engine.event import Event
from grandharbour.games.hawks import GAME
from grandharbour.games.hawks.state import CHITS, NONE, Sky
from grandharbour.games.hawks.turn import Activations, Turn
from tests.play import about as about
from tests.play import offers
from tests.play import side as side

PHASES = {"priority": "", "initiative": "priorities", "aa": "movement", "bombing": "anti-aircraft", "end": "bombing"}
"""The phase that has been played when these begin."""
PARKED = ("G1/1", "A9/1")


def names(text: str) -> list[str]:
    """The names in a list like "CR42 1, CR42 2"."""
    return [name.strip() for name in text.replace(";", ",").split(",") if name.strip()]


def scenario_with(planes: list[str]) -> str:
    """The first scenario that has all these planes."""
    for scenario in GAME.scenarios:
        if set(planes) <= set(GAME.setup(scenario).names.lists["piece"]):
            return scenario
    raise ValueError(f"no scenario has {planes}: name one, or give it a table pack")


def sky(
    planes: str = "",
    *,
    move: str = "",
    phase: str = "",
    dice: tuple[Any, ...] = (),
    objectives: str = "",
    ruins: str = "",
    rolled: int = 3,
    guns: str = "",
    guns_fired: str = "",
    clouds: str = "",
    chits: Mapping[str, str] | None = None,
    up: str = "",
    hit: str = "",
    fired: str = "",
    bombed: str = "",
    down: str = "",
    home: str = "",
    turn: int = 3,
    scenario: str = "",
    options: Mapping[str, bool | str] | None = None,
    tables: str = "",
) -> Sky:
    """A war with these planes in their spaces, about to move them in turn (``move``) or at the beginning of a phase."""
    places = dict(entry.rsplit(" ", 1) for entry in names(planes))
    chits = chits or {}
    if not scenario:
        named = [*places, *names(move), *names(down), *names(home), *names(hit), *names(fired), *names(bombed), *chits]
        scenario = scenario_with(named)
    setup = GAME.setup(scenario, options, tables)
    war = Sky(setup, Scripted(dice, 0, Seeded(bytes(32))))
    GAME.open(war)
    find = setup.names.find

    def pieces(text: str) -> int:
        return sum(1 << find("piece", name) for name in names(text))

    def spaces(text: str) -> int:
        return sum(1 << find("space", name) for name in names(text))

    war.turn = turn
    war.down, war.home = pieces(down), pieces(home)
    for plane, name in enumerate(setup.names.lists["piece"]):
        gone = (war.down | war.home) >> plane & 1
        war.at[plane] = -1 if gone else find("space", places.get(name, PARKED[setup.side_of[plane]]))
        war.hit_markers[plane] = int(name in names(hit))
        war.chit[plane] = CHITS.index(chits[name]) if name in chits else NONE
    war.fired, war.bombed, war.up = pieces(fired), pieces(bombed), pieces(up)
    war.objectives, war.ruins, war.objectives_rolled = spaces(objectives), spaces(ruins), rolled
    war.guns, war.guns_fired = spaces(guns), spaces(guns_fired)
    war.clouds = tuple(sorted(find("space", name) for name in names(clouds)))
    if move:
        war.order_shown, war.initiative = True, 0
        war.order = [tuple(find("piece", n) for n in names(move) if setup.side_of[find("piece", n)] == side) for side in (0, 1)]
        war.stack = (Activations(tuple(find("piece", name) for name in names(move))), (Turn(phase="movement"), None))
    else:
        war.stack = (Turn(phase=PHASES[phase]), None)
    war.log = []
    war.run()
    return war


def asked(war: Sky) -> dict[str, list[Any]]:
    """The only decision owed, as verbs with printed targets."""
    assert len(war.asked()) == 1, "several sides are asked"
    return offers(war)


def at(war: Sky, plane: str) -> str:
    """Where a plane is: a space, "-" when it has left."""
    return war.setup.names.of("space", war.at[war.setup.names.find("piece", plane)])


def hits(war: Sky, plane: str) -> int:
    """The HIT markers of a plane."""
    return war.hit_markers[war.setup.names.find("piece", plane)]


def listed(war: Sky, mask: int) -> set[str]:
    """A set of planes by name."""
    return {name for i, name in enumerate(war.setup.names.lists["piece"]) if mask >> i & 1}


def squares(war: Sky, mask: int) -> set[str]:
    """A set of squares by name."""
    return {name for i, name in enumerate(war.setup.names.lists["space"]) if mask >> i & 1}


def clouds(war: Sky) -> list[str]:
    """Where the clouds are."""
    return sorted(war.setup.names.of("space", cell) for cell in war.clouds)


def rolls(war: Sky) -> list[Event]:
    """The rolls so far, with their results."""
    return [event for event in war.log or () if event.result is not None]


def results(war: Sky) -> list[str]:
    """The results of all rolls so far."""
    return [event.result or "" for event in rolls(war)]


def refused(war: Sky, verb: str, target: str | None = None) -> str:
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
