"""People's submitted forms in every format: words, checklist, notes, what was agreed, what is left out."""

import csv
import io
import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from jsonschema import Draft202012Validator

from mlrbench_gui.domain.agreement import Estimate, JudgeCard
from mlrbench_gui.domain.calibration import Calibration
from mlrbench_gui.domain.decisions import ClaimAnchor
from mlrbench_gui.domain.errors import InputError
from mlrbench_gui.domain.forms import latest_submissions
from mlrbench_gui.domain.locator import Locator
from mlrbench_gui.domain.people import (
    Act,
    Answer,
    ClaimWord,
    EvidencePlace,
    Exclude,
    ExcludedKind,
    FormCheck,
    FormNote,
    FormScore,
    PaperArea,
    PersonRecord,
    Question,
    ReviewForm,
    Settle,
    Submit,
    record_of,
)
from mlrbench_gui.domain.reviews import ReviewTarget
from mlrbench_gui.domain.values import RelPath, Sha256, Trust, Verdict
from mlrbench_gui.infra.export.annotations_report import write_annotations
from mlrbench_gui.infra.export.crate_report import write_crate
from mlrbench_gui.infra.export.csv_report import write_csv
from mlrbench_gui.infra.export.html_report import write_html
from mlrbench_gui.infra.export.markdown_report import write_markdown
from mlrbench_gui.services.people.bridging import rows_of
from mlrbench_gui.services.ports.papers import BuiltPaper
from mlrbench_gui.services.reporting.data import ReportData
from mlrbench_gui.services.reporting.gather import report_data
from mlrbench_gui.services.reporting.nameless import without_names
from mlrbench_gui.services.reporting.writer import ReportWriter
from mlrbench_gui.services.reviewing import RunView
from tests.infra.export.test_standards import PAGE

AT = datetime(2026, 3, 4, 5, 6, tzinfo=UTC)


class NoFiles:
    def built(self, path: RelPath) -> BuiltPaper:
        raise InputError(f"{path}: not asked for")

    def file(self, path: RelPath) -> bytes:
        raise InputError(f"{path}: not asked for")


def text_of(writer: ReportWriter, report: ReportData) -> str:
    return "\n".join(file.data.decode("utf-8", "replace") for file in writer(report, NoFiles()))


@pytest.fixture
def reviewed(view: RunView) -> RunView:
    """The run with forms of two people, of whom one wrote two versions, and one difference of two agreed on."""
    claim = view.review.claims[0].current
    anchor = ClaimAnchor(
        fingerprint=claim.fingerprint,
        paper=claim.paper,
        text_sha256=Sha256("c" * 64),
        span=claim.span,
        quote=claim.quote,
    )
    area = PaperArea(paper=claim.paper, paper_sha256=anchor.text_sha256, page=2, box=(10, 20, 110, 50))
    place = EvidencePlace(path=RelPath("results/m.json"), locator=Locator(line=3), told="typed")
    ada = form(4, Answer.YES).model_copy(
        update={
            "checks": (FormCheck(question=Question.CITATIONS, answer=Answer.YES, evidence=(place,)),),
            "notes": (
                FormNote(id="n1", text="Which seed?", words=anchor),
                FormNote(id="n2", text="Axis cut", area=area),
                FormNote(id="n3", text="Reads well"),
            ),
            "strengths": "plain tables",
            "summary": "weak evidence",
            "confidence": 4,
        }
    )
    word = ClaimWord(
        paper=claim.paper,
        fingerprint=claim.fingerprint,
        quote=claim.quote,
        verdict=Verdict.CONTRADICTED,
        trust=Trust.DOUBTFUL,
        reason="off by ten",
    )
    first = form(9, Answer.NO).model_copy(update={"summary": "first thoughts", "claims": (word,)})
    lines = [
        said(view, "Ada Zoltana", 0, Submit(version=1, form=first)),
        said(view, "Ada Zoltana", 1, Submit(version=2, form=ada, blind=True)),
        said(view, "Bo Quillon", 2, Submit(version=1, form=form(8, Answer.NO))),
    ]
    of = tuple(one.id for one in latest_submissions(lines))
    item = "score:end_to_end:Overall"
    lines += [
        said(view, "Chi", 3, Settle(item=item, value="5", reason="read the log together", of=of)),
        said(view, "Chi", 4, Exclude(what=ExcludedKind.CLAIM, key=claim.fingerprint, reason="is a title")),
        said(view, "Chi", 5, Exclude(what=ExcludedKind.REVIEW, key=lines[2].id, reason="read another run")),
    ]
    rows = rows_of(latest_submissions(lines), {view.run.name: view.run})
    return replace(view, people=tuple(lines), humans=(*view.humans, *rows))


def said(view: RunView, author: str, minute: int, act: Act) -> PersonRecord:
    return record_of(view.run.name, author, AT + timedelta(minutes=minute), act)


def form(score: int, answer: Answer) -> ReviewForm:
    return ReviewForm(
        scores=(FormScore(target=ReviewTarget.END_TO_END, criterion="Overall", score=score, words="so so"),),
        checks=(FormCheck(question=Question.CITATIONS, answer=answer),),
        confidence=3,
    )


@pytest.fixture
def told(reviewed: RunView) -> ReportData:
    return report_data(reviewed, made_at=AT, made_by="Chi")


def test_that_the_last_version_of_each_form_is_told_with_its_words(told: ReportData) -> None:
    forms = [review for review in told.reviews if review.version]
    assert [(review.by, review.version, review.scores[0].score) for review in forms] == [
        ("Ada Zoltana", 2, 4),
        ("Bo Quillon", 1, 8),
    ]
    ada = forms[0]
    assert (ada.blind, ada.confidence, ada.strengths, ada.details) == (
        True,
        4,
        ("plain tables",),
        "weak evidence",
    )
    assert ada.checks[0].evidence == ("results/m.json: typed",)
    assert [note.text for note in ada.notes] == ["Which seed?", "Axis cut", "Reads well"]


def test_that_each_earlier_version_is_told_whole_and_is_in_no_figure(told: ReportData) -> None:
    (first,) = told.earlier_versions
    assert (first.by, first.version, first.scores[0].score, first.checks[0].answer) == (
        "Ada Zoltana",
        1,
        9,
        "No",
    )
    assert (first.claims[0].verdict, first.claims[0].reason) == (Verdict.CONTRADICTED, "off by ten")
    assert not any(review.version == 1 and review.by == "Ada Zoltana" for review in told.reviews)


@pytest.mark.parametrize("writer", [write_markdown, write_html, write_csv])
def test_that_every_format_for_people_has_the_earlier_versions(
    writer: ReportWriter, told: ReportData
) -> None:
    text = text_of(writer, told)
    for words in ("Overall 9: so so", "first thoughts", "off by ten"):
        assert words in text, words
    alone = told.model_copy(update={"earlier_versions": ()})
    assert "first thoughts" not in text_of(writer, alone)


def test_that_what_is_left_out_is_in_no_figure_and_told(view: RunView, told: ReportData) -> None:
    (mean,) = (item for item in told.score_means if item.kind == "person" and item.criterion == "Overall")
    scores = [*({s.criterion: s.score for s in row.scores}["Overall"] for row in view.humans), 4]
    assert (mean.mean, mean.n, mean.excluded) == (round(sum(scores) / len(scores), 2), len(scores), 1)
    assert told.summary.verdicts.n == len(told.claims) - 1
    assert (
        told.left_out[-1]
        == f"{len(told.claims) - 1} of {len(told.claims)} claims counted, 1 excluded: is a title (1)"
    )
    assert any("read another run" in line for line in told.left_out)


def test_that_differences_stand_with_what_was_agreed_the_open_ones_first(told: ReportData) -> None:
    assert [(item.what, item.agreed, item.stands) for item in told.settled] == [
        ("Citations that do not exist or do not say it", "", False),
        ("Overall", "5", True),
    ]


@pytest.mark.parametrize("writer", [write_markdown, write_html, write_csv])
def test_that_every_format_for_people_tells_all_of_it(writer: ReportWriter, told: ReportData) -> None:
    text = text_of(writer, told)
    for words in (
        *(
            "Which seed?",
            "Axis cut",
            "Reads well",
            "plain tables",
            "weak evidence",
            "typed",
            "Confidence 4 of 5",
        ),
        *("read the log together", "read another run", "is a title"),
    ):
        assert words in text, words


def test_that_notes_are_annotations_at_their_words_and_areas(told: ReportData, text: str) -> None:
    page = json.loads(text_of(write_annotations, told))
    Draft202012Validator(PAGE).validate(page)
    notes = {
        item["body"][0]["value"]: item
        for item in page["items"]
        if item.get("creator", {}).get("name") == "Ada Zoltana"
    }
    place, quote = notes["Which seed?"]["target"]["selector"]
    assert text[place["start"] : place["end"]] == quote["exact"]
    (area,) = notes["Axis cut"]["target"]["selector"]
    assert area["value"] == "page=2&viewrect=10,20,100,30"
    assert notes["Reads well"]["target"]["type"] == "Dataset"
    run = notes["Reads well"]["target"]["id"]
    assert notes["Which seed?"]["target"]["source"].startswith(run)


def test_that_scores_stand_with_what_they_are_worth_and_what_lacks(reviewed: RunView) -> None:
    low = Estimate(-0.3, -0.6, 0.1, 30)
    families = {review.judge_family for review in reviewed.judges}
    cards = {family: {"Overall": JudgeCard(family, low, low, low, low)} for family in families}
    told = report_data(reviewed, made_at=AT, made_by="Chi", calibration=Calibration(cards))
    assert told.judges_worth.startswith("Not shown to rank papers as people do.")
    for writer in (write_markdown, write_html, write_csv):
        assert "Not shown to rank papers as people do" in text_of(writer, told)
    assert ", 1 excluded)" in text_of(write_markdown, told)
    (scores,) = (one for one in write_csv(told, NoFiles()) if one.suffix == ".scores.csv")
    rows = list(csv.DictReader(io.StringIO(scores.data.decode())))
    assert {row["left_out"] for row in rows if row["by"] == "Bo Quillon"} == {"read another run"}
    assert {row["worth"] == "" for row in rows if row["kind"] == "person"} == {True}


def test_that_the_table_of_adjudication_is_read_back(told: ReportData) -> None:
    (file,) = (one for one in write_csv(told, NoFiles()) if one.suffix == ".adjudication.csv")
    rows = list(csv.DictReader(io.StringIO(file.data.decode())))
    assert [(row["what"], row["said"], row["agreed"]) for row in rows][1] == (
        "Overall",
        "Ada Zoltana 4; Bo Quillon 8",
        "5",
    )


def test_that_no_reviewers_name_is_left_where_names_are_left_out(told: ReportData) -> None:
    masked = without_names(told)
    for writer in (write_markdown, write_html, write_csv, write_annotations, write_crate):
        data = b"".join(file.data for file in writer(masked, NoFiles()))
        assert b"Zoltana" not in data
        assert b"Quillon" not in data
    assert [item.said[0].value for item in masked.settled] == [item.said[0].value for item in told.settled]
