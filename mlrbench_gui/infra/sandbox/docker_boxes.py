"""Opens boxes: a container with its files apart, without rights, and by default without network; always removed."""

import uuid
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from mlrbench_gui.domain.errors import InputError, MissingPart
from mlrbench_gui.domain.work import CancelToken
from mlrbench_gui.infra.sandbox._copying import packed_inputs
from mlrbench_gui.infra.sandbox._keeper import COMMAND, Keeper
from mlrbench_gui.infra.sandbox._ownership import engine_errors, labels_for, remove, sweep_engine, told
from mlrbench_gui.infra.sandbox._settings import bounded, checked_root
from mlrbench_gui.infra.sandbox.connecting import connect, ensure_image
from mlrbench_gui.infra.sandbox.docker_box import DockerBox
from mlrbench_gui.services.ports.boxes import BoxOrder, BoxStorage

_UNBOUNDED = "size and inodes not supported"
"""What Podman answers, which keeps no bound on a volume in memory."""
_NOT_OURS = ("host", "container:", "default")


class DockerBoxes:
    """`services.ports.boxes.Boxes` over the Docker engine, which is reached when first used.

    What could not be removed because the engine was gone is removed when it is there again.
    """

    def __init__(self, connecting: Callable[[], Any] = connect) -> None:
        self._connect = connecting
        self._known: Any = None
        self._lost: set[str] = set()

    def open(self, order: BoxOrder, cancel: CancelToken) -> DockerBox:
        order = replace(order, root=checked_root(order.root))
        client = self._client
        self.sweep()
        ensure_image(client, order.image)
        if order.network is not None:
            _check_network(client, order.network)
        cancel.check()
        return self._opened(client, order)

    def sweep(self) -> int:
        try:
            count = sweep_engine(self._client, self._lost)
        except engine_errors() as error:
            self._known = None  # an engine that came back is reached anew
            raise MissingPart(
                f"container engine: does not answer ({told(error)}); see that Docker runs, or set DOCKER_HOST"
            ) from error
        self._lost.clear()
        return count

    def close(self) -> None:
        if self._known is not None:
            self._known.close()
            self._known = None

    @property
    def _client(self) -> Any:
        if self._known is None:
            self._known = self._connect()
        return self._known

    def _opened(self, client: Any, order: BoxOrder) -> DockerBox:
        name = f"mlrbench-gui-{uuid.uuid4().hex[:12]}"
        labels = labels_for(order.owner)
        keeper = None
        try:
            client.volumes.create(name, labels=labels, **_volume(order))
            container = client.containers.create(order.image, **box_settings(order, name, labels))
            keeper = Keeper(client.api, container.id)
            container.start()
            keeper.await_ready()
            container.put_archive(order.root, packed_inputs(order.inputs, order.folders))
        except _starting_errors() as error:
            if keeper is not None:
                keeper.close()
            self._remove(client, name)
            raise _not_started(order, error) from error
        return DockerBox(client, container, keeper, order, lambda: self._remove(client, name))

    def _remove(self, client: Any, name: str) -> None:
        for things in (client.containers, client.volumes):
            if not _removed(things, name):
                self._lost.add(name)


def _starting_errors() -> tuple[type[Exception], ...]:
    """What stands for a box that does not come up."""
    return (MissingPart, *engine_errors())


def box_settings(order: BoxOrder, name: str, labels: dict[str, str]) -> dict[str, Any]:
    """All that the engine is told of a box."""
    from docker.types import DeviceRequest

    settings = bounded(order.limits, name=name, root=order.root, labels=labels, environment=order.environment)
    settings |= {"command": list(COMMAND), "stdin_open": True, "stop_signal": "SIGKILL"}
    if order.network is not None:
        settings["network_mode"] = order.network
    if order.gpus:
        settings["device_requests"] = [DeviceRequest(count=order.gpus, capabilities=[["gpu"]])]
    return settings


def _volume(order: BoxOrder) -> dict[str, Any]:
    if order.storage is BoxStorage.DISK:
        return {}
    size = f"size={order.limits.output_mb}m,uid=0,gid=0,mode=1777"
    return {"driver_opts": {"type": "tmpfs", "device": "tmpfs", "o": size}}


def _check_network(client: Any, name: str) -> None:
    """Only a network that someone made for this; the machine's own would open it to all that the machine sees."""
    if name.startswith(_NOT_OURS):
        raise InputError(f"network {name}: is no network for foreign code; name one of your own, or none")
    if all(found.name != name for found in client.networks.list(names=[name])):
        raise MissingPart(
            f"network {name}: is not there; make it with `docker network create {name}`, or leave the network off"
        )


def _removed(things: Any, name: str) -> bool:
    """Whether the thing of this name is gone."""
    from docker.errors import NotFound

    try:
        return remove(things.get(name))
    except NotFound:
        return True
    except engine_errors():
        return False


def _not_started(order: BoxOrder, error: Exception) -> MissingPart:
    """Why a box does not come up, with what helps."""
    why = told(error)
    if order.gpus and ("device driver" in why or "gpu" in why.lower()):
        return MissingPart(
            f"container engine: passes no GPU through ({why}); install the NVIDIA container toolkit, "
            "or run without GPU"
        )
    if _UNBOUNDED in why:
        return MissingPart(f"container engine: gives no volume of a bounded size ({why}); use Docker")
    if "executable file not found" in why or "no such file or directory" in why:
        return MissingPart(f"image {order.image}: has no shell `sh` ({why}); name an image that has one")
    return MissingPart(
        f"image {order.image}: no sandbox can be started ({why}); try `docker run {order.image}`"
    )
