"""Texts that the code spells out itself, plain or encoded, and files that it names: known without running anything."""

import ast
from collections.abc import Iterator
from pathlib import PurePosixPath

from mlrbench_gui.audit.provenance.flow.program import Module, Program

_DECODERS = frozenset({"base64", "zlib", "gzip", "bz2", "lzma", "codecs", "binascii", "io", "textwrap"})
"""Modules whose calls only put the text that they are given into another form."""
_FORMS = frozenset(
    {"decode", "encode", "strip", "replace", "join", "format", "lower", "upper", "read", "getvalue"}
)
"""Methods of texts that give texts."""
_BYTES = frozenset({"bytes", "bytearray", "fromhex", "str", "chr"})
STDIN = "<stdin>"
"""The name under which stands what a command hands to the programs that it starts."""
_DEEPEST = 12


def is_spelled(node: ast.expr, module: Module, program: Program, depth: int = 0) -> bool:
    """Whether an expression is a text of constants alone, however it is encoded."""
    if depth > _DEEPEST:
        return False
    if isinstance(node, ast.Constant):
        return isinstance(node.value, str | bytes | int)
    if isinstance(node, ast.Name):
        held = _held(node.id, module, program)
        return held is not None and is_spelled(held[0], held[1], program, depth + 1)
    parts = _parts(node, module)
    return parts is not None and all(is_spelled(part, module, program, depth + 1) for part in parts)


def _parts(node: ast.expr, module: Module) -> list[ast.expr] | None:
    """What a text is put together from; None where that is not plain."""
    if isinstance(node, ast.BinOp):
        return [node.left, node.right]
    if isinstance(node, ast.Tuple | ast.List):
        return list(node.elts)
    return _given(node, module) if isinstance(node, ast.Call) and not node.keywords else None


def _given(node: ast.Call, module: Module) -> list[ast.expr] | None:
    """What a call puts into another form; None for calls that do more."""
    function = node.func
    if isinstance(function, ast.Name):
        root = module.imports.get(function.id, "").split(".")[0]
        return list(node.args) if function.id in _BYTES or root in _DECODERS else None
    if not isinstance(function, ast.Attribute):
        return None
    if isinstance(function.value, ast.Name) and module.imports.get(function.value.id, "") in _DECODERS:
        return list(node.args)
    return [function.value, *node.args] if function.attr in _FORMS else None


def _held(name: str, module: Module, program: Program) -> tuple[ast.expr, Module] | None:
    """What a name holds that is assigned just once, here or where it is imported from."""
    held, home = module.once.get(name), module
    if held is None:
        place = program.imported(module, name)
        held, home = (place[0].once.get(place[1]), place[0]) if place is not None else (None, module)
    return (held, home) if held is not None and not isinstance(held, ast.List) else None


def file_named(node: ast.expr, module: Module, program: Program) -> str:
    """The name of the file that a path leads to, empty where it is not spelled out."""
    names = [PurePosixPath(text).name for text in _texts(node, module, program, 0) if text]
    return names[-1] if names else ""


def _texts(node: ast.expr, module: Module, program: Program, depth: int) -> Iterator[str]:
    if depth > _DEEPEST:
        return
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.Name):
        held = _held(node.id, module, program)
        if held is not None:
            yield from _texts(held[0], held[1], program, depth + 1)
    elif isinstance(node, ast.Call):
        for part in node.args:
            yield from _texts(part, module, program, depth + 1)
    elif isinstance(node, ast.BinOp):
        yield from _texts(node.left, module, program, depth + 1)
        yield from _texts(node.right, module, program, depth + 1)
    elif isinstance(node, ast.JoinedStr) and node.values and isinstance(node.values[-1], ast.Constant):
        yield str(node.values[-1].value)
