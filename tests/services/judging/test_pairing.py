"""Two runs side by side: no name is told, the order is swapped, and a preference for a place is none."""

import json
from collections.abc import Callable

import pytest

from mlrbench_gui.domain.errors import InputError, ModelUnavailable
from mlrbench_gui.domain.judging import JudgeState
from mlrbench_gui.domain.work import CancelToken, ignore
from mlrbench_gui.services.judging.asking import Seat
from mlrbench_gui.services.judging.pairing import (
    Pair,
    PairOutcome,
    PairReport,
    compare_pairs,
    outcomes_of,
    pairs_of,
)
from mlrbench_gui.services.ports.models import ModelRequest
from tests.judging_bench import TASK, Bench, asked_of, requests_of

BETTER = "BETTER"


def preferring(choose: Callable[[str], str]) -> Callable[[ModelRequest], str]:
    """A judge that chooses by what it sees in the first work."""

    def answer(request: ModelRequest) -> str:
        asked = asked_of(request)
        mark = asked.user.rsplit("mark is ", 1)[1].rstrip(".")
        first = " ".join(text for name, text in asked.fences() if name.startswith("first "))
        return json.dumps({"mark": mark, "preference": choose(first), "reason": "so it is"})

    return answer


FAIR = preferring(lambda first: "first" if BETTER in first else "second")
PLACE = preferring(lambda _first: "first")


@pytest.fixture
def pair(bench: Bench, files: dict[str, str]) -> Pair:
    good = bench.put(files | {"results/paper.md": f"# Tides\n\n{BETTER} work.\n"}, f"end2end_codex/{TASK}")
    bad = bench.put(files, f"end2end_gemini-cli/{TASK}")
    [found] = pairs_of([bench.subject(good), bench.subject(bad)])
    return found


def compare(bench: Bench, pair: Pair, *seats: Seat) -> tuple[PairReport, PairOutcome]:
    report = compare_pairs(bench.ctx, seats, [pair], cancel=CancelToken(), emit=ignore)
    [outcome] = outcomes_of(bench.ctx.workspace.judges.comparisons(), [pair], seats[0].panel)
    return report, outcome


def test_that_a_judge_prefers_a_run_only_in_both_orders(bench: Bench, pair: Pair) -> None:
    panel = ("fair", "place")
    seats = (bench.seat(FAIR, name="fair", panel=panel), bench.seat(PLACE, name="place", panel=panel))
    report, outcome = compare(bench, pair, *seats)
    assert outcome.preferred == f"end2end_codex/{TASK}"
    fair, place = outcome.choices
    assert (fair.preferred, fair.by_order) == (f"end2end_codex/{TASK}", False)
    assert (place.preferred, place.by_order) == (None, True)
    assert outcome.complete
    assert [made.swapped for made in report.given] == [False, True, False, True]


def test_that_no_run_is_named_and_both_orders_show_the_same(bench: Bench, pair: Pair) -> None:
    seat = bench.seat(FAIR)
    compare(bench, pair, seat)
    straight, swapped = requests_of(seat)
    for sent in (straight, swapped):
        assert not any(name in sent.user + sent.system for name in ("codex", "gemini", "end2end"))
    texts = [sorted(text for _, text in asked_of(sent).fences()) for sent in (straight, swapped)]
    assert texts[0] == texts[1]
    assert (BETTER in straight.user.split("The second work:")[0]) != (
        BETTER in swapped.user.split("The second work:")[0]
    )


def test_that_half_an_answer_is_none(bench: Bench, pair: Pair) -> None:
    seen: list[int] = []

    def once(request: ModelRequest) -> str | Exception:
        seen.append(1)
        return FAIR(request) if len(seen) == 1 else ModelUnavailable("host: gone")

    report, outcome = compare(bench, pair, bench.seat(once))
    assert (outcome.preferred, outcome.complete, outcome.count_words) == (None, False, "0 of 1 judges")
    assert (len(report.given), report.left) == (1, 1)


def test_that_what_is_answered_is_not_asked_again_and_what_cannot_be_read_is(
    bench: Bench, pair: Pair
) -> None:
    broken = bench.seat(lambda _request: "no JSON")
    report, _ = compare(bench, pair, broken)
    assert {made.state for made in report.given} == {JudgeState.INVALID}
    fair = bench.seat(FAIR)
    assert len(compare(bench, pair, fair)[0].given) == 2
    report, outcome = compare(bench, pair, fair)
    assert (report.given, report.known, outcome.complete) == ([], 2, True)


def test_that_runs_of_different_tasks_are_not_compared(bench: Bench, files: dict[str, str]) -> None:
    one = bench.put(files)
    with pytest.raises(InputError, match="two runs of the same task"):
        pairs_of([bench.subject(one)])
