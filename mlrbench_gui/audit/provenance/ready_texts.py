"""Lines of a log that stand ready in a script: texts with figures in them that the script only has to write out."""

import ast
import re
from collections.abc import Iterator, Sequence

from mlrbench_gui.audit.evidence_files import EvidenceFiles
from mlrbench_gui.audit.provenance.scripts import ScriptReading
from mlrbench_gui.audit.text.measures import MEASURE
from mlrbench_gui.audit.text.numbering import without_numbering
from mlrbench_gui.audit.text.trees import children
from mlrbench_gui.domain.artifacts import ArtifactRole
from mlrbench_gui.domain.values import RelPath

_FEWEST = 3
_SHARE = 0.4
_LONGEST = 600
_MOST_LINES = 4000
_HOLE = "\0"
_FIGURE = re.compile(r"(?<![\w./:-])\d+\.\d+(?![\w./-])|\d\d:\d\d:\d\d|\d\s?%")
_COUNT = re.compile(r"(?<![\w.])\d+(?![\w.])")
_HEAD = re.compile(
    r"^[\[(]?\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d+)?[\])]?\s*(?:[-|:]\s*)?(?:[\w.-]+\s+-\s+)?"
    r"(?:\[?(?:DEBUG|INFO|WARNING|ERROR|CRITICAL)\]?\s*[-:|]?\s*)?"
)
"""What a logger puts before a message: time, name, level."""
_TALKS = frozenset({"add_argument", "ArgumentParser"})


def without_head(line: str) -> str:
    """The message of a line, without the time, name and level that a logger puts before it."""
    return _HEAD.sub("", line)


def tells_figure(text: str) -> bool:
    """Whether a line holds a result, a share or a time: a decimal number, or a number beside a measure's name."""
    told = without_numbering(text)
    return _FIGURE.search(told) is not None or (
        MEASURE.search(told) is not None and _COUNT.search(told) is not None
    )


def script_of_ready_text(text: str, trees: Sequence[tuple[RelPath, ast.Module]]) -> RelPath | None:
    """The script in which most of a log's lines with figures stand as ready text; None if none has them."""
    lines = [line.strip() for line in text.split("\n")[:_MOST_LINES]]
    wanted = [line for line in lines if len(line) < _LONGEST and tells_figure(without_head(line) or line)]
    if len(wanted) < _FEWEST:
        return None
    for path, tree in trees:
        plain, gapped = _ready_lines(tree)
        held = sum(1 for line in wanted if _is_held(line, plain, gapped))
        if held >= _FEWEST and held >= _SHARE * len(wanted):
            return path
    return None


def _is_held(line: str, plain: frozenset[str], gapped: Sequence[re.Pattern[str]]) -> bool:
    forms = {line, without_head(line)}
    return any(form in plain or any(pattern.fullmatch(form) for pattern in gapped) for form in forms)


def _ready_lines(tree: ast.Module) -> tuple[frozenset[str], list[re.Pattern[str]]]:
    """Literal lines with figures, and those with gaps whose figures stand in the literal part."""
    plain: set[str] = set()
    gapped: list[re.Pattern[str]] = []
    for text in _texts(tree):
        for row in text.split("\n"):
            line = row.strip()
            if len(line) >= _LONGEST or not tells_figure(line.replace(_HOLE, " ")):
                continue
            if _HOLE in line:
                gapped.append(re.compile(".*".join(re.escape(part) for part in line.split(_HOLE))))
            else:
                plain.add(line)
    return frozenset(plain), gapped


def _texts(node: ast.AST) -> Iterator[str]:
    """Texts that code uses; a text that stands alone is a remark, a help text of an option tells nothing."""
    if isinstance(node, ast.JoinedStr):
        yield "".join(str(v.value) if isinstance(v, ast.Constant) else _HOLE for v in node.values)
        return
    if isinstance(node, ast.Constant):
        if isinstance(node.value, str):
            yield node.value
        return
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in _TALKS:
        return
    for child in children(node):
        yield from _texts(child)


def ready_in(files: EvidenceFiles, path: RelPath, known: Sequence[ScriptReading]) -> RelPath | None:
    """The script that holds the file's lines as literal text."""
    if not files.is_text(path):
        return None
    typed = _typed_in(files.text(path), known)
    if typed is not None:
        return typed.path
    if files.roles[path] is not ArtifactRole.LOG:
        return None
    trees = [(r.path, tree) for r in known if (tree := files.tree(r.path)) is not None]
    return script_of_ready_text(files.text(path), trees)


def _has_number(line: str) -> bool:
    return any(c.isdigit() for c in line) and any(c.isdigit() for c in without_numbering(line))


def _typed_in(text: str, readings: Sequence[ScriptReading]) -> ScriptReading | None:
    """The script that holds most of the text's lines with numbers as literal text."""
    lines = [line.strip() for line in text.split("\n")[:4000] if _has_number(line)]
    for reading in readings:
        held = sum(1 for line in lines if line in reading.texts)
        if held >= 4 and held >= 0.4 * len(lines):
            return reading
    return None
