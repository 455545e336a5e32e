"""Runs made in memory for tests of the engine."""

import hashlib
from collections.abc import Callable, Mapping, Sequence

import pytest

from mlrbench_gui.domain.audit import Audit
from mlrbench_gui.domain.values import RelPath, RunName, Sha256


class MadeRun:
    """The files of a run, given as texts or bytes."""

    def __init__(self, files: Mapping[str, str | bytes]) -> None:
        self._files = {
            RelPath(path): data.encode() if isinstance(data, str) else data for path, data in files.items()
        }

    def paths(self) -> Sequence[RelPath]:
        return sorted(self._files)

    def size(self, path: RelPath) -> int:
        return len(self._files[path])

    def read(self, path: RelPath) -> bytes:
        return self._files[path]

    def sha256(self, path: RelPath) -> Sha256:
        return Sha256(hashlib.sha256(self._files[path]).hexdigest())


MakeAudit = Callable[[Mapping[str, str | bytes]], Audit]


@pytest.fixture(scope="session")
def audit_of() -> MakeAudit:
    """Audits a run given as path and content."""
    from mlrbench_gui.audit.run import audit_run

    return lambda files: audit_run(RunName("agent/task"), MadeRun(files))


@pytest.fixture(scope="session")
def made_run() -> type[MadeRun]:
    return MadeRun
