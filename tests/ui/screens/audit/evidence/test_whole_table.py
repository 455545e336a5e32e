"""The whole table on real widgets: both values in each cell, what differs in words, the way to a cell's claim."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from mlrbench_gui.domain.comparison import AlignedLine, Axis, CellState, ComparedCell, ComparedTable
from mlrbench_gui.domain.locator import Locator
from mlrbench_gui.domain.values import RelPath
from mlrbench_gui.ui.screens.audit.evidence.whole_table import WholeTable, heading, held_text, summary

pytestmark = pytest.mark.ui
RESULTS = RelPath("results/scores.json")


def cell(text: str, state: CellState, claim: str | None = None, shown: str | None = None) -> ComparedCell:
    held = state in (CellState.SAME, CellState.DIFFERS)
    return ComparedCell(
        span=(0, len(text)),
        text=text,
        state=state,
        claim=claim,
        shown=shown,
        path=RESULTS if held else None,
        locator=Locator(json_pointer=f"/{claim}") if held else None,
        copied_from=RelPath("results/results.md") if state is CellState.DIFFERS else None,
    )


def made_table() -> ComparedTable:
    words = CellState.WORDS
    return ComparedTable(
        paper=RelPath("results/paper.md"),
        number=2,
        span=(0, 100),
        title="Tide error by harbour",
        header=("Method", "Error", "**Hits**"),
        label_columns=(0,),
        rows=(
            (
                cell("Harmonic", words),
                cell("0.31", CellState.SAME, "c1", "0.312"),
                cell("71 %", CellState.DIFFERS, "c2", "64"),
            ),
            (cell("Ours", words), cell("**0.22**", CellState.PROSE, "c3"), cell("n/a", words)),
            (cell("Ours, long", words), cell("0.2", CellState.MISSING, "c4"), cell("", words)),
        ),
        lines=(AlignedLine(axis=Axis.COLUMN, index=2, measure="hits", path=RESULTS, same=0, differs=1),),
        same=1,
        differing=1,
        unaligned=2,
        evidence_paths=(RESULTS,),
    )


@pytest.fixture
def table(qtbot: QtBot) -> WholeTable:
    widget = WholeTable()
    qtbot.addWidget(widget)
    widget.resize(388, 300)
    with qtbot.waitExposed(widget):
        widget.show()
    widget.show_table(made_table(), "c2")
    return widget


def test_that_labels_are_heads_and_numbers_are_cells(table: WholeTable) -> None:
    assert table.model.columnCount() == 2
    assert [table.model.row_label(row) for row in range(3)] == ["Harmonic", "Ours", "Ours, long"]
    assert [table.model.column_label(column) for column in range(2)] == ["Error", "Hits"]
    assert table.model.index(1, 0).data() == "0.22"


def test_that_a_differing_cell_says_both_values_and_who_has_the_papers_number(table: WholeTable) -> None:
    assert table.view.currentIndex() == table.model.index(0, 1)
    said = table.detail.text()
    assert "Harmonic · Hits" in said
    assert "paper 71 %, evidence 64 in scores.json /c2" in said
    assert "differs" in said
    assert "results.md has the paper's number" in said


@pytest.mark.parametrize(
    ("state", "below"),
    [
        (CellState.SAME, "0.5"),
        (CellState.DIFFERS, "≠ 0.5"),
        (CellState.PROSE, "prose"),
        (CellState.MISSING, "none"),
    ],
)
def test_that_no_state_is_told_by_colour_alone(state: CellState, below: str) -> None:
    assert held_text(cell("0.5", state, "c1", "0.5")) == below


def test_that_the_head_counts_what_differs_first() -> None:
    assert summary(made_table()) == "1 differs, 1 the same, 2 without evidence"


def test_that_enter_and_a_click_go_to_the_cells_claim(qtbot: QtBot, table: WholeTable) -> None:
    asked: list[str] = []
    table.claim_requested.connect(asked.append)
    table.view.setFocus()
    table.view.setCurrentIndex(table.model.index(1, 0))
    QTest.keyClick(table.view, Qt.Key.Key_Return)
    place = table.view.visualRect(table.model.index(0, 0)).center()
    QTest.mouseClick(table.view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert asked == ["c3", "c1"]


def test_that_a_cell_of_words_asks_for_nothing(qtbot: QtBot, table: WholeTable) -> None:
    asked: list[str] = []
    table.claim_requested.connect(asked.append)
    table.view.setCurrentIndex(table.model.index(1, 1))
    QTest.keyClick(table.view, Qt.Key.Key_Return)
    assert asked == []


def test_that_a_columns_head_names_the_measure_it_was_held_against(table: WholeTable) -> None:
    tip = table.model.headerData(1, Qt.Orientation.Horizontal, Qt.ItemDataRole.ToolTipRole)
    assert "held against hits in results/scores.json: 0 the same, 1 differ" in str(tip)


def test_that_a_numbered_title_is_not_numbered_twice() -> None:
    table = made_table()
    assert heading(table) == "Table 2 · Tide error by harbour"
    assert heading(table.model_copy(update={"title": "Table 2: Tide error"})) == "Table 2: Tide error"
