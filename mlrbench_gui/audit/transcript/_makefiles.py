"""What `make` runs: the recipes of its targets, and of what they need, as commands of a shell."""

import re
from collections.abc import Iterator, Sequence

MAKEFILES = ("Makefile", "makefile", ".mk")
"""How names of files end that `make` reads."""
_RULE = re.compile(r"^(?P<names>[^\s:=#][^:=#]*):(?!=)\s*(?P<needs>[^#=]*?)\s*(?:#.*)?$")
_SETTING = re.compile(r"^(?P<name>\w+)\s*[:?]?=\s*(?P<value>.*?)\s*$")
_USED = re.compile(r"\$[({](?P<name>\w+)[)}]")
_DEEPEST = 6


def make_run(arguments: Sequence[str]) -> tuple[str, tuple[str, ...], str]:
    """The makefile that is read, the targets and settings that are asked for, and the folder that it is run in."""
    rest, named, folder, asked = list(arguments), MAKEFILES[0], "", list[str]()
    while rest:
        word = rest.pop(0)
        if word in ("-f", "--file", "--makefile") and rest:
            named = rest.pop(0)
        elif word in ("-C", "--directory") and rest:
            folder = rest.pop(0)
        elif not word.startswith("-"):
            asked.append(word)
    return named, tuple(asked), folder


def recipe_text(text: str, asked: Sequence[str]) -> str:
    """The commands of the targets that are asked for, of the first one without any, each behind what it needs."""
    rules, settings = _read(text.replace("\\\n", " "))
    settings |= {name: value for name, is_set, value in (word.partition("=") for word in asked) if is_set}
    wanted = [word for word in asked if "=" not in word] or [n for n in rules if not n.startswith(".")][:1]
    done: set[str] = set()
    lines = [line for name in wanted for line in _recipe(name, rules, done, 0)]
    return "\n".join(_filled(line, settings) for line in lines)


Rules = dict[str, tuple[list[str], list[str]]]


def _read(text: str) -> tuple[Rules, dict[str, str]]:
    rules: Rules = {}
    settings: dict[str, str] = {}
    open_rules: list[str] = []
    for line in text.split("\n"):
        if line.startswith("\t"):
            for name in open_rules:
                rules[name][1].append(line.strip().lstrip("@-+ "))
            continue
        rule, setting = _RULE.match(line), _SETTING.match(line)
        if setting is not None:
            settings[setting.group("name")] = setting.group("value")
        elif rule is not None:
            open_rules = rule.group("names").split()
            for name in open_rules:
                rules.setdefault(name, ([], []))[0].extend(rule.group("needs").split())
    return rules, settings


def _recipe(name: str, rules: Rules, done: set[str], depth: int) -> Iterator[str]:
    if name in done or name not in rules or depth > _DEEPEST:
        return
    done.add(name)
    needs, lines = rules[name]
    for need in needs:
        yield from _recipe(need, rules, done, depth + 1)
    yield from lines


def _filled(line: str, settings: dict[str, str]) -> str:
    for _ in range(_DEEPEST):
        line = _USED.sub(lambda hit: settings.get(hit.group("name"), hit.group()), line)
    return line.replace("$$", "$")
