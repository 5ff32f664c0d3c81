"""Every number of a game's tables at both ends of its range: one game by chance with each, to its end and with everything checked.

    python tools/ends.py c3              all games: no name
    python tools/ends.py c3 --seed 7     other chances

A game may refuse a value when it is set up, and says why; nothing else may go wrong. The conformance suite tries some of them.
"""

from __future__ import annotations

import argparse
import sys

import grandharbour as gh
from grandharbour.conformance.test_packs import bears, ends


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("games", nargs="*", default=gh.games())
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    wrong = 0
    for name in asked.games:
        played = refused = 0
        for number, (key, value) in enumerate(ends(name)):
            try:
                if bears(name, key, value, number + 10_000 * asked.seed):
                    played += 1
                else:
                    refused += 1
            except Exception as error:  # whatever goes wrong is told, and the next is tried
                wrong += 1
                print(f"{name}: {key} = {value}: {type(error).__name__}: {error}", flush=True)
        print(f"{name}: {played} played, {refused} refused", flush=True)
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
