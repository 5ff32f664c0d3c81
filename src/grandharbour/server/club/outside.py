"""Calls to servers of others, at addresses that people have given us.

Whoever gives an address must not make us call what only we can reach: machines of our own network, or ourselves. So names are looked up
by us, every answer is checked, and redirects are not followed.
"""

from __future__ import annotations

import asyncio
import ipaddress
import re
import socket
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from urllib.parse import urlsplit

import aiohttp
from aiohttp.abc import AbstractResolver, ResolveResult

from ..problems import Problem, detail

PATIENCE = aiohttp.ClientTimeout(total=20, connect=8)
LONGEST = 600
NAME = re.compile(r"[a-z0-9_-]+(?:\.[a-z0-9_-]+)*\.?")
NUMBER = re.compile(r"(?:0x[0-9a-f]*|[0-9]+)")
"""What no name ends with: some take it for an address written in another way."""
UNICAST, NAT64 = ipaddress.IPv6Network("2000::/3"), ipaddress.IPv6Network("64:ff9b::/96")


class NotPublic(OSError):
    """A name that leads into a network of our own."""


def public(address: str) -> bool:
    """Whether everybody can reach it.

    >>> public("127.0.0.1"), public("10.1.2.3"), public("169.254.169.254"), public("::ffff:10.0.0.1"), public("9.9.9.9")
    (False, False, False, False, True)
    >>> public("64:ff9b::a00:1"), public("2002:a00:1::1"), public("::10.0.0.1"), public("fec0::1"), public("2620:fe::fe")
    (False, False, False, False, True)
    """
    ip = ipaddress.ip_address(address)
    if isinstance(ip, ipaddress.IPv6Address):
        # An address of the old kind inside one of the new: what counts is where a translator would lead it.
        inside = ip.ipv4_mapped or ip.sixtofour or (ipaddress.IPv4Address(int(ip) & 0xFFFFFFFF) if ip in NAT64 else None)
        if inside is None:
            return ip in UNICAST and ip.is_global
        ip = inside
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
    if not literal and (not NAME.fullmatch(host) or NUMBER.fullmatch(host.rstrip(".").rpartition(".")[2])):
        raise Problem("bad-name", detail("no-address"))
    return url


class Names(AbstractResolver):
    """Looks names up, and knows none that lead into a network of our own, if those are not ``private``.

    A name whose server does not answer holds a thread for half a minute: it is one of two that do nothing else.
    """

    def __init__(self, private: bool = False) -> None:
        self.private = private
        self._asks = ThreadPoolExecutor(2, "names")

    async def resolve(self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_INET) -> list[ResolveResult]:
        look = partial(socket.getaddrinfo, host, port, family, socket.SOCK_STREAM, 0, socket.AI_ADDRCONFIG)
        addresses = await asyncio.get_running_loop().run_in_executor(self._asks, look)
        flags = socket.AI_NUMERICHOST | socket.AI_NUMERICSERV
        at = [
            ResolveResult(hostname=host, host=str(address[0]), port=port, family=kind, proto=proto, flags=flags)
            for kind, _, proto, _, address in addresses
            if self.private or public(str(address[0]))
        ]
        if not at:
            raise NotPublic(host)
        return at

    async def close(self) -> None:
        self._asks.shutdown(wait=False, cancel_futures=True)


def caller(private: bool = False) -> aiohttp.ClientSession:
    """Whoever calls. ``private`` is for tests and for a club that trusts its people."""
    connector = aiohttp.TCPConnector(limit=20, resolver=Names(private))
    return aiohttp.ClientSession(connector=connector, timeout=PATIENCE, cookie_jar=aiohttp.DummyCookieJar())
