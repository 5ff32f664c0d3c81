"""Whether a computer player's habits tell its convoys from its dummies.

    python tools/habits.py                          200 seasons of every level, each with as few trials as its search allows
    python tools/habits.py --level search:captain --asked   the level as people meet it, until the last riddle of a season was put
    python tools/habits.py --level search:cadet --full      the level as people meet it, whatever it decides (slow)

An onlooker sees counters leave a harbour together, their letters, and where each goes. From half of the seasons he learns, for
every such feature, how often a counter that showed it was the convoy; he keeps the feature, or all of them together, that would
have served him best there; and with it he names the convoy in the other half, as long as the rules themselves have not told. By
chance he is right once in as many times as there are counters. ``z`` is by how many standard errors he does better.

What is decided after the last riddle of a season cannot tell anybody its answer: with ``--asked`` the Lieutenant decides that, and
the level itself everything an onlooker learns from.
"""

from __future__ import annotations

import argparse
import math
import random
from collections import defaultdict
from typing import NamedTuple

import grandharbour as gh
from grandharbour import players
from grandharbour.games.convoys.state import AL, ALEX, AX, GIB, Sea
from grandharbour.players.search import Level

PLAYERS = ("greedy", "search:cadet", "search:captain", "search:admiral")
"""The levels that have a plan. A recruit plays any legal move, and a dummy may do less than ships."""
CHEAP = Level(3, 2, 12)
AGES = 5
"""Turns after leaving harbour at which the onlooker is asked."""
SCENARIOS = ("campaign1940", "campaign1941", "pedestal")

Features = dict[str, object]


class Riddle(NamedTuple):
    """What was seen of the counters that left one harbour together, and which of them was the convoy."""

    seen: tuple[Features, ...]
    answer: int


class Watcher:
    """An Axis officer who writes down what everybody can see of the counters of a season."""

    def __init__(self) -> None:
        self.riddles: list[Riddle] = []
        self.parties = 0
        self.begin()

    def begin(self) -> None:
        self.notes: dict[int, Features] = {}
        self.left: dict[tuple[int, int], list[int]] = {}
        """The counters of each harbour and turn of leaving, in the order in which they came out."""
        self.told: set[int] = set()
        """Counters the rules have told about."""
        self.best: dict[tuple[int, int], Riddle] = {}
        self.ages: dict[tuple[int, int], int] = {}
        self.asked = False
        """Every party of the season has been asked about: who leaves now is not noted any more."""
        self.over: set[tuple[int, int]] = set()
        """Harbours and turns whose counters have come so near to Malta that the rules tell: a dummy cannot enter."""

    def see(self, war: Sea, events: list[gh.Event]) -> None:
        """One turn's movement, when the Allies have ended it."""
        setup = war.setup
        rank = 0
        for event in events:
            if event.kind in ("divides", "joins", "malta", "home", "exposed", "dummy", "torpedoed", "sunk", "spared"):
                self.told |= {p for p in event.pieces if setup.groups >> p & 1}
            if event.kind != "move":
                continue
            (group,), (here, there) = event.pieces, event.spaces
            rank += 1
            if here in (setup.ports[GIB], setup.ports[ALEX]) and not self.asked:
                party = self.left.setdefault((here, war.hour), [])
                party.append(group)
                self.notes[group] = {"letter": group - setup.group0, "came out": len(party), "waits": 0, "steps": 0}
            notes = self.notes.get(group)
            if notes is None:
                continue
            age = war.hour
            notes[f"order in turn {age}"] = rank
            notes["last order"] = rank
            notes["steps"] = int(str(notes["steps"])) + 1
            if there == setup.malta or setup.line[here] >> there & 1:
                self.told.add(group)
        for group, notes in self.notes.items():
            if war.groups >> group & 1:
                moved = f"order in turn {war.hour}" in notes
                notes["waits"] = int(str(notes["waits"])) + (not moved)
                notes["where"] = war.at[group]
                notes[f"where in turn {war.hour}"] = war.at[group]
                notes["company"] = war.groups_at(war.at[group]).bit_count()
        for (port, hour), party in self.left.items():
            # What the rules have told is no habit: a counter that was found, has divided, crossed the line or lies next to Malta.
            if any(war.groups >> g & 1 and setup.lanes[war.at[g]] >> setup.malta & 1 for g in party):
                self.over.add((port, hour))
            open_ones = [g for g in party if war.groups >> g & 1 and g not in self.told and not war.real >> g & 1]
            convoys = [g for g in open_ones if not war.dummies >> g & 1]
            # Asked once for each party, at an age that was fixed before: a riddle that lasts until it is solved would be put
            # when the convoy is about to be found, and its place would tell.
            age = self.ages.setdefault((port, hour), 1 + (self.parties + len(self.ages)) % AGES)
            if war.hour - hour + 1 == age and len(convoys) == 1 and len(open_ones) > 1 and (port, hour) not in self.over:
                # Numbers that only say how long the season has lasted are compared within one riddle.
                least = min(int(str(self.notes[g]["waits"])) for g in open_ones)
                seen = tuple({**self.notes[g], "waits": int(str(self.notes[g]["waits"])) - least} for g in open_ones)
                self.best[port, hour] = Riddle(seen, open_ones.index(convoys[0]))
        self.asked = bool(self.ages) and all(war.hour - hour + 1 >= age for (_, hour), age in self.ages.items())

    def end(self) -> None:
        self.riddles += self.best.values()
        self.parties += len(self.ages)
        self.begin()


def watch(player: str, seasons: int, seed: int = 1, asked: bool = False) -> list[Riddle]:
    """Play seasons with a computer player for the Allies and write down what an onlooker sees; with ``asked`` the Lieutenant
    plays on for it when all riddles of a season have been put."""
    watcher = Watcher()
    game = 0
    while len(watcher.riddles) < seasons:
        scenario = SCENARIOS[game % len(SCENARIOS)]
        war = gh.game("convoys").new(scenario, seed=seed * 1_000_003 + game)
        assert isinstance(war, Sea)
        rng = random.Random(f"{seed} {game}")
        seats = {AX: players.Seat("greedy", AX, rng), AL: players.Seat(player, AL, rng)}
        staff = players.Seat("greedy", AL, rng)
        game += 1
        season, events = war.season, []
        war.log = events
        while war.stack is not None and len(watcher.riddles) < seasons:
            decision = war.asked()[0]
            hour = war.hour
            aside = asked and decision.side == AL and watcher.asked
            verb, target = (staff if aside else seats[decision.side]).choose(war)
            moving = verb == "proceed"
            before = len(events)
            if moving:
                watcher.see(war, events)
                events.clear()
                before = 0
            war.play(verb, target, decision.side)
            if hour and war.hour != hour:
                del events[:before]
            if war.season != season or war.stack is None:
                watcher.end()
                season = war.season
                events.clear()
        watcher.end()
    return watcher.riddles[:seasons]


class Learned(NamedTuple):
    name: str
    table: dict[str, dict[object, float]]


def learn(riddles: list[Riddle]) -> Learned:
    """The best simple predictor for riddles like these: one feature, or all of them together, whichever serves best in a part of
    them when it is learned from the rest."""
    parts = [riddles[::2], riddles[1::2]]
    drafts = [_tables(part) for part in parts]

    def tried(names: list[str]) -> float:
        return sum(
            score(Learned("", {n: draft[n] for n in names if n in draft}), part)[2] for draft, part in zip(drafts, parts[::-1])
        )

    table = _tables(riddles)
    best = max([*([name] for name in sorted(table)), sorted(table)], key=tried)
    return Learned(best[0] if len(best) == 1 else "all together", {name: table[name] for name in best})


def _tables(riddles: list[Riddle]) -> dict[str, dict[object, float]]:
    """For each feature and value how much it speaks for the convoy."""
    counts: dict[str, dict[object, list[float]]] = defaultdict(lambda: defaultdict(lambda: [1.0, 1.0]))
    for riddle in riddles:
        for number, features in enumerate(riddle.seen):
            for name, value in features.items():
                counts[name][value][0] += number == riddle.answer
                counts[name][value][1] += 1 / len(riddle.seen)
    return {
        name: {value: math.log(right / chance) for value, (right, chance) in values.items()} for name, values in counts.items()
    }


def guess(learned: Learned, riddle: Riddle) -> float:
    """The chance to be right by naming the likeliest counter, ties by lot."""
    marks = [
        sum(values.get(features.get(name), 0.0) for name, values in learned.table.items() if name in features)
        for features in riddle.seen
    ]
    top = [number for number, mark in enumerate(marks) if mark >= max(marks) - 1e-9]
    return 1 / len(top) if riddle.answer in top else 0.0


def score(learned: Learned, riddles: list[Riddle]) -> tuple[float, float, float]:
    """(right, right by chance, standard errors between them)."""
    right = sum(guess(learned, riddle) for riddle in riddles)
    chance = sum(1 / len(riddle.seen) for riddle in riddles)
    spread = math.sqrt(sum((1 - 1 / len(riddle.seen)) / len(riddle.seen) for riddle in riddles))
    return right, chance, (right - chance) / spread if spread else 0.0


def verdict(riddles: list[Riddle]) -> tuple[str, int, float, float, float]:
    """(best predictor of the one half, riddles, right, right by chance, z in the other half)."""
    learned = learn(riddles[::2])
    return learned.name, len(riddles[1::2]), *score(learned, riddles[1::2])


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--level", action="append", choices=PLAYERS)
    asked.add_argument("--seasons", type=int, default=200)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--full", action="store_true", help="search as hard as people meet it")
    asked.add_argument(
        "--asked", action="store_true", help="the same until the riddles of a season are put; the Lieutenant plays on"
    )
    how = asked.parse_args()
    if not how.full and not how.asked:
        cheaply()
    for player in how.level or PLAYERS:
        name, count, right, chance, z = verdict(watch(player, how.seasons, how.seed, how.asked))
        print(f"{player}: best by {name}; right {right:.1f} of {count}, by chance {chance:.1f}; z = {z:+.2f}")


def cheaply() -> None:
    """Let every level search as little as it can: the habits are those of what it does with the result."""
    players.level = lambda setup, name, side: CHEAP


if __name__ == "__main__":
    main()
