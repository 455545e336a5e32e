"""A scripted chat, a box in memory, and the parts of an agent around them."""
# ruff: noqa: ARG002 -- fakes take what the ports say

import hashlib
import json
import posixpath
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

import pytest

from mlrbench_gui.domain.errors import InputError
from mlrbench_gui.domain.model_calls import ModelCall
from mlrbench_gui.domain.opinions import TokenUse
from mlrbench_gui.domain.stages import ExperimentInputs
from mlrbench_gui.domain.values import RelPath, RunName, Sha256
from mlrbench_gui.domain.work import CancelToken, Emit
from mlrbench_gui.services.ports.boxes import BoxFiles, BoxOrder, BoxOutcome, BoxTaken
from mlrbench_gui.services.ports.models import ModelRequest
from mlrbench_gui.services.ports.sandbox import SandboxEnd

INPUTS = ExperimentInputs(
    RunName("end2end_agent/task"), "task", "The task.", "The idea.", "", "The proposal."
)


def call(tool: str, **arguments: str) -> str:
    return json.dumps({"tool": tool, "arguments": arguments})


@dataclass
class ScriptedChat:
    """Says one reply after the other, the last again and again, and keeps what it was asked."""

    replies: Sequence[str]
    asked: list[ModelRequest] = field(default_factory=list)

    def ask(self, request: ModelRequest, cancel: CancelToken) -> ModelCall:
        cancel.check()
        self.asked.append(request)
        text = self.replies[min(len(self.asked), len(self.replies)) - 1]
        return ModelCall(
            id=str(len(self.asked)),
            scope="s",
            request_sha256=Sha256("0" * 64),
            profile="p",
            model="scripted",
            text=text,
            finish="stop",
            refusal="",
            tokens=TokenUse(prompt=10, reply=5),
            cost=None,
            seconds=0.0,
            at=datetime(2026, 1, 1, tzinfo=UTC),
        )


@dataclass
class MemoryBox:
    """A box whose commands are functions on its files."""

    store: dict[RelPath, bytes]
    commands: Mapping[str, Callable[[dict[RelPath, bytes]], str]] = field(default_factory=dict)
    root: str = "/work/run"
    is_open: bool = True

    def execute(
        self, words: Sequence[str], seconds: float, *, folder: str = "", cancel: CancelToken, emit: Emit
    ) -> BoxOutcome:
        command = self.commands.get(words[-1])
        if command is None:
            return BoxOutcome(SandboxEnd.EXITED, 127, "not found")
        return BoxOutcome(SandboxEnd.EXITED, 0, command(self.store))

    def read(self, path: str) -> bytes:
        if path not in self.store:
            raise InputError(f"{path}: No such file")
        return self.store[RelPath(path)]

    def write(self, path: str, text: str) -> None:
        if posixpath.normpath(path).startswith(".."):
            raise InputError(f"{path}: lies outside of {self.root}")
        self.store[RelPath(path)] = text.encode()

    def files(self) -> BoxFiles:
        return BoxFiles({p: Sha256(hashlib.sha256(d).hexdigest()) for p, d in self.store.items()})

    def take(self) -> BoxTaken:
        return BoxTaken(dict(self.store))

    def close(self) -> None:
        self.is_open = False


@dataclass
class MemoryBoxes:
    """Opens boxes in memory."""

    commands: Mapping[str, Callable[[dict[RelPath, bytes]], str]] = field(default_factory=dict)
    opened: list[tuple[BoxOrder, MemoryBox]] = field(default_factory=list)

    def open(self, order: BoxOrder, cancel: CancelToken) -> MemoryBox:
        box = MemoryBox(dict(order.inputs), self.commands)
        self.opened.append((order, box))
        return box

    def sweep(self) -> int:
        return 0

    def close(self) -> None: ...


class Ticking:
    """A clock that goes on by a second each time that it is asked."""

    def __init__(self) -> None:
        self._now = datetime(2026, 1, 1, tzinfo=UTC)

    def __call__(self) -> datetime:
        self._now += timedelta(seconds=1)
        return self._now


@pytest.fixture
def clock() -> Ticking:
    return Ticking()
