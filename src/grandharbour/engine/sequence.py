"""A sequence of play, declared once: the phases of a turn, an operation or a combat, each with its name, its rule and what it does.

    class Turn(Run[Sky], frozen=True):
        sequence = Sequence(
            Phase("priorities", "HM-PRI.1", begin_turn),
            Phase("movement", "HM-INIT.1", draw_initiative),
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
    """One phase: its name, its rule, and what is done when play comes to it; people read ``phase-ID`` of the catalogue.

    ``act(step, war)`` may push a step that asks; what that step hands down comes to ``answer(step, war, value)`` of the same phase.
    """

    __slots__ = ("act", "answer", "id", "rule")

    def __init__(
        self, id: str, rule: str, act: Callable[[Any, Any], object], answer: Callable[[Any, Any, Any], object] | None = None
    ) -> None:
        self.id = id
        self.rule = rule
        self.act = act
        self.answer = answer


class Sequence:
    """Phases in their order.

    >>> day = Sequence(Phase("move", "1", print), Phase("fight", "2", print))
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
    _made: ClassVar[dict[str, Run[Any]]]
    """A run that holds nothing but its phase is made once for each of them."""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        cls._made = {}

    def go(self, war: W) -> bool:
        """From phase to phase, as long as nothing is pushed and nobody must look between two of them."""
        following, made = self.sequence._next, self._made
        assert war.stack is not None
        below = war.stack[1]
        coming = following[self.phase]
        while coming is not None:
            step = made.get(coming.id)
            if step is None:
                step = msgspec.structs.replace(self, phase=coming.id)
                if len(self.__struct_fields__) == 1:
                    made[coming.id] = step
            war.stack = (step, below)
            coming.act(step, war)
            if war.stack is None or war.stack[0] is not step or war._watches:
                return True
            coming = following[coming.id]
        war.finish(self.result(war))
        return True

    def resume(self, war: W, value: Any) -> None:
        answer = self.sequence.phases[self.phase].answer
        if answer is not None:
            answer(self, war, value)

    def result(self, war: W) -> Any:
        """What is handed down after the last phase."""
        return None

    @property
    def now(self) -> Phase:
        """The phase under way, or the one to come if none is."""
        return self.sequence[self.phase] if self.phase else next(iter(self.sequence))

    def jump(self, war: W, phase: str, **changes: Any) -> None:
        """Go on with another phase, this step being the top one. What acts is the kernel: here it is only noted."""
        war.become(msgspec.structs.replace(self, phase=BEFORE + self.sequence.phases[phase].id, **changes))

    def note(self, war: W, **changes: Any) -> Self:
        """Keep something for the phases to come, this step being the top one."""
        step = msgspec.structs.replace(self, **changes)
        war.become(step)
        return step
