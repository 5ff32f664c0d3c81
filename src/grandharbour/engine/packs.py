"""Packs as people make and share them: a folder or an archive that becomes one text.

    six-at-hal-far/
      pack.toml       [pack] name, game, version, title, about, author, licence, needs; it may hold values too
      units.toml      any number of files with values, as ``tables.py`` describes them
      start.toml      a position, named by a scenario: position = "start.toml"
      README.md       for people; not read

All of it together is *the text of the pack*: saves, positions and tables carry it whole, so a game never asks for a file again and goes on
when its pack has changed or is gone. Whatever somebody sends, reading it takes little time and memory: files are few, small and
lie where they should, and an archive is never unpacked onto the disk.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any, NamedTuple

import tomli_w

from . import toml
from .tables import LARGEST_PACK, UNNAMED, Manifest, Tables, TablesError, read_manifest

if TYPE_CHECKING:
    from .game import Game

LARGEST_ARCHIVE = 400_000
LARGEST_FILE = 200_000
MOST_FILES = 40
DEEPEST = 2
"""Folders above a file in an archive, the pack's own among them."""
READ_BY_PEOPLE = (".md", ".txt", "")
"""Files that are not read; a licence may have no ending."""
MANIFEST = "pack.toml"

Files = dict[str, str]


def read_pack(path: Path) -> str:
    """The text of a pack: a folder, an archive, or a single file of values."""
    return origins(path)[0]


def text_of(sent: bytes, name: str = "pack") -> str:
    """The text of a pack somebody has sent, an archive or plain TOML."""
    return sent_with_origins(sent, name)[0]


class Origins(NamedTuple):
    """The text of a pack, and the file each key stands in."""

    text: str
    files: dict[str, str]
    name: str

    def where(self, key: str) -> str:
        """The file of a key, or of what stands above it; the pack as a whole where it is in none."""
        parts = key.split(".")
        return next((self.files[at] for n in range(len(parts), 0, -1) if (at := ".".join(parts[:n])) in self.files), self.name)

    def speaks_of(self, wrong: TablesError) -> bool:
        """Whether an error is about something this pack says."""
        return self.named(wrong).args[0].partition(": ")[0] in self.files.values()

    @contextmanager
    def told(self) -> Iterator[None]:
        """Errors that only know the text of the pack name the file."""
        try:
            yield
        except TablesError as wrong:
            raise self.named(wrong) from None

    def named(self, wrong: TablesError) -> TablesError:
        """The same error, with the file its key stands in."""
        start, _, rest = str(wrong).partition(": ")
        if start != UNNAMED:
            return wrong
        key, _, after = rest.partition(": ")
        if key in ("remove", "replace"):
            return TablesError(f"{self.where(key)}: {rest}")
        if (scenario := re.match(r"scenario ([\w-]+)$", key)) is not None:
            key = f"scenarios.{scenario[1]}"
            rest = f"{key}: {after}"
        return TablesError(f"{self.where(key)}: {rest}")


def origins(path: Path) -> Origins:
    """The text of a pack with the file each key stands in, for messages."""
    if path.is_dir():
        return join(_folder(path), path.resolve().name)
    if path.stat().st_size > max(LARGEST_ARCHIVE, 4 * LARGEST_PACK):
        raise TablesError(f"{path.name}: far too large for a pack")
    return sent_with_origins(path.read_bytes(), path.name)


def sent_with_origins(sent: bytes, name: str) -> Origins:
    """The same of a pack somebody has sent."""
    if sent[:2] == b"PK":
        return join(_archive(sent, name), name)
    try:
        text = sent.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise TablesError(f"{name}: neither an archive nor a text") from None
    files: dict[str, str] = {}
    with suppress(toml.TomlError):  # what is wrong with it is said by who reads its values
        _merge({}, toml.loads(text), "", name, files)
    return Origins(text, files, name)


def lay(game: Game, path: Path) -> Tables:
    """A game's tables with a pack laid over them; an error names the file, the key and the reason."""
    pack = origins(path)
    with pack.told():
        return game.laid(pack.text)


def manifest_of(pack: Origins) -> Manifest:
    """What a pack says of itself; one that is to be shared must say it."""
    try:
        values = toml.loads(pack.text)
    except toml.TomlError as error:
        raise TablesError(f"{pack.name}: not a TOML file: {error}") from None
    manifest = read_manifest(values, pack.where)
    if manifest is None:
        raise TablesError(f'{pack.name}: pack: it does not say what it is: write [pack] with name = "…" and game = "…"')
    return manifest


def game_of(pack: Origins) -> Game:
    """The game a pack is for."""
    from .game import UnknownName, game

    try:
        return game(manifest_of(pack).game)
    except UnknownName as wrong:
        raise TablesError(f"{pack.where('pack.game')}: pack.game: {wrong}") from None


def archive(path: Path) -> bytes:
    """A folder as an archive to share; the same folder gives the same bytes."""
    files = _folder(path)
    join(files, path.resolve().name)
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as made:
        for name in sorted(files):
            made.writestr(zipfile.ZipInfo(name, (2000, 1, 1, 0, 0, 0)), files[name].encode(), zipfile.ZIP_DEFLATED)
    return out.getvalue()


# --- files


def _folder(path: Path) -> Files:
    files: Files = {}
    path = path.resolve()  # what is called . has a name too
    for file in sorted(path.iterdir()):
        if file.name.startswith(".") or (file.suffix in READ_BY_PEOPLE and not file.is_dir()):
            continue
        if file.is_symlink() or file.is_dir() or file.suffix != ".toml":
            raise TablesError(f"{path.name}/{file.name}: a pack is made of .toml files in one folder, and a README.md for people")
        if file.stat().st_size > LARGEST_FILE:
            raise TablesError(f"{path.name}/{file.name}: more than {LARGEST_FILE:,} bytes")
        files[file.name] = _text(file.read_bytes(), f"{path.name}/{file.name}")
        if len(files) > MOST_FILES:
            raise TablesError(f"{path.name}: more than {MOST_FILES} files")
    return files


def _archive(sent: bytes, name: str) -> Files:
    """The files of an archive, read in memory: few, small, and in one folder."""
    if len(sent) > LARGEST_ARCHIVE:
        raise TablesError(f"{name}: {len(sent):,} bytes; an archive has {LARGEST_ARCHIVE:,} at the most")
    try:
        with zipfile.ZipFile(io.BytesIO(sent)) as opened:
            return dict(_members(opened, name))
    except (zipfile.BadZipFile, NotImplementedError, EOFError, ValueError, OSError, RuntimeError) as error:
        if isinstance(error, TablesError):
            raise
        raise TablesError(f"{name}: the archive cannot be read: {error}") from None
    except Exception as error:  # zlib, lzma and bz2 have errors of their own
        raise TablesError(f"{name}: the archive is damaged: {error}") from None


def _members(opened: zipfile.ZipFile, name: str) -> Iterator[tuple[str, str]]:
    members = [one for one in opened.infolist() if not one.is_dir()]
    if len(members) > MOST_FILES:
        raise TablesError(f"{name}: {len(members):,} files; {MOST_FILES} are the most")
    whole = 0
    seen: set[str] = set()
    for one in members:
        path = PurePosixPath(one.filename)
        at = f"{name}/{one.filename[:80]}"
        if path.is_absolute() or ".." in path.parts or "\\" in one.filename or ":" in one.filename or len(path.parts) > DEEPEST:
            raise TablesError(f"{at}: a file of a pack lies in one folder and nowhere else")
        if path.suffix in READ_BY_PEOPLE or path.name.startswith(".") or path.parts[0] == "__MACOSX":
            continue
        if path.suffix != ".toml" or one.external_attr >> 28 == 0xA:  # a link
            raise TablesError(f"{at}: a pack is made of .toml files and a README.md for people")
        if path.name in seen:
            raise TablesError(f"{at}: a file of that name is there twice")
        seen.add(path.name)
        with opened.open(one) as file:
            text = file.read(LARGEST_FILE + 1)  # what the archive says of its sizes is not believed
        whole += len(text)
        if len(text) > LARGEST_FILE or whole > 2 * LARGEST_PACK:
            raise TablesError(f"{at}: too large when unpacked")
        yield path.name, _text(text, at)


def _text(sent: bytes, at: str) -> str:
    try:
        return sent.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise TablesError(f"{at}: not a text in UTF-8") from None


# --- one text of many files


def join(files: Files, name: str) -> Origins:
    """The files of a pack as one text, and which file each key comes from."""
    if MANIFEST not in files:
        raise TablesError(f"{name}: there is no {MANIFEST}")
    whole: dict[str, Any] = {}
    from_file: dict[str, str] = {}
    positions: dict[str, str] = {}
    for file in sorted(files, key=lambda one: (one != MANIFEST, one)):
        at = f"{name}/{file}"
        try:
            values = toml.loads(files[file])
        except toml.TomlError as error:
            raise TablesError(f"{at}: not a TOML file: {error}") from None
        if "format" in values and "state" in values:
            positions[file] = files[file]
        else:
            _merge(whole, values, "", at, from_file)
    for scenario, about in whole.get("scenarios", {}).items():
        wanted = about.get("position") if isinstance(about, dict) else None
        if isinstance(wanted, str) and re.fullmatch(r"[\w.-]+\.toml", wanted):
            if wanted not in positions:
                at = from_file[f"scenarios.{scenario}.position"]
                raise TablesError(f"{at}: scenarios.{scenario}.position: {wanted} is no position among the files of the pack")
            about["position"] = _bare(positions[wanted])
            from_file[f"scenarios.{scenario}.position"] = f"{name}/{wanted}"
    # What stands at the top must come before the first table.
    ordered = {key: value for key, value in whole.items() if not isinstance(value, dict)}
    ordered |= {key: value for key, value in whole.items() if isinstance(value, dict)}
    text = tomli_w.dumps(ordered, multiline_strings=True)
    if len(text) > LARGEST_PACK:
        raise TablesError(f"{name}: {len(text):,} characters in all; {LARGEST_PACK:,} are the most")
    return Origins(text, from_file, name)


def _bare(text: str) -> str:
    """A position without what the scenario itself brings, and without the dice of whoever made it."""
    values = toml.loads(text)
    return tomli_w.dumps({key: values[key] for key in ("format", "game", "state", "step") if key in values})


def _merge(whole: dict[str, Any], values: dict[str, Any], prefix: str, at: str, from_file: dict[str, str]) -> None:
    for key, value in values.items():
        path = f"{prefix}{key}"
        there = whole.get(key)
        if path in ("remove", "replace") and isinstance(there, list) and isinstance(value, list):
            whole[key] = there + value
        elif isinstance(value, dict) and isinstance(there, dict):
            _merge(there, value, f"{path}.", at, from_file)
        elif there is not None:
            raise TablesError(f"{at}: {path}: stands in {from_file.get(path, 'another file')} already")
        elif isinstance(value, dict):
            whole[key] = {}
            from_file[path] = at
            _merge(whole[key], value, f"{path}.", at, from_file)
        else:
            whole[key] = value
            from_file[path] = at
