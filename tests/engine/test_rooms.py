"""The rooms stay apart: who may import whom, and what must not stand in the code at all."""

from __future__ import annotations

import ast
import subprocess
import sys
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

import grandharbour

ROOT = Path(grandharbour.__file__).parent
FILES = sorted(ROOT.rglob("*.py"))

ALLOWED = {
    "engine": {"engine"},
    "games": {"engine"},  # and its own game, checked below
    "players": {"engine", "players"},
    "lab": {"engine", "players", "lab"},
    "press": {"engine", "players", "press"},
    "server": {"engine", "players", "lab", "press", "server"},
    "adapters": {"engine", "players", "adapters"},
    "conformance": {"engine", "players", "lab", "conformance"},
}
"""What each room may import of the package; the command line and the front door may import everything."""


def imports(path: Path, tree: ast.Module | None = None) -> set[str]:
    """The modules of our package that a file imports, by their full names."""
    package = ["grandharbour", *path.relative_to(ROOT).parts[:-1]]
    found = set()
    for node in ast.walk(tree or ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            module = ".".join([*base, *([node.module] if node.module else [])])
            found |= {f"{module}.{alias.name}" for alias in node.names}
    return {name for name in found if name.split(".")[0] == "grandharbour"}


def test_rooms_import_only_what_they_may() -> None:
    seen = set()
    for path in FILES:
        parts = path.relative_to(ROOT).parts
        room = parts[0]
        if room not in ALLOWED:
            assert len(parts) == 1 or room == "cli", f"an unknown room: {room}"
            continue
        seen.add(room)
        for name in imports(path):
            words = name.split(".")
            where = words[1] if len(words) > 1 else ""
            if where in {"__version__", "engine"} or (room in ("engine", "conformance") and where == ""):
                continue
            if room == "games":
                assert words[1:3] == ["games", parts[1]], f"{path.name} imports {name}"
            else:
                assert where in ALLOWED[room] or not (ROOT / where).is_dir(), f"{path.relative_to(ROOT)} imports {name}"
                assert where != "games", f"{path.relative_to(ROOT)} imports {name}"
    assert {"engine", "games"} <= seen


def test_the_engine_knows_no_game() -> None:
    import grandharbour as gh

    for path in (ROOT / "engine").rglob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        strings = {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)}
        assert not strings & set(gh.games()), path.name


@pytest.mark.parametrize("room", ["engine", "games"])
def test_nobody_copies_deeply_or_uses_the_system_dice(room: str) -> None:
    for path in (ROOT / room).rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        assert "deepcopy" not in text, path
        assert "random.random(" not in text and "random.randint(" not in text and "random.choice(" not in text, path
        assert not any(isinstance(node, (ast.Yield, ast.YieldFrom)) for node in steps_of(text)), f"{path}: a step is no generator"


def steps_of(text: str) -> list[ast.AST]:
    """Everything inside the step classes of a file."""
    classes = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.ClassDef)]
    return [node for cls in classes if any("Step" in ast.unparse(base) for base in cls.bases) for node in ast.walk(cls)]


def test_no_path_of_anybodys_machine() -> None:
    homes = ["/" + name + "/" for name in ("work", "home", "root", "Users", "tmp")] + ["C:" + "\\"]
    tests = Path(__file__).parents[1]
    for path in [*FILES, *tests.rglob("*.py")]:
        text = path.read_text(encoding="utf-8")
        assert not [home for home in homes if home in text], path


def test_doctests() -> None:
    import doctest
    import importlib

    for path in FILES:
        if path.relative_to(ROOT).parts[0] in {"engine", "games", "__init__.py"}:
            name = ".".join(["grandharbour", *path.relative_to(ROOT).with_suffix("").parts]).removesuffix(".__init__")
            if ">>>" in path.read_text(encoding="utf-8"):
                failed, tried = doctest.testmod(importlib.import_module(name))
                assert tried and not failed, name


def test_the_front_door() -> None:
    """A game is a package to import; the package of the games, called, lists them; the whole is a command."""
    import grandharbour.games.hawks as hawks

    assert grandharbour.games()["hawks"] is hawks.GAME is grandharbour.games.hawks.GAME
    said = subprocess.run([sys.executable, "-m", "grandharbour", "--version"], capture_output=True, text=True, check=True)
    assert said.stdout.startswith("grandharbour ")


def test_found_is_no_name() -> None:
    """What is found is something: a row, a pack, an answer."""
    named = [
        f"{path.relative_to(ROOT)}, line {node.lineno}"
        for path in FILES
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if (isinstance(node, ast.Name) and node.id == "found") or (isinstance(node, ast.arg) and node.arg == "found")
    ]
    assert not named


@pytest.mark.parametrize("room", ["engine", "players", "lab", "adapters"])
def test_every_public_name_says_what_it_is_for(room: str) -> None:
    """What a method of a better known kind does, that kind says; the dice say it in their protocol."""
    import importlib
    import inspect

    from grandharbour.engine.dice import Dice

    silent, names = [], 0
    for path in sorted((ROOT / room).rglob("*.py")):
        module = importlib.import_module(
            ".".join(["grandharbour", *path.relative_to(ROOT).with_suffix("").parts]).removesuffix(".__init__")
        )
        here = [(name, it) for name, it in vars(module).items() if getattr(it, "__module__", "") == module.__name__]
        told = [(name, it) for name, it in here if inspect.isfunction(it) or inspect.isclass(it)]
        for kind, it in [pair for pair in told if inspect.isclass(pair[1])]:
            members = [name for name, member in vars(it).items() if inspect.isroutine(member) or isinstance(member, property)]
            told += [(f"{kind}.{name}", getattr(it, name)) for name in members if name not in vars(Dice)]
        public = [(name, it) for name, it in told if not any(part.startswith("_") for part in name.split("."))]
        silent += [f"{module.__name__}.{name}" for name, it in public if not inspect.getdoc(it)]
        names += len(public)
    assert names > 20 and not silent


TOLD = {"forecast", "weighing", "prospects", "advice", "show", "layers", "staff", "brief"}
"""Rooms of a game in which nothing is decided: what people and computer players are told."""


@pytest.mark.parametrize("name", sorted(name for name, game in grandharbour.games().items() if game.chapters))
def test_the_rules_run_without_what_is_told_about_them(name: str) -> None:
    """No chapter, and not the state, imports a brief, a forecast or a weighing when it is read."""
    game = grandharbour.game(name)
    folder = Path(game.folder)
    rules = {Path(str(chapter.__file__)).stem for chapter in game.chapters} | {"state", "results"}
    assert len(rules) > 3
    for room in sorted(rules):
        path = folder / f"{room}.py"
        if not path.exists():
            continue
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ImportFrom) and node.level == 1:
                named = {node.module} if node.module else {alias.name for alias in node.names}
                wrong = {it for it in named if it in TOLD or str(it).endswith(("_brief", "_advice"))}
                assert not wrong, f"{name}/{room}.py imports {', '.join(map(str, wrong))}"


LAZY = {("games.convoys.state", "games.convoys.knowledge")}
"""Imports inside a function that close a circle: what a sea imagines is dealt by a module that knows seas."""


def graph() -> dict[str, set[str]]:
    """Which module imports which, also inside functions; not what only the type checker reads."""
    modules = {
        path.relative_to(ROOT).with_suffix("").as_posix().replace("/", ".").removesuffix(".__init__"): path for path in FILES
    }
    found: dict[str, set[str]] = {}
    for module, path in modules.items():
        tree = ast.parse(path.read_text(encoding="utf-8"))
        typing = [node for node in tree.body if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)]
        for node in typing:
            node.body = [ast.Pass()]
        names = {name.removeprefix("grandharbour.") for name in imports(path, tree)}
        found[module] = {name if name in modules else name.rpartition(".")[0] for name in names} & modules.keys() - {module}
    return found


def test_no_module_imports_itself_by_a_roundabout_way() -> None:
    whole = graph()
    assert all(after in whole[before] for before, after in LAZY), "one of them is gone: strike it from the list"
    TopologicalSorter({m: {a for a in after if (m, a) not in LAZY} for m, after in whole.items()}).prepare()
    with pytest.raises(CycleError):
        TopologicalSorter(whole).prepare()


def test_decisions_and_events_name_what_they_hold() -> None:
    """Four values in a row can be read; the fifth says what it is."""
    crowded = [
        f"{path.relative_to(ROOT)}, line {node.lineno}"
        for path in sorted((ROOT / "games").rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
        and getattr(node.func, "id", getattr(node.func, "attr", "")) in ("Decision", "Event")
        and len(node.args) > 4
    ]
    assert not crowded
