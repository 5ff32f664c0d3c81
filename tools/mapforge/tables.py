"""Tables: the text of map.toml, by entries with their source."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

DATA = Path(__file__).resolve().parent / "data"


def by_hand(game: str) -> dict[str, Any]:
    """What was placed by hand on the map of a game."""
    return tomllib.loads((DATA / f"{game}.toml").read_text(encoding="utf-8"))


def quoted(value: str) -> str:
    return json.dumps(value, ensure_ascii=False)


def toml_list(values: Sequence[Any]) -> str:
    if len(values) <= 8:
        return "[" + ", ".join(map(toml_value, values)) + "]"
    rows = [", ".join(map(toml_value, values[i : i + 16])) for i in range(0, len(values), 16)]
    return "[\n" + "".join(f"  {row},\n" for row in rows) + "]"


def toml_value(value: Any) -> str:
    if isinstance(value, str):
        return quoted(value)
    if isinstance(value, (list, tuple)):
        return toml_list(value)
    return str(value).lower() if isinstance(value, bool) else repr(value)


def bare(key: str) -> str:
    return key if key.replace("_", "").isalnum() and key.isascii() else quoted(key)


def entry(key: str, value: Any, source: str, **limits: Any) -> str:
    lines = [f"[{key}]", f"source = {quoted(source)}"]
    lines += [f"{name} = {toml_value(v)}" for name, v in limits.items()]
    if isinstance(value, dict):
        lines += ["", f"[{key}.value]"] + [f"{bare(k)} = {toml_value(v)}" for k, v in value.items()]
    else:
        lines.append(f"value = {toml_value(value)}")
    return "\n".join(lines) + "\n"


def inline(value: Any, number: Callable[[float], str] = repr) -> str:
    """A value as TOML on one line."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{k} = {inline(v, number)}" for k, v in value.items()) + " }"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(inline(v, number) for v in value) + "]"
    return number(value) if isinstance(value, float) else toml_value(value)


def inline_entry(key: str, value: Any, source: str, number: Callable[[float], str] = repr, **limits: Any) -> str:
    return f"{key} = {inline({'value': value, **limits, 'source': source}, number)}"


def sourced(hand: dict[str, Any], values: dict[str, Any], **limits: dict[str, Any]) -> str:
    """The whole of map.toml: tables in the order of their sources, each with its source and its limits."""
    sources = hand["sources"]
    assert values.keys() == sources.keys(), values.keys() ^ sources.keys()
    return "\n".join(
        [hand["head"], *(entry(f"map.{key}", values[key], **sources[key], **limits.get(key, {})) for key in sources)]
    )
