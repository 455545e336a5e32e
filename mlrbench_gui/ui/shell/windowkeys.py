"""The window's own actions with their default keys, and the order of its screens."""

from mlrbench_gui.ui.kit.actions import ActionSpec

SCREENS = ("library", "runs", "audit", "review", "adjudication", "benchmark", "jobs", "settings")
"""In the order of the rail; `Ctrl` with the number leads there."""

WORKING_SCREENS = frozenset(SCREENS) - {"runs", "audit"}
"""Those that can be shown as they are, with or without a run."""

_MORE_KEYS = {"library": ("Ctrl+L",), "jobs": ("Ctrl+J",), "settings": ("Ctrl+,",)}

SPECS = (
    ActionSpec("window.search", "Search everything", ("Ctrl+K",)),
    ActionSpec("window.keys", "Show all keys", ("F1", "?")),
    ActionSpec("window.import", "Import runs", ("Ctrl+I",)),
    ActionSpec("window.open", "Open a workspace", ("Ctrl+Shift+O",)),
    *(
        ActionSpec(
            f"window.{name}", f"Go to {name.capitalize()}", (f"Ctrl+{number}", *_MORE_KEYS.get(name, ()))
        )
        for number, name in enumerate(SCREENS, 1)
    ),
    ActionSpec("window.close-layer", "Close the top layer", ("Esc",)),
    ActionSpec("window.quit", "Close the window", ("Ctrl+Q",)),
)
