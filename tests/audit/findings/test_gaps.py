"""Where more may have been than is seen, a finding that rests on an absence is a hint or is not made."""

from collections.abc import Callable, Mapping

import pytest

from mlrbench_gui.domain.audit import Audit, Finding
from mlrbench_gui.domain.values import Severity, Verdict
from tests.transcripts import Call, transcript_of

MakeAudit = Callable[[Mapping[str, str | bytes]], Audit]
Files = dict[str, str | bytes]
ROOT = "/home/x/run"
TRANSCRIPT = "claude_output.json"
PAPER = """# Tide heights

## 4 Experimental setup

We use ResNet-50 and train with RLHF; baselines are XGBoost and BERT-base. All methods are trained on the CIFAR-10
dataset.
We recruited 24 annotators for this. All results are averaged over 5 random seeds.

![Loss](loss.png)

## 5 Results

| Method | Accuracy |
|---|---|
| ours | 0.91 ± 0.01 |
| other | 0.85 ± 0.02 |
| third | 0.84 ± 0.02 |
"""
MOCK = """import json, random
# mock results for the report
seed = 7
random.seed(seed)
results = {name: {"accuracy": random.uniform(0.8, 0.95), "f1": random.uniform(0.8, 0.9)} for name in ("ours", "other")}
json.dump(results, open("results/results.json", "w"))
"""
TRAIN = """import json
import torch
def main():
    json.dump({"accuracy": float(torch.ones(3).mean())}, open("results/r.json", "w"))
if __name__ == "__main__":
    main()
"""
ABSENCES = {
    "parts": "parts that the paper says were used",
    "people": "study with people",
    "deviation": "have a deviation",
    "log": "The run has no log",
    "never": "it was never run",
    "picture": "names this picture",
    "failed": "The last run of",
}


def run_of(*more: Call) -> Files:
    """A mock that ran, an experiment that did not, one that failed, and a paper that tells of more."""
    given: Files = {
        "code/mock.py": MOCK,
        "code/train.py": TRAIN,
        "code/eval.py": TRAIN.replace("r.json", "e.json"),
    }
    calls: list[Call] = [
        ("Write", {"file_path": f"{ROOT}/{path}", "content": str(text)}, "", False)
        for path, text in given.items()
    ]
    calls += [
        ("Bash", {"command": f"cd {ROOT} && python code/mock.py"}, "", False),
        ("Bash", {"command": f"cd {ROOT} && python code/eval.py"}, "ImportError: no torch", True),
        *more,
    ]
    kept: Files = {
        "results/paper.md": PAPER,
        "results/loss.png": b"\x89PNG",
        "results/results.json": '{"ours": {"accuracy": 0.91, "f1": 0.8}, "other": {"accuracy": 0.85, "f1": 0.8}}',
        TRANSCRIPT: transcript_of(*calls),
    }
    return given | kept


def absences(audit: Audit) -> dict[str, Finding]:
    """The findings that rest on an absence, by the words that tell them."""
    return {name: f for name, words in ABSENCES.items() for f in audit.findings if words in f.message}


def cut(files: Files) -> Files:
    whole = str(files[TRANSCRIPT])
    return files | {TRANSCRIPT: whole[: len(whole) - 40]}


def test_that_a_run_which_is_seen_whole_has_them_all(audit_of: MakeAudit) -> None:
    found = absences(audit_of(run_of()))

    assert set(found) == set(ABSENCES)
    assert found["parts"].severity is found["people"].severity is Severity.HIGH
    assert found["never"].severity is found["failed"].severity is Severity.HIGH


def test_that_a_transcript_which_breaks_off_leaves_hints(audit_of: MakeAudit) -> None:
    found = absences(audit_of(cut(run_of())))

    assert "picture" not in found
    assert {"parts", "people", "deviation"} <= set(found)
    for finding in found.values():
        assert finding.severity is Severity.LOW
        assert finding.message.endswith("as far as can be seen: the transcript breaks off.")


def test_that_a_started_script_which_is_not_kept_is_named(audit_of: MakeAudit) -> None:
    lost: Call = ("Bash", {"command": f"cd {ROOT} && python code/gone.py"}, "ok", False)
    failed: Call = ("Bash", {"command": f"cd {ROOT} && python code/gone.py"}, "No such file", True)

    found = absences(audit_of(run_of(lost)))
    assert {finding.severity for finding in found.values()} == {Severity.LOW}
    assert "code/gone.py, which action 5 started, is not among the files of the run" in found["parts"].message

    assert absences(audit_of(run_of(failed)))["parts"].severity is Severity.HIGH


@pytest.mark.parametrize("path", ["results/rows.csv", "code/more.py", "log.txt"])
def test_that_a_file_too_large_to_be_read_is_named(path: str, audit_of: MakeAudit) -> None:
    found = absences(audit_of(run_of() | {path: b"1,2\n" * (7 * 1024 * 1024)}))

    assert found["parts"].severity is Severity.LOW
    assert f"{path} could not be read" in found["parts"].message
    assert "deviation" not in found


def test_that_a_paper_alone_proves_no_absence(audit_of: MakeAudit) -> None:
    found = absences(audit_of({"results/paper.md": PAPER}))

    assert found
    assert {finding.severity for finding in found.values()} == {Severity.LOW}


def test_that_a_thing_which_nothing_names_is_denied_only_where_all_is_seen(audit_of: MakeAudit) -> None:
    uses = MOCK.replace("import json", "from torchvision.datasets import MNIST\nimport json", 1)
    files = run_of() | {"code/mock.py": uses}

    def verdict(audit: Audit, quote: str) -> Verdict:
        return next(claim.verdict for claim in audit.claims if quote in claim.quote)

    whole, broken = audit_of(files), audit_of(cut(files))
    assert verdict(whole, "CIFAR-10") is Verdict.CONTRADICTED
    assert verdict(broken, "CIFAR-10") is Verdict.UNSUPPORTED
    assert verdict(whole, "5 random seeds") is Verdict.CONTRADICTED
    assert verdict(broken, "5 random seeds") is not Verdict.CONTRADICTED


def test_that_by_logs_alone_nothing_is_called_never_run(audit_of: MakeAudit) -> None:
    files = run_of()
    del files[TRANSCRIPT]
    spoken = MOCK + 'print("loading the tide tables")\nprint("drawing the final table")\n'
    told = files | {
        "code/mock.py": spoken,
        "results/log.txt": "loading the tide tables\ndrawing the final table\n",
    }

    assert "never" not in absences(audit_of(told))
