"""`rerun` from the command line, with a real engine where one is needed."""

import json
import os
from pathlib import Path

import pytest

from mlrbench_gui.app.cli import main

SAMPLE = Path(__file__).parents[2] / "resources/sample/agent_results/end2end_sample/iclr2025_calibration"


def events_of(run: Path, script: str, text: str) -> None:
    """A run whose agent wrote one script and started it."""
    place = f"/home/x/{run.name}"
    calls = [
        ("Write", {"file_path": f"{place}/{script}", "content": text}),
        ("Bash", {"command": f"python {script}"}),
    ]
    events: list[object] = []
    for number, (tool, given) in enumerate(calls):
        use = {"type": "tool_use", "id": f"t{number}", "name": tool, "input": given}
        result = {"type": "tool_result", "tool_use_id": f"t{number}", "content": "", "is_error": False}
        events += [{"role": "assistant", "content": [use]}, {"role": "user", "content": [result]}]
    events.append({"role": "system", "result": "done"})
    (run / script).parent.mkdir(parents=True)
    (run / script).write_text(text, encoding="utf-8")
    (run / "results").mkdir()
    (run / "claude_output.json").write_text(json.dumps(events), encoding="utf-8")


def told(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, object]:
    assert main(["rerun", *words, "--json", "-"]) == 0
    found: dict[str, object] = json.loads(capsys.readouterr().out)
    return found


def test_that_without_an_engine_the_answer_is_3_and_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DOCKER_HOST", f"unix://{tmp_path}/none.sock")

    assert main(["rerun", str(SAMPLE)]) == 3
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert "set DOCKER_HOST" in error


def test_that_what_cannot_run_is_told_without_an_engine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DOCKER_HOST", f"unix://{tmp_path}/none.sock")
    run = tmp_path / "agent" / "task"
    events_of(run, "code/a.py", "from datasets import load_dataset\n\nrows = load_dataset('x')\n")

    report = told(capsys, str(run))

    assert report["outcome"] == "cannot_run"
    assert "code/a.py:3" in str(report["reason"])


def test_that_a_folder_of_no_run_or_of_several_is_refused_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "empty").mkdir()
    assert main(["rerun", str(tmp_path / "empty")]) == 2
    assert "holds no run" in capsys.readouterr().err

    for task in ("one", "two"):
        events_of(tmp_path / "agent" / task, "code/a.py", "print(1)\n")
    assert main(["rerun", str(tmp_path / "agent")]) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert "holds 2 runs" in error


@pytest.mark.docker
@pytest.mark.timeout(300)
def test_that_the_sample_run_is_reproduced(capsys: pytest.CaptureFixture[str]) -> None:
    report = told(capsys, str(SAMPLE), "--image", os.environ["MLRBENCH_RERUN_IMAGE"])

    assert report["outcome"] == "reproduced"
    files = report["files"]
    assert isinstance(files, list)
    trusted = {file["path"]: file["raises_trust"] for file in files}
    assert trusted["results/metrics.json"] is True
    assert trusted["results/user_study.json"] is False


@pytest.mark.docker
@pytest.mark.timeout(300)
def test_that_two_runs_catch_a_script_that_draws_its_results(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = tmp_path / "agent" / "task"
    text = (
        "import json, random\n\n"
        "rows = {f'm{n}': {'accuracy': random.uniform(0.8, 0.9), 'f1': 0.5} for n in range(4)}\n"
        "json.dump(rows, open('results/metrics.json', 'w'))\n"
    )
    events_of(run, "code/a.py", text)
    stored = {f"m{n}": {"accuracy": 0.85, "f1": 0.5} for n in range(4)}
    (run / "results" / "metrics.json").write_text(json.dumps(stored), encoding="utf-8")

    report = told(capsys, str(run), "--image", os.environ["MLRBENCH_RERUN_IMAGE"], "--times", "2")

    assert (report["outcome"], report["draws_at_random"]) == ("differs", True)
    files = report["files"]
    assert isinstance(files, list)
    assert files[0]["unstable"] == [f"/m{n}/accuracy" for n in range(4)]
    assert files[0]["raises_trust"] is False


@pytest.mark.docker
@pytest.mark.timeout(300)
def test_that_a_package_which_the_image_lacks_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = tmp_path / "agent" / "task"
    events_of(run, "code/a.py", "import nosuchpackage\n\nprint(nosuchpackage)\n")

    report = told(capsys, str(run), "--image", os.environ["MLRBENCH_RERUN_IMAGE"])

    assert "lacks nosuchpackage" in str(report["reason"])


@pytest.mark.docker
@pytest.mark.realdata
@pytest.mark.timeout(300)
def test_that_a_real_run_which_draws_without_a_seed_is_caught(capsys: pytest.CaptureFixture[str]) -> None:
    checkout = os.environ.get("MLRBENCH_CHECKOUT")
    if checkout is None:
        pytest.skip("MLRBENCH_CHECKOUT is not set")
    run = Path(checkout) / "agent_results" / "end2end_codex" / "iclr2025_bi_align"

    report = told(capsys, str(run), "--image", os.environ["MLRBENCH_RERUN_IMAGE"], "--times", "2")

    assert (report["outcome"], report["draws_at_random"]) == ("differs", True)
