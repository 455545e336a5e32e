"""Scripts as they were when they last ran: one that was changed since did not do what its file shows now."""

import ast
from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace

from mlrbench_gui.audit.evidence_files import EvidenceFiles
from mlrbench_gui.audit.ledger.code_values import parse_python
from mlrbench_gui.audit.notebooks.reading import SUFFIX
from mlrbench_gui.audit.provenance.scripts import ScriptReading, read_script
from mlrbench_gui.audit.transcript.replay import History
from mlrbench_gui.domain.values import RelPath

Changed = dict[RelPath, tuple[ScriptReading, ast.Module]]


def as_they_ran(
    files: EvidenceFiles, last: Mapping[RelPath, int], started: Collection[RelPath], history: History
) -> Changed:
    """Reading and tree of each script that an action changed after its last start. `last` are these starts.

    Only where the transcript tells the text that ran to the letter; notebooks have rules of their own.
    """
    found: Changed = {}
    for path, action, text in _changed(files, last, history):
        tree = parse_python(text)
        if tree is not None:
            reading = read_script(path, text, tree, direct=path in started or not started)
            found[path] = (replace(reading, as_of=action), tree)
    return found


def _changed(
    files: EvidenceFiles, last: Mapping[RelPath, int], history: History
) -> Iterator[tuple[RelPath, int, str]]:
    for path, action in sorted(last.items()):
        versions = history.versions.get(path, ())
        before = [version for version in versions if version.action < action]
        since = any(version.action > action for version in versions)
        if path.endswith(SUFFIX) or not since or not before or before[-1].how not in ("written", "edited"):
            continue
        text = before[-1].text
        if text is not None and text.strip() != files.raw_text(path).strip():
            yield path, action, text
