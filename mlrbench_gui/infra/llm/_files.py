"""Files of the user's settings folder, written whole or not at all."""

import os
import tempfile
from pathlib import Path

from mlrbench_gui.domain.errors import InputError


def write_whole(path: Path, text: str) -> None:
    """Write through a file beside it, so that an old one survives a failure. Raises InputError."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, fresh = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as stream:
                stream.write(f"{text}\n")
            Path(fresh).replace(path)
        finally:
            Path(fresh).unlink(missing_ok=True)
    except OSError as error:
        raise InputError(f"{path}: cannot be written ({error.strerror or error})") from error
