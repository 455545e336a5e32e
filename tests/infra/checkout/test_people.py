"""Tables that people made."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mlrbench_gui.domain.reviews import Score
from mlrbench_gui.infra.checkout.people import NoTable, read_hallucination_checks, read_human_reviews

HEADER = "reviewer_id,model_name,workshop_name,Novelty,Overall\r\n"
CHECKS = (
    "LLM,Workshop_name,is_Faked_Experimental_Result,is_Hallucinated_Methodology,"
    "is_Incorrect_Citation,is_Mathematical_Error\r\n"
)


def test_that_columns_are_found_by_name_in_any_order() -> None:
    table = "Overall,workshop_name,model_name,reviewer_id,Novelty\n4,t,a-b,7,5"
    (row,) = read_human_reviews(table.encode(), "s").rows
    assert (row.reviewer, row.agent, row.task, row.run, row.row) == ("7", "a-b", "t", "end2end_a-b/t", 1)
    assert row.scores == (Score("Overall", 4), Score("Novelty", 5))
    assert not row.double


def test_that_two_rows_with_one_key_and_different_scores_are_both_kept_and_flagged() -> None:
    table = HEADER + "1,a,t,5,5\r\n2,a,t,6,6\r\n1,a,t,3,2\r\n"
    reviews = read_human_reviews(table.encode(), "s")
    assert [(row.row, row.double, row.scores[1].score) for row in reviews.rows] == [
        (1, True, 5),
        (2, False, 6),
        (3, True, 2),
    ]
    assert reviews.oddities == ("rows 1, 3 have one reviewer, agent and task (1, a, t)",)


def test_that_a_bad_cell_loses_only_its_score() -> None:
    reviews = read_human_reviews((HEADER + "1,a,t,NaN,5\r\n2,a,u,,11\r\n3,b\r\n").encode("utf-8-sig"), "s")
    assert [len(row.scores) for row in reviews.rows] == [1, 0, 0]
    assert reviews.oddities[0] == "row 1 has no score of 1 to 10 for Novelty"
    assert len(reviews.oddities) == 5


def test_that_checks_are_read_and_an_unknown_answer_is_told() -> None:
    checks = read_hallucination_checks(
        (CHECKS + "A,t,Yes,No,Not Sure,No\r\n\r\nB,u,Maybe,No,No,No\r\n").encode(), "s"
    )
    assert [(row.system, row.task, row.faked_result, row.incorrect_citation) for row in checks.rows] == [
        ("A", "t", "Yes", "Not Sure"),
        ("B", "u", "Maybe", "No"),
    ]
    assert checks.oddities == ("row 3 has an answer other than Yes, No or Not Sure",)


@pytest.mark.parametrize("data", [b"", b"a,b\n1,2", b'reviewer_id,"' + b"x" * 200_000, b"\0"])
def test_that_anything_else_is_no_table_with_a_reason(data: bytes) -> None:
    with pytest.raises(NoTable, match=r"column|CSV"):
        read_human_reviews(data, "s")


@pytest.mark.fuzzed
@given(st.sampled_from([HEADER, CHECKS, ""]), st.text(max_size=200), st.binary(max_size=40))
def test_that_any_bytes_are_a_table_or_none(header: str, text: str, noise: bytes) -> None:
    data = (header + text).encode("utf-8", "surrogatepass") + noise
    for read in (read_human_reviews, read_hallucination_checks):
        try:
            table = read(data, "s")
        except NoTable as error:
            assert str(error)  # noqa: PT017 -- either outcome is right
            continue
        assert len({row.row for row in table.rows}) == len(table.rows)
        repr(table).encode("utf-8")
