"""What there is to judge of a run: a stage with the files that it was made from and those that it made."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from mlrbench_gui.domain.artifacts import Artifact, ArtifactRole
from mlrbench_gui.domain.judge_stages import ABOUT_PAPERS, JudgeStage
from mlrbench_gui.domain.reviews import ReviewTarget
from mlrbench_gui.domain.runs import Run, RunGroup
from mlrbench_gui.domain.values import RelPath, RunName
from mlrbench_gui.services.context import Context

RESULT_ROLES = (ArtifactRole.RESULTS_NOTE, ArtifactRole.JSON, ArtifactRole.CSV)
CODE_ROLES = (ArtifactRole.LOG, ArtifactRole.CODE, ArtifactRole.README)
_TARGETS = {
    JudgeStage.IDEA: ReviewTarget.IDEA,
    JudgeStage.PROPOSAL: ReviewTarget.PROPOSAL,
    JudgeStage.EXPERIMENT: ReviewTarget.EXPERIMENT,
    JudgeStage.PAPER: ReviewTarget.WRITEUP,
    JudgeStage.HALLUCINATION: ReviewTarget.HALLUCINATION,
}
_GIVEN = {
    JudgeStage.IDEA: (ArtifactRole.TASK,),
    JudgeStage.PROPOSAL: (ArtifactRole.TASK, ArtifactRole.IDEA, ArtifactRole.LITERATURE),
    JudgeStage.EXPERIMENT: (ArtifactRole.TASK, ArtifactRole.IDEA, ArtifactRole.PROPOSAL),
    JudgeStage.PAPER: (
        *(ArtifactRole.TASK, ArtifactRole.IDEA, ArtifactRole.LITERATURE, ArtifactRole.PROPOSAL),
        *RESULT_ROLES,
    ),
    JudgeStage.OVERALL: (ArtifactRole.TASK,),
    JudgeStage.HALLUCINATION: (ArtifactRole.TASK,),
}
"""What each stage was made from."""
_MADE = {
    JudgeStage.IDEA: (ArtifactRole.IDEA,),
    JudgeStage.PROPOSAL: (ArtifactRole.PROPOSAL,),
    JudgeStage.EXPERIMENT: (*RESULT_ROLES, *CODE_ROLES),
}
"""What each stage made, where that is not one paper."""
_NEEDED = {
    JudgeStage.IDEA: "no idea",
    JudgeStage.PROPOSAL: "no proposal",
    JudgeStage.EXPERIMENT: "no results, logs or code",
}


@dataclass(frozen=True, slots=True)
class Subject:
    """One thing to be judged: `given` is what it was made from, `made` what is judged, `figures` its pictures."""

    run: Run
    stage: JudgeStage
    paper: RelPath | None
    with_code: bool
    given: tuple[Artifact, ...]
    made: tuple[Artifact, ...]
    behind: tuple[Artifact, ...]
    figures: tuple[Artifact, ...]

    @property
    def target(self) -> ReviewTarget:
        """As which kind of review it counts beside the benchmark's."""
        if self.stage is not JudgeStage.OVERALL:
            return _TARGETS[self.stage]
        if self.run.group is RunGroup.AI_SCIENTIST:
            return ReviewTarget.AI_SCIENTIST
        return ReviewTarget.END_TO_END if self.with_code else ReviewTarget.END_TO_END_NO_CODE


@dataclass(frozen=True, slots=True)
class NoSubject:
    """A stage of a run that cannot be judged, and why."""

    run: RunName
    stage: JudgeStage
    reason: str


def subjects_of(
    ctx: Context, runs: Sequence[RunName], stages: Iterable[JudgeStage], *, with_code: bool
) -> tuple[tuple[Subject, ...], tuple[NoSubject, ...]]:
    """All that is to be judged, run by run, and what cannot be. Raises UnknownRun."""
    found: list[Subject] = []
    lacking: list[NoSubject] = []
    wanted = tuple(stages)
    for name in runs:
        run, artifacts = ctx.workspace.runs.get(name), ctx.workspace.runs.artifacts(name)
        for stage in wanted:
            made = _subjects(run, artifacts, stage, with_code)
            found.extend(made)
            if not made:
                lacking.append(NoSubject(name, stage, _NEEDED.get(stage, "no paper")))
    return tuple(found), tuple(lacking)


def _subjects(
    run: Run, artifacts: Sequence[Artifact], stage: JudgeStage, with_code: bool
) -> tuple[Subject, ...]:
    code = with_code or stage is JudgeStage.EXPERIMENT
    if stage not in ABOUT_PAPERS:
        made = _of(artifacts, _MADE[stage])
        return (_subject(run, artifacts, stage, made, code),) if made else ()
    by_path = {artifact.path: artifact for artifact in artifacts}
    return tuple(
        _subject(run, artifacts, stage, (by_path[path],), code, path)
        for path in run.papers
        if path in by_path
    )


def _subject(
    run: Run,
    artifacts: Sequence[Artifact],
    stage: JudgeStage,
    made: tuple[Artifact, ...],
    code: bool,
    paper: RelPath | None = None,
) -> Subject:
    given = _of(artifacts, _GIVEN[stage])
    behind = _of(artifacts, (*RESULT_ROLES, *CODE_ROLES)) if code and paper is not None else ()
    seen = {artifact.path for artifact in (*given, *made)}
    figures = (
        () if stage in (JudgeStage.IDEA, JudgeStage.PROPOSAL) else _of(artifacts, (ArtifactRole.FIGURE,))
    )
    return Subject(
        run=run,
        stage=stage,
        paper=paper,
        with_code=code and stage not in (JudgeStage.IDEA, JudgeStage.PROPOSAL),
        given=given,
        made=made,
        behind=tuple(artifact for artifact in behind if artifact.path not in seen),
        figures=figures,
    )


def _of(artifacts: Sequence[Artifact], roles: Sequence[ArtifactRole]) -> tuple[Artifact, ...]:
    """Readable artifacts of these roles, in the roles' order, those of the run's own results first."""
    chosen = [item for item in artifacts if item.role in roles and item.sha256 is not None and item.size]
    return tuple(
        sorted(
            chosen, key=lambda item: (roles.index(item.role), not item.path.startswith("results/"), item.path)
        )
    )
