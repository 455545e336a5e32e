"""A small checkout with every kind of file, made of invented runs."""

import json
from pathlib import Path

import pytest

TASK = "conf2031_small_task"
LOG = (
    f"2031-05-10 06:00:00,000 - INFO - Running MLR agent for task: {TASK}\n"
    "2031-05-10 06:00:00,000 - INFO - Using model: maker/writer-1\n"
    "2031-05-10 06:01:00,000 - INFO - Conducting experiments using Claude Code...\n"
    "2031-05-10 06:31:00,000 - INFO - Command executed successfully.\n"
)
SCORE = json.dumps({"Clarity": {"score": 7, "justification": "ok"}, "Overall": {"score": 6}})
CHECK = json.dumps(
    {"has_hallucination": True, "hallucinations": [], "overall_assessment": "x", "confidence": 4}
)
TYPED = "typed by hand\n"
TRANSCRIPT = json.dumps(
    [
        {
            "role": "assistant",
            "content": [
                {
                    "type": "tool_use",
                    "name": "Write",
                    "input": {"file_path": f"/home/x/{TASK}/claude_code/typed.log", "content": TYPED},
                }
            ],
        }
    ]
)
E2E = f"agent_results/end2end_writer/{TASK}"
STEP = f"agent_results/experiments_and_writeups/claude/{TASK}"
CODEX = f"agent_results/experiments_and_writeups/codex/{TASK}"
DOCS = f"agent_results/ideas_and_proposals/{TASK}"
SCIENTIST = f"ai_scientist_v2_papers/m-1/{TASK}"
JUDGED = f"agent_reviews/subset_reviews_judge-a/{TASK}"
INPUTS = {"task.md": "task", "idea.md": "# Idea B", "related_work.md": "none", "proposal.md": "# Plan"}

FILES: dict[str, str] = {
    "LICENSE": "free",
    "strange.bin": "?",
    f"tasks/{TASK}.md": "task",
    **{f"{E2E}/{name}": text for name, text in INPUTS.items()},
    f"{E2E}/claude_output.json": TRANSCRIPT,
    f"{E2E}/idea_token_usage.json": '{"total_tokens": 7}',
    f"{E2E}/review_hallucination_judge-b-2.json": CHECK,
    f"{E2E}/claude_code/run.py": "print(1)\n",
    f"{E2E}/claude_code/typed.log": TYPED,
    f"{E2E}/claude_code/data/images/0.png": "no picture",
    f"{E2E}/claude_code/data/images/1.png": "no picture",
    f"{E2E}/results/paper.md": "# T\n\n![A](a.png)\n![B](gone.png)\n",
    f"{E2E}/results/results.md": "![A](a.png)",
    f"{E2E}/results/a.png": "\x89PNG",
    f"{E2E}/results/log.txt": "2031-05-10 05:00:00 start\n",
    f"{E2E}/results/out.json": '{"a": NaN}',
    "agent_results/end2end_writer/mlr_agent_writer.log": LOG,
    **{f"{STEP}/{name}": text for name, text in INPUTS.items()},
    f"{STEP}/claude_output.json": "[]",
    f"{STEP}/results/paper_m-1.md": "paper one",
    f"{STEP}/results/paper_m-2.md": "paper two",
    f"{STEP}/results/log.txt": "",
    f"{STEP}/results/t.csv": "a,b\n1,2\n",
    f"{STEP}/claude_code/x/{TASK}/results/results.md": "again",
    **{f"{CODEX}/{name}": text for name, text in INPUTS.items()},
    f"{CODEX}/codex_log.log": "[2031] codex",
    f"{CODEX}/results/results.md": "done",
    f"{DOCS}/idea/idea_m-1.md": "# Idea A",
    f"{DOCS}/idea/idea_m-2.md": "# Idea B",
    f"{DOCS}/idea.md": "# Idea B",
    f"{DOCS}/proposal/proposal_m-1.md": "# Plan",
    f"{DOCS}/proposal.md": "# Other plan",
    f"{DOCS}/related_work.md": "# Work",
    f"agent_reviews/idea_proposal_reviews_judge-a/{TASK}/idea/idea_m-2.json": SCORE,
    f"agent_reviews/idea_proposal_reviews_judge-a/{TASK}/idea/idea_m-9.json": SCORE,
    f"{JUDGED}/experiments/codex.json": SCORE,
    f"{JUDGED}/paper/m-1.json": SCORE,
    f"{JUDGED}/paper/m-3.json": SCORE,
    f"{JUDGED}/review_writer.json": SCORE,
    f"{JUDGED}/review_writer_no_code.json": SCORE,
    f"{JUDGED}/review_absent.json": "{}",
    f"{SCIENTIST}/{TASK}.pdf": "%PDF-1.5",
    f"{SCIENTIST}/review_judge-b-3.json": SCORE,
    f"{SCIENTIST}/token_tracker.json": "{}",
    f"{SCIENTIST}/experiments/idea.md": "# Idea",
    f"{SCIENTIST}/experiments/draft_summary.json": "{}",
    "human_eval/human_review.csv": (
        f"reviewer_id,model_name,workshop_name,Overall\r\n1,writer,{TASK},5\r\n1,writer,{TASK},3\r\n2,away,{TASK},4\r\n"
    ),
    "human_eval/llm_judge.csv": "a\n1\n",
    "human_eval/Hallucination Check.csv": (
        "LLM,Workshop_name,is_Faked_Experimental_Result,is_Hallucinated_Methodology,is_Incorrect_Citation,"
        f"is_Mathematical_Error\r\nA,{TASK},Yes,No,Not Sure,No\r\n"
    ),
}


@pytest.fixture
def files() -> dict[str, bytes]:
    """The checkout's files by path."""
    return {path: text.encode("latin-1") for path, text in FILES.items()}


@pytest.fixture
def small_checkout(tmp_path: Path, files: dict[str, bytes]) -> Path:
    """The checkout on disk."""
    root = tmp_path / "bench"
    for path, data in files.items():
        place = root / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(data)
    return root
