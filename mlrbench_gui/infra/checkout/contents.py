"""Looks into a run's files for what is out of the ordinary. Nothing is decoded as a picture, loaded or executed."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from mlrbench_gui.domain.artifacts import ArtifactRole
from mlrbench_gui.domain.values import RelPath

_BINARY: Final = frozenset(
    (
        ".pkl",
        ".pickle",
        ".joblib",
        ".pt",
        ".pth",
        ".ckpt",
        ".npy",
        ".npz",
        ".h5",
        ".hdf5",
        ".safetensors",
        ".bin",
    )
)
_ARCHIVES: Final = frozenset(
    (".zip", ".tar", ".gz", ".tgz", ".bz2", ".xz", ".7z", ".rar", ".zst", ".whl", ".jar")
)
_PICTURES: Final = frozenset((ArtifactRole.FIGURE, ArtifactRole.DATA_IMAGE))
_PNG: Final = b"\x89PNG\r\n\x1a\n"
_LARGE_PICTURE: Final = 40_000_000
_LONG_LINE: Final = 500_000
_BOM: Final = b"\xef\xbb\xbf"
_UTF16: Final = (b"\xff\xfe", b"\xfe\xff")
_ESCAPE: Final = 0x1B
_CONTROL: Final = bytes(code for code in (*range(32), 127) if code not in {9, 10, 12, 13, _ESCAPE})
_ELSEWHERE = re.compile(rb"(?:/home/|/Users/|[A-Za-z]:\\+Users\\+)[^/\\\s\"']+[/\\]")
_HINTS: Final = (b"/home/", b"/Users/", b"\\Users\\")
_SURROGATE = re.compile(rb"(?<!\\)(?:\\\\)*\\u[dD](?:([89abAB])|[c-fC-F])[0-9a-fA-F]{2}")
_MAY_NAME_PLACES: Final = frozenset(
    (ArtifactRole.LOG, ArtifactRole.CODE, ArtifactRole.JSON, ArtifactRole.OTHER)
)


@dataclass(frozen=True, slots=True)
class Oddity:
    """What is odd about a file and how it is treated; `detail` tells of this one file.

    `common`: so usual that all cases of an import make one line, not one a run.
    """

    what: str
    treated_as: str
    detail: str = ""
    common: bool = False


@dataclass(frozen=True, slots=True)
class JsonContent:
    """A parsed JSON file: `values` has one value, or several of a JSON Lines file, or none if it is broken."""

    values: tuple[object, ...]
    lines: bool = False
    constants: tuple[str, ...] = ()
    error: str = ""


def parse_json(data: bytes) -> JsonContent:
    """Parse leniently: NaN and infinities are accepted and named, JSON Lines are tried where one value fails."""
    text = data.decode("utf-8-sig", "replace")
    constants: list[str] = []
    try:
        return JsonContent((_loads(text, constants),), constants=tuple(constants))
    except (ValueError, RecursionError) as error:
        reason = str(error).splitlines()[0][:120] or type(error).__name__
    constants.clear()
    try:
        values = tuple(_loads(line, constants) for line in text.splitlines() if line.strip())
    except (ValueError, RecursionError):
        return JsonContent((), error=reason)
    if not values:
        return JsonContent((), error=reason)
    return JsonContent(values, lines=True, constants=tuple(constants))


def oddities_of(path: RelPath, role: ArtifactRole, data: bytes) -> Iterator[Oddity]:
    """All that is odd about a file, by its content."""
    suffix = path[path.rfind(".") :].lower()
    if suffix in _BINARY:
        yield Oddity("data of a program (pickle, checkpoint or array)", "kept, never loaded")
    elif suffix in _ARCHIVES:
        yield Oddity("archive inside the run", "kept, not opened")
    elif role in _PICTURES:
        yield from _of_picture(suffix, data)
    elif suffix != ".pdf":
        yield from _of_text(role, data)


def json_oddities(content: JsonContent, suffix: str, data: bytes) -> Iterator[Oddity]:
    """All that is odd about a JSON file."""
    if not content.values:
        yield Oddity("no valid JSON", "kept as text", content.error)
    if content.lines and suffix == ".json":
        yield Oddity("JSON Lines named .json", "read as one value a line", f"{len(content.values)} values")
    if content.constants:
        kinds = ", ".join(sorted(set(content.constants)))
        yield Oddity(
            "JSON with NaN or infinite numbers",
            "kept as they are written, never as other numbers",
            f"{len(content.constants)} times {kinds}",
        )
    offset = lone_surrogate(data)
    if offset is not None:
        yield Oddity("half of a surrogate pair in JSON", "kept; shown as an escape", f"at byte {offset:,}")


def lone_surrogate(data: bytes) -> int | None:
    """Where the first escape of half a surrogate pair stands; None without one."""
    expected = -1
    high_at: int | None = None
    for match in _SURROGATE.finditer(data) if b"\\ud" in data or b"\\uD" in data else ():
        start = match.end() - 6
        high = match[1] is not None
        if high_at is not None and (high or start != expected):
            return high_at
        if high_at is None and not high:
            return start
        high_at, expected = (start, match.end()) if high else (None, -1)
    return high_at


def _loads(text: str, constants: list[str]) -> object:
    def keep(name: str) -> float:
        constants.append(name)
        return float(name)

    value: object = json.loads(text, parse_constant=keep)
    return value


def _of_picture(suffix: str, data: bytes) -> Iterator[Oddity]:
    if suffix != ".png":
        return
    if not data.startswith(_PNG) or len(data) < 24:
        yield Oddity("named .png but no PNG picture", "kept, not shown")
        return
    width, height = int.from_bytes(data[16:20]), int.from_bytes(data[20:24])
    if width * height > _LARGE_PICTURE:
        yield Oddity(
            f"picture of over {_LARGE_PICTURE // 1_000_000} megapixels",
            "kept; shown scaled down",
            f"{width:,} × {height:,}",
        )


def _of_text(role: ArtifactRole, data: bytes) -> Iterator[Oddity]:
    if not data.strip():
        if role is ArtifactRole.LOG:
            yield Oddity("empty log", "no log; the other files are searched")
        return
    yield from _of_encoding(data)
    if b"\r" in data and data.count(b"\r") != data.count(b"\r\n"):
        yield Oddity(
            "carriage returns within lines (progress bars)",
            "split for showing; lines end at line feeds",
            common=True,
        )
    if bytes((_ESCAPE,)) in data:
        yield Oddity("terminal escape codes", "kept; shown without effect", common=True)
    if len(data) > _LONG_LINE and max(map(len, data.split(b"\n"))) > _LONG_LINE:
        yield Oddity(f"line of over {_LONG_LINE:,} bytes", "kept; shown in part")
    if role in _MAY_NAME_PLACES and _names_places(data):
        yield Oddity(
            "names paths of the machine where it was made",
            "text only; such paths are never opened",
            common=True,
        )


def _names_places(data: bytes) -> bool:
    """Whether paths of a person's folder stand in it; plain searches first, as the pattern is slow."""
    return any(hint in data for hint in _HINTS) and _ELSEWHERE.search(data) is not None


def _of_encoding(data: bytes) -> Iterator[Oddity]:
    if data.startswith(_UTF16):
        yield Oddity("text in UTF-16", "kept; read as UTF-8 with bad bytes replaced")
        return
    if data.startswith(_BOM):
        yield Oddity("byte order mark", "not part of the text")
    if not data.isascii():
        try:
            data.decode("utf-8")
        except UnicodeDecodeError as error:
            yield Oddity(
                "text that is not UTF-8", "bad bytes replaced for reading", f"from byte {error.start:,}"
            )
    if len(data.translate(None, _CONTROL)) != len(data):
        yield Oddity("control characters", "kept; shown as marks", common=True)
