"""A file of a run, read and parsed for its viewer: which kind it is follows from role, name and bytes. No Qt widgets.

Everything here runs off the GUI thread; what cannot be parsed becomes text with the cause, never an error.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from mlrbench_gui.domain.artifacts import ArtifactRole, RunFiles
from mlrbench_gui.domain.errors import InputError
from mlrbench_gui.ui.screens.audit.evidence.reading.delimited import Table, parse_delimited
from mlrbench_gui.ui.screens.audit.evidence.reading.highlighting import code_lines
from mlrbench_gui.ui.screens.audit.evidence.reading.jsontree import JsonDocument, parse
from mlrbench_gui.ui.screens.audit.evidence.reading.lines import LineIndex, spilled

if TYPE_CHECKING:
    from mlrbench_gui.audit.transcript.actions import Transcript
    from mlrbench_gui.domain.values import RelPath
    from mlrbench_gui.domain.work import CancelToken
    from mlrbench_gui.services.tracing import ActionFiles
    from mlrbench_gui.ui.screens.audit.evidence.reading.ansi import Line
    from mlrbench_gui.ui.screens.audit.evidence.viewers.pictures import Picture

TREE_LIMIT = 48 << 20
_PICTURES = (".png", ".jpg", ".jpeg", ".gif", ".webp", ".bmp")
_TABLES = (".csv", ".tsv")
_CODE = (
    ".py",
    ".sh",
    ".bash",
    ".yaml",
    ".yml",
    ".toml",
    ".cfg",
    ".ini",
    ".r",
    ".js",
    ".tex",
    ".md",
    ".svg",
)
_JSON = (".json", ".jsonl", ".ndjson", ".ipynb")


@dataclass(frozen=True, slots=True)
class TextDocument:
    """Plain text or a log by its line index. `note` says why it is shown so, where that needs saying."""

    index: LineIndex
    note: str = ""


@dataclass(frozen=True, slots=True)
class TreeDocument:
    """JSON as a tree."""

    tree: JsonDocument


@dataclass(frozen=True, slots=True)
class TableDocument:
    """CSV as a table."""

    table: Table


@dataclass(frozen=True, slots=True)
class CodeDocument:
    """Coloured lines; `text` is kept for Markdown, whose tables are parsed when a place in one is opened."""

    lines: tuple[Line, ...]
    text: str = ""


@dataclass(frozen=True, slots=True)
class FigureDocument:
    """A decoded picture."""

    picture: Picture


@dataclass(frozen=True, slots=True)
class PdfDocument:
    """A PDF's bytes; pages are rendered when they are asked for."""

    data: bytes


@dataclass(frozen=True, slots=True)
class ActionsDocument:
    """A transcript as actions, with the files that each touched."""

    transcript: Transcript
    touched: ActionFiles


@dataclass(frozen=True, slots=True)
class NothingToShow:
    """Why there is nothing: the file is missing, unreadable or empty."""

    title: str
    line: str


Shown = (
    TextDocument
    | TreeDocument
    | TableDocument
    | CodeDocument
    | FigureDocument
    | PdfDocument
    | ActionsDocument
)
Document = Shown | NothingToShow


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which file to open and how: `raw` shows plain text whatever it is."""

    path: RelPath
    role: ArtifactRole
    raw: bool = False


def open_document(files: RunFiles, wanted: Wanted, cancel: CancelToken) -> Document:
    """Read a file for its viewer. Raises Cancelled."""
    name = wanted.path.rsplit("/", 1)[-1]
    try:
        data = files.read(wanted.path)
    except KeyError:
        return NothingToShow(f"{name} is not there", f"The run has no file {wanted.path}.")
    except InputError as error:
        return NothingToShow(f"{name} cannot be read", str(error))
    cancel.check()
    if not data:
        return NothingToShow(f"{name} is empty", f"{wanted.path} has 0 bytes. That is what the run left.")
    if wanted.raw:
        return _text(data, cancel)
    try:
        return _by_kind(files, wanted, data, cancel)
    except InputError as error:
        return _text(data, cancel, note=f"shown as text: {error}")


def _by_kind(files: RunFiles, wanted: Wanted, data: bytes, cancel: CancelToken) -> Document:
    name = wanted.path.lower()
    if wanted.role is ArtifactRole.TRANSCRIPT:
        return _actions(files, wanted, data)
    if data.startswith(b"%PDF-"):
        return PdfDocument(data)
    if name.endswith(_PICTURES) or data.startswith((b"\x89PNG\r\n", b"\xff\xd8\xff", b"GIF8")):
        return _figure(data)
    if _is_binary(data):
        return _text(data, cancel, note="no text file: its bytes are shown with what is no text made visible")
    return _by_name(name, data, cancel)


def _actions(files: RunFiles, wanted: Wanted, data: bytes) -> ActionsDocument:
    from mlrbench_gui.audit.transcript.reading import read_transcript
    from mlrbench_gui.audit.transcript.replay import replay
    from mlrbench_gui.services.tracing import files_of_actions

    paths = frozenset(files.paths())
    transcript = read_transcript(wanted.path, data, sorted(paths))
    return ActionsDocument(transcript, files_of_actions(transcript, paths, replay(transcript, paths)))


def _by_name(name: str, data: bytes, cancel: CancelToken) -> Document:
    if name.endswith(_JSON):
        return _tree(data)
    if name.endswith(_TABLES):
        return TableDocument(parse_delimited(data, name, cancel))
    if name.endswith(_CODE):
        text = data.decode("utf-8-sig", "replace") if name.endswith(".md") else ""
        return CodeDocument(code_lines(data, name, cancel), text)
    return _text(data, cancel)


def _figure(data: bytes) -> Document:
    from mlrbench_gui.ui.screens.audit.evidence.viewers.pictures import decode_picture

    try:
        return FigureDocument(decode_picture(data))
    except InputError as error:
        return NothingToShow("The picture cannot be shown", str(error))


def _tree(data: bytes) -> Document:
    if len(data) > TREE_LIMIT:
        raise InputError(f"{len(data) >> 20} MB are more than the {TREE_LIMIT >> 20} MB that a tree shows")
    return TreeDocument(parse(data))


def _text(data: bytes, cancel: CancelToken, note: str = "") -> TextDocument:
    index = LineIndex(spilled(data))
    index.extend(cancel)
    return TextDocument(index, note)


def _is_binary(data: bytes) -> bool:
    """NUL bytes in plenty, or hardly any text among the first bytes."""
    head = data[:4096]
    odd = sum(head.count(bytes((code,))) for code in (*range(9), *range(14, 27), *range(28, 32)))
    return odd > len(head) // 10
