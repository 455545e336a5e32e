"""One model over HTTP by the `openai` package: tries again where that helps, stops at once when cancelled.

The package's own retries sleep and cannot be cancelled, so they are off. Error texts are ours: an endpoint's own words
may repeat the key.
"""

import logging
import threading
from collections.abc import Callable
from queue import SimpleQueue
from typing import TYPE_CHECKING

from mlrbench_gui.domain.errors import ModelUnavailable
from mlrbench_gui.domain.model_profiles import ModelProfile
from mlrbench_gui.domain.opinions import TokenUse
from mlrbench_gui.domain.work import CancelToken
from mlrbench_gui.infra.llm.keys import SystemKeys
from mlrbench_gui.services.ports import ModelReply, ModelRequest

if TYPE_CHECKING:
    from openai import APIStatusError, OpenAI
    from openai.types.chat import ChatCompletion

TRIES = 4
MOST_WAIT = 60.0
"""Seconds; an endpoint that asks for more is asked another day."""

_LOOK = 0.05
_NO_KEY = "no-key-needed"
_AGAIN = frozenset({408, 409, 429, 500, 502, 503, 504, 529})

Wait = Callable[[CancelToken, float], bool]


def connect(profile: ModelProfile, keys: SystemKeys | None = None) -> "OpenAiClient":
    """The client of a profile. Raises ModelUnavailable where an endpoint of another machine has no key."""
    key = (keys or SystemKeys()).key(profile)
    if key is not None and not key.isascii():
        raise ModelUnavailable(
            f"{profile.name}: its key holds signs that no key has; set {profile.key_variable}"
        )
    if key is None and not profile.is_local:
        raise ModelUnavailable(
            f"{profile.name}: no key for {profile.host}; set {profile.key_variable} in the environment, "
            "or give the key in Settings under Model"
        )
    return OpenAiClient(profile, key or _NO_KEY)


class OpenAiClient:
    """`services.ports.ModelClient`. `wait` waits between tries and tells whether a stop was asked for."""

    def __init__(self, profile: ModelProfile, key: str, wait: Wait = CancelToken.wait) -> None:
        self._profile = profile
        self._client = _openai(profile, key)
        self._wait = wait
        self._newer_limit = False

    @property
    def profile(self) -> ModelProfile:
        return self._profile

    def ask(self, request: ModelRequest, cancel: CancelToken) -> ModelReply:
        cancel.check()
        for number in range(1, TRIES + 1):
            answer = self._call(request, cancel)
            if not isinstance(answer, Exception):
                return _reply(answer, self._profile)
            if not self._newer_limit and _wants_newer_limit(answer):
                self._newer_limit = True
                continue
            pause = _pause(answer, number)
            if pause is None or number == TRIES:
                raise ModelUnavailable(_told(answer, self._profile, number)) from None
            if self._wait(cancel, pause):
                cancel.check()
        raise AssertionError("the last try answers or raises")

    def close(self) -> None:
        self._client.close()

    def _call(self, request: ModelRequest, cancel: CancelToken) -> "ChatCompletion | Exception":
        """One call on a thread of its own, left behind when cancelled: a read cannot be woken."""
        answers: SimpleQueue[ChatCompletion | Exception] = SimpleQueue()
        done = threading.Event()

        def work() -> None:
            try:
                answers.put(_create(self._client, self._profile, request, newer=self._newer_limit))
            except Exception as error:  # noqa: BLE001 -- carried to the thread that waits, told there
                answers.put(error)
            done.set()

        threading.Thread(target=work, name="ask-model", daemon=True).start()
        while not done.wait(_LOOK):
            if cancel.cancelled:
                self._client.close()
                cancel.check()
        return _expected(answers.get())


def _openai(profile: ModelProfile, key: str) -> "OpenAI":
    import httpx2
    from openai import OpenAI

    # At their finer levels these write whole requests, headers and all.
    for name in ("openai", "httpx2", "httpcore2"):
        logging.getLogger(name).setLevel(logging.WARNING)
    # A redirect would carry the question elsewhere, and proxies of the environment would see local ones.
    transport = httpx2.Client(
        timeout=profile.timeout_s, follow_redirects=False, trust_env=not profile.is_local
    )
    return OpenAI(api_key=key, base_url=profile.base_url, max_retries=0, http_client=transport)


def _expected(answer: "ChatCompletion | Exception") -> "ChatCompletion | Exception":
    """What an endpoint can cause is told in its own words; anything else is a fault of ours and goes up."""
    from openai import OpenAIError

    if isinstance(answer, Exception) and not isinstance(answer, OpenAIError | ValueError):
        raise answer
    return answer


def _create(
    client: "OpenAI", profile: ModelProfile, request: ModelRequest, *, newer: bool
) -> "ChatCompletion":
    from openai import omit

    return client.chat.completions.create(
        model=profile.model,
        messages=[
            {"role": "system", "content": request.system},
            {"role": "user", "content": request.user},
        ],
        temperature=omit if profile.temperature is None else profile.temperature,
        max_tokens=omit if newer else request.reply_tokens,
        max_completion_tokens=request.reply_tokens if newer else omit,
    )


def _reply(answer: "ChatCompletion", profile: ModelProfile) -> ModelReply:
    """The first choice. Endpoints leave out what the type promises, so nothing is taken for granted."""
    choices = getattr(answer, "choices", None)
    if not choices or choices[0].message is None:
        raise ModelUnavailable(
            f"{profile.host}: its answer holds no message; is {profile.base_url} an OpenAI-compatible address?"
        )
    message = choices[0].message
    return ModelReply(
        text=_text(message.content),
        finish=_text(choices[0].finish_reason),
        model=_text(answer.model),
        refusal=_text(getattr(message, "refusal", None)),
        tokens=_tokens(answer.usage),
    )


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def _tokens(usage: object) -> TokenUse | None:
    counts = [getattr(usage, name, None) for name in ("prompt_tokens", "completion_tokens")]
    known = [count for count in counts if isinstance(count, int) and count >= 0]
    return TokenUse(prompt=known[0], reply=known[1]) if len(known) == 2 else None


def _wants_newer_limit(error: Exception) -> bool:
    """Some models take the limit of a reply by its newer name only."""
    from openai import BadRequestError

    return isinstance(error, BadRequestError) and error.param == "max_tokens"


def _pause(error: Exception, number: int) -> float | None:
    """Seconds to wait before the next try, None where another try would not help."""
    from openai import APIConnectionError, APIStatusError

    if isinstance(error, APIStatusError) and error.status_code in _AGAIN and not _is_out_of_money(error):
        asked = _retry_after(error)
        if asked is not None:
            return asked if asked <= MOST_WAIT else None
        return float(2 ** (number - 1))
    return float(2 ** (number - 1)) if isinstance(error, APIConnectionError) else None


def _retry_after(error: "APIStatusError") -> float | None:
    """What `Retry-After` says in seconds; a date, or nonsense, is as if it said nothing."""
    text = error.response.headers.get("retry-after", "").strip()
    return float(text) if text.replace(".", "", 1).isdigit() else None


def _is_out_of_money(error: "APIStatusError") -> bool:
    return error.code in ("insufficient_quota", "billing_hard_limit_reached")


def _told(error: Exception, profile: ModelProfile, tries: int) -> str:
    """One line with cause and remedy, and none of the endpoint's words."""
    from openai import APIConnectionError, APIStatusError, APITimeoutError

    host = profile.host
    if isinstance(error, APITimeoutError):
        return (
            f"{host}: no answer within {profile.timeout_s:g} s{_after(tries)}; try later or give it more time"
        )
    if isinstance(error, APIConnectionError):
        return f"{host}: cannot be reached; check the address {profile.base_url} and the network"
    if isinstance(error, APIStatusError):
        return _status_told(error, profile, tries)
    return f"{host}: its answer is no OpenAI-compatible one; check the address {profile.base_url}"


def _status_told(error: "APIStatusError", profile: ModelProfile, tries: int) -> str:
    host, status = profile.host, error.status_code
    if status in (401, 403):
        return f"{host}: the key was refused ({status}); set {profile.key_variable} or give another key in Settings"
    if status == 404:
        return f"{host}: knows no model {profile.model!r} at {profile.base_url} (404); check both in Settings"
    if _is_out_of_money(error):
        return f"{host}: the account has no money left; see to it there, or choose another model"
    if status == 429:
        return f"{host}: asks to wait (429){_after(tries)}; try later"
    if status >= 500:
        return f"{host}: failed ({status}){_after(tries)}; try later"
    return f"{host}: refuses the request ({status}); check model, temperature and limits in Settings"


def _after(tries: int) -> str:
    return f", after {tries} tries" if tries > 1 else ""
