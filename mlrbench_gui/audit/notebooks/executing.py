"""Whether a notebook's outputs were typed, and which notebooks ran though no recorded command tells so."""

import contextlib
import json
from collections.abc import Collection, Iterable

from mlrbench_gui.audit.notebooks.reading import Notebook, read_notebook
from mlrbench_gui.audit.transcript.replay import FileVersion

_TELLING = 8
"""A piece of a line of so many signs is told by them."""


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


def changed_since(notebook: Notebook, versions: Iterable[FileVersion], action: int) -> int | None:
    """The first edit behind the execution that put a line into the code which stands there."""
    code = {line.strip() for line in notebook.code.split("\n") if line.strip()}
    for version in versions:
        is_later = action >= 0 and version.action > action and version.how == "edited"
        if is_later and any(_is_line_of(line, code) for line in version.typed):
            return version.action
    return None


def _is_line_of(typed: str, code: Collection[str]) -> bool:
    """Whether a line of a notebook's file holds a line of its code, as a text of JSON or as it is."""
    plain = typed.strip().rstrip(",")
    with contextlib.suppress(ValueError):
        told = json.loads(plain)
        plain = told if isinstance(told, str) else plain
    return any(
        line.strip() in code or any(line.strip() in one for one in code if len(line.strip()) >= _TELLING)
        for line in plain.split("\n")
        if line.strip()
    )


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
