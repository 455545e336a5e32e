"""The list of candidates: each with value, place, kind of source and fit; chosen by key or click."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from mlrbench_gui.domain.audit import Claim, Evidence
from mlrbench_gui.domain.locator import Locator
from mlrbench_gui.domain.values import ClaimKind, Provenance, RelPath, Strength, Trust, Verdict
from mlrbench_gui.ui.screens.audit.evidence.candidate_list import CandidateList, source_words

pytestmark = pytest.mark.ui


def evidence(path: str, locator: Locator, value: float, *, agrees: bool, **more: object) -> Evidence:
    strength = Strength.PRIMARY if agrees else Strength.SECONDARY
    return Evidence.model_validate(
        {
            "path": path,
            "locator": locator,
            "value": value,
            "strength": strength,
            "agrees": agrees,
            "name": "batch_size",
        }
        | more
    )


SETUP = Claim(
    id="c1",
    fingerprint="f",
    paper=RelPath("results/paper.md"),
    span=(0, 10),
    quote="batch size 64",
    section="Setup",
    kind=ClaimKind.SETUP,
    value=64.0,
    unit=None,
    verdict=Verdict.SUPPORTED,
    trust=Trust.MEASURED,
    confidence=0.9,
    reason="",
    evidence=(
        evidence("claude_output.json", Locator(action=12), 64.0, agrees=True, score=0.97),
        evidence("code/train.py", Locator(line=105), 32.0, agrees=False, score=0.91),
        evidence("proposal.md", Locator(line=96), 128.0, agrees=False, score=0.6),
    ),
)


@pytest.fixture
def candidates(qtbot: QtBot) -> CandidateList:
    widget = CandidateList(SETUP, 0)
    qtbot.addWidget(widget)
    with qtbot.waitExposed(widget):
        widget.show()
    return widget


@pytest.mark.parametrize(
    ("path", "locator", "provenance", "words"),
    [
        ("claude_output.json", Locator(action=12), Provenance.UNKNOWN, "passed on a command"),
        ("claude_output.json", Locator(action=12, line=3), Provenance.UNKNOWN, "printed by a command"),
        ("code/train.py", Locator(line=105), Provenance.TYPED_BY_EDITOR, "in code"),
        ("conf/run.yaml", Locator(line=1), Provenance.TYPED_BY_EDITOR, "configuration"),
        ("proposal.md", Locator(line=96), Provenance.HARNESS_SNAPSHOT, "planned"),
        ("results/results.md", Locator(line=9), Provenance.TYPED_BY_EDITOR, "agent's prose"),
        ("results/results.md", Locator(line=9), Provenance.EXECUTED_SCRIPT, "written by code"),
        ("results/a.json", Locator(json_pointer="/a"), Provenance.EXECUTED_SCRIPT, "by script"),
    ],
)
def test_that_each_source_is_named(path: str, locator: Locator, provenance: Provenance, words: str) -> None:
    assert source_words(SETUP, evidence(path, locator, 1.0, agrees=True, provenance=provenance)) == words


def test_that_a_row_tells_everything_in_words(candidates: CandidateList) -> None:
    row = candidates.model().index(1, 0)
    said = str(row.data(Qt.ItemDataRole.AccessibleTextRole))
    assert said == "batch_size, ≠ 32, train.py:105, in code, name fits 91%, differs"


def test_that_enter_takes_the_marked_row(qtbot: QtBot, candidates: CandidateList) -> None:
    taken: list[int] = []
    candidates.chosen.connect(taken.append)
    QTest.keyClick(candidates, Qt.Key.Key_Down)
    QTest.keyClick(candidates, Qt.Key.Key_Return)
    assert taken == [1]
