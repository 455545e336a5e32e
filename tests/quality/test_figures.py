"""What the bench makes of the scorer's lines: added up by name, held against their goals."""

from pathlib import Path

import pytest

from mlrbench_gui.audit.chance import ChanceMatch, Tally
from mlrbench_gui.audit.transcript.history import FileHistory, FileState, RunHistory, Standing
from mlrbench_gui.domain.values import RelPath, RunName, Sha256
from tests.quality.__main__ import main
from tests.quality.chance_table import worst
from tests.quality.replay_table import replayed
from tests.quality.scores import Figure, added


def test_that_figures_of_several_folders_of_labels_are_added_up() -> None:
    lines = ["some miss: 3/4 of it", "detection       8/10 = 0.800", "gate            1/1 = 1.000"]

    assert added([lines, ["detection       10/10 = 1.000"]]) == [
        Figure("detection", 18, 20),
        Figure("gate", 1, 1),
    ]


@pytest.mark.parametrize(
    ("figure", "met"),
    [
        (Figure("detection", 97, 100), True),
        (Figure("detection", 96, 100), False),
        (Figure("false_alarms", 3, 100), True),
        (Figure("false_alarms", 4, 100), False),
        (Figure("rankings", 2, 3), True),
        (Figure("rankings", 98, 100), False),
        (Figure("gate", 0, 0), True),
    ],
)
def test_that_a_figure_is_held_against_its_goal(figure: Figure, met: bool) -> None:
    assert figure.met == met


def test_that_runs_are_listed_worst_first_and_only_where_chance_supports() -> None:
    found = [
        (RunName(name), ChanceMatch((), Tally(10, supported), Tally()))
        for name, supported in (("none", 0), ("some", 1), ("many", 4))
    ]

    assert [name for name, _ in worst(found)] == ["many", "some"]


@pytest.mark.parametrize(
    ("kept", "variable"),
    [
        ((), "MLRBENCH_CHECKOUT"),
        (("checkout",), "MLRBENCH_LABELS"),
        (("checkout", "labels"), "MLRBENCH_SCORER"),
    ],
)
def test_that_what_is_not_there_ends_with_2_and_names_its_variable(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    kept: tuple[str, ...],
    variable: str,
) -> None:
    for name in ("CHECKOUT", "LABELS", "SCORER"):
        monkeypatch.delenv(f"MLRBENCH_{name}", raising=False)
    if "checkout" in kept:
        (tmp_path / "checkout" / "agent_results").mkdir(parents=True)
        monkeypatch.setenv("MLRBENCH_CHECKOUT", str(tmp_path / "checkout"))
    if "labels" in kept:
        (tmp_path / "labels").mkdir()
        (tmp_path / "labels" / "agent__task.json").write_text("{}", encoding="utf-8")

    assert main([]) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert variable in error


def test_that_edits_of_what_a_program_wrote_are_counted_apart_from_files_that_differ() -> None:
    def found(path: str, *states: FileState, reason: str = "") -> FileHistory:
        return FileHistory(RelPath(path), states, Standing.TOLD, reason, sha256=Sha256("a"))

    exact = FileState(1, "written", "x", Sha256("a"), is_present=True)
    other = FileState(1, "written", "y", Sha256("b"))
    files = [found("a", exact), found("b", other, reason="why"), found("c", FileState(2, "edited"))]

    row = replayed(RunName("agent/task"), RunHistory({file.path: file for file in files}, is_whole=True))

    assert (row.exact, row.made, row.others, row.over_programs) == (1, 2, (("b", "why"),), ("c",))
