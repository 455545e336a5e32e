"""The verdict on a comparison that was held against a board, with one sentence that names both values."""

import re
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal

from mlrbench_gui.audit.matching.candidate import Candidate
from mlrbench_gui.audit.numbers.tolerance import Agreement
from mlrbench_gui.audit.rankings.boards import Entry, Standing
from mlrbench_gui.audit.rankings.cues import Cue, Way
from mlrbench_gui.audit.rankings.outcome import Outcome, Pair
from mlrbench_gui.audit.verdicts.decision import Decision, Held, shown
from mlrbench_gui.domain.values import Verdict

_EVERY = re.compile(r"\b(?:all|every|each|both|consistent\w*|across|any|always)\b", re.IGNORECASE)
_OFTEN = re.compile(
    r"\b(?:most|some|several|many|generally|often|typically|usually|largely|mostly|sometimes|partly|overall)\b",
    re.IGNORECASE,
)
_LOOSE = re.compile(r"on par|match", re.IGNORECASE)
_ONE = Agreement(agrees=True, factor=Decimal(1))
_MOST_SHOWN = 4
_MOST_BESIDE = 6
_IN_PART = 0.35
_REACH = 120


def decide(outcome: Outcome, sentence: str) -> Decision:
    """The verdict on one comparison."""
    failed = (*outcome.lost, *outcome.tied)
    if outcome.comparison.way is Way.EQUAL:
        return _equal(outcome, sentence)
    if outcome.comparison.is_denied:
        mixed = bool(outcome.won and failed)
        return _in_part(outcome) if mixed else _told(outcome, bool(failed), failed or outcome.won)
    if not (outcome.won and failed):
        return _told(outcome, not failed, failed or outcome.won)
    return _mixed(outcome, sentence)


def _mixed(outcome: Outcome, sentence: str) -> Decision:
    """Some pairs lead and some do not: `most` needs most of them, `all` is denied by one."""
    comparison, failed = outcome.comparison, (*outcome.lost, *outcome.tied)
    part = sentence[max(0, comparison.at - _REACH) : comparison.end]
    if _OFTEN.search(part):
        return _told(outcome, True, outcome.won) if len(outcome.won) > len(failed) else _in_part(outcome)
    if outcome.is_named and _EVERY.search(part) and comparison.cue is not Cue.CHANGE:
        return _told(outcome, False, failed)
    if not outcome.is_named and len(outcome.won) >= len(failed) and not outcome.lost:
        return _told(outcome, True, outcome.won)
    return _in_part(outcome)


def _equal(outcome: Outcome, sentence: str) -> Decision:
    apart = (*outcome.lost, *outcome.won)
    if outcome.comparison.is_denied:
        return _told(outcome, bool(apart), apart or outcome.tied)
    cue = sentence[outcome.comparison.at : outcome.comparison.at + 12]
    if apart and outcome.close == len(apart):
        return _told(outcome, True, apart) if _LOOSE.search(cue) else _in_part(outcome)
    if apart and outcome.tied:
        return _in_part(outcome)
    return _told(outcome, not apart, apart or outcome.tied)


def _in_part(outcome: Outcome) -> Decision:
    own, best = (*outcome.lost, *outcome.tied, *outcome.won)[0]
    reason = f"It holds in part: {_words(own, best)} in {own.where} ({_counts(outcome)})."
    return Decision(Verdict.UNVERIFIABLE, _IN_PART, reason, evidence_of([(own, best)]))


def _told(outcome: Outcome, holds: bool, pairs: Sequence[Pair]) -> Decision:
    own, best = pairs[0]
    words = f"{_words(own, best)} in {own.where} ({_counts(outcome)})"
    held = evidence_of(pairs, outcome.others_than(best))
    if outcome.standing is Standing.MACHINE:
        verdict = Verdict.SUPPORTED if holds else Verdict.CONTRADICTED
        return Decision(verdict, 0.68 if outcome.is_named else 0.58, f"{words}.", held)
    if outcome.standing is Standing.PROSE:
        if holds:
            return Decision(Verdict.NARRATIVE_ONLY, 0.5, f"By the agent's own words alone: {words}.", held)
        return Decision(Verdict.UNVERIFIABLE, 0.4, f"The agent's own words say otherwise: {words}.", held)
    lacking = next(
        e for pair in (*pairs, *outcome.won, *outcome.lost) for e in pair if e.standing is Standing.NOTHING
    )
    reason = (
        f"Nothing in the run holds {shown(lacking.value)} for {lacking.title}, on which this rests: {words}."
    )
    return Decision(Verdict.UNSUPPORTED, 0.5, reason, held)


def _words(own: Entry, best: Entry) -> str:
    """The comparison in words: both names, both values, and how they stand to each other."""
    if own is best:
        return f"{own.title} is {shown(own.value)}"
    if own.value == best.value:
        return f"{own.title} ties with {best.title}: both {shown(own.value)}"
    how = "above" if own.value > best.value else "below"
    return f"{own.title} is {shown(own.value)}, {how} {best.title} with {shown(best.value)}"


def _counts(outcome: Outcome) -> str:
    ties = f", {len(outcome.tied)} tied" if outcome.tied else ""
    return f"{len(outcome.won)} of {outcome.count} comparisons lead{ties}"


def evidence_of(pairs: Sequence[Pair], others: Sequence[Entry] = ()) -> tuple[Held, ...]:
    """The first pair carries the verdict; its other rivals, and then more leaders, stand beside it."""
    first = [e.evidence for e in dict.fromkeys(pairs[0]) if e.evidence is not None]
    beside = dict.fromkeys((*others, *(own for own, _ in pairs[1:_MOST_SHOWN])))
    more = [e.evidence for e in beside if e.evidence is not None and e not in pairs[0]][:_MOST_BESIDE]
    held = [Held(Candidate(value, 0.7, _ONE), primary=True, agrees=None) for value in first]
    return (*held, *(Held(Candidate(value, 0.7, _ONE), primary=False, agrees=None) for value in more))


def unless_denied(decision: Decision) -> Decision:
    """Where sides or measure are not told clearly, what does not hold by the closest reading is left open."""
    if decision.verdict is not Verdict.CONTRADICTED:
        return decision
    reason = f"By the closest reading it does not hold, but the words leave open who is compared: {decision.reason}"
    return Decision(Verdict.UNVERIFIABLE, _IN_PART, reason, decision.held)


def together(found: Sequence[Decision]) -> Decision | None:
    """A statement of several comparisons: one that is denied denies it, one left open leaves it open."""
    order = (Verdict.CONTRADICTED, Verdict.UNSUPPORTED, Verdict.UNVERIFIABLE, Verdict.NARRATIVE_ONLY)
    for verdict in order:
        for decision in found:
            if decision.verdict is verdict:
                return decision
    if not found:
        return None
    held = tuple(h for decision in found for h in decision.held)[:5]
    return replace(found[0], reason=" ".join(d.reason for d in found[:2]), held=held)
