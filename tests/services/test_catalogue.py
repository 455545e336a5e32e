"""The catalogue of tasks, and checking official texts by their hash."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from mlrbench_gui.domain.errors import InputError
from mlrbench_gui.domain.runs import Irregularity
from mlrbench_gui.services.catalogue import (
    catalogue,
    count_by_topic,
    count_by_venue_and_year,
    verify_tree,
)
from mlrbench_gui.services.ports.sources import TreeEntry


class MemoryTree:
    """A source tree of texts by path."""

    label = "memory"
    name_parts: Sequence[str] = ("memory",)

    def __init__(self, texts: dict[str, bytes]) -> None:
        self._texts = texts

    def entries(self) -> Sequence[TreeEntry]:
        return [TreeEntry(path, len(data)) for path, data in sorted(self._texts.items())]

    def read(self, path: str) -> bytes:
        return self._texts[path]

    def refused(self) -> Sequence[Irregularity]:
        return ()

    def close(self) -> None:
        """Nothing is open."""


def test_that_the_catalogue_holds_201_tasks_in_their_venues_and_years() -> None:
    assert count_by_venue_and_year(catalogue().tasks) == {
        "ICLR": {2023: 14, 2024: 17, 2025: 37},
        "ICML": {2023: 18, 2024: 24, 2025: 0},
        "NeurIPS": {2023: 41, 2024: 50, 2025: 0},
    }


def test_that_ids_are_unique_sorted_and_agree_with_venue_and_year() -> None:
    tasks = catalogue().tasks
    ids = [task.id for task in tasks]
    assert ids == sorted(set(ids))
    assert all(task.id.startswith(f"{task.venue.lower()}{task.year}_") for task in tasks)


def test_that_every_task_has_a_title_a_brief_of_one_sentence_and_a_known_topic() -> None:
    topics = set(catalogue().upstream_topic_totals)
    for task in catalogue().tasks:
        assert task.topic in topics
        assert task.title.strip() == task.title
        assert len(task.title) > 5
        assert task.brief.endswith(".")
        assert task.brief.count(". ") == 0


def test_that_upstream_totals_and_ours_both_count_all_tasks() -> None:
    assert sum(catalogue().upstream_topic_totals.values()) == 201
    assert sum(count_by_topic(catalogue().tasks).values()) == 201


def test_that_a_changed_text_differs_and_an_absent_one_is_missing() -> None:
    first, second = catalogue().tasks[0].id, catalogue().tasks[1].id
    result = verify_tree(MemoryTree({f"tasks/{first}.md": b"another text", "tasks/new.md": b"x"}))
    assert result.differing == (first,)
    assert second in result.missing
    assert result.unknown == ("new",)
    assert not result.complete


def test_that_a_tree_without_task_texts_is_refused_by_name() -> None:
    with pytest.raises(InputError, match="memory: no task text found"):
        verify_tree(MemoryTree({"README.md": b""}))


@pytest.mark.realdata
def test_that_all_official_texts_match_their_hashes(checkout: Path) -> None:
    texts = {f"tasks/{path.name}": path.read_bytes() for path in (checkout / "tasks").glob("*.md")}
    result = verify_tree(MemoryTree(texts))
    assert result.complete
    assert len(result.matching) == 201
