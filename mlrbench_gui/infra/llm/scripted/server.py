"""The scripted model as an OpenAI-compatible server: this machine only, a free port, no thread left when closed."""

import json
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Self

from pydantic import ValidationError
from typing_extensions import override

from mlrbench_gui.domain.model_profiles import ModelProfile, ReplyForm
from mlrbench_gui.infra.llm.scripted.answers import recorded_answer
from mlrbench_gui.infra.llm.scripted.asked import Asked, AskedBody, read_asked
from mlrbench_gui.infra.llm.scripted.faults import Fault, Faults
from mlrbench_gui.services.ports.user import SCRIPTED

MODEL = "scripted-1"
PROFILE = SCRIPTED
"""The profile that is always there: its answers are recorded, so its ideas and papers say nothing of any model."""

RETRY_AFTER_S = 1
_PIECE = 48
_BYTES_A_TOKEN = 4
_MOST_BODY = 64 * 1024 * 1024


@dataclass(slots=True)
class Script:
    """How the server behaves: its answers, its faults, the key and the forms of JSON that it takes, and whether tools.

    Where tools were offered, an answer that is a JSON object with `tool` and `arguments` is sent as a call of one.
    `asked` are the requests that were answered, in the order of their answers.
    """

    answer: Callable[[Asked], str] = recorded_answer
    faults: Faults = field(default_factory=Faults)
    key: str | None = None
    forms: frozenset[ReplyForm] = frozenset(ReplyForm)
    tools: bool = True
    asked: list[Asked] = field(default_factory=list)


class ScriptedServer:
    """Runs from its making until it is closed; usable as a context."""

    def __init__(self, script: Script | None = None) -> None:
        self.script = script or Script()
        self._released = threading.Event()
        self._server = _Server(self.script, self._released)
        self._thread = threading.Thread(
            target=self._server.serve_forever,
            kwargs={"poll_interval": 0.02},
            name="scripted-model",
            daemon=True,
        )
        self._thread.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_port}/v1"

    def profile(self, **more: object) -> ModelProfile:
        """The profile that reaches it. Its calls cost nothing; JSON is asked for by schema."""
        given = {
            "name": PROFILE,
            "base_url": self.url,
            "model": MODEL,
            "price_prompt": 0.0,
            "price_reply": 0.0,
            "form": ReplyForm.JSON_SCHEMA,
            "tools": True,
            "key_variable": "MLRBENCH_SCRIPTED_KEY",
        }
        return ModelProfile.model_validate(given | more)

    def close(self) -> None:
        """Answers that are held back end, and nothing is left."""
        self._released.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_ending: object) -> None:
        self.close()


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64

    def __init__(self, script: Script, released: threading.Event) -> None:
        self.script = script
        self.released = released
        super().__init__(("127.0.0.1", 0), _Handler)

    @override
    def handle_error(self, _request: object, _address: object) -> None:
        """A client that hung up is no fault of the server."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: _Server

    def do_POST(self) -> None:
        script = self.server.script
        length = int(self.headers.get("Content-Length", "0"))
        if length > _MOST_BODY:
            self._fail(413, "too large")
            return
        data = self.rfile.read(length)
        if script.key is not None and self.headers.get("Authorization") != f"Bearer {script.key}":
            self._fault(Fault.WRONG_KEY)
            return
        try:
            asked = read_asked(AskedBody.model_validate_json(data))
        except ValidationError:
            self._fail(400, "no request for a completion")
            return
        if asked.form not in script.forms:
            self._fail(400, "this form of reply is not known here", param="response_format")
            return
        if asked.tools and not script.tools:
            self._fail(400, "tools are not known here", param="tools")
            return
        fault = script.faults.next()
        if fault is None:
            script.asked.append(asked)
            self._say(asked, script.answer(asked))
        elif fault in _SPOILT:
            self._say(asked, _SPOILT[fault](script.answer(asked)), fault)
        else:
            self._fault(fault)

    @override
    def log_message(self, format: str, *_args: object) -> None:
        """Questions are nobody's business but the asker's."""

    def _say(self, asked: Asked, text: str, fault: Fault | None = None) -> None:
        refusal = text if fault is Fault.REFUSAL else None
        content = None if refusal else text
        prompt = len((asked.system + asked.user).encode()) // _BYTES_A_TOKEN
        used = {"prompt_tokens": prompt, "completion_tokens": len(text.encode()) // _BYTES_A_TOKEN}
        usage = {**used, "total_tokens": sum(used.values())}
        call = _called(content or "", asked)
        if asked.stream:
            chunks = _chunks(content, refusal, usage) if call is None else _call_chunks(call, usage)
            self._stream(chunks, cut=fault is Fault.CUT_STREAM)
            return
        message: dict[str, object] = {"role": "assistant", "content": content, "refusal": refusal}
        if call is not None:
            message |= {"content": call.say, "tool_calls": [call.told()]}
        choice = {"index": 0, "finish_reason": "stop" if call is None else "tool_calls", "message": message}
        body = json.dumps(_envelope("chat.completion") | {"choices": [choice], "usage": usage})
        self._send(
            200, body[: len(body) // 2] if fault is Fault.CUT_STREAM else body, length=len(body.encode())
        )

    def _stream(self, chunks: Iterator[dict[str, object]], *, cut: bool) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Connection", "close")
        self.end_headers()
        self.close_connection = True
        for number, chunk in enumerate(chunks):
            if cut and number == 2:
                return
            self.wfile.write(f"data: {json.dumps(chunk)}\n\n".encode())
            self.wfile.flush()
        self.wfile.write(b"data: [DONE]\n\n")

    def _fault(self, fault: Fault) -> None:
        match fault:
            case Fault.BUSY:
                self._fail(429, "slow down", headers={"Retry-After": str(RETRY_AFTER_S)})
            case Fault.NO_MONEY:
                self._fail(429, "no money left", code="insufficient_quota")
            case Fault.WRONG_KEY:
                self._fail(401, f"wrong key: {self.headers.get('Authorization', '')}")
            case Fault.NO_SUCH_MODEL:
                self._fail(404, "no such model")
            case Fault.SILENCE:
                self.server.released.wait()
                self.close_connection = True
            case _:
                self._fail(500, f"failed on {self.headers.get('Authorization', '')}")

    def _fail(
        self,
        status: int,
        message: str,
        *,
        param: str | None = None,
        code: str | None = None,
        headers: dict[str, str] | None = None,
    ) -> None:
        told = {"message": message, "type": "scripted", "param": param, "code": code}
        self._send(status, json.dumps({"error": told}), headers=headers)

    def _send(
        self, status: int, text: str, *, length: int | None = None, headers: dict[str, str] | None = None
    ) -> None:
        data = text.encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data) if length is None else length))
        for name, value in (headers or {}).items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(data)
        self.close_connection = length is not None


_SPOILT: dict[Fault, Callable[[str], str]] = {
    Fault.CUT_STREAM: lambda text: text,
    Fault.BROKEN_JSON: lambda text: text[: len(text) // 2],
    Fault.OTHER_SHAPE: lambda _text: '{"something": "else"}',
    Fault.REFUSAL: lambda _text: "I will not do that.",
}


@dataclass(frozen=True, slots=True)
class _Call:
    """A call of a tool, as it goes over the wire."""

    id: str
    say: str
    name: str
    arguments: str

    def told(self) -> dict[str, object]:
        function = {"name": self.name, "arguments": self.arguments}
        return {"id": self.id, "type": "function", "function": function}


def _called(text: str, asked: Asked) -> _Call | None:
    """The call that an answer stands for, None where it is none or no tools were offered."""
    try:
        step = json.loads(text) if asked.tools else None
    except ValueError:
        return None
    if not isinstance(step, dict) or step.get("tool") not in asked.tools:
        return None
    arguments = json.dumps(step.get("arguments", {}), ensure_ascii=False)
    return _Call(f"call{asked.answered:05d}", str(step.get("say", "")), step["tool"], arguments)


def _call_chunks(call: _Call, usage: dict[str, int]) -> Iterator[dict[str, object]]:
    """What is said, then the call: id and name first, the arguments in pieces."""
    head = _envelope("chat.completion.chunk")
    deltas: list[dict[str, object]] = [{"role": "assistant", "content": call.say}]
    first = call.told() | {"index": 0, "function": {"name": call.name, "arguments": ""}}
    pieces = [call.arguments[at : at + _PIECE] for at in range(0, len(call.arguments), _PIECE)]
    deltas.append({"tool_calls": [first]})
    deltas += [{"tool_calls": [{"index": 0, "function": {"arguments": piece}}]} for piece in pieces]
    for delta in deltas:
        yield head | {"choices": [{"index": 0, "delta": delta, "finish_reason": None}]}
    yield head | {"choices": [{"index": 0, "delta": {}, "finish_reason": "tool_calls"}]}
    yield head | {"choices": [], "usage": usage}


def _envelope(kind: str) -> dict[str, object]:
    return {"id": "scripted", "object": kind, "created": 0, "model": MODEL}


def _chunks(content: str | None, refusal: str | None, usage: dict[str, int]) -> Iterator[dict[str, object]]:
    head = _envelope("chat.completion.chunk")
    text = content or ""
    for at in range(0, len(text), _PIECE):
        delta = {"role": "assistant", "content": text[at : at + _PIECE]}
        yield head | {"choices": [{"index": 0, "delta": delta, "finish_reason": None}]}
    yield head | {"choices": [{"index": 0, "delta": {"refusal": refusal}, "finish_reason": "stop"}]}
    yield head | {"choices": [], "usage": usage}
