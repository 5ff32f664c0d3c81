"""What people put into the dice: a link beside each click, the dice of a row that comes from a record, and how a table draws."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004_dice"
down_revision = "0003"


def upgrade() -> None:
    op.add_column("moves", sa.Column("shake", sa.String(64), nullable=False, server_default=""))
    op.add_column("moves", sa.Column("fell", sa.Text, nullable=False, server_default=""))
    # Tables of earlier versions draw as they did: 1. Whether somebody chose their seed was not written down.
    op.add_column("tables", sa.Column("dice", sa.Integer, nullable=False, server_default="1"))
    op.add_column("tables", sa.Column("chosen", sa.Boolean, nullable=True))
