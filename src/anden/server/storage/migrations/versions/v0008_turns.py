"""Correspondence games: who is to act until when, and vacations."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "turns",
        sa.Column("game_id", sa.String(40), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("moves", sa.Integer, nullable=False),
        sa.Column("since", sa.Float(53), nullable=False),
        sa.Column("due", sa.Float(53), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], ondelete="CASCADE"),
    )
    op.create_index("ix_turns_due", "turns", ["due"])
    op.create_table(
        "vacations",
        sa.Column("person", sa.String(64), primary_key=True),
        sa.Column("start", sa.Float(53), primary_key=True),
        sa.Column("until", sa.Float(53), nullable=False),
    )


def downgrade() -> None:
    for table in ("vacations", "turns"):
        op.drop_table(table)
