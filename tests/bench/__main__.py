"""`make bench`: the speed goals as figures; ratios are against a reference measured in the same run.

Rows on real data need MLRBENCH_CHECKOUT and say so where it is missing. Ends with 1 where a goal is missed.
"""

import importlib
import os
import sys
from pathlib import Path

PARTS = ("bench_audit", "bench_import", "bench_window", "bench_walk", "bench_log", "bench_jobs")


def main(asked: list[str]) -> int:
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    checkout = os.environ.get("MLRBENCH_CHECKOUT")
    missed = 0
    for name in asked or PARTS:
        part = importlib.import_module(f"tests.bench.{name}")
        for row in part.rows(Path(checkout) if checkout else None):
            verdict = "met" if row.met else "MISSED"
            missed += not row.met
            print(
                f"{row.what:52} {row.figure:9.2f} {row.unit:3} goal {row.goal:g} {row.unit:3} {verdict:7} {row.note}"
            )
            sys.stdout.flush()
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
