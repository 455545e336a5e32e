"""The texts in a picture, by the optional recogniser; its models lie inside its package, nothing is fetched."""

import logging
from importlib.util import find_spec

from mlrbench_gui.domain.errors import MissingPart
from mlrbench_gui.infra.figures.reading import Recognise
from mlrbench_gui.infra.figures.ticks import Word

INSTALL = "pip install 'mlrbench-gui[figures]'"
MISSING = f"reading bars from pictures needs optional parts; install them with: {INSTALL}"
_SURE = 0.6


def is_installed() -> bool:
    """Whether the optional parts are there; nothing is loaded."""
    return all(find_spec(name) is not None for name in ("rapidocr", "onnxruntime"))


def recogniser() -> Recognise:
    """A recogniser of texts, loaded once. Raises MissingPart."""
    if not is_installed():
        raise MissingPart(MISSING)
    from rapidocr import RapidOCR

    engine = RapidOCR(params={"Global.log_level": "critical"})
    logging.getLogger("RapidOCR").setLevel(logging.CRITICAL)

    def recognise(data: bytes) -> list[Word]:
        found = engine(data)
        if found.boxes is None or found.txts is None:
            return []
        return [
            Word(text, *_box(corners))
            for corners, text, score in zip(found.boxes, found.txts, found.scores, strict=True)
            if score >= _SURE
        ]

    return recognise


def _box(corners: "list[list[float]]") -> tuple[float, float, float, float]:
    across, down = [float(x) for x, _ in corners], [float(y) for _, y in corners]
    return min(across), min(down), max(across), max(down)
