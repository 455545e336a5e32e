"""Measures that no code fills: a dictionary that stays empty, from which only the default is ever read."""

import ast
from collections.abc import Iterator, Mapping
from typing import TypeGuard

from mlrbench_gui.audit.ledger.values import Place
from mlrbench_gui.audit.text.trees import FunctionNode, all_nodes, own_nodes
from mlrbench_gui.audit.text.words import name_words
from mlrbench_gui.audit.trust.breakage import Breakage
from mlrbench_gui.audit.trust.code_that_ran import (
    Trees,
    called,
    functions,
    in_order,
    key_of,
    names_in,
    scopes,
)
from mlrbench_gui.domain.values import FindingKind, RelPath, Severity


class _Lookup(ast.Call):
    """A call that is known to look up a key."""

    func: ast.Attribute


def unfilled_measures(trees: Trees) -> Iterator[Breakage]:
    """Each dictionary that is made empty, never filled, and read with a default whose answer goes under a key."""
    known = {function.name: (path, function) for path, function in functions(trees)}
    for path, scope in scopes(trees):
        if isinstance(scope, ast.Module):
            continue
        for name, made in _made_empty(scope).items():
            readers = _readers(scope, name, known)
            if readers is None:
                continue
            keys = {key for reader, there in readers for key in _keys(reader, there)}
            if not keys:
                continue
            own = frozenset(name_words(name))
            told = {frozenset(name_words(key)) for key in keys}
            names = frozenset(told | ({own} if len(own) > 1 else set()))
            message = (
                f"{name} is made empty here and never filled: all that is read from it, under "
                f"{', '.join(sorted(keys))}, is the default."
            )
            yield Breakage(
                path,
                Place("line", "", made),
                message,
                names=names,
                kind=FindingKind.OTHER,
                severity=Severity.MEDIUM,
            )


def _made_empty(scope: FunctionNode) -> dict[str, int]:
    """The names that are assigned once, an empty dictionary, with the lines."""
    made: dict[str, int] = {}
    stores: dict[str, int] = {}
    for node in own_nodes(scope):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            stores[node.id] = stores.get(node.id, 0) + 1
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            is_dict = isinstance(node.value, ast.Dict) and not node.value.keys
            if is_dict or (called(node.value) == "dict" and not getattr(node.value, "args", ())):
                made[node.targets[0].id] = node.lineno
    return {name: line for name, line in made.items() if stores[name] == 1}


def _readers(
    scope: FunctionNode, name: str, known: Mapping[str, tuple[RelPath, FunctionNode]]
) -> list[tuple[FunctionNode, str]] | None:
    """The functions that read the dictionary, each with its name there; None where something may fill it."""
    found = [(scope, name)]
    if _may_fill(scope, name, taken=_given(scope, name)):
        return None
    for call, parameter in _given(scope, name).items():
        target = known.get(called(call))
        if target is None:
            return None
        own = _parameter(target[1], parameter)
        if own is None or _may_fill(target[1], own, taken={}):
            return None
        found.append((target[1], own))
    return found


def _given(scope: FunctionNode, name: str) -> dict[ast.Call, int | str]:
    """The calls that are given the dictionary itself, and as which argument."""
    found: dict[ast.Call, int | str] = {}
    for call in in_order(scope, ast.Call):
        for number, argument in enumerate(call.args):
            if isinstance(argument, ast.Name) and argument.id == name:
                found[call] = number
        for keyword in call.keywords:
            if keyword.arg and isinstance(keyword.value, ast.Name) and keyword.value.id == name:
                found[call] = keyword.arg
    return found


def _parameter(function: FunctionNode, which: int | str) -> str | None:
    names = [a.arg for a in (*function.args.posonlyargs, *function.args.args) if a.arg != "self"]
    if isinstance(which, int):
        return names[which] if which < len(names) else None
    return which if which in (*names, *(a.arg for a in function.args.kwonlyargs)) else None


def _may_fill(function: FunctionNode, name: str, *, taken: dict[ast.Call, int | str]) -> bool:
    """Whether the name is used in any way but to look a key up with a default, or to hand it on."""
    harmless: set[int] = set()
    for node in all_nodes(function):
        if _is_lookup(node, name):
            harmless.add(id(node.func.value))
        elif isinstance(node, ast.Call) and node in taken:
            given = (*node.args, *(keyword.value for keyword in node.keywords))
            harmless |= {id(a) for a in given if isinstance(a, ast.Name) and a.id == name}
    return any(
        isinstance(node, ast.Name)
        and node.id == name
        and isinstance(node.ctx, ast.Load)
        and id(node) not in harmless
        for node in all_nodes(function)
    )


def _is_lookup(node: ast.AST, name: str) -> TypeGuard[_Lookup]:
    """`name.get(key, constant)`."""
    return (
        called(node) == "get"
        and isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and isinstance(node.func.value, ast.Name)
        and node.func.value.id == name
        and (len(node.args) == 1 or isinstance(node.args[-1], ast.Constant))
    )


def _keys(function: FunctionNode, name: str) -> set[str]:
    """The keys under which what is looked up in the dictionary is kept."""
    holds = {name}
    for made in in_order(function, ast.Assign):
        if any(_is_lookup(n, name) for n in all_nodes(made.value)):
            holds |= {target.id for target in made.targets if isinstance(target, ast.Name)}
    keys: set[str] = set()
    for node in own_nodes(function):
        if isinstance(node, ast.Dict):
            pairs = zip(node.keys, node.values, strict=True)
            keys |= {key_of(key) for key, value in pairs if holds & names_in(value)}
        elif isinstance(node, ast.Assign) and holds & names_in(node.value):
            keys |= {key_of(t.slice) for t in node.targets if isinstance(t, ast.Subscript)}
    return keys - {""}
