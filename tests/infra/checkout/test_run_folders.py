"""Folders that are runs: below what a person names, and beside a run; what is no run is refused in one line."""

from pathlib import Path

import pytest

from mlrbench_gui.domain.errors import InputError
from mlrbench_gui.infra.checkout.run_folders import find_run_folders, runs_in, surroundings_of


def write(root: Path, *paths: str) -> None:
    for path in paths:
        place = root / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text("# Words\n", encoding="utf-8")


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    write(
        tmp_path,
        "README.md",
        "tasks/iclr2025_a.md",
        "agent_results/end2end_x/iclr2025_a/results/paper.md",
        "agent_results/end2end_x/iclr2025_a/data/idea.md",
        "agent_results/end2end_x/iclr2025_b/results/results.md",
        "agent_results/experiments_and_writeups/y/iclr2025_a/results/paper_z.md",
        "agent_results/ideas_and_proposals/iclr2025_a/idea/idea_x.md",
        "agent_results/ideas_and_proposals/iclr2025_a/idea.md",
        "agent_results/ideas_and_proposals/iclr2025_a/proposal.md",
        "ai_scientist_v2_papers/m/iclr2025_c/iclr2025_c.pdf",
    )
    return tmp_path


END_TO_END = ["end2end_x/iclr2025_a", "end2end_x/iclr2025_b"]
STEPWISE = ["experiments_and_writeups/y/iclr2025_a"]


@pytest.mark.parametrize(
    ("below", "names"),
    [
        ("", [*END_TO_END, *STEPWISE, "ai_scientist_v2_papers/m/iclr2025_c"]),
        ("agent_results", END_TO_END + STEPWISE),
        ("agent_results/end2end_x", END_TO_END),
        ("agent_results/experiments_and_writeups", STEPWISE),
        ("agent_results/end2end_x/iclr2025_b", END_TO_END[1:]),
    ],
)
def test_that_a_folder_of_runs_gives_each_of_them_by_its_name(
    tree: Path, below: str, names: list[str]
) -> None:
    found = find_run_folders(tree / below)

    assert sorted(found) == sorted(names)
    assert all(folder.is_dir() for folder in found.values())


@pytest.mark.parametrize(
    "below", ["tasks", "agent_results/ideas_and_proposals", "agent_results/ideas_and_proposals/iclr2025_a"]
)
def test_that_documents_without_an_experiment_are_no_runs(tree: Path, below: str) -> None:
    with pytest.raises(InputError, match=f"{below}: holds no run"):
        find_run_folders(tree / below)


@pytest.mark.parametrize("name", ["idea.md", "train.py", "out/metrics.json", "run.log"])
def test_that_a_folder_with_files_of_a_run_is_one_without_its_marks(tmp_path: Path, name: str) -> None:
    write(tmp_path / "agent" / "task", name)

    assert find_run_folders(tmp_path / "agent" / "task") == {"agent/task": tmp_path / "agent" / "task"}


def test_that_an_empty_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="holds no run"):
        find_run_folders(tmp_path)


def test_that_all_runs_of_a_checkout_are_beside_each_of_them(tree: Path) -> None:
    for run in ("agent_results/end2end_x/iclr2025_a", "ai_scientist_v2_papers/m/iclr2025_c"):
        assert surroundings_of(tree / run) == tree / "agent_results"
    assert runs_in(tree / "agent_results").names() == END_TO_END + STEPWISE


def test_that_elsewhere_the_runs_of_the_same_folder_are_beside(tmp_path: Path) -> None:
    write(
        tmp_path, "mine/one/results/paper.md", "mine/two/paper.md", "mine/notes/todo.txt", "other/x/paper.md"
    )

    assert runs_in(surroundings_of(tmp_path / "mine" / "one")).names() == ["mine/one", "mine/two"]
    assert list(runs_in(tmp_path / "mine").files(runs_in(tmp_path / "mine").names()[1]).paths()) == [
        "paper.md"
    ]
