"""What the shell scripts do that a command runs: read with the same rules as the command itself."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import PurePosixPath

from mlrbench_gui.audit.transcript._shell_words import filled
from mlrbench_gui.audit.transcript.shell import read_command
from mlrbench_gui.audit.transcript.shell_deeds import CommandReading, ScriptRun

SHELL_SUFFIX = ".sh"
_DEEPEST = 3
_OWN_FOLDER = (
    '"$(dirname "$0")"',
    "$(dirname $0)",
    '"$(dirname "${BASH_SOURCE[0]}")"',
    '"$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"',
    '"$(cd "$(dirname "$0")" && pwd)"',
)
"""How a script names the folder that it lies in."""
TextOf = Callable[[ScriptRun], str | None]


def read_inside(run: ScriptRun, text_of: TextOf, depth: int = 0) -> CommandReading:
    """What a shell script did when it was run so; nothing for other scripts and those whose text is not known."""
    text = text_of(run) if run.script.endswith(SHELL_SUFFIX) and depth < _DEEPEST else None
    if text is None:
        return CommandReading()
    reading = read_command(filled(_with_folder(text, run.script), _given(run)), run.cwd)
    inside = [read_inside(inner, text_of, depth + 1) for inner in reading.runs]
    runs = (*reading.runs, *(inner for more in inside for inner in more.runs))
    return CommandReading(
        [_placed(inner, dict(run.environment)) for inner in runs],
        [*reading.files, *(made for more in inside for made in more.files)],
    )


def _with_folder(text: str, script: str) -> str:
    folder = PurePosixPath(script).parent.as_posix()
    for spelled in _OWN_FOLDER:
        text = text.replace(spelled, folder)
    return text


def _given(run: ScriptRun) -> dict[str, str]:
    """The arguments by the numbers under which the script reads them."""
    return {str(number): value for number, value in enumerate(run.arguments, start=1)}


def _placed(inner: ScriptRun, told: dict[str, str]) -> ScriptRun:
    """A script that was run inside, with the variables that were set outside."""
    return replace(inner, environment=tuple(sorted({**told, **dict(inner.environment)}.items())))
