"""Reads a whole source tree in one pass, in the tree's own order, and yields all that it holds.

Every file ends in a record or in an irregularity; one file's fault never stops the reading of the others.
"""

from collections.abc import Collection, Iterator
from typing import Final

from mlrbench_gui.domain.artifacts import ArtifactRole
from mlrbench_gui.domain.errors import InputError, UnsafeInput
from mlrbench_gui.domain.layout import run_roots
from mlrbench_gui.domain.runs import Irregularity, Run, RunGroup, RunRecord
from mlrbench_gui.domain.values import RelPath, RunName
from mlrbench_gui.domain.work import CancelToken, Emit, Progress
from mlrbench_gui.infra.checkout.oddruns import misleading_name, odd_files, odd_run
from mlrbench_gui.infra.checkout.places import place_of
from mlrbench_gui.infra.checkout.reviews import Reviews, Targets
from mlrbench_gui.infra.checkout.run_folders import names_of_runs
from mlrbench_gui.infra.checkout.runs import RunReading
from mlrbench_gui.infra.checkout.surroundings import Surroundings
from mlrbench_gui.infra.files.gathering import Gathering
from mlrbench_gui.infra.files.names import shown_name
from mlrbench_gui.services.ports.sources import PutBlob, Record, SourceTree, TreeEntry

_PROGRESS_EVERY: Final = 200


def read_records(
    tree: SourceTree, put_blob: PutBlob, cancel: CancelToken, emit: Emit
) -> Iterator[Record | Irregularity]:
    """All records of a tree, then its irregularities. Raises Cancelled at a safe point, UnsafeInput if hostile."""
    reading = _Reading(tree, put_blob)
    entries = tree.entries()
    done_bytes = 0
    for number, entry in enumerate(entries):
        cancel.check()
        if number % _PROGRESS_EVERY == 0:
            emit(Progress(number, len(entries), _progress(number, len(entries), done_bytes)))
        reading.take(entry)
        done_bytes += entry.size
    emit(Progress(len(entries), len(entries), _progress(len(entries), len(entries), done_bytes)))
    for record in reading.records():
        cancel.check()
        yield record
    yield from tree.refused()
    yield from reading.gathering.irregularities()


def _progress(done: int, total: int, done_bytes: int) -> str:
    return f"{done:,} of {total:,} files, {done_bytes / 1e6:,.0f} MB"


class _Reading:
    """The state of one pass: a reading for each run, one for all that surrounds them."""

    def __init__(self, tree: SourceTree, put_blob: PutBlob) -> None:
        self.gathering = Gathering()
        self._tree = tree
        self._put_blob = put_blob
        self._reviews = Reviews(self.gathering)
        self._surroundings = Surroundings(self.gathering, self._reviews)
        self._name_parts = tuple(shown_name(part) for part in tree.name_parts)
        self._roots: dict[str, str | None] = {}
        self._runs = self._find_runs()

    def take(self, entry: TreeEntry) -> None:
        """Read one file and give it to the run or the surroundings that it belongs to."""
        root = self._root_of(entry.path, self._runs)
        run = None if root is None else self._runs[root]
        path = _below(root or "", entry.path)
        try:
            data = self._tree.read(entry.path)
        except UnsafeInput:
            raise  # a whole archive that proves hostile or damaged
        except InputError as error:
            why = str(error).removeprefix(f"{entry.path}: ")
            self.gathering.add(entry.path, "file that cannot be read", "listed without content", detail=why)
            if run is not None:
                run.miss(path, entry.size)
            return
        sha256 = self._put_blob(data)
        if len(data) != entry.size:
            self.gathering.add(entry.path, "file that changed while the import ran", "read as it was then")
        if run is not None:
            run.take(path, data, sha256, self._reviews)
        else:
            self._surroundings.take(place_of(self._name_parts, entry.path), data, sha256)

    def records(self) -> Iterator[Record]:
        """All records; irregularities of whole runs are noted on the way."""
        runs: dict[RunName, Run] = {}
        for reading in self._runs.values():
            record = reading.record(self._surroundings.harness_of(reading))
            runs[record.run.name] = record.run
            self._note_run(reading, record)
            yield record
            yield from reading.token_usage
        targets = Targets(runs, self._surroundings.documents.keys())
        yield from self._surroundings.records(targets)
        yield from self._surroundings.documents.records(self.gathering)
        yield from self._reviews.records(targets)

    def _find_runs(self) -> dict[str, RunReading]:
        paths = [entry.path for entry in self._tree.entries()]
        roots = run_roots(paths, self._name_parts[-1] if self._name_parts else "")
        files: dict[str, set[RelPath]] = {root: set() for root in roots}
        for path in paths:
            root = self._root_of(path, files)
            if root is not None:
                files[root].add(_below(root, path))
        names = names_of_runs(self._name_parts, roots)
        return {root: RunReading(names[root], root, frozenset(files[root]), self.gathering) for root in roots}

    def _root_of(self, path: str, roots: Collection[str]) -> str | None:
        """The run's folder that a file lies in, if any; kept by folder, as thousands share one."""
        folder = path.rpartition("/")[0]
        if folder not in self._roots:
            self._roots[folder] = next((above for above in _up_from_root(folder) if above in roots), None)
        return self._roots[folder]

    def _note_run(self, reading: RunReading, record: RunRecord) -> None:
        run, root = record.run, reading.root or reading.name
        for path, oddity in odd_files(run, record.artifacts):
            place = f"{reading.root}/{path}" if reading.root else path
            folder = "" if oddity.common else root
            self.gathering.add(place, oddity.what, oddity.treated_as, folder=folder)
        for oddity in odd_run(run, record.artifacts):
            self.gathering.add(root, oddity.what, oddity.treated_as)
        if (oddity_of_name := misleading_name(run)) is not None:
            self.gathering.add(root, oddity_of_name.what, oddity_of_name.treated_as)
        if run.group is RunGroup.END_TO_END and not record.intervals:
            self.gathering.add(
                root, "no harness log of this run here", "writer model and stage times unknown"
            )
        official = self._surroundings.task_sha256(run.task)
        for artifact in record.artifacts:
            if artifact.role is ArtifactRole.TASK and official and artifact.sha256 not in {official, None}:
                self.gathering.add(root, "task text differs from the official one", "both kept")


def _below(root: str, path: str) -> RelPath:
    return RelPath(path.removeprefix(f"{root}/") if root else path)


def _up_from_root(folder: str) -> Iterator[str]:
    """All folders down to this one, the tree's root first."""
    yield ""
    parts = folder.split("/")
    for depth in range(1, len(parts) + 1):
        yield "/".join(parts[:depth])
