"""A war: one game in play, and the kernel that moves it from decision to decision.

A game declares its state as annotated fields (see ``kinds``); slots, ``copy`` and ``key`` are made from them, so a field
cannot be forgotten. Lists are copied one level deep: what they hold must be immutable. A field whose name begins with an
underscore is a cache: what can be worked out from the others, None until somebody has, shared by copies, part of no text.

    class Sky(War):
        scopes = ("turn", "phase")           # longest first: whatever ends one ends those after it
        turn: int
        at: PerPiece[Space]
        fired: Pieces = per("phase")         # empty at the start, and again whenever a step of that scope has finished

What a mark lasts for is said where it is declared, so no list of resets can forget one: the kernel empties the fields of a scope
when a step whose ``scope`` it is finishes.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar, Self, TypeVar

from msgspec.structs import replace

from .catalogue import Hole
from .choice import Decision, Illegal, Outcome, Refusal
from .codec import Codec, codecs, empty
from .dice import Dice, Scripted, Seeded
from .event import Event
from .odds import Odds, odds, outcomes
from .position import write_position
from .sequence import Phase, Run
from .step import Stack, Step

if TYPE_CHECKING:
    from .game import Setup
    from .view import View

S = TypeVar("S")
T = TypeVar("T")

NUMBERS = (1 << 20) - 1
"""The numbers a person might try where one is asked for."""

_KERNEL = ("setup", "dice", "rolled", "drawn", "shown", "made", "stack", "outcome", "bargain", "log", "_asked")


class Scoped:
    """How long a field holds what it holds; made by ``per``."""

    def __init__(self, scope: str, start: Callable[[Any], Any] | None) -> None:
        self.scope = scope
        self.start = start


def per(scope: str, start: Callable[[Any], Any] | None = None) -> Any:
    """A field that is empty again when its scope ends. ``start`` makes its first value from the setup, where empty is not what its kind says."""
    return Scoped(scope, start)


class _Slotted(type):
    """Gives a state class slots for its annotated fields, and the copy and key that fit them."""

    def __new__(mcls, name: str, bases: tuple[type, ...], body: dict[str, Any]) -> _Slotted:
        declared = body.get("__annotations__", {})
        # A value in the class would collide with the slot of that name.
        body["_scoped"] = {f: body.pop(f) for f in list(declared) if isinstance(body.get(f), Scoped)}
        body.setdefault("__slots__", tuple(f for f, kind in declared.items() if "ClassVar" not in str(kind) and f not in _KERNEL))
        cls = super().__new__(mcls, name, bases, body)
        if bases:
            cls._furnish()  # type: ignore[attr-defined]
        return cls


class War(metaclass=_Slotted):
    """A state in play. Subclasses add the fields of their game and know how to show, imagine and check them."""

    __slots__ = _KERNEL

    setup: Setup
    """What never changes: game, scenario, options, tables, names."""
    dice: Dice
    rolled: int
    """Public draws so far."""
    drawn: int
    """Hidden draws so far."""
    shown: int
    """How often something hidden was shown to a side that did not know it."""
    made: int
    """Choices made so far: what a step keeps if it must say later which choice binds (Refusal.because). No part of the position."""
    stack: Stack | None
    outcome: Outcome | None
    bargain: tuple[int, bool] | tuple[()]
    """What an auction of the sides came to: with how many points the first side begins, and whether the two exchanged seats."""
    log: list[Event] | None
    """Where events go; None when nobody reads them, as in search and simulation."""
    _asked: tuple[Decision, ...] | None

    codecs: ClassVar[dict[str, Codec]] = {}
    caches: ClassVar[tuple[str, ...]] = ()
    scopes: ClassVar[tuple[str, ...]] = ()
    """The scopes of a game's fields, longest first: a turn before an operation before a segment."""
    _scoped: ClassVar[dict[str, Scoped]] = {}
    _close: ClassVar[dict[str, Callable[[Any], None]]] = {}
    _watches: ClassVar[bool] = False

    if TYPE_CHECKING:

        @property
        def turn(self) -> int:
            """Every game counts turns."""

        def copy(self) -> Self:
            """An independent state with the same future dice. About a microsecond."""

        def key(self) -> tuple[Any, ...]:
            """The position without its history, hashable: equal keys are equal positions."""

    @classmethod
    def _furnish(cls) -> None:
        cls.codecs = codecs(cls, War)
        lines = ["def copy(self):", "    new = object.__new__(cls)"]
        lines += [
            f"    new.{f} = self.{f}"
            for f in ("setup", "dice", "rolled", "drawn", "shown", "made", "stack", "outcome", "bargain", "_asked")
        ]
        lines += ["    new.log = None"]
        lines += [f"    new.{f} = self.{f}{'[:]' if c.mutable else ''}" for f, c in cls.codecs.items()]
        cls.caches = tuple(f for f in cls.__slots__ if f.startswith("_") and f not in _KERNEL)
        lines += [f"    new.{f} = self.{f}" for f in cls.caches]
        lines += ["    return new", "def key(self):"]
        parts = ["self.rolled", "self.drawn", "self.shown", "self.stack", "self.outcome"]
        parts += [f"tuple(self.{f})" if c.mutable else f"self.{f}" for f, c in cls.codecs.items()]
        lines += [f"    return ({', '.join(parts)}, *self.bargain)"]
        made: dict[str, Any] = {"cls": cls}
        exec("\n".join(lines), made)  # the same few lines by hand would be forgotten when a field is added
        cls.copy = made["copy"]  # type: ignore[method-assign]
        cls.key = made["key"]  # type: ignore[method-assign]
        cls._watches = cls.tick is not War.tick
        cls._scoped = {f: scoped for base in reversed(cls.__mro__) for f, scoped in vars(base).get("_scoped", {}).items()}
        for field, scoped in cls._scoped.items():
            if scoped.scope not in cls.scopes:
                raise TypeError(
                    f"{cls.__name__}.{field} lasts for a {scoped.scope!r}; the scopes are {', '.join(cls.scopes) or 'none'}"
                )
        cls._close = {scope: cls._closer(cls.scopes[number:]) for number, scope in enumerate(cls.scopes)}

    @classmethod
    def _closer(cls, scopes: tuple[str, ...]) -> Callable[[Any], None]:
        """One function that empties all fields of these scopes."""
        made: dict[str, Any] = {}
        lines = ["def close(war):", "    pass"]
        for field, scoped in cls._scoped.items():
            if scoped.scope in scopes:
                made[f"make_{field}"] = start = scoped.start or empty(cls.codecs[field].hint)
                lines.append(f"    war.{field} = " + (f"make_{field}(war.setup)" if callable(start) else repr(start)))
        exec("\n".join(lines), made)  # as above
        close: Callable[[Any], None] = made["close"]
        return close

    def __init__(self, setup: Setup, dice: Dice) -> None:
        self.setup = setup
        self.dice = dice
        self.rolled = self.drawn = self.shown = self.made = 0
        self.stack = None
        self.outcome = None
        self.bargain = ()
        self.log = None
        self._asked = None
        for cache in self.caches:
            setattr(self, cache, None)
        if self.scopes:
            self.close(self.scopes[0])

    # --- asking and choosing

    def asked(self) -> tuple[Decision, ...]:
        """All decisions owed now, in side order; empty when the game has ended."""
        asked = self._asked
        if asked is None:
            if self.stack is None:
                asked = ()
            else:
                answer = self.stack[0].ask(self)
                asked = (answer,) if isinstance(answer, Decision) else answer
            self._asked = asked
        return asked

    @property
    def decisions(self) -> dict[int, Decision]:
        """The decision each side owes."""
        return {decision.side: decision for decision in self.asked()}

    @property
    def decision(self) -> Decision | None:
        """The first decision owed, in side order; None when the game has ended."""
        asked = self.asked()
        return asked[0] if asked else None

    def choices(self, verb: str, side: int | str | None = None) -> list[str | int | None]:
        """The legal targets of a verb by their printed names, empty if it is not offered."""
        decision = self._owed(side)
        mask = decision.choices.get(verb, 0)
        return [self.target_name(verb, i) for i in range(mask.bit_length()) if mask >> i & 1]

    def play(self, verb: str, target: int | str | None = None, side: int | str | None = None) -> None:
        """Make a choice. Anything that is not listed raises Illegal with the rule, and changes nothing."""
        asked = self._asked
        # Nearly always one decision, asked for already, and its side is the one named.
        decision = asked[0] if asked and len(asked) == 1 and asked[0].side == side else self._owed(side)
        number = target if type(target) is int else self._target(verb, target)
        mask = decision.choices.get(verb, 0)
        if number < 0 or not mask >> number & 1:
            refusal = self._refusal(decision.side, verb, number)
            raise Illegal(refusal)
        assert self.stack is not None
        self._asked = None
        self.made += 1
        self.stack[0].take(self, decision.side, verb, number)
        self.run()

    def _owed(self, side: int | str | None) -> Decision:
        asked = self.asked()
        if not asked:
            raise Illegal(Refusal("", self.say("why-game-over")))
        if side is None:
            if len(asked) > 1:
                raise Illegal(Refusal("", self.say("why-which-side")))
            return asked[0]
        if isinstance(side, str):
            side = self.setup.side(side)
        for decision in asked:
            if decision.side == side:
                return decision
        raise Illegal(Refusal("", self.say("why-not-asked", side=("side", side))))

    def _target(self, verb: str, target: int | str | None) -> int:
        """The int behind a printed target; -1 if there is no such thing."""
        known = self.setup.game.verbs.get(verb)
        if known is None:
            raise Illegal(Refusal("", self.say("why-unknown-verb", verb=verb)))
        if known.kind == "nothing":
            if target is None:
                return 0
            raise Illegal(Refusal(known.rule, self.say("why-no-target", verb=verb)))
        if target is None:
            raise Illegal(Refusal(known.rule, self.say("why-needs-target", verb=verb)))
        if not isinstance(target, (int, str)) or isinstance(target, bool):
            raise Illegal(Refusal(known.rule, self.say("why-no-choice", target=repr(target))))
        if known.kind == "number":
            try:
                number = int(target)
            except ValueError:
                number = -1
            if number < 0:
                raise Illegal(Refusal(known.rule, self.say("why-no-number", target=repr(target)))) from None
            return number
        if isinstance(target, int):
            return target
        number = self.setup.names.index[known.kind].get(target, -1)
        if number < 0:
            raise Illegal(Refusal(known.rule, self.say("why-unknown-target", kind=known.kind, target=target)))
        return number

    def target_name(self, verb: str, number: int) -> str | int | None:
        """A target as it is printed and saved: a name, a number or None."""
        kind = self.setup.game.verbs[verb].kind
        if kind == "nothing":
            return None
        return number if kind == "number" else self.setup.names.of(kind, number)

    def why_not(self, verb: str, target: int | str | None = None, side: int | str | None = None) -> Refusal | None:
        """The rule that forbids a choice, or None if it is allowed."""
        try:
            decision = self._owed(side)
            number = target if type(target) is int else self._target(verb, target)
        except Illegal as illegal:
            return illegal.refusal
        if number >= 0 and decision.choices.get(verb, 0) >> number & 1:
            return None
        return self._refusal(decision.side, verb, number)

    def _refusal(self, side: int, verb: str, number: int) -> Refusal:
        assert self.stack is not None
        step = self.stack[0]
        known = self.setup.game.verbs.get(verb)
        if known is None:
            return Refusal("", self.say("why-unknown-verb", verb=verb))
        decision = next(d for d in self.asked() if d.side == side)
        if verb not in step.verbs:
            return Refusal(known.rule, self.say("why-not-now", verb=known.label, asked=self.prompt(decision)))
        if number < 0 or not step.domain(self, side, verb) >> number & 1:
            return Refusal(known.rule, self.say("why-nothing-here", verb=known.label))
        refusal = step.refuse(self, side, verb, number)
        return replace(refusal, reason=self.setup.game.catalogue.write(refusal.reason, self.setup.names))

    def say(self, id: str, **holes: Hole) -> str:
        """A sentence of the catalogue, written at once: for what is only made when somebody reads it, such as a view."""
        return self.setup.spoken(id, holes)

    def prompt(self, decision: Decision) -> str:
        """The prompt, by its name in the catalogue, with its holes filled: fields of the step, its ``holes``, side and about."""
        assert self.stack is not None
        step = self.stack[0]
        key: tuple[Any, ...] = (step, decision.prompt, decision.side, decision.about, *step.holes(self, decision.side).items())
        try:
            return self.setup.shelf(_prompt)[key]
        except TypeError:  # a list in a hole
            return _prompt(self.setup, *key)

    # --- what steps use

    def run(self) -> None:
        """Let steps go until one waits or the game ends."""
        if self._watches:
            while self.stack is not None and self.tick():
                pass
        else:
            while self.stack is not None and self.stack[0].go(self):
                pass

    def tick(self) -> bool:
        """Let the top step go once. A game whose end may come at any moment looks for it here, whatever the step."""
        assert self.stack is not None
        return self.stack[0].go(self)

    def nearest(self, kind: type[S]) -> S | None:
        """The topmost step of a kind that is under way."""
        stack = self.stack
        while stack is not None:
            step, stack = stack
            if isinstance(step, kind):
                return step
        return None

    @property
    def handicap(self) -> int:
        """Points the first side begins with, less than nothing if the other does: by an auction, or by the par both have agreed to."""
        return self.bargain[0] if self.bargain else self.setup.handicap

    @property
    def under_way(self) -> Phase | None:
        """The phase play is in: that of the lowest sequence on the stack."""
        phase: Phase | None = None
        stack = self.stack
        while stack is not None:
            step, stack = stack
            if isinstance(step, Run):
                phase = step.now
        return phase

    # --- what is forbidden in any step

    def domain(self, side: int, kind: str) -> int:
        """Everything of a kind a person might click, legal or not."""
        return NUMBERS if kind == "number" else self.setup.names.everything[kind]

    def forbids(self, side: int, verb: str, target: int, rule: str) -> Refusal | None:
        """What forbids a choice whatever the step: the piece is not yours, the space is off the map. ``rule`` is the step's own."""
        return None

    def push(self, step: Step[Any]) -> None:
        """A procedure inside the one on top."""
        self.stack = (step, self.stack)

    def become(self, step: Step[Any]) -> None:
        """The top step changes into another."""
        assert self.stack is not None
        self.stack = (step, self.stack[1])

    def finish(self, value: Any = None) -> None:
        """The top step is done and hands ``value`` to the one below."""
        assert self.stack is not None
        step, stack = self.stack
        self.stack = stack
        if step.scope:
            self._close[step.scope](self)
        if stack is not None:
            stack[0].resume(self, value)

    def close(self, scope: str) -> None:
        """End a scope where no step does: its fields, and those of every shorter scope, are empty again."""
        self._close[scope](self)

    def end(self, outcome: Outcome) -> None:
        """The game is over."""
        self.outcome = outcome
        self.stack = None

    def tell(self, event: Event) -> None:
        """Write an event if somebody reads. Hot code asks ``if war.log is not None`` before it makes one."""
        if self.log is not None:
            self.log.append(event)

    def reveal(self) -> None:
        """Something hidden has been shown: no undo past this point."""
        self.shown += 1

    def d6(self) -> int:
        """One public die."""
        self.rolled += 1
        return self.dice.d6(self.rolled - 1)

    def pair(self) -> tuple[int, int]:
        """Two dice of which the sum decides; enumerated by sum, so nothing may depend on the faces except 1-1 and 6-6."""
        self.rolled += 1
        return self.dice.pair(self.rolled - 1)

    def hits(self, n: int, need: int) -> tuple[int, tuple[int, ...]]:
        """How many of n dice show ``need`` or more, and their faces for the log."""
        self.rolled += 1
        return self.dice.hits(self.rolled - 1, n, need)

    def pick(self, n: int, hidden: bool = False) -> int:
        """One of n things by chance; hidden draws have a counter of their own."""
        if hidden:
            self.drawn += 1
            return self.dice.pick(self.drawn - 1, n, True)
        self.rolled += 1
        return self.dice.pick(self.rolled - 1, n, False)

    def shuffled(self, things: Iterable[T], hidden: bool = False) -> list[T]:
        """Some things in an order of chance: each by a draw of its own among those left, the last without."""
        rest, taken = list(things), []
        pick, draw = self.dice.pick, self.drawn if hidden else self.rolled
        for left in range(len(rest), 1, -1):
            taken.append(rest.pop(pick(draw, left, hidden)))
            draw += 1
        if hidden:
            self.drawn = draw
        else:
            self.rolled = draw
        return taken + rest

    def script(self, *draws: int | tuple[int, ...]) -> None:
        """Lay down the coming public draws, for a test or an example; hidden draws go on as before."""
        self.dice = Scripted(draws, self.rolled, self.dice)

    # --- knowing and not knowing

    def view(self, side: int | None) -> View:
        """What a side (None: a spectator) may see, from a whitelist: ``show.view`` of the game."""
        view: View = self.setup.game.view(self, side)
        return view

    def imagine(self, side: int | None, rng: random.Random) -> Self:
        """A full state that side cannot tell from this one, with dice of its own: all a computer player ever gets."""
        new = self.copy()
        new.dice = Seeded(rng.randbytes(32))
        if self.setup.game.secrets:
            new._asked = None  # who is asked what may hang on what lies hidden
        return new

    def worlds(self, side: int | None, verb: str, target: int) -> Iterable[tuple[Fraction, Self]]:
        """The states a side must think possible before a choice with dice, each with its chance, for exact odds."""
        return ((Fraction(1), self.copy()),)

    def check(self) -> None:
        """Raise AssertionError with a sentence if the position breaks an invariant of the game: a row of ``insist``."""

    def insist(self, sound: object, id: str, rule: str = "", **holes: Hole) -> None:
        """What must be true of every position; where it is not, a sentence of the game's catalogue says so, with its rule."""
        if not sound:
            setup = self.setup
            words = setup.game.catalogue.say(id, holes, setup.names)
            raise AssertionError(f"{words} [{rule}]" if rule else words)

    def outcomes(self, verb: str, target: int | str | None = None, side: int | str | None = None) -> list[tuple[Fraction, Self]]:
        """Every state the choice can lead to, up to the next decision, with its exact chance. The states have no dice yet."""
        return outcomes(self, verb, target, side)

    def odds(self, side: int | str | None, verb: str, target: int | str | None = None) -> Odds | None:
        """What the dice can make of a choice, from what that side knows; None when no die follows."""
        return odds(self, side, verb, target)

    def position(self) -> str:
        """The position as text that ``Game.position`` reads."""
        return write_position(self)


def _prompt(
    setup: Setup, step: Step[Any], prompt: str, side: int, about: tuple[str, int] | None, *holes: tuple[str, Hole]
) -> str:
    names, info = setup.names, setup.game.sides[side]
    filling = {f: c.write(getattr(step, f), names.aloud) for f, c in setup.game.step_codecs[type(step)].items()}
    if about is not None:
        filling["about"] = names.called(*about)
    filling |= {"side": info.short, "many": info.many, **dict(holes)}
    if prompt in setup.game.catalogue:
        return setup.game.catalogue.say(prompt, filling, names)
    return prompt.format_map(filling)
