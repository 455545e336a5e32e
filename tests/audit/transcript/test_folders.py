"""The working folder of a shell that stays open between calls."""

from mlrbench_gui.audit.transcript._folders import with_folders
from mlrbench_gui.audit.transcript.actions import Action, ActionKind

_KNOWN = ("code/train.py", "code/logs/log.txt", "results/log.txt")


def _folders_of(*commands: str, tool: str = "Bash", output: str = "") -> list[str]:
    actions = [Action(n, ActionKind.COMMAND, tool, command, output) for n, command in enumerate(commands)]
    return [action.cwd for action in with_folders(actions, "/run", _KNOWN)]


def test_that_the_folder_lasts_from_one_call_to_the_next() -> None:
    assert _folders_of("cd code && python train.py", "cp logs/log.txt ../results/") == ["/run", "/run/code"]


def test_that_a_sub_shell_does_not_keep_its_folder() -> None:
    assert _folders_of("(cd code && python train.py)", "ls") == ["/run", "/run"]


def test_that_a_folder_which_is_not_there_is_meant_from_the_root() -> None:
    assert _folders_of("cd code", "cd results", "ls") == ["/run", "/run/code", "/run/results"]


def test_that_a_failed_change_changes_nothing() -> None:
    assert _folders_of("cd code", "ls", output="bash: cd: code: No such file or directory") == [
        "/run",
        "/run",
    ]


def test_that_tools_which_begin_anew_are_left_alone() -> None:
    assert _folders_of("cd code", "ls", tool="exec") == ["", ""]


def test_that_the_tool_tells_of_a_reset() -> None:
    assert _folders_of("cd code", "ls", output="Shell cwd was reset to /run") == ["/run", "/run"]
