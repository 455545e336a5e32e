"""What files outside of runs are, by where they lie."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mlrbench_gui.domain.reviews import ReviewTarget
from mlrbench_gui.domain.runs import DocumentKind
from mlrbench_gui.infra.checkout.places import (
    DocumentPlace,
    HarnessLogPlace,
    OtherPlace,
    PeoplePlace,
    Place,
    ReviewPlace,
    TaskPlace,
    place_of,
)

JUDGED = "agent_reviews/subset_reviews_judge-1/conf2025_a_b"
PLACES: list[tuple[str, Place]] = [
    ("tasks/conf2025_a_b.md", TaskPlace("tasks/conf2025_a_b.md", "conf2025_a_b")),
    (
        "agent_results/ideas_and_proposals/conf2025_a_b/idea/idea_m-1_x.md",
        DocumentPlace(
            "agent_results/ideas_and_proposals/conf2025_a_b/idea/idea_m-1_x.md",
            DocumentKind.IDEA,
            "conf2025_a_b",
            "m-1_x",
        ),
    ),
    (
        "agent_results/ideas_and_proposals/conf2025_a_b/proposal.md",
        DocumentPlace(
            "agent_results/ideas_and_proposals/conf2025_a_b/proposal.md",
            DocumentKind.PROPOSAL,
            "conf2025_a_b",
            None,
            copy=True,
        ),
    ),
    (
        "agent_results/ideas_and_proposals/conf2025_a_b/related_work.md",
        DocumentPlace(
            "agent_results/ideas_and_proposals/conf2025_a_b/related_work.md",
            DocumentKind.LITERATURE,
            "conf2025_a_b",
            None,
        ),
    ),
    (
        "agent_reviews/idea_proposal_reviews_judge-1/conf2025_a_b/proposal/proposal_m.json",
        ReviewPlace(
            "agent_reviews/idea_proposal_reviews_judge-1/conf2025_a_b/proposal/proposal_m.json",
            ReviewTarget.PROPOSAL,
            "judge-1",
            "conf2025_a_b",
            "m",
        ),
    ),
    (
        f"{JUDGED}/experiments/coder.json",
        ReviewPlace(
            f"{JUDGED}/experiments/coder.json", ReviewTarget.EXPERIMENT, "judge-1", "conf2025_a_b", "coder"
        ),
    ),
    (
        f"{JUDGED}/paper/m-2.json",
        ReviewPlace(f"{JUDGED}/paper/m-2.json", ReviewTarget.WRITEUP, "judge-1", "conf2025_a_b", "m-2"),
    ),
    (
        f"{JUDGED}/review_some-cli.json",
        ReviewPlace(
            f"{JUDGED}/review_some-cli.json", ReviewTarget.END_TO_END, "judge-1", "conf2025_a_b", "some-cli"
        ),
    ),
    (
        f"{JUDGED}/review_m-2_no_code.json",
        ReviewPlace(
            f"{JUDGED}/review_m-2_no_code.json",
            ReviewTarget.END_TO_END_NO_CODE,
            "judge-1",
            "conf2025_a_b",
            "m-2",
        ),
    ),
    (
        "agent_results/end2end_some-cli/mlr_agent_some-cli.log",
        HarnessLogPlace("agent_results/end2end_some-cli/mlr_agent_some-cli.log", "some-cli"),
    ),
    ("human_eval/human_review.csv", PeoplePlace("human_eval/human_review.csv", "reviews")),
    ("human_eval/Hallucination Check.csv", PeoplePlace("human_eval/Hallucination Check.csv", "checks")),
    ("human_eval/merge_data.csv", OtherPlace("human_eval/merge_data.csv", "derived", known=True)),
    ("human_eval/plot.pdf", OtherPlace("human_eval/plot.pdf", "notes", known=True)),
]


@pytest.mark.parametrize(("path", "place"), PLACES)
def test_that_a_place_is_the_same_from_wherever_it_is_imported(path: str, place: Place) -> None:
    parts = path.split("/")
    for cut in range(len(parts)):
        name_parts = ("home", "me", "data", *parts[:cut])
        assert place_of(name_parts, "/".join(parts[cut:])) == place


def test_that_only_notes_known_by_name_are_known() -> None:
    assert place_of(("home", "data"), "README.md") == OtherPlace("data/README.md", "notes", known=True)
    assert place_of(("home", "data"), "a/x.bin") == OtherPlace("data/a/x.bin", "notes", known=False)


@pytest.mark.fuzzed
@given(st.lists(st.text(max_size=8), max_size=3), st.text(min_size=1, max_size=60))
def test_that_any_path_has_a_place(parts: list[str], path: str) -> None:
    assert place_of(tuple(parts), path).source
