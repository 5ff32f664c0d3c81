"""The editor: a draft and its edits come in, the new draft goes out with all that can be seen of it. Nothing is kept."""

from __future__ import annotations

import logging
from functools import lru_cache

import msgspec
from msgspec import Struct

from ..engine import editor
from ..engine.game import Game, UnknownName
from ..engine.view import Board, View
from . import pages
from .problems import Problem, detail

_log = logging.getLogger("grandharbour.editor")
MOST_EDITS = 200
LARGEST_TEXT = 200_000


class EditorWish(Struct, forbid_unknown_fields=True):
    """``text`` null begins with the scenario: ready for its first turn, or (``ready`` false) before it is set up."""

    game: str
    text: str | None = None
    edits: list[editor.Edit] = []
    scenario: str | None = None
    options: dict[str, bool | str] = {}
    ready: bool = True


class Phase(Struct):
    id: str
    label: str


class Asked(Struct):
    side: str
    prompt: str


class EditorView(Struct):
    """``legal``: a table may be opened from the text. ``view`` is null where nothing can be drawn: keep the last one."""

    text: str
    legal: bool
    faults: list[editor.Fault]
    scenario: str | None
    options: dict[str, bool | str]
    view: View | None
    fields: list[editor.Field]
    asked: list[Asked]
    phases: list[Phase]
    pack: bool = False
    """The draft has a pack, which may have changed the board."""


class DraftBoard(Struct, forbid_unknown_fields=True):
    """A draft whose board is asked for."""

    game: str
    text: str


@lru_cache(maxsize=32)
def _opening(game: Game, scenario: str | None, ready: bool) -> str:
    return editor.opening(game, scenario, None, ready)


def edit(game: Game, wish: EditorWish) -> EditorView:
    """The draft after the edits."""
    if len(wish.edits) > MOST_EDITS:
        raise Problem("too-large", detail("too-many-edits", most=MOST_EDITS))
    text = wish.text
    if text is None:
        if wish.scenario is not None:
            pages.check_scenario(game, wish.scenario)
        try:
            if wish.options:
                text = editor.opening(game, wish.scenario, wish.options, wish.ready)
            else:
                text = _opening(game, wish.scenario, wish.ready)
        except UnknownName as error:
            raise Problem.said("bad-option", error) from None
    elif len(text) > LARGEST_TEXT:
        raise Problem("too-large", detail("position-too-long", most=f"{LARGEST_TEXT:,}"))
    draft = editor.edit(game, text, wish.edits)
    war = draft.war
    phases = [Phase(id, label) for id, label in editor.phases(game).items()]
    if war is None:
        return EditorView(draft.text, False, list(draft.faults), None, {}, None, [], [], phases)
    view, asked = None, []
    try:
        view = editor.open_view(war)
        msgspec.json.encode(view)
        asked = [Asked(war.setup.names.of("side", d.side), war.prompt(d)) for d in war.asked()]
    except Exception as broken:  # a draft may be anything; what cannot be drawn is told by its faults
        _log.info("a draft of %s cannot be drawn: %r", game.id, broken)
    return EditorView(
        draft.text, draft.legal, list(draft.faults), war.setup.scenario, war.setup.options, view,
        editor.fields(war), asked, phases, bool(war.setup.tables.pack),
    )  # fmt: skip


def board(game: Game, text: str) -> Board:
    """The board of a draft."""
    if len(text) > LARGEST_TEXT:
        raise Problem("too-large", detail("position-too-long", most=f"{LARGEST_TEXT:,}"))
    war = editor.edit(game, text, []).war
    if war is None:
        raise Problem("bad-position", detail("bad-draft"))
    return pages.board(war.setup)


def accepted(game: Game, text: str) -> str:
    """A position text a table may be opened from; anything else is refused with the first reason."""
    if len(text) > LARGEST_TEXT:
        raise Problem("too-large", detail("position-too-long", most=f"{LARGEST_TEXT:,}"))
    draft = editor.edit(game, text, [])
    if draft.faults:
        fault = draft.faults[0]
        line = detail("line", line=fault.line, why=fault.text)
        raise Problem("bad-position", line, fault.rule) if fault.line else Problem.said("bad-position", fault.text, fault.rule)
    return draft.text
