"""Which versions of a file can be chosen and what each is held against. Pure."""

from mlrbench_gui.services.tracing import DiskState, TracedFile
from mlrbench_gui.ui.screens.audit.evidence.linking import size_text
from mlrbench_gui.ui.screens.audit.trace.file_rows import VersionRow
from mlrbench_gui.ui.screens.audit.trace.words import STATE_WORDS, how_words

NOTHING = VersionRow(None, "", None)
"""The base of a version that is shown alone."""


def version_rows(file: TracedFile) -> tuple[VersionRow, ...]:
    """The file on disk, then the versions of the actions, the newest first."""
    rows = [
        VersionRow(version.action, how_words(version), version.text, _lines(version.text))
        for version in reversed(file.versions)
    ]
    if file.size is None:
        return tuple(rows)
    words = STATE_WORDS[file.state]
    if file.made_by is not None and file.state in {DiskState.SAME, DiskState.EARLIER}:
        words = f"as action {file.made_by} left it"
    elif file.made_by is not None:
        words = f"{words} in action {file.made_by}"
    return (VersionRow(None, words, None, size_text(file.size)), *rows)


def base_rows(rows: tuple[VersionRow, ...], chosen: int) -> tuple[tuple[str, int], ...]:
    """What the chosen row can be held against, with its place among the rows: the one before it first, then others."""
    known = [at for at, row in enumerate(rows) if at != chosen and _is_known(row)]
    older = [at for at in known if at > chosen]
    ordered = [*older, *(at for at in known if at < chosen)]
    titles = [(rows[at].title, at) for at in ordered]
    if older and rows[chosen].action is not None:
        titles[0] = (f"{titles[0][0]} (before)", older[0])
    alone = ("nothing", -1)
    return (*titles, alone) if older else (alone, *titles)


def first_choice(file: TracedFile, rows: tuple[VersionRow, ...]) -> int:
    """The file on disk; where an action left just that, its version, which shows what the action changed."""
    if file.state is DiskState.SAME and len(rows) > 1:
        return 1
    return 0


def _is_known(row: VersionRow) -> bool:
    return row.action is None or row.text is not None


def _lines(text: str | None) -> str:
    if text is None:
        return ""
    count = len(text.splitlines())
    return f"{count} line{'' if count == 1 else 's'}"
