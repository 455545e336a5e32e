"""What the search looks through: runs, and claims, findings and files of the open run. No widgets here."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from mlrbench_gui.domain.values import RunName

if TYPE_CHECKING:
    from mlrbench_gui.services.context import Context

LIMIT = 200
KINDS = {"run": "runs", "claim": "note", "finding": "flag", "file": "file", "action": "keyboard"}
"""Each kind with its icon, in the order in which equal hits are listed."""


@dataclass(frozen=True, slots=True)
class Hit:
    """Something that can be gone to: kind, key (name, id, path), title and detail; `mark` is a verdict or a key."""

    kind: str
    key: str
    title: str
    detail: str = ""
    mark: str = ""


def gather(context: "Context", run: RunName | None) -> tuple[Hit, ...]:
    """All that a workspace offers to the search. Blocking; call it off the GUI thread."""
    found = [
        Hit("run", name, name.rpartition("/")[2], name.rpartition("/")[0])
        for name in context.workspace.runs.names()
    ]
    return (*found, *(_of_run(context, run) if run is not None else ()))


def matching(hits: Sequence[Hit], text: str) -> list[Hit]:
    """Hits that hold every word, those whose title begins with the text first."""
    words = text.casefold().split()
    kinds = list(KINDS)
    ranked = []
    for place, hit in enumerate(hits):
        title, rest = hit.title.casefold(), f"{hit.title} {hit.detail} {hit.key}".casefold()
        if all(word in rest for word in words):
            in_title = all(word in title for word in words)
            starts = bool(words) and title.startswith(words[0])
            ranked.append(((not starts, not in_title, kinds.index(hit.kind), place), hit))
    ranked.sort(key=lambda pair: pair[0])
    return [hit for _rank, hit in ranked[:LIMIT]]


def _of_run(context: "Context", run: RunName) -> tuple[Hit, ...]:
    stored = context.workspace.audits.latest(run)
    files = tuple(
        Hit("file", artifact.path, artifact.path.rpartition("/")[2], artifact.path)
        for artifact in context.workspace.runs.artifacts(run)
    )
    if stored is None:
        return files
    claims = tuple(
        Hit("claim", claim.id, " ".join(claim.quote.split()), f"{claim.id} · {claim.section}", claim.verdict)
        for claim in stored.audit.claims
    )
    findings = tuple(
        Hit("finding", item.id, item.message, f"{item.severity} · {item.path or 'the run'}", item.severity)
        for item in stored.audit.findings
    )
    return (*claims, *findings, *files)
