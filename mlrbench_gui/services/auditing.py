"""Audits of stored runs and of run folders: when one is needed, made and kept.

An audit is kept under a key of all that it was made from, so that it is made again only when a file or the
rules changed.
"""

import hashlib
from collections.abc import Callable

from mlrbench_gui.domain.artifacts import RunFiles
from mlrbench_gui.domain.audit import Audit
from mlrbench_gui.domain.errors import InputError, MlrbenchError
from mlrbench_gui.domain.values import RunName
from mlrbench_gui.domain.work import CancelToken, Emit, RunsChanged, Step
from mlrbench_gui.services.context import Context
from mlrbench_gui.services.ports.workspace import Workspace


def input_key(workspace: Workspace, run: RunName) -> str:
    """The key of all that an audit is made from: each file's path and hash, and the rules' version."""
    from mlrbench_gui.audit.run import ENGINE_VERSION  # the rules load when a run is held against them

    digest = hashlib.sha256(f"engine {ENGINE_VERSION}\n".encode())
    for artifact in sorted(workspace.runs.artifacts(run), key=lambda artifact: artifact.path):
        digest.update(f"{artifact.path}\0{artifact.sha256 or ''}\n".encode("utf-8", "surrogatepass"))
    return digest.hexdigest()


def is_stale(workspace: Workspace, run: RunName) -> bool:
    """Whether the run has no stored audit, or one that was made from other files or by older rules."""
    stored = workspace.audits.latest(run)
    return stored is None or stored.input_key != input_key(workspace, run)


def audit_stored(
    ctx: Context, run: RunName, *, force: bool = False, cancel: CancelToken, emit: Emit
) -> Audit:
    """The audit of a stored run: the kept one while nothing changed, else a new one, which is kept.

    Raises UnknownRun, InputError with run and cause for files that cannot be audited, Cancelled.
    """
    cancel.check()
    key = input_key(ctx.workspace, run)
    stored = ctx.workspace.audits.latest(run)
    if stored is not None and stored.input_key == key and not force:
        return stored.audit
    emit(Step(f"auditing {run}"))
    audit = audit_folder(run, ctx.workspace.runs.files(run), ctx.audit_run)
    cancel.check()
    ctx.workspace.audits.save(audit, key)
    emit(RunsChanged((run,), "auditing"))
    return audit


def audit_folder(run: RunName, files: RunFiles, audit_run: Callable[[RunName, RunFiles], Audit]) -> Audit:
    """The audit of a run straight from its files, kept nowhere. Errors name the run."""
    try:
        return audit_run(run, files)
    except MlrbenchError as error:
        if str(run) in str(error):
            raise
        raise InputError(f"{run}: {error}") from error
