"""The experiment agent of this program: a model that works by tools in a box, bounded, with all of it recorded."""

from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Protocol

from mlrbench_gui.domain.agent_log import Tool
from mlrbench_gui.domain.model_calls import ModelCall, account
from mlrbench_gui.domain.model_profiles import ReplyForm
from mlrbench_gui.domain.stages import ExperimentInputs, ExperimentRecord
from mlrbench_gui.domain.values import RelPath
from mlrbench_gui.domain.work import CancelToken, Emit, Step
from mlrbench_gui.services.experimenting.calls import Step as CallShape
from mlrbench_gui.services.experimenting.calls import ToolCall, offered_tools, read_reply, read_uses
from mlrbench_gui.services.experimenting.recording import BREAKS, Recorder, taken_from, why_stopped
from mlrbench_gui.services.experimenting.tools import use_tool
from mlrbench_gui.services.models.structured import wire_schema
from mlrbench_gui.services.ports.boxes import Box, Boxes, BoxOrder, BoxStorage
from mlrbench_gui.services.ports.calls import Clock
from mlrbench_gui.services.ports.models import ModelRequest, ReplyShape, Speaker, Turn
from mlrbench_gui.services.ports.sandbox import Limits
from mlrbench_gui.services.prompts import Prompt, fenced, load_prompt, mark_over, visible

if TYPE_CHECKING:
    from mlrbench_gui.domain.errors import MlrbenchError

PROMPT, TOOLS_PROMPT = "experiment-1", "experiment-tools-1"
_MATERIAL = 60_000
_MOST_FAULTS = 3
_TOLD = 12_000
_SKIPPED = "Not done, as the one before it was not."
_FLAT = "Give the arguments beside `tool`, and empty texts for those not needed. The object fits this schema:"


class Chat(Protocol):
    """Who is asked; `services.models.asking.Asker` is one."""

    def ask(self, request: ModelRequest, cancel: CancelToken) -> ModelCall:
        """The answer. Raises BudgetReached, ModelUnavailable, Cancelled."""
        ...


def _no_tools(_cancel: CancelToken) -> bool:
    return False


OpenChat = Callable[[ExperimentInputs, Emit], Chat]


@dataclass(frozen=True, slots=True)
class AgentBounds:
    """What an agent may use: turns, seconds in all and for one command, tokens of one reply; `told` bounds outputs."""

    turns: int = 60
    seconds: float = 3600.0
    command_seconds: float = 600.0
    reply_tokens: int = 8_000
    told: int = _TOLD


@dataclass(frozen=True, slots=True)
class Workplace:
    """Where experiments run: image, limits, network and GPUs of their boxes."""

    image: str
    limits: Limits = field(default_factory=lambda: Limits(seconds=3600.0))
    network: str | None = None
    gpus: int = 0
    storage: BoxStorage = BoxStorage.MEMORY

    def order(self, inputs: ExperimentInputs) -> BoxOrder:
        """The box of one experiment."""
        return BoxOrder(
            self.image,
            given_files(inputs),
            inputs.run,
            folders=("code", "results"),
            limits=self.limits,
            network=self.network,
            gpus=self.gpus,
            storage=self.storage,
        )


@dataclass(frozen=True, slots=True)
class ToolLoop:
    """`services.ports.boxes.ExperimentAgent` with tools of our own.

    `model` names who is asked; `prompts` as in profiles.

    Where the endpoint `takes_tools`, they go into its own field. Else `form` is how it can be held to a reply of one
    object; where it cannot, the prompt's words have to do.
    """

    boxes: Boxes
    chat: OpenChat
    clock: Clock
    place: Workplace
    model: str
    bounds: AgentBounds = AgentBounds()
    prompts: str | None = None
    form: ReplyForm = ReplyForm.TEXT
    takes_tools: Callable[[CancelToken], bool] = _no_tools

    def run(self, inputs: ExperimentInputs, cancel: CancelToken, emit: Emit) -> ExperimentRecord:
        """See the port: what was done is recorded up to the end, whatever the end is."""
        native = self.takes_tools(cancel)
        prompt = load_prompt(TOOLS_PROMPT if native else PROMPT, self.prompts)
        order = self.place.order(inputs)
        with closing(self.boxes.open(order, cancel)) as box:
            request = self._question(prompt, inputs, box.root, native=native)
            recorder = Recorder(box, self.clock)
            recorder.begin(inputs.run, self.model, order.image, request.user, order.inputs)
            talk = _Talk(self, box, recorder, self.chat(inputs, emit), request)
            stopped: MlrbenchError | None = None
            try:
                reason = talk.hold(cancel, emit)
            except BREAKS as error:
                if not recorder.actions:
                    raise
                stopped, reason = error, why_stopped(error)
            files = recorder.end(reason, taken_from(box), order.inputs)
        model = talk.calls[-1].model if talk.calls else self.model
        used = account(talk.calls)
        return ExperimentRecord(files, model, prompt.name, prompt.sha256, used, reason, stopped=stopped)

    def _question(self, prompt: Prompt, inputs: ExperimentInputs, root: str, *, native: bool) -> ModelRequest:
        mark, material = material_of(inputs)
        values = {
            "root": root,
            "seconds": f"{self.bounds.command_seconds:g}",
            "turns": str(self.bounds.turns),
            "material": material,
            "mark": mark,
        }
        system, user = prompt.filled(values)
        if native:
            return ModelRequest(system, user, self.bounds.reply_tokens, tools=offered_tools())
        if self.form is ReplyForm.TEXT:
            return ModelRequest(system, user, self.bounds.reply_tokens)
        schema = wire_schema(CallShape)
        if self.form is not ReplyForm.JSON_SCHEMA:
            system = f"{system}\n\n{_FLAT}\n{schema}"
        shape = ReplyShape("Step", schema, self.form)
        return ModelRequest(system, user, self.bounds.reply_tokens, shape=shape)


def given_files(inputs: ExperimentInputs) -> dict[RelPath, bytes]:
    """The inputs as files of the run; what no stage made is left out."""
    texts = {
        "task.md": inputs.task_text,
        "idea.md": inputs.idea,
        "related_work.md": inputs.literature,
        "proposal.md": inputs.proposal,
    }
    return {RelPath(path): text.encode("utf-8", "replace") for path, text in texts.items() if text}


def material_of(inputs: ExperimentInputs) -> tuple[str, str]:
    """The inputs within fences, and the mark of these."""
    texts = {p: visible(data.decode(), _MATERIAL) for p, data in given_files(inputs).items()}
    mark = mark_over(texts.values())
    return mark, "\n\n".join(fenced(mark, path, text) for path, text in texts.items())


def _turns(reply: ModelCall, outputs: Sequence[str]) -> list[Turn]:
    """What was said, and what came of it: each call in the endpoint's own field wants an answer of its own."""
    if not reply.uses:
        said, told = reply.text or "(nothing)", "\n\n".join(outputs)
        return [Turn(Speaker.MODEL, said), Turn(Speaker.USER, told)]
    answered = [*outputs, *[_SKIPPED] * (len(reply.uses) - len(outputs))]
    return [
        Turn(Speaker.MODEL, reply.text, uses=reply.uses),
        *(Turn(Speaker.TOOL, told, answers=use.id) for use, told in zip(reply.uses, answered, strict=False)),
    ]


@dataclass(slots=True)
class _Talk:
    """One experiment while it goes on."""

    agent: ToolLoop
    box: Box
    recorder: Recorder
    chat: Chat
    request: ModelRequest
    calls: list[ModelCall] = field(default_factory=list)
    _turns: list[Turn] = field(default_factory=list)

    def hold(self, cancel: CancelToken, emit: Emit) -> str:
        """Turn by turn until the agent is done; why it did not come to that, empty where it did."""
        bounds, begun, faults = self.agent.bounds, self.agent.clock(), 0
        for turn in range(1, bounds.turns + 1):
            left = bounds.seconds - (self.agent.clock() - begun).total_seconds()
            if left <= 0:
                return f"its time of {bounds.seconds:g} s was over in turn {turn}, before it was done"
            emit(Step(f"turn {turn} of {bounds.turns}"))
            reply = self._asked(cancel)
            if reply.refusal or reply.finish == "content_filter":
                return f"{reply.model} will not answer: {' '.join(reply.refusal.split())[:300]}"
            found = read_uses(reply.uses, reply.text) if reply.uses else read_reply(reply.text)
            self.recorder.say(found.said)
            done, outputs = self._do(found.calls, left, cancel, emit)
            if done:
                return ""
            faults = faults + 1 if found.faults else 0
            if faults >= _MOST_FAULTS:
                return f"{reply.model}: its replies cannot be read: {found.faults[0]}"
            outputs += [f"Not done: {fault}." for fault in found.faults]
            self._turns += _turns(reply, outputs)
        return f"it was not done within {bounds.turns} turns"

    def _asked(self, cancel: CancelToken) -> ModelCall:
        self.calls.append(self.chat.ask(replace(self.request, turns=tuple(self._turns)), cancel))
        return self.calls[-1]

    def _do(
        self, calls: Sequence[ToolCall], left: float, cancel: CancelToken, emit: Emit
    ) -> tuple[bool, list[str]]:
        """The calls in their order: whether the agent is done, and what it is told of each."""
        outputs: list[str] = []
        for call in calls:
            started = self.agent.clock()
            emit(Step(f"{call.tool}: {next(iter(call.arguments.values()), '')[:120]}"))
            seconds = min(self.agent.bounds.command_seconds, left)
            outcome = use_tool(self.box, call, seconds, cancel, emit)
            spent = (self.agent.clock() - started).total_seconds()
            left -= spent
            self.recorder.did(call, outcome, spent)
            if call.tool is Tool.DONE:
                return True, outputs
            outputs.append(f"{call.tool}:\n{outcome.told(self.agent.bounds.told)}")
            if left <= 0:
                break
        return False, outputs
