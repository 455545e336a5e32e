"""Text of a paper or of a person cannot run, load or break anything in a report."""

import base64
import csv
import hashlib
import io
import re
from html.parser import HTMLParser

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from typing_extensions import override

from mlrbench_gui.infra.export.csv_report import guarded
from mlrbench_gui.infra.export.html_report import html
from mlrbench_gui.infra.export.markdown_report import escaped, markdown
from mlrbench_gui.services.reporting.data import ReportData


class Elements(HTMLParser):
    """All elements with their attributes, and what stands in scripts and styles."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: list[tuple[str, dict[str, str | None]]] = []
        self.blocks: dict[str, list[str]] = {"script": [], "style": []}
        self._inside = ""

    @override
    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attrs)))
        if tag in self.blocks:
            self.blocks[tag].append("")
            self._inside = tag

    @override
    def handle_data(self, data: str) -> None:
        if self._inside:
            self.blocks[self._inside][-1] += data

    @override
    def handle_endtag(self, tag: str) -> None:
        if tag == self._inside:
            self._inside = ""


@pytest.fixture
def elements(report: ReportData) -> Elements:
    """The parsed HTML of the hostile report."""
    parsed = Elements()
    parsed.feed(html(report))
    return parsed


def test_that_hostile_text_makes_no_element(elements: Elements) -> None:
    tags = [tag for tag, _ in elements.seen]
    assert tags.count("script") == 1
    assert tags.count("style") == 1
    assert not {"img", "iframe", "object", "embed", "link", "base", "form"} & set(tags)


def test_that_no_attribute_runs_styles_or_loads_anything(elements: Elements) -> None:
    for tag, attributes in elements.seen:
        assert not any(name.startswith("on") or name in ("style", "src", "srcset") for name in attributes), (
            tag
        )
        assert (attributes.get("href") or "#").startswith("#")


def test_that_the_policy_allows_only_the_two_blocks_of_the_file(elements: Elements) -> None:
    policies = [
        got["content"] or ""
        for tag, got in elements.seen
        if tag == "meta" and got.get("http-equiv") == "Content-Security-Policy"
    ]
    assert len(policies) == 1
    assert policies[0].startswith("default-src 'none'")
    for block in ("script", "style"):
        digest = base64.b64encode(hashlib.sha256(elements.blocks[block][0].encode()).digest()).decode()
        assert f"{block}-src 'sha256-{digest}'" in policies[0]
    assert "unsafe" not in policies[0]


def test_that_nothing_remote_is_named(report: ReportData) -> None:
    text = html(report)
    assert not re.findall(r"(?:https?:)?//(?!www\.w3\.org/2000/svg)[a-z]", text)
    assert "@import" not in text
    assert "url(" not in text


def test_that_markdown_keeps_hostile_text_as_text(report: ReportData) -> None:
    tokens = MarkdownIt("commonmark").enable("table").parse(markdown(report))
    kinds = {token.type for token in tokens} | {c.type for token in tokens for c in token.children or ()}
    assert not kinds & {"html_block", "html_inline", "link_open", "image", "code_inline", "fence"}


@given(st.text(max_size=80))
@pytest.mark.fuzzed
def test_that_any_text_reads_as_itself_in_a_table_cell(text: str) -> None:
    tokens = (
        MarkdownIt("commonmark").enable("table").parse(f"| a | b |\n|---|---|\n| x{escaped(text)} | y |\n")
    )
    cells = [token for token in tokens if token.type == "inline"]
    assert len(cells) == 4
    assert all(child.type in ("text", "text_special") for child in cells[2].children or ())


@pytest.mark.parametrize(
    ("cell", "kept"),
    [
        ("=1+1", "'=1+1"),
        ("+cmd|' /C calc'!A0", "'+cmd|' /C calc'!A0"),
        ("-2+3", "'-2+3"),
        ("@SUM(A1)", "'@SUM(A1)"),
        ("\tx", "'\tx"),
        ("-3.5", "-3.5"),
        ("+2e-4", "+2e-4"),
        ("- a list", "'- a list"),
        ("plain", "plain"),
        (-3.5, "-3.5"),
        (40000.0, "40000"),
        (None, ""),
        (True, "yes"),
    ],
)
def test_that_cells_that_a_spreadsheet_would_run_are_guarded(
    cell: str | float | bool | None, kept: str
) -> None:
    assert guarded(cell) == kept


@given(st.text(max_size=80))
@pytest.mark.fuzzed
def test_that_any_cell_survives_a_csv_reader_and_starts_no_formula(text: str) -> None:
    cell = guarded(text)
    assert not cell.startswith(("=", "@", "\t", "\r"))
    buffer = io.StringIO(newline="")
    csv.writer(buffer, lineterminator="\r\n").writerow([cell, "end"])
    assert next(csv.reader(io.StringIO(buffer.getvalue(), newline=""))) == [cell, "end"]


@pytest.mark.fuzzed
@given(text=st.text(max_size=60))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_that_no_words_of_a_paper_change_the_elements_of_the_page(report: ReportData, text: str) -> None:
    claim = report.claims[0]
    plain, odd = Elements(), Elements()
    plain.feed(html(report.model_copy(update={"claims": (claim.model_copy(update={"quote": "words"}),)})))
    odd.feed(
        html(
            report.model_copy(update={"claims": (claim.model_copy(update={"quote": text, "before": text}),)})
        )
    )
    assert [tag for tag, _ in odd.seen] == [tag for tag, _ in plain.seen]
