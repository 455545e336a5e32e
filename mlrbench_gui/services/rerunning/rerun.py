"""`rerun`: the recorded commands again, on the recorded code, in a fresh sandbox; then outputs beside outputs."""

import json
from dataclasses import dataclass, field
from pathlib import PurePosixPath

from mlrbench_gui.domain.artifacts import RunFiles
from mlrbench_gui.domain.rerunning import (
    Hindrance,
    Obstacle,
    OutputComparison,
    RerunCommand,
    RerunOutcome,
    RerunReport,
)
from mlrbench_gui.domain.values import RelPath, RunName
from mlrbench_gui.domain.work import CancelToken, Emit, Progress
from mlrbench_gui.services.ports.sandbox import (
    Limits,
    Sandbox,
    SandboxCommand,
    SandboxEnd,
    SandboxOrder,
    SandboxOutcome,
)
from mlrbench_gui.services.rerunning.comparing import TOLERANCE, compare_output
from mlrbench_gui.services.rerunning.planning import RerunPlan, StoredOutput, plan_rerun

_PROBE = (
    "import importlib.util,json,sys;"
    "print(json.dumps([n for n in sys.argv[1:] if importlib.util.find_spec(n) is None]))"
)
_TAIL = 4000


@dataclass(frozen=True, slots=True)
class RerunOrder:
    """Which image, within which limits, how often, and how far values may be apart."""

    image: str
    times: int = 1
    limits: Limits = field(default_factory=Limits)
    tolerance: float = TOLERANCE


def rerun(
    name: RunName, files: RunFiles, sandbox: Sandbox, order: RerunOrder, *, cancel: CancelToken, emit: Emit
) -> RerunReport:
    """Run the experiment again and compare. What stands against it is told before a container is started.

    Raises MissingPart where engine, image or rights are missing; Cancelled.
    """
    plan = plan_rerun(files)
    if plan.hindrances:
        return _cannot(name, order, plan, plan.hindrances)
    absent = _absent_packages(plan, sandbox, order, name, cancel, emit)
    if absent:
        text = f"the image {order.image} lacks {', '.join(absent)}"
        return _cannot(name, order, plan, (Hindrance(obstacle=Obstacle.PACKAGE, text=text),))
    outcomes: list[SandboxOutcome] = []
    inputs = {path: files.read(path) for path in plan.inputs}
    for number in range(order.times):
        emit(Progress(number, order.times, f"run {number + 1} of {order.times}"))
        asked = SandboxOrder(
            order.image,
            tuple(planned.command for planned in plan.commands),
            inputs,
            name,
            root=plan.root,
            limits=order.limits,
            folders=plan.folders,
        )
        outcomes.append(sandbox.run(asked, cancel, emit))
    return _report(name, files, order, plan, outcomes)


def _absent_packages(
    plan: RerunPlan, sandbox: Sandbox, order: RerunOrder, name: RunName, cancel: CancelToken, emit: Emit
) -> list[str]:
    if not plan.needs:
        return []
    probe = SandboxCommand(("python3", "-c", _PROBE, *plan.needs))
    outcome = sandbox.run(SandboxOrder(order.image, (probe,), {}, name), cancel, emit)
    try:
        absent = json.loads(outcome.commands[0].output.strip().split("\n")[-1])
    except (ValueError, IndexError):
        return ["a python3 that works"]
    return [str(package) for package in absent]


def _cannot(
    name: RunName, order: RerunOrder, plan: RerunPlan, hindrances: tuple[Hindrance, ...]
) -> RerunReport:
    first = hindrances[0]
    place = f" ({first.path}{f':{first.line}' if first.line else ''})" if first.path else ""
    more = f", and {len(hindrances) - 1} more" if len(hindrances) > 1 else ""
    return RerunReport(
        run=name,
        outcome=RerunOutcome.CANNOT_RUN,
        reason=f"cannot run ({first.obstacle.value}): {first.text}{place}{more}",
        image=order.image,
        times=0,
        tolerance=order.tolerance,
        needs=plan.needs,
        hindrances=hindrances,
        commands=tuple(
            RerunCommand(words=c.command.words, folder=c.command.folder, action=c.action)
            for c in plan.commands
        ),
    )


def _report(
    name: RunName, files: RunFiles, order: RerunOrder, plan: RerunPlan, outcomes: list[SandboxOutcome]
) -> RerunReport:
    compared = tuple(
        found for stored in plan.outputs if (found := _compared(files, stored, outcomes, order)) is not None
    )
    by_value = [found for found in compared if found.compared]
    commands = _commands(plan, outcomes[0])
    outcome, reason, hindrances = _judged(plan, by_value, commands)
    return RerunReport(
        run=name,
        outcome=outcome,
        reason=reason,
        image=order.image,
        times=len(outcomes),
        tolerance=order.tolerance,
        needs=plan.needs,
        hindrances=hindrances,
        commands=commands,
        files=compared,
        not_taken_out=tuple(f"{item.path}: {item.what}" for o in outcomes for item in o.refused),
        draws_at_random=any(found.unstable for found in compared),
    )


def _commands(plan: RerunPlan, outcome: SandboxOutcome) -> tuple[RerunCommand, ...]:
    return tuple(
        RerunCommand(
            words=planned.command.words,
            folder=planned.command.folder,
            action=planned.action,
            exit_code=done.exit_code,
            end=done.end.value,
            output=done.output[-_TAIL:],
        )
        for planned, done in zip(plan.commands, outcome.commands, strict=False)
    )


def _judged(
    plan: RerunPlan, compared: list[OutputComparison], commands: tuple[RerunCommand, ...]
) -> tuple[RerunOutcome, str, tuple[Hindrance, ...]]:
    unstable = sum(len(found.unstable) for found in compared)
    if unstable:
        return RerunOutcome.DIFFERS, "values change from one re-run to the next: they are drawn at random", ()
    differing = [found for found in compared if found.outcome is RerunOutcome.DIFFERS]
    if differing:
        names = ", ".join(found.path for found in differing[:3])
        return RerunOutcome.DIFFERS, f"{len(differing)} of {len(compared)} outputs differ: {names}", ()
    stopped = next((c for c in commands if c.end != SandboxEnd.EXITED.value or c.exit_code), None)
    if compared:
        values = sum(found.compared for found in compared)
        tail = f"; {' '.join(stopped.words)} failed" if stopped else ""
        if not any(found.raises_trust for found in compared):
            tail += "; this raises no trust, as no script is known to compute them"
        return RerunOutcome.REPRODUCED, f"{values} values of {len(compared)} outputs came out{tail}", ()
    hindrance = _hindrance(plan, stopped)
    return RerunOutcome.CANNOT_RUN, f"cannot run ({hindrance.obstacle.value}): {hindrance.text}", (hindrance,)


def _hindrance(plan: RerunPlan, stopped: RerunCommand | None) -> Hindrance:
    if stopped is None:
        text = "the commands ran, and left no JSON or CSV to compare"
        if not plan.outputs:
            text = "the run holds no JSON, CSV or picture that its commands left"
        return Hindrance(obstacle=Obstacle.NO_OUTPUT, text=text)
    words = " ".join(stopped.words)
    if stopped.end != SandboxEnd.EXITED.value:
        why = "took more time" if stopped.end == SandboxEnd.TIMED_OUT.value else "was killed: more memory"
        return Hindrance(obstacle=Obstacle.LIMIT, text=f"{words} {why} than the limit allows")
    last = next((line for line in reversed(stopped.output.split("\n")) if line.strip()), "")
    obstacle = Obstacle.DATA if "FileNotFoundError" in last else Obstacle.FAILED
    if "ModuleNotFoundError" in last or "ImportError" in last:
        obstacle = Obstacle.PACKAGE
    return Hindrance(obstacle=obstacle, text=f"{words} ended with {stopped.exit_code}: {last.strip()[:200]}")


def _compared(
    files: RunFiles, stored: StoredOutput, outcomes: list[SandboxOutcome], order: RerunOrder
) -> OutputComparison | None:
    """The output beside its counterparts; None where a re-run left none."""
    again = [(path, outcome.files[path]) for outcome in outcomes if (path := _found(stored, outcome))]
    if len(again) < len(outcomes) or not again:
        return None
    return compare_output(stored.path, files.read(stored.path), again, stored.provenance, order.tolerance)


def _found(stored: StoredOutput, outcome: SandboxOutcome) -> RelPath | None:
    """Where a re-run left it: at one of its known places, else the only file of its name."""
    for path in stored.made_at:
        if path in outcome.files:
            return path
    name = PurePosixPath(stored.path).name
    same = [path for path in outcome.files if PurePosixPath(path).name == name]
    return same[0] if len(same) == 1 else None
