"""The board of a workspace: its reviews, runs, costs and published tables read and put together.

What people excluded is in no mean; tables that upstream published are recomputed from all of their reviews.
"""

from dataclasses import dataclass, replace

from mlrbench_gui.domain.reviews import Review
from mlrbench_gui.domain.scoreboard import BoardChoice, PublishedTable, Scoreboard
from mlrbench_gui.services.costing import costs_by_agent
from mlrbench_gui.services.people.counting import counted
from mlrbench_gui.services.ports.rows import RunRow
from mlrbench_gui.services.ports.workspace import Workspace
from mlrbench_gui.services.published import compare_published
from mlrbench_gui.services.scoreboard import overall_means, scoreboard


@dataclass(frozen=True, slots=True)
class ReadBoard:
    """The board with the reviews and runs that it was made of."""

    reviews: tuple[Review, ...]
    runs: tuple[RunRow, ...]
    board: Scoreboard


def read_board(workspace: Workspace, choice: BoardChoice) -> ReadBoard:
    """Read the workspace and put its board together."""
    scores = counted(workspace)
    reviews = scores.judges
    runs = tuple(row for row in workspace.runs.rows() if row.run.name not in scores.runs_out)
    costs = costs_by_agent(workspace.runs, overall_means(reviews), without=scores.runs_out)
    board = scoreboard(
        reviews,
        scores.people,
        runs,
        choice,
        costs=costs,
        without=scores.without,
    )
    return ReadBoard(
        reviews, runs, replace(board, published=published_tables(workspace), left_out=scores.told)
    )


def published_tables(workspace: Workspace) -> tuple[PublishedTable, ...]:
    """Each table of means that came with the reviews, recomputed from all imported reviews."""
    imported = workspace.reviews.all()
    tables = (compare_published(source, data, imported) for source, data in workspace.reviews.derived())
    return tuple(table for table in tables if table is not None)
