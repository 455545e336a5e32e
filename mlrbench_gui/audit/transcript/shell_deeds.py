"""What a shell command does, as values: the scripts that it runs, the files that it makes, what it prints."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class ScriptRun:
    """A script that a command ran, as written, with its arguments; `inline` code of `-c` or a here-document.

    `outputs` are the files that its output went to, `environment` the variables that were set for it, `fed` the words
    of the command that it could read.
    """

    script: str
    arguments: tuple[str, ...]
    cwd: str
    inline: str = ""
    outputs: tuple[str, ...] = ()
    environment: tuple[tuple[str, str], ...] = ()
    fed: str = ""


@dataclass(frozen=True, slots=True)
class FileMade:
    """A file that the command itself made: typed text, a copy of another file, an edit in place, or removed.

    `how`: `typed`, `captured`, `copy`, `move`, `drawn` (from `source`, by a program that only passes on), `edited`,
    `removed`. `appends`: what it made stands behind what was there. A `*` in `path` is what only the shell knows.
    `typed` are lines that the command spells out among what programs printed.
    """

    path: str
    how: str
    text: str | None = None
    source: str = ""
    cwd: str = ""
    appends: bool = False
    typed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Printed:
    """What goes to the output: words that stand in the command, whole if `text` has them; else a program's output.

    `source` is the file that it was only passed on from, `is_whole` that nothing of it was left out or changed.
    `typed` are the lines that stand in the command among a program's output.
    """

    is_typed: bool
    text: str | None = None
    source: str = ""
    is_whole: bool = False
    typed: tuple[str, ...] = ()


SILENT = Printed(is_typed=True, text="")
BY_PROGRAM = Printed(is_typed=False)


def joined(printed: Iterable[Printed]) -> Printed:
    """What several commands print one after the other."""
    told = [one for one in printed if one != SILENT]
    if not told:
        return SILENT
    if len(told) == 1:
        return told[0]
    if not all(one.is_typed for one in told):
        lines = [line for one in told for line in (*one.typed, *(one.text or "").split("\n")) if line.strip()]
        return Printed(is_typed=False, typed=tuple(lines))
    texts = [one.text for one in told if one.text is not None]
    return Printed(is_typed=True, text="".join(texts) if len(texts) == len(told) else None)


@dataclass(frozen=True, slots=True)
class CommandReading:
    """All that a command does, as far as it can be read off its words.

    `folder` is where it ends, `exported` the variables that it sets for what follows, `printed` what is left to its
    own output. `is_whole`: it was read to its end, else it does more than is told here.
    """

    runs: tuple[ScriptRun, ...] = ()
    files: tuple[FileMade, ...] = ()
    folder: str = ""
    exported: Mapping[str, str] = field(default_factory=dict)
    printed: Printed = SILENT
    is_whole: bool = True
