"""A page of a PDF with the evidence's box on it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget
from typing_extensions import override

from mlrbench_gui.ui.kit.buttons import IconButton
from mlrbench_gui.ui.kit.labels import ground, label
from mlrbench_gui.ui.screens.audit.evidence.viewers.canvas import PictureCanvas
from mlrbench_gui.ui.screens.audit.evidence.viewers.viewer import Mark, Selection, Viewer

if TYPE_CHECKING:
    from PySide6.QtGui import QImage

    from mlrbench_gui.domain.audit import Locator

SCALE = 2.0
_AROUND = 60.0


class PageViewer(Viewer):
    """Shows rendered pages; `page_wanted` asks for another one."""

    page_wanted = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self._page = 1
        self.canvas = PictureCanvas("Page of the PDF")
        self.title = label("", role="text-2", size="xs")
        back, on = IconButton("chevron-left", "Previous page"), IconButton("chevron-right", "Next page")
        back.clicked.connect(lambda: self.page_wanted.emit(max(1, self._page - 1)))
        on.clicked.connect(lambda: self.page_wanted.emit(self._page + 1))
        bar = ground(QWidget(), "panel", edge="bottom")
        row = QHBoxLayout(bar)
        row.setContentsMargins(12, 2, 8, 2)
        row.addWidget(self.title, 1)
        row.addWidget(back)
        row.addWidget(on)
        self.add_body(bar, 0)
        self.add_body(self.canvas)

    def show_page(self, image: QImage, locator: Locator | None, mark: Mark, page: int) -> None:
        """Show a page rendered at `SCALE`; the locator's box is marked if it is on this page."""
        self.find_bar.hide()
        self._page = page
        self.title.setText(f"page {page}")
        box = locator.bbox if locator is not None and locator.page == page else None
        if box is None:
            self.canvas.show_image(image)
            return
        area = QRectF(box[0] * SCALE, box[1] * SCALE, (box[2] - box[0]) * SCALE, (box[3] - box[1]) * SCALE)
        self.canvas.show_image(image, (area,), mark.verdict)
        self.canvas.show_area(area.adjusted(-_AROUND, -_AROUND, _AROUND, _AROUND))

    @override
    def open_find(self) -> None:
        """A rendered page holds no text to find; the paper view does."""

    @override
    def selection(self) -> Selection | None:
        return None
