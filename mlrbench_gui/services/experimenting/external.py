"""A coding agent from outside as experiment agent: one command in a box, and its own transcript taken over."""

from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import dataclass, field, replace

from mlrbench_gui.audit.transcript.reading import read_transcript
from mlrbench_gui.domain.agent_log import Tool
from mlrbench_gui.domain.coders import CoderProfile, transcript_name
from mlrbench_gui.domain.errors import MlrbenchError
from mlrbench_gui.domain.layout import CODER_LOG
from mlrbench_gui.domain.runs import Irregularity
from mlrbench_gui.domain.stages import ExperimentInputs, ExperimentRecord
from mlrbench_gui.domain.values import RelPath
from mlrbench_gui.domain.work import CancelToken, Emit, Step
from mlrbench_gui.services.experimenting.calls import ToolCall
from mlrbench_gui.services.experimenting.recording import BREAKS, Recorder, taken_from, why_stopped
from mlrbench_gui.services.experimenting.tool_loop import Workplace, material_of
from mlrbench_gui.services.experimenting.tools import ToolOutcome, use_tool
from mlrbench_gui.services.experimenting.veil import Veil, VeiledEmit
from mlrbench_gui.services.ports.boxes import Box, Boxes, BoxOrder, BoxTaken
from mlrbench_gui.services.ports.calls import Clock
from mlrbench_gui.services.ports.sandbox import SandboxEnd
from mlrbench_gui.services.prompts import Prompt, load_prompt

PROMPT = "experiment-outside-1"
PROMPT_FILE = RelPath("prompt.md")
LOG = RelPath(CODER_LOG)
_SECONDS = 60.0
_NOT_FOUND, _NOT_ALLOWED = 127, 126
_UNKNOWN = "the trust of its evidence will be unknown"

Lend = Callable[[], Mapping[str, str]]
"""The variables that the agent is lent, with their values. Raises MissingPart where one is not set."""


@dataclass(frozen=True, slots=True)
class OutsideCoder:
    """`services.ports.boxes.ExperimentAgent` by a coding agent that the image holds. `model` names it in records."""

    boxes: Boxes
    clock: Clock
    place: Workplace
    coder: CoderProfile
    model: str
    lend: Lend = dict
    prompts: str | None = None

    def run(self, inputs: ExperimentInputs, cancel: CancelToken, emit: Emit) -> ExperimentRecord:
        """See the port. What it did is told by its own transcript; how it was run, by a record of ours beside it."""
        prompt = load_prompt(PROMPT, self.prompts)
        veil = Veil(self.lend())
        order, told = self._order(inputs, prompt, veil)
        with closing(self.boxes.open(order, cancel)) as box:
            recorder = Recorder(box, self.clock, LOG)
            recorder.begin(inputs.run, self.model, order.image, told, order.inputs)
            ended = self._ended(box, recorder, veil, cancel, emit)
            taken, transcript = self._taken(box, ended, veil)
            reason = ended.reason(self.coder, order)
            files = recorder.end(reason, taken, order.inputs)
        if transcript is not None:
            files[transcript_name(self.coder.transcript)] = transcript
        note = "" if reason else self._lack(transcript)
        record = ExperimentRecord(files, self.model, prompt.name, prompt.sha256)
        return replace(record, reason=reason, note=note, stopped=ended.stopped)

    def _order(self, inputs: ExperimentInputs, prompt: Prompt, veil: Veil) -> tuple[BoxOrder, str]:
        """The box with the filled prompt among its inputs, and that prompt."""
        order, coder = self.place.order(inputs), self.coder
        mark, material = material_of(inputs)
        values = {"minutes": f"{coder.minutes:g}", "root": order.root, "material": material, "mark": mark}
        told = "\n\n".join(prompt.filled(values))
        order = replace(
            order,
            image=coder.image or order.image,
            network=coder.network or order.network,
            inputs={**order.inputs, PROMPT_FILE: f"{told}\n".encode("utf-8", "replace")},
            environment=dict(veil.lent),
            limits=replace(order.limits, seconds=_SECONDS * coder.minutes),
        )
        return order, told

    def _ended(self, box: Box, recorder: Recorder, veil: Veil, cancel: CancelToken, emit: Emit) -> "_Ended":
        command = self.coder.filled(self.model, f"{box.root}/{PROMPT_FILE}", box.root)
        call = ToolCall(Tool.SHELL, {"command": command})
        emit(Step(f"coding agent: {command[:120]}"))
        started, live = self.clock(), VeiledEmit(veil, emit)
        outcome, stopped = ToolOutcome("", ok=False), None
        try:
            outcome = use_tool(box, call, _SECONDS * self.coder.minutes, cancel, live)
        except BREAKS as error:
            outcome, stopped = ToolOutcome(live.heard(), ok=False), error
        live.flush()
        outcome = replace(outcome, output=veil.text(outcome.output))
        if stopped is None:
            recorder.did(call, outcome, (self.clock() - started).total_seconds())
        return _Ended(outcome, stopped)

    def _taken(self, box: Box, ended: "_Ended", veil: Veil) -> tuple[BoxTaken, bytes | None]:
        """The files without the transcript and without those that hold a lent value, and the transcript."""
        taken = taken_from(box)
        place = self.coder.transcript_file
        if place is None:
            outcome = ended.outcome
            printed = outcome.output.encode() if outcome.output.strip() and not outcome.cut else None
        else:
            found = taken.files.get(RelPath(place))
            printed = veil.data(found) if found is not None and found.strip() else None
        files: dict[RelPath, bytes] = {}
        refused = list(taken.refused)
        for path, data in taken.files.items():
            name = veil.shown_in(data)
            if path == place:
                continue
            if name is None:
                files[path] = data
            else:
                refused.append(Irregularity(path, f"holds the value of ${name}", "not taken out"))
        return BoxTaken(files, tuple(refused)), printed

    def _lack(self, transcript: bytes | None) -> str:
        """What people must know of the transcript, empty where it is of the kind that was told."""
        kind = self.coder.transcript
        if transcript is None:
            place = self.coder.transcript_file or "what it printed"
            return f"the coding agent left no whole transcript in {place}; {_UNKNOWN}"
        if read_transcript(transcript_name(kind), transcript, ()).kind != kind:
            return f"the coding agent's transcript is no log of {kind}; {_UNKNOWN}"
        return ""


@dataclass(frozen=True, slots=True)
class _Ended:
    """How the command ended, or what broke it off."""

    outcome: ToolOutcome
    stopped: MlrbenchError | None = field(default=None)

    def reason(self, coder: CoderProfile, order: BoxOrder) -> str:
        """Why it did not finish, empty where it did."""
        outcome = self.outcome
        if self.stopped is not None:
            return why_stopped(self.stopped)
        if outcome.end == SandboxEnd.TIMED_OUT:
            return f"the coding agent was not done within {coder.minutes:g} minutes"
        if outcome.end != SandboxEnd.EXITED:
            return f"the coding agent was ended by the sandbox: {outcome.end.replace('_', ' ')}"
        if outcome.exit_code in (_NOT_FOUND, _NOT_ALLOWED):
            return (
                f"the coding agent cannot be started in image {order.image} (exit code {outcome.exit_code}"
                f"{_last_words(outcome)}); name an image that holds it, or correct the command"
            )
        if outcome.exit_code:
            return f"the coding agent ended with exit code {outcome.exit_code}{_last_words(outcome)}"
        return ""


def _last_words(outcome: ToolOutcome) -> str:
    lines = [line.strip() for line in outcome.output.splitlines() if line.strip()]
    return f": {lines[-1][:200]}" if lines else ""
