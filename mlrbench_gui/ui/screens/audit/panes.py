"""The large panes of the audit screen, made one at a time: all at once would stall the window."""

from collections.abc import Generator
from dataclasses import dataclass

from mlrbench_gui.services.context import Context
from mlrbench_gui.ui.kit.background import Background
from mlrbench_gui.ui.screens.audit.claims.pane import ClaimsPane
from mlrbench_gui.ui.screens.audit.drawer.drawer import Drawer
from mlrbench_gui.ui.screens.audit.evidence.pane import EvidencePane
from mlrbench_gui.ui.screens.audit.paper.pane import PaperPane
from mlrbench_gui.ui.screens.audit.trace.pane import TracePane


@dataclass(frozen=True, slots=True)
class Panes:
    """Panes that no screen holds yet."""

    paper: PaperPane
    claims: ClaimsPane
    evidence: EvidencePane
    drawer: Drawer
    trace: TracePane


def in_steps(ctx: Context, background: Background) -> Generator[None, None, Panes]:
    """Yields after each pane; the panes are its result."""
    paper = PaperPane(ctx, background)
    yield
    claims = ClaimsPane()
    yield
    evidence = EvidencePane(ctx, background)
    yield
    drawer = Drawer(ctx, background)
    yield
    trace = TracePane(ctx, background)
    yield
    return Panes(paper, claims, evidence, drawer, trace)


def at_once(ctx: Context, background: Background) -> Panes:
    """All panes now."""
    steps = in_steps(ctx, background)
    while True:
        try:
            next(steps)
        except StopIteration as end:
            panes: Panes = end.value
            return panes
