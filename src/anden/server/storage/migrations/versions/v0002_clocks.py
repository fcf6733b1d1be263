"""Clocks: which one a game has, and what each action took of it."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    clock = sa.Column("clock", sa.String(20), nullable=False, server_default="none")
    op.add_column("games", clock)
    op.add_column("actions", sa.Column("spent", sa.Float(53), nullable=False, server_default="0"))


def downgrade() -> None:
    op.drop_column("actions", "spent")
    op.drop_column("games", "clock")
