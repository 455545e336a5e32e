"""What `gate` can be asked on the command line."""

from mlrbench_gui.app import arguments
from mlrbench_gui.domain.values import GATE_ORDER, GateState


def add_gate(sub: arguments.Subparsers) -> None:
    """The command and its options."""
    gate = sub.add_parser(
        "gate",
        help="where a run stands at the gate; lets a transition through or refuses it",
        description="An override is a signed line: it is never erased, printed in every report, and read by a later "
        "`run` of the same task, which then may write its paper.",
    )
    gate.add_argument("run", metavar="RUN")
    states = tuple(GATE_ORDER[1:])
    word = gate.add_mutually_exclusive_group()
    for option in ("--let-through", "--refuse"):
        word.add_argument(
            option, type=GateState, choices=states, metavar="STATE", help=f"one of {', '.join(states)}"
        )
    gate.add_argument("--reason", default="", metavar="TEXT", help="why; needed for an override")
    gate.add_argument("--json", metavar="FILE", help="as JSON; - for stdout")
