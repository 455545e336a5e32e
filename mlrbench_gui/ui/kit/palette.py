"""A `QPalette` with every role and group set from tokens, so that no widget falls back to a foreign grey."""

from PySide6.QtGui import QColor, QPalette

from mlrbench_gui.ui.kit.tokens import ThemeTokens

_ROLES = {
    QPalette.ColorRole.Window: "panel",
    QPalette.ColorRole.WindowText: "text",
    QPalette.ColorRole.Base: "panel",
    QPalette.ColorRole.AlternateBase: "sunken",
    QPalette.ColorRole.Text: "text",
    QPalette.ColorRole.Button: "panel",
    QPalette.ColorRole.ButtonText: "text",
    QPalette.ColorRole.BrightText: "on-accent",
    QPalette.ColorRole.Light: "panel",
    QPalette.ColorRole.Midlight: "hover",
    QPalette.ColorRole.Mid: "line",
    QPalette.ColorRole.Dark: "line-strong",
    QPalette.ColorRole.Shadow: "desk",
    QPalette.ColorRole.Highlight: "accent",
    QPalette.ColorRole.HighlightedText: "on-accent",
    QPalette.ColorRole.Accent: "accent",
    QPalette.ColorRole.Link: "accent-ink",
    QPalette.ColorRole.LinkVisited: "accent-ink",
    QPalette.ColorRole.PlaceholderText: "text-3",
    QPalette.ColorRole.ToolTipBase: "panel",
    QPalette.ColorRole.ToolTipText: "text",
}
_DISABLED = {
    QPalette.ColorRole.WindowText: "text-off",
    QPalette.ColorRole.Text: "text-off",
    QPalette.ColorRole.ButtonText: "text-off",
    QPalette.ColorRole.Highlight: "select-idle",
    QPalette.ColorRole.HighlightedText: "text-off",
    QPalette.ColorRole.Accent: "text-off",
    QPalette.ColorRole.Link: "text-off",
    QPalette.ColorRole.LinkVisited: "text-off",
    QPalette.ColorRole.PlaceholderText: "text-off",
}
_INACTIVE = {
    QPalette.ColorRole.Highlight: "select-idle",
    QPalette.ColorRole.HighlightedText: "text",
}


def palette_of(theme: ThemeTokens) -> QPalette:
    """The palette of a theme: all roles in the groups Active, Inactive and Disabled."""
    made = QPalette()
    groups: tuple[tuple[QPalette.ColorGroup, dict[QPalette.ColorRole, str]], ...] = (
        (QPalette.ColorGroup.Active, {}),
        (QPalette.ColorGroup.Inactive, _INACTIVE),
        (QPalette.ColorGroup.Disabled, _DISABLED),
    )
    for group, other in groups:
        for role, name in {**_ROLES, **other}.items():
            made.setColor(group, role, QColor(theme.roles[name]))
    return made
