"""`gate`: tells where a run stands, and keeps a person's word with its reason."""

import json
import shutil

import pytest

from mlrbench_gui.app.cli import main
from mlrbench_gui.domain.resources import resource

NAME = "end2end_sample/iclr2025_calibration"


@pytest.fixture(scope="module")
def audited(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """A workspace with the sample run, audited."""
    folder = tmp_path_factory.mktemp("gate")
    shutil.copytree(str(resource("sample")), folder / "sample")
    place = ["--workspace", str(folder / "w.mlrb")]
    assert main([*place, "import", str(folder / "sample")]) == 0
    return place


def told(place: list[str], capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, object]:
    capsys.readouterr()
    assert main([*place, "gate", NAME, *words, "--json", "-"]) == 0
    found: dict[str, object] = json.loads(capsys.readouterr().out)
    return found


def test_that_it_asks_for_an_audit_first(audited: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*audited, "gate", NAME]) == 2
    assert f"`audit {NAME}` does it" in capsys.readouterr().err


def test_that_an_override_needs_a_reason_and_moves_where_the_run_stands(
    audited: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*audited, "audit", NAME]) == 0
    before = told(audited, capsys)
    assert (before["overrides"], before["stands"]) == ([], before["reached"])
    assert main([*audited, "gate", NAME, "--refuse", "executed"]) == 2
    assert "needs a reason" in capsys.readouterr().err
    after = told(audited, capsys, "--refuse", "executed", "--reason", "its log is of another run")
    assert (after["stands"], after["reached"]) == ("attempted", before["reached"])
    assert main([*audited, "gate", NAME]) == 0
    lines = capsys.readouterr().out
    assert "stands at attempted" in lines
    assert "its log is of another run" in lines
    assert told(audited, capsys)["overrides"] == after["overrides"]


def test_that_an_unknown_state_is_bad_usage(audited: list[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main([*audited, "gate", NAME, "--let-through", "finished", "--reason", "x"])
    assert ended.value.code == 2
