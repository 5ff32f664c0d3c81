"""Texts and values read into structs, in whatever thread.

msgspec looks at a struct when it first reads one, and another thread that comes meanwhile finds it half looked at: the process dies.
Servers read tables in threads. So every shape is looked at here first, by one thread at a time; a test sees that nobody reads past it.
"""

from __future__ import annotations

import threading
from typing import Any, TypeVar

import msgspec

T = TypeVar("T")
_known: dict[Any, msgspec.json.Decoder[Any]] = {}
_one = threading.RLock()


def _reader(shape: Any) -> msgspec.json.Decoder[Any]:
    reader = _known.get(shape)
    if reader is None:
        with _one:
            reader = _known.setdefault(shape, msgspec.json.Decoder(shape))
    return reader


def read(text: bytes | str, shape: type[T]) -> T:
    """A text of JSON as a value of that shape; raises as msgspec does."""
    value: T = _reader(shape).decode(text)
    return value


def convert(value: Any, shape: type[T], strict: bool = True) -> T:
    """A plain value as one of that shape; raises as msgspec does."""
    _reader(shape)
    return msgspec.convert(value, shape, strict=strict)
