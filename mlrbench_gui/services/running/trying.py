"""A stage tried once and recorded: what is finished from the same inputs is not done again, in this or a later run."""

import hashlib
import uuid
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from mlrbench_gui.domain.errors import ReplyRefused, ReplyUnusable
from mlrbench_gui.domain.model_calls import Account, account
from mlrbench_gui.domain.model_profiles import ModelProfile, ReplyForm
from mlrbench_gui.domain.stages import STAGE_FILES, StageOutput, StageRecord, StageState
from mlrbench_gui.domain.values import Mode, RelPath, RunName, Sha256, Stage
from mlrbench_gui.domain.work import CancelToken, Emit, Event, LiveText, Step
from mlrbench_gui.services.models.asking import Asker
from mlrbench_gui.services.models.budget import Budget
from mlrbench_gui.services.ports.boxes import ExperimentAgent
from mlrbench_gui.services.ports.calls import AuditRun, Clock
from mlrbench_gui.services.ports.models import ModelClient
from mlrbench_gui.services.ports.papers import PaperPress
from mlrbench_gui.services.ports.workspace import Workspace
from mlrbench_gui.services.prompts import load_prompt
from mlrbench_gui.services.running.inputs import StageInputs
from mlrbench_gui.services.running.making import MAKERS, Files, Making
from mlrbench_gui.services.running.questions import PROMPTS
from mlrbench_gui.services.running.typesetting import typeset


@dataclass(frozen=True, slots=True)
class Desk:
    """What all stages of one agent share: its model, how that is held to JSON, what it may use, where all is kept.

    `agent` does experiments; None where none can be done. `press` sets papers; without it they stay Markdown.
    """

    workspace: Workspace
    client: ModelClient
    form: ReplyForm
    budget: Budget
    clock: Clock
    audit_run: AuditRun
    agent: ExperimentAgent | None = None
    press: PaperPress | None = None

    @property
    def profile(self) -> ModelProfile:
        return self.client.profile


@dataclass(frozen=True, slots=True)
class StageOrder:
    """Which stage of which run is to be done. `again`: also where it is finished."""

    run: RunName
    task: str
    stage: Stage
    mode: Mode
    again: bool = False


@dataclass(frozen=True, slots=True)
class Made:
    """What came of a try, for its record."""

    state: StageState
    model: str
    prompt: str
    prompt_sha256: Sha256
    account: Account
    files: Mapping[RelPath, bytes]
    reason: str = ""
    note: str = ""


def try_stage(
    desk: Desk,
    order: StageOrder,
    inputs: StageInputs,
    *,
    beside: Mapping[RelPath, bytes] | None = None,
    cancel: CancelToken,
    emit: Emit,
) -> StageRecord:
    """The stage's finished record, or that of a new try. A reply that cannot be used ends the try, not the program.

    `beside` are files that are kept with what the stage makes.

    Raises InputError for a missing input, BudgetReached, ModelUnavailable, Cancelled; then no try is recorded, and the
    replies that came are used next time.
    """
    cancel.check()
    prompt = load_prompt(PROMPTS[order.stage], desk.profile.prompts)
    key = stage_key(order.stage, inputs, (desk.profile.model, str(desk.profile.temperature), prompt.sha256))
    known = finished(desk.workspace, order, key)
    if known is not None:
        return known
    emit(Step(f"{order.task}: {order.stage}"))
    started = desk.clock()
    asker = _asker(desk, order, emit)
    made = _made(Making(asker, prompt, desk.form, desk.profile.stage_tokens), order.stage, inputs, cancel)
    made = _typeset(desk, made, inputs, emit)
    return record_try(desk, order, key, replace(made, files={**(beside or {}), **made.files}), started)


def finished(workspace: Workspace, order: StageOrder, key: Sha256) -> StageRecord | None:
    """The record of the stage where it was finished from the same inputs, by the same prompt and model."""
    if order.again:
        return None
    done = (r for r in tries(workspace, order) if r.state is StageState.FINISHED and r.key == key)
    return max(done, key=lambda record: record.attempt, default=None)


def tries(workspace: Workspace, order: StageOrder) -> tuple[StageRecord, ...]:
    """All tries at the stage that came to an end; one that was stopped goes on as the next."""
    return ended_tries(workspace, order.run, order.stage)


def ended_tries(workspace: Workspace, run: RunName, stage: Stage) -> tuple[StageRecord, ...]:
    """As `tries`, by run and stage."""
    records = workspace.stages.of_run(run)
    return tuple(r for r in records if r.stage is stage and r.state is not StageState.STOPPED)


def record_try(desk: Desk, order: StageOrder, key: Sha256, made: Made, started: datetime) -> StageRecord:
    """Keep a try with its files."""
    outputs = tuple(
        StageOutput(path=path, sha256=Sha256(hashlib.sha256(data).hexdigest()), size=len(data))
        for path, data in sorted(made.files.items())
    )
    record = StageRecord(
        id=uuid.uuid4().hex,
        run=order.run,
        task=order.task,
        stage=order.stage,
        mode=order.mode,
        agent=desk.profile.name,
        model=made.model,
        attempt=len(tries(desk.workspace, order)),
        key=key,
        prompt=made.prompt,
        prompt_sha256=made.prompt_sha256,
        state=made.state,
        reason=made.reason,
        note=made.note,
        outputs=outputs,
        account=made.account,
        started=started,
        ended=desk.clock(),
    )
    desk.workspace.stages.append(record, made.files)
    return record


def stage_key(stage: Stage, inputs: StageInputs, made_by: tuple[str, ...]) -> Sha256:
    """The hash of all that a stage is made from."""
    digest = hashlib.sha256()
    refused = [f"{item.path} {item.sha256} {item.admitted}" for item in inputs.refused]
    texts = [inputs.task_text, inputs.idea, inputs.literature, inputs.proposal, *refused]
    sources = [part for pair in sorted(inputs.sources.items()) for part in pair]
    for text in (stage.value, *made_by, *texts, *sources):
        digest.update(text.encode("utf-8", "replace") + b"\0")
    for path, data in sorted(inputs.experiment.items()):
        digest.update(f"{path}\0{hashlib.sha256(data).hexdigest()}\0".encode())
    return Sha256(digest.hexdigest())


def _made(making: Making, stage: Stage, inputs: StageInputs, cancel: CancelToken) -> Made:
    """Do it; a reply that cannot be used, or a refusal, is told in the record."""
    files: Files = {}
    state, reason = StageState.FINISHED, ""
    try:
        files = MAKERS[stage](making, inputs, cancel)
    except ReplyRefused as error:
        state, reason = StageState.REFUSED, str(error)
    except ReplyUnusable as error:
        state, reason = StageState.FAILED, str(error)
    calls = making.asker.made
    prompt = making.prompt
    model = calls[-1].model if calls else making.asker.client.profile.model
    return Made(state, model, prompt.name, prompt.sha256, account(calls), files, reason)


def _typeset(desk: Desk, made: Made, inputs: StageInputs, emit: Emit) -> Made:
    """A paper with its PDF beside it; anything else as it is."""
    paper = made.files.get(STAGE_FILES[Stage.PAPER])
    if paper is None or desk.press is None:
        return made
    emit(Step(f"{inputs.task}: setting the paper"))
    done = typeset(desk.press, paper, inputs.experiment)
    return replace(made, files={**made.files, **done.files}, note=done.note)


def _asker(desk: Desk, order: StageOrder, emit: Emit) -> Asker:
    """Asks within the scope of this try: a resumed one gets the same replies, a later one new ones."""
    place = f"{order.run}/{order.stage}"

    def relay(event: Event) -> None:
        emit(replace(event, source=place) if isinstance(event, LiveText) else event)

    attempt = len(tries(desk.workspace, order))
    return Asker(desk.client, desk.workspace.calls, desk.budget, desk.clock, f"{place}/{attempt}", relay)
