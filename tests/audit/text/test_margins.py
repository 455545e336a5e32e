"""Margin numbers of review copies are no words of the paper."""

from mlrbench_gui.audit.text.margins import without_margin_numbers
from mlrbench_gui.audit.text.markdown import read_paper
from tests.audit.conftest import MakeAudit


def numbered(text: str) -> list[tuple[int, str]]:
    lines, at = [], 0
    for line in text.split("\n"):
        lines.append((at, line))
        at += len(line) + 1
    return lines


def test_that_a_run_of_counting_lines_is_emptied_and_offsets_stay() -> None:
    text = "\n".join(f"{n:03d}" for n in range(20)) + "\nThe accuracy is 0.8."
    lines = without_margin_numbers(numbered(text))
    assert [line for _, line in lines if line] == ["The accuracy is 0.8."]
    assert [offset for offset, _ in lines] == [offset for offset, _ in numbered(text)]


def test_that_few_or_unordered_numbers_stay() -> None:
    for text in ("1\n2\n3\ntext", "\n".join(str(n * n) for n in range(30))):
        assert without_margin_numbers(numbered(text)) == numbered(text)


def test_that_a_number_above_a_heading_in_capitals_belongs_to_it() -> None:
    paper = read_paper("3\nEXPERIMENTAL SETUP\nWe train for 5 epochs.")
    assert all(paper.text[block.start : block.end] != "3" for block in paper.blocks)


def test_that_marks_of_a_list_within_a_sentence_are_no_claims(audit_of: MakeAudit) -> None:
    text = "# T\n\n## Results\n\nWe report (1) accuracy of 0.81 and (2) loss of 0.33.\n"
    audit = audit_of({"results/paper.md": text})
    assert {claim.value for claim in audit.claims} >= {0.81, 0.33}
    assert {1.0, 2.0}.isdisjoint({claim.value for claim in audit.claims})
