"""What commands print, from an engine that is no more than a socket."""

import socket
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from pathlib import Path

import docker
import pytest

from mlrbench_gui.domain.errors import InputError, MissingPart
from mlrbench_gui.infra.sandbox._streaming import Pieces
from mlrbench_gui.infra.sandbox.connecting import connect, ensure_image

UPGRADED = b"HTTP/1.1 101 UPGRADED\r\nConnection: Upgrade\r\nUpgrade: tcp\r\n\r\n"
REFUSED = b'HTTP/1.1 400 Bad Request\r\nContent-Length: 18\r\n\r\n{"message":"none"}'
Engine = Callable[..., docker.DockerClient]


def framed(*texts: bytes) -> bytes:
    return b"".join(b"\1\0\0\0" + len(text).to_bytes(4, "big") + text for text in texts)


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[Engine]:
    """An engine that gives these bytes to the first question, each of them in one go."""
    with closing(socket.socket(socket.AF_UNIX)) as server:
        server.bind(str(tmp_path / "s"))
        server.listen(1)
        made: list[docker.DockerClient] = []

        def answer(sends: Sequence[bytes]) -> None:
            line, _ = server.accept()
            with closing(line):
                line.recv(65536)
                for data in sends:
                    line.sendall(data)

        def start(*sends: bytes) -> docker.DockerClient:
            threading.Thread(target=answer, args=(sends,), daemon=True).start()
            made.append(docker.DockerClient(base_url=f"unix://{tmp_path}/s", version="1.41"))
            return made[-1]

        yield start
        for client in made:
            client.close()


@pytest.mark.parametrize(
    "sends",
    [
        (UPGRADED + framed(b"all", b" of", b" it"),),
        (UPGRADED, framed(b"all"), framed(b" of", b" it")),
        (UPGRADED + framed(b"all")[:5], framed(b"all")[5:] + framed(b" of it")),
    ],
    ids=["with the head", "behind the head", "cut in a piece"],
)
def test_that_nothing_is_lost_that_is_printed_at_once(engine: Engine, sends: tuple[bytes, ...]) -> None:
    pieces = Pieces(engine(*sends).api, "4711")
    with closing(pieces):
        assert b"".join(pieces) == b"all of it"


def test_that_a_piece_whose_end_is_missing_gives_what_there_is(engine: Engine) -> None:
    pieces = Pieces(engine(UPGRADED + framed(b"begun")[:-2]).api, "4711")
    with closing(pieces):
        assert b"".join(pieces) == b"beg"


def test_that_what_is_no_name_of_an_image_is_told(engine: Engine) -> None:
    with pytest.raises(InputError, match="image Heron!!: is no name of an image; give one such as"):
        ensure_image(engine(REFUSED), "Heron!!")


def test_that_an_engine_which_is_not_there_is_told_in_the_systems_words(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("DOCKER_HOST", "tcp://127.0.0.1:1")
    with pytest.raises(
        MissingPart, match=r"at tcp://127\.0\.0\.1:1: does not answer \(Connection refused\); start"
    ):
        connect()
