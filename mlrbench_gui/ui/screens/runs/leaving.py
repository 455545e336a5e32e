"""Leave runs and their reviews out of statistics from the list of runs, count them again, take the last one back."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, QPoint, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

from mlrbench_gui.domain.values import RunName
from mlrbench_gui.domain.veil import shown_name
from mlrbench_gui.services.context import Context
from mlrbench_gui.services.people.leaving import Part, parts_of
from mlrbench_gui.services.people.sharing import exclude
from mlrbench_gui.ui.kit.background import Background
from mlrbench_gui.ui.kit.reason import ReasonAsk


class LeavingOut(QObject):
    """`changed` after something was left out or counted again, with a line for people."""

    changed = Signal(str)
    failed = Signal(str)

    def __init__(self, ctx: Context, background: Background, owner: QWidget) -> None:
        super().__init__(owner)
        self._ctx, self._background, self._owner = ctx, background, owner
        self._done: list[tuple[tuple[Part, ...], bool, str]] = []
        self.reason = ReasonAsk(owner)
        self.menu: QMenu | None = None

    def ask(self, runs: Sequence[RunName], place: QPoint, more: Sequence[QAction] = ()) -> None:
        """Offer the parts of one run, or several runs as wholes; `more` stands below in the menu."""
        ctx = self._ctx

        def read() -> tuple[Part, ...]:
            found = [parts_of(ctx, run) for run in runs]
            return found[0] if len(found) == 1 else tuple(parts[0] for parts in found)

        self._background.submit(
            lambda _cancel, _emit: read(),
            done=lambda parts: self._offer(parts, place, more, several=len(runs) > 1),
            failed=self.failed.emit,
        )

    def undo(self) -> None:
        """Take back what was done last in this window."""
        if not self._done:
            self.failed.emit("Nothing was left out here that can be taken back")
            return
        parts, on, reason = self._done.pop()
        self._write(parts, f"taken back: {reason}", on=not on)

    def _offer(
        self, parts: tuple[Part, ...], place: QPoint, more: Sequence[QAction], *, several: bool
    ) -> None:
        menu = self.menu = QMenu(self._owner)
        menu.setAccessibleName("Statistics")
        menu.addSection("Leave out of statistics, or count again")
        if several:
            self._add(menu, f"{len(parts)} runs", parts)
        else:
            for part in parts:
                self._add(menu, part.title, (part,))
        if more:
            menu.addSeparator()
            menu.addActions(more)
        menu.popup(place)
        menu.setActiveAction(menu.actions()[1])

    def _add(self, menu: QMenu, title: str, parts: tuple[Part, ...]) -> None:
        is_out = all(part.out is not None for part in parts)
        action = menu.addAction(f"{title} (left out)" if is_out else title)
        action.triggered.connect(lambda: self._ask_reason(title, parts, on=not is_out))

    def _ask_reason(self, title: str, parts: tuple[Part, ...], *, on: bool) -> None:
        given = self._taker(parts, on=on)
        name = (
            shown_name(parts[0].run) if len(parts) == 1 else ", ".join(shown_name(part.run) for part in parts)
        )
        if on:
            line = f"{name}. Every n says so; what was said stays."
            self.reason.open(f"Leave out of statistics: {title}?", line, "Leave out", given)
            return
        out = next(part.out for part in parts if part.out is not None)
        line = f"{name}. Left out by {out.author}: {out.reason}"
        self.reason.open(f"Count again: {title}?", line, "Count again", given)

    def _taker(self, parts: tuple[Part, ...], *, on: bool) -> Callable[[str], None]:
        def take(reason: str) -> None:
            turned = tuple(part for part in parts if (part.out is None) == on)
            self._done.append((turned, on, reason))
            self._write(turned, reason, on=on)

        return take

    def _write(self, parts: tuple[Part, ...], reason: str, *, on: bool) -> None:
        ctx = self._ctx

        def work() -> None:
            for part in parts:
                exclude(ctx, part.run, reason=reason, what=part.what, key=part.key, on=on)

        told = f"{len(parts)} runs are" if len(parts) > 1 else f"The {parts[0].what.value} is"
        verb = "left out of statistics; Ctrl+Z takes it back" if on else "counted again"
        self._background.submit(
            lambda _cancel, _emit: work(),
            done=lambda _none: self.changed.emit(f"{told} {verb}"),
            failed=self.failed.emit,
        )
