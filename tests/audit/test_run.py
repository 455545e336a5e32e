"""What holds for every audit: exact spans, equal bytes, names that do not matter, foreign bytes that do no harm."""

from collections.abc import Callable, Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mlrbench_gui.audit.run import audit_run, audit_texts
from mlrbench_gui.domain.artifacts import RunFiles
from mlrbench_gui.domain.audit import Audit
from mlrbench_gui.domain.errors import InputError
from mlrbench_gui.domain.values import RelPath, RunName, Severity

MakeAudit = Callable[[Mapping[str, str | bytes]], Audit]

PAPER = (
    "# T\n\n## 4 Results\n\nOur model reaches 91.2% accuracy 😀 and 0.88 F1. It outperforms all baselines.\n"
)
JUNK = st.binary(max_size=200) | st.text(max_size=200).map(lambda t: t.encode("utf-8", "surrogatepass"))
NAMES = (
    "results/paper.md",
    "results/results.json",
    "results/table.csv",
    "results/log.txt",
    "results/results.md",
    "code/run.py",
    "code/run.sh",
    "config.yaml",
    "proposal.md",
    "claude_output.json",
    "codex_log.log",
)


def without_timings(audit: Audit) -> str:
    return audit.model_copy(update={"timings": {}}).to_json()


def test_that_spans_give_the_quote_back_to_the_letter(audit_of: MakeAudit) -> None:
    data = b"\xef\xbb\xbf" + PAPER.encode()
    audit = audit_of({"results/paper.md": data})

    assert audit.claims
    assert all(PAPER[slice(*c.span)] == c.quote for c in audit.claims)


def test_that_the_same_files_give_the_same_bytes(audit_of: MakeAudit) -> None:
    files = {"results/paper.md": PAPER, "results/results.json": '{"accuracy": 0.912, "f1": 0.881}'}

    assert without_timings(audit_of(files)) == without_timings(audit_of(dict(reversed(files.items()))))


def test_that_the_runs_name_changes_nothing_but_itself(made_run: type) -> None:
    files = made_run({"results/paper.md": PAPER})

    one, two = (audit_run(RunName(name), files) for name in ("a/b", "x/y"))

    assert one.claims == two.claims
    assert one.gate == two.gate


def test_that_a_pdf_paper_is_read_through_the_port(made_run: type) -> None:
    files = made_run({"task.pdf": b"%PDF-1.5 ..."})
    text = "Results\n\nOur model reaches 91.2% accuracy.\x0cPage two has 3 runs."

    audit = audit_run(RunName("a/b"), files, pdf_text=lambda _: text)

    assert audit_texts(files, pdf_text=lambda _: text) == {RelPath("task.pdf"): text}
    assert [text[slice(*c.span)] for c in audit.claims] == [c.quote for c in audit.claims]
    assert 91.2 in [c.value for c in audit.claims]


@pytest.mark.fuzzed
@given(files=st.dictionaries(st.sampled_from(NAMES), JUNK, max_size=6))
def test_that_no_bytes_of_a_run_break_the_audit(audit_of: MakeAudit, files: dict[str, bytes]) -> None:
    audit = audit_of(files)

    assert Audit.from_json(audit.to_json()) == audit


@pytest.mark.parametrize(
    "data",
    [
        b"[" * 50_000,
        b"x" * 600_000,
        b'{"a": NaN, "b": [1e999, -1e999]}',
        b"\0" * 1000,
        b"{}\n{}\n[",
        b"1,2\n" * 50_000,
    ],
    ids=["deep", "long line", "not finite", "zeros", "broken lines", "many rows"],
)
def test_that_hostile_files_are_read_or_told(audit_of: MakeAudit, data: bytes) -> None:
    assert audit_of(dict.fromkeys(NAMES, data)).gate.reached


def test_that_a_paper_that_cannot_be_read_is_a_finding_and_no_refusal(
    made_run: Callable[[Mapping[str, str | bytes]], RunFiles],
) -> None:
    def refuse(data: bytes) -> str:
        raise InputError("the PDF is broken")

    files = made_run({"results/paper.pdf": b"%PDF-1.7\nbroken"})
    audit = audit_run(RunName("a/b"), files, pdf_text=refuse)
    assert [(f.severity, f.path) for f in audit.findings if "the PDF is broken" in f.message] == [
        (Severity.MEDIUM, "results/paper.pdf")
    ]
    assert not audit.claims


def test_that_a_number_beyond_floats_has_no_value(audit_of: MakeAudit) -> None:
    audit = audit_of({"results/paper.md": "# T\n\n## Results\n\nOur accuracy is 1e999 %.\n"})
    assert all(claim.value is None or abs(claim.value) < 1e308 for claim in audit.claims)
