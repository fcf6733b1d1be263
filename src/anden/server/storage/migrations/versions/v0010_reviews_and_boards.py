"""Reviews of finished games, and the boards that visitors bring: the same for all processes."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "reviews",
        sa.Column("game_id", sa.String(40), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("key", sa.String(120), nullable=False),
        sa.Column("asker", sa.String(64), nullable=False),
        sa.Column("asked", sa.Float(53), nullable=False),
        sa.Column("progress", sa.Float(53), nullable=False, server_default="0"),
        sa.Column("curve", sa.Text, nullable=False, server_default="[]"),
        sa.Column("found", sa.Text),
        sa.Column("review", sa.Text),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], ondelete="CASCADE"),
    )
    op.create_index("ix_reviews_key", "reviews", ["key"])
    op.create_index("ix_reviews_asker", "reviews", ["asker"])
    op.create_table(
        "boards",
        sa.Column("name", sa.String(60), primary_key=True),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("brought", sa.Float(53), nullable=False),
    )


def downgrade() -> None:
    for table in ("boards", "reviews"):
        op.drop_table(table)
