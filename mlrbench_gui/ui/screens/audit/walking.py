"""From pane to pane by key: which one has the keyboard, the next one, and find in the one that has it."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QWidget

from mlrbench_gui.ui.screens.audit import keys
from mlrbench_gui.ui.screens.audit.stage import AuditStage


class PaneWalk:
    """The panes in the order of F6: claims, evidence, paper, drawer, gate; the trace and the gate while it is shown."""

    def __init__(self, stage: AuditStage) -> None:
        self._stage = stage
        self._panes: tuple[tuple[str, QWidget], ...] = (
            (keys.CLAIMS, stage.claims),
            (keys.EVIDENCE, stage.evidence),
            (keys.PAPER, stage.paper),
            (keys.DRAWER, stage.drawer),
            (keys.GATE, stage.gate),
            (keys.TRACE, stage.trace),
        )

    def current(self) -> str:
        """The pane with the keyboard; the claims if it is in none, or the trace where they are behind it."""
        focus = QApplication.focusWidget()
        for name, pane in self._panes:
            if focus is not None and (focus is pane or pane.isAncestorOf(focus)):
                return name
        return keys.TRACE if self._stage.is_trace else keys.CLAIMS

    def step(self, by: int) -> None:
        """Give the keyboard to the pane that many places on; one that has nothing to focus is passed over."""
        names = [name for name, _pane in self._panes if name != keys.TRACE]
        if self._stage.is_trace:
            names = [keys.TRACE, keys.GATE]
        start = names.index(self.current())
        for place in range(1, len(names)):
            wanted = names[(start + by * place) % len(names)]
            self.go(wanted)
            if self.current() == wanted:
                return

    def go(self, name: str) -> None:
        """Give the keyboard to a pane."""
        stage = self._stage
        if name not in {keys.TRACE, keys.GATE}:
            stage.show_trace(on=False)
        if name == keys.TRACE:
            stage.trace.take_keyboard()
        elif name == keys.CLAIMS:
            stage.show_claims_tab()
            stage.claims.take_keyboard(Qt.FocusReason.ShortcutFocusReason)
        elif name == keys.EVIDENCE:
            stage.show_evidence_tab()
            stage.evidence.focus_place()
        elif name == keys.PAPER:
            stage.paper.view.setFocus(Qt.FocusReason.ShortcutFocusReason)
            stage.paper.view.show_current()
        elif name == keys.DRAWER:
            _focus_first(stage.drawer)
        else:
            stage.gate.focus_strip()

    def find(self) -> None:
        """Open the find line of the pane with the keyboard; the claims are filtered instead."""
        stage, name = self._stage, self.current()
        if name == keys.EVIDENCE:
            stage.evidence.find()
        elif name == keys.DRAWER:
            stage.drawer.find()
        elif name == keys.PAPER:
            stage.paper.open_find()
        elif name == keys.TRACE:
            stage.trace.open_find()
        else:
            stage.claims.focus_filter()


def _focus_first(pane: QWidget) -> None:
    """The first part of a pane that takes the keyboard."""
    widget = pane.nextInFocusChain()
    while widget is not None and widget is not pane and pane.isAncestorOf(widget):
        if widget.isVisible() and widget.isEnabled() and widget.focusPolicy() & Qt.FocusPolicy.TabFocus:
            widget.setFocus(Qt.FocusReason.ShortcutFocusReason)
            return
        widget = widget.nextInFocusChain()
    pane.setFocus(Qt.FocusReason.ShortcutFocusReason)
