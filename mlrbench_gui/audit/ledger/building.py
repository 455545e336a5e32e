"""Builds the ledger of a run from all of its files and from what its commands printed."""

import re
from collections.abc import Iterable, Mapping

from mlrbench_gui.audit.evidence_files import EvidenceFiles
from mlrbench_gui.audit.ledger.code_values import add_code, add_options, add_plain_lines
from mlrbench_gui.audit.ledger.csv_values import add_csv
from mlrbench_gui.audit.ledger.json_values import add_json, read_json
from mlrbench_gui.audit.ledger.ledger import Ledger, make_ledger
from mlrbench_gui.audit.ledger.log_values import add_log
from mlrbench_gui.audit.ledger.markdown_values import add_markdown
from mlrbench_gui.audit.ledger.signatures import Signatures, signatures_of
from mlrbench_gui.audit.ledger.values import Collector, NameTable, Source
from mlrbench_gui.audit.notebooks.outputs import add_outputs
from mlrbench_gui.audit.notebooks.reading import SUFFIX
from mlrbench_gui.audit.plots.figures import DrawnFigure
from mlrbench_gui.audit.plots.telling import add_drawn
from mlrbench_gui.audit.provenance.notes import WrittenNote
from mlrbench_gui.audit.transcript.actions import Action, ActionKind, Transcript
from mlrbench_gui.audit.transcript.failing import without_effect
from mlrbench_gui.audit.transcript.shell import read_command
from mlrbench_gui.domain.artifacts import ArtifactRole
from mlrbench_gui.domain.layout import in_results
from mlrbench_gui.domain.values import RelPath

_SOURCES = {
    ArtifactRole.JSON: Source.JSON,
    ArtifactRole.CSV: Source.CSV,
    ArtifactRole.LOG: Source.LOG,
    ArtifactRole.CODE: Source.CODE,
    ArtifactRole.RESULTS_NOTE: Source.PROSE,
    ArtifactRole.README: Source.PROSE,
    ArtifactRole.PROPOSAL: Source.PLAN,
    ArtifactRole.IDEA: Source.PLAN,
    ArtifactRole.TASK: Source.LITERATURE,
    ArtifactRole.LITERATURE: Source.LITERATURE,
}
_CONFIG = re.compile(
    r"(?:^|/)(?:[^/]*(?:config|args|hparams|params|settings)[^/]*|configs?/[^/]+)\.json$", re.IGNORECASE
)
_CONFIG_SUFFIXES = (".yaml", ".yml", ".cfg", ".ini", ".toml", ".sh")


def build_ledger(
    files: EvidenceFiles,
    transcript: Transcript | None,
    notes: Mapping[RelPath, WrittenNote],
    drawn: Iterable[DrawnFigure] = (),
) -> Ledger:
    """Every value of the run. Equal files are read once, the one below `results/` first.

    `notes` are the Markdown files that code wrote: what it put into them is evidence as a result file is.
    `drawn` is what plotting code drew into pictures.
    """
    names = NameTable()
    collectors: list[Collector] = []
    seen: set[str] = set()
    signatures = signatures_of(
        t for p in files.of_role(ArtifactRole.CODE) if (t := files.tree(p)) is not None
    )
    for path in sorted(files.paths, key=lambda p: (not in_results(p), p)):
        source = _source(files, path)
        if source is None:
            continue
        digest = files.sha256(path)
        if digest is None or digest in seen:
            continue
        seen.add(digest)
        collector = Collector(path, names, source)
        _read_file(files, path, collector, notes.get(path), signatures)
        collectors.append(collector)
    if transcript is not None:
        collectors.append(_outputs(transcript, names))
    collectors += add_drawn(names, drawn)
    left_out = {c.path: c.left_out for c in collectors if c.left_out}
    return make_ledger((value for c in collectors for value in c.values), left_out)


def _source(files: EvidenceFiles, path: RelPath) -> Source | None:
    role = files.roles[path]
    if role is ArtifactRole.JSON and _CONFIG.search(path):
        return Source.CONFIG
    if role is ArtifactRole.CODE and path.endswith(_CONFIG_SUFFIXES):
        return Source.CONFIG
    if role is ArtifactRole.OTHER:
        return (
            Source.PROSE
            if path.endswith(".md")
            else Source.LOG
            if path.endswith((".txt", ".out")) and "requirements" not in path
            else None
        )
    return _SOURCES.get(role)


def _read_file(
    files: EvidenceFiles,
    path: RelPath,
    collector: Collector,
    note: WrittenNote | None,
    signatures: Signatures,
) -> None:
    """Read one file by its kind; one that is broken counts as text, and says so in `unreadable`."""
    text = files.text(path)
    role = files.roles[path]
    try:
        if role is ArtifactRole.JSON:
            add_json(collector, read_json(text))
        elif role is ArtifactRole.CSV:
            add_csv(collector, text)
        elif role is ArtifactRole.CODE:
            if collector.source is Source.CONFIG:
                add_plain_lines(collector, text)
            else:
                add_code(collector, text, files.tree(path), signatures)
                if path.endswith(SUFFIX):
                    add_outputs(collector, files.notebook(path))
        elif path.endswith(".md"):
            table = Source.TABLE if collector.source is Source.PROSE else collector.source
            add_markdown(collector, text, table_source=table, note=note)
        else:
            add_log(collector, text)
    except ValueError as error:
        files.unreadable[path] = f"not readable as {role}: {error}"


def _outputs(transcript: Transcript, names: NameTable) -> Collector:
    """What scripts printed in the transcript, and the options that they were run with."""
    collector = Collector(transcript.path, names, Source.OUTPUT)
    started = list(_script_actions(transcript.actions))
    idle = without_effect(started)
    for action in started:
        reading = read_command(action.argument, action.cwd)
        for run in () if action.index in idle else reading.runs:
            add_options(collector, run.arguments, action.index)
        add_log(collector, action.output, action=action.index)
    return collector


def _script_actions(actions: Iterable[Action]) -> Iterable[Action]:
    for action in actions:
        if action.kind is ActionKind.COMMAND and read_command(action.argument, action.cwd).runs:
            yield action
