"""A run may be named by any row of whole path components that fits one run only."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mlrbench_gui.domain.errors import AmbiguousRun, UnknownRun
from mlrbench_gui.domain.values import RunName
from mlrbench_gui.services.naming import resolve_run

NAMES = [
    RunName(name)
    for name in (
        "end2end_gemini/iclr2025_a",
        "end2end_gemini-cli/iclr2025_a",
        "end2end_gemini-cli/iclr2025_b",
        "experiments_and_writeups/codex/iclr2025_c",
        "ai_scientist_v2_papers/codex/iclr2025_d",
    )
]


@pytest.mark.parametrize(
    ("wanted", "name"),
    [
        ("end2end_gemini/iclr2025_a", "end2end_gemini/iclr2025_a"),
        ("agent_results/end2end_gemini/iclr2025_a/", "end2end_gemini/iclr2025_a"),
        ("end2end_gemini", "end2end_gemini/iclr2025_a"),
        ("iclr2025_b", "end2end_gemini-cli/iclr2025_b"),
        ("codex/iclr2025_c", "experiments_and_writeups/codex/iclr2025_c"),
        ("experiments_and_writeups", "experiments_and_writeups/codex/iclr2025_c"),
    ],
)
def test_that_whole_components_name_a_run(wanted: str, name: str) -> None:
    assert resolve_run(NAMES, wanted) == name


@pytest.mark.parametrize("wanted", ["end2end_gem", "iclr2025", "gemini", "a", "", "/", "codex/iclr2025_d/x"])
def test_that_parts_of_components_name_nothing(wanted: str) -> None:
    with pytest.raises(UnknownRun, match="no run is named"):
        resolve_run(NAMES, wanted)


def test_that_an_ambiguous_name_lists_its_candidates() -> None:
    with pytest.raises(AmbiguousRun) as caught:
        resolve_run(NAMES, "codex")
    message = str(caught.value)
    assert "ai_scientist_v2_papers/codex/iclr2025_d, experiments_and_writeups/codex/iclr2025_c" in message
    assert "\n" not in message


def test_that_many_candidates_are_cut_with_their_number() -> None:
    with pytest.raises(AmbiguousRun, match="and 8 more"):
        resolve_run([RunName(f"agent/task_{number:02}") for number in range(20)], "agent")


def test_that_a_typing_error_gets_a_hint_and_an_empty_workspace_a_remedy() -> None:
    with pytest.raises(UnknownRun, match="did you mean end2end_gemini/iclr2025_a"):
        resolve_run(NAMES, "end2end_gemni/iclr2025_a")
    with pytest.raises(UnknownRun, match="import some first"):
        resolve_run([], "x")


@pytest.mark.fuzzed
@given(
    st.lists(st.lists(st.sampled_from(["a", "b", "ab"]), min_size=2, max_size=3).map("/".join), unique=True)
)
def test_that_a_full_name_always_means_its_run(names: list[str]) -> None:
    runs = [RunName(name) for name in names]
    assert [resolve_run(runs, name) for name in names] == names
