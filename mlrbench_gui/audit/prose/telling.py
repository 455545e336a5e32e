"""A statement of running text with its words, the things it speaks of, and how its number is told."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from mlrbench_gui.audit.claims.statements import Statement
from mlrbench_gui.audit.matching.context import Context, context_of
from mlrbench_gui.audit.matching.entities import Entities
from mlrbench_gui.audit.matching.proposed import SAYS_OURS
from mlrbench_gui.audit.numbers.printed import PrintedNumber
from mlrbench_gui.audit.prose.bounds import Bound, bound_of
from mlrbench_gui.audit.prose.labels import Speech, speech_of
from mlrbench_gui.audit.verdicts.claimed import Claimed
from mlrbench_gui.audit.verdicts.decision import Decision
from mlrbench_gui.audit.verdicts.numbers import describe
from mlrbench_gui.domain.values import ClaimKind

_PACE = re.compile(r"\b(?:faster|slower|quicker)\b", re.IGNORECASE)
"""What tells of a time without saying so."""
CHANGES = (ClaimKind.DELTA, ClaimKind.RATIO)


@dataclass(frozen=True, slots=True)
class Telling:
    """A statement with a number, its decision so far, and what its words name.

    `spoken` are the entities of its sentence, `earlier` those of the sentence before it.
    """

    statement: Statement
    number: PrintedNumber
    decision: Decision
    context: Context
    speech: Speech
    sentence: str
    spoken: frozenset[int]
    earlier: frozenset[int]
    text: str

    @property
    def before(self) -> str:
        """The sentence up to the number."""
        return self.sentence[: self.number.start - self.statement.sentence[0]]

    @property
    def behind(self) -> str:
        """The sentence after the number and its unit."""
        return self.sentence[self.number.unit_end - self.statement.sentence[0] :]

    @property
    def bound(self) -> Bound | None:
        return bound_of(self.before)

    @property
    def printed(self) -> str:
        return describe(self.number.number, self.text[self.number.start : self.number.unit_end])

    @property
    def is_change(self) -> bool:
        """Whether the number tells how much something changed, not what it is."""
        if self.number.role in ("from", "to"):
            return False
        return self.statement.kind in CHANGES or self.claimed.tells_change

    @property
    def claimed(self) -> Claimed:
        return Claimed(self.statement, self.number, self.context, self.printed, self.sentence, self.text)

    @property
    def says_ours(self) -> bool:
        return SAYS_OURS.search(self.sentence) is not None

    @property
    def digits(self) -> int:
        """How many digits the number tells."""
        return len(self.number.value.normalize().as_tuple().digits)


def telling_of(
    statement: Statement, decisions: Mapping[Statement, Decision], text: str, entities: Entities
) -> Telling | None:
    """The statement as its words tell it; None for cells and statements without a number."""
    number = statement.number
    if number is None or statement.spot is not None:
        return None
    sentence = text[slice(*statement.sentence)]
    around = " ".join(
        (statement.before, statement.lead, statement.section.title, *statement.section.parents[-1:])
    )
    clause = f"{statement.lead} {statement.quote(text)}"
    if _PACE.search(clause):
        clause += " time"
    return Telling(
        statement,
        number,
        decisions[statement],
        context_of(statement, text, entities),
        speech_of(clause, f"{statement.lead} {sentence}", around),
        sentence,
        frozenset(m.entity for m in entities.mentions(sentence)),
        frozenset(m.entity for m in entities.mentions(statement.before)),
        text,
    )
