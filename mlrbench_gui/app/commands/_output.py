"""Where a command's JSON goes: stdout for `-`, else a file written whole or not at all."""

import json
import os
import sys
import tempfile
from pathlib import Path

from mlrbench_gui.domain.errors import InputError


def write_text(target: Path, text: str) -> None:
    """Write through a temporary file beside the target, so that an old file survives a failure.

    What a link leads to is written, and a device or pipe is written into, never replaced. Raises InputError.
    """
    place = target.resolve()
    try:
        if place.exists() and not place.is_file() and not place.is_dir():
            with place.open("w", encoding="utf-8", newline="") as stream:
                stream.write(text)
            return
        _replace(place, text)
    except BrokenPipeError:
        raise
    except OSError as error:
        why = "is a folder" if place.is_dir() else f"cannot be written ({error.strerror or error})"
        raise InputError(f"{target}: {why}; name another file") from error


def _replace(place: Path, text: str) -> None:
    place.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=place.parent, prefix=f".{place.name[:40]}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="") as stream:
            stream.write(text)
        Path(name).chmod(0o644)
        Path(name).replace(place)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def emit_json(target: str, value: object) -> None:
    """JSON alone on stdout for `-`, else into the named file."""
    text = json.dumps(value, ensure_ascii=False, indent=2) + "\n"
    if target == "-":
        sys.stdout.write(text)
        sys.stdout.flush()
    else:
        write_text(Path(target), text)
