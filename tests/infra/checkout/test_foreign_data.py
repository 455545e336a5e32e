"""What users of such tools ran into: one bad value, name or byte must never cost the rest of an import."""

import zipfile
from pathlib import Path
from typing import cast

import pytest

from mlrbench_gui.domain.errors import UnsafeInput
from mlrbench_gui.domain.values import RelPath, RunName
from mlrbench_gui.domain.work import CancelToken, ignore
from mlrbench_gui.infra.checkout.reader import read_records
from mlrbench_gui.infra.db.workspace import SqliteWorkspace, open_workspace
from mlrbench_gui.infra.files.tree import open_tree
from mlrbench_gui.services.importing import import_path
from mlrbench_gui.services.ports.workspace import Workspace

RUN = RunName("end2end_a/conf2031_t")
JUDGED = "agent_reviews/subset_reviews_judge/conf2031_t"


def as_port(workspace: SqliteWorkspace) -> Workspace:
    return cast("Workspace", workspace)


class Imported:
    """A workspace after one import of these files."""

    def __init__(self, folder: Path, files: dict[str, bytes], source: Path | None = None) -> None:
        root = folder / "bench"
        for path, data in files.items():
            place = root / path
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(data)
        self.workspace = open_workspace(folder / "w.mlrbench", create=True)
        self.report = import_path(
            as_port(self.workspace),
            source or root,
            open_tree=open_tree,
            read_records=read_records,
            cancel=CancelToken(),
            emit=ignore,
        )
        self.told = "\n".join(f"{line.path}: {line.what}" for line in self.report.irregularities)

    def read(self, path: str) -> bytes:
        return self.workspace.runs.files(RUN).read(RelPath(path))


def run_files(**files: bytes) -> dict[str, bytes]:
    base = {f"agent_results/{RUN}/results/paper.md": b"# Paper"}
    return base | {f"agent_results/{RUN}/{path}": data for path, data in files.items()}


def test_that_a_nan_score_does_not_block_the_import(tmp_path: Path) -> None:
    bad = b'{"Clarity": {"score": NaN}, "Overall": {"score": 5}}'
    imported = Imported(tmp_path, run_files() | {f"{JUDGED}/review_a.json": bad})
    (review,) = imported.workspace.reviews.of_run(RUN)
    assert [(score.criterion, score.score) for score in review.scores] == [("Overall", 5)]
    assert "review_a.json: review: Clarity has no score" in imported.told
    imported.workspace.close()


def test_that_infinite_and_nan_results_are_kept_to_the_byte(tmp_path: Path) -> None:
    data = b'{"loss": Infinity, "f1": NaN, "big": 1e999}'
    imported = Imported(tmp_path, run_files(**{"results/metrics.json": data}))
    assert imported.read("results/metrics.json") == data
    assert "metrics.json: JSON with NaN or infinite numbers" in imported.told
    imported.workspace.close()


@pytest.mark.parametrize("text", [b"caf\xe9", b"\xef\xbb\xbfcaf\xc3\xa9", "café".encode("utf-16")])
def test_that_another_encoding_is_told_and_the_rest_is_imported(tmp_path: Path, text: bytes) -> None:
    imported = Imported(tmp_path, run_files(**{"results/log.txt": text, "results/a.csv": b"a\n1\n"}))
    assert imported.read("results/log.txt") == text
    assert imported.report.totals["csv_files"] == 1
    assert "results/log.txt: " in imported.told
    imported.workspace.close()


def test_that_a_lone_surrogate_is_found_on_the_way_in_with_file_and_offset(tmp_path: Path) -> None:
    review = b'{"Overall": {"score": 5, "justification": "half \\ud83d"}}'
    files = run_files(**{"results/out.json": b'{"k": "\\ud83d"}'}) | {f"{JUDGED}/review_a.json": review}
    imported = Imported(tmp_path, files)
    assert "results/out.json: half of a surrogate pair in JSON: at byte 7" in imported.told
    (kept,) = imported.workspace.reviews.of_run(RUN)
    kept.scores[0].justification.encode("utf-8")
    imported.workspace.close()


def test_that_json_lines_named_json_and_no_result_at_all_are_no_errors(tmp_path: Path) -> None:
    lines = Imported(tmp_path / "1", run_files(**{"results/results.json": b'{"a": 1}\n{"a": 2}\n'}))
    assert "results.json: JSON Lines named .json: 2 values" in lines.told
    lines.workspace.close()
    nothing = Imported(tmp_path / "2", run_files())
    assert "no machine-readable result" in nothing.told
    nothing.workspace.close()


def test_that_a_crafted_archive_writes_nothing_anywhere(tmp_path: Path) -> None:
    path = tmp_path / "in" / "bench.zip"
    path.parent.mkdir()
    with zipfile.ZipFile(path, "w") as archive:
        for name in ("../../evil.txt", "/tmp/evil.txt", f"agent_results/{RUN}/results/paper.md"):
            archive.writestr(name, "# Paper")
    imported = Imported(tmp_path, {}, source=path)
    assert "name leads out of its folder" in imported.told
    assert imported.report.totals["papers"] == 1
    assert sorted(file.name for file in tmp_path.rglob("evil*")) == []
    imported.workspace.close()


def test_that_long_and_odd_names_come_back_as_they_were(tmp_path: Path) -> None:
    deep = "/".join(["folder name of forty characters xxxxxxxxx"] * 6) + "/a%20b + ü.txt"
    assert len(deep) > 250
    imported = Imported(tmp_path, run_files(**{deep: b"deep"}))
    assert imported.read(deep) == b"deep"
    imported.workspace.close()


def test_that_a_bomb_keeps_nothing(tmp_path: Path) -> None:
    path = tmp_path / "bomb.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(f"agent_results/{RUN}/results/paper.md", bytes(80 << 20))
    with pytest.raises(UnsafeInput, match=r"bomb\.zip"):
        Imported(tmp_path, {}, source=path)


def test_that_progress_bars_control_characters_and_endless_lines_are_imported(tmp_path: Path) -> None:
    bar = b"".join(b"\r%3d%%" % percent for percent in range(100)) + b"\n\x1b[2K\x07\0" + b"x" * 600_000
    imported = Imported(tmp_path, run_files(**{"results/log.txt": bar}))
    assert imported.read("results/log.txt") == bar
    for what in ("carriage returns", "terminal escape codes", "control characters", "line of over 500,000"):
        assert what in imported.told
    imported.workspace.close()
