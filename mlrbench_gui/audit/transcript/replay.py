"""Replays the writes of a transcript: which text each file had at the end, and which actions made it."""

import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fnmatch import fnmatch
from pathlib import PurePosixPath
from posixpath import normpath

from mlrbench_gui.audit.transcript.actions import Action, ActionKind, FileChange, Hunk, Touch, Transcript
from mlrbench_gui.audit.transcript.reading import relative
from mlrbench_gui.audit.transcript.shell import read_command
from mlrbench_gui.audit.transcript.shell_deeds import CommandReading, FileMade, ScriptRun
from mlrbench_gui.audit.transcript.shell_scripts import read_inside, shell_text
from mlrbench_gui.domain.values import RelPath, Sha256

_INTERRUPTED = re.compile(r"Command timed out|KeyboardInterrupt|[Ii]nterrupted by|\^C")
_APART = re.compile(r"\|\||[;\n]")
_SEVERAL = re.compile(r"&&|\|\||[;|\n]")
_TOOL_ERROR = re.compile(
    r"(?:(?:/bin/)?(?:ba)?sh: )?(?:line \d+: )?(?:cp|mv|rm|touch|sed|tee|cat): "
    r"|.*: (?:No such file or directory|Permission denied)\s*$"
)


@dataclass(frozen=True, slots=True)
class FileVersion:
    """What an action did to a file. `text` is None where it cannot be known from the transcript.

    `how`: `written`, `edited`, `typed` (in a shell command), `captured` (a program's output), `copied`, `moved`,
    `touched` (made empty), `removed`, `left` (by what a command ran, known by its hash). `interrupted`: the action
    was stopped before its end. `typed` are the lines that an edit put where they were not before.
    """

    action: int
    how: str
    text: str | None
    source: RelPath | None = None
    interrupted: bool = False
    typed: tuple[str, ...] = ()
    sha256: Sha256 | None = None


@dataclass(frozen=True, slots=True)
class History:
    """All versions of each file, in order; those of files outside of the run by their whole path.

    `is_whole`: every command was read to its end, else there may be versions that are not told here.
    """

    versions: dict[RelPath, tuple[FileVersion, ...]]
    is_whole: bool = True

    def last(self, path: RelPath) -> FileVersion | None:
        known = self.versions.get(path)
        return known[-1] if known else None

    def before(self, path: RelPath, action: int) -> FileVersion | None:
        """What the file was when an action began that reads it, as far as actions tell."""
        known = [version for version in self.versions.get(path, ()) if version.action <= action]
        return known[-1] if known else None


def replay(transcript: Transcript, run_paths: frozenset[RelPath]) -> History:
    """Every file's versions by the transcript's writes, edits, patches and file commands."""
    versions: dict[RelPath, list[FileVersion]] = {}
    is_whole = True
    for action in transcript.actions:
        for change in action.changes:
            path = _placed(transcript, change.path, action.cwd)
            if path is not None:
                versions.setdefault(path, []).append(_changed(action, change, versions.get(path)))
        if action.kind is ActionKind.COMMAND:
            reading = _command_read(transcript, action, versions)
            is_whole = is_whole and reading.is_whole
            for made in _files_made(action, reading):
                _file_made(transcript, action, made, versions, run_paths)
        for touch in action.touched:
            _recorded(action, touch, versions.setdefault(touch.path, []))
    return History({path: tuple(items) for path, items in versions.items()}, is_whole)


def _placed(transcript: Transcript, path: str, cwd: str) -> RelPath | None:
    """The path in the run; of a file elsewhere the whole path, so that what is moved in from there has a history."""
    inside = relative(transcript, path, cwd)
    if inside is not None or not transcript.root:
        return inside
    full = normpath(path if path.startswith("/") else f"{cwd}/{path}")
    return RelPath(full) if full.startswith("/") and full != transcript.root else None


def _recorded(action: Action, touch: Touch, versions: list[FileVersion]) -> None:
    """What the transcript recorded of a file, over what could be read off the action."""
    made = versions.pop() if versions and versions[-1].action == action.index else None
    while versions and versions[-1].action == action.index:
        versions.pop()
    if touch.sha256 is None:
        versions.append(FileVersion(action.index, "removed", None))
    elif made is None or made.how == "removed":
        versions.append(FileVersion(action.index, "left", None, sha256=touch.sha256))
    else:
        text = made.text if made.text is not None and sha256_of(made.text) == touch.sha256 else None
        versions.append(replace(made, text=text, sha256=touch.sha256))


def sha256_of(text: str) -> Sha256:
    """The hash of a file that holds this text."""
    return Sha256(hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest())


def _changed(action: Action, change: FileChange, before: list[FileVersion] | None) -> FileVersion:
    if change.text is not None:
        return FileVersion(action.index, "written", change.text)
    text = before[-1].text if before else None
    if text is not None:
        for edit in change.replacements:
            if text.count(edit.old) != edit.times or not edit.old:
                text = None
                break
            text = text.replace(edit.old, edit.new)
        if text is not None and change.hunks:
            text = _patched(text, change.hunks)
    return FileVersion(action.index, "edited", text, typed=_typed_lines(change))


def _typed_lines(change: FileChange) -> tuple[str, ...]:
    """What an edit holds that was not in what it replaces, line by line."""
    found: list[str] = []
    for edit in change.replacements:
        old = set(edit.old.split("\n"))
        found += [line for line in edit.new.split("\n") if line not in old]
    for hunk in change.hunks:
        gone = {line[1:] for line in hunk.lines if line[:1] == "-"}
        found += [line[1:] for line in hunk.lines if line[:1] == "+" and line[1:] not in gone]
    return tuple(line for line in found if line.strip())


def _patched(text: str, hunks: tuple[Hunk, ...]) -> str | None:
    """The text with unified hunks applied; None where a hunk does not fit."""
    lines = text.split("\n")
    shift = 0
    for hunk in hunks:
        marked = [line for line in hunk.lines if not line.startswith("\\")]
        old = [line[1:] for line in marked if line[:1] != "+"]
        new = [line[1:] for line in marked if line[:1] != "-"]
        at = max(hunk.start - 1 + shift, 0)
        if lines[at : at + len(old)] != old:
            return None
        lines[at : at + len(old)] = new
        shift += len(new) - len(old)
    return "\n".join(lines)


def _file_made(
    transcript: Transcript,
    action: Action,
    made: FileMade,
    versions: dict[RelPath, list[FileVersion]],
    run_paths: frozenset[RelPath],
) -> None:
    if "$" in made.path + made.source:
        return  # only the shell knew which file
    if made.how in ("copy", "move"):
        for source, target in _pairs(transcript, made, run_paths | set(versions)):
            if source == target:
                continue
            text = versions[source][-1].text if source in versions else None
            how = "copied" if made.how == "copy" else "moved"
            versions.setdefault(target, []).append(
                FileVersion(action.index, how, text, source, interrupted=_was_interrupted(action))
            )
        return
    if made.how == "drawn":
        _drawn(transcript, action, made, versions)
        return
    path = _placed(transcript, made.path, made.cwd)
    if path is not None and "*" in path:
        _by_pattern(action, made, path, versions, run_paths)
        return
    is_touch = made.how == "typed" and made.text == "" and not made.appends
    if path is None or (is_touch and path in versions):
        return
    # A here-document's body is not byte-exact in transcripts, so typed text is kept as told.
    text = _appended(made, versions.get(path)) if made.appends else made.text
    stopped = _was_interrupted(action)
    typed = (*_typed_before(made, versions.get(path)), *made.typed)
    versions.setdefault(path, []).append(
        FileVersion(action.index, made.how, text, interrupted=stopped, typed=typed)
    )


def _typed_before(made: FileMade, before: list[FileVersion] | None) -> tuple[str, ...]:
    """The typed lines that a program's output was put behind."""
    if not before or not made.appends or made.how != "captured":
        return ()
    last = before[-1]
    lines = (last.text or "").split("\n") if last.how in ("typed", "written") else ()
    return (*last.typed, *(line for line in lines if line.strip()))


def _drawn(
    transcript: Transcript, action: Action, made: FileMade, versions: dict[RelPath, list[FileVersion]]
) -> None:
    """A file of what a program passed on from another one: what of it is not told."""
    source, path = (_placed(transcript, name, made.cwd) for name in (made.source, made.path))
    if path is not None and source is not None and source != path:
        stopped = _was_interrupted(action)
        versions.setdefault(path, []).append(
            FileVersion(action.index, "copied", None, source, interrupted=stopped)
        )


def _by_pattern(
    action: Action,
    made: FileMade,
    pattern: RelPath,
    versions: dict[RelPath, list[FileVersion]],
    run_paths: frozenset[RelPath],
) -> None:
    """Files whose names only the shell knew: those that fit and that no action has made before."""
    if pattern.rsplit("/", 1)[-1].strip("*") in ("", "."):
        return
    for path in sorted(run_paths - versions.keys()):
        if path.count("/") == pattern.count("/") and fnmatch(path, pattern):
            stopped = _was_interrupted(action)
            versions[path] = [FileVersion(action.index, made.how, None, interrupted=stopped)]


def _appended(made: FileMade, before: list[FileVersion] | None) -> str | None:
    """What was there with the typed text behind it; unknown where either is."""
    known = before[-1].text if before else None
    return known + made.text if known is not None and made.text is not None else None


def _command_read(
    transcript: Transcript, action: Action, versions: dict[RelPath, list[FileVersion]]
) -> CommandReading:
    """The command with its shell scripts, as they were then."""

    def text_of(run: ScriptRun) -> str | None:
        path = _placed(transcript, run.script, run.cwd or action.cwd)
        text = versions[path][-1].text if path is not None and path in versions else None
        return shell_text(run.script, text) if text is not None else None

    reading = read_command(action.argument, action.cwd)
    inside = [read_inside(run, text_of) for run in reading.runs]
    files = (*reading.files, *(made for more in inside for made in more.files))
    return replace(reading, files=files, is_whole=reading.is_whole and all(more.is_whole for more in inside))


def _files_made(action: Action, reading: CommandReading) -> Iterator[FileMade]:
    """What the command made; of a chain of `&&` nothing behind the part that failed."""
    for made in reading.files:
        if not _failed(action, made):
            yield made
        elif action.ok is False and "&&" in action.argument and not _APART.search(action.argument):
            return


def _was_interrupted(action: Action) -> bool:
    """Whether the command was stopped before its end, by its time limit or by hand."""
    return action.ok is not True and _INTERRUPTED.search(action.output[-400:]) is not None


def _failed(action: Action, made: FileMade) -> bool:
    """Whether this part of the command failed: its only part, or the tool says so of this file."""
    if made.how == "captured":
        return False  # what a failed program printed is in the file all the same
    alone = not _SEVERAL.search(action.argument)
    if action.ok is False and alone and not _was_interrupted(action):
        return True
    names = [name for name in (made.source, made.path) if name]
    return any(
        _TOOL_ERROR.match(line) and any(name in line for name in names) for line in action.output.split("\n")
    )


def _pairs(
    transcript: Transcript, made: FileMade, known: frozenset[RelPath] | set[RelPath]
) -> list[tuple[RelPath, RelPath]]:
    """Source and target of a copy: a file to a file, files by pattern to a folder, a whole folder."""
    source = _placed(transcript, made.source, made.cwd)
    target = _placed(transcript, made.path, made.cwd) or RelPath("")
    if source is None:
        return []
    if any(mark in source for mark in "*?["):
        matched = sorted(
            path for path in known if fnmatch(path, source) and path.count("/") == source.count("/")
        )
        return [(path, _under(target, PurePosixPath(path).name)) for path in matched]
    inside = sorted(path for path in known if path.startswith(source.rstrip("/") + "/"))
    if inside:
        copied_into = any(path.startswith(f"{target}/{PurePosixPath(source).name}/") for path in known)
        base = PurePosixPath(source).parent.as_posix() if copied_into else source.rstrip("/")
        return [(path, _under(target, path.removeprefix(base + "/"))) for path in inside]
    is_folder = made.path.endswith("/") or any(path.startswith(f"{target}/") for path in known) or not target
    return [(source, _under(target, PurePosixPath(source).name) if is_folder else target)]


def _under(folder: RelPath, name: str) -> RelPath:
    return RelPath(f"{folder.rstrip('/')}/{name}" if folder else name)
