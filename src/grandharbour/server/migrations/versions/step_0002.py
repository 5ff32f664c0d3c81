"""Positions beside the moves, and how many moves of each table version 0.2 made, which rolled forced dice by itself."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.create_table(
        "positions",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("n", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("packed", sa.Text, nullable=False),
    )
    op.create_table(
        "inherited",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("moves", sa.Integer, nullable=False),
    )
    op.execute(
        "INSERT INTO inherited (table_id, moves) "
        "SELECT tables.id, count(moves.n) FROM tables LEFT JOIN moves ON moves.table_id = tables.id GROUP BY tables.id"
    )
