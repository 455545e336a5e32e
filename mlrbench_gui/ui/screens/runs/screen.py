"""The Runs screen: all runs of the workspace in one table, with filters, a summary, and what to do with them."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace

from PySide6.QtCore import QItemSelectionModel, QPoint, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget
from typing_extensions import override

from mlrbench_gui.domain.audit import Finding
from mlrbench_gui.domain.calibration import Calibration
from mlrbench_gui.domain.values import RunName
from mlrbench_gui.domain.work import CancelToken, Emit
from mlrbench_gui.services.context import Context
from mlrbench_gui.services.judging.calibrating import calibration_of
from mlrbench_gui.services.ports.rows import RunRow
from mlrbench_gui.ui.kit import fonts
from mlrbench_gui.ui.kit.actions import ActionSpec
from mlrbench_gui.ui.kit.background import Background, Job
from mlrbench_gui.ui.kit.buttons import Button
from mlrbench_gui.ui.kit.empty import EmptyState
from mlrbench_gui.ui.kit.fields import SearchField
from mlrbench_gui.ui.kit.labels import ground, label, separator
from mlrbench_gui.ui.kit.screen import Screen
from mlrbench_gui.ui.screens.runs.filters import FilterBar
from mlrbench_gui.ui.screens.runs.leaving import LeavingOut
from mlrbench_gui.ui.screens.runs.listing import Column, Head, Wish, fold
from mlrbench_gui.ui.screens.runs.model import RunsModel
from mlrbench_gui.ui.screens.runs.summary import RunSummary
from mlrbench_gui.ui.screens.runs.table import RunsTable

RunsAsked = Callable[[tuple[RunName, ...]], None]
_PANEL_FROM, _WIDE_FROM = 1160, 1340
_PANEL, _PANEL_SMALL = 332, 316
_IN_MENU = frozenset({"runs.audit", "runs.report", "runs.judge", "runs.rerun"})
_PANEL_SHARE = 0.38
"""Of the window the panel takes no more, however large its text is."""


class RunsScreen(Screen):
    """Reads rows in the background; `audit`, `report`, `rerun` and `judge` are asked of the shell for runs by name."""

    import_wanted = Signal()
    rows_shown = Signal(int)

    screen_id = "runs"
    title = "Runs"
    own_search = True

    def __init__(
        self,
        ctx: Context,
        background: Background,
        *,
        audit: RunsAsked,
        report: RunsAsked,
        rerun: RunsAsked,
        judge: RunsAsked,
    ) -> None:
        super().__init__()
        self._ctx = ctx
        self._background = background
        self._audit = audit
        self._report = report
        self._rerun = rerun
        self._judge = judge
        self._reading: Job[tuple[RunRow, ...]] | None = None
        self._again = False
        self._findings_job: Job[tuple[Finding, ...]] | None = None
        self.model = RunsModel(self)
        self.table = RunsTable(self.model)
        self.leaving = LeavingOut(ctx, background, self)
        self.filters = FilterBar()
        self.summary = RunSummary()
        self.search = SearchField("Filter runs", key="Ctrl+F")
        self.search.setFixedWidth(210)
        self._count = label("", role="text-2", size="sm")
        self.audit_button = Button(
            "Audit again", icon_name="audit", tip="Audit the selected runs, or all shown"
        )
        self._nothing = EmptyState("No run fits these filters", "", "Clear filters")
        self._left, self._right = self._topbar_left(), self._topbar_right()
        self._lay_out()
        self._connect()

    @classmethod
    @override
    def specs(cls) -> tuple[ActionSpec, ...]:
        return (
            ActionSpec("runs.filter", "Filter runs", ("Ctrl+F",), cls.screen_id),
            ActionSpec("runs.audit", "Audit the selected runs again", ("Ctrl+R",), cls.screen_id),
            ActionSpec("runs.audit-missing", "Audit all runs that are not audited yet", (), cls.screen_id),
            ActionSpec("runs.report", "Write a report of the selected runs", ("Ctrl+E",), cls.screen_id),
            ActionSpec(
                "runs.rerun",
                "Run the selected experiments again, in containers",
                ("Ctrl+Shift+R",),
                cls.screen_id,
            ),
            ActionSpec(
                "runs.judge", "Ask judges for reviews of the selected runs", ("Ctrl+Shift+J",), cls.screen_id
            ),
            ActionSpec("runs.exclude", "Leave out of statistics, or count again", ("X",), cls.screen_id),
            ActionSpec("runs.undo", "Take back what was left out last", ("Ctrl+Z",), cls.screen_id),
            ActionSpec("runs.clear", "Clear filters", ("Ctrl+Backspace",), cls.screen_id),
        )

    @override
    def handlers(self) -> dict[str, Callable[[], None]]:
        return {
            "runs.filter": self._focus_filter,
            "runs.audit": self._audit_selected,
            "runs.audit-missing": self._audit_missing,
            "runs.report": self._report_selected,
            "runs.rerun": self._rerun_selected,
            "runs.judge": self._judge_selected,
            "runs.exclude": self._exclude_selected,
            "runs.undo": self.leaving.undo,
            "runs.clear": self._clear,
        }

    @override
    def topbar(self) -> QWidget | None:
        return self._left

    @override
    def topbar_right(self) -> QWidget | None:
        return self._right

    @override
    def status_keys(self) -> tuple[tuple[str, str], ...]:
        return (
            ("Enter", "open audit"),
            ("↑ / ↓", "run"),
            ("Space", "select"),
            ("Ctrl+R", "audit again"),
            ("Ctrl+E", "report"),
            ("Ctrl+Shift+J", "judges"),
            ("X", "leave out"),
            ("Ctrl+F", "filter"),
        )

    @override
    def status_left(self) -> str:
        return f"{len(self.table.selected_rows())} selected"

    @override
    def entered(self) -> None:
        self.table.setFocus()

    @override
    def workspace_changed(self) -> None:
        self.reload()

    @override
    def close_layer(self) -> bool:
        if self.leaving.reason.close():
            return True
        if self.search.hasFocus() or self.search.text():
            self.search.clear()
            self.table.setFocus()
            return True
        return False

    def reload(self) -> None:
        """Read the rows again; what is shown stays until they are there."""
        if self._reading is not None and self._reading.running:
            self._again = True
            return
        self._again = False
        self._reading = self._background.submit(self._read_rows, done=self._show_rows)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _read_rows(self, _cancel: CancelToken, _emit: Emit) -> tuple[RunRow, ...]:
        return self._ctx.workspace.runs.rows()

    def _show_rows(self, rows: tuple[RunRow, ...]) -> None:
        if self._again:
            self.reload()
        self._keep_place(lambda: self.model.show_rows(rows))
        self.filters.show_rows(rows)
        self._say_count()
        self.rows_shown.emit(len(rows))
        if any(row.judge_means for row in rows):
            workspace = self._ctx.workspace
            self._background.submit(
                lambda _cancel, _emit: calibration_of(workspace), done=self._show_calibration
            )

    def _show_calibration(self, calibration: Calibration) -> None:
        """What judges' scores are worth stands beside them."""
        if calibration != self.summary.calibration:
            self.summary.calibration = calibration
            self.model.show_worth(calibration.caution(calibration.cards))
            self._moved()

    def _keep_place(self, change: Callable[[], None]) -> None:
        """Change what is listed and leave keyboard, selection and scroll where they were."""
        current = self.table.current_row()
        selected = {row.run.name for row in self.table.selected_rows()}
        scroll = self.table.verticalScrollBar().value()
        change()
        with QSignalBlocker(self.table):  # the panel is filled once, when all stands in its place
            self.table.choose(current.run.name if current is not None else None)
            self._select_again(selected if len(selected) > 1 else frozenset())
        if current is not None:
            self.table.verticalScrollBar().setValue(scroll)
        self._moved()

    def _select_again(self, names: Collection[RunName]) -> None:
        flag = QItemSelectionModel.SelectionFlag
        for name in names:
            place = self.model.place_of(name)
            if place >= 0:
                self.table.selectionModel().select(self.model.index(place, 0), flag.Select | flag.Rows)

    def _wish(self, wish: Wish) -> None:
        self.filters.take(wish)
        self._keep_place(lambda: self.model.set_wish(wish))
        self._say_count()

    def _fold(self, name: str) -> None:
        self._wish(fold(self.model.wish, name))
        entries = self.model.entries()
        place = next(
            (at for at, item in enumerate(entries) if isinstance(item, Head) and item.name == name), 0
        )
        self.table.setCurrentIndex(self.model.index(place, 0))

    def _sort(self, column: Column) -> None:
        wish = self.model.wish
        descending = not wish.descending if wish.sort is column else column is not Column.RUN
        self._wish(replace(wish, sort=column, descending=descending))

    def _say_count(self) -> None:
        total = len(self.model.rows())
        heads = [item.count for item in self.model.entries() if isinstance(item, Head)]
        shown = sum(heads) if heads else len(self.model.shown_runs())
        self._count.setText(f"{total} in this workspace" + (f", {shown} shown" if shown != total else ""))
        self._pages.setCurrentWidget(self.table if self.model.entries() else self._nothing)
        self._nothing.say("No run fits these filters", f"{total} runs were looked at.", "Clear filters")

    def _moved(self) -> None:
        row = self.table.current_row()
        selected = len(self.table.selected_rows())
        self.audit_button.setText(f"Audit {selected} again" if selected > 1 else "Audit again")
        if self._findings_job is not None:
            self._findings_job.cancel()
        self.summary.show_row(row)
        if row is not None and any(row.findings.values()):
            name = row.run.name
            self._findings_job = self._background.submit(
                lambda cancel, _emit: self._read_findings(name, cancel),
                done=lambda findings: self._show_findings(name, findings),
            )
        self.status_changed.emit()

    def _read_findings(self, run: RunName, cancel: CancelToken) -> tuple[Finding, ...]:
        cancel.check()
        stored = self._ctx.workspace.audits.latest(run)
        return stored.audit.findings if stored is not None else ()

    def _show_findings(self, run: RunName, findings: tuple[Finding, ...]) -> None:
        row = self.table.current_row()
        if row is not None and row.run.name == run:
            self.summary.show_row(row, findings)

    def _open_current(self) -> None:
        row = self.table.current_row()
        if row is not None:
            self.open_run.emit(row.run.name)

    def _focus_filter(self) -> None:
        self.search.setFocus()
        self.search.selectAll()

    def _audit_selected(self) -> None:
        chosen = self.table.selected_rows() or self.model.shown_runs()
        self._audit(tuple(row.run.name for row in chosen))

    def _audit_missing(self) -> None:
        missing = tuple(row.run.name for row in self.model.rows() if row.gate is None or row.stale)
        if missing:
            self._audit(missing)
        else:
            self.message.emit("All runs are audited")

    def _report_selected(self) -> None:
        chosen = [row for row in self.table.selected_rows() if row.gate is not None]
        if chosen:
            self._report(tuple(row.run.name for row in chosen))
        else:
            self.message.emit("Select an audited run first")

    def _rerun_selected(self) -> None:
        self._ask_of_selected(self._rerun)

    def _judge_selected(self) -> None:
        self._ask_of_selected(self._judge)

    def _exclude_selected(self) -> None:
        index = self.table.currentIndex()
        box = self.table.visualRect(index.siblingAtColumn(0))
        self._offer_parts(self.table.viewport().mapToGlobal(box.bottomLeft()))

    def _offer_parts(self, place: QPoint, more: Sequence[QAction] = ()) -> None:
        self._ask_of_selected(lambda runs: self.leaving.ask(runs, place, more))

    def _menu(self, at: QPoint) -> None:
        """What can be done with the run under the pointer, or with all that are selected if it is one of them."""
        index = self.table.indexAt(at)
        if not isinstance(self.model.entry(index.row()), RunRow):
            return
        if not self.table.selectionModel().isRowSelected(index.row(), index.parent()):
            self.table.setCurrentIndex(index)
        handlers, made = self.handlers(), []
        for spec in self.specs():
            if spec.id in _IN_MENU:
                action = QAction(spec.text, self.leaving)
                action.triggered.connect(handlers[spec.id])
                made.append(action)
        self._offer_parts(self.table.viewport().mapToGlobal(at), made)

    def _left_out(self, told: str) -> None:
        self.message.emit(told)
        self.reload()

    def _ask_of_selected(self, ask: RunsAsked) -> None:
        chosen = tuple(row.run.name for row in self.table.selected_rows())
        if chosen:
            ask(chosen)
        else:
            self.message.emit("Select a run first")

    def _clear(self) -> None:
        wish = self.model.wish
        for combo in (self.filters.gap, self.filters.findings, self.filters.review):
            combo.setCurrentIndex(0)
        self.search.clear()
        self._wish(Wish(group_by=wish.group_by, sort=wish.sort, descending=wish.descending))
        self.filters.show_rows(self.model.rows())

    def _connect(self) -> None:
        self.table.opened.connect(self.open_run)
        self.table.folded.connect(self._fold)
        self.table.sorted_by.connect(self._sort)
        self.table.moved.connect(self._moved)
        self.table.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.table.customContextMenuRequested.connect(self._menu)
        self.leaving.changed.connect(self._left_out)
        self.leaving.failed.connect(self.message)
        self.filters.wished.connect(self._wish)
        self.search.textChanged.connect(lambda text: self._wish(replace(self.model.wish, text=text)))
        self.search.returnPressed.connect(self.table.setFocus)
        self.summary.open_wanted.connect(self._open_current)
        self.summary.report_wanted.connect(self._report_selected)
        self.summary.audit_wanted.connect(self._audit_selected)
        self.audit_button.clicked.connect(self._audit_selected)
        self._nothing.pressed.connect(self._clear)

    def _fit(self) -> None:
        width = self.width()
        wanted = 0 if width < _PANEL_FROM else _PANEL if width >= _WIDE_FROM else _PANEL_SMALL
        panel = max(wanted, min(fonts.px(wanted), int(width * _PANEL_SHARE)))
        self.summary.setVisible(panel > 0)
        self.summary.setFixedWidth(panel or _PANEL)
        self.filters.set_narrow(narrow=width < _PANEL_FROM)
        self.table.fit(width - panel)

    def _topbar_left(self) -> QWidget:
        box = QWidget()
        row = QHBoxLayout(box)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(10)
        row.addWidget(label("Runs", size="lg", weight="semibold"))
        row.addWidget(self._count)
        return box

    def _topbar_right(self) -> QWidget:
        box = QWidget()
        report = Button("Report", icon_name="report", tip="Write a report of the selected runs  (Ctrl E)")
        report.clicked.connect(self._report_selected)
        bring = Button("Import…", icon_name="add", kind="primary", tip="Ctrl I")
        bring.clicked.connect(self.import_wanted)
        row = QHBoxLayout(box)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(self.search)
        row.addWidget(separator(vertical=True, length=16))
        row.addWidget(self.audit_button)
        row.addWidget(report)
        row.addWidget(bring)
        return box

    def _lay_out(self) -> None:
        ground(self, "panel")
        self._pages = QStackedWidget()
        self._pages.addWidget(self.table)
        self._pages.addWidget(self._nothing)
        middle = QHBoxLayout()
        middle.setSpacing(0)
        middle.addWidget(self._pages, 1)
        middle.addWidget(self.summary)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.filters)
        column.addLayout(middle, 1)
