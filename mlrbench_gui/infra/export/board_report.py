"""The report of a whole benchmark as Markdown, HTML, PDF, CSV and JSON. Each mean stands with its n."""

import csv
import io
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from functools import partial

from mlrbench_gui.domain.agreement import CriterionAgreement, Estimate
from mlrbench_gui.domain.benchmark import MEAN_JUDGE, BenchmarkRow
from mlrbench_gui.domain.first_failure import STEP_WORDS
from mlrbench_gui.domain.reviews import ReviewTarget, judge_name
from mlrbench_gui.domain.scoreboard import CostRow, PublishedMean, PublishedTable, Scoreboard, StageBoard
from mlrbench_gui.domain.values import GATE_ORDER, RelPath
from mlrbench_gui.infra.export.csv_report import guarded
from mlrbench_gui.infra.export.html_report import plain_page
from mlrbench_gui.infra.export.json_text import json_bytes
from mlrbench_gui.infra.export.markdown_report import escaped, table
from mlrbench_gui.infra.export.words import moment, printable, spoken
from mlrbench_gui.services.ports.papers import PaperPress, PaperSource
from mlrbench_gui.services.reporting.board_writer import BoardReport, BoardWriter

_CSV_HEAD = (
    *("stage", "agent", "criterion", "judge", "mean", "low", "high"),
    *("n_tasks", "denominator", "n_reviews", "complete", "task_sets", "tasks_in_common", "n_excluded"),
)


def board_writers(press: PaperPress) -> Mapping[str, BoardWriter]:
    """The formats by name, in the order in which they are offered."""
    return {
        "html": board_html,
        "pdf": partial(_pdf, press),
        "csv": board_csv,
        "json": board_json,
        "md": lambda report: board_markdown(report).encode("utf-8", "backslashreplace"),
    }


def board_markdown(report: BoardReport) -> str:
    """The whole report."""
    board = report.board
    parts = [_head(report), *map(_stage, board.stages)]
    parts += [part for part in (_criteria(board), _failures(board), _reached(board)) if part]
    parts += [part for part in (_people(report), _costs(board), _published(board), _left_out(board)) if part]
    return "\n".join(parts)


def board_html(report: BoardReport) -> bytes:
    """One file that opens offline."""
    from markdown_it import MarkdownIt

    body = MarkdownIt("js-default").render(board_markdown(report))
    return plain_page("Benchmark", body).encode("utf-8", "backslashreplace")


def board_csv(report: BoardReport) -> bytes:
    """A line for each mean of the board, spreadsheets' formulas made harmless."""
    stream = io.StringIO(newline="")
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(_CSV_HEAD)
    for stage in report.board.stages:
        for row in stage.rows:
            writer.writerow(
                (
                    *(row.stage, guarded(row.agent), guarded(row.criterion), guarded(row.judge)),
                    *(f"{row.mean:.4f}", _plain(row.low), _plain(row.high), row.n_tasks, row.denominator),
                    *(row.n_reviews, str(row.complete).lower(), stage.task_sets, stage.in_common),
                    row.n_excluded,
                )
            )
    return stream.getvalue().encode("utf-8", "backslashreplace")


def board_json(report: BoardReport) -> bytes:
    """The board's values, field by field."""
    value = {
        "made_at": report.made_at.isoformat(),
        "board": _jsonable(asdict(report.board)),
        "agreement": _jsonable(asdict(report.agreement)),
    }
    return json_bytes(value)


def _pdf(press: PaperPress, report: BoardReport) -> bytes:
    text = printable(board_markdown(report))
    return press.build(PaperSource(path=RelPath("benchmark.md"), text=text, pictures={})).pdf


def _head(report: BoardReport) -> str:
    choice = report.board.choice
    judges = (
        "mean of all judges" if choice.judge == MEAN_JUDGE else f"judge {escaped(judge_name(choice.judge))}"
    )
    only = [choice.topic, choice.venue, "tasks in common" if choice.in_common else None]
    tasks = ", ".join(escaped(part) for part in only if part) or "all tasks"
    return (
        f"# Benchmark\n\n{escaped(choice.criterion)}, 1 to 10, {judges}, {tasks}. {report.board.reviews} reviews. "
        f"Made {moment(report.made_at)}. Intervals are of 95 %, over tasks; a mean over few tasks is a weak one.\n"
    )


def _stage(stage: StageBoard) -> str:
    rows = [(escaped(row.agent), f"{row.mean:.2f}", _interval(row), _tasks(row)) for row in stage.rows]
    warning = (
        f"\n**These rows rest on different tasks and are no comparison; {stage.in_common} tasks are in common.**\n"
        if stage.task_sets > 1
        else ""
    )
    head = (
        f"## {_title(stage.target)}, {escaped(stage.criterion)} (n = {stage.denominator} tasks)\n{warning}\n"
    )
    return head + table(("Agent", "Mean", "95 %", "Tasks"), rows, 3)


def _criteria(board: Scoreboard) -> str:
    names = [name for name in board.criteria if any(name in row.cells for row in board.by_criterion)]
    if not names:
        return ""
    rows = [
        (escaped(row.agent), *(_cell(row.cells[name]) if name in row.cells else "–" for name in names))
        for row in board.by_criterion
    ]
    return "## End to end by criterion\n\n" + table(("Agent", *map(escaped, names)), rows, len(names))


def _failures(board: Scoreboard) -> str:
    if not board.failures:
        return ""
    steps = (*GATE_ORDER[1:], None)
    heads = [STEP_WORDS[step] if step is not None else "none found" for step in steps]
    rows = [
        (escaped(row.agent), str(row.runs), *(str(row.counts.get(step, 0)) for step in steps))
        for row in board.failures
    ]
    absent = f" {board.runs_absent} judged runs are not in this workspace." if board.runs_absent else ""
    return (
        f"## Where an end-to-end paper failed first\n\nThe earliest step of the gate, over audited runs.{absent}\n\n"
        + table(("Agent", "Runs", *heads), rows, len(heads) + 1)
    )


def _reached(board: Scoreboard) -> str:
    if not board.reached:
        return ""
    rows = [(row.state.value, _estimate(row.mean), str(row.mean.n)) for row in board.reached]
    return "## Judges against the gate\n\n" + table(("Reached", "Judges' mean", "Runs"), rows, 2)


def _people(report: BoardReport) -> str:
    criteria = report.agreement.criteria
    if not criteria:
        return ""
    rows = [(escaped(name), *_agreement_cells(found)) for name, found in criteria.items()]
    heads = ("Criterion", "Spearman, judges and people", "Spearman, people", "Bias of judges", "U", "p")
    return (
        "## Judges beside people\n\nA high p is no proof of agreement. "
        "Where the interval of the rank correlation holds 0, judges do not rank papers as people do.\n\n"
        + table(heads, rows, 5)
    )


def _agreement_cells(found: CriterionAgreement) -> Iterator[str]:
    yield f"{_estimate(found.spearman)}, n = {found.spearman.n}"
    yield f"{_estimate(found.human_spearman)}, n = {found.human_spearman.n}"
    yield f"{_estimate(found.bias)}, n = {found.bias.n}"
    test = found.mann_whitney
    yield f"{test.u:g}" if test.u is not None else "–"
    pair = f", n = {test.n_human_human} and {test.n_human_judge}"
    yield f"{test.p:.4f}{pair}" if test.p is not None else "–"


def _costs(board: Scoreboard) -> str:
    if not board.costs:
        return ""
    rows = [(escaped(row.agent), *_cost_cells(row)) for row in board.costs]
    heads = ("Agent", "USD, whole", "USD, experiment alone", "Tokens without a price", "Overall")
    return "## Cost a task\n\nAs far as the runs state it; ? is not known, not zero.\n\n" + table(
        heads, rows, 4
    )


def _cost_cells(row: CostRow) -> Iterator[str]:
    for money in (row.whole, row.experiment):
        yield f"{money.value:.3f}, n = {money.n}" if money.value is not None else "?"
    yield f"{row.tokens.value:.0f}, n = {row.tokens.n}" if row.tokens.value is not None else "?"
    yield f"{row.score:.2f}" if row.score is not None else "–"


def _published(board: Scoreboard) -> str:
    lines = []
    for found in board.published:
        told = "; ".join(map(escaped, found.differing)) or "every row comes out alike"
        lines.append(f"- {escaped(found.source)}, {found.rows} rows: {told}\n\n{_published_means(found)}")
    return "## Published means, recomputed\n\n" + "\n".join(lines) + "\n" if lines else ""


def _published_means(found: PublishedTable) -> str:
    """Agents by criteria, published and recomputed in each cell."""
    criteria = list(dict.fromkeys(mean.criterion for mean in found.means))
    by_agent: dict[str, dict[str, PublishedMean]] = {}
    for mean in found.means:
        by_agent.setdefault(mean.agent, {})[mean.criterion] = mean
    rows = (
        (escaped(agent), *(_both(means[name]) if name in means else "–" for name in criteria))
        for agent, means in by_agent.items()
    )
    head = ("Agent", *(f"{escaped(name)}: published, recomputed" for name in criteria))
    return table(head, rows, len(criteria)) if by_agent else ""


def _both(mean: PublishedMean) -> str:
    if mean.told is None or mean.mean is None:
        return "–"
    return f"{mean.told:.2f}, {mean.mean:.2f} (n = {mean.n}){'' if mean.same else ' **differs**'}"


def _left_out(board: Scoreboard) -> str:
    lines = [f"- {escaped(line)}" for line in board.left_out]
    return "## Left out\n\n" + "\n".join(lines) + "\n" if lines else ""


def _title(target: ReviewTarget) -> str:
    return spoken(target.value)[:1].upper() + spoken(target.value)[1:]


def _cell(row: BenchmarkRow) -> str:
    return f"{row.mean:.2f} ({_tasks(row)})"


def _tasks(row: BenchmarkRow) -> str:
    return (
        f"{row.n_tasks} of {row.denominator}"
        + ("" if row.complete else ", incomplete")
        + (f", {row.n_excluded} reviews excluded" if row.n_excluded else "")
    )


def _interval(row: BenchmarkRow) -> str:
    return f"{row.low:.2f} to {row.high:.2f}" if row.low is not None and row.high is not None else "–"


def _estimate(found: Estimate) -> str:
    if found.value is None:
        return "–"
    interval = f" [{found.low:.2f}, {found.high:.2f}]" if found.low is not None else ""
    return f"{found.value:.2f}{interval}".replace("-", "−")


def _plain(value: float | None) -> str:
    return f"{value:.4f}" if value is not None else ""


def _jsonable(value: object) -> object:
    """Keys as text; None among them is `none_found`."""
    if isinstance(value, dict):
        return {"none_found" if key is None else str(key): _jsonable(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_jsonable(item) for item in value]
    return value
