"""TOML that somebody else has written: packs, positions, drafts. Whatever it holds, reading it takes little time and memory.

Python's own reader takes memory that grows with the square of the dots in a key (20 kB of them are 1.5 GB); this one refuses
what is nested more than some eighty levels deep. Our own data files are read with the standard library.
"""

from __future__ import annotations

import re
from typing import Any

import rtoml

LONGEST_KEY = 200
_LINE = re.compile(r" at line (\d+) column \d+$")


class TomlError(ValueError):
    """The text is no TOML, or none that anybody would write by hand."""

    def __init__(self, reason: str, line: int | None = None) -> None:
        super().__init__(f"{reason} (line {line})" if line else reason)
        self.reason = reason
        self.line = line


def loads(text: str) -> dict[str, Any]:
    """The values of a text.

    >>> loads("[fire]\\nhits_on = [8, 7]")
    {'fire': {'hits_on': [8, 7]}}
    >>> loads(".".join("a" * 9999) + " = 1")
    Traceback (most recent call last):
    grandharbour.engine.toml.TomlError: it is nested too deeply
    """
    try:
        found = rtoml.loads(text)
    except UnicodeEncodeError:
        raise TomlError("it holds half of a character") from None
    except rtoml.TomlParsingError as error:
        line = _LINE.search(str(error))
        reason = str(error)[: line.start()] if line else str(error)
        raise TomlError("it is nested too deeply" if "recur" in reason else reason, int(line[1]) if line else None) from None
    _look(found)
    return found


def _look(value: Any) -> None:
    if isinstance(value, dict):
        for key, inner in value.items():
            if len(key) > LONGEST_KEY:
                raise TomlError(f"a name of {len(key):,} characters: {key[:40]}…")
            _look(inner)
    elif isinstance(value, list):
        for inner in value:
            _look(inner)
