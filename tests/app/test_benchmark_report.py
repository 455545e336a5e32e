"""`benchmark -o`: the report of a whole benchmark from the command line."""

from pathlib import Path

import pytest

from mlrbench_gui.app.cli import main
from mlrbench_gui.app.compose import opened


def test_that_without_scores_nothing_is_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    workspace = tmp_path / "w.mlrb"
    with opened(workspace, create=True):
        pass
    assert main(["--workspace", str(workspace), "benchmark", "-o", str(tmp_path / "out")]) == 2
    assert "no judge's scores are there" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_that_an_unknown_format_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--workspace", str(tmp_path / "w.mlrb"), "benchmark", "-o", "x", "--format", "docx"])
    assert "docx: formats are html, pdf, csv, json, md" in capsys.readouterr().err
