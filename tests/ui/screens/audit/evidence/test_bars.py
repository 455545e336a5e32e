"""Bars read from a figure: shown with what was cut out and how far each may be off, or why they were not read."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QGuiApplication, QImage
from PySide6.QtTest import QTest

from mlrbench_gui.domain.pictures import PictureReading, ReadBar
from mlrbench_gui.services.context import Context
from mlrbench_gui.ui.screens.audit.evidence.viewers.bars import bar_rows, digits_for

READING = PictureReading(
    bars=(
        ReadBar(160.0, 1.2, (20, 20, 44, 180), (124, 147, 184)),
        ReadBar(142.0, 1.2, (56, 38, 80, 180), (124, 147, 184)),
    ),
    size=(320, 200),
    ticks=5,
)


@dataclass
class Reader:
    """A reader of pictures that gives what it is told to."""

    reading: PictureReading = READING
    lacks: str | None = None
    asked: list[bytes] = field(default_factory=list)

    def missing(self) -> str | None:
        return self.lacks

    def read(self, pictures: Sequence[bytes]) -> tuple[PictureReading, ...]:
        self.asked += pictures
        return (self.reading,) * len(pictures)

    def close(self) -> None:
        pass


@pytest.fixture
def with_figure(make_screen: Callable[..., Any], context: Context, sample: Any) -> Callable[[Reader], Any]:
    def make(reader: Reader | None) -> Any:
        made = make_screen(replace(context, figures=reader))
        made.open(sample.run)
        made.screen.session.open_place("results/loss.png", None)
        made.settle()
        return made

    return make


@pytest.mark.ui
def test_that_bars_are_listed_with_tolerance_and_marked(with_figure: Callable[[Reader], Any]) -> None:
    reader = Reader()
    made = with_figure(reader)
    made.do("audit.bars")
    viewer = made.screen.stage.evidence.place.viewer()
    assert [row.words() for row in viewer.bars.model.rows] == ["160 ± 1", "142 ± 1"]
    assert len(reader.asked) == 1
    assert "5 marks" in viewer.bars.title.text()
    QTest.keyClick(viewer.bars.view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == "160 ± 1\n142 ± 1"


@pytest.mark.ui
def test_that_what_is_to_be_installed_is_told(with_figure: Callable[[Reader], Any]) -> None:
    made = with_figure(Reader(lacks="install it with: pip install 'mlrbench-gui[figures]'"))
    made.do("audit.bars")
    viewer = made.screen.stage.evidence.place.viewer()
    assert "pip install" in viewer.bars.title.text()
    assert viewer.bars.view.isHidden()


@pytest.mark.ui
def test_that_a_refused_picture_says_why(with_figure: Callable[[Reader], Any]) -> None:
    made = with_figure(Reader(PictureReading(refused="its axis has no marks")))
    made.do("audit.bars")
    viewer = made.screen.stage.evidence.place.viewer()
    assert viewer.bars.title.text() == "No bars were read: its axis has no marks"
    assert viewer.read_bars.isEnabled()


@pytest.mark.ui
def test_that_without_a_figure_the_key_says_so(opened: Any) -> None:
    opened.screen.session.open_place("results/log.txt", None)
    opened.settle()
    opened.do("audit.bars")
    assert "Open a figure first" in opened.messages[-1]


def test_that_places_are_scaled_to_the_picture_as_it_is_shown() -> None:
    image = QImage(160, 100, QImage.Format.Format_RGB32)
    image.fill(QColor("white"))
    first = bar_rows(READING, image)[0]
    assert (first.box.left(), first.box.top(), first.box.width()) == (10.0, 10.0, 12.0)
    assert not first.cut.isNull()


@pytest.mark.parametrize(("tolerance", "digits"), [(1.2, 0), (0.3, 1), (0.01, 2), (0.0, 0), (1e-9, 6)])
def test_that_digits_follow_the_tolerance(tolerance: float, digits: int) -> None:
    assert digits_for(tolerance) == digits
