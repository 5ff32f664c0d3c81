"""Tokens with which programs come, and who is one."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012_door_programs"
down_revision = "0011_lobby"


def upgrade() -> None:
    op.add_column("people", sa.Column("program", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_table(
        "tokens",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("hash", sa.String(64), nullable=False, unique=True),
        sa.Column("person", sa.String(32), sa.ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("scopes", sa.String(60), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("seen", sa.Float),
    )
    op.create_index("tokens_person", "tokens", ["person"])
