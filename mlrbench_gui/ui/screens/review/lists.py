"""The left column's lists: runs with the state of their review, claims in order of what a look is worth."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRectF, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QPainter
from typing_extensions import override

from mlrbench_gui.domain.audit import Claim
from mlrbench_gui.domain.risk import RankedClaim
from mlrbench_gui.domain.sharing import is_alias
from mlrbench_gui.domain.values import RelPath
from mlrbench_gui.ui.kit import theme
from mlrbench_gui.ui.kit.chips import badge_width, paint_badge
from mlrbench_gui.ui.kit.fonts import height, mono_font, ui_font
from mlrbench_gui.ui.kit.glyphs import TRUST_WORDS, VERDICT_WORDS, trust_pixmap, verdict_pixmap
from mlrbench_gui.ui.kit.icons import paint_icon
from mlrbench_gui.ui.kit.paint import RIGHT, draw_text, text_width
from mlrbench_gui.ui.kit.rowlist import RowDelegate, RowList, RowsModel
from mlrbench_gui.ui.screens.review.reading import RunItem, RunState, time_words

Index = QModelIndex | QPersistentModelIndex
_PAD, _GLYPH = 12, 16
_SHORT, _LEAD = 26, 60
_ICONS = {
    RunState.NEW: ("trust-unknown", "text-3"),
    RunState.DRAFT: ("review", "accent-ink"),
    RunState.DONE: ("check", "ok"),
    RunState.CHANGED: ("review", "warn"),
}


@dataclass(frozen=True, slots=True)
class QueuedClaim:
    """A claim of the queue with the reviewer's own seconds on it; `left_out` says why it does not count."""

    ranked: RankedClaim
    title: str
    seconds: int = 0
    left_out: str = ""

    @property
    def id(self) -> str:
        return self.ranked.claim.current.id


class PickList(RowList):
    """`picked`: the person went to another row; `menu_wanted`: a context menu at a place."""

    picked = Signal()
    menu_wanted = Signal(object)

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.setEditTriggers(RowList.EditTrigger.NoEditTriggers)
        self.clicked.connect(lambda _index: self.picked.emit())

    def go(self, row: int) -> None:
        """Put the keyboard's row there without telling."""
        model = self.model()
        if 0 <= row < model.rowCount():
            index = model.index(row, 0)
            self.setCurrentIndex(index)
            self.scrollTo(index)

    @override
    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        index = self.indexAt(event.pos())
        if index.isValid():
            self.setCurrentIndex(index)
            self.menu_wanted.emit(event.globalPos())


class RunsModel(RowsModel[RunItem]):
    """Rows in words for assistive programs."""

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        item = self.rows[index.row()]
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{item.title}, {run_words(item)}"
        if role == Qt.ItemDataRole.ToolTipRole:
            return f"{item.name}\n{item.left_out}".strip()
        return None


class ClaimsModel(RowsModel[QueuedClaim]):
    """Rows in words for assistive programs."""

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        item = self.rows[index.row()]
        now = item.ranked.claim.current
        if role == Qt.ItemDataRole.AccessibleTextRole:
            state = "decided" if item.ranked.claim.decision is not None else "undecided"
            words = f"{VERDICT_WORDS[now.verdict]}, {TRUST_WORDS[now.trust]}, {state}"
            return f"{words}: {' '.join(now.quote.split())}; {', '.join(item.ranked.why)}"
        if role == Qt.ItemDataRole.ToolTipRole:
            return "\n".join(
                filter(None, (now.quote, f"Section: {now.section}" if now.section else "", item.left_out))
            )
        return None


class RunDelegate(RowDelegate[RunItem]):
    """State glyph, task, state in words, and how much of the form is filled in."""

    height = "row-claim"
    ruled = True
    smooth = True

    @override
    def draw(self, painter: QPainter, rect: QRectF, row: RunItem, at_row: int) -> None:
        icon, role = _ICONS[row.state]
        paint_icon(
            painter, icon, QRectF(rect.left() + _PAD, rect.top() + 6, _GLYPH, _GLYPH), theme.color(role)
        )
        left, right = rect.left() + _PAD + _GLYPH + 8, rect.right() - _PAD
        upper = QRectF(left, rect.top() + 4, right - left, 17)
        lower = QRectF(left, rect.top() + 21, right - left, 16)
        if row.left_out:
            wide = badge_width("left out")
            box = QRectF(right - wide, upper.top() + 1, wide, height("badge"))
            paint_badge(painter, box, "left out", "warn")
            upper.setRight(box.left() - 6)
        done = row.state is RunState.DONE
        ink = theme.color("text-2" if done else "text")
        draw_text(painter, upper, row.title, font=ui_font(12, 500), color=ink)
        filled = "" if done or row.state is RunState.NEW else f"{row.filled}/{row.needed}"
        font = mono_font(11)
        draw_text(painter, lower, filled, font=font, color=theme.color("text-2"), align=RIGHT)
        lower.setRight(right - text_width(filled, font) - 6)
        told = run_words(row) if is_alias(row.name) or not row.maker else f"{run_words(row)} · {row.maker}"
        draw_text(painter, lower, told, font=ui_font(11), color=theme.color("text-2"))


class ClaimDelegate(RowDelegate[QueuedClaim]):
    """Verdict glyph, words of the claim, and why it stands where it does."""

    height = "row-claim"
    ruled = True
    smooth = True

    @override
    def draw(self, painter: QPainter, rect: QRectF, row: QueuedClaim, at_row: int) -> None:
        claim, dpr = row.ranked.claim, painter.device().devicePixelRatioF()
        now, decided = claim.current, claim.decision is not None
        glyph = verdict_pixmap(now.verdict, _GLYPH, dpr)
        painter.drawPixmap(QRectF(rect.left() + _PAD, rect.top() + 6, _GLYPH, _GLYPH).topLeft(), glyph)
        left, right = rect.left() + _PAD + _GLYPH + 8, rect.right() - _PAD
        if decided:
            place = QRectF(right - 14, rect.top() + 6, 14, 14)
            overruled = claim.decision is not None and claim.decision.overruled
            paint_icon(
                painter,
                "person" if overruled else "check",
                place,
                theme.color("accent-ink" if overruled else "ok"),
            )
        upper = QRectF(left, rect.top() + 4, right - left - (20 if decided else 0), 17)
        ink = theme.color("text-2" if decided else "text")
        draw_text(painter, upper, row.title, font=ui_font(12), color=ink)
        hint = theme.color("text-2")
        painter.drawPixmap(
            QRectF(left, rect.top() + 22, 14, 14).topLeft(), trust_pixmap(now.trust, hint, 14, dpr)
        )
        lower = QRectF(left + 18, rect.top() + 21, right - left - 18, 16)
        told = "left out" if row.left_out else time_words(row.seconds)
        font = ui_font(11)
        draw_text(painter, lower, told, font=font, color=hint, align=RIGHT)
        lower.setRight(right - text_width(told, font) - 6)
        draw_text(painter, lower, " · ".join(row.ranked.why), font=font, color=hint)


def claim_title(claim: Claim, text: str) -> str:
    """The words of a claim; of a short one also what stands before it in its sentence or cell row."""
    quote = " ".join(claim.quote.split())
    start = claim.span[0]
    if len(quote) >= _SHORT or not text:
        return quote
    first = max(0, start - _LEAD)
    first = max(text.find(" ", first, start), first) if first else 0
    lead = re.split(r"[.!?]\s|\n\s*\n|\n\||\n#+ ", text[first:start])[-1]
    words = " ".join(lead.replace("|", " ").replace("*", "").split())
    return f"{words} {quote}".strip() if words else quote


def run_words(item: RunItem) -> str:
    """The state of a review in words."""
    if item.state is RunState.DONE and item.at is not None:
        return f"version {item.version}, {item.at.astimezone():%d %b %H:%M}"
    if item.state is RunState.CHANGED:
        return f"changed since version {item.version}"
    return item.state.value


def queued(
    ranked: Sequence[RankedClaim],
    texts: Mapping[RelPath, str],
    spent: Mapping[tuple[str, str], int],
    left_out: Mapping[str, str],
) -> tuple[QueuedClaim, ...]:
    """The queue with own time, and what is left out of statistics by fingerprint."""
    return tuple(
        QueuedClaim(
            item,
            claim_title(item.claim.current, texts.get(item.claim.current.paper, "")),
            spent.get((item.claim.current.paper, item.claim.current.fingerprint), 0),
            left_out.get(item.claim.current.fingerprint, ""),
        )
        for item in ranked
    )
