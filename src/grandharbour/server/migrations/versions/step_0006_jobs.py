"""Work to be done later: rows of our own on SQLite, procrastinate's queue on PostgreSQL; and what computer players considered elsewhere."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from grandharbour.server.migrations import queue

revision = "0006_jobs"
down_revision = "0005_people"


def upgrade() -> None:
    op.create_table(
        "thoughts",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("n", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("said", sa.Text, nullable=False),
    )
    connection = op.get_bind()
    if connection.dialect.name == "postgresql":
        queue.begin(connection)
        return
    op.create_table(
        "jobs",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("kind", sa.String(64), nullable=False),
        sa.Column("args", sa.Text, nullable=False),
        sa.Column("once", sa.String(200), unique=True),
        sa.Column("alone", sa.String(200)),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("due", sa.Float, nullable=False),
    )
