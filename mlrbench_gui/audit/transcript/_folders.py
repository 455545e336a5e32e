"""The working folder of a shell that stays open: a `cd` of one call is where the next one begins."""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from pathlib import PurePosixPath

from mlrbench_gui.audit.transcript.actions import Action, ActionKind
from mlrbench_gui.audit.transcript.shell import read_command

_LASTING = frozenset({"bash"})
"""Tools that keep one shell; others name a folder with each call or begin anew."""
_RESET = re.compile(r"Shell cwd was reset to (?P<path>/\S+)")
_NO_SUCH_FOLDER = re.compile(r"\bcd: .*(?:No such file|not a directory|can't cd)", re.IGNORECASE)


def with_folders(actions: Sequence[Action], root: str, run_paths: Collection[str]) -> tuple[Action, ...]:
    """The actions, commands of a lasting shell with the folder that they began in."""
    return tuple(_followed(actions, root, _folders(actions, root, run_paths)))


def _followed(actions: Sequence[Action], root: str, known: frozenset[str]) -> Iterator[Action]:
    folder = root
    for action in actions:
        if action.kind is not ActionKind.COMMAND or action.cwd or not is_lasting(action):
            yield action
            continue
        yield replace(action, cwd=folder)
        reset = _RESET.search(action.output)
        if reset is not None:
            folder = reset.group("path")
        elif not _NO_SUCH_FOLDER.search(action.output):
            folder = _after(action.argument, folder, root, known)


def is_lasting(action: Action) -> bool:
    """Whether the action's shell stays open for the next one."""
    return action.tool.lower() in _LASTING


def _after(command: str, folder: str, root: str, known: frozenset[str]) -> str:
    """Where a command leaves the shell; a folder that is not there but is in the root is meant from the root."""
    there = _plain(read_command(command, folder).folder)
    if there in known or not root:
        return there
    from_root = _plain(read_command(command, root).folder)
    return from_root if from_root in known else there


def _plain(path: str) -> str:
    """The path without `.` and `..`."""
    parts: list[str] = []
    for part in PurePosixPath(path).parts:
        if part == ".." and parts and parts != ["/"]:
            parts.pop()
        elif part != "..":
            parts.append(part)
    return str(PurePosixPath(*parts)) if parts else ""


def _folders(actions: Sequence[Action], root: str, run_paths: Collection[str]) -> frozenset[str]:
    """All folders of the run, and those that the agent wrote files into."""
    paths = [PurePosixPath(root, path) for path in run_paths]
    paths += [PurePosixPath(root, change.path) for action in actions for change in action.changes]
    return frozenset(str(parent) for path in paths for parent in path.parents)
