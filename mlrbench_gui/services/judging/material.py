"""What a judge is shown: texts in fences under names that tell no agent, within bounds, and what was left out.

Text that readers do not see (comments in Markdown) is not shown to the judge either: it is where orders to judges hide.
Bounds, in characters: a document 60,000, a file of code, log or results 16,000, all of these together 160,000;
pictures: eight of at most 4 MB, 16 MB together. The middle of what is longer is left out.
"""

import json
import posixpath
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from mlrbench_gui.domain.artifacts import Artifact, ArtifactRole
from mlrbench_gui.domain.errors import InputError
from mlrbench_gui.domain.values import RelPath
from mlrbench_gui.services.context import Context
from mlrbench_gui.services.judging.subjects import Subject
from mlrbench_gui.services.papers import paper_text
from mlrbench_gui.services.ports.models import Picture
from mlrbench_gui.services.prompts import fenced, mark_over, visible, without_delimiters

DOCUMENT, FILE, ALL_FILES = 60_000, 16_000, 160_000
PICTURES, PICTURE_BYTES, ALL_PICTURE_BYTES = 8, 4_000_000, 16_000_000

_DOCUMENTS = frozenset(
    {
        ArtifactRole.TASK,
        ArtifactRole.IDEA,
        ArtifactRole.LITERATURE,
        ArtifactRole.PROPOSAL,
        ArtifactRole.PAPER,
    }
)
_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_MEDIA = {".png": "image/png", ".jpg": "image/jpeg", ".jpeg": "image/jpeg", ".webp": "image/webp"}
_NAME = 160


@dataclass(frozen=True, slots=True)
class Shown:
    """A text under the name that the judge knows it by."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Material:
    """All that is shown of one subject. `names` tells which file of the run each name is."""

    given: tuple[Shown, ...]
    made: tuple[Shown, ...]
    behind: tuple[Shown, ...]
    pictures: tuple[Picture, ...]
    names: Mapping[str, RelPath]
    left_out: tuple[str, ...]

    @property
    def mark(self) -> str:
        """The mark of the fences: a hash over all that they enclose, so that no text can hold it."""
        return mark_over(part for shown in self.texts for part in (shown.name, shown.text))

    @property
    def texts(self) -> tuple[Shown, ...]:
        return (*self.given, *self.made, *self.behind)


@dataclass(slots=True)
class _Table:
    """The desk on which material is laid out: room that is left, names in use, notes on what was cut."""

    ctx: Context
    subject: Subject
    room: int = ALL_FILES
    names: dict[str, RelPath] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)

    def lay(self, artifacts: Iterable[Artifact]) -> tuple[Shown, ...]:
        return tuple(shown for artifact in artifacts if (shown := self._shown(artifact)) is not None)

    def _shown(self, artifact: Artifact) -> Shown | None:
        name = self.name(artifact)
        is_document = artifact.role in _DOCUMENTS
        most = DOCUMENT if is_document else min(FILE, self.room)
        if most <= 0:
            self.notes.append(f"{name}: not shown, for want of room")
            return None
        text = self._text(artifact, name)
        if text is None:
            return None
        kept = visible(text, most)
        if len(kept) < len(text.strip()) and len(text) > most:
            self.notes.append(
                f"{name}: {len(text) - most:,} of {len(text):,} characters left out of its middle"
            )
        if not is_document:
            self.room -= len(kept)
        self.names[name] = artifact.path
        return Shown(name, without_delimiters(kept) or "(empty)")

    def _text(self, artifact: Artifact, name: str) -> str | None:
        run = self.subject.run.name
        try:
            if artifact.role is ArtifactRole.PAPER:
                text = paper_text(self.ctx, run, artifact.path)
            else:
                text = self.ctx.workspace.runs.files(run).read(artifact.path).decode("utf-8", "replace")
        except (InputError, KeyError):
            self.notes.append(f"{name}: cannot be read")
            return None
        if artifact.path.lower().endswith((".md", ".markdown")):
            hidden = _COMMENT.findall(text)
            if hidden:
                self.notes.append(f"{name}: {len(hidden)} comments that its readers do not see")
            return _COMMENT.sub(" ", text)
        return text

    def name(self, artifact: Artifact) -> str:
        """A name that tells neither agent nor writer, and that cannot pass for a fence."""
        plain = _plain_name(artifact)
        number, made = 1, plain
        while self.names.get(made, artifact.path) != artifact.path:
            number += 1
            stem, suffix = posixpath.splitext(plain)
            made = f"{stem}-{number}{suffix}"
        return made


def material_of(ctx: Context, subject: Subject) -> Material:
    """The material of a subject; equal files give equal material."""
    table = _Table(ctx, subject)
    made = table.lay(subject.made)
    given = table.lay(subject.given)
    behind = table.lay(subject.behind)
    pictures = _pictures(table, subject.figures)
    return Material(given, made, behind, pictures, table.names, tuple(table.notes))


def without_pictures(material: Material) -> tuple[str, ...]:
    """What is left out for a model that takes no pictures."""
    many = len(material.pictures)
    return (
        (*material.left_out, f"{many} figures: this model takes no pictures") if many else material.left_out
    )


def fences(mark: str, shown: Sequence[Shown]) -> str:
    """The texts in their fences."""
    return "\n".join(fenced(mark, item.name, item.text) for item in shown) or "nothing"


def _plain_name(artifact: Artifact) -> str:
    if artifact.role is ArtifactRole.PAPER:
        return "paper" if artifact.path.lower().endswith(".pdf") else "paper.md"
    top, slash, rest = artifact.path.partition("/")
    is_code_folder = slash and top != "results" and artifact.role is not ArtifactRole.IDEA
    path = f"code/{rest}" if is_code_folder else artifact.path
    escaped = json.dumps(path, ensure_ascii=False)[1:-1]
    return without_delimiters(visible(escaped, _NAME)).replace("\n", " ")


def _pictures(table: _Table, figures: Sequence[Artifact]) -> tuple[Picture, ...]:
    """Figures as far as the bounds allow, those of the results first."""
    found: list[Picture] = []
    total = 0
    files = table.ctx.workspace.runs.files(table.subject.run.name)
    seen: set[str] = set()
    for artifact in figures:
        name = table.name(artifact)
        media = _MEDIA.get(posixpath.splitext(artifact.path.lower())[1])
        why = _unfit(artifact, media, len(found), total)
        if artifact.sha256 in seen:
            continue
        if why or media is None:
            table.notes.append(f"{name}: a figure not shown, {why}")
            continue
        try:
            data = files.read(artifact.path)
        except (InputError, KeyError):
            table.notes.append(f"{name}: a figure that cannot be read")
            continue
        seen.add(artifact.sha256 or "")
        total += len(data)
        table.names[name] = artifact.path
        found.append(Picture(name, media, data))
    return tuple(found)


def _unfit(artifact: Artifact, media: str | None, many: int, total: int) -> str:
    if media is None:
        return "its format is not taken"
    if many >= PICTURES:
        return f"as {PICTURES} are the most"
    if artifact.size > PICTURE_BYTES or total + artifact.size > ALL_PICTURE_BYTES:
        return "as it is too large"
    return ""
