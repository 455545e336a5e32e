"""A report without the names of its reviewers and without absolute paths, for handing on.

People become `reviewer 1`, `reviewer 2` and so on, in the order of their names, wherever a report names who said
something. Their own words and the paper's words are kept as they are, but for paths that begin at the root of a disk,
of which the last part alone is kept; the paper's words are not touched at all, for places count in them.
"""

import re
from collections.abc import Iterator, Mapping
from typing import TypeAlias

from mlrbench_gui.services.reporting.data import ReportData
from mlrbench_gui.services.reporting.writer import ReportFile, ReportPapers, ReportWriter

Json: TypeAlias = "dict[str, Json] | list[Json] | str | int | float | bool | None"

_NAMED = frozenset({"author", "made_by"})
_PAPERS_WORDS = frozenset({"quote", "before", "after", "span", "run", "sha256", "text_sha256"})
_ABSOLUTE = re.compile(
    r"(?<![\w/.:~-])(?:/|[A-Za-z]:[\\/])(?:[^\s/\\\"'`<>|:,;()]+[\\/])+([^\s/\\\"'`<>|:,;()]*)"
)


def nameless(writers: Mapping[str, ReportWriter]) -> dict[str, ReportWriter]:
    """The same formats, each of a report without names."""
    return {name: _Nameless(writer) for name, writer in writers.items()}


def without_names(report: ReportData) -> ReportData:
    """The report without names and absolute paths."""
    value: Json = report.model_dump(mode="json")
    names = sorted(set(_names(value)) - {""})
    return ReportData.model_validate(_Masks(names).masked(value))


def pathless(text: str) -> str:
    """Of each absolute path in a text its last part."""
    return _ABSOLUTE.sub(lambda found: f"…/{found[1]}", text)


class _Nameless:
    """A writer that is given the report without names."""

    def __init__(self, writer: ReportWriter) -> None:
        self._writer = writer

    def __call__(self, report: ReportData, papers: ReportPapers, /) -> Iterator[ReportFile]:
        yield from self._writer(without_names(report), papers)


class _Masks:
    """What stands for whom."""

    def __init__(self, names: list[str]) -> None:
        self._masks = {name: f"reviewer {number}" for number, name in enumerate(names, 1)}

    def masked(self, value: Json, key: str = "") -> Json:
        if key in _PAPERS_WORDS:
            return value
        if isinstance(value, dict):
            is_person = value.get("kind") == "person" and "by" in value
            return {
                name: self.masked(item, "author" if name == "by" and is_person else name)
                for name, item in value.items()
            }
        if isinstance(value, list):
            return [self.masked(item, "author" if key == "authors" else key) for item in value]
        if isinstance(value, str):
            return self._masks.get(value, value) if key in _NAMED else pathless(value)
        return value


def _names(value: Json, key: str = "") -> Iterator[str]:
    """All who are named as having said something."""
    if isinstance(value, dict):
        is_person = value.get("kind") == "person" and "by" in value
        for name, item in value.items():
            yield from _names(item, "author" if name == "by" and is_person else name)
    elif isinstance(value, list):
        for item in value:
            yield from _names(item, "author" if key == "authors" else key)
    elif isinstance(value, str) and key in _NAMED:
        yield value
