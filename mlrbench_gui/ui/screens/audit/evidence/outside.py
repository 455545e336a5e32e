"""A read-only copy of a run's file for the user's own programs, since files live inside the workspace.

Files of a run are foreign: a name that a desktop would run or render with scripts gets `.txt` at its end.
"""

import stat
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from mlrbench_gui.domain.artifacts import RunFiles
from mlrbench_gui.domain.errors import InputError
from mlrbench_gui.domain.values import RelPath

_RUNS_ANYWHERE = frozenset(
    [
        "html",
        "htm",
        "xhtml",
        "svg",
        "desktop",
        "exe",
        "com",
        "scr",
        "bat",
        "cmd",
        "ps1",
        "vbs",
        "js",
        "jar",
        "app",
        "lnk",
        "url",
        "sh",
        "bash",
        "command",
        "msi",
        "hta",
    ]
)
_RUNS_ON_WINDOWS = frozenset({"py", "pyw", "pl", "rb"})


@dataclass(frozen=True, slots=True)
class OutsideCopy:
    """Where the copy lies. `renamed`: it got `.txt` at its end."""

    path: Path
    renamed: bool


def safe_name(path: RelPath, *, windows: bool = sys.platform == "win32") -> str:
    """The file's own name, harmless to open."""
    name = path.rsplit("/", 1)[-1]
    ending = name.rsplit(".", 1)[-1].lower()
    runs = ending in _RUNS_ANYWHERE or (windows and ending in _RUNS_ON_WINDOWS)
    return f"{name}.txt" if runs else name


def write_copy(files: RunFiles, path: RelPath, base: Path | None = None) -> OutsideCopy:
    """Write the copy into a folder of its own. Raises InputError if the file or the folder cannot be used."""
    try:
        data = files.read(path)
    except KeyError as error:
        raise InputError(f"{path} is not among the run's files; nothing to open") from error
    name = safe_name(path)
    try:
        folder = Path(tempfile.mkdtemp(prefix="mlrbench-", dir=base))
        copy = folder / name
        copy.write_bytes(data)
        copy.chmod(stat.S_IRUSR)
    except OSError as error:
        raise InputError(f"no copy of {path} could be written: {error.strerror or error}") from error
    return OutsideCopy(copy, renamed=name != path.rsplit("/", 1)[-1])
