"""The judge of a run: from each statement of its papers to a decision."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from mlrbench_gui.audit.claims.statements import About, Statement
from mlrbench_gui.audit.evidence_files import EvidenceFiles
from mlrbench_gui.audit.matching.candidates import Candidate, Matcher
from mlrbench_gui.audit.matching.context import Context, context_of
from mlrbench_gui.audit.matching.entities import Entities
from mlrbench_gui.audit.verdicts.decision import Decision, Held, told
from mlrbench_gui.audit.verdicts.numbers import (
    EVIDENCE_SHOWN,
    SUPPORT,
    decide_result,
    decide_setup,
    describe,
    unverifiable,
)
from mlrbench_gui.audit.verdicts.ranking import RankingJudge
from mlrbench_gui.audit.verdicts.recomputing import Recomputed, recompute
from mlrbench_gui.audit.verdicts.wording import judge_wording
from mlrbench_gui.domain.values import ClaimKind, Verdict

_OVER_TIME = re.compile(
    r"\b(?:iterations?|epochs?|steps?|rounds?|training|over time|learning|progress\w*|curve|trajectory)\b",
    re.IGNORECASE,
)
_OF_OTHERS = re.compile(
    r"\b(?:best|strongest|next[- ]best|other|second[- ]best)\s+(?:\w+\s+)?(?:baseline|method|model)s?\b",
    re.IGNORECASE,
)
_CHANGES = (ClaimKind.DELTA, ClaimKind.RATIO)


@dataclass(frozen=True, slots=True)
class Judge:
    """Everything that deciding needs; built once for a run."""

    files: EvidenceFiles
    entities: Entities
    matcher: Matcher
    rankings: RankingJudge

    def decide(self, statement: Statement, text: str) -> Decision:
        """The decision on one statement of this text."""
        number = statement.number
        if number is None:
            return judge_wording(statement, text, self.files, self.rankings)
        if statement.about is not About.RUN:
            return unverifiable(_NOT_ABOUT[statement.about])
        context = context_of(statement, text, self.entities)
        candidates = self.matcher.candidates(context, number)
        printed = describe(number.number, text[number.start : number.unit_end])
        if statement.kind is ClaimKind.SETUP:
            return decide_setup(candidates, printed)
        sentence = text[slice(*statement.sentence)]
        if statement.kind in _CHANGES and not number.role:
            return self._decide_change(statement, context, candidates, printed)
        if number.role in ("from", "to") and _OVER_TIME.search(sentence):
            ends = [
                c for c in candidates if c.value.aspect in ("first", "last") or not c.value.source.is_machine
            ]
            if any(c.score >= SUPPORT and c.value.source.is_machine for c in ends):
                candidates = tuple(
                    c
                    for c in ends
                    if not c.value.source.is_machine
                    or (c.value.aspect == ("first" if number.role == "from" else "last"))
                )
                return _decide_end(candidates, printed)
        decision = decide_result(candidates, printed, is_cell=statement.spot is not None)
        if decision.verdict is Verdict.SUPPORTED or statement.spot is not None:
            return decision
        return self._decide_otherwise(statement, context, decision, printed, sentence)

    def _decide_otherwise(
        self, statement: Statement, context: Context, first: Decision, printed: str, sentence: str
    ) -> Decision:
        """Again where the sentence leaves open whose number it is, or as a change, a ranking's margin, a count."""
        number = statement.number
        assert number is not None
        near = sentence[
            max(0, number.start - statement.sentence[0] - 50) : number.unit_end - statement.sentence[0] + 60
        ]
        if context.entities and (number.role == "from" or _OF_OTHERS.search(near)):
            open_context = replace(context, entities=frozenset())
            again = decide_result(self.matcher.candidates(open_context, number), printed, is_cell=False)
            if again.verdict is Verdict.SUPPORTED:
                return again
        if number.is_whole and number.unit is None:
            counted = decide_setup(self.matcher.candidates(context, number), printed)
            if counted.verdict is Verdict.SUPPORTED:
                return counted
        return first

    def _decide_change(
        self, statement: Statement, context: Context, candidates: Sequence[Candidate], printed: str
    ) -> Decision:
        """A difference or relative change: recomputed from evidence first, else as a value of its own."""
        number = statement.number
        assert number is not None
        pool = [
            c
            for c in self.matcher.candidates(replace(context, entities=frozenset()), number)
            if c.score >= 0.4
        ]
        made = recompute(number, pool, self.entities, context.entities)
        if made is None and context.entities:
            made = recompute(number, pool, self.entities, frozenset())
        if made is not None and made.score >= 0.5:
            return _recomputed(made, printed)
        return decide_result(candidates, printed, is_cell=False)


_NOT_ABOUT = {
    About.OTHERS: "It tells of other work or of the world, not of this run.",
    About.FUTURE: "It tells of what may come, not of what this run did.",
    About.METHOD: "It describes the method in general; no value of this run is stated.",
    About.RUN: "",
}


def _recomputed(made: Recomputed, printed: str) -> Decision:
    reason = (
        f"{printed} follows from evidence: {made.formula}, with {told(made.left)} and {told(made.right)}."
    )
    held = (
        Held(made.left, primary=True, agrees=True, formula=made.formula),
        Held(made.right, primary=True, agrees=True, formula=made.formula),
    )
    return Decision(Verdict.SUPPORTED, round(min(0.95, 0.3 + 0.6 * made.score), 3), reason, held)


def _decide_end(candidates: Sequence[Candidate], printed: str) -> Decision:
    """One end of a series: the first or the last item of the series that fits best by name."""
    machine = [c for c in candidates if c.value.source.is_machine]
    best = machine[0]
    same = [c for c in machine if c.score >= best.score - 0.04]
    agreeing = [c for c in same if c.agrees]
    shown = agreeing or same
    held = tuple(Held(c, primary=i == 0, agrees=c.agrees) for i, c in enumerate(shown[:EVIDENCE_SHOWN]))
    if agreeing:
        return Decision(
            Verdict.SUPPORTED,
            0.75,
            f"{printed} is the {agreeing[0].value.aspect} of its series: {told(agreeing[0])}.",
            held,
        )
    return Decision(
        Verdict.CONTRADICTED,
        0.7,
        f"The paper has {printed}, but the {best.value.aspect} of the series is {told(best)}.",
        held,
    )
