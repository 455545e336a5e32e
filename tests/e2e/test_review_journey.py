"""A whole review in the real window: import, walk, decide, undo, change claims, close; another process finds it all."""

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog

from mlrbench_gui.app.demo import SAMPLE_RUN
from mlrbench_gui.domain.audit import Evidence, Locator
from mlrbench_gui.domain.values import RelPath, Strength, Verdict

pytestmark = [pytest.mark.e2e, pytest.mark.ui, pytest.mark.timeout(60)]
CTRL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier

READ_BACK = """
import json, sys
from pathlib import Path
from mlrbench_gui.app.compose import opened
from mlrbench_gui.services.reviewing import load_view

with opened(Path(sys.argv[1])) as context:
    review = load_view(context, sys.argv[2]).review
json.dump({
    "claims": [[c.current.paper, list(c.current.span), c.current.verdict, c.note, c.origin,
                c.decision is not None, len(c.current.evidence)] for c in review.claims],
    "entries": [entry.id for entry in review.entries],
    "undo": review.undo_name,
}, sys.stdout)
"""


def state_of(review: Any) -> dict[str, Any]:
    """What must be found again, in the shape that another process prints."""
    return {
        "claims": [
            [
                c.current.paper,
                list(c.current.span),
                c.current.verdict,
                c.note,
                c.origin,
                c.decision is not None,
                len(c.current.evidence),
            ]
            for c in review.claims
        ],
        "entries": [entry.id for entry in review.entries],
        "undo": review.undo_name,
    }


def test_that_an_import_through_the_dialog_shows_totals_and_irregularities(
    start: Any, tmp_path: Path, sample_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = start(tmp_path / "new.mlrb")
    window = program.window
    assert window.current() is window.first_start
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_args: str(sample_folder))
    window.actions_table.trigger("window.import")
    sheet = window.work.sheet
    sheet._choose_folder()
    assert sheet.path.text() == str(sample_folder)
    sheet.go.click()
    program.until(lambda: sheet.page() == 2)
    program.calm()
    totals = program.context.workspace.totals()
    shown = [
        child.text()
        for child in sheet.findChildren(type(sheet._odd_title))
        if child.isVisible() and child.text()
    ]
    assert totals["end_to_end_runs"] == 1
    for key in ("end_to_end_runs", "papers", "reviews", "human_reviews"):
        assert shown[shown.index(key.replace("_", " ")) + 1] == str(totals[key])
    kept = program.context.workspace.irregularities()
    assert sheet.irregularities.rowCount() == len(kept)
    assert sheet._odd_title.text().startswith(str(len(kept)) if kept else "Nothing")
    assert window.current() is window.runs
    assert [row.run.name for row in window.runs.model.rows()] == [SAMPLE_RUN]


def test_that_every_claim_is_reached_by_key_and_its_evidence_follows(
    start: Any, sample_workspace: Path
) -> None:
    program = start(sample_workspace)
    program.open_run()
    claims = program.audit.stage.claims
    wanted = [claim.current.id for claim in program.view.review.claims]
    for _ in wanted:  # the run opens at the first claim that needs a person, not at the top
        program.press(Qt.Key.Key_K)
    walked = [claims.current().current.id]
    for _ in wanted[1:]:
        program.press(Qt.Key.Key_J)
        walked.append(claims.current().current.id)
    assert sorted(walked) == sorted(wanted)
    program.press(Qt.Key.Key_J)
    assert claims.current().current.id == walked[-1]
    for back in reversed(walked[:-1]):
        program.press(Qt.Key.Key_K)
        assert claims.current().current.id == back
    program.calm()


def decide(program: Any) -> None:
    """Each verdict by its digit, one accepted, one noted."""
    for digit, verdict in enumerate(Verdict, 1):
        claim = program.audit.stage.claims.current()
        program.saved(lambda digit=digit: program.press(Qt.Key(Qt.Key.Key_0 + digit)))
        now = {c.current.id: c for c in program.view.review.claims}[claim.current.id]
        assert now.current.verdict is verdict
        assert now.decision is not None
        program.press(Qt.Key.Key_J)
    accepted = program.audit.stage.claims.current().current.id
    program.saved(lambda: program.press(Qt.Key.Key_A))
    assert program.audit.stage.claims.current().current.id != accepted
    program.press(Qt.Key.Key_N)
    program.type("read the log again")
    program.saved(lambda: program.press(Qt.Key.Key_Return, CTRL))
    assert any(claim.note == "read the log again" for claim in program.view.review.claims)
    program.press(Qt.Key.Key_C)


def change_claims(program: Any) -> None:
    """One claim added, moved, split, the parts merged, evidence linked."""
    stage, view = program.audit.stage, program.audit.stage.paper.view
    path = stage.paper.path
    text = program.view.texts[path]
    words = "A small classifier that is often wrong"
    at = text.index(words)
    view.select((at, at + len(words)))
    program.saved(lambda: program.press(Qt.Key.Key_Insert))
    added = stage.claims.current()
    assert (added.origin, added.current.quote) == ("person", words)
    view.select((at, at + len("A small classifier")))
    program.saved(lambda: program.press(Qt.Key.Key_M))
    assert stage.claims.current().current.quote == "A small classifier"
    program.press(Qt.Key.Key_S)
    program.saved(lambda: program.press(Qt.Key.Key_Return))
    parts = [c for c in program.view.review.claims if at <= c.current.span[0] < at + 18]
    assert len(parts) == 2
    stage.claims.select_many([part.current.id for part in parts])
    program.saved(lambda: program.press(Qt.Key.Key_M, SHIFT))
    merged = [c for c in program.view.review.claims if at <= c.current.span[0] < at + 18]
    assert [claim.current.quote for claim in merged] == ["A small classifier"]
    evidence = Evidence(
        path=RelPath("results/log.txt"), locator=Locator(line=1), value=1.0, strength=Strength.PRIMARY
    )
    program.saved(lambda: stage.evidence.link_requested.emit(evidence))
    assert stage.claims.current().current.evidence[0].path == "results/log.txt"


def test_that_a_whole_review_is_found_again_by_another_process(
    start: Any, sample_workspace: Path, command: list[str], environment: dict[str, str]
) -> None:
    program = start(sample_workspace)
    program.open_run()
    decide(program)
    change_claims(program)
    before = state_of(program.view.review)
    claims = program.audit.stage.claims
    several = [c.current.id for c in program.view.review.claims if c.decision is None][:4]
    entries = len(before["entries"])
    claims.select_many(several)
    program.saved(lambda: program.press(Qt.Key.Key_4))
    steps = {entry.step for entry in program.view.review.entries[entries:]}
    assert len(program.view.review.entries) >= entries + len(several)
    assert len(steps) == 1
    decided = state_of(program.view.review)
    program.saved(lambda: program.press(Qt.Key.Key_Z, CTRL))
    assert state_of(program.view.review)["claims"] == before["claims"]
    program.saved(lambda: program.press(Qt.Key.Key_Z, CTRL | SHIFT))
    assert state_of(program.view.review)["claims"] == decided["claims"]
    last = json.loads(json.dumps(state_of(program.view.review)))
    program.close()
    found = subprocess.run(
        [command[0], "-c", READ_BACK, str(sample_workspace), SAMPLE_RUN],
        capture_output=True,
        env=environment,
        check=True,
    )
    assert json.loads(found.stdout) == last


def test_that_a_report_of_all_formats_says_what_the_window_says(
    start: Any, sample_workspace: Path, tmp_path: Path
) -> None:
    program = start(sample_workspace)
    program.open_run()
    program.saved(lambda: program.press(Qt.Key.Key_5))
    program.press(Qt.Key.Key_E, CTRL)
    sheet = program.window.work.report
    assert sheet.isVisible()
    for check in sheet.checks.values():
        check.setChecked(True)
    folder = tmp_path / "report"
    sheet.folder.setText(str(folder))
    sheet.go.click()
    program.calm()
    stem = SAMPLE_RUN.replace("/", "__")
    written = {path.name for path in folder.iterdir()}
    assert {f"{stem}.{name}" for name in ("pdf", "html", "json", "md")} <= written
    assert any(name.startswith(stem) and name.endswith(".csv") for name in written)
    claims = program.view.review.claims
    assert annotations(folder / f"{stem}.pdf") == len(claims)
    data = json.loads((folder / f"{stem}.json").read_text(encoding="utf-8"))
    assert len(data["claims"]) == len(claims)
    (decided,) = (at for at, claim in enumerate(claims) if claim.decision is not None)
    assert data["claims"][decided]["verdict"] == claims[decided].current.verdict == "unverifiable"
    assert sheet._written


def annotations(path: Path) -> int:
    """How many highlights the pages carry."""
    return sum(
        note.get_object()["/Subtype"] == "/Highlight"
        for page in PdfReader(path).pages
        for note in page.get("/Annots") or ()
    )
