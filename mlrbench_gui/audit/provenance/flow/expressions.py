"""Expressions: which numbers they are worth, by what went into them."""

import ast
import re
from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from typing_extensions import override

from mlrbench_gui.audit.ledger.code_values import constant as number
from mlrbench_gui.audit.provenance.flow import vocabulary as words
from mlrbench_gui.audit.provenance.flow.atoms import (
    NOTHING,
    Ingredient,
    Value,
    constant,
    derived,
    joined,
    labelled,
    literal,
    under,
    union,
)
from mlrbench_gui.audit.provenance.flow.calls import Calls
from mlrbench_gui.audit.provenance.flow.program import Program, Scope
from mlrbench_gui.audit.text.trees import children

if TYPE_CHECKING:
    from collections.abc import Callable

_WORDS_BEFORE = 40
_FEWEST_SHARES = 3
_NEAR = 1e-6
_EDGE = re.compile(r"^[\s|:=,(\-]+|[\s|:=,(\-]+$")
_SPLIT = re.compile(r"[|,;\n]")
Comprehension = ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp


class Expressions(Calls):
    """Evaluates expressions in a scope."""

    def __init__(self, program: Program, typed: Mapping[str, Collection[str]]) -> None:
        super().__init__(program, typed)
        self._by_type: dict[type[ast.expr], Callable[..., Value]] = {
            ast.Constant: self._constant,
            ast.Name: self._name,
            ast.Attribute: self._attribute,
            ast.Subscript: self._subscript,
            ast.Call: self.call,
            ast.BinOp: self._operation,
            ast.Dict: self._dict,
            ast.JoinedStr: self._text,
            ast.IfExp: self.either,
            ast.Compare: self._comparison,
            ast.NamedExpr: self._named,
        }

    @override
    def value(self, node: ast.expr, scope: Scope) -> Value:
        known = self._by_type.get(type(node))
        if known is not None:
            return known(node, scope)
        if isinstance(node, Comprehension):
            return self._comprehension(node, scope)
        if isinstance(node, ast.Lambda):
            return NOTHING
        parts = [self.value(part, scope) for part in children(node) if isinstance(part, ast.expr)]
        if isinstance(node, ast.UnaryOp | ast.BoolOp):
            return joined(parts, self.spot(node))
        return union(parts)

    def _constant(self, node: ast.Constant, _scope: Scope) -> Value:
        if isinstance(node.value, int | float) and not isinstance(node.value, bool):
            return constant(node.value, self.spot(node))
        return NOTHING

    def _name(self, node: ast.Name, scope: Scope) -> Value:
        known = scope.get(node.id)
        if known is not None:
            return known
        place = self.program.imported(scope.module, node.id)
        if place is not None:
            return place[0].names.get(place[1], NOTHING)
        return NOTHING

    def _attribute(self, node: ast.Attribute, scope: Scope) -> Value:
        owner = scope.owner_of(node)
        if owner:
            held = self.program.attributes.get(("", node.attr), NOTHING)
            return union((self.program.attributes.get((owner, node.attr), NOTHING), held))
        dotted = self.dotted(node, scope.module)
        if dotted:
            home = self.program.own_module(dotted.rpartition(".")[0])
            return home.names.get(node.attr, NOTHING) if home is not None else NOTHING
        return union((self.value(node.value, scope), self.program.held(node.attr)))

    def _subscript(self, node: ast.Subscript, scope: Scope) -> Value:
        if self.dotted(node.value, scope.module) in words.VARIABLES:
            return literal(self.spot(node))
        whole = self.value(node.value, scope)
        key = node.slice
        if isinstance(key, ast.Constant) and isinstance(key.value, str):
            return under(whole, key.value)
        by = self.value(key, scope)
        if any(atom.made_of & Ingredient.LEARNED for atom in by):  # chosen by what was learned
            return frozenset(replace(atom, made_of=atom.made_of | Ingredient.LEARNED) for atom in whole)
        return whole

    def _operation(self, node: ast.BinOp, scope: Scope) -> Value:
        sides = (self.value(node.left, scope), self.value(node.right, scope))
        if isinstance(node.op, ast.Mod | ast.Add) and (_is_text(node.left) or _is_text(node.right)):
            return union(sides)
        is_list = isinstance(node.left, ast.List | ast.ListComp) or isinstance(
            node.right, ast.List | ast.ListComp
        )
        return union(sides) if is_list else joined(sides, self.spot(node))

    def _dict(self, node: ast.Dict, scope: Scope) -> Value:
        pairs = zip(node.keys, node.values, strict=True)
        held = union([_kept_under(key, self.value(value, scope)) for key, value in pairs])
        if not _are_weights(node):
            return held
        return frozenset(replace(atom, made_of=atom.made_of | Ingredient.SHARE) for atom in held)

    def _text(self, node: ast.JoinedStr, scope: Scope) -> Value:
        parts, before = [], ""
        for part in node.values:
            if isinstance(part, ast.Constant):
                before = _SPLIT.split(_EDGE.sub("", str(part.value)))[-1].strip()
            elif isinstance(part, ast.FormattedValue):
                parts.append(labelled(self.value(part.value, scope), _last_words(before)))
        return union(parts)

    def either(self, node: ast.IfExp, scope: Scope) -> Value:
        test = self.value(node.test, scope)
        both = union((self.value(node.body, scope), self.value(node.orelse, scope)))
        return (
            union((both, joined((test, both), self.spot(node)))) if both else joined((test,), self.spot(node))
        )

    def _comparison(self, node: ast.Compare, scope: Scope) -> Value:
        """Comparing two things is working something out; a draw or anything held against a literal is not."""
        sides = [self.value(part, scope) for part in (node.left, *node.comparators)]
        if any(isinstance(op, ast.Is | ast.IsNot | ast.In | ast.NotIn) for op in node.ops):
            return NOTHING
        parts = (node.left, *node.comparators)
        is_plain = any(
            _is_constant(part) or self.is_draw(part, side, scope)
            for part, side in zip(parts, sides, strict=True)
        )
        return joined(sides if is_plain else (*sides, derived(self.spot(node))), self.spot(node))

    def is_draw(self, node: ast.expr, value: Value, scope: Scope) -> bool:
        """Whether an expression is a random number as it was drawn."""
        if isinstance(node, ast.Call):
            return self.is_random(node.func, scope.module)
        return bool(value) and all(atom.made_of is Ingredient.RANDOM for atom in value)

    def _named(self, node: ast.NamedExpr, scope: Scope) -> Value:
        value = self.value(node.value, scope)
        scope.bind(node.target.id, value)
        return value

    def _comprehension(self, node: Comprehension, scope: Scope) -> Value:
        inner = scope.inner()
        tests = []
        for loop in node.generators:
            self.bind(loop.target, self.value(loop.iter, inner), inner)
            tests += [self.value(test, inner) for test in loop.ifs]
        if not isinstance(node, ast.DictComp):
            held = self.value(node.elt, inner)
            return union((held, *(joined((held, test), self.spot(node)) for test in tests)))
        return _kept_under(node.key, self.value(node.value, inner))

    def bind(self, target: ast.expr, value: Value, scope: Scope) -> None:
        """A target of an assignment or loop holds the value."""
        if isinstance(target, ast.Name):
            scope.bind(target.id, value)
        elif isinstance(target, ast.Tuple | ast.List):
            for part in target.elts:
                self.bind(part, value, scope)
        elif isinstance(target, ast.Starred):
            self.bind(target.value, value, scope)
        elif isinstance(target, ast.Attribute):
            self.program.hold(scope.owner_of(target), target.attr, value)
        elif isinstance(target, ast.Subscript):
            self._bind_item(target, value, scope)

    def _bind_item(self, target: ast.Subscript, value: Value, scope: Scope) -> None:
        held, base = _kept_under(target.slice, value), target.value
        while isinstance(base, ast.Subscript):
            base = base.value
        if isinstance(base, ast.Name):
            scope.add(base.id, held)
        elif isinstance(base, ast.Attribute):
            self.program.hold(scope.owner_of(base), base.attr, held)


def _kept_under(key: ast.expr | None, value: Value) -> Value:
    """The numbers under the key of a container, where the key is a text."""
    is_named = isinstance(key, ast.Constant) and isinstance(key.value, str)
    return labelled(value, str(key.value)) if is_named and isinstance(key, ast.Constant) else value


def _are_weights(node: ast.Dict) -> bool:
    """Shares that make up a whole: weights of measures, no values of them."""
    shares = [number(value) for value in node.values]
    known = [share for share in shares if share is not None]
    return len(known) == len(shares) >= _FEWEST_SHARES and abs(sum(known) - 1.0) < _NEAR


def _is_constant(node: ast.expr) -> bool:
    inner = node.operand if isinstance(node, ast.UnaryOp) else node
    return isinstance(inner, ast.Constant)


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str))


def _last_words(text: str) -> str:
    """The end of a text, from the beginning of a word."""
    end = text[-_WORDS_BEFORE:]
    return end if len(text) <= _WORDS_BEFORE or " " not in end else end.partition(" ")[2]
