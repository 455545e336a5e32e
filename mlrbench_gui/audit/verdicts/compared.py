"""The verdict on a method that a paper lists among its baselines: it has values, it failed, or it was never there."""

import re
from collections.abc import Sequence

from mlrbench_gui.audit.evidence_files import EvidenceFiles
from mlrbench_gui.audit.ledger.ledger import Ledger
from mlrbench_gui.audit.ledger.values import LedgerValue, Place, Source
from mlrbench_gui.audit.matching.candidate import Candidate
from mlrbench_gui.audit.naming.thing import Thing
from mlrbench_gui.audit.text.words import joined, name_words
from mlrbench_gui.audit.verdicts.decision import Decision, Held
from mlrbench_gui.audit.verdicts.file_places import ONE, file_evidence
from mlrbench_gui.audit.verdicts.wording import LONGEST_READ, as_word, name_in_code
from mlrbench_gui.domain.artifacts import ArtifactRole
from mlrbench_gui.domain.values import RelPath, Verdict

_FAILED = re.compile(r"\b(?:error|exception|failed|failure|traceback|crash\w*|could not)\b", re.IGNORECASE)
_SHOWN = 3
_MORE = 3
_LONG = 4
_Line = tuple[RelPath, int]


def decide_compared(thing: Thing, ledger: Ledger, files: EvidenceFiles, gap: str) -> Decision:
    """Supported where results are of it; contradicted where logs tell of nothing but its failure.

    Unsupported where nothing names it and all of the run is seen (`gap` is empty).
    """
    failed = _failing_lines(thing.text, files)
    values = [v for v in _values_of(thing.text, ledger) if (v.path, v.place.first) not in failed]
    measured = [v for v in values if v.source.is_machine]
    if measured:
        first = measured[0]
        reason = f"{thing.text} has results of its own: {first.name.title()} in {first.path}, {first.place.words()}."
        return Decision(Verdict.SUPPORTED, 0.6, reason, _held(measured))
    if any(v.source is Source.TABLE for v in values):
        return _open(f"Values of {thing.text} stand in tables of the agent's own text alone.")
    if failed:
        return _never_evaluated(thing.text, failed)
    return _without_results(thing.text, ledger, files, gap)


def _without_results(name: str, ledger: Ledger, files: EvidenceFiles, gap: str) -> Decision:
    """On a method of which no result and no failure is known by its name."""
    coded = name_in_code(spelled(name), files)
    if coded is not None:
        where = coded.candidate.value
        reason = f"{name} stands in {where.path}, {where.place.words()}, and no result is of it by that name."
        return _open(reason, (coded,))
    short = _short_form(name, ledger)
    if short is not None:
        called = f"what {short.path} calls {short.name.title()}"
        return _open(f"{name} may be {called}; a person must tell whether it is.", _held([short]))
    if gap:
        return _open(f"No code, log or result of the run names {name}; more may have been: {gap}.")
    reason = f"The paper compares with {name}, and no code, log or result of the run names it."
    return Decision(Verdict.UNSUPPORTED, 0.55, reason)


def _open(reason: str, held: tuple[Held, ...] = ()) -> Decision:
    return Decision(Verdict.UNVERIFIABLE, 0.4, reason, held)


def _values_of(name: str, ledger: Ledger) -> list[LedgerValue]:
    """Results, and what is told of them, under names with the method's own as a part or as words in order."""
    words, join = name_words(name), joined(name)
    found = []
    for word in dict.fromkeys((words[0] if words else "", join)):
        for known in ledger.by_word.get(word, ()):
            if any(_is_of(part, words, join) for part in known.part_words[known.soft :]):
                found += [v for v in ledger.by_name[known] if v.source.is_machine or v.source.is_prose]
    return found


def _is_of(part: Sequence[str], words: Sequence[str], join: str) -> bool:
    """Whether a part of a name is the method's, with few words more: a command line that lists it tells no value."""
    if len(part) > len(words) + _MORE:
        return False
    at = range(len(part) - len(words) + 1)
    return (
        "".join(part) == join
        or join in part
        or any(list(part[i : i + len(words)]) == list(words) for i in at)
    )


def spelled(name: str) -> str:
    """The name with its inner words apart, so that code's spelling is found, too: `Flow KV` of `FlowKV`."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name)


def _short_form(name: str, ledger: Ledger) -> LedgerValue | None:
    """A result under the first word of the name alone: `rake` for `RakeAttention`."""
    words = name_words(name)
    if len(words) < 2 or len(words[0]) < _LONG:
        return None
    named = (v for n in ledger.by_word.get(words[0], ()) for v in ledger.by_name[n] if v.source.is_machine)
    return next((v for v in named if (words[0],) in v.name.part_words), None)


def _failing_lines(name: str, files: EvidenceFiles) -> dict[_Line, str]:
    """The lines of logs that tell of the method's failure."""
    wanted = as_word(spelled(name))
    found: dict[_Line, str] = {}
    for path in files.of_role(ArtifactRole.LOG):
        if files.size_of(path) > LONGEST_READ or wanted.search(files.text(path)) is None:
            continue
        for number, line in enumerate(files.text(path).split("\n"), start=1):
            if _FAILED.search(line) and wanted.search(line):
                found[(path, number)] = line.strip()
    return found


def _never_evaluated(name: str, failed: dict[_Line, str]) -> Decision:
    (path, number), line = next(iter(failed.items()))
    reason = f"The paper compares with {name}, whose evaluation failed ({path}, line {number}); no result is of it."
    held = tuple(
        file_evidence(p, Place("line", "", n), text[:120], agrees=False, primary=i == 0)
        for i, ((p, n), text) in enumerate([((path, number), line), *list(failed.items())[1:_SHOWN]])
    )
    return Decision(Verdict.CONTRADICTED, 0.65, reason, held)


def _held(values: Sequence[LedgerValue]) -> tuple[Held, ...]:
    return tuple(Held(_named(value), primary=i == 0, agrees=True) for i, value in enumerate(values[:_SHOWN]))


def _named(value: LedgerValue) -> Candidate:
    return Candidate(value, 0.7, ONE)
