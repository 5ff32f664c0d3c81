"""What people agree on and say at a table, in the database."""

from __future__ import annotations

from sqlalchemy import Boolean, Column, Float, ForeignKey, Index, Integer, String, Table, Text

from .rows import metadata

offers = Table(
    "offers", metadata,
    Column("table_id", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("kind", String(16), primary_key=True),
    Column("side", String(32), nullable=False),
    Column("player", String(64), nullable=False),
    Column("agreed", Boolean, nullable=False),
    Column("made", Float, nullable=False),
)  # fmt: skip
"""What a side offers, one of each kind. Agreed ones are there as long as they hold: a game that is adjourned, a seat to be handed over."""
talks = Table(
    "talks", metadata,
    Column("table_id", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("place", String(8), primary_key=True),
    Column("rev", Integer, nullable=False),
    Column("closed", Boolean, nullable=False),
)  # fmt: skip
"""What is said at a table: among who plays ("table"), and among who watches ("gallery"). ``rev`` counts what has changed there."""
messages = Table(
    "messages", metadata,
    Column("table_id", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("place", String(8), primary_key=True),
    Column("n", Integer, primary_key=True, autoincrement=False),
    Column("side", String(32), nullable=False),
    Column("person", String(32), ForeignKey("people.id", ondelete="CASCADE")),
    Column("phrase", String(16), nullable=False),
    Column("text", Text, nullable=False),
    Column("made", Float, nullable=False),
    Column("gone", Boolean, nullable=False),
)  # fmt: skip
Index("messages_person", messages.c.person)
blocks = Table(
    "blocks", metadata,
    Column("person", String(32), ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("other", String(32), ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
)  # fmt: skip
"""Whom somebody does not want to hear of."""
silences = Table(
    "silences", metadata,
    Column("person", String(32), ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("until", Float, nullable=False),
)  # fmt: skip
"""Who may not write for a time."""
reports = Table(
    "reports", metadata,
    Column("id", String(32), primary_key=True),
    Column("table_id", String(32), ForeignKey("tables.id"), nullable=False),
    Column("place", String(8), nullable=False),
    Column("n", Integer, nullable=False),
    Column("person", String(32), ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    Column("why", Text, nullable=False),
    Column("made", Float, nullable=False),
    Column("done", Boolean, nullable=False),
)  # fmt: skip
"""Messages somebody has shown to the moderators."""
warnings = Table(
    "warnings", metadata,
    Column("table_id", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("side", String(32), primary_key=True),
    Column("since", Float, nullable=False),
    Column("deadline", Float, nullable=False),
)  # fmt: skip
"""Whose clock runs low and has been told so, in the turn that began then."""
