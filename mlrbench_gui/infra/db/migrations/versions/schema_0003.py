"""The third schema: replies of models, by what was asked."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table of calls."""
    op.create_table(
        "model_call",
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("scope", sa.String(), nullable=False),
        sa.Column("request_sha256", sa.String(), nullable=False),
        sa.Column("at", sa.String(), nullable=False),
        sa.Column("content", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("seq"),
        sa.UniqueConstraint("id"),
        sqlite_autoincrement=True,
    )
    op.create_index("ux_model_call_request", "model_call", ["scope", "request_sha256"], unique=True)


def downgrade() -> None:
    """Refuse: a workspace is never taken back to an older schema; the copy beside it is."""
    raise NotImplementedError("open the copy that the upgrade kept beside the workspace")
