"""What calls into Python's and other libraries give, as far as it can be told without running them."""

import math
from collections.abc import Callable, Sequence

from typing_extensions import override

from mlrbench_gui.audit.plots._builtins import BUILTINS, Given, mapped
from mlrbench_gui.audit.plots._canvas import Axes, Canvas, Figure
from mlrbench_gui.audit.plots._chance import drawn_by, is_generator, shaped
from mlrbench_gui.audit.plots._disk import Disk, learn
from mlrbench_gui.audit.plots._frames import aggregated
from mlrbench_gui.audit.plots._reshaping import table_function, table_method
from mlrbench_gui.audit.plots._statements import Statements
from mlrbench_gui.audit.plots._values import (
    HOLE,
    Column,
    Dumped,
    External,
    Frame,
    Function,
    Groups,
    Handle,
    Instance,
    Items,
    Mapping,
    Method,
    Num,
    PathText,
    Tool,
    Unknown,
    Value,
    copied,
    listed,
    settled,
    text_of,
)

_MEANS = {
    "mean": "mean",
    "average": "mean",
    "fmean": "mean",
    "nanmean": "mean",
    "median": "median",
    "std": "std",
}
_MATHS: dict[str, Callable[[float], float]] = {
    "sin": math.sin,
    "cos": math.cos,
    "exp": math.exp,
    "log": math.log,
    "log10": math.log10,
    "log2": math.log2,
    "sqrt": math.sqrt,
    "abs": abs,
    "tanh": math.tanh,
}
_ARRAYS = frozenset({"array", "asarray", "list", "tuple", "concatenate"})
_MOST = 20_000
_LAUNCHING = (
    "os.system",
    "subprocess.run",
    "subprocess.call",
    "subprocess.check_call",
    "subprocess.check_output",
    "subprocess.Popen",
)


class Options(Tool):
    """A parser of command-line options: names with their defaults."""

    def __init__(self) -> None:
        self.defaults: dict[str, Value] = {}
        self.flags: set[str] = set()
        self.lists: set[str] = set()


class Library(Statements):
    """Follows code with a knowledge of libraries. `arguments` are the options of the recorded command."""

    def __init__(self, disk: Disk, canvas: Canvas, arguments: Sequence[str], budget: int) -> None:
        super().__init__(budget)
        self.disk = disk
        self.canvas = canvas
        self.arguments = arguments
        self.launched: list[tuple[str, ...]] = []

    @override
    def made(self) -> int:
        return len(self.canvas.saved)

    @override
    def library(  # noqa: PLR0911 -- one answer a library
        self, name: str, args: list[Value], kwargs: dict[str, Value], line: int
    ) -> Value:
        self.canvas.uncertain = self.uncertain
        if name.startswith("matplotlib.pyplot."):
            return self.canvas.pyplot(name.rpartition(".")[2], args, kwargs, line)
        if name.startswith("seaborn."):
            return self.canvas.seaborn(name.rpartition(".")[2], args, kwargs, line)
        if name.startswith("pandas."):
            return self._pandas(name.rpartition(".")[2], args, kwargs)
        if ".random." in name or name.startswith(("random.", "torch.rand")):
            return self._random(name, args)
        if name.startswith(("os.", "glob.", "pathlib.", "subprocess.")):
            return self._system(name, args)
        if name.startswith("json."):
            return self._json(name.rpartition(".")[2], args)
        if name in ("asyncio.run", "copy.deepcopy", "copy.copy") and args:
            return args[0] if name == "asyncio.run" else copied(args[0])
        if name in ("argparse.ArgumentParser", "ArgumentParser"):
            return Options()
        if name in ("collections.defaultdict", "collections.OrderedDict"):
            return Mapping({}, is_open=name.endswith("defaultdict"), depth=self.uncertain)
        made = self._computed(name, args, kwargs)
        return shaped(name.rpartition(".")[2], args) if _is_untold(made) else made

    @override
    def apply(self, function: Value, args: list[Value], kwargs: dict[str, Value], line: int) -> Value:
        called = settled(function)
        if isinstance(called, Method) and called.name == "to_csv" and args:
            learn(called.owner, self.disk.csv(text_of(args[0])))
        return super().apply(function, args, kwargs, line)

    def _random(self, name: str, args: list[Value]) -> Value:
        if name.endswith("shuffle") and args and isinstance(shuffled := settled(args[0]), Items):
            shuffled.is_open = True
        return External("numpy.random.drawn") if is_generator(name) else Unknown(made_of=drawn_by(name))

    def _pandas(self, name: str, args: list[Value], kwargs: dict[str, Value]) -> Value:
        if name == "read_csv" and args:
            frame = self.disk.csv(text_of(args[0]))
            if "index_col" in kwargs and isinstance(frame, Frame) and frame.columns:
                given = kwargs["index_col"]
                first = given if isinstance(given, str) else next(iter(frame.columns))
                return table_method(frame, "set_index", [first], {})
            return frame
        return table_function(name, args, kwargs)

    def _json(self, name: str, args: list[Value]) -> Value:
        first = settled(args[0]) if args else None
        if name == "load" and isinstance(first, Handle):
            return self.disk.json(first.path)
        if name == "loads" and isinstance(first, Dumped):
            return first.value
        if name == "dumps" and args:
            return Dumped(args[0])
        if name == "dump" and len(args) > 1 and isinstance(handle := settled(args[1]), Handle):
            learn(args[0], self.disk.json(handle.path))
        return Unknown()

    def _launch(self, command: Value) -> Value:
        """A program that the followed one starts: its words are kept."""
        words = listed(command) if not isinstance(settled(command), str) else None
        plain = text_of(command).split() if words is None else [text_of(word) for word in words]
        self.launched.append(tuple(plain))
        return Unknown()

    def _system(self, name: str, args: list[Value]) -> Value:  # noqa: PLR0911 -- one answer a function
        if name in _LAUNCHING and args:
            return self._launch(args[0])
        texts = [text_of(arg) for arg in args]
        short = name.rpartition(".")[2]
        if short == "chdir" and texts:
            self.disk.folder = self.disk.inside(texts[0])
            return None
        if short == "getcwd":
            return "/run/" + self.disk.folder if self.disk.folder else "/run"
        if not texts:
            return Unknown()
        if short in ("Path", "PurePath"):
            return PathText("/".join(texts))
        if short == "join":
            return "/".join(t for t in texts if t) if not texts[-1].startswith("/") else texts[-1]
        head, _, tail = texts[0].rpartition("/")
        simple: dict[str, Callable[[], Value]] = {
            "dirname": lambda: head,
            "basename": lambda: tail,
            "abspath": lambda: (
                texts[0] if texts[0].startswith("/") else f"/run/{self.disk.folder}/{texts[0]}"
            ),
            "realpath": lambda: texts[0],
            "fspath": lambda: texts[0],
            "splitext": lambda: Items([texts[0].rpartition(".")[0], "." + texts[0].rpartition(".")[2]]),
            "exists": lambda: True if self.disk.find(texts[0]) or self.disk.below(texts[0]) else Unknown(),
            "isfile": lambda: True if self.disk.find(texts[0]) else Unknown(),
            "isdir": lambda: True if self.disk.below(texts[0]) else Unknown(),
            "listdir": lambda: Items(list(self.disk.below(texts[0]))) if HOLE not in texts[0] else Unknown(),
            "glob": lambda: Items(list(self.disk.matching(texts[0]))),
        }
        known = simple.get(short)
        return known() if known is not None else Unknown()

    def _computed(self, name: str, args: list[Value], kwargs: dict[str, Value]) -> Value:
        """Builtins, math and arrays."""
        short = name.rpartition(".")[2]
        if short == "open" and args:
            mode = text_of(args[1] if len(args) > 1 else kwargs.get("mode", "r"))
            return Handle(text_of(args[0]), mode[:1] in ("w", "a", "x"))
        first = settled(args[0]) if args else None
        if short in _MEANS and args:
            return self._mean(_MEANS[short], first, kwargs)
        if short in _MATHS and args and "." in name + "." and short != "abs":
            return mapped(_MATHS[short], first)
        handler = BUILTINS.get(short)
        if handler is not None and ("." not in name or name.startswith(("numpy.", "math.", "builtins."))):
            return settled(handler(Given(args, kwargs, self.apply, self.uncertain)))
        if short in _ARRAYS and args:
            return self._array(short, args[0])
        return Unknown()

    def _mean(self, how: str, value: Value, kwargs: dict[str, Value]) -> Value:
        items = listed(value)
        if items is None or not items:
            return Unknown()
        axis = settled(kwargs.get("axis"))
        if isinstance(axis, Num) and all(isinstance(settled(i), Items) for i in items):
            rows = [listed(i) or [] for i in items]
            if axis.value == 0:
                if len({len(row) for row in rows}) != 1:
                    return Unknown()
                rows = [list(line) for line in zip(*rows, strict=True)]
            return Items([aggregated(how, row, population=True) for row in rows], is_array=True)
        return aggregated(how, items, population=True)

    def _array(self, name: str, value: Value) -> Value:
        value = settled(value)
        if isinstance(value, Unknown) and name in ("list", "array", "asarray"):
            return value
        if isinstance(value, Items) and value.is_open:
            return Items(list(value.items), name not in ("list", "tuple"), is_open=True, depth=self.uncertain)
        items = listed(value)
        if items is None:
            return Unknown()
        if name in ("list", "tuple"):
            return Items(items, depth=self.uncertain)
        if name == "concatenate":
            parts = [listed(item) for item in items]
            return Items([v for p in parts if p is not None for v in p], True, None in parts)
        inner = [Items(list(i.items), True) if isinstance(i := settled(v), Items) else v for v in items]
        return Items(list(inner), is_array=True)

    @override
    def owned(self, method: Method, args: list[Value], kwargs: dict[str, Value], line: int) -> Value:
        self.canvas.uncertain = self.uncertain
        owner = method.owner
        if isinstance(owner, Figure | Axes):
            return self.canvas.method(method, args, kwargs, line)
        if isinstance(owner, Handle):
            return self._of_file(owner, method.name, args)
        if isinstance(owner, Options):
            return self._of_options(owner, method.name, args, kwargs)
        if isinstance(owner, Frame | Column):
            return self._of_table(owner, method.name, args, kwargs, line)
        if isinstance(owner, Groups):
            return table_method(owner, method.name, args, kwargs)
        return Unknown()

    def _of_file(self, owner: Handle, name: str, args: list[Value]) -> Value:
        if name == "write" and args and isinstance(written := settled(args[0]), Dumped):
            learn(written.value, self.disk.json(owner.path))
        return Unknown()

    def _of_table(
        self, owner: Frame | Column, name: str, args: list[Value], kwargs: dict[str, Value], line: int
    ) -> Value:
        if name.startswith("plot"):
            given = [name.partition(".")[2]] if "." in name else args
            return self.canvas.of_table(owner, list(given), kwargs, line)
        if name in ("apply", "map") and args and isinstance(owner, Column):
            values = [self.apply(args[0], [v], {}, line) for v in owner.values]
            return Column(values, owner.index, owner.name)
        if name == "apply" and args and isinstance(owner, Frame) and isinstance(settled(args[0]), Function):
            return Unknown()
        made = table_method(owner, name, args, kwargs)
        if not isinstance(owner, Frame) or settled(kwargs.get("inplace")) is not True:
            return made
        if isinstance(made, Frame):
            owner.columns, owner.index, owner.index_name = made.columns, made.index, made.index_name
        return None

    def _of_options(self, owner: Options, name: str, args: list[Value], kwargs: dict[str, Value]) -> Value:
        if name == "add_argument":
            flags = [text_of(arg) for arg in args]
            long = next((f for f in flags if f.startswith("--")), flags[0] if flags else "")
            key = text_of(kwargs.get("dest", long.lstrip("-").replace("-", "_")))
            is_flag = text_of(kwargs.get("action", "")).startswith("store_")
            owner.defaults[key] = kwargs.get("default", False if is_flag else None)
            if is_flag:
                owner.flags.add(key)
            if "nargs" in kwargs:
                owner.lists.add(key)
            return None
        if name in ("add_mutually_exclusive_group", "add_argument_group"):
            return owner
        if name in ("parse_args", "parse_known_args"):
            made = Instance(None, {**owner.defaults, **passed(self.arguments, owner.flags, owner.lists)})
            return made if name == "parse_args" else Items([made, Items([])])
        return Unknown()


def _is_untold(value: Value) -> bool:
    return isinstance(value, Unknown) and not value.made_of and not value.found


def passed(arguments: Sequence[str], flags: set[str], lists: set[str]) -> dict[str, Value]:
    """The options of a command line by name; a number as one, several words as a list."""
    found: dict[str, list[Value]] = {}
    name = ""
    for word in arguments:
        if word.startswith("--"):
            key, _, given = word.lstrip("-").partition("=")
            name = key.replace("-", "_")
            found[name] = [_word(given)] if given else []
        elif name:
            found[name].append(_word(word))
    return {
        key: True
        if not words and (key in flags or not words)
        else words[0]
        if len(words) == 1 and key not in lists
        else Items(words)
        for key, words in found.items()
    }


def _word(text: str) -> Value:
    try:
        return Num(float(text), text.lstrip("-").isdigit())
    except ValueError:
        return text
