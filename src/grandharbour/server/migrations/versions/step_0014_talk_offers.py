"""What people offer each other at a table."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0014_talk_offers"
down_revision = "0014_analysis"


def upgrade() -> None:
    op.create_table(
        "offers",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("kind", sa.String(16), primary_key=True),
        sa.Column("side", sa.String(32), nullable=False),
        sa.Column("player", sa.String(64), nullable=False),
        sa.Column("agreed", sa.Boolean, nullable=False),
        sa.Column("made", sa.Float, nullable=False),
    )
