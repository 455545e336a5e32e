"""A socket that another user may not use: one sentence with the remedy, whichever way the system refuses."""

import os
import socket
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from mlrbench_gui.domain.errors import MissingPart
from mlrbench_gui.infra.sandbox.connecting import connect

NOBODY = 65534


@contextmanager
def as_another_user() -> Iterator[None]:
    """Without root's rights, where the tests have them; the owner of a socket without rights has none either."""
    if os.geteuid() != 0:
        yield
        return
    groups = os.getgroups()
    os.setgroups([])
    os.setresgid(NOBODY, NOBODY, 0)
    os.setresuid(NOBODY, NOBODY, 0)
    try:
        yield
    finally:
        os.setresuid(0, 0, 0)
        os.setresgid(0, 0, 0)
        os.setgroups(groups)


@pytest.fixture
def engine_socket(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A socket that something listens on, in a folder that all may look into."""
    with tempfile.TemporaryDirectory() as name, closing(socket.socket(socket.AF_UNIX)) as listening:
        Path(name).chmod(0o755)
        place = Path(name, "docker.sock")
        listening.bind(str(place))
        listening.listen()
        monkeypatch.setenv("DOCKER_HOST", f"unix://{place}")
        yield place


def told_to_another() -> str:
    import docker

    assert docker.DockerClient  # loaded while its files may be read
    with as_another_user(), pytest.raises(MissingPart) as caught:
        connect()
    return str(caught.value)


def told_for(place: Path) -> str:
    return f"container engine: no permission for {place}; add your user to the group docker, and log in anew"


@pytest.mark.parametrize("mode", [0o000, 0o400])
def test_that_a_socket_of_others_is_told_with_the_remedy(engine_socket: Path, mode: int) -> None:
    engine_socket.chmod(mode)
    assert told_to_another() == told_for(engine_socket)


def test_that_a_socket_in_a_folder_of_others_is_told_with_the_remedy(engine_socket: Path) -> None:
    engine_socket.parent.chmod(0o000)
    try:
        assert told_to_another() == told_for(engine_socket)
    finally:
        engine_socket.parent.chmod(0o755)


def test_that_a_refusal_when_it_is_opened_is_told_with_the_remedy(
    engine_socket: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine_socket.chmod(0o000)
    monkeypatch.setattr(os, "access", lambda *_: True)  # rights of another kind than those of the file
    assert told_to_another() == told_for(engine_socket)


def test_that_a_socket_that_is_not_there_is_no_matter_of_rights(engine_socket: Path) -> None:
    engine_socket.unlink()
    assert told_to_another() == (
        f"container engine: no socket at {engine_socket}; install and start Docker, or set DOCKER_HOST"
    )
