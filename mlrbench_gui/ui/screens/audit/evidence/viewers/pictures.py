"""Decodes figures off the GUI thread, within limits: a few bytes of a file can ask for gigabytes of pixels."""

from dataclasses import dataclass

from PySide6.QtCore import QBuffer, QByteArray, QSize, Qt
from PySide6.QtGui import QImage, QImageReader

from mlrbench_gui.domain.errors import InputError
from mlrbench_gui.services.ports.papers import PageImage

DECODE_LIMIT = 64_000_000
SHOWN_LIMIT = 16_000_000


@dataclass(frozen=True, slots=True)
class Picture:
    """A decoded figure. `size` is the file's own; `note` tells when it is shown smaller."""

    image: QImage
    size: tuple[int, int]
    note: str = ""


def decode_picture(data: bytes) -> Picture:
    """Decode PNG, JPEG, GIF, WebP … Raises InputError with the cause for what is no picture or too large."""
    buffer = QBuffer()
    buffer.setData(QByteArray(data))
    buffer.open(QBuffer.OpenModeFlag.ReadOnly)
    reader = QImageReader(buffer)
    reader.setAutoTransform(True)
    size = reader.size()
    _check(size)
    image = reader.read()
    if image.isNull():
        raise InputError(f"this is no picture that can be read: {reader.errorString().lower()}")
    return _shown(image)


def page_picture(page: PageImage) -> QImage:
    """A rendered page as a picture of its own bytes."""
    image = QImage(page.rgb, page.width, page.height, page.stride, QImage.Format.Format_RGB888)
    return image.copy()


def _check(size: QSize) -> None:
    pixels = size.width() * size.height()
    if size.isValid() and pixels > DECODE_LIMIT:
        raise InputError(
            f"the picture has {size.width()} × {size.height()} pixels, over the {DECODE_LIMIT // 1_000_000} million "
            "that are decoded; open it with your own program"
        )


def _shown(image: QImage) -> Picture:
    size = (image.width(), image.height())
    _check(image.size())
    if size[0] * size[1] <= SHOWN_LIMIT:
        return Picture(image, size)
    shrink = (SHOWN_LIMIT / (size[0] * size[1])) ** 0.5
    small = image.scaled(
        int(size[0] * shrink),
        int(size[1] * shrink),
        Qt.AspectRatioMode.KeepAspectRatio,
        Qt.TransformationMode.SmoothTransformation,
    )
    return Picture(small, size, f"shown at {round(100 * shrink)} % of its pixels")
