"""A value of the ledger as a match of a statement: how well its name fits, and whether it may carry a verdict."""

from dataclasses import dataclass

from mlrbench_gui.audit.ledger.values import LedgerValue
from mlrbench_gui.audit.numbers.tolerance import Agreement

Shape = tuple[str, str, tuple[str, ...]]
"""File, aspect and name without entities: what one measure of several entities has in common."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A ledger value with its score as a match of the statement by name, and whether it agrees.

    `named` is the share of the name's words, entities and generic ones aside, that the statement uses (`leaf` that of
    its last part), None if it has no others; `explains` the share of the statement's own words that the name holds;
    `is_only` says that the name has but one value in its file; `same_entity` that both speak of the same
    entities; `is_asked_mean` that the statement speaks of a mean;
    `is_drawn` that it is a literal result in code that ran; `is_foreign` that it is of other entities than the
    statement's; `is_member` that it is one of many numbered items and the statement does not name it; `is_coarser`
    that it is the number with fewer digits; `is_other_kind` that it can be no value of the same kind: a fraction
    against a count, a plain count against a time, recall at 1 against recall at 5; `is_carried` that name and
    context would carry a support, should it agree.
    """

    value: LedgerValue
    score: float
    agreement: Agreement
    named: float | None = None
    leaf: float | None = None
    explains: float = 1.0
    is_only: bool = True
    same_entity: bool = True
    is_asked_mean: bool = False
    is_drawn: bool = False
    is_foreign: bool = False
    is_member: bool = False
    is_coarser: bool = False
    is_other_kind: bool = False
    is_carried: bool = True

    @property
    def may_carry(self) -> bool:
        """Whether it may carry a verdict: it is neither another entity's nor one unnamed item of many."""
        return not self.is_foreign and not self.is_member

    @property
    def may_support(self) -> bool:
        """Whether it may carry a support: name and context carry the link, not the equal number alone."""
        return self.may_carry and self.is_carried

    @property
    def agrees(self) -> bool:
        return self.agreement.agrees

    def names_at_least(self, share: float) -> bool:
        """Whether the statement uses at least this share of the name's own words; False where it has none."""
        return self.named is not None and self.named >= share

    @property
    def is_unnamed(self) -> bool:
        """Whether the last part of the name has words of its own and the statement uses none of them."""
        return self.leaf == 0
