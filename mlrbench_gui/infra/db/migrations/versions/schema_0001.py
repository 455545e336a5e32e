"""The first schema: blobs, runs with versions, imported records, audits, decisions, settings, cache."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make all tables."""
    _create_files()
    _create_writers()
    _create_runs()
    _create_versions()
    _create_tasks()
    _create_documents()
    _create_reviews()
    _create_human_reviews()
    _create_checks()
    _create_judgements()


def downgrade() -> None:
    """Refuse: a workspace is never taken back to an older schema; the copy beside it is."""
    raise NotImplementedError("there is nothing before the first schema")


def _create_files() -> None:
    op.create_table(
        "blob",
        _integer("id"),
        _string("sha256"),
        _integer("size"),
        _string("codec"),
        _largebinary("data"),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("sha256"),
    )
    op.create_table(
        "staged_blob",
        _string("sha256"),
        _string("writer"),
        sa.PrimaryKeyConstraint("sha256", "writer"),
    )
    op.create_table(
        "cache_entry",
        _integer("id"),
        _string("key"),
        _integer("size"),
        _largebinary("data"),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("key"),
    )


def _create_writers() -> None:
    op.create_table(
        "writer",
        _string("token"),
        _string("host"),
        _integer("pid"),
        _string("started"),
        _string("doing"),
        _string("seen"),
        sa.PrimaryKeyConstraint("token"),
    )
    op.create_table(
        "setting",
        _string("key"),
        _string("value"),
        sa.PrimaryKeyConstraint("key"),
    )
    op.create_table(
        "import_log",
        _integer("id"),
        _string("source"),
        _string("at"),
        _string("added"),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_table(
        "irregularity",
        _integer("id"),
        _string("source"),
        _string("path"),
        _string("what"),
        _string("treated_as"),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("ix_irregularity_source", "irregularity", ["source"], unique=False)


def _create_runs() -> None:
    op.create_table(
        "run",
        _integer("id"),
        _string("name"),
        _string("group"),
        _string("mode"),
        _string("agent"),
        _string("task"),
        _integer("version"),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("name"),
    )


def _create_versions() -> None:
    op.create_table(
        "run_version",
        _integer("id"),
        _integer("run_id"),
        _integer("number"),
        _string("digest"),
        _string("at"),
        _string("writer_model", nullable=True),
        _string("coding_agent", nullable=True),
        _string("papers"),
        _string("intervals"),
        _string("counts"),
        sa.PrimaryKeyConstraint("id"),
        sa.ForeignKeyConstraint(["run_id"], ["run.id"]),
    )
    op.create_index("ux_run_version", "run_version", ["run_id", "number"], unique=True)
    op.create_table(
        "run_file",
        _integer("version_id"),
        _string("path"),
        _string("sha256", nullable=True),
        _integer("size"),
        _string("role"),
        _string("stage"),
        sa.PrimaryKeyConstraint("version_id", "path"),
        sa.ForeignKeyConstraint(["version_id"], ["run_version.id"]),
        sqlite_with_rowid=False,
    )


def _create_tasks() -> None:
    op.create_table(
        "task",
        _integer("id"),
        _string("key"),
        _string("digest"),
        _boolean("superseded"),
        _string("task"),
        _string("sha256"),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("ux_task_current", "task", ["key"], unique=True, sqlite_where=sa.text("superseded = 0"))


def _create_documents() -> None:
    op.create_table(
        "document",
        _integer("id"),
        _string("key"),
        _string("digest"),
        _boolean("superseded"),
        _string("kind"),
        _string("task"),
        _string("author", nullable=True),
        _string("title"),
        _string("source"),
        _string("sha256"),
        _boolean("chosen"),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index(
        "ux_document_current", "document", ["key"], unique=True, sqlite_where=sa.text("superseded = 0")
    )
    op.create_table(
        "import_file",
        _integer("id"),
        _string("key"),
        _string("digest"),
        _boolean("superseded"),
        _string("kind"),
        _string("source"),
        _string("sha256"),
        _string("run", nullable=True),
        _string("stage", nullable=True),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index(
        "ux_import_file_current", "import_file", ["key"], unique=True, sqlite_where=sa.text("superseded = 0")
    )


def _create_reviews() -> None:
    op.create_table(
        "review",
        _integer("id"),
        _string("key"),
        _string("digest"),
        _boolean("superseded"),
        _string("source"),
        _string("sha256"),
        _string("target"),
        _string("judge"),
        _string("judge_family"),
        _string("task"),
        _string("target_key"),
        _boolean("target_present"),
        _string("run", nullable=True),
        _string("paper", nullable=True),
        _string("scores"),
        _integer("confidence", nullable=True),
        _boolean("has_hallucination", nullable=True),
        _string("strengths"),
        _string("weaknesses"),
        _string("details"),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("ix_review_run", "review", ["run"], unique=False)
    op.create_index(
        "ux_review_current", "review", ["key"], unique=True, sqlite_where=sa.text("superseded = 0")
    )


def _create_human_reviews() -> None:
    op.create_table(
        "human_review",
        _integer("id"),
        _string("key"),
        _string("digest"),
        _boolean("superseded"),
        _string("source"),
        _integer("row"),
        _string("reviewer"),
        _string("agent"),
        _string("task"),
        _string("run"),
        _boolean("run_present"),
        _string("scores"),
        _boolean("double"),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("ix_human_review_run", "human_review", ["run"], unique=False)
    op.create_index(
        "ux_human_review_current",
        "human_review",
        ["key"],
        unique=True,
        sqlite_where=sa.text("superseded = 0"),
    )


def _create_checks() -> None:
    op.create_table(
        "hallucination_check",
        _integer("id"),
        _string("key"),
        _string("digest"),
        _boolean("superseded"),
        _string("source"),
        _integer("row"),
        _string("system"),
        _string("task"),
        _string("faked_result"),
        _string("hallucinated_methodology"),
        _string("incorrect_citation"),
        _string("mathematical_error"),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index(
        "ux_hallucination_check_current",
        "hallucination_check",
        ["key"],
        unique=True,
        sqlite_where=sa.text("superseded = 0"),
    )


def _create_judgements() -> None:
    op.create_table(
        "audit",
        _integer("id"),
        _string("run"),
        _integer("version"),
        _string("input_key"),
        _string("content"),
        _string("at"),
        _string("summary"),
        _largebinary("data"),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("ix_audit_run", "audit", ["run", "id"], unique=False)
    op.create_table(
        "decision",
        _integer("seq"),
        _string("id"),
        _string("step"),
        _string("run"),
        _string("author"),
        _string("at"),
        _string("kind"),
        _string("action"),
        _string("reason"),
        sa.PrimaryKeyConstraint("seq"),
        sa.UniqueConstraint("id"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_decision_run", "decision", ["run", "seq"], unique=False)


def _string(name: str, *, nullable: bool = False) -> sa.Column[str]:
    return sa.Column(name, sa.String(), nullable=nullable)


def _integer(name: str, *, nullable: bool = False) -> sa.Column[int]:
    return sa.Column(name, sa.Integer(), nullable=nullable)


def _boolean(name: str, *, nullable: bool = False) -> sa.Column[bool]:
    return sa.Column(name, sa.Boolean(), nullable=nullable)


def _largebinary(name: str, *, nullable: bool = False) -> sa.Column[bytes]:
    return sa.Column(name, sa.LargeBinary(), nullable=nullable)
