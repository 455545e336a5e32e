"""JSON as a tree that keeps what the file says: numbers as written, NaN, repeated keys, JSON Lines.

Parsing goes through Python hooks on purpose: the C scanner alone would hold the interpreter for a whole file.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from mlrbench_gui.domain.errors import InputError

BUCKET = 500
DEPTH_LIMIT = 200


class Number(str):
    """A number (or NaN, Infinity) as the file writes it."""

    __slots__ = ()


class Members(tuple[tuple[str, "Value"], ...]):
    """An object's members in file order, repeated keys kept."""

    __slots__ = ()


Value = None | bool | str | Number | Members | list["Value"]


@dataclass(frozen=True, slots=True)
class JsonDocument:
    """A parsed file. `lines`: JSON Lines, where the root is the list of its values; `problem`: what was left out."""

    root: Value
    lines: bool = False
    problem: str = ""


@dataclass(frozen=True, slots=True)
class Slice:
    """Some children of a long list or object, shown as one node so that no node has too many."""

    of: Members | list[Value]
    start: int
    end: int


Branch = Members | list[Value] | Slice


def parse(data: bytes) -> JsonDocument:
    """Parse JSON, else JSON Lines. Raises InputError with line and cause when it is neither."""
    text = data.decode("utf-8-sig", "replace")
    try:
        return JsonDocument(_loads(text))
    except json.JSONDecodeError as error:
        lines = _parse_lines(text)
        if lines is not None:
            return lines
        raise InputError(f"line {error.lineno}, column {error.colno}: {error.msg.lower()}") from error
    except RecursionError as error:
        raise InputError("nested too deeply to show as a tree") from error


def children(branch: Branch) -> Sequence[tuple[str, Value | Slice]]:
    """Key and value of each child; over 500 children come in slices named `0 … 499`."""
    if isinstance(branch, Slice):
        return [_child(branch.of, index) for index in range(branch.start, branch.end)]
    total = len(branch)
    if total <= BUCKET:
        return [_child(branch, index) for index in range(total)]
    bounds = [(start, min(start + BUCKET, total)) for start in range(0, total, BUCKET)]
    return [(f"{start} … {end - 1}", Slice(branch, start, end)) for start, end in bounds]


def pointer_path(root: Value, pointer: str) -> tuple[int, ...] | None:
    """Child numbers from the root to the pointer's value, slices included; None when there is no such value."""
    if pointer == "":
        return ()
    if not pointer.startswith("/"):
        return None
    path: list[int] = []
    value = root
    for part in pointer[1:].split("/"):
        index = _index_of(value, part.replace("~1", "/").replace("~0", "~"))
        if index is None or not isinstance(value, (Members, list)):
            return None
        if len(value) > BUCKET:
            path.append(index // BUCKET)
            index_in = index % BUCKET
        else:
            index_in = index
        path.append(index_in)
        value = _child(value, index)[1]
    return tuple(path)


def pointer_part(key: str) -> str:
    """A key as it stands in a JSON pointer."""
    return key.replace("~", "~0").replace("/", "~1")


def summary(value: Value | Slice) -> str:
    """`{6}` or `[3]` for branches, nothing for leaves."""
    if isinstance(value, Members):
        return f"{{{len(value)}}}"
    if isinstance(value, list):
        return f"[{len(value)}]"
    return ""


def leaf_text(value: Value) -> str:
    """A leaf as JSON writes it."""
    if isinstance(value, Number):
        return str(value)
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    return (
        {None: "null", True: "true", False: "false"}.get(value, "")
        if not isinstance(value, (Members, list))
        else ""
    )


def walk(value: Value, path: tuple[int, ...] = ()) -> Iterator[tuple[tuple[int, ...], str, str]]:
    """Every node below `value` in file order: path as `children` counts it, key, leaf text."""
    if not isinstance(value, (Members, list)):
        return
    sliced = len(value) > BUCKET
    for index in range(len(value)):
        key, child = _child(value, index)
        here = (*path, index // BUCKET, index % BUCKET) if sliced else (*path, index)
        yield here, key, "" if isinstance(child, (Members, list)) else leaf_text(child)
        yield from walk(child, here)


def _loads(text: str) -> Value:
    depth = _depth(text)
    if depth > DEPTH_LIMIT:
        raise InputError(f"nested {depth} deep, over the {DEPTH_LIMIT} that a tree shows")
    value: Value = json.loads(
        text, parse_float=_number, parse_int=_number, parse_constant=_number, object_pairs_hook=_members
    )
    return value


def _number(text: str) -> Number:
    return Number(text)


def _members(pairs: list[tuple[str, Value]]) -> Members:
    return Members(pairs)


def _depth(text: str) -> int:
    """An upper bound of the nesting, cheap: only for text that could be deep at all."""
    if text.count("[") + text.count("{") <= DEPTH_LIMIT:
        return 0
    depth = deepest = 0
    in_string = escaped = False
    for char in text if len(text) < 200_000 else text[:200_000]:
        if in_string:
            in_string = escaped or char != '"'
            escaped = char == "\\" and not escaped
        elif char == '"':
            in_string = True
        elif char in "[{":
            depth += 1
            deepest = max(deepest, depth)
        elif char in "]}":
            depth -= 1
    return deepest


def _parse_lines(text: str) -> JsonDocument | None:
    """JSON Lines, if the first two lines with text are values each; a bad later line is told, not fatal."""
    values: list[Value] = []
    bad: list[int] = []
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        try:
            values.append(_loads(line))
        except (json.JSONDecodeError, RecursionError, InputError):
            bad.append(number)
            if len(values) < 2:
                return None
    if len(values) < 2:
        return None
    problem = (
        f"line {bad[0]} is no JSON" + (f" (and {len(bad) - 1} more)" if len(bad) > 1 else "") if bad else ""
    )
    return JsonDocument(values, lines=True, problem=problem)


def _child(value: Members | list[Value], index: int) -> tuple[str, Value]:
    return value[index] if isinstance(value, Members) else (str(index), value[index])


def _index_of(value: Value, part: str) -> int | None:
    if isinstance(value, Members):
        found = [index for index, (key, _) in enumerate(value) if key == part]
        return found[-1] if found else None
    if isinstance(value, list) and part.isascii() and part.isdecimal() and (part == "0" or part[0] != "0"):
        return int(part) if len(part) < 12 and int(part) < len(value) else None
    return None
