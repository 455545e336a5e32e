"""Figure references of a Markdown text, as written, and the files that they mean."""

import posixpath
import re
from collections.abc import Container, Iterator
from dataclasses import dataclass
from urllib.parse import unquote

from mlrbench_gui.domain.values import RelPath

_FENCE = re.compile(r"^[ \t]*(```+|~~~+)[^\n]*\n.*?^[ \t]*\1[ \t]*$", re.MULTILINE | re.DOTALL)
_PICTURE = re.compile(r"!\[[^\]\n]*\]\(\s*(?:<(?P<angled>[^>\n]+)>|(?P<bare>[^)\s]+))[^)\n]*\)")
_REMOTE = re.compile(r"[A-Za-z][A-Za-z0-9+.\-]*:|//|/")


@dataclass(frozen=True, slots=True)
class References:
    """How many figures a text refers to, and which of these are not there."""

    total: int
    missing: tuple[str, ...]


def figure_references(text: str) -> Iterator[str]:
    """Targets of all `![…](…)` outside of code fences, as written."""
    bare = _FENCE.sub("", text) if "```" in text or "~~~" in text else text
    for match in _PICTURE.finditer(bare):
        yield match["angled"] or match["bare"]


def resolve(document: RelPath, reference: str) -> RelPath | None:
    """The file of the run that a reference means; None for what is remote, absolute or outside."""
    if _REMOTE.match(reference):
        return None
    path = posixpath.normpath(posixpath.join(posixpath.dirname(document), unquote(reference)))
    return None if path.startswith("..") else RelPath(path)


def count_references(document: RelPath, text: str, files: Container[RelPath]) -> References:
    """Count the references of a document among a run's files."""
    total = 0
    missing: list[str] = []
    for reference in figure_references(text):
        total += 1
        path = resolve(document, reference)
        if path is None or path not in files:
            missing.append(reference)
    return References(total, tuple(missing))
