"""The Findings tab: filtered by severity, kind and state; Y confirms, X dismisses with a reason, Enter opens."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget
from typing_extensions import override

from mlrbench_gui.domain.values import Severity
from mlrbench_gui.ui.kit import fonts
from mlrbench_gui.ui.kit.buttons import Button
from mlrbench_gui.ui.kit.elided import ElidedLabel
from mlrbench_gui.ui.kit.empty import EmptyState
from mlrbench_gui.ui.kit.fields import Check, Combo
from mlrbench_gui.ui.kit.labels import ground, label
from mlrbench_gui.ui.kit.rowlist import RowList
from mlrbench_gui.ui.screens.audit.drawer.finding_rows import (
    FindingFilter,
    FindingModel,
    FindingRow,
    decided_words,
    kind_words,
    tally_words,
    worst_first,
)
from mlrbench_gui.ui.screens.audit.drawer.reason_line import ReasonLine
from mlrbench_gui.ui.screens.audit.evidence.reading.ansi import safe_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QResizeEvent

    from mlrbench_gui.domain.decisions import ReviewedFinding

_DETAIL_FROM = 210
"""A lower tab has no room for the chosen finding's whole message; its tooltip tells it."""
_NONE = "The audit found no fault of the run as a whole."


class FindingsTab(QWidget):
    """Emits `place_requested` (path, locator) and `judged` (id, confirmed, reason)."""

    place_requested = Signal(str, object)
    judged = Signal(str, bool, str)

    def __init__(self) -> None:
        super().__init__()
        self._all: tuple[ReviewedFinding, ...] = ()
        self._audited = False
        self.model = FindingModel(self)
        self.view = RowList()
        self.view.setModel(self.model)
        self.view.setItemDelegate(FindingRow(self.view, self.model))
        self.view.setAccessibleName("Findings; Y confirms, X dismisses, Enter opens the place")
        self.severity, self.kind = Combo("Severity"), Combo("Kind of finding")
        self.undecided = Check("Undecided only")
        self.facts = ElidedLabel()
        self.confirm = Button("Confirm", icon_name="check", tip="The finding is right  (Y)")
        self.dismiss = Button("Dismiss", icon_name="cross", tip="It is no fault; say why  (X)")
        self.detail = label("", size="sm", wrap=True)
        self.said = label("", role="text-2", size="xs", wrap=True)
        self.reason = ReasonLine()
        self.empty = EmptyState("No findings", _NONE)
        self.stack = QStackedWidget()
        self._bar = self._filter_bar()
        self._detail_box = self._detail_strip()
        self._lay_out()
        self._connect()

    def show_findings(self, findings: Sequence[ReviewedFinding], *, audited: bool) -> None:
        """Show other findings; the chosen one stays."""
        self._all, self._audited = worst_first(findings), audited
        self._offer_kinds()
        self._list()

    def current(self) -> ReviewedFinding | None:
        """The chosen finding."""
        row = self.view.currentIndex().row()
        return self.model.rows[row] if 0 <= row < len(self.model.rows) else None

    def judge(self, *, confirmed: bool) -> None:
        """Confirm the chosen finding, or ask why it is dismissed."""
        item = self.current()
        if item is None:
            return
        if confirmed:
            self.reason.shut()
            self.judged.emit(item.finding.id, True, "")
        else:
            self.reason.open_for(item.finding.id, item.reason if item.confirmed is False else "")

    def choose(self, finding: str) -> None:
        """Choose a finding; filters that hide it are taken off."""
        if all(item.finding.id != finding for item in self.model.rows):
            self.severity.setCurrentIndex(0)
            self.kind.setCurrentIndex(0)
            self.undecided.setChecked(False)
        row = next((at for at, item in enumerate(self.model.rows) if item.finding.id == finding), None)
        if row is not None:
            self.view.setCurrentIndex(self.model.index(row, 0))
            self.view.scrollTo(self.model.index(row, 0))

    def open_current(self) -> None:
        """Open the chosen finding's place."""
        item = self.current()
        if item is not None and item.finding.path is not None:
            self.place_requested.emit(item.finding.path, item.finding.locator)

    def close_layer(self) -> bool:
        """Close the question for the reason; True when it was open."""
        if self.reason.isHidden():
            return False
        self.reason.shut()
        self.view.setFocus(Qt.FocusReason.OtherFocusReason)
        return True

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._show_detail()

    def _filter(self) -> FindingFilter:
        severity, kind = self.severity.currentData(), self.kind.currentData()
        return FindingFilter(
            Severity(severity) if severity else None, kind or None, self.undecided.isChecked()
        )

    def _list(self) -> None:
        """List what the filter lets through; the chosen one stays, or the one that takes its row."""
        kept, row = self.current(), self.view.currentIndex().row()
        wanted = self._filter()
        listed = tuple(item for item in self._all if wanted.fits(item))
        self.model.show_rows(listed)
        same = [at for at, item in enumerate(listed) if kept and item.finding.id == kept.finding.id]
        at = same[0] if same else max(0, min(row, len(listed) - 1))
        self.view.setCurrentIndex(self.model.index(at, 0))
        self.facts.setText(tally_words(self._all, len(listed)))
        self._bar.setVisible(bool(self._all))
        self._say_why_empty()
        self.stack.setCurrentWidget(self.view if listed else self.empty)
        self._show_detail()

    def _say_why_empty(self) -> None:
        if not self._audited:
            self.empty.say("Not audited yet", "Findings appear when the audit is done.")
        elif self._all:
            self.empty.say(
                "No finding fits", f"{len(self._all)} are hidden by the filter.", "Show all findings"
            )
        else:
            self.empty.say("No findings", _NONE)

    def _offer_kinds(self) -> None:
        kinds = sorted({item.finding.kind.value for item in self._all})
        known = [self.kind.itemData(at) for at in range(1, self.kind.count())]
        if kinds == known:
            return
        chosen = self.kind.currentData()
        self.kind.blockSignals(True)
        self.kind.clear()
        self.kind.addItem("All kinds", "")
        for kind in kinds:
            self.kind.addItem(kind_words(kind), kind)
        self.kind.setCurrentIndex(max(0, self.kind.findData(chosen)))
        self.kind.blockSignals(False)

    def _show_detail(self) -> None:
        item = self.current()
        self._detail_box.setVisible(item is not None and self.height() >= fonts.px(_DETAIL_FROM))
        for button in (self.confirm, self.dismiss):
            button.setEnabled(item is not None)
        if item is None:
            return
        self.detail.setText(safe_text(item.finding.message))
        words = decided_words(item)
        self.said.setText(safe_text(words))
        self.said.setVisible(bool(words))

    def _show_all(self) -> None:
        self.severity.setCurrentIndex(0)
        self.kind.setCurrentIndex(0)
        self.undecided.setChecked(False)
        self.view.setFocus(Qt.FocusReason.OtherFocusReason)

    def _dismissed(self, finding: str, reason: str) -> None:
        self.view.setFocus(Qt.FocusReason.OtherFocusReason)
        self.judged.emit(finding, False, reason)

    def _connect(self) -> None:
        self.view.opened.connect(self.open_current)
        self.view.doubleClicked.connect(lambda _index: self.open_current())
        self.view.selectionModel().currentChanged.connect(lambda *_: self._chosen())
        self.severity.currentIndexChanged.connect(lambda _index: self._list())
        self.kind.currentIndexChanged.connect(lambda _index: self._list())
        self.undecided.toggled.connect(lambda _on: self._list())
        self.empty.pressed.connect(self._show_all)
        self.confirm.clicked.connect(lambda: self.judge(confirmed=True))
        self.dismiss.clicked.connect(lambda: self.judge(confirmed=False))
        self.reason.given.connect(self._dismissed)
        self.reason.closed.connect(lambda: self.view.setFocus(Qt.FocusReason.OtherFocusReason))

    def _chosen(self) -> None:
        self.reason.shut()
        self._show_detail()

    def _filter_bar(self) -> QWidget:
        bar = ground(QWidget(), "panel", edge="bottom")
        row = QHBoxLayout(bar)
        row.setContentsMargins(10, 3, 8, 3)
        row.setSpacing(8)
        self.severity.addItem("All severities", "")
        for severity in Severity:
            self.severity.addItem(severity.value, severity.value)
        self.kind.addItem("All kinds", "")
        self.facts.setProperty("role", "text-2")
        self.facts.setProperty("textSize", "xs")
        self.severity.setMinimumWidth(fonts.px(136))
        self.kind.setMinimumWidth(fonts.px(112))
        for part in (self.severity, self.kind, self.undecided):
            row.addWidget(part)
        row.addWidget(self.facts, 1)
        row.addWidget(self.confirm)
        row.addWidget(self.dismiss)
        return bar

    def _detail_strip(self) -> QWidget:
        box = ground(QWidget(), "sunken", edge="top")
        column = QVBoxLayout(box)
        column.setContentsMargins(12, 6, 12, 6)
        column.setSpacing(2)
        column.addWidget(self.detail)
        column.addWidget(self.said)
        return box

    def _lay_out(self) -> None:
        self.stack.addWidget(self.view)
        self.stack.addWidget(self.empty)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._bar)
        column.addWidget(self.stack, 1)
        column.addWidget(self._detail_box)
        column.addWidget(self.reason)
        self.setFocusProxy(self.view)
