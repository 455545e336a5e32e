"""What is installed, reachable and missing here, as values; `doctor` and the first-start screen show them."""

import os
import shutil
import sys
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as package_version
from pathlib import Path

from mlrbench_gui.domain.addresses import Place, ServerAddress


@dataclass(frozen=True, slots=True)
class Check:
    """One part: `state` is `ok`, `missing` (needed) or `absent` (optional); `remedy` is empty when ok."""

    id: str
    title: str
    state: str
    detail: str
    remedy: str = ""


_UI_FONTS = ("Inter", "JetBrains Mono")


def checks(workspace: Place, *, load: bool = False) -> tuple[Check, ...]:
    """Look at every part. Never raises: what fails is told in its check.

    `load` proves that the heavy libraries load too, which takes seconds; else that they are installed must do.
    """
    return (
        _guarded("python", "Python", _python),
        _guarded("qt", "Qt", _qt),
        _guarded("pdf", "PDF pages", lambda: _pdf(load=load)),
        _guarded("typst", "Papers from Markdown", lambda: _typst(load=load)),
        _guarded("fonts", "Fonts for the screens", _fonts),
        _guarded("database", "Database", _database),
        _guarded(
            "disk", "Disk", lambda: _disk(Path.cwd() if isinstance(workspace, ServerAddress) else workspace)
        ),
        _guarded("workspace", "Workspace", lambda: _workspace(workspace)),
        _guarded("model", "Model for opinions", lambda: _model(load=load)),
        _guarded("figures", "Bars from pictures", lambda: _figures(load=load)),
        _guarded("cluster", "Several machines", _cluster),
        _guarded("engine", "Container engine for re-runs", _engine),
        _guarded("display", "Display", _display),
    )


def _guarded(part: str, title: str, look: Callable[[], tuple[str, str, str]]) -> Check:
    try:
        state, detail, remedy = look()
    except (ImportError, OSError, RuntimeError, ValueError) as error:
        return Check(part, title, "missing", f"{type(error).__name__}: {error}", "run make install again")
    return Check(part, title, state, detail, remedy)


def _python() -> tuple[str, str, str]:
    return "ok", sys.version.split()[0], ""


def _version(package: str) -> str:
    try:
        return package_version(package)
    except PackageNotFoundError as error:
        raise ImportError(f"{package} is not installed") from error


def _qt() -> tuple[str, str, str]:
    from PySide6 import QtWidgets

    assert QtWidgets.QApplication is not None
    return "ok", f"PySide6 {_version('PySide6-Essentials')}", ""


def _load(*modules: str) -> None:
    for module in modules:
        import_module(module)


def _pdf(*, load: bool) -> tuple[str, str, str]:
    if load:
        _load("pymupdf")
    return "ok", f"PyMuPDF {_version('pymupdf')}", ""


def _typst(*, load: bool) -> tuple[str, str, str]:
    if load:
        _load("typst", "tex2typst", "tylax")
    return (
        "ok",
        f"typst {_version('typst')}, tex2typst {_version('tex2typst')}, tylax {_version('tylax')}",
        "",
    )


def _fonts() -> tuple[str, str, str]:
    from PySide6.QtGui import QFontDatabase
    from PySide6.QtWidgets import QApplication

    if QApplication.instance() is None:
        os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
        app = QApplication([])
        families = set(QFontDatabase.families())
        del app
    else:
        families = set(QFontDatabase.families())
    lacking = [name for name in _UI_FONTS if name not in families]
    if lacking:
        return (
            "absent",
            f"{', '.join(lacking)} not found; the system's fonts serve",
            ("apt-get install fonts-inter fonts-jetbrains-mono"),
        )
    return "ok", ", ".join(_UI_FONTS), ""


def _database() -> tuple[str, str, str]:
    from mlrbench_gui.infra.db.database import SQLITE_VERSION

    return "ok", f"SQLite {SQLITE_VERSION}, sqlmodel {_version('sqlmodel')}", ""


def _disk(workspace: Path) -> tuple[str, str, str]:
    place = next((p for p in (workspace, *workspace.parents) if p.exists()), Path("/"))
    free = shutil.disk_usage(place).free
    text = f"{free / 1e9:.0f} GB free"
    if free < 1e9:
        return "missing", text, "an import of the whole benchmark needs about 1 GB"
    return "ok", text, ""


def _shared(workspace: ServerAddress) -> tuple[str, str, str]:
    from mlrbench_gui.app.compose import check_workspace
    from mlrbench_gui.domain.errors import MlrbenchError

    try:
        check_workspace(workspace)
    except MlrbenchError as error:
        detail, _, remedy = str(error).partition("; ")
        return "missing", detail, remedy
    return "ok", str(workspace), ""


def _cluster() -> tuple[str, str, str]:
    """Optional: without it nothing but a shared workspace and its workers is missing."""
    from mlrbench_gui.infra.cluster.transport import INSTALL

    try:
        return "ok", f"distributed {_version('distributed')}, psycopg {_version('psycopg')}", ""
    except ImportError:
        return "absent", "not installed; no workspace on a server, no work by several machines", INSTALL


def _workspace(workspace: Place) -> tuple[str, str, str]:
    if isinstance(workspace, ServerAddress):
        return _shared(workspace)
    if not workspace.exists():
        return "absent", f"{workspace} is not there yet", "it is made by the first import"
    if not os.access(workspace, os.W_OK):
        return (
            "missing",
            f"{workspace} is not writable",
            "change its permissions or name another with --workspace",
        )
    return "ok", str(workspace), ""


def _model(*, load: bool) -> tuple[str, str, str]:
    """A model is optional: without one nothing but second opinions is missing."""
    from mlrbench_gui.app.compose import models
    from mlrbench_gui.domain.errors import InputError

    if load:
        _load("openai", "keyring")
    known = models()
    try:
        profiles = known.profiles.all()
    except InputError as error:
        return "missing", str(error), "set the model anew in Settings"
    if not profiles:
        return "absent", "none set; every audit is complete without one", "name one in Settings under Models"
    first = profiles[0]
    where = known.keys.where(first)
    detail = f"{first.model} at {first.host}, openai {_version('openai')}"
    if where is None and not first.is_local:
        return "absent", f"{detail}, no key", f"set {first.key_variable}, or give the key in Settings"
    return "ok", f"{detail}, {f'key {where}' if where else 'no key needed'}", ""


def _figures(*, load: bool) -> tuple[str, str, str]:
    """Optional: without it charts are followed through the code that drew them alone."""
    from mlrbench_gui.infra.figures.recognising import INSTALL, is_installed

    if not is_installed():
        return "absent", "not installed; no chart is read from its picture", INSTALL
    if load:
        _load("rapidocr", "onnxruntime")
    return "ok", f"rapidocr {_version('rapidocr')}, onnxruntime {_version('onnxruntime')}", ""


def _engine() -> tuple[str, str, str]:
    """Optional: without it nothing but re-runs is missing."""
    from mlrbench_gui.domain.errors import MissingPart
    from mlrbench_gui.infra.sandbox.connecting import connect, engine_version

    try:
        client = connect()
    except MissingPart as error:
        detail, _, remedy = str(error).partition("; ")
        return "absent", detail, remedy
    try:
        return "ok", engine_version(client), ""
    finally:
        client.close()


def _display() -> tuple[str, str, str]:
    if sys.platform.startswith("linux") and not (
        os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    ):
        return "absent", "none; pictures and reports work without one", "set DISPLAY to open the window"
    return "ok", os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY") or sys.platform, ""
