"""A walk that meets nothing proves nothing: over our own games every question has had something to compare."""

from __future__ import annotations

import re
from pathlib import Path

import grandharbour as gh
from grandharbour import conformance
from grandharbour.conformance.test_walks import ROOMS
from grandharbour.conformance.walk import CLICKS, DECISIONS, ENDS, RECORDS, clicks, questions

LEAST = {
    "everything in the domain is listed or refused by a rule": 4,
    "outcomes add up and hold what is played": 11,
    "odds add up": 11,
    "twins have the same odds": 6,
    "what has looked alike goes on looking alike": 51,
    "undo gives the same bytes and redo too": 21,
    "no die without its chances": 11,
}
"""What counts more than once: rules met, rolls that branch, chances shown, twins compared, clicks taken back."""
SECRETS = {"twins are valid and differ where there are secrets": 21, "nobody is answered for where a secret decides": 11}
SELDOM = {
    "an offered script does something",
    "the order of clicks of two sides does not matter",
    "nothing is rolled for a player",
    "a quiet answer is listed",
}
"""Nobody is asked at once in most games; hardly anything is forced, and nothing is quiet, in some; not every game has scripts."""


def test_the_walks_meet_enough(name: str, scenario: str) -> None:
    met = questions(name, scenario).met + clicks(name, scenario).met
    least = LEAST | (SECRETS if gh.game(name).secrets else dict.fromkeys(SECRETS, 0)) | dict.fromkeys(SELDOM, 0)
    asked = [*DECISIONS, *ENDS, *CLICKS, *RECORDS]
    assert set(least) <= set(asked)
    assert not {question: met[question] for question in asked if met[question] < least.get(question, 1)}


def test_every_test_of_the_package_runs_here() -> None:
    suite = (Path(__file__).parent / "test_suite.py").read_text(encoding="utf-8")
    rooms = {path.stem for path in Path(conformance.__file__).parent.glob("test_*.py")}
    assert set(re.findall(r"conformance\.(test_\w+)", suite)) == rooms
    assert {room.__name__.split(".")[-1] for room in ROOMS} == {
        path.stem
        for path in Path(conformance.__file__).parent.glob("*.py")
        if "from .walk import" in path.read_text(encoding="utf-8")
    } - rooms
