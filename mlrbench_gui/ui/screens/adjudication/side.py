"""The right pane: the reviews that stand side by side, how much is settled, and on which verdicts people part."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from mlrbench_gui.domain.forms import Submission
from mlrbench_gui.domain.people import SUREST
from mlrbench_gui.domain.sharing import Exclusion
from mlrbench_gui.ui.kit.buttons import Button
from mlrbench_gui.ui.kit.chips import Badge, Glyph
from mlrbench_gui.ui.kit.elided import ElidedLabel
from mlrbench_gui.ui.kit.glyphs import verdict_pixmap, verdict_word
from mlrbench_gui.ui.kit.labels import ground, label, separator
from mlrbench_gui.ui.screens.adjudication.reading import Board, Shown, partings

_PARTINGS = 6


class SidePane(QWidget):
    """`exclude_wanted` carries the `Submission` that is to be left out of statistics, or counted again."""

    exclude_wanted = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        ground(self, "panel", edge="left")
        self.setAccessibleName("Reviews side by side")
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        self._body: QWidget | None = None

    def show_board(self, board: Board, reviews: Sequence[Submission]) -> None:
        """Show the reviews of the run in hand and the counts of all."""
        if self._body is not None:
            self._column.removeWidget(self._body)
            self._body.hide()
            self._body.deleteLater()
        self._body = QWidget()
        column = QVBoxLayout(self._body)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        parts = [self._reviews(board, reviews), _counts(board), _parts(board)]
        for part in filter(None, parts):
            column.addWidget(part)
            column.addWidget(separator())
        column.addStretch(1)
        self._column.addWidget(self._body)

    def _reviews(self, board: Board, reviews: Sequence[Submission]) -> QWidget | None:
        if not reviews:
            return None
        box, column = _part("Reviews of this run")
        for review in reviews:
            out = board.excluded(review)
            column.addWidget(self._review(review, out))
        return box

    def _review(self, review: Submission, out: Exclusion | None) -> QWidget:
        row = QWidget()
        name = ElidedLabel(review.author)
        name.setProperty("textSize", "sm")
        name.setProperty("weight", "medium")
        head = QHBoxLayout()
        head.setSpacing(6)
        head.addWidget(name, 1)
        if out is not None:
            badge = Badge("left out", "warn")
            badge.setToolTip(f"{out.author}: {out.reason}")
            head.addWidget(badge)
        sure = f"confidence {review.form.confidence}/{SUREST}" if review.form.confidence else ""
        head.addWidget(label(sure, role="text-2", size="xs"))
        blind = ", blind" if review.blind else ""
        told = f"version {review.version}, {review.at.astimezone():%d %b %H:%M}{blind}"
        words = ElidedLabel(told)
        words.setProperty("role", "text-2")
        words.setProperty("textSize", "xs")
        button = Button("Count again…" if out else "Leave out…", kind="link", tip="Of statistics  (X)")
        button.setAccessibleName(f"{'Count' if out else 'Leave out'} the review of {review.author}")
        button.clicked.connect(lambda: self.exclude_wanted.emit(review))
        below = QHBoxLayout()
        below.setSpacing(6)
        below.addWidget(words, 1)
        below.addWidget(button)
        column = QVBoxLayout(row)
        column.setContentsMargins(0, 0, 0, 6)
        column.setSpacing(0)
        column.addLayout(head)
        column.addLayout(below)
        return row


def _counts(board: Board) -> QWidget:
    box, column = _part("All runs")
    agreed = sum(not one.item.differs for one in board.found)
    for words, count in (
        ("open differences", board.count(Shown.OPEN)),
        ("settled", board.count(Shown.SETTLED)),
        ("said alike", agreed),
        ("runs", board.runs),
    ):
        column.addWidget(_line(label(words, size="sm"), count))
    return box


def _parts(board: Board) -> QWidget | None:
    found = partings(board.found)[:_PARTINGS]
    if not found:
        return None
    box, column = _part("Where verdicts part")
    for left, right, count in found:
        words = QWidget()
        row = QHBoxLayout(words)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(6)
        for verdict in (left, right):
            row.addWidget(Glyph(partial(verdict_pixmap, verdict, 14)))
        row.addWidget(label(f"{verdict_word(left)}, {verdict_word(right)}", size="sm"))
        column.addWidget(_line(words, count))
    return box


def _line(words: QWidget, count: int) -> QWidget:
    line = QWidget()
    number = label(str(count), size="sm")
    number.setProperty("mono", "true")
    row = QHBoxLayout(line)
    row.setContentsMargins(0, 2, 0, 2)
    row.addWidget(words)
    row.addStretch(1)
    row.addWidget(number)
    return line


def _part(title: str) -> tuple[QWidget, QVBoxLayout]:
    box = QWidget()
    column = QVBoxLayout(box)
    column.setContentsMargins(12, 10, 12, 10)
    column.setSpacing(4)
    column.addWidget(label(title, role="text-2", size="xs", weight="semibold"))
    return box, column
