"""Makes the sample run anew: runs its scripts, writes its transcript, scores and expected.json.

The texts and the code below resources/sample are the source; everything else there is made here. Needs Pillow.
Usage: python packaging/make_sample.py [--check]
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from sample_expected import expected
from sample_scores import (
    AGENT,
    HALLUCINATION_REVIEW,
    HUMAN_REVIEWS,
    JUDGES,
    TASK,
    TOKENS,
    harness_log,
    review,
)
from sample_story import story
from sample_transcript import Transcript

SAMPLE = Path(__file__).resolve().parent.parent / "resources" / "sample"
RUN = Path("agent_results") / f"end2end_{AGENT}" / TASK
SCRIPTS = (("run_experiments.py", "--epochs", "3"), ("simulate_study.py",), ("plot_figures.py",))


def make(sample: Path) -> None:
    """Make all derived files of the checkout `sample` in place."""
    run = sample / RUN
    printed = run_scripts(run)
    (run / "results" / "run_log.txt").write_bytes((printed["run_experiments.py"] + "\n").encode())
    for path, text in derived_texts(run, printed):
        target = sample / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(text.encode())


def run_scripts(run: Path) -> dict[str, str]:
    """Run the agent's scripts as the transcript says; gives what each printed."""
    printed = {}
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1", "PYTHONHASHSEED": "0"}
    for script, *arguments in SCRIPTS:
        done = subprocess.run(
            [sys.executable, script, *arguments],
            cwd=run / "claude_code",
            env=environment,
            capture_output=True,
            text=True,
            check=True,
        )
        printed[script] = done.stdout.rstrip("\n")
    return printed


def derived_texts(run: Path, printed: dict[str, str]) -> Iterator[tuple[Path, str]]:
    """All texts that follow from the sources, by their path in the checkout."""

    def read(path: str) -> str:
        return (run / path).read_bytes().decode()

    yield RUN / "claude_output.json", Transcript(read).to_json(story(read, printed))
    for stage, usage in TOKENS.items():
        yield RUN / f"{stage}_token_usage.json", pretty(usage)
    yield RUN / "review_hallucination_claude-sample-judge.json", pretty(HALLUCINATION_REVIEW)
    yield RUN.parent / f"mlr_agent_{AGENT}.log", harness_log()
    for judge in JUDGES:
        place = Path("agent_reviews") / f"subset_reviews_{judge}" / TASK
        yield place / f"review_{AGENT}.json", pretty(review(judge))
    yield Path("human_eval") / "human_review.csv", HUMAN_REVIEWS
    yield Path("expected.json"), pretty(expected(f"end2end_{AGENT}/{TASK}", read("results/paper.md")))


def pretty(value: object) -> str:
    """JSON as people read it."""
    return json.dumps(value, indent=2, ensure_ascii=False) + "\n"


def differing(left: Path, right: Path) -> list[str]:
    """Relative paths whose bytes differ or that only one side has; pictures by their presence alone."""
    names = {p.relative_to(base) for base in (left, right) for p in base.rglob("*") if p.is_file()}
    return sorted(
        name.as_posix()
        for name in names
        if not ((left / name).is_file() and (right / name).is_file())
        or (name.suffix != ".png" and (left / name).read_bytes() != (right / name).read_bytes())
    )


def main() -> int:
    """Make the sample, or with --check tell whether it is as it would be made."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="change nothing; exit 1 if a file would change")
    if not parser.parse_args().check:
        make(SAMPLE)
        return 0
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(shutil.copytree(SAMPLE, Path(folder) / "sample"))
        make(copy)
        changed = differing(SAMPLE, copy)
    print("\n".join(changed) or "the sample run is as its sources make it")
    return 1 if changed else 0


if __name__ == "__main__":
    sys.exit(main())
