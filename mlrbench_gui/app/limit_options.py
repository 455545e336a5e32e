"""What an experiment may use, as an option of the command line; loads nothing of what it bounds."""

import argparse

_WHOLE = ("memory", "processes", "turns", "disk", "files", "printed")
NAMES = ("memory", "cpus", "processes", "minutes", "command", "turns", "disk", "files", "printed")


def add_limits(command: argparse.ArgumentParser) -> None:
    """The option `--limits`."""
    command.add_argument(
        "--limits",
        type=read_limits,
        default={},
        metavar="LIMITS",
        help="of an experiment, as memory=4096,cpus=2,processes=256,minutes=60,turns=60,disk=512,files=5000,printed=64 "
        "(the defaults; MB, minutes) and command=10, the minutes of one command",
    )


def read_limits(text: str) -> dict[str, float]:
    """Limits by name, each above zero."""
    limits: dict[str, float] = {}
    for part in text.split(","):
        name, _, amount = part.strip().partition("=")
        if name not in NAMES:
            raise argparse.ArgumentTypeError(f"{name or text!r} is no limit; there are {', '.join(NAMES)}")
        limits[name] = _above_zero(name, amount)
    return limits


def _above_zero(name: str, text: str) -> float:
    try:
        amount = float(text)
    except ValueError:
        amount = 0.0
    if not 0 < amount < float("inf") or (name in _WHOLE and amount != int(amount)):
        raise argparse.ArgumentTypeError(f"{name}={text} is no amount")
    return amount
