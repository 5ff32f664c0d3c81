"""The package as an index and a shell see it: versions agree, the page has no broken picture, Tab completes."""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
import tomllib
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def build() -> ModuleType:
    pytest.importorskip("hatchling")
    spec = importlib.util.spec_from_file_location("hatch_build", ROOT / "hatch_build.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_client_has_the_version_of_the_package() -> None:
    version = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    lock = json.loads((ROOT / "web" / "package-lock.json").read_text())
    found = {json.loads((ROOT / "web" / "package.json").read_text())["version"], lock["version"], lock["packages"][""]["version"]}
    assert found == {version}


def test_the_page_of_the_package_points_nowhere_inside_the_repository(build: ModuleType) -> None:
    text = (ROOT / "README.md").read_text()
    assert "](docs/" in text
    alone = build.package_page(text, "", "1.0")
    assert "](docs/" not in alone and "![" not in alone and "strength.md" in alone
    published = build.package_page(text, "https://forge.example/harbour", "1.0")
    assert "](docs/" not in published
    assert "![The shelf](https://forge.example/harbour/raw/v1.0/docs/home.png)" in published
    assert "(https://forge.example/harbour/blob/v1.0/docs/truth.md)" in published


def test_all_extras_are_in_all() -> None:
    """Those for players, designers and researchers; not what builds and tests the project, or a server's own database."""
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    (everything,) = extras["all"]
    named = set(everything.removeprefix("grandharbour[").removesuffix("]").split(","))
    assert named == set(extras) - {"all", "build", "docs", "postgres", "test"}


def test_the_shell_completes_games(tmp_path: Path) -> None:
    asked = {"_HARBOUR_COMPLETE": "complete_bash", "COMP_WORDS": "harbour simulate h", "COMP_CWORD": "2"}
    command = [sys.executable, "-c", "from grandharbour.cli import app; app(prog_name='harbour')"]
    run = subprocess.run(command, env={**os.environ, **asked}, capture_output=True, text=True, timeout=300)
    assert run.stdout.split() == ["hawks", "herkules"]
