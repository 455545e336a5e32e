"""Source code as lines with inks. Hue belongs to verdicts, so syntax is told by weight and grey alone."""

from collections.abc import Iterator
from functools import cache

from mlrbench_gui.domain.work import CancelToken
from mlrbench_gui.ui.screens.audit.evidence.reading.ansi import Ink, Line, Run, safe_tabs

LIMIT = 2 << 20
_LINE_LIMIT = 4096
_LEXERS = {
    "py": "python",
    "sh": "bash",
    "bash": "bash",
    "yaml": "yaml",
    "yml": "yaml",
    "toml": "toml",
    "cfg": "ini",
    "ini": "ini",
    "json": "json",
    "ipynb": "json",
    "md": "markdown",
    "r": "r",
    "js": "javascript",
    "tex": "latex",
}


def code_lines(data: bytes, name: str, cancel: CancelToken | None = None) -> tuple[Line, ...]:
    """All lines of a code file; plain where no lexer fits or the file is over 2 MiB. Raises Cancelled."""
    text = data.decode("utf-8-sig", "replace").replace("\r\n", "\n").replace("\r", "\n")
    lexer = _LEXERS.get(name.rsplit(".", 1)[-1].lower()) if len(data) <= LIMIT else None
    if lexer is None:
        return tuple(_line([("", part)]) for part in text.split("\n"))
    lines: list[Line] = []
    pieces: list[tuple[str, str]] = []
    for kind, value in _tokens(text, lexer):
        *whole, rest = value.split("\n")
        for part in whole:
            pieces.append((kind, part))
            lines.append(_line(pieces))
            pieces = []
            if cancel is not None and len(lines) % 512 == 0:
                cancel.check()
        pieces.append((kind, rest))
    lines.append(_line(pieces))
    return tuple(lines[:-1] if text.endswith("\n") and not lines[-1].text else lines)


def _tokens(text: str, lexer_name: str) -> Iterator[tuple[str, str]]:
    from pygments.lexers import get_lexer_by_name

    lexer = get_lexer_by_name(lexer_name, stripnl=False, ensurenl=False)
    for kind, value in lexer.get_tokens(text):
        yield str(kind), value


def _line(pieces: list[tuple[str, str]]) -> Line:
    text: list[str] = []
    runs: list[Run] = []
    length = 0
    for kind, raw in pieces:
        piece = safe_tabs(raw).replace("\t", "    ")[: max(0, _LINE_LIMIT - length)]
        ink, bold = _ink(kind)
        if piece and (ink is not Ink.PLAIN or bold):
            runs.append(Run(length, length + len(piece), ink, bold))
        text.append(piece)
        length += len(piece)
    hidden = sum(len(raw) for _, raw in pieces) - length if length >= _LINE_LIMIT else 0
    return Line("".join(text), tuple(runs), hidden=max(0, hidden))


@cache
def _ink(kind: str) -> tuple[Ink, bool]:
    if ".Comment" in kind:
        return Ink.COMMENT, False
    if ".Keyword" in kind or "Operator.Word" in kind or "Generic.Heading" in kind:
        return Ink.KEYWORD, True
    if ".String" in kind:
        return Ink.STRING, False
    if "Name.Function" in kind or "Name.Class" in kind:
        return Ink.NAME, True
    return Ink.PLAIN, False
