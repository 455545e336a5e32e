"""What a script was started with: options and variables of its environment, and what tests on them come to."""

import ast
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from mlrbench_gui.audit.text.code_names import last_name
from mlrbench_gui.audit.text.trees import all_nodes
from mlrbench_gui.domain.values import RelPath

Known = str | int | float | bool | None
"""A value of an option; None for an option without one."""


class _Unknown:
    """The answer where nothing tells."""


UNKNOWN: Final = _Unknown()
Answer = Known | tuple[Known, ...] | _Unknown
_CASTS: dict[str, Callable[[str | int | float | bool], Known]] = {
    "bool": bool,
    "int": int,
    "float": float,
    "str": str,
}
_CASES: dict[str, Callable[[str], str]] = {"lower": str.lower, "upper": str.upper, "strip": str.strip}
_DEEPEST = 12


@dataclass(frozen=True, slots=True)
class Started:
    """One start of a script: its arguments and the variables set for it."""

    script: RelPath
    arguments: tuple[str, ...] = ()
    environment: tuple[tuple[str, str], ...] = ()


Names = Mapping[str, ast.expr | None]
"""Names that are assigned just once, with what they hold."""


@dataclass(frozen=True)
class Given:
    """What is known of all starts.

    An option counts by its name wherever it is read; starts that differ tell nothing.
    """

    options: Mapping[str, Known] = field(default_factory=dict)
    environment: Mapping[str, str] = field(default_factory=dict)

    def truth(self, test: ast.expr, names: Names) -> bool | None:
        """Whether a test holds; None where that is not known."""
        answer = _Test(self, names).answer(test)
        return None if isinstance(answer, _Unknown) else bool(answer)


class _Test:
    """Works a test out as far as options, variables and constants tell."""

    def __init__(self, given: Given, names: Names) -> None:
        self._given = given
        self._names = names
        self._depth = 0
        self._by_type: dict[type[ast.expr], Callable[..., Answer]] = {
            ast.Constant: self._constant,
            ast.Name: self._name,
            ast.Attribute: self._option,
            ast.UnaryOp: self._negated,
            ast.BoolOp: self._both,
            ast.Tuple: self._several,
            ast.List: self._several,
            ast.Set: self._several,
            ast.Compare: self._compared,
            ast.Subscript: self._looked_up,
            ast.Call: self._called,
        }

    def answer(self, node: ast.expr) -> Answer:
        read = self._by_type.get(type(node))
        if read is None or self._depth > _DEEPEST:
            return UNKNOWN
        self._depth += 1
        try:
            return read(node)
        finally:
            self._depth -= 1

    def _constant(self, node: ast.Constant) -> Answer:
        return node.value if isinstance(node.value, Known) else UNKNOWN

    def _name(self, node: ast.Name) -> Answer:
        held = self._names.get(node.id)
        is_plain = held is not None and not isinstance(
            held, ast.List | ast.Set
        )  # what can grow need not stay so
        return self.answer(held) if held is not None and is_plain else UNKNOWN

    def _option(self, node: ast.Attribute) -> Answer:
        is_option = isinstance(node.value, ast.Name | ast.Attribute) and node.attr in self._given.options
        return self._given.options[node.attr] if is_option else UNKNOWN

    def _negated(self, node: ast.UnaryOp) -> Answer:
        inner = self.answer(node.operand)
        return UNKNOWN if isinstance(inner, _Unknown) or not isinstance(node.op, ast.Not) else not inner

    def _both(self, node: ast.BoolOp) -> Answer:
        """`and` is false with one false part, `or` true with one true part, whatever the others are."""
        parts = [self.answer(part) for part in node.values]
        decisive = isinstance(node.op, ast.Or)
        if any(not isinstance(part, _Unknown) and bool(part) is decisive for part in parts):
            return decisive
        return UNKNOWN if any(isinstance(part, _Unknown) for part in parts) else not decisive

    def _several(self, node: ast.Tuple | ast.List | ast.Set) -> Answer:
        parts = [self.answer(part) for part in node.elts]
        known = [part for part in parts if isinstance(part, Known)]
        return tuple(known) if len(known) == len(parts) else UNKNOWN

    def _compared(self, node: ast.Compare) -> Answer:
        op, right = node.ops[0], node.comparators[0]
        if len(node.ops) > 1:
            return UNKNOWN
        if isinstance(op, ast.In | ast.NotIn) and _is_environment(right):
            told = not isinstance(self._variable(node.left), _Unknown)
            return isinstance(op, ast.In) if told else UNKNOWN
        one, other = self.answer(node.left), self.answer(right)
        if isinstance(one, _Unknown) or isinstance(other, _Unknown):
            return UNKNOWN
        if isinstance(op, ast.In | ast.NotIn):
            return (one in other) is isinstance(op, ast.In) if isinstance(other, tuple) else UNKNOWN
        if isinstance(op, ast.Eq | ast.Is | ast.NotEq | ast.IsNot):
            return (one == other) is isinstance(op, ast.Eq | ast.Is)
        return UNKNOWN

    def _looked_up(self, node: ast.Subscript) -> Answer:
        return self._variable(node.slice) if _is_environment(node.value) else UNKNOWN

    def _called(self, node: ast.Call) -> Answer:
        """Looking a variable up, and plain changes of its text."""
        function = node.func
        if isinstance(function, ast.Attribute):
            if node.args and _is_lookup(function):
                return self._variable(node.args[0])
            held = self.answer(function.value) if function.attr in _CASES else UNKNOWN
            return _CASES[function.attr](held) if isinstance(held, str) else UNKNOWN
        if isinstance(function, ast.Name) and len(node.args) == 1:
            return _cast(function.id, self.answer(node.args[0]))
        return UNKNOWN

    def _variable(self, name: ast.expr) -> Answer:
        """A variable that a command set; whether another one is set nobody knows."""
        key = name.value if isinstance(name, ast.Constant) else None
        known = self._given.environment
        return known[key] if isinstance(key, str) and key in known else UNKNOWN


def given_to(trees: Mapping[RelPath, ast.Module], starts: Sequence[Started]) -> Given:
    """What all recorded starts agree on."""
    told: dict[str, list[Answer]] = {}
    for path, tree in trees.items():
        own = [start.arguments for start in starts if start.script == path]
        for option in _options(tree):
            values = [option.read(arguments) for arguments in own] or [UNKNOWN]
            told.setdefault(option.name, []).extend(values)
    options = {name: values[0] for name, values in told.items() if len({repr(v) for v in values}) == 1}
    stored = _stored(trees.values())
    known = {n: value for n, value in options.items() if isinstance(value, Known) and n not in stored}
    return Given(known, _shared([dict(start.environment) for start in starts]))


def _shared(environments: Sequence[Mapping[str, str]]) -> dict[str, str]:
    """Variables that each start had with one value."""
    first = environments[0] if environments else {}
    return {key: value for key, value in first.items() if all(e.get(key) == value for e in environments)}


@dataclass(frozen=True, slots=True)
class _Option:
    """An option that a script declares: its words on the command line, whether it is a flag, its default."""

    name: str
    words: tuple[str, ...]
    flag: bool | None
    kind: str
    default: Answer

    def read(self, arguments: Sequence[str]) -> Answer:
        """Its value on a command line."""
        if any("$" in argument for argument in arguments):
            return UNKNOWN
        for at, argument in enumerate(arguments):
            word, _, value = argument.partition("=")
            if word in self.words:
                if self.flag is not None:
                    return self.flag
                following = arguments[at + 1] if at + 1 < len(arguments) else ""
                return _cast(self.kind or "str", value or following) if value or following else UNKNOWN
        return (not self.flag) if self.flag is not None else self.default


def _options(tree: ast.Module) -> Iterator[_Option]:
    for node in all_nodes(tree):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
            continue
        words = tuple(a.value for a in node.args if isinstance(a, ast.Constant) and isinstance(a.value, str))
        if node.func.attr != "add_argument" or not words or not words[-1].startswith("--"):
            continue
        keywords = {k.arg: k.value for k in node.keywords}
        name = _text(keywords.get("dest")) or words[-1].lstrip("-").replace("-", "_")
        action, default = _text(keywords.get("action")), keywords.get("default")
        flag = {"store_true": True, "store_false": False}.get(action)
        kind = keywords.get("type")
        if (action and flag is None) or "nargs" in keywords or not isinstance(kind, ast.Name | None):
            continue
        yield _Option(name, words, flag, kind.id if kind is not None else "", _default(default))


def _default(node: ast.expr | None) -> Answer:
    if node is None:
        return None
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, Known) else UNKNOWN


def _stored(trees: Iterable[ast.Module]) -> set[str]:
    """Names of attributes that the code sets itself: read again they need not be the option's."""
    parts = (node for tree in trees for node in all_nodes(tree) if isinstance(node, ast.Attribute))
    return {part.attr for part in parts if isinstance(part.ctx, ast.Store)}


def _text(node: ast.expr | None) -> str:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def _is_environment(node: ast.expr) -> bool:
    """`os.environ`, or `environ` imported from there."""
    return last_name(node) == "environ"


def _is_lookup(function: ast.Attribute) -> bool:
    return function.attr == "getenv" or (function.attr == "get" and _is_environment(function.value))


def _cast(kind: str, held: Answer) -> Answer:
    if isinstance(held, _Unknown | tuple) or held is None or kind not in _CASTS:
        return UNKNOWN
    try:
        return _CASTS[kind](held)
    except ValueError:
        return UNKNOWN
