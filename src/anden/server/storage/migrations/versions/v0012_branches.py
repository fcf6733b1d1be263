"""Games that go on from a moment of another one."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("games", sa.Column("branch_of", sa.String(40)))
    op.add_column("games", sa.Column("branch_move", sa.Integer))
    op.add_column("games", sa.Column("past", sa.Text))
    op.create_index("ix_games_branch", "games", ["branch_of"])


def downgrade() -> None:
    op.drop_index("ix_games_branch", "games")
    op.drop_column("games", "past")
    op.drop_column("games", "branch_move")
    op.drop_column("games", "branch_of")
