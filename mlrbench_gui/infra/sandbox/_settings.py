"""How a container for foreign code is set up: one place for all its bounds, whoever runs in it."""

from collections.abc import Mapping
from pathlib import PurePosixPath
from typing import Any

from mlrbench_gui.domain.errors import InputError
from mlrbench_gui.infra.sandbox._copying import USER
from mlrbench_gui.services.ports.sandbox import Limits

ENVIRONMENT = {
    "HOME": "/tmp",  # noqa: S108 -- inside the container, its own
    "MPLBACKEND": "Agg",
    "MPLCONFIGDIR": "/tmp",  # noqa: S108
    "PYTHONDONTWRITEBYTECODE": "1",
    "PYTHONUNBUFFERED": "1",
}
_SYSTEM = ("bin", "boot", "dev", "etc", "lib", "lib64", "proc", "run", "sbin", "sys", "tmp", "usr", "var")


def bounded(
    limits: Limits, *, name: str, root: str, labels: Mapping[str, str], environment: Mapping[str, str]
) -> dict[str, Any]:
    """Settings of a container without rights or network; its files lie in the volume of the same name."""
    return {
        "name": name,
        "entrypoint": [],
        "labels": dict(labels),
        "network_mode": "none",
        "read_only": True,
        "user": f"{USER}:{USER}",
        "cap_drop": ["ALL"],
        "security_opt": ["no-new-privileges"],
        "mem_limit": f"{limits.memory_mb}m",
        "memswap_limit": f"{limits.memory_mb}m",
        "nano_cpus": int(limits.cpus * 1e9),
        "pids_limit": limits.processes,
        "init": False,
        "tmpfs": {"/tmp": "size=256m,mode=1777"},  # noqa: S108
        "shm_size": "64m",
        "volumes": {name: {"bind": root, "mode": "rw"}},
        "working_dir": root,
        "environment": ENVIRONMENT | dict(environment),
    }


def checked_root(root: str) -> str:
    """A folder of its own inside the container; one of the system's must not be covered. Raises InputError."""
    path = PurePosixPath(root)
    if not path.is_absolute() or ".." in path.parts or len(path.parts) < 2 or path.parts[1] in _SYSTEM:
        raise InputError(f"{root}: is no folder that a sandbox can use; it needs one outside of the system's")
    return str(path)
