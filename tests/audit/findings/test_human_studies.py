"""A study with people that a paper tells as held needs answers of people in the run."""

from collections.abc import Callable, Mapping

import pytest

from mlrbench_gui.domain.audit import Audit
from mlrbench_gui.domain.values import FindingKind, Severity

MakeAudit = Callable[[Mapping[str, str | bytes]], Audit]


def told(audit_of: MakeAudit, sentence: str, section: str = "5 Results", **files: str) -> list[Severity]:
    kept = {name.replace("_csv", ".csv"): text for name, text in files.items()}
    paper = f"# T\n\n## {section}\n\n{sentence}\n"
    audit = audit_of({"results/paper.md": paper, "code/run.py": "print(1)\n"} | kept)
    faults = [
        f
        for f in audit.findings
        if f.kind is FindingKind.METHOD_MISMATCH and "study with people" in f.message
    ]
    return [fault.severity for fault in faults]


@pytest.mark.parametrize(
    "sentence",
    [
        "To measure trust we conducted a user study with experts.",
        "We recruited 24 annotators for this.",
        "N=30 crowd participants used both systems.",
        "User study: 80% rated it easy.",
        "It fosters trust (15% increase in Likert trust scores, p<0.01).",
    ],
)
def test_that_people_of_whom_nothing_is_kept_are_a_fault(audit_of: MakeAudit, sentence: str) -> None:
    assert told(audit_of, sentence) == [Severity.HIGH]


@pytest.mark.parametrize(
    "sentence",
    [
        "We ran this with 30 simulated participants.",
        "A user study with 12 participants should follow.",
        "We conducted no user study.",
        "Each question was answered by 5 annotators.",
        "Prior work asked 40 participants.",
        "We conducted experiments on two data sets.",
    ],
)
def test_that_plans_simulations_and_data_sets_are_none(audit_of: MakeAudit, sentence: str) -> None:
    assert told(audit_of, sentence) == []


@pytest.mark.parametrize("section", ["2 Related Work", "7 Future Work", "6 Limitations"])
def test_that_other_parts_of_a_paper_tell_of_no_own_study(audit_of: MakeAudit, section: str) -> None:
    assert told(audit_of, "We conducted a user study with 12 participants.", section) == []


def test_that_answers_that_are_kept_speak_for_the_study(audit_of: MakeAudit) -> None:
    rows = "participant,rating\np1,4\np2,5\n"

    assert told(audit_of, "We conducted a user study with 2 participants.", ratings_csv=rows) == []
