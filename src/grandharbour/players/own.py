"""Players somebody else has written: any object with one method, found by its module path or by an entry point.

    # mybots.py
    class Rusher:
        "Goes for the objective."                       # its first line is shown beside its name

        def choose(self, war, decision, rng):           # see ``Player``
            ...

    harbour tournament c3 --players greedy,mybots:Rusher

An installed package makes its players known to everybody, the server included, with entry points in the group ``grandharbour.players``; the
environment variable HARBOUR_PLAYERS does the same for module paths, with commas between. A path that is neither is only taken on the command
line and in Python: no visitor of a server can name one.
"""

from __future__ import annotations

import importlib
import os
import random
from collections.abc import Callable
from functools import cache
from importlib.metadata import entry_points
from typing import Any, Protocol, cast

from ..engine.choice import Decision, Illegal
from ..engine.game import UnknownName
from ..engine.war import War
from .references import REFERENCES

GROUP = "grandharbour.players"


class Player(Protocol):
    """What a player must be able to do."""

    def choose(self, war: War, decision: Decision, rng: random.Random) -> tuple[str, int | str | None]:
        """A verb of ``decision.choices`` and its target, as an int or by name; None where the verb takes none.

        ``war`` is imagined: what the side cannot know has been dealt anew, with dice of its own. It may be copied, changed and played on.
        ``rng`` is the only source of chance to use, so that a run can be played again.
        """
        ...


class BadPlayer(ValueError):
    """A player that cannot be found or does what no player may."""


@cache
def announced() -> dict[str, str]:
    """Players made known by installed packages and by the environment: name -> module path."""
    installed = {point.name: point.value for point in sorted(entry_points(group=GROUP), key=lambda point: point.name)}
    named = [path.strip() for path in os.environ.get("HARBOUR_PLAYERS", "").split(",")]
    return installed | {path: path for path in named if path}


@cache
def _find(player: str) -> Callable[[], Player]:
    path = REFERENCES[player].path if player in REFERENCES else announced().get(player, player)
    module, colon, name = path.partition(":")
    if not colon or not module or not name:
        raise UnknownName(f"there is no computer player {player!r}")
    try:
        thing: Any = importlib.import_module(module)
        for part in name.split("."):
            thing = getattr(thing, part)
    except (ImportError, AttributeError) as missing:
        raise BadPlayer(f"the player {player!r} cannot be found: {missing}") from None
    if isinstance(thing, type):
        if not callable(getattr(thing, "choose", None)):
            raise BadPlayer(f"{player!r} has no method choose")
        return cast(Callable[[], Player], thing)
    if not callable(getattr(thing, "choose", None)):
        raise BadPlayer(f"{player!r} is neither a class nor an object with a method choose")
    return lambda: cast(Player, thing)


def make(player: str) -> Player:
    """A player for one game: a class is called without arguments, any other object is taken as it is."""
    return _find(player)()


def about(player: str) -> str:
    """The first line a player says about itself."""
    said = (getattr(_find(player), "__doc__", "") or getattr(type(make(player)), "__doc__", "") or "").strip()
    return said.splitlines()[0] if said else ""


def ask(player: Player, name: str, war: War, side: int, rng: random.Random) -> tuple[str, int]:
    """A player's choice, from what its side may know; BadPlayer if it is none of those listed."""
    seen = war.imagine(side, rng)
    decision = seen.decisions[side]
    answer = player.choose(seen, decision, rng)
    try:
        verb, target = answer
        number = target if isinstance(target, int) else war._target(verb, target)
    except (TypeError, ValueError, Illegal) as wrong:
        raise BadPlayer(f"{name} answered {answer!r}: {wrong}") from None
    if number < 0 or not decision.choices.get(verb, 0) >> number & 1:
        raise BadPlayer(f"{name} answered {answer!r}, which is not among the choices")
    return verb, number
