"""The sixth schema: what merging two workspaces needs, when records were imported and both replies to a request."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

_IMPORTED = ("task", "document", "review", "human_review", "hallucination_check", "import_file")


def upgrade() -> None:
    """Date the records; what stands counts as newer than what it replaced."""
    for table in _IMPORTED:
        with op.batch_alter_table(table, recreate="always") as batch:
            batch.add_column(
                sa.Column("at", sa.String(), nullable=False, server_default=""), insert_after="superseded"
            )
        op.execute(
            f"UPDATE {table} SET at = coalesce((SELECT max(at) FROM import_log), '') "  # noqa: S608 -- constants only
            "WHERE NOT superseded"
        )
    op.drop_index("ux_model_call_request", table_name="model_call")
    op.create_index("ix_model_call_request", "model_call", ["scope", "request_sha256"], unique=False)


def downgrade() -> None:
    """Refuse: a workspace is never taken back to an older schema; the copy beside it is."""
    raise NotImplementedError("open the copy that the upgrade kept beside the workspace")
