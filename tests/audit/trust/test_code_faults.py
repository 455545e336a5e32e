"""What code that ran shows to be no measurement of what its name says, and its honest twin."""

import ast
from collections.abc import Callable, Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mlrbench_gui.audit.trust.breakage import Breakage
from mlrbench_gui.audit.trust.code_that_ran import Trees
from mlrbench_gui.audit.trust.leaked_truth import leaked_truths
from mlrbench_gui.audit.trust.random_groups import random_groups
from mlrbench_gui.audit.trust.same_variable import compared_with_itself
from mlrbench_gui.audit.trust.seen_tests import seen_tests
from mlrbench_gui.audit.trust.unfilled import unfilled_measures
from mlrbench_gui.audit.trust.unread_parts import unread_parts
from mlrbench_gui.domain.values import RelPath

Finder = Callable[[Trees], Iterator[Breakage]]

SAME = """from scipy.stats import kendalltau

def main(sims):
    ours = sims
    theirs = sims
    tau, _ = kendalltau(ours, theirs)
    return {"agreement": float(tau)}

main([1, 2])
"""
UNFILLED = """def main(methods):
    training_times = {}
    return report(methods, times=training_times)

def report(methods, times):
    found = {}
    for method in methods:
        spent = times.get(method, 0.0)
        found[method] = {"relative_time": spent / times.get("all", 1.0)}
    return found

main(["a"])
"""
DRAWN = """import numpy as np

def collate_fn(batch):
    images = processor(images=[item["image"] for item in batch])
    groups = []
    for item in batch:
        on_water = 1 if np.random.rand() > 0.2 else 0
        group = item["label"] * 2 + on_water
        groups.append(group)
    return images, groups

loader = DataLoader(data, collate_fn=collate_fn)
"""
SEEN = """import numpy as np

def main(vectors, n):
    test_set = Vectors(vectors[:n])
    order = np.random.permutation(len(vectors))
    train_order = order[10:].tolist()
    train_set = Vectors(vectors[train_order])
    return train_set, test_set

main([], 3)
"""
LEAKED = """import numpy as np

class UsageValue:
    def value(self, chunk):
        feedback = [min(1.0, max(0.0, chunk.quality + np.random.normal(0, 0.1))) for _ in range(5)]
        return sum(feedback)

def main(chunks):
    ground_truth = {chunk.name: chunk.quality for chunk in chunks}
    return ground_truth, UsageValue()

main([])
"""
UNREAD = """from torch_geometric.data import Data
from torch_geometric.nn import GCNConv

class Net:
    def __init__(self, graph):
        self.conv = GCNConv(graph.edge_attr.shape[1], 8)

    def forward(self, data):
        return self.conv(data.x, data.edge_index)

def graph(x, edges, weights):
    return Data(x=x, edge_index=edges, edge_attr=weights)
"""


def found(finder: Finder, source: str) -> list[Breakage]:
    return list(finder({RelPath("code/run.py"): ast.parse(source)}))


FAULTS = [
    (compared_with_itself, SAME, 6),
    (unfilled_measures, UNFILLED, 2),
    (random_groups, DRAWN, 7),
    (seen_tests, SEEN, 4),
    (leaked_truths, LEAKED, 5),
    (unread_parts, UNREAD, 12),
]


@pytest.mark.parametrize(("finder", "source", "line"), FAULTS)
def test_that_the_fault_is_found_at_its_line(finder: Finder, source: str, line: int) -> None:
    assert [breakage.place.first for breakage in found(finder, source)] == [line]


@pytest.mark.parametrize(
    ("finder", "source", "old", "new"),
    [
        (compared_with_itself, SAME, "theirs = sims", "theirs = leave_one_out(sims)"),
        (compared_with_itself, SAME, "tau, _ = kend", "ours = shift(ours)\n    tau, _ = kend"),
        (
            unfilled_measures,
            UNFILLED,
            "    return report",
            '    training_times["a"] = 3.0\n    return report',
        ),
        (unfilled_measures, UNFILLED, "times=training_times)", "times=measure(training_times))"),
        (unfilled_measures, UNFILLED, "    for method in", "    times.update(clock())\n    for method in"),
        (random_groups, DRAWN, "np.random.rand() > 0.2", 'item["place"] > 2'),
        (
            random_groups,
            DRAWN,
            "        group = item",
            "        paint(images, on_water)\n        group = item",
        ),
        (seen_tests, SEEN, "vectors[train_order]", "vectors[n:]"),
        (seen_tests, SEEN, "    order = np", "    vectors = vectors[n:]\n    order = np"),
        (seen_tests, SEEN, "vectors[:n]", "held_out[:n]"),
        (leaked_truths, LEAKED, "chunk.quality + np.random.normal(0, 0.1)", "chunk.rating"),
        (leaked_truths, LEAKED, "chunk.name: chunk.quality", "chunk.name: chunk.label"),
        (unread_parts, UNREAD, "data.edge_index)", "data.edge_index, data.edge_attr)"),
    ],
)
def test_that_its_honest_twin_is_left_alone(finder: Finder, source: str, old: str, new: str) -> None:
    assert old in source
    assert found(finder, source.replace(old, new)) == []


@pytest.mark.parametrize("source", [SAME, SEEN])
def test_that_a_function_nothing_calls_measures_nothing(source: str) -> None:
    uncalled = "\n".join(line for line in source.split("\n") if not line.startswith("main("))

    assert not any(found(finder, uncalled) for finder, _, _ in FAULTS)


def test_that_the_answer_is_known_by_its_variable_and_by_its_key() -> None:
    [breakage] = found(compared_with_itself, SAME)

    assert breakage.names == {frozenset({"tau"}), frozenset({"agreement"})} or len(breakage.names) == 2


_NAMES = st.from_regex(r"[a-z]{3,9}", fullmatch=True).filter(
    lambda n: n not in ("def", "main", "not", "and", "for")
)


@pytest.mark.fuzzed
@given(names=st.lists(_NAMES, min_size=3, max_size=3, unique=True))
def test_that_renaming_the_variables_changes_nothing(names: list[str]) -> None:
    ours, theirs, base = (f"v_{name}" for name in names)
    renamed = SAME.replace("ours", ours).replace("theirs", theirs).replace("sims", base)

    assert [b.place.first for b in found(compared_with_itself, renamed)] == [6]
