"""Briefs: what people and computer players are told about a step, in one place for each kind of step.

The rules of a chapter stand in ``battle.py`` and run without anything here; ``battle_brief.py`` beside it has one class for each
step that has something to tell. The type in brackets registers it:

    class IntenseBrief(Brief[Intense]):
        def ideas(self, war, step, decision): ...
        def preview(self, war, step, side, verb, target): ...

A union serves several kinds of steps, a class with a type variable is a pattern for others, and a kind of step without a brief of
its own has that of the nearest kind it derives from. Everything has a default.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from types import UnionType
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar, Union, get_args, get_origin

import msgspec

from .catalogue import Text
from .choice import Decision
from .forecast import Forecast
from .geometry.bits import bits
from .step import Step
from .view import Preview, Stage, Track

if TYPE_CHECKING:
    from .odds import Label, Odds

S = TypeVar("S", bound=Step[Any])

_known: dict[type[Step[Any]], Brief[Any]] = {}


class Idea(msgspec.Struct, frozen=True):
    """A choice with what it seems worth, and why, in words for a player."""

    score: float
    verb: str
    target: int
    why: str | Text = ""
    """A sentence of the catalogue by its name, or a Text: written only if somebody asks for a hint."""


class Gesture(msgspec.Struct, frozen=True):
    """What each verb of a step is in a gesture of the hand: a player takes pieces and points at a place, or only points.

    Verbs that are not named are never clicked by a gesture.
    """

    takes: tuple[str, ...] = ()
    """A piece of the hand."""
    stacks: tuple[str, ...] = ()
    """The space of a pile that is taken as a whole."""
    starts: tuple[str, ...] = ()
    """The space the hand lies in."""
    by: tuple[str, ...] = ()
    """Clicked on the way: a kind of Action, a source, a number. Several answers make several rows to choose from."""
    puts: tuple[str, ...] = ()
    """Names the place where the hand arrives."""
    aims: tuple[str, ...] = ()
    """Names the place that is pointed at; nobody goes there."""
    gathers: tuple[str, ...] = ()
    """Where nobody was taken into the hand: everybody who may comes along."""
    advised: tuple[str, ...] = ()
    """Added as long as the adviser would."""
    ends: tuple[str, ...] = ()
    """Said when there is nothing more to add, as long as no die follows and the same side goes on."""
    onward: bool = False
    """What has arrived may be pointed at a farther place at once."""
    repeats: tuple[str, ...] = ()
    """Verbs without a target that one may want several times."""


class Main(msgspec.Struct, frozen=True):
    """What stands on a button that rolls: what it does, and where or to whom. ``idle``: nothing comes of it, so nobody is led to it."""

    words: Text
    spaces: tuple[int, ...] = ()
    piece: int | None = None
    idle: bool = False
    holds: bool = False
    """Who is asked is attacked: the chance on the button is that he holds."""
    untold: bool = False
    """No single chance is what it is fought for: the button names none, the card has them all."""


class Brief(Generic[S]):
    """What is told about one kind of step."""

    gesture: ClassVar[Gesture | None] = None
    """Which of its verbs one gesture may click; None: every one is a click of its own."""
    said: ClassVar[dict[str, str]] = {}
    """The adviser's word for a verb none of whose choices he weighs: a sentence by the name of the verb."""
    whole: ClassVar[bool] = False
    """Whether all its questions may be answered with one click as the adviser would, up to the first die."""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        for base in vars(cls).get("__orig_bases__", ()):
            if isinstance(get_origin(base), type) and issubclass(get_origin(base), Brief):
                for asked in get_args(base):
                    kinds = get_args(asked) if isinstance(asked, UnionType) or get_origin(asked) is Union else (asked,)
                    for kind in kinds:
                        if isinstance(kind, type):
                            _known[kind] = cls()

    def ideas(self, war: Any, step: S, decision: Decision) -> list[Idea]:
        """Every choice with what it seems worth. By default the quiet answer, otherwise what comes first."""

        return [
            Idea(1.0 if decision.quiet == (verb, target) else 0.0, verb, target, self.said.get(verb, "idea-default"))
            for verb, mask in decision.choices.items()
            for target in bits(mask)
        ]

    def leading(self, war: Any, step: S, decision: Decision) -> list[Idea]:
        """The ideas among which the best are, in the order of ``ideas``: for who follows the adviser without asking about anything else.

        What cannot be best need not be weighed. Whatever shares the highest score must be among them.
        """
        return self.ideas(war, step, decision)

    def trusted(self, war: Any, step: S, decision: Decision) -> bool:
        """Whether the adviser's word is good enough, so that nothing needs to be tried out."""
        return False

    def forecast(self, war: Any, step: S, side: int, verb: str, target: int) -> Forecast[Any] | None:
        """What will come of a listed choice with dice."""
        return None

    def succeeds(self, war: Any, step: S, verb: str, results: Label) -> bool | None:
        """Whether what the dice have decided is what a choice was made for; None where that cannot be said of a single roll."""
        return None

    def further(self, war: Any, step: S, side: int, verb: str, target: int) -> Text | None:
        """What it would take for the next column of the table a choice rolls on."""
        return None

    def odds(self, war: Any, step: S, side: int, verb: str, target: int) -> Odds | None:
        """The chances of a listed choice where running the rules under every throw would take too long; None to run them."""
        return None

    def main(self, war: Any, step: S, decision: Decision, verb: str) -> Main | None:
        """The words of a button that rolls: ``verb-ID.go`` of the catalogue with what the question is about; None for its label."""
        if f"verb-{verb}.go" not in war.setup.game.catalogue:
            return None
        kind, about = decision.about or ("", 0)
        return Main(Text(f"verb-{verb}.go"), (about,) if kind == "space" else (), about if kind == "piece" else None)

    def differing(self, war: Any, step: S, verb: str, mask: int) -> int:
        """The answers a gesture offers where it clicks a verb on the way (``Gesture.by``): all that are listed, but for those that can
        do nothing another cannot do as well. Who wants one of these clicks it himself."""
        return mask

    def preview(self, war: Any, step: S, side: int, verb: str, target: int) -> Preview | None:
        """What a listed choice would do before any die."""
        return None

    def stage(self, war: Any, step: S, side: int | None) -> Stage | None:
        """The small board while this step is under way, also below the one that asks."""
        return None

    def tracks(self, war: Any, step: S, side: int | None) -> tuple[Track, ...]:
        """What this step adds to the tracks beside the board while it asks."""
        return ()


_nothing: Brief[Any] = Brief()


def brief(kind: type[Step[Any]]) -> Brief[Any]:
    """The brief of a kind of step: its own, or that of the nearest kind it derives from."""
    for base in kind.__mro__:
        if base is Step:
            break
        room = f"{base.__module__}_brief"
        if base not in _known and find_spec(room) is not None:
            import_module(room)
        if base in _known:
            return _known[base]
    return _nothing
