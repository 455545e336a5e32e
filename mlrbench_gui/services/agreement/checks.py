"""Judges' lists of hallucinations against people's checklist."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial

from mlrbench_gui.domain.agreement import CheckScore, Estimate
from mlrbench_gui.domain.reviews import HallucinationCheck, Review, ReviewTarget
from mlrbench_gui.services.agreement.intervals import estimate

KINDS = {
    "faked_result": "faked",
    "hallucinated_methodology": "method",
    "incorrect_citation": "citation",
    "mathematical_error": "math",
}
"""The kinds of fault of the checklist, each with the word that a judge's type of it holds."""


@dataclass(slots=True)
class _Counts:
    cells: dict[tuple[bool, bool], int] = field(default_factory=dict)
    unsure: int = 0

    def add(self, *, person: bool | None, judge: bool) -> None:
        if person is None:
            self.unsure += 1
        else:
            self.cells[(person, judge)] = self.cells.get((person, judge), 0) + 1


def check_scores(
    checks: Sequence[HallucinationCheck], reviews: Iterable[Review]
) -> tuple[tuple[CheckScore, ...], tuple[str, ...]]:
    """Counts for each kind of fault and judge, and what could not be matched, in words.

    A row of a form tells its run. A row of a table tells its system and task alone: it is held against the
    hallucination reviews of that task, of the system's own papers where one of the systems is named so, else of the
    agents' runs.
    """
    reviews = [review for review in reviews if review.target is ReviewTarget.HALLUCINATION]
    counts: dict[tuple[str, str], _Counts] = {}
    unmatched = 0
    for check in checks:
        found = [review for review in reviews if review.task == check.task and _is_of(review, check)]
        unmatched += not found
        for review in found:
            named = _named(review)
            for kind in KINDS:
                cell = counts.setdefault((kind, review.judge_family), _Counts())
                cell.add(person=_answer(check, kind), judge=kind in named)
    told = (f"{unmatched} rows of the hallucination check have no judge's check here",) if unmatched else ()
    return tuple(_score(kind, judge, counts[(kind, judge)]) for kind, judge in sorted(counts)), told


def rates(score: CheckScore) -> tuple[Estimate, Estimate]:
    """Recall and precision with their intervals, drawn over the cases that people were sure of."""
    cases = [(True, True)] * score.true_positive + [(False, True)] * score.false_positive
    cases += [(True, False)] * score.false_negative + [(False, False)] * score.true_negative
    return estimate(cases, partial(_share, of=0)), estimate(cases, partial(_share, of=1))


def _share(cases: Sequence[tuple[bool, bool]], *, of: int) -> float | None:
    """Of the cases in which one side named the fault, those that both named."""
    named = [case for case in cases if case[of]]
    return sum(all(case) for case in named) / len(named) if named else None


def _is_of(review: Review, check: HallucinationCheck) -> bool:
    if check.run is not None:
        return review.run == check.run
    system = re.sub(r"[^a-z]", "", check.system.lower().removesuffix("v2"))
    folder = re.sub(r"[^a-z]", "", (review.run or "").partition("/")[0].lower())
    return folder.startswith(system) if "scientist" in system else "scientist" not in folder


def _named(review: Review) -> set[str]:
    """The kinds of fault that the judge listed: the words before the colon of each entry."""
    types = [
        match[1].lower() for match in re.finditer(r"^([A-Z][A-Za-z ]{3,60}):", review.details, re.MULTILINE)
    ]
    return {kind for kind, word in KINDS.items() if any(word in listed for listed in types)}


def _answer(check: HallucinationCheck, kind: str) -> bool | None:
    said = {
        "faked_result": check.faked_result,
        "hallucinated_methodology": check.hallucinated_methodology,
        "incorrect_citation": check.incorrect_citation,
        "mathematical_error": check.mathematical_error,
    }[kind]
    return {"yes": True, "no": False}.get(said.strip().lower())


def _score(kind: str, judge: str, counts: _Counts) -> CheckScore:
    cells = counts.cells
    return CheckScore(
        kind,
        judge,
        true_positive=cells.get((True, True), 0),
        false_positive=cells.get((False, True), 0),
        false_negative=cells.get((True, False), 0),
        true_negative=cells.get((False, False), 0),
        unsure=counts.unsure,
    )
