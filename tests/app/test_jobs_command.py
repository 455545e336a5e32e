"""`jobs`: the window's queue from the command line; what a killed process left can be resumed."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from mlrbench_gui.app.cli import main
from mlrbench_gui.app.compose import opened
from mlrbench_gui.app.demo import SAMPLE_RUN, make_demo
from mlrbench_gui.domain.jobs import JobState

KILLED = """
import os, signal, sys, threading
from dataclasses import replace
from pathlib import Path
from mlrbench_gui.app.compose import jobs_of, opened
from mlrbench_gui.services.jobs.audits import audit_order

with opened(Path(sys.argv[1])) as context:
    def audit(name, files):
        os.kill(os.getpid(), signal.SIGKILL)
    jobs = jobs_of(replace(context, audit_run=audit))
    jobs.submit(audit_order([sys.argv[2]]))
    threading.Event().wait()
"""


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    place = tmp_path / "demo.mlrb"
    make_demo(place)
    return place


def asked(workspace: Path, *words: str) -> int:
    return main(["--workspace", str(workspace), "jobs", *words])


def listed(workspace: Path, capsys: pytest.CaptureFixture[str]) -> list[dict[str, object]]:
    capsys.readouterr()
    assert asked(workspace, "list", "--json", "-") == 0
    found: list[dict[str, object]] = json.loads(capsys.readouterr().out)
    return found


def test_that_an_audit_is_started_done_and_listed(
    workspace: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert asked(workspace, "start", "audit", "iclr2025_calibration") == 0
    assert "1 run audited" in capsys.readouterr().out
    (job,) = listed(workspace, capsys)
    assert (job["kind"], job["state"], job["subjects"]) == ("audit", "done", [SAMPLE_RUN])
    assert asked(workspace, "list") == 0
    assert capsys.readouterr().out.count("\n") == 1
    assert asked(workspace, "clear") == 0
    assert listed(workspace, capsys) == []


def test_that_a_job_that_fails_ends_with_1_and_can_be_resumed_by_a_part_of_its_id(
    workspace: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DOCKER_HOST", f"unix://{workspace.parent}/none.sock")
    assert asked(workspace, "start", "rerun", SAMPLE_RUN) == 1
    assert "failed" in capsys.readouterr().out
    (job,) = listed(workspace, capsys)
    assert "set DOCKER_HOST" in str(job["reason"])
    assert asked(workspace, "resume", str(job["id"])[:6]) == 1
    assert listed(workspace, capsys)[0]["attempt"] == 2


def test_that_an_id_that_fits_nothing_is_told_in_one_line(
    workspace: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert asked(workspace, "cancel", "zzz") == 2
    assert capsys.readouterr().err == "mlrbench-gui: zzz: no job begins with that; see `jobs list`\n"


@pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL is a POSIX signal")
def test_that_a_killed_job_is_interrupted_and_resumed(
    workspace: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    killed = subprocess.run(
        [sys.executable, "-c", KILLED, str(workspace), SAMPLE_RUN],
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
        capture_output=True,
        text=True,
        check=False,
        timeout=100,
    )
    assert killed.returncode == -signal.SIGKILL, killed.stderr
    (job,) = listed(workspace, capsys)
    assert (job["state"], job["reason"]) == ("interrupted", "the program ended while it ran")
    assert asked(workspace, "resume") == 0
    (again,) = listed(workspace, capsys)
    assert (again["state"], again["attempt"]) == ("done", 1)
    assert asked(workspace, "resume") == 0
    assert "no job waits" in capsys.readouterr().out


def test_that_leaving_an_open_workspace_interrupts_what_waits(workspace: Path) -> None:
    from mlrbench_gui.domain.values import RunName
    from mlrbench_gui.services.jobs.audits import audit_order

    with opened(workspace) as context:
        assert context.jobs is not None
        context.jobs.hold(on=True)
        context.jobs.submit(audit_order((RunName(SAMPLE_RUN),)))
    with opened(workspace) as context:
        (job,) = context.workspace.jobs.all()
    assert (job.state, job.reason) == (JobState.INTERRUPTED, "the program ended while it waited")


def test_that_stages_are_a_job_that_repeats_no_finished_task(
    workspace: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ("start", "run", "iclr2025_wsl", "iclr2025_bi_align", "--stages", "idea", "--agent", "scripted")
    assert asked(workspace, *words) == 0
    first = listed(workspace, capsys)[0]
    assert (first["state"], first["outcome"]) == ("done", "2 tasks done")
    assert first["title"] == "Run idea of 2 tasks"
    assert int(str(first["tokens"])) > 0
    assert asked(workspace, *words) == 0
    assert listed(workspace, capsys)[1]["tokens"] == 0


def test_that_a_bound_ends_stages_and_holds_over_attempts(
    workspace: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = (
        "start",
        "run",
        "iclr2025_wsl",
        "--stages",
        "idea",
        "--agent",
        "scripted",
        "--budget",
        "tokens=9",
    )
    assert asked(workspace, *words) == 1
    (job,) = listed(workspace, capsys)
    assert (job["state"], job["tokens"]) == ("failed", 0)
    assert "could pass 9 tokens" in str(job["reason"])
    assert asked(workspace, "resume", str(job["id"])) == 1


def test_that_stages_must_be_named_and_tasks_be_known(
    workspace: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        asked(workspace, "start", "run", "iclr2025_wsl")
    assert ended.value.code == 2
    assert "--stages" in capsys.readouterr().err
    assert asked(workspace, "start", "run", "no_such", "--stages", "idea", "--agent", "scripted") == 1
    assert "no_such" in capsys.readouterr().out
