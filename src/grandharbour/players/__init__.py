"""Computer opponents. They see what a person in their seat would see, and nothing else.

A player gets a state from ``war.imagine``: hidden things dealt anew, dice of its own. What it cannot know cannot guide it.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import msgspec

from ..engine.choice import Decision
from ..engine.game import Game, UnknownName
from ..engine.geometry.bits import nth
from ..engine.war import War

Player = Callable[[Any, Decision, random.Random], tuple[str, int]]
"""(imagined war, its decision, generator) -> (verb, target)"""


class PlayerInfo(msgspec.Struct, frozen=True):
    id: str
    title: str
    help: str


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
    ideas = war.setup.game.ideas(war, decision)
    best = max(idea.score for idea in ideas)
    top = [idea for idea in ideas if idea.score >= best - 1e-9]
    chosen = top[int(rng.random() * len(top))]
    return chosen.verb, chosen.target


_PLAYERS: dict[str, tuple[PlayerInfo, Player, bool]] = {
    "greedy": (
        PlayerInfo("greedy", "Captain", "Weighs every shot and every square by its chances, one move ahead."),
        greedy,
        True,
    ),
    "random": (PlayerInfo("random", "Recruit", "Plays any legal move. Good for a first look at the rules."), uniform, False),
}


def players(game: Game) -> dict[str, PlayerInfo]:
    """The computer players that can play a game, best first."""
    return {name: info for name, (info, _, _) in _PLAYERS.items()}


def choose(player: str, war: War, side: int, rng: random.Random) -> tuple[str, int]:
    """What a computer player chooses for a side in a war, honestly: it is shown an imagined one."""
    try:
        _, think, looks = _PLAYERS[player]
    except KeyError:
        raise UnknownName(f"there is no computer player {player!r}; there are {', '.join(_PLAYERS)}") from None
    seen = war.imagine(side, rng) if looks else war
    return think(seen, seen.decisions[side], rng)
