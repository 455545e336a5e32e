"""What the option `--budget` bounds."""

from collections.abc import Mapping

from mlrbench_gui.services.models.budget import Bounds


def panel_bounds(asked: Mapping[str, float]) -> Bounds:
    """Of a whole panel: what was asked for alone, as its profiles differ in what they allow."""
    tokens, minutes = asked.get("tokens"), asked.get("minutes")
    return Bounds(
        None if tokens is None else int(tokens),
        asked.get("money"),
        None if minutes is None else 60 * minutes,
    )
