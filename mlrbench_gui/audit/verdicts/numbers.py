"""The verdict on a statement with a number, from its candidates.

Support needs the same name and a value that rounds to the printed one. Contradiction needs a candidate that fits
the name closely while none that fits it well agrees. Prose alone is narrative; a plan alone is no evidence.
"""

import re
from collections.abc import Callable, Sequence

from mlrbench_gui.audit.ledger.values import Source
from mlrbench_gui.audit.matching.candidate import Candidate
from mlrbench_gui.audit.verdicts.carriers import value_first
from mlrbench_gui.audit.verdicts.decision import Decision, Held, shown, told
from mlrbench_gui.domain.values import Verdict

SUPPORT = 0.55
CONTRADICT = 0.8
PROSE = 0.45
NEAR = 0.5
DRAWN_NEAR = 0.3
EXACT = 0.72
DENY_SETUP = 0.7
DENY_PLANNED = 0.6
EVIDENCE_SHOWN = 5
_SETTING = re.compile(
    r"learning_?rate|\blr\b|_lr|batch|epoch|hidden|dim|layer|head|dropout|temperature|fold|iter|steps?\b|round|token|length|window|"
    r"(?:^|_)k$|top|threshold|alpha|beta|lambda|gamma|tau|decay|momentum|warm|patience|samples?|size|split|ratio|budget|rank|"
    r"(?:num|n|max|min)_|trial|runs?\b|workers|agents|episodes|width|depth|bins|clusters",
    re.IGNORECASE,
)


def decide_result(
    candidates: Sequence[Candidate], printed: str, *, is_cell: bool, may_deny: bool = True
) -> Decision:
    """A result: what code printed or wrote supports it, and so does a literal that a script which ran draws."""
    machine = [c for c in candidates if c.value.source.is_machine]
    agreeing = [c for c in machine if c.agrees and c.score >= SUPPORT and not c.is_unnamed and c.may_support]
    strongest = machine[0] if machine else None
    if agreeing and (
        strongest is None or agreeing[0].score >= strongest.score - 0.3 or strongest.score < CONTRADICT
    ):
        return supported(value_first(agreeing, machine), printed, machine)
    drawn = [
        c
        for c in candidates
        if c.agrees and c.is_drawn and c.is_carried and c.score >= SUPPORT and not c.is_unnamed
    ]
    if drawn and not is_cell:
        return supported(drawn, printed, machine)
    denying = [c for c in machine if may_deny and _denies(c, is_cell=is_cell)]
    known = [c for c in candidates if c.is_drawn or c.value.source.is_machine]
    near = any(c.agrees and c.score >= (DRAWN_NEAR if c.is_drawn else NEAR) for c in known)
    if denying and not near:
        return contradicted(denying, printed, candidates)
    other = [c for c in known if may_deny and _draws_otherwise(c)]
    drawn_so = any(
        (c.agrees or c.is_coarser) and c.score >= NEAR and not c.is_unnamed and c.may_carry for c in known
    )
    if other and not drawn_so and not _machine_fits(machine):
        return contradicted(other, printed, candidates)
    return _without_machine(candidates, printed)


def _machine_fits(machine: Sequence[Candidate]) -> bool:
    """Whether what code wrote holds something that fits the name closely."""
    return any(c.score >= CONTRADICT and c.may_carry for c in machine)


def _draws_otherwise(candidate: Candidate) -> bool:
    """Whether a script that ran draws another number under exactly this entity and measure."""
    value = candidate.value
    return (
        candidate.is_drawn
        and not candidate.agrees
        and not candidate.is_other_kind
        and candidate.may_carry
        and candidate.same_entity
        and candidate.is_only
        and not candidate.is_coarser
        and not value.aspect
        and candidate.names_at_least(0.85)
        and candidate.explains >= 0.6
        and candidate.score >= EXACT
    )


def decide_setup(candidates: Sequence[Candidate], printed: str, *, may_deny: bool = True) -> Decision:
    """A setup value: options that ran, options' defaults, configuration, code, and counts of what was written."""
    usable = _without_overridden(
        [c for c in candidates if c.value.source.is_setup or c.value.source.is_machine]
    )
    agreeing = [
        c
        for c in usable
        if c.agrees and c.may_support and (c.score >= SUPPORT or _is_exact_setting(c, explains=0.25))
    ]
    if agreeing:
        return supported(agreeing, printed, usable)
    planned = any(c.agrees and c.score >= PROSE for c in candidates if c.value.source is Source.PLAN)
    bar = DENY_PLANNED if planned else DENY_SETUP
    measured = [c for c in usable if may_deny and (_denies(c, is_cell=False) or _counts_otherwise(c))]
    measured = [c for c in measured if c.value.source.is_machine and not _is_cut(c, printed)]
    if measured and not _held_by_another(measured[0], candidates):
        return contradicted(measured, printed, candidates)
    denying = [
        c for c in usable if may_deny and c.score >= bar and _is_exact_setting(c) and not c.is_other_kind
    ]
    if denying:
        same = [c for c in usable if c.names_at_least(0.75) and _leaf(c) == _leaf(denying[0])]
        rescuing = [c for c in same if c.agrees]
        if rescuing:
            return supported(rescuing, printed, usable)
        if (
            len({c.value.value for c in same if c.value.value not in (0.0, 1.0)}) == 1
            or denying[0].value.source is Source.OPTION
        ):
            return contradicted(denying, printed, candidates)
    return _without_machine(candidates, printed)


def _is_cut(candidate: Candidate, printed: str) -> bool:
    """Whether the whole number printed is the value with its decimals cut off."""
    value = candidate.value.value
    return not value.is_integer() and str(int(value)) == printed


def _held_by_another(denying: Candidate, candidates: Sequence[Candidate]) -> bool:
    """Whether the same file has the number under the same measure, of something else that the words may mean."""
    own = denying.value
    return any(
        c.agrees and c.value.path == own.path and c.value.name.parts[-1:] == own.name.parts[-1:]
        for c in candidates
    )


def _counts_otherwise(candidate: Candidate) -> bool:
    """A whole number that a result file holds under exactly the word beside the statement's number."""
    value = candidate.value
    return (
        not candidate.agrees
        and value.source is Source.JSON
        and not value.aspect
        and value.value.is_integer()
        and candidate.is_only
        and candidate.same_entity
        and candidate.names_at_least(0.99)
        and candidate.explains >= 0.45
        and candidate.score >= EXACT
    )


def _without_overridden(candidates: list[Candidate]) -> list[Candidate]:
    """Where a recorded command passed an option, defaults and constants of that name say nothing."""
    passed = {
        _leaf(c) for c in candidates if c.value.source is Source.OPTION and c.value.place.form == "action"
    }
    return [
        c
        for c in candidates
        if not c.value.source.is_setup or _leaf(c) not in passed or c.value.place.form == "action"
    ]


def _leaf(candidate: Candidate) -> frozenset[str]:
    """The words of a setting's own name: the same in an option, a constant and an argument."""
    words = candidate.value.name.part_words[-1] if candidate.value.source.is_setup else ()
    return frozenset(word for word in words if len(word) > 1)


def _is_exact_setting(candidate: Candidate, *, explains: float = 0.55) -> bool:
    """A value in code or configuration under the name of a setting that the statement names in full."""
    value = candidate.value
    return (
        value.source.is_setup
        and not value.aspect
        and value.value not in (0.0, 1.0)
        and candidate.names_at_least(0.9)
        and candidate.explains >= explains
        and _SETTING.search(value.name.parts[-1]) is not None
    )


def _denies(candidate: Candidate, *, is_cell: bool) -> bool:
    """Whether the candidate is so surely the thing spoken of that another value contradicts the statement."""
    value = candidate.value
    exact = candidate.names_at_least(0.99) and candidate.explains >= 0.9
    bar = EXACT if exact and not value.formula else CONTRADICT if is_cell else CONTRADICT + 0.05
    return (
        not candidate.agrees
        and candidate.may_carry
        and not candidate.is_other_kind
        and candidate.score >= bar
        and candidate.names_at_least(0.85)
        and candidate.explains >= (0.6 if value.source in (Source.JSON, Source.CSV) else 0.75)
        and candidate.is_only
        and candidate.same_entity
        and value.aspect in ("", "mean", "share")
        and (value.aspect != "mean" or candidate.is_asked_mean)
        and value.index < 0
    )


def supported(agreeing: list[Candidate], printed: str, others: Sequence[Candidate]) -> Decision:
    """Supported by the best of the agreeing candidates; `others` are shown where they fit better and disagree."""
    best = agreeing[0]
    rivals = [c for c in others if not c.agrees and c.score > best.score + 0.02]
    confidence = round(min(0.98, 0.35 + 0.6 * best.score - 0.05 * min(len(rivals), 4)), 3)
    held = [Held(c, primary=i == 0, agrees=True) for i, c in enumerate(_by_file(agreeing))]
    held += [Held(c, primary=False, agrees=False) for c in rivals[:2]]
    factor = best.agreement.factor
    scaled = f", times {factor.normalize():f}" if factor != 1 else ""
    scaled += ", within what an approximate number leaves" if best.agreement.loosely else ""
    scaled += ", its last digits cut off, not rounded" if best.agreement.is_cut else ""
    return Decision(
        Verdict.SUPPORTED,
        confidence,
        f"{printed} is what {best.value.name.title()} has: {told(best)}{scaled}.",
        tuple(held[:EVIDENCE_SHOWN]),
    )


def contradicted(denying: list[Candidate], printed: str, candidates: Sequence[Candidate]) -> Decision:
    """Contradicted by the best of the denying candidates; says so where prose among the candidates has the number."""
    best = denying[0]
    prose = [c for c in candidates if c.value.source.is_prose and c.agrees and c.score >= PROSE]
    copied = f" The paper has it from {prose[0].value.path}, which the evidence denies too." if prose else ""
    held = [Held(c, primary=i == 0, agrees=False) for i, c in enumerate(_by_file(denying)[:3])]
    held += [Held(c, primary=False, agrees=True) for c in prose[:2]]
    confidence = round(min(0.95, 0.2 + 0.7 * best.score), 3)
    reason = f"The paper has {printed}, but {best.value.name.title()} is {told(best)}.{copied}"
    return Decision(Verdict.CONTRADICTED, confidence, reason, tuple(held[:EVIDENCE_SHOWN]))


def _without_machine(candidates: Sequence[Candidate], printed: str) -> Decision:
    """Nothing that code left agrees: prose, a plan, a literal in code, or nothing."""
    weak = [c for c in candidates if c.value.source.is_machine][:2]
    for sources, bar, decision in (
        (lambda c: c.value.source.is_prose, PROSE, _narrative),
        (lambda c: c.value.source is Source.PLAN, PROSE, _planned),
        (lambda c: c.value.source.is_setup, SUPPORT, _literal),
    ):
        agreeing = [c for c in candidates if sources(c) and c.agrees and c.score >= bar]
        if agreeing:
            return _weak(decision, agreeing, weak, printed)
    held = tuple(Held(c, primary=False, agrees=c.agrees) for c in candidates[:3])
    near = ""
    if candidates:
        near = f" The closest by name is {candidates[0].value.name.title()}: {told(candidates[0])}."
    return Decision(
        Verdict.UNSUPPORTED, 0.5, f"Nothing in the run holds {printed} under such a name.{near}", held
    )


def _weak(
    decision: Callable[[Candidate, str], tuple[Verdict, float, str]],
    agreeing: list[Candidate],
    weak: list[Candidate],
    printed: str,
) -> Decision:
    verdict, confidence, reason = decision(agreeing[0], printed)
    held = [Held(c, primary=i == 0, agrees=True) for i, c in enumerate(_by_file(agreeing)[:3])]
    held += [Held(c, primary=False, agrees=False) for c in weak]
    return Decision(verdict, confidence, reason, tuple(held[:EVIDENCE_SHOWN]))


def _narrative(best: Candidate, printed: str) -> tuple[Verdict, float, str]:
    where = f"{best.value.path}, {best.value.place.words()}"
    return (
        Verdict.NARRATIVE_ONLY,
        0.6,
        f"Only the agent's prose has {printed}: {where}; nothing that code wrote does.",
    )


def _planned(best: Candidate, printed: str) -> tuple[Verdict, float, str]:
    return (
        Verdict.UNSUPPORTED,
        0.65,
        f"{printed} stands only in {best.value.path}, {best.value.place.words()}: planned, not done.",
    )


def _literal(best: Candidate, printed: str) -> tuple[Verdict, float, str]:
    where = f"{best.value.path}, {best.value.place.words()}"
    if best.value.aspect == "count":
        reason = (
            f"A list of {printed} stands in {where}; its name does not tell that it is what the paper counts."
        )
        return Verdict.UNVERIFIABLE, 0.4, reason
    return (
        Verdict.UNSUPPORTED,
        0.55,
        f"{printed} stands only as a literal in code ({where}); nothing that code wrote holds it.",
    )


def _by_file(candidates: Sequence[Candidate]) -> list[Candidate]:
    """The best of each file first, then the rest."""
    first: dict[str, Candidate] = {}
    rest = []
    for candidate in candidates:
        if candidate.value.path in first:
            rest.append(candidate)
        else:
            first[candidate.value.path] = candidate
    return [*first.values(), *rest][:EVIDENCE_SHOWN]


def unverifiable(reason: str, candidates: Sequence[Candidate] = ()) -> Decision:
    """Not about this run."""
    return Decision(
        Verdict.UNVERIFIABLE,
        0.6,
        reason,
        tuple(Held(c, primary=False, agrees=c.agrees) for c in candidates[:1]),
    )


def describe(value: float, text: str) -> str:
    """The printed number for reasons: as written, with its value where words or suffixes were used."""
    return text if text.strip("-+%. ").replace(".", "").isdigit() else f"{text} ({shown(value)})"
