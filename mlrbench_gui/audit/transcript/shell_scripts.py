"""What shell scripts and shell lines of notebooks do that a command runs: read by the rules for the command itself."""

import posixpath
import re
from collections.abc import Callable
from dataclasses import replace

from mlrbench_gui.audit.notebooks.reading import SUFFIX, read_notebook
from mlrbench_gui.audit.transcript._makefiles import MAKEFILES, recipe_text
from mlrbench_gui.audit.transcript._shell_words import filled
from mlrbench_gui.audit.transcript.shell import MOST_COMMANDS, read_command
from mlrbench_gui.audit.transcript.shell_deeds import CommandReading, ScriptRun

_READ = (".sh", ".ipynb", *MAKEFILES)
"""Scripts with commands of the shell in them."""
_DEEPEST = 3
_OWN_NAME = re.compile(r"\$\{BASH_SOURCE\[0\]\}|\$BASH_SOURCE\b|\$\{?0\b\}?")
"""How a script names itself."""
_PART_OF_PATH = re.compile(
    r"\$\(\s*(?P<tool>dirname|basename|realpath|readlink -f|cd)\s+(?:--\s+)?\"?(?P<word>[^\"\s()$]+)\"?\s*"
    r"(?:&&\s*pwd\s*)?\)"
)
"""A command in place of a word that gives a path or a part of one."""
TextOf = Callable[[ScriptRun], str | None]


def read_inside(run: ScriptRun, text_of: TextOf) -> CommandReading:
    """What a shell script did when it was run so; nothing for other scripts and those whose text is not known."""
    return _Inside(text_of).read(run, 0)


class _Inside:
    """Reads scripts in scripts, up to a depth and a number of deeds."""

    def __init__(self, text_of: TextOf) -> None:
        self._text_of = text_of
        self._left = MOST_COMMANDS

    def read(self, run: ScriptRun, depth: int) -> CommandReading:
        is_read = run.script.endswith(_READ) and depth < _DEEPEST
        text = self._text_of(run) if is_read and self._left > 0 else None
        if text is not None and is_makefile(run.script):
            text = recipe_text(text, run.arguments)
        if text is None:
            return CommandReading(is_whole=self._left > 0)
        reading = read_command(filled(_with_own_path(text, run), _given(run)), run.cwd)
        self._left -= 1 + len(reading.runs) + len(reading.files)
        inside = [self.read(inner, depth + 1) for inner in reading.runs]
        runs = (*reading.runs, *(inner for more in inside for inner in more.runs))
        return CommandReading(
            tuple(_placed(inner, dict(run.environment)) for inner in runs),
            (*reading.files, *(made for more in inside for made in more.files)),
            is_whole=reading.is_whole and all(more.is_whole for more in inside),
        )


def is_makefile(script: str) -> bool:
    """Whether `make` reads it; what it starts are its recipes."""
    return script.endswith(MAKEFILES)


def shell_text(script: str, text: str) -> str:
    """The commands of the shell in a script: all of it, or the lines and cells of a notebook that say so."""
    if not script.endswith(SUFFIX):
        return text
    try:
        return "\n".join(read_notebook(text).commands)
    except ValueError:
        return ""


def _with_own_path(text: str, run: ScriptRun) -> str:
    """The text with the script's own path where it names it, and the folders that it takes from that."""
    own = posixpath.normpath(posixpath.join(run.cwd, run.script))
    text = _OWN_NAME.sub(lambda _: own, text)
    for _ in range(_DEEPEST):
        text = _PART_OF_PATH.sub(_part_of_path, text)
    return text


def _part_of_path(hit: re.Match[str]) -> str:
    word = hit.group("word")
    match hit.group("tool"):
        case "dirname":
            return posixpath.dirname(word) or "."
        case "basename":
            return posixpath.basename(word)
        case _:
            return word


def _given(run: ScriptRun) -> dict[str, str]:
    """The arguments by the numbers under which the script reads them."""
    return {str(number): value for number, value in enumerate(run.arguments, start=1)}


def _placed(inner: ScriptRun, told: dict[str, str]) -> ScriptRun:
    """A script that was run inside, with the variables that were set outside."""
    return replace(inner, environment=tuple(sorted({**told, **dict(inner.environment)}.items())))
