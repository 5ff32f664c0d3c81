"""Every installed game is printed once, and all tests look at the same document."""

from __future__ import annotations

import io
import re
from dataclasses import dataclass
from functools import cache, cached_property

import pytest

pytest.importorskip("reportlab")
pypdf = pytest.importorskip("pypdf")

from grandharbour.engine.game import games  # noqa: E402
from grandharbour.press.volume import Press  # noqa: E402


def squeezed(text: str) -> str:
    return re.sub(r"\s+", "", text)


@dataclass(frozen=True)
class Printed:
    press: Press
    pdf: bytes

    @cached_property
    def reader(self) -> pypdf.PdfReader:
        return pypdf.PdfReader(io.BytesIO(self.pdf))

    @cached_property
    def _texts(self) -> dict[int, str]:
        return {}

    def text(self, page: int) -> str:
        """The text of a page but not that of the map, which is long to read; of the overview and the tiles what surrounds it."""
        if page not in self._texts:
            drawn = range(1, 2 + len(self.press.plan.tiles))
            self._texts[page] = self.stream(page) if page in drawn else self._without_map(page).extract_text()
        return self._texts[page]

    def _without_map(self, page: int) -> pypdf.PageObject:
        found = self.reader.pages[page]
        forms = found["/Resources"].get("/XObject", {})
        for name in [name for name, form in forms.items() if float(form.get_object()["/BBox"][2]) > 100]:
            del forms[name]
        return found

    def stream(self, page: int) -> str:
        """What is drawn on a page, as the file says it."""
        data: bytes = self.reader.pages[page].get_contents().get_data()
        return data.decode("latin-1")

    @cached_property
    def words(self) -> str:
        """All text without its gaps and without the foot of each page, so that a sentence may run over pages."""
        foot = re.compile(rf"{re.escape(self.press.game.title)}( · [^\n\d]*)?\s*\d+\s*$")
        return squeezed(" ".join(foot.sub("", self.text(page)) for page in range(len(self.reader.pages))))

    @cached_property
    def first_counters(self) -> int:
        """The index of the first counter sheet: after title, overview, tiles and displays."""
        return 2 + len(self.press.plan.tiles) + len(self.press.displays.pages)


@cache
def printed(name: str) -> Printed:
    rules = games()[name]
    press = Press(rules, rules.setup(), "a4", ("map", "counters", "charts", "aid", "rules"))
    return Printed(press, press.pdf())


@pytest.fixture(params=[pytest.param(name, marks=pytest.mark.xdist_group(f"press-{name}")) for name in sorted(games())])
def paper_game(request: pytest.FixtureRequest) -> Printed:
    return printed(request.param)


@pytest.fixture(params=[pytest.param(name, marks=pytest.mark.xdist_group(f"press-{name}")) for name in ("hawks", "convoys")])
def read_game(request: pytest.FixtureRequest) -> Printed:
    """Games whose every page is read: that takes longer than to print them."""
    return printed(request.param)
