"""The application's one style sheet: ``resources/themes/app.qss`` with its ``@names`` replaced by token values.

Single widgets never get a sheet of their own; a widget says what it is by a dynamic property (`kind`, `role`, `size`).
"""

import re
from functools import cache

from mlrbench_gui.domain.resources import resource
from mlrbench_gui.ui.kit import fonts
from mlrbench_gui.ui.kit.tokens import ThemeTokens, tokens

_SCALED = re.compile(r"@px-(\d+)(?:-(\d+))?")
"""`@px-24-2`: 24 pixels at the chosen text size, less 2 that are given to a wider border."""
_NAME = re.compile(r"@([a-z][a-z0-9-]*)")


def sheet_of(theme: ThemeTokens) -> str:
    """The style sheet of a theme at the chosen text size. Raises KeyError for a name that no token has."""
    values = _values(theme)
    scaled = _SCALED.sub(lambda match: f"{fonts.px(int(match[1])) - int(match[2] or 0)}px", _template())
    return _NAME.sub(lambda match: values[match.group(1)], scaled)


def _values(theme: ThemeTokens) -> dict[str, str]:
    known = tokens()
    values = dict(theme.roles)
    values |= {f"size-{name}": f"{fonts.px(size)}px" for name, size in known.sizes.items()}
    values |= {f"height-{name}": f"{fonts.px(size)}px" for name, size in known.heights.items()}
    values |= {f"radius-{name}": f"{size}px" for name, size in known.radii.items()}
    values["mono-family"] = f'"{fonts.mono_font(12).family()}"'
    return values


@cache
def _template() -> str:
    return resource("themes", "app.qss").read_text(encoding="utf-8")
