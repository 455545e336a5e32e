"""A scripted OpenAI-compatible server on this machine, over real HTTP."""

import json
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from typing_extensions import override

from mlrbench_gui.domain.model_profiles import ModelProfile

KEY = "sk-canary-4711"


@dataclass
class Answer:
    """One answer: status, body (text as it is, else JSON), headers. `hold` keeps it back until it is set."""

    status: int = 200
    body: object = None
    headers: dict[str, str] = field(default_factory=dict)
    hold: threading.Event | None = None


def completion(text: str | None, finish: str = "stop", **message: object) -> Answer:
    """A whole completion."""
    choice = {
        "index": 0,
        "finish_reason": finish,
        "message": {"role": "assistant", "content": text, **message},
    }
    used = {"prompt_tokens": 300, "completion_tokens": 20, "total_tokens": 320}
    return Answer(
        body={
            "id": "x",
            "object": "chat.completion",
            "created": 1,
            "model": "heron-2-0301",
            "choices": [choice],
            "usage": used,
        }
    )


def error(status: int, headers: dict[str, str] | None = None, **said: str) -> Answer:
    """An error as such endpoints word it; this one repeats the key."""
    told = {"message": f"Incorrect API key provided: {KEY}", "type": "x", "param": None, "code": None, **said}
    return Answer(status, {"error": told}, headers or {})


@dataclass
class Script:
    """What the server answers, in order (the last one for ever), and what it was sent."""

    answers: list[Answer] = field(default_factory=list)
    asked: list[dict[str, object]] = field(default_factory=list)
    keys: list[str] = field(default_factory=list)
    url: str = ""

    def profile(self, **more: object) -> ModelProfile:
        return ModelProfile.model_validate({"name": "mine", "base_url": self.url, "model": "heron-2", **more})


class Server(ThreadingHTTPServer):
    """Ends with its test; a client that hung up is no fault of the server."""

    daemon_threads = True

    @override
    def handle_error(self, _request: object, _address: object) -> None: ...


@pytest.fixture
def script() -> Iterator[Script]:
    made = Script()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            length = int(self.headers["Content-Length"])
            made.asked.append(json.loads(self.rfile.read(length)))
            made.keys.append(self.headers.get("Authorization", ""))
            answer = made.answers.pop(0) if len(made.answers) > 1 else made.answers[0]
            if answer.hold is not None:
                answer.hold.wait(30)
            is_text = isinstance(answer.body, str)
            data = answer.body if isinstance(answer.body, str) else json.dumps(answer.body)
            self.send_response(answer.status)
            self.send_header("Content-Type", "text/html" if is_text else "application/json")
            for name, value in answer.headers.items():
                self.send_header(name, value)
            body = data.encode()
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        @override
        def log_message(self, *_args: object) -> None: ...

    server = Server(("127.0.0.1", 0), Handler)
    made.url = f"http://127.0.0.1:{server.server_port}/v1"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    yield made
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.fixture
def completed() -> Callable[..., Answer]:
    return completion


@pytest.fixture
def refused() -> Callable[..., Answer]:
    return error


@pytest.fixture
def answer() -> type[Answer]:
    return Answer
