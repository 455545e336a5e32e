"""The drawer on real widgets, and the values that its tabs show."""

from datetime import UTC, datetime

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from mlrbench_gui.domain.agreement import Estimate, JudgeCard
from mlrbench_gui.domain.calibration import Calibration
from mlrbench_gui.domain.decisions import Accept, ClaimAnchor, SetNote
from mlrbench_gui.domain.judge_stages import JudgeStage
from mlrbench_gui.domain.judging import JudgeReview, JudgeScore, JudgeState
from mlrbench_gui.domain.panels import PanelSubject, panel_of
from mlrbench_gui.domain.reviews import Review, ReviewTarget, Score
from mlrbench_gui.domain.values import RelPath, RunName, Sha256
from mlrbench_gui.services.context import Context
from mlrbench_gui.services.reviewing import load_view, record, undo
from mlrbench_gui.ui.kit.background import Background
from mlrbench_gui.ui.screens.audit.drawer.decision_rows import decision_rows
from mlrbench_gui.ui.screens.audit.drawer.drawer import Drawer
from mlrbench_gui.ui.screens.audit.drawer.scores import overall_line, score_table
from mlrbench_gui.ui.screens.audit.drawer.scores_tab import ScoresTab

pytestmark = pytest.mark.ui
RUN = RunName("end2end_otter/harbor_tides")


@pytest.fixture
def drawer(qtbot: QtBot, context: Context, background: Background) -> Drawer:
    made = Drawer(context, background)
    qtbot.addWidget(made)
    made.resize(900, 200)
    with qtbot.waitExposed(made):
        made.show()
    made.show_view(load_view(context, RUN))
    return made


def test_that_findings_are_judged_and_opened_by_key(qtbot: QtBot, drawer: Drawer) -> None:
    drawer.show_tab("findings")
    with qtbot.waitSignal(drawer.finding_judged) as told:
        drawer.judge_finding(True)
    assert told.args == ["f1", True, ""]
    with qtbot.waitSignal(drawer.place_requested) as opened:
        QTest.keyClick(drawer.findings.view, Qt.Key.Key_Return)
    assert opened.args is not None
    assert opened.args[0] == "claude_code/run.py"


def test_that_judging_does_nothing_on_another_tab(qtbot: QtBot, drawer: Drawer) -> None:
    drawer.show_tab("scores")
    with qtbot.assertNotEmitted(drawer.finding_judged):
        drawer.judge_finding(True)


def test_that_wide_spreads_are_named_and_double_rows_kept(context: Context) -> None:
    view = load_view(context, RUN)
    table = score_table(view.judges, view.humans)
    spread = dict(zip(table.criteria, table.spreads, strict=True))
    assert spread["Soundness"] == 5
    assert table.criteria[-1] == "Overall"
    assert len(table.rows) == len(view.judges) + len(view.humans)
    assert overall_line(table).startswith("Overall: judges 4 and 1")


def test_that_the_shut_drawer_tells_the_overall_scores(drawer: Drawer) -> None:
    drawer.set_open(False)
    assert drawer.line.summary.text().startswith("Overall: judges 4 and 1")
    assert not drawer.body.isVisible()


def test_that_undone_decisions_stay_in_the_log_and_are_marked(context: Context) -> None:
    view = load_view(context, RUN)
    anchor = _anchor(context)
    record(context, view, [Accept(anchor=anchor)])
    record(context, view, [SetNote(anchor=anchor, text="odd")])
    undo(context, RUN)
    rows = decision_rows(load_view(context, RUN).review)
    assert [(row.words, row.undone) for row in rows] == [("note “odd”", True), ("accepted", False)]


def test_that_orphans_stand_on_top(context: Context) -> None:
    view = load_view(context, RUN)
    gone = _anchor(context).model_copy(
        update={
            "fingerprint": "gone",
            "quote": "words nobody wrote",
            "span": (0, 5),
            "text_sha256": Sha256("0" * 64),
        }
    )
    record(context, view, [Accept(anchor=_anchor(context))])
    record(context, view, [Accept(anchor=gone)])
    rows = decision_rows(load_view(context, RUN).review)
    assert rows[0].orphan
    assert rows[0].quote == "words nobody wrote"


def test_that_a_decision_leads_to_its_claim(qtbot: QtBot, drawer: Drawer, context: Context) -> None:
    record(context, load_view(context, RUN), [Accept(anchor=_anchor(context))])
    drawer.show_view(load_view(context, RUN))
    drawer.show_tab("decisions")
    drawer.decisions.view.setCurrentIndex(drawer.decisions.model.index(0, 0))
    with qtbot.waitSignal(drawer.claim_requested) as told:
        QTest.keyClick(drawer.decisions.view, Qt.Key.Key_Return)
    assert told.args == ["c1"]


def _anchor(context: Context) -> ClaimAnchor:
    view = load_view(context, RUN)
    claim = view.review.claims[0].current
    assert view.stored is not None
    sha = view.stored.audit.papers[0].text_sha256
    return ClaimAnchor(
        fingerprint=claim.fingerprint, paper=claim.paper, text_sha256=sha, span=claim.span, quote=claim.quote
    )


def test_that_own_judges_stand_beside_imported_ones_and_one_that_failed_is_no_score() -> None:
    panel = panel_of(
        PanelSubject(RUN, "harbor_tides", JudgeStage.OVERALL, RelPath("results/paper.md"), True),
        [_reply("heron", 1, 4), _reply("heron", 2, 5), _reply("broken", 1, None)],
        ("heron", "broken"),
        2,
    )
    table = score_table((), (), [panel])
    assert table.criteria[-1] == "Overall"
    told = [(row.name, row.kind, row.values[-1]) for row in table.rows]
    assert told == [
        ("heron", "own judge, overall, with code, 2 of 2 replies", 4.5),
        ("broken", "own judge, overall, with code, 0 of 2 replies: invalid", None),
        ("Panel", "1 of 2 judges, 2 of 4 replies, overall, with code", 4.5),
    ]
    assert "it was no JSON" in table.rows[1].lacks
    assert table.scored == 1
    assert overall_line(table) == "Overall: judge 4.5"


def test_that_each_judge_is_told_with_what_its_scores_are_worth(qtbot: QtBot) -> None:
    card = JudgeCard("wren", *[Estimate(value, low, 0.3, 30) for value, low in _MEASURES])
    tab = ScoresTab()
    qtbot.addWidget(tab)
    tab.show_table(score_table([_published("wren"), _published("tern")], ()))
    assert not tab.strip.isVisibleTo(tab)
    tab.show_calibration(Calibration({"wren": {"Overall": card}}, {"Overall": Estimate(0.5, 0.1, 0.8, 27)}))
    assert tab.model.index(0, 2).data() == "ρ −0.05, n 30"
    assert tab.model.index(1, 2).data() == "not known"
    assert tab.strip.isVisibleTo(tab)
    assert "Not shown to rank" in tab.strip.says.text()
    assert "Rank correlation −0.05, interval −0.37…+0.30, n = 30" in tab.strip.measures.accessibleName()
    tab.view.selectRow(1)
    assert "Not calibrated" in tab.strip.says.text()


_MEASURES = ((1.7, 1.2), (1.0, 0.7), (-0.05, -0.37), (-0.04, -0.2))


def _published(family: str) -> Review:
    return Review(
        source=f"{family}.json",
        sha256=Sha256("0" * 64),
        target=ReviewTarget.END_TO_END,
        judge=family,
        judge_family=family,
        task="harbor_tides",
        target_key=RUN,
        target_present=True,
        run=RUN,
        scores=(Score("Overall", 4, ""),),
    )


def _reply(profile: str, repeat: int, score: int | None) -> JudgeReview:
    given = () if score is None else (JudgeScore(criterion="Overall", score=score, justification="so"),)
    return JudgeReview(
        id=f"{profile}{repeat}",
        run=RUN,
        task="harbor_tides",
        stage=JudgeStage.OVERALL,
        target=ReviewTarget.END_TO_END,
        paper=RelPath("results/paper.md"),
        with_code=True,
        profile=profile,
        judge="a model",
        panel=("heron", "broken"),
        repeat=repeat,
        repeats=2,
        rubric="overall",
        rubric_sha256=Sha256("1" * 64),
        material=Sha256("2" * 64),
        prompt_sha256=Sha256("3" * 64),
        state=JudgeState.INVALID if score is None else JudgeState.VALID,
        reason="it was no JSON" if score is None else "",
        scores=given,
        raw="",
        at=datetime(2026, 1, 2, tzinfo=UTC),
    )
