"""Paints one row of a line view: gutter, time, text in its inks, search hits, the mark of the current claim."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter

from mlrbench_gui.ui.kit import fonts, theme
from mlrbench_gui.ui.screens.audit.evidence.reading.ansi import Change, Ink, Line, Run

if TYPE_CHECKING:
    from collections.abc import Iterator

_TIME = re.compile(
    r"\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d{1,6})?Z?\]?|\[?\d\d:\d\d:\d\d(?:[.,]\d{1,6})?\]?"
)
_ROLES = {
    Ink.PLAIN: "text",
    Ink.ERROR: "danger",
    Ink.WARNING: "warn",
    Ink.GOOD: "ok",
    Ink.NOTE: "text-2",
    Ink.DIM: "text-3",
    Ink.KEYWORD: "text",
    Ink.STRING: "text-2",
    Ink.COMMENT: "text-3",
    Ink.NAME: "text",
    Ink.NUMBER: "text",
    Ink.CONTROL: "warn",
}
_CHANGE_ROLES = {Change.ADDED: "ok", Change.REMOVED: "danger", Change.CHANGED: "warn"}
"""Lines alone carry these: a coloured ground would look like a verdict."""
_PAD = 8
_BAR = 3


@dataclass(frozen=True, slots=True)
class RowState:
    """How a row stands: marked for a verdict, holding hits, selected."""

    verdict: str = ""
    values: tuple[str, ...] = ()
    note: str = ""
    needle: str = ""
    selected: bool = False
    focused: bool = False


@dataclass(frozen=True, slots=True)
class _Piece:
    text: str
    color: QColor
    font: QFont
    ground: QColor | None = None


class LinePainter:
    """Draws rows with one painter; `shift` is how far the text is scrolled to the left."""

    def __init__(self, painter: QPainter, width: int, gutter_chars: int, shift: int) -> None:
        self._painter = painter
        self._width = width
        self._shift = shift
        self._theme = theme.current()
        self._plain = fonts.mono_font(12)
        self._bold = fonts.mono_font(12, 600)
        self._small = fonts.mono_font(11)
        self._note = fonts.ui_font(11)
        self._gutter = QFontMetrics(self._small).horizontalAdvance("0") * gutter_chars + 2 * _PAD

    def ground(self, rect: QRect) -> None:
        """The empty view: panel with the gutter on sunken."""
        self._painter.fillRect(rect, self._theme.color("panel"))
        self._painter.fillRect(QRect(0, rect.top(), self._gutter, rect.height()), self._theme.color("sunken"))

    def row(self, rect: QRect, line: Line, label: str, state: RowState) -> int:
        """Draw a row; returns the width that its text needs, gutter included."""
        self._row_ground(rect, line, state)
        note_width = self._draw_note(rect, state)
        clip = QRect(self._gutter, rect.top(), rect.width() - self._gutter - note_width, rect.height())
        self._painter.save()
        self._painter.setClipRect(clip)
        needed = self._draw_pieces(rect, self._pieces(line, state))
        self._painter.restore()
        self._draw_gutter(rect, line, label, state)
        return needed + self._gutter + note_width

    def _row_ground(self, rect: QRect, line: Line, state: RowState) -> None:
        if state.verdict:
            self._painter.fillRect(rect, self._theme.chip(state.verdict))
        elif state.selected:
            role = "select" if state.focused else "select-idle"
            self._painter.fillRect(rect, self._theme.color(role))
        elif line.change is not Change.NONE:
            role = "sunken" if line.change is Change.GAP else "hover"
            self._painter.fillRect(rect, self._theme.color(role))

    def _draw_note(self, rect: QRect, state: RowState) -> int:
        if not state.note:
            return 0
        metrics = QFontMetrics(self._note)
        width = min(metrics.horizontalAdvance(state.note), rect.width() // 2)
        text = metrics.elidedText(state.note, Qt.TextElideMode.ElideRight, width)
        self._painter.setFont(self._note)
        self._painter.setPen(self._theme.color("text-2"))
        place = QRect(rect.right() - width - _PAD, rect.top(), width + 1, rect.height())
        self._painter.drawText(place, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, text)
        return width + 2 * _PAD

    def _draw_gutter(self, rect: QRect, line: Line, label: str, state: RowState) -> None:
        gutter = QRect(rect.left(), rect.top(), self._gutter, rect.height())
        if not state.verdict:
            ground = "sunken" if not state.selected else ("select" if state.focused else "select-idle")
            self._painter.fillRect(gutter, self._theme.color(ground))
        self._painter.setFont(self._small)
        self._painter.setPen(self._theme.color("text" if state.verdict else "text-3"))
        flags = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight
        self._painter.drawText(gutter.adjusted(0, 0, -_PAD, 0), flags, label)
        if state.verdict:
            self._painter.fillRect(
                QRect(rect.left(), rect.top(), _BAR, rect.height()), self._theme.solid(state.verdict)
            )
        elif state.selected:
            role = "accent" if state.focused else "line-strong"
            self._painter.fillRect(
                QRect(rect.left(), rect.top(), _BAR, rect.height()), self._theme.color(role)
            )
        elif line.change in _CHANGE_ROLES:
            bar = QRect(gutter.right() - _BAR + 1, rect.top(), _BAR, rect.height())
            self._painter.fillRect(bar, self._theme.color(_CHANGE_ROLES[line.change]))
        elif line.tone is Ink.ERROR:
            self._painter.fillRect(
                QRect(gutter.right() - 1, rect.top(), 2, rect.height()), self._theme.color("warn")
            )

    def _draw_pieces(self, rect: QRect, pieces: Iterator[_Piece]) -> int:
        start = self._gutter + _PAD - self._shift
        x = start
        for piece in pieces:
            metrics = QFontMetrics(piece.font)
            width = metrics.horizontalAdvance(piece.text)
            if x < self._width and x + width > self._gutter:
                if piece.ground is not None:
                    self._painter.fillRect(QRect(x, rect.top() + 2, width, rect.height() - 4), piece.ground)
                self._painter.setFont(piece.font)
                self._painter.setPen(piece.color)
                baseline = rect.top() + (rect.height() + metrics.ascent() - metrics.descent()) // 2
                self._painter.drawText(QPoint(x, baseline), piece.text)
            x += width
        return x - start + 2 * _PAD

    def _pieces(self, line: Line, state: RowState) -> Iterator[_Piece]:
        cuts = self._cuts(line, state)
        for start, end in pairwise(cuts):
            yield self._piece(line, (start, end), state)
        if line.states > 1:
            yield _Piece(f"   ↻ {line.states - 1} earlier", self._theme.color("text-3"), self._small)
        if line.hidden:
            yield _Piece(
                f" … {_size(line.hidden)} more, Enter shows all", self._theme.color("accent-ink"), self._small
            )

    def _cuts(self, line: Line, state: RowState) -> list[int]:
        """Where ink, weight or ground may change, in order."""
        points = {0, len(line.text)}
        for run in line.runs:
            points |= {min(run.start, len(line.text)), min(run.end, len(line.text))}
        for start, end in (_time(line), *_occurrences(line.text, state.needle), *_value_spans(line, state)):
            points |= {start, end}
        return sorted(points)

    def _piece(self, line: Line, span: tuple[int, int], state: RowState) -> _Piece:
        start, end = span
        text = line.text[start:end]
        if any(s <= start < e for s, e in _occurrences(line.text, state.needle)):
            return _Piece(text, self._theme.color("on-accent"), self._plain, self._theme.color("accent"))
        if any(s <= start < e for s, e in _value_spans(line, state)):
            return _Piece(text, self._theme.ink(state.verdict), self._bold)
        if _time(line)[0] <= start < _time(line)[1]:
            return _Piece(text, self._theme.color("text-2" if state.verdict else "text-3"), self._plain)
        run = _run_at(line.runs, start)
        ink, bold = (run.ink, run.bold) if run is not None else (_toned(line), False)
        return _Piece(text, self._theme.color(_ROLES[ink]), self._bold if bold else self._plain)


def _toned(line: Line) -> Ink:
    return Ink.PLAIN if line.tone is Ink.PLAIN else Ink.WARNING


def _run_at(runs: tuple[Run, ...], at: int) -> Run | None:
    return next((run for run in runs if run.start <= at < run.end), None)


def _time(line: Line) -> tuple[int, int]:
    found = _TIME.match(line.text)
    return found.span() if found else (0, 0)


def _occurrences(text: str, needle: str) -> list[tuple[int, int]]:
    """At most fifty places in one line; folded as the search folds."""
    if not needle:
        return []
    folded = needle == needle.lower()
    spans: list[tuple[int, int]] = []
    where, at = (text.lower() if folded else text), 0
    while len(spans) < 50 and (at := where.find(needle, at)) >= 0:
        spans.append((at, min(at + len(needle), len(text))))
        at += len(needle)
    return spans


def _value_spans(line: Line, state: RowState) -> list[tuple[int, int]]:
    """The marked value where it first stands as a whole number or word."""
    for value in state.values:
        found = re.search(rf"(?<![\w.]){re.escape(value)}(?!\w|\.\d)", line.text)
        if found:
            return [found.span()]
    return []


def _size(count: int) -> str:
    return f"{count} bytes" if count < 1024 else f"{count / 1024:.0f} KB"
