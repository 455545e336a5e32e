"""A model's opinion stands in each format as such, and nowhere counts as a verdict."""

import csv
import io
from datetime import UTC, datetime

import pytest

from mlrbench_gui.domain.errors import InputError
from mlrbench_gui.domain.opinions import Opinion, OpinionState, TokenUse
from mlrbench_gui.domain.values import RelPath, Sha256, Verdict
from mlrbench_gui.infra.export.csv_report import write_csv
from mlrbench_gui.infra.export.html_report import html
from mlrbench_gui.infra.export.json_report import write_json
from mlrbench_gui.infra.export.markdown_report import markdown
from mlrbench_gui.infra.export.pdf_report import highlight
from mlrbench_gui.services.ports.papers import BuiltPaper
from mlrbench_gui.services.reporting.data import ReportData
from mlrbench_gui.services.reporting.gather import report_data
from mlrbench_gui.services.reviewing import RunView

AT = datetime(2026, 3, 4, 5, 6, tzinfo=UTC)
LINE = "Second opinion, no verdict (heron-2, 2026-03-04 05:06 UTC): narrative only."


class NoPapers:
    """Papers of a report whose format needs none."""

    def built(self, path: RelPath) -> BuiltPaper:
        raise InputError(f"{path}: not asked for")

    def file(self, path: RelPath) -> bytes:
        raise InputError(f"{path}: not asked for")


def told(view: RunView, state: OpinionState = OpinionState.VALID) -> ReportData:
    """The report of a run whose third claim was asked about."""
    claim = view.review.claims[2].current
    given = Opinion(
        id="o1",
        run=view.run.name,
        paper=claim.paper,
        fingerprint=claim.fingerprint,
        state=state,
        verdict=Verdict.NARRATIVE_ONLY if state is OpinionState.VALID else None,
        words="=1+1 <b>Only the notes say so.</b>",
        model="heron-2",
        prompt="opinion-1",
        prompt_sha256=Sha256("cd" * 32),
        tokens=TokenUse(prompt=300, reply=20),
        cost=0.002,
        at=AT,
        raw="{}",
    )
    shown = RunView(
        run=view.run,
        stored=view.stored,
        review=view.review,
        judges=view.judges,
        humans=view.humans,
        artifacts=view.artifacts,
        intervals=view.intervals,
        texts=view.texts,
        opinions=(given,),
    )
    return report_data(shown, made_at=AT, made_by="Ada")


def test_that_every_format_says_that_it_is_no_verdict(view: RunView) -> None:
    report = told(view)
    assert LINE in html(report)
    assert "<b>Only the notes" not in html(report)
    assert "Second opinion, no verdict" in markdown(report)
    claim = report.claims[2]
    assert LINE in highlight(claim, claim.span).note
    assert highlight(claim, claim.span).title == "c3: unsupported, unknown"
    (file,) = write_json(report, NoPapers())
    assert b'"opinion"' in file.data


def test_that_counts_and_verdicts_are_as_without_it(view: RunView) -> None:
    report = told(view)
    plain = report_data(view, made_at=AT, made_by="Ada")
    assert report.summary == plain.summary
    assert [claim.verdict for claim in report.claims] == [claim.verdict for claim in plain.claims]


def test_that_a_table_of_its_own_lists_opinions_where_there_are_any(view: RunView) -> None:
    plain = report_data(view, made_at=AT, made_by="Ada")
    assert not [file for file in write_csv(plain, NoPapers()) if file.suffix == ".opinions.csv"]
    (file,) = [file for file in write_csv(told(view), NoPapers()) if file.suffix == ".opinions.csv"]
    (row,) = csv.DictReader(io.StringIO(file.data.decode(), newline=""))
    assert (row["claim"], row["model"], row["opinion"]) == ("c3", "heron-2", "narrative_only")
    assert (row["tokens"], row["cost"]) == ("320", "0.002")
    assert row["words"].startswith("'=1+1")


@pytest.mark.parametrize("state", [OpinionState.INVALID, OpinionState.REFUSED])
def test_that_a_reply_without_an_answer_is_told_as_none(view: RunView, state: OpinionState) -> None:
    assert "no answer." in html(told(view, state))
