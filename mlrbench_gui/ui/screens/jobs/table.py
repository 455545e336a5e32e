"""The table of jobs and the painting of its cells."""

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
)
from typing_extensions import override

from mlrbench_gui.domain.jobs import ENDED, JobState
from mlrbench_gui.ui.kit import theme
from mlrbench_gui.ui.kit.fonts import height, mono_font, px, ui_font
from mlrbench_gui.ui.kit.icons import paint_icon
from mlrbench_gui.ui.kit.paint import RIGHT, draw_line, draw_row_ground, draw_text
from mlrbench_gui.ui.screens.jobs.listing import Column, JobRow
from mlrbench_gui.ui.screens.jobs.model import COLUMNS, ROW_ROLE, Index, JobsModel, cell_words

_WIDTHS = {
    Column.STATE: 184,
    Column.TITLE: 260,
    Column.KIND: 200,
    Column.PROGRESS: 280,
    Column.LEFT: 72,
    Column.TIME: 72,
    Column.SPENT: 128,
}
_DROPPED_FIRST = (Column.KIND, Column.LEFT)
_PADDING = 8


class JobsTable(QTableView):
    """`moved` tells that the keyboard is on another job."""

    moved = Signal()

    def __init__(self, model: JobsModel) -> None:
        super().__init__()
        self._model = model
        self._none = ""
        self.setModel(model)
        self.setItemDelegate(_JobDelegate(self))
        self.setAccessibleName("Jobs")
        self.setShowGrid(False)
        self.setMouseTracking(True)
        self.setTabKeyNavigation(False)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.verticalHeader().hide()
        head = self.horizontalHeader()
        head.setHighlightSections(False)
        head.setSectionsClickable(False)
        head.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        theme.keep_fit(self, self._fit_rows)
        self.verticalScrollBar().rangeChanged.connect(lambda *_: self._fit())
        self.selectionModel().currentChanged.connect(lambda *_: self.moved.emit())

    def current_row(self) -> JobRow | None:
        """The job that the keyboard is on."""
        place = self.currentIndex().row()
        return self._model.rows[place] if 0 <= place < len(self._model.rows) else None

    def choose(self, id_: str | None) -> None:
        """Put the keyboard on a job, or on the first one."""
        place = self._model.place_of(id_) if id_ is not None else -1
        if self._model.rows:
            self.setCurrentIndex(self._model.index(max(0, place), 0))

    def say_none(self, words: str) -> None:
        """What stands in the table while no job does."""
        self._none = words
        self.viewport().update()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self._none and not self._model.rows:
            painter = QPainter(self.viewport())
            box = QRectF(self.viewport().rect()).adjusted(12, 10, -12, 0)
            box.setHeight(height("row"))
            draw_text(painter, box, self._none, font=ui_font(12), color=theme.color("text-2"))
            painter.end()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.ActivationChange:
            self.viewport().update()

    def _fit(self) -> None:
        """The title takes what is left; where there is little room, columns go whose words stand elsewhere too."""
        room = self.viewport().width()
        widths = {column: px(wide) for column, wide in _WIDTHS.items()}
        hidden: set[Column] = set()
        for column in _DROPPED_FIRST:
            if sum(wide for other, wide in widths.items() if other not in hidden) <= room:
                break
            hidden.add(column)
        used = sum(wide for column, wide in widths.items() if column not in hidden | {Column.TITLE})
        for section, column in enumerate(COLUMNS):
            self.setColumnHidden(section, column in hidden)
            wide = max(px(120), room - used) if column is Column.TITLE else widths[column]
            self.setColumnWidth(section, wide)

    def _fit_rows(self) -> None:
        self.verticalHeader().setMinimumSectionSize(height("row"))
        self.verticalHeader().setDefaultSectionSize(height("row"))
        self.horizontalHeader().setFixedHeight(height("table-head"))
        self._fit()


class _JobDelegate(QStyledItemDelegate):
    def __init__(self, view: QTableView) -> None:
        super().__init__(view)
        self._view = view

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row, column = index.data(ROW_ROLE), COLUMNS[index.column()]
        rect = QRectF(option.rect)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._ground(painter, rect, option, index)
        box = rect.adjusted(_PADDING, 0, -_PADDING, -1)
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        match column:
            case Column.STATE:
                _paint_state(painter, box.adjusted(4, 0, 0, 0), row)
            case Column.TITLE:
                draw_text(painter, box, row.job.title, font=ui_font(12, 500), color=theme.color("text"))
            case Column.KIND:
                role = "text-2" if selected else "text-3"
                draw_text(painter, box, row.kind, font=ui_font(12), color=theme.color(role))
            case Column.PROGRESS:
                _paint_progress(painter, box, row)
            case _:
                words = cell_words(row, column)
                draw_text(painter, box, words, font=mono_font(12), color=theme.color("text"), align=RIGHT)
        bottom = rect.bottom() - 0.5
        draw_line(painter, QPointF(rect.left(), bottom), QPointF(rect.right(), bottom))
        painter.restore()

    def _ground(self, painter: QPainter, rect: QRectF, option: QStyleOptionViewItem, index: Index) -> None:
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        focused = self._view.hasFocus()
        if selected and index.column() > 0:
            painter.fillRect(rect, theme.color("select" if focused else "select-idle"))
        else:
            hovered = bool(option.state & QStyle.StateFlag.State_MouseOver)
            draw_row_ground(painter, rect, selected=selected, focused=focused, hovered=hovered)


def _paint_state(painter: QPainter, box: QRectF, row: JobRow) -> None:
    icon = QRectF(box.left(), round(box.center().y() - 7), 14, 14)
    paint_icon(painter, row.icon, icon, theme.color(row.tone))
    words = box.adjusted(20, 0, 0, 0)
    draw_text(painter, words, row.state, font=ui_font(12), color=theme.color("text"))


def _paint_progress(painter: QPainter, box: QRectF, row: JobRow) -> None:
    """A bar with its share where that is known, else what is being done; of a job that is over, how or why it ended."""
    share = row.share
    if not share and not row.doing:
        return
    if row.job.state in ENDED and row.doing:
        role = "danger" if row.job.state is JobState.FAILED else "text-2"
        draw_text(painter, box, row.doing, font=ui_font(12), color=theme.color(role))
        return
    if share is None or (not share and len(row.job.steps) == 1):
        draw_text(painter, box, row.doing, font=ui_font(12), color=theme.color("text-2"))
        return
    wide = px(46)
    track = QRectF(box.left(), round(box.center().y()) - 2, box.width() - wide, 4)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.color("line"))
    painter.drawRoundedRect(track, 2, 2)
    painter.setBrush(theme.color("accent" if row.job.state is JobState.RUNNING else "text-3"))
    painter.drawRoundedRect(QRectF(track.left(), track.top(), track.width() * share, 4), 2, 2)
    words = QRectF(box.right() - wide, box.top(), wide, box.height())
    draw_text(painter, words, f"{share:.0%}", font=mono_font(12), color=theme.color("text"), align=RIGHT)
