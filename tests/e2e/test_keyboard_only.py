"""From the first start to a written report without a mouse: keys alone, to whatever has the keyboard."""

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QPushButton, QWidget

from mlrbench_gui.app.demo import SAMPLE_RUN
from mlrbench_gui.domain.values import Verdict

pytestmark = [pytest.mark.e2e, pytest.mark.ui, pytest.mark.timeout(60)]
CTRL = Qt.KeyboardModifier.ControlModifier


def tab_to(program: Any, wanted: QWidget) -> None:
    """Tab on until the part has the keyboard."""
    for _ in range(40):
        if QApplication.focusWidget() is wanted:
            return
        program.press(Qt.Key.Key_Tab)
    pytest.fail(f"Tab never reaches {wanted.accessibleName() or type(wanted).__name__}")


def write_report(program: Any, folder: Path) -> None:
    """By the report sheet, with JSON and PDF chosen."""
    sheet = program.window.work.report
    program.press(Qt.Key.Key_E, CTRL)
    assert sheet.isVisible()
    for name, check in sheet.checks.items():
        if check.isChecked() != (name in {"json", "pdf"}):
            tab_to(program, check)
            program.press(Qt.Key.Key_Space)
    tab_to(program, sheet.folder)
    program.press(Qt.Key.Key_A, CTRL)
    program.type(str(folder))
    tab_to(program, sheet.go)
    program.press(Qt.Key.Key_Return)
    program.until(lambda: bool(sheet._written))
    program.press(Qt.Key.Key_Escape)
    assert not sheet.isVisible()


def test_that_the_sample_is_opened_decided_and_reported_by_keys(start: Any, tmp_path: Path) -> None:
    program = start(tmp_path / "first.mlrb")
    window = program.window
    assert window.current() is window.first_start
    program.press(Qt.Key.Key_Return)
    program.until(lambda: window.current().screen_id == "audit" and program.audit.view is not None)
    program.calm()
    program.saved(lambda: program.press(Qt.Key.Key_5))
    program.press(Qt.Key.Key_J)
    program.press(Qt.Key.Key_N)
    program.type("4 of 5 seeds; see the log")
    program.saved(lambda: program.press(Qt.Key.Key_Return, CTRL))
    program.press(Qt.Key.Key_C)
    program.press(Qt.Key.Key_U)
    program.saved(lambda: program.press(Qt.Key.Key_A))
    claims = program.view.review.claims
    assert sum(claim.decision is not None for claim in claims) == 2
    overruled = [claim.current.verdict for claim in claims if claim.decision and claim.decision.overruled]
    assert overruled == [Verdict.UNVERIFIABLE]
    assert [claim.note for claim in claims if claim.note] == ["4 of 5 seeds; see the log"]
    write_report(program, tmp_path / "report")
    assert {path.suffix for path in (tmp_path / "report").iterdir()} == {".pdf", ".json"}


def test_that_own_runs_are_imported_audited_and_opened_by_keys(
    start: Any, tmp_path: Path, sample_folder: Path
) -> None:
    program = start(tmp_path / "own.mlrb")
    window, sheet = program.window, program.window.work.sheet
    program.press(Qt.Key.Key_I, CTRL)
    program.type(str(sample_folder))
    program.press(Qt.Key.Key_Return)
    program.until(lambda: sheet.page() == 2)
    program.calm()
    done = next(b for b in sheet.findChildren(QPushButton) if b.text() == "Done")
    tab_to(program, done)
    program.press(Qt.Key.Key_Return)
    assert not sheet.isVisible()
    assert window.current() is window.runs
    program.press(Qt.Key.Key_Down)
    program.press(Qt.Key.Key_R, CTRL)
    program.calm()
    program.until(lambda: window.runs.model.rows()[0].claims > 0)
    program.press(Qt.Key.Key_Return)
    program.until(lambda: window.current().screen_id == "audit" and program.audit.view is not None)
    program.calm()
    assert program.view.run.name == SAMPLE_RUN
    program.saved(lambda: program.press(Qt.Key.Key_A))
    write_report(program, tmp_path / "report")
    assert list((tmp_path / "report").glob("*.pdf"))


def test_that_a_claim_is_made_from_words_found_by_keys(start: Any, sample_workspace: Path) -> None:
    program = start(sample_workspace)
    program.press(Qt.Key.Key_Return)
    program.until(lambda: program.audit.view is not None)
    program.calm()
    before = len(program.view.review.claims)
    program.press(Qt.Key.Key_P)
    program.press(Qt.Key.Key_F, CTRL)
    program.type("often wrong")
    program.press(Qt.Key.Key_Return, CTRL)
    program.saved(lambda: program.press(Qt.Key.Key_Insert))
    assert len(program.view.review.claims) == before + 1
    made = program.audit.stage.claims.current()
    assert (made.origin, made.current.quote) == ("person", "often wrong")
    program.press(Qt.Key.Key_C)
    program.saved(lambda: program.press(Qt.Key.Key_Z, CTRL))
    assert len(program.view.review.claims) == before


def test_that_every_pane_is_reached_and_left_by_keys(start: Any, sample_workspace: Path) -> None:
    program = start(sample_workspace)
    program.open_run()
    seen = [program.audit.walk.current()]
    for _ in range(4):
        program.press(Qt.Key.Key_F6)
        seen.append(program.audit.walk.current())
    assert len(set(seen)) == 5
    program.press(Qt.Key.Key_F6)
    assert program.audit.walk.current() == seen[0]
    program.calm()
