"""The catalogue of 201 tasks: what the program knows of each, and checking official texts by their hash.

Topics are our own judgement, since upstream publishes totals alone; both are shown side by side.
"""

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import PurePosixPath

from mlrbench_gui.domain.errors import InputError
from mlrbench_gui.domain.frozen import FrozenModel
from mlrbench_gui.domain.resources import task_file
from mlrbench_gui.domain.runs import Irregularity, TaskRecord
from mlrbench_gui.domain.values import Sha256
from mlrbench_gui.domain.work import CancelToken, Emit, Progress
from mlrbench_gui.services.ports.sources import SourceTree
from mlrbench_gui.services.ports.workspace import Workspace


class CatalogueTask(FrozenModel):
    """A task as bundled: id, venue, year, title, hash of the official text, our topic and one-sentence brief."""

    id: str
    venue: str
    year: int
    title: str
    sha256: Sha256
    topic: str
    brief: str


class Catalogue(FrozenModel):
    """All tasks, sorted by id, with the topic totals that upstream publishes."""

    upstream_topic_totals: dict[str, int]
    tasks: tuple[CatalogueTask, ...]


@dataclass(frozen=True, slots=True)
class Verification:
    """Official texts held against the catalogue's hashes; ids sorted."""

    matching: tuple[str, ...]
    differing: tuple[str, ...]
    missing: tuple[str, ...]
    unknown: tuple[str, ...]

    @property
    def complete(self) -> bool:
        return not self.differing and not self.missing


@lru_cache(maxsize=1)
def catalogue() -> Catalogue:
    """The bundled catalogue."""
    return Catalogue.model_validate(json.loads(task_file("catalogue.json").read_text(encoding="utf-8")))


def count_by_venue_and_year(tasks: Iterable[CatalogueTask]) -> dict[str, dict[int, int]]:
    """Number of tasks by venue and year, every pair present."""
    counted = Counter((task.venue, task.year) for task in tasks)
    venues, years = (sorted({key[at] for key in counted}, key=str) for at in (0, 1))
    return {str(v): {int(y): counted[str(v), int(y)] for y in years} for v in venues}


def count_by_topic(tasks: Iterable[CatalogueTask]) -> dict[str, int]:
    """Number of tasks by our own topic, in the order of upstream's totals."""
    counted = Counter(task.topic for task in tasks)
    return {topic: counted[topic] for topic in catalogue().upstream_topic_totals}


def verify_tree(tree: SourceTree) -> Verification:
    """Hold the task texts of a checkout (or of its tasks folder) against the catalogue.

    Raises InputError where the tree holds no task text at all.
    """
    return _verified({task: hashlib.sha256(data).hexdigest() for task, data in _texts(tree)}, tree.label)


def verify_workspace(workspace: Workspace) -> Verification:
    """Hold the imported task texts against the catalogue. Raises InputError where none was imported."""
    hashes = {record.id: str(record.sha256) for record in workspace.tasks.all()}
    return _verified(hashes, str(workspace.path))


def import_tasks(workspace: Workspace, tree: SourceTree, cancel: CancelToken, emit: Emit) -> Verification:
    """Keep the official texts of a checkout in the workspace; those that differ are kept and reported.

    Raises InputError where the tree holds no task text, Cancelled with nothing kept.
    """
    hashes: dict[str, str] = {}
    with workspace.importing(tree.label) as batch:
        for task, data in _texts(tree):
            cancel.check()
            digest = batch.put_blob(data)
            batch.put_task(TaskRecord(task, digest))
            hashes[task] = digest
            emit(Progress(len(hashes), len(catalogue().tasks), task))
        result = _verified(hashes, tree.label)
        for task in result.differing:
            batch.put_irregularity(
                Irregularity(f"tasks/{task}.md", "differs from the catalogue's hash", "kept as it is")
            )
    return result


def _texts(tree: SourceTree) -> Iterator[tuple[str, bytes]]:
    known = {task.id for task in catalogue().tasks}
    for entry in tree.entries():
        path = PurePosixPath(entry.path)
        beside = path.parent.name == "tasks" and path.suffix == ".md"
        if beside or (path.parent == PurePosixPath() and path.suffix == ".md" and path.stem in known):
            yield path.stem, tree.read(entry.path)


def _verified(hashes: dict[str, str], label: str) -> Verification:
    if not hashes:
        raise InputError(f"{label}: no task text found; name a checkout or its tasks folder")
    wanted = {task.id: str(task.sha256) for task in catalogue().tasks}
    return Verification(
        matching=tuple(sorted(task for task in wanted if hashes.get(task) == wanted[task])),
        differing=tuple(sorted(task for task in wanted if hashes.get(task, wanted[task]) != wanted[task])),
        missing=tuple(sorted(wanted.keys() - hashes.keys())),
        unknown=tuple(sorted(hashes.keys() - wanted.keys())),
    )
