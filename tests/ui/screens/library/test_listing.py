"""Which tasks are listed, in which order, and what their cells say."""

from mlrbench_gui.domain.runs import DocumentKind, DocumentRecord
from mlrbench_gui.domain.values import Sha256
from mlrbench_gui.services.library import Judged, LibraryTask
from mlrbench_gui.ui.screens.library.listing import Column, Wish, cell_words, listed, sorted_by, spoken


def idea(task: str, author: str, mean: float | None) -> Judged:
    record = DocumentRecord(DocumentKind.IDEA, task, author, "An idea", f"{task}/{author}", Sha256("0" * 64))
    return Judged(record, mean, 0 if mean is None else 2)


TASKS = (
    LibraryTask("a", "Tides", "ICLR 2025", "Water", "", True, (idea("a", "x", 7.0), idea("a", "y", 8.0))),
    LibraryTask("b", "Reefs", "ICML 2024", "Water", "of corals", False, (idea("b", "x", None),)),
    LibraryTask("c", "birds", "ICLR 2024", "Air", "", False, (idea("c", "x", 9.0),)),
)


def ids(wish: Wish) -> str:
    return "".join(task.id for task in listed(TASKS, wish))


def test_that_every_word_must_fit_and_filters_add_up() -> None:
    assert ids(Wish()) == "cba"
    assert ids(Wish(text="coral WATER")) == "b"
    assert ids(Wish(topic="Water", venue="ICLR 2025")) == "a"
    assert ids(Wish(with_runs=True)) == ""


def test_that_tasks_without_a_number_stand_last_either_way() -> None:
    by_ideas = sorted_by(Wish(), Column.IDEAS)
    assert by_ideas.descending
    assert ids(by_ideas) == "cab"
    assert ids(sorted_by(by_ideas, Column.IDEAS)) == "acb"


def test_that_cells_tell_how_many_and_how_they_were_judged() -> None:
    assert [cell_words(task, Column.IDEAS) for task in TASKS] == ["2 · 7.5", "1", "1 · 9.0"]
    assert "2 ideas, judges' mean 7.5" in spoken(TASKS[0])
    assert spoken(TASKS[1]).endswith("0 runs")
