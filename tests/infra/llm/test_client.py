"""A model over real HTTP: answers come back, failures are tried again where that helps and told in one line."""

import logging
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from email.utils import formatdate
from typing import Protocol

import pytest

from mlrbench_gui.domain.errors import Cancelled, ModelUnavailable
from mlrbench_gui.domain.model_profiles import ModelProfile
from mlrbench_gui.domain.opinions import TokenUse
from mlrbench_gui.domain.work import CancelToken, Event, LiveText
from mlrbench_gui.infra.llm.client import TRIES, OpenAiClient, connect
from mlrbench_gui.infra.llm.keys import SystemKeys
from mlrbench_gui.services.ports.models import ModelRequest, Picture, Speaker, Turn

KEY = "sk-canary-4711"
REQUEST = ModelRequest("You check.", "Is it so?", 200)


class Answer(Protocol):
    def __call__(self, *args: object, **kwargs: object) -> object: ...


class Script(Protocol):
    answers: list[object]
    asked: list[dict[str, object]]
    keys: list[str]
    url: str

    def profile(self, **more: object) -> ModelProfile: ...


@pytest.fixture
def waits() -> list[float]:
    return []


@pytest.fixture
def client(script: Script, waits: list[float]) -> Iterator[OpenAiClient]:
    """A client that writes down how long it would wait."""

    def wait(_cancel: CancelToken, seconds: float) -> bool:
        waits.append(seconds)
        return False

    made = OpenAiClient(script.profile(timeout_s=5.0), KEY, wait)
    yield made
    made.close()


def told(client: OpenAiClient) -> str:
    """The one line of a failing question, which never holds the key."""
    with pytest.raises(ModelUnavailable) as error:
        client.ask(REQUEST, CancelToken())
    line = str(error.value)
    assert "\n" not in line
    assert "canary" not in line
    assert error.value.__cause__ is None
    return line


def test_that_a_question_goes_out_as_asked_and_its_answer_comes_back(
    script: Script, client: OpenAiClient, completed: Answer
) -> None:
    script.answers = [completed("Yes.")]
    reply = client.ask(REQUEST, CancelToken())
    assert (reply.text, reply.finish, reply.model) == ("Yes.", "stop", "heron-2-0301")
    assert reply.tokens == TokenUse(prompt=300, reply=20)
    (sent,) = script.asked
    assert sent == {
        "model": "heron-2",
        "temperature": 0.0,
        "max_tokens": 200,
        "messages": [
            {"role": "system", "content": "You check."},
            {"role": "user", "content": "Is it so?"},
        ],
    }
    assert script.keys == [f"Bearer {KEY}"]


def test_that_an_empty_answer_and_a_refusal_are_told_as_they_are(
    script: Script, client: OpenAiClient, completed: Answer
) -> None:
    script.answers = [completed(None, "length"), completed(None, refusal="I will not.")]
    empty = client.ask(REQUEST, CancelToken())
    assert (empty.text, empty.finish) == ("", "length")
    assert client.ask(REQUEST, CancelToken()).refusal == "I will not."


def test_that_a_busy_endpoint_is_asked_again_after_the_time_it_names(
    script: Script, client: OpenAiClient, waits: list[float], completed: Answer, refused: Answer
) -> None:
    script.answers = [refused(429, {"Retry-After": "7"}), refused(429), completed("Yes.")]
    assert client.ask(REQUEST, CancelToken()).text == "Yes."
    assert waits == [7.0, 2.0]


def test_that_a_time_too_long_to_wait_ends_the_question(
    script: Script, client: OpenAiClient, waits: list[float], refused: Answer
) -> None:
    script.answers = [refused(429, {"Retry-After": "86400"})]
    assert told(client).endswith("asks to wait (429); try later")
    assert waits == []


def test_that_a_failing_endpoint_is_given_up_after_a_few_tries(
    script: Script, client: OpenAiClient, waits: list[float], refused: Answer
) -> None:
    script.answers = [refused(500)]
    assert "failed (500), after 4 tries; try later" in told(client)
    assert len(script.asked) == TRIES
    assert waits == [1.0, 2.0, 4.0]


@pytest.mark.parametrize(
    ("status", "said", "words"),
    [
        (401, {}, "the key was refused (401); set MLRBENCH_MODEL_KEY"),
        (403, {}, "the key was refused (403)"),
        (404, {}, "knows no model 'heron-2'"),
        (429, {"code": "insufficient_quota"}, "the account has no money left"),
        (400, {}, "refuses the request (400)"),
    ],
)
def test_that_what_no_further_try_would_mend_is_told_at_once(
    script: Script,
    client: OpenAiClient,
    refused: Answer,
    status: int,
    said: dict[str, str],
    words: str,
) -> None:
    script.answers = [refused(status, **said)]
    assert words in told(client)
    assert len(script.asked) == 1


def test_that_a_model_that_takes_the_limit_by_its_newer_name_is_asked_so(
    script: Script, client: OpenAiClient, completed: Answer, refused: Answer
) -> None:
    script.answers = [refused(400, param="max_tokens"), completed("Yes.")]
    assert client.ask(REQUEST, CancelToken()).text == "Yes."
    assert script.asked[1]["max_completion_tokens"] == 200
    assert "max_tokens" not in script.asked[1]


@pytest.mark.parametrize(
    "body", ["<html>Sign in</html>", {}, {"choices": []}, {"choices": [{"message": None}]}, []]
)
def test_that_what_is_no_completion_is_said_to_be_none(
    script: Script, client: OpenAiClient, answer: Callable[..., object], body: object
) -> None:
    script.answers = [answer(body=body)]
    assert "OpenAI-compatible" in told(client)


def test_that_broken_json_is_said_to_be_no_answer(
    script: Script, client: OpenAiClient, answer: Callable[..., object]
) -> None:
    script.answers = [answer(body='{"choices": [', headers={"Content-Type": "application/json"})]
    assert "OpenAI-compatible" in told(client)


def test_that_odd_counts_of_tokens_are_unknown_ones(
    script: Script, client: OpenAiClient, completed: Callable[..., object]
) -> None:
    made = completed("Yes.")
    made.body["usage"] = {"prompt_tokens": -3, "completion_tokens": "many"}  # type: ignore[attr-defined]
    script.answers = [made]
    assert client.ask(REQUEST, CancelToken()).tokens is None


def test_that_a_refused_connection_names_the_address(script: Script, waits: list[float]) -> None:
    profile = script.profile(base_url="http://127.0.0.1:9/v1")

    def wait(_cancel: CancelToken, seconds: float) -> bool:
        waits.append(seconds)
        return False

    client = OpenAiClient(profile, KEY, wait)
    assert told(client) == (
        "127.0.0.1:9: cannot be reached; check the address http://127.0.0.1:9/v1 and the network"
    )
    client.close()
    assert waits == [1.0, 2.0, 4.0]


def test_that_an_endpoint_that_is_silent_is_given_up(script: Script, answer: Callable[..., object]) -> None:
    hold = threading.Event()
    script.answers = [answer(hold=hold)]
    client = OpenAiClient(script.profile(timeout_s=0.05), KEY, lambda _cancel, _seconds: False)
    assert "no answer within 0.05 s, after 4 tries" in told(client)
    hold.set()
    client.close()


def test_that_a_cancel_ends_a_question_that_is_under_way(
    script: Script, client: OpenAiClient, answer: Callable[..., object]
) -> None:
    hold, cancel = threading.Event(), CancelToken()
    script.answers = [answer(hold=hold)]

    def stop_when_asked() -> None:
        _until(lambda: bool(script.asked))
        cancel.cancel()

    asking = threading.Thread(target=stop_when_asked)
    asking.start()
    with pytest.raises(Cancelled):
        client.ask(REQUEST, cancel)
    hold.set()
    asking.join()


def _until(holds: Callable[[], bool]) -> None:
    pause = threading.Event()
    while not holds():
        pause.wait(0.005)


def test_that_nothing_of_a_question_or_key_is_logged(
    script: Script,
    client: OpenAiClient,
    completed: Answer,
    refused: Answer,
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.DEBUG)
    script.answers = [refused(500), completed("Yes.")]
    client.ask(REQUEST, CancelToken())
    assert "canary" not in caplog.text
    assert "Is it so?" not in caplog.text


def test_that_another_machine_is_not_asked_without_a_key() -> None:
    far = ModelProfile(name="far", base_url="https://models.example/v1", model="m")
    with pytest.raises(ModelUnavailable, match=r"no key for models\.example; set MLRBENCH_MODEL_KEY"):
        connect(far, SystemKeys({}))
    with pytest.raises(ModelUnavailable, match="signs that no key has"):
        connect(far, SystemKeys({"MLRBENCH_MODEL_KEY": "schlüssel"}))
    near = far.model_copy(update={"base_url": "http://localhost:9/v1"})
    connect(near, SystemKeys({})).close()


def test_that_a_date_to_wait_for_is_held_against_the_answers_own(
    script: Script, client: OpenAiClient, waits: list[float], completed: Answer, refused: Answer
) -> None:
    date = {"Retry-After": formatdate(datetime.now(UTC).timestamp() + 40, usegmt=True)}
    script.answers = [refused(429, date), refused(429, {"Retry-After": "soon"}), completed("Yes.")]
    assert client.ask(REQUEST, CancelToken()).text == "Yes."
    assert 30.0 < waits[0] <= 41.0
    assert waits[1] == 2.0


@pytest.mark.parametrize(
    ("param", "gone", "streaming"),
    [
        ("temperature", "temperature", False),
        ("stream_options.include_usage", "stream_options", True),
        ("stream", "stream", True),
    ],
)
def test_that_what_an_endpoint_refuses_by_name_is_left_out_from_then_on(
    script: Script,
    client: OpenAiClient,
    completed: Answer,
    refused: Answer,
    param: str,
    gone: str,
    streaming: bool,
) -> None:
    script.answers = [refused(400, param=param), refused(400, param="stream"), completed("Yes.")]
    if not streaming:
        script.answers = [refused(400, param=param), completed("Yes.")]
    heard: list[Event] = []
    emit = heard.append if streaming else None
    if param == "stream":
        script.answers.pop(1)
    assert client.ask(REQUEST, CancelToken(), emit).text == "Yes."
    assert gone in script.asked[0]
    assert gone not in script.asked[-1]
    assert [event.text for event in heard if isinstance(event, LiveText)] == (["Yes."] if streaming else [])
    client.ask(REQUEST, CancelToken(), emit)
    assert gone not in script.asked[-1]


def test_that_a_request_refused_for_an_unnamed_reason_is_not_tried_in_other_words(
    script: Script, client: OpenAiClient, refused: Answer
) -> None:
    script.answers = [refused(422, param="messages")]
    assert "refuses the request (422)" in told(client)
    assert len(script.asked) == 1


def test_that_a_talk_goes_out_in_its_order(script: Script, client: OpenAiClient, completed: Answer) -> None:
    script.answers = [completed("Yes.")]
    turns = (Turn(Speaker.MODEL, "Perhaps."), Turn(Speaker.USER, "Be sure."))
    client.ask(ModelRequest("s", "u", 50, turns), CancelToken())
    sent = script.asked[0]["messages"]
    assert isinstance(sent, list)
    assert [(message["role"], message["content"]) for message in sent] == [
        ("system", "s"),
        ("user", "u"),
        ("assistant", "Perhaps."),
        ("user", "Be sure."),
    ]


def test_that_pictures_go_behind_the_words_and_without_them_the_words_go_alone(
    script: Script, completed: Answer
) -> None:
    script.answers = [completed("Yes.")]
    client = OpenAiClient(script.profile(), KEY)
    client.ask(REQUEST, CancelToken())
    client.ask(replace(REQUEST, pictures=(Picture("a.png", "image/png", b"\x89PNG"),)), CancelToken())
    client.close()
    plain, shown = (asked["messages"] for asked in script.asked)
    assert plain == [
        {"role": "system", "content": "You check."},
        {"role": "user", "content": "Is it so?"},
    ]
    assert isinstance(shown, list)
    assert shown[1]["content"] == [
        {"type": "text", "text": "Is it so?"},
        {"type": "image_url", "image_url": {"url": "data:image/png;base64,iVBORw=="}},
    ]
