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
_DOCUMENT_JUDGE: Final = "idea_proposal_reviews_"
_SUBSET_JUDGE: Final = "subset_reviews_"
_PEOPLE: Final = "human_eval/"


def place_of(name_parts: tuple[str, ...], path: str) -> Place:
    """What the file at `path` of a tree is; `name_parts` are the parts of the tree's own path."""
    parts = [*name_parts[-_DEEPEST:], *path.split("/")]
    for depth in range(_DEEPEST, 1, -1):
        tail = "/".join(parts[-depth:]) if len(parts) >= depth else ""
        for start, pattern, make in _RULES[depth]:
            match = pattern.fullmatch(tail) if tail.startswith(start) else None
            if match:
                return make(match)
    return _other("/".join((*name_parts[-1:], path)))


def _other(source: str) -> OtherPlace:
    name = source.rpartition("/")[2].lower()
    known = name.startswith(("readme", "license", "task_metadata", "changelog"))
    return OtherPlace(source, "notes", known=known)


def _task(match: re.Match[str]) -> TaskPlace:
    return TaskPlace(match[0], match["task"])


def _document(match: re.Match[str]) -> DocumentPlace:
    groups = match.groupdict()
    author = groups.get("author")
    kind = DocumentKind(groups.get("kind") or DocumentKind.LITERATURE)
    copy = author is None and kind is not DocumentKind.LITERATURE
    return DocumentPlace(f"{CHECKOUT_RUNS}/{match[0]}", kind, match["task"], author, copy)


def _review(target: ReviewTarget) -> Callable[[re.Match[str]], ReviewPlace]:
    def make(match: re.Match[str]) -> ReviewPlace:
        return ReviewPlace(f"{_REVIEWS}/{match[0]}", target, match["judge"], match["task"], match["subject"])

    return make


def _stage_review(match: re.Match[str]) -> ReviewPlace:
    return _review(ReviewTarget(match["kind"]))(match)


def _harness_log(match: re.Match[str]) -> HarnessLogPlace:
    return HarnessLogPlace(f"{CHECKOUT_RUNS}/{match[0]}", match["agent"])


def _people(table: str) -> Callable[[re.Match[str]], PeoplePlace]:
    return lambda match: PeoplePlace(match[0], table)


def _human_eval(kind: str) -> Callable[[re.Match[str]], OtherPlace]:
    return lambda match: OtherPlace(match[0], kind, known=True)


_Rule = tuple[str, re.Pattern[str], Callable[[re.Match[str]], Place]]


def _rule(start: str, rest: str, make: Callable[[re.Match[str]], Place]) -> _Rule:
    return start, re.compile(re.escape(start) + rest, re.DOTALL), make


_JUDGED: Final = r"(?P<judge>[^/]+)/(?P<task>[^/]+)/"
_TASK: Final = r"/(?P<task>[^/]+)/"

_RULES: Final[dict[int, tuple[_Rule, ...]]] = {
    4: (
        _rule(
            _DOCUMENT_JUDGE,
            rf"{_JUDGED}(?P<kind>idea|proposal)/(?P=kind)_(?P<subject>[^/]+)\.json",
            _stage_review,
        ),
        _rule(DOCUMENTS, rf"{_TASK}(?P<kind>idea|proposal)/(?P=kind)_(?P<author>[^/]+)\.md", _document),
        _rule(
            _SUBSET_JUDGE, rf"{_JUDGED}experiments/(?P<subject>[^/]+)\.json", _review(ReviewTarget.EXPERIMENT)
        ),
        _rule(_SUBSET_JUDGE, rf"{_JUDGED}paper/(?P<subject>[^/]+)\.json", _review(ReviewTarget.WRITEUP)),
    ),
    3: (
        _rule(DOCUMENTS, rf"{_TASK}(?:(?P<kind>idea|proposal)|related_work)\.md", _document),
        _rule(
            _SUBSET_JUDGE,
            rf"{_JUDGED}review_(?P<subject>[^/]+)_no_code\.json",
            _review(ReviewTarget.END_TO_END_NO_CODE),
        ),
        _rule(_SUBSET_JUDGE, rf"{_JUDGED}review_(?P<subject>[^/]+)\.json", _review(ReviewTarget.END_TO_END)),
    ),
    2: (
        _rule("tasks/", r"(?P<task>[a-z]+\d{4}_[^/]+)\.md", _task),
        _rule(END_TO_END_PREFIX, r"(?P<agent>[^/]+)/mlr_agent_(?P=agent)\.log", _harness_log),
        _rule(_PEOPLE, r"human_review\.csv", _people("reviews")),
        _rule(_PEOPLE, r"[Hh]allucination[ _-][Cc]heck\.csv", _people("checks")),
        _rule(_PEOPLE, r"(?:llm_judge|merge_data)\.csv", _human_eval("derived")),
        _rule(_PEOPLE, r"[^/]+", _human_eval("notes")),
    ),
}
_DEEPEST: Final = max(_RULES)
