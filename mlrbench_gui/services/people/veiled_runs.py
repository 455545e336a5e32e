"""Runs, audits and decisions as a reader of a blind review sees them. Each store takes both names of a hidden run."""

import threading
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from mlrbench_gui.domain.artifacts import Artifact, RunFiles
from mlrbench_gui.domain.audit import Audit
from mlrbench_gui.domain.decisions import DecisionEntry
from mlrbench_gui.domain.people import ExcludedKind, PersonRecord
from mlrbench_gui.domain.reviewing import review_of
from mlrbench_gui.domain.runs import Run, StageInterval
from mlrbench_gui.domain.sharing import exclusions_of, is_alias
from mlrbench_gui.domain.values import RelPath, RunName, Sha256
from mlrbench_gui.domain.veil import Veil, real_names, veil_of
from mlrbench_gui.services.ports.rows import RunRow, StoredAudit
from mlrbench_gui.services.ports.workspace import Workspace


class Curtain:
    """The veil of the moment over a workspace, and the way back from a shown name to the real one."""

    def __init__(self, inner: Workspace, author: Callable[[], str]) -> None:
        self.inner = inner
        self._author = author
        self._lock = threading.Lock()
        self._known: tuple[tuple[int, str, tuple[RunName, ...]], Veil] | None = None

    def veil(self) -> Veil:
        """What is hidden from the present author now."""
        records, author = self.inner.people.all(), self._author()
        if not records:
            return Veil(author)
        key = (len(records), author, self.inner.runs.names())
        with self._lock:
            if self._known is None or self._known[0] != key:
                self._known = (key, veil_of(records, key[2], author))
            return self._known[1]

    def real(self, name: RunName) -> RunName:
        """The run's own name. A name that no run goes by is given back as it is."""
        if not is_alias(name):
            return name
        return self.all_real().get(name, name)

    def all_real(self) -> dict[RunName, RunName]:
        """The real name by each name that a run may go by."""
        return real_names(self.inner.people.all(), self.inner.runs.names())

    def record(self, record: PersonRecord) -> PersonRecord:
        """A line under the run's own name."""
        return (
            record if not is_alias(record.run) else record.model_copy(update={"run": self.real(record.run)})
        )


@dataclass(frozen=True, slots=True)
class VeiledRuns:
    """`RunStore`. Hidden runs stand by their shown names, so that the order tells nothing either."""

    curtain: Curtain

    def rows(self) -> tuple[RunRow, ...]:
        veil, inner = self.curtain.veil(), self.curtain.inner
        rows = inner.runs.rows()
        if not veil.hidden:
            return rows
        shown = [self._row(veil, row) for row in rows]
        return tuple(sorted(shown, key=lambda row: row.run.name))

    def names(self) -> tuple[RunName, ...]:
        veil = self.curtain.veil()
        names = self.curtain.inner.runs.names()
        return tuple(sorted(map(veil.name, names))) if veil.hidden else names

    def get(self, name: RunName) -> Run:
        return self.curtain.veil().run(self.curtain.inner.runs.get(self.curtain.real(name)))

    def artifacts(self, name: RunName) -> tuple[Artifact, ...]:
        return self.curtain.inner.runs.artifacts(self.curtain.real(name))

    def files(self, name: RunName) -> RunFiles:
        return self.curtain.inner.runs.files(self.curtain.real(name))

    def hashes(self, name: RunName, version: int) -> Mapping[RelPath, Sha256]:
        return self.curtain.inner.runs.hashes(self.curtain.real(name), version)

    def intervals(self, name: RunName) -> tuple[StageInterval, ...]:
        return self.curtain.inner.runs.intervals(self.curtain.real(name))

    def _row(self, veil: Veil, row: RunRow) -> RunRow:
        real = row.run.name
        if real not in veil.hidden:
            return row
        left_out = replace(row.left_out, judges=0, people=0)
        bare = replace(row, run=veil.run(row.run), judge_means=(), human_reviews=0, left_out=left_out)
        if not row.decided or real not in veil.due:
            return bare
        entries = self.curtain.inner.decisions.entries(real)
        own = [entry for entry in entries if entry.author == veil.author]
        return bare if len(own) == len(entries) else self._own_counts(bare, real, own)

    def _own_counts(self, row: RunRow, real: RunName, own: Sequence[DecisionEntry]) -> RunRow:
        """Counts as if others had decided nothing."""
        stored = self.curtain.inner.audits.latest(real)
        review = review_of(stored.audit if stored else None, own, {})
        standing = [item.finding for item in review.findings if item.confirmed is not False]
        out = exclusions_of(self.curtain.inner.people.of_run(real))
        without = {item.key for item in out if item.what is ExcludedKind.CLAIM}
        claims = [claim for claim in review.claims if claim.current.fingerprint not in without]
        return replace(
            row,
            verdicts=dict(Counter(claim.current.verdict.value for claim in claims)),
            trusts=dict(Counter(claim.current.trust.value for claim in claims)),
            findings=dict(Counter(finding.severity.value for finding in standing)),
            decided=sum(claim.decision is not None for claim in claims),
            claims=len(claims),
            left_out=replace(row.left_out, claims=len(review.claims) - len(claims)),
        )


@dataclass(frozen=True, slots=True)
class VeiledAudits:
    """`AuditStore`."""

    curtain: Curtain

    def latest(self, name: RunName) -> StoredAudit | None:
        return self._shown(self.curtain.inner.audits.latest(self.curtain.real(name)))

    def before(self, name: RunName, back: int = 1) -> StoredAudit | None:
        return self._shown(self.curtain.inner.audits.before(self.curtain.real(name), back))

    def save(self, audit: Audit, input_key: str) -> None:
        real = self.curtain.real(audit.run)
        self.curtain.inner.audits.save(audit.model_copy(update={"run": real}), input_key)

    def _shown(self, stored: StoredAudit | None) -> StoredAudit | None:
        if stored is None:
            return None
        name = self.curtain.veil().name(stored.audit.run)
        if name == stored.audit.run:
            return stored
        return replace(stored, audit=stored.audit.model_copy(update={"run": name}))


@dataclass(frozen=True, slots=True)
class VeiledDecisions:
    """`DecisionStore`. Of a run that is to be reviewed blindly only the reader's own decisions are there."""

    curtain: Curtain

    def entries(self, name: RunName) -> tuple[DecisionEntry, ...]:
        veil, real = self.curtain.veil(), self.curtain.real(name)
        entries = self.curtain.inner.decisions.entries(real)
        if real not in veil.hidden:
            return entries
        if real in veil.due:
            entries = tuple(entry for entry in entries if entry.author == veil.author)
        return tuple(entry.model_copy(update={"run": veil.hidden[real]}) for entry in entries)

    def append(self, entries: Sequence[DecisionEntry]) -> None:
        real = self.curtain.real
        self.curtain.inner.decisions.append(
            [entry.model_copy(update={"run": real(entry.run)}) for entry in entries]
        )
