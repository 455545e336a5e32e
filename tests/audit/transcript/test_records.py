"""The program's own transcript: every file has an action, and what was changed behind its back is known."""

import hashlib
from collections.abc import Callable, Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mlrbench_gui.audit.run import audit_run
from mlrbench_gui.audit.transcript.actions import ActionKind
from mlrbench_gui.audit.transcript.reading import read_transcript
from mlrbench_gui.domain.agent_log import AgentAction, AgentEnd, AgentHead, AgentSaid, LogLine, Tool, log_line
from mlrbench_gui.domain.values import RelPath, RunName, Sha256

AT = "2026-01-01T00:00:00+00:00"
PATH = RelPath("agent_log.jsonl")
NAME = RunName("end2end_x/task")


def sha(text: str) -> Sha256:
    return Sha256(hashlib.sha256(text.encode()).hexdigest())


def head() -> AgentHead:
    return AgentHead(at=AT, run=NAME, model="m", image="i", root="/work/run", prompt="Do it.", inputs={})


def deed(number: int, tool: Tool, changed: Mapping[str, str | None], **arguments: str) -> AgentAction:
    return AgentAction(
        number=number,
        at=AT,
        seconds=0.1,
        tool=tool,
        arguments=arguments,
        output="",
        ok=True,
        changed={RelPath(p): None if text is None else sha(text) for p, text in changed.items()},
    )


def log_of(*lines: LogLine) -> bytes:
    return "".join(map(log_line, lines)).encode()


class Files:
    """Files in memory."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        self._texts = {RelPath(path): text.encode() for path, text in texts.items()}

    def paths(self) -> list[RelPath]:
        return sorted(self._texts)

    def size(self, path: RelPath) -> int:
        return len(self._texts[path])

    def read(self, path: RelPath) -> bytes:
        return self._texts[path]

    def sha256(self, path: RelPath) -> Sha256:
        return Sha256(hashlib.sha256(self._texts[path]).hexdigest())


SCRIPT = """
import json
rows = [line.split() for line in open("data.txt").read().splitlines()]
right = len([row for row in rows if row[0] == row[1]])
for name in ("all",):
    with open(f"results/{name}.json", "w") as out:
        json.dump({"accuracy": right / len(rows)}, out)
"""
RESULT = '{"accuracy": 0.8125}'
PAPER = "# T\n\n## Results\n\nThe accuracy is 0.8125.\n"


def run_of(*lines: LogLine, result: str = RESULT) -> Files:
    log = log_of(head(), *lines).decode()
    return Files(
        {
            "task.md": "t",
            "idea.md": "i",
            "proposal.md": "p",
            "code/run.py": SCRIPT,
            "results/all.json": result,
            "results/paper.md": PAPER,
            "agent_log.jsonl": log,
        }
    )


END = AgentEnd(at=AT, reason="", files={})
WRITTEN = deed(1, Tool.WRITE, {"code/run.py": SCRIPT}, path="code/run.py", content=SCRIPT)


def provenance(files: Files) -> str:
    (claim,) = [c for c in audit_run(NAME, files).claims if c.value == 0.8125]
    return f"{claim.evidence[0].provenance.value} {claim.trust.value}"


def test_that_the_lines_become_actions_in_order() -> None:
    log = log_of(
        head(), AgentSaid(at=AT, text="I begin."), WRITTEN, deed(2, Tool.SHELL, {}, command="ls"), END
    )

    read = read_transcript(PATH, log, [])

    assert (read.kind, read.root, read.is_whole) == ("records", "/work/run", True)
    assert [a.kind for a in read.actions] == [
        ActionKind.PROMPT,
        ActionKind.SAY,
        ActionKind.WRITE,
        ActionKind.COMMAND,
    ]
    assert read.actions[2].changes[0].text == SCRIPT
    assert (read.actions[3].argument, read.actions[3].cwd) == ("ls", "/work/run")


def test_that_a_log_without_its_end_or_with_a_broken_line_is_not_whole() -> None:
    whole = log_of(head(), WRITTEN, END)

    assert read_transcript(PATH, whole, []).is_whole
    assert not read_transcript(PATH, log_of(head(), WRITTEN), []).is_whole
    assert not read_transcript(PATH, whole.replace(b'"number": 1', b'"number": -'), []).is_whole


def test_that_a_file_of_a_name_which_no_code_spells_out_is_of_the_script_that_left_it() -> None:
    ran = deed(2, Tool.SHELL, {"results/all.json": RESULT}, command="python3 code/run.py")

    assert provenance(run_of(WRITTEN, ran, END)) == "executed_output measured"


def test_that_a_typed_result_is_doubtful_though_a_script_ran_before() -> None:
    ran = deed(2, Tool.SHELL, {"results/all.json": '{"accuracy": 0.5}'}, command="python3 code/run.py")
    typed = deed(3, Tool.WRITE, {"results/all.json": RESULT}, path="results/all.json", content=RESULT)

    assert provenance(run_of(WRITTEN, ran, typed, END)) == "typed_by_editor doubtful"


def test_that_a_file_changed_after_the_log_is_known_by_its_hash() -> None:
    ran = deed(2, Tool.SHELL, {"results/all.json": '{"accuracy": 0.5}'}, command="python3 code/run.py")

    assert provenance(run_of(WRITTEN, ran, END)) == "edited_after_transcript unknown"


@pytest.mark.parametrize("command", ["python3 code/run.py", "cd code && python3 run.py; ls", "sh go.sh"])
def test_that_no_file_of_a_recorded_run_is_of_unknown_origin(command: str) -> None:
    ran = deed(2, Tool.SHELL, {"results/all.json": RESULT}, command=command)

    assert not provenance(run_of(WRITTEN, ran, END)).startswith("unknown")


@pytest.mark.fuzzed
@given(st.binary(max_size=400), st.data())
def test_that_no_bytes_break_the_reader(junk: bytes, data: st.DataObject) -> None:
    whole = log_of(head(), WRITTEN, END)
    at = data.draw(st.integers(0, len(whole)))
    make: Callable[[], bytes] = lambda: whole[:at] + junk + whole[at:]  # noqa: E731

    read = read_transcript(PATH, make(), [])

    assert read.path == PATH
