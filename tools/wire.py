"""Writes web/src/lib/wire.ts, the types of everything that travels, from the server's OpenAPI schema.

    python tools/wire.py            write the file
    python tools/wire.py --check    1 if the file is not what would be written

Ours instead of openapi-typescript, because that needs Node for the check in the Python tests, writes 2,900 lines, most of them
paths and operations that the client does not use, and gives no names to sets of words. The schema itself is the standard one:
any other generator works on /openapi.json.
"""

from __future__ import annotations

import sys
import textwrap
from pathlib import Path
from typing import Any

from grandharbour.server.schema import components

FILE = Path(__file__).resolve().parent.parent / "web" / "src" / "lib" / "wire.ts"
HEAD = """\
/* Everything that travels between the table server and this client, made by tools/wire.py from the server's schema.
   Do not edit: change the structs of the server and run `make wire`. docs/wire.md says what they are for. */
"""
PLAIN = {
    "object": "Record<string, unknown>",
    "string": "string",
    "integer": "number",
    "number": "number",
    "boolean": "boolean",
    "null": "null",
}
SHORT = {"PieceView": "Piece", "BoardSpace": "Space"}
"""The engine has other things called piece and space; the browser has not."""


class Writer:
    """Types as TypeScript. A schema with a title inside another one becomes a type of that name."""

    def __init__(self) -> None:
        self.named: dict[str, str] = {}

    def of(self, schema: dict[str, Any]) -> str:
        """The TypeScript for a schema inside another one."""
        name = schema.get("title")
        if name is None:
            return self.inside(schema)
        text = self.inside(schema)
        if self.named.setdefault(name, text) != text:
            raise ValueError(f"two types are called {name}: {text} and {self.named[name]}")
        return str(name)

    def inside(self, schema: dict[str, Any]) -> str:
        if "$ref" in schema:
            name = schema["$ref"].rpartition("/")[2]
            return SHORT.get(name, name)
        if "enum" in schema:
            return " | ".join(f'"{word}"' for word in schema["enum"])
        if "anyOf" in schema:
            return " | ".join(self.of(part) for part in schema["anyOf"])
        kind = schema.get("type")
        if kind is None:
            return "unknown"
        if kind == "array":
            if "prefixItems" in schema:
                return f"[{', '.join(self.of(part) for part in schema['prefixItems'])}]"
            item = self.of(schema["items"])
            return f"({item})[]" if " | " in item else f"{item}[]"
        if kind == "object" and "additionalProperties" in schema:
            return f"Record<string, {self.of(schema['additionalProperties'])}>"
        return PLAIN[kind]

    def shape(self, name: str, schema: dict[str, Any]) -> str:
        """One shape by its name, with all its fields."""
        words = comment(schema.get("description", ""), "")
        if "properties" not in schema:
            return f"{words}export type {name} = {self.inside(schema)};\n"
        lines = [f"{words}export interface {name} {{"]
        for field, inside in schema["properties"].items():
            mark = "" if field in schema["required"] else "?"
            lines.append(f"{comment(inside.get('description', ''), '  ')}  {field}{mark}: {self.of(inside)};")
        return "\n".join([*lines, "}\n"])


def comment(words: str, indent: str) -> str:
    """A docstring as a comment."""
    if not words:
        return ""
    text = " ".join(words.replace("``", "`").split())
    lines = textwrap.wrap(text, 116)
    return f"{indent}/** " + f"\n{indent}    ".join(lines) + " */\n"


def written() -> str:
    """The whole file."""
    writer = Writer()
    shapes = [writer.shape(SHORT.get(name, name), schema) for name, schema in sorted(components().items())]
    named = [f"export type {name} = {text};\n" for name, text in sorted(writer.named.items())]
    return "\n".join([HEAD, *named, *shapes])


def main() -> int:
    text = written()
    if "--check" in sys.argv[1:]:
        same = FILE.read_text(encoding="utf-8") == text
        print("wire.ts is what the server says" if same else "wire.ts is not what the server says: run `make wire`")
        return 0 if same else 1
    if not FILE.exists() or FILE.read_text(encoding="utf-8") != text:
        FILE.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
