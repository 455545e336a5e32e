"""All candidates of a claim at once: value, name, place, how well the name fits, and what sort of source each is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPoint,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget
from typing_extensions import override

from mlrbench_gui.domain.values import ClaimKind, Provenance, Strength
from mlrbench_gui.ui.kit import fonts, theme
from mlrbench_gui.ui.kit.paint import RIGHT, draw_row_ground, draw_text, text_width
from mlrbench_gui.ui.kit.popover import Popover
from mlrbench_gui.ui.kit.rowlist import RowList
from mlrbench_gui.ui.screens.audit.claims.words import plain_quote
from mlrbench_gui.ui.screens.audit.evidence.citation import short_place
from mlrbench_gui.ui.screens.audit.evidence.comparison import NumberComparison, compare
from mlrbench_gui.ui.screens.audit.evidence.naming import PROVENANCE_WORDS
from mlrbench_gui.ui.screens.audit.evidence.reading.ansi import safe_text

if TYPE_CHECKING:
    from PySide6.QtGui import QPainter

    from mlrbench_gui.domain.audit import Claim, Evidence

Index = QModelIndex | QPersistentModelIndex
_WIDTH = 460
_PLANS = ("proposal.md", "idea.md", "task.md")
_CONFIGS = (".yaml", ".yml", ".cfg", ".ini", ".toml")
_WRITTEN = frozenset({Provenance.EXECUTED_OUTPUT, Provenance.EXECUTED_SCRIPT, Provenance.LITERAL_SCRIPT})


def source_words(claim: Claim, evidence: Evidence) -> str:
    """What sort of source a candidate is: for a setting whether it was passed, stands in code, or was only planned."""
    name = evidence.path.rsplit("/", 1)[-1]
    if evidence.locator.action is not None:
        passed = claim.kind is ClaimKind.SETUP and evidence.locator.line is None
        return "passed on a command" if passed else "printed by a command"
    if name in _PLANS:
        return "planned"
    if name.endswith((".py", ".sh", ".ipynb")):
        return "in code"
    if name.endswith(_CONFIGS):
        return "configuration"
    if name.endswith(".md"):
        return "written by code" if evidence.provenance in _WRITTEN else "agent's prose"
    return PROVENANCE_WORDS[evidence.provenance]


def state_words(evidence: Evidence) -> str:
    """Whether the value agrees, and whether the candidate carries the verdict."""
    agrees = {True: "agrees", False: "differs", None: ""}[evidence.agrees]
    return f"{agrees}, carries the verdict".lstrip(", ") if evidence.strength is Strength.PRIMARY else agrees


class CandidateModel(QAbstractListModel):
    """The claim's evidence, best first."""

    def __init__(self, claim: Claim, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.claim = claim

    @override
    def rowCount(self, parent: Index | None = None) -> int:
        return len(self.claim.evidence)

    def value_text(self, row: int) -> str:
        """The value in the claim's scale, `=` or `≠` before it."""
        evidence = self.claim.evidence[row]
        compared = compare(self.claim, evidence)
        held = compared.held_text if isinstance(compared, NumberComparison) else ""
        sign = {True: "= ", False: "≠ ", None: ""}[evidence.agrees]
        return f"{sign}{held}" if held else ""

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        evidence = self.claim.evidence[index.row()]
        name = safe_text(plain_quote(evidence.name)) or evidence.path
        if role == Qt.ItemDataRole.DisplayRole:
            return name
        if role in (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole):
            place = short_place(evidence.path, evidence.locator)
            fits = f"name fits {evidence.score:.0%}"
            parts = (
                name,
                self.value_text(index.row()),
                place,
                source_words(self.claim, evidence),
                fits,
                state_words(evidence),
            )
            return ", ".join(part for part in parts if part)
        return None


class _Row(QStyledItemDelegate):
    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(200, fonts.height("row-claim"))

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        model = index.model()
        if not isinstance(model, CandidateModel):
            return
        evidence, box = model.claim.evidence[index.row()], QRectF(option.rect)
        draw_row_ground(
            painter,
            box,
            selected=bool(option.state & QStyle.StateFlag.State_Selected),
            focused=bool(option.state & QStyle.StateFlag.State_HasFocus),
            hovered=bool(option.state & QStyle.StateFlag.State_MouseOver),
        )
        shown, half = theme.current(), box.height() / 2
        primary = evidence.strength is Strength.PRIMARY
        value = model.value_text(index.row())
        font = fonts.mono_font(12, 600 if primary else 400)
        width = text_width(value, font)
        upper = QRectF(box.left() + 12, box.top() + 4, box.width() - 24, half - 2)
        lower = QRectF(box.left() + 12, box.top() + half, box.width() - 24, half - 4)
        name_font = fonts.ui_font(12, 600 if primary else 400)
        left = upper.adjusted(0, 0, -width - 12, 0)
        draw_text(painter, left, str(index.data()), font=name_font, color=shown.color("text"))
        draw_text(painter, upper, value, font=font, color=shown.color("text"), align=RIGHT)
        words = f"{source_words(model.claim, evidence)} · {short_place(evidence.path, evidence.locator)}"
        fits = f"name fits {evidence.score:.0%}"
        small = fonts.ui_font(11)
        draw_text(painter, lower.adjusted(0, 0, -110, 0), words, font=small, color=shown.color("text-2"))
        draw_text(painter, lower, fits, font=small, color=shown.color("text-2"), align=RIGHT)


class CandidateList(RowList):
    """Emits `chosen` with the number of a candidate; ↑ ↓ walk, Enter takes."""

    chosen = Signal(int)

    def __init__(self, claim: Claim, current: int) -> None:
        super().__init__()
        model = CandidateModel(claim, self)
        self.setModel(model)
        self.setItemDelegate(_Row(self))
        self.setAccessibleName("Candidates")
        self.setFixedHeight(fonts.height("row-claim") * min(8, max(1, model.rowCount())) + 2)
        self.setCurrentIndex(model.index(current))
        self.clicked.connect(lambda index: self.chosen.emit(index.row()))
        self.opened.connect(self._take_current)

    def _take_current(self) -> None:
        if self.currentIndex().isValid():
            self.chosen.emit(self.currentIndex().row())


class CandidateChooser(QObject):
    """The list in a popover below a bar. Emits `chosen` with the number of the candidate taken."""

    chosen = Signal(int)

    def __init__(self, bar: QWidget) -> None:
        super().__init__(bar)
        self._bar = bar
        self._popover: Popover | None = None

    def open(self, claim: Claim, current: int) -> None:
        """Show the claim's candidates, this one marked."""
        self._popover = self._popover or Popover(self._bar.window())
        candidates = CandidateList(claim, current)
        candidates.chosen.connect(self._take)
        self._popover.set_content(candidates)
        below = QRect(self._bar.mapToGlobal(QPoint(0, 0)), self._bar.size())
        self._popover.open_at(below, width=_WIDTH)
        candidates.setFocus(Qt.FocusReason.PopupFocusReason)

    def close(self) -> bool:
        """Close it; True when it was open."""
        if self._popover is None or not self._popover.isVisible():
            return False
        self._popover.close_popover()
        return True

    def _take(self, number: int) -> None:
        self.close()
        self.chosen.emit(number)
