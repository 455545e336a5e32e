"""A line that tells how far a program is gives its whole, and no value of where it was."""

from collections.abc import Callable, Mapping

import pytest

from mlrbench_gui.domain.audit import Audit
from mlrbench_gui.domain.values import Verdict

MakeAudit = Callable[[Mapping[str, str | bytes]], Audit]
LOG = "Training agent: plain\nEpisode 5/100\nEpisode 6/100\nEpisode 100/100\nepoch 2 of 3: loss 0.4213\n"


def _verdict(audit_of: MakeAudit, sentence: str, value: float) -> Verdict:
    paper = f"# T\n\n## 5 Results\n\n{sentence}\n"
    audit = audit_of({"results/paper.md": paper, "results/log.txt": LOG, "proposal.md": "We plan."})
    return next(claim.verdict for claim in audit.claims if claim.value == value)


@pytest.mark.parametrize(
    ("sentence", "value"),
    [
        ("All agents drop after the first shift (around episode 5).", 5),
        ("We train the agent for 6 episodes.", 6),
    ],
)
def test_that_where_a_program_was_supports_nothing(sentence: str, value: float, audit_of: MakeAudit) -> None:
    assert _verdict(audit_of, sentence, value) is not Verdict.SUPPORTED


@pytest.mark.parametrize(
    ("sentence", "value"),
    [("We train the agent for 100 episodes.", 100), ("The training loss falls to 0.4213.", 0.4213)],
)
def test_that_the_whole_and_what_stands_behind_it_are_kept(
    sentence: str, value: float, audit_of: MakeAudit
) -> None:
    assert _verdict(audit_of, sentence, value) is Verdict.SUPPORTED


def test_that_a_point_in_time_is_not_denied_by_the_whole(audit_of: MakeAudit) -> None:
    paper = "# T\n\n## 4 Experimental Setup\n\nThe preferences shift for the first time at episode 5.\n"
    files = {
        "results/paper.md": paper,
        "results/config.json": '{"n_episodes": 100}',
        "code/run.py": "n_episodes = 100\nprint(n_episodes)\n",
    }
    assert all(claim.verdict is not Verdict.CONTRADICTED for claim in audit_of(files).claims)
