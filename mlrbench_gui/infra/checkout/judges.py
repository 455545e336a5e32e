"""Judges' reviews: JSON with a score and words for each criterion, or a list of hallucinations."""

import json
import re
from dataclasses import dataclass
from typing import Final

from mlrbench_gui.domain.reviews import OVERALL_NAMES, Score

_LOWEST: Final = 1
_HIGHEST: Final = 10


class NoReview(Exception):
    """The bytes hold no review; the message says why."""


@dataclass(frozen=True, slots=True)
class ReviewBody:
    """What a review file says. `oddities` are for people; what they name was left out."""

    scores: tuple[Score, ...] = ()
    confidence: int | None = None
    has_hallucination: bool | None = None
    strengths: tuple[str, ...] = ()
    weaknesses: tuple[str, ...] = ()
    details: str = ""
    oddities: tuple[str, ...] = ()


def judge_family(judge: str) -> str:
    """The family that a judge's exact name belongs to: its first word, a provider before a slash aside."""
    match = re.match(r"[A-Za-z0-9]+", judge.rpartition("/")[2])
    return match[0].lower() if match else judge.lower()


def read_review(data: bytes) -> ReviewBody:
    """Read a review. Unknown keys are ignored. Raises NoReview for anything without score or verdict."""
    try:
        value = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise NoReview(f"no valid JSON ({_short(error)})") from error
    if not isinstance(value, dict):
        raise NoReview("JSON, but no review")
    body = _hallucinations(value) if "hallucinations" in value else _scores(value)
    if not body.scores and body.has_hallucination is None:
        raise NoReview("JSON, but without any score")
    return body


def _scores(value: dict[str, object]) -> ReviewBody:
    scores: list[Score] = []
    oddities: list[str] = []
    for criterion, part in value.items():
        if not isinstance(part, dict) or "score" not in part:
            continue
        score = _whole(part["score"])
        if score is None or not _LOWEST <= score <= _HIGHEST:
            oddities.append(f"{_text(criterion)} has no score of {_LOWEST} to {_HIGHEST}")
        else:
            scores.append(Score(_text(criterion), score, _text(part.get("justification"))))
    overall = next((part for key in OVERALL_NAMES if isinstance(part := value.get(key), dict)), {})
    check = value.get("Hallucination")
    said = check if isinstance(check, dict) else {}
    return ReviewBody(
        scores=tuple(scores),
        confidence=_confidence(value.get("Confidence")),
        has_hallucination=_truth(said.get("has_hallucination")),
        strengths=_texts(overall.get("strengths")),
        weaknesses=_texts(overall.get("weaknesses")),
        details=_text(said.get("details")),
        oddities=tuple(oddities),
    )


def _hallucinations(value: dict[str, object]) -> ReviewBody:
    items = value.get("hallucinations")
    cases = [item for item in items if isinstance(item, dict)] if isinstance(items, list) else []
    lines = [_text(value.get("overall_assessment"))]
    for case in cases:
        parts = [_text(case.get(key)) for key in ("type", "description", "evidence")]
        lines.append(f"{parts[0]}: {parts[1]}\nEvidence: {parts[2]}")
    return ReviewBody(
        confidence=_confidence(value.get("confidence")),
        has_hallucination=_truth(value.get("has_hallucination")),
        details="\n\n".join(line for line in lines if line),
    )


def _confidence(value: object) -> int | None:
    number = _whole(value["score"] if isinstance(value, dict) and "score" in value else value)
    return number if number is not None and _LOWEST <= number <= _HIGHEST else None


def _whole(value: object) -> int | None:
    if isinstance(value, bool):
        return None
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return value if isinstance(value, int) else None


def _truth(value: object) -> bool | None:
    return value if isinstance(value, bool) else None


def _texts(value: object) -> tuple[str, ...]:
    return tuple(_text(item) for item in value) if isinstance(value, list) else ()


def _text(value: object) -> str:
    """The words, with lone surrogates (which no database and no file can hold) shown as escapes."""
    if isinstance(value, str):
        text = value
    else:
        text = "" if value is None else json.dumps(value, ensure_ascii=False, default=str)
    return text if text.isascii() else text.encode("utf-8", "backslashreplace").decode("utf-8")


def _short(error: Exception) -> str:
    return str(error).splitlines()[0][:120] if str(error) else type(error).__name__
