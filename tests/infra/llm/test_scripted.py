"""The real client against the scripted server over real HTTP: what each fault ends in, and that no key gets out."""

import json
import logging
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

import pytest

from mlrbench_gui.domain.errors import Cancelled, ModelUnavailable, RequestRefused
from mlrbench_gui.domain.frozen import FrozenModel
from mlrbench_gui.domain.model_profiles import ReplyForm
from mlrbench_gui.domain.work import CancelToken, Event, LiveText, Step
from mlrbench_gui.infra.llm.client import TRIES, OpenAiClient, connect
from mlrbench_gui.infra.llm.forms import FormFile
from mlrbench_gui.infra.llm.keys import SystemKeys
from mlrbench_gui.infra.llm.scripted.answers import typing_answer
from mlrbench_gui.infra.llm.scripted.faults import Fault, Faults
from mlrbench_gui.infra.llm.scripted.server import Script, ScriptedServer
from mlrbench_gui.services.models.probing import Readiness, reply_form
from mlrbench_gui.services.models.structured import wire_schema
from mlrbench_gui.services.ports.models import ModelReply, ModelRequest, ReplyShape, Speaker, Turn

KEY = "sk-canary-4711"
REQUEST = ModelRequest("You check.", "Is it so?", 200)
LONG = "A sentence that is long enough for several pieces of a stream. " * 4


@contextmanager
def served(
    planned: dict[int, Fault] | None = None, always: Fault | None = None, **script: object
) -> Iterator[tuple[ScriptedServer, OpenAiClient, list[float]]]:
    """A server with these faults, a client of it, and how long that would have waited."""
    waits: list[float] = []

    def wait(_cancel: CancelToken, seconds: float) -> bool:
        waits.append(seconds)
        return False

    given = {"answer": lambda _asked: LONG, "key": KEY, "faults": Faults(planned, always), **script}
    with ScriptedServer(Script(**given)) as server:  # type: ignore[arg-type]
        client = OpenAiClient(server.profile(timeout_s=0.4), KEY, wait)
        yield server, client, waits
        client.close()


def live(client: OpenAiClient, request: ModelRequest = REQUEST) -> tuple[ModelReply, list[Event]]:
    events: list[Event] = []
    return client.ask(request, CancelToken(), events.append), events


def said(events: list[Event]) -> str:
    return "".join(event.text for event in events if isinstance(event, LiveText))


def test_that_a_streamed_answer_comes_in_pieces_and_whole() -> None:
    with served() as (_, client, _waits):
        reply, events = live(client)
        assert len(events) > 3
        assert said(events) == reply.text == LONG
        assert reply.finish == "stop"
        assert reply.tokens is not None
        assert reply.tokens == client.ask(REQUEST, CancelToken()).tokens


@pytest.mark.parametrize("streaming", [False, True])
@pytest.mark.parametrize(
    ("fault", "pause"),
    [(Fault.BUSY, 1.0), (Fault.FAILING, 1.0), (Fault.CUT_STREAM, 1.0), (Fault.SILENCE, 1.0)],
)
def test_that_a_passing_fault_is_tried_again(fault: Fault, pause: float, streaming: bool) -> None:
    with served({1: fault, 2: fault}) as (server, client, waits):
        events: list[Event] = []
        reply = client.ask(REQUEST, CancelToken(), events.append if streaming else None)
        assert reply.text == LONG
        assert (waits[0], len(waits)) == (pause, 2)
        assert server.script.faults.asked == 3
        assert len(server.script.asked) == 1
        assert sum(isinstance(event, Step) for event in events) == (2 if streaming else 0)


@pytest.mark.parametrize("streaming", [False, True])
@pytest.mark.parametrize(
    ("fault", "tries", "words"),
    [
        (Fault.BUSY, TRIES, "asks to wait (429), after 4 tries; try later"),
        (Fault.FAILING, TRIES, "failed (500), after 4 tries; try later"),
        (Fault.SILENCE, TRIES, "no answer within 0.4 s, after 4 tries; try later or give it more time"),
        (Fault.CUT_STREAM, TRIES, "its answer broke off, after 4 tries; try later"),
        (Fault.WRONG_KEY, 1, "the key was refused (401); set MLRBENCH_SCRIPTED_KEY"),
        (Fault.NO_SUCH_MODEL, 1, "knows no model 'scripted-1'"),
        (Fault.NO_MONEY, 1, "the account has no money left"),
    ],
)
def test_that_a_lasting_fault_is_told_in_one_line_without_the_key(
    fault: Fault, tries: int, words: str, streaming: bool, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    with served(always=fault) as (server, client, _):
        events: list[Event] = []
        with pytest.raises(ModelUnavailable) as error:
            client.ask(REQUEST, CancelToken(), events.append if streaming else None)
        assert words in str(error.value)
        assert server.script.faults.asked == tries
    told = f"{error.value!r} {error.value.__cause__!r} {error.value.__dict__} {events} {caplog.text}"
    assert "canary" not in told
    assert "Is it so?" not in told
    assert "\n" not in str(error.value)


def test_that_a_server_of_another_key_refuses(caplog: pytest.LogCaptureFixture) -> None:
    with (
        served(key="another") as (_, client, _waits),
        pytest.raises(ModelUnavailable, match="was refused") as error,
    ):
        client.ask(REQUEST, CancelToken())
    assert "canary" not in str(error.value)


def test_that_an_answer_that_never_ends_is_given_up_after_its_time() -> None:
    with served(always=Fault.SILENCE) as (server, _, _waits):
        slow = OpenAiClient(server.profile(timeout_s=30.0, answer_s=0.1), KEY)
        with pytest.raises(ModelUnavailable, match=r"not whole after 0\.1 s"):
            slow.ask(REQUEST, CancelToken())
        slow.close()


def test_that_a_cancel_in_the_middle_of_a_stream_ends_it_at_once() -> None:
    begun, go_on = threading.Event(), threading.Event()

    def answer(_asked: object) -> str:
        begun.set()
        go_on.wait(30)
        return LONG

    with served(answer=answer) as (server, _, _waits):
        client = OpenAiClient(server.profile(), KEY)
        cancel = CancelToken()

        def stop_when_begun() -> None:
            begun.wait(30)
            cancel.cancel()

        stopper = threading.Thread(target=stop_when_begun)
        stopper.start()
        with pytest.raises(Cancelled):
            client.ask(REQUEST, cancel, lambda _event: None)
        go_on.set()
        stopper.join()


def test_that_a_cancel_after_the_first_piece_keeps_the_rest_unsaid() -> None:
    cancel, heard = CancelToken(), list[Event]()

    def emit(event: Event) -> None:
        heard.append(event)
        cancel.cancel()

    with served() as (_, client, _waits), pytest.raises(Cancelled):
        client.ask(REQUEST, cancel, emit)
    assert len(heard) == 1


def test_that_a_refusal_is_told_as_one() -> None:
    with served({1: Fault.REFUSAL, 2: Fault.REFUSAL}) as (_, client, _waits):
        assert client.ask(REQUEST, CancelToken()).refusal == "I will not do that."
        assert live(client)[0].refusal == "I will not do that."


@pytest.mark.parametrize(
    ("forms", "found"),
    [
        (frozenset(ReplyForm), ReplyForm.JSON_SCHEMA),
        (frozenset({ReplyForm.JSON_OBJECT, ReplyForm.TEXT}), ReplyForm.JSON_OBJECT),
        (frozenset({ReplyForm.TEXT}), ReplyForm.TEXT),
    ],
)
def test_that_a_probe_finds_what_an_endpoint_takes_and_a_file_remembers_it(
    tmp_path: Path, forms: frozenset[ReplyForm], found: ReplyForm
) -> None:
    with ScriptedServer(Script(forms=forms)) as server:
        client = connect(server.profile(form=None), SystemKeys({}))
        assert reply_form(client, FormFile(tmp_path / "forms.json"), CancelToken()) is found
        asked = server.script.faults.asked
        assert reply_form(client, FormFile(tmp_path / "forms.json"), CancelToken()) is found
        assert server.script.faults.asked == asked
        client.close()


def test_that_a_form_file_that_is_none_is_as_if_it_were_not_there(tmp_path: Path) -> None:
    place = tmp_path / "forms.json"
    place.write_text("[1]", encoding="utf-8")
    with ScriptedServer() as server:
        assert FormFile(place).get(server.profile()) is None
        FormFile(place).put(server.profile(), ReplyForm.TEXT)
        assert FormFile(place).get(server.profile()) is ReplyForm.TEXT


def test_that_a_form_that_is_refused_is_told_as_a_refused_request() -> None:
    shape = ReplyShape("Readiness", wire_schema(Readiness), ReplyForm.JSON_SCHEMA)
    with served(forms=frozenset({ReplyForm.TEXT})) as (_, client, _waits), pytest.raises(RequestRefused):
        client.ask(ModelRequest("s", "u", 50, shape=shape), CancelToken())


def test_that_equal_questions_get_equal_answers_and_the_schema_is_kept() -> None:
    schema = wire_schema(Readiness)
    shape = ReplyShape("Readiness", schema, ReplyForm.JSON_SCHEMA)
    request = ModelRequest("s", "u", 50, shape=shape)
    with ScriptedServer() as server:
        client = connect(server.profile(), SystemKeys({}))
        first, second = (client.ask(request, CancelToken()) for _ in range(2))
        client.close()
    assert first == second
    assert Readiness.model_validate(json.loads(first.text)).ready


def test_that_what_is_no_request_is_refused() -> None:
    import urllib.error
    import urllib.request

    with ScriptedServer() as server:
        request = urllib.request.Request(f"{server.url}/chat/completions", data=b'{"messages": []}')
        with pytest.raises(urllib.error.HTTPError) as error:
            urllib.request.urlopen(request)
        assert error.value.code == 400
        error.value.close()


class Reply(FrozenModel):
    """As an agent's reply might be asked for."""

    thought: str
    tool: Literal["shell", "write", "read", "done"]
    path: str
    content: str
    command: str


def test_that_an_agents_steps_come_one_by_one_in_the_keys_asked_for() -> None:
    shape = ReplyShape("Reply", wire_schema(Reply), ReplyForm.JSON_SCHEMA)
    turns: tuple[Turn, ...] = ()
    tools = []
    with ScriptedServer() as server:
        client = connect(server.profile(), SystemKeys({}))
        for _ in range(6):
            said = client.ask(ModelRequest("s", "u", 50, turns, shape), CancelToken()).text
            step = Reply.model_validate_json(said)
            tools.append(step.tool)
            assert step.thought.startswith("[Scripted]")
            assert bool(step.content) is (step.tool == "write")
            turns = (*turns, Turn(Speaker.MODEL, said), Turn(Speaker.USER, "ok"))
        client.close()
    assert tools == ["write", "shell", "read", "write", "done", "done"]


def test_that_a_typing_agent_runs_nothing() -> None:
    shape = ReplyShape("Reply", wire_schema(Reply), ReplyForm.JSON_SCHEMA)
    with ScriptedServer(Script(answer=typing_answer)) as server:
        client = connect(server.profile(), SystemKeys({}))
        first = Reply.model_validate_json(
            client.ask(ModelRequest("s", "u", 50, (), shape), CancelToken()).text
        )
        client.close()
    assert (first.tool, first.path) == ("write", "results/metrics.json")
