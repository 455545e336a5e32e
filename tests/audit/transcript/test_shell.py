"""What a shell command runs and makes."""

import shlex

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mlrbench_gui.audit.transcript.shell import MOST_COMMANDS, read_command


def test_that_scripts_are_found_behind_cd_wrappers_and_pipes() -> None:
    runs = read_command(
        "cd code && timeout 60 python train.py --lr 1e-3 2>&1 | tee log.txt; bash run.sh"
    ).runs

    assert [(r.script, r.arguments, r.cwd) for r in runs] == [
        ("train.py", ("--lr", "1e-3"), "code"),
        ("run.sh", (), "code"),
    ]


def test_that_a_module_is_a_script() -> None:
    assert read_command("python -m scripts.run_minimal").runs[0].script == "scripts/run_minimal.py"


def test_that_a_here_document_is_typed_text() -> None:
    (made,) = read_command("cat > log.txt <<'EOF'\nEpoch 1: 0.5\nEOF").files

    assert (made.path, made.how, made.text) == ("log.txt", "typed", "Epoch 1: 0.5\n")


def test_that_copies_moves_and_removals_are_told_apart() -> None:
    files = read_command("cp a.json results/ && mv b c && rm d && touch e").files

    assert [(f.how, f.path, f.source) for f in files] == [
        ("copy", "results/", "a.json"),
        ("move", "c", "b"),
        ("removed", "d", ""),
        ("typed", "e", ""),
    ]


def test_that_an_apostrophe_in_a_comment_opens_no_quote() -> None:
    assert read_command("# it doesn't matter\npython a.py").runs[0].script == "a.py"


@pytest.mark.fuzzed
@given(st.text(max_size=200))
def test_that_any_command_is_read(command: str) -> None:
    read_command(command)


def test_that_a_sub_shell_keeps_its_folder_to_itself() -> None:
    reading = read_command("(cd inner && python a.py); python b.py", "/run")
    assert [(run.script, run.cwd) for run in reading.runs] == [("a.py", "/run/inner"), ("b.py", "/run")]
    assert reading.folder == "/run"


def test_that_a_command_tells_the_folder_that_it_ends_in() -> None:
    assert read_command("cd inner && python a.py", "/run").folder == "/run/inner"
    assert read_command("cd - && ls", "/run").folder == "/run"


def test_that_a_loop_over_words_is_read_once_a_word() -> None:
    reading = read_command("for f in a b; do cp $f.json out/${f}.json; python run.py --name $f; done && ls")

    assert [(made.source, made.path) for made in reading.files] == [
        ("a.json", "out/a.json"),
        ("b.json", "out/b.json"),
    ]
    assert [run.arguments for run in reading.runs] == [("--name", "a"), ("--name", "b")]


@pytest.mark.parametrize("command", ["python x.py --runs 1 > log.txt", "python x.py --runs 1 1>log.txt 2>&1"])
def test_that_the_output_of_a_script_is_kept_and_the_number_of_a_stream_is_no_argument(command: str) -> None:
    reading = read_command(command, "code")

    assert reading.runs[0].arguments == ("--runs", "1")
    assert [(f.path, f.how, f.cwd) for f in reading.files] == [("log.txt", "captured", "code")]


def test_that_variables_set_for_a_script_are_told() -> None:
    reading = read_command("export SEED=1 && MODE=fast env TOP=$X python a.py; python b.py")
    assert [dict(run.environment) for run in reading.runs] == [{"SEED": "1", "MODE": "fast"}, {"SEED": "1"}]
    assert reading.exported == {"SEED": "1"}


def test_that_tee_keeps_the_output_of_the_script_before_it() -> None:
    (run,) = read_command("python a.py 2>&1 | tee results/log.txt").runs
    assert run.outputs == ("results/log.txt",)


@pytest.mark.parametrize("around", ["{}", "bash -c '{}'"])
def test_that_thousands_of_here_documents_are_each_read(around: str) -> None:
    inner = "\n".join(f"cat > f{number}.txt <<EOF\nline {number}\nEOF" for number in range(3000))
    reading = read_command(around.format(inner))

    assert reading.is_whole
    assert [made.text for made in reading.files] == [f"line {number}\n" for number in range(3000)]


def test_that_several_documents_of_one_line_follow_each_other() -> None:
    reading = read_command("cat > a.txt <<A && cat > b.txt <<'B'\none\nA\ntwo\nB\npython c.py")

    assert [(made.path, made.text) for made in reading.files] == [("a.txt", "one\n"), ("b.txt", "two\n")]
    assert [run.script for run in reading.runs] == ["c.py"]


def test_that_a_command_which_unfolds_without_bounds_is_not_read_to_its_end() -> None:
    command = "python a.py"
    for turn in range(5):
        words = " ".join(map(str, range(60)))
        command = f"for i{turn} in {words}; do bash -c {shlex.quote(command)}; done"
    reading = read_command(command)

    assert not reading.is_whole
    assert 0 < len(reading.runs) <= MOST_COMMANDS
