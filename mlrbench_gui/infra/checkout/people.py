"""Tables that people made: reviews, and checks for hallucinations. Columns are found by their names."""

import csv
import io
from collections import Counter
from dataclasses import dataclass, replace
from typing import Final

from mlrbench_gui.domain.layout import END_TO_END_PREFIX
from mlrbench_gui.domain.reviews import HallucinationCheck, HumanReview, Score
from mlrbench_gui.domain.values import RunName

_REVIEW_KEY: Final = ("reviewer_id", "model_name", "workshop_name")
_CHECK_COLUMNS: Final = (
    "LLM",
    "Workshop_name",
    "is_Faked_Experimental_Result",
    "is_Hallucinated_Methodology",
    "is_Incorrect_Citation",
    "is_Mathematical_Error",
)
_ANSWERS: Final = frozenset(("Yes", "No", "Not Sure"))


class NoTable(Exception):
    """The bytes are not the table that their name tells; the message says why."""


@dataclass(frozen=True, slots=True)
class HumanReviews:
    """All rows of people's reviews; `oddities` are for people and name the row."""

    rows: tuple[HumanReview, ...]
    oddities: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class HallucinationChecks:
    """All rows of people's checks; `oddities` are for people and name the row."""

    rows: tuple[HallucinationCheck, ...]
    oddities: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Row:
    number: int
    cells: dict[str, str]


def read_human_reviews(data: bytes, source: str) -> HumanReviews:
    """Read people's reviews. Rows with one key are all kept and flagged. Raises NoTable."""
    header, rows = _table(data, _REVIEW_KEY)
    criteria = [column for column in header if column and column not in _REVIEW_KEY]
    oddities: list[str] = []
    reviews = [_human_review(row, source, criteria, oddities) for row in rows]
    seen = Counter(_key(review) for review in reviews)
    for key, times in seen.items():
        if times > 1:
            which = ", ".join(str(review.row) for review in reviews if _key(review) == key)
            oddities.append(f"rows {which} have one reviewer, agent and task ({', '.join(key)})")
    flagged = tuple(replace(review, double=seen[_key(review)] > 1) for review in reviews)
    return HumanReviews(flagged, tuple(oddities))


def read_hallucination_checks(data: bytes, source: str) -> HallucinationChecks:
    """Read people's checks. Raises NoTable."""
    _, rows = _table(data, _CHECK_COLUMNS)
    oddities: list[str] = []
    checks: list[HallucinationCheck] = []
    for row in rows:
        system, task, *answers = (row.cells[column] for column in _CHECK_COLUMNS)
        if not _ANSWERS.issuperset(answers):
            oddities.append(f"row {row.number} has an answer other than Yes, No or Not Sure")
        faked, methodology, citation, mathematics = answers
        checks.append(
            HallucinationCheck(source, row.number, system, task, faked, methodology, citation, mathematics)
        )
    return HallucinationChecks(tuple(checks), tuple(oddities))


def _key(review: HumanReview) -> tuple[str, str, str]:
    return review.reviewer, review.agent, review.task


def _human_review(row: _Row, source: str, criteria: list[str], oddities: list[str]) -> HumanReview:
    reviewer, agent, task = (row.cells[column] for column in _REVIEW_KEY)
    scores: list[Score] = []
    for criterion in criteria:
        cell = row.cells[criterion]
        if cell.isascii() and cell.isdecimal() and len(cell) <= 2 and 1 <= int(cell) <= 10:
            scores.append(Score(criterion, int(cell)))
        else:
            oddities.append(f"row {row.number} has no score of 1 to 10 for {criterion}")
    run = RunName(f"{END_TO_END_PREFIX}{agent}/{task}")
    return HumanReview(
        source, row.number, reviewer, agent, task, run, run_present=False, scores=tuple(scores)
    )


def _table(data: bytes, wanted: tuple[str, ...]) -> tuple[list[str], list[_Row]]:
    """Header and data rows (numbered from 1); short rows are filled up with empty cells."""
    text = data.decode("utf-8-sig", "backslashreplace")
    try:
        records = list(csv.reader(io.StringIO(text, newline="")))
    except csv.Error as error:
        raise NoTable(f"no readable CSV ({error})") from error
    header = [cell.strip() for cell in records[0]] if records else []
    missing = [column for column in wanted if column not in header]
    if missing:
        raise NoTable(f"the column {missing[0]} is missing")
    rows: list[_Row] = []
    for number, record in enumerate(records[1:], start=1):
        if any(cell.strip() for cell in record):
            filled = [cell.strip() for cell in record] + [""] * len(header)
            rows.append(_Row(number, dict(zip(header, filled, strict=False))))
    return header, rows
