"""What stands around the sample run in a checkout: judges' and people's scores, the harness log, token counts."""

AGENT = "sample"
TASK = "iclr2025_calibration"

HUMAN_REVIEWS = f"""reviewer_id,model_name,workshop_name,Novelty,Clarity,Soundness,Significance,Overall
1,{AGENT},{TASK},4,7,3,3,3
2,{AGENT},{TASK},5,6,2,4,3
3,{AGENT},{TASK},3,7,4,3,4
""".replace("\n", "\r\n")

Criterion = tuple[int, str]
JUDGES: dict[str, tuple[dict[str, Criterion], tuple[int, list[str], list[str]], int]] = {
    "claude-sample-judge": (
        {
            "Clarity": (8, "The paper is short and well ordered; the method fits on half a page."),
            "Novelty": (
                4,
                "Temperature scaling is well known. The task with certain labels is a nice touch.",
            ),
            "Soundness": (4, "The optimizer and the epochs in the paper are not those in the code."),
            "Significance": (4, "Of use for teaching; little follows for larger models."),
        },
        (
            4,
            ["Certain labels and free data", "Several seeds"],
            ["Setup and code differ", "The study is not described"],
        ),
        4,
    ),
    "gemini-sample-judge": (
        {
            "Clarity": (8, "Easy to follow, with clear tables."),
            "Novelty": (6, "A fresh task for an old question."),
            "Soundness": (7, "Careful experiment with baselines, seeds and a test under shift."),
            "Significance": (5, "The finding is modest but believable."),
        },
        (7, ["Large gain in calibration", "A reader study"], ["Only one kind of data"]),
        4,
    ),
}


def review(judge: str) -> dict[str, object]:
    """The end-to-end review of one judge."""
    scores, (overall, strengths, weaknesses), confidence = JUDGES[judge]
    criteria: dict[str, object] = {
        name: {"score": score, "justification": text} for name, (score, text) in scores.items()
    }
    criteria["Overall"] = {"score": overall, "strengths": strengths, "weaknesses": weaknesses}
    criteria["Confidence"] = confidence
    return criteria


HALLUCINATION_REVIEW = {
    "has_hallucination": True,
    "hallucinations": [
        {
            "type": "Faked Experimental Results",
            "description": "The reader study was never held; its ratings are random numbers.",
            "evidence": "simulate_study.py draws each rating with random.gauss.",
        },
        {
            "type": "Nonexistent Citations",
            "description": "Reference 5 has no authors and a year in the future.",
            "evidence": "Author names not available. Compression Distances for Calibrated Strings. 2031.",
        },
    ],
    "overall_assessment": "The calibration experiment is real, what surrounds it is not.",
    "confidence": 4,
}

TOKENS = {
    "idea": {"input_tokens": 812, "output_tokens": 264},
    "lit": {"completion_tokens": 610, "prompt_tokens": 905, "total_tokens": 1515},
    "proposal": {"input_tokens": 2210, "output_tokens": 930},
    "paper": {"input_tokens": 9120, "output_tokens": 3480},
}

_STAGES = (
    ("14:00:04,118", "Generating idea...", "14:00:21,640", "Successfully generated idea"),
    (
        "14:00:21,655",
        "Generating literature review...",
        "14:01:12,031",
        "Successfully generated literature review",
    ),
    ("14:01:12,048", "Generating proposal...", "14:02:03,512", "Successfully generated proposal"),
    (
        "14:02:03,540",
        "Conducting experiments using Claude Code...",
        "14:23:18,102",
        "Command executed successfully.",
    ),
    ("14:23:18,119", "Writing paper using sample-writer-1...", "14:24:47,905", "Successfully wrote paper"),
)


def harness_log() -> str:
    """The log of the pipeline: one launch, five stages."""
    lines = [
        f"2025-06-02 14:00:04,101 - INFO - Task list: ['{TASK}']",
        f"2025-06-02 14:00:04,112 - INFO - Running MLR agent for task: {TASK}",
        "2025-06-02 14:00:04,115 - INFO - Using model: sample-writer-1",
    ]
    for start, begins, end, ends in _STAGES:
        lines += [f"2025-06-02 {start} - INFO - {begins}", f"2025-06-02 {end} - INFO - {ends}"]
    return "\n".join(lines) + "\n"
