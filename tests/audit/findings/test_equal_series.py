"""Series of two methods or seeds that are equal throughout, and those that may be."""

import json
from collections.abc import Callable, Mapping

import pytest

from mlrbench_gui.domain.audit import Audit

MakeAudit = Callable[[Mapping[str, str | bytes]], Audit]

FILE = "results/curves.csv"
CURVE = [0.5, 0.61, 0.66, 0.7, 0.72, 0.73, 0.735, 0.74]
OTHER = [value + 0.01 for value in CURVE]


def told(audit: Audit) -> list[str]:
    return [f.message for f in audit.findings if "same" in f.message]


def wide(**columns: list[float]) -> str:
    rows = zip(*columns.values(), strict=True)
    lines = [",".join((str(n), *map(str, row))) for n, row in enumerate(rows)]
    return "\n".join([",".join(("epoch", *columns)), *lines]) + "\n"


def long(column: str, measure: str = "accuracy", **things: list[float]) -> str:
    lines = [
        f"{name.strip('_')},{n},{value}" for name, values in things.items() for n, value in enumerate(values)
    ]
    return "\n".join([f"{column},epoch,{measure}", *lines]) + "\n"


@pytest.mark.parametrize(
    ("table", "words"),
    [
        (wide(ours_accuracy=CURVE, baseline_accuracy=CURVE), "ours and baseline have the same 8 values"),
        (wide(val_loss_small=CURVE, val_loss_large=CURVE), "small and large have the same 8 values"),
        (long("method", ours=CURVE, baseline=CURVE), "ours and baseline have the same 8 values"),
        (
            long("seed", _1=CURVE, _2=CURVE),
            "repeat 1 and repeat 2 have the same 8 values throughout under accuracy",
        ),
        (
            "method,accuracy,f1,precision,recall\nours,0.91,0.88,0.83,0.79\nbase,0.91,0.88,0.83,0.79\n",
            "ours and base have the same 4 values throughout under results",
        ),
        (
            "dataset,method,accuracy,f1,precision,recall\na,ours,0.91,0.88,0.83,0.79\na,base,0.91,0.88,0.83,0.79\n",
            "ours and base have the same 4 values",
        ),
    ],
)
def test_that_equal_series_of_two_methods_or_seeds_are_told(
    audit_of: MakeAudit, table: str, words: str
) -> None:
    found = told(audit_of({FILE: table}))

    assert len(found) == 1
    assert words in found[0]


@pytest.mark.parametrize(
    "table",
    [
        wide(ours_accuracy=CURVE, baseline_accuracy=OTHER),
        wide(accuracy=CURVE, f1=CURVE),
        wide(val_accuracy=CURVE, best_val_accuracy=CURVE),
        wide(ours_time=CURVE, baseline_time=CURVE),
        wide(ours_accuracy=[0.5] * 8, baseline_accuracy=[0.5] * 8),
        long("method", ours=CURVE, baseline=OTHER),
        long("method", "seconds", ours=CURVE, baseline=CURVE),
        long("method", final=CURVE, ours=CURVE),
        "method,accuracy,f1\nours,0.91,0.88\nbase,0.91,0.88\n",
        "method,accuracy,f1,precision,recall\nours,1.0,1.0,1.0,1.0\nbase,1.0,1.0,1.0,1.0\n",
        "dataset,method,accuracy,f1,precision,recall\na,ours,0.91,0.88,0.83,0.79\nb,base,0.91,0.88,0.83,0.79\n",
    ],
)
def test_that_what_may_be_equal_is_not(audit_of: MakeAudit, table: str) -> None:
    assert told(audit_of({FILE: table})) == []


def test_that_seeds_of_a_json_file_are_held_against_each_other(audit_of: MakeAudit) -> None:
    stored = {"seeds": {"13": {"accuracy": CURVE}, "42": {"accuracy": CURVE}}}

    (found,) = told(audit_of({"results/curves.json": json.dumps(stored)}))
    assert found.startswith("repeat 13 and repeat 42 have the same 8 values")


@pytest.mark.parametrize(
    ("one", "other", "count"),
    [
        ("metrics_seed1.csv", "metrics_seed2.csv", 1),
        ("ours_metrics.csv", "baseline_metrics.csv", 1),
        ("metrics.csv", "metrics_final.csv", 0),
        ("metrics_best.csv", "metrics_ours.csv", 0),
        ("metrics_v1.csv", "metrics_v2.csv", 0),
    ],
)
def test_that_files_of_two_methods_or_seeds_may_not_be_one(
    audit_of: MakeAudit, one: str, other: str, count: int
) -> None:
    table = "epoch,accuracy,error\n" + "".join(
        f"{n},{v:.6f},{1 - v:.6f}\n" for n, v in enumerate([*CURVE, *OTHER])
    )

    assert len(told(audit_of({f"results/{one}": table, f"results/{other}": table}))) == count
