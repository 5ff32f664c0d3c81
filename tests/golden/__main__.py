"""Lay the golden games of a game anew, and say why: ``python -m tests.golden c3 --why "…"``."""

from __future__ import annotations

import argparse
import os
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat

import grandharbour as gh

from . import every, file, kept, reasons, record


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=list(gh.games()))
    parser.add_argument("--why", required=True, help="what changed in the rules, with the number of the rule")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    asked = parser.parse_args()
    if not asked.why.strip():
        parser.error("say why: what changed in the rules, with the number of the rule")
    name = asked.game
    before = kept(name) if file(name).exists() else {}
    with ProcessPoolExecutor(asked.jobs) as pool:
        scenarios, seeds = zip(*every(name), strict=True)
        games = list(pool.map(record, repeat(name), scenarios, seeds, chunksize=4))
    plays = sum(before.get((g.scenario, g.seed), g).play != g.play for g in games)
    positions = sum(before.get((g.scenario, g.seed), g).positions != g.positions for g in games)
    if games == list(before.values()):
        print(f"{name}: none of {len(games)} games has changed")
        return
    changed = (
        f"{plays} of {len(games)} games play differently, {positions} keep other positions" if before else f"{len(games)} games"
    )
    why = f"# {asked.why.strip()} ({changed})"
    lines = [*reasons(name), why, *(g.line() for g in games)]
    file(name).write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(f"{name}: {why[2:]}")


if __name__ == "__main__":
    main()
