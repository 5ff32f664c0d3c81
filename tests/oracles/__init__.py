"""Referees: plain, slow versions of rules that are computations, written from the rulebooks."""

from typing import Any


def par(war: Any) -> int:
    """The points the first side begins with, less than nothing if the other does: what the table says, if the option asks for it."""
    setup = war.setup
    if setup.options["auction"]:
        return int(war.bargain[0]) if war.bargain else 0
    return int(setup.tables.get(f"scenarios.{setup.scenario}.par", 0)) if setup.options["par"] else 0
