"""The site of the documentation names files that exist, and every page of docs/ stands in it."""

from __future__ import annotations

import re
import runpy
from pathlib import Path

ROOT = Path(__file__).parents[2]
NAMED = re.findall(r"^ +- .*?: (\S+\.md)$", (ROOT / "mkdocs.yml").read_text(encoding="utf-8"), re.MULTILINE)


def test_the_site_names_pages_that_exist() -> None:
    written = {str(path.relative_to(ROOT / "docs")) for path in (ROOT / "docs").rglob("*.md")}
    made = runpy.run_path(str(ROOT / "docs" / "pages.py"))["pages"]()
    assert all(text.strip() for text in made.values())
    assert len(NAMED) == len(set(NAMED))
    assert set(NAMED) == written | set(made)


def test_the_api_has_every_module() -> None:
    made = runpy.run_path(str(ROOT / "docs" / "pages.py"))["pages"]()
    for room in ("engine", "players", "lab", "adapters"):
        package = ROOT / "src" / "grandharbour" / room
        named = set(re.findall(r"^::: (\S+)$", made[f"api/{room}.md"], re.MULTILINE))
        files = {path.relative_to(package.parents[1]).with_suffix("") for path in package.rglob("*.py")}
        assert named == {".".join(path.parts).removesuffix(".__init__") for path in files}


def test_links_between_pages_lead_somewhere() -> None:
    for page in [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md")]:
        for target in re.findall(r"\]\((?!https?:|#)([^)#\s]+)", page.read_text(encoding="utf-8")):
            assert (page.parent / target).exists(), f"{page.name}: {target}"
