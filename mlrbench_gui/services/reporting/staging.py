"""A folder for files that are to appear together: what was there before is untouched until all of them are made."""

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from mlrbench_gui.domain.errors import InputError


@contextmanager
def staged(folder: Path) -> Iterator[Path]:
    """A folder beside the files to come, on the same disk, gone at the end. Raises InputError where none can be."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        staging = Path(tempfile.mkdtemp(prefix=".report-", dir=folder))
    except OSError as error:
        raise InputError(
            f"{folder}: cannot write a report there ({error.strerror}); choose another folder"
        ) from error
    try:
        yield staging
    except OSError as error:
        raise InputError(
            f"{folder}: the report was not written ({error.strerror or error}); free space or choose another folder"
        ) from error
    finally:
        shutil.rmtree(staging, ignore_errors=True)
