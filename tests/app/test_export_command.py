"""`export`: the folder of a run gives the same audit as the run in the workspace."""

import json
from pathlib import Path

import pytest

from mlrbench_gui.app.cli import main

SAMPLE = Path(__file__).parents[2] / "resources/sample"
RUN = "end2end_sample/iclr2025_calibration"


def audit_of(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, object]:
    capsys.readouterr()
    assert main([*words, "--json", "-"]) == 0
    found: dict[str, object] = json.loads(capsys.readouterr().out)
    return {key: value for key, value in found.items() if key != "timings"}


def test_that_an_exported_run_has_the_audit_of_the_run_and_its_files(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    workspace = ("--workspace", str(tmp_path / "w.mlrbench"))
    assert main([*workspace, "import", str(SAMPLE)]) == 0

    assert main([*workspace, "export", RUN, "-o", str(tmp_path / "out")]) == 0

    place = tmp_path / "out/agent_results" / RUN
    assert capsys.readouterr().out.rstrip().endswith(str(place))
    original = SAMPLE / "agent_results" / RUN
    names = {p.relative_to(original) for p in original.rglob("*") if p.is_file()}
    assert {p.relative_to(place) for p in place.rglob("*") if p.is_file()} == names
    assert all((place / name).read_bytes() == (original / name).read_bytes() for name in names)
    assert audit_of(capsys, "audit", str(place)) == audit_of(capsys, *workspace, "audit", RUN)


def test_that_nothing_is_written_over(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    workspace = ("--workspace", str(tmp_path / "w.mlrbench"))
    assert main([*workspace, "import", str(SAMPLE)]) == 0
    (tmp_path / "out/agent_results" / RUN).mkdir(parents=True)

    assert main([*workspace, "export", RUN, "-o", str(tmp_path / "out")]) == 2
    assert "is there already" in capsys.readouterr().err
    assert list((tmp_path / "out/agent_results/end2end_sample").iterdir()) == [
        tmp_path / "out/agent_results" / RUN
    ]
