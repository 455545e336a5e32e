"""The verdict on a setup value by what code sets, where names alone found nothing that holds it."""

import re
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal

from mlrbench_gui.audit.evidence_files import EvidenceFiles
from mlrbench_gui.audit.ledger.values import LedgerValue, NameTable, Place, Source
from mlrbench_gui.audit.matching.candidate import Candidate
from mlrbench_gui.audit.notebooks.reading import PYTHON
from mlrbench_gui.audit.numbers.tolerance import Agreement, agreement
from mlrbench_gui.audit.settings.groups import group_of
from mlrbench_gui.audit.settings.items import counted_otherwise
from mlrbench_gui.audit.settings.known import Settings
from mlrbench_gui.audit.settings.meeting import PAUSE, meet, meet_noted, meet_subset, sure
from mlrbench_gui.audit.settings.procedures import meet_procedure
from mlrbench_gui.audit.settings.reading import Call
from mlrbench_gui.audit.settings.repetitions import the_only_seed
from mlrbench_gui.audit.settings.rows import meet_key, meet_row, not_given, row_of
from mlrbench_gui.audit.settings.setting import Rank, Setting
from mlrbench_gui.audit.settings.shares import Share, meet_share
from mlrbench_gui.audit.settings.spoken import Spoken, spoken_of
from mlrbench_gui.audit.verdicts.claimed import Claimed
from mlrbench_gui.audit.verdicts.decision import Decision, Held
from mlrbench_gui.audit.verdicts.numbers import contradicted, supported
from mlrbench_gui.domain.values import ClaimKind, Verdict

_SCORE = 0.7
_WEAK = 0.6
_HELD_NEAR = 0.5
_PAIR = 2
_BEFORE = 400
_BEHIND = 900
_SPEED = re.compile(r"\s*\w+\s?(?:/\s?(?:s|sec|ms|min|h)\b|per (?:second|minute|hour)\b)", re.IGNORECASE)
_POSITION = re.compile(r"\b(?:episode|epoch|step|iteration|round|generation)[\s$~]+$", re.IGNORECASE)
_UNDECIDED = (Verdict.UNSUPPORTED, Verdict.NARRATIVE_ONLY, Verdict.UNVERIFIABLE)


def decide_by_settings(
    claimed: Claimed, first: Decision, candidates: Sequence[Candidate], settings: Settings, *, may_deny: bool
) -> Decision:
    """`first` unless the code sets the number under a name that is spoken of, or sets another one under just that."""
    if first.verdict not in _UNDECIDED or is_loose(claimed):
        return first
    spoken, row = spoken_of(claimed), row_of(claimed)
    keyed, is_same = meet_key(spoken, row, settings)
    met = meet(spoken, claimed.number, settings)
    agreed = _agreed(claimed, spoken, [*(keyed if is_same else ()), *met.agreeing], settings)
    if agreed:
        return supported(agreed, claimed.printed, ())
    group = _group(claimed, spoken, settings)
    if group is not None:
        return supported([group], claimed.printed, ())
    missing = not_given(spoken, row, settings) if may_deny else ()
    if (keyed and claimed.statement.kind is ClaimKind.SETUP) or missing:
        return _of_call(claimed, keyed, missing)
    denying = sure(met.differing, settings) if may_deny else ()
    if denying and not _is_held(candidates) and not _mixed(denying, spoken):
        return contradicted([_candidate(s, claimed, _SCORE) for s in denying], claimed.printed, candidates)
    return first


def decide_by_counts(claimed: Claimed, first: Decision, settings: Settings, files: EvidenceFiles) -> Decision:
    """`first` unless code counts otherwise what the number counts: items of that name, or seeds where it has one."""
    other = counted_otherwise(claimed, first, spoken_of(claimed), settings)
    if other is not None:
        return contradicted([_candidate(other, claimed, _SCORE)], claimed.printed, ())
    only = the_only_seed(claimed, settings, files) if first.verdict in _UNDECIDED else None
    if only is None:
        return first
    where = f"{only.path}, {only.place.words()}"
    seed = f"{only.numbers[0]:g} in {where}"
    reason = (
        f"The paper has {claimed.printed}, but code that ran sets only one seed ({seed}) and repeats nothing."
    )
    held = Held(_candidate(only, claimed, _SCORE), primary=True, agrees=False)
    return Decision(Verdict.CONTRADICTED, 0.6, reason, (held,))


def _agreed(
    claimed: Claimed, spoken: Spoken, named: Sequence[Setting], settings: Settings
) -> list[Candidate]:
    """What agrees, by the surest kind of link that there is: name, list, subset, share, comment."""
    row, number = row_of(claimed), claimed.number
    for found, score in (
        (named, _SCORE),
        (meet_row(spoken, row, settings), _SCORE),
        (meet_subset(spoken, number, settings), _SCORE),
    ):
        usable = [_candidate(s, claimed, score) for s in found if not s.is_example]
        if usable:
            return usable
    share = meet_share(claimed, spoken, row, settings)
    if share is not None:
        return [_of_share(share, claimed)]
    called = [s for s in meet_procedure(claimed, settings.procedures) if settings.counts(s)]
    return [_candidate(s, claimed, _WEAK) for s in called or meet_noted(spoken, number, settings)]


def _of_call(claimed: Claimed, keyed: Sequence[Setting], calls: Sequence[Call]) -> Decision:
    """Contradicted by another list under the same key, or by a call that is not given the keyword at all."""
    if keyed:
        row = ", ".join(f"{number:g}" for number in keyed[0].numbers)
        where = f"{keyed[0].path}, {keyed[0].place.words()}"
        reason = f"The paper has {claimed.printed}, but {keyed[0].key} is ({row}) in {where}."
        candidate = _candidate(keyed[0], claimed, _SCORE)
    else:
        call = calls[0]
        told = f"{call.path}, line {call.line} gives {call.function} no such argument"
        reason = f"The paper has {claimed.printed}, but {told}."
        value = LedgerValue(
            call.path,
            Place("line", "", call.line),
            NameTable().name((call.function,)),
            0.0,
            Source.CODE,
            text="not given",
        )
        candidate = Candidate(value, _WEAK, Agreement(agrees=False, factor=Decimal(1)))
    return Decision(Verdict.CONTRADICTED, 0.65, reason, (Held(candidate, primary=True, agrees=False),))


def _of_share(share: Share, claimed: Claimed) -> Candidate:
    """A share as a value that carries a support."""
    found = _candidate(share.setting, claimed, _SCORE)
    value = replace(found.value, value=share.value, formula=share.formula)
    return replace(found, value=value, agreement=agreement(claimed.number, share.value))


def is_loose(claimed: Claimed) -> bool:
    """Whether the number sets nothing: `any`, `both`, one for every 1000, a speed, a point in time as `episode 5`."""
    number = claimed.number
    if _SPEED.match(claimed.text, number.end):
        return True
    left = claimed.sentence[: number.start - claimed.statement.sentence[0]]
    if _POSITION.search(left):
        return True
    before = left.rstrip().lower()
    return (number.spelled and number.text.lower() in ("any", "both")) or before.endswith(
        ("every", "each", "per")
    )


def _group(claimed: Claimed, spoken: Spoken, settings: Settings) -> Candidate | None:
    """`three models`: a group of just so many names, all of them told nearby."""
    number = claimed.number
    if not number.is_whole or number.unit is not None or number.value < _PAIR or not spoken.after:
        return None
    near = claimed.text[max(0, number.start - _BEFORE) : number.start + _BEHIND]
    group = group_of(settings.groups, int(number.value), spoken.after, near)
    if group is None:
        return None
    name = NameTable().name((*group.title, ", ".join(group.names)[:120]))
    value = LedgerValue(
        group.path, group.place, name, number.number, group.source, "count", "number of names"
    )
    return Candidate(value, _WEAK, Agreement(agrees=True, factor=Decimal(1)))


def is_pause(candidate: Candidate) -> bool:
    """Whether it only tells how often something is saved, evaluated or told, and is not the number of that."""
    value = candidate.value
    return value.source.is_setup and not candidate.agrees and PAUSE.search(value.name.parts[-1]) is not None


def _is_held(candidates: Sequence[Candidate]) -> bool:
    """Whether something that code wrote agrees under a name that is at all near."""
    return any(c.agrees and c.value.source.is_machine and c.score >= _HELD_NEAR for c in candidates)


def _mixed(denying: Sequence[Setting], spoken: Spoken) -> bool:
    """Whether the setting is given to some call or part of which the paper's words tell nothing."""
    best = denying[0]
    return best.rank > Rank.CHOSEN and bool(best.around) and best.around.isdisjoint(spoken.near)


def _candidate(setting: Setting, claimed: Claimed, score: float) -> Candidate:
    """The setting as a value that carries a verdict."""
    source = Source.CODE if setting.path.endswith(PYTHON) else Source.CONFIG
    if setting.rank is Rank.PASSED:
        source = Source.OPTION
    name = NameTable().name((*setting.owner, setting.key), len(setting.owner))
    printed = claimed.number
    number = next((n for n in setting.numbers if agreement(printed, n).agrees), setting.numbers[0])
    value = LedgerValue(
        setting.path, setting.place, name, number, source, formula=setting.formula, text=f"{number:g}"
    )
    return Candidate(value, score, agreement(claimed.number, number))
