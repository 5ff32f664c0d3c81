"""Who watches a table through the same eyes: one side, or the spectators. After a change they are shown the difference, once for all.

A patch says what is new in the state they were last shown; its ``rev`` counts what they were shown, never the rows of the table,
which would tell how often the other side has clicked in secret. If nothing of theirs has changed, nothing is sent.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from msgspec import UNSET, structs

from ..engine.view import View
from . import wire
from .history import History

_FIELDS = tuple(field.name for field in structs.fields(wire.Patch) if field.name not in ("rev", "from_", "events", "view"))
"""What a patch holds whole or not at all."""
_PLAIN = ("heading", "phase", "turn", "ribbon", "stage", "sheets")
_LISTS: dict[str, Any] = {
    "tracks": wire.TracksPatch,
    "pieces": wire.PiecesPatch,
    "markers": wire.MarkersPatch,
    "boxes": wire.BoxesPatch,
}


def difference(old: wire.State, new: wire.State, rev: int) -> wire.Patch | None:
    """What turns the old state into the new one; ``new.events`` are those the old one did not hold. None if nothing does."""
    changed = {name: value for name in _FIELDS if (value := getattr(new, name)) != getattr(old, name)}
    if (view := _view(old.view, new.view)) is not None:
        changed["view"] = view
    if new.events or new.epoch != old.epoch:
        changed |= {"from_": new.from_, "events": new.events}
    return wire.Patch(rev, **changed) if changed else None


def _view(old: View, new: View) -> wire.ViewPatch | None:
    if old is new:
        return None
    changed: dict[str, Any] = {name: value for name in _PLAIN if (value := getattr(new, name)) != getattr(old, name)}
    for name, kind in _LISTS.items():
        part = _list(getattr(old, name), getattr(new, name), kind)
        if part is not None:
            changed[name] = part
    return wire.ViewPatch(**changed) if changed else None


def _list(old: Sequence[Any], new: Sequence[Any], kind: Any) -> Any:
    """Members by their ids: those that are new or other than before, and those that are gone; all of them if the order is another."""
    if old is new or old == new:
        return None
    before, after = {member.id: member for member in old}, {member.id: member for member in new}
    fresh = [member for member in new if before.get(member.id) is not member and before.get(member.id) != member]
    gone = [id for id in before if id not in after]
    order = [id for id in before if id in after] + [id for id in after if id not in before]
    if order != list(after) or len(before) != len(old) or len(after) != len(new) or 2 * len(fresh) > len(new):
        return kind(all=list(new))
    return kind(set=fresh or UNSET, gone=gone or UNSET)


class Watcher(Protocol):
    """A connected client."""

    since: int
    epoch: int
    """The events it holds."""
    session: str | None
    """The session it hangs on, if a person holds the seat by it."""

    def tell(self, message: bytes) -> None: ...

    def dismiss(self) -> None: ...


class Audience:
    """One pair of eyes at one table, as long as somebody looks through them."""

    def __init__(self, side: int | None, history: History) -> None:
        self.side = side
        self.rev = 0
        self.watchers: set[Watcher] = set()
        self._shown = history.state(side, self._count(history), history.feeds[side].epoch)

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
        message = wire.encode(patch)
        for watcher in list(self.watchers):
            watcher.tell(message)

    def whole(self, history: History, since: int, epoch: int) -> wire.State:
        """All there is to see, for one who holds some events."""
        return structs.replace(history.state(self.side, since, epoch), rev=self.rev)

    @property
    def held(self) -> tuple[int, int]:
        """The events and the epoch of whoever has been told everything."""
        return self._shown.from_ + len(self._shown.events), self._shown.epoch
