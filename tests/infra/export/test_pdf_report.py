"""What the PDF report asks of the press."""

from collections.abc import Sequence

from mlrbench_gui.domain.errors import InputError
from mlrbench_gui.domain.places import PlacedText, PlaceMap
from mlrbench_gui.domain.values import RelPath, Verdict
from mlrbench_gui.infra.export.colours import verdict_colours
from mlrbench_gui.infra.export.pdf_report import PdfReport, spot
from mlrbench_gui.services.ports.papers import BuiltPaper, Highlight, PageImage, PaperSource
from mlrbench_gui.services.reporting.data import ReportData, ReportPaper

CAPTION = PlacedText(2, 5, ((2, 1, 10.0, 10.0, 15.0, 20.0),))
PICTURE = PlacedText(0, 12, ((-1, 1, 0.0, 0.0, 500.0, 300.0),))


class RecordingPress:
    """A press that remembers what it was asked for."""

    version = "recording"

    def __init__(self) -> None:
        self.marks: list[Sequence[Highlight]] = []
        self.fronts: list[str] = []

    def build(self, source: PaperSource) -> BuiltPaper:
        self.fronts.append(source.text or "")
        return BuiltPaper(b"front", PlaceMap((), ()), source.text or "")

    def pdf_text(self, pdf: bytes) -> str:
        return pdf.decode()

    def page(self, pdf: bytes, page: int, scale: float) -> PageImage:
        return PageImage(page, int(scale), 1, 3 * int(scale), pdf)

    def annotate(self, paper: BuiltPaper, highlights: Sequence[Highlight], front_page_markdown: str) -> bytes:
        self.marks.append(highlights)
        self.fronts.append(front_page_markdown)
        return b"pdf of " + paper.pdf

    def close(self) -> None:
        pass


class Papers:
    """Papers whose PDF is their path."""

    def built(self, path: RelPath) -> BuiltPaper:
        return BuiltPaper(path.encode(), PlaceMap((), ()), "")

    def file(self, path: RelPath) -> bytes:
        raise InputError(f"{path}: not asked for")


def test_that_each_claim_is_one_highlight_with_verdict_reason_evidence_and_decision(
    report: ReportData,
) -> None:
    press = RecordingPress()
    (file,) = PdfReport(press)(report, Papers())
    assert (file.suffix, file.data) == (".pdf", b"pdf of results/paper.md")
    (marks,) = press.marks
    assert [mark.title for mark in marks] == [
        "c1: supported, measured",
        "c2: unsupported, doubtful",
        "c3: unsupported, unknown",
    ]
    assert [mark.dashed for mark in marks] == [False, True, False]
    assert marks[0].colour == verdict_colours()[Verdict.SUPPORTED]
    for words in ("results/m.json, /a/b holds 0.875", "SHA-256 abababababab", "accepted by Ada", "reason 1"):
        assert words in marks[0].note
    assert "overruled (engine: contradicted, doubtful) by Ada" in marks[1].note
    assert "Decision: undecided" in marks[2].note


def test_that_a_run_without_a_paper_has_its_front_page_alone(report: ReportData) -> None:
    press = RecordingPress()
    (file,) = PdfReport(press)(report.model_copy(update={"papers": (), "claims": ()}), Papers())
    assert file.data == b"front"
    assert "# Review of" in press.fronts[0]


class BrokenPapers:
    """Papers of which no PDF can be made."""

    def built(self, path: RelPath) -> BuiltPaper:
        raise InputError(f"{path}: not a PDF")

    def file(self, path: RelPath) -> bytes:
        raise InputError(f"{path}: not asked for")


def test_that_a_paper_that_cannot_be_set_leaves_the_front_page_and_says_why(report: ReportData) -> None:
    press = RecordingPress()
    (file,) = PdfReport(press)(report, BrokenPapers())
    assert (file.suffix, file.data) == (".pdf", b"front")
    assert "results/paper.md: not a PDF" in press.fronts[0]


def test_that_several_papers_are_files_of_their_own_with_their_own_claims(report: ReportData) -> None:
    first = report.papers[0]
    second = ReportPaper(
        path=RelPath("results/b c.md"), title="B", sha256=first.sha256, text_sha256=first.sha256
    )
    press = RecordingPress()
    files = list(PdfReport(press)(report.model_copy(update={"papers": (first, second)}), Papers()))
    assert [file.suffix for file in files] == [".paper.pdf", ".b_c.pdf"]
    assert [len(marks) for marks in press.marks] == [3, 0]


def test_that_a_pictures_highlight_lies_on_its_caption(report: ReportData) -> None:
    claim = report.claims[0].model_copy(update={"quote": "![abc](x.png)", "span": (0, 13)})
    assert spot(claim, PlaceMap((PICTURE, CAPTION), ())) == (2, 5)


def test_that_a_picture_without_a_printed_caption_keeps_its_whole_span(report: ReportData) -> None:
    claim = report.claims[0].model_copy(update={"quote": "![abc](x.png)", "span": (0, 13)})
    assert spot(claim, PlaceMap((), ())) == (0, 13)
