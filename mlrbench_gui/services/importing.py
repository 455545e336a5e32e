"""Brings a folder or an archive into a workspace: all of it, or nothing."""

from pathlib import Path

from mlrbench_gui.domain.errors import InputError
from mlrbench_gui.domain.reviews import HallucinationCheck, HumanReview, Review
from mlrbench_gui.domain.runs import (
    DocumentRecord,
    FileRecord,
    ImportReport,
    Irregularity,
    RunRecord,
    TaskRecord,
)
from mlrbench_gui.domain.work import CancelToken, Emit, RunsChanged, Step
from mlrbench_gui.services.ports.sources import OpenTree, ReadRecords, Record, SourceTree
from mlrbench_gui.services.ports.stores import ImportBatch
from mlrbench_gui.services.ports.workspace import Workspace

_UNKNOWN_FILES = "notes"


def import_path(
    workspace: Workspace,
    path: Path,
    *,
    open_tree: OpenTree,
    read_records: ReadRecords,
    cancel: CancelToken,
    emit: Emit,
) -> ImportReport:
    """Import what lies at a path; a second import of the same adds nothing.

    Raises InputError if nothing of the benchmark is there, Cancelled if stopped: then nothing was kept.
    """
    emit(Step(f"Looking through {path}"))
    tree = open_tree(path)
    try:
        with workspace.importing(str(path)) as batch:
            _put_all(tree, batch, read_records, cancel, emit)
            emit(Step("Writing to the workspace"))
            cancel.check()
            report = batch.report()
    finally:
        tree.close()
    if report.changed_runs:
        emit(RunsChanged(report.changed_runs, "import"))
    return report


def _put_all(
    tree: SourceTree, batch: ImportBatch, read_records: ReadRecords, cancel: CancelToken, emit: Emit
) -> None:
    found = False
    for record in read_records(tree, batch.put_blob, cancel, emit):
        if isinstance(record, Irregularity):
            batch.put_irregularity(record)
        else:
            _put(batch, record)
            found = found or not (isinstance(record, FileRecord) and record.kind == _UNKNOWN_FILES)
    if not found:
        raise InputError(
            f"{tree.label}: holds no run, task, document or review; give a checkout, an agent's folder or a run"
        )


def _put(batch: ImportBatch, record: Record) -> None:
    match record:
        case RunRecord():
            batch.put_run(record)
        case TaskRecord():
            batch.put_task(record)
        case DocumentRecord():
            batch.put_document(record)
        case Review():
            batch.put_review(record)
        case HumanReview():
            batch.put_human_review(record)
        case HallucinationCheck():
            batch.put_hallucination_check(record)
        case FileRecord():
            batch.put_file(record)
