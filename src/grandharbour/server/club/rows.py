"""The club's tables in the database."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Boolean, Column, Float, ForeignKey, Index, Integer, MetaData, String, Table, Text, false
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import Connection

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
    Column("program", Boolean, nullable=False, server_default=false()),
)  # fmt: skip
"""Guests have no name; ``folded`` is what makes two names the same; a ``program`` plays for who made it."""
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
tokens = Table(
    "tokens", metadata,
    Column("id", String(32), primary_key=True),
    Column("hash", String(64), nullable=False, unique=True),
    Column("person", String(32), ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    Column("name", String(60), nullable=False),
    Column("scopes", String(60), nullable=False),
    Column("created", Float, nullable=False),
    Column("seen", Float),
)  # fmt: skip
Index("tokens_person", tokens.c.person)
"""With what programs come: each is good for its scopes."""
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
wishes = Table(
    "wishes", metadata,
    Column("person", String(32), ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("daily", Boolean, nullable=False),
    Column("hour", Integer, nullable=False),
    Column("mail", Boolean, nullable=False),
    Column("silent", Text, nullable=False),
)  # fmt: skip
"""How somebody wants to be told: at once or once a day at an hour (UTC), by mail too, and of what not."""
pushes = Table(
    "pushes", metadata,
    Column("id", String(64), primary_key=True),
    Column("person", String(32), ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    Column("endpoint", Text, nullable=False),
    Column("p256dh", String(120), nullable=False),
    Column("auth", String(60), nullable=False),
    Column("device", String(120), nullable=False),
    Column("created", Float, nullable=False),
    Column("session", String(32)),
)  # fmt: skip
Index("pushes_person", pushes.c.person)
"""Browsers that are told. Who signs a device out ends what is pushed there; a row of an earlier version knows no session."""
hooks = Table(
    "hooks", metadata,
    Column("id", String(32), primary_key=True),
    Column("person", String(32), ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    Column("kind", String(16), nullable=False),
    Column("url", Text, nullable=False),
    Column("secret", String(200), nullable=False),
    Column("created", Float, nullable=False),
    Column("failed", Integer, nullable=False),
)  # fmt: skip
Index("hooks_person", hooks.c.person)
news = Table(
    "news", metadata,
    Column("person", String(32), ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("kind", String(16), primary_key=True),
    Column("about", String(64), primary_key=True),
    Column("words", Text, nullable=False),
    Column("made", Float, nullable=False),
    Column("told", Float),
)  # fmt: skip
"""What somebody has not seen yet: one row for each thing at each table, whatever else happens there meanwhile."""
letters = Table(
    "letters", metadata,
    Column("id", String(32), primary_key=True),
    Column("person", String(32), ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    Column("way", String(16), nullable=False),
    Column("to", String(64), nullable=False),
    Column("body", Text, nullable=False),
    Column("made", Float, nullable=False),
)  # fmt: skip
"""Messages that have been written and not delivered yet, one for each way they go."""
looking = Table(
    "looking", metadata,
    Column("id", String(32), primary_key=True),
    Column("person", String(32), nullable=False),
    Column("table_id", String(32), nullable=False),
    Column("until", Float, nullable=False),
)  # fmt: skip
Index("looking_person", looking.c.person)
"""Who has which table before his eyes, at any server of the harbour; a row outlives a server that died by a minute or two."""
stamps = Table(
    "stamps", metadata,
    Column("name", String(32), primary_key=True),
    Column("value", Text, nullable=False),
)  # fmt: skip
"""Keys of the club itself: with one it signs what it pushes, with the other the links in its letters."""


# --- tables


status = Table(
    "status", metadata,
    Column("table_id", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("n", Integer, nullable=False),
    Column("owing", String(200), nullable=False),
    Column("heading", Text, nullable=False),
    Column("ended", Boolean, nullable=False),
    Column("winner", String(32), nullable=False),
    Column("changed", Float, nullable=False),
    Column("clock", Text, nullable=False),
    Column("deadline", Float),
)  # fmt: skip
"""How a table stands, see status.py."""
Index("status_deadline", status.c.deadline)
terms = Table(
    "terms", metadata,
    Column("table_id", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("clock", Text, nullable=False),
    Column("rated", Boolean, nullable=False),
    Column("event", String(32), nullable=False),
    Column("settled", Boolean, nullable=False),
    Column("rematch", String(32), nullable=False),
)  # fmt: skip
"""What was agreed before a game; ``settled`` when its result has been counted."""
holidays = Table(
    "holidays", metadata,
    Column("id", String(32), primary_key=True),
    Column("person", String(32), ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    Column("starts", Float, nullable=False),
    Column("ends", Float, nullable=False),
)  # fmt: skip
Index("holidays_person", holidays.c.person)
challenges = Table(
    "challenges", metadata,
    Column("id", String(32), primary_key=True),
    Column("person", String(32), ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    Column("invited", String(32), ForeignKey("people.id", ondelete="CASCADE")),
    Column("listed", Boolean, nullable=False),
    Column("game", String(64), nullable=False),
    Column("scenario", String(128), nullable=False),
    Column("options", Text, nullable=False),
    Column("side", String(32), nullable=False),
    Column("clock", Text, nullable=False),
    Column("rated", Boolean, nullable=False),
    Column("members", Boolean, nullable=False),
    Column("created", Float, nullable=False),
)  # fmt: skip
"""Somebody wants to play. ``side`` is the challenger's own, empty by chance; ``invited`` is who alone may accept."""
ratings = Table(
    "ratings", metadata,
    Column("person", String(32), ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("game", String(64), primary_key=True),
    Column("against", String(16), primary_key=True),
    Column("rating", Float, nullable=False),
    Column("deviation", Float, nullable=False),
    Column("volatility", Float, nullable=False),
    Column("games", Integer, nullable=False),
    Column("at", Float, nullable=False),
)  # fmt: skip
"""``against`` is "people" or "computer"."""
results = Table(
    "results", metadata,
    Column("table_id", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("side", String(32), primary_key=True),
    Column("person", String(32), ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    Column("game", String(64), nullable=False),
    Column("against", String(16), nullable=False),
    Column("opponent", String(64), nullable=False),
    Column("score", Float, nullable=False),
    Column("rating", Float, nullable=False),
    Column("deviation", Float, nullable=False),
    Column("at", Float, nullable=False),
)  # fmt: skip
"""What came of a game for one person, with his rating after it."""
Index("results_person", results.c.person, results.c.game)


# --- tournaments and ladders


tournaments = Table(
    "tournaments", metadata,
    Column("id", String(32), primary_key=True),
    Column("name", String(60), nullable=False),
    Column("person", String(32), nullable=False),
    Column("kind", String(16), nullable=False),
    Column("game", String(64), nullable=False),
    Column("scenario", String(128), nullable=False),
    Column("options", Text, nullable=False),
    Column("clock", Text, nullable=False),
    Column("rated", Boolean, nullable=False),
    Column("programs", Boolean, nullable=False),
    Column("rounds", Integer, nullable=False),
    Column("round", Integer, nullable=False),
    Column("state", String(16), nullable=False),
    Column("created", Float, nullable=False),
    Column("changed", Float, nullable=False),
)  # fmt: skip
"""``person`` made it; ``state`` is open, running, ended or cancelled; ``round`` is the one under way."""
entries = Table(
    "entries", metadata,
    Column("tournament", String(32), ForeignKey("tournaments.id", ondelete="CASCADE"), primary_key=True),
    Column("person", String(32), primary_key=True),
    Column("seed", Integer, nullable=False),
    Column("withdrawn", Boolean, nullable=False),
    Column("joined", Float, nullable=False),
)  # fmt: skip
Index("entries_person", entries.c.person)
"""Who plays in a tournament. Who is forgotten by the club stays there without a name."""
pairings = Table(
    "pairings", metadata,
    Column("tournament", String(32), ForeignKey("tournaments.id", ondelete="CASCADE"), primary_key=True),
    Column("round", Integer, primary_key=True),
    Column("n", Integer, primary_key=True),
    Column("one", String(32), nullable=False),
    Column("two", String(32)),
    Column("table_id", String(32)),
    Column("result", String(8), nullable=False),
)  # fmt: skip
"""Who meets whom, ``one`` with the first side; without ``two`` he has a bye."""
rungs = Table(
    "rungs", metadata,
    Column("game", String(64), primary_key=True),
    Column("person", String(32), ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("place", Float, nullable=False),
    Column("since", Float, nullable=False),
)  # fmt: skip
"""The ladder of a game, by ``place`` upwards from the best; who has left leaves no gap that anybody sees."""
duels = Table(
    "duels", metadata,
    Column("table_id", String(32), primary_key=True),
    Column("game", String(64), nullable=False),
    Column("challenger", String(32), nullable=False),
    Column("challenged", String(32), nullable=False),
    Column("made", Float, nullable=False),
    Column("result", String(8), nullable=False),
)  # fmt: skip
"""Games about a place on the ladder; ``result`` is empty while it runs."""
Index("duels_game", duels.c.game)


def upsert(connection: Connection, table: Any, keys: list[str], values: dict[str, Any], change: dict[str, Any]) -> None:
    """Insert a row, or change the one that is there."""
    make: Any = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
    connection.execute(make(table).values(**values).on_conflict_do_update(index_elements=keys, set_=change))
