"""Files, versions and comparisons of the trace in words. Pure."""

from mlrbench_gui.audit.transcript.replay import FileVersion
from mlrbench_gui.domain.values import Provenance
from mlrbench_gui.services.tracing import DiskState, TracedFile
from mlrbench_gui.ui.screens.audit.evidence.naming import PROVENANCE_WORDS
from mlrbench_gui.ui.screens.audit.trace.aligning import Alignment, RowKind

STATE_WORDS = {
    DiskState.SAME: "as written",
    DiskState.EARLIER: "an earlier version",
    DiskState.DIFFERS: "differs from replay",
    DiskState.UNTOLD: "not told",
    DiskState.GONE: "not on disk",
    DiskState.BY_PROGRAM: "by a program",
    DiskState.GIVEN: "given",
    DiskState.UNEXPLAINED: "no action explains it",
}
_HOW = {
    "written": "written",
    "edited": "edited",
    "typed": "typed in a shell command",
    "captured": "output of a command",
    "left": "left by a command",
    "copied": "copied",
    "moved": "moved",
    "removed": "removed",
}


def state_words(file: TracedFile) -> str:
    """How a file stands, in two or three words."""
    if file.state is DiskState.BY_PROGRAM and file.provenance is not Provenance.UNKNOWN:
        return PROVENANCE_WORDS[file.provenance]
    return STATE_WORDS[file.state]


def standing_line(file: TracedFile) -> str:
    """How the file on disk stands to what the actions tell, as a sentence."""
    last = f"action {file.versions[-1].action}" if file.versions else "no action"
    sentences = {
        DiskState.SAME: f"The file on disk is what {last} left.",
        DiskState.EARLIER: f"The file on disk is what action {file.made_by} left; later changes are not in it.",
        DiskState.DIFFERS: f"The file on disk is no version that the transcript shows; {last} touched it last.",
        DiskState.UNEXPLAINED: "No action writes this file, and no script that ran names it.",
    }
    sentence = sentences.get(file.state)
    return sentence if sentence is not None else f"{file.reason[:1].upper()}{file.reason[1:]}."


def how_words(version: FileVersion) -> str:
    """What an action did to a file."""
    words = _HOW.get(version.how, version.how)
    return f"{words} from {version.source}" if version.source is not None else words


def change_words(alignment: Alignment) -> str:
    """`+12 −3 ~2`: lines added, removed, changed."""
    added, removed, changed = (
        alignment.count(kind) for kind in (RowKind.RIGHT, RowKind.LEFT, RowKind.CHANGED)
    )
    parts = [f"+{added}" if added else "", f"−{removed}" if removed else "", f"~{changed}" if changed else ""]
    return " ".join(part for part in parts if part) or "no difference"


def pair_words(alignment: Alignment) -> str:
    """How two files compare, with the offset of their time stamps."""
    same, timed = alignment.count(RowKind.SAME), alignment.count(RowKind.TIME)
    if same == len(alignment):
        return f"All {same:,} lines are equal"
    parts = [f"{same:,} lines equal"]
    if timed:
        parts.append(f"{timed:,} equal but for the time")
    parts += [
        f"{alignment.count(kind):,} {words}"
        for kind, words in (
            (RowKind.CHANGED, "changed"),
            (RowKind.LEFT, "only left"),
            (RowKind.RIGHT, "only right"),
        )
        if alignment.count(kind)
    ]
    return " · ".join(parts)


def offset_words(alignment: Alignment) -> str:
    """How much later or earlier the right log is; empty where lines carry no time."""
    offset = alignment.offset
    if offset is None:
        return ""
    share = f"{offset.shared:,} of {offset.timed:,} equal lines with a time"
    if not offset.seconds:
        return f"Time stamps are the same in {share}"
    side = "later" if offset.seconds > 0 else "earlier"
    return f"The right one is {duration_words(abs(offset.seconds))} {side} in {share}"


def duration_words(seconds: float) -> str:
    """`2 h 3 min`, `4.25 s`: the two largest parts."""
    whole = int(seconds)
    units = ((whole // 86_400, "d"), (whole // 3600 % 24, "h"), (whole // 60 % 60, "min"))
    parts = [f"{count} {name}" for count, name in units if count]
    rest = seconds % 60
    if rest >= 0.0005 and len(parts) < 2:
        parts.append(f"{rest:.3f}".rstrip("0").rstrip(".") + " s")
    return " ".join(parts[:2]) or "0 s"
