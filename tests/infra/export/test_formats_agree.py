"""All formats print the same numbers: each is read back and compared with the report's value."""

import csv
import io
import json
import re
from collections.abc import Iterable
from html.parser import HTMLParser

import pytest
from typing_extensions import override

from mlrbench_gui.domain.errors import InputError
from mlrbench_gui.domain.values import RelPath, Trust, Verdict
from mlrbench_gui.infra.export.csv_report import write_csv
from mlrbench_gui.infra.export.html_report import html
from mlrbench_gui.infra.export.json_report import write_json
from mlrbench_gui.infra.export.markdown_report import front_page, markdown
from mlrbench_gui.infra.export.words import VERDICTS
from mlrbench_gui.services.ports.papers import BuiltPaper
from mlrbench_gui.services.reporting.data import ReportData
from mlrbench_gui.services.reporting.writer import ReportFile

Counted = dict[tuple[str, str], int]


class NoPapers:
    """Papers of a report whose format needs none."""

    def built(self, path: RelPath) -> BuiltPaper:
        raise InputError(f"{path}: not asked for")

    def file(self, path: RelPath) -> bytes:
        raise InputError(f"{path}: not asked for")


class CountsReader(HTMLParser):
    """Reads the counts, the findings and the claims back out of the HTML."""

    def __init__(self) -> None:
        super().__init__()
        self.counts: Counted = {}
        self.claims: list[tuple[str, str, str]] = []
        self.findings: list[tuple[str, str, str]] = []
        self.gate: dict[str, str] = {}
        self._row = ""
        self._cell = ""

    @override
    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        got = {key: value or "" for key, value in attrs}
        if tag == "tr":
            self._row = got.get("data-verdict", "")
        if tag == "tr" and "data-kind" in got and "data-severity" in got:
            self.findings.append((got["data-kind"], got["data-severity"], got["data-state"]))
        if tag == "td" and self._row:
            self._cell = got.get("data-trust", "")
        if tag == "article":
            self.claims.append((got["data-verdict"], got["data-trust"], got["data-state"]))
        if "data-reached" in got:
            self.gate = {key: got[f"data-{key}"] for key in ("reached", "stands", "claimed")}

    @override
    def handle_data(self, data: str) -> None:
        if self._row and self._cell and data.strip():
            self.counts[self._row, self._cell] = int(data)

    @override
    def handle_endtag(self, tag: str) -> None:
        if tag == "td":
            self._cell = ""
        if tag == "tr":
            self._row = ""


def _wanted(report: ReportData) -> Counted:
    summary = report.summary
    counts: Counted = {
        (verdict, trust): count
        for verdict, trusts in summary.by_pair.items()
        for trust, count in trusts.items()
    }
    counts |= {(verdict, "all"): count for verdict, count in summary.verdicts.by.items()}
    counts |= {("all", trust): count for trust, count in summary.trusts.by.items()}
    return counts | {("all", "all"): summary.verdicts.n}


def _files(files: Iterable[ReportFile]) -> dict[str, str]:
    return {file.suffix: file.data.decode("utf-8") for file in files}


def _table(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text, newline="")))


def _markdown_counts(text: str) -> Counted:
    names = {word: verdict.value for verdict, word in VERDICTS.items()} | {"all": "all"}
    counts: Counted = {}
    for line in text.split("## Claims")[1].split("## ", maxsplit=1)[0].splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if cells[0] in names:
            pairs = zip((*Trust, "all"), cells[2:], strict=True)
            counts |= {(names[cells[0]], str(column)): int(number) for column, number in pairs}
    return counts


def test_that_counts_are_after_peoples_decisions(report: ReportData) -> None:
    assert report.summary.verdicts.by == {
        "supported": 1, "contradicted": 0, "narrative_only": 0, "unsupported": 2, "unverifiable": 0
    }  # fmt: skip
    assert report.summary.decisions.by == {"undecided": 1, "accepted": 1, "overruled": 1}
    assert list(report.summary.findings_by_severity.by.items()) == [("high", 0), ("medium", 0), ("low", 1)]
    assert report.summary.findings_by_state.by == {"open": 1, "confirmed": 0, "dismissed": 1}


def test_that_html_prints_the_reports_counts(report: ReportData) -> None:
    reader = CountsReader()
    reader.feed(html(report))
    assert reader.counts == _wanted(report)
    assert reader.claims == [(c.verdict, c.trust, c.state) for c in report.claims]
    assert reader.findings == [(f.kind, f.severity, f.state) for f in report.findings]
    assert reader.gate == {"reached": "executed", "stands": "measured", "claimed": "reported"}


def test_that_markdown_and_the_front_page_print_the_reports_counts(report: ReportData) -> None:
    assert _markdown_counts(markdown(report)) == _wanted(report)
    assert _markdown_counts(front_page(report)) == _wanted(report)
    assert "Reached executed, the paper claims reported; after overrides measured" in front_page(report)


def test_that_json_gives_the_report_back(report: ReportData) -> None:
    text = _files(write_json(report, NoPapers()))[".json"]
    assert ReportData.model_validate(json.loads(text)) == report


def test_that_csv_prints_the_reports_counts(report: ReportData) -> None:
    files = _files(write_csv(report, NoPapers()))
    rows = _table(files[".summary.csv"])
    counts: Counted = {}
    for row in rows:
        group, _, verdict = row["group"].partition(" ")
        if group == "verdict" and verdict:
            counts[verdict, row["name"]] = int(row["value"])
        elif group == "verdict":
            counts[row["name"], "all"] = int(row["value"])
            counts["all", "all"] = int(row["n"])
        elif row["group"] == "trust":
            counts["all", row["name"]] = int(row["value"])
    assert counts == _wanted(report)
    claims = _table(files[".claims.csv"])
    assert [(c["verdict"], c["trust"], c["state"]) for c in claims] == [
        (c.verdict, c.trust, c.state) for c in report.claims
    ]
    assert [float(c["value"]) for c in claims] == [c.value for c in report.claims]
    assert [f["kind"] for f in _table(files[".findings.csv"])] == [f.kind for f in report.findings]


def test_that_every_format_names_the_override_with_who_and_why(report: ReportData) -> None:
    texts = (
        html(report),
        front_page(report),
        _files(write_json(report, NoPapers()))[".json"],
        _files(write_csv(report, NoPapers()))[".summary.csv"],
    )
    for text in texts:
        assert re.search(r"Ada", text)
        assert "I saw it" in text


def test_that_means_carry_their_n_and_never_mix_judges_with_people(report: ReportData) -> None:
    means = {(m.kind, m.criterion): (m.mean, m.n) for m in report.score_means}
    assert means == {
        ("judge", "Overall"): (4.0, 1),
        ("judge", "Clarity"): (7.0, 1),
        ("person", "Overall"): (1.5, 2),
    }
    assert "1.50 (1 to 2, n = 2)" in front_page(report)


def test_that_only_this_runs_irregularities_are_in_its_report(report: ReportData) -> None:
    assert len(report.irregularities) == 1


def test_that_findings_stand_in_order_of_severity(report: ReportData) -> None:
    assert [finding.id for finding in report.findings] == ["f2", "f1"]


@pytest.mark.parametrize("verdict", list(Verdict))
def test_that_each_verdict_has_a_word_and_a_meaning(verdict: Verdict) -> None:
    assert VERDICTS[verdict]


def test_that_the_same_report_gives_the_same_bytes(report: ReportData) -> None:
    assert html(report) == html(report)
    assert list(write_csv(report, NoPapers())) == list(write_csv(report, NoPapers()))
