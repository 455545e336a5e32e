"""`benchmark`: the judges' mean scores by agent and stage, each with its n."""

import argparse
import sys
from dataclasses import asdict
from pathlib import Path

from mlrbench_gui.app.commands._output import emit_json
from mlrbench_gui.app.commands.info_command import tell_gaps
from mlrbench_gui.app.compose import opened
from mlrbench_gui.domain.benchmark import MEAN_JUDGE, BenchmarkRow
from mlrbench_gui.domain.errors import InputError
from mlrbench_gui.domain.scoreboard import OVERALL, BoardChoice, CostRow, PublishedTable
from mlrbench_gui.services.benchmarking import benchmark_rows
from mlrbench_gui.services.boarding import published_tables
from mlrbench_gui.services.context import Context
from mlrbench_gui.services.costing import cost_words, costs_by_agent, stated_cost
from mlrbench_gui.services.people.counting import counted
from mlrbench_gui.services.reporting.board import write_board
from mlrbench_gui.services.scoreboard import overall_means


def run(options: argparse.Namespace) -> int:
    """Print the means of all judges by agent and stage; the JSON has those of each judge too."""
    with opened(options.workspace) as context:
        tell_gaps(context.workspace)
        scores = counted(context.workspace)
        rows = benchmark_rows(scores.judges, without=scores.without)
        costs = costs_by_agent(context.workspace.runs, overall_means(scores.judges), without=scores.runs_out)
        published = published_tables(context.workspace)
        written = _write(context, options) if options.output is not None and rows else ()
    if not rows:
        raise InputError(
            f"{options.workspace}: no judge's scores are there; import the benchmark's checkout first"
        )
    if options.json:
        told = {"costs": [asdict(row) for row in costs], "published": [asdict(item) for item in published]}
        emit_json(
            options.json, {"rows": [asdict(row) for row in rows], "left_out": list(scores.told), **told}
        )
    if written:
        print(*written, sep="\n", file=sys.stderr if options.json == "-" else sys.stdout)
    elif options.json != "-":
        _print(rows)
        _print_beside(costs, published)
        for line in scores.told:
            print(f"Left out: {line}.")
    return 0


def _print_beside(costs: tuple[CostRow, ...], published: tuple[PublishedTable, ...]) -> None:
    """What runs cost as far as they tell, and whether published tables come out."""
    if costs:
        print("cost a task in USD, as far as runs state it")
    for row in costs:
        cost = stated_cost(row)
        told = "?" if cost is None else f"{cost:.3f}"
        print(f"  {row.agent:<28} {told:>7}  {cost_words(row)}")
    for table in published:
        said = "; ".join(table.differing) or "all come out"
        print(f"published {table.source}, {table.rows} rows recomputed: {said}")


def _write(context: Context, options: argparse.Namespace) -> tuple[Path, ...]:
    choice = BoardChoice(
        judge=options.judge or MEAN_JUDGE,
        criterion=options.criterion or OVERALL,
        topic=options.topic,
        venue=options.venue,
        in_common=options.in_common,
    )
    return write_board(context, options.output, options.format, choice)


def _print(rows: tuple[BenchmarkRow, ...]) -> None:
    means = [row for row in rows if row.judge == MEAN_JUDGE]
    stage = ""
    for row in means:
        if row.stage != stage:
            stage = row.stage
            print(f"{stage.replace('_', ' ')}, of {row.denominator} tasks")
        interval = "" if row.low is None else f"[{row.low:.2f}, {row.high:.2f}]"
        mark = "" if row.complete else "  incomplete"
        mark += f", {row.n_excluded} excluded" if row.n_excluded else ""
        print(
            f"  {row.agent:<28} {row.criterion:<18} {row.mean:5.2f} {interval:<14} "
            f"{row.n_tasks} tasks, {row.n_reviews} reviews{mark}"
        )
