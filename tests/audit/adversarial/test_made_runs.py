"""Small runs that hide what was made up, and honest ones that look odd: what they rest on, how far they got."""

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from mlrbench_gui.domain.audit import Audit

MakeAudit = Callable[[Mapping[str, str | bytes]], Audit]
NUMBER = 0.912
FEWEST = 50


class Case(Protocol):
    """What a case tells; see the conftest of this folder."""

    id: str
    trust: str
    provenance: str
    made: tuple[tuple[str, str], ...]
    reached: str | None

    def files(self) -> dict[str, str]: ...


def test_that_trust_follows_who_made_the_numbers(case: Case, audit_of: MakeAudit) -> None:
    audit = audit_of(case.files())
    claim = next(c for c in audit.claims if c.value == NUMBER)

    told = [(e.path, str(e.provenance), [s.title for s in e.trail]) for e in claim.evidence]
    assert claim.trust == case.trust, told
    if case.provenance:
        made = {path for path, _ in case.made}
        assert {e.provenance for e in claim.evidence if e.path in made} == {case.provenance}, told
    if case.reached is not None:
        assert audit.gate.reached == case.reached
    if case.trust == "doubtful":
        assert audit.gate.reached not in ("measured", "reported")
    if case.trust == "measured":
        assert audit.gate.reached in ("measured", "reported")


def test_that_there_are_many_cases_of_each_kind(all_cases: Sequence[Case]) -> None:
    trusts = [case.trust for case in all_cases]
    assert len({case.id for case in all_cases}) == len(all_cases) >= FEWEST
    assert min(trusts.count(trust) for trust in ("doubtful", "measured", "unknown")) > 2
