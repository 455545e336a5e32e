"""Opens whatever a person points at: a folder, or an archive, told by its content and not by its name."""

import os
import stat
from pathlib import Path
from typing import Final

from mlrbench_gui.domain.errors import InputError
from mlrbench_gui.infra.files.folder import FolderTree
from mlrbench_gui.infra.files.limits import DEFAULT_LIMITS, Limits
from mlrbench_gui.infra.files.tars import TarTree
from mlrbench_gui.infra.files.zips import ZipTree
from mlrbench_gui.services.ports.sources import SourceTree

_SUFFIXES: Final = (".tar.gz", ".tgz", ".tar", ".zip")
_ZIP_HEADS: Final = (b"PK\x03\x04", b"PK\x05\x06")
_TAR_MARK: Final = slice(257, 262)


def open_tree(path: Path, limits: Limits = DEFAULT_LIMITS) -> SourceTree:
    """The tree at a path. Raises InputError, naming the path, for what is neither folder nor archive."""
    try:
        mode = path.stat().st_mode
        if stat.S_ISDIR(mode):
            return FolderTree(path, limits)
        if not stat.S_ISREG(mode):
            raise InputError(f"{path}: is a device, pipe or socket; give a folder or an archive")
        with path.open("rb") as file:
            head = file.read(512)
    except FileNotFoundError as error:
        raise InputError(f"{path}: there is no such file or folder; check the name") from error
    except (OSError, ValueError) as error:
        raise InputError(f"{path}: cannot be read ({error}); check its rights") from error
    return _open_archive(path, head, limits)


def _open_archive(path: Path, head: bytes, limits: Limits) -> SourceTree:
    name = path.name.lower()
    parts = _name_parts(path)
    if head.startswith(_ZIP_HEADS) or name.endswith(".zip"):
        return ZipTree(path, parts, limits)
    if head[:2] == b"\x1f\x8b" or head[_TAR_MARK] == b"ustar" or name.endswith(_SUFFIXES):
        return TarTree(path, parts, limits)
    raise InputError(f"{path}: is neither a folder nor a .zip, .tar.gz, .tgz or .tar archive")


def _name_parts(path: Path) -> tuple[str, ...]:
    *before, name = Path(os.path.abspath(path)).parts[1:]  # noqa: PTH100 -- as given, links unresolved
    for suffix in _SUFFIXES:
        if name.lower().endswith(suffix) and len(name) > len(suffix):
            return (*before, name[: -len(suffix)])
    return (*before, name)
