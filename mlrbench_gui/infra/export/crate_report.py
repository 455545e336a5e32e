"""A run with its audit as an RO-Crate: one archive that holds the run's files, the report, and what each of them is.

The files' bytes are those that were audited, in `run/`; the report in several formats is in `audit/`. Metadata follow
RO-Crate 1.3. The same report gives the same bytes.
"""

import io
import zipfile
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from mlrbench_gui.domain.errors import MlrbenchError
from mlrbench_gui.infra.export.annotations_report import write_annotations
from mlrbench_gui.infra.export.html_report import write_html
from mlrbench_gui.infra.export.json_report import write_json
from mlrbench_gui.infra.export.json_text import json_bytes
from mlrbench_gui.infra.export.sarif_report import write_sarif
from mlrbench_gui.infra.export.words import form_lines
from mlrbench_gui.services.reporting.data import ReportData, ReportInput, ReportReview
from mlrbench_gui.services.reporting.writer import ReportFile, ReportPapers

if TYPE_CHECKING:
    from rocrate.rocrate import ROCrate

_VERSION = "1.3"
_ENGINE, _MAKER, _AUDITED, _LICENCE = "#engine", "#agent", "#audit", "#licence"
_RUN, _AUDIT = "run/", "audit/"
_PROGRAM = {"@type": "CreativeWork", "additionalType": "https://schema.org/SoftwareApplication"}
"""Of a `SoftwareApplication` proper the standard wants an address, which no agent and no judge has."""
_KINDS = {
    ".json": ("report.json", "application/json", "The report, field by field"),
    ".html": ("report.html", "text/html", "The report for people"),
    ".annotations.jsonld": (
        "annotations.jsonld",
        "application/ld+json",
        "Claims and notes as Web Annotations",
    ),
    ".sarif": ("findings.sarif", "application/sarif+json", "Findings as SARIF"),
}
"""Name, media type and meaning of the report's files by what ends them."""


def write_crate(report: ReportData, papers: ReportPapers) -> Iterator[ReportFile]:
    """One archive."""
    audit = {_KINDS[file.suffix][0]: file.data for file in _reports(report, papers)}
    run = dict(_run_files(report, papers))
    members = {f"{_RUN}{_plain(path)}": data for path, data in run.items()}
    members |= {f"{_AUDIT}{name}": data for name, data in audit.items()}
    crate = _described(report, [item for item in report.inputs if item.path in run])
    members = {"ro-crate-metadata.json": json_bytes(crate.metadata.generate()), **members}
    yield ReportFile(".crate.zip", _packed(report, members))


def _reports(report: ReportData, papers: ReportPapers) -> Iterator[ReportFile]:
    for writer in (write_json, write_html, write_annotations, write_sarif):
        yield from writer(report, papers)


def _run_files(report: ReportData, papers: ReportPapers) -> Iterator[tuple[str, bytes]]:
    """All that can be read; a file that was not there for the audit is none of the crate's either."""
    for item in report.inputs:
        if item.sha256 is not None:
            try:
                yield item.path, papers.file(item.path)
            except MlrbenchError:
                continue


def _described(report: ReportData, files: list[ReportInput]) -> "ROCrate":
    from rocrate.rocrate import ROCrate

    crate = ROCrate(version=_VERSION)
    root = crate.root_dataset
    root["name"] = f"Audit of {_plain(report.run)}"
    root["description"] = _told(report)
    root["datePublished"] = report.made_at.isoformat()
    root["license"] = {"@id": _LICENCE}
    _add_context(crate, report)
    _add_run(crate, report, files)
    _add_audit(crate, report)
    root["mentions"] = [
        {"@id": _AUDITED},
        *(_add_review(crate, *item) for item in enumerate(report.reviews, 1)),
    ]
    return crate


def _told(report: ReportData) -> str:
    counts = ", ".join(
        f"{number} {name.replace('_', ' ')}" for name, number in report.summary.verdicts.by.items()
    )
    gate = report.gates[0]
    claimed = gate.claimed.value if gate.claimed is not None else "nothing"
    return (
        f"The research run {_plain(report.run)}, held against its own evidence. Claims: {counts}. "
        f"State reached: {gate.stands.value}; state claimed: {claimed}."
    )


def _add_context(crate: "ROCrate", report: ReportData) -> None:
    engine: dict[str, Any] = {
        "@id": _ENGINE,
        **_PROGRAM,
        "name": "MLR-Bench GUI",
        "version": report.tool_version,
    }
    maker = {"@id": _MAKER, **_PROGRAM, "name": report.agent}
    if report.coding_agent or report.writer_model:
        parts = (("coding agent", report.coding_agent), ("writer", report.writer_model))
        maker["description"] = ", ".join(f"{what} {name}" for what, name in parts if name)
    licence = {
        "@id": _LICENCE,
        "@type": "CreativeWork",
        "name": "No licence stated",
        "description": "The run states no licence; who made it decides on further use.",
    }
    for entity in (engine, maker, licence):
        crate.add_jsonld(_speakable(entity))


def _add_run(crate: "ROCrate", report: ReportData, files: list[ReportInput]) -> None:
    lacking = len(report.inputs) - len(files)
    missing = f" {lacking} of its files could not be read and are not here." if lacking else ""
    run = crate.add_dataset(
        dest_path=_RUN,
        properties={
            "name": _plain(report.run),
            "description": f"What the agent left of task {_plain(report.task)}, mode {report.mode}.{missing}",
            "creator": {"@id": _MAKER},
        },
    )
    for item in files:
        made = crate.add_file(
            dest_path=f"{_RUN}{_plain(item.path)}",
            properties={
                "name": _plain(item.path),
                "contentSize": str(item.size),
                "sha256": item.sha256,
                "description": f"role: {item.role}",
            },
        )
        run.append_to("hasPart", made)


def _add_audit(crate: "ROCrate", report: ReportData) -> None:
    folder = crate.add_dataset(
        dest_path=_AUDIT,
        properties={
            "name": "Audit",
            "description": "Claims, findings, gate, reviews and decisions",
            "about": {"@id": _RUN},
        },
    )
    for name, media, meaning in _KINDS.values():
        made = crate.add_file(
            dest_path=f"{_AUDIT}{name}",
            properties={
                "name": name,
                "encodingFormat": media,
                "description": meaning,
                "about": {"@id": _RUN},
            },
        )
        folder.append_to("hasPart", made)
    crate.add_jsonld(
        {
            "@id": _AUDITED,
            "@type": "CreateAction",
            "name": "Audit of the run against its evidence",
            "instrument": {"@id": _ENGINE},
            "object": {"@id": _RUN},
            "result": {"@id": _AUDIT},
            "endTime": report.audited_at.isoformat(),
        }
    )


def _add_review(crate: "ROCrate", number: int, review: ReportReview) -> dict[str, str]:
    """The review with its scores as ratings; who wrote it is a person, or a program for a judge."""
    what = {"@type": "Person"} if review.kind == "person" else _PROGRAM
    author = {
        "@id": f"#{review.kind.replace('_', '-')}-{_slug(review.by)}",
        **what,
        "name": _plain(review.by),
    }
    if crate.get(author["@id"]) is None:
        crate.add_jsonld(dict(author))
    ratings = [
        _add_rating(crate, f"#review-{number}-{place}", score.criterion, score.score)
        for place, score in enumerate(review.scores, 1)
    ]
    said = (*review.strengths, *review.weaknesses, review.details, review.lacks, *form_lines(review))
    made: dict[str, Any] = {
        "@id": f"#review-{number}",
        "@type": "Review",
        "name": f"Review of the {review.target.replace('_', ' ')} by {_plain(review.by)}",
        "author": {"@id": author["@id"]},
        "itemReviewed": {"@id": _RUN},
        "reviewRating": ratings,
        "reviewBody": _plain("\n\n".join(part for part in said if part)),
    }
    crate.add_jsonld({key: value for key, value in made.items() if value})
    return {"@id": made["@id"]}


def _add_rating(crate: "ROCrate", id_: str, criterion: str, score: int) -> dict[str, str]:
    crate.add_jsonld(
        {
            "@id": id_,
            "@type": "Rating",
            "name": f"{_plain(criterion)}: {score} of 10",
            "reviewAspect": _plain(criterion),
            "ratingValue": score,
            "worstRating": 1,
            "bestRating": 10,
        }
    )
    return {"@id": id_}


def _slug(name: str) -> str:
    """Of the name what an identifier may hold."""
    from urllib.parse import quote

    return quote(_plain(name), safe="")


def _speakable(entity: dict[str, Any]) -> dict[str, Any]:
    return {key: _plain(value) if isinstance(value, str) else value for key, value in entity.items()}


def _plain(text: str) -> str:
    """Without halves of surrogate pairs, which neither archives nor identifiers can hold."""
    return text.encode("utf-8", "replace").decode("utf-8")


def _packed(report: ReportData, members: dict[str, bytes]) -> bytes:
    """The archive with the report's moment on all members; archives know no year before 1980."""
    at = report.made_at
    moment = (max(1980, at.year), at.month, at.day, at.hour, at.minute, at.second)
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            archive.writestr(zipfile.ZipInfo(name, moment), data, zipfile.ZIP_DEFLATED)
    return stream.getvalue()
