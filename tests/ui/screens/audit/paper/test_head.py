"""The head of the paper pane: how papers are named."""

import pytest
from pytestqt.qtbot import QtBot

from mlrbench_gui.domain.values import RelPath
from mlrbench_gui.ui.kit.fields import Combo
from mlrbench_gui.ui.screens.audit.paper.head import PaperHead

pytestmark = pytest.mark.ui


@pytest.mark.parametrize(
    ("paths", "names"),
    [
        ((), []),
        (("results/paper.md",), ["results/paper.md"]),
        (("paper_otter-3.md", "paper_heron-2.5.md"), ["otter-3", "heron-2.5"]),
        (("a/paper.md", "b/paper.md"), ["a/paper.md", "b/paper.md"]),
        (("first.md", "second.md"), ["first", "second"]),
    ],
)
def test_that_papers_are_named_by_what_tells_them_apart(
    qtbot: QtBot, paths: tuple[str, ...], names: list[str]
) -> None:
    head = PaperHead()
    qtbot.addWidget(head)
    papers = tuple(RelPath(path) for path in paths)
    head.show_papers(papers, papers[0] if papers else None)
    combo = head.findChild(Combo)
    assert combo is not None
    assert [combo.itemText(at) for at in range(combo.count())] == names


def test_that_a_long_choice_is_cut_in_the_middle_and_told_whole(qtbot: QtBot) -> None:
    combo = Combo("Paper")
    qtbot.addWidget(combo)
    combo.addItem("a-very-long-name-of-a-paper-that-ends-in-2026")
    combo.resize(140, 26)
    with qtbot.waitExposed(combo):
        combo.show()
    assert "…" in combo.shown_text()
    assert combo.shown_text().endswith("26")
    assert combo.toolTip() == combo.currentText()
