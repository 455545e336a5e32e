"""While workers may run, garbage with widgets in it is freed on the GUI thread alone."""

import gc
import threading

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from mlrbench_gui.domain.work import CancelToken, Emit
from mlrbench_gui.ui.kit.background import Background

pytestmark = pytest.mark.ui


class Ring:
    """Garbage that only a collection frees, and that tells on which thread that was."""

    def __init__(self, freed: list[int]) -> None:
        self.freed, self.me, self.widget = freed, self, QWidget()

    def __del__(self) -> None:
        self.freed.append(threading.get_ident())


def test_that_a_worker_never_frees_a_widget(qtbot: QtBot) -> None:
    background = Background()
    freed: list[int] = []
    for _ in range(20):
        Ring(freed)

    def allocate(_cancel: CancelToken, _emit: Emit) -> int:
        return len([[number] for number in range(200_000)])

    ended: list[int] = []
    background.submit(allocate, done=ended.append)
    qtbot.waitUntil(lambda: bool(ended))
    gc.collect()
    assert set(freed) == {threading.get_ident()}
    assert background.close()


def test_that_the_automatic_collection_comes_back_with_the_last_worker(qtbot: QtBot) -> None:
    was = gc.isenabled()
    first, second = Background(), Background()
    assert not gc.isenabled()
    assert first.close()
    assert not gc.isenabled()
    assert second.close()
    assert second.close()
    assert gc.isenabled() is was
