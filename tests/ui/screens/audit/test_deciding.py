"""What is foreseen of a decision is what the log says once it is written."""

from collections.abc import Callable
from typing import Any

import pytest

from mlrbench_gui.domain.decisions import Action
from mlrbench_gui.domain.values import RunName, Trust, Verdict
from mlrbench_gui.services.context import Context
from mlrbench_gui.services.reviewing import load_view, record
from mlrbench_gui.ui.kit.background import Background
from mlrbench_gui.ui.screens.audit import editing
from mlrbench_gui.ui.screens.audit.deciding import RunDesk
from mlrbench_gui.ui.screens.audit.foreseeing import foresee, settled

pytestmark = pytest.mark.ui
RUN = RunName("end2end_otter/harbor_tides")

Make = Callable[[Any, Any], tuple[Action, ...]]


@pytest.mark.parametrize(
    "make",
    [
        editing.accept,
        lambda claims, texts: editing.set_verdict(claims, texts, Verdict.UNSUPPORTED),
        lambda claims, texts: editing.set_trust(claims, texts, Trust.MEASURED),
        lambda claims, texts: editing.set_note(claims, texts, "a note"),
        editing.toggle_flag,
    ],
)
def test_that_what_is_foreseen_comes_true(make: Make, context: Context) -> None:
    view = load_view(context, RUN)
    actions = make(view.review.claims[:3], view.texts)
    foreseen = foresee(view.review, actions, context.author(), context.clock())
    assert record(context, view, actions).claims == foreseen.claims


def test_that_settled_claims_are_the_very_same_objects(context: Context) -> None:
    view, again = load_view(context, RUN), load_view(context, RUN)
    kept = settled(again.review, view.review)
    assert all(left is right for left, right in zip(kept.claims, view.review.claims, strict=True))


def test_that_decisions_made_in_a_hurry_are_all_kept_in_order(
    context: Context, background: Background, qtbot: Any
) -> None:
    view = load_view(context, RUN)
    desk = RunDesk(context, background, view)
    claim = view.review.claims[0]
    for verdict in Verdict:
        desk.decide(editing.set_verdict((claim,), view.texts, verdict))
        assert desk.shown.claims[0].current.verdict is verdict
        claim = desk.shown.claims[0]
    desk.undo()
    qtbot.waitUntil(lambda: not desk.busy, timeout=10_000)
    entries = context.workspace.decisions.entries(RUN)
    assert [entry.action.kind for entry in entries][-1] == "undo"
    assert desk.shown.claims[0].current.verdict is list(Verdict)[-2]
    assert desk.shown.undo_name is not None
