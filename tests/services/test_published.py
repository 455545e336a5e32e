"""A published table of means is held against the reviews, row by row."""

import pytest

from mlrbench_gui.domain.reviews import Review, ReviewTarget, Score
from mlrbench_gui.domain.values import RunName, Sha256
from mlrbench_gui.services.published import compare_published

HEAD = "workshop_name,model_name,model,Clarity,Overall\n"


def review(judge: str, clarity: int, overall: int) -> Review:
    run = "end2end_otter/tides"
    scores = (Score("Clarity", clarity), Score("Overall", overall))
    sha256 = Sha256("0" * 64)
    return Review(
        judge, sha256, ReviewTarget.END_TO_END, judge, judge, "tides", run, True, RunName(run), scores=scores
    )


REVIEWS = (review("a", 7, 4), review("b", 8, 4))


def test_that_equal_means_differ_in_nothing() -> None:
    table = compare_published("x.csv", f"{HEAD}tides,otter,A,7.5,4.0\n".encode(), REVIEWS)
    assert table is not None
    assert (table.rows, table.differing) == (1, ())
    assert [(mean.criterion, mean.told, mean.mean, mean.n, mean.same) for mean in table.means] == [
        ("Clarity", 7.5, 7.5, 1, True),
        ("Overall", 4.0, 4.0, 1, True),
    ]


def test_that_the_mean_of_a_table_is_over_the_tasks_that_have_both_numbers() -> None:
    rows = "tides,otter,A,7.0,4.0\nreef,otter,A,1.0,1.0\n"
    table = compare_published("x.csv", f"{HEAD}{rows}".encode(), REVIEWS)
    assert table is not None
    clarity, overall = table.means
    assert (clarity.told, clarity.mean, clarity.n, clarity.same) == (7.0, 7.5, 1, False)
    assert (overall.told, overall.mean, overall.n, overall.same) == (4.0, 4.0, 1, False)


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ("tides,otter,A,7.0,4.0", "otter on tides, Clarity: published 7, recomputed 7.5"),
        ("tides,heron,A,7.5,4.0", "heron on tides, Clarity: no review is here"),
        ("tides,otter,A,,4.0", "otter on tides, Clarity: no number"),
    ],
)
def test_that_what_differs_is_named(row: str, said: str) -> None:
    table = compare_published("x.csv", f"{HEAD}{row}\n".encode(), REVIEWS)
    assert table is not None
    assert table.differing[0] == said


@pytest.mark.parametrize("data", [b"", b"\xff\xfe\x00", b"a,b\n1,2\n", b"workshop_name,model_name\nt,m\n"])
def test_that_other_files_are_no_such_table(data: bytes) -> None:
    assert compare_published("x.csv", data, REVIEWS) is None
