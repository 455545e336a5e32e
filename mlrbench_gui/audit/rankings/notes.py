"""What the agent's own notes say: the line of a note that tells the same as a sentence of the paper."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from mlrbench_gui.audit.evidence_files import EvidenceFiles
from mlrbench_gui.audit.text.words import GENERIC, STOP_WORDS, name_words
from mlrbench_gui.domain.artifacts import ArtifactRole
from mlrbench_gui.domain.values import RelPath

_NOTES = (ArtifactRole.RESULTS_NOTE, ArtifactRole.README)
_SHORTEST = 20
_LONGEST = 1200
_TABLE = re.compile(r"^\s*\|")
_CODE = re.compile(r"^\s*(?:```|\$ |python3? )")


@dataclass(frozen=True, slots=True)
class NoteLine:
    """One line of a note with its words."""

    path: RelPath
    number: int
    text: str
    words: frozenset[str]


class Notes:
    """The lines of the notes on results that tell something in words; read when first asked for."""

    def __init__(self, files: EvidenceFiles) -> None:
        self._files = files
        self._lines: tuple[NoteLine, ...] | None = None

    @property
    def lines(self) -> tuple[NoteLine, ...]:
        if self._lines is None:
            self._lines = tuple(self._read())
        return self._lines

    def _read(self) -> Iterator[NoteLine]:
        papers = set(self._files.papers())
        for path in self._files.of_role(*_NOTES):
            if path in papers:
                continue
            for number, line in enumerate(self._files.text(path).split("\n"), start=1):
                told = _SHORTEST <= len(line) <= _LONGEST and not _TABLE.match(line) and not _CODE.match(line)
                if told:
                    yield NoteLine(path, number, line, telling(line))

    def like(self, sentence: str, share: float, fits: Callable[[str], bool] | None = None) -> NoteLine | None:
        """The line that has most words of the sentence, at least that share of them, and that fits."""
        words = telling(sentence)
        scored = [
            (len(words & line.words) / len(words), -line.number, line)
            for line in self.lines
            if words and (fits is None or fits(line.text))
        ]
        best = max(scored, key=lambda item: item[:2], default=None)
        return best[2] if best is not None and best[0] >= share else None


def telling(text: str) -> frozenset[str]:
    """The words that tell something: no numbers, letters or words that stand everywhere."""
    words = (w for w in name_words(text) if len(w) > 2 and not w[0].isdigit())
    return frozenset(words) - GENERIC - STOP_WORDS
