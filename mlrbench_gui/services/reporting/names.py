"""File names for reports that every system takes."""

import hashlib
import re

from mlrbench_gui.domain.values import RunName

_UNSAFE = re.compile(r"[^A-Za-z0-9._+=,@-]+")
_RESERVED = re.compile(r"^(con|prn|aux|nul|com\d|lpt\d)(\.|$)", re.IGNORECASE)
_LONGEST = 120


def file_stem(run: RunName) -> str:
    """The run's name with `/` as `__`. An odd or overlong name is made safe and told apart by a hash."""
    wanted = run.replace("/", "__")
    safe = _UNSAFE.sub("_", wanted).strip(".")[:_LONGEST].rstrip(".")
    if safe.startswith("-") or _RESERVED.match(safe):
        safe = f"run_{safe}"
    if safe and safe == wanted:
        return safe
    return f"{safe or 'run'}-{hashlib.sha256(run.encode('utf-8', 'surrogatepass')).hexdigest()[:8]}"
