"""Paints the cells of the runs table: gate, claims bar, findings, judges; every number mono and at the right."""

from collections.abc import Callable

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QTableView
from typing_extensions import override

from mlrbench_gui.domain.values import GATE_ORDER
from mlrbench_gui.domain.veil import told_task
from mlrbench_gui.services.ports.rows import RunRow
from mlrbench_gui.ui.kit import theme
from mlrbench_gui.ui.kit.chips import badge_width, paint_badge
from mlrbench_gui.ui.kit.fonts import height, mono_font, px, ui_font
from mlrbench_gui.ui.kit.icons import paint_icon
from mlrbench_gui.ui.kit.paint import (
    CENTER,
    LEFT,
    RIGHT,
    draw_claims_bar,
    draw_line,
    draw_row_ground,
    draw_text,
    half_pixel,
    text_width,
)
from mlrbench_gui.ui.screens.runs.listing import (
    Column,
    Head,
    ReviewFilter,
    doubtful_share,
    gap,
    judge_mean,
    review_state,
)
from mlrbench_gui.ui.screens.runs.model import COLUMNS, ENTRY_ROLE, RunsModel, review_words

Index = QModelIndex | QPersistentModelIndex
Paint = Callable[[QPainter, QRectF, RunRow], None]
PADDING = 8
_OUT = "left out"
_STATE_WIDE, _STATE_HIGH, _STATE_GAP = 13, 8, 2
_WIDE_GAP, _MOST_DOUBTFUL = 3, 0.5
_SCORE_LOW, _SCORE_HIGH = 1, 10


class RunsDelegate(QStyledItemDelegate):
    """One painter function a column."""

    def __init__(self, view: QTableView, model: RunsModel) -> None:
        super().__init__(view)
        self._view = view
        self._model = model
        self._painters: dict[Column, Paint] = {
            Column.RUN: self._paint_run,
            Column.GATE: _paint_gate,
            Column.REACHED: _paint_reached,
            Column.GAP: _paint_gap,
            Column.CLAIMS: self._paint_claims,
            Column.ALL: _paint_all,
            Column.DOUBTFUL: _paint_doubtful,
            Column.FINDINGS: _paint_findings,
            Column.JUDGES: _paint_judges,
            Column.MEAN: _paint_mean,
            Column.REVIEW: _paint_review,
        }

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        entry = index.data(ENTRY_ROLE)
        box = QRectF(option.rect)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if isinstance(entry, Head):
            self._paint_head(painter, box, entry, option)
        else:
            self._paint_ground(painter, box, option, index)
            column = COLUMNS[index.column()]
            self._painters[column](painter, box.adjusted(PADDING, 0, -PADDING, -1), entry)
        bottom = box.bottom() - 0.5
        draw_line(painter, QPointF(box.left(), bottom), QPointF(box.right(), bottom))
        painter.restore()

    def _paint_ground(
        self, painter: QPainter, box: QRectF, option: QStyleOptionViewItem, index: Index
    ) -> None:
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        focused = self._view.hasFocus()
        if selected and index.column() > 0:
            painter.fillRect(box, theme.color("select" if focused else "select-idle"))
        else:
            hovered = bool(option.state & QStyle.StateFlag.State_MouseOver)
            draw_row_ground(painter, box, selected=selected, focused=focused, hovered=hovered)

    def _paint_head(self, painter: QPainter, box: QRectF, head: Head, option: QStyleOptionViewItem) -> None:
        painter.fillRect(box, theme.color("sunken"))
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        if selected:
            draw_row_ground(painter, box, selected=True, focused=self._view.hasFocus(), hovered=False)
        icon = QRectF(box.left() + PADDING, round(box.center().y() - 7), 14, 14)
        paint_icon(painter, "chevron-right" if head.folded else "chevron-down", icon, theme.color("text-2"))
        font = ui_font(11, 600)
        wide = text_width(head.name, font) + 4
        name = QRectF(icon.right() + 6, box.top(), wide, box.height() - 1)
        draw_text(painter, name, head.name, font=font, color=theme.color("text-2"))
        words = f"{head.count} run{'' if head.count == 1 else 's'}"
        rest = QRectF(name.right() + 6, box.top(), 200, box.height() - 1)
        draw_text(
            painter, rest, words, font=ui_font(11), color=theme.color("text-2" if selected else "text-3")
        )

    def _paint_run(self, painter: QPainter, box: QRectF, row: RunRow) -> None:
        right = box.right()
        if row.stale:
            paint_icon(
                painter, "clock", QRectF(right - 14, round(box.center().y() - 7), 14, 14), theme.color("warn")
            )
            right -= 18
        if row.left_out.why:
            wide = badge_width(_OUT)
            place = QRectF(right - wide, round(box.center().y() - height("badge") / 2), wide, height("badge"))
            paint_badge(painter, place, _OUT, "warn")
            right -= wide + 6
        name = QRectF(box.left(), box.top(), right - box.left(), box.height())
        ink = theme.color("text-2" if row.left_out.why else "text")
        draw_text(painter, name, told_task(row.run), font=ui_font(12, 500), color=ink)

    def _paint_claims(self, painter: QPainter, box: QRectF, row: RunRow) -> None:
        if row.claims:
            wide = max(20.0, box.width() * row.claims / self._model.most_claims)
            draw_claims_bar(painter, QRectF(box.left(), round(box.center().y() - 5), wide, 10), row.verdicts)


def _paint_gate(painter: QPainter, box: QRectF, row: RunRow) -> None:
    """Reached states filled, those only claimed dashed, the rest in outline."""
    if row.gate is None:
        draw_text(painter, box, "not audited", font=ui_font(12), color=theme.color("text-3"))
        return
    reached = GATE_ORDER.index(row.gate.reached)
    claimed = GATE_ORDER.index(row.gate.claimed) if row.gate.claimed is not None else 0
    top = round(box.center().y() - _STATE_HIGH / 2)
    for place in range(1, len(GATE_ORDER)):
        cell = QRectF(box.left() + (place - 1) * (_STATE_WIDE + _STATE_GAP), top, _STATE_WIDE, _STATE_HIGH)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        if place <= reached:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.color("ok"))
            painter.drawRoundedRect(cell, 1, 1)
        elif place <= claimed:
            pen = QPen(theme.color("danger"), 1)
            pen.setCosmetic(True)
            pen.setDashPattern([2, 2])
            painter.setPen(pen)
            painter.drawRect(half_pixel(cell))
        else:
            painter.setPen(QPen(theme.color("line"), 1))
            painter.drawRect(half_pixel(cell))


def _paint_reached(painter: QPainter, box: QRectF, row: RunRow) -> None:
    if row.gate is not None:
        draw_text(painter, box, row.gate.reached, font=ui_font(12), color=theme.color("text"))


def _paint_gap(painter: QPainter, box: QRectF, row: RunRow) -> None:
    value = gap(row)
    if value is not None:
        role = "danger" if value >= _WIDE_GAP else "text-2" if value else "text-3"
        weight = 600 if value >= _WIDE_GAP else 400
        _number(painter, box, f"−{value}" if value else "0", role, weight)


def _paint_all(painter: QPainter, box: QRectF, row: RunRow) -> None:
    """How many claims count; a star says that some do not."""
    out = row.left_out.claims
    if row.claims or out:
        _number(painter, box, f"{row.claims}{'*' if out else ''}", "text")


def _paint_doubtful(painter: QPainter, box: QRectF, row: RunRow) -> None:
    share = doubtful_share(row)
    if share is not None:
        much = share > _MOST_DOUBTFUL
        _number(painter, box, f"{share * 100:.0f} %", "text" if much else "text-2", 600 if much else 400)


def _paint_findings(painter: QPainter, box: QRectF, row: RunRow) -> None:
    if row.gate is None:
        return
    left = box.left()
    for severity, role in (("high", "danger"), ("medium", "warn"), ("low", "")):
        count = row.findings.get(severity, 0)
        wide = max(px(20), round(text_width(str(count), ui_font(11, 600))) + 8)
        cell = QRectF(left, round(box.center().y() - px(8)), wide, px(16))
        _paint_count(painter, cell, count, role)
        left += wide + 4


def _paint_count(painter: QPainter, cell: QRectF, count: int, role: str) -> None:
    if not count:
        draw_text(painter, cell, "0", font=ui_font(11), color=theme.color("text-off"), align=CENTER)
        return
    painter.setBrush(Qt.BrushStyle.NoBrush if role else theme.color("hover"))
    painter.setPen(QPen(theme.color(role), 1) if role else QPen(Qt.PenStyle.NoPen))
    painter.drawRoundedRect(half_pixel(cell), 3, 3)
    draw_text(
        painter, cell, str(count), font=ui_font(11, 600), color=theme.color(role or "text-2"), align=CENTER
    )


def _paint_judges(painter: QPainter, box: QRectF, row: RunRow) -> None:
    """A line from 1 to 10 with a mark a judge, joined where they differ."""
    if not row.judge_means:
        return
    wide = min(64.0, box.width())
    middle = round(box.center().y()) + 0.5
    draw_line(painter, QPointF(box.left(), middle), QPointF(box.left() + wide, middle))
    span = _SCORE_HIGH - _SCORE_LOW
    marks = [box.left() + (value - _SCORE_LOW) / span * (wide - 7) + 3.5 for value in row.judge_means]
    draw_line(painter, QPointF(min(marks), middle), QPointF(max(marks), middle), "text-2")
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.color("text-2"))
    for mark in marks:
        painter.drawRoundedRect(QRectF(mark - 3.5, middle - 3.5, 7, 7), 1, 1)


def _paint_mean(painter: QPainter, box: QRectF, row: RunRow) -> None:
    mean = judge_mean(row)
    if mean is not None:
        _number(painter, box, f"{mean:.1f}{'*' if row.left_out.judges else ''}", "text")


def _paint_review(painter: QPainter, box: QRectF, row: RunRow) -> None:
    state = review_state(row)
    left = box.left()
    if state is ReviewFilter.DONE:
        paint_icon(painter, "check", QRectF(left, round(box.center().y() - 7), 14, 14), theme.color("ok"))
        left += 20
    role = "text-3" if state is ReviewFilter.NOT_STARTED else "text"
    place = QRectF(left, box.top(), box.right() - left, box.height())
    draw_text(
        painter,
        place,
        review_words(row) if row.claims else "",
        font=ui_font(12),
        color=theme.color(role),
        align=LEFT,
    )


def _number(painter: QPainter, box: QRectF, text: str, role: str, weight: int = 400) -> None:
    draw_text(painter, box, text, font=mono_font(12, weight), color=QColor(theme.color(role)), align=RIGHT)
