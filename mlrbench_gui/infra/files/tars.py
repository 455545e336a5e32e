"""A tar archive, plain or gzipped, as a source tree. Members are unpacked into memory, never to disk.

The unpacked stream is metered, so that a bomb is refused while its headers are read and not when it is too late.
"""

import gzip
import io
import tarfile
import threading
import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import BinaryIO, Final, cast

from mlrbench_gui.domain.errors import InputError, UnsafeInput
from mlrbench_gui.domain.runs import Irregularity
from mlrbench_gui.infra.files.limits import DEFAULT_LIMITS, MEBIBYTE, Limits
from mlrbench_gui.infra.files.names import NameBook, safe_path
from mlrbench_gui.services.ports.sources import TreeEntry

_GZIP: Final = b"\x1f\x8b"
_NO_LIMIT: Final = 1 << 62  # a plain archive is as large as it is
# What `tarfile` and `gzip` raise on damaged bytes.
_BROKEN: Final = (
    tarfile.TarError,
    zlib.error,
    EOFError,
    ValueError,
    OverflowError,
    LookupError,
    RecursionError,
    OSError,
)


class _Metered:
    """A stream that may be read up to `limit` bytes, and never more than `at_once` in one piece."""

    def __init__(self, stream: BinaryIO, label: str, limit: int) -> None:
        self._stream = stream
        self._label = label
        self._limit = limit
        self.at_once = MEBIBYTE  # headers are small; a huge one is an attack

    def tell(self) -> int:
        return self._stream.tell()

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        if whence == io.SEEK_SET:
            self._check(offset)
        return self._stream.seek(offset, whence)

    def read(self, size: int = -1) -> bytes:
        if size < 0 or size > self.at_once:
            raise UnsafeInput(f"{self._label}: has a header of {size:,} bytes, as only a hostile archive has")
        data = self._stream.read(size)
        self._check(self._stream.tell())
        return data

    def close(self) -> None:
        self._stream.close()

    def _check(self, position: int) -> None:
        if position > self._limit:
            raise UnsafeInput(
                f"{self._label}: unpacks to over {self._limit:,} bytes, as a decompression bomb does;"
                " unpack it yourself if you trust it"
            )


class TarTree:
    """A tar archive: damaged and bomb-like ones are refused as a whole."""

    def __init__(self, path: Path, name_parts: Sequence[str], limits: Limits = DEFAULT_LIMITS) -> None:
        self.label = str(path)
        self.name_parts = name_parts
        self._limits = limits
        self._names = NameBook()
        self._members: dict[str, tarfile.TarInfo] = {}
        self._lock = threading.Lock()
        try:
            self._stream = _open_stream(path, limits)
        except OSError as error:
            raise InputError(f"{path}: cannot be read ({error.strerror or error})") from error
        try:
            stream = cast("BinaryIO", self._stream)
            self._tar = tarfile.TarFile(fileobj=stream, errors="surrogateescape")
            self._list()
        except InputError:
            self._stream.close()
            raise
        except _BROKEN as error:
            self._stream.close()
            raise InputError(
                f"{path}: damaged or no tar archive ({error}); get a whole copy of it"
            ) from error
        self._stream.at_once = limits.max_file + MEBIBYTE
        self._entries = tuple(TreeEntry(name, member.size) for name, member in self._members.items())

    def entries(self) -> Sequence[TreeEntry]:
        """All files that may be read, in the archive's order: reading in this order is fastest."""
        return self._entries

    def read(self, path: str) -> bytes:
        """All bytes of a member. Raises UnsafeInput where the archive proves damaged: then none of it is kept."""
        member = self._members.get(path)
        if member is None:
            raise InputError(f"{path}: no such file in {self.label}")
        if member.size > self._limits.max_file:
            raise InputError(f"{path}: is larger than {self._limits.max_file >> 20:,} MiB")
        try:
            with self._lock:
                file = self._tar.extractfile(member)
                data = file.read() if file is not None else b""
        except _BROKEN as error:
            raise UnsafeInput(f"{self.label}: damaged at {path} ({error}); get a whole copy of it") from error
        if len(data) != member.size:
            raise UnsafeInput(f"{self.label}: ends in the middle of {path}; get a whole copy of it")
        return data

    def refused(self) -> Sequence[Irregularity]:
        """Links, devices, names that lead out or collide."""
        return self._names.irregularities()

    def close(self) -> None:
        """Close the archive's file."""
        self._tar.close()
        self._stream.close()

    def _list(self) -> None:
        for number, member in enumerate(self._tar):
            if number > self._limits.max_entries:
                raise UnsafeInput(
                    f"{self.label}: holds over {self._limits.max_entries:,} files; unpack what you need"
                )
            if not member.isdir():
                self._admit(member)

    def _admit(self, member: tarfile.TarInfo) -> None:
        content: tarfile.TarInfo | None = member
        if member.islnk():  # one content under two names, fine as long as it is inside
            content = self._members.get(safe_path(member.linkname) or "")
            if content is None:
                self._names.refuse(member.name, "hard link that leads out of the archive")
        elif member.issym():
            content = None
            self._names.refuse(member.name, "link")
        elif not member.isreg() or member.issparse():
            content = None
            self._names.refuse(member.name, "device, pipe or sparse file")
        if content is None:
            return
        shown = self._names.admit(member.name, replace=True)
        if shown is not None:
            self._members[shown] = content


def _open_stream(path: Path, limits: Limits) -> _Metered:
    packed = path.stat().st_size
    with path.open("rb") as file:
        zipped = file.read(2) == _GZIP
    if zipped:
        return _Metered(cast("BinaryIO", gzip.GzipFile(path)), str(path), limits.unpacked(packed))
    return _Metered(path.open("rb"), str(path), _NO_LIMIT)
