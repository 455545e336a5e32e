"""The drawer of the audit screen: Findings, Scores, Transcript, Decisions and Changes under one line of tabs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget
from typing_extensions import override

from mlrbench_gui.domain.artifacts import Artifact, ArtifactRole
from mlrbench_gui.services.comparing import LastChanges, changes_since_last
from mlrbench_gui.services.judging.calibrating import calibration_of
from mlrbench_gui.ui.kit.empty import EmptyState, LoadingState
from mlrbench_gui.ui.kit.labels import ground
from mlrbench_gui.ui.screens.audit.drawer.changes_tab import ChangesTab
from mlrbench_gui.ui.screens.audit.drawer.decisions_tab import DecisionsTab
from mlrbench_gui.ui.screens.audit.drawer.finding_rows import count_badge
from mlrbench_gui.ui.screens.audit.drawer.findings_tab import FindingsTab
from mlrbench_gui.ui.screens.audit.drawer.scores import overall_line, score_table
from mlrbench_gui.ui.screens.audit.drawer.scores_tab import ScoresTab
from mlrbench_gui.ui.screens.audit.drawer.tabline import TabFace, TabLine
from mlrbench_gui.ui.screens.audit.evidence.documents import ActionsDocument, Document, Wanted, open_document
from mlrbench_gui.ui.screens.audit.evidence.viewers.transcript_viewer import TranscriptViewer
from mlrbench_gui.ui.screens.audit.evidence.viewers.viewer import Mark

if TYPE_CHECKING:
    from datetime import datetime

    from mlrbench_gui.domain.values import RunName
    from mlrbench_gui.domain.work import CancelToken, Emit
    from mlrbench_gui.services.context import Context
    from mlrbench_gui.services.reviewing import RunView
    from mlrbench_gui.ui.kit.background import Background

_FACES = (
    TabFace("findings", "Findings", "flag"),
    TabFace("scores", "Scores", "review"),
    TabFace("transcript", "Transcript", "terminal"),
    TabFace("decisions", "Decisions", "clock"),
    TabFace("changes", "Changes", "changes"),
)


@dataclass(frozen=True, slots=True)
class _Read:
    """A transcript's document with the file that it came from."""

    artifact: Artifact
    document: Document


class Drawer(QWidget):
    """Tab line and body. Shut, only the tab line is left, and it tells the overall scores.

    Signals: `finding_judged` (finding id, confirmed, reason), `place_requested` (path, `Locator | None`),
    `claim_requested` (claim id), `undo_requested`, `toggled` (open), `changes_found` (how many) when the shown run was
    audited anew.
    """

    finding_judged = Signal(str, bool, str)
    place_requested = Signal(str, object)
    claim_requested = Signal(str)
    undo_requested = Signal()
    toggled = Signal(bool)
    changes_found = Signal(int)

    def __init__(self, ctx: Context, background: Background) -> None:
        super().__init__()
        ground(self, "panel", edge="top")
        self._ctx = ctx
        self._background = background
        self._open = True
        self._summary = ""
        self._view: RunView | None = None
        self._transcript: Artifact | None = None
        self._shown_transcript: Artifact | None = None
        self.line = TabLine(_FACES)
        self._compared: tuple[RunName, datetime | None] | None = None
        self._is_calibrated = False
        self.findings, self.scores, self.decisions = FindingsTab(), ScoresTab(), DecisionsTab()
        self.changes = ChangesTab()
        self.transcript = TranscriptViewer()
        self.transcript.set_side_by_side(True)
        self.no_transcript = EmptyState(
            "No transcript", "The run holds no file that tells what the agent did."
        )
        self.loading = LoadingState("Reading the transcript")
        self._transcript_stack = QStackedWidget()
        for page in (self.no_transcript, self.loading, self.transcript):
            self._transcript_stack.addWidget(page)
        self.body = QStackedWidget()
        for tab in (self.findings, self.scores, self._transcript_stack, self.decisions, self.changes):
            self.body.addWidget(tab)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 1, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.line)
        column.addWidget(self.body, 1)
        self._connect()
        self._choose("findings")

    def show_view(self, view: RunView) -> None:
        """Show the run's findings, scores, transcript and decisions."""
        self._is_calibrated &= self._view is not None and _same_reviews(self._view, view)
        self._view = view
        self.findings.show_findings(view.review.findings, audited=view.stored is not None)
        self.line.tabs["findings"].set_badge(*count_badge(view.review.findings))
        table = score_table(view.judges, view.humans, view.panels)
        self.scores.show_table(table)
        self.decisions.show_review(view.review)
        self.line.tabs["decisions"].set_badge(str(self.decisions.count() or ""))
        self._summary = overall_line(table)
        self.line.set_open(self._open, self._summary)
        self._transcript = next((a for a in view.artifacts if a.role is ArtifactRole.TRANSCRIPT), None)
        self._read_transcript_if_shown()
        self._calibrate_if_shown()
        self._compare(view)

    def clear(self) -> None:
        """Forget the run."""
        self._view = self._transcript = self._shown_transcript = self._compared = None
        self.findings.show_findings((), audited=False)
        self.scores.show_table(score_table((), ()))
        self.changes.show_changes(None)
        for tab in self.line.tabs.values():
            tab.set_badge("")
        self._summary = ""
        self._transcript_stack.setCurrentWidget(self.no_transcript)
        self.line.set_open(self._open, "")

    def is_open(self) -> bool:
        return self._open

    def set_open(self, open_: bool) -> None:
        """Open the body or leave only the tab line."""
        self._open = open_
        self.body.setVisible(open_)
        self.line.set_open(open_, self._summary)
        self.toggled.emit(open_)

    def toggle(self) -> None:
        """Open when shut, shut when open."""
        self.set_open(not self._open)

    def show_tab(self, name: str) -> None:
        """Open with `findings`, `scores`, `transcript`, `decisions` or `changes` and give it the keyboard."""
        self._choose(name)
        if not self._open:
            self.set_open(True)
        shown = self.body.currentWidget()
        target = self.transcript if shown is self._transcript_stack else shown
        if target is not None:
            target.setFocus(Qt.FocusReason.ShortcutFocusReason)

    @property
    def shows_findings(self) -> bool:
        """Whether the findings are in front."""
        return self._open and self.body.currentWidget() is self.findings

    def judge_finding(self, confirmed: bool) -> None:
        """Confirm or dismiss the selected finding, if the Findings tab is shown."""
        if self.shows_findings:
            self.findings.judge(confirmed=confirmed)

    @override
    def find(self) -> None:  # type: ignore[override]  # QWidget.find looks up windows by id
        """Open the find line of the shown tab, if it has one."""
        if self._open and self._transcript_stack.currentWidget() is self.transcript and self._on_transcript():
            self.transcript.open_find()

    def close_layer(self) -> bool:
        """Close the find line or the question for a reason; True when one was open."""
        if self.body.currentWidget() is self.findings and self.findings.close_layer():
            return True
        return self._on_transcript() and self.transcript.close_layer()

    def choose_finding(self, finding: str) -> None:
        """Show the findings with this one chosen."""
        self.show_tab("findings")
        self.findings.choose(finding)

    def _choose(self, name: str) -> None:
        self.line.choose(name)
        self.body.setCurrentIndex([face.key for face in _FACES].index(name))
        self._read_transcript_if_shown()
        self._calibrate_if_shown()

    def _open_tab(self, name: str) -> None:
        self._choose(name)
        if not self._open:
            self.set_open(True)

    def _on_transcript(self) -> bool:
        return self.body.currentWidget() is self._transcript_stack

    def _compare(self, view: RunView) -> None:
        """Each audit is held against the one before it once, off the GUI thread."""
        run, at = view.run.name, view.stored.at if view.stored is not None else None
        before, self._compared = self._compared, (run, at)
        if before == self._compared:
            return
        anew = before is not None and before[0] == run and before[1] is not None
        self._background.submit(
            lambda _cancel, _emit: changes_since_last(self._ctx.workspace, run),
            done=lambda changes: self._show_changes((run, at), changes, anew=anew),
        )

    def _show_changes(
        self, of: tuple[RunName, datetime | None], changes: LastChanges | None, *, anew: bool
    ) -> None:
        if of != self._compared:
            return
        self.changes.show_changes(changes)
        self.line.tabs["changes"].set_badge(str(self.changes.count() or ""))
        if anew:
            self.changes_found.emit(self.changes.count())

    def _calibrate_if_shown(self) -> None:
        """Judges are held against people when their scores are first looked at: it takes a second."""
        if self._is_calibrated or self._view is None or self.body.currentWidget() is not self.scores:
            return
        self._is_calibrated = True
        self._background.submit(
            lambda _cancel, _emit: calibration_of(self._ctx.workspace), done=self.scores.show_calibration
        )

    def _read_transcript_if_shown(self) -> None:
        """A transcript is parsed when its tab is first looked at, once for each version of the file."""
        artifact, view = self._transcript, self._view
        if not self._on_transcript():
            return
        if artifact is None or view is None:
            self._transcript_stack.setCurrentWidget(self.no_transcript)
            return
        if artifact == self._shown_transcript:
            return
        self._shown_transcript = artifact
        self.loading.start()
        self._transcript_stack.setCurrentWidget(self.loading)
        run = view.run.name

        def work(cancel: CancelToken, _emit: Emit) -> _Read:
            files = self._ctx.workspace.runs.files(run)
            return _Read(artifact, open_document(files, Wanted(artifact.path, artifact.role), cancel))

        self._background.submit(work, done=self._read, failed=self._not_read)

    def _read(self, read: _Read) -> None:
        if read.artifact != self._shown_transcript:
            return
        self.loading.stop()
        if isinstance(read.document, ActionsDocument):
            self.transcript.show_transcript(read.document.transcript, read.document.touched, None, Mark())
            self._transcript_stack.setCurrentWidget(self.transcript)
        else:
            self._not_read("It is not written in a form that tells actions; open it as a file.")

    def _not_read(self, words: str) -> None:
        self.loading.stop()
        self.no_transcript.say("The transcript cannot be shown", words)
        self._transcript_stack.setCurrentWidget(self.no_transcript)

    def _connect(self) -> None:
        self.line.chosen.connect(self._open_tab)
        self.line.toggled.connect(self.toggle)
        self.findings.judged.connect(self.finding_judged)
        self.findings.place_requested.connect(self.place_requested)
        self.decisions.claim_requested.connect(self.claim_requested)
        self.decisions.undo_requested.connect(self.undo_requested)
        self.changes.claim_requested.connect(self.claim_requested)
        self.changes.place_requested.connect(self.place_requested)


def _same_reviews(one: RunView, other: RunView) -> bool:
    """Whether what judges and people said of a run is still the same; another run says nothing of a change."""
    if one.run.name != other.run.name:
        return True
    return (one.judges, one.humans, one.panels) == (other.judges, other.humans, other.panels)
