"""Numbers that players add to the chance of a game, seeds that can't be read without a key, and a
place for health checks to write to."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("games", sa.Column("chance", sa.Text))
    op.add_column("games", sa.Column("sealed", sa.String(200)))
    op.create_table(
        "probes",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("probed", sa.Float(53), nullable=False),
    )


def downgrade() -> None:
    op.drop_table("probes")
    op.drop_column("games", "sealed")
    op.drop_column("games", "chance")
