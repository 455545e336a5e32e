"""Builds a small run from what its agent did, as plain steps."""

import json
from collections.abc import Callable, Mapping, Sequence

import pytest

Step = tuple[str, ...]
"""("write", path, text), ("edit", path, old, new) or ("run", command, output)."""
BuildRun = Callable[[Sequence[Step], Mapping[str, str]], dict[str, str]]

PAPER = "# T\n\n## 4 Results\n\n| Method | Accuracy |\n|---|---|\n| ours | 0.912 |\n| other | 0.850 |\n"
_ROOT = "/home/x/run/"


def _call(step: Step) -> tuple[str, dict[str, str], str]:
    match step:
        case ("write", path, text):
            return "Write", {"file_path": _ROOT + path, "content": text}, "File created"
        case ("edit", path, old, new):
            return "Edit", {"file_path": _ROOT + path, "old_string": old, "new_string": new}, "ok"
        case ("run", command, output):
            return "Bash", {"command": f"cd {_ROOT} && {command}"}, output
        case _:
            raise ValueError(step)


def _transcript(steps: Sequence[Step]) -> str:
    events: list[dict[str, object]] = []
    for number, step in enumerate(steps):
        tool, given, output = _call(step)
        use = {"type": "tool_use", "id": f"t{number}", "name": tool, "input": given}
        result = {"type": "tool_result", "tool_use_id": f"t{number}", "content": output, "is_error": False}
        events += [{"role": "assistant", "content": [use]}, {"role": "user", "content": [result]}]
    return json.dumps(events)


def _build(steps: Sequence[Step], made: Mapping[str, str]) -> dict[str, str]:
    """The files of the run: paper, plan, transcript, what was written, and `made`, which programs left."""
    files = {"results/paper.md": PAPER, "proposal.md": "We plan."}
    for step in steps:
        if step[0] == "write":
            files[step[1]] = step[2]
        elif step[0] == "edit" and step[1] in files:
            files[step[1]] = files[step[1]].replace(step[2], step[3], 1)
    return files | dict(made) | {"claude_output.json": _transcript(steps)}


@pytest.fixture(scope="session")
def build_run() -> BuildRun:
    return _build
