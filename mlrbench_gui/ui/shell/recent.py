"""Workspaces opened lately, newest first; those that are gone are left out."""

from pathlib import Path

from PySide6.QtCore import QSettings

_KEY = "workspaces/recent"
LIMIT = 8


def recent_workspaces() -> tuple[Path, ...]:
    """Files that are still there."""
    kept = str(QSettings().value(_KEY, "")).split("\n")
    return tuple(path for path in map(Path, filter(None, kept)) if path.exists())


def remember_workspace(path: Path) -> None:
    """Put a workspace at the head of the list."""
    kept = [path.resolve(), *(old for old in recent_workspaces() if old.resolve() != path.resolve())]
    QSettings().setValue(_KEY, "\n".join(map(str, kept[:LIMIT])))
