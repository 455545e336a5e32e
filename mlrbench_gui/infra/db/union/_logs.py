"""Logs that are only ever added to: the union of both, by id."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, RowMapping, Table, insert, select

from mlrbench_gui.domain.errors import WorkspaceError
from mlrbench_gui.infra.db.blobs import in_chunks
from mlrbench_gui.infra.db.calls import model_call
from mlrbench_gui.infra.db.decisions import decision
from mlrbench_gui.infra.db.judges import judge_comparison, judge_review
from mlrbench_gui.infra.db.opinions import opinion
from mlrbench_gui.infra.db.people import person_record
from mlrbench_gui.infra.db.schema import IrregularityRow
from mlrbench_gui.infra.db.stages import stage_record

LOGS: Mapping[str, Table] = {
    "decisions": decision,
    "opinions": opinion,
    "judge_reviews": judge_review,
    "judge_comparisons": judge_comparison,
    "reviewer_lines": person_record,
    "model_calls": model_call,
    "stages": stage_record,
}
"""What is reported under which word."""

irregularity = IrregularityRow.__table__  # type: ignore[attr-defined]


def unite_log(ours: Connection, theirs: Connection, table: Table, path: Path) -> int:
    """Add the other's lines that are not here, in the order in which they were written; gives how many.

    Raises WorkspaceError where a line of the same id says something else: one of both files was tampered with.
    """
    added = 0
    for some in in_chunks(theirs.execute(select(table).order_by(table.c.seq)).mappings().all()):
        known = ours.execute(select(table).where(table.c.id.in_([line["id"] for line in some]))).mappings()
        here = {line["id"]: _content(line) for line in known}
        for line in some:
            if here.get(line["id"], _content(line)) != _content(line):
                raise _tampered(path, table, line["id"])
        fresh = [_content(line) for line in some if line["id"] not in here]
        if fresh:
            ours.execute(insert(table), fresh)
        added += len(fresh)
    return added


def unite_irregularities(ours: Connection, theirs: Connection) -> None:
    """What imports there found to be not as it should be stands here too."""
    columns = [column for column in irregularity.c if column.name != "id"]
    known = {tuple(row) for row in ours.execute(select(*columns))}
    rows = theirs.execute(select(*columns).order_by(irregularity.c.id))
    fresh = [row._asdict() for row in rows if tuple(row) not in known]
    if fresh:
        ours.execute(insert(irregularity), fresh)


def _content(line: RowMapping) -> dict[str, Any]:
    return {name: cell for name, cell in line.items() if name != "seq"}


def _tampered(path: Path, table: Table, id_: str) -> WorkspaceError:
    return WorkspaceError(
        f"{path}: the {table.name.replace('_', ' ')} {id_} says something else than here, and what was written is "
        "never changed; one of both files was altered, so nothing was merged"
    )
