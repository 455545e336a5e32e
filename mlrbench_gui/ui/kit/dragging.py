"""A button whose thing can also be dragged away."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QMimeData, QPoint, Qt
from PySide6.QtGui import QDrag, QMouseEvent
from PySide6.QtWidgets import QApplication
from typing_extensions import override

from mlrbench_gui.ui.kit.buttons import Button

if TYPE_CHECKING:
    from collections.abc import Callable


class DragButton(Button):
    """Pressed, it is a button; drawn away, it carries what `payload` gives under a MIME type, if that is anything."""

    def __init__(
        self, text: str, mime: str, *, icon_name: str = "", kind: str = "normal", tip: str = ""
    ) -> None:
        super().__init__(text, icon_name=icon_name, kind=kind, tip=tip)
        self._mime = mime
        self._from: QPoint | None = None
        self.payload: Callable[[], str | None] = lambda: None

    def parcel(self) -> QMimeData | None:
        """What a drag would carry now."""
        text = self.payload()
        if text is None:
            return None
        data = QMimeData()
        data.setData(self._mime, QByteArray(text.encode()))
        return data

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        self._from = event.position().toPoint()

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        begun = self._from is not None and event.buttons() & Qt.MouseButton.LeftButton
        far = self._from is not None and (event.position().toPoint() - self._from).manhattanLength()
        parcel = self.parcel() if begun and far >= QApplication.startDragDistance() else None
        if parcel is None:
            super().mouseMoveEvent(event)
            return
        self._from = None
        self.setDown(False)
        drag = QDrag(self)
        drag.setMimeData(parcel)
        drag.exec(Qt.DropAction.CopyAction)


def dropped_text(data: QMimeData, mime: str) -> str | None:
    """The text that a drag of this type carries."""
    return bytes(data.data(mime).data()).decode() if data.hasFormat(mime) else None
