"""A sequence of play, declared once: the phases of a turn, an operation or a combat, each with its name, its rule and what it does.

    class Turn(Run[Sky], frozen=True):
        sequence = Sequence(
            Phase("priorities", "Priorities", "HM-PRI.1", begin_turn),
            Phase("movement", "Movement", "HM-INIT.1", draw_initiative),
            ...
        )

A position stores the name of the phase under way, so a phase can be put in or taken out without breaking what was stored. The
heading, the editor's moments of the turn and the chapters of the log follow from the same declaration.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, ClassVar, Self

import msgspec

from .step import Step, W

BEFORE = "before "
"""``before combat``: the phase that comes next, when it was jumped to and has not begun."""


class Phase:
    """One phase: what it is called, its rule, and what is done when play comes to it.

    ``act(step, war)`` may push a step that asks; what that step hands down comes to ``answer(step, war, value)`` of the same phase.
    """

    __slots__ = ("act", "answer", "id", "rule", "title")

    def __init__(
        self,
        id: str,
        title: str,
        rule: str,
        act: Callable[[Any, Any], object],
        answer: Callable[[Any, Any, Any], object] | None = None,
    ) -> None:
        self.id = id
        self.title = title
        self.rule = rule
        self.act = act
        self.answer = answer


class Sequence:
    """Phases in their order.

    >>> day = Sequence(Phase("move", "Movement", "1", print), Phase("fight", "Combat", "2", print))
    >>> day.next("").id, day.next("move").id, day.next("fight"), day.next("before fight").id
    ('move', 'fight', None, 'fight')
    >>> day.begun("move", "fight"), day.begun("fight", "move"), day.begun("before fight", "fight")
    (False, True, False)
    """

    def __init__(self, *phases: Phase) -> None:
        self.phases = {phase.id: phase for phase in phases}
        if len(self.phases) != len(phases):
            raise ValueError("two phases of one sequence have the same name")
        self._order = {phase.id: number for number, phase in enumerate(phases)}
        self._next: dict[str, Phase | None] = {"": phases[0]}
        self._next |= dict(zip(self.phases, [*phases[1:], None], strict=True))
        self._next |= {BEFORE + phase.id: phase for phase in phases}

    def __iter__(self) -> Iterator[Phase]:
        return iter(self.phases.values())

    def __getitem__(self, name: str) -> Phase:
        return self.phases[name.removeprefix(BEFORE)]

    @property
    def names(self) -> tuple[str, ...]:
        """Every word that may stand in a position: before the first, under way, and before each."""
        return tuple(self._next)

    def next(self, name: str) -> Phase | None:
        """The phase after the one under way; None after the last."""
        return self._next[name]

    def begun(self, name: str, phase: str) -> bool:
        """Whether play, standing at ``name``, has come to ``phase`` or past it."""
        if not name:
            return False
        if name.startswith(BEFORE):
            return self._order[name.removeprefix(BEFORE)] > self._order[phase]
        return self._order[name] >= self._order[phase]


class Run(Step[W], frozen=True, kw_only=True):
    """A step that runs through a sequence; after the last phase it finishes."""

    phase: str = ""
    """The phase under way; empty before the first."""

    sequence: ClassVar[Sequence]

    def go(self, war: W) -> bool:
        coming = self.sequence._next[self.phase]
        if coming is None:
            war.finish(self.result(war))
            return True
        step = msgspec.structs.replace(self, phase=coming.id)
        war.become(step)
        coming.act(step, war)
        return True

    def resume(self, war: W, value: Any) -> None:
        answer = self.sequence.phases[self.phase].answer
        if answer is not None:
            answer(self, war, value)

    def result(self, war: W) -> Any:
        """What is handed down after the last phase."""
        return None

    @property
    def now(self) -> Phase | None:
        """The phase under way, or the one to come if none is."""
        return self.sequence[self.phase] if self.phase else self.sequence._next[""]

    def jump(self, war: W, phase: str, **changes: Any) -> None:
        """Go on with another phase, this step being the top one. What acts is the kernel: here it is only noted."""
        war.become(msgspec.structs.replace(self, phase=BEFORE + self.sequence.phases[phase].id, **changes))

    def note(self, war: W, **changes: Any) -> Self:
        """Keep something for the phases to come, this step being the top one."""
        step = msgspec.structs.replace(self, **changes)
        war.become(step)
        return step
