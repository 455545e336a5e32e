"""Finds a run's transcript and reads it, whichever of the known kinds it is. Broken ones give what can be read."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import PurePosixPath

from mlrbench_gui.audit.evidence_files import EvidenceFiles
from mlrbench_gui.audit.text.decoding import decode
from mlrbench_gui.audit.transcript._blocks import is_block_log, read_blocks
from mlrbench_gui.audit.transcript._events import read_events
from mlrbench_gui.audit.transcript._folders import is_lasting, with_folders
from mlrbench_gui.audit.transcript._json import is_ended, json_events
from mlrbench_gui.audit.transcript._records import is_record, read_records
from mlrbench_gui.audit.transcript.actions import Action, ActionKind, Transcript
from mlrbench_gui.audit.transcript.shell import read_command
from mlrbench_gui.domain.values import RelPath

__all__ = ["is_lasting", "read_transcript", "relative", "transcript_of"]

_WORKDIR = re.compile(r"^workdir: (?P<path>\S+)", re.MULTILINE)
_BEGUN_LIST = re.compile(r"\[\s*(?:\{|\Z)")
"""A list of events that has no whole one; prose may begin with a bracket, too."""
_LIMIT = 60 * 1024 * 1024


def transcript_of(files: EvidenceFiles) -> Transcript | None:
    """The transcript of a run's files, if one is there."""
    path = files.transcript()
    return read_transcript(path, files.read(path), files.paths) if path is not None else None


def read_transcript(path: RelPath, data: bytes, run_paths: Sequence[RelPath]) -> Transcript:
    """The transcript in these bytes. `run_paths` tell where the run lay on the agent's machine."""
    text = decode(data[:_LIMIT])
    fits = len(data) <= _LIMIT
    if is_record(text):
        known, root, whole = read_records(text)
        return Transcript(path, "records", known, root=root, is_whole=whole and fits, breaks_off=not whole)
    kind, actions, whole, ends = _actions(text)
    root = _root(actions, run_paths, text)
    breaks_off = not (ends and fits) or _is_left_open(actions)
    told = with_folders(actions, root, run_paths)
    return Transcript(path, kind, told, root=root, is_whole=whole and fits, breaks_off=breaks_off)


def _actions(text: str) -> tuple[str, tuple[Action, ...], bool, bool]:
    """Kind, actions, whether the agent came to its end, and whether the text did."""
    stripped = text.lstrip()
    if stripped.startswith(("[", "{")) and not is_block_log(text):
        events, ends = json_events(stripped)
        if events:
            actions = tuple(read_events(events))
            return "events", actions, ends and is_ended(events, actions), ends
    if is_block_log(text):
        actions = tuple(read_blocks(text))
        return "blocks", actions, _has_last_words(actions), True
    return "prose", tuple(_prose(text)), False, _BEGUN_LIST.match(stripped) is None


def _is_left_open(actions: Sequence[Action]) -> bool:
    """Whether the last deed has no outcome."""
    deeds = [a for a in actions if a.kind not in (ActionKind.PLAN, ActionKind.PROMPT, ActionKind.SAY)]
    return bool(deeds) and deeds[-1] is actions[-1] and deeds[-1].ok is None


def _has_last_words(actions: Sequence[Action]) -> bool:
    """A log of blocks ends with the agent's message; plans may follow it, deeds may not."""
    deeds = [a for a in actions if a.kind not in (ActionKind.PLAN, ActionKind.PROMPT)]
    return bool(deeds) and deeds[-1].kind is ActionKind.SAY


def _prose(text: str) -> Iterable[Action]:
    """Paragraphs of a prose log, repeated ones once."""
    seen: set[str] = set()
    index = 0
    for paragraph in re.split(r"\n\s*\n", text):
        words = paragraph.strip()
        if words and words not in seen:
            seen.add(words)
            yield Action(index, ActionKind.SAY, "prose", words)
            index += 1


def _root(actions: Sequence[Action], run_paths: Sequence[RelPath], text: str) -> str:
    """The folder on the agent's machine that holds the run: the one under which most written paths are known."""
    known = set(run_paths)
    votes: Counter[str] = Counter()
    for path in _absolute_paths(actions):
        parts = PurePosixPath(path).parts
        for cut in range(1, len(parts)):
            if "/".join(parts[cut:]) in known:
                votes[str(PurePosixPath(*parts[:cut]))] += cut
                break
    votes = votes or Counter(_roots_of_commands(actions, known))
    workdir = _WORKDIR.search(text[:2000])
    if workdir:
        votes[workdir.group("path")] += 1
    best = sorted(votes.items(), key=lambda item: (-item[1], item[0]))
    return best[0][0] if best else ""


def _roots_of_commands(actions: Sequence[Action], known: set[RelPath]) -> Iterable[str]:
    """Where commands alone tell of the run's folder: they enter it and leave files there that the run has."""
    for action in actions:
        if action.kind is ActionKind.COMMAND:
            reading = read_command(action.argument, action.cwd)
            deeds = [(made.cwd, made.path) for made in reading.files]
            deeds += [(run.cwd, run.script) for run in reading.runs]
            yield from (cwd.rstrip("/") for cwd, path in deeds if cwd.startswith("/") and path in known)


def _absolute_paths(actions: Sequence[Action]) -> Iterable[str]:
    for action in actions:
        for change in action.changes:
            if change.path.startswith("/"):
                yield change.path
        if action.kind is ActionKind.READ and action.argument.startswith("/"):
            yield action.argument
        if action.cwd.startswith("/"):
            yield action.cwd


def relative(transcript: Transcript, path: str, cwd: str = "") -> RelPath | None:
    """The path inside the run, None if it lies outside or cannot be told."""
    full = (
        path
        if path.startswith("/")
        else f"{cwd or transcript.root}/{path}"
        if (cwd or transcript.root)
        else path
    )
    parts: list[str] = []
    for part in PurePosixPath(full).parts:
        if part == "..":
            if len(parts) > 1:
                parts.pop()
        elif part != ".":
            parts.append(part)
    root = list(PurePosixPath(transcript.root).parts)
    if root and parts[: len(root)] == root:
        parts = parts[len(root) :]
    elif parts[:1] == ["/"]:
        return None
    return RelPath("/".join(parts)) if parts else None
