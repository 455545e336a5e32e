"""What one program of a command does: a script that it runs, files that it copies or edits, text that it passes on."""

import posixpath
import re
from dataclasses import dataclass, field, replace

from mlrbench_gui.audit.transcript._inline import written_files
from mlrbench_gui.audit.transcript._makefiles import make_run
from mlrbench_gui.audit.transcript._notebooks import notebook_run
from mlrbench_gui.audit.transcript._shell_words import as_pattern
from mlrbench_gui.audit.transcript._shell_wrapped import SHELLS
from mlrbench_gui.audit.transcript.shell_deeds import (
    BY_PROGRAM,
    SILENT,
    FileMade,
    Printed,
    ScriptRun,
)

_PYTHON = re.compile(
    r"^(?:.*/)?(?:python[\d.]*|pypy\d?|uv|poetry|conda|accelerate|torchrun|deepspeed|xvfb-run)$"
)
_STARTS = SHELLS | {"source", "."}
_SUBSTITUTION = re.compile(
    r"[^a-z]*s(?P<by>[/|#,:@])(?:(?!(?P=by)).)*(?P=by)(?P<new>(?:(?!(?P=by)).)*)(?P=by)"
)
_FILTERS = frozenset(
    {"head", "tail", "sort", "uniq", "cut", "tr", "nl", "fold", "rev", "tac", "column", "paste"}
)
"""Programs that pass on what they read."""
_ASKED = frozenset({"grep", "egrep", "fgrep", "sed", "awk", "gawk", "jq"})
"""The same, whose first word tells what of it."""
_QUIET = frozenset(
    {"cp", "mv", "rm", "mkdir", "touch", "sleep", "wait", "true", ":", "set", "chmod", "ln", "rsync", "read"}
    | {
        "kill",
        "exit",
        "return",
        "shift",
        "test",
        "[",
        "[[",
        "unset",
        "trap",
        "source",
        ".",
        "local",
        "declare",
    }
)
"""Programs that print nothing."""
_EDITORS = frozenset({"sed", "perl", "awk", "gawk"})
"""Programs that can change a file in its place."""
_PUTS_IN = re.compile(r"(?<![=!<>])\|?=(?!=)\s*\d")
"""How `jq` and `awk` set something to a number."""
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "\\": "\\", "e": "\x1b", "a": "\a"}


@dataclass(frozen=True, slots=True)
class Fed:
    """What comes through a pipe, and the first of the scripts that may have printed it."""

    printed: Printed
    first_run: int


@dataclass(frozen=True, slots=True)
class Given:
    """What a program finds: its folder, its variables, and what it reads."""

    folder: str
    environment: dict[str, str]
    document: str | None
    fed: Fed | None

    @property
    def read(self) -> Printed:
        """What stands at its input."""
        if self.document is not None:
            return Printed(is_typed=True, text=self.document)
        return self.fed.printed if self.fed is not None else BY_PROGRAM


@dataclass(frozen=True, slots=True)
class Ran:
    """What a program did. `keeps` are files that what it read went to."""

    runs: list[ScriptRun] = field(default_factory=list)
    files: list[FileMade] = field(default_factory=list)
    printed: Printed = BY_PROGRAM
    keeps: tuple[str, ...] = ()


def run_program(words: list[str], given: Given) -> Ran:
    """What a program does with its arguments; `given` tells what it finds."""
    program, arguments = words[0], words[1:]
    started = _started(words, given)
    if started is not None:
        return started
    if program == "tee":
        return _tee(arguments, given)
    printed = _text(program, arguments, given)
    if printed is not None:
        return Ran(printed=printed)
    files = _file_tools(program, arguments, given.folder)
    return Ran(files=files, printed=SILENT if program in _QUIET else BY_PROGRAM)


def _started(words: list[str], given: Given) -> Ran | None:
    """A script or a notebook that the program runs; None for programs of another kind."""
    program = words[0]
    executed = notebook_run(words)
    if executed is not None:
        return _notebook(executed, given)
    if words[1:3] == ["-m", "json.tool"] and _PYTHON.match(program):
        return _formatted(words[3:], given)
    if program in ("make", "gmake"):
        named, asked, folder = make_run(words[1:])
        inside = posixpath.join(given.folder, folder) if folder else given.folder
        return Ran([ScriptRun(named, asked, inside, environment=tuple(sorted(given.environment.items())))])
    if _PYTHON.match(program) or program in _STARTS or program.endswith((".sh", ".py")):
        return _script(program, words[1:], given)
    return None


def _text(program: str, arguments: list[str], given: Given) -> Printed | None:
    """What a program prints that makes or passes on text; None for all others."""
    if program in ("echo", "printf"):
        return Printed(is_typed=True, text=_spoken(program, arguments))
    if program in ("seq", "date", "yes"):
        return Printed(is_typed=True)
    if program == "cat" or (program in _FILTERS | _ASKED and not _edits_in_place(program, arguments)):
        return _passed_on(program, arguments, given)
    return None


def _notebook(executed: tuple[str, tuple[str, ...], str], given: Given) -> Ran:
    source, parameters, target = executed
    kept = (target,) if target else ()
    told = tuple(sorted(given.environment.items()))
    run = ScriptRun(source, parameters, given.folder, "", kept, told)
    return Ran([run], [FileMade(name, "captured", None, "", given.folder) for name in kept])


def _script(program: str, arguments: list[str], given: Given) -> Ran:
    typed = given.read.text if given.read.is_typed else None
    run = _script_run(program, arguments, typed, given.folder)
    if run is None:
        return Ran(printed=SILENT if program in _QUIET else BY_PROGRAM)
    files = [FileMade(name, how, None, "", given.folder) for name, how in written_files(run.inline)]
    fed = typed or "" if run.script else ""
    return Ran([replace(run, environment=tuple(sorted(given.environment.items())), fed=fed)], files)


def _script_run(program: str, arguments: list[str], document: str | None, folder: str) -> ScriptRun | None:
    if program.endswith((".sh", ".py")):
        return ScriptRun(program, tuple(arguments), folder)
    rest = list(arguments)
    if program in ("uv", "poetry", "conda") and rest[:1] == ["run"]:
        rest = [word for word in rest[1:] if not _PYTHON.match(word)]
    while rest:
        word = rest.pop(0)
        if word == "-c" and rest:
            return ScriptRun("", tuple(rest[1:]), folder, rest[0])
        named = rest.pop(0).replace(".", "/") + ".py" if word == "-m" and rest else word
        if named.endswith((".py", ".sh")) or (not named.startswith("-") and program in _STARTS):
            return ScriptRun(named, tuple(rest), folder)
    return ScriptRun("", (), folder, document) if document is not None else None


def _spoken(program: str, arguments: list[str]) -> str | None:
    """What `echo` and `printf` print; None where only the shell knows a part of it."""
    if any("$" in argument or "`" in argument for argument in arguments):
        return None
    if program == "printf":
        shape, values = (arguments or [""])[0], arguments[1:]
        if shape in ("%s\\n", "%s ", "%s"):
            return "".join(_unescaped(shape.replace("%s", value)) for value in values)
        return None if "%" in shape.replace("%%", "") else _unescaped(shape.replace("%%", "%"))
    options = ""
    while arguments and re.fullmatch(r"-[neE]+", arguments[0]):
        options += arguments[0]
        arguments = arguments[1:]
    text = " ".join(arguments)
    return (_unescaped(text) if "e" in options else text) + ("" if "n" in options else "\n")


def _unescaped(text: str) -> str:
    return re.sub(r"\\([ntrea\\])", lambda hit: _ESCAPES[hit.group(1)], text)


def _tee(arguments: list[str], given: Given) -> Ran:
    """Where `tee` leaves what it is fed: typed words, another file, or the output of the scripts before it."""
    names = [as_pattern(name) for name in arguments if not name.startswith("-")]
    read, appends = given.read, "-a" in arguments
    how = "typed" if read.is_typed and read != SILENT else "drawn" if read.source else "captured"
    text = read.text if how == "typed" else None
    files = [FileMade(name, how, text, read.source, given.folder, appends, read.typed) for name in names]
    return Ran(files=files, printed=read, keeps=tuple(names) if how == "captured" else ())


def _passed_on(program: str, arguments: list[str], given: Given) -> Printed:
    """What a program prints that only passes on what it reads, from a file, a pipe or a here-document."""
    names = [argument for argument in arguments if not argument.startswith("-")]
    if program in _ASKED:
        if program == "sed" and any(map(_puts_numbers, names[:1])):
            return Printed(is_typed=True)
        is_fed = bool(names[1:]) or given.fed is not None or given.document is not None
        if program in ("awk", "gawk", "jq") and (not is_fed or any(map(_PUTS_IN.search, names[:1]))):
            return Printed(is_typed=True)  # what it prints stands in its own words
        names = names[1:]
    if program == "cat":
        if len(names) == 1 and names != ["-"] and given.document is None:
            return Printed(is_typed=False, source=names[0], is_whole=True)
    elif program == "tr" or (names and names[-1].isdigit()):
        names = []
    if names and given.document is None:
        return Printed(is_typed=False, source=names[-1])
    read = given.read
    return read if program == "cat" or not read.is_typed else Printed(is_typed=True)


def _formatted(arguments: list[str], given: Given) -> Ran:
    """`python -m json.tool FROM TO`: a file in another layout."""
    names = [argument for argument in arguments if not argument.startswith("-")]
    if len(names) < 2:
        return Ran(printed=Printed(is_typed=False, source=names[0]) if names else given.read)
    return Ran(files=[FileMade(as_pattern(names[1]), "drawn", None, names[0], given.folder)], printed=SILENT)


def _edits_in_place(program: str, arguments: list[str]) -> bool:
    if program == "perl":
        return any(re.match(r"-[a-zA-Z]*i", argument) for argument in arguments)
    if program in ("awk", "gawk"):
        return "inplace" in arguments
    return program == "sed" and any(argument.startswith(("-i", "--in-place")) for argument in arguments)


def _file_tools(program: str, arguments: list[str], folder: str) -> list[FileMade]:
    names = [a for a in arguments if not a.startswith("-")]
    if program in ("cp", "mv", "rsync") and len(names) >= 2:
        how = "move" if program == "mv" else "copy"
        return [FileMade(names[-1], how, None, source, folder) for source in names[:-1]]
    if program == "touch":
        return [FileMade(name, "typed", "", "", folder) for name in names]
    if program == "rm":
        return [FileMade(name, "removed", None, "", folder) for name in names]
    if program in _EDITORS and _edits_in_place(program, arguments):
        how = "typed" if any(map(_puts_numbers, arguments)) else "edited"
        return [FileMade(name, how, None, "", folder) for name in names[1:]]
    return []


def _puts_numbers(expression: str) -> bool:
    """Whether a substitution puts digits in, or something is set to a number; a reference to what was there is none."""
    hit = _SUBSTITUTION.match(expression)
    if hit is None:
        return _PUTS_IN.search(expression) is not None
    return re.search(r"(?<![\\$])\d", hit.group("new")) is not None
