"""Files into and out of a container as tar streams; what comes out is hostile."""

import io
import tarfile
from collections.abc import Iterable, Mapping
from pathlib import PurePosixPath

from typing_extensions import override

from mlrbench_gui.domain.runs import Irregularity
from mlrbench_gui.domain.values import RelPath
from mlrbench_gui.services.ports.sandbox import Limits

USER = 1000
_MB = 1024 * 1024


def packed(files: Mapping[RelPath, bytes], folders: Iterable[str] = ()) -> bytes:
    """A tar of the files and their folders, owned by the sandbox's user."""
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode="w") as tar:
        for folder in sorted(_folders(files) | set(folders)):
            tar.addfile(_member(folder, tarfile.DIRTYPE, 0o755))
        for path in sorted(files):
            tar.addfile(_member(path, tarfile.REGTYPE, 0o644, size=len(files[path])), io.BytesIO(files[path]))
    return stream.getvalue()


def packed_inputs(inputs: Mapping[RelPath, bytes], folders: Iterable[str]) -> bytes:
    """A tar of inputs that the sandbox's user can read and neither change nor replace, beside folders of its own.

    The root and the inputs' folders belong to another; the sticky bit of the root lets the user add files, and keeps
    those of others.
    """
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode="w") as tar:
        tar.addfile(_member(".", tarfile.DIRTYPE, 0o1777, owner=0))
        for folder in sorted(_folders(inputs)):
            tar.addfile(_member(folder, tarfile.DIRTYPE, 0o755, owner=0))
        for folder in sorted(set(folders) - _folders(inputs)):
            tar.addfile(_member(folder, tarfile.DIRTYPE, 0o755))
        for path in sorted(inputs):
            data = inputs[path]
            tar.addfile(_member(path, tarfile.REGTYPE, 0o444, size=len(data), owner=0), io.BytesIO(data))
    return stream.getvalue()


def _folders(files: Mapping[RelPath, bytes]) -> set[str]:
    return {str(parent) for path in files for parent in PurePosixPath(path).parents} - {"."}


def _member(name: str, kind: bytes, mode: int, *, size: int = 0, owner: int = USER) -> tarfile.TarInfo:
    member = tarfile.TarInfo(name)
    member.type, member.mode, member.size = kind, mode, size
    member.uid = member.gid = owner
    return member


def unpacked(
    chunks: Iterable[bytes], limits: Limits
) -> tuple[dict[RelPath, bytes], tuple[Irregularity, ...]]:
    """Regular files below the packed folder; links, devices, odd names and what is too much are refused and told.

    A link is never followed: what it leads to may lie outside, or be another by the time that it is read.
    """
    files: dict[RelPath, bytes] = {}
    refused: list[Irregularity] = []
    left = limits.output_mb * _MB
    with tarfile.open(fileobj=_Stream(chunks), mode="r|") as tar:
        for member in tar:
            parts = PurePosixPath(member.name).parts[1:]
            path = "/".join(parts)
            if member.isdir():
                continue
            why = _refusal(member, parts, left, len(files) < limits.output_files)
            if why is not None:
                refused.append(Irregularity(path or member.name, why, "not taken out"))
                continue
            content = tar.extractfile(member)
            files[RelPath(path)] = content.read() if content is not None else b""
            left -= member.size
    return files, tuple(refused)


def _refusal(member: tarfile.TarInfo, parts: tuple[str, ...], left: int, has_room: bool) -> str | None:
    if member.issym() or member.islnk():
        return f"is a link to {member.linkname}"
    if not member.isreg():
        return "is no regular file"
    if not parts or ".." in parts or any("\0" in part or "\\" in part for part in parts):
        return "has a name that leads out of its folder"
    if not is_plain(member.name):
        return "has a name with signs that cannot be shown"
    if member.size > left:
        return "is more than the sandbox may leave"
    return None if has_room else "is one file too many"


def is_plain(path: str) -> bool:
    """Whether a name can be written down on one line: no control characters, no broken encoding."""
    return all(sign.isprintable() for sign in path) and "\\" not in path


class _Stream(io.RawIOBase):
    """The chunks as a file to read."""

    def __init__(self, chunks: Iterable[bytes]) -> None:
        self._chunks = iter(chunks)
        self._rest = b""

    @override
    def read(self, size: int = -1) -> bytes:
        while size < 0 or len(self._rest) < size:
            chunk = next(self._chunks, None)
            if chunk is None:
                break
            self._rest += chunk
        taken, self._rest = (self._rest, b"") if size < 0 else (self._rest[:size], self._rest[size:])
        return taken
