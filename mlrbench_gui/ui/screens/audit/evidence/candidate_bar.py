"""The line above the opened place: which file, which candidate of how many, and what can be done with it."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QMenu, QWidget

from mlrbench_gui.ui.kit import fonts, theme
from mlrbench_gui.ui.kit.buttons import Button, IconButton
from mlrbench_gui.ui.kit.chips import Glyph
from mlrbench_gui.ui.kit.elided import ElidedLabel
from mlrbench_gui.ui.kit.icons import icon_pixmap
from mlrbench_gui.ui.kit.labels import ground


@dataclass(frozen=True, slots=True)
class BarState:
    """What the bar tells. `away`: another place than the candidate is open; `link`: words of the selection to link.

    `has_table`: the claim stands in a table that can be shown as a whole, `is_table`: it is.
    """

    path: str = ""
    place: str = ""
    icon: str = "file"
    number: int = 0
    total: int = 0
    by_hand: bool = False
    away: bool = False
    link: str = ""
    has_table: bool = False
    is_table: bool = False


class CandidateBar(QWidget):
    """Emits `stepped` (1, -1), `returned`, `linked`, `table_toggled`, `list_opened`; whoever owns it fills `menu`."""

    stepped = Signal(int)
    returned = Signal()
    linked = Signal()
    table_toggled = Signal()
    list_opened = Signal()

    def __init__(self) -> None:
        super().__init__()
        ground(self, "sunken")
        self.setFixedHeight(fonts.height("tab"))
        self._state = BarState()
        self._glyph = Glyph(lambda dpr: icon_pixmap(self._state.icon, theme.color("text-2"), 16, dpr), 16)
        self.file = ElidedLabel(mode=Qt.TextElideMode.ElideLeft)
        self.file.setProperty("mono", "true")
        self.count = Button("", kind="link", tip="All candidates  (I)")
        self.count.clicked.connect(self.list_opened)
        self.back = Button("Back to the evidence", kind="link", tip="Backspace")
        self.back.clicked.connect(self.returned)
        self.link = Button("Link this place", icon_name="link")
        self.link.clicked.connect(self.linked)
        self.before = IconButton("chevron-left", "Previous candidate", key="[")
        self.after = IconButton("chevron-right", "Next candidate", key="]")
        self.before.clicked.connect(lambda: self.stepped.emit(-1))
        self.after.clicked.connect(lambda: self.stepped.emit(1))
        self.table = IconButton("table", "Whole table against the evidence", key="W")
        self.table.setCheckable(True)
        self.table.clicked.connect(self.table_toggled)
        self.more = IconButton("dots", "More about this file")
        self.menu = QMenu(self)
        self.more.clicked.connect(self._open_menu)
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 0, 8, 0)
        row.setSpacing(6)
        row.addWidget(self._glyph)
        row.addWidget(self.file, 1)
        for part in (self.count, self.back, self.link, self.table, self.before, self.after, self.more):
            row.addWidget(part)
        self.show_state(BarState())

    def show_state(self, state: BarState) -> None:
        """Show another state."""
        self._state = state
        name = state.path.rsplit("/", 1)[-1]
        self.file.setText(f"{name}:{state.place}" if state.place.isdecimal() else name)
        self.file.setToolTip(" ".join(part for part in (state.path, state.place) if part))
        self._glyph.update()
        by_hand = "linked by hand, " if state.by_hand else ""
        counted = f"{by_hand}candidate {state.number} of {state.total}" if state.total else ""
        self.count.setText(counted)
        self.count.setVisible(bool(counted) and not state.away)
        self.back.setVisible(state.away and not state.link)
        self.link.setVisible(bool(state.link))
        self.link.setToolTip(f"Link {state.link} as evidence of this claim")
        several = state.total > 1 and not state.away
        self.before.setVisible(several)
        self.after.setVisible(several)
        self.table.setVisible(state.has_table)
        self.table.setChecked(state.is_table)
        self.more.setVisible(bool(state.path))

    def _open_menu(self) -> None:
        self.menu.popup(self.more.mapToGlobal(QPoint(0, self.more.height())))
