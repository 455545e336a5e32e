"""Paints the rows of the claim list: 24 px section heads and 42 px claims of two lines."""

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QPointF, QRectF, QSize
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem
from typing_extensions import override

from mlrbench_gui.domain.decisions import ReviewedClaim
from mlrbench_gui.domain.values import Trust, Verdict
from mlrbench_gui.ui.kit import theme
from mlrbench_gui.ui.kit.fonts import height, mono_font, px, ui_font
from mlrbench_gui.ui.kit.glyphs import TRUST_WORDS, trust_pixmap, verdict_pixmap
from mlrbench_gui.ui.kit.icons import icon_pixmap
from mlrbench_gui.ui.kit.paint import RIGHT, draw_row_ground, draw_text, text_width
from mlrbench_gui.ui.screens.audit.claims.grouping import SectionRow
from mlrbench_gui.ui.screens.audit.claims.model import CLAIM_ROLE, ROW_ROLE, ClaimModel
from mlrbench_gui.ui.screens.audit.claims.words import claim_value, evidence_value, plain_quote

Index = QModelIndex | QPersistentModelIndex
State = QStyle.StateFlag
_GLYPH = 16
_SMALL = 14
_LEFT = 11
_TEXT = 34
_MARKS = 28
"""Room at the right for the decision's glyph and, under it, note and flag."""


class ClaimDelegate(QStyledItemDelegate):
    """`focused` says whether the list has the keyboard; the selection is pale without it."""

    def __init__(self, model: ClaimModel, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self.focused = False
        self.current: str | None = None

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        section = isinstance(self._model.row(index), SectionRow)
        return QSize(120, height("row-group" if section else "row-claim"))

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row = index.data(ROW_ROLE)
        rect = QRectF(option.rect)
        painter.save()
        if isinstance(row, SectionRow):
            self._paint_section(painter, rect, row)
        else:
            claim: ReviewedClaim | None = index.data(CLAIM_ROLE)
            if claim is not None:
                state = option.state
                selected = bool(state & State.State_Selected)
                hovered = bool(state & State.State_MouseOver)
                self._paint_ground(painter, rect, claim.current.id, selected=selected, hovered=hovered)
                self._paint_claim(painter, rect, claim, selected=selected)
        painter.fillRect(QRectF(rect.left(), rect.bottom() - 1, rect.width(), 1), theme.color("line"))
        painter.restore()

    def _paint_ground(
        self, painter: QPainter, rect: QRectF, claim_id: str, *, selected: bool, hovered: bool
    ) -> None:
        draw_row_ground(painter, rect, selected=selected, focused=self.focused, hovered=hovered)
        if selected and self.current not in (None, claim_id):
            bar = QRectF(rect.left(), rect.top(), 3, rect.height())
            painter.fillRect(bar, theme.color("select" if self.focused else "select-idle"))

    def _paint_section(self, painter: QPainter, rect: QRectF, row: SectionRow) -> None:
        painter.fillRect(rect, theme.color("sunken"))
        dpr = painter.device().devicePixelRatioF()
        arrow = icon_pixmap(
            "chevron-right" if row.folded else "chevron-down", theme.color("text-2"), _SMALL, dpr
        )
        painter.drawPixmap(QPointF(rect.left() + 8, rect.center().y() - _SMALL / 2), arrow)
        count = f"{row.open} of {row.total} open"
        font = ui_font(11)
        room = text_width(count, font) + 12
        line = rect.adjusted(28, 0, -10, -1)
        draw_text(painter, line, count, font=font, color=theme.color("text-3"), align=RIGHT)
        title = line.adjusted(0, 0, -room, 0)
        draw_text(painter, title, row.title, font=ui_font(11, 600), color=theme.color("text-2"))

    def _paint_claim(self, painter: QPainter, rect: QRectF, claim: ReviewedClaim, *, selected: bool) -> None:
        dpr = painter.device().devicePixelRatioF()
        top = rect.top() + (rect.height() - px(34)) / 2
        first = QRectF(rect.left() + _TEXT, top, rect.width() - _TEXT - _MARKS, px(18))
        second = QRectF(first.left(), first.bottom(), first.width(), px(16))
        glyph = verdict_pixmap(claim.current.verdict, _GLYPH, dpr)
        painter.drawPixmap(QPointF(rect.left() + _LEFT, round(first.center().y() - _GLYPH / 2)), glyph)
        main = theme.color("text-2" if claim.decision is not None else "text")
        hint = theme.color("text-2" if selected else "text-3")
        self._paint_first(painter, first, claim, main)
        self._paint_second(painter, second, claim, hint)
        self._paint_marks(painter, rect, claim)

    def _paint_first(self, painter: QPainter, line: QRectF, claim: ReviewedClaim, main: QColor) -> None:
        value, font = claim_value(claim.current), mono_font(12, 500)
        draw_text(painter, line, value, font=font, color=main, align=RIGHT)
        room = line.adjusted(0, 0, -text_width(value, font) - 8, 0)
        draw_text(painter, room, plain_quote(claim.current.quote), font=ui_font(12), color=main)

    def _paint_second(self, painter: QPainter, line: QRectF, claim: ReviewedClaim, hint: QColor) -> None:
        now = claim.current
        contradicted = now.verdict is Verdict.CONTRADICTED
        held, font = evidence_value(now), mono_font(11, 600 if contradicted else 400)
        colour = theme.current().ink(now.verdict) if contradicted else theme.color("text-2")
        draw_text(painter, line, held, font=font, color=colour, align=RIGHT)
        dpr = painter.device().devicePixelRatioF()
        word = theme.color("text" if now.trust is Trust.DOUBTFUL else "text-2")
        painter.drawPixmap(
            QPointF(line.left(), round(line.center().y() - _SMALL / 2)),
            trust_pixmap(now.trust, theme.color("text-2"), _SMALL, dpr),
        )
        room = line.adjusted(_SMALL + 5, 0, -text_width(held, font) - 8, 0)
        trust, small = TRUST_WORDS[now.trust], ui_font(11)
        draw_text(
            painter,
            room,
            trust,
            font=small,
            color=theme.color("text-2") if claim.decision is not None else word,
        )
        room = room.adjusted(text_width(trust, small) + 5, 0, 0, 0)
        draw_text(painter, room, f"· {_kind(claim)}", font=small, color=hint)

    def _paint_marks(self, painter: QPainter, rect: QRectF, claim: ReviewedClaim) -> None:
        """Decision at the middle of the right edge; with note or flag it moves up and they stand below."""
        dpr = painter.device().devicePixelRatioF()
        x, middle = rect.right() - 21, rect.center().y() - _SMALL / 2
        small = [name for name, there in (("note", claim.note), ("flag", claim.flagged)) if there]
        if claim.decision is not None:
            overruled = claim.decision.overruled
            name, role = ("person", "accent-ink") if overruled else ("check", "ok")
            y = middle - (9 if small else 0)
            painter.drawPixmap(QPointF(x, round(y)), icon_pixmap(name, theme.color(role), _SMALL, dpr))
        y = middle + (9 if claim.decision is not None else 0)
        x = rect.right() - (21 if len(small) < 2 else 27)
        for name in small:
            role = "accent-ink" if name == "flag" else "text-2"
            size = _SMALL if len(small) < 2 else 12
            painter.drawPixmap(QPointF(x, round(y)), icon_pixmap(name, theme.color(role), size, dpr))
            x += 12


def _kind(claim: ReviewedClaim) -> str:
    """The kind, and where a person made or changed the claim itself, that too."""
    if claim.origin == "person":
        return f"{claim.current.kind.value} · by hand"
    return claim.current.kind.value
