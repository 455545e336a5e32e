"""The recorded answers, by what is asked. Equal questions get equal answers; numbers come from the question alone."""

import hashlib
import json
import re
from collections.abc import Callable, Iterator
from functools import lru_cache

from pydantic import BaseModel, JsonValue, TypeAdapter

from mlrbench_gui.domain.resources import resource
from mlrbench_gui.infra.llm.scripted.asked import Asked
from mlrbench_gui.infra.llm.scripted.judging import is_judge, judge_answer

_RECORDED: TypeAdapter[list[JsonValue]] = TypeAdapter(list[JsonValue])
_MOST_ROWS = 14
_PLAIN = "This is a recorded answer of the scripted model."


def recorded_answer(asked: Asked) -> str:
    """The answer for a stage by its prompt's first line; to anything else what fits the schema, or a plain sentence."""
    return _answer(asked, "experiment")


def typing_answer(asked: Asked) -> str:
    """As `recorded_answer`, of an agent that types its results instead of running anything: for tests of the gate."""
    return _answer(asked, "experiment-typed")


def _answer(asked: Asked, experiment: str) -> str:
    if asked.tools:
        return _tool_call(asked, experiment)
    if _TOOL in _properties(asked.schema):
        return _step(asked, experiment)
    if is_judge(asked):
        return judge_answer(asked)
    first = asked.system.split("\n", 1)[0]
    answer = _openings().get(first)
    if answer is not None:
        return answer(asked)
    if asked.schema is not None:
        return json.dumps(_filled(asked.schema, asked.schema), ensure_ascii=False)
    return _PLAIN


class _Step(BaseModel):
    """One reply of an agent: what it says, the tool that it asks for, and with what."""

    say: str
    tool: str
    arguments: dict[str, str]


def _tool_call(asked: Asked, recorded: str) -> str:
    """The next recorded step where its tool is offered, else the first that is, with arguments that fit."""
    step = _next_step(asked, recorded)
    if step.tool in asked.tools:
        return step.model_dump_json()
    name, schema = next(iter(asked.tools.items()))
    return json.dumps({"say": "", _TOOL: name, "arguments": _filled(schema, schema)})


_STEPS: TypeAdapter[list[_Step]] = TypeAdapter(list[_Step])
_TOOL = "tool"


def _step(asked: Asked, recorded: str) -> str:
    """The next of an agent's recorded steps, in the keys that the schema asks for."""
    step = _next_step(asked, recorded)
    known: dict[str, JsonValue] = {**step.arguments, _TOOL: step.tool, "arguments": {**step.arguments}}
    schema = asked.schema or {}
    made = {
        key: known[key] if key in known else "" if key in _ARGUMENTS else _unasked(kind, schema, step.say)
        for key, kind in _properties(schema).items()
    }
    return json.dumps(made, ensure_ascii=False)


def _next_step(asked: Asked, recorded: str) -> _Step:
    """The last one for ever."""
    steps = _STEPS.validate_json(resource("scripted", f"{recorded}.json").read_bytes())
    return steps[min(asked.answered, len(steps) - 1)]


_ARGUMENTS = frozenset({"command", "path", "content", "old", "new", "summary", "text"})


def _unasked(kind: JsonValue, schema: dict[str, JsonValue], say: str) -> JsonValue:
    """A key that no step has: words where words are asked for."""
    filled = _filled(kind, schema)
    return say if filled == _PLAIN_VALUES["string"] else filled


def _properties(schema: dict[str, JsonValue] | None) -> dict[str, JsonValue]:
    found = schema.get("properties") if schema is not None else None
    return found if isinstance(found, dict) else {}


@lru_cache(maxsize=1)
def _openings() -> dict[str, Callable[[Asked], str]]:
    """How each stage's prompt begins. A prompt of another wording that begins alike is answered alike."""
    stages: dict[str, Callable[[Asked], str]] = {
        "idea-1": lambda asked: _one_of("idea", asked),
        "literature-1": lambda asked: _one_of("literature", asked),
        "proposal-1": lambda asked: _one_of("proposal", asked),
        "paper-1": _paper,
    }
    return {_opening(name): answer for name, answer in stages.items()}


def _opening(prompt: str) -> str:
    return resource("prompts", f"{prompt}.md").read_text(encoding="utf-8").split("\n", 1)[0]


def _one_of(name: str, asked: Asked) -> str:
    """One of the recorded answers, always the same for the same task."""
    known = _RECORDED.validate_json(resource("scripted", f"{name}.json").read_bytes())
    title = _title(asked)
    chosen = known[int(hashlib.sha256(title.encode()).hexdigest(), 16) % len(known)]
    text = json.dumps(chosen, ensure_ascii=False, indent=1)
    return text.replace("{{title}}", json.dumps(title, ensure_ascii=False)[1:-1])


def _title(asked: Asked) -> str:
    """The task's heading, else its first words."""
    task = dict(asked.fences()).get("task", "")
    lines = [line.strip("#*_ ") for line in task.splitlines() if line.strip("#*_ ")]
    return " ".join(lines[0].split())[:80] if lines else "a task without words"


def _paper(asked: Asked) -> str:
    fences = asked.fences()
    rows = [row for name, text in fences if name.endswith(".json") for row in _rows(name, text)]
    table = "\n".join(["| File | Measure | Value |", "| --- | --- | --- |", *rows[:_MOST_ROWS]])
    figures = "\n\n".join(f"![As drawn by the code.]({name})" for kind, name in _listed(fences))
    refused = [text for name, text in fences if name == "refused"]
    values = {
        "title": _title(asked),
        "headline": "The table gives all numbers that its files hold."
        if rows
        else "Its files hold no numbers.",
        "results": "\n\n".join(
            part for part in (table if rows else "No results were given.", figures) if part
        ),
        "commands": "\n".join(
            f"    {line}" for name, text in fences if name == "commands" for line in text.split("\n")
        )
        or "No commands were recorded.",
        "refused": "Some evidence was refused and is not used here." if refused else "",
    }
    template = resource("scripted", "paper.md").read_text(encoding="utf-8")
    return re.sub(r"\{\{(\w+)\}\}", lambda hit: values[hit[1]], template)


def _listed(fences: list[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    for name, text in fences:
        if name == "figures":
            yield from ((name, line.strip()) for line in text.splitlines() if line.strip())


def _rows(name: str, text: str) -> list[str]:
    """A row for each number of a JSON text, with its path; what is cut off or no JSON gives none."""
    try:
        value = json.loads(text, parse_float=str, parse_int=str)
    except ValueError:
        return []
    return [f"| {name} | {path} | {number} |" for path, number in _numbers(value, ())]


def _numbers(value: JsonValue, path: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    if isinstance(value, dict):
        for key, item in value.items():
            yield from _numbers(item, (*path, key))
    elif isinstance(value, str) and re.fullmatch(r"-?\d+(\.\d+)?([eE][-+]?\d+)?", value):
        yield " ".join(path) or "value", value


def _filled(schema: JsonValue, root: dict[str, JsonValue]) -> JsonValue:
    """The smallest value that fits a schema of the kinds that are asked for here."""
    if not isinstance(schema, dict):
        return None
    choices, properties = schema.get("enum"), schema.get("properties")
    if isinstance(choices, list) and choices:
        return choices[0]
    if isinstance(properties, dict):
        return {key: _filled(item, root) for key, item in properties.items()}
    if schema.get("type") == "array":
        return [_filled(schema.get("items"), root)]
    other = _elsewhere(schema, root)
    return _filled(other, root) if other is not None else _PLAIN_VALUES.get(str(schema.get("type")))


def _elsewhere(schema: dict[str, JsonValue], root: dict[str, JsonValue]) -> JsonValue:
    """What a reference leads to, or the first of several choices."""
    reference, options, known = schema.get("$ref"), schema.get("anyOf"), root.get("$defs")
    if isinstance(reference, str) and isinstance(known, dict):
        return known.get(reference.rsplit("/", 1)[-1])
    return options[0] if isinstance(options, list) and options else None


_PLAIN_VALUES: dict[str, JsonValue] = {"string": "scripted", "boolean": True, "integer": 1, "number": 1.0}
