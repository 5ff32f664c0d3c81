"""The tables and moves of version 0.2."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table("harbour", sa.Column("format", sa.Integer, primary_key=True))
    op.create_table(
        "tables",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("scenario", sa.String(128), nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("pack", sa.Text, nullable=False),
        sa.Column("start", sa.Text, nullable=False),
        sa.Column("seed", sa.String(64), nullable=False),
        sa.Column("seats", sa.Text, nullable=False),
        sa.Column("created", sa.String(40), nullable=False),
        sa.Column("version", sa.String(40), nullable=False),
        sa.Column("rules", sa.String(40), nullable=False),
    )
    op.create_table(
        "moves",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("n", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("side", sa.String(32), nullable=False),
        sa.Column("verb", sa.Text, nullable=False),
        sa.Column("target", sa.Text, nullable=False),
        sa.Column("mark", sa.String(64), nullable=False),
        sa.Column("made", sa.String(40), nullable=False),
    )
