"""TOML that somebody else has written: packs, positions, drafts. Whatever it holds, reading it takes little time and memory. And
our own positions written, many times a second.

Python's own reader takes memory that grows with the square of the dots in a key (20 kB of them are 1.5 GB); this one refuses
what is nested more than some eighty levels deep. Our own data files are read with the standard library.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

import rtoml
import tomli_w

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
        tree = rtoml.loads(text)
    except UnicodeEncodeError:
        raise TomlError("it holds half of a character") from None
    except rtoml.TomlParsingError as error:
        line = _LINE.search(str(error))
        reason = str(error)[: line.start()] if line else str(error)
        raise TomlError("it is nested too deeply" if "recur" in reason else reason, int(line[1]) if line else None) from None
    _look(tree)
    return tree


def _look(value: Any) -> None:
    if isinstance(value, dict):
        for key, inner in value.items():
            if len(key) > LONGEST_KEY:
                raise TomlError(f"a name of {len(key):,} characters: {key[:40]}…")
            _look(inner)
    elif isinstance(value, list):
        for inner in value:
            _look(inner)


# --- writing

_BARE = re.compile(r"[A-Za-z0-9_-]+").fullmatch
_SIMPLE = re.compile(r'[^"\\\x00-\x08\x0a-\x1f\x7f]*').fullmatch
LONGEST_NAME = 60
WIDEST = 100
"""The longest line a table in a list may take before it gets a heading of its own."""


def dumps(values: dict[str, Any]) -> str:
    """Values as text: byte for byte what ``tomli_w`` writes with long strings on several lines, in a tenth of the time.

    >>> dumps({"at": {"Force K": "Malta"}, "turn": 3})
    'turn = 3\\n\\n[at]\\n"Force K" = "Malta"\\n'
    """
    parts: list[str] = []
    _table(values, "", False, parts)
    return "".join(parts)


def _table(table: dict[str, Any], name: str, one_of_many: bool, parts: list[str]) -> None:
    tables: list[tuple[str, dict[str, Any], bool]] = []
    lines: list[str] = []
    for key, value in table.items():
        kind = type(value)
        if kind is str:
            lines.append(f"{_key(key)} = {_string(value)}\n")
        elif kind is dict:
            tables.append((key, value, False))
        elif kind is list and value and all(type(member) is dict for member in value) and not all(map(_fits, value)):
            tables += [(key, member, True) for member in value]
        else:
            lines.append(f"{_key(key)} = {_literal(value, 0)}\n")
    begun = one_of_many or bool(name and (lines or not tables))
    if begun:
        parts.append(f"[[{name}]]\n" if one_of_many else f"[{name}]\n")
    parts += lines
    begun = begun or bool(lines)
    for key, value, in_list in tables:
        if begun:
            parts.append("\n")
        begun = True
        _table(value, f"{name}.{_key(key)}" if name else _key(key), in_list, parts)


def _fits(table: dict[str, Any]) -> bool:
    written = _inline(table)
    return len(written) + 5 <= WIDEST and "\n" not in written


def _inline(table: dict[str, Any]) -> str:
    return f"{{ {', '.join([f'{_key(key)} = {_literal(value, 0)}' for key, value in table.items()])} }}" if table else "{}"


def _literal(value: Any, level: int) -> str:
    kind = type(value)
    if kind is str:
        return _string(value)
    if kind is int:
        return str(value)
    if kind is list or kind is tuple:
        if not value:
            return "[]"
        indent = "    " * level
        members = f",\n{indent}    ".join([_string(m) if type(m) is str else _literal(m, level + 1) for m in value])
        return f"[\n{indent}    {members},\n{indent}]"
    if kind is dict:
        return _inline(value)
    if kind is bool:
        return "true" if value else "false"
    return tomli_w.dumps({"x": value})[4:-1]


@lru_cache(maxsize=4096)
def _key(name: str) -> str:
    return name if _BARE(name) else _literal_string(name, False)


def _string(text: str) -> str:
    return _name(text) if len(text) <= LONGEST_NAME else _quoted(text)


def _quoted(text: str) -> str:
    return f'"{text}"' if _SIMPLE(text) else _literal_string(text, True)


_name = lru_cache(maxsize=4096)(_quoted)
"""Names of pieces and places, which stand in every position again; whole packs are not remembered."""


def _literal_string(text: str, several_lines: bool) -> str:
    return tomli_w.dumps({"x": text}, multiline_strings=several_lines)[4:-1]
