"""Papers for screens and reports: their source out of a run, built once and kept in the workspace's cache.

The cache key holds the hashes of the paper and of each picture it names, and the press's version. What is kept is a
plain byte form of our own, checked when read: a workspace may come from a stranger.
"""

import json
import posixpath
import re
import struct
from collections.abc import Iterable, Mapping
from hashlib import sha256
from urllib.parse import unquote

from mlrbench_gui.domain.artifacts import RunFiles
from mlrbench_gui.domain.errors import InputError
from mlrbench_gui.domain.places import PlaceMap
from mlrbench_gui.domain.values import RelPath, RunName
from mlrbench_gui.services.context import Context
from mlrbench_gui.services.ports.papers import BuiltPaper, PageImage, PaperSource

MAX_PICTURE_BYTES = 64 * 1024 * 1024
"""Larger pictures are left out; the paper then shows a box that names them."""

_REFERENCE = re.compile(
    r"!\[(?:[^\[\]]|\[[^\]]*\])*\]\(\s*(?:<([^<>\n]+)>|([^\s()]*(?:\([^\s()]*\)[^\s()]*)*))"
)
_MAGIC = b"mlrpaper1\n"
_LENGTHS = struct.Struct("<4Q")


def is_pdf_paper(path: RelPath) -> bool:
    """Whether a paper is shown as the PDF it is."""
    return path.lower().endswith(".pdf")


def decoded_text(data: bytes) -> str:
    """A Markdown paper's text as spans count in it: UTF-8, bad bytes replaced, no leading BOM, newlines kept."""
    return data.decode("utf-8", errors="replace").removeprefix("\ufeff")


def paper_source(files: RunFiles, path: RelPath) -> PaperSource:
    """The paper with the pictures that it names and the run has. Raises KeyError or InputError as reading does."""
    data = files.read(path)
    if is_pdf_paper(path):
        return PaperSource(path, None, {}, pdf=data)
    text = decoded_text(data)
    return PaperSource(path, text, {name: files.read(place) for name, place in _pictures(files, path, text)})


def paper_text(ctx: Context, run: RunName, path: RelPath) -> str:
    """The text in which the spans of a paper's claims count."""
    files = ctx.workspace.runs.files(run)
    data = files.read(path)
    if not is_pdf_paper(path):
        return decoded_text(data)
    key = f"pdf-text:{sha256(data).hexdigest()}:{ctx.press.version}"
    kept = ctx.workspace.cache.get(key)
    if kept is not None:
        return kept.decode("utf-8", errors="surrogatepass")
    text = ctx.press.pdf_text(data)
    ctx.workspace.cache.put(key, text.encode("utf-8", errors="surrogatepass"))
    return text


def built_paper(ctx: Context, run: RunName, path: RelPath) -> BuiltPaper:
    """The paper as PDF with its place map, from the cache where it is. Raises InputError if it cannot be made."""
    files = ctx.workspace.runs.files(run)
    key = _key(files, path, ctx.press.version)
    kept = ctx.workspace.cache.get(key)
    if kept is not None:
        paper = unpacked(kept)
        if paper is not None:
            return paper
    paper = ctx.press.build(paper_source(files, path))
    ctx.workspace.cache.put(key, packed(paper))
    return paper


def page_image(ctx: Context, paper: BuiltPaper, page: int, scale: float) -> PageImage:
    """A page (1-based) as pixels; scale 1.0 is 72 dpi."""
    return ctx.press.page(paper.pdf, page, scale)


def packed(paper: BuiltPaper) -> bytes:
    """The cache form of a built paper."""
    places = paper.places.to_bytes()
    text = paper.text.encode("utf-8", errors="surrogatepass")
    notes = json.dumps(paper.warnings).encode()
    lengths = _LENGTHS.pack(len(places), len(text), len(notes), len(paper.pdf))
    return b"".join((_MAGIC, lengths, places, text, notes, paper.pdf))


def unpacked(data: bytes) -> BuiltPaper | None:
    """What `packed` made, or None for anything else."""
    start = len(_MAGIC) + _LENGTHS.size
    if not data.startswith(_MAGIC) or len(data) < start:
        return None
    lengths = _LENGTHS.unpack_from(data, len(_MAGIC))
    if start + sum(lengths) != len(data):
        return None
    parts: list[bytes] = []
    for length in lengths:
        parts.append(data[start : start + length])
        start += length
    try:
        notes = json.loads(parts[2])
        text = parts[1].decode("utf-8", errors="surrogatepass")
        return BuiltPaper(parts[3], PlaceMap.from_bytes(parts[0]), text, tuple(map(str, notes)))
    except (ValueError, TypeError):
        return None


def _key(files: RunFiles, path: RelPath, version: str) -> str:
    """Names everything that the built paper depends on."""
    parts: list[str] = [files.sha256(path), version]
    if not is_pdf_paper(path):
        text = decoded_text(files.read(path))
        parts.extend(f"{name}={files.sha256(place)}" for name, place in sorted(_pictures(files, path, text)))
    return "paper:" + sha256("\n".join(parts).encode("utf-8", errors="surrogatepass")).hexdigest()


def _pictures(files: RunFiles, paper: RelPath, text: str) -> Iterable[tuple[str, RelPath]]:
    """Each picture reference as written, with the file of the run that it means and that can be read."""
    known = set(files.paths())
    found: Mapping[str, RelPath] = {
        reference: place
        for reference in _references(text)
        for place in (_resolved(reference, paper),)
        if place in known
    }
    for reference, place in found.items():
        try:
            if files.size(place) <= MAX_PICTURE_BYTES:
                files.sha256(place)
                yield reference, place
        except InputError:
            continue


def _references(text: str) -> Iterable[str]:
    return dict.fromkeys(match[1] or match[2] or "" for match in _REFERENCE.finditer(text))


def _resolved(reference: str, paper: RelPath) -> RelPath:
    """The path below the run that a reference means, relative to the paper's folder."""
    plain = unquote(reference).replace("\\", "/")
    return RelPath(posixpath.normpath(posixpath.join(posixpath.dirname(paper), plain)))
