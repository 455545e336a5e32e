"""A zip archive as a source tree. Members are unpacked into memory one at a time, never to disk."""

import stat
import struct
import threading
import zipfile
import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from mlrbench_gui.domain.errors import InputError, UnsafeInput
from mlrbench_gui.domain.runs import Irregularity
from mlrbench_gui.infra.files.limits import DEFAULT_LIMITS, Limits
from mlrbench_gui.infra.files.names import NameBook
from mlrbench_gui.services.ports.sources import TreeEntry

_ENCRYPTED: Final = 0x1
_NAME_IS_UTF8: Final = 0x800
_MADE_BY_UNIX: Final = 3
# What `zipfile` raises on damaged bytes, beside its own error.
_BROKEN: Final = (
    zipfile.BadZipFile,
    zipfile.LargeZipFile,
    zlib.error,
    struct.error,
    EOFError,
    NotImplementedError,
    RuntimeError,
    ValueError,
    OverflowError,
    LookupError,
    OSError,
)


class ZipTree:
    """A zip archive: encrypted, damaged and bomb-like ones are refused as a whole."""

    def __init__(self, path: Path, name_parts: Sequence[str], limits: Limits = DEFAULT_LIMITS) -> None:
        self.label = str(path)
        self.name_parts = name_parts
        self._limits = limits
        self._names = NameBook()
        self._members: dict[str, zipfile.ZipInfo] = {}
        self._lock = threading.Lock()
        try:
            self._zip = zipfile.ZipFile(path)
        except _BROKEN as error:
            raise InputError(
                f"{path}: damaged or no zip archive ({error}); get a whole copy of it"
            ) from error
        try:
            self._check(path.stat().st_size)
            for member in self._zip.infolist():
                self._admit(member)
        except InputError:
            self._zip.close()
            raise
        self._entries = tuple(TreeEntry(name, member.file_size) for name, member in self._members.items())

    def entries(self) -> Sequence[TreeEntry]:
        """All files that may be read, in the archive's order."""
        return self._entries

    def read(self, path: str) -> bytes:
        """All bytes of a member. Raises UnsafeInput where the archive proves damaged: then none of it is kept."""
        member = self._members.get(path)
        if member is None:
            raise InputError(f"{path}: no such file in {self.label}")
        if member.file_size > self._limits.max_file:
            raise InputError(f"{path}: is larger than {self._limits.max_file >> 20:,} MiB")
        try:
            with self._lock:
                return self._zip.read(member)
        except _BROKEN as error:
            raise UnsafeInput(
                f"{self.label}: damaged at {path} ({error}); get a whole copy of the archive"
            ) from error

    def refused(self) -> Sequence[Irregularity]:
        """Links, names that lead out or collide."""
        return self._names.irregularities()

    def close(self) -> None:
        """Close the archive's file."""
        self._zip.close()

    def _check(self, packed: int) -> None:
        members = self._zip.infolist()
        if len(members) > self._limits.max_entries:
            raise UnsafeInput(
                f"{self.label}: holds over {self._limits.max_entries:,} files; unpack what you need"
            )
        encrypted = next((member for member in members if member.flag_bits & _ENCRYPTED), None)
        if encrypted is not None:
            name = ascii(encrypted.filename)
            raise InputError(f"{self.label}: {name} is encrypted; unpack the archive with its password first")
        unpacked = sum(member.file_size for member in members)
        if unpacked > self._limits.unpacked(packed):
            raise UnsafeInput(
                f"{self.label}: would unpack from {packed:,} to {unpacked:,} bytes, as a decompression bomb does;"
                " unpack it yourself if you trust it"
            )

    def _admit(self, member: zipfile.ZipInfo) -> None:
        raw = _name(member)
        if raw.endswith("/"):
            return
        if member.create_system == _MADE_BY_UNIX:
            kind = stat.S_IFMT(member.external_attr >> 16)
            if kind not in {0, stat.S_IFREG}:
                self._names.refuse(raw, "link" if kind == stat.S_IFLNK else "device, pipe or socket")
                return
        shown = self._names.admit(raw, replace=True)
        if shown is not None:
            self._members[shown] = member


def _name(member: zipfile.ZipInfo) -> str:
    """The member's name; many tools write UTF-8 without saying so, and some write backslashes."""
    name = member.filename.replace("\\", "/")
    if member.flag_bits & _NAME_IS_UTF8:
        return name
    try:
        return name.encode("cp437").decode("utf-8")
    except UnicodeError:
        return name
