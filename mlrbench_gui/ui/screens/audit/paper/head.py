"""The head of the paper pane: which paper, which page, how large, in which colours."""

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QMenu, QWidget

from mlrbench_gui.domain.values import RelPath
from mlrbench_gui.ui.kit import theme
from mlrbench_gui.ui.kit.buttons import Button, IconButton
from mlrbench_gui.ui.kit.elided import ElidedLabel
from mlrbench_gui.ui.kit.fields import Combo
from mlrbench_gui.ui.kit.fonts import height
from mlrbench_gui.ui.kit.icons import icon
from mlrbench_gui.ui.kit.labels import ground, label, separator

_PERCENTS = (75, 100, 125, 150, 200, 300)


class PaperHead(QWidget):
    """Emits what is asked for. `zoom_wanted` carries percent, 0 for the page's width."""

    paper_wanted = Signal(str)
    page_step = Signal(int)
    zoom_wanted = Signal(int)
    original_toggled = Signal(bool)
    find_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFixedHeight(height("pane-head"))
        ground(self, "panel", edge="bottom")
        self._path = ElidedLabel("", mode=Qt.TextElideMode.ElideMiddle)
        self._path.setProperty("role", "text-2")
        self._path.setProperty("textSize", "sm")
        self._papers = Combo("Paper of this run")
        self._papers.activated.connect(lambda at: self.paper_wanted.emit(self._papers.itemData(at)))
        self._papers.hide()
        back = IconButton("chevron-left", "Previous page", key="Page Up")
        back.clicked.connect(lambda: self.page_step.emit(-1))
        self._page = label("", role="text-2", size="sm")
        on = IconButton("chevron-right", "Next page", key="Page Down")
        on.clicked.connect(lambda: self.page_step.emit(1))
        self._zoom = Button("Fit width", kind="flat", tip="Size of the page  (Ctrl +, Ctrl −, Ctrl 0)")
        self._zoom.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
        self._zoom.clicked.connect(self._open_zoom)
        self._colours = IconButton("sun", "Show the page in its original colours", checkable=True)
        self._colours.toggled.connect(self.original_toggled)
        find = IconButton("search", "Find in the paper", key="Ctrl F")
        find.clicked.connect(self.find_wanted)
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 0, 8, 0)
        row.setSpacing(6)
        row.addWidget(label("Paper", size="sm", weight="semibold"))
        row.addWidget(self._papers, 1)
        row.addWidget(self._path, 1)
        self._narrow = (back, on)
        for part in (
            back,
            self._page,
            on,
            separator(vertical=True, length=16),
            self._zoom,
            self._colours,
            find,
        ):
            row.addWidget(part)
        theme.theme_signals().changed.connect(self._themed)
        self._themed()

    def show_papers(self, paths: Sequence[RelPath], current: RelPath | None) -> None:
        """Name the paper; with several, offer them all."""
        several = len(paths) > 1
        self._papers.setVisible(several)
        self._path.setVisible(not several)  # the list of papers takes the room
        self._path.setText("" if several else current or "")
        self._papers.clear()
        for path, name in zip(paths, _short_names(paths), strict=True):
            self._papers.addItem(name, path)
            self._papers.setItemData(self._papers.count() - 1, path, Qt.ItemDataRole.ToolTipRole)
        if current is not None and current in paths:
            self._papers.setCurrentIndex(list(paths).index(current))

    def show_page(self, page: int, pages: int) -> None:
        """Tell where one is."""
        self._page.setText(f"page {page} of {pages}" if pages else "")

    def show_zoom(self, percent: int, *, fits: bool) -> None:
        """Tell how large the page is."""
        self._zoom.setText("Fit width" if fits else f"{percent} %")

    def _open_zoom(self) -> None:
        menu = QMenu(self)
        menu.addAction("Fit width").triggered.connect(lambda: self.zoom_wanted.emit(0))
        for percent in _PERCENTS:
            entry = menu.addAction(f"{percent} %")
            entry.triggered.connect(lambda _on=False, wanted=percent: self.zoom_wanted.emit(wanted))
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(self._zoom.mapToGlobal(self._zoom.rect().bottomLeft()))

    def _themed(self) -> None:
        self._zoom.setIcon(icon("chevron-down", "text-2", 14))
        self._zoom.setIconSize(QSize(14, 14))
        self._colours.setVisible(theme.current().dark)


def _short_names(paths: Sequence[RelPath]) -> list[str]:
    """What tells the papers apart, for it must not be cut off: else file names, else whole paths."""
    names = [path.rpartition("/")[2] for path in paths]
    if len(names) < 2 or len(set(names)) < len(names):
        return list(paths)
    first, last = min(names), max(names)
    differs = (at for at, (a, b) in enumerate(zip(first, last, strict=False)) if a != b)
    shared = first[: next(differs, 0)]
    bare = [name[shared.rfind("_") + 1 :].rpartition(".")[0] for name in names]
    return bare if all(bare) and len(set(bare)) == len(bare) else names
