"""What was worked out about a table, and what people say about its moments."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0014_analysis"
down_revision = "0013_door_tournaments"


def upgrade() -> None:
    op.create_table(
        "luck",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("n", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("how", sa.String(64), nullable=False),
        sa.Column("seen", sa.Text, nullable=False),
    )
    op.create_table(
        "comments",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), nullable=False),
        sa.Column("choices", sa.Integer, nullable=False),
        sa.Column("side", sa.String(32), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("arrows", sa.Text, nullable=False),
        sa.Column("made", sa.String(40), nullable=False),
    )
    op.create_index("comments_table", "comments", ["table_id"])
