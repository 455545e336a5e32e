"""An editor for each kind of setting; it shows the kept value and keeps each change at once."""

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import QLineEdit, QWidget
from shiboken6 import isValid

from mlrbench_gui.ui.kit import theme
from mlrbench_gui.ui.kit.fields import Check, Combo
from mlrbench_gui.ui.kit.fonts import px
from mlrbench_gui.ui.kit.preferences import Kind, Preferences, Setting

_WIDTH = 300


def editor_of(setting: Setting, kept: Preferences) -> QWidget:
    """The widget that edits a setting."""
    match setting.kind:
        case Kind.FLAG:
            return _flag(setting, kept)
        case Kind.TEXT:
            return _text(setting, kept)
        case Kind.CHOICE:
            return _choice(setting, kept)
        case Kind.FONT | Kind.MONO_FONT:
            return _font(setting, kept)


def _flag(setting: Setting, kept: Preferences) -> QWidget:
    check = Check(setting.text)
    check.setAttribute(Qt.WidgetAttribute.WA_LayoutUsesWidgetRect)
    check.setChecked(kept.flag(setting.key))
    check.toggled.connect(lambda on: kept.put(setting.key, on))

    def show(key: str) -> None:
        if key == setting.key and isValid(check):
            with QSignalBlocker(check):
                check.setChecked(kept.flag(key))

    kept.changed.connect(show)
    return check


def _text(setting: Setting, kept: Preferences) -> QWidget:
    field = QLineEdit(kept.text(setting.key))
    theme.keep_fit(field, lambda: field.setFixedWidth(px(_WIDTH)))
    field.setAccessibleName(setting.text)
    field.textEdited.connect(lambda text: kept.put(setting.key, text.strip()))

    def show(key: str) -> None:
        if key == setting.key and isValid(field) and not field.hasFocus():
            field.setText(kept.text(key))

    kept.changed.connect(show)
    return field


def _choice(setting: Setting, kept: Preferences) -> QWidget:
    return _combo(setting, kept, [(str(value), words) for value, words in setting.choices])


def _font(setting: Setting, kept: Preferences) -> QWidget:
    mono = setting.kind is Kind.MONO_FONT
    families = [name for name in QFontDatabase.families() if not mono or QFontDatabase.isFixedPitch(name)]
    own = "JetBrains Mono" if mono else "Inter"
    return _combo(setting, kept, [("", f"The program's own ({own})"), *((name, name) for name in families)])


def _combo(setting: Setting, kept: Preferences, choices: list[tuple[str, str]]) -> QWidget:
    combo = Combo(setting.text)
    theme.keep_fit(combo, lambda: combo.setFixedWidth(px(_WIDTH)))
    for value, words in choices:
        combo.addItem(words, value)
    combo.setCurrentIndex(max(0, combo.findData(kept.text(setting.key))))

    def keep(place: int) -> None:
        value = str(combo.itemData(place))
        kept.put(setting.key, int(value) if isinstance(setting.default, int) else value)

    def show(key: str) -> None:
        if key == setting.key and isValid(combo):
            combo.setCurrentIndex(max(0, combo.findData(kept.text(key))))

    combo.activated.connect(keep)
    kept.changed.connect(show)
    return combo
