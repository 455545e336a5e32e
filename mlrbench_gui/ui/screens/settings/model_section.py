"""Models in Settings: profiles with address, name, prices and bounds, keys (never shown), and a test of each."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QGridLayout, QLineEdit, QVBoxLayout, QWidget

from mlrbench_gui.domain.errors import MlrbenchError
from mlrbench_gui.services.opinions.trying import try_model
from mlrbench_gui.ui.kit.buttons import Button
from mlrbench_gui.ui.kit.labels import label, restyle
from mlrbench_gui.ui.screens.settings.coder_section import CoderSection
from mlrbench_gui.ui.screens.settings.model_fields import FIELDS, field_texts, profile_of
from mlrbench_gui.ui.screens.settings.profile_bar import ProfileBar
from mlrbench_gui.ui.screens.settings.rows import add_row, field_line, in_a_row, row_grid

if TYPE_CHECKING:
    from collections.abc import Callable

    from mlrbench_gui.domain.model_profiles import ModelProfile
    from mlrbench_gui.services.context import Models
    from mlrbench_gui.ui.kit.background import Background

_SENT = (
    "For second opinions on claims, for judges and for runs of stages; the first profile is taken where none is named. "
    "What you ask about is sent there with the words and values around it; nothing is sent unbidden, and no verdict "
    "depends on it."
)


class ModelSection(QWidget):
    """Edits the user's profiles, one at a time. What is typed is kept when a field is left and makes sense."""

    def __init__(self, models: Models, background: Background) -> None:
        super().__init__()
        self._models = models
        self._background = background
        self._profile: ModelProfile | None = None
        self._removed: tuple[ModelProfile, bool] | None = None
        self.bar = ProfileBar()
        self.fields = {field.key: field_line(field.text, field.hint, narrow=field.number) for field in FIELDS}
        self.key = field_line("Key", "")
        self.key.setEchoMode(QLineEdit.EchoMode.Password)
        self.key_state = label("", role="text-2", size="sm", wrap=True)
        self.keep_key = Button("Keep key", icon_name="lock")
        self.forget_key = Button("Forget key", kind="flat")
        self.coder = CoderSection()
        self.test = Button("Test connection", icon_name="play")
        self.remove = Button("Remove profile", icon_name="trash", kind="flat")
        self.restore = Button("Bring it back", icon_name="undo", kind="flat")
        self.restore.hide()
        self.told = label("", role="text-2", size="sm", wrap=True)
        self.told.hide()
        self._lay_out()
        self._connect()
        self._load()

    def _load(self, name: str | None = None) -> None:
        """Show the profile of this name, else the first."""
        kept = self._kept()
        self._show(next((item for item in kept if item.name == name), kept[0] if kept else None))

    def _kept(self) -> tuple[ModelProfile, ...]:
        try:
            return self._models.profiles.all()
        except MlrbenchError as error:
            self._tell(str(error), "danger")
            return ()

    def _show(self, profile: ModelProfile | None) -> None:
        self._profile = profile
        names = [item.name for item in self._kept()]
        self.bar.show_profiles(names, profile.name if profile is not None else None)
        for key, text in field_texts(profile, names).items():
            self.fields[key].setText(text)
            self.fields[key].setCursorPosition(0)
        self.coder.show_coder(profile.coder if profile is not None else None)
        self._usable()

    def _choose(self, name: str | None) -> None:
        """Show another profile, or the fields of a new one with the keyboard in its address."""
        self._tell("")
        self.key.clear()
        if name is not None:
            self._load(name)
            return
        self._show(None)
        self.fields["base_url"].setFocus()

    def _put_first(self) -> None:
        if self._profile is not None:
            self._keeping(partial(self._models.profiles.put_first, self._profile.name))
            self._load(self._profile.name)

    def _keep(self) -> None:
        """Take over what the fields say, if it is a profile and another one."""
        before = self._profile
        name = before.name if before is not None else None
        others = {item.name for item in self._kept()} - {name}
        try:
            profile = profile_of({key: field.text() for key, field in self.fields.items()}, before, others)
            if profile is not None:
                profile = profile.model_copy(update={"coder": self.coder.coder()})
            if profile is not None and profile != before:
                self._models.profiles.put(profile, name)
        except MlrbenchError as error:
            self._tell(str(error), "danger")
            return
        if profile is not None and profile != before:
            self._tell("")
            self._show(profile)

    def _keeping(self, act: Callable[[], None]) -> bool:
        """Whether it was written; else why not is told."""
        try:
            act()
        except MlrbenchError as error:
            self._tell(str(error), "danger")
            return False
        return True

    def _usable(self) -> None:
        profile = self._profile
        for part in (self.key, self.keep_key, self.test, self.remove, self.coder):
            part.setEnabled(profile is not None)
        self.forget_key.setEnabled(False)
        if profile is None:
            self.key_state.setText("Give address and model first.")
            return
        keys = self._models.keys
        self._background.submit(
            lambda _cancel, _emit: keys.where(profile), done=partial(self._key_known, profile)
        )

    def _key_known(self, profile: ModelProfile, where: str | None) -> None:
        if profile != self._profile:
            return  # another one is shown by now
        none = (
            "No key is set"
            if not profile.is_local
            else "No key is set; a model on this machine may need none"
        )
        ways = f"One given here goes to the system's key store; ${profile.key_variable} is read before it."
        self.key_state.setText(f"A key is found {where}." if where else f"{none}. {ways}")
        self.forget_key.setEnabled(where is not None and "$" not in where)
        self.key.setPlaceholderText("a key is kept; it is never shown" if where else "")

    def _put_key(self) -> None:
        """Hand the key on and forget it here at once."""
        profile, key, keys = self._profile, self.key.text(), self._models.keys
        self.key.clear()
        if profile is None or not key:
            return
        self._work(lambda: keys.put(profile, key), "The key is kept in the system's key store.")

    def _drop_key(self) -> None:
        profile, keys = self._profile, self._models.keys
        if profile is not None:
            self._work(lambda: keys.remove(profile), "The key is forgotten.")

    def _work(self, act: Callable[[], None], said: str) -> None:
        def done(_nothing: None) -> None:
            self._tell(said, "ok")
            self._usable()

        self._background.submit(
            lambda _cancel, _emit: act(), done=done, failed=lambda line: self._tell(line, "danger")
        )

    def _try(self) -> None:
        profile, connect = self._profile, self._models.connect
        if profile is None:
            return
        self.test.setEnabled(False)
        self._tell(f"Asking {profile.model} …")

        def ended(line: str, role: str) -> None:
            self.test.setEnabled(self._profile is not None)
            self._tell(line, role)

        self._background.submit(
            lambda cancel, _emit: try_model(connect, profile, cancel),
            done=lambda line: ended(line, "ok"),
            failed=lambda line: ended(line, "danger"),
        )

    def _drop(self) -> None:
        profile = self._profile
        if profile is None:
            return
        was_first = [item.name for item in self._kept()][:1] == [profile.name]
        if self._keeping(partial(self._models.profiles.remove, profile.name)):
            self._load()
            self._tell(
                f"{profile.name} is removed; its key stays in the system's key store until it is forgotten."
            )
            self._removed = (profile, was_first)
            self.restore.show()

    def _bring_back(self) -> None:
        if self._removed is None:
            return
        profile, was_first = self._removed
        if self._keeping(partial(self._models.profiles.put, profile)):
            if was_first:
                self._keeping(partial(self._models.profiles.put_first, profile.name))
            self._tell("")
            self._load(profile.name)

    def _tell(self, line: str, role: str = "text-2") -> None:
        self._removed = None
        self.restore.hide()
        self.told.setText(line)
        self.told.setProperty("role", role)
        restyle(self.told)
        self.told.setVisible(bool(line))

    def _connect(self) -> None:
        for field in self.fields.values():
            field.editingFinished.connect(self._keep)
        self.coder.edited.connect(self._keep)
        self.key.returnPressed.connect(self._put_key)
        self.keep_key.clicked.connect(self._put_key)
        self.forget_key.clicked.connect(self._drop_key)
        self.test.clicked.connect(self._try)
        self.remove.clicked.connect(self._drop)
        self.restore.clicked.connect(self._bring_back)
        self.bar.chosen.connect(self._choose)
        self.bar.put_first.connect(self._put_first)

    def _lay_out(self) -> None:
        grid = row_grid()
        add_row(grid, "Profile", self.bar, self.bar.combo)
        self._rows(grid, "name", "base_url", "model")
        add_row(grid, "Key", in_a_row(self.key, self.keep_key, self.forget_key), self.key)
        grid.addWidget(self.key_state, grid.rowCount(), 1)
        self._rows(grid, "key_variable", "temperature")
        self._pairs(grid, "Price of a million tokens", price_prompt="sent", price_reply="answered")
        self._pairs(grid, "At most, each time", most_tokens="tokens", most_cost="money")
        grid.addWidget(in_a_row(self.test, self.remove), grid.rowCount(), 1)
        grid.addWidget(in_a_row(self.told, self.restore), grid.rowCount(), 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addWidget(label(_SENT, role="text-2", size="sm", wrap=True))
        column.addLayout(grid)
        column.addSpacing(10)
        column.addWidget(label("Coding agent", weight="semibold"))
        column.addWidget(self.coder)

    def _rows(self, grid: QGridLayout, *keys: str) -> None:
        for field in FIELDS:
            if field.key in keys:
                add_row(grid, field.text, self.fields[field.key])

    def _pairs(self, grid: QGridLayout, text: str, **units: str) -> None:
        """Fields side by side, each with its unit."""
        pairs = []
        for key, unit in units.items():
            words = label(unit, role="text-2", size="sm")
            words.setBuddy(self.fields[key])
            pairs.append(in_a_row(self.fields[key], words))
        add_row(grid, text, in_a_row(*pairs, gap=20), self.fields[next(iter(units))])
