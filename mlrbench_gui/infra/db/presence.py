"""Whether a review's target is in the workspace by now, whichever import brought it."""

import json
from functools import cached_property

from sqlalchemy import Connection, select

from mlrbench_gui.infra.db.run_versions import run, run_version
from mlrbench_gui.infra.db.schema import DocumentRow

document = DocumentRow.__table__  # type: ignore[attr-defined]


class Targets:
    """Runs with their papers, and documents by the key that reviews name them by; each read when first asked for."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def hold(self, name: str | None, paper: str | None, target_key: str) -> bool:
        """Whether a review's run (and paper of it), or else its document, is here."""
        if name is None:
            return target_key in self._documents
        return name in self.papers and (paper is None or paper in self.papers[name])

    @cached_property
    def papers(self) -> dict[str, tuple[str, ...]]:
        """The papers of each run's current version."""
        current = (run_version.c.run_id == run.c.id) & (run_version.c.number == run.c.version)
        rows = self._connection.execute(select(run.c.name, run_version.c.papers).join(run_version, current))
        return {name: tuple(json.loads(papers)) for name, papers in rows}

    @cached_property
    def _documents(self) -> frozenset[str]:
        columns = (document.c.task, document.c.kind, document.c.author)
        rows = self._connection.execute(select(*columns).where(document.c.superseded.is_(False)))
        return frozenset(f"{task}/{kind}/{author or ''}" for task, kind, author in rows)
