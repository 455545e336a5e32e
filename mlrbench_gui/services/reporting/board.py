"""Write the report of a whole benchmark: all files, or none."""

from collections.abc import Sequence
from pathlib import Path

from mlrbench_gui.domain.errors import InputError
from mlrbench_gui.domain.scoreboard import BoardChoice
from mlrbench_gui.services.agreement.agreeing import agreement_of
from mlrbench_gui.services.boarding import read_board
from mlrbench_gui.services.context import Context
from mlrbench_gui.services.people.counting import counted
from mlrbench_gui.services.reporting.board_writer import BoardReport
from mlrbench_gui.services.reporting.staging import staged

STEM = "benchmark"


def write_board(ctx: Context, folder: Path, formats: Sequence[str], choice: BoardChoice) -> tuple[Path, ...]:
    """Write the benchmark's report into the folder, a file a format, and give their paths.

    Raises InputError for an unknown format, a workspace without scores, or a folder that cannot be written.
    """
    writers, workspace = ctx.board_writers, ctx.workspace
    unknown = [name for name in formats if name not in writers]
    if unknown:
        raise InputError(
            f"no such format of a benchmark: {', '.join(unknown)}; there are {', '.join(writers)}"
        )
    found = read_board(workspace, choice)
    if not found.board.stages:
        raise InputError(f"{workspace.path}: no judge's score fits; import the benchmark's checkout first")
    report = BoardReport(found.board, agreement_of(counted(workspace)), ctx.clock())
    names = [f"{STEM}.{name}" for name in formats]
    with staged(folder) as staging:
        for name, wanted in zip(names, formats, strict=True):
            (staging / name).write_bytes(writers[wanted](report))
        for name in names:
            (staging / name).replace(folder / name)
    return tuple(folder / name for name in names)
