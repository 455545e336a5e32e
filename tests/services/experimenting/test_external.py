"""A coding agent from outside: its command, its ends, its transcript taken over, and what it was lent kept secret."""

import json
from collections.abc import Callable, Sequence

import pytest
from pydantic import ValidationError
from typing_extensions import override

from mlrbench_gui.domain.agent_log import AgentAction, AgentEnd, AgentHead, read_line
from mlrbench_gui.domain.coders import CoderProfile, TranscriptKind
from mlrbench_gui.domain.stages import ExperimentRecord
from mlrbench_gui.domain.values import RelPath
from mlrbench_gui.domain.work import CancelToken, Emit, Event, LiveText, ignore
from mlrbench_gui.services.experimenting.external import OutsideCoder
from mlrbench_gui.services.experimenting.tool_loop import Workplace
from mlrbench_gui.services.experimenting.veil import Veil, VeiledEmit
from mlrbench_gui.services.ports.boxes import BoxOrder, BoxOutcome
from mlrbench_gui.services.ports.sandbox import SandboxEnd
from tests.services.experimenting.conftest import INPUTS, MemoryBox, MemoryBoxes, Ticking
from tests.transcripts import transcript_of

COMMAND = "coder --model {model} --task {prompt} --in {folder}"
FILLED = "coder --model gull-2 --task /work/run/prompt.md --in /work/run"
EVENTS = transcript_of(("Write", {"file_path": "/work/run/code/a.py", "content": "1\n"}, "ok", False))
SECRET = "sk-canary-4711"
Files = dict[RelPath, bytes]


def coder(**more: object) -> CoderProfile:
    given = {"command": COMMAND, "transcript": "events", "transcript_file": "out/session.json"}
    return CoderProfile.model_validate({**given, **more})


def works(store: Files) -> str:
    store[RelPath("code/a.py")] = b"1\n"
    store[RelPath("results/r.json")] = b"{}"
    store[RelPath("out/session.json")] = EVENTS.encode()
    return "done\n"


def run(
    command: Callable[[Files], str] = works, boxes: MemoryBoxes | None = None, **more: object
) -> tuple[ExperimentRecord, MemoryBoxes]:
    opened = boxes or MemoryBoxes({FILLED: command})
    profile = coder(**more)
    lent = dict.fromkeys(profile.variables, SECRET)
    agent = OutsideCoder(
        opened, Ticking(), Workplace("image:1", network="lab"), profile, "gull-2", lambda: lent
    )
    return agent.run(INPUTS, CancelToken(), ignore), opened


def test_that_its_files_and_transcript_are_taken_over_beside_a_record_of_its_one_command() -> None:
    record, boxes = run()
    assert (record.reason, record.note, record.stopped, record.model) == ("", "", None, "gull-2")
    assert record.files.keys() == {"claude_output.json", "coder_log.jsonl", "code/a.py", "results/r.json"}
    assert record.files[RelPath("claude_output.json")] == EVENTS.encode()
    lines = [read_line(line) for line in record.files[RelPath("coder_log.jsonl")].decode().splitlines()]
    head, action, end = lines
    assert isinstance(head, AgentHead)
    assert isinstance(action, AgentAction)
    assert isinstance(end, AgentEnd)
    assert head.inputs.keys() == {"task.md", "idea.md", "proposal.md", "prompt.md"}
    assert (action.arguments, action.exit_code) == ({"command": FILLED}, 0)
    assert end.files.keys() == {"code/a.py", "results/r.json"}
    order, box = boxes.opened[0]
    assert b"The proposal." in order.inputs[RelPath("prompt.md")]
    assert (order.image, order.network, order.limits.seconds) == ("image:1", "lab", 3600.0)
    assert not box.is_open


def test_that_the_profile_goes_before_the_run_in_image_network_and_time() -> None:
    _, boxes = run(image="coder:2", network="models", minutes=2)
    order, _ = boxes.opened[0]
    assert (order.image, order.network, order.limits.seconds) == ("coder:2", "models", 120.0)


def test_that_a_printed_transcript_is_taken_from_what_it_printed() -> None:
    record, _ = run(lambda _store: EVENTS, transcript_file=None)
    assert json.loads(record.files[RelPath("claude_output.json")]) == json.loads(EVENTS)


def test_that_without_a_transcript_the_work_stands_and_its_trust_is_said_to_be_unknown() -> None:
    def forgets(store: Files) -> str:
        store[RelPath("results/r.json")] = b"{}"
        return ""

    record, _ = run(forgets)
    assert record.reason == ""
    assert record.note.startswith("the coding agent left no whole transcript in out/session.json")
    assert "unknown" in record.note
    assert record.files.keys() == {"coder_log.jsonl", "results/r.json"}


def test_that_a_transcript_of_another_kind_is_kept_and_said_to_be_none() -> None:
    record, _ = run(lambda _store: "I did it all.", transcript_file=None, transcript="blocks")
    assert record.note.startswith("the coding agent's transcript is no log of blocks")
    assert RelPath("codex_log.log") in record.files


class EndingBox(MemoryBox):
    """A box whose command ends as its class says."""

    outcome: BoxOutcome

    @override
    def execute(
        self,
        words: Sequence[str],
        seconds: float,
        *,
        folder: str = "",
        cancel: CancelToken,
        emit: Emit,
    ) -> BoxOutcome:
        emit(LiveText("half a word\n", "sandbox"))
        self.store[RelPath("results/half.json")] = b"{}"
        cancel.check()
        return self.outcome


class EndingBoxes(MemoryBoxes):
    """Opens such boxes; `cancelling` asks for a stop as the box is opened."""

    def __init__(self, outcome: BoxOutcome) -> None:
        super().__init__()
        self.outcome = outcome
        self.cancelling = False

    @override
    def open(self, order: BoxOrder, cancel: CancelToken) -> EndingBox:
        box = EndingBox(dict(order.inputs))
        box.outcome = self.outcome
        if self.cancelling:
            cancel.cancel()
        self.opened.append((order, box))
        return box


@pytest.mark.parametrize(
    ("outcome", "reason"),
    [
        (
            BoxOutcome(SandboxEnd.EXITED, 3, "one\nno model\n"),
            "the coding agent ended with exit code 3: no model",
        ),
        (
            BoxOutcome(SandboxEnd.EXITED, 127, "sh: 1: coder: not found\n"),
            (
                "the coding agent cannot be started in image image:1 (exit code 127: sh: 1: coder: not found); "
                "name an image that holds it, or correct the command"
            ),
        ),
        (BoxOutcome(SandboxEnd.TIMED_OUT, None, ""), "the coding agent was not done within 60 minutes"),
        (
            BoxOutcome(SandboxEnd.WROTE_TOO_MUCH, None, ""),
            "the coding agent was ended by the sandbox: wrote too much",
        ),
    ],
)
def test_that_each_bad_end_is_told_and_what_it_left_is_kept(outcome: BoxOutcome, reason: str) -> None:
    record, _ = run(boxes=EndingBoxes(outcome))
    assert (record.reason, record.note) == (reason, "")
    assert RelPath("results/half.json") in record.files
    end = read_line(record.files[RelPath("coder_log.jsonl")].decode().splitlines()[-1])
    assert isinstance(end, AgentEnd)
    assert end.reason == reason


def test_that_one_that_is_cancelled_leaves_what_it_said_and_did() -> None:
    boxes = EndingBoxes(BoxOutcome(SandboxEnd.EXITED, 0, ""))
    boxes.cancelling = True
    record, _ = run(boxes=boxes, transcript_file=None, transcript="prose")
    assert record.reason == "it was cancelled before it was done"
    assert record.stopped is not None
    assert record.files[RelPath("gemini_log.log")] == b"half a word\n"
    assert RelPath("results/half.json") in record.files


def test_that_what_it_is_lent_stands_nowhere() -> None:
    def leaks(store: Files) -> str:
        works(store)
        store[RelPath("code/key.py")] = f"KEY = '{SECRET}'".encode()
        store[RelPath("out/session.json")] = EVENTS.replace("ok", f"ok {SECRET}").encode()
        return f"using {SECRET}\n"

    record, boxes = run(leaks, variables=("CODER_KEY",))
    assert boxes.opened[0][0].environment == {"CODER_KEY": SECRET}
    assert all(SECRET.encode() not in data for data in record.files.values())
    assert b"[$CODER_KEY]" in record.files[RelPath("claude_output.json")]
    end = read_line(record.files[RelPath("coder_log.jsonl")].decode().splitlines()[-1])
    assert isinstance(end, AgentEnd)
    assert end.refused == ("code/key.py: holds the value of $CODER_KEY",)


def test_that_live_text_does_not_show_a_lent_value_that_comes_in_pieces() -> None:
    told: list[Event] = []
    live = VeiledEmit(Veil({"CODER_KEY": SECRET}), told.append)
    for piece in (f"key {SECRET[:5]}", f"{SECRET[5:]} and\nmore {SECRET}"):
        live(LiveText(piece, "sandbox"))
    live.flush()
    assert [event.text for event in told if isinstance(event, LiveText)] == [
        "key [$CODER_KEY] and\n",
        "more [$CODER_KEY]",
    ]


@pytest.mark.parametrize(
    "wrong",
    [
        {"command": "coder {task}"},
        {"command": ""},
        {"transcript": "video"},
        {"transcript_file": "../outside.json"},
        {"variables": ("KEY=value",)},
    ],
)
def test_that_a_profile_that_cannot_work_is_not_taken(wrong: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        coder(**wrong)


def test_that_places_are_filled_as_one_word_each_and_other_braces_stay() -> None:
    profile = coder(command="HOME=${HOME} coder {model} '{ print }'", transcript=TranscriptKind.PROSE)
    assert profile.filled("a b", "p", "/f") == "HOME=${HOME} coder 'a b' '{ print }'"
