"""One model over HTTP by the `openai` package: tries again where that helps, stops at once when cancelled.

The package's own retries sleep and cannot be cancelled, so they are off.
"""

import logging
import threading
from collections.abc import Callable
from queue import Empty, SimpleQueue
from time import monotonic
from typing import TYPE_CHECKING

from mlrbench_gui.domain.errors import ModelUnavailable
from mlrbench_gui.domain.model_profiles import ModelProfile
from mlrbench_gui.domain.work import CancelToken, Emit, LiveText, Step
from mlrbench_gui.infra.llm._failures import TooSlow, adapted, expected, pause_after, unavailable
from mlrbench_gui.infra.llm._wire import Dialect, reply_of, streamed_answer, whole_answer
from mlrbench_gui.infra.llm.keys import SystemKeys
from mlrbench_gui.services.ports.models import ModelReply, ModelRequest

if TYPE_CHECKING:
    from openai import OpenAI

TRIES = 4

_LOOK = 0.05
_NO_KEY = "no-key-needed"

Wait = Callable[[CancelToken, float], bool]
_Answer = ModelReply | Exception


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
            "or give the key in Settings under Models"
        )
    return OpenAiClient(profile, key or _NO_KEY)


class OpenAiClient:
    """`services.ports.models.ModelClient`. Thread-safe.

    `wait` waits between tries and tells whether a stop was asked for.
    """

    def __init__(self, profile: ModelProfile, key: str, wait: Wait = CancelToken.wait) -> None:
        self._profile = profile
        self._client = _openai(profile, key)
        self._wait = wait
        self._dialect = Dialect()

    @property
    def profile(self) -> ModelProfile:
        return self._profile

    def ask(self, request: ModelRequest, cancel: CancelToken, emit: Emit | None = None) -> ModelReply:
        cancel.check()
        most = request.tries or TRIES
        number = 1
        while True:
            answer = self._call(request, cancel, emit)
            if isinstance(answer, ModelReply):
                return answer
            other = adapted(answer, self._dialect)
            if other is not None:
                self._dialect = other
                continue
            pause = pause_after(answer, number)
            if pause is None or number >= most:
                raise unavailable(answer, self._profile, number) from None
            if emit is not None:
                emit(Step(f"{self._profile.host} is asked again in {pause:g} s"))
            if self._wait(cancel, pause):
                cancel.check()
            number += 1

    def close(self) -> None:
        self._client.close()

    def _call(self, request: ModelRequest, cancel: CancelToken, emit: Emit | None) -> _Answer:
        """One call on a thread of its own, left behind when cancelled: a read cannot be woken."""
        heard: SimpleQueue[str | _Answer] = SimpleQueue()

        def work() -> None:
            try:
                heard.put(self._answer(request, heard.put if emit is not None else None))
            except Exception as error:  # noqa: BLE001 -- carried to the thread that waits, told there
                heard.put(error)

        threading.Thread(target=work, name="ask-model", daemon=True).start()
        answer = self._listen(heard, cancel, emit)
        if isinstance(answer, Exception) and not expected(answer):
            raise answer
        return answer

    def _answer(self, request: ModelRequest, say: Callable[[str], None] | None) -> ModelReply:
        if say is not None and self._dialect.streams:
            return streamed_answer(self._client, self._profile, request, self._dialect, say)
        reply = reply_of(whole_answer(self._client, self._profile, request, self._dialect), self._profile)
        if say is not None:
            say(reply.text)
        return reply

    def _listen(self, heard: "SimpleQueue[str | _Answer]", cancel: CancelToken, emit: Emit | None) -> _Answer:
        """Hand pieces on until the answer is there, a stop is asked for, or its time is over."""
        end = monotonic() + self._profile.answer_s
        while monotonic() < end:
            if cancel.cancelled:
                self._client.close()
                cancel.check()
            try:
                item = heard.get(timeout=_LOOK)
            except Empty:
                continue
            if not isinstance(item, str):
                return item
            if emit is not None and item:
                emit(LiveText(item, self._profile.model))
        return TooSlow()


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
