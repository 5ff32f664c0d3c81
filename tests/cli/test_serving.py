"""`harbour serve` takes what its settings are: the flags its pages name are there."""

from __future__ import annotations

import re
from pathlib import Path

from typer.main import get_command

from grandharbour.cli import app

DOCS = Path(__file__).parents[2] / "docs"


def test_every_flag_that_the_docs_name_is_there() -> None:
    """docs/club.md once told of flags that nobody had written."""
    known = {name for option in get_command(app).commands["serve"].params for name in (*option.opts, *option.secondary_opts)}  # type: ignore[attr-defined]
    named = set()
    for page in ("club.md", "operating.md"):
        for line in re.findall(r"harbour serve ([^#`\n]*)", (DOCS / page).read_text()):
            named |= set(re.findall(r"--[a-z-]+", line))
    club = (DOCS / "club.md").read_text()
    named |= set(re.findall(r"`(--[a-z-]+)`", club[club.index("## For who runs one") :]))
    assert {"--club", "--mail", "--private-hooks"} <= named
    assert named <= known
