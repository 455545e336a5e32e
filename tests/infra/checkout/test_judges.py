"""Judges' reviews of every kind."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mlrbench_gui.domain.reviews import Score
from mlrbench_gui.infra.checkout.judges import NoReview, judge_family, read_review

OVERALL = {"score": 6, "strengths": ["clear"], "weaknesses": ["slow", "small"]}


def review(value: object) -> bytes:
    return json.dumps(value).encode()


def test_that_scores_words_and_lists_are_read_and_unknown_keys_ignored() -> None:
    body = read_review(
        review(
            {
                "Clarity": {"score": 7, "justification": "well written", "scale": "1-10"},
                "Overall": OVERALL,
                "Confidence": 4,
                "score_range": "1-10",
            }
        )
    )
    assert body.scores == (Score("Clarity", 7, "well written"), Score("Overall", 6, ""))
    assert (body.strengths, body.weaknesses) == (("clear",), ("slow", "small"))
    assert (body.confidence, body.has_hallucination, body.oddities) == (4, None, ())


def test_that_an_experiment_review_tells_of_hallucination() -> None:
    body = read_review(
        review(
            {
                "Hallucination": {"has_hallucination": False, "details": "all real"},
                "OverallAssessment": {**OVERALL, "justification": "good"},
            }
        )
    )
    assert (body.has_hallucination, body.details) == (False, "all real")
    assert body.scores == (Score("OverallAssessment", 6, "good"),)


def test_that_a_hallucination_check_keeps_each_case_in_words() -> None:
    body = read_review(
        review(
            {
                "has_hallucination": True,
                "hallucinations": [{"type": "Faked", "description": "no run", "evidence": "log"}, 7],
                "overall_assessment": "bad",
                "confidence": 5,
            }
        )
    )
    assert (body.has_hallucination, body.confidence) == (True, 5)
    assert body.details == "bad\n\nFaked: no run\nEvidence: log"


@pytest.mark.parametrize("score", ["7", None, True, 11, 0, 6.5, "NaN", [7]])
def test_that_a_score_that_is_none_is_left_out_and_told(score: object) -> None:
    body = read_review(review({"Clarity": {"score": score}, "Overall": OVERALL}))
    assert [each.criterion for each in body.scores] == ["Overall"]
    assert body.oddities == ("Clarity has no score of 1 to 10",)


def test_that_a_nan_score_does_not_block_the_others() -> None:
    body = read_review(b'{"Clarity": {"score": NaN}, "Overall": {"score": 5.0}}')
    assert body.scores == (Score("Overall", 5),)
    assert body.oddities


@pytest.mark.parametrize(
    "data",
    [b"", b"{", b"[1]", b"{}", b'{"a": 1}', b"\xff\xfe", b"[" * 100_000, b'{"a": ' + b"9" * 5000 + b"}"],
)
def test_that_anything_else_is_no_review_with_a_reason(data: bytes) -> None:
    with pytest.raises(NoReview, match="JSON"):
        read_review(data)


def test_that_a_lone_surrogate_can_be_stored() -> None:
    body = read_review(b'{"Overall": {"score": 5, "justification": "half \\ud83d"}}')
    assert body.scores[0].justification == "half \\ud83d"
    body.scores[0].justification.encode("utf-8")


@pytest.mark.parametrize(
    ("judge", "family"),
    [
        ("claude-3-7-x", "claude"),
        ("google/gemini-2.5-pro", "gemini"),
        ("gemini-2.5-pro-03-25", "gemini"),
        ("", ""),
    ],
)
def test_that_variants_of_a_name_are_one_family(judge: str, family: str) -> None:
    assert judge_family(judge) == family


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(
                [
                    "score",
                    "Overall",
                    "Hallucination",
                    "hallucinations",
                    "strengths",
                    "Confidence",
                    "confidence",
                ]
            )
            | st.text(max_size=8),
            inner,
            max_size=5,
        )
    ),
    max_leaves=20,
)


@pytest.mark.fuzzed
@given(JSON.map(lambda value: json.dumps(value).encode()) | st.binary(max_size=200))
def test_that_any_bytes_are_a_review_or_none(data: bytes) -> None:
    try:
        body = read_review(data)
    except NoReview as error:
        assert str(error)  # noqa: PT017 -- either outcome is right
        return
    assert all(1 <= score.score <= 10 for score in body.scores)
    assert body.scores or body.has_hallucination is not None
    repr(body).encode("utf-8")
