"""Every public name of what others build on says what it is for; the package is entered by every door."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import subprocess
import sys
from collections.abc import Iterator
from types import ModuleType

import pytest

import grandharbour
from grandharbour.engine.dice import Dice

ROOMS = ("engine", "players", "lab", "adapters")
PROTOCOLS = (Dice,)
"""Who keeps one of these need not say again what its methods do."""


def modules(room: str) -> Iterator[ModuleType]:
    top = importlib.import_module(f"grandharbour.{room}")
    yield top
    for info in pkgutil.walk_packages(top.__path__, f"{top.__name__}."):
        if not info.name.rpartition(".")[2].startswith("test_"):
            yield importlib.import_module(info.name)


def silent(room: str) -> Iterator[str]:
    """Public modules, classes, functions and methods of a room that say nothing about themselves."""
    for module in modules(room):
        if not (module.__doc__ or "").strip():
            yield module.__name__
        for name, thing in vars(module).items():
            if name.startswith("_") or getattr(thing, "__module__", None) != module.__name__:
                continue
            if inspect.isclass(thing):
                if not (vars(thing).get("__doc__") or "").strip():
                    yield f"{module.__name__}.{name}"
                for member, value in vars(thing).items():
                    function = (
                        value.fget if isinstance(value, property) else getattr(value, "__func__", getattr(value, "func", value))
                    )
                    inherits = any(
                        hasattr(base, member) for base in (*thing.__mro__[1:], *(p for p in PROTOCOLS if p is not thing))
                    )
                    if not member.startswith("_") and inspect.isfunction(function) and not inherits and not function.__doc__:
                        yield f"{module.__name__}.{name}.{member}"
            elif inspect.isfunction(thing) and not thing.__doc__:
                yield f"{module.__name__}.{name}"


@pytest.mark.parametrize("room", ROOMS)
def test_every_public_name_says_what_it_is_for(room: str) -> None:
    assert not list(silent(room))


@pytest.mark.parametrize("name", ["c3", "convoys", "hawks", "herkules", "kesselring"])
def test_a_game_can_be_imported_by_its_own_name(name: str) -> None:
    room = importlib.import_module(f"grandharbour.games.{name}")
    assert grandharbour.game(name) is room.GAME
    assert grandharbour.games()[name] is room.GAME, "and the list of games can still be called"


@pytest.mark.parametrize("first", ["import grandharbour.games.hawks", "import grandharbour", "from grandharbour import games"])
def test_in_whatever_order(first: str) -> None:
    told = subprocess.run(
        [sys.executable, "-c", f"{first}; import grandharbour as gh; print(gh.games()['hawks'].id)"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert told.stdout.strip() == "hawks"


def test_the_package_runs_as_a_module() -> None:
    told = subprocess.run([sys.executable, "-m", "grandharbour", "--version"], capture_output=True, text=True, check=True)
    assert grandharbour.__version__ in told.stdout
