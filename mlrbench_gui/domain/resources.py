"""Where the program's own files (sample run, themes, icons, catalogue of tasks) are, in a checkout and in a wheel."""

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent.parent


def resource(*parts: str) -> Path:
    """Path of a bundled file or folder below ``resources/``. Raises FileNotFoundError if the installation lacks it."""
    return _bundled("resources", *parts)


def task_file(*parts: str) -> Path:
    """Path of a bundled file or folder below ``tasks/``. Raises FileNotFoundError if the installation lacks it."""
    return _bundled("tasks", *parts)


def _bundled(top: str, *parts: str) -> Path:
    for base in (_PACKAGE, _PACKAGE.parent):
        path = base.joinpath(top, *parts)
        if path.exists():
            return path
    raise FileNotFoundError(
        f"{'/'.join((top, *parts))} is missing from the installation; install the package again"
    )
