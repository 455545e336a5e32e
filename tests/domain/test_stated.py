"""Which number of a claim evidence is held against."""

import pytest

from mlrbench_gui.domain.audit import Claim
from mlrbench_gui.domain.values import ClaimKind, RelPath, Trust, Verdict


@pytest.mark.parametrize(("kind", "stated"), [(ClaimKind.VALUE, 5.0), (ClaimKind.FIGURE, None)])
def test_that_the_number_of_a_figure_is_no_stated_number(kind: ClaimKind, stated: float | None) -> None:
    claim = Claim(
        id="c1",
        fingerprint="f",
        paper=RelPath("paper.md"),
        span=(0, 1),
        quote="Figure 5",
        section="",
        kind=kind,
        value=5.0,
        unit=None,
        verdict=Verdict.UNVERIFIABLE,
        trust=Trust.UNKNOWN,
        confidence=0.5,
        reason="",
    )

    assert claim.stated == stated
    assert "stated" not in claim.model_dump()
