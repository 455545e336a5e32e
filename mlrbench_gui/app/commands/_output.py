"""Where a command's JSON goes: stdout for `-`, else a file written whole or not at all."""

import json
import os
import sys
import tempfile
from pathlib import Path


def write_text(target: Path, text: str) -> None:
    """Write through a temporary file beside the target, so that an old file survives a failure."""
    target.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name[:40]}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="") as stream:
            stream.write(text)
        Path(name).chmod(0o644)
        Path(name).replace(target)
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
