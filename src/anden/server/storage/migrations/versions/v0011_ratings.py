"""Rated games, ratings of accounts and bots, and results by person."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column(
        "games", sa.Column("is_rated", sa.Boolean, nullable=False, server_default=sa.false())
    )
    op.add_column(
        "accounts", sa.Column("is_listed", sa.Boolean, nullable=False, server_default=sa.false())
    )
    op.create_table(
        "entrants",
        sa.Column("game_id", sa.String(40), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("account_id", sa.String(40)),
        sa.Column("bot", sa.String(60)),
        sa.Column("before", sa.Float(53)),
        sa.Column("after", sa.Float(53)),
        sa.Column("rated", sa.Float(53)),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["account_id"], ["accounts.id"], ondelete="CASCADE"),
    )
    op.create_index("ix_entrants_account", "entrants", ["account_id"])
    op.create_table(
        "ratings",
        sa.Column("account_id", sa.String(40), primary_key=True),
        sa.Column("ladder", sa.String(10), primary_key=True),
        sa.Column("board", sa.String(60), primary_key=True),
        sa.Column("players", sa.Integer, primary_key=True),
        sa.Column("rating", sa.Float(53), nullable=False),
        sa.Column("spread", sa.Float(53), nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.ForeignKeyConstraint(["account_id"], ["accounts.id"], ondelete="CASCADE"),
    )
    op.create_index("ix_ratings_ladder", "ratings", ["ladder", "board", "players"])
    op.create_table(
        "bot_ratings",
        sa.Column("bot", sa.String(60), primary_key=True),
        sa.Column("board", sa.String(60), primary_key=True),
        sa.Column("players", sa.Integer, primary_key=True),
        sa.Column("rating", sa.Float(53), nullable=False),
        sa.Column("spread", sa.Float(53), nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
    )
    op.create_table(
        "played",
        sa.Column("game_id", sa.String(40), primary_key=True),
        sa.Column("person", sa.String(64), primary_key=True),
        sa.Column("board", sa.String(60), nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("score", sa.Integer, nullable=False),
        sa.Column("rank", sa.Integer, nullable=False),
        sa.Column("won", sa.Boolean, nullable=False),
        sa.Column("made", sa.Integer, nullable=False),
        sa.Column("tickets", sa.Integer, nullable=False),
        sa.Column("routes", sa.Text, nullable=False),
        sa.Column("ended", sa.Float(53), nullable=False),
    )
    op.create_index("ix_played_person", "played", ["person", "ended"])


def downgrade() -> None:
    for table in ("played", "bot_ratings", "ratings", "entrants"):
        op.drop_table(table)
    op.drop_column("accounts", "is_listed")
    op.drop_column("games", "is_rated")
