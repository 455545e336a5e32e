"""Files that a program made and the agent's editor changed in places: what was not typed is still the program's."""

from dataclasses import dataclass

from mlrbench_gui.audit.text.numbering import without_numbering
from mlrbench_gui.audit.transcript.replay import FileVersion, History
from mlrbench_gui.domain.values import RelPath

_LIGHT = 1 / 3
"""Where more than this share of the lines with numbers was typed, the file is the editor's."""


@dataclass(frozen=True, slots=True)
class LightEdit:
    """A file whose text began elsewhere. `base` is the version before the edits, None where no action made it.

    `typed` are the lines that edits put in; `first` and `action` are the first and last of the edits.
    """

    base: FileVersion | None
    typed: tuple[str, ...]
    first: int
    action: int


def light_edit(path: RelPath, text: str, history: History) -> LightEdit | None:
    """The edits since a program or a copy made the file; None where the file was not so made, or rewritten."""
    versions = history.versions.get(path, ())
    count = next(
        (n for n, version in enumerate(reversed(versions)) if version.how != "edited"), len(versions)
    )
    edits = versions[len(versions) - count :]
    base = versions[-count - 1] if count < len(versions) else None
    if not edits or any(edit.text is not None for edit in edits):
        return None
    if base is not None and base.how not in ("copied", "moved", "left"):
        return None
    typed = tuple(line for edit in edits for line in edit.typed)
    known = {line.strip() for line in typed}
    numbered = [
        line.strip() for line in text.split("\n") if any(c.isdigit() for c in without_numbering(line))
    ]
    if sum(1 for line in numbered if line in known) > _LIGHT * len(numbered):
        return None
    return LightEdit(base, typed, edits[0].action, edits[-1].action)
