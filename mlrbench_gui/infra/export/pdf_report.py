"""The report as PDF: the paper with one highlight a claim, behind a front page with gate, counts and findings."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import PurePosixPath

from mlrbench_gui.domain.errors import InputError
from mlrbench_gui.domain.places import PlaceMap
from mlrbench_gui.domain.values import RelPath, Trust
from mlrbench_gui.infra.export.colours import verdict_colours
from mlrbench_gui.infra.export.markdown_report import escaped, front_page
from mlrbench_gui.infra.export.words import (
    TRUSTS,
    VERDICTS,
    claim_value,
    decision,
    evidence_value,
    opinion,
    place,
    printable,
    spoken,
)
from mlrbench_gui.services.ports.papers import BuiltPaper, Highlight, PaperPress, PaperSource
from mlrbench_gui.services.reporting.data import ReportClaim, ReportData, ReportEvidence
from mlrbench_gui.services.reporting.writer import ReportFile, ReportPapers

_PICTURE = re.compile(r"!\[(?P<words>[^\]]+)\]\(")


@dataclass(frozen=True, slots=True)
class PdfReport:
    """Writes one PDF a paper; without a paper, or for one that cannot be set, the front page alone."""

    press: PaperPress

    def __call__(self, report: ReportData, papers: ReportPapers) -> Iterator[ReportFile]:
        """One file a paper."""
        if not report.papers:
            yield ReportFile(".pdf", self._alone(report, ""))
        for paper in report.papers:
            suffix = ".pdf" if len(report.papers) == 1 else f".{_stem(report, paper.path)}.pdf"
            try:
                built = papers.built(paper.path)
            except InputError as error:
                yield ReportFile(suffix, self._alone(report, f"## Paper\n\n{escaped(str(error))}\n"))
            else:
                yield ReportFile(suffix, self._annotated(report, paper.path, built))

    def _alone(self, report: ReportData, remark: str) -> bytes:
        """The front page without a paper behind it."""
        text = printable(f"{front_page(report)}\n{remark}")
        return self.press.build(PaperSource(path=RelPath("report.md"), text=text, pictures={})).pdf

    def _annotated(self, report: ReportData, path: RelPath, built: BuiltPaper) -> bytes:
        claims = [claim for claim in report.claims if claim.paper == path]
        highlights = [highlight(claim, spot(claim, built.places)) for claim in claims]
        return self.press.annotate(built, highlights, printable(front_page(report)))


def spot(claim: ReportClaim, places: PlaceMap) -> tuple[int, int]:
    """Where the highlight lies: the claim's words, of a picture its caption, lest the picture be painted over."""
    picture = _PICTURE.match(claim.quote)
    if picture is None:
        return claim.span
    caption = (claim.span[0] + picture.start("words"), claim.span[0] + picture.end("words"))
    return caption if places.rects(*caption) else claim.span


def highlight(claim: ReportClaim, span: tuple[int, int]) -> Highlight:
    """The claim as an annotation that carries verdict, trust, reason, evidence, decision and note."""
    return Highlight(
        span=span,
        colour=verdict_colours()[claim.verdict],
        dashed=claim.trust is Trust.DOUBTFUL,
        title=printable(f"{claim.id}: {VERDICTS[claim.verdict]}, {TRUSTS[claim.trust]}"),
        note=printable(_note(claim)),
    )


def _note(claim: ReportClaim) -> str:
    value = claim_value(claim)
    lines = [
        f"Verdict: {VERDICTS[claim.verdict]}. Trust: {TRUSTS[claim.trust]}. Confidence: {claim.confidence:.2f}.",
        f"Paper says: {value}" if value else "",
        claim.reason,
        *(f"Evidence {rank}: {_cited(item)}" for rank, item in enumerate(claim.evidence, 1)),
        opinion(claim.opinion) if claim.opinion else "",
        f"Decision: {decision(claim) or 'undecided'}",
        f"Note: {claim.note}" if claim.note else "",
    ]
    return "\n".join(line for line in lines if line)


def _cited(item: ReportEvidence) -> str:
    value = evidence_value(item)
    hashed = f"SHA-256 {item.sha256[:12]}" if item.sha256 else "no hash"
    held = f" holds {value}" if value else ""
    return f"{place(item.path, item.place)}{held} ({spoken(item.provenance.value)}, {hashed})"


def _stem(report: ReportData, path: RelPath) -> str:
    """The paper's file name, with its folder where two papers share the name."""
    pure = PurePosixPath(path)
    alike = [paper for paper in report.papers if PurePosixPath(paper.path).stem == pure.stem]
    name = pure.stem if len(alike) == 1 else "_".join(pure.with_suffix("").parts)
    return "".join(c if c.isascii() and (c.isalnum() or c in "._-") else "_" for c in name)[:80]
