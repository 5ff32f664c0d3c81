"""What pytest needs to know: ``--game``, and that all questions of one walk belong to one process."""

from __future__ import annotations

import pytest

pytest.register_assert_rewrite(*(f"{__package__}.{name}" for name in ("chances", "decisions", "records", "secrets", "walk")))


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("grandharbour")
    group.addoption("--game", action="append", metavar="ID", help="examine this game (grandharbour.conformance); may be repeated")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "xdist_group(name): tests that share a walk run in one process")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """pytest-xdist writes the group of a test behind its name, and pytest 9.2 reads the name elsewhere: then every process would
    walk every walk."""
    if getattr(config.option, "loadgroup", False):
        for item in items:
            named, kept = getattr(item, "_nodeid", item.nodeid), getattr(item, "_id", None)
            if kept is not None and named != item.nodeid:
                item._id = type(kept).parse(named)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A test of this package runs over every game, or over every scenario of every game."""
    if metafunc.module.__name__.startswith(f"{__package__}."):
        over(metafunc)


def over(metafunc: pytest.Metafunc) -> None:
    """Give a test its games (``name``), or its games with their scenarios (``name``, ``scenario``)."""
    from ..engine.game import game, games

    if any("name" in mark.args[0] for mark in metafunc.definition.iter_markers("parametrize")):
        return  # it has chosen them itself
    names = metafunc.config.getoption("game", None) or list(games())
    if "scenario" in metafunc.fixturenames:
        cases = [
            pytest.param(name, scenario, marks=pytest.mark.xdist_group(f"{name} {scenario}"))
            for name in names
            for scenario in game(name).scenarios
        ]
        metafunc.parametrize(("name", "scenario"), cases)
    elif "name" in metafunc.fixturenames:
        metafunc.parametrize("name", names)
