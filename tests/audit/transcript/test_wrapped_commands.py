"""Commands inside of commands: shells, loops, groups, pipes, and programs that run a command for each item."""

import shlex

import pytest

from mlrbench_gui.audit.transcript.shell import read_command

Files = list[tuple[str, str, str | None]]


def files_of(command: str) -> Files:
    return [(made.path, made.how, made.text) for made in read_command(command).files]


@pytest.mark.parametrize(
    "command",
    [
        "bash -c 'python a.py --seed 3 > log.txt'",
        'bash -lc "python a.py --seed 3 > log.txt 2>&1"',
        "/bin/sh -ec 'python a.py --seed 3' > log.txt",
        "timeout 60 bash -c 'python a.py --seed 3' >log.txt",
        "timeout -s KILL --foreground 60 bash -c 'python a.py --seed 3 | tee log.txt'",
        "nohup bash -c 'python a.py --seed 3' > log.txt 2>&1 &",
        "nohup python a.py --seed 3 > log.txt 2>&1 & echo started",
        "nice -n 10 env -u X python a.py --seed 3 &> log.txt",
        "eval 'python a.py --seed 3 > log.txt'",
        "(python a.py --seed 3) > log.txt 2>&1",
        "{ python a.py --seed 3; } | tee log.txt",
        "if true; then python a.py --seed 3; fi > log.txt",
        "seq 3 3 | xargs -I{} sh -c 'python a.py --seed 3 > log.txt'",
        "echo 3 | xargs python a.py --seed > log.txt",
        "parallel 'python a.py --seed {} > log.txt' ::: 3",
        "bash -c 'python a.py --seed $1 > log.txt' _ 3",
        "OUT=log.txt; python a.py --seed 3 > $OUT",
        "bash <<EOF\npython a.py --seed 3 > log.txt\nEOF",
        "bash -c 'bash -c \"python a.py --seed 3 > log.txt\"'",
        "tmux new-session -d -s run 'python a.py --seed 3 > log.txt'",
        "python a.py --seed 3 2>&1 | grep -v warn | tee log.txt",
    ],
)
def test_that_a_script_and_where_its_output_went_are_found_inside(command: str) -> None:
    reading = read_command(command)

    assert [(run.script, run.arguments, run.outputs) for run in reading.runs] == [
        ("a.py", ("--seed", "3"), ("log.txt",))
    ]
    assert [(made.path, made.how) for made in reading.files] == [("log.txt", "captured")]


@pytest.mark.parametrize(
    ("command", "text"),
    [
        ("bash -c 'echo \"acc 0.91\" > log.txt'", "acc 0.91\n"),
        ("bash -c 'echo acc 0.91' > log.txt", "acc 0.91\n"),
        ("(echo one; sleep 1; echo acc 0.91) > log.txt", "one\nacc 0.91\n"),
        ("for i in 1 2; do echo epoch $i; done > log.txt", "epoch 1\nepoch 2\n"),
        ("for i in {1..2}; do echo epoch $i; done | tee log.txt", "epoch 1\nepoch 2\n"),
        ("for i in $(seq 2); do echo epoch $i; done > log.txt", "epoch 1\nepoch 2\n"),
        ("for i in $(ls); do echo epoch $i 0.91; done > log.txt", None),
        ("while read x; do echo $x 0.91; done < list > log.txt", None),
        ('echo "$(date) acc 0.91" > log.txt', None),
        ("printf 'a\\nacc 0.91\\n' > log.txt", "a\nacc 0.91\n"),
        ("echo -e 'a\\nacc 0.91' > log.txt", "a\nacc 0.91\n"),
        ("sh -c \"cat > log.txt <<'EOF'\nacc 0.91\nEOF\n\"", "acc 0.91\n"),
        ("timeout 5 bash -c 'cat <<< \"acc 0.91\"' | tee log.txt", "acc 0.91\n"),
        ("awk 'BEGIN{print \"acc 0.91\"}' > log.txt", None),
        ("echo acc 0.5 | sed s/0.5/0.91/ > log.txt", None),
        ("sed 's/0.5/0.91/' other.txt > log.txt", None),
        ("nohup bash -c 'for i in 1 2; do echo $i; done' > log.txt &", "1\n2\n"),
    ],
)
def test_that_words_of_a_command_are_typed_however_they_reach_the_file(
    command: str, text: str | None
) -> None:
    assert files_of(command) == [("log.txt", "typed", text)]


@pytest.mark.parametrize(
    "program", ["grep acc", "tail -n 5", "jq .ours", "sort -k 2", "sed -n 1,5p", "python -m json.tool"]
)
def test_that_what_a_program_only_passes_on_comes_from_its_file(program: str) -> None:
    (made,) = read_command(f"{program} typed.txt > results.txt").files

    assert (made.path, made.how, made.source) == ("results.txt", "drawn", "typed.txt")


def test_that_lines_typed_among_the_output_of_a_script_are_told() -> None:
    (made,) = read_command("(python a.py; echo 'accuracy 0.91') > log.txt").files

    assert (made.how, made.typed) == ("captured", ("accuracy 0.91",))


def test_that_a_name_which_only_the_shell_knows_is_a_pattern() -> None:
    reading = read_command("cat seeds | xargs -I{} sh -c 'python a.py --seed {} > logs/run_{}.txt'")

    assert [run.script for run in reading.runs] == ["a.py"]
    assert [made.path for made in reading.files] == ["logs/run_*.txt"]
    assert [made.path for made in read_command("python a.py > log_$SEED.txt").files] == ["log_*.txt"]


def test_that_items_are_given_to_a_command_one_by_one_or_in_chunks() -> None:
    one = read_command("printf '%s\\n' 1 2 | xargs -I{} bash -c 'python a.py --seed {} > log_{}.txt'")
    chunks = read_command("echo a b c | xargs -n 2 python a.py")

    assert [(run.arguments, run.outputs) for run in one.runs] == [
        (("--seed", "1"), ("log_1.txt",)),
        (("--seed", "2"), ("log_2.txt",)),
    ]
    assert [run.arguments for run in chunks.runs] == [("a", "b"), ("c",)]


def test_that_folder_and_variables_of_a_shell_inside_end_with_it() -> None:
    reading = read_command(
        "export A=1; B=2 bash -c 'cd inner && export C=3 && python a.py'; python b.py", "/run"
    )

    assert [(run.script, run.cwd, dict(run.environment)) for run in reading.runs] == [
        ("a.py", "/run/inner", {"A": "1", "B": "2", "C": "3"}),
        ("b.py", "/run", {"A": "1"}),
    ]
    assert (reading.folder, reading.exported) == ("/run", {"A": "1"})


def test_that_code_handed_over_a_pipe_is_a_program() -> None:
    (run,) = read_command("echo 'print(0.91)' | python - > log.txt").runs

    assert (run.inline.strip(), run.outputs) == ("print(0.91)", ("log.txt",))


def test_that_commands_inside_of_themselves_come_to_an_end() -> None:
    command = "python a.py"
    for _ in range(9):
        command = "bash -c " + shlex.quote(command)

    assert len(read_command(command).runs) <= 1
