"""What the list of runs shows of each: gate, counts after people's decisions, judges' means.

Counts of an audit that no one has decided on are kept beside it; only runs with decisions are folded, and what
was folded stays in memory until something of it changes.
"""

import json
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import Connection, func, select

from mlrbench_gui.domain.audit import Gate
from mlrbench_gui.domain.reviewing import review_of
from mlrbench_gui.domain.runs import Run
from mlrbench_gui.domain.values import RelPath, RunName
from mlrbench_gui.infra.db.audits import audit, parsed_audit
from mlrbench_gui.infra.db.blobs import read_blob
from mlrbench_gui.infra.db.counts import NO_COUNTS, AuditCounts, counts_of_review
from mlrbench_gui.infra.db.database import Database
from mlrbench_gui.infra.db.decisions import SqliteDecisions, decision
from mlrbench_gui.infra.db.omissions import Omissions, human_counts, judge_means
from mlrbench_gui.infra.db.run_versions import run_file
from mlrbench_gui.services.ports.rows import RunRow


@dataclass(frozen=True, slots=True)
class ListedRun:
    """A run as its list begins: the current version's number and row."""

    run: Run
    number: int
    version_id: int


class _Basis(NamedTuple):
    """What counts are folded from: latest audit (0: none) and its version, last decision, files, claims left out."""

    audit_id: int
    audited_version: int
    last_decision: int
    version_id: int
    without: frozenset[str]


class Summaries:
    """Makes the rows of the list of runs."""

    def __init__(self, database: Database, decisions: SqliteDecisions) -> None:
        self._database = database
        self._decisions = decisions
        self._lock = threading.Lock()
        self._folded: dict[RunName, tuple[_Basis, AuditCounts]] = {}

    def rows(self, connection: Connection, listed: Sequence[ListedRun]) -> tuple[RunRow, ...]:
        """One row a run, all from one consistent view of the file."""
        audits = _latest_audits(connection)
        decided = _last_decisions(connection)
        out = Omissions(connection)
        means = judge_means(connection, out)
        humans = human_counts(connection, out)
        rows: list[RunRow] = []
        for item in listed:
            name = item.run.name
            made = audits.get(name, _NO_AUDIT)
            counts = made.counts
            without = out.claims_of(name)
            if name in decided or without:
                basis = _Basis(made.audit_id, made.version, decided.get(name, 0), item.version_id, without)
                counts = self._after_decisions(connection, item, basis)
            rows.append(
                RunRow(
                    run=item.run,
                    gate=made.gate,
                    verdicts=counts.verdicts,
                    trusts=counts.trusts,
                    findings=counts.findings,
                    decided=counts.decided,
                    claims=counts.claims,
                    judge_means=means.get(name, ()),
                    human_reviews=humans.get(name, 0),
                    audited_at=made.at,
                    stale=made.at is not None and made.version != item.number,
                    left_out=out.of(name, counts.out),
                )
            )
        return tuple(rows)

    def _after_decisions(self, connection: Connection, item: ListedRun, basis: _Basis) -> AuditCounts:
        with self._lock:
            known = self._folded.get(item.run.name)
        if known is not None and known[0] == basis:
            return known[1]
        data = connection.scalar(select(audit.c.data).where(audit.c.id == basis.audit_id))
        # An audit of older files is folded over the words that it was made on, by their hash.
        texts = self._texts(connection, item) if basis.audited_version == item.number else {}
        entries = self._decisions.entries(item.run.name)
        folded = review_of(parsed_audit(data) if data is not None else None, entries, texts)
        counts = counts_of_review(folded, basis.without)
        with self._lock:
            self._folded[item.run.name] = (basis, counts)
        return counts

    def _texts(self, connection: Connection, item: ListedRun) -> dict[RelPath, str]:
        """Texts of the Markdown papers. A PDF's text is not known here; its hash in the audit has to do."""
        texts: dict[RelPath, str] = {}
        for path in item.run.papers:
            if path.lower().endswith(".pdf"):
                continue
            place = (run_file.c.version_id == item.version_id) & (run_file.c.path == path)
            sha256 = connection.scalar(select(run_file.c.sha256).where(place))
            data = read_blob(connection, self._database.path, sha256) if sha256 else None
            if data is not None:
                texts[path] = data.decode("utf-8", "replace").removeprefix("\ufeff")
        return texts


@dataclass(frozen=True, slots=True)
class _AuditSummary:
    """What is kept beside the latest audit of a run."""

    audit_id: int
    version: int
    at: datetime | None
    gate: Gate | None
    counts: AuditCounts


_NO_AUDIT = _AuditSummary(0, 0, None, None, NO_COUNTS)


def _latest_audits(connection: Connection) -> dict[RunName, _AuditSummary]:
    newest = select(func.max(audit.c.id)).group_by(audit.c.run)
    columns = (audit.c.id, audit.c.run, audit.c.version, audit.c.at, audit.c.summary)
    found: dict[RunName, _AuditSummary] = {}
    for row in connection.execute(select(*columns).where(audit.c.id.in_(newest))):
        kept = json.loads(row.summary)
        gate = Gate.model_validate_json(kept["gate"])
        counts = AuditCounts(**kept["counts"], decided=0)
        found[RunName(row.run)] = _AuditSummary(
            row.id, row.version, datetime.fromisoformat(row.at), gate, counts
        )
    return found


def _last_decisions(connection: Connection) -> dict[RunName, int]:
    rows = connection.execute(select(decision.c.run, func.max(decision.c.seq)).group_by(decision.c.run))
    return {RunName(name): int(last) for name, last in rows}
