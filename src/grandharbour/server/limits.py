"""How often somebody may do something: buckets that fill by themselves, one for each kind of work and each person and address.

A person is known by the key of a seat, an address is shared by a whole club: it may do several times as much. Who asks for more is
told when to come back, and nothing is worked out for him.
"""

from __future__ import annotations

import ipaddress
import time
from collections import OrderedDict
from collections.abc import Callable

from starlette.datastructures import Headers
from starlette.types import Scope

from .problems import Problem, detail
from .seats import MINE

KINDS: dict[str, tuple[float, float]] = {
    "act": (10.0, 80.0),
    "ask": (20.0, 200.0),
    "search": (0.1, 4.0),
    "open": (0.2, 20.0),
    "talk": (0.25, 12.0),
    "enter": (0.05, 10.0),
    "text": (2.0, 40.0),
    "calculate": (0.5, 10.0),
    "print": (0.1, 5.0),
    "draw": (0.5, 20.0),
    "call": (0.05, 8.0),
    "guest": (0.2, 30.0),
}
"""How many a second in the long run, and how many at once."""
ENTER = ("/api/me/join", "/api/me/forgotten", "/api/me/password", "/api/me/confirm", "/api/me/mail")
"""What tries a secret out, or sends a letter."""
OPEN = ("branch", "rematch", "accept", "challenge")
"""What opens a table, by its last word."""
CLUB = 8
"""An address may do so many times what a person may."""
MOST_SOCKETS = 200
"""Live connections of one address."""
MOST_LINES = 400
"""Its other connections: requests, and those who have not said yet what they want."""
KEPT = 50_000
"""Buckets remembered; the oldest go first, which makes them full."""


class Limits:
    """``scale`` stretches all of them; 0 leaves them out, for a server nobody else can reach."""

    def __init__(self, scale: float = 1.0, clock: Callable[[], float] = time.monotonic) -> None:
        self.scale = scale
        self.clock = clock
        self._buckets: OrderedDict[tuple[str, int], tuple[float, float]] = OrderedDict()
        """By the hash of who it is: a key somebody shows may be as long as he likes."""
        self._sockets: dict[str, int] = {}
        self._lines: dict[str, int] = {}

    def spend(self, kind: str, address: str, person: str | None = None) -> None:
        """Somebody does something; a problem if it was too much."""
        if not self.scale:
            return
        self._take(kind, f"at {address}", CLUB)
        self._take(kind, f"by {person}" if person else f"from {address}", 1)

    def _take(self, kind: str, who: str, times: float) -> None:
        rate, most = (part * self.scale * times for part in KINDS[kind])
        now = self.clock()
        whose = kind, hash(who)
        left, since = self._buckets.pop(whose, (most, now))
        left = min(most, left + (now - since) * rate)
        enough = left >= 1
        self._buckets[whose] = left - enough, now
        if len(self._buckets) > KEPT:
            self._buckets.popitem(last=False)
        if not enough:
            after = (1 - left) / rate
            raise Problem("too-many", detail("too-many", seconds=round(after)), after=after)

    # --- connections

    def sit(self, address: str) -> None:
        """Somebody connects; a problem if too many have from there."""
        if self.scale and self._sockets.get(address, 0) >= MOST_SOCKETS:
            raise Problem("too-many", detail("too-many-connected"), after=60.0)
        self._sockets[address] = self._sockets.get(address, 0) + 1

    def rise(self, address: str) -> None:
        _less(self._sockets, address)

    def call(self, address: str) -> bool:
        """Somebody calls; whether there is a line left for him."""
        if self.scale and self._lines.get(address, 0) >= MOST_LINES:
            return False
        self._lines[address] = self._lines.get(address, 0) + 1
        return True

    def hang_up(self, address: str) -> None:
        _less(self._lines, address)

    @property
    def sockets(self) -> int:
        """Live connections of everybody."""
        return sum(self._sockets.values())


def _less(counts: dict[str, int], address: str) -> None:
    left = counts.get(address, 1) - 1
    if left:
        counts[address] = left
    else:
        counts.pop(address, None)


def kind_of(method: str, path: str) -> str | None:
    """What kind of work a request is; None for pages and files."""
    if not path.startswith("/api/"):
        return None
    last = path.rstrip("/").rpartition("/")[2]
    if path.endswith("/calculator/odds"):
        return "calculate"
    if last == "print.pdf":
        return "print"
    if last in ("card.png", "turn.gif"):
        return "draw"
    if last == "lines":
        return "search"
    if last == "luck":
        return "text"  # one process works all ledgers out, one after the other: to ask how far it is costs little
    if method == "POST":
        if path in ENTER or path.startswith("/api/me/enter"):
            return "enter"
        if path in ("/api/tables", "/api/tables/upload") or last in OPEN:
            return "open"
        if last == "talk":
            return "talk"
        if path == "/api/me/hooks":
            return "call"
        return "text" if path.startswith(("/api/editor", "/api/games/", "/api/packs")) else "act"
    return "ask"


def address_of(scope: Scope) -> str:
    """Where somebody asks from. One who has an address of IPv6 has as many as he likes: they are told apart by their network."""
    text = str((scope.get("client") or ("nowhere",))[0])
    if ":" not in text:
        return text
    try:
        ip = ipaddress.IPv6Address(text.partition("%")[0])
    except ValueError:
        return text[:64]
    return str(ip.ipv4_mapped or ipaddress.ip_network((int(ip) >> 64 << 64, 64)))


def person_of(scope: Scope) -> str | None:
    """Whoever shows a key; nobody checks here whether it is one, which is why addresses have limits too."""
    headers = Headers(scope=scope)
    shown = headers.get("authorization")
    # Who only says that a seat is his shows his session with it.
    return shown if shown is None or f" {MINE}" not in shown else f"{shown} {headers.get('cookie', '')}"
