"""Computer opponents. They see what a person in their seat would see, and nothing else.

A player gets a state from ``war.imagine``: hidden things dealt anew, dice of its own. What it cannot know cannot guide it.
Players are named ``random``, ``greedy`` and ``search:LEVEL``, with LEVEL cadet, captain or admiral; or ``module:Name``, see ``own``.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import msgspec

from ..engine.catalogue import say
from ..engine.choice import Decision
from ..engine.game import Game, Setup, UnknownName
from ..engine.geometry.bits import nth
from ..engine.war import War
from . import own
from .search import Level, Plan, Search
from .search import Line as Line

LEVELS = {"cadet": Level(4, 4, 20), "captain": Level(8, 16, 60), "admiral": Level(12, 64, 100)}
"""What a level means (plans, worlds, horizon) in a game whose adviser does not say otherwise, in ``advice.LEVELS`` or ``advice.levels(setup)``."""

HOPELESS = 0.01
"""A search whose best line has no better chance than this may give the game up."""


class PlayerInfo(msgspec.Struct, frozen=True):
    """A computer player as people choose it."""

    id: str
    title: str
    help: str
    offered: str = ""
    """To whom it is proposed: "first" to somebody who has never played here, "usual" to all others."""


class Thought(msgspec.Struct, frozen=True):
    """What a player will choose until chance or the other side comes in, and the lines it considered, best first."""

    plan: Plan
    lines: tuple[Line, ...] = ()

    @property
    def hopeless(self) -> bool:
        """No line gives any chance, and it was looked at closely enough to say so."""
        return bool(self.lines) and self.lines[0].visits >= 4 and all(line.value <= HOPELESS for line in self.lines)


def uniform(war: War, decision: Decision, rng: random.Random) -> tuple[str, int]:
    """Uniform random play: the verb first, then its target. Needs nothing but the list of choices."""
    choices = decision.choices
    if len(choices) == 1:
        ((verb, mask),) = choices.items()
    else:
        verbs = list(choices)
        verb = verbs[int(rng.random() * len(verbs))]
        mask = choices[verb]
    if mask & (mask - 1):
        return verb, nth(mask, int(rng.random() * mask.bit_count()))
    return verb, mask.bit_length() - 1


def greedy(war: War, decision: Decision, rng: random.Random) -> tuple[str, int]:
    """The best of the game's own ideas, ties by chance."""
    ideas = war.setup.game.leading(war, decision)
    best = max(idea.score for idea in ideas)
    top = [idea for idea in ideas if idea.score >= best - 1e-9]
    chosen = top[int(rng.random() * len(top))]
    return chosen.verb, chosen.target


_PLAYERS = {
    "random": "recruit",
    "greedy": "lieutenant",
    "search:cadet": "cadet",
    "search:captain": "captain",
    "search:admiral": "admiral",
}
"""The players everybody knows, in the order of strength, and their ranks: ``player-RANK`` in the engine's catalogue."""
_OFFERED = {"greedy": "first", "search:captain": "usual"}


def players(game: Game) -> dict[str, PlayerInfo]:
    """The computer players that can play a game, the weakest first; then those that others have written and made known.

    >>> from grandharbour import game
    >>> list(players(game("hawks")))[:3]
    ['random', 'greedy', 'search:cadet']
    """
    known = {
        name: PlayerInfo(name, say(f"player-{rank}"), say(f"player-{rank}.help"), _OFFERED.get(name, ""))
        for name, rank in _PLAYERS.items()
    }
    return {**known, **{name: PlayerInfo(name, name, own.about(name)) for name in own.announced() if name not in _PLAYERS}}


def exists(player: str) -> bool:
    """Whether there is such a player, known to everybody or found by its module path; BadPlayer if it cannot play.

    >>> exists("greedy"), exists("napoleon")
    (True, False)
    """
    if player in _PLAYERS:
        return True
    try:
        own.make(player)
    except UnknownName:
        return False
    return True


def level(setup: Setup, name: str, side: int) -> Level:
    """What a level of the search means in a scenario, for a side: an adviser may name one for all or one for each of them."""
    advice = setup.game._room("advice")
    own: dict[str, Any] = advice.levels(setup) if hasattr(advice, "levels") else getattr(advice, "LEVELS", {})
    if name not in own:
        return LEVELS[name]
    return Level(*(own[name][side] if isinstance(own[name][0], tuple) else own[name]))


def think(
    player: str, war: War, side: int, rng: random.Random, stop: Callable[[], bool] = lambda: False, patient: bool = False
) -> Thought:
    """What a computer player makes of a decision, honestly: it is shown an imagined war.

    A ``patient`` one is given time until ``stop``, and uses what its level has left of it where that matters.
    """
    decision = war.decisions[side]
    if decision.forced is not None:
        return Thought((decision.forced,))
    if player not in _PLAYERS:
        return Thought((own.ask(own.make(player), player, war, side, rng),))
    if player == "random":
        return Thought((uniform(war, decision, rng),))
    seen = war.imagine(side, rng)
    if player == "greedy" or war.setup.game.trusted(seen, seen.decisions[side]):
        return Thought((greedy(seen, seen.decisions[side], rng),))
    search = Search(war, side, level(war.setup, player.partition(":")[2], side), rng)
    search.run(stop)
    if patient:
        search.deepen(stop)
    lines = search.lines()
    return Thought(lines[0].plan, tuple(lines))


def choose(player: str, war: War, side: int, rng: random.Random) -> tuple[str, int]:
    """What a computer player chooses for a side in a war.

    >>> from grandharbour import game
    >>> war = game("hawks").new(seed=1)
    >>> verb, target = choose("greedy", war, war.decision.side, random.Random(0))
    >>> war.decision.choices[verb] >> target & 1
    1
    """
    return think(player, war, side, rng).plan[0]


class Seat:
    """A computer player at a table: it thinks once for each plan and follows it until something new happens.

    Where thinking takes place elsewhere, ask ``follow`` first, and give ``begin`` a new plan when it has nothing left.

    >>> from grandharbour import game
    >>> war = game("hawks").new(seed=1)
    >>> seats = [Seat("greedy", side, random.Random(side)) for side in range(2)]
    >>> while war.outcome is None:
    ...     side = war.asked()[0].side
    ...     war.play(*seats[side].choose(war), side)
    >>> war.outcome.winner in (-1, 0, 1)
    True
    """

    def __init__(self, player: str, side: int, rng: random.Random) -> None:
        self.player = player
        self.side = side
        self.rng = rng
        self._hand = None if player in _PLAYERS else own.make(player)
        self._rest: Iterator[tuple[str, int]] = iter(())
        self._seen: tuple[int, int, int] | None = None

    def follow(self, war: War) -> tuple[str, int] | None:
        """The next choice of the plan; None, and the plan is dropped, if something new has happened or it is not legal any more."""
        now = (war.rolled, war.drawn, war.shown)
        answer = next(self._rest, None) if now == self._seen else None
        if answer is None or not war.decisions[self.side].choices.get(answer[0], 0) >> answer[1] & 1:
            self._rest, self._seen = iter(()), now
            return None
        return answer

    def begin(self, plan: Iterable[tuple[str, int]]) -> None:
        """Follow a plan that was made for what ``follow`` saw last. What is forced stands in no plan and needs no asking."""
        self._rest = iter(plan)

    def choose(self, war: War) -> tuple[str, int]:
        """The next choice of the plan, or of a new one."""
        answer = self.follow(war)
        if answer is None:
            if self._hand is not None:
                return own.ask(self._hand, self.player, war, self.side, self.rng)
            self.begin(think(self.player, war, self.side, self.rng).plan)
            answer = next(self._rest)
        return answer
