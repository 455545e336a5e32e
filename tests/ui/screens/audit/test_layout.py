"""The layout by the window's size, on the real screen."""

from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtCore import QPoint

from mlrbench_gui.domain.values import RunName
from mlrbench_gui.ui.screens.audit.layout import PAPER_LEAST, plan_for

RUN = RunName("end2end_otter/harbor_tides")


@pytest.mark.parametrize(
    ("size", "claims", "evidence", "shared", "facts", "low", "drawer"),
    [
        ((1440, 900), 316, 428, False, True, False, True),
        ((1360, 760), 316, 428, False, True, False, True),
        ((1359, 900), 310, 388, False, True, False, False),
        ((1280, 800), 310, 388, False, True, False, False),
        ((1279, 800), 310, 388, True, False, False, False),
        ((1024, 680), 310, 388, True, False, True, False),
        ((1600, 740), 316, 428, False, True, True, False),
    ],
)
def test_that_the_plan_follows_the_table_of_widths(
    size: tuple[int, int], claims: int, evidence: int, shared: bool, facts: bool, low: bool, drawer: bool
) -> None:
    plan = plan_for(*size)
    assert (plan.claims, plan.evidence) == (claims, evidence)
    assert (plan.shared_column, plan.gate_facts, plan.gate_low, plan.drawer_open) == (
        shared,
        facts,
        low,
        drawer,
    )


@pytest.mark.ui
@pytest.mark.parametrize("size", [(1440, 900), (1280, 800), (1200, 800), (1024, 680)])
def test_that_every_pane_has_its_room(
    make_screen: Callable[..., Any], size: tuple[int, int], sample: Any
) -> None:
    opened = make_screen(width=size[0], height=size[1])
    opened.open(RUN)
    stage = opened.screen.stage
    assert (opened.window.width(), opened.window.height()) == size
    assert stage.paper.width() >= PAPER_LEAST
    left = stage.gate.totals.mapTo(opened.window, QPoint(0, 0)).x()
    assert abs(left - (stage._right.mapTo(opened.window, QPoint(0, 0)).x() - 1)) <= 1, (
        "totals over the evidence"
    )
    plan = plan_for(*size)
    assert stage.drawer.is_open() is plan.drawer_open
    if plan.shared_column:
        assert stage.claims.isVisible()
        assert not stage.evidence.isVisible()
        opened.table.trigger("audit.evidence")
        assert stage.evidence.isVisible()
        opened.table.trigger("audit.claims")
        assert stage.claims.isVisible()
    else:
        assert stage.claims.isVisible()
        assert stage.evidence.isVisible()
        assert abs(stage.evidence.width() - plan.evidence) <= 2
        assert abs(stage.claims.width() - plan.claims) <= 2


@pytest.mark.ui
def test_that_the_panes_survive_every_change_of_size(opened: Any) -> None:
    key = opened.current.current.id
    for width, height in ((1024, 680), (1440, 900), (1280, 700), (1100, 800), (1500, 900)):
        opened.resize(width, height)
        assert opened.screen.stage.claims.isVisible()
        assert opened.current.current.id == key


@pytest.mark.ui
def test_that_shutting_the_drawer_gives_its_room_to_the_paper(
    make_screen: Callable[..., Any], sample: Any
) -> None:
    opened = make_screen(width=1440, height=900)
    opened.open(RUN)
    stage = opened.screen.stage
    whole, before = stage.drawer.parentWidget().height(), stage.paper.height()
    opened.table.trigger("audit.drawer")
    assert not stage.drawer.is_open()
    assert stage.paper.height() > before
    assert stage.drawer.geometry().bottom() == whole - 1
    opened.table.trigger("audit.drawer")
    assert stage.paper.height() == before
