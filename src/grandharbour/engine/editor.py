"""Setting up any position: edits on the declared fields of a war, and what is wrong with the result.

A draft is a position text that may not stand yet. Every edit gives a new text; nothing is kept in between. Most edits need
nothing from a game, because its fields say what they hold. A game may add a room ``editing.py``:

    put(war, piece, place) -> bool      lay a piece on a space or into a box of the view; False if that is no place for it
    PHASES = {"turn": "Start of a turn"}, begin(war, phase)      moments of the turn a position can be set to
    check(war)                          AssertionError with a sentence for what play never brings about, but a hand may
"""

from __future__ import annotations

import random
import re
from importlib.util import find_spec
from typing import Annotated, Any, get_args, get_origin

import msgspec

from . import toml
from .catalogue import say
from .codec import Misfit
from .dice import Seeded
from .game import Game, OptionValue
from .geometry.bits import nth
from .kinds import NOWHERE, Words
from .position import PositionError, dump, faults, load, plain, sentence
from .view import View, words
from .war import War

PLACE = "at"
"""The field that says where a piece is."""
Doing = Annotated[str, words("Doing", "put", "set", "mark", "phase")]
FieldKind = Annotated[str, words("FieldKind", "number", "flag", "text", "word", "one", "set", "row", "raw")]
Thing = Annotated[str, words("Thing", "", "side", "piece", "space", "lot")]
TRIALS, CLICKS = 2, 40
"""How many games are tried from a position before it is accepted, and how far."""


class Edit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One change. ``do``: put (piece, place), set (field, entry, value), mark (field, entry, member, value), phase (value)."""

    do: Doing
    piece: str = ""
    place: str = ""
    field: str = ""
    entry: str = ""
    """The side, piece, space or lot whose value is changed, where a field has one for each."""
    member: str = ""
    value: Any = None


class Field(msgspec.Struct, frozen=True):
    """A field of the state as a form can offer it."""

    id: str
    label: str
    kind: FieldKind
    """number, flag, text, word, one (of something with a name), set, row, or raw: too special for a form."""
    of: Thing = ""
    """side, piece, space or lot: what a one, set or row holds."""
    per: Thing = ""
    """There is such a value for each side, piece, space or lot."""
    words: tuple[str, ...] = ()
    value: Any = None


class Fault(msgspec.Struct, frozen=True):
    """What is wrong, in a sentence; with its rule, the line of the text and the thing concerned where they are known."""

    text: str
    rule: str | None = None
    line: int | None = None
    about: str | None = None


class Draft(msgspec.Struct, frozen=True):
    """A position as it is being edited: its text, the war it describes, and what is wrong with it."""

    text: str
    war: War | None
    """None if the text cannot be read at all."""
    faults: tuple[Fault, ...]
    legal: bool
    """A game can be played from it; an edit that could not be made does not change that."""


class Misedit(ValueError):
    """An edit that means nothing here."""


# --- beginning


def opening(
    game: Game, scenario: str | None = None, options: dict[str, OptionValue] | None = None, ready: bool = False, tables: str = ""
) -> str:
    """The text of a scenario's beginning; ``ready``: after the adviser has set up for both sides, at the first turn."""
    war = game.new(scenario, options=options, tables=tables, seed=0)
    first = war.turn
    while ready and war.turn == first and war.outcome is None:
        decision = war.asked()[0]
        if decision.forced:
            war.play(*decision.forced, decision.side)
        else:
            best = max(game.ideas(war, decision), key=lambda idea: idea.score)
            war.play(best.verb, best.target, decision.side)
    war.rolled = war.drawn = war.shown = 0
    return war.position()


def phases(game: Game) -> dict[str, str]:
    """Moments of the turn that a position can be set to: id -> label."""
    room = _room(game)
    return {moment: game.catalogue.write(words) for moment, words in room.PHASES.items()} if room else {}


def _room(game: Game) -> Any:
    return game._room("editing") if find_spec(f"{type(game).__module__}.editing") else None


# --- editing


def edit(game: Game, text: str, edits: list[Edit]) -> Draft:
    """The draft after these edits. An edit that cannot be made is told among the faults, and the text stays as it was."""
    fresh: list[Fault] = []
    before = text
    about: str | None = None
    for change in edits:
        try:
            text = _apply(game, text, change)
            about = change.piece or change.entry or change.member or change.field or None
        except (Misedit, Misfit, PositionError) as wrong:
            fresh.append(_fault(game, str(wrong), getattr(wrong, "line", None)))
    try:
        war = load(game, text, 0)
    except PositionError as error:
        return Draft(text, None, (*fresh, _fault(game, error.reason, error.line)), False)
    words = objections(war)
    # Only what these edits broke is the fault of what they touched.
    guilty = about if words and about and text != before and not _wrong(game, before) else None
    standing = [_fault(game, reason, None, war, guilty) for reason in words]
    return Draft(dump(plain(war)), war, (*fresh, *standing), not standing)


def objections(war: War) -> list[str]:
    """Why no game could stand so; also what only a hand can bring about."""
    wrong = faults(war)
    room = _room(war.setup.game)
    if not wrong and room is not None and hasattr(room, "check"):
        try:
            room.check(war)
        except AssertionError as broken:
            wrong.append(say("position-cannot-stand", why=sentence(broken)))
    return wrong or _trial(war)


def _trial(war: War) -> list[str]:
    """Whether the game can go on from here: a few games are begun, by chance, each from what both sides could know."""
    if war.outcome is not None:
        return []
    for number in range(TRIALS):
        rng = random.Random(number)
        trial = war.copy()
        trial.dice = Seeded(rng.randbytes(32))
        try:
            for side in (None, *range(len(war.setup.game.sides))):
                war.imagine(side, rng).check()
            for _ in range(CLICKS):
                if trial.outcome is not None:
                    break
                decision = rng.choice(trial.asked())
                verb = rng.choice(list(decision.choices))
                trial.play(verb, nth(decision.choices[verb], rng.randrange(decision.choices[verb].bit_count())), decision.side)
                trial.check()
        except Exception as broken:
            return [say("edit-cannot-go-on", why=str(broken) or repr(broken))]
    return []


def _wrong(game: Game, text: str) -> bool:
    try:
        return bool(objections(load(game, text, 0)))
    except PositionError:
        return True


def _apply(game: Game, text: str, change: Edit) -> str:
    if change.do == "put":
        return _put(game, text, change.piece, change.place)
    if change.do == "phase":
        war = load(game, text, 0)
        known = phases(game)
        if change.value not in known:
            raise Misedit(
                say("edit-no-moment" if known else "edit-no-moments", moment=repr(change.value), known=", ".join(known))
            )
        war.outcome = None
        try:
            _room(game).begin(war, change.value)
        except Exception as broken:
            raise Misedit(say("edit-cannot-begin", moment=known[change.value], why=str(broken))) from None
        return dump(plain(war))
    if change.do not in ("set", "mark"):
        raise Misedit(say("edit-unknown", do=change.do))
    values, war = toml.loads(text), load(game, text, 0)
    field = {f.id: f for f in fields(war)}.get(change.field)
    if field is None:
        raise Misedit(say("edit-no-field", field=change.field))
    place, key = values["state"], change.field
    if field.per:
        place, key = place[key], change.entry
        if key not in place:
            raise Misedit(say("edit-no-entry", field=field.label, kind=field.per, entry=key))
    if change.do == "set":
        place[key] = change.value
    elif field.kind not in ("set", "row"):
        raise Misedit(say("edit-no-set", field=field.label))
    else:
        kept = [name for name in place[key] if name != change.member]
        place[key] = [*kept, change.member] if change.value else kept
    return _readable(game, values)


def _put(game: Game, text: str, piece: str, place: str) -> str:
    """Lay a piece somewhere: by the game's own hand, or by the field that says where pieces are."""
    war = load(game, text, 0)
    names = war.setup.names
    number = names.index["piece"].get(piece)
    if number is None:
        raise Misedit(say("edit-no-piece", piece=piece))
    room = _room(game)
    if room is None or not hasattr(room, "put"):
        if place != "-" and place not in names.index["space"]:
            raise Misedit(say("edit-no-place", place=place, piece=piece))
        values = plain(war)
        values["state"][PLACE][piece] = place
        return _readable(game, values)
    try:
        laid = room.put(war, number, place)
    except Exception as broken:
        raise Misedit(say("edit-cannot-put", piece=piece, why=str(broken))) from None
    if not laid:
        raise Misedit(say("edit-no-place", place=place, piece=piece))
    return dump(plain(war))


def _readable(game: Game, values: dict[str, Any]) -> str:
    """The text of these values, if they can be read at all."""
    try:
        text = dump(values)
    except (TypeError, ValueError) as error:
        raise Misedit(say("edit-cannot-write", why=str(error))) from None
    load(game, text, 0)
    return text


def space_of(war: War, place: str) -> int:
    """The number of a space by its name, NOWHERE if there is none: for the games' own ``put``."""
    return war.setup.names.index["space"].get(place, NOWHERE)


# --- fields


_SETS = {"sides": "side", "pieces": "piece", "spaces": "space"}


def fields(war: War) -> list[Field]:
    """Every field of the state with its value."""
    names = war.setup.names
    listed = []
    for name, codec in war.codecs.items():
        kind, of, per, words = shape(codec.hint)
        listed.append(
            Field(name, name.replace("_", " ").capitalize(), kind, of, per, words, codec.write(getattr(war, name), names))
        )
    return listed


def shape(hint: Any) -> tuple[str, str, str, tuple[str, ...]]:
    """(kind, of, per, words) of a declared kind, see ``Field``."""
    if get_origin(hint) is Annotated:
        base, *marks = get_args(hint)
        for mark in marks:
            if isinstance(mark, Words):
                return "word", "", "", mark.words
            if mark in ("side", "piece", "space", "lot"):
                return "one", mark, "", ()
            if mark in _SETS:
                return "set", _SETS[mark], "", ()
            if isinstance(mark, str) and mark.startswith("per "):
                kind, of, per, words = shape(get_args(base)[0])
                return ("raw", "", mark[4:], ()) if per else (kind, of, mark[4:], words)
        return shape(base)
    simple = {bool: "flag", int: "number", str: "text"}
    if hint in simple:
        return simple[hint], "", "", ()
    args = get_args(hint)
    if get_origin(hint) in (list, tuple) and (get_origin(hint) is list or args[1:] == (Ellipsis,)):
        kind, of, _, _ = shape(args[0])
        return ("row", of, "", ()) if kind == "one" else ("raw", "", "", ())
    return "raw", "", "", ()


# --- showing


def open_view(war: War) -> View:
    """Everything with open books: each piece as its own side sees it."""
    sides = range(len(war.setup.game.sides))
    views = [war.view(side) for side in sides]
    base = war.view(None)
    pieces = {piece.id: piece for view in [base, *views] for piece in view.pieces}
    for side, view in zip(sides, views, strict=True):
        own = war.setup.names.of("side", side)
        pieces |= {piece.id: piece for piece in view.pieces if piece.side == own}
    return msgspec.structs.replace(base, pieces=tuple(pieces.values()))


# --- faults in words


def _fault(game: Game, words: str, line: int | None, war: War | None = None, guilty: str | None = None) -> Fault:
    text = words[:1].upper() + words[1:] + ("" if words.endswith((".", "!", "?")) else ".")
    rules = [rule for rule in re.findall(r"\[([^\[\]]+)\]", words) for rule in rule.split(", ") if rule in game.rulebook.rules]
    named = [name for name in (war.setup.names.index["piece"] if war else ()) if name in words]
    return Fault(text, rules[0] if rules else None, line, max(named, key=len) if named and guilty not in named else guilty)
