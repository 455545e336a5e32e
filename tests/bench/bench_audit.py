"""Time and memory of the audit of one run from disk, each run in a process of its own."""

import resource
import statistics
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

from mlrbench_gui.domain.resources import resource as bundled
from tests.bench.rows import Row


def rows(checkout: Path | None) -> Iterator[Row]:
    folders = (
        _runs(checkout)
        if checkout
        else [bundled("sample", "agent_results", "end2end_sample", "iclr2025_calibration")]
    )
    seconds, megabytes = [], []
    with ProcessPoolExecutor(1, mp_context=get_context("spawn"), max_tasks_per_child=1) as pool:
        for spent, peak in pool.map(_one, folders):
            seconds.append(spent)
            megabytes.append(peak)
    note = f"{len(folders)} runs" + ("" if checkout else " (the sample alone: MLRBENCH_CHECKOUT is not set)")
    yield Row("audit of one run, median", statistics.median(seconds), 2.0, "s", note)
    yield Row("audit of one run, worst", max(seconds), 8.0, "s", note)
    yield Row("audit of one run, peak memory", max(megabytes), 600.0, "MB", note)


def _runs(checkout: Path) -> list[Path]:
    results = checkout / "agent_results"
    return sorted([*results.glob("end2end_*/*/"), *results.glob("experiments_and_writeups/*/*/")])


def _one(folder: Path) -> tuple[float, float]:
    from mlrbench_gui.audit.run import audit_run
    from mlrbench_gui.domain.layout import run_name_of
    from mlrbench_gui.infra.files.folder import FolderFiles

    began = time.perf_counter()
    audit_run(run_name_of(folder.parts), FolderFiles(folder))
    spent = time.perf_counter() - began
    return spent, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
