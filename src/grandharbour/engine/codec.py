"""From ints to printed names and back, driven by the declared kind of each field."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Annotated, Any, ClassVar, get_args, get_origin

from .catalogue import say
from .kinds import NOWHERE, Names, Words

Plain = Any
"""What a text file can hold: str, int, bool, list, dict of these."""


class Codec:
    """How one field is written and read."""

    __slots__ = ("hint", "mutable", "read", "write")

    def __init__(self, write: Callable[[Any, Names], Plain], read: Callable[[Plain, Names], Any], mutable: bool = False) -> None:
        self.write = write
        self.read = read
        self.mutable = mutable
        self.hint: Any = None
        """The declared kind, for those who offer the field to a person."""


class Misfit(ValueError):
    """A value in a text does not fit its field; ``entry`` is the piece, space or side it belongs to, if it does to one."""

    def __init__(self, reason: str, entry: str = "") -> None:
        super().__init__(reason)
        self.entry = entry


def _number(value: Plain, names: Names) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise Misfit(say("value-number", found=repr(value)))
    return value


def _flag(value: Plain, names: Names) -> bool:
    if not isinstance(value, bool):
        raise Misfit(say("value-flag", found=repr(value)))
    return value


def _text(value: Plain, names: Names) -> str:
    if not isinstance(value, str):
        raise Misfit(say("value-text", found=repr(value)))
    return value


def _find(kind: str, name: Plain, names: Names) -> int:
    try:
        return names.find(kind, name)
    except (KeyError, TypeError):
        raise Misfit(say("value-unknown", kind=kind, name=repr(name))) from None


def _one(kind: str) -> Codec:
    return Codec(lambda v, names: names.of(kind, v), lambda v, names: _find(kind, v, names))


def _set(kind: str) -> Codec:
    def write(mask: int, names: Names) -> Plain:
        return [name for i, name in enumerate(names.lists[kind]) if mask >> i & 1]

    def read(value: Plain, names: Names) -> int:
        if not isinstance(value, list):
            raise Misfit(say("value-names", kind=kind, found=repr(value)))
        mask = 0
        for name in value:
            number = _find(kind, name, names)
            if number == NOWHERE:
                raise Misfit(say("value-dash"))
            mask |= 1 << number
        return mask

    return Codec(write, read)


def _words(words: Words) -> Codec:
    def read(value: Plain, names: Names) -> int:
        try:
            return words.number[value]
        except (KeyError, TypeError):
            raise Misfit(say("value-none-of", found=repr(value), known=", ".join(words.words))) from None

    return Codec(lambda v, names: words.words[v], read)


def names_only(names: tuple[str, ...]) -> Codec:
    """A text that must be one of these."""

    def read(value: Plain, known: Names) -> str:
        if value not in names:
            raise Misfit(say("value-none-of", found=repr(value), known=", ".join(filter(None, names))))
        return str(value)

    return Codec(lambda v, known: v, read)


def _row(item: Codec, make: Callable[[list[Any]], Any]) -> Codec:
    def read(value: Plain, names: Names) -> Any:
        if not isinstance(value, list):
            raise Misfit(say("value-list", found=repr(value)))
        return make([item.read(v, names) for v in value])

    return Codec(lambda v, names: [item.write(x, names) for x in v], read, make is list)


def _record(items: tuple[Codec, ...]) -> Codec:
    def read(value: Plain, names: Names) -> Any:
        if not isinstance(value, list) or len(value) != len(items):
            raise Misfit(say("value-list-of", number=len(items), found=repr(value)))
        return tuple(item.read(v, names) for item, v in zip(items, value, strict=True))

    return Codec(lambda v, names: [item.write(x, names) for item, x in zip(items, v, strict=True)], read)


def _per(kind: str, item: Codec) -> Codec:
    def write(value: Any, names: Names) -> Plain:
        return {name: item.write(v, names) for name, v in zip(names.lists[kind], value, strict=True) if name}

    def read(value: Plain, names: Names) -> Any:
        if not isinstance(value, dict):
            raise Misfit(say("value-each", kind=kind, found=repr(value)))
        known = names.index[kind]
        for name in value:
            if name not in known:
                raise Misfit(say("value-unknown", kind=kind, name=repr(name)))
        for name in known:
            if name not in value:
                raise Misfit(say("value-missing", kind=kind, name=name))
        return [entry(value[name], name, names) if name else 0 for name in names.lists[kind]]

    def entry(value: Plain, name: str, names: Names) -> Any:
        try:
            return item.read(value, names)
        except Misfit as misfit:
            raise Misfit(str(misfit), name) from None

    return Codec(write, read, True)


_SETS = {"sides": "side", "pieces": "piece", "spaces": "space"}
_ONES = {"side", "piece", "space", "lot"}


def codec(hint: Any) -> Codec:
    """The codec for a declared kind: ``codec(PerPiece[Space])``."""
    if get_origin(hint) is Annotated:
        base, *marks = get_args(hint)
        for mark in marks:
            if isinstance(mark, Words):
                return _words(mark)
            if mark in _ONES:
                return _one(mark)
            if mark in _SETS:
                return _set(_SETS[mark])
            if isinstance(mark, str) and mark.startswith("per "):
                return _per(mark[4:], codec(get_args(base)[0]))
        return codec(base)
    if hint is bool:
        return Codec(lambda v, names: v, _flag)
    if hint is int:
        return Codec(lambda v, names: v, _number)
    if hint is str:
        return Codec(lambda v, names: v, _text)
    origin, args = get_origin(hint), get_args(hint)
    if origin is list:
        return _row(codec(args[0]), list)
    if origin is tuple and len(args) == 2 and args[1] is Ellipsis:
        return _row(codec(args[0]), tuple)
    if origin is tuple:
        return _record(tuple(codec(a) for a in args))
    raise TypeError(f"no way to write a field of type {hint!r}")


def empty(hint: Any) -> Any:
    """What a field of this kind holds when it holds nothing; a function of the setup where that is a new list each time."""
    if get_origin(hint) is Annotated:
        base, *marks = get_args(hint)
        for mark in marks:
            if mark in _ONES:
                return NOWHERE
            if isinstance(mark, str) and mark.startswith("per "):
                kind, item = mark[4:], empty(get_args(base)[0])
                if callable(item):
                    return lambda setup: [item(setup) for _ in setup.names.lists[kind]]
                return lambda setup: [item] * len(setup.names.lists[kind])
        return empty(base)
    if get_origin(hint) is list:
        return lambda setup: []
    if get_origin(hint) is tuple:
        args = get_args(hint)
        return () if args[1:] == (Ellipsis,) else tuple(empty(item) for item in args)
    return hint()


def needed(hint: Any) -> bool:
    """Whether a step's field of this kind holds things that must be there: a ``Piece``, or a tuple of them, but no ``Maybe[Piece]``."""
    if get_origin(hint) is Annotated:
        marks = get_args(hint)[1:]
        return "or none" not in marks and any(mark in _ONES for mark in marks if isinstance(mark, str))
    return get_origin(hint) is tuple and get_args(hint)[1:] == (Ellipsis,) and needed(get_args(hint)[0])


def codecs(cls: type, stop: type) -> dict[str, Codec]:
    """The codecs of all fields a class declares below ``stop``, in order."""
    skip = set(vars(stop).get("__annotations__", ()))
    fields: dict[str, Codec] = {}
    for base in reversed(cls.__mro__[: cls.__mro__.index(stop)]):
        scope = vars(sys.modules[base.__module__])
        for name, hint in vars(base).get("__annotations__", {}).items():
            if name in skip or name.startswith("_"):
                continue
            kind = eval(hint, scope) if isinstance(hint, str) else hint
            if get_origin(kind) is not ClassVar:
                fields[name] = codec(kind)
                fields[name].hint = kind
    return fields
