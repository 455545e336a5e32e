"""While a run is hidden from its reviewer, no screen names its maker, judges or reviewers."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QAbstractListModel, QModelIndex, Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QComboBox,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QWidget,
)
from pytestqt.qtbot import QtBot

from mlrbench_gui.domain.people import BeSure, FormScore, Score
from mlrbench_gui.domain.reviews import ReviewTarget
from mlrbench_gui.services.context import Context
from mlrbench_gui.services.people.filling import lift, put
from mlrbench_gui.services.people.sharing import assign, set_blind
from mlrbench_gui.ui.shell.window import MainWindow
from mlrbench_gui.ui.shell.windowkeys import SCREENS

pytestmark = pytest.mark.ui
SECRETS = ("otter", "heron", "Reviewer 2", "Seaweed grew in it")
"""Agent, models and judges of the sample run, its imported reviewer, and the words of another reviewer here."""

_ROLES = (
    Qt.ItemDataRole.DisplayRole,
    Qt.ItemDataRole.AccessibleTextRole,
    Qt.ItemDataRole.ToolTipRole,
)


@pytest.fixture
def context(context: Context, sample: object) -> Context:
    """The reader has to review the sample run blindly; another has begun to."""
    run = context.workspace.runs.names()[0]
    assign(context, run, context.author())
    other = Context(
        context.workspace,
        context.press,
        context.open_tree,
        context.clock,
        lambda: "Bo",
        context.audit_run,
    )
    cell = FormScore(target=ReviewTarget.END_TO_END, criterion="Clarity", score=3, words="Seaweed grew in it")
    put(other, run, [Score(cell=cell), BeSure(value=2)])
    set_blind(context, on=True, seed="s")
    return context


def texts_of(root: QWidget) -> Iterator[str]:
    """All that the widgets under this one show, tell by tooltip, or say to assistive programs."""
    for widget in (root, *root.findChildren(QWidget)):
        yield from (
            widget.accessibleName(),
            widget.accessibleDescription(),
            widget.toolTip(),
            widget.windowTitle(),
        )
        if isinstance(widget, QLabel | QAbstractButton | QLineEdit):
            yield widget.text()
        elif isinstance(widget, QPlainTextEdit):
            yield widget.toPlainText()
        elif isinstance(widget, QComboBox):
            yield from (widget.itemText(at) for at in range(widget.count()))
        elif isinstance(widget, QAbstractItemView):
            yield from _items(widget)


def _items(view: QAbstractItemView) -> Iterator[str]:
    model = view.model()
    table = not isinstance(model, QAbstractListModel)
    for row in range(model.rowCount(QModelIndex())):
        for column in range(model.columnCount(QModelIndex()) if table else 1):
            for role in _ROLES:
                yield str(model.index(row, column).data(role) or "")


def walked(window: MainWindow, qtbot: QtBot) -> dict[str, str]:
    """The texts of every screen, each after it came to rest, and of the search over them."""
    found = {}
    for screen in SCREENS:
        window.show_screen(screen)
        qtbot.waitUntil(lambda: not window.background.busy(), timeout=20_000)
        if screen == "audit":
            window.audit.stage.drawer.show_tab("scores")
            window.audit.run_bar.open_list()
        if screen == "review":
            window.screens.review.session.next_undecided()
            qtbot.waitUntil(lambda: not window.background.busy(), timeout=20_000)
        found[screen] = "\n".join(texts_of(window))
    window.actions_table.trigger("window.search")
    qtbot.waitUntil(lambda: not window.background.busy(), timeout=20_000)
    found["search"] = "\n".join(texts_of(window))
    return found


def test_that_no_screen_names_maker_judges_or_others(window: MainWindow, qtbot: QtBot) -> None:
    leaks = [
        (screen, secret)
        for screen, text in walked(window, qtbot).items()
        for secret in SECRETS
        if secret.casefold() in text.casefold()
    ]
    assert leaks == []


def test_that_the_walk_finds_them_once_the_curtain_is_lifted(
    context: Context, window: MainWindow, qtbot: QtBot
) -> None:
    lift(context, context.workspace.runs.names()[0], "to see")
    window._workspace_changed()
    text = "\n".join(walked(window, qtbot).values())
    assert {secret for secret in SECRETS[:4] if secret.casefold() in text.casefold()} >= {
        "otter",
        "heron",
        "Reviewer 2",
    }
