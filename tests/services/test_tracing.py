"""The trace of a run: files by action, and how what is on disk stands to what the actions tell."""

import hashlib
import json
from dataclasses import dataclass
from typing import Any

import pytest

from mlrbench_gui.domain.errors import Cancelled
from mlrbench_gui.domain.values import RelPath, RunName, Sha256
from mlrbench_gui.domain.work import CancelToken
from mlrbench_gui.services.tracing import DiskState, RunTrace, TracedFile, trace_run

ROOT = "/home/agent/tides"


@dataclass
class Files:
    content: dict[str, bytes]

    def paths(self) -> list[RelPath]:
        return [RelPath(path) for path in sorted(self.content)]

    def size(self, path: RelPath) -> int:
        return len(self.content[path])

    def read(self, path: RelPath) -> bytes:
        return self.content[path]

    def sha256(self, path: RelPath) -> Sha256:
        return Sha256(hashlib.sha256(self.content[path]).hexdigest())


def use(tool: str, **given: object) -> dict[str, Any]:
    """A call of a tool with an answer that says it went well."""
    return {"name": tool, "input": given}


def events(*calls: dict[str, Any]) -> bytes:
    """A coding agent's transcript with these calls."""
    told: list[dict[str, Any]] = []
    for number, call in enumerate(calls):
        key = f"t{number}"
        content = [{"type": "tool_use", "id": key, **call}]
        told.append({"type": "assistant", "message": {"role": "assistant", "content": content}})
        answer = [{"type": "tool_result", "tool_use_id": key, "content": "ok", "is_error": False}]
        told.append({"type": "user", "message": {"role": "user", "content": answer}})
    told.append({"type": "result", "subtype": "success"})
    return json.dumps(told).encode()


CODE = "def tide(level):\n    return level + 1\n"
EDITED = CODE.replace("+ 1", "+ 2")
CALLS = (
    use("Write", file_path=f"{ROOT}/code/tide.py", content=CODE),
    use("Edit", file_path=f"{ROOT}/code/tide.py", old_string="level + 1", new_string="level + 2"),
    use("Write", file_path=f"{ROOT}/code/notes.txt", content="gauges are calm\n"),
    use("Bash", command=f"cd {ROOT} && python code/tide.py"),
)


def trace(on_disk: dict[str, bytes], *calls: dict[str, Any]) -> RunTrace:
    files = Files({"claude_output.json": events(*(calls or CALLS)), **on_disk})
    return trace_run(RunName("end2end_otter/tides"), files, CancelToken())


def file_of(made: RunTrace, path: str) -> TracedFile:
    found = made.file(RelPath(path))
    assert found is not None
    return found


def on_disk(code: str = EDITED) -> dict[str, bytes]:
    return {"code/tide.py": code.encode(), "code/notes.txt": b"gauges are calm\n"}


def test_that_a_file_as_the_last_action_left_it_is_tied_to_that_action() -> None:
    made = trace(on_disk())
    file = file_of(made, "code/tide.py")
    assert file.state is DiskState.SAME
    assert file.made_by == file.versions[-1].action
    assert len(file.versions) == 2


def test_that_a_file_with_an_earlier_version_says_which_action_left_it() -> None:
    file = file_of(trace(on_disk(CODE)), "code/tide.py")
    assert file.state is DiskState.EARLIER
    assert file.made_by == file.versions[0].action
    assert file.is_amiss


def test_that_a_file_of_another_text_differs_from_replay() -> None:
    file = file_of(trace(on_disk("print('storm')\n")), "code/tide.py")
    assert file.state is DiskState.DIFFERS
    assert file.made_by is None


def test_that_a_file_that_no_action_writes_is_unexplained() -> None:
    file = file_of(trace({**on_disk(), "results/table.csv": b"a,b\n1,2\n"}), "results/table.csv")
    assert file.state is DiskState.UNEXPLAINED
    assert file.is_amiss


def test_that_a_written_file_that_is_not_there_is_told() -> None:
    file = file_of(trace({"code/tide.py": EDITED.encode()}), "code/notes.txt")
    assert file.state is DiskState.GONE
    assert file.size is None


def test_that_actions_know_the_files_they_wrote_and_those_a_command_names() -> None:
    made = trace(on_disk())
    wrote = {path for paths in made.touched.wrote.values() for path in paths}
    assert wrote == {"code/tide.py", "code/notes.txt"}
    assert (RelPath("code/tide.py"),) in made.touched.read.values()


def test_that_without_a_transcript_nothing_is_held_against_the_files() -> None:
    files = Files(on_disk())
    made = trace_run(RunName("end2end_otter/tides"), files, CancelToken())
    assert made.transcript is None
    assert {file.state for file in made.files} == {DiskState.UNTOLD}


def test_that_a_cancelled_trace_stops() -> None:
    token = CancelToken()
    token.cancel()
    with pytest.raises(Cancelled):
        trace_run(RunName("end2end_otter/tides"), Files(on_disk()), token)
