"""What a server is told when it starts: by flags of ``harbour serve``, or by the environment, ``HARBOUR_`` and the name in capitals."""

from __future__ import annotations

import dataclasses
import ipaddress
import time
import typing
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal
from urllib.parse import urlsplit

import msgspec

from ..engine import shapes
from . import pages
from .club.wire import Joining


@dataclass(frozen=True)
class Settings:
    database: str = field(default="harbour.db", repr=False)
    """A file, or the URL of a PostgreSQL."""
    static: Path = pages.STATIC
    computer_delay: float = 0.35
    """Seconds between two things a computer player does before everybody's eyes."""
    workers: int = 2
    """Processes for computer players, started when needed."""
    thinking: Literal["here", "workers"] = "here"
    """Where computer players think: "here", or by "workers" (``harbour think``) on the same PostgreSQL."""
    memory: int = 256
    """Megabytes for tables in memory. Those somebody watches are never thrown out, however many there are."""
    limits: float | None = None
    """How much a person and an address may do, compared with what is usual; 0: as much as they like. None leaves it to where the server
    listens: nobody else can reach one on this machine alone."""
    base_url: str = ""
    """The public address, if a proxy stands in front. With it the server answers to no other name."""
    hosts: tuple[str, ...] | None = None
    """The host names the server answers to; None for any, or with a base URL for its name alone."""
    proxies: tuple[str, ...] = ()
    """Addresses or networks of proxies: what they say in X-Forwarded-For, -Proto and -Host is believed, and nobody else."""
    metrics_token: str = field(default="", repr=False)
    """Who shows it may read /metrics. Without one they are for this machine alone, and with a base URL for nobody."""
    log: Literal["text", "json"] = "text"
    log_level: Literal["debug", "info", "warning", "error"] = "warning"
    """From "info" on every request has a line."""
    drain: float = 0.0
    """Seconds a server that was told to stop still serves while /health/ready says it is leaving, so that a proxy can look elsewhere."""
    expire_unbegun: float = 0.0
    """Days after which a table where nobody has moved is thrown away; 0: never."""
    expire_idle: float = 0.0
    """Days after which a table where nobody moves any more is thrown away, finished or not; 0: never."""
    expire_members: float = 365.0
    """Days a table is kept at least if a member of the club sits there."""
    club: Joining | None = None
    """A club, and who may join it; None: a private harbour, where nobody needs a name."""
    mail: str = field(default="", repr=False)
    """The club's mail server: smtp://user:password@host:port. Letters hold links, so it needs a base URL, too."""
    sender: str = "harbour@localhost"
    """The address the club writes from."""
    grace: float = 30.0
    """Seconds somebody has to look before he is told that it is his turn."""
    watch_moves: int | None = None
    """Games with secrets are shown to who watches so many moments late, while two people play them; 0: at once. None: 6 in a club, where
    strangers watch, and 0 in a private harbour."""
    watch_minutes: float = 0.0
    """And so many minutes late at least."""
    private_hooks: bool = False
    """Whether people may have this server call addresses in its own network."""
    clock: Callable[[], float] = time.time
    """The time of day in seconds."""

    def __post_init__(self) -> None:
        for network in self.proxies:
            ipaddress.ip_network(network, strict=False)  # says what is wrong with it
        if self.base_url:
            known = urlsplit(self.base_url)
            if (
                known.scheme not in ("http", "https")
                or not known.hostname
                or known.path.strip("/")
                or known.query
                or known.fragment
            ):
                raise ValueError(f"base_url: {self.base_url!r} is not of the form https://harbour.example")


INSIDE = ("static", "clock")
"""What only a program can give."""
ELSEWHERE = {"HARBOUR_PLAYERS", "HARBOUR_TOKEN", "HARBOUR_HOST", "HARBOUR_PORT"}
"""Variables that are no settings of the server itself."""


def from_environment(environ: Mapping[str, str], **given: Any) -> Settings:
    """The settings of the environment; what is ``given`` and not None comes before. ValueError for what does not fit or is unknown."""
    hints = typing.get_type_hints(Settings, include_extras=True)
    names = {f"HARBOUR_{part.name.upper()}": part.name for part in dataclasses.fields(Settings) if part.name not in INSIDE}
    unknown = [name for name in environ if name.startswith("HARBOUR_") and name not in names and name not in ELSEWHERE]
    if unknown:
        raise ValueError(f"there is no setting {', '.join(sorted(unknown))}; there are {', '.join(sorted(names))}")
    wanted: dict[str, Any] = {}
    for variable, name in names.items():
        if text := environ.get(variable, ""):
            listed = "tuple" in str(hints[name])
            wanted[name] = variable, [part.strip() for part in text.split(",") if part.strip()] if listed else text
    wanted |= {name: (name, value) for name, value in given.items() if value is not None}
    for name, (called, value) in wanted.items():
        try:
            wanted[name] = value if name in INSIDE else shapes.convert(value, hints[name], strict=False)
        except msgspec.ValidationError as error:
            words = ", ".join(_words_of(hints[name]))
            raise ValueError(f"{called}: {value!r} is none of {words}" if words else f"{called}: {error}") from None
    return Settings(**wanted)


def _words_of(hint: Any) -> tuple[str, ...]:
    """The words a setting may be, if it is one of a few."""
    if typing.get_origin(hint) is Literal:
        return typing.get_args(hint)
    return tuple(word for part in typing.get_args(hint) for word in _words_of(part))
