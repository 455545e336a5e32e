"""The provenance class of each file of a run, with the steps that lead back from it."""

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import PurePosixPath

from mlrbench_gui.audit.evidence_files import EvidenceFiles
from mlrbench_gui.audit.notebooks.executing import changed_since, typing_action
from mlrbench_gui.audit.notebooks.reading import SUFFIX
from mlrbench_gui.audit.provenance.library_files import library_writer
from mlrbench_gui.audit.provenance.light_edits import LightEdit, light_edit
from mlrbench_gui.audit.provenance.origin import DECIMAL, FileOrigin, Origins
from mlrbench_gui.audit.provenance.ready_texts import ready_in
from mlrbench_gui.audit.provenance.runs import ScriptRuns, messages_found
from mlrbench_gui.audit.provenance.scripts import ScriptReading, is_measure
from mlrbench_gui.audit.text.measures import MEASURE
from mlrbench_gui.audit.text.numbering import without_numbering
from mlrbench_gui.audit.transcript.actions import Transcript
from mlrbench_gui.audit.transcript.replay import FileVersion, History
from mlrbench_gui.domain.artifacts import GIVEN_ROLES, ArtifactRole
from mlrbench_gui.domain.values import Provenance, RelPath

_SPEAKS = 2
"""So many messages of a script in a log tell that the script wrote it."""


def find_origins(
    files: EvidenceFiles, transcript: Transcript | None, history: History, runs: ScriptRuns
) -> Origins:
    """The origin of every file of the run."""
    origins: dict[RelPath, FileOrigin] = {}
    first: dict[RelPath, FileOrigin] = {}
    typed: dict[RelPath, tuple[str, ...]] = {}
    told = transcript is not None and transcript.tells_actions
    for path in files.paths:
        if files.roles[path] in GIVEN_ROLES:
            origins[path] = FileOrigin(
                path, Provenance.HARNESS_SNAPSHOT, "given to the agent or made by the harness"
            )
            continue
        version = history.last(path)
        edit = light_edit(path, files.raw_text(path), history) if files.is_text(path) else None
        if edit is not None:
            version, typed[path] = edit.base, edit.typed
        elif version is not None and version.how == "captured":
            typed[path] = tuple(line for line in version.typed if _tells_measure(line))
        made = _by_version(files, path, version) if version is not None else None
        if made is not None and made.provenance is Provenance.EXECUTED_OUTPUT:
            was_left = version is not None and version.how == "left"
            made = _left_by(files, made, runs) if was_left else _printed_by(made, runs)
        if made is not None and made.provenance is Provenance.EDITED_AFTER_TRANSCRIPT:
            made = _rewritten(made, _by_scripts(files, path, runs, told=told))
        begun = _begun(files, path, version, history, runs) if version is not None else None
        if begun is not None:
            first[path] = begun
        known = runs if edit is None else _until(runs, edit.first)
        origin = made or _by_scripts(files, path, known, told=told)
        origin = _by_commands(origin, runs)
        origins[path] = origin if edit is None else _edited(origin, edit)
        if path.endswith(SUFFIX) and files.notebook(path).has_run:
            made = _of_notebook(files, origins[path], history, runs)
            origins[path] = replace(made, has_outputs=True)
    _follow_equal_bytes(files, origins)
    if transcript is not None and (transcript.breaks_off or not history.is_whole):
        origins = {path: _if_broken_off(files, origin, history) for path, origin in origins.items()}
    return Origins(origins, first, typed)


def _tells_measure(line: str) -> bool:
    """Whether a line that a command spelled out tells more than a setting."""
    told = without_numbering(line)
    if not any(c.isdigit() for c in told):
        return False
    words = re.sub(r"[^A-Za-z]+", "_", told)
    return is_measure(words) or (MEASURE.search(words) is not None and len(DECIMAL.findall(told)) > 1)


def _of_notebook(files: EvidenceFiles, origin: FileOrigin, history: History, runs: ScriptRuns) -> FileOrigin:
    """Who made the outputs of a notebook: the editor, its own code, or nobody that is known."""
    path, notebook = origin.path, files.notebook(origin.path)
    typed = typing_action(notebook, history.versions.get(path, ()))
    if typed is not None:
        reason = f"its outputs were written by the agent's editor (action {typed})"
        return FileOrigin(path, Provenance.TYPED_BY_EDITOR, reason, typed)
    if path not in runs.ran:
        return origin
    at = runs.ran[path]
    how = f"executed by the command of action {at}" if at >= 0 else "executed: its cells hold what they left"
    action = at if at >= 0 else None
    changed = changed_since(notebook, history.versions.get(path, ()), at)
    if changed is not None:
        reason = f"{how}, but its code was changed by action {changed}"
        return FileOrigin(path, Provenance.UNKNOWN, reason, action, path)
    made = _by_script_at(FileOrigin(path, Provenance.EXECUTED_OUTPUT, how, action, path), path, runs)
    if notebook.is_in_order or made.provenance is Provenance.LITERAL_SCRIPT:
        return made
    return replace(
        made, provenance=Provenance.UNKNOWN, reason=f"{how}, but not from the first cell to the last"
    )


def _printed_by(made: FileOrigin, runs: ScriptRuns) -> FileOrigin:
    """The script whose output a command kept, as far as that is clear; where it prints but made-up numbers, made up."""
    beside = [run for run in runs.recorded if run.action == made.action]
    kept = {run.script for run in beside if made.path in run.outputs}
    scripts = kept or {run.script for run in beside if run.within} or {run.script for run in beside}
    if len(scripts) != 1:
        return made
    return _by_script_at(made, scripts.pop(), runs)


def _by_script_at(made: FileOrigin, script: RelPath, runs: ScriptRuns) -> FileOrigin:
    reading = runs.readings.get(script)
    if reading is None:
        return made
    if reading.fabricates or reading.computes_nothing:
        return replace(_written_by(made.path, reading, runs), action=made.action)
    if reading.tells_typed_numbers:
        reason = f"printed by {script}, all of whose numbers are literals or random draws"
        return FileOrigin(made.path, Provenance.LITERAL_SCRIPT, reason, made.action, script)
    return replace(made, script=script)


def _left_by(files: EvidenceFiles, made: FileOrigin, runs: ScriptRuns) -> FileOrigin:
    """The script that left a file, of those that its command is recorded to have run: one that names it, or the one."""
    started = {run.script for run in runs.recorded if run.action == made.action}
    scripts = runs.naming(made.path, started) or started
    readings = [runs.readings[script] for script in sorted(scripts) if script in runs.readings]
    ready = ready_in(files, made.path, readings)
    if ready is not None:
        reason = f"its lines stand as literal text in {ready}"
        return replace(
            made, provenance=Provenance.LITERAL_SCRIPT, reason=reason, script=ready, is_ready_text=True
        )
    return _by_script_at(made, scripts.pop(), runs) if len(scripts) == 1 else made


def _rewritten(made: FileOrigin, by_script: FileOrigin) -> FileOrigin:
    """What the editor wrote and what a script that ran later wrote anew: then the script's."""
    at, since = by_script.action, made.action
    later = at is not None and since is not None and at > since and by_script.script is not None
    return by_script if later else made


def _edited(origin: FileOrigin, edit: LightEdit) -> FileOrigin:
    """The origin of what a program made and an editor changed in places; the editor's where no program is known."""
    if origin.provenance is Provenance.UNKNOWN:
        reason = f"edited by the agent after it was made (action {edit.action})"
        return FileOrigin(origin.path, Provenance.TYPED_BY_EDITOR, reason, edit.action)
    return replace(origin, reason=f"{origin.reason}; edited in places until action {edit.action}")


def _by_commands(origin: FileOrigin, runs: ScriptRuns) -> FileOrigin:
    """What the program that stood in a command wrote or printed, where nothing came later."""
    known = origin.action if origin.action is not None else -1
    inline = [run for run in runs.inline if run.leaves_file(origin.path) and run.action >= known]
    if not inline:
        return origin
    last = inline[-1].action
    if any(run.reading.tells_typed_numbers for run in inline if run.action == last):
        reason = f"typed in the program of the command of action {last}"
        return FileOrigin(origin.path, Provenance.TYPED_IN_SHELL, reason, last)
    if origin.provenance is not Provenance.UNKNOWN:
        return origin
    reason = f"written by the program of the command of action {last}"
    return FileOrigin(origin.path, Provenance.EXECUTED_OUTPUT, reason, last)


def _if_broken_off(files: EvidenceFiles, origin: FileOrigin, history: History) -> FileOrigin:
    """What is left of an origin where the transcript breaks off: only a text that stands as it was typed is sure."""
    last = history.last(origin.path)
    if origin.provenance is Provenance.HARNESS_SNAPSHOT:
        return origin
    if (
        origin.is_typed
        and last is not None
        and last.text is not None
        and files.raw_text(origin.path) == last.text
    ):
        return origin
    reason = "the transcript breaks off: what happened to the file since is not known"
    return FileOrigin(origin.path, Provenance.UNKNOWN, reason, has_outputs=origin.has_outputs)


def _begun(
    files: EvidenceFiles, path: RelPath, version: FileVersion, history: History, runs: ScriptRuns
) -> FileOrigin | None:
    """Who made what was copied to this path, where that is no file of the run or has changed since."""
    if version.source is None:
        return None
    told = _copied_from(files.raw_text(path), version, history) if files.is_text(path) else None
    source, action = _start(version.source, version.action, history)
    if told is not None or version.source in files.paths or source not in (path, version.source):
        return told
    ran = _until(runs, action).ran
    named = {PurePosixPath(path).name, PurePosixPath(source).name}
    writers = [
        r for p, r in runs.readings.items() if p in ran and r.writes and any(r.names(n) for n in named)
    ]
    if not writers:
        return None
    return _written_by(source, max(writers, key=lambda r: (ran[r.path], r.path)), runs)


def _start(source: RelPath, action: int, history: History) -> tuple[RelPath, int]:
    """Where a chain of copies begins, and the action of the first copy: a file may come back to where it was."""
    seen = {source}
    while (earlier := history.before(source, action)) is not None and earlier.source is not None:
        if earlier.source in seen and earlier.action >= action:
            break
        source, action = earlier.source, earlier.action
        seen.add(source)
    return source, action


def _until(runs: ScriptRuns, action: int) -> ScriptRuns:
    """The runs as they stood before an action: what first ran later cannot have made what was there."""
    last: dict[RelPath, int] = {}
    for run in runs.recorded:
        if run.action <= action:
            last[run.script] = max(run.action, last.get(run.script, run.action))
    started = {run.script for run in runs.recorded}
    ran = {
        p: last.get(p, at) for p, at in runs.ran.items() if p in last or (p not in started and at <= action)
    }
    return replace(runs, ran=ran)


def _copied_from(text: str, version: FileVersion, history: History) -> FileOrigin | None:
    """The action that made what was copied here, through all copies; None where no action tells."""
    source, seen = version.source, set[tuple[RelPath, int]]()
    while source is not None and (source, version.action) not in seen:
        seen.add((source, version.action))
        earlier = history.before(source, version.action)
        if earlier is None:
            return None
        if earlier.source is None:
            return _at_action(source, earlier) if _is_of(text, earlier) else None
        source, version = earlier.source, earlier
    return None


def _is_of(text: str, version: FileVersion) -> bool:
    """Whether a file has the text that an action gave it; a program may have written it anew since."""
    if version.text is None:
        return True
    if version.how == "typed":  # a here-document in a transcript is not byte-exact
        first = next((line.strip() for line in version.text.split("\n") if line.strip()), "")
        return first in text
    return version.text == text


def _at_action(path: RelPath, version: FileVersion) -> FileOrigin | None:
    """A file as one action left it."""
    if version.how in ("written", "edited"):
        reason = f"written by the agent's editor (action {version.action})"
        return FileOrigin(path, Provenance.TYPED_BY_EDITOR, reason, version.action)
    if version.how not in _MADE_BY_ACTION:
        return None
    provenance, reason = _MADE_BY_ACTION[version.how]
    return FileOrigin(path, provenance, reason.format(version.action, version.source), version.action)


_MADE_BY_ACTION: dict[str, tuple[Provenance, str]] = {
    "typed": (Provenance.TYPED_IN_SHELL, "typed in the shell command of action {0}"),
    "captured": (Provenance.EXECUTED_OUTPUT, "output of the command of action {0}"),
    "copied": (Provenance.COPIED, "copied from {1} in action {0}"),
    "moved": (Provenance.COPIED, "moved from {1} in action {0}"),
    "left": (Provenance.EXECUTED_OUTPUT, "left by the command of action {0}"),
}


def _by_version(files: EvidenceFiles, path: RelPath, version: FileVersion) -> FileOrigin | None:
    """By the last action that touched the file, if that action explains its present text."""
    if version.sha256 is not None and version.sha256 != files.sha256(path):
        reason = f"differs from what action {version.action} left, by the hash that was recorded"
        return FileOrigin(path, Provenance.EDITED_AFTER_TRANSCRIPT, reason, version.action)
    if version.how in ("written", "edited"):
        return _by_editor(files, path, version)
    if version.how not in _MADE_BY_ACTION:
        return None
    provenance, reason = _MADE_BY_ACTION[version.how]
    told = reason.format(version.action, version.source)
    return FileOrigin(path, provenance, told, version.action, source=version.source)


def _by_editor(files: EvidenceFiles, path: RelPath, version: FileVersion) -> FileOrigin:
    if version.text is not None and version.text != files.raw_text(path):
        reason = "differs from the last text that the transcript shows"
        return FileOrigin(path, Provenance.EDITED_AFTER_TRANSCRIPT, reason, version.action)
    known = version.text is not None
    reason = "written by the agent's editor" if known else "edited by the agent after it was made"
    return FileOrigin(path, Provenance.TYPED_BY_EDITOR, f"{reason} (action {version.action})", version.action)


def _by_scripts(files: EvidenceFiles, path: RelPath, runs: ScriptRuns, *, told: bool) -> FileOrigin:
    """By the script that names the file and ran; without a transcript nothing tells what ran."""
    name = PurePosixPath(path).name
    writers = [r for r in runs.readings.values() if r.writes and r.names(name)]
    ran = [r for r in writers if r.path in runs.ran]
    is_log = files.roles[path] is ArtifactRole.LOG
    known = list(runs.readings.values()) if is_log and not ran else ran
    ready = ready_in(files, path, known)
    if ready is not None:
        reason = f"its lines stand as literal text in {ready}"
        action = runs.ran.get(ready)
        return FileOrigin(path, Provenance.LITERAL_SCRIPT, reason, action, ready, is_ready_text=True)
    if ran:
        spoke = [r for r in ran if messages_found(r, files.text(path)) >= _SPEAKS] if is_log else []
        script = max(
            spoke or ran, key=lambda r: (runs.ran[r.path], _names_score(r, name), r.fabricates, r.path)
        )
        return _written_by(path, script, runs)
    if writers and not told:
        return _perhaps_by(path, writers)
    carried = runs.captured_log(files.text(path)) if is_log else None
    if carried is not None:
        return FileOrigin(
            path, Provenance.EXECUTED_OUTPUT, f"carries the messages of {carried}", None, carried
        )
    by_library = library_writer(files, path, runs) if not writers else None
    if by_library is not None:
        return _written_by(path, runs.readings[by_library], runs)
    return FileOrigin(path, Provenance.UNKNOWN, "no action or script explains it")


def _written_by(path: RelPath, script: ScriptReading, runs: ScriptRuns) -> FileOrigin:
    action = runs.ran.get(script.path)
    if not (script.fabricates or script.computes_nothing):
        return FileOrigin(
            path, Provenance.EXECUTED_SCRIPT, f"written by {script.path}, which ran", action, script.path
        )
    first = script.first_invented
    how = "random draws" if first.random else "literals"
    where = f"{first.script}, line" if first.script not in (None, script.path) else "line"
    reason = f"written by {script.path}, whose results are {how} ({where} {first.line}{script.told_of})"
    return FileOrigin(path, Provenance.LITERAL_SCRIPT, reason, action, script.path)


def _perhaps_by(path: RelPath, writers: Sequence[ScriptReading]) -> FileOrigin:
    """No transcript tells whether the script ran; that it makes numbers up is known all the same."""
    made_up = next((r for r in writers if r.fabricates), None)
    if made_up is not None:
        reason = f"{made_up.path} writes it from made-up numbers (line {made_up.first_invented.line})"
        return FileOrigin(path, Provenance.LITERAL_SCRIPT, reason, None, made_up.path)
    reason = f"{writers[0].path} writes a file of this name; no transcript tells whether it ran"
    return FileOrigin(path, Provenance.UNKNOWN, reason, None, writers[0].path)


def _names_score(reading: ScriptReading, name: str) -> int:
    return 2 if name in reading.names_files else 1


def _follow_equal_bytes(files: EvidenceFiles, origins: dict[RelPath, FileOrigin]) -> None:
    """A file that nothing explains but that equals one that is explained is a copy of it."""
    known: dict[str, RelPath] = {}
    for path in files.paths:
        digest = files.sha256(path)
        if (
            digest is not None
            and files.size_of(path) > 0
            and origins[path].provenance is not Provenance.UNKNOWN
        ):
            known.setdefault(digest, path)
    for path, origin in list(origins.items()):
        digest = files.sha256(path)
        if origin.provenance is Provenance.UNKNOWN and digest in known and known[digest] != path:
            origins[path] = FileOrigin(
                path, Provenance.COPIED, f"same bytes as {known[digest]}", source=known[digest]
            )
