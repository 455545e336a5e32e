"""The menu of a claim: everything that can be done with it, each entry with its key."""

from collections.abc import Callable, Mapping

from PySide6.QtWidgets import QMenu, QWidget

from mlrbench_gui.ui.kit.actions import ActionSpec, key_text
from mlrbench_gui.ui.kit.icons import icon

_ENTRIES: tuple[tuple[str, str], ...] = (
    ("audit.accept", "check"),
    ("audit.note", "note"),
    ("audit.flag", "flag"),
    ("", ""),
    ("audit.row", "table"),
    ("audit.split", "split"),
    ("audit.merge", "merge"),
    ("audit.move", "move"),
    ("audit.remove", "trash"),
    ("", ""),
    ("audit.link", "link"),
    ("audit.unlink", "unlink"),
    ("audit.cite", "copy"),
    ("", ""),
    ("audit.opinion", "question"),
)


def claim_menu(
    specs: Mapping[str, ActionSpec], handlers: Mapping[str, Callable[[], None]], parent: QWidget
) -> QMenu:
    """A menu over these actions; it deletes itself when it closes."""
    menu = QMenu(parent)
    menu.setAccessibleName("Claim")
    for action_id, icon_name in _ENTRIES:
        if not action_id:
            menu.addSeparator()
            continue
        spec = specs[action_id]
        keys = f"\t{key_text(spec.keys[0])}" if spec.keys else ""
        entry = menu.addAction(icon(icon_name, "text-2"), f"{spec.text}{keys}")
        entry.triggered.connect(handlers[action_id])
    menu.aboutToHide.connect(menu.deleteLater)
    return menu
