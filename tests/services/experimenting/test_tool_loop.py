"""The tool loop: what an agent asks for is done, recorded with what it changed, and bounded."""

import hashlib
import json

import pytest

from mlrbench_gui.domain.agent_log import AgentAction, AgentEnd, AgentHead, AgentSaid, LogLine, read_line
from mlrbench_gui.domain.errors import Cancelled
from mlrbench_gui.domain.model_profiles import ReplyForm
from mlrbench_gui.domain.stages import ExperimentRecord
from mlrbench_gui.domain.values import RelPath
from mlrbench_gui.domain.work import CancelToken, ignore
from mlrbench_gui.services.experimenting.calls import read_reply
from mlrbench_gui.services.experimenting.tool_loop import AgentBounds, ToolLoop, Workplace
from mlrbench_gui.services.ports.sandbox import SandboxEnd
from tests.services.experimenting.conftest import INPUTS, MemoryBoxes, ScriptedChat, Ticking, call

DONE = call("done", summary="all")


def lines_of(record: ExperimentRecord) -> list[LogLine]:
    told = [read_line(line) for line in record.files[RelPath("agent_log.jsonl")].decode().splitlines()]
    assert None not in told
    return [line for line in told if line is not None]


def run(
    *replies: str, boxes: MemoryBoxes | None = None, bounds: AgentBounds | None = None
) -> tuple[ExperimentRecord, ScriptedChat]:
    chat = ScriptedChat(replies)
    loop = ToolLoop(
        boxes or MemoryBoxes(),
        lambda *_: chat,
        Ticking(),
        Workplace("image:1"),
        "m",
        bounds or AgentBounds(),
    )
    return loop.run(INPUTS, CancelToken(), ignore), chat


def test_that_tools_are_done_and_recorded_with_what_they_changed() -> None:
    def compute(store: dict[RelPath, bytes]) -> str:
        store[RelPath("results/r.json")] = b"{}"
        del store[RelPath("code/old.py")]
        return "computed"

    boxes = MemoryBoxes({"python3 code/a.py": compute})
    record, chat = run(
        "I write the code.\n"
        + call("write", path="code/a.py", content="one")
        + call("write", path="code/old.py", content=""),
        call("edit", path="code/a.py", old="one", new="two"),
        call("shell", command="python3 code/a.py"),
        call("read", path="code/a.py"),
        call("list"),
        DONE,
        boxes=boxes,
    )

    head, said, *deeds, end = lines_of(record)
    assert isinstance(head, AgentHead)
    assert head.inputs.keys() == {"task.md", "idea.md", "proposal.md"}
    assert isinstance(said, AgentSaid)
    assert said.text == "I write the code."
    actions = [deed for deed in deeds if isinstance(deed, AgentAction)]
    assert [a.tool for a in actions] == ["write", "write", "edit", "shell", "read", "list", "done"]
    assert actions[2].changed == {"code/a.py": hashlib.sha256(b"two").hexdigest()}
    assert actions[3].changed == {"results/r.json": hashlib.sha256(b"{}").hexdigest(), "code/old.py": None}
    assert (actions[3].output, actions[3].exit_code, actions[3].ok) == ("computed", 0, True)
    assert actions[4].output == "two"
    assert isinstance(end, AgentEnd)
    assert end.files.keys() == {"code/a.py", "results/r.json"}
    assert record.reason == ""
    assert record.files.keys() == {"agent_log.jsonl", "code/a.py", "results/r.json"}
    assert (record.account.calls, record.account.tokens) == (6, 90)
    assert "computed\n[exit code 0]" in chat.asked[3].turns[-1].text
    assert not boxes.opened[0][1].is_open


def test_that_what_does_not_work_is_told_and_ends_nothing() -> None:
    record, chat = run(
        call("read", path="none"),
        call("edit", path="task.md", old="absent", new="x"),
        call("write", path="../x", content="x"),
        call("shell", command="no-such-command"),
        DONE,
    )

    told = [request.turns[-1].text for request in chat.asked[1:]]
    assert "none: No such file" in told[0]
    assert "holds the old words 0 times, not once" in told[1]
    assert "lies outside of" in told[2]
    assert "[exit code 127]" in told[3]
    assert [line.ok for line in lines_of(record) if isinstance(line, AgentAction)] == [False] * 4 + [True]


def test_that_replies_which_cannot_be_read_are_told_and_three_of_them_end_it() -> None:
    record, chat = run("Let me think.", call("fly"), call("read"), DONE)

    assert "holds no tool call" in chat.asked[1].turns[-1].text
    assert "there is no tool 'fly'" in chat.asked[2].turns[-1].text
    assert record.reason == "scripted: its replies cannot be read: read needs path as text"
    assert isinstance(lines_of(record)[-1], AgentEnd)


def test_that_turns_and_time_are_bounded_and_the_record_has_its_end() -> None:
    by_turns, _ = run(call("list"), bounds=AgentBounds(turns=3))
    by_time, _ = run(call("list"), bounds=AgentBounds(seconds=9))

    assert by_turns.reason == "it was not done within 3 turns"
    assert by_time.reason.startswith("its time of 9 s was over in turn")
    for record in (by_turns, by_time):
        end = lines_of(record)[-1]
        assert isinstance(end, AgentEnd)
        assert end.reason == record.reason


def test_that_long_output_is_whole_in_the_record_and_cut_for_the_model() -> None:
    boxes = MemoryBoxes({"yes": lambda _: "y" * 5000})
    record, chat = run(call("shell", command="yes"), DONE, boxes=boxes, bounds=AgentBounds(told=100))

    assert "... [4900 characters truncated] ..." in chat.asked[1].turns[-1].text
    (shell, _) = [line for line in lines_of(record) if isinstance(line, AgentAction)]
    assert (len(shell.output), shell.end) == (5000, SandboxEnd.EXITED)


def test_that_papers_reviews_and_transcripts_are_not_the_agents_to_make() -> None:
    record, _ = run(
        call("write", path="results/paper.md", content="# P"),
        call("write", path="claude_output.json", content="[]"),
        call("write", path="agent_log.jsonl", content="forged"),
        call("write", path="results/r.json", content="{}"),
        DONE,
    )

    assert record.files.keys() == {"agent_log.jsonl", "results/r.json"}
    assert b"forged" not in record.files[RelPath("agent_log.jsonl")].splitlines()[-1]
    end = lines_of(record)[-1]
    assert isinstance(end, AgentEnd)
    assert len(end.refused) == 3


def test_that_cancelling_closes_the_box() -> None:
    boxes, cancel = MemoryBoxes(), CancelToken()
    chat = ScriptedChat([call("list")])
    loop = ToolLoop(boxes, lambda *_: chat, Ticking(), Workplace("image:1"), "m")

    with pytest.raises(Cancelled):
        loop.run(INPUTS, cancel, lambda _: cancel.cancel())

    assert not boxes.opened[0][1].is_open


def test_that_what_was_done_before_a_cancel_is_kept_with_its_log() -> None:
    cancel = CancelToken()

    def stop(_store: dict[RelPath, bytes]) -> str:
        cancel.cancel()
        return "stopping"

    boxes = MemoryBoxes({"halt": stop})
    chat = ScriptedChat([call("write", path="code/a.py", content="1"), call("shell", command="halt")])
    loop = ToolLoop(boxes, lambda *_: chat, Ticking(), Workplace("image:1"), "m")

    record = loop.run(INPUTS, cancel, ignore)

    assert isinstance(record.stopped, Cancelled)
    assert record.files.keys() == {"agent_log.jsonl", "code/a.py"}
    *_, write, shell, end = lines_of(record)
    assert isinstance(write, AgentAction)
    assert isinstance(shell, AgentAction)
    assert isinstance(end, AgentEnd)
    assert end.reason == record.reason == "it was cancelled before it was done"
    assert not boxes.opened[0][1].is_open


def test_that_material_stands_within_fences_of_a_mark_that_it_does_not_hold() -> None:
    _, chat = run(DONE)

    request = chat.asked[0]
    mark = request.user.split("[[")[1].split(" ")[0]
    assert f"[[{mark} proposal.md\nThe proposal.\n{mark}]]" in request.user
    assert mark in request.system
    assert "{{" not in request.system + request.user


def test_that_several_calls_of_a_reply_are_done_up_to_the_first_that_cannot_be_read() -> None:
    found = read_reply(call("list") + call("fly") + call("list"))

    assert (len(found.calls), found.faults) == (
        1,
        ("there is no tool 'fly'; tools are shell, read, write, edit, list, done",),
    )


def test_that_a_flat_object_of_an_endpoint_held_to_a_schema_is_a_call() -> None:
    flat = {"say": "Look.", "tool": "read", "path": "task.md", "command": "", "content": ""}

    found = read_reply(json.dumps(flat))

    assert (found.said, found.faults) == ("Look.", ())
    assert (found.calls[0].tool, found.calls[0].arguments) == ("read", {"path": "task.md"})


@pytest.mark.parametrize("form", [ReplyForm.JSON_SCHEMA, ReplyForm.JSON_OBJECT])
def test_that_an_endpoint_is_held_to_the_form_that_it_keeps(form: ReplyForm) -> None:
    chat = ScriptedChat([DONE])
    loop = ToolLoop(MemoryBoxes(), lambda *_: chat, Ticking(), Workplace("image:1"), "m", form=form)

    loop.run(INPUTS, CancelToken(), ignore)

    shape = chat.asked[0].shape
    assert shape is not None
    assert shape.form is form
    assert "tool" in json.loads(shape.schema)["properties"]
    assert ("fits this schema" in chat.asked[0].system) is (form is ReplyForm.JSON_OBJECT)
