"""The tables of a workspace. Rows stay in this package; `_mapping` turns them into frozen values and back.

What was imported is never overwritten: a changed record is written anew and the older one gets `superseded`.
"""

from sqlalchemy import Column, Index, LargeBinary, text
from sqlmodel import Field, SQLModel

APPLICATION_ID = 0x4D4C5242
"""The four bytes `MLRB` at offset 68 of the file, by which a workspace is known."""

SCHEMA_VERSION = 9
"""The newest migration; kept as `user_version` in the file's header."""


class BlobRow(SQLModel, table=True):
    """Bytes, once for each content. `codec`: `raw` or `zlib`."""

    __tablename__ = "blob"
    id: int | None = Field(default=None, primary_key=True)
    sha256: str = Field(unique=True)
    size: int
    codec: str
    data: bytes = Field(sa_column=Column(LargeBinary, nullable=False))


class StagedBlobRow(SQLModel, table=True):
    """A blob that an import has written ahead and no record names yet; goes with its import."""

    __tablename__ = "staged_blob"
    sha256: str = Field(primary_key=True)
    writer: str = Field(primary_key=True)


class WriterRow(SQLModel, table=True):
    """A process that says what it is doing to the file.

    `started` is the process's own start, so that a number that the system gave to another process later is not
    taken for it.
    """

    __tablename__ = "writer"
    token: str = Field(primary_key=True)
    host: str
    pid: int
    started: str
    doing: str
    seen: str


class ImportRow(SQLModel, table=True):
    """An import that came to its end, with what it added as JSON."""

    __tablename__ = "import_log"
    id: int | None = Field(default=None, primary_key=True)
    source: str
    at: str
    added: str


class IrregularityRow(SQLModel, table=True):
    """What the last import of a source found to be not as it should be."""

    __tablename__ = "irregularity"
    id: int | None = Field(default=None, primary_key=True)
    source: str = Field(index=True)
    path: str
    what: str
    treated_as: str


class RunRow(SQLModel, table=True):
    """A run; what can change with its files is in its versions. `version` is the number of the current one."""

    __tablename__ = "run"
    id: int | None = Field(default=None, primary_key=True)
    name: str = Field(unique=True)
    group: str
    mode: str
    agent: str
    task: str
    version: int


class RunVersionRow(SQLModel, table=True):
    """The state of a run's files at an import. `digest` is equal for equal files; lists and maps are JSON."""

    __tablename__ = "run_version"
    __table_args__ = (Index("ux_run_version", "run_id", "number", unique=True),)
    id: int | None = Field(default=None, primary_key=True)
    run_id: int = Field(foreign_key="run.id")
    number: int
    digest: str
    at: str
    writer_model: str | None
    coding_agent: str | None
    papers: str
    intervals: str
    counts: str


class RunFileRow(SQLModel, table=True):
    """A file of one version of a run."""

    __tablename__ = "run_file"
    __table_args__ = {"sqlite_with_rowid": False}
    version_id: int = Field(primary_key=True, foreign_key="run_version.id")
    path: str = Field(primary_key=True)
    sha256: str | None
    size: int
    role: str
    stage: str


class _Imported(SQLModel):
    """What all imported records share: key in their table, hash of the content, whether a newer one replaced it.

    `at` is when it was imported, so that of two workspaces' records of one key the newer one stands.
    """

    id: int | None = Field(default=None, primary_key=True)
    key: str
    digest: str
    superseded: bool = False
    at: str = Field(default="", sa_column_kwargs={"server_default": ""})


def _current(table: str) -> Index:
    """At most one current record a key."""
    return Index(
        f"ux_{table}_current",
        "key",
        unique=True,
        sqlite_where=text("superseded = 0"),
        postgresql_where=text("NOT superseded"),
    )


class TaskRow(_Imported, table=True):
    """A task's official text."""

    __tablename__ = "task"
    __table_args__ = (_current("task"),)
    task: str
    sha256: str


class DocumentRow(_Imported, table=True):
    """An idea, proposal or literature review over the 201 tasks."""

    __tablename__ = "document"
    __table_args__ = (_current("document"),)
    kind: str
    task: str
    author: str | None
    title: str
    source: str
    sha256: str
    chosen: bool


class ReviewRow(_Imported, table=True):
    """A judge's review; scores, strengths and weaknesses are JSON."""

    __tablename__ = "review"
    __table_args__ = (_current("review"), Index("ix_review_run", "run"))
    source: str
    sha256: str
    target: str
    judge: str
    judge_family: str
    task: str
    target_key: str
    target_present: bool
    run: str | None
    paper: str | None
    scores: str
    confidence: int | None
    has_hallucination: bool | None
    strengths: str
    weaknesses: str
    details: str


class HumanReviewRow(_Imported, table=True):
    """One row of the human reviews."""

    __tablename__ = "human_review"
    __table_args__ = (_current("human_review"), Index("ix_human_review_run", "run"))
    source: str
    row: int
    reviewer: str
    agent: str
    task: str
    run: str
    run_present: bool
    scores: str
    double: bool


class HallucinationCheckRow(_Imported, table=True):
    """One row of the people's hallucination check."""

    __tablename__ = "hallucination_check"
    __table_args__ = (_current("hallucination_check"),)
    source: str
    row: int
    system: str
    task: str
    faked_result: str
    hallucinated_methodology: str
    incorrect_citation: str
    mathematical_error: str


class ImportFileRow(_Imported, table=True):
    """A file that belongs to an import as a whole."""

    __tablename__ = "import_file"
    __table_args__ = (_current("import_file"),)
    kind: str
    source: str
    sha256: str
    run: str | None
    stage: str | None


class AuditRow(SQLModel, table=True):
    """An audit as compressed JSON, with the run's version that it was saved on and its counts for lists."""

    __tablename__ = "audit"
    __table_args__ = (Index("ix_audit_run", "run", "id"),)
    id: int | None = Field(default=None, primary_key=True)
    run: str
    version: int
    input_key: str
    content: str
    at: str
    summary: str
    data: bytes = Field(sa_column=Column(LargeBinary, nullable=False))


class DecisionRow(SQLModel, table=True):
    """One line of the log of decisions, only ever added. `seq` is the order of writing."""

    __tablename__ = "decision"
    __table_args__ = (Index("ix_decision_run", "run", "seq"), {"sqlite_autoincrement": True})
    seq: int | None = Field(default=None, primary_key=True)
    id: str = Field(unique=True)
    step: str
    run: str
    author: str
    at: str
    kind: str
    action: str
    reason: str


class OpinionRow(SQLModel, table=True):
    """A model's opinion on a claim, only ever added; `content` is all of it as JSON. `seq` is the order of writing."""

    __tablename__ = "opinion"
    __table_args__ = (Index("ix_opinion_run", "run", "seq"), {"sqlite_autoincrement": True})
    seq: int | None = Field(default=None, primary_key=True)
    id: str = Field(unique=True)
    run: str
    fingerprint: str
    at: str
    content: str


class ModelCallRow(SQLModel, table=True):
    """A model's reply, only ever added; `content` is all of the call as JSON. `seq` is the order of writing.

    A request of a scope is answered once in a workspace; where two that asked it both were merged, the earlier counts.
    """

    __tablename__ = "model_call"
    __table_args__ = (
        Index("ix_model_call_request", "scope", "request_sha256"),
        {"sqlite_autoincrement": True},
    )
    seq: int | None = Field(default=None, primary_key=True)
    id: str = Field(unique=True)
    scope: str
    request_sha256: str
    at: str
    content: str


class StageRecordRow(SQLModel, table=True):
    """A try at a stage, only ever added; `content` is all of it as JSON. `seq` is the order of writing."""

    __tablename__ = "stage_record"
    __table_args__ = (Index("ix_stage_record_run", "run", "seq"), {"sqlite_autoincrement": True})
    seq: int | None = Field(default=None, primary_key=True)
    id: str = Field(unique=True)
    run: str
    stage: str
    state: str
    at: str
    content: str


class JobRow(SQLModel, table=True):
    """A job; `content` is all of it as JSON. `seq` is the order of making.

    While it is under way `owner`, `host`, `pid` and `started` tell which process answers for it, and `seen` when that
    process last wrote anything of its jobs.
    """

    __tablename__ = "job"
    __table_args__ = {"sqlite_autoincrement": True}
    seq: int | None = Field(default=None, primary_key=True)
    id: str = Field(unique=True)
    state: str
    owner: str
    host: str
    pid: int
    started: str
    seen: str
    content: str


class JobOutputRow(SQLModel, table=True):
    """The end of what a job printed, apart from the job so that a list of jobs is read without it."""

    __tablename__ = "job_output"
    job: str = Field(primary_key=True)
    text: str


class JudgeReviewRow(SQLModel, table=True):
    """A judge's reply on a stage of a run, only ever added; `content` is all of it as JSON."""

    __tablename__ = "judge_review"
    __table_args__ = (Index("ix_judge_review_run", "run", "seq"), {"sqlite_autoincrement": True})
    seq: int | None = Field(default=None, primary_key=True)
    id: str = Field(unique=True)
    run: str
    stage: str
    state: str
    at: str
    content: str


class JudgeComparisonRow(SQLModel, table=True):
    """A judge's reply on two runs side by side, only ever added; `content` is all of it as JSON."""

    __tablename__ = "judge_comparison"
    __table_args__ = (Index("ix_judge_comparison_pair", "pair", "seq"), {"sqlite_autoincrement": True})
    seq: int | None = Field(default=None, primary_key=True)
    id: str = Field(unique=True)
    pair: str
    at: str
    content: str


class ShardRow(SQLModel, table=True):
    """What one part of a shared-out whole has done."""

    __tablename__ = "shard"
    plan: str = Field(primary_key=True)
    parts: int = Field(primary_key=True)
    part: int = Field(primary_key=True)
    what: str
    total: int
    own: int
    done: int
    at: str


class PersonRecordRow(SQLModel, table=True):
    """A line of what reviewers did, only ever added; `content` is all of it as JSON. `seq` is the order of writing."""

    __tablename__ = "person_record"
    __table_args__ = (Index("ix_person_record_run", "run", "seq"), {"sqlite_autoincrement": True})
    seq: int | None = Field(default=None, primary_key=True)
    id: str = Field(unique=True)
    run: str
    author: str
    at: str
    kind: str
    content: str


class SettingRow(SQLModel, table=True):
    """A setting that belongs to the workspace as a document."""

    __tablename__ = "setting"
    key: str = Field(primary_key=True)
    value: str


class CacheRow(SQLModel, table=True):
    """Derived bytes that may be thrown away, the oldest first."""

    __tablename__ = "cache_entry"
    id: int | None = Field(default=None, primary_key=True)
    key: str = Field(unique=True)
    size: int
    data: bytes = Field(sa_column=Column(LargeBinary, nullable=False))


METADATA = SQLModel.metadata
"""All tables, for creating a file and for writing the next migration."""
