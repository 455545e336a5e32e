"""What a panel said as lines for people."""

from collections.abc import Iterable, Sequence

from mlrbench_gui.domain.calibration import Calibration, own_judge
from mlrbench_gui.domain.panels import CriterionScores, PanelScores, PanelTotal, panel_totals
from mlrbench_gui.services.judging.estimating import PanelEstimate
from mlrbench_gui.services.judging.pairing import PairOutcome, PairReport
from mlrbench_gui.services.judging.panel import PanelReport
from mlrbench_gui.services.judging.subjects import NoSubject

_WIDTH = 20


def print_panels(
    panels: Sequence[PanelScores],
    report: PanelReport,
    lacking: Iterable[NoSubject],
    calibration: Calibration,
) -> None:
    """Each panel, totals where there are several, and what is missing."""
    for panel in panels:
        _print_panel(panel)
    runs = {panel.run for panel in panels}
    if len(runs) > 1:
        for total in panel_totals(panels):
            print(_total(total))
    for name, code in dict.fromkeys((name, panel.with_code) for panel in panels for name in panel.panel):
        print(f"{name}{'' if code else ', no code'}: {calibration.words(own_judge(name, with_code=code))}.")
    for item in lacking:
        print(f"{item.run}, {item.stage}: not judged, as there is {item.reason}")
    for name, error in report.unavailable.items():
        print(f"{name}: not asked: {error}")
    if report.stopped is not None:
        print(f"{report.left} questions not asked: {report.stopped}")
    used = report.account
    cost = "at an unknown cost" if used.cost is None else f"for {used.cost:.4f}"
    print(f"{len(report.given)} replies, {report.known} known before; {used.tokens:,} tokens {cost}")


def print_pairs(report: PairReport, outcomes: Iterable[PairOutcome]) -> None:
    """Each pair, with what each judge says of it."""
    for outcome in outcomes:
        best = outcome.preferred or "neither"
        print(f"{outcome.stage}: {' against '.join(outcome.runs)}: {best} ({outcome.count_words})")
        for choice in outcome.choices:
            told = choice.preferred or ("the order decides, a tie" if choice.by_order else "a tie")
            print(f"  {choice.profile:<{_WIDTH}} {told if choice.complete else 'no answer in both orders'}")
    for name, error in report.unavailable.items():
        print(f"{name}: not asked: {error}")
    if report.stopped is not None:
        print(f"{report.left} questions not asked: {report.stopped}")


def print_estimate(found: PanelEstimate) -> None:
    """What it would take."""
    cost = "at an unknown cost" if found.cost is None else f"for {found.cost:.4f} at most"
    print(f"{found.calls} calls, {found.known} answered before")
    print(f"about {found.prompt_tokens:,} tokens sent, {found.most_reply_tokens:,} answered at most, {cost}")


def _print_panel(panel: PanelScores) -> None:
    paper = f", {panel.paper}" if panel.paper else ""
    code = ", with code" if panel.with_code else ""
    print(f"{panel.run}{paper}: {panel.stage}{code} ({panel.count_words})")
    for scored in panel.criteria:
        print(f"  {_criterion(scored, panel)}")
    if panel.votes is not None:
        split = "; they disagree" if panel.votes.disagree else ""
        print(
            f"  {'hallucination':<{_WIDTH}} found by {panel.votes.found} of {panel.votes.judges} judges{split}"
        )
    for missing in panel.missing:
        print(
            f"  {missing.profile}: {missing.state if missing.state != 'none' else 'missing'}: {missing.reason}"
        )
    for reply in panel.replies:
        for item in reply.flagged:
            quote = " ".join(item.quote.split())[:80]
            state = item.state.replace("_", " ")
            print(f"  {reply.profile} cites what does not hold ({state}): {item.file}: “{quote}”")


def _criterion(scored: CriterionScores, panel: PanelScores) -> str:
    if scored.mean is None:
        return f"{scored.criterion:<{_WIDTH}} no score"
    judges = ", ".join(
        f"{judge.profile} {judge.mean:g}" + (f" ± {judge.noise:.2f}" if judge.noise is not None else "")
        for judge in scored.judges
    )
    partial = "" if panel.complete else f" of {panel.count_words}"
    spread = "" if scored.spread is None else f", spread {scored.spread:g}"
    noise = ", within one judge's own noise" if scored.disagree and scored.within_noise else ""
    split = f": the judges disagree{noise}" if scored.disagree else ""
    return f"{scored.criterion:<{_WIDTH}} {scored.mean:.2f}{partial} ({judges}{spread}){split}"


def _total(total: PanelTotal) -> str:
    mean = "no score" if total.mean is None else f"{total.mean:.2f}"
    code = ", with code" if total.with_code else ""
    partial = "" if total.complete else ", not complete"
    return f"all runs, {total.stage}{code}: {total.criterion:<{_WIDTH}} {mean} ({total.count_words}{partial})"
