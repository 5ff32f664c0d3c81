"""Who plays whom: round robin, Swiss system and knock-out, as functions of what has been played. They know no database.

A player is a number: his place in the seeding, 0 the strongest. A pairing is (who has the first side, who has the second); None stands
for nobody, and whoever meets nobody has a bye.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal, NamedTuple

Kind = Literal["round-robin", "swiss", "knock-out"]
Result = Literal["", "one", "two", "draw"]
"""Not played yet; the first side won, the second did, nobody did."""
Pair = tuple[int, int | None]
PATIENCE = 20_000
"""Tries after which a Swiss round is paired with somebody meeting twice."""


class Game(NamedTuple):
    """A game of a round, played or not. With ``two`` None it is a bye, which counts as won."""

    round: int
    one: int
    two: int | None
    result: Result = ""

    def score(self, player: int) -> float:
        if self.two is None:
            return 1.0
        if self.result == "draw":
            return 0.5
        return 1.0 if self.result == ("one" if player == self.one else "two") else 0.0

    def other(self, player: int) -> int | None:
        return self.two if player == self.one else self.one


def rounds_of(kind: Kind, players: int, wished: int = 0) -> int:
    """How many rounds there will be. Up to half as many as there are players a Swiss pairing without a second meeting always exists:
    everybody has still not met at least half of the others (Dirac)."""
    if kind == "round-robin":
        return players - 1 + players % 2
    enough = max(1, (players - 1).bit_length())
    return enough if kind == "knock-out" else max(1, min(wished or enough, (players + 1) // 2))


# --- round robin


def round_robin(players: int, round: int) -> list[Pair]:
    """A round (from 1) by Berger's tables: everybody meets everybody once, and nobody has one side more than once oftener."""
    size = players + players % 2
    last = size - 1
    seats = [last, *((round - 1) * (size // 2) + n for n in range(size - 1))]
    around = [seats[0], *(seat % last for seat in seats[1:])]
    pairs: list[Pair] = []
    for n in range(size // 2):
        one, two = around[n + 1] if n else around[1], around[size - n] if n else around[0]
        if n == 0 and round % 2 == 0:
            one, two = two, one
        if one >= players or two >= players:
            pairs.append((min(one, two), None))
        else:
            pairs.append((one, two))
    return pairs


# --- Swiss


def swiss(playing: Sequence[int], games: Iterable[Game]) -> list[Pair]:
    """The next round for those who still play, in the order of the seeding: equal scores meet, nobody meets twice, nobody has two byes,
    sides change."""
    played = list(games)
    score = {p: sum(game.score(p) for game in played if p in (game.one, game.two)) for p in playing}
    met = {frozenset((game.one, game.two)) for game in played if game.two is not None}
    tilt = dict.fromkeys(playing, 0)
    last: dict[int, int] = {}
    for game in sorted(played):
        if game.two is not None:
            for player, side in ((game.one, 1), (game.two, -1)):
                tilt[player] = tilt.get(player, 0) + side
                last[player] = side
    order = sorted(playing, key=lambda p: (-score[p], p))
    rested = {game.one for game in played if game.two is None}
    if len(order) % 2 == 0:
        return _sided(_matched(order, score, met, tilt), tilt, last)
    # The last of the list who has not rested yet rests, if the others can be paired then.
    for player in [*(p for p in reversed(order) if p not in rested), *reversed(order)]:
        rest = [p for p in order if p != player]
        pairs = _search(rest, score, met, tilt)
        if pairs is not None:
            return [*_sided(pairs, tilt, last), (player, None)]
    rest = order[:-1]
    return [*_sided(_matched(rest, score, met, tilt), tilt, last), (order[-1], None)]


def _matched(order: list[int], score: dict[int, float], met: set[frozenset[int]], tilt: dict[int, int]) -> list[tuple[int, int]]:
    pairs = _search(order, score, met, tilt) or _search(order, score, met, {}) or _search(order, score, set(), {})
    return pairs or []


def _search(
    order: list[int], score: dict[int, float], met: set[frozenset[int]], tilt: dict[int, int]
) -> list[tuple[int, int]] | None:
    """The first in the list meets whom he fits best, then the next who is left; back where somebody is left alone."""
    tries = 0

    def fits(player: int, left: list[int]) -> Iterator[int]:
        group = [other for other in left if score[other] == score[player]]
        half = (len(group) + 1) // 2  # of his own group the upper half meets the lower one

        def far(other: int) -> tuple[float, int, int]:
            """Equal scores first, then who needs the other side; two who have had one side twice oftener never meet."""
            near = group.index(other) + 1 - half if other in group else left.index(other)
            both = tilt.get(player, 0), tilt.get(other, 0)
            alike = both[0] * both[1] > 0
            return abs(score[player] - score[other]), alike, abs(near)

        for other in sorted(left, key=far):
            both = tilt.get(player, 0), tilt.get(other, 0)
            if frozenset((player, other)) not in met and not (min(both) >= 2 or max(both) <= -2):
                yield other

    def go(left: list[int]) -> list[tuple[int, int]] | None:
        nonlocal tries
        if not left:
            return []
        tries += 1
        if tries > PATIENCE:
            return None
        player, *rest = left
        for other in fits(player, rest):
            after = go([it for it in rest if it != other])
            if after is not None:
                return [(player, other), *after]
            if tries > PATIENCE:
                return None
        return None

    return go(order)


def _sided(pairs: list[tuple[int, int]], tilt: dict[int, int], last: dict[int, int]) -> list[Pair]:
    """Who has had the first side oftener gets the second; else the side he did not have last; else by turns down the list."""
    sided: list[Pair] = []
    for n, (a, b) in enumerate(pairs):
        lean = tilt.get(a, 0) - tilt.get(b, 0) or last.get(a, 0) - last.get(b, 0) or (1 if n % 2 else -1)
        sided.append((b, a) if lean > 0 else (a, b))
    return sided


# --- knock-out


def bracket(players: int) -> list[int]:
    """The seeding of a knock-out: the two best meet last, and who has no opponent in the first round is among the best."""
    order = [0]
    while len(order) < players:
        size = 2 * len(order)
        order = [seed for pair in ((it, size - 1 - it) for it in order) for seed in pair]
    return order


def knock_out(players: int, round: int, games: Iterable[Game]) -> list[Pair] | None:
    """The pairings of a round, in the order of the bracket; None while the round before is not decided."""
    slots: list[int | None] = [seed if seed < players else None for seed in bracket(players)]
    played = list(games)
    for before in range(1, round):
        through: list[int | None] = []
        for a, b in zip(slots[::2], slots[1::2], strict=True):
            if a is None or b is None:
                through.append(b if a is None else a)
                continue
            won = next((it.one if it.result == "one" else it.two for it in played
                        if it.round == before and {it.one, it.two} == {a, b} and it.result in ("one", "two")), None)  # fmt: skip
            if won is None:
                return None
            through.append(won)
        slots = through
    pairs: list[Pair] = []
    for n, (a, b) in enumerate(zip(slots[::2], slots[1::2], strict=True)):
        if a is not None and b is not None:
            pairs.append((a, b) if (n + round) % 2 else (b, a))
        elif (alone := b if a is None else a) is not None:
            pairs.append((alone, None))
    return pairs


# --- how they stand


class Line(NamedTuple):
    """One player in the table of a tournament."""

    player: int
    score: float
    buchholz: float
    """What those he met have scored."""
    berger: float
    """What those he beat have scored, and half of what those have with whom he drew (Sonneborn-Berger)."""
    won: int
    round: int
    """The last round he was in."""


def standings(kind: Kind, players: int, games: Iterable[Game]) -> list[Line]:
    """The best first. A knock-out goes by how far somebody came; else by points, then Buchholz (in a round robin all have the same), then
    Sonneborn-Berger, then games won, then the seeding."""
    played = [game for game in games if game.result or game.two is None]
    score = [sum(game.score(p) for game in played if p in (game.one, game.two)) for p in range(players)]
    lines = []
    for player in range(players):
        own = [game for game in played if player in (game.one, game.two)]
        met = [(game.other(player), game.score(player)) for game in own]
        buchholz = sum(score[other] for other, _ in met if other is not None)
        berger = sum(got * score[other] for other, got in met if other is not None)
        won = sum(got == 1.0 and other is not None for other, got in met)
        lines.append(Line(player, score[player], buchholz, berger, won, max((game.round for game in own), default=0)))
    if kind == "knock-out":
        out = {
            p
            for game in played
            if game.two is not None and game.result != "draw"
            for p in (game.one, game.two)
            if not game.score(p)
        }
        return sorted(lines, key=lambda it: (-it.round, it.player in out, it.player))
    return sorted(lines, key=lambda it: (-it.score, -it.buchholz if kind == "swiss" else 0, -it.berger, -it.won, it.player))
