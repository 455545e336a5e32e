"""Who made the evidence decides trust, findings and gate; each small run here is one case."""

import json
from collections.abc import Callable, Mapping

import pytest

from mlrbench_gui.domain.audit import Audit, Claim
from tests.transcripts import transcript_of

MakeAudit = Callable[[Mapping[str, str | bytes]], Audit]

PAPER = "# T\n\n## 4 Results\n\n| Method | Accuracy |\n|---|---|\n| ours | 0.912 |\n| other | 0.850 |\n"
RESULTS = '{"ours": {"accuracy": 0.912}, "other": {"accuracy": 0.85}}'
MEASURING = """import json
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import accuracy_score

def run(x, y):
    model = LogisticRegression().fit(x, y)
    return accuracy_score(y, model.predict(x))

results = {name: {"accuracy": run(*data)} for name, data in load_data().items()}
with open("results/results.json", "w") as f:
    json.dump(results, f)
print("Accuracy of the first model:", results["ours"]["accuracy"])
"""
DRAWING = """import json, random
# mock results for the report
results = {}
for name in ("ours", "other"):
    accuracy = 0.9 + random.uniform(-0.05, 0.05)
    f1_score = 0.8 + random.uniform(-0.05, 0.05)
    recall = 0.7 + random.uniform(-0.05, 0.05)
    results[name] = {"accuracy": accuracy, "f1": f1_score, "recall": recall}
with open("results/results.json", "w") as f:
    json.dump(results, f)
"""
LITERAL = """import json
results = {"ours": {"accuracy": 0.912}, "other": {"accuracy": 0.85}}
f1_scores = [0.881, 0.802]
recall_values = [0.7, 0.6]
losses = {"loss_a": 0.35, "loss_b": 0.41}
with open("results/results.json", "w") as f:
    json.dump(results, f)
"""
LOGGING = """f = open("results/log.txt", "w")
f.write("[2025-01-01 12:00:00] accuracy of ours: 0.912\\n")
f.write("[2025-01-01 12:00:01] accuracy of other: 0.850\\n")
f.write("[2025-01-01 12:00:02] f1 of ours: 0.881\\n")
f.write("[2025-01-01 12:00:03] f1 of other: 0.802\\n")
"""


def ran(command: str, output: str = "", *, failed: bool = False) -> tuple[str, dict[str, str], str, bool]:
    return "Bash", {"command": command}, output, failed


def wrote(path: str, content: str) -> tuple[str, dict[str, str], str, bool]:
    return "Write", {"file_path": f"/home/x/run/{path}", "content": content}, "File created", False


def made_by(script: str, *, results: str = RESULTS) -> dict[str, str]:
    return {
        "results/paper.md": PAPER,
        "proposal.md": "We plan.",
        "code/run.py": script,
        "results/results.json": results,
        "claude_output.json": transcript_of(
            wrote("code/run.py", script), ran("cd /home/x/run && python code/run.py")
        ),
    }


def first(audit: Audit) -> Claim:
    return audit.claims[0]


def test_that_computed_results_are_measured_and_reach_the_end(audit_of: MakeAudit) -> None:
    audit = audit_of(made_by(MEASURING))

    assert (first(audit).verdict, first(audit).trust) == ("supported", "measured")
    assert first(audit).evidence[0].provenance == "executed_script"
    assert audit.gate.reached == "reported"


@pytest.mark.parametrize(
    ("script", "kind"),
    [(DRAWING, "simulated_results"), (LITERAL, "hard_coded_numbers")],
    ids=["random", "literal"],
)
def test_that_made_up_results_agree_and_are_doubtful(audit_of: MakeAudit, script: str, kind: str) -> None:
    audit = audit_of(made_by(script))

    assert (first(audit).verdict, first(audit).trust) == ("supported", "doubtful")
    assert first(audit).evidence[0].provenance == "literal_script"
    assert (kind, "high") in [(f.kind, f.severity) for f in audit.findings]
    assert audit.gate.reached == "executed"


def test_that_the_trail_leads_from_the_value_to_the_literal(audit_of: MakeAudit) -> None:
    trail = first(audit_of(made_by(LITERAL))).evidence[0].trail

    assert [step.kind for step in trail] == ["value", "file", "command", "script", "script", "literal"]
    assert [step.kind for step in trail if step.decides_trust] == ["literal"]


@pytest.mark.parametrize(
    ("call", "provenance"),
    [
        (wrote("results/results.json", RESULTS), "typed_by_editor"),
        (ran(f"cat > /home/x/run/results/results.json <<'EOF'\n{RESULTS}\nEOF"), "typed_in_shell"),
    ],
    ids=["editor", "here-document"],
)
def test_that_typed_results_are_doubtful(
    audit_of: MakeAudit, call: tuple[str, dict[str, str], str, bool], provenance: str
) -> None:
    files = made_by(MEASURING) | {
        "claude_output.json": transcript_of(wrote("code/run.py", MEASURING), ran("python code/run.py"), call)
    }

    audit = audit_of(files)

    assert (first(audit).trust, first(audit).evidence[0].provenance) == ("doubtful", provenance)
    assert "typed_results" in [f.kind for f in audit.findings]


def test_that_a_log_whose_lines_are_literals_is_typed(audit_of: MakeAudit) -> None:
    log = "\n".join(line.split('"')[1].removesuffix("\\n") for line in LOGGING.split("\n")[1:5]) + "\n"
    audit = audit_of(
        {
            "results/paper.md": PAPER,
            "code/run.py": LOGGING,
            "results/log.txt": log,
            "claude_output.json": transcript_of(
                wrote("code/run.py", LOGGING), ran("cd /home/x/run && python code/run.py")
            ),
        }
    )

    assert (first(audit).verdict, first(audit).trust) == ("supported", "doubtful")
    assert "typed_log" in [f.kind for f in audit.findings]


def test_that_without_a_transcript_nothing_is_guessed(audit_of: MakeAudit) -> None:
    files = made_by(MEASURING)
    del files["claude_output.json"]

    audit = audit_of(files)

    assert (first(audit).verdict, first(audit).trust) == ("supported", "unknown")
    assert audit.gate.reached == "proposal"


def test_that_error_texts_scored_as_answers_are_doubtful(audit_of: MakeAudit) -> None:
    answers = [{"response": "[Error generating response: no key]"} for _ in range(3)]
    results = json.dumps({"ours": {"accuracy": 0.912}, "other": {"accuracy": 0.85}, "items": answers})

    audit = audit_of(made_by(MEASURING, results=results))

    assert (first(audit).verdict, first(audit).trust) == ("supported", "doubtful")
    assert audit.gate.reached == "executed"


def test_that_a_last_run_which_failed_is_a_finding(audit_of: MakeAudit) -> None:
    error = "Traceback (most recent call last):\n  File x\nValueError: no data"
    files = made_by(MEASURING) | {
        "claude_output.json": transcript_of(
            wrote("code/run.py", MEASURING), ran("python code/run.py", error, failed=True)
        )
    }

    audit = audit_of(files)

    assert "ValueError: no data" in next(f.message for f in audit.findings if f.kind == "experiment_failed")
    assert audit.gate.reached == "attempted"


def test_that_an_empty_log_is_a_finding_and_no_error(audit_of: MakeAudit) -> None:
    audit = audit_of(made_by(MEASURING) | {"results/log.txt": ""})

    assert "log_missing" in [f.kind for f in audit.findings]


def test_that_table_cells_which_differ_are_one_finding(audit_of: MakeAudit) -> None:
    other = '{"ours": {"accuracy": 0.7}, "other": {"accuracy": 0.6}}'

    audit = audit_of(made_by(MEASURING, results=other))

    (finding,) = [f for f in audit.findings if f.kind == "table_mismatch"]
    assert (finding.severity, finding.paper) == ("high", "results/paper.md")
    assert audit.gate.reached == "measured"


def test_that_several_papers_share_the_gate_up_to_measured(audit_of: MakeAudit) -> None:
    files = made_by(MEASURING)
    files["results/paper_a.md"] = files.pop("results/paper.md")
    files["results/paper_b.md"] = PAPER.replace("0.912", "0.999").replace("0.850", "0.777")

    gate = audit_of(files).gate

    reached = {path: paper.reached for path, paper in gate.by_paper.items()}
    assert reached == {"results/paper_a.md": "reported", "results/paper_b.md": "measured"}


def test_that_the_gate_names_admitted_and_refused_files_by_hash(audit_of: MakeAudit) -> None:
    (measured,) = [t for t in audit_of(made_by(DRAWING)).gate.transitions if t.to == "measured"]

    assert not measured.passed
    assert [(e.path, e.admitted) for e in measured.evidence] == [("results/results.json", False)]
    assert all(len(e.sha256) == 64 and e.reason for e in measured.evidence)


def test_that_a_run_without_a_paper_claims_no_state(audit_of: MakeAudit) -> None:
    files = made_by(MEASURING)
    del files["results/paper.md"]

    gate = audit_of(files).gate

    assert (gate.claimed, gate.reached) == (None, "measured")
