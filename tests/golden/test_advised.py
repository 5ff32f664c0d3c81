"""Advisers choose as they did, and what is left unweighed is never what they would have chosen."""

from __future__ import annotations

import pytest

import grandharbour as gh

from .advised import every, kept, record

CASES = [(name, *which) for name in gh.games() for which in every(name)]


@pytest.mark.parametrize(("name", "scenario", "seed"), CASES)
def test_advisers_choose_as_they_did(name: str, scenario: str, seed: int) -> None:
    assert record(name, scenario, seed) == kept(name)[scenario, seed], (
        "other advice: if that is meant, lay the games anew and say why"
    )
