"""What the importer asks of logs: the times in them, and whether the agent typed them."""

import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from mlrbench_gui.domain.artifacts import ArtifactRole
from mlrbench_gui.domain.layout import classify
from mlrbench_gui.domain.values import RelPath, Sha256

_TIME = re.compile(rb"\b(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d(?::\d\d)?)")
_HERE_DOCUMENT = re.compile(
    r"<<-?\s*['\"]?\w+['\"]?[^\n]*?>{1,2}\s*(?P<after>[^\s;&|]+)|>{1,2}\s*(?P<before>[^\s;&|<]+)\s*<<"
)


@dataclass(frozen=True, slots=True)
class Typed:
    """Logs that a transcript shows to be typed: by content (editor), and by target path (shell)."""

    contents: frozenset[Sha256] = frozenset()
    targets: frozenset[str] = frozenset()


def log_span(data: bytes) -> tuple[datetime, datetime] | None:
    """First and last date and time in a log; None without any."""
    first = last = None
    for match in _TIME.finditer(data):
        moment = _moment(match)
        if moment is not None:
            first, last = first or moment, moment
    return (first, last) if first is not None and last is not None else None


def typed_logs(events: object) -> Typed:
    """What a transcript of tool calls shows the agent to have typed as logs."""
    contents: set[Sha256] = set()
    targets: set[str] = set()
    for name, arguments in _calls(events):
        path, text = arguments.get("file_path"), arguments.get("content")
        command = arguments.get("command")
        if name == "Write" and isinstance(path, str) and isinstance(text, str) and _is_log(path):
            contents.add(Sha256(hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()))
        elif name == "Bash" and isinstance(command, str) and "<<" in command:
            for match in _HERE_DOCUMENT.finditer(command):
                target = (match["after"] or match["before"]).strip("'\"")
                if _is_log(target):
                    targets.add(_tail(target))
    return Typed(frozenset(contents), frozenset(targets))


def is_typed(path: RelPath, sha256: Sha256, typed: Typed) -> bool:
    """Whether a log was typed, by its content or by a here-document into its place."""
    return sha256 in typed.contents or _tail(path) in typed.targets


def _calls(events: object) -> Iterator[tuple[object, dict[str, object]]]:
    """All tool calls as name and arguments, those inside of batches too."""
    for event in events if isinstance(events, list) else ():
        content = event.get("content") if isinstance(event, dict) else None
        for block in content if isinstance(content, list) else ():
            if isinstance(block, dict) and isinstance(block.get("input"), dict):
                yield block.get("name"), block["input"]
                yield from _batched(block["input"].get("invocations"))


def _batched(invocations: object) -> Iterator[tuple[object, dict[str, object]]]:
    calls = invocations if isinstance(invocations, list) else ()
    for call in calls:
        if isinstance(call, dict) and isinstance(call.get("input"), dict):
            yield call.get("tool_name"), call["input"]


def _is_log(path: str) -> bool:
    return classify(RelPath(f"x/{path.rpartition('/')[2]}"), 1)[0] is ArtifactRole.LOG


def _tail(path: str) -> str:
    """The last two parts: what a shell's path and a run's path have in common."""
    return "/".join(path.split("/")[-2:])


def _moment(match: re.Match[bytes]) -> datetime | None:
    try:
        return datetime.fromisoformat(f"{match[1].decode()}T{match[2].decode()}")
    except ValueError:
        return None
