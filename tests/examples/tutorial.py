"""The blocks of a tutorial that name a file, as the files somebody would have who did what it says."""

from __future__ import annotations

import re
from pathlib import Path

DOCS = Path(__file__).parents[2] / "docs"
BLOCK = re.compile(r'^```\w+ title="([^"]+)"\n(.*?)^```$', re.MULTILINE | re.DOTALL)


def blocks(page: str) -> list[tuple[str, str]]:
    """The file each block names, and what stands in it."""
    return BLOCK.findall((DOCS / page).read_text(encoding="utf-8"))


def written(page: str, folder: str, target: Path) -> Path:
    """The files of one folder of the tutorial, written down."""
    (target / folder).mkdir(parents=True)
    for name, text in blocks(page):
        if name.startswith(f"{folder}/"):
            (target / name).write_text(text, encoding="utf-8")
    return target / folder
