"""Whose browser it is that is told: what is pushed ends with the session."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0016_pushes"
down_revision = "0015_talk_messages"


def upgrade() -> None:
    op.add_column("pushes", sa.Column("session", sa.String(32)))
