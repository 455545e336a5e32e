"""Commands that execute a notebook: which one, with which parameters, and where the executed one is kept."""

from collections.abc import Sequence
from pathlib import PurePosixPath

_SUFFIX = ".ipynb"
_PARAMETERS = {"-p": 2, "-r": 2, "--parameters": 2, "--parameters_raw": 2}
_WITH_VALUE = frozenset(
    {
        "--to",
        "--output",
        "--output-dir",
        "-k",
        "--kernel",
        "--timeout",
        "--cwd",
        "-y",
        "-b",
        "-f",
        "--log-level",
    }
)
Executed = tuple[str, tuple[str, ...], str]
"""The notebook, its parameters as options, and the notebook that the execution leaves; empty where it leaves none."""


def notebook_run(words: Sequence[str]) -> Executed | None:
    """What a command without its redirections executes; None where it executes no notebook."""
    program, rest = _program(words)
    if program not in ("nbconvert", "execute", "papermill", "runipy", "ipython"):
        return None
    names, options, parameters = _sorted(rest)
    books = [name for name in names if name.endswith(_SUFFIX)]
    if not books:
        return None
    source = books[0]
    if program in ("papermill", "runipy"):
        return source, parameters, books[1] if len(books) > 1 else ""
    if program == "ipython":
        return source, (), ""
    if program == "execute":
        kept = _named(source, options.get("--output", ""), "") if "--output" in options else ""
        return source, (), kept or (source if "--inplace" in options else "")
    return (source, (), _converted(source, options)) if "--execute" in options else None


def _program(words: Sequence[str]) -> tuple[str, Sequence[str]]:
    """The tool and what follows it: `jupyter nbconvert`, `jupyter-nbconvert` and `python -m nbconvert` are one."""
    name, rest = PurePosixPath(words[0]).name, list(words[1:])
    if name in ("uv", "poetry", "conda") and rest[:1] == ["run"] and len(rest) > 1:
        return _program(rest[1:])
    if name.startswith("python") and rest[:1] == ["-m"] and len(rest) > 1:
        name, rest = rest[1].split(".")[-1], rest[2:]
    if name == "jupyter" and rest:
        return rest[0], rest[1:]
    return name.removeprefix("jupyter-"), rest


def _sorted(words: Sequence[str]) -> tuple[list[str], dict[str, str], tuple[str, ...]]:
    """Names, options with their values, and parameters as `--name value`."""
    names, options, parameters = list[str](), dict[str, str](), list[str]()
    rest = list(words)
    while rest:
        word = rest.pop(0)
        key, is_given, value = word.partition("=")
        if word in _PARAMETERS and len(rest) >= 2:
            parameters += [f"--{rest.pop(0)}", rest.pop(0)]
        elif not word.startswith("-"):
            names.append(word)
        elif is_given:
            options[key] = value
        else:
            options[key] = rest.pop(0) if key in _WITH_VALUE and rest else ""
    return names, options, tuple(parameters)


def _converted(source: str, options: dict[str, str]) -> str:
    """The notebook that `nbconvert --execute` leaves."""
    if "--inplace" in options:
        return source
    if options.get("--to", "html") != "notebook":
        return ""
    return _named(source, options.get("--output", ""), options.get("--output-dir", ""))


def _named(source: str, output: str, folder: str) -> str:
    """A notebook beside its source, or in the folder that is named."""
    if output.startswith("/"):
        return output if output.endswith(_SUFFIX) else output + _SUFFIX
    name = output or PurePosixPath(source).stem + ".nbconvert"
    name = name if name.endswith(_SUFFIX) else name + _SUFFIX
    return (PurePosixPath(folder) / name if folder else PurePosixPath(source).parent / name).as_posix()
