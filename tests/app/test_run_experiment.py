"""`run` with an experiment: a whole run by the scripted model in a real engine, and what is told where none is."""

import json
from pathlib import Path

import pytest

from mlrbench_gui.app.cli import main

TASK = "iclr2025_bi_align"


def run(workspace: Path, stages: str) -> int:
    words = ["--workspace", str(workspace), "run", TASK, "--stages", stages, "--mode", "end-to-end"]
    return main([*words, "--agent", "scripted", "--json", "-"])


def test_that_without_an_engine_an_experiment_ends_with_3_and_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DOCKER_HOST", f"unix://{tmp_path}/none.sock")

    code = run(tmp_path / "w.mlrbench", "idea,literature,proposal,experiment")

    assert code == 3
    assert "install and start Docker, or set DOCKER_HOST" in capsys.readouterr().err


@pytest.mark.docker
def test_that_a_run_goes_from_idea_to_paper_and_its_audit_knows_the_origin_of_all(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    workspace = tmp_path / "w.mlrbench"

    code = run(workspace, "idea,literature,proposal,experiment,paper")
    told = json.loads(capsys.readouterr().out)
    (made,) = told["runs"]

    assert (code, made["ended"]) == (0, None), made
    experiment = made["stages"][3]
    assert {"agent_log.jsonl", "results/metrics.json"} <= {o["path"] for o in experiment["outputs"]}
    assert main(["--workspace", str(workspace), "audit", made["run"], "--json", "-"]) == 0
    audit = json.loads(capsys.readouterr().out)
    assert main(["--workspace", str(workspace), "export", made["run"], "-o", str(tmp_path / "out")]) == 0
    place = capsys.readouterr().out.strip()
    assert main(["audit", place, "--json", "-"]) == 0
    from_disk = json.loads(capsys.readouterr().out)
    assert {k: v for k, v in from_disk.items() if k != "timings"} == {
        k: v for k, v in audit.items() if k != "timings"
    }
    found = [e["provenance"] for claim in audit["claims"] for e in claim["evidence"]]
    assert found
    assert "unknown" not in found
