"""A folder of files written all or not at all: beside its place first, then moved there."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

from mlrbench_gui.domain.errors import InputError, UnsafeInput
from mlrbench_gui.domain.values import RelPath
from mlrbench_gui.infra.files.names import safe_path


def write_folder(place: Path, files: Iterator[tuple[RelPath, bytes]]) -> None:
    """Write the files to a folder that is not there yet. Raises InputError, and leaves nothing then."""
    if os.path.lexists(place):
        raise InputError(f"{place}: is there already; name another folder")
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        begun = Path(tempfile.mkdtemp(prefix=f".{place.name}.", dir=place.parent))
    except OSError as error:
        raise InputError(f"{place}: cannot be made ({error.strerror}); name another folder") from error
    try:
        for path, data in files:
            _write(begun, path, data)
        begun.chmod(0o755)
        begun.rename(place)
    except OSError as error:
        raise InputError(f"{place}: cannot be written ({error.strerror})") from error
    finally:
        shutil.rmtree(begun, ignore_errors=True)


def _write(folder: Path, path: RelPath, data: bytes) -> None:
    if safe_path(path) != path:
        raise UnsafeInput(f"{path}: is no name of a file inside a run; nothing was written")
    target = folder / path
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(data)
