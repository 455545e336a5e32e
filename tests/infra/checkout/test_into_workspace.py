"""Reader and workspace together: totals, a second import, a changed file, a damaged archive."""

import tarfile
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import cast

import pytest

from mlrbench_gui.domain.errors import Cancelled, InputError
from mlrbench_gui.domain.runs import ImportReport
from mlrbench_gui.domain.values import RunName
from mlrbench_gui.domain.work import CancelToken, Event, Progress, ignore
from mlrbench_gui.infra.checkout.reader import read_records
from mlrbench_gui.infra.db.workspace import SqliteWorkspace, open_workspace
from mlrbench_gui.infra.files.tree import open_tree
from mlrbench_gui.services.importing import import_path
from mlrbench_gui.services.ports.workspace import Workspace

TASK = "conf2031_small_task"
TOTALS = {
    "tasks": 201,
    "end_to_end_runs": 27,
    "stepwise_runs": 12,
    "ai_scientist_runs": 6,
    "papers": 45,
    "pdf_papers": 6,
    "ideas": 1215,
    "proposals": 1206,
    "literature_reviews": 201,
    "transcripts": 39,
    "reviews": 5070,
    "reviews_without_target": 90,
    "human_reviews": 60,
    "hallucination_checks": 19,
    "token_usage_files": 108,
    "harness_logs": 5,
    "code_files": 307,
    "log_files": 74,
    "experiment_json": 97,
    "csv_files": 25,
    "figures": 331,
    "figure_references": 201,
    "figure_references_resolved": 201,
}


@pytest.fixture
def workspace(tmp_path: Path) -> Iterator[SqliteWorkspace]:
    opened = open_workspace(tmp_path / "w.mlrbench", create=True)
    yield opened
    opened.close()


def as_port(workspace: SqliteWorkspace) -> Workspace:
    return cast("Workspace", workspace)


def bring(workspace: SqliteWorkspace, path: Path) -> ImportReport:
    return import_path(
        as_port(workspace),
        path,
        open_tree=open_tree,
        read_records=read_records,
        cancel=CancelToken(),
        emit=ignore,
    )


def test_that_a_second_import_adds_nothing_and_parts_add_nothing(
    workspace: SqliteWorkspace, small_checkout: Path
) -> None:
    first = bring(workspace, small_checkout)
    assert first.totals["end_to_end_runs"] == 1
    assert first.totals["reviews"] == 9
    assert first.totals["reviews_without_target"] == 2
    assert first.new == first.totals
    again = bring(workspace, small_checkout)
    assert again.totals == first.totals
    assert set(again.new.values()) == {0}
    assert again.changed_runs == ()
    assert [line.what for line in again.irregularities] == [line.what for line in first.irregularities]
    for part in ("agent_results", "agent_reviews", f"agent_results/end2end_writer/{TASK}", "human_eval"):
        assert set(bring(workspace, small_checkout / part).new.values()) == {0}
        assert workspace.totals() == first.totals


def test_that_reviews_imported_before_their_runs_find_them_later(
    workspace: SqliteWorkspace, small_checkout: Path
) -> None:
    assert bring(workspace, small_checkout / "agent_reviews").totals["reviews_without_target"] == 7
    assert bring(workspace, small_checkout).totals["reviews_without_target"] == 2


def test_that_a_changed_file_makes_a_new_version_of_its_run_alone(
    workspace: SqliteWorkspace, small_checkout: Path
) -> None:
    bring(workspace, small_checkout)
    run = RunName(f"end2end_writer/{TASK}")
    paper = small_checkout / "agent_results" / run / "results" / "paper.md"
    paper.write_bytes(b"# Another paper")
    report = bring(workspace, small_checkout)
    assert report.changed_runs == (run,)
    files = workspace.runs.files(run)
    assert (
        files.read(next(path for path in files.paths() if path == "results/paper.md")) == b"# Another paper"
    )


def test_that_stored_files_are_those_of_the_folder(workspace: SqliteWorkspace, small_checkout: Path) -> None:
    bring(workspace, small_checkout)
    for name in workspace.runs.names():
        files = workspace.runs.files(name)
        folder = small_checkout if name.startswith("ai_") else small_checkout / "agent_results"
        for path in files.paths():
            assert files.read(path) == (folder / name / path).read_bytes()


@pytest.mark.parametrize("kind", ["zip", "tar.gz"])
def test_that_a_damaged_archive_keeps_nothing(
    workspace: SqliteWorkspace, small_checkout: Path, tmp_path: Path, kind: str
) -> None:
    path = tmp_path / f"sent.{kind}"
    if kind == "zip":
        with zipfile.ZipFile(path, "w") as archive:
            for file in sorted(small_checkout.rglob("*.*")):
                archive.write(file, file.relative_to(small_checkout.parent))
        path.write_bytes(path.read_bytes().replace(b"typed by hand\n", b"typed by hanD\n"))
    else:
        with tarfile.open(path, "w:gz") as tar:
            tar.add(small_checkout, "bench")
        path.write_bytes(path.read_bytes()[:-400])
    with pytest.raises(InputError, match=rf"sent\.{kind}.*damaged"):
        bring(workspace, path)
    assert set(workspace.totals().values()) == {0}
    assert workspace.irregularities() == ()


def test_that_a_cancelled_import_keeps_nothing(workspace: SqliteWorkspace, small_checkout: Path) -> None:
    token = CancelToken()

    def cancel_at_the_end(event: Event) -> None:
        if isinstance(event, Progress) and event.done == event.total:
            token.cancel()

    with pytest.raises(Cancelled):
        import_path(
            as_port(workspace),
            small_checkout,
            open_tree=open_tree,
            read_records=read_records,
            cancel=token,
            emit=cancel_at_the_end,
        )
    assert set(workspace.totals().values()) == {0}
    assert workspace.busy_with() is None


@pytest.mark.realdata
def test_that_the_real_checkout_gives_the_listed_totals_and_a_second_import_nothing(
    workspace: SqliteWorkspace, checkout: Path
) -> None:
    first = bring(workspace, checkout)
    assert first.totals == TOTALS
    assert first.new == TOTALS
    assert 20 <= len(first.irregularities) <= 60
    again = bring(workspace, checkout)
    assert again.totals == TOTALS
    assert set(again.new.values()) == {0}


@pytest.mark.realdata
def test_that_one_agent_s_folder_adds_nothing_after_the_checkout(
    workspace: SqliteWorkspace, checkout: Path
) -> None:
    bring(workspace, checkout)
    for part in ("agent_results/end2end_codex", "ai_scientist_v2_papers", "human_eval"):
        assert set(bring(workspace, checkout / part).new.values()) == {0}
        assert workspace.totals() == TOTALS
