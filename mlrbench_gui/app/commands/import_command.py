"""`import`: bring in a checkout, an agent folder, one run, or an archive of these."""

import argparse
import sys
from dataclasses import asdict

from mlrbench_gui.app.commands._output import emit_json
from mlrbench_gui.app.compose import opened, say
from mlrbench_gui.domain.runs import ImportReport
from mlrbench_gui.domain.work import CancelToken, Finished
from mlrbench_gui.infra.checkout.reader import read_records
from mlrbench_gui.services.importing import import_path


def run(options: argparse.Namespace) -> int:
    """Import every path; a failure keeps what earlier paths brought, and nothing of the failed one."""
    reports: list[ImportReport] = []
    with opened(options.workspace, create=True) as context:
        for path in options.paths:
            reports.append(
                import_path(
                    context.workspace,
                    path,
                    open_tree=context.open_tree,
                    read_records=read_records,
                    cancel=CancelToken(),
                    emit=say,
                )
            )
            say(Finished())
    _print(options, _joined(reports))
    return 0


def _joined(reports: list[ImportReport]) -> ImportReport:
    """Totals of the last (they are the workspace's), new ones and irregularities of all."""
    new = {key: sum(report.new[key] for report in reports) for key in reports[-1].new}
    seen = dict.fromkeys(item for report in reports for item in report.irregularities)
    return ImportReport(reports[-1].totals, new, tuple(seen))


def _print(options: argparse.Namespace, report: ImportReport) -> None:
    irregularities = [asdict(item) for item in report.irregularities]
    if options.json:
        emit_json(
            options.json, {"totals": report.totals, "new": report.new, "irregularities": irregularities}
        )
    if options.json == "-":
        return
    width = max(len(key) for key in report.totals)
    for key, total in report.totals.items():
        print(f"{key.replace('_', ' '):{width}} {total:>7}  new {report.new[key]}")
    print(f"\n{len(irregularities)} irregularities")
    for item in report.irregularities:
        print(f"  {item.path}: {item.what}; {item.treated_as}")
    sys.stdout.flush()
