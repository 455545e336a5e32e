"""The stages of one task, one after the other, with the gate before the paper; goes on where an earlier one ended."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from mlrbench_gui.domain.decisions import GateOverride
from mlrbench_gui.domain.model_calls import Account
from mlrbench_gui.domain.reviewing import review_of
from mlrbench_gui.domain.stages import (
    STAGE_FILES,
    STAGE_ORDER,
    GatePolicy,
    StageRecord,
    StageState,
    made_run_name,
)
from mlrbench_gui.domain.values import Mode, RelPath, RunName, Sha256, Stage
from mlrbench_gui.domain.work import CancelToken, Emit, Step
from mlrbench_gui.services.ports.workspace import Workspace
from mlrbench_gui.services.running.experiments import do_experiment, no_agent
from mlrbench_gui.services.running.gating import MANIFEST, Crossing, Gated, cross
from mlrbench_gui.services.running.inputs import TASK_FILE, Given, StageInputs, task_text
from mlrbench_gui.services.running.trying import (
    Desk,
    Made,
    StageOrder,
    record_try,
    stage_key,
    try_stage,
)

_GATE_PROMPT = "gate"
_NO_PROMPT = Sha256(hashlib.sha256(b"").hexdigest())


@dataclass(frozen=True, slots=True)
class RunOrder:
    """Which stages of a task are to be done. `again`: also those that are finished."""

    task: str
    stages: tuple[Stage, ...]
    mode: Mode
    policy: GatePolicy = GatePolicy.STRICT
    again: bool = False


@dataclass(frozen=True, slots=True)
class RunOutcome:
    """How far a run came: a record for each stage that was tried or known; the last one may have failed."""

    run: RunName
    order: RunOrder
    records: tuple[StageRecord, ...]

    @property
    def ended(self) -> str | None:
        """Why it ended before its last stage, None where it did not."""
        last = self.records[-1] if self.records else None
        return last.reason if last is not None and last.state is not StageState.FINISHED else None


@dataclass(slots=True)
class _SoFar:
    """What a run holds: the documents of its stages, the experiment's files, and which of them a person gave."""

    task_text: str
    documents: dict[Stage, str] = field(default_factory=dict)
    experiment: dict[RelPath, bytes] = field(default_factory=dict)
    given: dict[RelPath, bytes] = field(default_factory=dict)

    def take(self, stage: Stage, files: Mapping[RelPath, bytes]) -> None:
        if stage is Stage.EXPERIMENT:
            self.experiment = dict(files)
        elif STAGE_FILES[stage] in files:
            self.documents[stage] = files[STAGE_FILES[stage]].decode("utf-8", "replace")

    def inputs(self, task: str, given: Given) -> StageInputs:
        return StageInputs(
            task=task,
            task_text=self.task_text,
            idea=self.documents.get(Stage.IDEA, ""),
            literature=self.documents.get(Stage.LITERATURE, ""),
            proposal=self.documents.get(Stage.PROPOSAL, ""),
            sources=given.sources,
            experiment=self.experiment,
        )

    def files(self) -> dict[RelPath, bytes]:
        """All of it as it lies in a run's folder."""
        documents = {STAGE_FILES[stage]: text.encode() for stage, text in self.documents.items()}
        return {TASK_FILE: self.task_text.encode(), **documents, **self.experiment}


def run_chain(desk: Desk, order: RunOrder, given: Given, *, cancel: CancelToken, emit: Emit) -> RunOutcome:
    """Do the stages in their order, until one has no product. Finished ones are taken as they are.

    Raises InputError for a missing input, MissingPart where no agent can do an experiment, BudgetReached,
    ModelUnavailable, Cancelled; what was finished before stays.
    """
    run = made_run_name(desk.profile.name, order.task, order.mode)
    so_far = _begun(desk, run, order, given)
    if (
        Stage.EXPERIMENT in order.stages
        and desk.agent is None
        and Stage.EXPERIMENT not in latest_products(desk, run)
    ):
        raise no_agent(order.task)
    records: list[StageRecord] = []
    for stage in STAGE_ORDER:
        if stage not in order.stages:
            continue
        place = StageOrder(run, order.task, stage, order.mode, order.again)
        inputs = so_far.inputs(order.task, given)
        record = _do(desk, place, inputs, (so_far, order.policy), cancel, emit)
        records.append(record)
        if record.state is not StageState.FINISHED:
            break
        so_far.take(stage, desk.workspace.stages.files(record))
    return RunOutcome(run, order, tuple(records))


def kept_outcome(workspace: Workspace, agent: str, order: RunOrder) -> RunOutcome:
    """How far a run has come by what is kept: the last try of each stage that was asked for, up to a failure."""
    run = made_run_name(agent, order.task, order.mode)
    last = {record.stage: record for record in workspace.stages.of_run(run)}
    records: list[StageRecord] = []
    for stage in STAGE_ORDER:
        if stage not in order.stages or stage not in last:
            continue
        records.append(last[stage])
        if last[stage].state is not StageState.FINISHED:
            break
    return RunOutcome(run, order, tuple(records))


def latest_products(desk: Desk, run: RunName) -> dict[Stage, StageRecord]:
    """The newest finished try of each stage of a run."""
    return {
        record.stage: record
        for record in desk.workspace.stages.of_run(run)
        if record.state is StageState.FINISHED
    }


def _begun(desk: Desk, run: RunName, order: RunOrder, given: Given) -> _SoFar:
    """What is there before the first stage: what a person gave goes before what an earlier run made."""
    so_far = _SoFar(task_text(desk.workspace, order.task))
    for stage, record in latest_products(desk, run).items():
        if stage not in order.stages:
            so_far.take(stage, desk.workspace.stages.files(record))
    for stage in STAGE_FILES:
        if stage not in order.stages and given.text(stage):
            so_far.documents[stage] = given.text(stage)
            so_far.given[STAGE_FILES[stage]] = given.text(stage).encode()
    if Stage.EXPERIMENT not in order.stages and given.experiment:
        so_far.experiment = given.experiment
        so_far.given |= given.experiment
    return so_far


def _do(
    desk: Desk,
    place: StageOrder,
    inputs: StageInputs,
    known: tuple[_SoFar, GatePolicy],
    cancel: CancelToken,
    emit: Emit,
) -> StageRecord:
    if place.stage is Stage.EXPERIMENT:
        return do_experiment(desk, place, inputs, cancel, emit)
    if place.stage is not Stage.PAPER or not inputs.experiment:
        return try_stage(desk, place, inputs, cancel=cancel, emit=emit)
    so_far, policy = known
    emit(Step(f"{place.task}: gate"))
    gated = Gated(policy, _overrides(desk, place.run))
    crossing = cross(desk.audit_run, place.run, so_far.files(), inputs.experiment, gated)
    beside = {**so_far.given, MANIFEST: crossing.manifest}
    if crossing.blocked is not None:
        return _blocked(desk, place, inputs, crossing, beside)
    passed = replace(inputs, experiment=crossing.files, refused=crossing.refused)
    return try_stage(desk, place, passed, cancel=cancel, emit=emit, beside=beside)


def _overrides(desk: Desk, run: RunName) -> tuple[GateOverride, ...]:
    """What people said of the run's transitions; who let an earlier experiment through has not seen this one."""
    said = review_of(None, desk.workspace.decisions.entries(run), {}).overrides
    made = latest_products(desk, run).get(Stage.EXPERIMENT)
    return tuple(item for item in said if not item.passed or made is None or item.at >= made.ended)


def _blocked(
    desk: Desk, place: StageOrder, inputs: StageInputs, crossing: Crossing, files: Mapping[RelPath, bytes]
) -> StageRecord:
    """The gate's refusal as a record, with what it was held against and the manifest that tells of it."""
    key = stage_key(place.stage, inputs, (_GATE_PROMPT,))
    now = desk.clock()
    made = Made(
        StageState.BLOCKED, "none", _GATE_PROMPT, _NO_PROMPT, Account(), files, crossing.blocked or ""
    )
    return record_try(desk, place, key, made, now)
