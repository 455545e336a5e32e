"""The audit screen on real widgets: walking, deciding, undoing, changing claims, by the keys of the table."""

from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication

from mlrbench_gui.domain.artifacts import RunFiles
from mlrbench_gui.domain.decisions import LinkEvidence, SetVerdict
from mlrbench_gui.domain.values import GateState, RunName, Trust, Verdict
from mlrbench_gui.services.context import Context
from mlrbench_gui.services.reviewing import load_view
from mlrbench_gui.ui.kit.actions import ActionSpec, collisions
from mlrbench_gui.ui.screens.audit import keys

pytestmark = pytest.mark.ui

RUN = RunName("end2end_otter/harbor_tides")


def test_that_all_claims_can_be_walked_by_key(opened: Any) -> None:
    order = opened.screen.stage.claims.place.order
    opened.screen.stage.claims.go_to(order[0])
    seen = [opened.current.current.id]
    for _ in order[1:]:
        opened.do("audit.next")
        seen.append(opened.current.current.id)
    assert tuple(seen) == order
    opened.do("audit.next")
    assert opened.current.current.id == order[-1]
    opened.do("audit.previous")
    assert opened.current.current.id == order[-2]


def test_that_a_run_opens_at_the_first_open_claim_that_is_amiss(opened: Any) -> None:
    order = opened.screen.stage.claims.place.order
    amiss = {Verdict.CONTRADICTED, Verdict.UNSUPPORTED}
    first = next(key for key in order if opened.claim(key).current.verdict in amiss)
    assert opened.current.current.id == first != order[0]


def test_that_real_key_presses_reach_the_actions(opened: Any) -> None:
    first = opened.current.current.id
    opened.screen.stage.claims.list.setFocus()
    opened.bot.keyClick(opened.screen.stage.claims.list, Qt.Key.Key_J)
    second = opened.current.current.id
    assert second != first
    opened.bot.keyClick(opened.screen.stage.claims.list, Qt.Key.Key_2)
    opened.settle()
    assert opened.claim(second).current.verdict is Verdict.CONTRADICTED
    opened.bot.keyClick(opened.screen.stage.claims.list, Qt.Key.Key_1, Qt.KeyboardModifier.ShiftModifier)
    opened.settle()
    assert opened.claim(second).current.trust is Trust.MEASURED


def test_that_a_decision_is_seen_at_once_and_kept(opened: Any, context: Context) -> None:
    key = opened.current.current.id
    opened.table.trigger(keys.verdict_action(Verdict.NARRATIVE_ONLY))
    assert opened.claim(key).current.verdict is Verdict.NARRATIVE_ONLY, "before it is written"
    opened.settle()
    stored = {claim.current.id: claim for claim in load_view(context, RUN).review.claims}
    assert stored[key].current.verdict is Verdict.NARRATIVE_ONLY
    decision = stored[key].decision
    assert decision is not None
    assert decision.overruled


def test_that_accepting_goes_on_and_undo_brings_it_back(opened: Any) -> None:
    key = opened.current.current.id
    opened.do("audit.accept")
    assert opened.current.current.id != key
    assert opened.claim(key).decision is not None
    opened.do("audit.undo")
    assert opened.claim(key).decision is None
    assert opened.messages[-1].startswith("Undid")
    opened.do("audit.redo")
    assert opened.claim(key).decision is not None


def test_that_accepting_keeps_a_persons_own_verdict(opened: Any) -> None:
    key = opened.current.current.id
    opened.do(keys.verdict_action(Verdict.UNVERIFIABLE))
    opened.do("audit.accept")
    assert opened.claim(key).current.verdict is Verdict.UNVERIFIABLE


def test_that_several_claims_are_decided_as_one_step(opened: Any, context: Context) -> None:
    order = opened.screen.stage.claims.place.order
    opened.screen.stage.claims.select_many(order[:4])
    opened.do(keys.verdict_action(Verdict.NARRATIVE_ONLY))
    assert {opened.claim(key).current.verdict for key in order[:4]} == {Verdict.NARRATIVE_ONLY}
    entries = context.workspace.decisions.entries(RUN)
    assert len({entry.step for entry in entries}) == 1
    assert all(isinstance(entry.action, SetVerdict) for entry in entries)
    opened.do("audit.undo")
    assert all(opened.claim(key).decision is None for key in order[:4])


def test_that_a_table_row_is_selected_together(opened: Any) -> None:
    text = opened.screen.view.texts[opened.current.current.paper]
    rows = {
        key: text[: claim.current.span[0]].count("\n")
        for key, claim in opened.screen.stage.claims.model.claims.items()
    }
    for key, line in rows.items():
        opened.screen.stage.claims.go_to(key)
        opened.do("audit.row")
        assert set(opened.screen.stage.claims.place.selected) == {
            other for other, at in rows.items() if at == line
        }


def test_that_next_undecided_skips_decided_claims(opened: Any) -> None:
    order = opened.screen.stage.claims.place.order
    opened.screen.stage.claims.go_to(order[1])
    opened.do("audit.accept")
    opened.screen.stage.claims.go_to(order[0])
    opened.do("audit.undecided")
    assert opened.current.current.id == order[2]
    opened.screen.stage.claims.select_many(order)
    opened.do("audit.accept")
    opened.do("audit.undecided")
    assert opened.messages[-1] == "All claims are decided"


def test_that_flag_and_note_are_kept(opened: Any) -> None:
    key = opened.current.current.id
    opened.do("audit.flag")
    opened.screen.stage.evidence.note_requested.emit("Look at the log again")
    opened.settle()
    assert opened.claim(key).flagged
    assert opened.claim(key).note == "Look at the log again"
    assert opened.claim(key).decision is None
    opened.do("audit.next")
    opened.do("audit.flagged")
    assert opened.current.current.id == key
    opened.do("audit.flag")
    assert not opened.claim(key).flagged


def test_that_a_failed_write_shows_what_is_kept(
    opened: Any, monkeypatch: pytest.MonkeyPatch, context: Context
) -> None:
    from mlrbench_gui.domain.errors import WorkspaceError

    def refuse(_entries: object) -> None:
        raise WorkspaceError("the disk is full; free some space")

    key, before = opened.current.current.id, opened.current
    monkeypatch.setattr(context.workspace.decisions, "append", refuse)
    opened.do(keys.verdict_action(Verdict.UNSUPPORTED))
    assert opened.claim(key) == before
    assert opened.messages[-1] == "the disk is full; free some space"


def test_that_selected_words_become_a_claim(opened: Any) -> None:
    view = opened.screen.view
    text = view.texts[view.run.papers[0]]
    start = text.index("hour on four GPUs")
    opened.screen.stage.paper.view.select((start, start + len("hour on four GPUs")))
    before = len(view.review.claims)
    opened.do("audit.add")
    assert len(opened.screen.view.review.claims) == before + 1
    assert opened.current.origin == "person"
    assert opened.current.current.quote == "hour on four GPUs"
    assert opened.screen.stage.paper.view.highlight(opened.current.current.id) is not None
    opened.do("audit.remove")
    assert len(opened.screen.view.review.claims) == before


def test_that_adding_without_words_says_what_to_do(opened: Any) -> None:
    opened.do("audit.add")
    assert opened.messages[-1].startswith("Select the words")


def test_that_a_claim_moves_to_the_selected_words(opened: Any) -> None:
    key, text = opened.current.current.id, opened.screen.view.texts[opened.current.current.paper]
    start = text.index("on three seeds")
    opened.screen.stage.paper.view.select((start, start + len("on three seeds")))
    opened.do("audit.move")
    assert opened.claim(key).current.quote == "on three seeds"
    item = opened.screen.stage.paper.view.highlight(key)
    expected = opened.screen.stage.paper.view.sheet.span_boxes(start, start + len("on three seeds"))
    assert [(box.left(), box.top(), box.right(), box.bottom()) for box in item.boxes] == [
        pytest.approx(box) for box in expected
    ]


def test_that_a_claim_splits_at_the_chosen_word_and_undo_joins_it(opened: Any) -> None:
    claims = opened.screen.stage.claims
    key = next(key for key in claims.place.order if len(claims.model.claims[key].current.quote.split()) > 3)
    claims.go_to(key)
    quote, before = opened.current.current.quote, len(claims.model.claims)
    opened.do("audit.split")
    card = opened.screen.split.card
    assert card is not None
    opened.bot.keyClick(card, Qt.Key.Key_Right)
    cut = card.cut
    opened.bot.keyClick(card, Qt.Key.Key_Return)
    opened.settle()
    assert len(claims.model.claims) == before + 1
    assert key not in claims.model.claims
    assert quote.startswith(opened.current.current.quote)
    assert opened.current.current.span[1] <= cut
    opened.do("audit.undo")
    assert key in claims.model.claims


def test_that_selected_claims_merge_into_one(opened: Any) -> None:
    claims = opened.screen.stage.claims
    chosen = claims.place.order[:2]
    spans = [claims.model.claims[key].current.span for key in chosen]
    before = len(claims.model.claims)
    claims.select_many(chosen)
    opened.do("audit.merge")
    assert len(claims.model.claims) == before - 1
    assert opened.current.current.span == (min(s for s, _ in spans), max(e for _, e in spans))


def test_that_evidence_is_linked_and_unlinked_by_hand(opened: Any, context: Context, sample: Any) -> None:
    key = opened.current.current.id
    found = next(claim.evidence[0] for claim in sample.audit().claims if claim.evidence and claim.id != key)
    opened.screen.stage.evidence.link_requested.emit(found)
    opened.settle()
    entry = context.workspace.decisions.entries(RUN)[-1]
    assert isinstance(entry.action, LinkEvidence)
    assert opened.claim(key).current.evidence[0].path == found.path
    opened.screen.stage.evidence.unlink_requested.emit(opened.claim(key).current.evidence[0])
    opened.settle()
    last = context.workspace.decisions.entries(RUN)[-1].action
    assert isinstance(last, LinkEvidence)
    assert not last.linked


def test_that_a_click_on_a_highlight_chooses_its_claim(opened: Any) -> None:
    view = opened.screen.stage.paper.view
    last = opened.screen.stage.claims.place.order[-1]
    view.reveal(view.highlight(last).boxes[0])
    place = view.mapFromScene(view.highlight(last).boxes[0].center())
    opened.bot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert opened.current.current.id == last
    assert view.highlight(last).is_current


def test_that_dragging_selects_words_of_the_source(opened: Any) -> None:
    view = opened.screen.stage.paper.view
    text = view.sheet.text
    start = text.index("pressure alone")
    boxes = view.sheet.span_boxes(start, start + len("pressure alone"))
    y = (boxes[0][1] + boxes[0][3]) / 2
    left = view.mapFromScene(boxes[0][0] + 2.0, y)
    right = view.mapFromScene(boxes[0][2] - 2.0, y)
    opened.bot.mousePress(view.viewport(), Qt.MouseButton.LeftButton, pos=left)
    for step in range(1, 6):
        opened.bot.mouseMove(view.viewport(), left + (right - left) * step / 5)
    opened.bot.mouseRelease(view.viewport(), Qt.MouseButton.LeftButton, pos=right)
    assert text[slice(*view.selection)] == "pressure alone"
    assert opened.screen.close_layer()
    assert view.selection is None


def test_that_the_paper_is_searched(opened: Any) -> None:
    paper = opened.screen.stage.paper
    opened.table.trigger("audit.paper")
    opened.table.trigger("audit.find")
    opened.bot.keyClicks(QApplication.focusWidget(), "pressure")
    hits = paper.view.sheet.text.lower().count("pressure")
    assert paper.find_bar._count.text() == f"1 of {hits}"
    opened.bot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return)
    assert paper.find_bar._count.text() == f"2 of {hits}"
    assert opened.screen.close_layer()
    assert paper.find_bar.isHidden()


def test_that_letters_typed_into_a_field_decide_nothing(opened: Any, context: Context) -> None:
    opened.table.trigger("audit.filter")
    field: Any = QApplication.focusWidget()
    opened.bot.keyClicks(field, "a1")
    opened.settle()
    assert field.text() == "a1"
    assert context.workspace.decisions.entries(RUN) == ()


def test_that_the_gate_explains_itself_and_takes_an_override(opened: Any) -> None:
    gate: Any = opened.screen.stage.gate
    opened.table.trigger("audit.gate")
    assert gate.open_at is GateState.EXECUTED
    card = gate.card()
    card.open_override()
    assert not card._confirm.isEnabled(), "no override without a reason"
    card._reason.setText("I ran it again myself")
    card._confirm.click()
    opened.settle()
    assert not gate.open_at
    cell = next(cell for cell in gate.facts.cells if cell.state is GateState.EXECUTED)
    assert cell.passed
    assert cell.override is not None
    assert cell.override.reason == "I ran it again myself"
    assert gate.facts.reached is GateState.EXECUTED


def test_that_the_popover_never_covers_the_claims_and_escape_closes_it(opened: Any) -> None:
    gate, claims = opened.screen.stage.gate, opened.screen.stage.claims
    for cell in gate.facts.cells:
        gate.open_state(cell.state, focus=True)
        popover = gate._popover
        right = popover.mapToGlobal(QPoint(popover.width(), 0)).x()
        assert right <= claims.mapToGlobal(QPoint(0, 0)).x()
    assert opened.screen.close_layer()
    assert gate.open_at is None


def test_that_a_rules_place_opens_in_the_evidence(opened: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, object]] = []
    monkeypatch.setattr(
        opened.screen.stage.evidence, "open_place", lambda path, place: asked.append((path, place))
    )
    opened.screen.stage.gate.place_requested.emit("results/log.txt", None)
    assert asked == [("results/log.txt", None)]


def test_that_no_two_actions_share_a_key(opened: Any) -> None:
    specs: tuple[ActionSpec, ...] = opened.screen.specs()
    assert collisions(specs) == ()
    assert {spec.id for spec in specs} == set(opened.screen.handlers())


def test_that_every_pane_is_reached_by_f6(opened: Any) -> None:
    opened.table.trigger("audit.claims")
    seen = [opened.screen.walk.current()]
    for _ in range(4):
        opened.table.trigger("audit.pane")
        seen.append(opened.screen.walk.current())
    assert len(set(seen)) >= 4
    opened.table.trigger("audit.claims")
    assert opened.screen.walk.current() == keys.CLAIMS


def test_that_others_decisions_come_in_and_ones_own_place_stays(opened: Any, other_author: Context) -> None:
    from mlrbench_gui.services.reviewing import record
    from mlrbench_gui.ui.screens.audit import editing

    order = opened.screen.stage.claims.place.order
    opened.screen.stage.claims.go_to(order[3])
    view = load_view(other_author, RUN)
    record(other_author, view, editing.set_verdict(view.review.claims[:1], view.texts, Verdict.UNSUPPORTED))
    opened.screen.workspace_changed()
    opened.settle()
    assert opened.claim(view.review.claims[0].current.id).current.verdict is Verdict.UNSUPPORTED
    assert opened.current.current.id == order[3]


def test_that_a_run_without_an_audit_offers_one(
    make_screen: Callable[..., Any], workspace: Any, sample: Any
) -> None:
    workspace.kept.clear()
    made = make_screen()
    made.open(RUN)
    claims = made.screen.stage.claims
    assert claims._empty.isVisible()
    claims.audit_requested.emit()
    made.settle()
    made.bot.waitUntil(lambda: bool(claims.model.claims), timeout=10_000)
    made.settle()
    assert claims.current() is not None


def test_that_an_unknown_run_says_so(make_screen: Callable[..., Any]) -> None:
    made = make_screen()
    with made.bot.waitSignal(made.screen.session.failed, timeout=10_000):
        made.screen.show_run(RunName("no/such"))
    assert made.screen._error.isVisible()


def test_that_files_which_cannot_be_read_do_not_hide_the_screen(
    make_screen: Callable[..., Any],
    workspace: Any,
    sample: Any,
    monkeypatch: pytest.MonkeyPatch,
    context: Context,
) -> None:
    from mlrbench_gui.domain.errors import InputError

    def refuse(_source: object) -> RunFiles:
        raise InputError("results/paper.md cannot be set; show it as text")

    monkeypatch.setattr(context.press, "build", refuse)
    made = make_screen()
    made.open(RUN)
    assert made.screen.stage.paper._error.isVisible()
    assert made.screen.stage.claims.current() is not None
