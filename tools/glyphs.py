"""The outlines of the counters for the browser, from those of the press: ``python tools/glyphs.py``.

Paper and browser draw the same shapes. They stand once, in `src/grandharbour/press/outlines.toml`; this writes them as
TypeScript into `web/src/counters/outlines.ts`. A test says so when the two have drifted apart.
"""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "src" / "grandharbour" / "press" / "outlines.toml"
TARGET = ROOT / "web" / "src" / "counters" / "outlines.ts"
TYPES = {"glyphs": "Glyph", "aircraft": "Measures"}
"""Sections whose entries are more than a text."""
HEAD = """/* Written by tools/glyphs.py from src/grandharbour/press/outlines.toml: change it there. */

/** Strokes and filled shapes inside a box of 26 x 16; `below` hangs under it. */
export interface Glyph {
  line?: string;
  fill?: string;
  below?: string;
}

/** An aircraft from above in 100 x 100: wing span, chord at root and tip, how far down the fuselage the wing sits. */
export interface Measures {
  span: number;
  root: number;
  tip: number;
  wing: number;
  length: number;
  width: number;
  tail: number;
  nose: "blunt" | "pointed" | "glass";
  /** Distances of wing engines from the middle. */
  engines?: number[];
  fins?: 1 | 2;
  /** Span and chord of a second wing. */
  lower?: [number, number];
}
"""


def typescript() -> str:
    """The whole file."""
    parts = [HEAD]
    for name, rows in tomllib.loads(SOURCE.read_text(encoding="utf-8")).items():
        lines = "".join(f"  {_key(key)}: {_value(value)},\n" for key, value in rows.items())
        parts.append(f"export const {name}: Record<string, {TYPES.get(name, 'string')}> = {{\n{lines}}};\n")
    return "\n".join(parts)


def _key(name: str) -> str:
    return name if name.isidentifier() else json.dumps(name)


def _value(value: object) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{_key(key)}: {_value(part)}" for key, part in value.items()) + " }"
    return json.dumps(value, ensure_ascii=False)


if __name__ == "__main__":
    TARGET.write_text(typescript(), encoding="utf-8")
