"""Calls to servers of others, at addresses that people have given us.

Whoever gives an address must not make us call what only we can reach: machines of our own network, or ourselves. So names are looked up
by us, every answer is checked, and redirects are not followed.
"""

from __future__ import annotations

import ipaddress
import socket
from urllib.parse import urlsplit

import aiohttp
from aiohttp.abc import AbstractResolver, ResolveResult
from aiohttp.resolver import ThreadedResolver

from ..problems import Problem, detail

PATIENCE = aiohttp.ClientTimeout(total=20, connect=8)
LONGEST = 600


class NotPublic(OSError):
    """A name that leads into a network of our own."""


def public(address: str) -> bool:
    """Whether everybody can reach it.

    >>> public("127.0.0.1"), public("10.1.2.3"), public("169.254.169.254"), public("::ffff:10.0.0.1"), public("9.9.9.9")
    (False, False, False, False, True)
    """
    ip = ipaddress.ip_address(address)
    if isinstance(ip, ipaddress.IPv6Address) and ip.ipv4_mapped is not None:
        ip = ip.ipv4_mapped
    return ip.is_global and not ip.is_multicast


def checked(url: str, private: bool = False) -> str:
    """An address we may call; ``private``: also on this machine and in networks of our own."""
    try:
        at = urlsplit(url)
        host, port = at.hostname, at.port
    except ValueError:
        host, port = None, None
    if not host or len(url) > LONGEST or not url.isascii() or any(c.isspace() for c in url) or at.username or port == 0:
        raise Problem("bad-name", detail("no-address"))
    if at.scheme != "https" and not (private and at.scheme == "http"):
        raise Problem("bad-name", detail("not-https"))
    try:
        literal = str(ipaddress.ip_address(host))
    except ValueError:
        literal = ""
    if literal and not private and not public(literal):
        raise Problem("bad-name", detail("not-public"))
    return url


class Public(AbstractResolver):
    """Looks names up, and knows none that lead into a network of our own."""

    def __init__(self) -> None:
        self._asks = ThreadedResolver()

    async def resolve(self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_INET) -> list[ResolveResult]:
        outside = [at for at in await self._asks.resolve(host, port, family) if public(at["host"])]
        if not outside:
            raise NotPublic(host)
        return outside

    async def close(self) -> None:
        await self._asks.close()


def caller(private: bool = False) -> aiohttp.ClientSession:
    """Whoever calls. ``private`` is for tests and for a club that trusts its people."""
    connector = aiohttp.TCPConnector(limit=20) if private else aiohttp.TCPConnector(limit=20, resolver=Public())
    return aiohttp.ClientSession(connector=connector, timeout=PATIENCE, cookie_jar=aiohttp.DummyCookieJar())
