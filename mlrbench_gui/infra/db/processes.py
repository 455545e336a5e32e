"""When a process started, so that its number alone need not be trusted: numbers are given out again."""

import subprocess
import sys
from pathlib import Path


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
