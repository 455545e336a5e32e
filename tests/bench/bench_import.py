"""Import of the whole checkout against a script that reads, hashes and stores the same bytes in one SQLite table."""

import hashlib
import sqlite3
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from mlrbench_gui.app.compose import opened
from mlrbench_gui.domain.work import CancelToken, ignore
from mlrbench_gui.infra.checkout.reader import read_records
from mlrbench_gui.infra.files.tree import open_tree
from mlrbench_gui.services.importing import import_path
from tests.bench.rows import Row


def rows(checkout: Path | None) -> Iterator[Row]:
    if checkout is None:
        return
    with tempfile.TemporaryDirectory() as folder:
        _reference(checkout, Path(folder) / "warm.sqlite")
        plain = min(_timed(_reference, checkout, Path(folder) / f"plain{i}.sqlite") for i in range(3))
        ours = min(_timed(_import, checkout, Path(folder) / f"ours{i}.mlrb") for i in range(3))
        again = _timed(_import, checkout, Path(folder) / "ours0.mlrb")
    yield Row("import of the whole checkout", ours / plain, 3.0, "x", f"{ours:.1f} s against {plain:.1f} s")
    yield Row("import again, nothing new", again / plain, 3.0, "x", f"{again:.1f} s")


def _timed(work: Callable[[Path, Path], None], checkout: Path, target: Path) -> float:
    began = time.perf_counter()
    work(checkout, target)
    return time.perf_counter() - began


def _reference(checkout: Path, target: Path) -> None:
    with sqlite3.connect(target) as database:
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("CREATE TABLE blob (sha256 TEXT PRIMARY KEY, data BLOB) WITHOUT ROWID")
        for path in sorted(checkout.rglob("*")):
            if path.is_file():
                data = path.read_bytes()
                database.execute(
                    "INSERT OR IGNORE INTO blob VALUES (?, ?)", (hashlib.sha256(data).hexdigest(), data)
                )
    database.close()


def _import(checkout: Path, target: Path) -> None:
    with opened(target, create=True) as context:
        import_path(
            context.workspace,
            checkout,
            open_tree=open_tree,
            read_records=read_records,
            cancel=CancelToken(),
            emit=ignore,
        )
