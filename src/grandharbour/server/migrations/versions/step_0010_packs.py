"""A shelf for packs that people share."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010_packs"
down_revision = "0009_told"


def upgrade() -> None:
    op.create_table(
        "packs",
        sa.Column("id", sa.String(120), primary_key=True),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("version", sa.String(40), nullable=False),
        sa.Column("card", sa.Text, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("hash", sa.String(64), nullable=False),
        sa.Column("shared", sa.String(40), nullable=False),
    )
