"""A workspace on a server, without its optional parts: each command that would need them says so in one line."""

from pathlib import Path

import pytest

from mlrbench_gui.app.cli import main
from mlrbench_gui.infra.cluster import transport
from mlrbench_gui.infra.db.server import driver

SHARED = ("--workspace", "postgresql://ada:hunter2@127.0.0.1:1/study")
INSTALL = "pip install 'mlrbench-gui[cluster]'"


@pytest.fixture(autouse=True)
def without_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (driver, transport):
        monkeypatch.setattr(module, "find_spec", lambda _name: None)


@pytest.mark.parametrize("words", [["info"], ["audit", "all"], ["import", "."], ["benchmark"]])
def test_that_the_missing_client_is_named(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*SHARED, *words]) == 3
    told = capsys.readouterr().err
    assert INSTALL in told
    assert "hunter2" not in told


def test_that_the_missing_engine_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--workspace", str(tmp_path / "x.mlrb"), "cluster", "scheduler", "--port", "0"]) == 3
    assert INSTALL in capsys.readouterr().err


@pytest.mark.parametrize("words", [[], ["demo"], ["snapshot", "runs", "-o", "x.png"]])
def test_that_windows_are_for_files(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*SHARED, *words]) == 2
    told = capsys.readouterr().err
    assert "needs a workspace file; take over what is shared with" in told
    assert "hunter2" not in told


def test_that_a_file_is_refused_where_machines_share(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    place = ("--workspace", str(tmp_path / "x.mlrb"))
    assert main([*place, "cluster", "worker", "tcp://127.0.0.1:1"]) == 2
    assert "is a file, which several machines cannot share" in capsys.readouterr().err


def test_that_no_password_is_in_the_help(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("MLRBENCH_WORKSPACE", SHARED[1])
    with pytest.raises(SystemExit):
        main(["--help"])
    told = capsys.readouterr().out
    assert "hunter2" not in told
    assert "postgresql://ada@127.0.0.1:1/study" in told.replace("\n", "").replace(" ", "")
