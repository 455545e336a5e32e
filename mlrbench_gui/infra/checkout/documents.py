"""Ideas, proposals and literature reviews of the step-wise evaluation, and which of them was chosen."""

import re
from dataclasses import dataclass
from typing import Final

from mlrbench_gui.domain.runs import DocumentKind, DocumentRecord, FileRecord
from mlrbench_gui.domain.values import Sha256
from mlrbench_gui.infra.checkout.places import DocumentPlace
from mlrbench_gui.infra.files.gathering import Gathering

_MARKUP = re.compile(r"^[\s#*_>`\-]+|[\s#*_`]+$")
_LABEL = re.compile(r"^(?:research\s+)?(?:title|idea|proposal)\s*[:：]\s*", re.IGNORECASE)
_GENERIC: Final = frozenset(
    ("title", "research idea", "research proposal", "idea", "proposal", "markdown", "md")
)
_HEAD: Final = 4000
_LONGEST_TITLE: Final = 200


def title_of(data: bytes) -> str:
    """The title of a document, leniently: its first line that says something, without markup and labels."""
    text = data[:_HEAD].decode("utf-8", "backslashreplace").removeprefix("\ufeff")
    for line in text.splitlines():
        bare = _LABEL.sub("", _MARKUP.sub("", line))
        bare = _MARKUP.sub("", bare)
        if bare and bare.lower().rstrip(":") not in _GENERIC:
            return bare[:_LONGEST_TITLE]
    return ""


@dataclass(frozen=True, slots=True)
class _Kept:
    place: DocumentPlace
    title: str
    sha256: Sha256


class Documents:
    """Gathers stage documents; the chosen ones are known when all were seen."""

    def __init__(self) -> None:
        self._kept: list[_Kept] = []
        self._copies: dict[tuple[str, DocumentKind], _Kept] = {}

    def take(self, place: DocumentPlace, data: bytes, sha256: Sha256) -> None:
        """Note one document."""
        if place.copy:
            self._copies[place.task, place.kind] = _Kept(place, "", sha256)
        else:
            self._kept.append(_Kept(place, title_of(data), sha256))

    def keys(self) -> frozenset[str]:
        """The keys of all documents as reviews name them."""
        return frozenset(
            document_key(kept.place.kind, kept.place.task, kept.place.author) for kept in self._kept
        )

    def records(self, gathering: Gathering) -> tuple[DocumentRecord | FileRecord, ...]:
        """All documents, and the copies that tell which was chosen."""
        records: list[DocumentRecord | FileRecord] = []
        pointed: set[tuple[str, DocumentKind]] = set()
        for kept in self._kept:
            key = (kept.place.task, kept.place.kind)
            copy = self._copies.get(key)
            chosen = copy is not None and copy.sha256 == kept.sha256
            if chosen and key in pointed:
                gathering.add(
                    kept.place.source,
                    "several authors' documents equal the chosen one",
                    "all marked as chosen",
                )
            if chosen:
                pointed.add(key)
            records.append(_record(kept, chosen=chosen))
        for key, copy in self._copies.items():
            records.append(FileRecord("derived", copy.place.source, copy.sha256))
            if key not in pointed:
                gathering.add(
                    copy.place.source,
                    "a chosen document that equals no author's",
                    "kept; its author is unknown",
                )
        return tuple(records)


def document_key(kind: DocumentKind, task: str, author: str | None) -> str:
    """How a document is named as the target of a review."""
    return f"{task}/{kind}/{author or ''}"


def _record(kept: _Kept, *, chosen: bool) -> DocumentRecord:
    place = kept.place
    return DocumentRecord(place.kind, place.task, place.author, kept.title, place.source, kept.sha256, chosen)
