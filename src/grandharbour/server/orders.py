"""Standing orders as they are told, stored and shown: by printed names. What they do stands in engine/orders.py."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from ..engine import shapes
from ..engine.catalogue import kebab
from ..engine.game import Game, Setup
from ..engine.orders import Order
from ..engine.table import Table
from . import wire
from .problems import say


class Given(Struct, frozen=True, omit_defaults=True):
    """An order as it is kept in a row."""

    order: str
    verb: str = ""
    targets: tuple[str | int, ...] = ()
    about: tuple[str, str] | None = None
    bound: tuple[str, float] | None = None
    id: int | None = None


def written(said: wire.StandingOrder) -> Any:
    """What is kept of an order that was told. One that says nothing but how is a word, as it always was."""
    about = None if said.about is None else (said.about.kind, said.about.id)
    bound = None if said.bound is None else (said.bound.measure, said.bound.value)
    given = Given(said.order, said.verb, tuple(said.targets), about, bound, said.which)
    return said.order if given == Given(said.order) else given


def give(table: Table, side: int, step: str, said: Any) -> None:
    """Give, change or take back an order, as it was told or is kept; ValueError or UnknownName if it cannot be meant so."""
    if isinstance(said, Given):
        given = said
    else:
        given = Given(said) if isinstance(said, str) else shapes.convert(said, Given)
    if given.id is not None:
        table.switch_order(side, given.id, {"on": True, "off": False}.get(given.order))
        return
    setup = table.war.setup
    about = None
    if given.about is not None:
        kind, name = given.about
        about = kind, setup.names.index[kind].get(name, -1) if kind in ("piece", "space") else -1
        if about[1] < 0:
            raise ValueError(say("order-about-nothing", about=name))
    if given.order not in ("quiet", "advised", "answer", "ask"):
        raise ValueError(say("order-which", order=given.order))
    verb = given.verb if given.order == "answer" else given.order
    if given.order != "answer" and given.targets:
        raise ValueError(say("order-no-targets"))
    targets = [table.war._target(verb, wire.target_for(setup.game, verb, target)) for target in given.targets]
    table.order(side, step, verb, targets=targets, about=about, bound=given.bound)


def shown(order: Order, setup: Setup) -> wire.Order:
    """An order as its side is shown it."""
    game, names = setup.game, setup.names
    verb = game.verbs.get(order.answer)
    kind = "nothing" if verb is None else verb.kind
    return wire.Order(
        order.id,
        order.step,
        question(game, order.step),
        order.answer if verb is None else "answer",
        "" if verb is None else verb.id,
        "" if verb is None else verb.label,
        kind,
        [target if kind == "number" else names.of(kind, target) for target in order.targets],
        None if order.about is None else wire.About(order.about[0], names.of(*order.about)),
        None if order.bound is None else wire.OrderBound(*order.bound),
        order.on,
    )


def question(game: Game, step: str) -> str:
    """A kind of question in words: ``question-STEP`` of the catalogue, or the name of the step."""
    return game.say(f"question-{kebab(step)}", kebab(step).replace("-", " "))


def questions(game: Game) -> wire.QuestionKinds:
    """The kinds of questions that have a name."""
    kinds = [
        wire.QuestionKind(
            step.__name__,
            question(game, step.__name__),
            [wire.OrderVerb(verb, game.verbs[verb].label, game.verbs[verb].kind, game.verbs[verb].dice) for verb in step.verbs],
        )
        for step in game.steps
        if f"question-{kebab(step.__name__)}" in game.catalogue
    ]
    return wire.QuestionKinds(kinds, game.secrets)
