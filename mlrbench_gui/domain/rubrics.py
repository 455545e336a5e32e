"""The rubric of people's reviews: the criteria and keys of judges' reviews, so that both stand in one table."""

from collections.abc import Mapping
from dataclasses import dataclass

from mlrbench_gui.domain.judge_stages import CRITERIA, JudgeStage
from mlrbench_gui.domain.people import Question
from mlrbench_gui.domain.reviews import ReviewTarget
from mlrbench_gui.domain.runs import Run
from mlrbench_gui.domain.values import Mode


@dataclass(frozen=True, slots=True)
class Criterion:
    """One thing that is scored from 1 to 10; `key` as in judges' reviews, `asks` tells people what it is about."""

    key: str
    title: str
    asks: str


_WORDED: Mapping[str, tuple[str, str]] = {
    "Clarity": ("Clarity", "Can it be followed, and is it put in order?"),
    "Novelty": ("Novelty", "Is the idea new, and is its distance from earlier work told?"),
    "Soundness": ("Soundness", "Do method and evidence carry what is concluded?"),
    "Significance": ("Significance", "Would others build on it?"),
    "Consistency": ("Consistency", "Does it do what task, idea and proposal ask for?"),
    "Completeness": ("Completeness", "Is everything there that was announced?"),
    "Insightfulness": ("Insight", "Does the analysis explain what was found?"),
    "OverallAssessment": ("Overall", "All in all, weighing the above."),
    "Overall": ("Overall", "All in all, weighing the above."),
}
"""What people read of each criterion: its title, and what it asks."""

_STAGES: Mapping[ReviewTarget, JudgeStage] = {
    ReviewTarget.END_TO_END: JudgeStage.OVERALL,
    ReviewTarget.EXPERIMENT: JudgeStage.EXPERIMENT,
    ReviewTarget.WRITEUP: JudgeStage.PAPER,
}

RUBRIC: Mapping[ReviewTarget, tuple[Criterion, ...]] = {
    target: tuple(Criterion(key, *_WORDED[key]) for key in CRITERIA[stage])
    for target, stage in _STAGES.items()
}
"""What a person scores of each target: the criteria of the judges' stage that sees the same."""

TARGET_TITLES: Mapping[ReviewTarget, str] = {
    ReviewTarget.END_TO_END: "The work as a whole",
    ReviewTarget.EXPERIMENT: "The experiment",
    ReviewTarget.WRITEUP: "The paper",
}

QUESTIONS: Mapping[Question, str] = {
    Question.CITATIONS: "Citations that do not exist or do not say it",
    Question.METHODOLOGY: "Methods that were never carried out",
    Question.MATHEMATICS: "Mathematics that is wrong",
    Question.FAKED_RESULTS: "Results that no experiment gave",
}


def targets_of(run: Run) -> tuple[ReviewTarget, ...]:
    """What a person scores of a run: stage by stage where it was made so, else the work as a whole."""
    if run.mode is Mode.END_TO_END:
        return (ReviewTarget.END_TO_END,)
    return (ReviewTarget.EXPERIMENT, ReviewTarget.WRITEUP) if run.papers else (ReviewTarget.EXPERIMENT,)
