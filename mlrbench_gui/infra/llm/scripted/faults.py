"""What the scripted server can be told to do wrong, and when."""

import threading
from collections.abc import Mapping
from enum import StrEnum


class Fault(StrEnum):
    """A failure as endpoints have them."""

    BUSY = "busy"
    FAILING = "failing"
    CUT_STREAM = "cut_stream"
    BROKEN_JSON = "broken_json"
    OTHER_SHAPE = "other_shape"
    REFUSAL = "refusal"
    SILENCE = "silence"
    WRONG_KEY = "wrong_key"
    NO_SUCH_MODEL = "no_such_model"
    NO_MONEY = "no_money"


class Faults:
    """Which fault meets which request, counted from 1; `always` meets those that are not named. Thread-safe."""

    def __init__(self, planned: Mapping[int, Fault] | None = None, always: Fault | None = None) -> None:
        self._planned = dict(planned or {})
        self._always = always
        self._lock = threading.Lock()
        self._asked = 0

    @property
    def asked(self) -> int:
        """Requests so far."""
        return self._asked

    def next(self) -> Fault | None:
        """The fault for the request that just came, None where it is to be answered."""
        with self._lock:
            self._asked += 1
            return self._planned.get(self._asked, self._always)
