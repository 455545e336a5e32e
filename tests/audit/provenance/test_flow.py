"""What goes into the numbers that code leaves: small programs, each with what an expert says of them."""

import ast
import os
import subprocess
import sys
import textwrap
from collections.abc import Mapping

import pytest

from mlrbench_gui.audit.provenance.flow.atoms import Ingredient
from mlrbench_gui.audit.provenance.flow.following import follow
from mlrbench_gui.audit.provenance.flow.leaves import Leaf, Sink
from mlrbench_gui.audit.provenance.scripts import read_script
from mlrbench_gui.domain.values import RelPath

MAIN = RelPath("code/run.py")


def leaves(code: str, others: Mapping[str, str] | None = None) -> list[Leaf]:
    texts = {MAIN: code} | {RelPath(path): text for path, text in (others or {}).items()}
    trees = {path: ast.parse(textwrap.dedent(text)) for path, text in texts.items()}
    return sorted(follow(trees, {MAIN}), key=lambda leaf: (leaf.label, leaf.line))


def made_of(code: str, label: str, others: Mapping[str, str] | None = None) -> Ingredient:
    found = [leaf.made_of for leaf in leaves(code, others) if leaf.label == label]
    assert found, f"nothing left under {label}"
    joined = Ingredient.NONE
    for kind in found:
        joined |= kind
    return joined


DUMPS = "\nimport json\njson.dump(out, open('results.json', 'w'))\n"
MADE_UP = {
    "a literal": "out = {'accuracy': 0.91}",
    "a literal through a function": "def f():\n    return 0.91\nout = {'accuracy': f()}",
    "a draw": "import random\nout = {'accuracy': random.uniform(0.8, 0.9)}",
    "a draw of numpy under another name": "import numpy as q\nout = {'accuracy': q.random.normal(0.9, 0.01)}",
    "a seeded source of draws": "import numpy as np\ng = np.random.default_rng(3)\n"
    "out = {'accuracy': 0.9 + g.normal()}",
    "a draw in a function that returns a dict": (
        "import random\ndef f(a):\n    b = random.random()\n    return {'accuracy': b + a}\nout = f(0.2)"
    ),
    "a draw kept in an object": (
        "import random\nclass A:\n    def __init__(self):\n        self.x = random.random()\n"
        "    def get(self):\n        return {'accuracy': self.x}\nout = A().get()"
    ),
    "a count under a drawn condition": (
        "import random\nn = 0\nfor i in range(100):\n    if random.random() < 0.8:\n        n += 1\n"
        "out = {'accuracy': n / 100}"
    ),
    "a draw in a list that is averaged": (
        "import random\nxs = []\nfor i in range(9):\n    xs.append(random.gauss(0.8, 0.1))\n"
        "out = {'accuracy': sum(xs) / len(xs)}"
    ),
    "a literal of a setting table": (
        "CONFIG = {'base': 0.7, 'gain': 0.2}\nout = {'accuracy': CONFIG['base'] + CONFIG['gain']}"
    ),
    "an argument's default": (
        "import argparse\np = argparse.ArgumentParser()\np.add_argument('--a', default=0.9)\n"
        "a = p.parse_args()\nout = {'accuracy': a.a}"
    ),
}
MEASURED = {
    "a file": "import json\nd = json.load(open('in.json'))\nout = {'accuracy': d['a'] / 2}",
    "a model": (
        "from sklearn.linear_model import LogisticRegression\n"
        "m = LogisticRegression()\nout = {'accuracy': m.score(1, 2)}"
    ),
    "a clock": "import time\nt = time.time()\nout = {'accuracy': time.time() - t}",
    "a count of right answers": (
        "from openai import OpenAI\nc = OpenAI()\nn = 0\nfor q in range(100):\n    r = c.ask(q)\n    if r == 'yes':\n"
        "        n += 1\nout = {'accuracy': n / 100}"
    ),
    "an answer that decides between literals": (
        "from openai import OpenAI\nc = OpenAI()\nout = {'accuracy': 1.0 if c.ask('q') == 'a' else 0.0}"
    ),
    "a function of what a model said": (
        "from openai import OpenAI\ndef score(a, b):\n    s = 0.0\n    if a == b:\n        s = 1.0\n    return s\n"
        "out = {'accuracy': score(OpenAI().ask('q'), 'x')}"
    ),
    "noise on measured values": (
        "import json, random\nd = json.load(open('in.json'))\nout = {'accuracy': d['a'] + random.gauss(0, 1e-9)}"
    ),
    "a thing that nobody here knows": "import strange\nout = {'accuracy': strange.measure()}",
    "a callback's argument": (
        "import strange\nout = {}\ndef hook(x):\n    out['accuracy'] = x\nstrange.register(hook)"
    ),
}


@pytest.mark.parametrize("code", MADE_UP.values(), ids=MADE_UP.keys())
def test_that_nothing_from_outside_is_made_up(code: str) -> None:
    assert made_of(code + DUMPS, "accuracy").is_made_up


@pytest.mark.parametrize("code", MEASURED.values(), ids=MEASURED.keys())
def test_that_what_came_from_outside_accuses_nobody(code: str) -> None:
    assert not made_of(code + DUMPS, "accuracy").is_made_up


def test_that_a_literal_in_a_second_module_is_found() -> None:
    code = "from tables import best\nout = {'accuracy': best()}" + DUMPS
    assert made_of(
        code, "accuracy", {"code/tables.py": "SCORE = 0.93\ndef best():\n    return SCORE\n"}
    ).is_made_up


def test_that_a_function_that_nobody_calls_leaves_nothing() -> None:
    assert leaves("def f():\n    print('accuracy', 0.9)\n") == []


def test_that_the_main_part_counts_only_for_what_was_started() -> None:
    code = "import tables\nprint(tables.X)"
    other = "X = 1\nif __name__ == '__main__':\n    print('accuracy: %f' % 0.7)\n"
    assert {leaf.script for leaf in leaves(code, {"code/tables.py": other})} == {MAIN}


def test_that_words_before_a_number_are_its_label() -> None:
    code = "import random\na = random.random()\nf = open('r.md', 'w')\nf.write(f'| ours | F1: {a:.3f} |')\n"
    (leaf,) = leaves(code)
    assert (leaf.sink, leaf.label, leaf.made_of) == (Sink.WRITTEN, "F1", Ingredient.RANDOM)


def test_that_a_growing_text_keeps_its_numbers_apart() -> None:
    code = """
    import json, random
    m = {'recall': random.random(), 'time': json.load(open('t.json'))}
    text = ''
    for k in m:
        text += f"| {m['recall']} | {m['time']} |"
    open('r.md', 'w').write(text)
    """
    assert made_of(code, "recall") is Ingredient.RANDOM
    assert made_of(code, "time") is Ingredient.DATA


RENAMED = {"accuracy_value": "zq1", "generate_metrics": "zq2", "scores": "zq3"}
DRAWING = """
import json, random
def generate_metrics(gain):
    accuracy_value = random.uniform(0.5, 0.6)
    return {'accuracy': accuracy_value + gain, 'recall': accuracy_value, 'precision': accuracy_value * 0.9}
scores = {'ours': generate_metrics(0.2), 'other': generate_metrics(0.0)}
json.dump(scores, open('results.json', 'w'))
"""


def test_that_renaming_identifiers_changes_no_class() -> None:
    renamed = DRAWING
    for old, new in RENAMED.items():
        renamed = renamed.replace(old, new)
    before = [(leaf.label, leaf.made_of) for leaf in leaves(DRAWING)]
    assert [(leaf.label, leaf.made_of) for leaf in leaves(renamed)] == before


def test_that_a_script_whose_results_are_drawn_in_a_function_makes_them_up() -> None:
    from dataclasses import replace

    tree = ast.parse(DRAWING)
    reading = read_script(MAIN, DRAWING, tree, direct=True)
    assert replace(reading, leaves=tuple(leaves(DRAWING))).fabricates


def test_that_recursion_and_star_imports_end() -> None:
    code = "from tables import *\ndef f(n):\n    return f(n - 1) + 1\nprint(f(3), SCORE)\n"
    assert leaves(code, {"code/tables.py": "SCORE = 0.93\n"})


ALGORITHMS = {
    "right answers among generated ones": (
        "import random\nrng = random.Random(1)\nxs = [rng.random() for _ in range(99)]\n"
        "def guess(x, t):\n    return x > t\n"
        "hits = sum(guess(x, 0.4) == guess(x, 0.5) for x in xs)\nout = {'accuracy': hits / len(xs)}"
    ),
    "weights that a loop updates": (
        "import random\nw = [0.0, 0.0]\nfor step in range(99):\n    x = random.random()\n    for k in range(2):\n"
        "        w[k] += 0.1 * (x - w[k])\nout = {'loss': w[0] * w[1]}"
    ),
    "strings that are compared": (
        "names = ['a', 'b']\nother = ['b', 'a']\nn = 0\nfor a, b in zip(names, other):\n"
        "    if a == b:\n        n += 1\n"
        "out = {'accuracy': n / len(names)}"
    ),
}


@pytest.mark.parametrize("code", ALGORITHMS.values(), ids=ALGORITHMS.keys())
def test_that_an_algorithm_on_generated_data_makes_nothing_up(code: str) -> None:
    label = "loss" if "'loss'" in code else "accuracy"
    assert not made_of(code + DUMPS, label).is_made_up


TIED = """
import ast, random
from mlrbench_gui.audit.provenance.flow.following import follow
code = '''import json, random
def row(flag):
    return {"a": 0.5 if flag else random.random(), "b": [0.1, random.random()], "c": random.gauss(0.2, 1)}
json.dump([row(True), row(False)], open("r.json", "w"))
'''
print([(leaf.line, leaf.label, int(leaf.made_of)) for leaf in follow({"a.py": ast.parse(code)}, {"a.py"})])
"""


def test_that_leaves_come_in_the_same_order_whatever_the_seed_of_hashes() -> None:
    told = {
        subprocess.run(
            [sys.executable, "-c", TIED],
            env={**os.environ, "PYTHONHASHSEED": str(seed)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in range(6)
    }
    (order,) = told
    assert order.count("(") > 3


TYPED_FILES = {"table.json": frozenset({"accuracy"})}


def made_with_typed(code: str) -> Ingredient:
    found = follow({MAIN: ast.parse(code + DUMPS)}, {MAIN}, (), TYPED_FILES)
    return next(leaf.made_of for leaf in found if leaf.label == "accuracy")


def test_that_a_file_which_was_typed_brings_literals_and_another_one_data() -> None:
    code = "import json\nwith open('{}') as f:\n    out = {{'accuracy': json.load(f)['accuracy'] * 2}}"
    assert made_with_typed(code.format("data/table.json")).is_made_up
    assert not made_with_typed(code.format("data/other.json")).is_made_up


def test_that_a_later_plain_line_replaces_what_a_name_held() -> None:
    code = "import json\nx = json.load(open('in.json'))['a']\nx = 0.91\nout = {'accuracy': x}"
    assert made_of(code + DUMPS, "accuracy").is_made_up


def test_that_a_line_which_need_not_be_reached_replaces_nothing() -> None:
    code = "import json, sys\nx = json.load(open('in.json'))['a']\nif sys.argv:\n    x = 0.91\nout = {'accuracy': x}"
    assert not made_of(code + DUMPS, "accuracy").is_made_up


def test_that_a_list_which_grows_is_not_taken_as_empty() -> None:
    code = (
        "import json\nxs = []\nfor x in json.load(open('in.json')):\n    xs.append(x)\nout = {'accuracy': 0.0}\n"
        "if xs:\n    out['accuracy'] = sum(xs) / len(xs)"
    )
    assert made_of(code + DUMPS, "accuracy") & Ingredient.DATA


def test_that_a_walk_of_noise_is_made_up_and_a_learned_state_is_not() -> None:
    walk = (
        "import random\nclass A:\n    def __init__(self):\n        self.x = 0.5\n    def go(self):\n"
        "        self.x = self.x + random.gauss(0, 0.1)\na = A()\na.go()\nout = {'accuracy': a.x}"
    )
    learner = walk.replace("def go(self):", "def go(self, r):").replace("a.go()", "a.go(random.random())")
    learner = learner.replace("self.x + random.gauss(0, 0.1)", "self.x + 0.1 * (r - self.x)")
    assert made_of(walk + DUMPS, "accuracy").is_made_up
    assert made_of(learner + DUMPS, "accuracy") & Ingredient.LEARNED
