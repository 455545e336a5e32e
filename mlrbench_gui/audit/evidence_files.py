"""The files of one run as the engine sees them: read once, decoded once, roles known, equal contents told once."""

import ast
from collections.abc import Callable
from dataclasses import dataclass, field

from mlrbench_gui.audit.ledger.code_values import parse_python
from mlrbench_gui.audit.notebooks.reading import EMPTY, PYTHON, SUFFIX, Notebook, read_notebook
from mlrbench_gui.audit.text.decoding import decode, is_pdf
from mlrbench_gui.domain.artifacts import ArtifactRole, RunFiles
from mlrbench_gui.domain.errors import InputError
from mlrbench_gui.domain.layout import classify, paper_paths, transcript_path
from mlrbench_gui.domain.values import RelPath, Sha256

_LARGEST = 24 * 1024 * 1024
_TEXT_ROLES = frozenset(
    {
        ArtifactRole.TASK,
        ArtifactRole.IDEA,
        ArtifactRole.LITERATURE,
        ArtifactRole.PROPOSAL,
        ArtifactRole.RESULTS_NOTE,
        ArtifactRole.README,
        ArtifactRole.LOG,
        ArtifactRole.CODE,
        ArtifactRole.JSON,
        ArtifactRole.CSV,
    }
)


@dataclass
class EvidenceFiles:
    """Access to the run's files with a memory. Unreadable files are told in `unreadable`, not raised."""

    files: RunFiles
    pdf_text: Callable[[bytes], str] | None = None
    paths: tuple[RelPath, ...] = ()
    roles: dict[RelPath, ArtifactRole] = field(default_factory=dict)
    unreadable: dict[RelPath, str] = field(default_factory=dict)
    _texts: dict[RelPath, str] = field(default_factory=dict)
    _trees: dict[RelPath, ast.Module | None] = field(default_factory=dict)
    _notebooks: dict[RelPath, Notebook] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.paths = tuple(sorted(self.files.paths()))
        self.roles = {path: classify(path, self.files.size(path))[0] for path in self.paths}

    def papers(self) -> tuple[RelPath, ...]:
        return paper_paths(self.paths)

    def transcript(self) -> RelPath | None:
        return transcript_path(self.paths)

    def of_role(self, *roles: ArtifactRole) -> tuple[RelPath, ...]:
        """Paths with one of the roles, sorted."""
        return tuple(path for path in self.paths if self.roles[path] in roles)

    def read(self, path: RelPath) -> bytes:
        """The bytes; empty for what cannot be read or is too large, which is remembered."""
        if self.files.size(path) > _LARGEST:
            self.unreadable[path] = "larger than 24 MiB"
            return b""
        try:
            return self.files.read(path)
        except InputError as error:
            self.unreadable[path] = str(error)
            return b""

    def is_closed(self, path: RelPath) -> bool:
        """Whether the file is too large to be read, or was found unreadable."""
        return path in self.unreadable or self.files.size(path) > _LARGEST

    def sha256(self, path: RelPath) -> Sha256 | None:
        """The hash of the file; None if it cannot be read."""
        try:
            return self.files.sha256(path)
        except InputError as error:
            self.unreadable[path] = str(error)
            return None

    def text(self, path: RelPath) -> str:
        """The decoded text, for a PDF that of its pages, for a notebook its code as one module."""
        return self.notebook(path).code if path.endswith(SUFFIX) else self.raw_text(path)

    def notebook(self, path: RelPath) -> Notebook:
        """The notebook of this path; an empty one for what is none, which is remembered."""
        if path not in self._notebooks:
            try:
                self._notebooks[path] = read_notebook(self.raw_text(path))
            except ValueError as error:
                self.unreadable.setdefault(path, f"not readable as notebook: {error}")
                self._notebooks[path] = EMPTY
        return self._notebooks[path]

    @property
    def notebooks(self) -> dict[RelPath, Notebook]:
        """All notebooks among the code of the run, by path."""
        code = self.of_role(ArtifactRole.CODE)
        return {path: self.notebook(path) for path in code if path.endswith(SUFFIX)}

    def raw_text(self, path: RelPath) -> str:
        """The decoded text as the file has it, for a PDF that of its pages."""
        if path not in self._texts:
            data = self.read(path)
            if is_pdf(data):
                self._texts[path] = self._pages_text(path, data)
            else:
                self._texts[path] = decode(data)
        return self._texts[path]

    def _pages_text(self, path: RelPath, data: bytes) -> str:
        if self.pdf_text is None:
            return ""
        try:
            return self.pdf_text(data)
        except InputError as error:
            self.unreadable[path] = str(error)
            return ""

    def tree(self, path: RelPath) -> ast.Module | None:
        """The syntax tree of a Python file; None for any other."""
        if path not in self._trees:
            self._trees[path] = parse_python(self.text(path)) if path.endswith(PYTHON) else None
        return self._trees[path]

    def size_of(self, path: RelPath) -> int:
        return self.files.size(path)

    def is_text(self, path: RelPath) -> bool:
        return self.roles[path] in _TEXT_ROLES or path.endswith((".txt", ".md", ".out"))

    def has(self, path: str) -> bool:
        return path in self.roles
