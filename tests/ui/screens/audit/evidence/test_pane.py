"""The evidence pane on real widgets: each place opens where it should, keys and links ask for the right things."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from mlrbench_gui.domain.audit import Evidence, Locator
from mlrbench_gui.domain.values import RelPath, RunName, Verdict
from mlrbench_gui.services.context import Context
from mlrbench_gui.services.reviewing import RunView, load_view
from mlrbench_gui.ui.kit.background import Background
from mlrbench_gui.ui.screens.audit.evidence.comparison import compare
from mlrbench_gui.ui.screens.audit.evidence.pane import EvidencePane
from mlrbench_gui.ui.screens.audit.evidence.viewers.code_viewer import CodeViewer
from mlrbench_gui.ui.screens.audit.evidence.viewers.figure_viewer import FigureViewer
from mlrbench_gui.ui.screens.audit.evidence.viewers.json_viewer import JsonViewer
from mlrbench_gui.ui.screens.audit.evidence.viewers.log_viewer import LogViewer
from mlrbench_gui.ui.screens.audit.evidence.viewers.table_viewer import TableViewer

pytestmark = pytest.mark.ui
Show = Callable[[str], EvidencePane]


@pytest.fixture
def view(context: Context) -> RunView:
    return load_view(context, RunName("end2end_otter/harbor_tides"))


@pytest.fixture
def show(qtbot: QtBot, context: Context, background: Background, view: RunView) -> Show:
    pane = EvidencePane(context, background)
    qtbot.addWidget(pane)
    pane.resize(388, 720)
    with qtbot.waitExposed(pane):
        pane.show()

    def one(claim: str) -> EvidencePane:
        pane.show_claim(view, next(c for c in view.review.claims if c.current.id == claim))
        qtbot.waitUntil(lambda: not background.busy())
        return pane

    return one


def test_that_json_opens_at_its_pointer(show: Show) -> None:
    viewer = show("c6").place.viewer()
    assert isinstance(viewer, JsonViewer)
    assert viewer.tree.marked is not None
    assert viewer.tree.marked.pointer() == "/pressure/pass_rate/2"
    assert viewer.tree.mark.note == "claim says 48 %"


@pytest.mark.parametrize(
    ("verdict", "title"),
    [
        (Verdict.SUPPORTED, "Evidence holds"),
        (Verdict.NARRATIVE_ONLY, "Only prose says"),
        (Verdict.UNSUPPORTED, "Closest by name"),
    ],
)
def test_that_only_evidence_that_carries_a_verdict_is_called_so(
    show: Show, view: RunView, verdict: Verdict, title: str
) -> None:
    claim = next(c for c in view.review.claims if c.current.id == "c4")
    pane = show("c4")
    pane.card.show_comparison(compare(claim.current, claim.current.evidence[0]), verdict.value)
    assert title in pane.card.accessibleDescription() or title.lower() in pane.card.accessibleDescription()
    pane.next_candidate()
    assert "candidate holds" in pane.card.accessibleDescription().lower()


def test_that_candidates_are_walked_round(qtbot: QtBot, show: Show, background: Background) -> None:
    pane = show("c4")
    pane.next_candidate()
    qtbot.waitUntil(lambda: isinstance(pane.place.viewer(), TableViewer))
    table = pane.place.viewer()
    assert isinstance(table, TableViewer)
    assert table.marked == (0, 1)
    pane.next_candidate()
    qtbot.waitUntil(lambda: isinstance(pane.place.viewer(), LogViewer))
    log = pane.place.viewer()
    assert isinstance(log, LogViewer)
    assert log.lines.current() == 2
    pane.next_candidate()
    qtbot.waitUntil(lambda: isinstance(pane.place.viewer(), JsonViewer))


def test_that_code_markdown_tables_and_figures_open(show: Show) -> None:
    code = show("c10").place.viewer()
    assert isinstance(code, CodeViewer)
    assert code.view.current() == 5
    table = show("c9").place.viewer()
    assert isinstance(table, TableViewer)
    assert table.model.cell(*(table.marked or (9, 9))) == "87.4"
    assert isinstance(show("c8").place.viewer(), FigureViewer)


def test_that_the_trail_is_walked_and_backspace_returns(
    qtbot: QtBot, show: Show, background: Background
) -> None:
    pane = show("c6")
    pane.focus_trail()
    for _ in range(3):
        QTest.keyClick(pane.trail.list, Qt.Key.Key_Down)
    QTest.keyClick(pane.trail.list, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: isinstance(pane.place.viewer(), CodeViewer))
    QTest.keyClick(pane.trail.list, Qt.Key.Key_Backspace)
    qtbot.waitUntil(lambda: isinstance(pane.place.viewer(), JsonViewer))


def test_that_the_raw_view_is_one_key_away(qtbot: QtBot, show: Show) -> None:
    pane = show("c6")
    pane.toggle_raw()
    qtbot.waitUntil(lambda: isinstance(pane.place.viewer(), LogViewer))
    pane.toggle_raw()
    qtbot.waitUntil(lambda: isinstance(pane.place.viewer(), JsonViewer))


def test_that_find_counts_hits_and_esc_closes_it(qtbot: QtBot, show: Show) -> None:
    pane = show("c3")
    pane.find()
    viewer = pane.place.viewer()
    assert isinstance(viewer, LogViewer)
    QTest.keyClicks(viewer.find_bar.field, "loss")
    qtbot.waitUntil(lambda: viewer.find_bar.count.text() == "1 of 400 lines")
    QTest.keyClick(viewer.find_bar.field, Qt.Key.Key_Return)
    assert viewer.find_bar.count.text() == "2 of 400 lines"
    assert pane.close_layer()
    assert not pane.close_layer()


def test_that_a_rewritten_line_shows_all_its_states(show: Show) -> None:
    viewer = show("c1").place.viewer()
    assert isinstance(viewer, LogViewer)
    viewer.open_whole(1)
    assert viewer.stack.currentIndex() == 1
    assert viewer.whole_title.text().startswith("Line 2, 20 states")
    assert viewer.close_layer()


def test_that_the_marked_line_stays_in_sight_when_the_pane_gets_lower(show: Show) -> None:
    pane = show("c1")
    viewer = pane.place.viewer()
    assert isinstance(viewer, LogViewer)
    viewer.lines.go_to(200)
    pane.resize(388, 560)
    QGuiApplication.processEvents()
    top = viewer.lines.top_line()
    assert top <= 200 < top + viewer.lines.visible_rows()


def test_that_a_missing_file_says_so(
    qtbot: QtBot, show: Show, background: Background, context: Context
) -> None:
    pane = show("c6")
    context.workspace.runs.files(RunName("end2end_otter/harbor_tides"))
    pane.open_place(RelPath("results/gone.json"), Locator(line=1))
    qtbot.waitUntil(lambda: not background.busy())
    assert pane.place.viewer() is None


def test_that_a_selection_is_linked_by_hand(qtbot: QtBot, show: Show, background: Background) -> None:
    pane = show("c2")
    pane.link_by_hand()
    QTest.keyClicks(pane.picker.field, "log")
    QTest.keyClick(pane.picker, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: isinstance(pane.place.viewer(), LogViewer))
    viewer = pane.place.viewer()
    assert isinstance(viewer, LogViewer)
    QTest.keyClick(viewer.lines, Qt.Key.Key_Down)
    with qtbot.waitSignal(pane.link_requested) as told:
        pane.bar.link.click()
    assert told.args is not None
    evidence = told.args[0]
    assert isinstance(evidence, Evidence)
    assert (evidence.path, evidence.locator.line) == ("results/log.txt", 2)


def test_that_verdict_buttons_ask_and_keep_what_is_decided(qtbot: QtBot, show: Show) -> None:
    pane = show("c6")
    with qtbot.waitSignal(pane.verdict_requested) as told:
        pane.decision.verdicts.buttons[0].click()
    assert told.args == ["supported"]
    assert pane.decision.verdicts.buttons[1].isChecked()


def test_that_a_note_is_saved_with_its_key(qtbot: QtBot, show: Show) -> None:
    pane = show("c6")
    pane.edit_note()
    QTest.keyClicks(pane.note.field, "see run.py")
    with qtbot.waitSignal(pane.note_requested) as told:
        QTest.keyClick(pane.note.field, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert told.args == ["see run.py"]


def test_that_a_citation_is_copied(show: Show) -> None:
    show("c6").copy_citation()
    assert "results/metrics.json, /pressure/pass_rate/2, SHA-256 " in QGuiApplication.clipboard().text()


def test_that_a_claim_without_evidence_offers_a_search_by_hand(show: Show) -> None:
    pane = show("c2")
    assert pane.place.viewer() is None
    assert pane.place.empty.isVisible()
    assert not pane.trail.isVisible()


def test_that_the_pane_fits_its_narrow_width(show: Show) -> None:
    assert show("c6").minimumSizeHint().width() <= 388


def test_that_a_candidate_is_chosen_from_the_list_of_all(
    qtbot: QtBot, show: Show, background: Background
) -> None:
    pane = show("c4")
    pane.list_candidates()
    pane.candidates.chosen.emit(1)
    qtbot.waitUntil(lambda: not background.busy())
    assert "candidate 2 of" in pane.bar.count.text()
    pane.list_candidates()
    assert pane.close_layer()
    assert "candidate 2 of" in pane.bar.count.text()
