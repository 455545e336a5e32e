"""The words of a shell command: simple commands with what stands between them, loops, variables, redirections."""

import re
import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

_LOOP = re.compile(
    r"\bfor\s+(?P<name>\w+)\s+in\s+(?P<words>[^;\n]+)[;\n]\s*do\s+(?P<body>(?:(?!\b(?:for|do)\b).)*?)[;\n]\s*done\b",
    re.DOTALL,
)
_SEQUENCE = re.compile(r"(?:\$\(|`)\s*seq\s+(?P<ends>-?\d+(?:\s+-?\d+)?)\s*(?:\)|`)")
_BRACES = re.compile(
    r"(?P<before>[^\s{}$]*)\{(?P<inner>-?\d+\.\.-?\d+|[^{}\s]*,[^{}\s]*)\}(?P<after>[^\s{}$]*)"
)
_STREAM = re.compile(r"(?<=\s)(?:[12](?=>)|&(?=>))")
"""The number of a stream that is sent elsewhere, which is no argument."""
_NAME = re.compile(r"\$(?:(?P<plain>\w+)|\{(?P<braced>\w+)\})")
_UNKNOWN = re.compile(r"\$\([^()]*\)|`[^`]*`|\$\{[^}]*\}|\$[\w@*#?]+|\{\}")
_MOST_TURNS = 64
_OPENING_GROUP = frozenset({"", "do", "then", "else", "{", "!", "time", "if", "while", "until"})
"""What may stand before the bracket of a sub-shell."""


@dataclass(frozen=True, slots=True)
class Part:
    """A simple command as written, and the sign that stands before it: `;`, `|`, `&`, `(`, `)` or nothing."""

    text: str
    sign: str = ""


def unrolled(text: str) -> str:
    """Loops over words as written, once a word; one over what only the shell knows stays as it is."""
    return _LOOP.sub(_turns, text)


def _turns(loop: re.Match[str]) -> str:
    name, body = loop.group("name"), loop.group("body")
    items = _spelled(loop.group("words"))
    found = words(items)
    if not found or len(found) > _MOST_TURNS or any(mark in items for mark in "$`*?{"):
        return loop.group()
    used = re.compile(rf"\$(?:{name}\b|\{{{name}\}})")
    turns = " ; ".join(used.sub(lambda _, word=word: word, body) for word in found)
    return f"{{ {turns} ; }}"


def _spelled(items: str) -> str:
    """Sequences (`$(seq 3)`), ranges (`{1..3}`) and choices (`{a,b}`) as the words that they stand for."""
    plain = _SEQUENCE.sub(lambda hit: _counted(*_ends(hit.group("ends"))) or hit.group(), items)
    return _BRACES.sub(_alternatives, plain)


def _ends(told: str) -> tuple[int, int]:
    numbers = [int(number) for number in told.split()]
    return (numbers[0], numbers[1]) if len(numbers) > 1 else (1, numbers[0])


def _alternatives(hit: re.Match[str]) -> str:
    """Each alternative of a word's braces between what stands around them."""
    inner = hit.group("inner")
    ends = re.fullmatch(r"(-?\d+)\.\.(-?\d+)", inner)
    plain = _counted(int(ends.group(1)), int(ends.group(2))) if ends else inner.replace(",", " ")
    return (
        " ".join(f"{hit.group('before')}{word}{hit.group('after')}" for word in plain.split()) or hit.group()
    )


def _counted(first: int, last: int) -> str:
    """The numbers from one to the other; empty where they are too many."""
    numbers = range(first, last + 1) if first <= last else range(first, last - 1, -1)
    return " ".join(map(str, numbers)) if len(numbers) <= _MOST_TURNS else ""


def parts(text: str) -> Iterator[Part]:
    """The simple commands of a text, split at && || ; | & line ends and sub-shells, outside of quotes."""
    text = _without_comments(text.replace("\\\n", " "))
    start, at, sign = 0, 0, ""
    while at < len(text):
        char = text[at]
        if char == "\\":
            at += 1
        elif char in "'\"":
            at = _quoted(text, at)
        elif char == "(" and text[start:at].strip() not in _OPENING_GROUP:
            at = _closing(text, at)
        elif char in "();|\n" or (char == "&" and ">" not in (text[at - 1 : at], text[at + 1 : at + 2])):
            yield Part(text[start:at], sign)
            is_twice = char in "&|" and text[at + 1 : at + 2] == char
            at += is_twice
            start, sign = at + 1, char if char in "()|" and not is_twice else ";"
        at += 1
    yield Part(text[start:], sign)


def _quoted(text: str, at: int) -> int:
    """Where the quote that opens here ends, what `$(…)` in it runs left out; the end where it stays open."""
    quote = text[at]
    at += 1
    while at < len(text) and text[at] != quote:
        if quote == '"' and text[at] == "\\":
            at += 1
        elif quote == '"' and text.startswith("$(", at):
            at = _closing(text, at + 1)
        at += 1
    return at


def _without_comments(text: str) -> str:
    kept, at, start = list[str](), 0, 0
    while at < len(text):
        if text[at] == "\\":
            at += 1
        elif text[at] in "'\"":
            at = _quoted(text, at)
        elif text[at] == "#" and text[at - 1 : at] in ("", " ", "\n", "\t", ";", "("):
            stop = text.find("\n", at)
            kept.append(text[start:at])
            at = start = stop if stop >= 0 else len(text)
            continue
        at += 1
    return "".join([*kept, text[start:]])


def _closing(text: str, at: int) -> int:
    """Where the bracket that opens here is closed; the place itself where it never is."""
    depth, quote, start = 0, "", at
    while at < len(text):
        char = text[at]
        if char == "\\":
            at += 1
        elif quote:
            quote = "" if char == quote else quote
        elif char in "'\"":
            quote = char
        elif char == "(":
            depth += 1
        elif char == ")":
            depth -= 1
            if not depth:
                return at
        at += 1
    return start


def words(part: str) -> list[str]:
    """The words of a simple command, quotes taken off, signs of redirection by themselves."""
    try:
        lexer = shlex.shlex(_STREAM.sub("", part), posix=True, punctuation_chars="<>")
        lexer.whitespace_split = True
        lexer.commenters = "#"
        return list(lexer)
    except ValueError:
        return part.split()


def filled(part: str, variables: Mapping[str, str]) -> str:
    """The text with what is known of the variables in it, outside of single quotes."""
    if "$" not in part or not variables:
        return part
    pieces, quoted = re.split(r"((?:(?<!\\)'[^']*')|(?:\"(?:\\.|[^\"\\])*\"))", part), list[str]()
    for piece in pieces:
        keeps = piece.startswith("'")
        quoted.append(piece if keeps else _NAME.sub(lambda hit: _value(hit, variables), piece))
    return "".join(quoted)


def _value(hit: re.Match[str], variables: Mapping[str, str]) -> str:
    if hit.start() and hit.string[hit.start() - 1] == "\\":
        return hit.group()
    return variables.get(hit.group("plain") or hit.group("braced"), hit.group())


def as_pattern(path: str) -> str:
    """A path with a `*` for each part that only the shell knows."""
    return re.sub(r"\*+", "*", _UNKNOWN.sub("*", path))


def redirections(
    found: Sequence[str], documents: Mapping[str, str]
) -> tuple[list[str], list[str], str | None]:
    """The words that are no redirection, the files that the output goes to, and the here-document that is read."""
    plain: list[str] = []
    outputs: list[str] = []
    document: str | None = None
    at = 0
    while at < len(found):
        word = found[at]
        if word in (">", ">>", ">|") and at + 1 < len(found):
            if not found[at + 1].startswith(("&", "/dev/")):
                outputs.append(found[at + 1])
            at += 1
        elif word == "<<<" and at + 1 < len(found):
            document = found[at + 1] + "\n"
            at += 1
        elif word in ("<", ">&") and at + 1 < len(found):
            at += 1
        elif word in documents:
            document = documents[word]
        else:
            plain.append(word)
        at += 1
    return plain, outputs, document
