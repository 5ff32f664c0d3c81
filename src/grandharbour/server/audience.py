"""Who watches a table through the same eyes: one side, or the spectators. After a change they are shown the difference, once for all.

A patch says what is new in the state they were last shown; its ``rev`` counts what they were shown, never the rows of the table,
which would tell how often the other side has clicked in secret. If nothing of theirs has changed, nothing is sent.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from operator import attrgetter
from typing import Any, Protocol

from msgspec import UNSET, structs

from ..engine.view import PieceView, View
from . import wire
from .history import History

_FIELDS = tuple(
    field.name for field in structs.fields(wire.Patch) if field.name not in ("rev", "from_", "events", "view", "domains")
)
"""What a patch holds whole or not at all."""
_PLAIN = ("heading", "phase", "turn", "ribbon", "stage", "sheets")
_LISTS: dict[str, Any] = {
    "tracks": wire.TracksPatch,
    "pieces": wire.PiecesPatch,
    "markers": wire.MarkersPatch,
    "boxes": wire.BoxesPatch,
}


_whole: Callable[[wire.State], tuple[Any, ...]] = attrgetter(*_FIELDS)
_plain: Callable[[View], tuple[Any, ...]] = attrgetter(*_PLAIN)
_lists: Callable[[View], tuple[Any, ...]] = attrgetter(*_LISTS)
_LOOK = tuple(field.name for field in structs.fields(PieceView))
_look: Callable[[PieceView], tuple[Any, ...]] = attrgetter(*_LOOK)
LONG = 12
"""A list of candidates with more members gets a name, under which it is sent once."""
MOST_NAMED = 60


def difference(old: wire.State, new: wire.State, rev: int) -> wire.Patch | None:
    """What turns the old state into the new one; ``new.events`` are those the old one did not hold. None if nothing does."""
    changed = {
        name: now for name, was, now in zip(_FIELDS, _whole(old), _whole(new), strict=True) if now is not was and now != was
    }
    if (view := _view(old.view, new.view)) is not None:
        changed["view"] = view
    if new.events or new.epoch != old.epoch:
        changed |= {"from_": new.from_, "events": new.events}
    return wire.Patch(rev, **changed) if changed else None


def _view(old: View, new: View) -> wire.ViewPatch | None:
    if old is new:
        return None
    # Parts that look alike are mostly the same object.
    changed: dict[str, Any] = {
        name: now for name, was, now in zip(_PLAIN, _plain(old), _plain(new), strict=True) if now is not was and now != was
    }
    for (name, kind), was, now in zip(_LISTS.items(), _lists(old), _lists(new), strict=True):
        if was is not now and (part := _list(was, now, kind)) is not None:
            changed[name] = part
    return wire.ViewPatch(**changed) if changed else None


def _list(old: Sequence[Any], new: Sequence[Any], kind: Any) -> Any:
    """Members by their ids: those that are new or other than before, and those that are gone; all if those that stay changed places."""
    if len(old) == len(new):  # nearly always the same members in the same places
        pairs = [(was, now) for was, now in zip(old, new, strict=True) if was is not now and was != now]
        if not pairs:
            return None
        ids = {now.id for _, now in pairs}
        alone = len(ids) == len(pairs) == sum(member.id in ids for member in new)
        if alone and all(was.id == now.id for was, now in pairs) and 2 * len(pairs) <= len(new):
            return kind(set=[_part(was, now) for was, now in pairs])
    before, after = {member.id: member for member in old}, {member.id: member for member in new}
    fresh = [member for member in new if before.get(member.id) is not member and before.get(member.id) != member]
    gone = [id for id in before if id not in after]
    order, stayed = list(after), [id for id in before if id in after]
    unique = len(before) == len(old) and len(after) == len(new)
    if not unique or [id for id in order if id in before] != stayed or 2 * len(fresh) > len(new):
        return kind(all=list(new))
    # Whoever reads it puts the last new member in first.
    places = {id: following for id, following in pairwise(order) if id not in before}
    changed = [_part(before.get(member.id), member) for member in fresh]
    return kind(set=changed or UNSET, gone=gone or UNSET, before=places or UNSET)


def _part(was: Any, now: Any) -> Any:
    """Most of a piece is printed on it: only what has changed is sent."""
    if not isinstance(now, PieceView):
        return now
    looks = zip(_LOOK, _look(now), _look(was) if was else [UNSET] * len(_LOOK), strict=True)
    return wire.PiecePart(
        **{name: look for name, look, before in looks if name == "id" or (look is not before and look != before)}
    )


class Watcher(Protocol):
    """A connected client."""

    since: int
    epoch: int
    """The events it holds."""
    session: str | None
    """The session it hangs on, if a person holds the seat by it."""
    looks: bool
    """Whether somebody has it before his eyes."""

    def tell(self, message: bytes) -> None: ...

    def dismiss(self) -> None: ...


class Audience:
    """One pair of eyes at one table, as long as somebody looks through them."""

    def __init__(self, side: int | None, history: History) -> None:
        self.side = side
        self.rev = 0
        self.watchers: set[Watcher] = set()
        self._shown = history.state(side, self._count(history), history.feeds[side].epoch)
        self._domains: dict[int, tuple[str, list[wire.Target]]] = {}
        """Lists of candidates that have been sent, by their identity, with their names."""

    def _count(self, history: History) -> int:
        return len(history.feeds[self.side].events)

    def advance(self, history: History) -> None:
        """Show everybody what has changed since they were last shown something."""
        shown = self._shown
        state = history.state(self.side, shown.from_ + len(shown.events), shown.epoch)
        patch = difference(shown, state, self.rev + 1)
        self._shown = state
        if patch is None:
            return
        self.rev += 1
        if patch.decision:
            self._name_domains(patch)
        message = wire.encode(patch)
        for watcher in list(self.watchers):
            watcher.tell(message)

    def _name_domains(self, patch: wire.Patch) -> None:
        """A game has a few long lists of all that may be pointed at, and asks with them again and again: they are sent once."""
        assert isinstance(patch.decision, wire.Decision)
        told, fresh = [], {}
        for choice in patch.decision.choices:
            domain = choice.candidates
            known = self._domains.get(id(domain))
            if known is None and len(domain) > LONG and len(self._domains) < MOST_NAMED:
                known = self._domains[id(domain)] = str(len(self._domains)), domain
                fresh[known[0]] = domain
            told.append(choice if known is None else structs.replace(choice, candidates=[], domain=known[0]))
        patch.decision = structs.replace(patch.decision, choices=told)
        if fresh:
            patch.domains = fresh

    def whole(self, history: History, since: int, epoch: int) -> wire.State:
        """All there is to see, for one who holds some events."""
        return structs.replace(
            history.state(self.side, since, epoch), rev=self.rev, domains=dict(self._domains.values()) or UNSET
        )

    @property
    def held(self) -> tuple[int, int]:
        """The events and the epoch of whoever has been told everything."""
        return self._shown.from_ + len(self._shown.events), self._shown.epoch
