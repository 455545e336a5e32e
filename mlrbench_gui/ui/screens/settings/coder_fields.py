"""What the fields of a coding agent say as its profile, and a profile as fields; pure values, with errors in words."""

from collections.abc import Mapping

from pydantic import ValidationError

from mlrbench_gui.domain.coders import CoderProfile, TranscriptKind
from mlrbench_gui.domain.errors import InputError
from mlrbench_gui.ui.screens.settings.model_fields import Field

CODER_FIELDS = (
    Field("command", "Command", "mycli --model {model} --prompt-file {prompt}", optional=True),
    Field("transcript_file", "Transcript file", "what the command prints", optional=True),
    Field("image", "Image", "that of the run", optional=True),
    Field("network", "Network", "none", optional=True),
    Field("variables", "Variables", "MYCLI_KEY, …", optional=True),
    Field("minutes", "Minutes", number=True),
)
KINDS: Mapping[TranscriptKind, str] = {
    TranscriptKind.EVENTS: "Events: a JSON list of messages and tool calls",
    TranscriptKind.BLOCKS: "Blocks: a log of dated exec and apply_patch",
    TranscriptKind.PROSE: "Prose: it tells no single deeds",
}
_BY_KEY = {field.key: field for field in CODER_FIELDS}
_FIRST = CoderProfile(command="x", transcript=TranscriptKind.EVENTS)


def coder_texts(coder: CoderProfile | None) -> dict[str, str]:
    """What the fields show of a coding agent; of none, what a new one begins with."""
    shown = coder or _FIRST
    return {
        "command": coder.command if coder is not None else "",
        "transcript_file": shown.transcript_file or "",
        "image": shown.image or "",
        "network": shown.network or "",
        "variables": ", ".join(shown.variables),
        "minutes": f"{shown.minutes:.12g}",
    }


def coder_of(texts: Mapping[str, str], kind: TranscriptKind) -> CoderProfile | None:
    """The coding agent that the fields describe, None while there is no command. Raises InputError."""
    given = {key: text.strip() for key, text in texts.items()}
    if not given["command"]:
        return None
    values: dict[str, object] = {key: text or None for key, text in given.items()}
    values["variables"] = tuple(given["variables"].replace(",", " ").split())
    values["minutes"] = given["minutes"].replace(",", ".") or _FIRST.minutes
    try:
        return CoderProfile.model_validate({**values, "transcript": kind})
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        named = _BY_KEY[str(first["loc"][0])].text if first["loc"] else "Coding agent"
        what = first["msg"].removeprefix("Value error, ")
        raise InputError(f"{named}: {what[0].lower()}{what[1:]}") from error
