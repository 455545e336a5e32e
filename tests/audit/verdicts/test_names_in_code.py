"""A name proves use only as a word of code or output, not in a remark, nor within a longer word."""

from collections.abc import Callable, Mapping

import pytest

from mlrbench_gui.domain.audit import Audit
from mlrbench_gui.domain.values import Verdict

MakeAudit = Callable[[Mapping[str, str | bytes]], Audit]
PAPER = "# T\n\n## 4 Experimental Setup\n\nWe conducted experiments to evaluate ZoRPA on continual tasks.\n"


def _verdicts(audit_of: MakeAudit, code: str, paper: str = PAPER) -> set[Verdict]:
    return {claim.verdict for claim in audit_of({"results/paper.md": paper, "code/run.py": code}).claims}


@pytest.mark.parametrize(
    "code",
    [
        '"""Makes results of ZoRPA up."""\nprint(1)\n',
        "# ZoRPA comes later\nprint(1)\n",
        "print(1)  # for ZoRPA\n",
        'def f():\n    """Trains.\n\n    ZoRPA is the method.\n    """\n    return 1\n',
        "mazorpation = 1\nprint(mazorpation)\n",
    ],
)
def test_that_remarks_and_longer_words_prove_nothing(code: str, audit_of: MakeAudit) -> None:
    assert Verdict.SUPPORTED not in _verdicts(audit_of, code)


@pytest.mark.parametrize("code", ["class ZoRPA:\n    pass\n", 'print("ZoRPA", 1)\n', "zorpa = 1\n"])
def test_that_code_which_has_the_name_does(code: str, audit_of: MakeAudit) -> None:
    assert Verdict.SUPPORTED in _verdicts(audit_of, code)


@pytest.mark.parametrize(
    ("told", "is_supported"),
    [
        ("We conducted experiments to evaluate LLMs on continual tasks.", False),
        ("We conducted experiments to evaluate ZoRPA and LLMs on continual tasks.", True),
        ("A larger experiment would evaluate ZoRPA on continual tasks.", False),
    ],
    ids=["a field of work", "a name beside it", "what would be done"],
)
def test_that_a_field_of_work_and_what_would_be_done_name_no_use(
    told: str, audit_of: MakeAudit, *, is_supported: bool
) -> None:
    paper = PAPER.replace("We conducted experiments to evaluate ZoRPA on continual tasks.", told)
    verdicts = _verdicts(audit_of, "LLM = 1\nclass ZoRPA:\n    pass\n", paper)

    assert (Verdict.SUPPORTED in verdicts) is is_supported
