"""The source of one code cell as plain Python, line by line the same: magics and shell lines are left out."""

import ast
import re
import warnings

_MAGIC = re.compile(
    r"(?P<indent>\s*)(?:[\w.\[\]'\", ]+\s*=\s*)?(?:[%!](?P<rest>.*)|\?{1,2}\S.*|[\w.]+\?{1,2}\s*)$"
)
_TIMING = ("%%time", "%%timeit", "%%capture", "%%prun", "%%memit", "%%debug")
"""Cell magics below which plain Python stands; below any other stands what no kernel of ours runs."""
_END = "END_OF_CELL"
_SHOWN = re.compile(r"^(?P<indent>\s*)display\(")


def plain_lines(lines: list[str], *, shows: bool) -> tuple[list[str], list[str]]:
    """The cell's lines as Python, and its shell commands. `shows`: the cell left a result that it did not print.

    The last expression of a cell is shown by the kernel: it stands as printed.
    """
    kept, commands = list(lines), list[str]()
    first = next((line.strip() for line in lines if line.strip()), "")
    if first.startswith("%%"):
        if not first.startswith(_TIMING):
            return [""] * len(lines), _cell_commands(first, lines)
        kept[next(i for i, line in enumerate(lines) if line.strip())] = ""
    tree = _parsed(kept)
    if tree is None:
        for at, line in enumerate(kept):
            hit = _MAGIC.match(line)
            if hit is not None and not _is_plain(line):
                kept[at] = hit.group("indent") + "pass"
                commands += [hit.group("rest")] if line.lstrip(" \t").startswith("!") else []
        tree = _parsed(kept)
    if tree is None:
        return [""] * len(lines), commands
    return _shown(kept, tree, shows=shows), commands


def _cell_commands(magic: str, lines: list[str]) -> list[str]:
    """The commands of a cell that is no Python; a file that it writes stands as a here-document."""
    body = lines[next(i for i, line in enumerate(lines) if line.strip()) + 1 :]
    if magic.startswith(("%%bash", "%%sh", "%%!")):
        return body
    words = magic.split()
    if words[0] in ("%%writefile", "%%file") and len(words) > 1:
        return [f"cat {'>>' if '-a' in words else '>'} {words[-1]} <<'{_END}'", *body, _END]
    return []


def _parsed(lines: list[str]) -> ast.Module | None:
    text = "\n".join(lines)
    if "\0" in text:
        return None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def _is_plain(line: str) -> bool:
    return _parsed([line.strip()]) is not None


def _shown(lines: list[str], tree: ast.Module, *, shows: bool) -> list[str]:
    """The lines with the last expression printed, where it is a value or its result was kept."""
    kept = [_SHOWN.sub(r"\g<indent>print(", line, count=1) for line in lines]
    last = tree.body[-1] if tree.body else None
    if not isinstance(last, ast.Expr) or last.end_lineno is None or last.end_col_offset is None:
        return kept
    if isinstance(last.value, ast.Call | ast.Await | ast.Yield | ast.YieldFrom) and not shows:
        return kept
    end = last.end_lineno - 1
    is_plain = lines[end].isascii() and not last.col_offset  # columns of a tree count bytes
    if not is_plain or kept[last.lineno - 1] != lines[last.lineno - 1]:
        return kept
    kept[end] = kept[end][: last.end_col_offset] + ")" + kept[end][last.end_col_offset :]
    kept[last.lineno - 1] = "print(" + kept[last.lineno - 1]
    return kept
