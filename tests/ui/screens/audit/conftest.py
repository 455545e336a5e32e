"""The audit screen over the fakes, in a window with its keys, and claims for the pure parts."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime

import pytest
from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from mlrbench_gui.domain.audit import Claim
from mlrbench_gui.domain.decisions import ClaimDecision, ReviewedClaim
from mlrbench_gui.domain.values import ClaimKind, RelPath, RunName, Trust, Verdict
from mlrbench_gui.services.context import Context
from mlrbench_gui.ui.kit.actions import ActionTable
from mlrbench_gui.ui.kit.background import Background
from mlrbench_gui.ui.screens.audit.screen import AuditScreen

MakeClaim = Callable[..., ReviewedClaim]


def a_claim(
    key: str,
    span: tuple[int, int] = (0, 5),
    *,
    quote: str = "about 48 %",
    section: str = "5 Results",
    verdict: Verdict = Verdict.SUPPORTED,
    trust: Trust = Trust.DOUBTFUL,
    decided: bool = False,
    **more: object,
) -> ReviewedClaim:
    """A claim as it stands."""
    claim = Claim(
        id=key,
        fingerprint=f"f-{key}",
        paper=RelPath("results/paper.md"),
        span=span,
        quote=quote,
        section=section,
        kind=ClaimKind.VALUE,
        value=48.0,
        unit="%",
        verdict=verdict,
        trust=trust,
        confidence=0.9,
        reason="Because.",
    )
    decision = ClaimDecision(
        overruled=False,
        verdict=verdict,
        trust=trust,
        author="Reviewer 7",
        at=datetime(2026, 3, 4, tzinfo=UTC),
    )
    made = ReviewedClaim(current=claim, engine=claim, decision=decision if decided else None)
    return made.model_copy(update=more)


@pytest.fixture
def make_claim() -> MakeClaim:
    return a_claim


@dataclass
class Opened:
    """The screen in a window with its action table; `do` is what a key does, `settle` waits for all work to end."""

    screen: AuditScreen
    window: QWidget
    table: ActionTable
    background: Background
    bot: QtBot
    messages: list[str]

    def settle(self) -> None:
        self.bot.waitUntil(
            lambda: (
                not self.background.busy()
                and not self.screen.session.busy
                and not (self.screen.session._watch is not None and self.screen.session._watch.busy())
            ),
            timeout=10_000,
        )

    def do(self, action: str) -> None:
        self.table.trigger(action)
        self.settle()

    def open(self, name: RunName) -> None:
        with self.bot.waitSignal(self.screen.run_shown, timeout=10_000):
            self.screen.show_run(name)
        self.settle()

    def resize(self, width: int, height: int) -> None:
        self.window.resize(width, height)
        self.bot.waitUntil(lambda: self.screen.stage.plan is not None and self.window.width() == width)

    @property
    def current(self) -> ReviewedClaim:
        claim = self.screen.stage.claims.current()
        assert claim is not None
        return claim

    def claim(self, key: str) -> ReviewedClaim:
        return self.screen.stage.claims.model.claims[key]


@pytest.fixture
def make_screen(context: Context, background: Background, qtbot: QtBot) -> Callable[..., Opened]:
    """Opens the audit screen in a window of a given size."""
    QSettings().clear()

    def make(ctx: Context = context, width: int = 1440, height: int = 900) -> Opened:
        window = QWidget()
        window.resize(width, height)
        screen = AuditScreen(ctx, background)
        screen.stage.paper.view.animated = False
        column = QVBoxLayout(window)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(screen)
        table = ActionTable(window)
        table.register(screen.specs(), screen.handlers(), screen.scopes())
        table.show_screen(screen.screen_id)
        qtbot.addWidget(window)
        messages: list[str] = []
        screen.message.connect(messages.append)
        window.show()
        window.activateWindow()
        return Opened(screen, window, table, background, qtbot, messages)

    return make


@pytest.fixture
def opened(make_screen: Callable[..., Opened], sample: object) -> Opened:
    """The screen with the sample run on it."""
    made: Opened = make_screen()
    made.open(RunName("end2end_otter/harbor_tides"))
    return made


@pytest.fixture
def other_author(context: Context) -> Context:
    """The same workspace as another person sees it."""
    return replace(context, author=lambda: "Reviewer 9")
