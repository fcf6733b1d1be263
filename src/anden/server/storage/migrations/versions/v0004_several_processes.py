"""Several processes on one database: versions of games, who is where, and jobs."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("games", sa.Column("version", sa.Integer, nullable=False, server_default="0"))
    op.add_column("games", sa.Column("undos", sa.Integer, nullable=False, server_default="0"))
    op.create_table(
        "processes",
        sa.Column("id", sa.String(20), primary_key=True),
        sa.Column("began", sa.Float(53), nullable=False),
        sa.Column("seen", sa.Float(53), nullable=False),
    )
    op.create_table(
        "presence",
        sa.Column("process_id", sa.String(20), primary_key=True),
        sa.Column("game_id", sa.String(40), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.ForeignKeyConstraint(["process_id"], ["processes.id"], ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], ondelete="CASCADE"),
    )
    op.create_index("ix_presence_game", "presence", ["game_id"])
    op.create_table(
        "jobs",
        sa.Column("key", sa.String(120), primary_key=True),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("payload", sa.Text, nullable=False),
        sa.Column("owner", sa.String(64), nullable=False),
        sa.Column("game_id", sa.String(40)),
        sa.Column("state", sa.String(10), nullable=False),
        sa.Column("turn", sa.Float(53), nullable=False),
        sa.Column("seconds", sa.Float(53), nullable=False),
        sa.Column("posted", sa.Float(53), nullable=False),
        sa.Column("attempts", sa.Integer, nullable=False, server_default="0"),
        sa.Column("worker", sa.String(20)),
        sa.Column("lease", sa.Float(53)),
        sa.Column("result", sa.Text),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], ondelete="CASCADE"),
    )
    op.create_index("ix_jobs_state", "jobs", ["state", "turn"])
    op.create_index("ix_jobs_owner", "jobs", ["owner"])
    op.create_index("ix_jobs_game", "jobs", ["game_id"])


def downgrade() -> None:
    for table in ("jobs", "presence", "processes"):
        op.drop_table(table)
    op.drop_column("games", "undos")
    op.drop_column("games", "version")
