"""What a file outside of runs is, by where it lies.

Paths are matched from their end, so that a part of a checkout (one task's reviews, one agent's folder) is
understood as the whole is. `source` is the place in a checkout: the same file has the same one in each import.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from mlrbench_gui.domain.layout import CHECKOUT_RUNS, DOCUMENTS, END_TO_END_PREFIX
from mlrbench_gui.domain.reviews import ReviewTarget
from mlrbench_gui.domain.runs import DocumentKind


@dataclass(frozen=True, slots=True)
class TaskPlace:
    """An official task text."""

    source: str
    task: str


@dataclass(frozen=True, slots=True)
class DocumentPlace:
    """A stage document; `author` None for literature reviews. `copy`: only points to the chosen one."""

    source: str
    kind: DocumentKind
    task: str
    author: str | None
    copy: bool = False


@dataclass(frozen=True, slots=True)
class ReviewPlace:
    """A judge's review: of what sort, by whom, and `subject`: the author, coder or agent judged."""

    source: str
    target: ReviewTarget
    judge: str
    task: str
    subject: str


@dataclass(frozen=True, slots=True)
class HarnessLogPlace:
    """The log of all end-to-end runs of an agent; `agent` is the whole name."""

    source: str
    agent: str


@dataclass(frozen=True, slots=True)
class PeoplePlace:
    """A table made by people; `table` is `reviews` or `checks`."""

    source: str
    table: str


@dataclass(frozen=True, slots=True)
class OtherPlace:
    """Any other file: `kind` is `derived` or `notes`; `known` False if nothing is known of it."""

    source: str
    kind: str
    known: bool


Place = TaskPlace | DocumentPlace | ReviewPlace | HarnessLogPlace | PeoplePlace | OtherPlace

_REVIEWS: Final = "agent_reviews"
_DOCUMENT_JUDGE: Final = r"(?P<top>idea_proposal_reviews_(?P<judge>[^/]+)/(?P<task>[^/]+)/"
_SUBSET_JUDGE: Final = r"(?P<top>subset_reviews_(?P<judge>[^/]+)/(?P<task>[^/]+)/"


def place_of(name_parts: tuple[str, ...], path: str) -> Place:
    """What the file at `path` of a tree is; `name_parts` are the parts of the tree's own path."""
    full = "/".join((*name_parts, path))
    for pattern, make in _RULES:
        match = pattern.search(full)
        if match:
            return make(match)
    return _other("/".join((*name_parts[-1:], path)))


def _other(source: str) -> OtherPlace:
    name = source.rpartition("/")[2].lower()
    known = name.startswith(("readme", "license", "task_metadata", "changelog"))
    return OtherPlace(source, "notes", known=known)


def _task(match: re.Match[str]) -> TaskPlace:
    return TaskPlace(match["top"], match["task"])


def _document(match: re.Match[str]) -> DocumentPlace:
    groups = match.groupdict()
    author = groups.get("author")
    kind = DocumentKind(groups.get("kind") or DocumentKind.LITERATURE)
    copy = author is None and kind is not DocumentKind.LITERATURE
    return DocumentPlace(f"{CHECKOUT_RUNS}/{match['top']}", kind, match["task"], author, copy)


def _review(target: ReviewTarget) -> Callable[[re.Match[str]], ReviewPlace]:
    def make(match: re.Match[str]) -> ReviewPlace:
        return ReviewPlace(
            f"{_REVIEWS}/{match['top']}", target, match["judge"], match["task"], match["subject"]
        )

    return make


def _stage_review(match: re.Match[str]) -> ReviewPlace:
    return _review(ReviewTarget(match["kind"]))(match)


def _harness_log(match: re.Match[str]) -> HarnessLogPlace:
    return HarnessLogPlace(f"{CHECKOUT_RUNS}/{match['top']}", match["agent"])


def _people(table: str) -> Callable[[re.Match[str]], PeoplePlace]:
    return lambda match: PeoplePlace(match["top"], table)


def _human_eval(kind: str) -> Callable[[re.Match[str]], OtherPlace]:
    return lambda match: OtherPlace(match["top"], kind, known=True)


_RULES: Final[tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], Place]], ...]] = tuple(
    (re.compile(rf"(?:^|/){pattern}\Z"), make)
    for pattern, make in (
        (
            rf"{_DOCUMENT_JUDGE}(?P<kind>idea|proposal)/(?P=kind)_(?P<subject>[^/]+)\.json)",
            _stage_review,
        ),
        (
            rf"(?P<top>{DOCUMENTS}/(?P<task>[^/]+)/(?P<kind>idea|proposal)/(?P=kind)_(?P<author>[^/]+)\.md)",
            _document,
        ),
        (rf"(?P<top>{DOCUMENTS}/(?P<task>[^/]+)/(?:(?P<kind>idea|proposal)|related_work)\.md)", _document),
        (r"(?P<top>tasks/(?P<task>[a-z]+\d{4}_[^/]+)\.md)", _task),
        (
            rf"{_SUBSET_JUDGE}experiments/(?P<subject>[^/]+)\.json)",
            _review(ReviewTarget.EXPERIMENT),
        ),
        (rf"{_SUBSET_JUDGE}paper/(?P<subject>[^/]+)\.json)", _review(ReviewTarget.WRITEUP)),
        (
            rf"{_SUBSET_JUDGE}review_(?P<subject>[^/]+)_no_code\.json)",
            _review(ReviewTarget.END_TO_END_NO_CODE),
        ),
        (rf"{_SUBSET_JUDGE}review_(?P<subject>[^/]+)\.json)", _review(ReviewTarget.END_TO_END)),
        (rf"(?P<top>{END_TO_END_PREFIX}(?P<agent>[^/]+)/mlr_agent_(?P=agent)\.log)", _harness_log),
        (r"(?P<top>human_eval/human_review\.csv)", _people("reviews")),
        (r"(?P<top>human_eval/[Hh]allucination[ _-][Cc]heck\.csv)", _people("checks")),
        (r"(?P<top>human_eval/(?:llm_judge|merge_data)\.csv)", _human_eval("derived")),
        (r"(?P<top>human_eval/[^/]+)", _human_eval("notes")),
    )
)
