"""The tool loop where the endpoint takes tools: each call is answered by itself, and what is wrong is told there."""

import json
from collections.abc import Sequence
from dataclasses import dataclass

import pytest
from typing_extensions import override

from mlrbench_gui.domain.agent_log import AgentAction, AgentSaid, read_line
from mlrbench_gui.domain.model_calls import ModelCall, ToolUse
from mlrbench_gui.domain.stages import ExperimentRecord
from mlrbench_gui.domain.values import RelPath
from mlrbench_gui.domain.work import CancelToken, ignore
from mlrbench_gui.services.experimenting.calls import offered_tools, read_uses
from mlrbench_gui.services.experimenting.tool_loop import ToolLoop, Workplace
from mlrbench_gui.services.ports.models import ModelRequest, Speaker
from tests.services.experimenting.conftest import INPUTS, MemoryBoxes, ScriptedChat, Ticking, call


def use(id_: str, name: str, **arguments: str) -> ToolUse:
    return ToolUse(id_, name, json.dumps(arguments))


@dataclass
class UsingChat(ScriptedChat):
    """Says words with uses of tools beside them, in order."""

    uses: Sequence[tuple[ToolUse, ...]] = ()

    @override
    def ask(self, request: ModelRequest, cancel: CancelToken) -> ModelCall:
        reply = super().ask(request, cancel)
        at = min(len(self.asked), len(self.uses)) - 1
        return reply.model_copy(update={"uses": self.uses[at]})


def run(*uses: tuple[ToolUse, ...], words: str = "") -> tuple[ExperimentRecord, UsingChat]:
    chat = UsingChat([words], uses=uses)
    place = Workplace("image:1")
    loop = ToolLoop(MemoryBoxes(), lambda *_: chat, Ticking(), place, "m", takes_tools=lambda _cancel: True)
    return loop.run(INPUTS, CancelToken(), ignore), chat


def test_that_tools_are_offered_done_recorded_and_each_answered() -> None:
    record, chat = run(
        (use("a1", "write", path="code/a.py", content="1"), use("a2", "list")),
        (use("b1", "done", summary="all"),),
        words="I write.",
    )
    assert (record.reason, record.prompt) == ("", "experiment-tools-1")
    first, second = chat.asked
    assert (first.tools, first.shape) == (offered_tools(), None)
    assert '{"tool"' not in first.system
    said, *answers = second.turns
    assert (said.speaker, said.text, len(said.uses)) == (Speaker.MODEL, "I write.", 2)
    assert [(turn.speaker, turn.answers) for turn in answers] == [
        (Speaker.TOOL, "a1"),
        (Speaker.TOOL, "a2"),
    ]
    assert answers[1].text.startswith("list:\ntask.md")
    lines = [read_line(line) for line in record.files[RelPath("agent_log.jsonl")].decode().splitlines()]
    assert [line.tool for line in lines if isinstance(line, AgentAction)] == ["write", "list", "done"]
    assert [line.text for line in lines if isinstance(line, AgentSaid)] == ["I write."] * 2


def test_that_a_call_that_cannot_be_read_and_those_after_it_are_answered_as_not_done() -> None:
    record, chat = run(
        (use("a1", "list"), ToolUse("a2", "shell", "{not json"), use("a3", "list")),
        (use("b1", "done", summary="all"),),
    )
    assert record.reason == ""
    answers = [turn.text for turn in chat.asked[1].turns[1:]]
    assert answers[1:] == [
        "Not done: the arguments of shell are no JSON object.",
        "Not done, as the one before it was not.",
    ]


def test_that_a_call_written_into_the_words_is_still_understood() -> None:
    record, chat = run(
        (), (use("b1", "done", summary="all"),), words=call("write", path="code/a.py", content="1")
    )
    assert record.files.keys() == {"agent_log.jsonl", "code/a.py"}
    assert [turn.speaker for turn in chat.asked[1].turns] == [Speaker.MODEL, Speaker.USER]


@pytest.mark.parametrize(
    ("wrong", "fault"),
    [
        (ToolUse("a", "fly", "{}"), "there is no tool 'fly'"),
        (ToolUse("a", "read", "[1]"), "the arguments of read are no JSON object"),
        (ToolUse("a", "read", ""), "read needs path as text"),
        (ToolUse("a", "read", '{"path": 3}'), "read needs path as text"),
    ],
)
def test_that_what_is_wrong_with_a_call_is_told(wrong: ToolUse, fault: str) -> None:
    found = read_uses((wrong,), "")
    assert found.calls == ()
    assert found.faults[0].startswith(fault)


def test_that_a_tool_without_arguments_may_have_no_text_for_them() -> None:
    assert read_uses((ToolUse("a", "list", ""),), "").faults == ()
