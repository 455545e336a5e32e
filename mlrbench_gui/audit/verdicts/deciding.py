"""The judge of a run: from each statement of its papers to a decision."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from mlrbench_gui.audit.claims.named_things import told_by_name
from mlrbench_gui.audit.claims.statements import About, Statement
from mlrbench_gui.audit.evidence_files import EvidenceFiles
from mlrbench_gui.audit.ledger.ledger import Ledger
from mlrbench_gui.audit.ledger.values import Source
from mlrbench_gui.audit.matching.candidate import Candidate
from mlrbench_gui.audit.matching.candidates import Matcher
from mlrbench_gui.audit.matching.context import Context, context_of
from mlrbench_gui.audit.matching.entities import Entities
from mlrbench_gui.audit.naming.deciding import NameJudge
from mlrbench_gui.audit.naming.thing import Thing, ThingRole
from mlrbench_gui.audit.numbers.tolerance import agreement
from mlrbench_gui.audit.prose.gains import is_written_change
from mlrbench_gui.audit.rankings.judging import RankingBench
from mlrbench_gui.audit.rankings.unmeasured import Unmeasured
from mlrbench_gui.audit.settings.deciding import decide_by_counts, decide_by_settings, is_loose, is_pause
from mlrbench_gui.audit.settings.known import Settings
from mlrbench_gui.audit.tables.strands import Weaver
from mlrbench_gui.audit.text.words import stem
from mlrbench_gui.audit.verdicts.by_name import decide_by_name
from mlrbench_gui.audit.verdicts.claimed import CHANGE_STEMS, Claimed
from mlrbench_gui.audit.verdicts.compared import decide_compared
from mlrbench_gui.audit.verdicts.complement import decide_complement
from mlrbench_gui.audit.verdicts.decision import Decision, Held, shown, told
from mlrbench_gui.audit.verdicts.named import absent_thing
from mlrbench_gui.audit.verdicts.numbers import (
    EVIDENCE_SHOWN,
    SUPPORT,
    decide_result,
    decide_setup,
    describe,
    supported,
    unverifiable,
)
from mlrbench_gui.audit.verdicts.per_item import decide_per_item
from mlrbench_gui.audit.verdicts.realness import denied_as_made_up
from mlrbench_gui.audit.verdicts.recomputing import Recomputed, of_printed, recompute
from mlrbench_gui.audit.verdicts.rivals import pair_of, told_readings
from mlrbench_gui.audit.verdicts.sides import sides_of
from mlrbench_gui.audit.verdicts.wording import judge_wording
from mlrbench_gui.domain.values import ClaimKind, Verdict

_OVER_TIME = re.compile(
    r"\b(?:iterations?|epochs?|rounds?|over time|progress\w*|curves?|trajectory)\b", re.IGNORECASE
)
_OF_OTHERS = re.compile(
    r"\b(?:best|strongest|next[- ]best|other|second[- ]best)\s+(?:\w+\s+)?(?:baseline|method|model)s?\b",
    re.IGNORECASE,
)
_OTHER_STEMS = frozenset(
    stem(word) for word in ("best", "baseline", "baselines", "strongest", "next", "other", "second")
)
_FALLS = re.compile(
    r"\b(?:reduc\w+|decreas\w+|drop\w*|fall\w*|fell|declin\w+|lower\w*|fewer|less|sav\w+|degrad\w+|worse)\b",
    re.IGNORECASE,
)
_MEASURES = 4
_MOST_RIVALS = 24
_CHANGES = (ClaimKind.DELTA, ClaimKind.RATIO)


@dataclass(frozen=True, slots=True)
class Judge:
    """Everything that deciding needs; built once for a run."""

    files: EvidenceFiles
    entities: Entities
    matcher: Matcher
    rankings: RankingBench
    unmeasured: Unmeasured
    weaver: Weaver
    settings: Settings
    names: NameJudge
    ledger: Ledger

    def decide(self, statement: Statement, text: str) -> Decision:
        """The decision on one statement of this text."""
        number = statement.number
        if statement.thing is not None:
            return self._by_thing(statement.thing, text)
        if number is None:
            denied = self._names_another(statement, text)
            return denied or judge_wording(statement, text, self.files, self.rankings, self.unmeasured)
        if statement.about is not About.RUN:
            return unverifiable(_NOT_ABOUT[statement.about])
        context = context_of(statement, text, self.entities)
        claimed = Claimed(
            statement,
            number,
            context,
            describe(number.number, text[number.start : number.unit_end]),
            text[slice(*statement.sentence)],
            text,
        )
        return (
            denied_as_made_up(claimed, self.matcher)
            or decide_per_item(claimed, self.matcher, self.files)
            or decide_complement(claimed, self.matcher, self.entities)
            or self._decide_number(claimed)
        )

    def _by_thing(self, thing: Thing, text: str) -> Decision:
        if thing.role is ThingRole.METHOD:
            return decide_compared(thing, self.ledger, self.files, self.names.gap)
        return self.names.decide(thing, text)

    def _names_another(self, statement: Statement, text: str) -> Decision | None:
        """A setup told without a number is denied with a data set that it names and that the run never loaded."""
        if statement.kind is not ClaimKind.SETUP or statement.about is not About.RUN:
            return None
        named = told_by_name(statement.quote(text))
        return next((_ for t in named if (_ := self.names.denied_by_loading(t)) is not None), None)

    def _decide_number(self, claimed: Claimed) -> Decision:
        statement, number = claimed.statement, claimed.number
        candidates = self.matcher.candidates(claimed.context, number)
        if statement.kind is ClaimKind.SETUP:
            may_deny = (
                claimed.stands_alone and number.value != 0 and not (number.spelled and number.value <= 2)
            )
            may_deny = may_deny and not is_loose(claimed)
            candidates = tuple(c for c in candidates if self.settings.may_tell(c.value) and not is_pause(c))
            decided = decide_setup(candidates, claimed.printed, may_deny=may_deny)
            told = self._set_elsewhere(claimed, decided) or self._nameless(claimed, decided)
            told = decide_by_settings(claimed, told, candidates, self.settings, may_deny=may_deny)
            told = decide_by_counts(claimed, told, self.settings, self.files)
            return decide_by_name(claimed, told, self.names, self.settings)
        if statement.kind in _CHANGES and number.role not in ("from", "to"):
            return self._decide_change(claimed, candidates)
        if number.role in ("from", "to") and _OVER_TIME.search(claimed.around):
            ended = _decide_end(candidates, claimed.printed, "first" if number.role == "from" else "last")
            if ended is not None:
                return ended
        is_cell = statement.spot is not None
        may_deny = is_cell or (
            claimed.stands_alone and not number.spelled and not number.role and not claimed.tells_change
        )
        decision = decide_result(candidates, claimed.printed, is_cell=is_cell, may_deny=may_deny)
        if decision.verdict is Verdict.SUPPORTED or statement.spot is not None:
            return decision
        return self._decide_otherwise(claimed, decision)

    def _decide_otherwise(self, claimed: Claimed, first: Decision) -> Decision:
        """Again where the number is another entity's, or a count of what was set up."""
        number, context = claimed.number, claimed.context
        if number.role == "from" or _OF_OTHERS.search(claimed.near):
            again = decide_result(
                self.matcher.candidates(_of_others(context), number),
                claimed.printed,
                is_cell=False,
            )
            if again.verdict is Verdict.SUPPORTED:
                return again
        if claimed.is_other_side:
            opposite = self._opposite(claimed)
            if opposite is not None:
                return opposite
        if number.is_whole and number.unit is None:
            known = self.matcher.candidates(context, number)
            counted = decide_setup(known, claimed.printed, may_deny=False)
            counted = decide_by_settings(claimed, counted, known, self.settings, may_deny=False)
            if counted.verdict is Verdict.SUPPORTED:
                return counted
        return self._nameless(claimed, first)

    def _set_elsewhere(self, claimed: Claimed, decision: Decision) -> Decision | None:
        """A default denies nothing where the same setting was passed, or written down by a run, as the paper has it."""
        if (
            decision.verdict is not Verdict.CONTRADICTED
            or not decision.held[0].candidate.value.source.is_setup
        ):
            return None
        denying = decision.held[0].candidate
        if denying.value.place.form == "action":
            return None
        leaf = denying.value.name.part_words[-1]
        for value in self.matcher.named(leaf):
            agreed = agreement(claimed.number, value.value, value.unit)
            was_passed = value.source is Source.OPTION and value.place.form == "action"
            is_set = value.source.is_machine or was_passed
            if is_set and value.name.part_words[-1] == leaf and not value.aspect and agreed.agrees:
                return supported([replace(denying, value=value, agreement=agreed)], claimed.printed, ())
        return None

    def _opposite(self, claimed: Claimed) -> Decision | None:
        """`0.9 vs. 0.5 for the best baseline`: the same measure of another entity, the best one if so told."""
        own = claimed.context.entities
        pool = [c for c in self._beside(claimed) if not self.matcher.entities_of(c.value) & own]
        sided = [replace(c, agreement=agreement(claimed.number, c.value.value, c.value.unit)) for c in pool]
        agreeing = [c for c in sided if c.agrees]
        if not agreeing or len(sided) > _MOST_RIVALS:
            return None
        return decide_result(agreeing[:1], claimed.printed, is_cell=False, may_deny=False)

    def _nameless(self, claimed: Claimed, decision: Decision) -> Decision:
        """Nothing found for a number whose own words name nothing that can be looked up is no finding against it."""
        if decision.verdict is not Verdict.UNSUPPORTED or any(h.primary for h in decision.held):
            return decision
        number = claimed.number
        names = [w for w in claimed.context.core if len(w) > 1 and not w.isdigit() and self.matcher.knows(w)]
        vague = claimed.statement.kind is ClaimKind.SETUP or (number.is_whole and number.unit is None)
        before = claimed.sentence[: number.start - claimed.statement.sentence[0]]
        absent = absent_thing(before, claimed.near, self.matcher.knows)
        if absent:
            reason = f"{claimed.printed} tells of {absent}, and nothing in the run does."
            return Decision(Verdict.UNSUPPORTED, 0.55, reason, decision.held)
        if number.spelled or (vague and not names):
            return Decision(
                Verdict.UNVERIFIABLE,
                0.3,
                f"No name beside {claimed.printed} can be looked up in the run.",
                decision.held,
            )
        return decision

    def _decide_change(self, claimed: Claimed, candidates: Sequence[Candidate]) -> Decision:
        """A difference or relative change: recomputed from evidence first, else as a value of its own."""
        number, context = claimed.number, claimed.context
        pool = self._beside(claimed) or self._of_measure(claimed) + self._variants_of(candidates)
        falls = _FALLS.search(claimed.near) is not None
        made = recompute(number, pool, self.entities, context.entities, falls=falls)
        if not (made and made[0].agrees):
            spoken = frozenset(m.entity for m in self.entities.mentions(claimed.sentence))
            made += recompute(number, pool, self.entities, context.entities | spoken, falls=falls)
        agreeing = told_readings(claimed, made, self.entities, self.matcher)
        if agreeing:
            return _recomputed(agreeing[0], claimed.printed)
        direct = decide_result(candidates, claimed.printed, is_cell=False, may_deny=False)
        if direct.verdict is Verdict.SUPPORTED:
            return direct if is_written_change(direct) else _a_value(direct, claimed.printed)
        against = self._against(claimed, made)
        if against is None:
            return direct
        rounded = of_printed(number, against, claimed.text)
        return (
            _denied(against, claimed.printed)
            if rounded is None
            else _rounded(rounded, against, claimed.printed)
        )

    def _against(self, claimed: Claimed, made: list[Recomputed]) -> Recomputed | None:
        """The change of the claim's entity against the one that the sentence compares it with."""
        sides = sides_of(claimed, self.entities)
        if sides is None:
            return None
        own, rival = sides
        in_points = claimed.number.unit == "points"
        for m in made:
            left, pair = self.matcher.entities_of(m.left.value), pair_of(m, self.matcher)
            sure = m.left.is_only and m.right.is_only and m.score >= 0.5
            told_so = m.is_points if in_points else m.is_relative
            if sure and told_so and pair == own | {rival} and m.from_left == (left <= own):
                return m
        return None

    def _of_measure(self, claimed: Claimed) -> list[Candidate]:
        """Values of the measure that changes, of any entity; words of change themselves name no measure."""
        context = claimed.context
        words = {word: weight for word, weight in context.words.items() if word not in CHANGE_STEMS}
        measure = replace(context, words=words, core=context.core - CHANGE_STEMS, is_open=True)
        return [c for c in self.matcher.candidates(measure, claimed.number) if c.score >= 0.4]

    def _variants_of(self, candidates: Sequence[Candidate]) -> list[Candidate]:
        """The measure that fits the claim's entity best, of all other entities too."""
        sure = [c for c in candidates if c.may_carry and c.value.source.is_machine and c.score >= SUPPORT]
        most = max((c.explains for c in sure), default=0.0)
        return [
            replace(c, value=value, is_foreign=False)
            for c in [c for c in sure if c.explains >= most - 0.05][:_MEASURES]
            for value in (c.value, *self.matcher.variants(c.value))
        ]

    def _beside(self, claimed: Claimed) -> list[Candidate]:
        """Values that the other numbers of the sentence rest on, with the same measure of all other entities."""
        statement = claimed.statement
        pool: dict[tuple[str, str, str], Candidate] = {}
        for other in statement.siblings:
            if other.start >= claimed.number.start:
                break
            if other.spelled:
                continue
            beside = replace(statement, number=other, start=other.start, end=other.unit_end)
            context = context_of(beside, claimed.text, self.entities)
            held = [
                c
                for c in self.matcher.candidates(context, other)
                if c.agrees and c.score >= SUPPORT and c.value.source.is_machine
            ]
            for candidate in held[:2]:
                for value in self.matcher.variants(candidate.value) or (candidate.value,):
                    key = (value.path, value.place.words(), value.aspect)
                    pool.setdefault(key, replace(candidate, value=value, score=max(candidate.score, 0.76)))
        return list(pool.values())


def _a_value(decision: Decision, printed: str) -> Decision:
    """A change is not shown by a value that merely has its number."""
    best = decision.held[0].candidate
    reason = (
        f"{printed} is told as a change; {best.value.name.title()} has that number as a value: {told(best)}."
    )
    held = tuple(replace(h, primary=False) for h in decision.held[:3])
    return Decision(Verdict.UNSUPPORTED, 0.45, reason, held)


def _of_others(context: Context) -> Context:
    """The context of a number that belongs to an entity which the sentence does not name."""
    return replace(context, is_open=True, core=context.core - _OTHER_STEMS)


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
    confidence = round(min(0.95, 0.3 + 0.6 * made.score), 3)
    return Decision(Verdict.SUPPORTED, confidence, reason, _operands(made, agrees=True))


def _rounded(made: Recomputed, unrounded: Recomputed, printed: str) -> Decision:
    reason = (
        f"{printed} follows from the operands as the paper prints them, rounded from evidence: {made.formula}; "
        f"unrounded, evidence gives {shown(unrounded.told)}, with {told(made.left)} and {told(made.right)}."
    )
    return Decision(Verdict.SUPPORTED, 0.5, reason, _operands(made, agrees=True))


def _operands(made: Recomputed, *, agrees: bool) -> tuple[Held, ...]:
    """The recomputed number first, at the place of one operand, then the other operand as it stands."""
    return (
        Held(made.left, primary=True, agrees=agrees, formula=made.formula, value=made.told),
        Held(made.right, primary=True, agrees=None),
    )


def _denied(made: Recomputed, printed: str) -> Decision:
    made_of = f"{made.formula}, with {told(made.left)} and {told(made.right)}"
    reason = f"The paper has {printed}, but evidence gives {shown(made.told)}: {made_of}."
    confidence = round(min(0.8, 0.2 + 0.6 * made.score), 3)
    return Decision(Verdict.CONTRADICTED, confidence, reason, _operands(made, agrees=False))


def _decide_end(candidates: Sequence[Candidate], printed: str, end: str) -> Decision | None:
    """One end of a series: the first or the last item of the series that fits best by name; None without a series."""
    series = [
        c
        for c in candidates
        if c.value.source.is_machine
        and c.value.index >= 0
        and c.value.aspect in ("first", "last")
        and not c.is_foreign
    ]
    if not series or series[0].score < SUPPORT:
        return None
    best = series[0].score
    same = [c for c in series if c.value.aspect == end and c.score >= best - 0.12]
    if not same:
        return None
    agreeing = [c for c in same if c.agrees]
    held = tuple(
        Held(c, primary=i == 0, agrees=c.agrees) for i, c in enumerate((agreeing or same)[:EVIDENCE_SHOWN])
    )
    if agreeing:
        return Decision(
            Verdict.SUPPORTED, 0.75, f"{printed} is the {end} of its series: {told(agreeing[0])}.", held
        )
    return Decision(
        Verdict.CONTRADICTED,
        0.7,
        f"The paper has {printed}, but the {end} of the series is {told(same[0])}.",
        held,
    )
