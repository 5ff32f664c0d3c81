"""Players that never change: what others are measured against.

A reference has a version in its name, and a change of what it does is another version. They are found by name wherever a player is
named on the command line and in Python (``harbour ladder``, ``harbour tournament``), and are offered to no visitor of a server.

- ``greedy@0.2`` weighs as the advisers of 0.2.0 did: everything they have learnt since (``advice.LEARNT`` of the games) is forgotten.
  The rules are those of today, so it is the same adviser, not the same games.
- ``hider@1`` flies into the clouds and stays there (Hawks over Malta).
- ``sitter@1`` does nothing wherever the rules let it, and as the adviser says where they do not.
- ``mcts@1`` is the tree search of OpenSpiel with random playouts, through our adapter, in one imagined world a decision. How many
  playouts it gets in a game is chosen so that it costs about as much CPU time as a captain.
"""

from __future__ import annotations

import random
from typing import Any

import msgspec

from ..engine import schooling
from ..engine.choice import Decision
from ..engine.game import Game, Idea
from ..engine.war import War


class Reference(msgspec.Struct, frozen=True):
    """A player that others are measured against."""

    id: str
    path: str
    """Where its class is, as MODULE:NAME."""
    help: str
    games: tuple[str, ...] = ()
    """Where it plays; everywhere if empty."""
    exploits: bool = False
    """It has one idea, which a good player must have an answer to."""
    needs: str = ""
    """A package that must be installed."""
    extra: str = ""
    """The extra it comes with."""

    def plays(self, game: str) -> bool:
        """Whether it plays a game."""
        return not self.games or game in self.games


REFERENCES = {
    reference.id: reference
    for reference in (
        Reference("greedy@0.2", f"{__name__}:Greedy02", "The adviser as it weighed in version 0.2.0."),
        Reference("sitter@1", f"{__name__}:Sitter", "Does nothing wherever it may.", exploits=True),
        Reference("hider@1", f"{__name__}:Hider", "Flies into the clouds and stays there.", ("hawks",), exploits=True),
        Reference(
            "mcts@1",
            "grandharbour.adapters.mcts:Mcts",
            "OpenSpiel's tree search with random playouts.",
            needs="pyspiel",
            extra="openspiel",
        ),
    )
}

QUICK = ("greedy@0.2", "sitter@1", "hider@1")
"""Those that answer at once."""


def _best(ideas: list[Idea], rng: random.Random) -> tuple[str, int]:
    best = max(idea.score for idea in ideas)
    top = [idea for idea in ideas if idea.score >= best - 1e-9]
    chosen = top[int(rng.random() * len(top))]
    return chosen.verb, chosen.target


def learnt_since(game: Game, version: str) -> list[str]:
    """What the adviser of a game has learnt after a version."""
    learnt: dict[str, tuple[str, ...]] = getattr(game._room("advice"), "LEARNT", {})
    return [lesson for since, lessons in learnt.items() if _number(since) > _number(version) for lesson in lessons]


def _number(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.split("."))


class Greedy02:
    """The adviser as it weighed in version 0.2.0."""

    def choose(self, war: War, decision: Decision, rng: random.Random) -> tuple[str, int]:
        """The best of the ideas it would have had."""
        with schooling.without(learnt_since(war.setup.game, "0.2")):
            return _best(war.setup.game.ideas(war, decision), rng)


STILL = ("pass", "end", "halt", "enough", "decline", "hold", "stay", "skip", "waive", "done", "rest")
"""What doing nothing is called in our games."""


class Sitter:
    """Does nothing wherever it may."""

    def choose(self, war: War, decision: Decision, rng: random.Random) -> tuple[str, int]:
        """The quiet answer, or the first that ends something."""
        if decision.quiet is not None:
            return decision.quiet
        for verb in STILL:
            if verb in decision.choices:
                return verb, (decision.choices[verb] & -decision.choices[verb]).bit_length() - 1
        return _best(war.setup.game.ideas(war, decision), rng)


class Hider:
    """Flies into the clouds and stays there; bombs and shoots as the adviser would."""

    CLOUD = 3.0

    def choose(self, war: Any, decision: Decision, rng: random.Random) -> tuple[str, int]:
        """The adviser's choice, but a cloud is worth more than anything else."""
        ideas = war.setup.game.ideas(war, decision)
        if decision.choices.keys() & {"to", "halt"}:
            fog, here = war.fog(), war.at[war.stack[0].plane]
            ideas = [
                msgspec.structs.replace(idea, score=idea.score + self.CLOUD)
                if idea.verb in ("to", "halt") and fog >> (idea.target if idea.verb == "to" else here) & 1
                else idea
                for idea in ideas
            ]
        return _best(ideas, rng)
