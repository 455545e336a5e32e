"""The last cell of the gate tells which sentences of the paper are refused, and leads to each."""

from typing import Any

import pytest

from mlrbench_gui.domain.audit import ClaimCrossing, GateRule, Transition
from mlrbench_gui.domain.values import GateState, RelPath
from mlrbench_gui.ui.screens.audit.gate.facts import GateCell
from mlrbench_gui.ui.screens.audit.gate.popover import GateCard

pytestmark = pytest.mark.ui
TYPED = "rests on results/log.txt, which is refused: typed"


def _card(qtbot: Any, refused: int) -> GateCard:
    claims = [
        ClaimCrossing(claim=f"c{n}", admitted=False, files=(RelPath("results/log.txt"),), reason=TYPED)
        for n in range(refused)
    ]
    claims.append(ClaimCrossing(claim="c99", admitted=True, files=(), reason="rests on admitted evidence"))
    rule = GateRule(id="r", text="A paper exists.", holds=True)
    step = Transition(to=GateState.REPORTED, passed=False, rules=(rule,), claims=tuple(claims))
    card = GateCard(GateCell(GateState.REPORTED, False, "", step), {"c0": "An accuracy of 91 %"})
    qtbot.addWidget(card)
    card.show()
    return card


def _texts(card: GateCard) -> list[str]:
    from PySide6.QtWidgets import QAbstractButton, QLabel

    labels = [part.text() for part in card.findChildren(QLabel)]
    return labels + [part.text() for part in card.findChildren(QAbstractButton)]


def test_that_refused_sentences_are_listed_by_what_refuses_them(qtbot: Any) -> None:
    from PySide6.QtWidgets import QAbstractButton

    card = _card(qtbot, 11)
    assert "Result sentences: 1 admitted, 11 refused" in _texts(card)
    card.toggle_sentences()
    shown = _texts(card)
    assert f"11: {TYPED}" in shown
    assert "c7" in shown
    assert "c8" not in shown
    assert "and 3 more" in shown
    card.toggle_sentences()
    assert any(w.text() == "Show refused" for w in card.findChildren(QAbstractButton))


def test_that_a_refused_sentence_leads_to_its_claim(qtbot: Any) -> None:
    from PySide6.QtWidgets import QAbstractButton

    card = _card(qtbot, 1)
    card.toggle_sentences()
    button = next(b for b in card.findChildren(QAbstractButton) if b.text() == "c0")
    assert "An accuracy of 91 %" in button.toolTip()
    with qtbot.waitSignal(card.claim_requested) as asked:
        button.click()
    assert asked.args == ["c0"]


def test_that_nothing_refused_offers_no_list(qtbot: Any) -> None:
    from PySide6.QtWidgets import QAbstractButton

    card = _card(qtbot, 0)
    button = next(b for b in card.findChildren(QAbstractButton) if b.text() == "Show refused")
    assert not button.isEnabled()
