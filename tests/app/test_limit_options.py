"""`run --limits`: what an experiment may use, by name; what is none is refused."""

import argparse

import pytest

from mlrbench_gui.app.commands.run_command import bounds_of_experiments
from mlrbench_gui.app.limit_options import NAMES, read_limits
from mlrbench_gui.services.experimenting.tool_loop import AgentBounds, Workplace
from mlrbench_gui.services.ports.sandbox import Limits


def test_that_every_limit_reaches_the_box_or_the_agent() -> None:
    told = "memory=256,cpus=1.5,processes=64,minutes=2,command=0.1,turns=9,disk=16,files=50,printed=8"
    assert {part.split("=")[0] for part in told.split(",")} == set(NAMES)

    bounds, limits = bounds_of_experiments(read_limits(told), 700)

    assert bounds == AgentBounds(turns=9, seconds=120.0, command_seconds=6.0, reply_tokens=700)
    assert limits == Limits(256, 1.5, 64, 120.0, 16, 50, 8)


def test_that_what_is_not_asked_for_is_as_usual() -> None:
    bounds, limits = bounds_of_experiments({}, 8000)

    assert (bounds, limits) == (AgentBounds(), Workplace("").limits)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("speed=3", "'speed' is no limit; there are memory, cpus"),
        ("", "is no limit"),
        ("memory=many", "memory=many is no amount"),
        ("memory=0", "memory=0 is no amount"),
        ("processes=2.5", "processes=2.5 is no amount"),
        ("minutes=inf", "minutes=inf is no amount"),
    ],
)
def test_that_a_limit_that_is_none_is_refused(text: str, words: str) -> None:
    with pytest.raises(argparse.ArgumentTypeError, match=words):
        read_limits(text)
