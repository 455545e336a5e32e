"""The log of an experiment that this program ran: one JSON object a line, in the order in which things happened.

A head with what the agent was given, then what it said and did, each action with the hash of every file that it
changed, and an end. A log without its end broke off.
"""

import json
from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated, Final, Literal

from pydantic import Field, TypeAdapter, ValidationError

from mlrbench_gui.domain.frozen import FrozenModel
from mlrbench_gui.domain.values import RelPath, RunName, Sha256

FORMAT: Final = "mlrbench-gui.agent-log/1"


class Tool(StrEnum):
    """What an agent can ask for."""

    SHELL = "shell"
    READ = "read"
    WRITE = "write"
    EDIT = "edit"
    LIST = "list"
    DONE = "done"


class AgentHead(FrozenModel):
    """What was given, and where. `inputs` are the files by hash; `root` is the run's folder as commands see it."""

    kind: Literal["head"] = "head"
    format: Literal["mlrbench-gui.agent-log/1"] = FORMAT
    at: str
    run: RunName
    model: str
    image: str
    root: str
    prompt: str
    inputs: Mapping[RelPath, Sha256]


class AgentSaid(FrozenModel):
    """Words of the agent beside its actions."""

    kind: Literal["said"] = "said"
    at: str
    text: str


class AgentAction(FrozenModel):
    """One action. `changed` has each file that is another than before by its hash now, None for one that is gone.

    `ok` is whether it did what was asked: a command that ended by itself with 0. `end` tells how a command ended;
    `cut` says that the middle of its output is left out.
    """

    kind: Literal["action"] = "action"
    number: int = Field(ge=1)
    at: str
    seconds: float = Field(ge=0.0)
    tool: Tool
    arguments: Mapping[str, str]
    output: str
    ok: bool
    exit_code: int | None = None
    end: str = ""
    cut: bool = False
    changed: Mapping[RelPath, Sha256 | None] = Field(default_factory=dict)


class AgentEnd(FrozenModel):
    """The end. `reason` is empty where the agent said that it is done; `files` are all files that it leaves.

    `all_seen`: no action left more files than are told; `refused` are files that were not taken out, with the reason.
    """

    kind: Literal["end"] = "end"
    at: str
    reason: str
    files: Mapping[RelPath, Sha256]
    all_seen: bool = True
    refused: tuple[str, ...] = ()


LogLine = AgentHead | AgentSaid | AgentAction | AgentEnd
_LINE: TypeAdapter[LogLine] = TypeAdapter(Annotated[LogLine, Field(discriminator="kind")])


def log_line(line: LogLine) -> str:
    """The line as it is written, with its end."""
    return json.dumps(line.model_dump(mode="json"), ensure_ascii=True, allow_nan=False) + "\n"


def read_line(text: str) -> LogLine | None:
    """The line in this text, None where it is none."""
    try:
        return _LINE.validate_json(text)
    except ValidationError:
        return None
