"""The connection to the container engine; what is wrong with it is told apart, each with its remedy."""

import os
from pathlib import Path
from typing import Any

from mlrbench_gui.domain.errors import InputError, MissingPart

_SOCKET = "unix:///var/run/docker.sock"


def connect() -> Any:
    """The engine's client by `$DOCKER_HOST`, else the usual socket. Raises MissingPart."""
    import docker
    from docker.errors import DockerException

    address = os.environ.get("DOCKER_HOST") or _SOCKET
    _check_socket(address)
    try:
        client = docker.DockerClient(base_url=address, version="auto", timeout=60)
        client.ping()
    except (DockerException, OSError) as error:
        if _is_denied(error):
            raise _no_permission(address.removeprefix("unix://")) from error
        raise MissingPart(
            f"container engine at {address}: does not answer ({_cause(error)}); start Docker, or set DOCKER_HOST"
        ) from error
    return client


def _check_socket(address: str) -> None:
    if not address.startswith("unix://"):
        return
    socket = Path(address.removeprefix("unix://"))
    try:
        is_there = socket.exists()
    except PermissionError as error:  # not even its folder may be looked into
        raise _no_permission(str(socket)) from error
    if not is_there:
        raise MissingPart(
            f"container engine: no socket at {socket}; install and start Docker, or set DOCKER_HOST"
        )
    if not os.access(socket, os.R_OK | os.W_OK):
        raise _no_permission(str(socket))


def _no_permission(socket: str) -> MissingPart:
    return MissingPart(
        f"container engine: no permission for {socket}; add your user to the group docker, and log in anew"
    )


def _is_denied(error: BaseException | None) -> bool:
    """Whether the system's refusal is what brought it about."""
    while error is not None and not isinstance(error, PermissionError):
        error = error.__cause__ or error.__context__
    return error is not None


def _cause(error: BaseException) -> str:
    """What is below it all, where the system has a word for that: `Connection refused`."""
    below: BaseException | None = error
    while below is not None:
        if isinstance(below, OSError) and below.strerror:
            return below.strerror
        below = below.__cause__ or below.__context__
    return " ".join(str(error).split())[:160] or type(error).__name__


def ensure_image(client: Any, image: str) -> None:
    """The image is there, or is pulled. Raises MissingPart, and InputError for what is no name of one."""
    from docker.errors import APIError, DockerException, ImageNotFound

    try:
        client.images.get(image)
    except ImageNotFound:
        try:
            client.images.pull(*_name_and_tag(image))
        except (DockerException, OSError) as error:
            raise MissingPart(
                f"image {image}: is not there and cannot be pulled; run `docker pull {image}`, or name another "
                "with --image"
            ) from error
    except APIError as error:
        if error.is_client_error():
            raise InputError(
                f"image {image}: is no name of an image; give one such as python:3.11-slim"
            ) from error
        raise MissingPart(
            f"image {image}: the container engine cannot look for it ({_cause(error)})"
        ) from error


def _name_and_tag(image: str) -> tuple[str, str]:
    name, colon, tag = image.rpartition(":")
    return (name, tag) if colon and "/" not in tag else (image, "latest")


def engine_version(client: Any) -> str:
    """The engine in words."""
    told = client.version()
    return f"Docker {told.get('Version', '?')}, API {told.get('ApiVersion', '?')}"
