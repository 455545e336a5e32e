"""A run as a folder in the layout of the benchmark, so that other programs can read it and this one audit it again."""

from collections.abc import Callable, Iterator
from pathlib import Path

from mlrbench_gui.domain.layout import checkout_path
from mlrbench_gui.domain.values import RelPath, RunName
from mlrbench_gui.services.ports.workspace import Workspace

WriteFolder = Callable[[Path, Iterator[tuple[RelPath, bytes]]], None]
"""Writes files into a folder that is not there yet, all or none. Raises InputError."""


def export_run(workspace: Workspace, run: RunName, target: Path, write: WriteFolder) -> Path:
    """Write the run's newest files below the folder, where a checkout has the run; gives the run's own folder.

    What lies there has the run's name, so that its audit from disk is the audit of the run here.
    """
    files = workspace.runs.files(run)
    place = target / checkout_path(run)
    write(place, ((path, files.read(path)) for path in files.paths()))
    return place
