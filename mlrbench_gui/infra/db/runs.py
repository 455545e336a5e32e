"""Runs with their files, and the rows of the Runs screen."""

from typing import Any

from sqlalchemy import Connection, Label, Row, func, select

from mlrbench_gui.domain.artifacts import Artifact, RunFiles
from mlrbench_gui.domain.errors import InputError, UnknownRun
from mlrbench_gui.domain.runs import Run, StageInterval
from mlrbench_gui.domain.values import RelPath, RunName, Sha256
from mlrbench_gui.infra.db import _mapping
from mlrbench_gui.infra.db.blobs import read_blob
from mlrbench_gui.infra.db.database import Database
from mlrbench_gui.infra.db.run_versions import NO_LIST, run, run_file, run_version
from mlrbench_gui.infra.db.summaries import ListedRun, Summaries
from mlrbench_gui.services.ports.rows import RunRow

_other = run_version.alias("other")


def _known_by_any(column: str) -> Label[str | None]:
    """A fact of the current version, else of another one: a merged workspace may bring a version that knows less."""
    own, other = run_version.c[column], _other.c[column]
    elsewhere = select(func.max(func.nullif(other, NO_LIST))).where(_other.c.run_id == run.c.id)
    found = func.coalesce(func.nullif(own, NO_LIST), elsewhere.correlate(run).scalar_subquery())
    return found.label(column)


_RUN = (
    run.c.name,
    run.c.group,
    run.c.mode,
    run.c.agent,
    run.c.task,
    _known_by_any("writer_model"),
    _known_by_any("coding_agent"),
    run_version.c.papers,
    _known_by_any("intervals"),
    run_version.c.number,
    run_version.c.id.label("version_id"),
)
_CURRENT = run.join(run_version, (run_version.c.run_id == run.c.id) & (run_version.c.number == run.c.version))


class SqliteRuns:
    """The runs of a workspace, each in its current version."""

    def __init__(self, database: Database, summaries: Summaries) -> None:
        self._database = database
        self._summaries = summaries

    def rows(self) -> tuple[RunRow, ...]:
        with self._database.read() as connection:
            found = connection.execute(select(*_RUN).select_from(_CURRENT).order_by(run.c.name)).all()
            listed = [ListedRun(_mapping.run_of(row), row.number, row.version_id) for row in found]
            return self._summaries.rows(connection, listed)

    def names(self) -> tuple[RunName, ...]:
        with self._database.read() as connection:
            return tuple(
                RunName(name) for name in connection.scalars(select(run.c.name).order_by(run.c.name))
            )

    def get(self, name: RunName) -> Run:
        with self._database.read() as connection:
            return _mapping.run_of(_run_row(connection, name))

    def artifacts(self, name: RunName) -> tuple[Artifact, ...]:
        with self._database.read() as connection:
            version_id = _run_row(connection, name).version_id
            rows = connection.execute(
                select(run_file).where(run_file.c.version_id == version_id).order_by(run_file.c.path)
            )
            return tuple(_mapping.artifact_of(row) for row in rows)

    def files(self, name: RunName) -> RunFiles:
        return WorkspaceFiles(self._database, self.artifacts(name))

    def hashes(self, name: RunName, version: int) -> dict[RelPath, Sha256]:
        of_version = (
            select(run_file.c.path, run_file.c.sha256)
            .join(run_version, run_version.c.id == run_file.c.version_id)
            .join(run, run.c.id == run_version.c.run_id)
            .where(run.c.name == name, run_version.c.number == version, run_file.c.sha256.is_not(None))
        )
        with self._database.read() as connection:
            rows = connection.execute(of_version.order_by(run_file.c.path))
            return {RelPath(path): Sha256(sha256) for path, sha256 in rows}

    def intervals(self, name: RunName) -> tuple[StageInterval, ...]:
        with self._database.read() as connection:
            return _mapping.intervals_of(_run_row(connection, name).intervals or NO_LIST)


class WorkspaceFiles:
    """The files of one version of a run. What is imported meanwhile does not change them."""

    def __init__(self, database: Database, artifacts: tuple[Artifact, ...]) -> None:
        self._database = database
        self._artifacts = {artifact.path: artifact for artifact in artifacts}

    def paths(self) -> tuple[RelPath, ...]:
        return tuple(self._artifacts)

    def size(self, path: RelPath) -> int:
        return self._artifacts[path].size

    def read(self, path: RelPath) -> bytes:
        sha256 = self.sha256(path)
        with self._database.read() as connection:
            data = read_blob(connection, self._database.path, sha256)
        if data is None:
            raise InputError(f"{path}: its bytes are not in the workspace; import the run again")
        return data

    def sha256(self, path: RelPath) -> Sha256:
        sha256 = self._artifacts[path].sha256
        if sha256 is None:
            raise InputError(f"{path}: it could not be read when the run was imported; import the run again")
        return sha256


def _run_row(connection: Connection, name: RunName) -> Row[*tuple[Any, ...]]:
    row = connection.execute(select(*_RUN).select_from(_CURRENT).where(run.c.name == name)).one_or_none()
    if row is None:
        raise UnknownRun(f"the workspace holds no run named {name!r}; import it first")
    return row
