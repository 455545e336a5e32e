"""Commands inside of commands: what stands before a program (`timeout 60`), and programs that run a command."""

import re
import shlex
from dataclasses import dataclass

from mlrbench_gui.audit.transcript._shell_words import filled

SHELLS = frozenset({"bash", "sh", "zsh", "dash", "ksh"})
_VALUED: dict[str, frozenset[str]] = {
    "timeout": frozenset({"-s", "--signal", "-k", "--kill-after"}),
    "nice": frozenset({"-n", "--adjustment"}),
    "ionice": frozenset({"-c", "-n"}),
    "env": frozenset({"-u", "--unset", "-C", "--chdir"}),
    "sudo": frozenset({"-u", "-g", "-C"}),
    "stdbuf": frozenset({"-i", "-o", "-e"}),
    "time": frozenset({"-f", "-o", "--format", "--output"}),
    "exec": frozenset({"-a"}),
    "srun": frozenset({"-n", "-N", "-c", "-p", "-t", "-J"}),
    "screen": frozenset({"-S", "-dmS", "-L", "-c"}),
    "numactl": frozenset({"-N", "-m", "-C"}),
} | {
    name: frozenset[str]()
    for name in ("nohup", "setsid", "command", "builtin", "unbuffer", "chronic", "busybox")
}
"""What may stand before a program, with those of its options that take a value."""
_OPERAND = frozenset({"flock", "taskset", "chrt"})
"""The same, with one word of their own that is no option."""
_AMOUNT = re.compile(r"\d+(?:\.\d+)?[smhd]?")
_VARIABLE = re.compile(r"^(?P<name>\w+)=(?P<value>.*)", re.DOTALL)
_XARGS_VALUED = frozenset({"-n", "-P", "-L", "-d", "-a", "-s", "-E"})
_MOST_TURNS = 64


def variables(words: list[str]) -> dict[str, str]:
    """What `NAME=value` words set; a value that only the shell knows is not told."""
    hits = [hit for word in words if (hit := _VARIABLE.match(word))]
    return {hit.group("name"): hit.group("value") for hit in hits if not {"$", "`"} & set(hit.group("value"))}


def unwrapped(words: list[str]) -> tuple[list[str], dict[str, str]]:
    """The program with its arguments, without what stands before it, and the variables that are set for it."""
    plain, given = list(words), dict[str, str]()
    wrapper = ""
    while plain:
        word = plain[0]
        name = word.rsplit("/", 1)[-1]
        if _VARIABLE.match(word):
            given.update(variables([word]))
        elif name in _VALUED or name in _OPERAND:
            wrapper = name
            plain = plain[1:] if name in _OPERAND and plain[1:] and not plain[1].startswith("-") else plain
        elif wrapper and word.startswith("-"):
            plain = plain[1:] if word in _VALUED.get(wrapper, ()) else plain
        elif not _AMOUNT.fullmatch(word):
            break
        plain = plain[1:]
    return plain, given


@dataclass(frozen=True, slots=True)
class Inner:
    """Commands that a program runs. `is_outer`: in the same shell, so that its folder and variables last."""

    commands: tuple[str, ...]
    is_outer: bool = False


def inner_commands(words: list[str], fed: str | None, document: str | None) -> Inner | None:
    """What the program runs as shell commands; None where it runs none. `fed` and `document` are what it reads."""
    program, rest = words[0].rsplit("/", 1)[-1], words[1:]
    if program in SHELLS:
        return _of_shell(rest, fed if document is None else document)
    if program in ("xargs", "parallel", "find"):
        return _of_items(program, rest, fed)
    command = _of_text(program, rest)
    return Inner((command,), is_outer=program == "eval") if command is not None else None


def _of_text(program: str, rest: list[str]) -> str | None:
    """The command that stands as one text among a program's words."""
    if program == "eval":
        return " ".join(rest)
    if program in ("su", "script") and "-c" in rest[:-1]:
        return _plain(rest[rest.index("-c") + 1])
    return _plain(rest[-1]) if program == "tmux" and rest and " " in rest[-1] else None


def _of_items(program: str, rest: list[str], fed: str | None) -> Inner | None:
    """The command that a program runs for each of several items."""
    if program == "xargs":
        return _of_xargs(rest, fed)
    if program == "parallel":
        at = rest.index(":::") if ":::" in rest else len(rest)
        return _each(rest[:at], rest[at + 1 :] or None, "{}")
    at = next((place for place, word in enumerate(rest) if word in ("-exec", "-execdir")), len(rest))
    return _each([word for word in rest[at + 1 :] if word not in (";", "+")], None, "{}")


def _of_shell(rest: list[str], read: str | None) -> Inner | None:
    """`bash -lc 'COMMAND' NAME ARGUMENT…`, or a shell that reads its commands; None where it runs a script."""
    options = [word for word in rest if word.startswith("-") and not word.startswith("--")]
    at = next((i for i, word in enumerate(rest) if word in options and word.endswith("c")), -1)
    if at >= 0 and all(word.startswith("-") for word in rest[:at]) and at + 1 < len(rest):
        given = {str(number): value for number, value in enumerate(rest[at + 2 :])}
        return Inner((filled(_plain(rest[at + 1]), given),))
    if read is not None and all(word.startswith("-") for word in rest):
        return Inner((read,))
    return None


def _plain(command: str) -> str:
    """What the outer shell leaves of a command in double quotes."""
    return re.sub(r"\\([$`])", r"\1", command)


def _of_xargs(rest: list[str], fed: str | None) -> Inner | None:
    mark, turns, items = "", 0, list(rest)
    while items and items[0].startswith("-"):
        option = items.pop(0)
        if option[:2] in ("-I", "-i"):
            mark = option[2:] or (items.pop(0) if option == "-I" and items else "{}")
        elif option in _XARGS_VALUED and items:
            value = items.pop(0)
            turns = int(value) if option == "-n" and value.isdigit() else turns
        elif option.startswith("-n") and option[2:].isdigit():
            turns = int(option[2:])
    if not items:
        return None
    if mark:
        return _each(items, fed.strip("\n").split("\n") if fed is not None else None, mark)
    if fed is None:
        return Inner((shlex.join(items),))
    found = fed.split()
    step = turns or len(found) or 1
    chunks = [found[at : at + step] for at in range(0, len(found), step)][:_MOST_TURNS]
    return Inner(tuple(shlex.join([*items, *chunk]) for chunk in chunks))


def _each(template: list[str], items: list[str] | None, mark: str) -> Inner | None:
    """The command once an item, once with a `*` where the items are not known."""
    if not template:
        return None
    named = template if any(mark in word for word in template) else [*template, mark]
    given = ["*"] if items is None or len(items) > _MOST_TURNS else items
    return Inner(tuple(_joined([word.replace(mark, item) for word in named]) for item in given))


def _joined(words: list[str]) -> str:
    """Words as a command; a lone word is a command by itself."""
    return words[0] if len(words) == 1 and " " in words[0] else shlex.join(words)
