"""What passkeys sign, once."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007_club"
down_revision = "0006_jobs"


def upgrade() -> None:
    op.create_table(
        "nonces",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("ends", sa.Float, nullable=False),
    )
