"""Measures that code makes by adding a random draw to another measure, and embeddings that are nothing but draws."""

import ast
import re
from collections.abc import Iterator

from mlrbench_gui.audit.ledger.values import Place
from mlrbench_gui.audit.text.code_names import last_name
from mlrbench_gui.audit.text.trees import FunctionNode, all_nodes
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
from mlrbench_gui.domain.values import FindingKind

_DRAWS = frozenset(
    {"normal", "gauss", "uniform", "randn", "rand", "random", "randint", "standard_normal", "beta"}
)
_SOURCES = re.compile(r"random|rng|torch|generator", re.IGNORECASE)
_MEASURE = re.compile(
    r"(?:^|_)(?:accuracy|acc|f1|precision|recall|auc|auroc|bleu|rouge\w*|exact_match|mrr|ndcg|pass_rate|success_rate|"
    r"hallucination_rate|perplexity|ece|mse|rmse|mae)(?:_|$)",
    re.IGNORECASE,
)
_PASSES = frozenset({"clip", "min", "max", "float", "round", "abs"})
_ENCODES = re.compile(
    r"(?:^|_)(?:embed\w*|encode(?:_\w+)?|(?:get|compute|extract)_(?:\w+_)?"
    r"(?:features?|representations?|activations?|hidden_states?))$",
    re.IGNORECASE,
)
_MODULES = frozenset({"np", "numpy", "torch", "random", "self", "rng", "math", "len", "int", "hash"})


def noised_measures(trees: Trees) -> Iterator[Breakage]:
    """`results["accuracy"] = base * (1 + uniform(…))`: one measure and chance make another, which nothing measured."""
    for path, scope in scopes(trees):
        for name, made in _stored(scope):
            if _MEASURE.search(name) and _adds_draw(made):
                message = f"{name} is made here of another number and a random draw; nothing measures it."
                named = frozenset({frozenset(name_words(name))})
                place = Place("line", "", made.lineno)
                yield Breakage(path, place, message, names=named, kind=FindingKind.SIMULATED_RESULTS)


def drawn_embeddings(trees: Trees) -> Iterator[Breakage]:
    """A function that is named for embedding its input and returns draws: whatever rests on it tells of no input."""
    trials = {id(node) for tree in trees.values() for node in _of_trials(tree)}
    for path, function in functions(trees):
        if _ENCODES.search(function.name) and id(function) not in trials and _returns_draws(function):
            message = (
                f"{function.name} returns random numbers whatever it is given, so that no figure that rests on it "
                "tells anything of the inputs."
            )
            place = Place("line", "", function.lineno)
            yield Breakage(path, place, message, kind=FindingKind.SIMULATED_RESULTS)


def _of_trials(tree: ast.Module) -> Iterator[ast.AST]:
    """What a module does only when it is itself started is a trial of it where others import it."""
    for node in tree.body:
        if isinstance(node, ast.If) and "__name__" in ast.unparse(node.test):
            yield from all_nodes(node)


def _stored(scope: ast.AST) -> Iterator[tuple[str, ast.expr]]:
    """What is assigned or kept under a key, with its name."""
    for node in in_order(scope, ast.Assign):
        for target in node.targets:
            name = key_of(target.slice) if isinstance(target, ast.Subscript) else last_name(target)
            yield name, node.value
    for held in in_order(scope, ast.Dict):
        for key, value in zip(held.keys, held.values, strict=True):
            yield key_of(key), value


def _adds_draw(node: ast.expr) -> bool:
    """Whether it is a number that code holds already, plus or times something drawn."""
    while isinstance(node, ast.Call) and called(node) in _PASSES and node.args:
        inner = [argument for argument in node.args if not isinstance(argument, ast.Constant)]
        if len(inner) != 1:
            return False
        node = inner[0]
    if not isinstance(node, ast.BinOp) or not isinstance(node.op, ast.Add | ast.Sub | ast.Mult):
        return False
    for drawn, other in ((node.left, node.right), (node.right, node.left)):
        if _is_of_draws(drawn) and isinstance(other, ast.Name | ast.Attribute | ast.Subscript):
            return True
    return False


def _is_of_draws(node: ast.expr) -> bool:
    """A draw, or a sum or product of draws and literals: `1 + 0.05 * random()`."""
    if isinstance(node, ast.BinOp):
        sides = (node.left, node.right)
        return any(map(_is_of_draws, sides)) and all(_is_of_draws(s) or _is_typed(s) for s in sides)
    return _is_draw(node)


def _is_typed(node: ast.expr) -> bool:
    return all(isinstance(part, ast.Constant | ast.BinOp | ast.operator) for part in all_nodes(node))


def _is_draw(node: ast.expr) -> bool:
    if not isinstance(node, ast.Call) or called(node) not in _DRAWS:
        return False
    return isinstance(node.func, ast.Name) or _SOURCES.search(ast.unparse(node.func)) is not None


def _returns_draws(function: FunctionNode) -> bool:
    """Whether all that a function returns is drawn, its arguments giving no more than sizes and seeds."""
    drawn: set[str] = set()
    for node in in_order(function, ast.Assign):
        names = {target.id for target in node.targets if isinstance(target, ast.Name)}
        drawn = drawn | names if _is_only_drawn(node.value, drawn) else drawn - names
    returned = [node.value for node in in_order(function, ast.Return)]
    return bool(returned) and all(value is not None and _is_only_drawn(value, drawn) for value in returned)


def _is_only_drawn(node: ast.expr, drawn: set[str]) -> bool:
    """Whether an expression rests on draws alone: what stands within a draw only sets its size and spread."""
    draws = [part for part in all_nodes(node) if isinstance(part, ast.expr) and _is_draw(part)]
    within = {id(part) for draw in draws for part in all_nodes(draw)}
    free = {
        part.id
        for part in all_nodes(node)
        if isinstance(part, ast.Name) and id(part) not in within and part.id not in _MODULES
    }
    return bool(draws or names_in(node) & drawn) and free <= drawn | _loop_names(node)


def _loop_names(node: ast.expr) -> set[str]:
    """The variables of comprehensions, and what they run over: one draw for each item."""
    loops = [loop for part in all_nodes(node) if isinstance(part, ast.ListComp) for loop in part.generators]
    return {
        name.id
        for loop in loops
        for part in (loop.target, loop.iter)
        for name in all_nodes(part)
        if isinstance(name, ast.Name)
    }
