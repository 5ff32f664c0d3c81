"""Steps: the procedures of a rulebook, one decision each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

import msgspec

from .catalogue import Hole, Text, kebab
from .choice import NOTHING, Decision, Refusal

if TYPE_CHECKING:
    from .war import War

W = TypeVar("W", bound="War")


class Step(msgspec.Struct, Generic[W], frozen=True):
    """One procedure of the rulebook. An immutable value: what changes is the war, or the step is replaced by another.

    The kernel calls ``go`` until it answers False; then the step waits, and ``ask`` says for what. Only the top step of
    the stack is asked. A step that is done calls ``war.finish(value)``; the one below gets the value in ``resume``.

    Steps hold only what both sides may know. Secrets live in fields of the war.
    """

    verbs: ClassVar[tuple[str, ...]] = ()
    """Every verb this step can ever offer: `why_not` answers for all of them."""

    joins: ClassVar[bool] = False
    """Its rolls belong together: odds follow all of them, not only the first."""

    scope: ClassVar[str] = ""
    """What ends when this step finishes: fields declared ``per`` that scope, or a shorter one, are emptied before ``resume`` below."""

    def go(self, war: W) -> bool:
        """The automatic part: roll, push, pop. True if it did something, False to wait for a choice."""
        return False

    def ask(self, war: W) -> Decision | tuple[Decision, ...]:
        """Who must choose what. Pure: asking twice gives the same answer and changes nothing."""
        raise NotImplementedError(f"{type(self).__name__} waits but asks nothing")

    def take(self, war: W, side: int, verb: str, target: int) -> None:
        """What a legal choice does."""
        raise NotImplementedError

    def resume(self, war: W, value: Any) -> None:
        """The step above has finished and hands down ``value``."""

    @classmethod
    def plays(cls) -> bool:
        """Whether it can stand on the stack; a pattern for other steps asks and does nothing itself."""
        return cls.go is not Step.go or cls.ask is not Step.ask

    def holes(self, war: W, side: int) -> Mapping[str, Hole]:
        """What fills the holes of its prompt beside its own fields; asked for only when somebody reads."""
        return {}

    # --- why not

    rule: ClassVar[str] = ""
    """The rule of the step, for a refusal that has none of its own."""

    why: ClassVar[Mapping[str, str | tuple[str, str]]] = {}
    """For a verb the rule of a refusal, where it is not that of the step. The sentence is ``why-STEP-VERB`` or ``why-STEP`` of the
    catalogue."""

    def domain(self, war: W, side: int, verb: str) -> int:
        """Everything a person might try as target of this verb here, legal or not."""
        kind = war.setup.game.verbs[verb].kind
        if kind == "nothing":
            return NOTHING
        return self.tries(war, side, verb) if kind == "piece" else war.domain(side, kind)

    def tries(self, war: W, side: int, verb: str) -> int:
        """The pieces a person might click here."""
        return war.domain(side, "piece")

    def refuse(self, war: W, side: int, verb: str, target: int) -> Refusal:
        """Why a member of the domain is not listed. Called only for those. What is forbidden in any step the war says first."""
        known = war.setup.game.verbs[verb]
        words = war.setup.game.catalogue
        name = f"why-{kebab(type(self).__name__)}"
        why = self.why.get(verb) or self.why.get("")
        if f"{name}-{verb}" in words or name in words:
            rule = why if isinstance(why, str) else self.rule or known.rule
            reason: Text | str = Text(f"{name}-{verb}" if f"{name}-{verb}" in words else name)
        elif why is None:
            rule, reason = self.rule or known.rule, Text("why-not-here")
        else:
            rule, reason = (self.rule or known.rule, why) if isinstance(why, str) else why
        return war.forbids(side, verb, target, rule) or Refusal(rule, reason, 1 << target if known.kind == "space" else 0)


Stack = tuple["Step[Any]", "Stack | None"]
"""Linked pairs, top first: copying it costs nothing."""
