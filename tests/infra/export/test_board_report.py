"""The report of a benchmark: every format tells the same means with their n, and foreign names stay text."""

import csv
import io
import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from html.parser import HTMLParser

from typing_extensions import override

from mlrbench_gui.domain.agreement import Agreement
from mlrbench_gui.domain.reviews import Review, ReviewTarget, Score
from mlrbench_gui.domain.scoreboard import BoardChoice, PublishedCell, PublishedTable
from mlrbench_gui.domain.values import RunName, Sha256
from mlrbench_gui.infra.export.board_report import board_csv, board_html, board_json, board_markdown
from mlrbench_gui.services.reporting.board_writer import BoardReport
from mlrbench_gui.services.scoreboard import scoreboard

HOSTILE = "=cmd()|<script>alert(1)"


class Cells(HTMLParser):
    """The cells of all tables, and every tag."""

    def __init__(self) -> None:
        super().__init__()
        self.cells: list[str] = []
        self.tags: set[str] = set()
        self._open = False

    @override
    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self._open = tag in {"td", "th"}
        if self._open:
            self.cells.append("")

    @override
    def handle_endtag(self, tag: str) -> None:
        self._open = self._open and tag not in {"td", "th"}

    @override
    def handle_data(self, data: str) -> None:
        if self._open:
            self.cells[-1] += data


def reviews(agent: str, tasks: Sequence[str], score: int) -> list[Review]:
    made = []
    for task in tasks:
        run = RunName(f"end2end_{agent}/{task}")
        scores = (Score("Overall", score), Score("Clarity", score + 1))
        sha256 = Sha256("0" * 64)
        end = ReviewTarget.END_TO_END
        made.append(Review(f"{run}", sha256, end, "a-1", "a", task, run, True, run=run, scores=scores))
    return made


def report(*groups: Sequence[Review]) -> BoardReport:
    board = scoreboard([item for group in groups for item in group], [], [], BoardChoice())
    return BoardReport(board, Agreement({}, (), ()), datetime(2026, 3, 4, tzinfo=UTC))


def test_that_csv_json_markdown_and_html_tell_the_same_means_with_their_n() -> None:
    made = report(reviews("otter", ["t1", "t2", "t3"], 4), reviews("heron", ["t1", "t2", "t3"], 6))
    (table,) = (list(csv.DictReader(io.StringIO(board_csv(made).decode()))),)
    told = [(row["agent"], row["mean"], row["n_tasks"], row["denominator"], row["complete"]) for row in table]
    assert told == [("heron", "6.0000", "3", "10", "false"), ("otter", "4.0000", "3", "10", "false")]
    stages = json.loads(board_json(made))["board"]["stages"]
    assert [(row["agent"], row["mean"]) for row in stages[0]["rows"]] == [("heron", 6.0), ("otter", 4.0)]
    cells = Cells()
    cells.feed(board_html(made).decode())
    for row in (("heron", "6.00", "3 of 10, incomplete"), ("otter", "4.00", "3 of 10, incomplete")):
        at = cells.cells.index(row[0])
        assert (cells.cells[at], cells.cells[at + 1], cells.cells[at + 3]) == row
        assert "| ".join(("", row[0], row[1])) in board_markdown(made).replace(" |", "|")


def test_that_rows_over_different_tasks_are_marked_in_words() -> None:
    uneven = report(reviews("otter", ["t1", "t2", "t3"], 4), reviews("heron", ["t1"], 6))
    assert "rest on different tasks and are no comparison; 1 tasks are in common" in board_markdown(uneven)
    even = report(reviews("otter", ["t1"], 4), reviews("heron", ["t1"], 6))
    assert "no comparison" not in board_markdown(even)


def test_that_a_foreign_name_runs_nowhere() -> None:
    made = report(reviews(HOSTILE, ["t1"], 4))
    cells = Cells()
    cells.feed(board_html(made).decode())
    assert "script" not in cells.tags
    assert any("<script>" in cell for cell in cells.cells)
    assert f"'{HOSTILE}" in board_csv(made).decode()


def test_that_a_published_table_that_differs_is_told_row_by_row() -> None:
    made = report(reviews("otter", ["t1"], 4))
    said = "otter on t1, Overall: published 5, recomputed 4"
    differing = replace(made.board, published=(PublishedTable("means.csv", 1, (said,)),))
    assert said in board_markdown(replace(made, board=differing))


def test_that_published_means_stand_beside_recomputed_ones() -> None:
    made = report(reviews("otter", ["t1"], 4))
    cells = (
        PublishedCell("t1", "otter", "Overall", 5.0, 4.0),
        PublishedCell("t1", "heron", "Overall", 3.0, 3.0),
    )
    board = replace(made.board, published=(PublishedTable("means.csv", 2, (), cells),))
    text = board_markdown(replace(made, board=board))
    assert "| otter | 5.00, 4.00 (n = 1) **differs** |" in text
    assert "| heron | 3.00, 3.00 (n = 1) |" in text
