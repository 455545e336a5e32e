"""The program as people have it: the real workspace, press and engine under the real window, over the sample run."""

import os
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from mlrbench_gui.app.compose import opened
from mlrbench_gui.app.demo import SAMPLE_RUN, open_sample
from mlrbench_gui.app.gui import wiring_of
from mlrbench_gui.domain.resources import resource
from mlrbench_gui.domain.values import RunName
from mlrbench_gui.domain.work import CancelToken, ignore
from mlrbench_gui.services.context import Context
from mlrbench_gui.services.reviewing import RunView
from mlrbench_gui.ui.kit import theme
from mlrbench_gui.ui.kit.background import Background
from mlrbench_gui.ui.kit.preferences import preferences
from mlrbench_gui.ui.screens.audit.screen import AuditScreen
from mlrbench_gui.ui.shell.window import MainWindow

LONG = 40_000
NONE = Qt.KeyboardModifier.NoModifier


@dataclass
class Program:
    """One open window over one workspace file, driven by keys."""

    window: MainWindow
    context: Context
    qtbot: QtBot
    stack: ExitStack = field(repr=False)

    @property
    def audit(self) -> AuditScreen:
        return self.window.audit

    @property
    def view(self) -> RunView:
        view = self.audit.view
        assert view is not None
        return view

    def calm(self) -> None:
        """Wait until nothing is under way."""
        self.qtbot.waitUntil(lambda: not self.window.background.busy(), timeout=LONG)

    def until(self, condition: Callable[[], bool]) -> None:
        self.qtbot.waitUntil(condition, timeout=LONG)

    def press(self, key: Qt.Key, modifier: Qt.KeyboardModifier = NONE) -> None:
        """A key, to whatever has the keyboard."""
        focus = QApplication.focusWidget() or self.window
        QTest.keyClick(focus, key, modifier)

    def type(self, text: str) -> None:
        focus = QApplication.focusWidget()
        assert focus is not None
        QTest.keyClicks(focus, text)

    def saved(self, act: Callable[[], None], times: int = 1) -> None:
        """Do something that writes and wait until so many writes are confirmed."""
        moments: list[object] = []
        self.audit.saved.connect(moments.append)
        act()
        self.until(lambda: len(moments) >= times)
        self.audit.saved.disconnect(moments.append)
        self.calm()

    def open_run(self, run: RunName = SAMPLE_RUN) -> None:
        with self.qtbot.waitSignal(self.audit.run_shown, timeout=LONG):
            self.window.open_run(run)
        self.calm()

    def close(self) -> None:
        self.window.close()
        self.stack.close()


Start = Callable[..., Program]


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every test has a home of its own, for this process and for those it starts."""
    home = tmp_path / "home"
    home.mkdir()
    for name in ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "USERPROFILE", "LOCALAPPDATA"):
        monkeypatch.setenv(name, str(home))
    monkeypatch.delenv("MLRBENCH_WORKSPACE", raising=False)
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    QSettings.setDefaultFormat(QSettings.Format.IniFormat)
    QSettings.setPath(QSettings.Format.IniFormat, QSettings.Scope.UserScope, str(home))


@pytest.fixture(scope="session")
def kept_sample(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A workspace with the audited sample run, made once; tests copy it."""
    path = tmp_path_factory.mktemp("sample") / "sample.mlrb"
    with opened(path, create=True) as context:
        open_sample(context, CancelToken(), ignore)
    return path


@pytest.fixture
def sample_workspace(kept_sample: Path, tmp_path: Path) -> Path:
    """A copy of its own."""
    return Path(shutil.copy(kept_sample, tmp_path / "review.mlrb"))


@pytest.fixture
def sample_folder() -> Path:
    """The folder that holds the bundled sample, as an import takes it."""
    return resource("sample")


@pytest.fixture
def start(qtbot: QtBot, qapp: QApplication) -> Iterator[Start]:
    """Starts the program over a workspace file (made if it is not there); closed at the end."""
    running: list[Program] = []
    theme.apply_theme(qapp, "light")

    def begin(path: Path, *, follow: bool = False) -> Program:
        stack = ExitStack()
        context = stack.enter_context(opened(path, create=True))
        window = MainWindow(Background())
        qtbot.addWidget(window)
        window.resize(1440, 900)
        window.attach(wiring_of(context), follow=follow)
        window.show()
        qtbot.waitExposed(window)
        window.activateWindow()
        qtbot.waitUntil(window.isActiveWindow)
        program = Program(window, context, qtbot, stack)
        program.calm()
        running.append(program)
        return program

    yield begin
    for program in running:
        program.close()
    preferences().reset()


@pytest.fixture
def command() -> list[str]:
    """How the program is started from outside."""
    return [sys.executable, "-m", "mlrbench_gui"]


@pytest.fixture
def environment() -> dict[str, str]:
    """The surroundings of a started program: offscreen, with the test's own home."""
    return dict(os.environ)


def has_focus_inside(widget: QWidget) -> bool:
    """Whether the keyboard is in this part."""
    focus = QApplication.focusWidget()
    return focus is not None and (focus is widget or widget.isAncestorOf(focus))
