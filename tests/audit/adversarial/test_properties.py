"""What must not change the class of a number, and what must: over all small runs, and over made ones."""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mlrbench_gui.domain.audit import Audit
from mlrbench_gui.domain.values import GATE_ORDER, Provenance

Step = tuple[str, ...]
MakeAudit = Callable[[Mapping[str, str | bytes]], Audit]
BuildRun = Callable[[Sequence[Step], Mapping[str, str]], dict[str, str]]
Rename = Callable[[Mapping[str, str]], dict[str, str]]

OUT = "results/results.json"
TRANSCRIPT = "claude_output.json"
TYPED = frozenset({Provenance.TYPED_BY_EDITOR, Provenance.TYPED_IN_SHELL})
REMARK = "# mock placeholder: simulated results for demonstration, hard-coded accuracy = 0.5\n"
ASIDE: tuple[Step, ...] = (
    ("run", "ls -la", "code results"),
    ("run", "cat proposal.md", "We plan."),
    ("run", "pip install numpy", "ok"),
    ("write", "notes/todo.txt", "1. plot\n"),
    ("run", "mkdir -p results/old && nvidia-smi", ""),
)
ABSENT = re.compile(
    r"no code|never run|Nothing that ran|no file of the run|No script|has no log|The last run of|never called"
)
"""What a finding says that rests on something not being there."""
LABELS = st.sampled_from(["accuracy", "f1", "test_loss", "recall", "reward"])
NUMBERS = st.floats(0.101, 0.989).map(lambda x: round(x, 3))


class Case(Protocol):
    """What a case tells; see the conftest of this folder."""

    id: str
    steps: tuple[Step, ...]
    made: tuple[tuple[str, str], ...]
    trust: str

    def files(self, steps: Sequence[Step] | None = None) -> dict[str, str]: ...


def classes(audit: Audit, made: Sequence[str]) -> dict[tuple[float | None, str], tuple[str, str]]:
    """Trust of each number of the paper and the class of each file of results that it rests on."""
    return {
        (claim.value, evidence.path): (claim.trust, evidence.provenance)
        for claim in audit.claims
        for evidence in claim.evidence
        if evidence.path in made
    }


def told(case: Case, steps: Sequence[Step], audit_of: MakeAudit) -> tuple[object, str]:
    """All that must stay: classes, trusts, and the state that the run has reached."""
    audit = audit_of(case.files(steps))
    trusts = [claim.trust for claim in audit.claims]
    return (classes(audit, [path for path, _ in case.made]), trusts), audit.gate.reached


def with_scripts(case: Case, change: Rename) -> list[Step]:
    """The same course with other texts of the scripts that were written, each time that they were."""
    scripts = {step[1]: step[2] for step in case.steps if step[0] == "write" and step[1].endswith(".py")}
    return [
        ("write", step[1], change(scripts | {step[1]: step[2]})[step[1]])
        if step[0] == "write" and step[1] in scripts
        else step
        for step in case.steps
    ]


def test_that_other_names_and_no_comments_change_nothing(
    case: Case, audit_of: MakeAudit, renamed: Rename
) -> None:
    assert told(case, with_scripts(case, renamed), audit_of) == told(case, case.steps, audit_of)


def test_that_comments_change_nothing(case: Case, audit_of: MakeAudit) -> None:
    remarked = with_scripts(case, lambda texts: {path: REMARK + text for path, text in texts.items()})
    assert told(case, remarked, audit_of) == told(case, case.steps, audit_of)


@pytest.mark.parametrize("turn", range(len(ASIDE)))
def test_that_unrelated_actions_change_nothing(case: Case, turn: int, audit_of: MakeAudit) -> None:
    asides = [*ASIDE[turn:], *ASIDE[:turn]]
    mixed: list[Step] = []
    for number, step in enumerate(case.steps):
        mixed += [asides[number % len(asides)], step]
    assert told(case, [*mixed, *asides], audit_of) == told(case, [*case.steps, *ASIDE], audit_of)


@pytest.mark.parametrize("share", [0.15, 0.4, 0.6, 0.85, 0.99])
def test_that_a_transcript_that_breaks_off_leaves_the_rest_unknown(
    case: Case, share: float, audit_of: MakeAudit
) -> None:
    files = case.files()
    whole = files[TRANSCRIPT]
    audit = audit_of(files | {TRANSCRIPT: whole[: max(1, int(len(whole) * share))]})

    for claim in audit.claims:
        typed = [evidence for evidence in claim.evidence if evidence.provenance in TYPED]
        assert claim.trust == "unknown" or (claim.trust == "doubtful" and typed), claim.evidence
    absent = [finding for finding in audit.findings if ABSENT.search(finding.message)]
    assert all(f.severity == "low" and "the transcript breaks off" in f.message for f in absent), absent
    assert audit.gate.reached not in ("measured", "reported")


WAYS = {
    "a table": "results = {rows}",
    "a function": "def find():\n    return {rows}\nresults = find()",
    "a text": "results = json.loads('''{text}''')",
    "a loop": "results = {{}}\nfor key, number in {pairs}:\n    results[key] = number",
    "sums": "results = {{k: v + 0.0 for k, v in {rows}.items()}}",
    "an object": "class Box:\n    def __init__(self):\n        self.held = {rows}\nresults = Box().held",
}


def paper_of(rows: Mapping[str, float]) -> str:
    cells = "".join(f"| {label} | {number:.3f} |\n" for label, number in rows.items())
    return f"# T\n\n## 4 Results\n\n| Measure | Value |\n|---|---|\n{cells}"


@pytest.mark.fuzzed
@given(rows=st.dictionaries(LABELS, NUMBERS, min_size=1), way=st.sampled_from(sorted(WAYS)))
def test_that_a_script_of_literals_never_measures(
    rows: dict[str, float], way: str, build_run: BuildRun, audit_of: MakeAudit
) -> None:
    body = WAYS[way].format(rows=rows, text=json.dumps(rows), pairs=list(rows.items()))
    script = (
        f"import json\n{body}\nwith open('{OUT}', 'w') as f:\n    json.dump(results, f)\nprint(results)\n"
    )
    steps = [("write", "code/run.py", script), ("run", "python code/run.py", str(rows))]
    audit = audit_of(build_run(steps, {OUT: json.dumps(rows), "results/paper.md": paper_of(rows)}))

    assert {claim.trust for claim in audit.claims if claim.verdict == "supported"} <= {"doubtful"}
    assert audit.gate.reached not in ("measured", "reported")


@pytest.mark.fuzzed
@given(rows=st.dictionaries(LABELS, NUMBERS, min_size=1))
def test_that_the_same_numbers_computed_from_data_are_measured(
    rows: dict[str, float], build_run: BuildRun, audit_of: MakeAudit
) -> None:
    parts = "".join(f"results['{label}'] = sum(data[{n}]) / len(data[{n}])\n" for n, label in enumerate(rows))
    script = (
        "import json\nwith open('data/raw.json') as f:\n    data = json.load(f)\nresults = {}\n"
        f"{parts}with open('{OUT}', 'w') as f:\n    json.dump(results, f)\n"
    )
    steps = [("write", "code/run.py", script), ("run", "python code/run.py", "")]
    raw = [[number, number] for number in rows.values()]
    made = {OUT: json.dumps(rows), "data/raw.json": json.dumps(raw), "results/paper.md": paper_of(rows)}
    audit = audit_of(build_run(steps, made))

    found = [c for c in audit.claims if c.verdict == "supported"]
    assert found
    assert {claim.trust for claim in found} == {"measured"}


def test_that_taking_away_what_a_transition_cites_lowers_the_state(
    all_cases: Sequence[Case], audit_of: MakeAudit
) -> None:
    reported = [case for case in all_cases if audit_of(case.files()).gate.reached == "reported"]
    assert reported
    for case in reported:
        audit = audit_of(case.files())
        for transition in audit.gate.transitions:
            cited = {item.path for item in transition.evidence if item.sha256 and item.admitted}
            cited |= {rule.path for rule in transition.rules if rule.path is not None}
            steps = [step for step in case.steps if step[0] == "run" or step[1] not in cited]
            if transition.to == "attempted" or not cited - {TRANSCRIPT}:
                assert any("action" in rule.detail or rule.locator for rule in transition.rules)
                steps = [step for step in case.steps if step[0] != "run"]
            files = case.files(steps)
            gone = {files[path] for path in cited - {TRANSCRIPT} if path in files}  # and what equals it
            kept = {path: text for path, text in files.items() if text not in gone}
            fewer = audit_of(kept).gate.reached
            assert GATE_ORDER.index(fewer) < GATE_ORDER.index(audit.gate.reached), (
                case.id,
                transition.to,
                cited,
            )
