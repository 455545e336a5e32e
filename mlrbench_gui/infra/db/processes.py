"""When a process started, so that its number alone need not be trusted: numbers are given out again."""

import os
import socket
import subprocess
import sys
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

FOREIGN_SILENCE = timedelta(minutes=10)
"""A process of another machine cannot be asked; after so long without a sign it counts as gone."""


@dataclass(frozen=True, slots=True)
class ProcessMark:
    """A process as it signs what it leaves in the file: machine, number, own start."""

    host: str
    pid: int
    started: str

    def lives(self, seen: str, now: datetime) -> bool:
        """Whether it still runs; `seen` is its last sign of life as ISO text."""
        if self.host != socket.gethostname():
            return now - datetime.fromisoformat(seen) < FOREIGN_SILENCE
        start = start_of(self.pid)
        return start is not None and (not self.started or start == self.started)


def this_process() -> ProcessMark:
    """The mark of the process that asks."""
    return ProcessMark(socket.gethostname(), os.getpid(), start_of(os.getpid()) or "")


def start_of(pid: int) -> str | None:
    """A text that is the same as long as the process lives and differs for a later one of the same number.

    None if no such process runs. Empty where the system does not tell.
    """
    if sys.platform == "win32":
        return _start_on_windows(pid)
    if Path("/proc/self/stat").exists():
        return _start_in_proc(pid)
    return _start_by_ps(pid)


def _start_in_proc(pid: int) -> str | None:
    try:
        stat = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return None
    # The command name may hold blanks and brackets: count the fields behind its last bracket.
    state, *fields = stat.rpartition(")")[2].split()
    return None if state in "ZX" else fields[18]


def _start_by_ps(pid: int) -> str | None:
    told = subprocess.run(
        ["/bin/ps", "-o", "lstart=", "-p", str(pid)], capture_output=True, text=True, check=False
    )
    return told.stdout.strip() or None


def _start_on_windows(pid: int) -> str | None:
    import ctypes

    query_limited = 0x1000
    kernel = ctypes.WinDLL("kernel32")  # type: ignore[attr-defined,unused-ignore]
    handle = kernel.OpenProcess(query_limited, False, pid)
    if not handle:
        return None
    times = [ctypes.c_uint64() for _ in range(4)]
    known = kernel.GetProcessTimes(handle, *(ctypes.byref(time) for time in times))
    kernel.CloseHandle(handle)
    ended = times[1].value
    return None if ended else (str(times[0].value) if known else "")
