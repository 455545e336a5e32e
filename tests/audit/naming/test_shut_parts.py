"""What only a branch names that no recorded command took was not used."""

from collections.abc import Callable, Mapping

import pytest

from mlrbench_gui.domain.audit import Audit
from tests.transcripts import transcript_of

MakeAudit = Callable[[Mapping[str, str | bytes]], Audit]

PAPER = (
    "# T\n\n## 4 Experimental Setup\n\nWe evaluated on the GSM8K dataset and on the HumanEval benchmark.\n"
)
CODE = """import argparse
from datasets import load_dataset

parser = argparse.ArgumentParser()
parser.add_argument("--data", default="code", choices=["code", "gsm8k"], help="code or gsm8k")
args = parser.parse_args()


def load_sums():
    return load_dataset("gsm8k")


if args.data == "gsm8k":
    rows = load_sums()
else:
    rows = load_dataset("openai_humaneval")
print(len(rows))
"""


def named(audit_of: MakeAudit, *commands: str, code: str = CODE) -> dict[str | None, str]:
    actions = [("Bash", {"command": f"cd /w && {command}"}, "164", False) for command in commands]
    audit = audit_of(
        {
            "results/paper.md": PAPER,
            "code/run.py": code,
            "claude_output.json": transcript_of(
                ("Write", {"file_path": "/w/code/run.py", "content": code}, "ok", False), *actions
            ),
        }
    )
    return {claim.name: claim.verdict.value for claim in audit.claims if claim.name is not None}


def test_that_a_name_in_a_branch_that_was_not_taken_supports_nothing(audit_of: MakeAudit) -> None:
    assert named(audit_of, "python code/run.py") == {"GSM8K": "unsupported", "HumanEval": "supported"}


def test_that_the_option_that_was_passed_decides(audit_of: MakeAudit) -> None:
    assert named(audit_of, "python code/run.py --data gsm8k") == {
        "GSM8K": "supported",
        "HumanEval": "unsupported",
    }


@pytest.mark.parametrize(
    "commands",
    [("python code/run.py", "python code/run.py --data gsm8k"), ("python code/run.py --data $DATA",), ()],
    ids=["both", "unknown", "no command"],
)
def test_that_branches_stay_open_where_nothing_shuts_them(
    audit_of: MakeAudit, commands: tuple[str, ...]
) -> None:
    assert set(named(audit_of, *commands).values()) == {"supported"}


def test_that_a_function_that_other_code_calls_too_counts(audit_of: MakeAudit) -> None:
    code = f"{CODE}print(len(load_sums()))\n"

    assert named(audit_of, "python code/run.py", code=code)["GSM8K"] == "supported"


def test_that_what_a_module_does_only_when_started_names_nothing(audit_of: MakeAudit) -> None:
    module = (
        'def rows(name):\n    return load_dataset(name)\n\n\nif __name__ == "__main__":\n    rows("gsm8k")\n'
    )
    main = 'from data import rows\n\nprint(len(rows("openai_humaneval")))\n'
    audit = audit_of(
        {
            "results/paper.md": PAPER,
            "code/data.py": module,
            "code/main.py": main,
            "claude_output.json": transcript_of(
                ("Write", {"file_path": "/w/code/data.py", "content": module}, "ok", False),
                ("Write", {"file_path": "/w/code/main.py", "content": main}, "ok", False),
                ("Bash", {"command": "cd /w/code && python main.py"}, "164", False),
            ),
        }
    )

    found = {claim.name: claim.verdict.value for claim in audit.claims if claim.name is not None}
    assert found == {"GSM8K": "unsupported", "HumanEval": "supported"}


def test_that_what_a_script_with_made_up_results_says_names_nothing(audit_of: MakeAudit) -> None:
    code = (
        "import json, random\n"
        "scores = {name: {'accuracy': random.random(), 'f1': random.random()} for name in ('a', 'b', 'c')}\n"
        "json.dump(scores, open('results/scores.json', 'w'))\n"
        "print('All of this was evaluated on tasks of HumanEval and of GSM8K.')\n"
    )

    assert set(named(audit_of, "python code/run.py", code=code).values()) == {"unsupported"}
