"""Every rule of our rulebooks has a test that names it."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import grandharbour as gh

RULES = Path(__file__).parent


def proved(name: str) -> set[str]:
    """The rules that the tests of a game claim to prove, by their markers."""
    found: set[str] = set()
    for path in (RULES / name).rglob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.rule":
                values = [argument.value for argument in node.args if isinstance(argument, ast.Constant)]
                assert len(values) == len(node.args), f"{path.name}: line {node.lineno}: rule ids are written out"
                if values[0] == name:
                    found.update(values[1:])
    return found


@pytest.mark.parametrize("name", gh.games())
def test_every_rule_has_a_test(name: str) -> None:
    rules, tested = set(gh.game(name).rulebook.rules), proved(name)
    assert not rules - tested, "rules without a test"
    assert not tested - rules, "tests of rules that are not in the rulebook"
