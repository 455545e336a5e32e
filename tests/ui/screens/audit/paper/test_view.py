"""The pages on real widgets: highlights exactly on their words at every pixel ratio and zoom, and pictures in time."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest
from PySide6.QtCore import QPoint, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QTransform
from PySide6.QtWidgets import QApplication

from mlrbench_gui.domain.values import RelPath, RunName, Trust, Verdict
from mlrbench_gui.services.ports.papers import PageImage
from mlrbench_gui.ui.kit import theme
from mlrbench_gui.ui.screens.audit.paper.highlight import HighlightItem, pixel_rect
from mlrbench_gui.ui.screens.audit.paper.pixels import Inks, dark_picture, light_picture
from mlrbench_gui.ui.screens.audit.paper.rendering import CACHE_BYTES, PageRenderer
from mlrbench_gui.ui.screens.audit.paper.sheet import sheet_of
from mlrbench_gui.ui.screens.audit.paper.view import PaperView

pytestmark = pytest.mark.ui
RUN, PAPER = RunName("end2end_otter/harbor_tides"), RelPath("results/paper.md")


@pytest.fixture
def shown(press: Any, background: Any, sample: Any, qtbot: Any) -> Any:
    from mlrbench_gui.domain.decisions import ReviewedClaim
    from mlrbench_gui.services.ports.papers import PaperSource

    view = PaperView(PageRenderer(press, background))
    view.animated = False
    view.resize(560, 700)
    qtbot.addWidget(view)
    view.show()
    claims = [ReviewedClaim(current=claim, engine=claim) for claim in sample.audit().claims]
    view.show_sheet(sheet_of(press.build(PaperSource(PAPER, sample.text, {})), RUN, PAPER, claims), claims)
    qtbot.waitUntil(lambda: view._renderer.picture(1, view.zoom, None)[1], timeout=10_000)
    return view


@pytest.fixture
def light_after(qapp: QApplication) -> Iterator[None]:
    """The theme is light again after the test."""
    yield
    theme.apply_theme(qapp, "light")


@pytest.mark.parametrize("dpr", [1.0, 1.5, 2.0])
@pytest.mark.parametrize("zoom", [0.8, 1.0, 1.37, 2.5])
def test_that_a_highlight_covers_its_words_and_no_more(shown: PaperView, dpr: float, zoom: float) -> None:
    shown.zoom_to(zoom)
    claim = shown.highlight("c3")
    assert claim is not None
    shown.reveal(claim.boxes[0])
    size = shown.viewport().size()
    image = QImage(round(size.width() * dpr), round(size.height() * dpr), QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(dpr)
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    painter.setTransform(shown.viewportTransform())
    claim.show_as(Verdict.CONTRADICTED, Trust.UNKNOWN)
    claim.paint(painter, None)  # type: ignore[arg-type]
    painter.end()
    for box in claim.boxes:
        rect = shown.viewportTransform().mapRect(box)
        inside = QRectF(rect.left() + 1, rect.top() + 1, rect.width() - 2, rect.height() - 4)
        assert _share(image, inside, dpr) == 1.0
        above = QRectF(rect.left() + 4, rect.top() - 6, rect.width() - 8, 3)
        assert _share(image, above, dpr) == 0.0


def _share(image: QImage, rect: QRectF, dpr: float) -> float:
    """Which part of a rectangle is filled."""
    area = QRect(
        QPoint(round(rect.left() * dpr) + 1, round(rect.top() * dpr) + 1),
        QPoint(round(rect.right() * dpr) - 1, round(rect.bottom() * dpr) - 1),
    ).intersected(image.rect())
    white = QColor(Qt.GlobalColor.white).rgb()
    points = [
        (x, y) for x in range(area.left(), area.right(), 2) for y in range(area.top(), area.bottom() + 1)
    ]
    assert points
    return sum(image.pixel(x, y) != white for x, y in points) / len(points)


def test_that_outlines_stand_on_half_pixels_at_every_zoom() -> None:
    for zoom in (0.7, 1.0, 1.33, 2.9):
        rect = pixel_rect(QRectF(10.3, 20.7, 55.1, 12.2), QTransform.fromScale(zoom, zoom))
        assert {value % 1.0 for value in (rect.left(), rect.top(), rect.right(), rect.bottom())} == {0.5}


def test_that_the_ground_takes_the_fill_and_the_ink_keeps_its_colour(light_after: None) -> None:
    item = HighlightItem("c1", [(0.0, 0.0, 40.0, 20.0)], 5)
    item.show_as(Verdict.SUPPORTED, Trust.UNKNOWN)
    for name, ground, ink in (("light", "#FFFFFF", "#000000"), ("dark", "#24282E", "#E3E6EA")):
        theme.apply_theme(QApplication.instance(), name)  # type: ignore[arg-type]
        image = QImage(60, 40, QImage.Format.Format_RGB32)
        image.fill(QColor(ground))
        image.setPixelColor(20, 10, QColor(ink))
        painter = QPainter(image)
        item.paint(painter, None)  # type: ignore[arg-type]
        painter.end()
        fill, pick = theme.current().chip("supported"), max if name == "dark" else min
        expected = [pick(pair) for pair in zip(QColor(ground).getRgb()[:3], fill.getRgb()[:3], strict=True)]  # type: ignore[index]
        assert list(image.pixelColor(12, 10).getRgb()[:3]) == expected  # type: ignore[index]
        assert image.pixelColor(20, 10) == QColor(ink)


def test_that_the_shorter_of_two_overlapping_claims_is_on_top(shown: PaperView) -> None:
    long, short = HighlightItem("long", [(0, 0, 9, 9)], 90), HighlightItem("short", [(0, 0, 9, 9)], 3)
    assert short.zValue() > long.zValue()


def test_that_pictures_are_made_for_the_screens_own_pixels(shown: PaperView, qtbot: Any) -> None:
    shown.zoom_to(1.25)
    qtbot.waitUntil(lambda: shown._renderer.picture(1, 1.25, None)[1], timeout=10_000)
    picture, exact = shown._renderer.picture(1, 1.25, None)
    assert exact
    assert picture is not None
    assert (picture.width(), picture.height()) == (round(595 * 1.25), round(842 * 1.25))


def test_that_an_older_picture_serves_until_the_new_one_is_there(shown: PaperView) -> None:
    picture, exact = shown._renderer.picture(1, 3.3, None)
    assert picture is not None
    assert not exact


def test_that_only_the_newest_wishes_are_rendered(
    press: Any, background: Any, qtbot: Any, sample: Any
) -> None:
    from mlrbench_gui.services.ports.papers import PaperSource

    built = press.build(PaperSource(PAPER, sample.text * 20, {}))
    renderer = PageRenderer(press, background)
    renderer.open(built.pdf, built.places.page_sizes, {})
    for page in range(1, 9):
        renderer.want([page], 1.0, None)
    qtbot.waitUntil(lambda: not background.busy(), timeout=10_000)
    assert [page for page, _scale in press.pages_made] == [1, 8]


def test_that_the_pictures_kept_stay_within_their_bound(
    press: Any, background: Any, qtbot: Any, sample: Any
) -> None:
    from mlrbench_gui.services.ports.papers import PaperSource

    built = press.build(PaperSource(PAPER, sample.text * 20, {}))
    renderer = PageRenderer(press, background)
    renderer.open(built.pdf, built.places.page_sizes, {})
    renderer.want(range(1, 9), 3.5, None)
    qtbot.waitUntil(lambda: not background.busy(), timeout=30_000)
    assert 0 < renderer.kept_bytes <= CACHE_BYTES


def test_that_a_page_the_press_refuses_is_told_and_not_asked_again(
    press: Any, background: Any, qtbot: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    from mlrbench_gui.domain.errors import InputError

    asked: list[int] = []

    def refuse(_pdf: bytes, page: int, _scale: float) -> PageImage:
        asked.append(page)
        raise InputError(f"page {page} cannot be drawn")

    monkeypatch.setattr(press, "page", refuse)
    renderer = PageRenderer(press, background)
    renderer.open(b"%PDF", ((595.0, 842.0),), {})
    with qtbot.waitSignal(renderer.failed):
        renderer.want([1], 1.0, None)
    renderer.want([1], 1.0, None)
    qtbot.waitUntil(lambda: not background.busy())
    assert asked == [1]


def test_that_a_dark_page_inverts_lightness_keeps_hue_and_spares_figures() -> None:
    pixels = [(255, 255, 255), (0, 0, 0), (200, 40, 40), (255, 255, 255)]
    image = PageImage(1, 4, 1, 12, bytes(value for pixel in pixels for value in pixel))
    made = dark_picture(image, Inks((36, 40, 46), (227, 230, 234)), [(3, 0, 4, 1)])
    assert made.pixelColor(0, 0) == QColor(36, 40, 46)
    assert made.pixelColor(1, 0) == QColor(227, 230, 234)
    red = made.pixelColor(2, 0)
    assert red.red() > red.green() + 60, "red stays red"
    assert made.pixelColor(3, 0) == QColor(217, 217, 217)
    assert made.pixelColor(0, 0).alpha() == 255
    assert light_picture(image).pixelColor(2, 0) == QColor(200, 40, 40)


def test_that_rows_with_padding_are_read_rightly() -> None:
    data = bytes([10, 20, 30, 0, 0, 40, 50, 60, 0, 0])
    image = PageImage(1, 1, 2, 5, data)
    assert light_picture(image).pixelColor(0, 1) == QColor(40, 50, 60)
    inks = Inks((0, 0, 0), (255, 255, 255))
    assert dark_picture(image, inks).height() == 2


def test_that_fit_width_follows_the_pane_and_a_zoom_of_ones_own_stays(shown: PaperView) -> None:
    before = shown.zoom
    shown.resize(700, 700)
    assert shown.zoom > before
    shown.zoom_by(1.5)
    kept = shown.zoom
    shown.resize(560, 700)
    assert shown.zoom == kept
    shown.fit_width()
    assert shown.zoom == pytest.approx(before, rel=0.02)


def test_that_the_wheel_with_ctrl_zooms_at_the_pointer(shown: PaperView, qtbot: Any) -> None:
    place = QPoint(200, 300)
    before = shown.mapToScene(place)
    shown.zoom_by(1.21, place)
    after = shown.mapToScene(place)
    assert abs(after.y() - before.y()) < 2.0


def test_that_a_picture_of_the_paper_in_dark_shows_the_original_on_demand(
    shown: PaperView, light_after: None
) -> None:
    assert shown._inks() is None
    theme.apply_theme(QApplication.instance(), "dark")  # type: ignore[arg-type]
    assert shown._inks() is not None
    shown.show_original_colours(True)
    assert shown._inks() is None


def test_that_claims_which_left_no_mark_have_no_highlight(
    shown: PaperView, make_claim: Callable[..., Any]
) -> None:
    sheet = shown.sheet
    assert sheet is not None
    away = make_claim("away", (0, 0))
    shown.show_claims(replace(sheet), [away])
    assert shown.highlight("away") is None
    assert shown.highlight("c1") is None
