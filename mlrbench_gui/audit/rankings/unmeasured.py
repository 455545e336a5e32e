"""Rankings by what the run never measured: nothing holds a value of that kind, or only the agent's notes say so."""

import re
from collections.abc import Iterator

from mlrbench_gui.audit.claims.statements import Statement
from mlrbench_gui.audit.ledger.ledger import Ledger
from mlrbench_gui.audit.ledger.values import Place, Source
from mlrbench_gui.audit.rankings.notes import NoteLine, Notes
from mlrbench_gui.audit.rankings.qualities import CLAIMED, Quality
from mlrbench_gui.audit.text.words import name_words
from mlrbench_gui.audit.verdicts.decision import Decision
from mlrbench_gui.audit.verdicts.file_places import file_evidence
from mlrbench_gui.domain.values import Verdict

_MEASURING = (Source.JSON, Source.CSV, Source.REPORT, Source.LOG, Source.OUTPUT, Source.DRAWN)
_OPEN = re.compile(
    r"\b(?:may|might|could|would|should|will|likely|aim\w*|must|contribut\w+|advanc\w+|foster\w*|pav(?:e|es|ing)|goals?|"
    r"objectives?|intend\w*|expect\w*|hypothes\w*|future|"
    r"potential\w*|promis\w+|needs?|needed|need to|seek\w*|strive|motivat\w+|challeng\w+|crucial|essential|whether|if|"
    r"plan\w*|designed to|further (?:\w+ing|work|research|improv\w+)|we (?:did|do) not|"
    r"not (?:measured|evaluated|reported|provided)|towards?|require[sd]? (?:further|more|larger)|"
    r"possib\w+|opportunit\w+|important|importance|trade-?offs?)\b",
    re.IGNORECASE,
)
"""Words of what is hoped for, wanted or owned to be open: such a sentence claims no outcome."""
_DENIED = re.compile(r"\b(?:no|not|without|lack\w*|neither|nor|fail\w*)\b|n['’]t\b", re.IGNORECASE)
_WITHOUT = re.compile(r"(?:^|[^a-z])(?:without|w/o)(?:[^a-z]|$)", re.IGNORECASE)
_VARIED = re.compile(
    r"(?:^|[:;.]\s+|\*\s+)(?:larger|higher|smaller|lower|increasing|decreasing)\s+(?:values of\s+)?"
    r"(?:\$(?P<math>[^$]{1,12})\$|`(?P<code>[^`]{1,20})`)",
    re.IGNORECASE,
)
_BEFORE = 20
_SHARED = 0.34
_MOSTLY = 0.5
_SET = (Source.JSON, Source.CSV, Source.LOG, Source.OUTPUT, Source.REPORT, Source.OPTION, Source.CONFIG)
_OPTIONS = (Source.OPTION, Source.CONFIG)


class Unmeasured:
    """What the run's results hold measures of, by the words of their names, and what its notes say."""

    def __init__(self, ledger: Ledger, notes: Notes, gap: str = "") -> None:
        self._ledger = ledger
        self._notes = notes
        self._is_whole = not gap
        self._held = frozenset(_words_held(ledger))

    def decide(self, statement: Statement, text: str) -> Decision | None:
        """None where the statement claims nothing of a kind that the run never measured."""
        told = statement.quote(text)
        if not self._is_whole or _OPEN.search(told):
            return None
        lacking = next(self._lacking(told), None)
        if lacking is None:
            return self._unvaried(told)
        line = self._notes.like(told, _SHARED, lambda text: lacking.told.search(text) is not None)
        if line is not None:
            return _noted(line, f"no result of the run is of {lacking.name}")
        reason = f"No result of the run is of {lacking.name}, so that what rests on it has no evidence."
        return Decision(Verdict.UNSUPPORTED, 0.5, reason)

    def _unvaried(self, told: str) -> Decision | None:
        """`Larger K gives ...` where the run took one K, or none, and only a note has it."""
        hit = _VARIED.search(told)
        if hit is None:
            return None
        symbol = hit.group("math") or hit.group("code")
        wanted = set(name_words(symbol))
        titled = set(name_words(told[: hit.start() + 1]))
        taken = {
            value.value
            for name, values in self._ledger.by_name.items()
            if name.part_words and (own := set(name.part_words[-1]))
            for value in values
            if (own == wanted and value.source in _SET) or (own <= titled and value.source in _OPTIONS)
        }
        line = self._notes.like(told, _MOSTLY) if wanted and len(taken) < 2 else None
        return _noted(line, f"the run shows no two values of {symbol}") if line is not None else None

    def _lacking(self, told: str) -> Iterator[Quality]:
        for quality in CLAIMED:
            hit = quality.claimed.search(told)
            denied = hit is not None and _DENIED.search(told, max(0, hit.start() - _BEFORE), hit.end())
            if hit is not None and not denied and not quality.held & self._held:
                yield quality


def _words_held(ledger: Ledger) -> Iterator[str]:
    """The words of all names under which a result, log or plot has a number other than nought."""
    for name, values in ledger.by_name.items():
        if any(value.source in _MEASURING and value.value != 0 for value in values):
            yield from (word for part in name.part_words[name.soft :] for word in part)
            if any(_WITHOUT.search(part) for part in name.parts):
                yield from name_words("ablation")


def _noted(line: NoteLine, what: str) -> Decision:
    held = (file_evidence(line.path, Place("line", "", line.number), line.text.strip(" *_#->")[:80]),)
    reason = f"Only {line.path}, line {line.number}, says so; {what}."
    return Decision(Verdict.NARRATIVE_ONLY, 0.5, reason, held)
