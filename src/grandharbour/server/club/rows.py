"""The club's tables in the database."""

from __future__ import annotations

from sqlalchemy import Boolean, Column, Float, ForeignKey, Index, Integer, MetaData, String, Table, Text

metadata = MetaData()
"""All tables of the server; those of the games stand in store.py."""

people = Table(
    "people", metadata,
    Column("id", String(32), primary_key=True),
    Column("name", String(64), nullable=False),
    Column("folded", String(64), unique=True),
    Column("mail", String(254), unique=True),
    Column("confirmed", Boolean, nullable=False),
    Column("password", String(200), nullable=False),
    Column("role", String(16), nullable=False),
    Column("created", Float, nullable=False),
)  # fmt: skip
"""Guests have no name; ``folded`` is what makes two names the same."""
sessions = Table(
    "sessions", metadata,
    Column("id", String(32), primary_key=True),
    Column("hash", String(64), nullable=False, unique=True),
    Column("person", String(32), ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    Column("device", String(120), nullable=False),
    Column("created", Float, nullable=False),
    Column("seen", Float, nullable=False),
)  # fmt: skip
Index("sessions_person", sessions.c.person)
passkeys = Table(
    "passkeys", metadata,
    Column("id", String(400), primary_key=True),
    Column("person", String(32), ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    Column("key", Text, nullable=False),
    Column("count", Integer, nullable=False),
    Column("device", String(120), nullable=False),
    Column("created", Float, nullable=False),
)  # fmt: skip
Index("passkeys_person", passkeys.c.person)
slips = Table(
    "slips", metadata,
    Column("hash", String(64), primary_key=True),
    Column("kind", String(16), nullable=False),
    Column("person", String(32), ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    Column("about", String(254), nullable=False),
    Column("ends", Float, nullable=False),
)  # fmt: skip
"""What is good for once: to confirm an address, to set a new password, to join by invitation."""
nonces = Table(
    "nonces", metadata,
    Column("hash", String(64), primary_key=True),
    Column("ends", Float, nullable=False),
)  # fmt: skip
"""What a passkey has been asked to sign; each is answered once."""
