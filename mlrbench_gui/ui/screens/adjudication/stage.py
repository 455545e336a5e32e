"""The panes of the Adjudication screen: the list, the difference in hand, the reviews at the right."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from mlrbench_gui.domain.veil import shown_name
from mlrbench_gui.services.people.conflicts import Difference
from mlrbench_gui.ui.kit.buttons import Button, Segmented
from mlrbench_gui.ui.kit.clamped import ClampedLabel
from mlrbench_gui.ui.kit.elided import ElidedLabel
from mlrbench_gui.ui.kit.labels import ground, label
from mlrbench_gui.ui.kit.rowlist import RowList
from mlrbench_gui.ui.kit.splitter import Splitter
from mlrbench_gui.ui.screens.adjudication.agreeing import AgreedBar
from mlrbench_gui.ui.screens.adjudication.cards import CardWord, WordCards
from mlrbench_gui.ui.screens.adjudication.lists import DifferenceDelegate, DifferencesModel
from mlrbench_gui.ui.screens.adjudication.plot import ScorePlot
from mlrbench_gui.ui.screens.adjudication.reading import Board, Shown, reviews_of, score_lines
from mlrbench_gui.ui.screens.adjudication.side import SidePane

_SIDE_FROM, _SIDE, _LIST = 1280, 268, 300
_TITLE_LINES = 3


class AdjudicationStage(QWidget):
    """`moved`: another difference is in hand; `audit_wanted`: its run in Audit."""

    moved = Signal()
    audit_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.model = DifferencesModel(self)
        self.list = RowList()
        self.list.setModel(self.model)
        self.list.setItemDelegate(DifferenceDelegate(self.list, self.model))
        self.list.setAccessibleName("Differences")
        self.filter = Segmented([shown.value for shown in Shown], name="Differences")
        self.cards, self.agreed, self.plot, self.side = WordCards(), AgreedBar(), ScorePlot(), SidePane()
        self._where = ElidedLabel()
        self._title = ClampedLabel(_TITLE_LINES, role="text", size="lg")
        self._nothing = label("", role="text-2", size="sm", wrap=True)
        self._scores = label("Scores of this run", size="sm", weight="semibold")
        self._row = Splitter(Qt.Orientation.Horizontal, key="adjudication/panes")
        self._lay_out()
        self.list.selectionModel().currentChanged.connect(lambda *_: self.moved.emit())
        self.list.opened.connect(self.audit_wanted)

    def current(self) -> Difference | None:
        """The difference in hand."""
        at = self.list.currentIndex().row()
        return self.model.rows[at] if 0 <= at < len(self.model.rows) else None

    def show_list(self, rows: Sequence[Difference], keep: Difference | None) -> None:
        """Show these; the one in hand stays, else the one that took its place."""
        at = max(self.list.currentIndex().row(), 0)
        self.model.show_rows(tuple(rows))
        found = (place for place, one in enumerate(rows) if keep is not None and one.key == keep.key)
        self.go(next(found, min(at, len(rows) - 1)))

    def go(self, row: int) -> None:
        """Put the keyboard's row there."""
        if 0 <= row < len(self.model.rows):
            index = self.model.index(row, 0)
            self.list.setCurrentIndex(index)
            self.list.scrollTo(index)

    def show_difference(self, board: Board, one: Difference | None) -> None:
        """Show who says what, the choices, and the scores of the run."""
        self._middle.setVisible(one is not None)
        self._nothing.setVisible(one is None)
        self.side.show_board(board, reviews_of(one))
        if one is None:
            self._nothing.setText("Nothing is listed under this filter.")
            return
        self._where.setText(f"{shown_name(one.run)} · {one.item.group}")
        words = " ".join(one.item.title.split())
        quoted = one.item.group in {"Claims", "Decisions: verdict", "Decisions: trust"}
        self._title.set_whole(f"“{words}”" if quoted else words)
        told = {review.author: review for review in reviews_of(one)}
        self.cards.show_words(
            [
                CardWord(
                    word,
                    f"version {told[word.author].version}" if word.author in told else "",
                    left_out=word.author in told and board.excluded(told[word.author]) is not None,
                )
                for word in one.item.said
            ]
        )
        self.agreed.show_item("\0".join(one.key), one.item)
        lines = score_lines(board.found, one.run)
        self._scores.setVisible(bool(lines))
        self.plot.show_lines(lines, one.item.title)

    def fit(self, width: int) -> None:
        """In a narrow window the side pane makes way."""
        self.side.setVisible(width >= _SIDE_FROM)

    def _lay_out(self) -> None:
        self.side.setFixedWidth(_SIDE)
        left = ground(QWidget(), "panel")
        head = ground(QWidget(), "panel", edge="bottom")
        top = QHBoxLayout(head)
        top.setContentsMargins(12, 6, 12, 7)
        top.addWidget(self.filter)
        top.addStretch(1)
        column = QVBoxLayout(left)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(head)
        column.addWidget(self.list, 1)
        left.setMinimumWidth(230)
        self._row.addWidget(left)
        self._row.addWidget(self._make_middle())
        self._row.setStretchFactor(1, 1)
        if not self._row.restore():
            self._row.setSizes([_LIST, 800])
        outer = QHBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(0)
        outer.addWidget(self._row, 1)
        outer.addWidget(self.side)

    def _make_middle(self) -> QWidget:
        self._middle = QWidget()
        audit = Button("Open in Audit", icon_name="link", kind="link", tip="O, or Enter in the list")
        audit.clicked.connect(self.audit_wanted)
        self._where.setProperty("role", "text-2")
        self._where.setProperty("textSize", "sm")
        top = QHBoxLayout()
        top.addWidget(self._where, 1)
        top.addWidget(audit)
        head = ground(QWidget(), "panel", edge="bottom")
        title = QVBoxLayout(head)
        title.setContentsMargins(14, 10, 14, 10)
        title.setSpacing(4)
        title.addLayout(top)
        title.addWidget(self._title)
        scores = QHBoxLayout()
        scores.setContentsMargins(14, 12, 14, 8)
        scores.addWidget(self._scores)
        column = QVBoxLayout(self._middle)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for part in (head, self.cards, self.agreed):
            column.addWidget(part)
        column.addLayout(scores)
        column.addWidget(self.plot)
        column.addStretch(1)
        holder = ground(QWidget(), "panel")
        outer = QVBoxLayout(holder)
        outer.setContentsMargins(0, 0, 0, 0)
        self._nothing.setContentsMargins(24, 24, 24, 24)
        outer.addWidget(self._nothing)
        outer.addWidget(self._middle)
        outer.addStretch(1)
        scroll = QScrollArea()
        scroll.setWidget(holder)
        scroll.setWidgetResizable(True)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setMinimumWidth(440)
        return scroll
