"""The glyphs of verdicts (hue and silhouette) and trust (line form, never a hue), and the words beside them."""

from PySide6.QtGui import QColor, QPixmap

from mlrbench_gui.domain.values import Trust, Verdict
from mlrbench_gui.ui.kit import theme
from mlrbench_gui.ui.kit.icons import icon_pixmap

VERDICT_WORDS = {
    Verdict.SUPPORTED: "supported",
    Verdict.CONTRADICTED: "contradicted",
    Verdict.NARRATIVE_ONLY: "narrative only",
    Verdict.UNSUPPORTED: "unsupported",
    Verdict.UNVERIFIABLE: "unverifiable",
}
TRUST_WORDS = {Trust.MEASURED: "measured", Trust.DOUBTFUL: "doubtful", Trust.UNKNOWN: "unknown"}


def verdict_word(verdict: str) -> str:
    """The verdict as people read it."""
    return VERDICT_WORDS[Verdict(verdict)]


def verdict_pixmap(verdict: str, size: int, dpr: float, ground: QColor | None = None) -> QPixmap:
    """The verdict's glyph in its solid colour; `ground` is the colour that it stands on."""
    return icon_pixmap(f"verdict-{verdict}", theme.current().solid(verdict), size, dpr, ground)


def trust_pixmap(trust: str, color: QColor, size: int, dpr: float) -> QPixmap:
    """The trust's glyph in the given text colour."""
    return icon_pixmap(f"trust-{trust}", color, size, dpr)
