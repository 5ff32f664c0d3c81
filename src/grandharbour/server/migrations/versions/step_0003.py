"""A row for every seat: two servers that seat two people at once must not overwrite each other."""

from __future__ import annotations

import json

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    seats = op.create_table(
        "seats",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("side", sa.String(32), primary_key=True),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("player", sa.String(64), nullable=True),
        sa.Column("hash", sa.String(64), nullable=False),
        sa.Column("invite", sa.String(64), nullable=False),
        sa.Column("joined", sa.Boolean, nullable=False),
    )
    connection = op.get_bind()
    for table, text in connection.execute(sa.text("SELECT id, seats FROM tables")).all():
        rows = [
            {
                "table_id": table, "side": side, "place": place, "kind": seat["kind"], "player": seat.get("player"),
                "hash": seat.get("hash", ""), "invite": "", "joined": bool(seat.get("joined", False)),
            }
            for place, (side, seat) in enumerate(json.loads(text).items())
        ]  # fmt: skip
        if rows:
            op.bulk_insert(seats, rows)
    op.drop_column("tables", "seats")
    if connection.dialect.name != "sqlite":  # which does not care how long a word is
        op.alter_column("moves", "verb", type_=sa.Text)
    # Versions without steps read this number, and say that they cannot read the rest.
    op.execute("DELETE FROM harbour")
    op.execute("INSERT INTO harbour (format) VALUES (3)")
