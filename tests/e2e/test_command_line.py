"""The command line from outside: exit codes, a stdout that holds the result alone, pictures, and an interrupt."""

import json
import os
import shutil
import signal
import struct
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from mlrbench_gui.app.compose import opened
from mlrbench_gui.app.demo import SAMPLE_RUN

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(60)]
Run = Callable[..., "subprocess.CompletedProcess[str]"]
STEM = SAMPLE_RUN.replace("/", "__")


@pytest.fixture
def run(command: list[str], environment: dict[str, str], tmp_path: Path) -> Run:
    """Run the program in a folder of its own and wait for its end."""

    def started(*words: str, **more: str) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(
            [*command, *words],
            capture_output=True,
            text=True,
            env=environment | more,
            cwd=tmp_path,
            check=False,
            timeout=55,
        )

    return started


def complaint(done: "subprocess.CompletedProcess[str]") -> str:
    """The one line on stderr; nothing on stdout."""
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1, done.stderr
    assert "Traceback" not in done.stderr
    return done.stderr


def test_that_the_demo_without_a_display_prints_paths_that_exist(run: Run, tmp_path: Path) -> None:
    done = run("demo")
    assert done.returncode == 0, done.stderr
    paths = [Path(line) for line in done.stdout.splitlines()]
    assert {path.suffix for path in paths} >= {".pdf", ".html", ".json", ".csv", ".md", ".png"}
    assert all(path.is_file() and path.stat().st_size for path in paths)
    assert all(path.is_relative_to(tmp_path) for path in paths)


@pytest.mark.ui
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize(
    ("screen", "size", "scale"),
    [
        ("audit", (1280, 800), 2),
        ("runs", (1440, 900), 1),
        ("settings", (1100, 700), 1),
        ("first-start", (1280, 800), 1),
    ],
)
def test_that_a_snapshot_has_the_asked_size_in_device_pixels(
    run: Run,
    sample_workspace: Path,
    tmp_path: Path,
    screen: str,
    size: tuple[int, int],
    scale: int,
    theme: str,
) -> None:
    target = tmp_path / f"{screen}.png"
    words = ["--workspace", str(sample_workspace), "snapshot", screen, "-o", str(target), "--theme", theme]
    done = run(*words, "--size", f"{size[0]}x{size[1]}", "--scale", str(scale))
    assert done.returncode == 0, done.stderr
    assert done.stdout == f"{target}\n"
    assert picture_size(target) == (size[0] * scale, size[1] * scale)


def picture_size(path: Path) -> tuple[int, int]:
    """Width and height out of a PNG's head."""
    head = path.read_bytes()[:24]
    assert head[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = struct.unpack(">II", head[16:24])
    return width, height


def test_that_a_report_prints_its_files_and_nothing_else(
    run: Run, sample_workspace: Path, tmp_path: Path
) -> None:
    done = run(
        "--workspace", str(sample_workspace), "report", "iclr2025_calibration", "-o", str(tmp_path / "r")
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert {Path(line).suffix for line in done.stdout.splitlines()} == {
        ".pdf",
        ".html",
        ".json",
        ".csv",
        ".md",
    }
    assert all(Path(line).is_file() for line in done.stdout.splitlines())


def test_that_json_to_a_dash_stands_alone_on_stdout(run: Run, tmp_path: Path, sample_folder: Path) -> None:
    workspace = str(tmp_path / "w.mlrb")
    imported = run("--workspace", workspace, "import", str(sample_folder), "--json", "-")
    assert json.loads(imported.stdout)["totals"]["end_to_end_runs"] == 1
    stored = json.loads(run("--workspace", workspace, "audit", SAMPLE_RUN, "--json", "-").stdout)
    from_disk = run("audit", str(sample_folder / "agent_results" / SAMPLE_RUN), "--json", "-")
    straight = json.loads(from_disk.stdout)
    for audit in (stored, straight):
        audit.pop("timings")
    assert stored == straight
    assert (tmp_path / "default.mlrb").exists() is False
    doctor = run("--workspace", workspace, "doctor", "--json", "-")
    assert json.loads(doctor.stdout)["checks"]


def test_that_fail_on_ends_with_1_and_json_still_alone(run: Run, sample_folder: Path) -> None:
    folder = str(sample_folder / "agent_results" / SAMPLE_RUN)
    done = run("audit", folder, "--json", "-", "--fail-on", "high")
    assert done.returncode == 1
    assert json.loads(done.stdout)["run"] == SAMPLE_RUN


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["audit", "no/such"], "no/such"),
        (["import", "missing-folder"], "missing-folder"),
        (["report", "x", "-o", "d"], "no workspace"),
        (["snapshot", "audit", "-o", "x.png"], "no workspace"),
    ],
)
def test_that_bad_input_ends_with_2_and_one_line(
    run: Run, words: list[str], told: str, tmp_path: Path
) -> None:
    done = run("--workspace", str(tmp_path / "none.mlrb"), *words)
    assert done.returncode == 2
    assert told in complaint(done)


def test_that_an_unknown_run_ends_with_2_and_names_itself(run: Run, sample_workspace: Path) -> None:
    for words in (["report", "end2end", "-o", "d"], ["snapshot", "audit", "--run", "end2end", "-o", "x.png"]):
        done = run("--workspace", str(sample_workspace), *words)
        assert done.returncode == 2
        assert "end2end" in complaint(done)


def test_that_a_damaged_workspace_ends_with_2_and_is_left_as_it_was(
    run: Run, sample_workspace: Path, sample_folder: Path
) -> None:
    broken = sample_workspace.read_bytes()[:5000]
    sample_workspace.write_bytes(broken)
    done = run("--workspace", str(sample_workspace), "import", str(sample_folder))
    assert done.returncode == 2
    assert sample_workspace.name in complaint(done)
    assert sample_workspace.read_bytes() == broken


@pytest.mark.parametrize(
    "words", [["doctor"], ["report", "iclr2025_calibration", "-o", "r", "--format", "pdf"]]
)
@pytest.mark.parametrize("part", ["typst", "pymupdf"])
def test_that_a_part_that_does_not_load_ends_with_3(
    run: Run, sample_workspace: Path, tmp_path: Path, words: list[str], part: str
) -> None:
    """As where a library's wheel does not fit the machine."""
    (tmp_path / "shadow").mkdir()
    (tmp_path / "shadow" / f"{part}.py").write_text("raise ImportError('no wheel for this machine')\n")
    done = run("--workspace", str(sample_workspace), *words, PYTHONPATH=str(tmp_path / "shadow"))
    assert done.returncode == 3, done.stdout + done.stderr
    assert "no wheel for this machine" in done.stdout + done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="SIGINT to one child is a POSIX matter")
def test_that_an_interrupted_import_ends_with_130_and_keeps_nothing_half(
    command: list[str], environment: dict[str, str], tmp_path: Path, sample_folder: Path
) -> None:
    """So many files that the interrupt comes while they are read."""
    source = tmp_path / "copy"
    shutil.copytree(sample_folder, source)
    run_folder = source / "agent_results" / SAMPLE_RUN
    many = run_folder / "results" / "many"
    many.mkdir()
    for number in range(6000):
        (many / f"{number}.json").write_text(f'{{"value": {number}}}')
    path = tmp_path / "w.mlrb"
    with subprocess.Popen(
        [*command, "--workspace", str(path), "import", str(source)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment,
        text=True,
    ) as child:
        while not (path.exists() and any(tmp_path.glob("w.mlrb-wal"))):
            assert child.poll() is None, "the import ended before the interrupt"
            os.sched_yield()
        child.send_signal(signal.SIGINT)
        out, err = child.communicate()
    assert (child.returncode, out) == (130, "")
    assert err.count("\n") == 1
    with opened(path) as context:
        assert context.workspace.runs.names() == ()
        assert context.workspace.busy_with() is None
        assert not any(context.workspace.totals().values())
