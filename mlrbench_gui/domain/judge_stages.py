"""What is judged, and by which criteria: names that the command line needs before it loads anything."""

from collections.abc import Mapping
from enum import StrEnum


class JudgeStage(StrEnum):
    """What is judged, each on its own input and output."""

    IDEA = "idea"
    PROPOSAL = "proposal"
    EXPERIMENT = "experiment"
    PAPER = "paper"
    OVERALL = "overall"
    HALLUCINATION = "hallucination"


ABOUT_PAPERS = frozenset({JudgeStage.PAPER, JudgeStage.OVERALL, JudgeStage.HALLUCINATION})
"""A run with several papers is judged once for each of them."""

CRITERIA: Mapping[JudgeStage, tuple[str, ...]] = {
    JudgeStage.IDEA: (
        *("Consistency", "Clarity", "Novelty", "Feasibility", "Significance"),
        "OverallAssessment",
    ),
    JudgeStage.PROPOSAL: (
        *("Consistency", "Clarity", "Novelty", "Soundness", "Feasibility", "Significance"),
        "OverallAssessment",
    ),
    JudgeStage.EXPERIMENT: (
        *("Consistency", "Completeness", "Novelty", "Soundness", "Insightfulness", "Significance"),
        "OverallAssessment",
    ),
    JudgeStage.PAPER: ("Consistency", "Clarity", "Completeness", "Soundness", "OverallAssessment"),
    JudgeStage.OVERALL: ("Clarity", "Novelty", "Soundness", "Significance", "Overall"),
    JudgeStage.HALLUCINATION: (),
}
"""The criteria of each stage, by the keys that reviews of the benchmark have."""
