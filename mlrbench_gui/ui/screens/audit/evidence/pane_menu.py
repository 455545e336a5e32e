"""The menu of the candidate bar: what can be done with the opened place, each with its key."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mlrbench_gui.domain.values import Trust
from mlrbench_gui.ui.kit.glyphs import TRUST_WORDS

if TYPE_CHECKING:
    from PySide6.QtWidgets import QMenu

    from mlrbench_gui.ui.screens.audit.evidence.pane import EvidencePane


def fill_menu(menu: QMenu, pane: EvidencePane) -> None:
    """Put the pane's commands into the menu; keys stand in it as reminders, the action table binds them."""
    for text, act in (
        ("Copy as citation", pane.copy_citation),
        ("Show as text, or as itself", pane.toggle_raw),
        ("Find in this file", pane.find),
        ("Show the claim in the paper", pane.show_in_paper),
        ("Open a copy in your editor", pane.open_outside),
        ("Show a copy in its folder", pane.show_in_folder),
    ):
        menu.addAction(text).triggered.connect(act)
    menu.addSeparator()
    menu.addAction("Link the selection as evidence").triggered.connect(pane.link_selection)
    menu.addAction("Link evidence from another file…").triggered.connect(pane.link_by_hand)
    menu.addAction("Unlink this evidence").triggered.connect(pane.unlink)
    menu.addSeparator()
    for trust in Trust:
        chosen = menu.addAction(f"Trust is {TRUST_WORDS[trust]}")
        chosen.triggered.connect(lambda _on=False, value=trust.value: pane.trust_requested.emit(value))
