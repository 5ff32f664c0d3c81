"""Pages of the site that stand elsewhere in the repository, or are made of the package: README, CONTRIBUTING, rulebooks, the API."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "grandharbour"
GAMES = ("c3", "convoys", "hawks", "herkules", "kesselring")
API = ("engine", "players", "lab", "adapters", "conformance")


def pages() -> dict[str, str]:
    """Every page that is no file of docs/, by its address."""
    made = {
        "index.md": re.sub(r"\]\(docs/", "](", (ROOT / "README.md").read_text(encoding="utf-8")),
        "contributing.md": re.sub(r"\]\(docs/", "](", (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")),
        "api/grandharbour.md": "# Games and wars\n\n::: grandharbour\n",
    }
    for game in GAMES:
        for book in ("rulebook", "rulings"):
            folder = "rulebooks" if book == "rulebook" else book
            made[f"{folder}/{game}.md"] = (PACKAGE / "games" / game / f"{book}.md").read_text(encoding="utf-8")
    for room in API:
        names = [f"grandharbour.{room}"]
        names += sorted(
            ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__")
            for path in (PACKAGE / room).rglob("*.py")
            if path.parent / path.stem != PACKAGE / room / "__init__" and not path.stem.startswith("test_")
        )
        made[f"api/{room}.md"] = f"# {room.capitalize()}\n\n" + "\n\n".join(f"::: {name}" for name in names) + "\n"
    return made


def on_files(files: Any, config: Any) -> Any:
    """mkdocs asks for the files of the site: those of docs/ are there already."""
    from mkdocs.structure.files import File

    for address, text in pages().items():
        files.append(File.generated(config, address, content=text))
    return files
