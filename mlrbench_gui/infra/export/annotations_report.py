"""Claims, decisions and notes as Web Annotations: JSON-LD that ties each to the words of the paper."""

import uuid
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

from mlrbench_gui.infra.export.json_text import json_bytes, reference
from mlrbench_gui.services.reporting.data import ReportClaim, ReportData, ReportNote, ReportReview
from mlrbench_gui.services.reporting.writer import ReportFile, ReportPapers

_CONTEXT = "http://www.w3.org/ns/anno.jsonld"
_CUT = "…"


def write_annotations(report: ReportData, _papers: ReportPapers) -> Iterator[ReportFile]:
    """One page: an assessing annotation for each claim, a commenting one for each note."""
    items = [item for claim in report.claims for item in _of_claim(report, claim)]
    items += [item for review in report.reviews for item in _of_review(report, review)]
    page = {
        "@context": _CONTEXT,
        "id": _name(report, "page"),
        "type": "AnnotationPage",
        "startIndex": 0,
        "items": items,
    }
    yield ReportFile(".annotations.jsonld", json_bytes(page))


def _of_claim(report: ReportData, claim: ReportClaim) -> Iterator[dict[str, Any]]:
    yield _annotation(report, claim, "assessing", _assessment(claim))
    if claim.note:
        yield _annotation(report, claim, "commenting", [_text(claim.note, "commenting")])


def _annotation(
    report: ReportData, claim: ReportClaim, motivation: str, body: list[dict[str, Any]]
) -> dict[str, Any]:
    made: dict[str, Any] = {
        "id": _name(report, f"{claim.paper} {claim.id} {motivation}"),
        "type": "Annotation",
        "motivation": motivation,
        "generator": _generator(report),
        "generated": _moment(report.made_at),
        "body": body,
        "target": {"source": _iri(report, claim.paper), "selector": _selectors(claim)},
    }
    if claim.author:
        made["creator"] = {"type": "Person", "name": claim.author}
    if claim.at is not None:
        made["created"] = _moment(claim.at)
    return made


def _of_review(report: ReportData, review: ReportReview) -> Iterator[dict[str, Any]]:
    """The notes of a person's form; one that hangs on no place is about the paper, or the run, as a whole."""
    for number, note in enumerate(review.notes, 1):
        yield {
            "id": _name(report, f"{review.source} note {number}"),
            "type": "Annotation",
            "motivation": "commenting",
            "generator": _generator(report),
            "generated": _moment(report.made_at),
            "creator": {"type": "Person", "name": review.by},
            **({"created": _moment(review.at)} if review.at is not None else {}),
            "body": [_text(note.text, "commenting")],
            "target": _target(report, note),
        }


def _target(report: ReportData, note: ReportNote) -> dict[str, Any]:
    """A part of a file by a selector, or a file or the run as a whole, which is no specific resource."""
    whole = _iri(report, note.paper or "")
    if note.span is not None:
        place = {"type": "TextPositionSelector", "start": note.span[0], "end": note.span[1]}
        return {"source": whole, "selector": [place, {"type": "TextQuoteSelector", "exact": note.quote}]}
    if note.page is not None and note.box is not None:
        return {"source": whole, "selector": [_area(note.page, note.box)]}
    return {"id": whole, "type": "Text" if note.paper else "Dataset"}


def _iri(report: ReportData, path: str) -> str:
    """The standard wants absolute addresses, and a run has none: the scheme for archives, then the path in the run."""
    return f"arcp://uuid,{uuid.uuid5(uuid.NAMESPACE_URL, report.run)}/{reference(path)}"


def _moment(at: datetime) -> str:
    """UTC, told as `Z`, as the standard has it."""
    return at.astimezone(UTC).isoformat().replace("+00:00", "Z")


def _area(page: int, box: tuple[float, float, float, float]) -> dict[str, Any]:
    """A rectangle of a page by the fragment identifiers of PDF: left, top, width, height."""
    left, top, right, bottom = box
    view = ",".join(f"{side:g}" for side in (left, top, right - left, bottom - top))
    return {
        "type": "FragmentSelector",
        "conformsTo": "http://tools.ietf.org/rfc/rfc3778",
        "value": f"page={page}&viewrect={view}",
    }


def _generator(report: ReportData) -> dict[str, str]:
    return {"type": "Software", "name": f"MLR-Bench GUI {report.tool_version}"}


def _assessment(claim: ReportClaim) -> list[dict[str, Any]]:
    """Verdict, trust and decision as tags, the reasons as text."""
    tags = (f"verdict: {claim.verdict}", f"trust: {claim.trust}", f"decision: {claim.state}")
    reasons = (claim.reason, claim.decision_reason)
    return [_text(tag, "tagging") for tag in tags] + [_text(said, "assessing") for said in reasons if said]


def _text(value: str, purpose: str) -> dict[str, Any]:
    return {"type": "TextualBody", "value": value, "format": "text/plain", "purpose": purpose}


def _selectors(claim: ReportClaim) -> list[dict[str, Any]]:
    """The words and the place. The ellipsis of a cut context is not in the paper and is left out."""
    start, end = claim.span
    return [
        {"type": "TextPositionSelector", "start": start, "end": end},
        {
            "type": "TextQuoteSelector",
            "exact": claim.quote,
            "prefix": claim.before.removeprefix(f"{_CUT} "),
            "suffix": claim.after.removesuffix(f" {_CUT}"),
        },
    ]


def _name(report: ReportData, of: str) -> str:
    """The same for equal audits."""
    words = f"{report.run} {report.input_key} {of}".encode("utf-8", "backslashreplace").decode()
    return uuid.uuid5(uuid.NAMESPACE_URL, words).urn
