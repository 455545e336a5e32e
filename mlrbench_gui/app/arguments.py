"""How words of the command line become values; what cannot be one is told in a line."""

import argparse
from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from typing import TypeAlias

from typing_extensions import override

from mlrbench_gui.domain.addresses import Place, place_of
from mlrbench_gui.domain.values import Mode, Stage

# argparse has no public names for these; the second is a parser or a group of options.
Subparsers: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"  # noqa: SLF001
Container: TypeAlias = "argparse._ActionsContainer"  # noqa: SLF001

LIMITS = ("money", "tokens", "minutes")


class OneOrTwo(argparse.Action):
    """Takes one or two values, which argparse has no count for."""

    @override
    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: str | Sequence[object] | None,
        option_string: str | None = None,
    ) -> None:
        if values is not None and len(values) > 2:
            parser.error(f"{self.metavar}: two sides are compared, {len(values)} were named")
        setattr(namespace, self.dest, values)


def take_everywhere(parser: argparse.ArgumentParser) -> None:
    """Let `--workspace` and `--debug` stand behind the command, too, where people look for a place for them."""
    for action in parser._actions:  # noqa: SLF001 -- the one way to a parser's commands
        if isinstance(action, argparse._SubParsersAction):  # noqa: SLF001
            for command in dict.fromkeys(action.choices.values()):
                command.add_argument(
                    "--workspace",
                    type=place,
                    metavar="FILE",
                    default=argparse.SUPPRESS,
                    help="as before the command",
                )
                command.add_argument(
                    "--debug", action="store_true", default=argparse.SUPPRESS, help=argparse.SUPPRESS
                )
                take_everywhere(command)


def path(text: str) -> Path:
    """A path."""
    if not text:
        raise argparse.ArgumentTypeError("an empty name is no path")
    return Path(text)


def place(text: str) -> Place:
    """A workspace: a file, or an address of a server."""
    return place_of(text) if text.startswith("postgres") else path(text)


def known(allowed: Collection[str], noun: str) -> Callable[[str], tuple[str, ...]]:
    """A reader of lists such as `a,b` of which each part must be one of the allowed; `noun` names them in the error."""

    def read(text: str) -> tuple[str, ...]:
        asked = names(text.lower())
        unknown = [name for name in asked if name not in allowed]
        if unknown or not asked:
            raise argparse.ArgumentTypeError(
                f"{', '.join(unknown) or 'nothing'}: {noun} are {', '.join(allowed)}"
            )
        return asked

    return read


def stages(text: str) -> tuple[Stage, ...]:
    """Stages by their names, in the order in which they are run."""
    asked = known(tuple(Stage), "stages")(text)
    return tuple(stage for stage in Stage if stage in asked)


def mode(text: str) -> Mode:
    """How stages are connected."""
    try:
        return Mode(text.replace("-", "_"))
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"{text} is no mode: stepwise or end-to-end") from error


def budget(text: str) -> dict[str, float]:
    """Limits by name; a bare number is money."""
    limits: dict[str, float] = {}
    for part in text.split(","):
        name, equals, told = part.strip().partition("=")
        name, told = (name, told) if equals else ("money", name)
        if name not in LIMITS:
            raise argparse.ArgumentTypeError(f"{name} is no limit; there are {', '.join(LIMITS)}")
        limits[name] = amount(told)
    return limits


def positive(text: str) -> int:
    """A count of 1 or more."""
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text} is not 1 or more")
    return number


def names(text: str) -> tuple[str, ...]:
    """Parts between commas, each once."""
    return tuple(dict.fromkeys(part.strip() for part in text.split(",") if part.strip()))


def amount(text: str) -> float:
    """An amount of 0 or more."""
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not 0 <= number < float("inf"):
        raise argparse.ArgumentTypeError(f"{text or 'nothing'} is no amount")
    return number


def size(text: str) -> tuple[int, int]:
    """Width and height, such as 1280x800."""
    width, cross, height = text.lower().partition("x")
    if not (
        cross and width.isdigit() and height.isdigit() and 0 < int(width) < 20000 and 0 < int(height) < 20000
    ):
        raise argparse.ArgumentTypeError(f"{text} is not WIDTHxHEIGHT in pixels, such as 1280x800")
    return int(width), int(height)
