"""Other names that a paper's own lists give to what the run compares: `baseline: full training of the net`."""

import re
from collections.abc import Iterator, Sequence
from typing import Protocol

from mlrbench_gui.audit.text.measures import MEASURE
from mlrbench_gui.audit.text.paper import BlockKind, PaperText
from mlrbench_gui.audit.text.words import GENERIC, name_words

_ITEM = re.compile(
    r"[\W_]*(?P<label>[A-Za-z][\w /+-]{1,30}?)[*`\s]*[:–—]\s+(?P<what>[A-Za-z][\w-]*(?: [\w-]+){1,3})"
)
_ENDS = re.compile(
    r"\s(?:of|that|which|using|with|where|without|the|a|an|on|in|for|as|is|are|and|from|to|by)\b.*",
    re.IGNORECASE,
)
_OFTEN = 3
_FEWEST, _MOST = 2, 3


class Known(Protocol):
    """What is asked of the entities known so far."""

    def of_label(self, label: str) -> int | None: ...

    def in_words(self, words: tuple[str, ...], label: str = "") -> frozenset[int]: ...


def defined_names(papers: Sequence[PaperText], known: Known) -> Iterator[tuple[str, str]]:
    """Pairs of a label and the name that a list gives it, if the paper uses that name again and again."""
    for paper in papers:
        plain = _plain(paper.text)
        for block in paper.blocks:
            item = _ITEM.match(paper.text, block.start, block.end) if block.kind is BlockKind.ITEM else None
            if item is None or known.of_label(item.group("label")) is None:
                continue
            name = _ENDS.sub("", item.group("what")).strip()
            if _is_name(name, known) and plain.count(_plain(name)) >= _OFTEN:
                yield item.group("label"), name


def _is_name(name: str, known: Known) -> bool:
    words = name_words(name)
    fits = _FEWEST <= len(name.split()) <= _MOST and bool(set(words) - GENERIC)
    return fits and not MEASURE.search(name) and not known.in_words(words, name)


def _plain(text: str) -> str:
    return re.sub(r"[\s‐‑-]+", " ", text).lower()
