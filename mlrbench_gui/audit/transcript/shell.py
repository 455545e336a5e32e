"""What a shell command runs and which files it makes, also through shells, loops and programs that run a command.

Words that cannot be parsed are skipped, never guessed; a part of a file's name that only the shell knows is a `*`.
A text that unfolds into more commands than the limit is read up to it, and the reading says that it is not whole.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import pairwise

from mlrbench_gui.audit.transcript._shell_documents import without_documents
from mlrbench_gui.audit.transcript._shell_programs import Fed, Given, Ran, run_program
from mlrbench_gui.audit.transcript._shell_words import (
    Part,
    as_pattern,
    filled,
    parts,
    redirections,
    unrolled,
    words,
)
from mlrbench_gui.audit.transcript._shell_wrapped import Inner, inner_commands, unwrapped, variables
from mlrbench_gui.audit.transcript.shell_deeds import (
    SILENT,
    CommandReading,
    FileMade,
    Printed,
    ScriptRun,
    joined,
)

_DEEPEST = 6
MOST_COMMANDS = 10_000
"""Loops in shells in loops unfold into any number of commands; what lies behind so many is not known."""
_HEADS = frozenset({"for", "select", "case", "function"})
"""Words behind which no command stands up to the sign that follows."""
_OPENS = _HEADS - {"function"} | {"while", "until", "if", "{"}
_CLOSES = frozenset({"done", "fi", "esac", "}"})
_BETWEEN = frozenset({"do", "then", "else", "elif", "!"})


@dataclass
class _Group:
    """Commands that belong together: where their deeds begin, what they print, and what ends with a sub-shell."""

    sign: str
    first_run: int
    folder: str
    known: dict[str, str]
    exported: dict[str, str]
    printed: list[Printed] = field(default_factory=list)


@dataclass
class _Whole:
    """What a command and those inside of it share: their here-documents, and how many more parts are read."""

    documents: dict[str, str] = field(default_factory=dict)
    left: int = MOST_COMMANDS


@lru_cache(maxsize=1024)
def read_command(command: str, cwd: str = "") -> CommandReading:
    """Read a shell command that begins in a folder. Each step of an audit asks for the same few hundred."""
    return _Reader(cwd, {}, _Whole(), 0).read(command)


class _Reader:
    """Reads one text of commands; a command inside of it is read by another one of these."""

    def __init__(self, folder: str, exported: dict[str, str], whole: _Whole, depth: int) -> None:
        self._whole = whole
        self._documents = whole.documents
        self._depth = depth
        self._folder = folder
        self._exported = dict(exported)
        self._set: dict[str, str] = {}  # what this text exports itself
        self._known = dict(exported)
        self._runs: list[ScriptRun] = []
        self._files: list[FileMade] = []
        self._fed: Fed | None = None
        self._groups = [self._group("")]

    def read(self, command: str) -> CommandReading:
        text, documents = without_documents(command, len(self._documents))
        self._documents |= documents
        simple = list(parts(unrolled(text)))
        for part, following in zip(simple, [*simple[1:], Part("")], strict=True):
            self._whole.left -= 1
            if self._whole.left < 0:
                break
            self._read_part(part, goes_on=following.sign == "|")
        sub_shell = next((group for group in self._groups if group.sign == "("), None)
        folder = sub_shell.folder if sub_shell is not None else self._folder
        printed = joined(one for group in self._groups for one in group.printed)
        runs, files = tuple(self._runs), tuple(self._files)
        return CommandReading(runs, files, folder, self._set, printed, is_whole=self._whole.left >= 0)

    def _read_part(self, part: Part, *, goes_on: bool) -> None:
        fed, self._fed = self._fed if part.sign == "|" else None, None
        first_run = len(self._runs)
        closed: _Group | None = None
        if part.sign == "(":
            self._groups.append(self._group("("))
        elif part.sign == ")":
            closed = self._closed(is_sub_shell=True)
        found = words(filled(part.text, self._known))
        while found and closed is None:
            word = found[0]
            if word in _OPENS:
                self._groups.append(self._group(word))
            elif word in _CLOSES:
                closed = self._closed(is_sub_shell=False)
            elif word not in _BETWEEN and not word.endswith("()") and word != "function":
                break
            found = [] if word in _HEADS else found[1:]
        if closed is not None:
            first_run = closed.first_run
            printed = self._kept(found, joined(closed.printed), first_run)
        else:
            printed = self._simple(found, fed)
        if goes_on:
            self._fed = Fed(printed, self._since(first_run, fed))
        else:
            self._groups[-1].printed.append(printed)

    def _group(self, sign: str) -> _Group:
        return _Group(sign, len(self._runs), self._folder, dict(self._known), dict(self._exported))

    def _closed(self, *, is_sub_shell: bool) -> _Group | None:
        """The innermost group that ends here; what a sub-shell changes ends with it."""
        if len(self._groups) < 2 or (self._groups[-1].sign == "(") is not is_sub_shell:
            return None
        group = self._groups.pop()
        if is_sub_shell:
            self._folder, self._known, self._exported = group.folder, group.known, group.exported
        return group

    def _simple(self, found: list[str], fed: Fed | None) -> Printed:
        plain, _, document = redirections(found, self._documents)
        if plain[:1] == ["cd"] and len(plain) > 1:
            self._folder = _entered(self._folder, plain[1])
            return SILENT
        if plain[:1] == ["export"]:
            self._set |= variables(plain[1:])
            self._exported |= variables(plain[1:])
            self._known |= variables(plain[1:])
            return SILENT
        program, own = unwrapped(plain)
        if not program:
            self._known |= own
            return SILENT
        first_run = len(self._runs)
        told = fed.printed.text if fed is not None and fed.printed.is_typed else None
        inner = inner_commands(program, told, document) if self._depth < _DEEPEST else None
        if inner is not None:
            printed = self._inside(inner, {**self._exported, **own})
        else:
            given = Given(self._folder, {**self._exported, **own}, document, fed)
            ran = run_program(program, given)
            self._take(ran, fed)
            printed = ran.printed
        return self._kept(found, printed, self._since(first_run, fed))

    def _since(self, first_run: int, fed: Fed | None) -> int:
        """The first of the scripts whose output this is: the command's own, else those that feed it."""
        return fed.first_run if fed is not None and len(self._runs) == first_run else first_run

    def _take(self, ran: Ran, fed: Fed | None) -> None:
        """Keep what a program did; `tee` keeps also for the scripts that feed it."""
        self._runs += ran.runs
        self._files += ran.files
        if fed is not None and ran.keeps:
            self._led(ran.keeps, fed.first_run)

    def _inside(self, inner: Inner, given: dict[str, str]) -> Printed:
        """Read the commands that a program runs."""
        printed: list[Printed] = []
        for command in inner.commands if self._whole.left >= 0 else ():
            reader = _Reader(self._folder, given, self._whole, self._depth + 1)
            if inner.is_outer:
                reader._known |= self._known
            reading = reader.read(command)
            self._runs += reading.runs
            self._files += reading.files
            printed.append(reading.printed)
            if inner.is_outer:
                self._folder = reading.folder
                self._set |= reading.exported
                self._exported |= reading.exported
        return joined(printed)

    def _kept(self, found: Sequence[str], printed: Printed, first_run: int) -> Printed:
        """Where the output of a command or a group goes; what is left of it for the one around it."""
        _, outputs, _ = redirections(found, self._documents)
        if not outputs:
            return printed
        appended = {after for word, after in pairwise(found) if word == ">>"}
        self._led(outputs, first_run)
        by_script = len(self._runs) > first_run
        kept = Printed(is_typed=False, typed=printed.typed) if by_script else printed
        for path in outputs:
            self._files.append(_file_of(as_pattern(path), kept, self._folder, appends=path in appended))
        return SILENT

    def _led(self, outputs: Sequence[str], first_run: int) -> None:
        """The output of the scripts that ran since went to these files."""
        names = tuple(as_pattern(path) for path in outputs)
        for at in range(first_run, len(self._runs)):
            run = self._runs[at]
            self._runs[at] = replace(run, outputs=(*run.outputs, *(n for n in names if n not in run.outputs)))


def _file_of(path: str, printed: Printed, folder: str, *, appends: bool) -> FileMade:
    """The file that holds what was printed."""
    if printed.is_typed and printed != SILENT:
        return FileMade(path, "typed", printed.text, "", folder, appends)
    if printed.source:
        how = "copy" if printed.is_whole and not appends else "drawn"
        return FileMade(path, how, None, printed.source, folder, appends)
    return FileMade(path, "captured", None, "", folder, appends, printed.typed)


def _entered(folder: str, target: str) -> str:
    """The folder after `cd`; a target that only the shell knows (`-`, `~`, a variable) leads nowhere that is told."""
    if target.startswith(("-", "~", "$")):
        return folder
    return target if target.startswith("/") or not folder else f"{folder}/{target}"
