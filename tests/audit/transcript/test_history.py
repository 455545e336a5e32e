"""Each file's versions, held by hash against what lies on disk."""

import json
import shlex

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mlrbench_gui.audit.histories import run_history
from mlrbench_gui.audit.transcript.history import ON_DISK, RunHistory, Standing
from mlrbench_gui.domain.values import RelPath
from tests.audit.conftest import MadeRun

END = {"role": "system", "result": "done", "cost_usd": 0.1}
CODE = "import json\n\njson.dump({'accuracy': fit()}, open('results/metrics.json', 'w'))\n"


def call(
    tool: str, number: int, *, failed: bool = False, output: str = "out", **given: object
) -> list[object]:
    use = {"type": "tool_use", "id": f"t{number}", "name": tool, "input": given}
    result = {"type": "tool_result", "tool_use_id": f"t{number}", "content": output, "is_error": failed}
    return [{"role": "assistant", "content": [use]}, {"role": "user", "content": [result]}]


def write(number: int, path: str, content: str) -> list[object]:
    return call("Write", number, file_path=f"/home/x/run/{path}", content=content)


def bash(number: int, command: str, **more: object) -> list[object]:
    return call("Bash", number, command=command, **more)  # type: ignore[arg-type]


def history_of(files: dict[str, str], *calls: list[object], end: object = END) -> RunHistory:
    events = [event for pair in calls for event in pair] + ([end] if end is not None else [])
    return run_history(MadeRun(files | {"claude_output.json": json.dumps(events)}))


def standing(history: RunHistory, path: str) -> Standing:
    found = history.of(RelPath(path))
    assert found is not None
    return found.standing


def test_that_the_action_which_made_the_version_on_disk_is_told() -> None:
    history = history_of(
        {"code/a.py": "a = 2\n"},
        write(1, "code/a.py", "a = 1\n"),
        call("Edit", 2, file_path="/home/x/run/code/a.py", old_string="1", new_string="2"),
    )

    found = history.of(RelPath("code/a.py"))

    assert found is not None
    assert (found.standing, found.action) == (Standing.REPRODUCED, 1)
    assert [(v.how, v.text, v.is_present) for v in found.versions] == [
        ("written", "a = 1\n", False),
        ("edited", "a = 2\n", True),
    ]


def test_that_a_file_changed_after_the_transcript_is_told_with_what_lies_there() -> None:
    history = history_of({"code/a.py": "a = 3\n"}, write(1, "code/a.py", "a = 1\n"))

    (found,) = history.changed_later

    assert [(v.how, v.text) for v in found.versions] == [("written", "a = 1\n"), (ON_DISK, "a = 3\n")]


def test_that_a_file_which_a_script_wrote_names_the_action_that_ran_it() -> None:
    history = history_of(
        {"code/a.py": CODE, "results/metrics.json": "{}"},
        write(1, "code/a.py", CODE),
        bash(2, "python code/a.py"),
    )

    found = history.of(RelPath("results/metrics.json"))

    assert found is not None
    assert (found.standing, found.script, found.action) == (Standing.BY_SCRIPT, "code/a.py", 1)


def test_that_a_file_which_nothing_made_is_unexplained() -> None:
    history = history_of({"code/a.py": "a\n", "results/x.csv": "1"}, write(1, "code/a.py", "a\n"))

    assert [found.path for found in history.unexplained] == ["results/x.csv"]


def test_that_a_file_which_is_gone_keeps_its_versions() -> None:
    history = history_of({"code/a.py": "a\n"}, write(1, "code/a.py", "a\n"), write(2, "code/b.py", "b\n"))

    assert standing(history, "code/b.py") is Standing.GONE


def test_that_without_a_transcript_all_is_unknown() -> None:
    assert standing(run_history(MadeRun({"code/a.py": "a\n"})), "code/a.py") is Standing.UNKNOWN


FILES = {"code/a.py": "a = 2\n", "code/b.py": "b\n", "results/x.csv": "1", "results/n.md": "n\n"}
CALLS = (
    write(1, "code/a.py", "a = 1\n"),
    write(2, "code/b.py", "b\n"),
    bash(3, "cp code/b.py results/n.md"),
    call("Edit", 4, file_path="/home/x/run/code/a.py", old_string="1", new_string="2"),
    write(5, "results/n.md", "n\n"),
)


@pytest.mark.fuzzed
@given(st.integers(min_value=0, max_value=4000))
def test_that_a_transcript_that_breaks_off_gives_unknown_and_no_guess(cut: int) -> None:
    events = json.dumps([event for pair in CALLS for event in pair] + [END])
    text = events[: cut % len(events)]

    history = run_history(MadeRun(FILES | {"claude_output.json": text}))

    known = {Standing.REPRODUCED, Standing.UNKNOWN, Standing.GONE, Standing.GIVEN}
    assert {found.standing for found in history.files.values()} <= known
    assert not history.is_whole


@pytest.mark.fuzzed
@given(st.integers(min_value=0, max_value=10))
def test_that_events_cut_between_two_of_them_give_unknown_too(kept: int) -> None:
    events = [event for pair in CALLS for event in pair][:kept]

    history = run_history(MadeRun(FILES | {"claude_output.json": json.dumps(events)}))

    assert not history.changed_later
    assert not history.unexplained


@pytest.mark.fuzzed
@given(st.permutations(range(6)))
def test_that_the_order_of_unrelated_actions_changes_nothing(order: list[int]) -> None:
    calls = [write(n, f"code/m{n}.py", f"m = {n}\n") for n in range(5)] + [bash(5, "ls && pwd")]
    files = {f"code/m{n}.py": f"m = {n % 4}\n" for n in range(5)} | {"other.csv": "1"}

    told = history_of(files, *calls)
    turned = history_of(files, *(calls[n] for n in order))

    def words(history: RunHistory) -> list[tuple[str, Standing, list[str]]]:
        return [(f.path, f.standing, [v.how for v in f.versions]) for f in history.files.values()]

    assert sorted(words(turned)) == sorted(words(told))


def test_that_a_copy_which_failed_does_not_count() -> None:
    error = "cp: cannot stat 'code/b.py': No such file or directory"
    history = history_of(
        {"code/a.py": "a\n", "results/n.md": "old"},
        write(1, "code/a.py", "a\n"),
        bash(2, "ls; cp code/b.py results/n.md", output=error),
        bash(3, "cp code/a.py results/n.md", failed=True),
    )

    assert standing(history, "results/n.md") is Standing.UNEXPLAINED


def test_that_a_write_which_was_interrupted_says_so() -> None:
    history = history_of(
        {"code/a.py": "a\n", "log.txt": "1"},
        write(1, "code/a.py", "a\n"),
        bash(2, "python code/b.py | tee log.txt", failed=True, output="Command timed out after 2m 0.0s"),
    )

    found = history.of(RelPath("log.txt"))

    assert found is not None
    assert found.versions[0].interrupted
    assert "interrupted" in found.reason


def test_that_typed_text_is_put_behind_what_was_there_and_touch_empties_nothing() -> None:
    history = history_of(
        {"code/a.py": "a\n", "log.txt": "one\ntwo\n"},
        write(1, "code/a.py", "a\n"),
        bash(2, "echo one > log.txt"),
        bash(3, "echo two >> log.txt"),
        bash(4, "touch log.txt"),
    )

    assert standing(history, "log.txt") is Standing.REPRODUCED


def test_that_a_here_document_is_told_apart_from_what_a_shell_adds_to_it() -> None:
    typed = "cat > log.txt <<'EOF'\n50%|##\nEpoch 1: 0.5\nEOF"
    history = history_of(
        {"code/a.py": "a\n", "log.txt": "50% < /dev/null | ##\nEpoch 1: 0.5\nEOF < /dev/null\n"},
        write(1, "code/a.py", "a\n"),
        bash(2, typed),
    )

    assert standing(history, "log.txt") is Standing.REPRODUCED


def test_that_nothing_behind_the_failed_part_of_a_chain_counts() -> None:
    error = "cp: cannot stat 'code/b.py': No such file or directory"
    history = history_of(
        {"code/a.py": "a\n", "results/n.md": "old"},
        write(1, "code/a.py", "a\n"),
        bash(2, "cp code/b.py results/b.md && cp code/a.py results/n.md", failed=True, output=error),
    )

    assert standing(history, "results/n.md") is Standing.UNEXPLAINED


def test_that_behind_a_command_which_unfolds_without_bounds_nothing_is_known() -> None:
    command = "python a.py"
    for turn in range(5):
        words = " ".join(map(str, range(60)))
        command = f"for i{turn} in {words}; do bash -c {shlex.quote(command)}; done"
    history = history_of({"results/metrics.json": "{}"}, bash(1, command))

    assert not history.is_whole
    assert standing(history, "results/metrics.json") is Standing.UNKNOWN
