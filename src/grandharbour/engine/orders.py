"""Orders for who is away: *if asked this, answer that*.

An order names a kind of question, perhaps what it must be about and from which chances on, and an answer. It makes nothing legal: the
answer is looked up in the list of the question when it is asked, and where it is not there, or the chances are others, the player is
asked. A die falls by an order only if the order itself says at which chances, be it "whatever they are".
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import msgspec

from .catalogue import Hole, say, text
from .choice import Decision
from .event import EVERYONE, Event
from .forecast import Forecast

if TYPE_CHECKING:
    from .brief import Idea
    from .war import War

QUIET, ADVISED = "quiet", "advised"
"""Answers that are no verb: what a player says who does not care, and what the adviser would."""
ANY = "any"
MEASURES = (ANY, "chance-least", "chance-most", "odds-least", "odds-most")
"""How an order bounds the chances: not at all; by the chance of the attack (of whatever is tried); by attack to defence."""
MOST = 60
"""Orders one side may have at a time."""


class Order(msgspec.Struct, frozen=True):
    """One order of a side."""

    id: int
    step: str
    """The kind of question."""
    answer: str
    """A verb, QUIET or ADVISED."""
    targets: tuple[int, ...] = ()
    """Of the verb: the first that is listed. None: the one the adviser would take."""
    about: tuple[str, int] | None = None
    """Only where the question is about this piece, or about this space or a piece in it."""
    bound: tuple[str, float] | None = None
    """Only at these chances: a measure and its value. None: never where a verb announces dice."""
    until: int = 0
    """The last turn it holds; 0 for ever."""
    on: bool = True

    @property
    def condition(self) -> tuple[object, ...]:
        """When it answers: another order with the same condition takes its place."""
        return self.step, self.about, self.bound if self.bound is not None and self.bound[0] != ANY else None

    @property
    def rank(self) -> tuple[bool, bool, int]:
        """Who names a piece or a place goes before who does not, then who names chances, then the later one."""
        return self.about is None, self.bound is None or self.bound[0] == ANY, -self.id


def fits(order: Order, war: War, decision: Decision) -> bool:
    """Whether an order is about a question."""
    if order.about is None or order.about == decision.about:
        return True
    if order.about[0] != "space" or decision.about is None or decision.about[0] != "piece":
        return False
    at = getattr(war, "at", None)
    return at is not None and bool(at[decision.about[1]] == order.about[1])


def answer(order: Order, known: War, decision: Decision, ideas: Callable[[], list[Idea]]) -> tuple[str, int] | None:
    """What an order answers to a question it is about; None if that is not listed now, or the chances are others.

    ``known`` is the war as its side may know it, ``ideas`` the adviser's, best first.
    """
    if order.answer == QUIET:
        answers = [] if decision.quiet is None else [decision.quiet]
    elif order.answer == ADVISED:
        answers = [(idea.verb, idea.target) for idea in ideas()[:1]]
    else:
        verb, mask = order.answer, decision.choices.get(order.answer, 0)
        if order.targets:
            answers = [(verb, target) for target in order.targets if mask >> target & 1]
        elif mask & (mask - 1):
            answers = [(verb, idea.target) for idea in ideas() if idea.verb == verb and mask >> idea.target & 1]
        else:
            answers = [(verb, mask.bit_length() - 1)] if mask else []
    return next((one for one in answers if _at_these_chances(order, known, decision.side, *one)), None)


def _at_these_chances(order: Order, known: War, side: int, verb: str, target: int) -> bool:
    game = known.setup.game
    if order.bound is None:
        return not game.verbs[verb].dice
    measure, value = order.bound
    if measure == ANY:
        return True
    chance = measured(game.forecast(known, side, verb, target), measure.partition("-")[0])
    return chance is not None and (chance >= value if measure.endswith("least") else chance <= value)


def measured(ahead: Forecast[Any] | None, what: str) -> float | None:
    """A number of a forecast: its "chance", or its "odds", attack to defence; None if it has none."""
    if ahead is None or what == "chance":
        return None if ahead is None else ahead.win
    attack, defence = ahead.fact("attack"), ahead.fact("defence")
    if not isinstance(attack, int) or not isinstance(defence, int):
        return None
    return attack / defence if defence else float("inf")


def check(order: Order, war: War) -> None:
    """ValueError if an order could never be meant so."""
    game = war.setup.game
    step = next((step for step in game.steps if step.__name__ == order.step), None)
    if step is None:
        raise ValueError(say("position-no-step", found=repr(order.step)))
    if order.answer not in (QUIET, ADVISED, *step.verbs):
        known = ", ".join((QUIET, ADVISED, *step.verbs))
        raise ValueError(say("value-none-of", found=repr(order.answer), known=known))
    if order.bound is not None and order.bound[0] not in MEASURES:
        raise ValueError(say("value-none-of", found=repr(order.bound[0]), known=", ".join(MEASURES)))
    if game.secrets and (order.targets or order.about or order.bound):
        # Whether it answers would hang on what others cannot see, and that it answers at once would show it.
        raise ValueError(say("order-secrets"))


def told(war: War, side: int, verb: str, target: int) -> Event:
    """That an order has answered. Where there are secrets only its side is told: that somebody else was asked at all may be one."""
    game = war.setup.game
    kind = game.verbs[verb].kind
    audience = 1 << side if game.secrets else EVERYONE
    facts: list[tuple[str, Hole]] = [("verb", text(f"verb-{verb}"))]
    if kind == "nothing":
        return Event("ordered", "", side, facts=tuple(facts), audience=audience)
    facts.append(("target", target if kind == "number" else (kind, target)))
    return Event("ordered-at", "", side, facts=tuple(facts), audience=audience)
