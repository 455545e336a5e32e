"""The board of a workspace: its reviews, runs, costs and published tables read and put together."""

from dataclasses import dataclass

from mlrbench_gui.domain.reviews import Review
from mlrbench_gui.domain.scoreboard import BoardChoice, Scoreboard
from mlrbench_gui.services.costing import costs_by_agent
from mlrbench_gui.services.judging.upstream import own_reviews
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
    published = workspace.reviews.all()
    reviews = (*published, *own_reviews(workspace))
    runs = workspace.runs.rows()
    costs = costs_by_agent(workspace.runs, overall_means(reviews))
    tables = (compare_published(source, data, published) for source, data in workspace.reviews.derived())
    board = scoreboard(
        reviews,
        workspace.reviews.humans(),
        runs,
        choice,
        costs=costs,
        published=tuple(table for table in tables if table is not None),
    )
    return ReadBoard(reviews, runs, board)
