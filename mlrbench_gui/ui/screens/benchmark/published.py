"""The table of means that upstream published beside the recomputed ones: an agent a row, two numbers a criterion."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter
from typing_extensions import override

from mlrbench_gui.domain.scoreboard import PublishedCell, PublishedMean, PublishedTable
from mlrbench_gui.ui.kit import theme
from mlrbench_gui.ui.kit.fonts import mono_font, px
from mlrbench_gui.ui.kit.paint import draw_text
from mlrbench_gui.ui.kit.rowlist import RowDelegate, SpokenModel
from mlrbench_gui.ui.screens.benchmark.grids import cells, draw_named
from mlrbench_gui.ui.screens.benchmark.lists import FittedList
from mlrbench_gui.ui.screens.benchmark.rows import SMALL, BehindRow


@dataclass(frozen=True, slots=True)
class PublishedRow:
    """An agent of a published table with its means by criterion; `n` tasks, of which `differing` cells differ."""

    source: str
    agent: str
    n: int
    means: Mapping[str, PublishedMean]
    differing: int


def published_rows(tables: Sequence[PublishedTable]) -> tuple[PublishedRow, ...]:
    """A row for each agent of each table."""
    return tuple(
        PublishedRow(
            table.source,
            agent,
            len({cell.task for cell in table.cells if cell.agent == agent}),
            {mean.criterion: mean for mean in table.means if mean.agent == agent},
            sum(not cell.same for cell in table.cells if cell.agent == agent),
        )
        for table in tables
        for agent in dict.fromkeys(mean.agent for mean in table.means)
    )


def behind_published(tables: Sequence[PublishedTable], asked: PublishedRow) -> tuple[BehindRow, ...]:
    """Task by task both numbers of each criterion."""
    by_task: dict[str, list[PublishedCell]] = {}
    for table in tables:
        for cell in table.cells:
            if (table.source, cell.agent) == (asked.source, asked.agent):
                by_task.setdefault(cell.task, []).append(cell)
    return tuple(
        BehindRow(
            task,
            "  ".join(f"{cell.criterion} {pair_words(cell.told, cell.mean)}" for cell in found),
            "alike" if all(cell.same for cell in found) else "differs",
            None,
        )
        for task, found in sorted(by_task.items())
    )


def pair_words(told: float | None, mean: float | None) -> str:
    """Published and recomputed, `–` where one is not there."""
    return " | ".join("–" if value is None else f"{value:.2f}" for value in (told, mean))


class PublishedModel(SpokenModel[PublishedRow]):
    """Both means by agent in words."""

    @override
    def spoken(self, row: PublishedRow) -> str:
        told = ", ".join(
            f"{name} published {pair_words(mean.told, mean.mean).replace(' | ', ', recomputed ')}"
            for name, mean in row.means.items()
        )
        return f"{row.agent}, n {row.n}, {row.differing} cells differ: {told}"


class PublishedDelegate(RowDelegate[PublishedRow]):
    """Agent, n, and for each criterion published | recomputed."""

    height = "row-dense"
    ruled = True
    smooth = True
    NAME = 170

    def __init__(self, view: "PublishedList", model: PublishedModel) -> None:
        super().__init__(view, model)
        self._list = view

    @override
    def draw(self, painter: QPainter, rect: QRectF, row: PublishedRow, at_row: int) -> None:
        wide = px(self.NAME)
        draw_named(painter, rect, wide, row.agent, row.n, small=row.n <= SMALL)
        for cell, criterion in zip(cells(rect, wide, len(self._list.names)), self._list.names, strict=True):
            mean = row.means.get(criterion)
            if mean is not None:
                color = theme.color("text" if mean.same else "danger")
                words = pair_words(mean.told, mean.mean)
                draw_text(painter, cell, words, font=mono_font(12, 400 if mean.same else 600), color=color)


class PublishedList(FittedList[PublishedRow]):
    """`names` are the criteria in their order."""

    def __init__(self) -> None:
        self.names: tuple[str, ...] = ()
        model = PublishedModel()
        super().__init__(model, "Published means beside recomputed ones")
        self.setItemDelegate(PublishedDelegate(self, model))
