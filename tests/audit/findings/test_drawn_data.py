"""A known data set, or what was gathered, is denied where the run's own code made the data."""

from collections.abc import Callable, Mapping

import pytest

from mlrbench_gui.domain.audit import Audit
from mlrbench_gui.domain.values import FindingKind, Severity
from tests.transcripts import transcript_of

MakeAudit = Callable[[Mapping[str, str | bytes]], Audit]
DRAWN = "import numpy as np\n\nitems = np.random.randn(50, 5)\nprint(items.mean())\n"
LOADED = DRAWN + 'import pandas as pd\nrows = pd.read_csv("ratings.csv")\n'
SET = "We evaluate on the MovieLens-1M data set."
GATHERED = "We gathered 50 items from public repositories."


def audited(
    audit_of: MakeAudit, sentence: str, code: str = DRAWN, title: str = "4 Experimental Setup"
) -> Audit:
    script = {"file_path": "/w/code/run.py", "content": code}
    return audit_of(
        {
            "results/paper.md": f"# T\n\n## {title}\n\n{sentence}\n",
            "code/run.py": code,
            "claude_output.json": transcript_of(
                ("Write", script, "ok", False),
                ("Bash", {"command": "cd /w && python code/run.py"}, "0.1", False),
            ),
        }
    )


def made_up(audit: Audit) -> list[Severity]:
    return [
        f.severity for f in audit.findings if f.kind is FindingKind.SYNTHETIC_DATA and f.paper is not None
    ]


def test_that_a_known_set_is_denied_where_code_draws_its_own(audit_of: MakeAudit) -> None:
    audit = audited(audit_of, SET)
    (claim,) = (c for c in audit.claims if c.name == "MovieLens-1M")

    assert (claim.verdict.value, claim.evidence[0].path) == ("contradicted", "code/run.py")
    assert made_up(audit) == [Severity.HIGH]


def test_that_what_stands_behind_a_task_is_its_data_set(audit_of: MakeAudit) -> None:
    audit = audited(audit_of, "Recommendation: MovieLens-1M with simulated users.")

    assert [c.verdict.value for c in audit.claims if c.name] == ["contradicted"]


def test_that_gathered_data_are_held_against_drawn_ones(audit_of: MakeAudit) -> None:
    assert made_up(audited(audit_of, GATHERED)) == [Severity.HIGH]


@pytest.mark.parametrize("sentence", [SET, GATHERED])
def test_that_nothing_is_said_where_data_were_read(audit_of: MakeAudit, sentence: str) -> None:
    audit = audited(audit_of, sentence, LOADED)

    assert not made_up(audit)
    assert all(claim.verdict.value != "contradicted" for claim in audit.claims)


@pytest.mark.parametrize(
    "sentence",
    [
        f"{GATHERED} All of this is synthetic data.",
        "We would gather items from public repositories.",
        "We draw synthetic items modelled after MovieLens-1M.",
        "We evaluate on the Blockworld-9 data set.",
    ],
)
def test_that_made_data_that_are_told_are_no_fault(audit_of: MakeAudit, sentence: str) -> None:
    assert not made_up(audited(audit_of, sentence))


def test_that_related_work_gathers_for_itself(audit_of: MakeAudit) -> None:
    assert not made_up(audited(audit_of, GATHERED, title="2 Related Work"))
