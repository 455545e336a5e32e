"""Write a report: which formats, into which folder; then where the files are."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QSettings, QStandardPaths, QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from mlrbench_gui.ui.kit.buttons import Button, IconButton
from mlrbench_gui.ui.kit.elided import ElidedLabel
from mlrbench_gui.ui.kit.fields import Check
from mlrbench_gui.ui.kit.labels import label, separator
from mlrbench_gui.ui.shell.overlay import Overlay
from mlrbench_gui.ui.shell.wiring import ReportPlan

_FORMAT_WORDS = {
    "pdf": "PDF: the paper with notes on its pages",
    "html": "HTML: one file that opens offline",
    "json": "JSON: for other programs",
    "csv": "CSV: one line a claim",
    "md": "Markdown: to read and to paste",
    "sarif": "SARIF: findings for code hosts and editors",
    "annotations": "Web Annotations: claims and notes as JSON-LD",
    "label-studio": "Label Studio: claims as labelling tasks",
    "crate": "RO-Crate: the run's files with the audit",
}
_FOLDER_KEY = "report/folder"
_FORMATS_KEY = "report/formats"
_NAMELESS_KEY = "report/without-names"


class ReportSheet(Overlay):
    """Asks for formats and folder, and emits `report_wanted(runs, plan)`."""

    report_wanted = Signal(object, object)

    def __init__(self, window: QWidget, formats: Sequence[str]) -> None:
        super().__init__(window, "Write a report", width=560, height=520, top=0.35)
        self._runs: tuple[str, ...] = ()
        self._title = ElidedLabel()
        self._title.setProperty("textSize", "lg")
        self._title.setProperty("weight", "semibold")
        kept = str(QSettings().value(_FORMATS_KEY, "pdf,html")).split(",")
        self.checks = {name: Check(_FORMAT_WORDS.get(name, name.upper())) for name in formats}
        for name, check in self.checks.items():
            check.setChecked(name in kept)
            check.toggled.connect(self._able)
        self.nameless = Check("Leave out reviewers' names and absolute paths")
        self.nameless.setToolTip("People become reviewer 1, 2, …; of a path its last part stays")
        self.nameless.setChecked(str(QSettings().value(_NAMELESS_KEY, "")) == "yes")
        self.folder = QLineEdit(_folder())
        self.folder.setAccessibleName("folder for the report")
        self.folder.textChanged.connect(self._able)
        self.go = Button("Write report", icon_name="report", kind="primary")
        self.go.clicked.connect(self._write)
        self._written: tuple[Path, ...] = ()
        self._done = ElidedLabel()
        self._done.setProperty("role", "ok")
        self._done.setProperty("textSize", "sm")
        self._show = Button("Show in folder", kind="link")
        self._show.clicked.connect(self._show_folder)
        self._lay_out()

    def ask(self, runs: tuple[str, ...]) -> None:
        """Open for these runs."""
        self._runs = runs
        self._title.setText(f"Report of {runs[0]}" if len(runs) == 1 else f"Reports of {len(runs)} runs")
        self.show_written(())
        self._able()
        self.open()
        self.go.setFocus()

    def show_written(self, paths: tuple[Path, ...]) -> None:
        """Where the files are; none hides the line."""
        self._written = paths
        self._done.setText(f"{len(paths)} files are in {paths[0].parent}" if paths else "")
        self._done.setVisible(bool(paths))
        self._show.setVisible(bool(paths))

    def _able(self) -> None:
        chosen = any(check.isChecked() for check in self.checks.values())
        self.go.setEnabled(chosen and bool(self.folder.text().strip()))

    def _write(self) -> None:
        formats = tuple(name for name, check in self.checks.items() if check.isChecked())
        folder = self.folder.text().strip()
        QSettings().setValue(_FORMATS_KEY, ",".join(formats))
        QSettings().setValue(_FOLDER_KEY, folder)
        QSettings().setValue(_NAMELESS_KEY, "yes" if self.nameless.isChecked() else "")
        plan = ReportPlan(Path(folder).expanduser(), formats, self.nameless.isChecked())
        self.report_wanted.emit(self._runs, plan)

    def _choose(self) -> None:
        chosen = QFileDialog.getExistingDirectory(self, "Folder for the report", self.folder.text())
        if chosen:
            self.folder.setText(chosen)

    def _show_folder(self) -> None:
        if self._written:
            QDesktopServices.openUrl(QUrl.fromLocalFile(str(self._written[0].parent)))

    def _lay_out(self) -> None:
        close = IconButton("cross", "Close", key="Esc")
        close.clicked.connect(self.close_sheet)
        head = QHBoxLayout()
        head.setContentsMargins(16, 10, 10, 10)
        head.addWidget(self._title, 1)
        head.addWidget(close)
        body = QVBoxLayout()
        body.setContentsMargins(16, 14, 16, 16)
        body.setSpacing(6)
        body.addWidget(label("The same numbers stand in each format.", role="text-2", size="sm"))
        for check in self.checks.values():
            body.addWidget(check)
        body.addSpacing(6)
        body.addWidget(separator())
        body.addSpacing(4)
        body.addWidget(self.nameless)
        choose = Button("Folder…", icon_name="folder")
        choose.clicked.connect(self._choose)
        row = QHBoxLayout()
        row.setSpacing(6)
        row.addWidget(self.folder, 1)
        row.addWidget(choose)
        body.addSpacing(6)
        body.addLayout(row)
        body.addStretch()
        foot = QHBoxLayout()
        foot.setSpacing(10)
        foot.addWidget(self.go)
        foot.addWidget(self._done, 1)
        foot.addWidget(self._show)
        foot.addStretch()
        body.addLayout(foot)
        self.column.addLayout(head)
        self.column.addWidget(separator())
        self.column.addLayout(body, 1)


def _folder() -> str:
    home = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation)
    return str(QSettings().value(_FOLDER_KEY, home))
