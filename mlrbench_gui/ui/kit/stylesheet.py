"""The application's one style sheet: ``resources/themes/app.qss`` with its ``@names`` replaced by token values.

Single widgets never get a sheet of their own; a widget says what it is by a dynamic property (`kind`, `role`, `size`).
"""

import re
from functools import cache

from mlrbench_gui.domain.resources import resource
from mlrbench_gui.ui.kit import fonts
from mlrbench_gui.ui.kit.tokens import ThemeTokens, tokens

_NAME = re.compile(r"@([a-z][a-z0-9-]*)")


def sheet_of(theme: ThemeTokens) -> str:
    """The style sheet of a theme at the chosen text size. Raises KeyError for a name that no token has."""
    values = _values(theme)
    return _NAME.sub(lambda match: values[match.group(1)], _template())


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
