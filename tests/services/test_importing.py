"""The use case of an import: all of it or nothing."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, cast

import pytest

from mlrbench_gui.domain.errors import Cancelled, InputError, UnsafeInput
from mlrbench_gui.domain.reviews import HallucinationCheck, HumanReview, Review, ReviewTarget
from mlrbench_gui.domain.runs import (
    DocumentKind,
    DocumentRecord,
    FileRecord,
    ImportReport,
    Irregularity,
    Run,
    RunGroup,
    RunRecord,
    TaskRecord,
)
from mlrbench_gui.domain.values import Mode, RunName, Sha256
from mlrbench_gui.domain.work import CancelToken, Emit, Event, RunsChanged, Step, ignore
from mlrbench_gui.services.importing import import_path
from mlrbench_gui.services.ports.sources import PutBlob, ReadRecords, Record, SourceTree, TreeEntry

if TYPE_CHECKING:
    from mlrbench_gui.services.ports.workspace import Workspace

SHA = Sha256("0" * 64)
RUN = RunRecord(Run(RunName("a/b"), RunGroup.LOOSE, Mode.END_TO_END, "a", "b", None, None, ()), ())
RECORDS: tuple[Record | Irregularity, ...] = (
    RUN,
    TaskRecord("t", SHA),
    DocumentRecord(DocumentKind.IDEA, "t", "m", "T", "s", SHA),
    Review("s", SHA, ReviewTarget.IDEA, "j", "j", "t", "t/idea/m", target_present=True),
    HumanReview("s", 1, "1", "a", "t", RunName("a/t"), run_present=False, scores=()),
    HallucinationCheck("s", 1, "A", "t", "Yes", "No", "No", "No"),
    FileRecord("harness_log", "s", SHA),
    Irregularity("p", "odd", "kept"),
)


class Tree:
    """A tree that knows whether it was closed."""

    label = "source"
    name_parts: Sequence[str] = ("source",)

    def __init__(self) -> None:
        self.closed = False

    def entries(self) -> Sequence[TreeEntry]:
        return ()

    def read(self, path: str) -> bytes:
        raise InputError(path)

    def refused(self) -> Sequence[Irregularity]:
        return ()

    def close(self) -> None:
        self.closed = True


class Batch:
    """Notes what is put."""

    def __init__(self) -> None:
        self.put: list[object] = []

    def put_blob(self, data: bytes, sha256: Sha256 | None = None) -> Sha256:
        self.put.append(data)
        return sha256 or SHA

    def _put(self, record: object) -> None:
        self.put.append(record)

    put_run = put_task = put_document = put_review = put_human_review = _put
    put_hallucination_check = put_file = put_irregularity = _put

    def report(self) -> ImportReport:
        return ImportReport({"tasks": 1}, {"tasks": 1}, changed_runs=(RunName("a/b"),))


class Store:
    """A workspace of which only the import is used; keeps a batch if its block ends well."""

    def __init__(self) -> None:
        self.kept: list[object] = []
        self.sources: list[str] = []

    @contextmanager
    def importing(self, source: str) -> Iterator[Batch]:
        self.sources.append(source)
        batch = Batch()
        yield batch
        self.kept.extend(batch.put)


def reading(*records: Record | Irregularity, error: Exception | None = None) -> ReadRecords:
    def read(
        tree: SourceTree, put_blob: PutBlob, cancel: CancelToken, emit: Emit
    ) -> Iterator[Record | Irregularity]:
        put_blob(b"bytes")
        yield from records
        if error is not None:
            raise error

    return read


def run_import(
    store: Store, tree: Tree, read: ReadRecords, cancel: CancelToken | None = None, emit: Emit = ignore
) -> ImportReport:
    return import_path(
        cast("Workspace", store),
        Path("somewhere"),
        open_tree=lambda _: tree,
        read_records=read,
        cancel=cancel or CancelToken(),
        emit=emit,
    )


def test_that_each_record_reaches_the_batch_and_the_tree_is_closed() -> None:
    store, tree = Store(), Tree()
    report = run_import(store, tree, reading(*RECORDS))
    assert store.kept == [b"bytes", *RECORDS]
    assert (store.sources, report.totals, tree.closed) == (["somewhere"], {"tasks": 1}, True)


def test_that_events_tell_what_is_done_and_which_runs_changed() -> None:
    events: list[Event] = []
    run_import(Store(), Tree(), reading(*RECORDS), emit=events.append)
    assert events[0] == Step("Looking through somewhere")
    assert events[-1] == RunsChanged((RunName("a/b"),), "import")


@pytest.mark.parametrize("error", [UnsafeInput("damaged"), OSError(28, "No space left on device")])
def test_that_a_failure_keeps_nothing_and_closes_the_tree(error: Exception) -> None:
    store, tree = Store(), Tree()
    with pytest.raises(type(error)):
        run_import(store, tree, reading(*RECORDS, error=error))
    assert (store.kept, tree.closed) == ([], True)


def test_that_a_cancelled_import_keeps_nothing() -> None:
    store, tree, token = Store(), Tree(), CancelToken()
    token.cancel()
    with pytest.raises(Cancelled):
        run_import(store, tree, reading(*RECORDS), token)
    assert (store.kept, tree.closed) == ([], True)


def test_that_a_place_without_anything_known_is_refused_by_name() -> None:
    store = Store()
    with pytest.raises(InputError, match="source: holds no run"):
        run_import(store, Tree(), reading(FileRecord("notes", "s", SHA), Irregularity("p", "odd", "kept")))
    assert store.kept == []
