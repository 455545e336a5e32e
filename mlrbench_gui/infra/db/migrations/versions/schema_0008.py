"""The eighth schema: which parts of shared-out work are here."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table of parts."""
    op.create_table(
        "shard",
        sa.Column("plan", sa.String(), nullable=False),
        sa.Column("parts", sa.Integer(), nullable=False),
        sa.Column("part", sa.Integer(), nullable=False),
        sa.Column("what", sa.String(), nullable=False),
        sa.Column("total", sa.Integer(), nullable=False),
        sa.Column("own", sa.Integer(), nullable=False),
        sa.Column("done", sa.Integer(), nullable=False),
        sa.Column("at", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("plan", "parts", "part"),
    )


def downgrade() -> None:
    """Refuse: a workspace is never taken back to an older schema; the copy beside it is."""
    raise NotImplementedError("open the copy that the upgrade kept beside the workspace")
