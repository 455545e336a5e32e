"""The filters over the claim list: five verdict toggles with counts, and a menu for trust, kind and flags."""

from dataclasses import replace
from typing import TypeVar

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QAction, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QHBoxLayout, QMenu, QSizePolicy, QWidget
from typing_extensions import override

from mlrbench_gui.domain.values import ClaimKind, Trust, Verdict
from mlrbench_gui.ui.kit import theme
from mlrbench_gui.ui.kit.buttons import IconButton
from mlrbench_gui.ui.kit.fonts import px, ui_font
from mlrbench_gui.ui.kit.glyphs import TRUST_WORDS, VERDICT_WORDS, trust_pixmap, verdict_pixmap
from mlrbench_gui.ui.kit.paint import draw_text, half_pixel, text_width
from mlrbench_gui.ui.screens.audit.claims.grouping import ClaimFilter, Tally

_GLYPH = 14
T = TypeVar("T")


class VerdictToggle(QAbstractButton):
    """A verdict's glyph with its count; pressed, only such claims are shown."""

    def __init__(self, verdict: Verdict, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.verdict = verdict
        self._count = 0
        self.setCheckable(True)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.set_count(0)
        theme.theme_signals().changed.connect(self.update)

    def set_count(self, count: int) -> None:
        """Show another count."""
        self._count = count
        word = VERDICT_WORDS[self.verdict]
        self.setAccessibleName(f"show {word}, {count} claims")
        self.setToolTip(f"Show only {word}")
        self.updateGeometry()
        self.update()

    @override
    def sizeHint(self) -> QSize:
        return QSize(5 + _GLYPH + 4 + round(text_width(str(self._count), ui_font(11, 600))) + 7, px(22))

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        on = self.isChecked()
        painter.setBrush(theme.color("select" if on else "hover" if self.underMouse() else "panel"))
        focus = self.hasFocus()
        painter.setPen(QPen(theme.color("focus" if focus else "accent" if on else "line"), 2 if focus else 1))
        inset = 1.0 if focus else 0.5
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(inset, inset, -inset, -inset), 4, 4)
        glyph = verdict_pixmap(self.verdict, _GLYPH, self.devicePixelRatioF())
        painter.drawPixmap(5, (self.height() - _GLYPH) // 2, glyph)
        place = QRectF(self.rect()).adjusted(5 + _GLYPH + 4, 0, 0, 0)
        colour = theme.color("accent-ink" if on else "text" if self._count else "text-3")
        draw_text(painter, place, str(self._count), font=ui_font(11, 600), color=colour)


class TextToggle(QAbstractButton):
    """A word that is on or off, such as `Undecided first`."""

    def __init__(self, text: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setText(text)
        self.setAccessibleName(text)
        self.setCheckable(True)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        theme.theme_signals().changed.connect(self.update)

    @override
    def sizeHint(self) -> QSize:
        return QSize(round(text_width(self.text(), ui_font(11, 600))) + 16, px(20))

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        on = self.isChecked()
        ground = "select" if on else "press" if self.isDown() else "hover" if self.underMouse() else "panel"
        painter.setBrush(theme.color(ground))
        focus = self.hasFocus()
        painter.setPen(QPen(theme.color("focus"), 2) if focus else Qt.PenStyle.NoPen)
        rect = QRectF(self.rect()).adjusted(1, 1, -1, -1) if focus else half_pixel(QRectF(self.rect()))
        painter.drawRoundedRect(rect, 3, 3)
        draw_text(
            painter,
            QRectF(self.rect()),
            self.text(),
            font=ui_font(11, 600),
            color=theme.color("accent-ink" if on else "text-2"),
            align=Qt.AlignmentFlag.AlignCenter,
        )


class FilterBar(QWidget):
    """The line of toggles. `changed` carries the new `ClaimFilter`."""

    changed = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._filter = ClaimFilter()
        self._toggles = tuple(VerdictToggle(verdict, self) for verdict in Verdict)
        row = QHBoxLayout(self)
        row.setContentsMargins(10, 5, 8, 5)
        row.setSpacing(3)
        for toggle in self._toggles:
            toggle.toggled.connect(self._verdicts_changed)
            row.addWidget(toggle)
        row.addStretch(1)
        self._trust = IconButton("trust-doubtful", "Filter by trust", checkable=True)
        self._trust.clicked.connect(self._open_trust)
        self._flag = IconButton("flag", "Show only claims to come back to", checkable=True)
        self._flag.toggled.connect(lambda on: self._take(replace(self._filter, flagged_only=on)))
        row.addWidget(self._flag)
        row.addWidget(self._trust)

    @property
    def wanted(self) -> ClaimFilter:
        return self._filter

    def set_undecided_first(self, on: bool) -> None:
        """Within each section show undecided claims first."""
        self._take(replace(self._filter, undecided_first=on))

    def set_words(self, words: str) -> None:
        """Show only claims whose quote holds these words."""
        self._take(replace(self._filter, words=words.strip()))

    def clear(self) -> None:
        """Show everything again."""
        self._take(ClaimFilter(undecided_first=self._filter.undecided_first))

    def show_tally(self, counts: Tally) -> None:
        """Show the counts of all claims, whatever the filter."""
        for toggle in self._toggles:
            toggle.set_count(counts.verdicts[toggle.verdict])

    def focus_first(self) -> None:
        """Give the keyboard to the first toggle."""
        self._toggles[0].setFocus(Qt.FocusReason.ShortcutFocusReason)

    def menu(self) -> QMenu:
        """Trust and kind as checkable entries."""
        menu = QMenu(self)
        menu.addSection("Trust")
        for trust in Trust:
            self._entry(menu, TRUST_WORDS[trust], trust in self._filter.trusts, trust)
        menu.addSection("Kind")
        for kind in ClaimKind:
            self._entry(menu, kind.value, kind in self._filter.kinds, kind)
        return menu

    def _entry(self, menu: QMenu, text: str, on: bool, what: Trust | ClaimKind) -> QAction:
        action = menu.addAction(text)
        action.setCheckable(True)
        action.setChecked(on)
        if isinstance(what, Trust):
            pixmap = trust_pixmap(what, theme.color("text-2"), _GLYPH, self.devicePixelRatioF())
            action.setIcon(pixmap)
            action.toggled.connect(
                lambda checked: self._take(
                    replace(self._filter, trusts=_with(self._filter.trusts, what, checked))
                )
            )
        else:
            action.toggled.connect(
                lambda checked: self._take(
                    replace(self._filter, kinds=_with(self._filter.kinds, what, checked))
                )
            )
        return action

    def _open_trust(self) -> None:
        menu = self.menu()
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(self._trust.mapToGlobal(self._trust.rect().bottomLeft()))
        self._show_state()

    def _verdicts_changed(self) -> None:
        chosen = frozenset(toggle.verdict for toggle in self._toggles if toggle.isChecked())
        self._take(replace(self._filter, verdicts=chosen))

    def _take(self, wanted: ClaimFilter) -> None:
        if wanted != self._filter:
            self._filter = wanted
            self._show_state()
            self.changed.emit(wanted)

    def _show_state(self) -> None:
        for toggle in self._toggles:
            toggle.blockSignals(True)
            toggle.setChecked(toggle.verdict in self._filter.verdicts)
            toggle.blockSignals(False)
            toggle.update()
        self._trust.setChecked(bool(self._filter.trusts or self._filter.kinds))
        self._flag.setChecked(self._filter.flagged_only)


def _with(items: frozenset[T], item: T, on: bool) -> frozenset[T]:
    return items | {item} if on else items - {item}
