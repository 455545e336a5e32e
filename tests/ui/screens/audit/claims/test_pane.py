"""The claims pane on real widgets, with few claims and with five thousand."""

from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtCore import Qt

from mlrbench_gui.domain.values import Verdict
from mlrbench_gui.ui.screens.audit.claims.delegate import ClaimDelegate
from mlrbench_gui.ui.screens.audit.claims.grouping import SectionRow
from mlrbench_gui.ui.screens.audit.claims.pane import ClaimsPane

pytestmark = pytest.mark.ui
Make = Callable[..., Any]


@pytest.fixture
def pane(qtbot: Any) -> ClaimsPane:
    made = ClaimsPane()
    made.resize(316, 600)
    qtbot.addWidget(made)
    made.show()
    return made


def many(make: Make, count: int) -> list[Any]:
    verdicts = list(Verdict)
    return [
        make(f"c{n}", (n * 10, n * 10 + 5), section=f"Section {n // 50}", verdict=verdicts[n % 5])
        for n in range(count)
    ]


def test_that_verdict_toggles_filter_and_keep_the_place_when_they_can(
    pane: ClaimsPane, make_claim: Make
) -> None:
    pane.show_claims(many(make_claim, 20))
    pane.go_to("c6")
    pane.filters._toggles[1].click()
    assert pane.place.order == ("c1", "c6", "c11", "c16")
    assert pane.place.current == "c6"
    pane.filters._toggles[1].click()
    assert len(pane.place.order) == 20


def test_that_a_filter_without_claims_says_so_and_can_be_taken_away(
    pane: ClaimsPane, make_claim: Make
) -> None:
    pane.show_claims(
        [claim for claim in many(make_claim, 10) if claim.current.verdict is not Verdict.UNSUPPORTED]
    )
    pane.go_to("c4")
    pane.filters._toggles[3].click()
    assert pane._empty.isVisible()
    pane._empty.pressed.emit()
    assert pane.list.isVisible()
    assert pane.place.current == "c4"


def test_that_going_to_a_hidden_claim_takes_the_filter_away(pane: ClaimsPane, make_claim: Make) -> None:
    pane.show_claims(many(make_claim, 10))
    pane.filters._toggles[0].click()
    pane.go_to("c1")
    assert pane.place.current == "c1"
    assert len(pane.place.order) == 10


def test_that_a_click_on_a_head_folds_its_section_and_going_there_unfolds_it(
    pane: ClaimsPane, make_claim: Make, qtbot: Any
) -> None:
    pane.show_claims(many(make_claim, 60))
    head = pane.list.visualRect(pane.model.index(0)).center()
    qtbot.mouseClick(pane.list.viewport(), Qt.MouseButton.LeftButton, pos=head)
    assert pane.model.folded == {"Section 0"}
    assert pane.model.rowCount() == 12
    pane.go_to("c3")
    assert pane.model.folded == frozenset()


def test_that_shift_and_ctrl_select_several(pane: ClaimsPane, make_claim: Make, qtbot: Any) -> None:
    pane.show_claims(many(make_claim, 10))
    left, shift, ctrl = (
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.ShiftModifier,
        Qt.KeyboardModifier.ControlModifier,
    )
    qtbot.mouseClick(pane.list.viewport(), left, pos=pane.list.row_middle("c1"))
    qtbot.mouseClick(pane.list.viewport(), left, shift, pane.list.row_middle("c4"))
    assert list(pane.place.selected) == ["c1", "c2", "c3", "c4"]
    qtbot.mouseClick(pane.list.viewport(), left, ctrl, pane.list.row_middle("c3"))
    assert list(pane.place.selected) == ["c1", "c2", "c4"]


def test_that_a_decision_repaints_its_row_and_moves_none(
    pane: ClaimsPane, make_claim: Make, qtbot: Any
) -> None:
    claims = many(make_claim, 10)
    pane.show_claims(claims)
    rows = [pane.model.row(pane.model.index(at)) for at in range(1, pane.model.rowCount())]
    claims[4] = make_claim("c4", (40, 45), section="Section 0", verdict=Verdict.SUPPORTED, decided=True)
    with qtbot.waitSignal(pane.model.dataChanged):
        pane.show_claims(claims)
    assert [pane.model.row(pane.model.index(at)) for at in range(1, pane.model.rowCount())] == rows
    assert pane.model.row(pane.model.index(0)) == SectionRow("Section 0", 9, 10, folded=False)


def test_that_lost_decisions_are_named(pane: ClaimsPane, make_claim: Make, qtbot: Any) -> None:
    pane.show_claims(many(make_claim, 3), orphans=2)
    assert pane._orphans.text() == "2 decisions have lost the words in the paper"
    with qtbot.waitSignal(pane.orphans_requested):
        pane._orphans.click()


def test_that_five_thousand_claims_paint_only_what_is_seen(
    pane: ClaimsPane, make_claim: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    pane.show_claims(many(make_claim, 5000))
    painted: list[int] = []
    original = ClaimDelegate._paint_claim

    def counted(self: ClaimDelegate, *args: Any, **more: Any) -> None:
        painted.append(1)
        original(self, *args, **more)

    monkeypatch.setattr(ClaimDelegate, "_paint_claim", counted)
    pane.go_to("c4321")
    pane.grab()
    assert 0 < len(painted) < 60
    assert pane.list.viewport().rect().contains(pane.list.row_middle("c4321"))
    pane.step(1)
    assert pane.place.current == "c4322"


def test_that_rows_speak(pane: ClaimsPane, make_claim: Make) -> None:
    pane.show_claims(many(make_claim, 2))
    said = pane.model.index(1).data(Qt.ItemDataRole.AccessibleTextRole)
    assert said.startswith("supported, doubtful, undecided")
    assert pane.list.accessibleName() == "Claims"
