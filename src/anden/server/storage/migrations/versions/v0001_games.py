"""Games, their seats, who has a part in them, and their actions."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "games",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("board", sa.String(60), nullable=False),
        sa.Column("board_sha256", sa.String(64), nullable=False),
        sa.Column("ruleset", sa.Integer, nullable=False),
        sa.Column("seed", sa.String(32), nullable=False),
        sa.Column("status", sa.String(20), nullable=False),
        sa.Column("pace", sa.String(20), nullable=False),
        sa.Column("invite", sa.String(20), nullable=False, unique=True),
        sa.Column("watch", sa.String(20), nullable=False, unique=True),
        sa.Column("host", sa.String(64), nullable=False),
        sa.Column("created", sa.Float(53), nullable=False),
        sa.Column("rematch", sa.String(40)),
    )
    op.create_index("ix_games_status", "games", ["status"])
    op.create_index("ix_games_host", "games", ["host"])
    op.create_table(
        "seats",
        sa.Column("game_id", sa.String(40), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("colour", sa.String(60), nullable=False),
        sa.Column("bot", sa.String(60)),
        sa.Column("token", sa.String(64)),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], ondelete="CASCADE"),
    )
    op.create_table(
        "members",
        sa.Column("game_id", sa.String(40), primary_key=True),
        sa.Column("device", sa.String(64), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], ondelete="CASCADE"),
    )
    op.create_index("ix_members_device", "members", ["device"])
    op.create_table(
        "actions",
        sa.Column("game_id", sa.String(40), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("action", sa.String(500), nullable=False),
        sa.Column("before", sa.String(6), nullable=False),
        sa.Column("request", sa.String(64)),
        sa.Column("played", sa.Float(53), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], ondelete="CASCADE"),
        sa.UniqueConstraint("game_id", "seat", "request", name="uq_actions_request"),
    )


def downgrade() -> None:
    for table in ("actions", "members", "seats", "games"):
        op.drop_table(table)
