"""Which branches a command line or a variable shuts: known, or not known."""

import ast

import pytest

from mlrbench_gui.audit.provenance.flow.given import Started, given_to
from mlrbench_gui.audit.provenance.flow.program import Program
from mlrbench_gui.domain.values import RelPath

MAIN = RelPath("code/run.py")
OPTIONS = """
import argparse, os
p = argparse.ArgumentParser()
p.add_argument("--mock", action="store_true")
p.add_argument("--mode", default="real")
p.add_argument("--epochs", type=int, default=3)
args = p.parse_args()
FAST = os.environ.get("FAST", "0")
seen = []
seen.append(1)
"""


def truth(test: str, *starts: Started, more: str = "") -> bool | None:
    trees = {MAIN: ast.parse(OPTIONS + more)}
    given = given_to(trees, starts)
    return given.truth(ast.parse(test, mode="eval").body, Program(trees).modules[MAIN].once)


def started(*arguments: str, **environment: str) -> Started:
    return Started(MAIN, arguments, tuple(environment.items()))


@pytest.mark.parametrize(
    ("test", "start", "holds"),
    [
        ("args.mock", started("--mock"), True),
        ("args.mock", started(), False),
        ("not args.mock", started(), True),
        ("args.mode == 'fast'", started("--mode", "fast"), True),
        ("args.mode == 'fast'", started("--mode=real"), False),
        ("args.mode in ('fast', 'real')", started(), True),
        ("args.epochs == 5", started("--epochs", "5"), True),
        ("args.mock and unknown()", started(), False),
        ("args.mock or unknown()", started("--mock"), True),
        ("FAST == '1'", started(FAST="1"), True),
        ("os.environ.get('FAST')", started(FAST="1"), True),
        ("'FAST' in os.environ", started(FAST="1"), True),
        ("bool(int(os.getenv('FAST')))", started(FAST="0"), False),
        ("os.environ['FAST'].lower() == 'yes'", started(FAST="YES"), True),
    ],
)
def test_that_what_was_given_decides(test: str, start: Started, holds: bool) -> None:
    assert truth(test, start) is holds


@pytest.mark.parametrize(
    ("test", "starts"),
    [
        ("args.mock", ()),
        ("args.mock", (started("--mock"), started())),
        ("args.mode == 'fast'", (started("$@"),)),
        ("FAST == '1'", (started(),)),
        ("os.environ.get('OTHER')", (started(FAST="1"),)),
        ("args.mock and unknown()", (started("--mock"),)),
        ("seen", (started(),)),
        ("args.epochs > 2", (started(),)),
    ],
)
def test_that_what_nothing_tells_stays_open(test: str, starts: tuple[Started, ...]) -> None:
    assert truth(test, *starts) is None


def test_that_an_option_which_the_code_sets_itself_stays_open() -> None:
    assert truth("args.mock", started(), more="args.mock = True\n") is None
