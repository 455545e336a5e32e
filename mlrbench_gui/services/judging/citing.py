"""Whether what a judge cites exists in the run: the file, and the words or the number in it.

Words are compared without regard to case, line breaks, emphasis, and the kinds of dash, quote and space; where a
quote leaves something out (…), its parts must stand in their order. A number must stand there as a number of its own.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from mlrbench_gui.domain.judging import CheckedCitation, Citation, CitationState
from mlrbench_gui.domain.values import RelPath

ReadText = Callable[[RelPath], str | None]
"""The text of a file of the run, None for one that holds none."""

MOST_CHARS = 5_000_000
"""So much of a file is searched."""

_LEAST = 8
_GAP = re.compile(r"\s*(?:\[\s*(?:…|\.{3})\s*\]|…|\.{3,})\s*")
_NUMBER = re.compile(r"[-+\u2212]?\d[\d.,]*(?:e[-+]?\d+)?\s*%?", re.IGNORECASE)
_SIGNS = str.maketrans(
    {
        **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2212", "-"),
        **dict.fromkeys("\u2018\u2019\u201a\u201b\u0060\u00b4", "'"),
        **dict.fromkeys('\u201c\u201d\u201e\u201f"', "'"),
        **dict.fromkeys("*_\u00ad\u200b\\", None),
    }
)


@dataclass(frozen=True, slots=True)
class _Folded:
    """A text made comparable, with the line that each of its signs stood on (1-based)."""

    text: str
    lines: Sequence[int]


@dataclass(slots=True)
class CitationDesk:
    """Checks citations of one run. `names` are those that the judge was told files by; `paths` are all files."""

    names: Mapping[str, RelPath]
    paths: Sequence[RelPath]
    read: ReadText
    _kept: dict[RelPath, _Folded | None] = field(default_factory=dict)

    def checked(self, citations: Iterable[Citation]) -> tuple[CheckedCitation, ...]:
        """Each citation with what came of it, in their order."""
        return tuple(self._checked(citation) for citation in citations)

    def _checked(self, citation: Citation) -> CheckedCitation:
        named = self._file(citation.file)
        parts = _parts(citation.quote)
        if not parts:
            return self._answer(citation, CitationState.TOO_SHORT, named)
        if named is not None:
            folded = self._folded(named)
            if folded is None:
                return self._answer(citation, CitationState.FILE_ONLY, named)
            line = _place(folded, parts)
            if line is not None:
                return self._answer(citation, CitationState.FOUND, named, line)
        for path in self.paths:
            folded = self._folded(path) if path != named else None
            line = _place(folded, parts) if folded is not None else None
            if line is not None:
                return self._answer(citation, CitationState.ELSEWHERE, path, line)
        missing = CitationState.NO_FILE if named is None else CitationState.NOT_FOUND
        return self._answer(citation, missing, named)

    def _answer(
        self, citation: Citation, state: CitationState, path: RelPath | None, line: int | None = None
    ) -> CheckedCitation:
        return CheckedCitation(
            criterion=citation.criterion,
            file=citation.file,
            quote=citation.quote,
            state=state,
            path=path,
            line=line,
        )

    def _file(self, name: str) -> RelPath | None:
        """The file that a judge means: by the name that it was told, by its path, or by the end of only one path."""
        plain = name.strip().strip("`'\"").removeprefix("./")
        if plain in self.names:
            return self.names[plain]
        if plain in self.paths:
            return RelPath(plain)
        ending = [path for path in self.paths if plain and path.endswith(f"/{plain}")]
        return ending[0] if len(ending) == 1 else None

    def _folded(self, path: RelPath) -> _Folded | None:
        if path not in self._kept:
            text = self.read(path)
            self._kept[path] = _fold(text[:MOST_CHARS]) if text is not None else None
        return self._kept[path]


def _parts(quote: str) -> tuple[str, ...]:
    """The pieces of a quote that must be found; none where it is too short to mean anything."""
    pieces = tuple(piece for part in _GAP.split(quote) if (piece := _fold(part.strip(" \"'`")).text.strip()))
    whole = " ".join(pieces)
    if len(whole) >= _LEAST or _is_telling_number(whole):
        return pieces
    return ()


def _is_telling_number(text: str) -> bool:
    """A number of three digits or more, such as 0.87 or 128, is not found by chance."""
    return _NUMBER.fullmatch(text) is not None and sum(sign.isdigit() for sign in text) >= 3


def _place(folded: _Folded, parts: Sequence[str]) -> int | None:
    """The line where the first part stands, if all stand there in their order."""
    first, at = None, 0
    for part in parts:
        found = _find(folded.text, part, at)
        if found < 0:
            return None
        first = found if first is None else first
        at = found + len(part)
    return folded.lines[first] if first is not None else None


def _find(text: str, part: str, at: int) -> int:
    """Where it stands: digits at its ends are not those of a longer number."""
    found = text.find(part, at)
    while found >= 0:
        end = found + len(part)
        if not (_runs_on(text, found - 1, part[0], -1) or _runs_on(text, end, part[-1], 1)):
            return found
        found = text.find(part, found + 1)
    return -1


def _runs_on(text: str, beside: int, edge: str, step: int) -> bool:
    """Whether a number goes on beyond this edge. A comma ends it: in tables it stands between numbers."""
    if not edge.isdigit() or not 0 <= beside < len(text):
        return False
    further = beside + step
    return text[beside].isdigit() or (
        text[beside] == "." and 0 <= further < len(text) and text[further].isdigit()
    )


def _fold(text: str) -> _Folded:
    signs: list[str] = []
    lines: list[int] = []
    line, blank = 1, True
    for sign in text:
        if sign == "\n":
            line += 1
        if sign.isspace():
            if not blank:
                signs.append(" ")
                lines.append(line)
            blank = True
            continue
        for plain in unicodedata.normalize("NFKC", sign).translate(_SIGNS).casefold():
            blank = plain == " "
            signs.append(plain)
            lines.append(line)
    return _pulled("".join(signs), lines)


def _pulled(text: str, lines: list[int]) -> _Folded:
    """Brackets that the prompt pulled apart are together again, on both sides of the comparison."""
    if "[ [" not in text and "] ]" not in text and "< |" not in text and "| >" not in text:
        return _Folded(text, lines)
    keep = [
        not (
            sign == " " and 0 < at < len(text) - 1 and text[at - 1] + text[at + 1] in {"[[", "]]", "<|", "|>"}
        )
        for at, sign in enumerate(text)
    ]
    return _Folded(
        "".join(sign for sign, kept in zip(text, keep, strict=True) if kept),
        [line for line, kept in zip(lines, keep, strict=True) if kept],
    )
