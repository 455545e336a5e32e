"""Transcripts that are a log of time-stamped blocks: exec, its result, patches, thinking."""

import re
from collections.abc import Iterator

from mlrbench_gui.audit.transcript.actions import Action, ActionKind, FileChange, Hunk

_HEAD = re.compile(
    r"^\[(?P<time>\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)\] "
    r"(?=OpenAI Codex|User instructions:|thinking|exec |bash |apply_patch|tokens used:|codex$|.* "
    r"succeeded in |.* exited )",
    re.MULTILINE,
)
_RESULT = re.compile(r"(?P<how>succeeded|exited (?P<code>-?\d+)) in (?P<time>[\d.a-z]+):[ ]*\n?")
_EXEC = re.compile(r"exec (?P<command>.*) in (?P<cwd>/\S*|\S+)\s*\Z", re.DOTALL)
_HUNK = re.compile(r"^@@ -(?P<start>\d+)(?:,\d+)? \+\d+(?:,\d+)? @@")
_WRAPPED = re.compile(
    r"^(?:bash|sh|/bin/bash|/bin/sh) -l?c (?P<quote>['\"])(?P<body>.*)(?P=quote)$", re.DOTALL
)
SHOWN_LINES = 20
"""The log cuts longer outputs without a mark."""


def is_block_log(text: str) -> bool:
    """Whether it begins as such a log does; lines like these further below may be an agent's words."""
    return _HEAD.match(text.lstrip("\ufeff\r\n\t ")[:4000]) is not None


def read_blocks(text: str) -> Iterator[Action]:
    """Actions of the log in order; an exec is joined with the result that follows it."""
    blocks = _split(text)
    index = 0
    at = 0
    while at < len(blocks):
        time, body = blocks[at]
        following = blocks[at + 1][1] if at + 1 < len(blocks) else ""
        action, taken = _action(index, time, body, following)
        if action is not None:
            yield action
            index += 1
        at += taken


def _split(text: str) -> list[tuple[str, str]]:
    heads = list(_HEAD.finditer(text))
    ends = [hit.start() for hit in heads[1:]] + [len(text)]
    return [(hit.group("time"), text[hit.end() : end]) for hit, end in zip(heads, ends, strict=True)]


def _action(index: int, time: str, body: str, following: str) -> tuple[Action | None, int]:
    first = body.split("\n", 1)[0]
    rest = body.split("\n", 1)[1] if "\n" in body else ""
    if first.startswith("exec "):
        return _exec(index, time, body, following)
    if first.startswith("apply_patch auto"):
        done = following.startswith("apply_patch(")
        ok = " exited 0 " in following.split("\n", 1)[0] if done else None
        changes = tuple(_patch(rest)) if ok else ()
        names = ", ".join(change.path for change in changes)
        return Action(
            index, ActionKind.PATCH, "apply_patch", names, rest, ok, time=time, changes=changes
        ), 2 if done else 1
    kinds = {"User instructions:": ActionKind.PROMPT, "thinking": ActionKind.PLAN, "codex": ActionKind.SAY}
    kind = kinds.get(first.strip())
    if kind is not None:
        return Action(index, kind, first.strip(" :"), rest.strip("\n"), time=time), 1
    return None, 1


def _exec(index: int, time: str, body: str, following: str) -> tuple[Action, int]:
    hit = _EXEC.match(body.rstrip("\n"))
    command, cwd = (hit.group("command"), hit.group("cwd")) if hit else (body[5:].rstrip("\n"), "")
    result = _RESULT.search(following) if following.startswith(command[:60]) else None
    shown = _unwrapped(command)
    if result is None:
        return Action(index, ActionKind.COMMAND, "exec", shown, cwd=cwd, time=time), 1
    output = following[result.end() :].rstrip("\n")
    ok = result.group("how") == "succeeded"
    cut = output.count("\n") + 1 >= SHOWN_LINES
    return Action(index, ActionKind.COMMAND, "exec", shown, output, ok, cwd=cwd, time=time, cut=cut), 2


def _unwrapped(command: str) -> str:
    """`bash -lc '…'` without its wrapping."""
    hit = _WRAPPED.match(command.strip())
    if hit is None:
        return command
    body = hit.group("body")
    return (
        body.replace("'\\''", "'").replace("'\"'\"'", "'")
        if hit.group("quote") == "'"
        else body.replace('\\"', '"')
    )


def _patch(text: str) -> Iterator[FileChange]:
    """`A path` with the whole text, or `M path` with unified hunks."""
    lines = text.split("\n")
    while lines and not lines[-1]:
        lines.pop()
    at = next((i for i, line in enumerate(lines) if line.strip()), len(lines))
    if at >= len(lines):
        return
    mark, _, path = lines[at].partition(" ")
    if mark == "A" and path:
        yield FileChange(path.strip(), text="\n".join(_added(lines[at + 1 :])) + "\n")
    elif mark == "M" and path:
        yield FileChange(path.strip(), hunks=tuple(_hunks(lines[at + 1 :])))


def _added(lines: list[str]) -> list[str]:
    return lines[1:] if lines and not lines[0] and len(lines) > 1 and lines[1].startswith("+++") else lines


def _hunks(lines: list[str]) -> Iterator[Hunk]:
    start, collected = 0, list[str]()
    for line in lines:
        hit = _HUNK.match(line)
        if hit:
            if collected:
                yield Hunk(start, tuple(collected))
            start, collected = int(hit.group("start")), []
        elif start and (line[:1] in (" ", "+", "-", "\\") or not line):
            collected.append(line)
    if collected:
        yield Hunk(start, tuple(collected))
