"""What a failed call means: whether another try helps, after what pause, in what other dialect, in which words.

Error texts are ours: an endpoint's own words may repeat the key.
"""

from collections.abc import Callable
from dataclasses import replace
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING

from mlrbench_gui.domain.errors import ModelUnavailable, RequestRefused
from mlrbench_gui.domain.model_profiles import ModelProfile
from mlrbench_gui.infra.llm._wire import CutOff, Dialect

if TYPE_CHECKING:
    from openai import APIStatusError

MOST_WAIT = 60.0
"""Seconds; an endpoint that asks for more is asked another day."""

_AGAIN = frozenset({408, 409, 429, 500, 502, 503, 504, 529})


class TooSlow(Exception):
    """The whole answer took longer than the profile allows."""


def expected(error: Exception) -> bool:
    """Whether an endpoint can cause this; anything else is a fault of ours and goes up as it is."""
    from httpx2 import HTTPError
    from openai import OpenAIError

    return isinstance(error, OpenAIError | HTTPError | ValueError | CutOff | TooSlow)


def adapted(error: Exception, dialect: Dialect) -> Dialect | None:
    """The dialect to try next where the endpoint refused a part of the request by name, None where it did not."""
    from openai import BadRequestError, UnprocessableEntityError

    if not isinstance(error, BadRequestError | UnprocessableEntityError):
        return None
    change = _CHANGES.get(str(error.param).split(".", maxsplit=1)[0])
    other = change(dialect) if change is not None else dialect
    return other if other != dialect else None


_CHANGES: dict[str, Callable[[Dialect], Dialect]] = {
    "max_tokens": lambda dialect: replace(dialect, newer_limit=True),
    "stream_options": lambda dialect: replace(dialect, counts_streams=False),
    "stream": lambda dialect: replace(dialect, streams=False),
    "temperature": lambda dialect: replace(dialect, takes_temperature=False),
}


def pause_after(error: Exception, number: int) -> float | None:
    """Seconds to wait after that many tries, None where another try would not help."""
    from httpx2 import HTTPError
    from openai import APIConnectionError, APIStatusError

    backed_off = float(2 ** (number - 1))
    if isinstance(error, APIStatusError) and error.status_code in _AGAIN and not _is_out_of_money(error):
        asked = _retry_after(error)
        if asked is not None:
            return asked if asked <= MOST_WAIT else None
        return backed_off
    return backed_off if isinstance(error, APIConnectionError | HTTPError | CutOff) else None


def unavailable(error: Exception, profile: ModelProfile, tries: int) -> ModelUnavailable:
    """One line with cause and remedy, and none of the endpoint's words."""
    from openai import APIConnectionError, APIStatusError, APITimeoutError

    host = profile.host
    if isinstance(error, APIStatusError):
        line = _status_told(error, profile, tries)
        refused = error.status_code in (400, 422) or error.status_code >= 500
        return RequestRefused(line) if refused else ModelUnavailable(line)
    if isinstance(error, TooSlow):
        return ModelUnavailable(
            f"{host}: the answer was not whole after {profile.answer_s:g} s; bound its length or give it more time"
        )
    if isinstance(error, APITimeoutError) or _is_silence(error):
        return ModelUnavailable(
            f"{host}: no answer within {profile.timeout_s:g} s{_after(tries)}; try later or give it more time"
        )
    if isinstance(error, CutOff) or _is_broken_off(error):
        return ModelUnavailable(f"{host}: its answer broke off{_after(tries)}; try later")
    if isinstance(error, APIConnectionError):
        return ModelUnavailable(
            f"{host}: cannot be reached; check the address {profile.base_url} and the network"
        )
    return ModelUnavailable(
        f"{host}: its answer is no OpenAI-compatible one; check the address {profile.base_url}"
    )


def _is_silence(error: Exception) -> bool:
    """A stream's own time-outs and breaks come as they are, not wrapped."""
    from httpx2 import TimeoutException

    return isinstance(error, TimeoutException)


def _is_broken_off(error: Exception) -> bool:
    from httpx2 import HTTPError

    return isinstance(error, HTTPError) or (isinstance(error.__cause__, HTTPError) and _was_begun(error))


def _was_begun(error: Exception) -> bool:
    from httpx2 import ReadError, RemoteProtocolError

    return isinstance(error.__cause__, ReadError | RemoteProtocolError)


def _retry_after(error: "APIStatusError") -> float | None:
    """What `Retry-After` says: seconds, or a date, which is held against the answer's own; nonsense says nothing."""
    headers = error.response.headers
    text = headers.get("retry-after", "").strip()
    if text.replace(".", "", 1).isdigit():
        return float(text)
    try:
        gap = parsedate_to_datetime(text) - parsedate_to_datetime(headers.get("date", ""))
    except (TypeError, ValueError):
        return None
    return max(0.0, gap.total_seconds())


def _is_out_of_money(error: "APIStatusError") -> bool:
    return error.code in ("insufficient_quota", "billing_hard_limit_reached")


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
