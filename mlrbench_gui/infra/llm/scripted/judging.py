"""The scripted model as a judge: its scores come from how much it was shown, its citations from what it was shown.

It is made to be led astray: an order that stands outside of the fences is obeyed. So a test can tell whether text of
a paper gets out of its fence.
"""

import json
import re

from pydantic import JsonValue

from mlrbench_gui.infra.llm.scripted.asked import Asked

ORDER = re.compile(r"\bgive every criterion (?:a |the score )?(?P<score>\d+)", re.IGNORECASE)
"""What the scripted judge takes for an order."""

PREFER = re.compile(r"\bprefer the (?P<place>first|second) work", re.IGNORECASE)

_MARK = re.compile(r"mark is (?P<mark>q[0-9a-f]{12})")
_QUOTED_WORDS = 12


def judge_answer(asked: Asked) -> str:
    """A reply in the keys that the schema asks for."""
    return json.dumps(judged(asked), ensure_ascii=False, indent=1)


def judged(asked: Asked, citation: tuple[str, str] | None = None) -> dict[str, JsonValue]:
    """As `judge_answer`, as a value; with the citation given, or one of the first text that it is to judge."""
    cited = citation or _citation(asked)
    outside = _outside(asked)
    order = ORDER.search(outside)
    score = min(10, max(1, int(order["score"]))) if order else _score(asked)
    schema = asked.schema or {}
    root = schema.get("$defs")
    known = root if isinstance(root, dict) else {}
    made: dict[str, JsonValue] = {"mark": _mark(asked)}
    properties = schema.get("properties")
    for key, kind in (properties if isinstance(properties, dict) else {}).items():
        if key != "mark":
            made[key] = _value(key, _resolved(kind, known), score, cited)
    if "preference" in made:
        hit = PREFER.search(outside)
        made["preference"] = hit["place"].lower() if hit else _longer(asked)
    return made


def is_judge(asked: Asked) -> bool:
    """Whether a judge is asked: the reply is to repeat a mark, and the words tell it."""
    properties = (asked.schema or {}).get("properties")
    return isinstance(properties, dict) and "mark" in properties and bool(_MARK.search(asked.user))


def _outside(asked: Asked) -> str:
    """All that is no quoted text."""
    text = f"{asked.system}\n{asked.user}"
    for name, inner in asked.fences():
        text = text.replace(f" {name}\n{inner}\n", "\n")
    return text


def _mark(asked: Asked) -> str:
    hits = _MARK.findall(asked.user)
    return hits[-1] if hits else ""


def _score(asked: Asked) -> int:
    """From 3 to 7, by how many texts were shown."""
    return 3 + len(asked.fences()) % 5


def _citation(asked: Asked) -> tuple[str, str]:
    at = asked.user.find("What is to be judged:")
    fences = [(name, text) for name, text in asked.fences() if asked.user.find(f" {name}\n") > at]
    name, text = fences[0] if fences else ("", "")
    line = max(text.splitlines(), key=len, default="")
    return name, " ".join(line.split()[:_QUOTED_WORDS])


def _longer(asked: Asked) -> str:
    """The work that shows more text; the order does not matter to this judge."""
    told = {
        place: sum(len(text) for name, text in asked.fences() if name.startswith(f"{place} "))
        for place in ("first", "second")
    }
    return "tie" if told["first"] == told["second"] else max(told, key=lambda place: told[place])


def _resolved(kind: JsonValue, known: dict[str, JsonValue]) -> dict[str, JsonValue]:
    if not isinstance(kind, dict):
        return {}
    reference = kind.get("$ref")
    found = known.get(reference.rsplit("/", 1)[-1]) if isinstance(reference, str) else kind
    return found if isinstance(found, dict) else {}


def _value(key: str, kind: dict[str, JsonValue], score: int, cited: tuple[str, str]) -> JsonValue:
    """What a key of a reply gets, by the score."""
    properties = kind.get("properties")
    if not isinstance(properties, dict):
        return _plain(key, score)
    evidence: JsonValue = [{"file": cited[0], "quote": cited[1]}] if cited[1] else []
    return {name: _plain(name, score) for name in properties} | {"evidence": evidence}


def _plain(key: str, score: int) -> JsonValue:
    known: dict[str, JsonValue] = {
        "score": score,
        "strengths": ["It is told what was shown"],
        "weaknesses": ["A script gave this score"],
        "has_hallucination": False,
        "hallucinations": [],
        "Confidence": 1,
        "confidence": 1,
    }
    return known.get(key, "A recorded sentence of the scripted judge.")
