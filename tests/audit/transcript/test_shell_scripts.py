"""What shell scripts do that a command runs."""

import pytest

from mlrbench_gui.audit.transcript.shell import MOST_COMMANDS
from mlrbench_gui.audit.transcript.shell_deeds import ScriptRun
from mlrbench_gui.audit.transcript.shell_scripts import read_inside

TEXTS = {
    "code/all.sh": (
        'cd "$(dirname "$0")"\nfor s in 1 2; do\n'
        "  python run.py --seed $s --data $1 > log_$s.txt\ndone\nbash end.sh\n"
    ),
    "end.sh": "echo 'accuracy 0.91' >> summary.txt\nbash end.sh\n",
}


def text_of(run: ScriptRun) -> str | None:
    return TEXTS.get(run.script)


def test_that_a_shell_script_is_read_with_its_arguments_folder_and_variables() -> None:
    started = ScriptRun("code/all.sh", ("digits",), "/run", environment=(("MODE", "fast"),))
    reading = read_inside(started, text_of)

    assert [run.arguments for run in reading.runs[:2]] == [
        ("--seed", "1", "--data", "digits"),
        ("--seed", "2", "--data", "digits"),
    ]
    assert {run.cwd for run in reading.runs} == {"/run/code"}
    assert all(dict(run.environment) == {"MODE": "fast"} for run in reading.runs)


def test_that_a_script_that_starts_itself_comes_to_an_end() -> None:
    reading = read_inside(ScriptRun("end.sh", (), ""), text_of)

    assert {made.path for made in reading.files} == {"summary.txt"}


def test_that_nothing_is_told_of_a_script_whose_text_is_not_known() -> None:
    assert read_inside(ScriptRun("other.sh", (), ""), text_of).runs == ()
    assert read_inside(ScriptRun("run.py", (), ""), lambda _: "python x.py").runs == ()


@pytest.mark.parametrize(
    "folder",
    [
        '"$(dirname "$0")"',
        '$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)',
        "$(dirname $(realpath $0))",
    ],
)
def test_that_folders_which_a_script_takes_from_its_own_path_are_known(folder: str) -> None:
    script = f"HERE={folder}\nOUT=$HERE/../results\npython $HERE/run.py > $OUT/log.txt\n"
    reading = read_inside(ScriptRun("code/all.sh", (), "/run"), lambda _: script)

    assert [(run.script, run.outputs) for run in reading.runs] == [
        ("/run/code/run.py", ("/run/code/../results/log.txt",))
    ]


def test_that_scripts_which_start_each_other_without_bounds_are_not_read_to_their_end() -> None:
    texts = {name: f"bash {inner}.sh\n" * 900 for name, inner in ("ab", "bc", "cd")}
    texts["d"] = "python d.py\n"
    reading = read_inside(ScriptRun("a.sh", (), ""), lambda run: texts[run.script.removesuffix(".sh")])

    assert not reading.is_whole
    assert len(reading.runs) < 2 * MOST_COMMANDS
