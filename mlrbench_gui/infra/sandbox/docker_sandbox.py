"""A sandbox made of one container an order: no network, no capabilities, a read-only root, bounded, always removed.

Files lie in a volume that is kept in memory, so that its size is bounded and nothing of it outlives the container.
"""

import threading
import uuid
from collections import deque
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import PurePosixPath
from typing import Any

from mlrbench_gui.domain.errors import MissingPart
from mlrbench_gui.domain.work import CancelToken, Emit, Step
from mlrbench_gui.infra.sandbox._copying import USER, packed, unpacked
from mlrbench_gui.infra.sandbox._ownership import labels_for, remove, suppress_engine, sweep_engine, told
from mlrbench_gui.infra.sandbox._settings import bounded, checked_root
from mlrbench_gui.infra.sandbox._streaming import Pieces
from mlrbench_gui.infra.sandbox.connecting import connect, ensure_image
from mlrbench_gui.services.ports.sandbox import (
    CommandOutcome,
    SandboxCommand,
    SandboxEnd,
    SandboxOrder,
    SandboxOutcome,
)

_SHOWN = 64 * 1024
_GRACE = 120
"""Seconds after which a container that nobody ends ends itself."""
_TICK = 0.1


class DockerSandbox:
    """`services.ports.sandbox.Sandbox` over the Docker engine; it is reached when first used."""

    def __init__(self) -> None:
        self._known: Any = None

    @property
    def _client(self) -> Any:
        if self._known is None:
            self._known = connect()
        return self._known

    def run(self, order: SandboxOrder, cancel: CancelToken, emit: Emit) -> SandboxOutcome:
        """See the port. What an earlier, killed process left is removed first."""
        root = checked_root(order.root)
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
        return sweep_engine(self._client)

    def close(self) -> None:
        if self._known is not None:
            self._known.close()

    @contextmanager
    def _container(self, order: SandboxOrder, root: str) -> Iterator[Any]:
        from docker.errors import DockerException

        name = f"mlrbench-gui-{uuid.uuid4().hex[:12]}"
        labels = labels_for(order.owner)
        size = f"size={order.limits.output_mb}m,uid={USER},gid={USER},mode=0755"
        try:
            volume = self._client.volumes.create(
                name, driver_opts={"type": "tmpfs", "device": "tmpfs", "o": size}, labels=labels
            )
        except DockerException as error:
            raise MissingPart(f"container engine: cannot make a volume ({told(error)})") from error
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
                    f"image {order.image}: no sandbox can be started ({told(error)})"
                ) from error
            yield container
        finally:
            if container is not None:
                remove(container)
            remove(volume)

    def _command(
        self, container: Any, command: SandboxCommand, root: str, budget: "_Budget", cancel: CancelToken
    ) -> CommandOutcome:
        api = self._client.api
        folder = str(PurePosixPath(root, command.folder))
        made = api.exec_create(container.id, list(command.words), workdir=folder, user=f"{USER}:{USER}")
        output = _Output()
        reader = threading.Thread(target=output.read, args=(Pieces(api, str(made["Id"])),), daemon=True)
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


def _settings(order: SandboxOrder, name: str, root: str, labels: dict[str, str]) -> dict[str, Any]:
    known = bounded(order.limits, name=name, root=root, labels=labels, environment=order.environment)
    return known | {"command": ["sleep", str(int(order.limits.seconds) + _GRACE)]}
