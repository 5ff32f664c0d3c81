"""The ways a message reaches somebody who is not looking: mail, Web Push, and hooks of other services."""

from __future__ import annotations

import base64
import hashlib
import hmac
import time
from email.message import EmailMessage
from email.utils import formatdate
from urllib.parse import quote, urlsplit

import aiohttp
import msgspec
from py_vapid import Vapid02
from pywebpush import WebPusher

from . import outside
from .post import Post

DAY = 86_400
LONGEST = 1_800
"""Characters that every service takes."""


class Gone(Exception):
    """Nobody is there any more: it is no use to try again."""


class Letter(msgspec.Struct, frozen=True):
    """A message as it was written: once, for all ways it goes."""

    id: str
    title: str
    text: str
    """What happened, in lines."""
    url: str
    """Where it goes on."""
    about: str
    """What it is about: a later message about the same takes its place on a screen."""


class Subscription(msgspec.Struct, frozen=True):
    """A browser that takes pushes."""

    endpoint: str
    p256dh: str
    auth: str


class Hook(msgspec.Struct, frozen=True):
    """An address of another service."""

    kind: str
    url: str
    secret: str


def new_stamp() -> str:
    """A key to sign pushes with."""
    key = Vapid02()
    key.generate_keys()
    pem: bytes = key.private_pem()
    return pem.decode()


def public_key(stamp: str) -> str:
    """The half of it that browsers are told."""
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    point: bytes = Vapid02.from_pem(stamp.encode()).public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return base64.urlsafe_b64encode(point).rstrip(b"=").decode()


class Ways:
    """``sender`` is who vouches for what is pushed, an address or a page; ``private`` allows addresses in networks of our own."""

    def __init__(self, post: Post | None, sender: str, private: bool = False) -> None:
        self.post = post
        self.sender = sender
        self.private = private
        self._caller: aiohttp.ClientSession | None = None

    async def close(self) -> None:
        if self._caller is not None:
            await self._caller.close()

    async def mail(self, to: str, letter: Letter, unsubscribe: str, footer: str) -> None:
        """One mail, whose header ends all further ones with one click."""
        assert self.post is not None
        message = EmailMessage()
        message["From"], message["To"], message["Subject"] = self.post.sender, to, letter.title
        # The same letter has the same name however often it is tried: who gets it twice can tell.
        message["Date"], message["Message-ID"] = formatdate(), f"<{letter.id}@{self.post.sender.rpartition('@')[2] or 'harbour'}>"
        if unsubscribe:
            message["List-Unsubscribe"] = f"<{unsubscribe}>"
            message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        message.set_content(f"{letter.text}\n\n{letter.url}\n\n-- \n{footer}\n")
        await self.post.hand_over(message)

    async def push(self, to: Subscription, letter: Letter, stamp: str) -> None:
        """One push, readable by that browser alone."""
        body = msgspec.json.encode({"title": letter.title, "text": letter.text[:LONGEST], "url": letter.url, "tag": letter.about})
        info = {"endpoint": to.endpoint, "keys": {"p256dh": to.p256dh, "auth": to.auth}}
        sealed = WebPusher(info).encode(body, "aes128gcm")
        at = urlsplit(outside.checked(to.endpoint, self.private))
        claims = {"sub": self.sender, "aud": f"{at.scheme}://{at.netloc}", "exp": int(time.time()) + DAY // 2}
        headers = {
            **Vapid02.from_pem(stamp.encode()).sign(claims), "TTL": str(2 * DAY), "Content-Encoding": "aes128gcm", "Urgency": "normal",
            "Topic": hashlib.sha256(letter.about.encode()).hexdigest()[:32],
        }  # fmt: skip
        await self._call("POST", to.endpoint, sealed["body"], headers)

    async def hook(self, to: Hook, letter: Letter) -> None:
        """One message in the shape its service reads."""
        method, url, body, headers = shaped(to, letter)
        await self._call(method, outside.checked(url, self.private), body, headers)

    async def _call(self, method: str, url: str, body: bytes, headers: dict[str, str]) -> None:
        if self._caller is None:
            self._caller = outside.caller(self.private)
        try:
            async with self._caller.request(method, url, data=body, headers=headers, allow_redirects=False) as answer:
                status = answer.status
        except (aiohttp.ClientError, ValueError) as odd:  # it hangs up, talks nonsense, or cannot be called like that
            raise OSError(str(odd) or type(odd).__name__) from None
        if status in (400, 401, 403, 404, 410):
            raise Gone(str(status))
        if status >= 300:
            raise OSError(str(status))


def shaped(to: Hook, letter: Letter) -> tuple[str, str, bytes, dict[str, str]]:
    """How a service wants it: method, address, body, headers.

    >>> shaped(Hook("slack", "https://hooks.slack.com/x", ""), Letter("1", "Your turn", "He fired & missed.", "https://h/t", "t"))[2]
    b'{"text":"*Your turn*\\\\nHe fired &amp; missed.\\\\nhttps://h/t"}'
    """
    text = letter.text[:LONGEST]
    json = {"Content-Type": "application/json"}
    if to.kind == "discord":
        # No mention of anybody, whatever is written in it.
        said = {"content": f"**{letter.title}**\n{text}\n{letter.url}"[:2000], "allowed_mentions": {"parse": []}}
        return "POST", to.url, msgspec.json.encode(said), json
    if to.kind == "slack":
        plain = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
        return "POST", to.url, msgspec.json.encode({"text": f"*{letter.title}*\n{plain}\n{letter.url}"}), json
    if to.kind == "matrix":
        # The address is that of a room; the letter's id makes a second try the same message.
        said = {"msgtype": "m.text", "body": f"{letter.title}\n{text}\n{letter.url}"}
        url = f"{to.url.rstrip('/')}/send/m.room.message/{quote(letter.id)}"
        return "PUT", url, msgspec.json.encode(said), {**json, "Authorization": f"Bearer {to.secret}"}
    if to.kind == "ntfy":
        headers = {
            "Title": letter.title.encode("ascii", "replace").decode(),
            "Click": letter.url,
            "Content-Type": "text/plain; charset=utf-8",
        }
        return "POST", to.url, text.encode(), {**headers, **({"Authorization": f"Bearer {to.secret}"} if to.secret else {})}
    body = msgspec.json.encode(letter)
    signed = hmac.new(to.secret.encode(), body, hashlib.sha256).hexdigest()
    return "POST", to.url, body, {**json, "X-Harbour-Signature": f"sha256={signed}", "X-Harbour-Letter": letter.id}
