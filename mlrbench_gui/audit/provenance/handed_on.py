"""Files in which a script that computes nothing hands its literals and draws on to another one."""

from collections.abc import Collection, Mapping
from pathlib import PurePosixPath

from mlrbench_gui.audit.provenance.flow.leaves import Sink
from mlrbench_gui.audit.provenance.scripts import ScriptReading
from mlrbench_gui.audit.provenance.typed_files import Labels
from mlrbench_gui.domain.values import RelPath

_SUFFIXES = (".json", ".csv", ".tsv", ".txt", ".jsonl", ".yaml", ".yml", ".pkl", ".npz", ".npy")


def handed_on(readings: Mapping[RelPath, ScriptReading], ran: Collection[RelPath]) -> Labels:
    """The labels of the numbers in each such file, by its name; none of a name that another script writes, too."""
    found: Labels = {}
    other: set[str] = set()
    for path, reading in readings.items():
        if path not in ran or not reading.writes:
            continue
        names = {name for name in reading.names_files if name.endswith(_SUFFIXES)}
        if not (reading.computes_nothing and reading.fabricates):
            other |= names
            continue
        labels = frozenset(leaf.label for leaf in reading.leaves if leaf.sink is Sink.WRITTEN)
        for name in names:
            found[name] = found.get(name, frozenset()) | labels
    return {name: labels for name, labels in found.items() if name not in other and labels}


def are_read(
    names: Collection[str], readings: Mapping[RelPath, ScriptReading], texts: Mapping[RelPath, str]
) -> bool:
    """Whether a script which does not make them up itself names one of these files."""
    return any(
        PurePosixPath(name).name in texts.get(path, "")
        for path, reading in readings.items()
        if not reading.fabricates
        for name in names
    )
