"""The trace on the audit screen: timeline, history of files, two files side by side, by keyboard."""

from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from mlrbench_gui.domain.values import RelPath, RunName

pytestmark = pytest.mark.ui
RUN = RunName("end2end_otter/harbor_tides")
Traced = Callable[[int], dict[RelPath, bytes]]


@pytest.fixture
def shown(make_screen: Callable[..., Any], workspace: Any, sample: Any, traced: Traced) -> Any:
    """The audit screen over a run with a transcript."""
    workspace.contents[RUN] = sample.files({**sample.content(), **traced(0)})
    made = make_screen()
    made.open(RUN)
    return made


def trace_of(shown: Any) -> Any:
    return shown.screen.stage.trace


def actions(shown: Any) -> list[int]:
    return [action.index for action in trace_of(shown).timeline.model.rows]


def test_that_the_timeline_takes_the_place_of_the_claims_and_esc_brings_them_back(shown: Any) -> None:
    shown.do("audit.timeline")
    assert shown.screen.stage.is_trace
    assert trace_of(shown).timeline.isVisible()
    assert len(actions(shown)) == 4
    screen = shown.screen
    screen.stage.gate.close_popover()  # the pointer may rest on the strip
    assert screen.close_layer()
    assert not shown.screen.stage.is_trace


def test_that_digits_choose_which_actions_are_listed_and_decide_nothing(shown: Any) -> None:
    shown.do("audit.timeline")
    before = shown.current.decision
    for key, count in ((Qt.Key.Key_2, 3), (Qt.Key.Key_3, 1), (Qt.Key.Key_5, 1), (Qt.Key.Key_1, 4)):
        shown.bot.keyClick(QApplication.focusWidget(), key)
        shown.settle()
        assert len(actions(shown)) == count
    assert shown.current.decision == before


def test_that_words_narrow_the_timeline_to_actions_that_hold_them(shown: Any) -> None:
    shown.do("audit.timeline")
    timeline = trace_of(shown).timeline
    timeline.words.setText("valueerror GAUGE")
    timeline.words.returnPressed.emit()
    assert len(actions(shown)) == 1
    assert timeline.facts.text() == "1 of 4 listed"


def test_that_claims_behind_the_trace_are_not_decided_unseen(shown: Any) -> None:
    shown.do("audit.timeline")
    before = [claim.decision for claim in shown.screen.session.claims]
    shown.do("audit.accept")
    assert [claim.decision for claim in shown.screen.session.claims] == before
    assert "Esc" in shown.messages[-1]


def test_that_enter_on_a_write_opens_the_version_and_its_action_leads_back(shown: Any) -> None:
    shown.do("audit.timeline")
    trace = trace_of(shown)
    edit = next(action for action in trace.timeline.model.rows if action.tool == "Edit")
    trace.timeline.go_to(edit.index)
    shown.bot.keyClick(trace.timeline.list, Qt.Key.Key_Return)
    shown.settle()
    assert trace.page == "files"
    assert trace.files.current().path == "code/tide.py"
    assert trace.files.current_version().action == edit.index
    shown.bot.keyClick(trace.files.history, Qt.Key.Key_Return)
    shown.settle()
    assert trace.page == "actions"
    assert trace.timeline.current_action() == edit.index


def test_that_a_version_is_compared_with_the_one_before_it(shown: Any) -> None:
    shown.screen.session.show_history("code/tide.py")
    shown.settle()
    files = trace_of(shown).files
    assert files.change.text() == "~1"
    assert files.panes.right.selected_text() == "    return level + 2"
    assert files.panes.left.selected_text() == "    return level + 1"


def test_that_any_two_versions_can_be_held_against_each_other(shown: Any) -> None:
    shown.screen.session.show_history("code/tide.py")
    shown.settle()
    files = trace_of(shown).files
    files.history.setCurrentIndex(files.versions.index(0, 0))
    titles = [files.base.itemText(at) for at in range(files.base.count())]
    files.base.setCurrentIndex(next(at for at, title in enumerate(titles) if title.endswith("0")))
    shown.settle()
    assert files.current_version().action is None
    assert files.panes.titles[0].text() == files.versions.rows[-1].title


def test_that_a_file_that_differs_from_replay_says_so_and_shows_where(shown: Any) -> None:
    shown.screen.session.show_history("results/notes.txt")
    shown.settle()
    files = trace_of(shown).files
    assert "no version that the transcript shows" in files.standing.text()
    assert files.change.text() == "~1"


def test_that_files_without_an_explanation_can_be_listed_alone(shown: Any) -> None:
    shown.screen.session.show_history()
    shown.settle()
    files = trace_of(shown).files
    files.filters.set_index(2)
    files.filters.chosen.emit(2)
    assert {"results/notes.txt", "results/odd.csv"} <= {file.path for file in files.model.rows}
    assert "no action explains" in trace_of(shown).facts.text()


def test_that_two_logs_are_aligned_and_their_offset_told(shown: Any) -> None:
    shown.do("audit.beside")
    pair = trace_of(shown).pair
    pair.show_pair(RelPath("log.txt"), RelPath("second/log.txt"))
    shown.settle()
    assert pair.offset.text().startswith("The right one is 1 h later in 39 of 39")
    shown.do("audit.difference")
    assert pair.place.text() == "difference 1 of 1"
    assert pair.panes.right.current() == 7


def test_that_both_sides_scroll_together(shown: Any) -> None:
    shown.resize(1280, 480)
    shown.do("audit.beside")
    pair = trace_of(shown).pair
    pair.show_pair(RelPath("log.txt"), RelPath("second/log.txt"))
    shown.settle()
    pair.panes.right.verticalScrollBar().setValue(9)
    assert pair.panes.left.verticalScrollBar().value() == 9


def test_that_a_picture_cannot_be_compared_and_says_why(shown: Any) -> None:
    shown.do("audit.beside")
    pair = trace_of(shown).pair
    assert pair.left.findText("results/loss.png") < 0
    pair.show_pair(RelPath("log.txt"), RelPath("no-such-file.txt"))
    shown.settle()
    assert pair.stack.currentWidget() is pair.empty


def test_that_a_run_without_a_transcript_says_so_and_offers_its_files(opened: Any) -> None:
    opened.do("audit.timeline")
    trace = trace_of(opened)
    assert trace.body.currentWidget() is trace.none
    assert "no transcript" in trace.facts.text()
    trace.none.pressed.emit()
    opened.settle()
    assert trace.page == "files"
    assert trace.files.current() is not None


def test_that_each_part_of_the_trace_has_a_name_for_assistive_programs(shown: Any) -> None:
    shown.do("audit.timeline")
    trace = trace_of(shown)
    parts: tuple[Any, ...] = (
        trace.timeline.list,
        trace.timeline.details,
        trace.timeline.filters,
        trace.timeline.words,
    )
    parts += (trace.files.list, trace.files.history, trace.files.base, trace.pair.left, trace.pair.right)
    parts += (trace.files.panes.left, trace.files.panes.right, trace.files.panes.overview)
    assert all(part.accessibleName() for part in parts)
    model = trace.timeline.model
    spoken = model.data(model.index(2, 0), Qt.ItemDataRole.AccessibleTextRole)
    assert "failed: ValueError: no gauge" in spoken


def test_that_three_thousand_actions_paint_only_what_is_seen(
    make_screen: Callable[..., Any],
    workspace: Any,
    sample: Any,
    traced: Traced,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    workspace.contents[RUN] = sample.files({**sample.content(), **traced(3000)})
    made = make_screen()
    made.open(RUN)
    timeline = trace_of(made).timeline
    painted: list[int] = []
    plain = type(timeline.row).paint

    def paint(row: Any, painter: Any, option: Any, index: Any) -> None:
        painted.append(index.row())
        plain(row, painter, option, index)

    monkeypatch.setattr(type(timeline.row), "paint", paint)
    made.do("audit.timeline")
    timeline.list.grab()
    assert len(actions(made)) == 3004
    assert 0 < len(set(painted)) < 80


def test_that_an_action_of_the_evidence_leads_to_the_history_of_its_file(shown: Any) -> None:
    shown.screen.session.open_place("claude_output.json", None)
    shown.settle()
    viewer = shown.screen.stage.evidence.place.viewer()
    viewer.links.links[0].click()
    shown.settle()
    assert shown.screen.stage.is_trace
    assert trace_of(shown).files.current().path == "code/tide.py"


def test_that_other_files_of_the_run_bring_another_trace(shown: Any, workspace: Any, sample: Any) -> None:
    shown.do("audit.timeline")
    trace = trace_of(shown)
    assert trace.trace.transcript is not None
    workspace.contents[RUN] = sample.files(sample.content())
    shown.screen.workspace_changed()
    shown.settle()
    assert trace.trace.transcript is None
    assert trace.body.currentWidget() is trace.none
