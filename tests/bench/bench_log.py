"""A log of a million lines: first lines against `wc -l`, search against `grep -c`, memory beyond the file's pages.

Each figure is the best of five, its reference taken in the same process.
"""

import mmap
import os
import subprocess
import tempfile
import time
import tracemalloc
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.bench.rows import Row

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

LINES = 1_000_000
ROUNDS = 5


@dataclass(frozen=True, slots=True)
class Figures:
    """Ratios to the reference, and mebibytes that index, search and view allocate."""

    first_lines: float
    search_rare: float
    search_every_line: float
    memory_mib: float


def write_log(path: Path) -> None:
    """A million lines as a training run writes them; every thousandth holds `needle`."""
    with path.open("w", encoding="utf-8") as file:
        for n in range(LINES):
            mark = " needle" if n % 1000 == 7 else ""
            file.write(f"2025-05-10 06:51:50,{n % 1000:03d} - INFO - step {n} loss {n / 3:.5f}{mark}\n")


def measure(path: Path) -> Figures:
    """Take all figures on a written log."""
    from PySide6.QtWidgets import QApplication

    from mlrbench_gui.ui.screens.audit.evidence.reading.lines import LineIndex
    from mlrbench_gui.ui.screens.audit.evidence.reading.searching import search
    from mlrbench_gui.ui.screens.audit.evidence.viewers.line_view import LineView
    from mlrbench_gui.ui.screens.audit.evidence.viewers.log_viewer import IndexedLines

    app = QApplication.instance() or QApplication([])
    view = LineView()
    view.resize(420, 400)
    with path.open("rb") as file:
        source = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)

    def first_lines() -> None:
        index = LineIndex(source)
        index.extend()
        view.show_source(IndexedLines(index))
        view.grab()

    first_lines()
    wc = _best(lambda: _run("wc", "-l", str(path)))
    rare = _best(lambda: _run("grep", "-c", "needle", str(path)))
    every = _best(lambda: _run("grep", "-c", "INFO", str(path)))
    shown = _best(first_lines)
    found = _best(lambda: search(source, "needle"))
    found_all = _best(lambda: search(source, "INFO"))
    tracemalloc.start()
    first_lines()
    search(source, "INFO")
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    app.processEvents()
    return Figures(shown / wc, found / rare, found_all / every, peak / (1 << 20))


def _run(*command: str) -> None:
    subprocess.run(command, check=True, capture_output=True)


def _best(work: Callable[[], object]) -> float:
    times = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return min(times)


def rows(_checkout: Path | None) -> Iterator[Row]:
    """Write the log, take the figures."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "million.log"
        write_log(path)
        figures = measure(path)
    yield Row("log of a million lines: first lines against wc -l", figures.first_lines, 5, "x")
    yield Row("search of a rare word against grep -c", figures.search_rare, 5, "x")
    yield Row("search of a word in every line against grep -c", figures.search_every_line, 5, "x")
    yield Row("memory of index, search and view", figures.memory_mib, 50, "MB", "the mapped file aside")
