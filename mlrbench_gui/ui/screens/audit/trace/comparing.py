"""Texts of a run made ready to be compared; runs off the GUI thread."""

from mlrbench_gui.audit.text.decoding import decode
from mlrbench_gui.domain.artifacts import RunFiles
from mlrbench_gui.domain.errors import InputError
from mlrbench_gui.domain.values import RelPath
from mlrbench_gui.domain.work import CancelToken
from mlrbench_gui.ui.screens.audit.trace.aligning import align
from mlrbench_gui.ui.screens.audit.trace.diff_panes import Compared

_LARGEST = 24 * 1024 * 1024


def lines_of(text: str) -> tuple[str, ...]:
    """The lines, which end at LF alone so that their numbers agree with places."""
    parts = text.split("\n")
    if parts and not parts[-1]:
        parts.pop()
    return tuple(parts)


def disk_text(files: RunFiles, path: RelPath) -> str:
    """A file of the run as text. Raises InputError for one that is missing, too large or no text."""
    name = path.rpartition("/")[2]
    try:
        if files.size(path) > _LARGEST:
            raise InputError(f"{name} has more than {_LARGEST >> 20} MB; open it by itself to read it")
        data = files.read(path)
    except KeyError:
        raise InputError(f"the run has no file {path}") from None
    if b"\0" in data[:8192]:
        raise InputError(f"{name} is no text file, so it has no lines to compare")
    return decode(data)


def compared(
    titles: tuple[str, str], left: str | None, right: str, cancel: CancelToken | None = None
) -> Compared:
    """Both texts aligned; the right one alone where there is no left one. Raises Cancelled."""
    after = lines_of(right)
    if left is None:
        return Compared(titles, None, after, None)
    before = lines_of(left)
    return Compared(titles, before, after, align(before, after, cancel))
