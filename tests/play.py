"""Small helpers of our own tests; random play is the conformance suite's."""

from __future__ import annotations

from typing import Any

import grandharbour as gh
from grandharbour.conformance.play import begin as begin
from grandharbour.conformance.play import begin_table as begin_table
from grandharbour.conformance.play import guided as guided
from grandharbour.conformance.play import length as length
from grandharbour.conformance.play import pick as pick
from grandharbour.conformance.play import play_table as play_table
from grandharbour.conformance.play import some as some
from grandharbour.conformance.play import some_options as some_options
from grandharbour.conformance.play import stack as stack
from grandharbour.conformance.play import targets as targets
from grandharbour.conformance.play import wander as wander
from grandharbour.conformance.play import wars as wars

CASES = [(name, scenario) for name, game in gh.games().items() for scenario in game.scenarios]
"""Every game with every scenario."""


def about(war: gh.War) -> str:
    """What the first decision owed is about, by name."""
    assert war.decision is not None and war.decision.about is not None
    return war.setup.names.of(*war.decision.about)


def side(war: gh.War) -> str:
    """Who is asked, by id."""
    assert war.decision is not None
    return war.setup.names.of("side", war.decision.side)


def offers(war: gh.War, side: int | str | None = None) -> dict[str, list[Any]]:
    """What a side may choose now, in printed names."""
    return {verb: war.choices(verb, side) for verb in war._owed(side).choices}
