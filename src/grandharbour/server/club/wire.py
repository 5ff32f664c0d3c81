"""What travels between a club and its people."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

Role = Annotated[Literal["guest", "waiting", "member", "moderator"], Meta(title="Role")]
"""A guest has a device; who waits has asked to join and has to be let in."""
Joining = Annotated[Literal["open", "invitation", "moderators"], Meta(title="Joining")]
"""Who may join a club: anybody, who is invited by a member, who is let in by a moderator."""


class PersonCard(Struct):
    """A person as others see him."""

    id: str
    name: str
    """Empty for a guest."""
    role: Role


class Me(Struct):
    """Who asks, and what the club is to him."""

    club: Joining | None
    """None: a private harbour, where nobody needs a name."""
    person: PersonCard | None
    """None until something is done that has to be remembered."""
    mail: str
    confirmed: bool
    password: bool
    """Whether there is one."""
    posts: bool
    """Whether this club can send mail."""


class Join(Struct, forbid_unknown_fields=True):
    """A guest becomes a member, with all his tables. Without a password he needs a passkey, which is added next."""

    name: str
    password: str = ""
    mail: str = ""
    invitation: str = ""


class Enter(Struct, forbid_unknown_fields=True):
    """A member comes back; the tables of the guest he was meanwhile become his own."""

    name: str
    """Or the address of his mail."""
    password: str


class SessionCard(Struct):
    """A device somebody is signed in on."""

    id: str
    device: str
    created: float
    seen: float
    here: bool
    """The one that asks."""
