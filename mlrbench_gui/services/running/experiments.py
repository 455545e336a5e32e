"""The experiment of a run: handed to the agent that does it, and recorded, also where it was broken off."""

from mlrbench_gui.domain.errors import MissingPart
from mlrbench_gui.domain.stages import ExperimentInputs, ExperimentRecord, StageRecord, StageState
from mlrbench_gui.domain.work import CancelToken, Emit, RunsChanged, Step
from mlrbench_gui.services.running.inputs import StageInputs
from mlrbench_gui.services.running.publishing import publish
from mlrbench_gui.services.running.trying import Desk, Made, StageOrder, finished, record_try, stage_key


def do_experiment(
    desk: Desk, place: StageOrder, inputs: StageInputs, cancel: CancelToken, emit: Emit
) -> StageRecord:
    """The finished record, or that of a new try; what was done before a break is kept, and then raised.

    Raises MissingPart, BudgetReached, Cancelled.
    """
    coder = desk.profile.coder
    made_by = (desk.profile.model, *((coder.model_dump_json(),) if coder is not None else ()))
    key = stage_key(place.stage, inputs, made_by)
    known = finished(desk.workspace, place, key)
    if known is not None:
        return known
    if desk.agent is None:
        raise no_agent(place.task)
    emit(Step(f"{place.task}: {place.stage}"))
    started = desk.clock()
    asked = ExperimentInputs(
        place.run, place.task, inputs.task_text, inputs.idea, inputs.literature, inputs.proposal
    )
    done = desk.agent.run(asked, cancel, emit)
    if done.reason or done.note:
        emit(Step(f"{place.task}: {done.reason or done.note}"))
    record = record_try(desk, place, key, _made(done), started)
    if done.stopped is not None:
        emit(RunsChanged(publish(desk.workspace, [place.run]), "running"))
        raise done.stopped
    return record


def no_agent(task: str) -> MissingPart:
    """Nobody is there to do it."""
    return MissingPart(
        f"{task}: no agent can do the experiment here; leave the stage out, and give its files with --inputs"
    )


def _made(done: ExperimentRecord) -> Made:
    state = StageState.FAILED if done.reason else StageState.FINISHED
    if done.stopped is not None:
        state = StageState.STOPPED
    return Made(
        *(state, done.model, done.prompt, done.prompt_sha256, done.account, done.files),
        reason=done.reason,
        note=done.note,
    )
