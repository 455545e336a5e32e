"""What must be known of judges' scores, in one sentence."""

from mlrbench_gui.domain.agreement import Estimate, JudgeCard
from mlrbench_gui.domain.calibration import Calibration


def card(value: float, low: float, high: float) -> dict[str, JudgeCard]:
    ranks = Estimate(value, low, high, 30)
    return {"Overall": JudgeCard("j", ranks, ranks, ranks, ranks)}


def test_that_every_judge_whose_interval_is_not_above_zero_is_named() -> None:
    among = {"Overall": Estimate(0.5, 0.14, 0.77, 27)}
    known = Calibration(
        {"a": card(-0.05, -0.4, 0.3), "own:b": card(0.2, 0.0, 0.4), "c": card(0.6, 0.3, 0.8)}, among
    )
    told = known.caution(("a", "own:b", "c", "a"))
    assert told == (
        "Not shown to rank papers as people do. Rank correlation with people: a -0.05 [-0.40, +0.30] (n = 30); "
        "b (own) +0.20 [+0.00, +0.40] (n = 30); people among themselves +0.50 [+0.14, +0.77] (n = 27)."
    )


def test_that_a_judge_whose_ranks_go_with_peoples_needs_no_warning() -> None:
    assert Calibration({"c": card(0.6, 0.3, 0.8)}).caution(("c",)) == ""
    assert Calibration().caution(()) == ""


def test_that_judges_without_a_common_paper_are_told_to_be_not_calibrated() -> None:
    told = Calibration({"c": card(0.6, 0.3, 0.8)}).caution(("d",))
    assert told.startswith("Not calibrated: people scored none")
