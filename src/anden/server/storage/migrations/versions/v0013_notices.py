"""Messages to people who are away: who gets them, and which games have something to tell."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("jobs", sa.Column("due", sa.Float(53)))
    op.create_table(
        "listeners",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("device", sa.String(64), nullable=False),
        sa.Column("url", sa.Text, nullable=False),
        sa.Column("mark", sa.String(64), nullable=False, unique=True),
        sa.Column("secret", sa.Text, nullable=False),
        sa.Column("language", sa.String(10), nullable=False),
        sa.Column("created", sa.Float(53), nullable=False),
        sa.Column("failures", sa.Integer, nullable=False, server_default="0"),
        sa.Column("next_try", sa.Float(53)),
        sa.Column("tried", sa.Float(53)),
        sa.Column("result", sa.String(40)),
    )
    op.create_index("ix_listeners_device", "listeners", ["device"])
    op.create_table(
        "looks",
        sa.Column("device", sa.String(64), primary_key=True),
        sa.Column("game_id", sa.String(40), primary_key=True),
        sa.Column("process_id", sa.String(20), primary_key=True),
        sa.Column("until", sa.Float(53), nullable=False),
    )
    op.create_table(
        "server_keys",
        sa.Column("name", sa.String(20), primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
    )
    op.create_table(
        "moved",
        sa.Column("game_id", sa.String(40), primary_key=True),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("since", sa.Float(53), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], ondelete="CASCADE"),
    )
    op.create_index("ix_moved_since", "moved", ["since"])


def downgrade() -> None:
    for table in ("moved", "server_keys", "looks", "listeners"):
        op.drop_table(table)
    op.drop_column("jobs", "due")
