"""Why a choice is advised, in the game's own terms: what is gained, what is risked, by which plan.

A game tells facts about places, pieces and fights in its ``reasons.py``; here they become one sentence for each idea that is shown.
Nothing of it is worked out while a computer player thinks: only for the few ideas somebody reads.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from .brief import Idea
from .catalogue import Text, text

if TYPE_CHECKING:
    from .war import War

MOST = 3
"""So many facts are said of one choice: who reads more reads nothing."""


def told(war: War, side: int, ideas: Sequence[Idea]) -> list[Idea]:
    """Ideas with their reasons. Where nothing tells two choices apart, the later one says that it is as good as the last like it, or worth less:
    so no two of them say the same."""
    said: dict[str, int] = {}
    reasoned: list[Idea] = []
    for number, idea in enumerate(ideas):
        why = because(war, side, idea)
        words = war.setup.game.catalogue.write(why, war.setup.names)
        before = said.get(words)
        said[words] = number
        if before is not None:
            same = ideas[before].score - idea.score < 1e-6
            why = text("because-as-good" if same else "because-less", n=before + 1)
        reasoned.append(Idea(idea.score, idea.verb, idea.target, why))
    return reasoned


def because(war: War, side: int, idea: Idea) -> str | Text:
    """What there is to know about one choice, or the adviser's word for it where there is nothing."""
    facts = war.setup.game.reasons(war, side, idea)[:MOST]
    return joined(facts) if facts else idea.why


def written(why: str | Text) -> Text:
    """A sentence by its bare name as one that can stand in another."""
    return text(why) if isinstance(why, str) else why


def joined(facts: Iterable[str | Text]) -> Text:
    """Several facts as one."""
    first, *more = facts
    return text("because-and", first=written(first), more=joined(more)) if more else written(first)
