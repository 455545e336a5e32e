"""A sandbox made of one container an order: no network, no capabilities, a read-only root, bounded, always removed.

Files lie in a volume that is kept in memory, so that its size is bounded and nothing of it outlives the container.
"""

import os
import threading
import uuid
from collections import deque
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import PurePosixPath
from typing import Any

from mlrbench_gui.domain.errors import InputError, MissingPart
from mlrbench_gui.domain.work import CancelToken, Emit, Step
from mlrbench_gui.infra.sandbox._copying import USER, packed, unpacked
from mlrbench_gui.infra.sandbox.connecting import connect, ensure_image
from mlrbench_gui.services.ports import (
    CommandOutcome,
    Limits,
    SandboxCommand,
    SandboxEnd,
    SandboxOrder,
    SandboxOutcome,
)

LABEL = "mlrbench-gui.sandbox"
_OWNER = "mlrbench-gui.owner"
_PROCESS = "mlrbench-gui.process"
_SHOWN = 64 * 1024
_GRACE = 120
"""Seconds after which a container that nobody ends ends itself."""
_TICK = 0.1
_ENVIRONMENT = {
    "HOME": "/tmp",  # noqa: S108 -- inside the container, its own
    "MPLBACKEND": "Agg",
    "MPLCONFIGDIR": "/tmp",  # noqa: S108
    "PYTHONDONTWRITEBYTECODE": "1",
    "PYTHONUNBUFFERED": "1",
}
_SYSTEM = ("bin", "boot", "dev", "etc", "lib", "lib64", "proc", "run", "sbin", "sys", "tmp", "usr", "var")


class DockerSandbox:
    """`services.ports.Sandbox` over the Docker engine; it is reached when first used."""

    def __init__(self) -> None:
        self._known: Any = None

    @property
    def _client(self) -> Any:
        if self._known is None:
            self._known = connect()
        return self._known

    def run(self, order: SandboxOrder, cancel: CancelToken, emit: Emit) -> SandboxOutcome:
        """See the port. What an earlier, killed process left is removed first."""
        root = _checked_root(order.root)
        self.sweep()
        ensure_image(self._client, order.image)
        cancel.check()
        with self._container(order, root) as container:
            outcomes: list[CommandOutcome] = []
            budget = _Budget(order.limits.seconds)
            for number, command in enumerate(order.commands, start=1):
                emit(Step(f"command {number} of {len(order.commands)}: {' '.join(command.words)}"))
                outcomes.append(self._command(container, command, root, budget, cancel))
                if outcomes[-1].end is not SandboxEnd.EXITED:
                    break
            if outcomes and outcomes[-1].end is SandboxEnd.TIMED_OUT:
                return SandboxOutcome(tuple(outcomes), {})
            chunks, _ = container.get_archive(root)
            files, refused = unpacked(chunks, order.limits)
            deque(chunks, maxlen=0)  # read to its end, so that the connection is given back
            return SandboxOutcome(tuple(outcomes), files, refused)

    def sweep(self) -> int:
        """Remove containers and volumes of processes of this program that are no more."""
        wanted = {"label": LABEL}
        left = [c for c in self._client.containers.list(all=True, filters=wanted) if not _is_alive(c.labels)]
        for container in left:
            _remove(container)
        for volume in self._client.volumes.list(filters=wanted):
            if not _is_alive(volume.attrs.get("Labels") or {}):
                _remove(volume)
        return len(left)

    def close(self) -> None:
        if self._known is not None:
            self._known.close()

    @contextmanager
    def _container(self, order: SandboxOrder, root: str) -> Iterator[Any]:
        from docker.errors import DockerException

        name = f"mlrbench-gui-{uuid.uuid4().hex[:12]}"
        labels = {LABEL: "1", _OWNER: order.owner[:200], _PROCESS: _own_process()}
        size = f"size={order.limits.output_mb}m,uid={USER},gid={USER},mode=0755"
        try:
            volume = self._client.volumes.create(
                name, driver_opts={"type": "tmpfs", "device": "tmpfs", "o": size}, labels=labels
            )
        except DockerException as error:
            raise MissingPart(f"container engine: cannot make a volume ({_told(error)})") from error
        container = None
        try:
            try:
                container = self._client.containers.create(
                    order.image, **_settings(order, name, root, labels)
                )
                container.start()
                container.put_archive(root, packed(order.files, order.folders))
            except DockerException as error:
                raise MissingPart(
                    f"image {order.image}: no sandbox can be started ({_told(error)})"
                ) from error
            yield container
        finally:
            if container is not None:
                _remove(container)
            _remove(volume)

    def _command(
        self, container: Any, command: SandboxCommand, root: str, budget: "_Budget", cancel: CancelToken
    ) -> CommandOutcome:
        api = self._client.api
        folder = str(PurePosixPath(root, command.folder))
        made = api.exec_create(container.id, list(command.words), workdir=folder, user=f"{USER}:{USER}")
        output = _Output()
        reader = threading.Thread(
            target=output.read, args=(api.exec_start(made["Id"], stream=True),), daemon=True
        )
        reader.start()
        while reader.is_alive():
            reader.join(_TICK)
            budget.left -= _TICK
            if cancel.cancelled or budget.left <= 0:
                with suppress_engine():
                    container.kill()
                reader.join(10)
                cancel.check()
                return CommandOutcome(command, SandboxEnd.TIMED_OUT, None, output.text)
        code = api.exec_inspect(made["Id"]).get("ExitCode")
        end = SandboxEnd.OUT_OF_MEMORY if code == 137 else SandboxEnd.EXITED
        return CommandOutcome(command, end, code, output.text)


class _Budget:
    """Seconds that are left for all commands together."""

    def __init__(self, seconds: float) -> None:
        self.left = seconds


class _Output:
    """The end of what a command prints."""

    def __init__(self) -> None:
        self._data = b""

    def read(self, stream: Any) -> None:
        with suppress_engine(), closing(stream):
            for chunk in stream:
                self._data = (self._data + chunk)[-_SHOWN:]

    @property
    def text(self) -> str:
        return self._data.decode("utf-8", "replace")


@contextmanager
def suppress_engine() -> Iterator[None]:
    """A container that is gone already needs no ending."""
    from docker.errors import DockerException

    with suppress(DockerException, OSError):
        yield


def _settings(order: SandboxOrder, name: str, root: str, labels: dict[str, str]) -> dict[str, Any]:
    limits: Limits = order.limits
    return {
        "name": name,
        "command": ["sleep", str(int(limits.seconds) + _GRACE)],
        "entrypoint": [],
        "labels": labels,
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
        "environment": _ENVIRONMENT | dict(order.environment),
    }


def _checked_root(root: str) -> str:
    """A folder of its own inside the container; one of the system's must not be covered. Raises InputError."""
    path = PurePosixPath(root)
    if not path.is_absolute() or ".." in path.parts or len(path.parts) < 2 or path.parts[1] in _SYSTEM:
        raise InputError(f"{root}: is no folder that a sandbox can use; it needs one outside of the system's")
    return str(path)


def _remove(thing: Any) -> None:
    with suppress_engine():
        thing.remove(force=True)


def _own_process() -> str:
    return f"{os.getpid()}:{_started(os.getpid())}"


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


def _told(error: Exception) -> str:
    return " ".join(str(getattr(error, "explanation", None) or error).split())[:200]
