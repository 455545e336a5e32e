"""Numbers that plots draw from literals, and things called real that the run says it made up."""

import json
from collections.abc import Callable, Mapping

import pytest

from mlrbench_gui.domain.audit import Audit, Claim

MakeAudit = Callable[[Mapping[str, str | bytes]], Audit]

PLOT = """import matplotlib.pyplot as plt

names = ["wide_net", "deep_net"]
recall = [0.68, 0.50]
plt.bar(names, recall)
plt.savefig("results/bars.png")
"""


def ran(script: str) -> str:
    """A transcript in which the script ran."""
    use = {"type": "tool_use", "id": "t", "name": "Bash", "input": {"command": f"python {script}"}}
    done = {"type": "tool_result", "tool_use_id": "t", "content": "", "is_error": False}
    return json.dumps([{"role": "assistant", "content": [use]}, {"role": "user", "content": [done]}])


def claim(audit: Audit, value: float) -> Claim:
    return next(c for c in audit.claims if c.value == value)


@pytest.mark.parametrize(
    ("printed", "verdict"), [("0.68", "supported"), ("0.72", "contradicted"), ("0.6812", "unsupported")]
)
def test_that_a_list_beside_a_list_of_names_is_what_is_drawn(
    audit_of: MakeAudit, printed: str, verdict: str
) -> None:
    text = f"The recall of wide_net is {printed}, shown beside deep_net."
    files = {"code/plot.py": PLOT, "claude_output.json": ran("code/plot.py")}
    audit = audit_of({"results/paper.md": f"# A\n\n## 4 Results\n\n{text}\n"} | files)

    assert claim(audit, float(printed)).verdict == verdict


@pytest.mark.parametrize(
    ("words", "verdict"),
    [("pre-trained", "contradicted"), ("synthetic", "supported"), ("small", "supported")],
)
def test_that_made_up_things_are_no_real_ones(audit_of: MakeAudit, words: str, verdict: str) -> None:
    text = f"We use 500 {words} models in our zoo."
    log = "2025-01-01 10:00:00 INFO Generating synthetic zoo with models: 500\n"
    audit = audit_of({"results/paper.md": f"# A\n\n## 4 Results\n\n{text}\n", "results/log.txt": log})

    assert claim(audit, 500.0).verdict == verdict


def test_that_an_example_below_the_main_guard_draws_nothing(audit_of: MakeAudit) -> None:
    example = (
        'if __name__ == "__main__":\n    demo = {"wide_net": {"recall": 0.68}, "deep_net": {"recall": 0.5}}\n'
    )
    text = "# A\n\n## 4 Results\n\nThe recall of wide_net is 0.72, shown beside deep_net.\n"
    files = {
        "code/plot.py": example,
        "code/main.py": "import plot\n",
        "claude_output.json": ran("code/main.py"),
    }

    assert claim(audit_of({"results/paper.md": text} | files), 0.72).verdict == "unsupported"
