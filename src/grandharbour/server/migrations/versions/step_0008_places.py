"""Places where a long table can be taken up without replaying it: a cache."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008_places"
down_revision = "0007_club"


def upgrade() -> None:
    op.create_table(
        "places",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("n", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("rules", sa.String(40), nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("held", sa.Text, nullable=False),
        sa.Column("told", sa.Text, nullable=False),
    )
