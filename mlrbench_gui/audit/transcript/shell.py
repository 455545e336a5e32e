"""What a shell command runs and which files it makes: scripts, redirections, here-documents, copies, edits."""

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import pairwise

from mlrbench_gui.audit.transcript._inline import written_files
from mlrbench_gui.audit.transcript._notebooks import notebook_run

_HEREDOC = re.compile(r"<<-?\s*(?P<quote>['\"]?)(?P<mark>\w+)(?P=quote)")
_PYTHON = re.compile(
    r"^(?:.*/)?(?:python[\d.]*|pypy\d?|uv|poetry|conda|accelerate|torchrun|deepspeed|xvfb-run)$"
)
_SHELLS = {"bash", "sh", "zsh", "source", "."}
_LOOP = re.compile(
    r"\bfor\s+(?P<name>\w+)\s+in\s+(?P<words>[^;\n]+)[;\n]\s*do\s+(?P<body>(?:(?!\b(?:for|do)\b).)*?)[;\n]\s*done\b",
    re.DOTALL,
)
_SUBSTITUTION = re.compile(
    r"[^a-z]*s(?P<by>[/|#,:@])(?:(?!(?P=by)).)*(?P=by)(?P<new>(?:(?!(?P=by)).)*)(?P=by)"
)
_STREAM = re.compile(r"(?<=\s)[12](?=>)")
"""The number of a stream that is sent elsewhere, which is no argument."""
_MOST_TURNS = 64
_VARIABLE = re.compile(r"^(?P<name>\w+)=(?P<value>.*)", re.DOTALL)
_WRAPPERS = {
    "timeout",
    "nohup",
    "time",
    "nice",
    "env",
    "sudo",
    "stdbuf",
    "exec",
    "then",
    "do",
    "else",
    "if",
    "while",
    "!",
    "setsid",
    "command",
}


@dataclass(frozen=True, slots=True)
class ScriptRun:
    """A script that a command ran, as written, with its arguments; `inline` code of `-c` or a here-document.

    `outputs` are the files that its output went to, `environment` the variables that were set for it.
    """

    script: str
    arguments: tuple[str, ...]
    cwd: str
    inline: str = ""
    outputs: tuple[str, ...] = ()
    environment: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class FileMade:
    """A file that the command itself made: typed text, a copy of another file, an edit in place, or removed.

    `appends`: what it made stands behind what was there.
    """

    path: str
    how: str
    text: str | None = None
    source: str = ""
    cwd: str = ""
    appends: bool = False


@dataclass
class CommandReading:
    """All that a command does, as far as it can be read off its words.

    `folder` is where it ends, `exported` the variables that it sets for what follows.
    """

    runs: list[ScriptRun] = field(default_factory=list)
    files: list[FileMade] = field(default_factory=list)
    folder: str = ""
    exported: dict[str, str] = field(default_factory=dict)


def read_command(command: str, cwd: str = "") -> CommandReading:
    """Read a shell command. Words that cannot be parsed are skipped, never guessed."""
    reading = CommandReading()
    text, documents = _without_documents(command)
    text = _LOOP.sub(_unrolled, text)
    folder = cwd
    outer: list[str] = []  # of the sub-shells that are open: what they change ends with them
    told: str | None = None  # what the part before a pipe says by itself
    fed_by_run = False  # whether the part before a pipe ran a script
    for part, piped in _parts(text):
        before = len(reading.runs)
        plain = part.strip()
        while plain.startswith("("):
            outer.append(folder)
            plain = plain[1:].lstrip()
        closing = len(plain) - len(plain.rstrip(" )")) if outer and "$(" not in plain else 0
        ends = plain[len(plain) - closing :].count(")")
        words = _words(plain[: len(plain) - closing] if ends else plain)
        if words[:1] == ["cd"] and len(words) > 1:
            folder = _entered(folder, words[1])
        elif words[:1] == ["export"]:
            reading.exported.update(_variables(words[1:]))
        else:
            _read_part(reading, words, documents, folder)
        if words[:1] != ["tee"] or not piped:
            fed_by_run = len(reading.runs) > before
        else:
            _tee(reading, words, told, folder, fed_by_run=fed_by_run)
        told = _told(words, documents)
        for _ in range(min(ends, len(outer))):
            folder = outer.pop()
    reading.folder = outer[0] if outer else folder
    return reading


def _tee(
    reading: CommandReading, words: list[str], told: str | None, folder: str, *, fed_by_run: bool
) -> None:
    """Where `tee` leaves what it is fed: typed words, or the output of the script that ran before."""
    names = _names(words[1:])
    if told is not None:
        typed = [FileMade(name, "typed", told, "", folder, "-a" in words) for name in names]
        reading.files[-len(names) :] = typed
    elif fed_by_run:
        run = reading.runs[-1]
        reading.runs[-1] = replace(run, outputs=(*run.outputs, *names))


def _names(arguments: list[str]) -> list[str]:
    return [argument for argument in arguments if not argument.startswith("-")]


def _told(words: list[str], documents: dict[str, str]) -> str | None:
    """What `echo`, `printf` or a here-document hands on through a pipe; None where a program's output does."""
    document = next((documents[word] for word in words if word in documents), None)
    if words[:1] == ["cat"]:
        return document
    return " ".join(words[1:]) + "\n" if words[:1] in (["echo"], ["printf"]) else None


def _unrolled(loop: re.Match[str]) -> str:
    """A loop over words as written, once a word; one over what only the shell knows stays as it is."""
    name, body = loop.group("name"), loop.group("body")
    words = _words(loop.group("words"))
    if not words or len(words) > _MOST_TURNS or any(mark in loop.group("words") for mark in "$`*?{"):
        return loop.group()
    used = re.compile(rf"\$(?:{name}\b|\{{{name}\}})")
    return " ; ".join(used.sub(lambda _, word=word: word, body) for word in words)


def _entered(folder: str, target: str) -> str:
    """The folder after `cd`; a target that only the shell knows (`-`, `~`, a variable) leads nowhere that is told."""
    if target.startswith(("-", "~", "$")):
        return folder
    return target if target.startswith("/") or not folder else f"{folder}/{target}"


def _without_documents(command: str) -> tuple[str, dict[str, str]]:
    """The command with each here-document's body replaced by a name, and the bodies by name."""
    documents: dict[str, str] = {}
    lines = command.split("\n")
    kept: list[str] = []
    at = 0
    while at < len(lines):
        line = lines[at]
        hit = _HEREDOC.search(line)
        at += 1
        if hit is None:
            kept.append(line)
            continue
        body: list[str] = []
        mark = hit.group("mark")
        while at < len(lines) and not re.match(rf"^\s*{mark}(?:\s*<\s*/dev/null)?\s*$", lines[at]):
            body.append(lines[at])
            at += 1
        at += 1
        name = f"@document{len(documents)}"
        documents[name] = "\n".join(body) + "\n"
        kept.append(line[: hit.start()] + f" {name} " + line[hit.end() :])
    return "\n".join(kept), documents


def _parts(text: str) -> Iterator[tuple[str, bool]]:
    """The simple commands of a line, split at && || ; | & and line ends outside quotes; is it fed by a pipe?"""
    start, quote, at, piped = 0, "", 0, False
    text = text.replace("\\\n", " ")
    while at < len(text):
        char = text[at]
        if not quote and char == "#" and text[at - 1 : at] in ("", " ", "\n", "\t", ";"):
            stop = text.find("\n", at)
            text = text[:at] + (text[stop:] if stop >= 0 else "")
            continue
        if quote:
            if char == "\\" and quote == '"':
                at += 1
            elif char == quote:
                quote = ""
        elif char in "'\"":
            quote = char
        elif char == "\\":
            at += 1
        elif char in ";|\n" or (char == "&" and text[at - 1 : at] != ">" and text[at + 1 : at + 2] != ">"):
            yield text[start:at], piped
            start, piped = at + 1, char == "|"
        at += 1
    yield text[start:], piped


def _words(part: str) -> list[str]:
    try:
        lexer = shlex.shlex(_STREAM.sub("", part), posix=True, punctuation_chars="<>")
        lexer.whitespace_split = True
        lexer.commenters = "#"
        return list(lexer)
    except ValueError:
        return part.split()


def _read_part(reading: CommandReading, words: list[str], documents: dict[str, str], folder: str) -> None:
    plain, outputs, document = _redirections(words, documents)
    appended = _appended(words)
    given = dict(reading.exported)
    while plain and (
        plain[0] in _WRAPPERS
        or _VARIABLE.match(plain[0])
        or (plain[0].startswith("-") and plain is not words)
        or re.fullmatch(r"\d+[smh]?", plain[0])
    ):
        given.update(_variables(plain[:1]))
        plain = plain[1:]
    if not plain:
        return
    program, arguments = plain[0], plain[1:]
    executed = notebook_run(plain)
    if executed is not None:
        source, given_to_it, target = executed
        kept = (*outputs, target) if target else tuple(outputs)
        reading.runs.append(ScriptRun(source, given_to_it, folder, "", kept, tuple(sorted(given.items()))))
        reading.files += [FileMade(name, "captured", None, "", folder) for name in kept]
    elif _PYTHON.match(program) or program in _SHELLS or program.endswith((".sh", ".py")):
        run = _script_run(program, arguments, document, folder, tuple(outputs))
        if run is not None:
            reading.runs.append(replace(run, environment=tuple(sorted(given.items()))))
            reading.files += [
                FileMade(name, how, None, "", folder) for name, how in written_files(run.inline)
            ]
        reading.files += [FileMade(path, "captured", None, "", folder, path in appended) for path in outputs]
    elif program in ("echo", "printf", "cat") and outputs:
        text = document if document is not None else " ".join(arguments) + "\n" if program != "cat" else None
        sources = (
            [a for a in arguments if not a.startswith("-")] if program == "cat" and document is None else []
        )
        reading.files += [
            FileMade(
                path,
                "copy" if sources and path not in appended else "typed",
                text,
                sources[0] if sources and path not in appended else "",
                folder,
                path in appended,
            )
            for path in outputs
        ]
    elif program == "tee":
        reading.files += [
            FileMade(a, "captured", None, "", folder) for a in arguments if not a.startswith("-")
        ]
    else:
        _file_tools(reading, program, arguments, folder)
        reading.files += [
            FileMade(path, "captured", None, "", folder) for path in outputs if not path.startswith("/dev/")
        ]


def _variables(words: list[str]) -> dict[str, str]:
    """What `NAME=value` words set; a value that only the shell knows is not told."""
    hits = [hit for word in words if (hit := _VARIABLE.match(word))]
    return {hit.group("name"): hit.group("value") for hit in hits if "$" not in hit.group("value")}


def _appended(words: list[str]) -> set[str]:
    return {after for word, after in pairwise(words) if word == ">>"}


def _redirections(words: list[str], documents: dict[str, str]) -> tuple[list[str], list[str], str | None]:
    plain: list[str] = []
    outputs: list[str] = []
    document: str | None = None
    at = 0
    while at < len(words):
        word = words[at]
        if word in (">", ">>", ">|") and at + 1 < len(words):
            if not words[at + 1].startswith(("&", "/dev/")):
                outputs.append(words[at + 1])
            at += 1
        elif word in ("<", ">&", "<<<") and at + 1 < len(words):
            at += 1
        elif word in documents:
            document = documents[word]
        else:
            plain.append(word)
        at += 1
    return plain, outputs, document


def _script_run(
    program: str, arguments: list[str], document: str | None, folder: str, outputs: tuple[str, ...]
) -> ScriptRun | None:
    if program.endswith((".sh", ".py")):
        return ScriptRun(program, tuple(arguments), folder, "", outputs)
    rest = list(arguments)
    if program in ("uv", "poetry", "conda") and rest[:1] == ["run"]:
        rest = [word for word in rest[1:] if not _PYTHON.match(word)]
    while rest:
        word = rest.pop(0)
        if word == "-c" and rest:
            return ScriptRun("", tuple(rest[1:]), folder, rest[0], outputs)
        named = rest.pop(0).replace(".", "/") + ".py" if word == "-m" and rest else word
        if named.endswith((".py", ".sh")) or (not named.startswith("-") and program in _SHELLS):
            return ScriptRun(named, tuple(rest), folder, "", outputs)
    return ScriptRun("", (), folder, document, outputs) if document is not None else None


def _file_tools(reading: CommandReading, program: str, arguments: list[str], folder: str) -> None:
    names = [a for a in arguments if not a.startswith("-")]
    if program in ("cp", "mv", "rsync") and len(names) >= 2:
        how = "move" if program == "mv" else "copy"
        for source in names[:-1]:
            reading.files.append(FileMade(names[-1], how, None, source, folder))
    elif program == "touch":
        reading.files += [FileMade(name, "typed", "", "", folder) for name in names]
    elif program == "rm":
        reading.files += [FileMade(name, "removed", None, "", folder) for name in names]
    elif program == "sed" and any(a.startswith("-i") for a in arguments):
        how = "typed" if any(map(_puts_numbers, arguments)) else "edited"
        reading.files += [FileMade(name, how, None, "", folder) for name in names[1:]]


def _puts_numbers(expression: str) -> bool:
    """Whether a substitution of `sed` puts digits in; a reference to what was there is none."""
    hit = _SUBSTITUTION.match(expression)
    return hit is not None and re.search(r"(?<!\\)\d", hit.group("new")) is not None
