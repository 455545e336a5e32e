"""Text to be read that others wrote: Markdown in the program's type, nothing fetched, no link followed."""

import re

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QFont, QPalette, QTextBlockFormat, QTextCharFormat, QTextCursor, QTextFormat
from PySide6.QtWidgets import QTextBrowser
from typing_extensions import override

from mlrbench_gui.ui.kit import theme
from mlrbench_gui.ui.kit.fonts import mono_font, px, ui_font

_HEADINGS = {1: 16, 2: 14, 3: 13}
_LINE = 132
_MARGIN = 14
LONGEST = 200_000
"""So many characters are shown; what is longer says that it was cut."""


class Reading(QTextBrowser):
    """Shows Markdown. Links show where they lead as tooltips; pictures are their words."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.setOpenLinks(False)
        self.setFrameShape(QTextBrowser.Shape.NoFrame)
        self.setTabChangesFocus(True)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self._text = ""
        theme.keep_fit(self, self._show)
        theme.theme_signals().changed.connect(self._show)

    def show_markdown(self, text: str) -> None:
        """Show another text from its beginning."""
        cut = text[:LONGEST]
        self._text = (
            cut if len(text) <= LONGEST else f"{cut}\n\n*Cut: {len(text) - LONGEST:,} more characters.*"
        )
        self._show()
        self.verticalScrollBar().setValue(0)

    @override
    def loadResource(self, type_: int, name: QUrl | str) -> object:
        return None  # the text is a stranger's: nothing is read for it

    def _show(self) -> None:
        self.document().setDefaultFont(ui_font(13))
        self.document().setDocumentMargin(px(_MARGIN))
        palette = self.palette()
        palette.setColor(QPalette.ColorRole.Text, theme.color("text"))
        palette.setColor(QPalette.ColorRole.Link, theme.color("accent-ink"))
        self.setPalette(palette)
        self.document().setMarkdown(_plain_html(self._text))
        self._set_type()

    def _set_type(self) -> None:
        """Sizes of headings and room between lines, which Markdown leaves to its reader."""
        block = self.document().begin()
        cursor = QTextCursor(self.document())
        cursor.beginEditBlock()
        while block.isValid():
            cursor.setPosition(block.position())
            level = block.blockFormat().headingLevel()
            room = QTextBlockFormat()
            room.setLineHeight(_LINE, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
            room.setTopMargin(px(12 if level else 0))
            room.setBottomMargin(px(6))
            cursor.mergeBlockFormat(room)
            if level:
                cursor.movePosition(QTextCursor.MoveOperation.EndOfBlock, QTextCursor.MoveMode.KeepAnchor)
                cursor.mergeCharFormat(_heading(level))
            elif block.blockFormat().hasProperty(QTextFormat.Property.BlockCodeFence):
                cursor.movePosition(QTextCursor.MoveOperation.EndOfBlock, QTextCursor.MoveMode.KeepAnchor)
                cursor.mergeCharFormat(_code())
            block = block.next()
        cursor.endEditBlock()


def _heading(level: int) -> QTextCharFormat:
    made = QTextCharFormat()
    made.setFont(ui_font(_HEADINGS.get(level, 13), QFont.Weight.DemiBold.value))
    made.setProperty(
        QTextFormat.Property.FontSizeAdjustment.value, 0
    )  # Markdown's own sizes are those of a page
    return made


def _code() -> QTextCharFormat:
    made = QTextCharFormat()
    made.setFont(mono_font(12))
    return made


_HTML = re.compile(r"<(?=[A-Za-z/!?])")


def _plain_html(text: str) -> str:
    """Tags as the characters that they are: Qt would take them for its own."""
    return _HTML.sub("&lt;", text)
