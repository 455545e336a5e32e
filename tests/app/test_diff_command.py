"""`diff`: what its sides may be, its exit codes, and what it prints for people and programs."""

import json
import shutil
from pathlib import Path

import pytest

from mlrbench_gui.app.cli import main
from mlrbench_gui.domain.differences import AuditDiff
from mlrbench_gui.domain.resources import resource

NAME = "end2end_sample/iclr2025_calibration"


def sample() -> Path:
    return resource("sample", "agent_results", "end2end_sample", "iclr2025_calibration")


@pytest.fixture
def changed(tmp_path: Path) -> Path:
    """The sample run with one number of the paper's text changed."""
    folder = tmp_path / "end2end_sample" / "iclr2025_calibration"
    shutil.copytree(sample(), folder)
    paper = folder / "results" / "paper.md"
    text = paper.read_text(encoding="utf-8")
    line = next(
        line for line in text.splitlines() if line.startswith("|") and "." in line and "-" not in line
    )
    number = next(cell.strip() for cell in line.split("|") if cell.strip().replace(".", "").isdigit())
    paper.write_text(text.replace(line, line.replace(number, "77.77", 1), 1), encoding="utf-8")
    return folder


def test_that_a_run_against_itself_differs_in_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    audit = tmp_path / "a.json"
    assert main(["audit", str(sample()), "--json", str(audit)]) == 0
    capsys.readouterr()

    assert main(["diff", str(audit), str(sample())]) == 0
    assert "nothing differs" in capsys.readouterr().out


def test_that_a_changed_number_is_told_with_both_values_and_the_papers_text_as_cause(
    changed: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["diff", str(sample()), str(changed), "--json", "-"]) == 0

    diff = AuditDiff.model_validate(json.loads(capsys.readouterr().out))
    (change,) = [c for c in diff.claims if any(field.what == "value" for field in c.fields)]
    assert change.new is not None
    assert change.new.value == pytest.approx(77.77)
    assert change.why[0].words == "results/paper.md has another text"


def test_that_a_stored_run_is_compared_with_its_audit_before(
    changed: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    workspace = ["--workspace", str(tmp_path / "w.mlrb")]
    for folder in (sample(), changed):
        assert main([*workspace, "import", str(folder)]) == 0
        assert main([*workspace, "audit", NAME]) == 0
    capsys.readouterr()

    for sides in ([NAME], [f"{NAME}~1", NAME]):
        assert main([*workspace, "diff", *sides]) == 0
        told = capsys.readouterr().out
        assert "results/paper.md has another text" in told
        assert "77.77" in told


@pytest.mark.parametrize(
    ("sides", "told"),
    [
        (["missing.json", "x"], "missing.json: no such file"),
        (["no/such", "x"], "no/such: no such folder or file, and no workspace"),
        (["{broken}", "{broken}"], "broken.json: is not the JSON of one audit"),
        (["{array}", "{array}"], "array.json: is not the JSON of one audit"),
        (["{newer}", "{newer}"], "newer.json: is an audit of schema 9"),
    ],
)
def test_that_a_side_that_is_no_audit_ends_with_2_and_one_line(
    sides: list[str], told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    audit = tmp_path / "whole.json"
    assert main(["audit", str(sample()), "--json", str(audit)]) == 0
    whole = audit.read_text(encoding="utf-8")
    made = {
        "broken": whole[:100],
        "array": f"[{whole}, {whole}]",
        "newer": whole.replace('"schema_version": 1', '"schema_version": 9', 1),
    }
    for name, text in made.items():
        (tmp_path / f"{name}.json").write_text(text, encoding="utf-8")
    capsys.readouterr()
    named = [side.format_map({name: tmp_path / f"{name}.json" for name in made}) for side in sides]

    assert main(["--workspace", str(tmp_path / "none.mlrb"), "diff", *named]) == 2

    err = capsys.readouterr().err
    assert told in err
    assert err.count("\n") == 1


def test_that_a_run_audited_once_has_nothing_before_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    workspace = ["--workspace", str(tmp_path / "w.mlrb")]
    assert main([*workspace, "import", str(sample())]) == 0
    assert main([*workspace, "audit", NAME]) == 0
    capsys.readouterr()
    assert main([*workspace, "diff", NAME]) == 2
    assert "no earlier audit is kept" in capsys.readouterr().err


def test_that_three_sides_are_bad_usage(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(["diff", "a", "b", "c"])
    assert end.value.code == 2
    assert "two sides are compared, 3 were named" in capsys.readouterr().err
