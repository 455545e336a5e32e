"""Whose container it is: labels on all that is made, and removal of what a process that is no more left behind."""

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

LABEL = "mlrbench-gui.sandbox"
_OWNER = "mlrbench-gui.owner"
_PROCESS = "mlrbench-gui.process"


def labels_for(owner: str) -> dict[str, str]:
    """Labels of what this process makes for a run."""
    return {LABEL: "1", _OWNER: owner[:200], _PROCESS: f"{os.getpid()}:{_started(os.getpid())}"}


def sweep_engine(client: Any, lost: Iterable[str] = ()) -> int:
    """Remove what processes that are no more left, and what has one of these names; tells how many containers."""
    wanted, names = {"label": LABEL}, frozenset(lost)
    found = client.containers.list(all=True, filters=wanted, ignore_removed=True)
    left = [c for c in found if c.name in names or not _is_alive(c.labels)]
    for container in left:
        remove(container)
    for volume in client.volumes.list(filters=wanted):
        if volume.name in names or not _is_alive(volume.attrs.get("Labels") or {}):
            remove(volume)
    return len(left)


def remove(thing: Any) -> bool:
    """Remove a container or a volume; False where the engine did not do it."""
    from docker.errors import NotFound

    try:
        thing.remove(force=True)
    except NotFound:
        return True
    except engine_errors():
        return False
    return True


def engine_errors() -> tuple[type[Exception], ...]:
    """What is raised where the engine refuses or is gone; a connection that breaks comes unwrapped from below."""
    from docker.errors import DockerException
    from urllib3.exceptions import HTTPError

    return (DockerException, HTTPError, OSError)


@contextmanager
def suppress_engine() -> Iterator[None]:
    """A container that is gone already needs no ending."""
    with suppress(*engine_errors()):
        yield


def told(error: Exception) -> str:
    """What the engine said, on one line."""
    return " ".join(str(getattr(error, "explanation", None) or error).split())[:200] or type(error).__name__


def _is_alive(labels: dict[str, str]) -> bool:
    """Whether the process that made it still is the same one; number and start time tell."""
    number, _, started = labels.get(_PROCESS, "").partition(":")
    return number.isdigit() and bool(started) and _started(int(number)) == started


def _started(process: int) -> str:
    """When a process began, in words of the system; empty where it is not there."""
    try:
        with open(f"/proc/{process}/stat", encoding="utf-8", errors="replace") as stream:  # noqa: PTH123
            return stream.read().rpartition(")")[2].split()[19]
    except (OSError, IndexError):
        return "" if os.path.isdir("/proc/self") else _alive_elsewhere(process)  # noqa: PTH112


def _alive_elsewhere(process: int) -> str:
    """Without `/proc`: that a process of this number is there is all that can be told."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return ""
    except OSError:
        pass
    return "running"
