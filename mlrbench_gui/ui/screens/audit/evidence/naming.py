"""Words and icons for files, trail steps and provenance."""

import re

from mlrbench_gui.domain.artifacts import ArtifactRole
from mlrbench_gui.domain.values import Provenance

PROVENANCE_WORDS = {
    Provenance.EXECUTED_OUTPUT: "executed",
    Provenance.EXECUTED_SCRIPT: "by script",
    Provenance.LITERAL_SCRIPT: "literal or random",
    Provenance.TYPED_BY_EDITOR: "typed",
    Provenance.TYPED_IN_SHELL: "typed in shell",
    Provenance.COPIED: "copied",
    Provenance.HARNESS_SNAPSHOT: "harness",
    Provenance.EDITED_AFTER_TRANSCRIPT: "edited after",
    Provenance.UNKNOWN: "unknown",
}

_BY_ENDING = {
    "json": "json",
    "jsonl": "json",
    "csv": "table",
    "tsv": "table",
    "png": "figure",
    "jpg": "figure",
    "jpeg": "figure",
    "gif": "figure",
    "webp": "figure",
    "py": "code",
    "sh": "code",
    "yaml": "code",
    "yml": "code",
    "ipynb": "code",
    "log": "log",
    "txt": "log",
    "pdf": "page",
    "md": "page",
}
_BY_STEP = {"value": "hash", "script": "script", "literal": "literal", "command": "terminal", "typed": "note"}


_GOING_THERE = re.compile(r"^\s*cd\s+(?:\"[^\"]*\"|'[^']*'|\S+)\s*(?:&&|;)\s*")


def local_words(text: str, run_name: str) -> str:
    """A command or path as seen from the run's folder, without where that folder lay on the agent's machine."""
    folder = re.escape(run_name.rpartition("/")[2])
    words = _GOING_THERE.sub("", text)
    return re.sub(rf"(?<![\w.~/])/(?:[^/\s'\":=|]+/)*?{folder}/", "", words) if folder else words


def file_icon(path: str, role: ArtifactRole = ArtifactRole.OTHER) -> str:
    """The icon of a file."""
    if role is ArtifactRole.TRANSCRIPT:
        return "transcript"
    return _BY_ENDING.get(path.rsplit(".", 1)[-1].lower(), "file")


def step_icon(kind: str, path: str | None) -> str:
    """The icon of a trail's step."""
    if kind == "file" and path:
        return file_icon(path)
    return _BY_STEP.get(kind, "file" if kind == "file" else "question")
