"""A coding agent from outside: the command that starts it in a sandbox, and the transcript that it leaves."""

import re
import shlex
from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from pydantic import Field, field_validator

from mlrbench_gui.domain.frozen import FrozenModel
from mlrbench_gui.domain.layout import TRANSCRIPTS, CodingAgent
from mlrbench_gui.domain.values import RelPath

PLACES: Final = ("model", "prompt", "folder")
_PLACE = re.compile(r"(?<!\$)\{(\w+)\}")
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


class TranscriptKind(StrEnum):
    """What a transcript looks like: a JSON list of events, a log of dated blocks, or prose that tells no deeds."""

    EVENTS = "events"
    BLOCKS = "blocks"
    PROSE = "prose"


_WRITTEN_BY: Final[Mapping[TranscriptKind, CodingAgent]] = {
    TranscriptKind.EVENTS: CodingAgent.CLAUDE_CODE,
    TranscriptKind.BLOCKS: CodingAgent.CODEX_CLI,
    TranscriptKind.PROSE: CodingAgent.GEMINI_CLI,
}


def transcript_name(kind: TranscriptKind) -> RelPath:
    """The name by which audits know a transcript of this kind in a run."""
    return next(RelPath(name) for name, agent in TRANSCRIPTS.items() if agent is _WRITTEN_BY[kind])


class CoderProfile(FrozenModel):
    """How a coding agent is started.

    `command` is a shell command with the places `{model}`, `{prompt}` (the file with its task) and `{folder}`.
    `transcript_file` is where it leaves its transcript, seen from the folder; None where the command prints it.
    `variables` are names of environment variables that are lent to it; their values are recorded nowhere.
    `image` and `network` go before those of the run; no network is named: it has none.
    """

    command: str = Field(min_length=1, max_length=20_000)
    transcript: TranscriptKind
    transcript_file: str | None = Field(default=None, min_length=1, max_length=400)
    image: str | None = Field(default=None, min_length=1)
    network: str | None = Field(default=None, min_length=1)
    variables: tuple[str, ...] = ()
    minutes: float = Field(default=60.0, gt=0.0, le=10_000.0)

    @field_validator("command")
    @classmethod
    def _known_places(cls, value: str) -> str:
        strange = sorted(set(_PLACE.findall(value)) - set(PLACES))
        if strange:
            raise ValueError(f"knows no place {{{strange[0]}}}; places are {', '.join(PLACES)}")
        return value

    @field_validator("transcript_file")
    @classmethod
    def _inside(cls, value: str | None) -> str | None:
        if value is not None and (value.startswith("/") or ".." in value.split("/")):
            raise ValueError("lies outside of the agent's folder")
        return value

    @field_validator("variables")
    @classmethod
    def _names(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        strange = [name for name in value if not _NAME.fullmatch(name)]
        if strange:
            raise ValueError("are names of environment variables, never their values")
        return value

    def filled(self, model: str, prompt: str, folder: str) -> str:
        """The command with its places filled, each as one word of the shell."""
        values = {"model": model, "prompt": prompt, "folder": folder}
        return _PLACE.sub(lambda hit: shlex.quote(values[hit[1]]), self.command)
