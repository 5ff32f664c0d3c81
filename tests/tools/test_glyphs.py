"""The outlines of the counters stand once: the browser's file is written from the press's."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]
DRAWN = [*(ROOT / "web" / "src" / "counters").glob("*"), ROOT / "web" / "src" / "boards" / "MarkerArt.svelte"]


@pytest.fixture(scope="module")
def glyphs() -> ModuleType:
    spec = importlib.util.spec_from_file_location("glyphs", ROOT / "tools" / "glyphs.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_browser_draws_what_the_press_draws(glyphs: ModuleType) -> None:
    assert glyphs.TARGET.read_text(encoding="utf-8") == glyphs.typescript(), "run python tools/glyphs.py"


def test_no_outline_stands_again_in_the_browser(glyphs: ModuleType) -> None:
    outlines = set(re.findall(r'"(M[^"]{16,})"', glyphs.SOURCE.read_text(encoding="utf-8")))
    assert len(outlines) > 60
    again = {
        (path.name, d[:30]) for path in DRAWN if path != glyphs.TARGET for d in outlines if d in path.read_text(encoding="utf-8")
    }
    assert not again


def test_no_outline_stands_again_in_the_press(glyphs: ModuleType) -> None:
    for path in (ROOT / "src" / "grandharbour" / "press").glob("*.py"):
        for d in re.findall(r'"(M[^"{]{16,})"', path.read_text(encoding="utf-8")):
            assert f'"{d}"' not in glyphs.SOURCE.read_text(encoding="utf-8"), f"{path.name}: {d[:40]}"
