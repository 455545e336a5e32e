"""The pictures that papers show, read by an optional reader: its bars are evidence beside others, never a verdict."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import PurePosixPath
from posixpath import normpath

from mlrbench_gui.audit.evidence_files import EvidenceFiles
from mlrbench_gui.audit.text.paper import PaperText
from mlrbench_gui.domain.artifacts import ArtifactRole
from mlrbench_gui.domain.pictures import PictureReading
from mlrbench_gui.domain.values import RelPath

ReadPictures = Callable[[Sequence[bytes]], Sequence[PictureReading]]
PICTURE_ROLES = (ArtifactRole.FIGURE, ArtifactRole.DATA_IMAGE)


def path_of(paper: RelPath, target: str) -> RelPath:
    """The file that a picture's reference in a paper names."""
    return RelPath(normpath(str(PurePosixPath(paper).parent / target)))


def read_charts(
    files: EvidenceFiles, papers: Mapping[RelPath, PaperText], read: ReadPictures
) -> dict[RelPath, PictureReading]:
    """A reading for each picture that a paper shows; equal pictures are read once."""
    named = {path_of(paper, figure.target) for paper, text in papers.items() for figure in text.figures}
    paths = sorted(path for path in named if files.has(path) and files.roles[path] in PICTURE_ROLES)
    by_hash = {files.sha256(path): path for path in paths}
    readings = read([files.read(path) for path in by_hash.values()])
    known = dict(zip(by_hash, readings, strict=True))
    return {path: known[files.sha256(path)] for path in paths}
