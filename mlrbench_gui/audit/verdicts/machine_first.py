"""A result file carries a support before the Markdown that code made of it."""

from collections.abc import Sequence
from dataclasses import replace

from mlrbench_gui.audit.ledger.values import Source
from mlrbench_gui.audit.matching.alike_files import conditions
from mlrbench_gui.audit.verdicts.decision import Decision, Held, told
from mlrbench_gui.domain.values import Verdict

_RESULTS = (Source.JSON, Source.CSV)
_NEAR = 0.01
_FITS = 0.5
_SHARE = 0.6


def machine_first(decision: Decision) -> Decision:
    """The decision, carried by a JSON or CSV file that agrees, where only a report in Markdown carried it."""
    carriers = [held for held in decision.held if held.primary]
    if decision.verdict is not Verdict.SUPPORTED or len(carriers) != 1 or not _is_report(carriers[0]):
        return decision
    report = carriers[0]
    results = [held for held in decision.held if _is_result(held, report)]
    if not results:
        return decision
    chosen = min(results, key=lambda held: _order(held, report, results))
    rest = [held for held in decision.held if held not in (report, chosen)]
    held = (replace(chosen, primary=True), replace(report, primary=False), *rest)
    reason = decision.reason.replace(told(report.candidate), told(chosen.candidate))
    return replace(decision, reason=reason, held=held)


def _is_report(held: Held) -> bool:
    return held.candidate.value.source is Source.REPORT and held.formula is None


def _is_result(held: Held, report: Held) -> bool:
    """Whether it is the report's value under a name that fits nearly as well, in a file of results."""
    value, own = held.candidate.value, report.candidate
    near = abs(value.value - own.value.value) <= _NEAR * max(abs(value.value), abs(own.value.value))
    fits = held.candidate.score >= max(_FITS, _SHARE * own.score)
    return held.agrees is True and held.formula is None and value.source in _RESULTS and near and fits


def _order(held: Held, report: Held, results: Sequence[Held]) -> tuple[bool, bool, float]:
    """The value that the report rounds first, then a file that is no one of several named alike."""
    value = held.candidate.value
    alike = conditions(other.candidate.value.path for other in results)
    return value.value == report.candidate.value.value, value.path in alike, -held.candidate.score
