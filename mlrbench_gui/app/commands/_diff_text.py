"""The difference of two audits as text for people: what moved most first, columns aligned, each with its cause."""

import textwrap
from collections.abc import Iterable, Iterator, Sequence

from mlrbench_gui.domain.differences import (
    AuditDiff,
    ClaimChange,
    ClaimSide,
    FindingChange,
    GateChange,
    TransitionChange,
    Why,
)

_WIDTH = 110
_INDENT = " " * 6
_LABEL = 9
_HOLDS = {True: "holds", False: "fails", None: "is not known"}


def diff_text(diff: AuditDiff, names: tuple[str, str]) -> str:
    """All of it, ending with a line break. `names` are the two sides as they were asked for."""
    parts = [list(_head(diff, names))]
    if diff.gate is not None:
        parts.append(list(_gate(diff.gate)))
    if diff.findings:
        parts.append(["findings", *(line for item in diff.findings for line in _finding(item))])
    for change in ("changed", "new", "gone"):
        some = sorted((item for item in diff.claims if item.change == change), key=lambda item: item.rank)
        if some:
            parts.append(
                [f"claims {change} ({len(some)})", *(line for item in some for line in _claim(item))]
            )
    return "\n\n".join("\n".join(part) for part in parts) + "\n"


def _head(diff: AuditDiff, names: tuple[str, str]) -> Iterator[str]:
    for side, name, label in (("old", names[0], diff.old), ("new", names[1], diff.new)):
        yield f"{side:<{_LABEL}} {name}   engine {label.tool_version}"
    if diff.is_empty:
        yield f"{'claims':<{_LABEL}} {diff.same_claims}, all answered the same; nothing differs"
        return
    for paper in diff.papers:
        what = {"new": "is new", "gone": "is gone"}.get(
            paper.change, "has another text" if paper.text_changed else "has the same text in other bytes"
        )
        yield f"{'paper':<{_LABEL}} {paper.path} {what}"
    for file in diff.files:
        yield f"{'file':<{_LABEL}} {file.path} {'changed' if file.change == 'changed' else f'is {file.change}'}"
    counts = ", ".join(f"{diff.count(change)} {change}" for change in ("changed", "new", "gone"))
    yield f"{'claims':<{_LABEL}} {counts}, {diff.same_claims} the same"


def _gate(gate: GateChange) -> Iterator[str]:
    yield "gate"
    yield from _moves("reached", gate.old_reached.value, gate.new_reached.value)
    yield from _moves("claimed", gate.old_claimed or "nothing", gate.new_claimed or "nothing")
    for step in gate.transitions:
        yield from _step(step)
    yield from _why(gate.why)


def _step(step: TransitionChange) -> Iterator[str]:
    of = f" of {step.paper}" if step.paper else ""
    passed = {True: "passed", False: "not passed", None: "not there"}
    yield f"   {step.to.value}{of}: {passed[step.old_passed]} -> {passed[step.new_passed]}"
    for rule in step.rules:
        yield from _labelled("rule", rule.text)
        yield from _labelled("was", _outcome(rule.old_holds, rule.old_detail))
        yield from _labelled("now", _outcome(rule.new_holds, rule.new_detail))
    admitted = {True: "admitted", False: "refused", None: "not asked"}
    for item in step.evidence:
        yield from _labelled(
            "file", f"{item.path}: {admitted[item.old_admitted]} -> {admitted[item.new_admitted]}"
        )
        yield from _labelled(
            "reason", " -> ".join(dict.fromkeys(r for r in (item.old_reason, item.new_reason) if r))
        )


def _outcome(holds: bool | None, detail: str) -> str:
    return f"{_HOLDS[holds]}{f': {detail}' if detail else ''}"


def _finding(item: FindingChange) -> Iterator[str]:
    grave = " -> ".join(dict.fromkeys(s.value for s in (item.old_severity, item.new_severity) if s))
    kind = item.kind.value.replace("_", " ")
    yield f"   {item.change}: {grave}, {kind}{f', {item.path}' if item.path else ''}"
    if item.change == "changed" and item.old_message != item.new_message:
        yield from _labelled("was", item.old_message)
        yield from _labelled("now", item.new_message)
    else:
        yield from _labelled("says", item.new_message or item.old_message)
    yield from _why(item.why)


def _claim(item: ClaimChange) -> Iterator[str]:
    there = item.new or item.old
    if there is None:
        return
    ids = " -> ".join(dict.fromkeys(side.id for side in (item.old, item.new) if side))
    section = f"  {there.section}" if there.section else ""
    yield f"   {ids}{section}  {_quoted(there.quote)}"
    if item.old is None or item.new is None:
        yield from _answer(there)
    else:
        for change in item.fields:
            if change.what != "words":
                yield from _moves(change.what, change.old, change.new)
        if item.old.reason != item.new.reason:
            yield from _labelled("was", item.old.reason)
            yield from _labelled("now", item.new.reason)
    yield from _why(item.why)


def _answer(side: ClaimSide) -> Iterator[str]:
    yield from _labelled("answer", f"{side.verdict.value}, {side.trust.value}")
    yield from _labelled("reason", side.reason)


def _moves(what: str, old: str, new: str) -> Iterable[str]:
    return _labelled(what, f"{old} -> {new}") if old != new else ()


def _why(causes: Sequence[Why]) -> Iterator[str]:
    for number, why in enumerate(causes):
        yield from _labelled("why" if number == 0 else "", why.words)


def _labelled(label: str, text: str) -> Iterator[str]:
    """A label and its text, wrapped under itself."""
    lines = textwrap.wrap(text, _WIDTH - len(_INDENT) - _LABEL, break_on_hyphens=False) or [""]
    yield f"{_INDENT}{label:<{_LABEL}}{lines[0]}"
    for line in lines[1:]:
        yield f"{_INDENT}{'':<{_LABEL}}{line}"


def _quoted(quote: str) -> str:
    return f"“{textwrap.shorten(' '.join(quote.split()), 72, placeholder='…')}”"
