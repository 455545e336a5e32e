"""Whether a notebook's outputs were typed, and which notebooks ran though no recorded command tells so."""

import json
from collections.abc import Iterable

from mlrbench_gui.audit.notebooks.reading import Notebook, read_notebook
from mlrbench_gui.audit.transcript.replay import FileVersion


def typing_action(notebook: Notebook, versions: Iterable[FileVersion]) -> int | None:
    """The first action that typed the outputs as they stand; None where no known text holds them.

    A command that puts numbers into the notebook types them, too.
    """
    shown = [output.text.strip() for output in notebook.outputs]
    for version in versions:
        if shown and version.text is not None and _outputs(version.text) == shown:
            return version.action
        if version.how == "edited" and version.text is None and _puts_in(version.typed, notebook):
            return version.action
        if shown and version.how == "typed" and version.text is None:
            return version.action
    return None


def _outputs(text: str) -> list[str]:
    try:
        return [output.text.strip() for output in read_notebook(text).outputs]
    except ValueError:
        return []


def _puts_in(typed: Iterable[str], notebook: Notebook) -> bool:
    """Whether an edit put in, as a text of its own, a line with a number that an output holds."""
    lines = {
        json.dumps(line, ensure_ascii=False)[:-1]
        for output in notebook.outputs
        for line in output.text.split("\n")
        if any(c.isdigit() for c in line)
    }
    return any(line in piece for piece in typed for line in lines)
