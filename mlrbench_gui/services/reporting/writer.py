"""What a format must be: a callable from a report to files."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

from mlrbench_gui.domain.values import RelPath
from mlrbench_gui.services.ports.papers import BuiltPaper
from mlrbench_gui.services.reporting.data import ReportData


@dataclass(frozen=True, slots=True)
class ReportFile:
    """A file of a report; `suffix` follows the run's name (`.html`, `.claims.csv`)."""

    suffix: str
    data: bytes


class ReportPapers(Protocol):
    """The papers of the reported run as PDF, built on demand, and the files that the audit read."""

    def built(self, path: RelPath) -> BuiltPaper:
        """Raises InputError if no PDF can be made of it."""
        ...

    def file(self, path: RelPath) -> bytes:
        """The bytes of a file of the run. Raises an error of this program if they cannot be read."""
        ...


class ReportWriter(Protocol):
    """Turns a report into the files of one format."""

    def __call__(self, report: ReportData, papers: ReportPapers, /) -> Iterable[ReportFile]: ...
