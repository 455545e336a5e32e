"""The fakes are honest: they fit the ports, and spans give back quotes."""

from typing import TYPE_CHECKING, Any

import pytest

from mlrbench_gui.services.ports.papers import PaperPress, PaperSource

if TYPE_CHECKING:
    from mlrbench_gui.services.ports.workspace import Workspace

pytestmark = pytest.mark.ui


def test_that_the_samples_spans_give_back_their_quotes(sample: Any) -> None:
    for claim in sample.audit().claims:
        start, end = claim.span
        assert sample.text[start:end] == claim.quote


def test_that_the_fakes_fit_the_ports(workspace: Any, press: Any, sample: Any) -> None:
    held: Workspace = workspace
    made: PaperPress = press
    paper = made.build(PaperSource(sample.paper, sample.text, {}))
    claim = sample.audit().claims[0]
    assert held.runs.names() == (sample.run,)
    assert paper.places.rects(*claim.span)
    assert made.page(paper.pdf, 1, 0.5).width == 298
