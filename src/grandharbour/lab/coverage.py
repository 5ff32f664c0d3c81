"""Which rules of a rulebook have a test: the rulebook's headings joined with the tests' ``rule`` marks."""

from __future__ import annotations

import ast
from pathlib import Path

import msgspec

from ..engine.game import Game


class Coverage(msgspec.Struct):
    """How much of a rulebook the tests name."""

    rules: int
    tested: int
    missing: list[str]
    unknown: list[str]
    """Ids named by tests that the rulebook does not have."""


def marks(folder: Path, game: str) -> dict[str, list[str]]:
    """Rule id -> tests that name it, found by reading the test files, not by running them."""
    tests: dict[str, list[str]] = {}
    for path in sorted(folder.rglob("test_*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if not isinstance(node, (ast.FunctionDef, ast.ClassDef)):
                continue
            for decorator in node.decorator_list:
                if not isinstance(decorator, ast.Call) or ast.unparse(decorator.func).split(".")[-1] != "rule":
                    continue
                words = [a.value for a in decorator.args if isinstance(a, ast.Constant) and isinstance(a.value, str)]
                if words[:1] == [game]:
                    for rule in words[1:]:
                        tests.setdefault(rule, []).append(f"{path.name}::{node.name}")
    return tests


def coverage(game: Game, folder: Path) -> Coverage:
    """Join the two lists."""
    named = marks(folder, game.id)
    rules = game.rulebook.rules
    missing = [rule for rule in rules if rule not in named]
    return Coverage(len(rules), len(rules) - len(missing), missing, [rule for rule in named if rule not in rules])


def find_tests() -> Path | None:
    """The tests of the source tree this package lies in; None for an installed wheel."""
    for parent in Path(__file__).resolve().parents:
        if (parent / "pyproject.toml").exists() and (parent / "tests" / "rules").is_dir():
            return parent / "tests"
    return None
