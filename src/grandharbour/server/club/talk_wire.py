"""What travels when people talk."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from .wire import PersonCard

LONGEST = 500
Place = Annotated[Literal["table", "gallery"], Meta(title="TalkPlace")]
"""Among who plays, and among who watches: apart until the game has ended."""
Phrase = Annotated[Literal["", "hello", "luck", "well", "sorry", "moment", "later", "thanks", "bye"], Meta(title="Phrase")]
"""What can be said in every language."""
Deal = Annotated[Literal["done", "delete", "silence", "close"], Meta(title="Deal")]


class Say(Struct, forbid_unknown_fields=True):
    """A phrase, or words of one's own: plain text, never anything else."""

    phrase: Phrase = ""
    text: Annotated[str, Meta(max_length=4 * LONGEST)] = ""


class Message(Struct):
    place: Place
    n: int
    side: str
    """Empty for somebody who watches."""
    person: PersonCard | None
    phrase: Phrase
    text: str
    made: float
    gone: bool
    """A moderator has taken it away."""
    mine: bool


class Talk(Struct):
    """What has been said where one may listen, the oldest first."""

    messages: list[Message]
    may: bool
    """Whether one may write."""
    club: bool
    """Whether there are people who can be blocked, and moderators who can be told."""


class Report(Struct, forbid_unknown_fields=True):
    """Show a message to the moderators."""

    place: Place
    n: Annotated[int, Meta(ge=0, lt=2**31)]
    why: Annotated[str, Meta(max_length=LONGEST)] = ""


class Block(Struct, forbid_unknown_fields=True):
    person: str


class ReportCard(Struct):
    """What somebody has shown to the moderators, with what was said before it."""

    id: str
    table: str
    by: PersonCard | None
    why: str
    made: float
    n: int
    messages: list[Message]
    """The last of them is meant."""
    silenced: float | None
    """Until when its writer is silent."""
    closed: bool


class DealWith(Struct, forbid_unknown_fields=True):
    """What a moderator does about it; days are how long somebody is silent."""

    act: Deal
    days: Annotated[float, Meta(gt=0, le=365)] = 1.0
