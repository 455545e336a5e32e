"""How files came to be, as values: each one's provenance class with the steps that lead back from it."""

import re
from dataclasses import dataclass, field

from mlrbench_gui.audit.text.numbering import without_numbering
from mlrbench_gui.domain.values import Provenance, RelPath

DECIMAL = re.compile(r"\d\.\d")
_TYPED = frozenset({Provenance.TYPED_BY_EDITOR, Provenance.TYPED_IN_SHELL})


@dataclass(frozen=True, slots=True)
class FileOrigin:
    """How a file came to be. `action` made this version, `script` wrote it, `source` is what it was copied from.

    `is_ready_text`: its lines stand as literal text in the script, which only had to write them out.
    `has_outputs`: it is a notebook that keeps what its cells left beside its code.
    """

    path: RelPath
    provenance: Provenance
    reason: str
    action: int | None = None
    script: RelPath | None = None
    source: RelPath | None = None
    is_ready_text: bool = False
    has_outputs: bool = False

    @property
    def is_typed(self) -> bool:
        return self.provenance in _TYPED


@dataclass(frozen=True, slots=True)
class Origins:
    """Origins of all files. `first` are those of files that are gone or were changed since they were copied.

    `typed` are the lines that the agent's editor put into files that a program had made.
    """

    by_path: dict[RelPath, FileOrigin]
    first: dict[RelPath, FileOrigin] = field(default_factory=dict)
    typed: dict[RelPath, tuple[str, ...]] = field(default_factory=dict)

    def of(self, path: RelPath) -> FileOrigin:
        """The origin of the file itself."""
        return self.by_path.get(path, FileOrigin(path, Provenance.UNKNOWN, "no action or script explains it"))

    def has_typed_numbers(self, path: RelPath) -> bool:
        """Whether an editor put numbers into a file that a program had made."""
        return any(DECIMAL.search(without_numbering(line)) for line in self.typed.get(path, ()))

    def root(self, path: RelPath) -> FileOrigin:
        """The origin of the first file in a chain of copies."""
        origin, seen = self.of(path), {path}
        while origin.source is not None and origin.source not in seen:
            if origin.path in self.first:
                return self.first[origin.path]
            seen.add(origin.source)
            if origin.source not in self.by_path:
                break
            origin = self.of(origin.source)
        return origin
