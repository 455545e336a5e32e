"""Changes that the run itself wrote down as such: a value under `Summary of improvements`, a key `improvement`."""

import re
from collections.abc import Sequence

from mlrbench_gui.audit.matching.candidate import Candidate
from mlrbench_gui.audit.prose.labels import own_words
from mlrbench_gui.audit.prose.telling import Telling
from mlrbench_gui.audit.text.words import name_words
from mlrbench_gui.audit.verdicts.decision import Decision, Held, told
from mlrbench_gui.domain.values import Verdict

_CHANGE_WORDS = frozenset(
    name_words("improvement improvements gain gains reduction increase change speedup difference delta boost")
)
_CHANGE = re.compile(
    r"improv|gain|reduc|increas|decreas|chang|speed-?_?up|differ|delta|boost|sav(?:ed|ing)|drop|degrad|overhead|gap|"
    r"ratio|factor|relative|faster|slower|higher|lower|better|fewer|less|more|margin|declin|transfer|forget|Δ|_vs_",
    re.IGNORECASE,
)
_NAMED = 0.6


def told_as_change(telling: Telling, candidates: Sequence[Candidate]) -> Decision | None:
    """A value that a file of the run calls a change of the measure which the number's clause names."""
    if not telling.is_change or telling.number.role or telling.decision.verdict is Verdict.SUPPORTED:
        return None
    found = [c for c in candidates if _is_that_change(telling, c)]
    agreeing = [c for c in found if c.agrees]
    if not agreeing or len({c.value.value for c in found}) > 1:
        return None
    best = agreeing[0]
    reason = f"{telling.printed} is what {best.value.name.title()} has: {told(best)}."
    held = tuple(Held(c, primary=i == 0, agrees=True) for i, c in enumerate(agreeing[:3]))
    return Decision(Verdict.SUPPORTED, 0.7, reason, held)


def is_written_change(decision: Decision) -> bool:
    """Whether what carries the decision is called a change, a saving or a ratio where it stands."""
    return any(_CHANGE.search(part) for h in decision.held[:1] for part in h.candidate.value.name.parts)


def _is_that_change(telling: Telling, candidate: Candidate) -> bool:
    value = candidate.value
    if (
        not value.source.is_machine
        or value.aspect
        or value.index >= 0
        or not value.name.words & _CHANGE_WORDS
    ):
        return False
    leaf = next((p for p in reversed(value.name.parts) if not set(name_words(p)) <= _CHANGE_WORDS), "")
    return bool(own_words(leaf)) and telling.speech.clause_names(leaf) >= _NAMED
