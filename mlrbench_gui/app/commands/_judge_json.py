"""What a panel said as JSON: each reply with its state, each mean with what it rests on, the judges' calibration."""

from collections.abc import Iterable, Sequence
from dataclasses import asdict

from mlrbench_gui.domain.calibration import Calibration, own_judge
from mlrbench_gui.domain.judging import JudgeReview
from mlrbench_gui.domain.panels import CriterionScores, PanelScores, panel_totals
from mlrbench_gui.services.judging.pairing import PairOutcome, PairReport
from mlrbench_gui.services.judging.panel import PanelReport
from mlrbench_gui.services.judging.subjects import NoSubject
from mlrbench_gui.services.judging.upstream import review_body


def report_json(
    panels: Sequence[PanelScores],
    report: PanelReport,
    lacking: Iterable[NoSubject],
    calibration: Calibration,
) -> dict[str, object]:
    """All of it. A mean is `complete` only where no judge and no run is missing."""
    return {
        "panels": [_panel(panel, calibration) for panel in panels],
        "totals": [
            {**asdict(total), "complete": total.complete, "counts": total.count_words}
            for total in panel_totals(panels)
        ],
        "not_judged": [asdict(item) for item in lacking],
        "unavailable": {name: str(error) for name, error in report.unavailable.items()},
        "stopped": None if report.stopped is None else str(report.stopped),
        "asked": len(report.given),
        "known": report.known,
        "left": report.left,
        "account": asdict(report.account),
    }


def pairs_json(report: PairReport, outcomes: Iterable[PairOutcome]) -> dict[str, object]:
    """What a panel said of pairs."""
    return {
        "pairs": [
            {
                **asdict(outcome),
                "preferred": outcome.preferred,
                "complete": outcome.complete,
                "counts": outcome.count_words,
            }
            for outcome in outcomes
        ],
        "replies": [made.model_dump(mode="json") for made in report.given],
        "unavailable": {name: str(error) for name, error in report.unavailable.items()},
        "stopped": None if report.stopped is None else str(report.stopped),
        "known": report.known,
        "left": report.left,
    }


def _panel(panel: PanelScores, calibration: Calibration) -> dict[str, object]:
    return {
        "run": panel.run,
        "stage": panel.stage,
        "paper": panel.paper,
        "with_code": panel.with_code,
        "panel": list(panel.panel),
        "repeats": panel.repeats,
        "complete": panel.complete,
        "counts": panel.count_words,
        "criteria": [_criterion(scored) for scored in panel.criteria],
        "hallucination": None if panel.votes is None else asdict(panel.votes),
        "missing": [asdict(item) for item in panel.missing],
        "calibration": {
            name: _calibration(calibration, own_judge(name, with_code=panel.with_code))
            for name in panel.panel
        },
        "reviews": [_review(reply) for reply in panel.replies],
    }


def _criterion(scored: CriterionScores) -> dict[str, object]:
    return {**asdict(scored), "disagree": scored.disagree, "within_noise": scored.within_noise}


def _calibration(calibration: Calibration, judge: str) -> dict[str, object]:
    return {
        "doubtful": calibration.is_doubtful(judge),
        "words": calibration.words(judge),
        "criteria": {name: asdict(card) for name, card in calibration.cards.get(judge, {}).items()},
    }


def _review(reply: JudgeReview) -> dict[str, object]:
    return {
        **reply.model_dump(mode="json", exclude={"panel", "repeats"}),
        "flagged": len(reply.flagged),
        "body": review_body(reply),
    }
