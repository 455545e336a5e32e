"""What changed between two audits of the workspace: of one run at two times, or of two runs."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from mlrbench_gui.domain.audit import Audit
from mlrbench_gui.domain.comparing import compare_audits
from mlrbench_gui.domain.differences import AuditDiff
from mlrbench_gui.domain.errors import InputError
from mlrbench_gui.domain.values import RelPath, RunName, Sha256
from mlrbench_gui.services.ports.rows import StoredAudit
from mlrbench_gui.services.ports.workspace import Workspace


@dataclass(frozen=True, slots=True)
class AuditSide:
    """An audit to compare. `files` are all files that it was made from, None where only the audit is there."""

    audit: Audit
    files: Mapping[RelPath, Sha256] | None = None
    at: datetime | None = None


def compare_sides(old: AuditSide, new: AuditSide) -> AuditDiff:
    """The difference, with all that is known of the files of both."""
    return compare_audits(old.audit, new.audit, old_files=old.files, new_files=new.files)


def stored_side(workspace: Workspace, run: RunName, back: int = 0) -> AuditSide:
    """The run's kept audit that many steps before the latest. Raises InputError where there is none."""
    stored = workspace.audits.before(run, back)
    if stored is None and back == 0:
        raise InputError(f"{run}: not audited yet; audit it first")
    if stored is None:
        steps = "no earlier audit" if back == 1 else f"no audit {back} steps before the latest"
        raise InputError(f"{run}: {steps} is kept; there is nothing to compare with")
    return _side(workspace, run, stored)


@dataclass(frozen=True, slots=True)
class LastChanges:
    """What a run's latest audit says otherwise than the one `before`, made then."""

    diff: AuditDiff
    before: datetime


def changes_since_last(workspace: Workspace, run: RunName) -> LastChanges | None:
    """The changes of the latest audit; None for a run that was audited once."""
    latest, before = workspace.audits.latest(run), workspace.audits.before(run)
    if latest is None or before is None:
        return None
    return LastChanges(compare_sides(_side(workspace, run, before), _side(workspace, run, latest)), before.at)


def _side(workspace: Workspace, run: RunName, stored: StoredAudit) -> AuditSide:
    return AuditSide(stored.audit, workspace.runs.hashes(run, stored.version) or None, stored.at)
