"""Stage documents and the chosen ones among them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mlrbench_gui.domain.runs import DocumentKind, DocumentRecord, FileRecord
from mlrbench_gui.domain.values import Sha256
from mlrbench_gui.infra.checkout.documents import Documents, title_of
from mlrbench_gui.infra.checkout.places import DocumentPlace
from mlrbench_gui.infra.files.gathering import Gathering


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("# A Title\n\ntext", "A Title"),
        ("**Title: A Title**\n", "A Title"),
        ("Title: A Title", "A Title"),
        ("```markdown\n# A Title\n```", "A Title"),
        ("\ufeff\n\n## Research Proposal\n\n### **A Title**", "A Title"),
        ("# Research Idea: A Title", "A Title"),
        ("Title:\nA Title", "A Title"),
        ("", ""),
        ("---\n***\n", ""),
    ],
)
def test_that_titles_are_taken_leniently(text: str, title: str) -> None:
    assert title_of(text.encode()) == title


def gathered(
    *documents: tuple[str | None, str], copy: str | None
) -> tuple[list[DocumentRecord | FileRecord], int]:
    known = Documents()
    for author, content in documents:
        known.take(DocumentPlace(f"x/{author}", DocumentKind.IDEA, "t", author), b"# T", Sha256(content))
    if copy is not None:
        known.take(DocumentPlace("x/idea.md", DocumentKind.IDEA, "t", None, copy=True), b"# T", Sha256(copy))
    gathering = Gathering()
    return list(known.records(gathering)), len(gathering.irregularities())


def test_that_the_copy_points_to_the_chosen_document_and_is_none_itself() -> None:
    records, oddities = gathered(("a", "1"), ("b", "2"), copy="2")
    documents = [record for record in records if isinstance(record, DocumentRecord)]
    assert [(record.author, record.chosen) for record in documents] == [("a", False), ("b", True)]
    assert [record.kind for record in records if isinstance(record, FileRecord)] == ["derived"]
    assert oddities == 0


def test_that_a_copy_of_no_one_s_and_of_two_is_told() -> None:
    assert gathered(("a", "1"), copy="9")[1] == 1
    assert gathered(("a", "1"), ("b", "1"), copy="1")[1] == 1


@pytest.mark.fuzzed
@given(
    st.binary(max_size=200) | st.text(max_size=200).map(lambda text: text.encode("utf-8", "surrogatepass"))
)
def test_that_any_bytes_have_a_title_of_one_line(data: bytes) -> None:
    title = title_of(data)
    assert len(title.splitlines()) <= 1
    title.encode("utf-8")
