"""The sample run holds together: its transcript gives its files, and expected.json speaks of its paper."""

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from mlrbench_gui.domain.resources import resource
from mlrbench_gui.domain.values import FindingKind, Trust, Verdict

RUN = resource("sample", "agent_results", "end2end_sample", "iclr2025_calibration")


@pytest.fixture(scope="module")
def expected() -> dict[str, Any]:
    """What is known of the sample run."""
    loaded: dict[str, Any] = json.loads(resource("sample", "expected.json").read_text(encoding="utf-8"))
    return loaded


@pytest.fixture(scope="module")
def paper() -> str:
    """The sample's paper as spans count."""
    return (RUN / "results" / "paper.md").read_bytes().decode()


def _calls() -> list[tuple[str, dict[str, Any], bool]]:
    events = json.loads((RUN / "claude_output.json").read_text(encoding="utf-8"))
    blocks = [
        block for event in events if isinstance(event.get("content"), list) for block in event["content"]
    ]
    failed = {b["tool_use_id"]: b.get("is_error", False) for b in blocks if b["type"] == "tool_result"}
    return [(b["name"], b["input"], failed[b["id"]]) for b in blocks if b["type"] == "tool_use"]


def _replayed() -> dict[str, str]:
    files: dict[str, str] = {}
    for name, arguments, failed in _calls():
        if failed:
            continue
        parts = [(name, arguments)]
        if name == "Batch":
            parts = [(item["tool_name"], item["input"]) for item in arguments["invocations"]]
        for tool, given in parts:
            path = str(given.get("file_path", "")).split("/iclr2025_calibration/")[-1]
            if tool == "Write":
                files[path] = given["content"]
            elif tool == "Edit":
                assert files[path].count(given["old_string"]) == 1
                files[path] = files[path].replace(given["old_string"], given["new_string"])
    return files


def test_that_replaying_the_transcript_gives_the_files_on_disk() -> None:
    replayed = _replayed()
    assert {path for path in replayed if path.endswith(".py")} == {
        path.relative_to(RUN).as_posix() for path in (RUN / "claude_code").glob("*.py")
    }
    for path, text in replayed.items():
        assert (RUN / path).read_bytes() == text.encode(), path


def test_that_something_failed_in_it_as_in_real_runs() -> None:
    assert Counter(name for name, _, failed in _calls() if failed) == {"Bash": 3, "Edit": 1}


def test_that_every_expected_claim_is_found_once_in_the_paper(expected: dict[str, Any], paper: str) -> None:
    for claim in expected["claims"]:
        start, end = claim["span"]
        assert paper.count(claim["quote"]) == 1
        assert paper[start:end] == claim["words"]
        assert paper.index(claim["quote"]) <= start < end <= paper.index(claim["quote"]) + len(claim["quote"])


def test_that_every_verdict_every_trust_and_six_kinds_of_finding_occur(expected: dict[str, Any]) -> None:
    assert {claim["verdict"] for claim in expected["claims"]} == set(Verdict)
    assert {claim["trust"] for claim in expected["claims"]} == set(Trust)
    kinds = {FindingKind(finding["kind"]) for finding in expected["findings"]}
    assert len(kinds) >= 6
    assert all((RUN / finding["path"]).is_file() for finding in expected["findings"])


def test_that_evidence_named_in_expected_claims_is_in_the_run(expected: dict[str, Any]) -> None:
    assert all((RUN / path).is_file() for claim in expected["claims"] for path in claim["evidence"])


def test_that_one_figure_of_the_paper_is_missing_on_purpose(paper: str) -> None:
    named = {part.split(")")[0] for part in paper.split("](")[1:]}
    missing = {name for name in named if not (RUN / "results" / Path(name)).is_file()}
    assert missing == {"figures/temperature_by_size.png"}


def test_that_supported_cells_of_table_one_agree_with_the_computed_metrics(expected: dict[str, Any]) -> None:
    """The labels were written by hand: hold the plain ones against the numbers that the code computed."""
    methods = json.loads((RUN / "results" / "metrics.json").read_text())["methods"]
    computed = [entry["mean"] for method in methods.values() for entry in method.values()]
    cells = [
        c
        for c in expected["claims"]
        if c["quote"].startswith("|") and c["evidence"] == ["results/metrics.json"]
    ]
    assert len(cells) == 17
    for claim in cells:
        digits = len(claim["words"].split(".")[1])
        held = any(abs(value - claim["value"]) <= 0.5000001 * 10**-digits for value in computed)
        assert held == (claim["verdict"] == "supported"), claim["words"]


@pytest.mark.e2e
def test_that_making_the_sample_again_changes_nothing() -> None:
    script = RUN.parents[4] / "packaging" / "make_sample.py"
    done = subprocess.run(
        [sys.executable, str(script), "--check"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
