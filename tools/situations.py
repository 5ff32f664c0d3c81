"""How many situations stand behind each rulebook: the test cases of ``tests/rules/<game>``, and which of them a second reader wrote.

python tools/situations.py           the figures, game by game
python tools/situations.py --check   whether docs/truth.md says more than there are, or far less
"""

from __future__ import annotations

import argparse
import contextlib
import io
import re
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
SECOND_READER = {
    "hawks": "close_fights weather_and_weapons guns_and_bombers comings_and_goings across_chapters",
    "kesselring": "crowds ring sources by_hand words strait fortified airfields campaign crossings margins further_meetings "
    "across_chapters",
    "c3": "defence_and_retreat roads_and_overruns ways_in line_and_elites turn_s days meetings other_tables across_chapters",
    "convoys": "order passage strikes battles campaign knowledge by_hand margins across_chapters",
    "herkules": "loads control fights edges wings further_meetings across_chapters",
}
"""Files of those who read rulebook and code side by side and had not written the code."""


class Counter:
    """A plugin that counts what is collected."""

    def __init__(self) -> None:
        self.cases = dict.fromkeys(SECOND_READER, 0)
        self.combined = dict.fromkeys(SECOND_READER, 0)
        self.second = dict.fromkeys(SECOND_READER, 0)

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        for item in items:
            game, words = item.path.parent.name, item.path.stem.removeprefix("test_")
            self.cases[game] += 1
            self.combined[game] += any(len(mark.args) > 2 for mark in item.iter_markers("rule"))
            self.second[game] += words in SECOND_READER[game].split()


def count() -> Counter:
    """Collect, and run nothing."""
    counter = Counter()
    folders = [str(ROOT / "tests" / "rules" / game) for game in SECOND_READER]
    with contextlib.redirect_stdout(io.StringIO()):
        status = pytest.main(["--collect-only", "-q", "-p", "no:cacheprovider", "--rootdir", str(ROOT), *folders], [counter])
    assert status == 0, "the tests cannot be collected"
    return counter


def told() -> dict[str, tuple[int, int]]:
    """What docs/truth.md says: situations of each game, and those of a second reader."""
    titles = dict(
        re.findall(r"\[([^\]]+)\]\(truth/(\w+)\.md\)", text := (ROOT / "docs" / "truth.md").read_text(encoding="utf-8"))
    )
    rows = re.findall(r"^\| ([^|]+) \| ([\d,]+) \| ([\d,]+) \|", text, re.MULTILINE)
    return {titles[title]: (int(all_.replace(",", "")), int(some.replace(",", ""))) for title, all_, some in rows}


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--check", action="store_true")
    asked = parser.parse_args()
    counter, claims = count(), told()
    wrong = 0
    for game in SECOND_READER:
        there = counter.cases[game], counter.second[game]
        print(
            f"{game}: {there[0]:,} situations, {counter.combined[game]:,} name more than one rule; {there[1]:,} by a second reader"
        )
        if asked.check and any(not 0.95 * number <= claim <= number for claim, number in zip(claims[game], there, strict=True)):
            print(f"{game}: docs/truth.md says {claims[game][0]:,} and {claims[game][1]:,}")
            wrong = 1
    return wrong


if __name__ == "__main__":
    sys.exit(main())
