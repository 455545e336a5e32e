"""Files that were copied away and moved back are still the work of the program that wrote them."""

from collections.abc import Callable, Mapping

import pytest

from mlrbench_gui.domain.audit import Audit
from tests.transcripts import Call, transcript_of

MakeAudit = Callable[[Mapping[str, str | bytes]], Audit]

TRAINING = """import argparse, json
from sklearn.linear_model import LogisticRegression

parser = argparse.ArgumentParser()
parser.add_argument("--epochs", type=int, default=7)
args = parser.parse_args()
score = LogisticRegression().fit(*load()).score(*load_test())
with open("results/scores.json", "w") as f:
    json.dump({"ours": {"accuracy": score}}, f)
"""
PAPER = (
    "# T\n\n## 3 Experimental Setup\n\nWe train for 7 epochs.\n\n"
    "## 4 Results\n\n| Method | Accuracy |\n|---|---|\n| ours | 0.8731 |\n"
)


def audited(audit_of: MakeAudit, *commands: tuple[str, str, bool]) -> dict[float | None, str]:
    calls: list[Call] = [("Write", {"file_path": "/w/code/train.py", "content": TRAINING}, "ok", False)]
    calls += [("Bash", {"command": f"cd /w && {command}"}, output, bad) for command, output, bad in commands]
    files = {
        "code/train.py": TRAINING,
        "results/paper.md": PAPER,
        "claude_output.json": transcript_of(*calls),
    }
    audit = audit_of(files | {"results/scores.json": '{"ours": {"accuracy": 0.8731}}'})
    return {claim.value: claim.trust.value for claim in audit.claims if claim.verdict == "supported"}


RAN = ("python code/train.py", "done", False)
AWAY = ("mkdir -p kept && cp -r results/* kept/", "", False)


@pytest.mark.parametrize(
    "back", ["mv kept results", "cp -r kept/* results/ && rm -rf kept", "mv kept/* results/"]
)
def test_that_a_file_which_came_back_is_measured(audit_of: MakeAudit, back: str) -> None:
    assert audited(audit_of, RAN, AWAY, (back, "", False))[0.8731] == "measured"


def test_that_what_was_copied_before_the_program_ran_is_not_its_work(audit_of: MakeAudit) -> None:
    assert audited(audit_of, AWAY, ("mv kept results", "", False), RAN).get(0.8731) != "doubtful"


IMPORTLESS = "Traceback (most recent call last):\nModuleNotFoundError: No module named 'sklearn'"


@pytest.mark.parametrize(("run", "trust"), [(RAN, "measured"), ((RAN[0], IMPORTLESS, True), "unknown")])
def test_that_settings_are_measured_only_of_code_that_came_to_its_end(
    audit_of: MakeAudit, run: tuple[str, str, bool], trust: str
) -> None:
    assert audited(audit_of, run)[7.0] == trust
