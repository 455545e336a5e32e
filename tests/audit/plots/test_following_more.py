"""Masks, sets, tables changed in place, long loops, and what values are made of that reading does not tell."""

import json
from collections.abc import Callable, Mapping

import pytest

from mlrbench_gui.audit.evidence_files import EvidenceFiles
from mlrbench_gui.audit.plots.figures import DrawnFigure, Matter
from mlrbench_gui.audit.plots.recovering import recover_figures
from mlrbench_gui.audit.provenance.runs import find_runs
from mlrbench_gui.audit.transcript.replay import History
from mlrbench_gui.domain.artifacts import RunFiles
from mlrbench_gui.domain.values import RelPath

PICTURE = RelPath("results/bars.png")
HEAD = "import json, random\nimport numpy as np\nimport pandas as pd\nimport matplotlib.pyplot as plt\n"
SAVE = "plt.savefig('results/bars.png')\n"
DATA = {"red": {"good": 0.5, "fast": 2.0}, "blue": {"good": 0.75, "fast": 4.0}}
TABLE = "name,passed,round\na,True,1\nb,False,1\na,True,2\nb,True,2\n"

MakeRun = Callable[[Mapping[str, str | bytes]], RunFiles]


def drawn(made_run: MakeRun, body: str) -> DrawnFigure:
    files = {"results/bars.png": b"\x89PNG\r\n\x1a\n", "plot.py": (HEAD + body + SAVE).encode()}
    more = {"results/data.json": json.dumps(DATA).encode(), "results/data.csv": TABLE.encode()}
    seen = EvidenceFiles(made_run(files | more))
    return recover_figures(seen, find_runs(seen, None), None, History({}))[PICTURE]


def told(figure: DrawnFigure) -> dict[str, float]:
    (series,) = figure.series
    return {point.tick: round(point.value, 4) for point in series.points}


@pytest.mark.parametrize(
    ("mask", "count"),
    [
        ("(t['name'] == 'a') & (t['passed'] == True)", 2),
        ("(t['name'] == 'a') | (t['round'] == 1)", 3),
        ("~(t['name'] == 'a') & t['passed']", 1),
    ],
)
def test_that_masks_are_joined(made_run: MakeRun, mask: str, count: int) -> None:
    figure = drawn(made_run, f"t = pd.read_csv('results/data.csv')\nplt.bar(['n'], [len(t[{mask}])])\n")

    assert told(figure) == {"n": count}


def test_that_keys_of_two_dicts_are_united(made_run: MakeRun) -> None:
    body = (
        "d = json.load(open('results/data.json'))\nnames = list(set(d['red'].keys()) | set(d['blue'].keys()))\n"
        "plt.bar(names, [d['red'].get(n, 0) for n in names])\n"
    )
    assert told(drawn(made_run, body)) == {"good": 0.5, "fast": 2.0}


def test_that_a_table_changed_in_place_is_changed(made_run: MakeRun) -> None:
    body = (
        "t = pd.DataFrame(json.load(open('results/data.json'))).T\nt.index.name = 'Method'\n"
        "t.reset_index(inplace=True)\nplt.bar(t['Method'], t['good'])\n"
    )
    assert told(drawn(made_run, body)) == {"red": 0.5, "blue": 0.75}


def test_that_a_column_set_under_an_unknown_condition_is_not_known(made_run: MakeRun) -> None:
    body = (
        "t = pd.read_csv('results/data.csv')\nif model():\n    t['x'] = 1\nelse:\n    t['x'] = 0\n"
        "plt.bar(t['name'], t['x'])\n"
    )
    figure = drawn(made_run, body)

    assert figure.series == ()
    assert [call.matter for call in figure.unread] == [Matter.UNKNOWN]


def test_that_a_long_loop_is_left_open_and_what_follows_is_followed(made_run: MakeRun) -> None:
    body = (
        "seen = []\nfor i in range(3000):\n    x = i\n    for j in range(20):\n        x = x + j\n    seen.append(x)\n"
        "d = json.load(open('results/data.json'))\nplt.bar(list(d), [d[n]['good'] for n in d])\nplt.plot(seen)\n"
    )
    figure = drawn(made_run, body)

    assert told(figure) == {"red": 0.5, "blue": 0.75}
    assert [call.kind for call in figure.unread] == ["line"]


@pytest.mark.parametrize(
    ("values", "matter"),
    [
        ("np.random.beta(5, 7, 30) * 1.15", Matter.RANDOM),
        ("np.clip(np.random.rand(9), 0, 0.95).tolist()", Matter.RANDOM),
        ("[min(1.0, 0.5 + random.uniform(0, 0.1)) for _ in range(4)]", Matter.RANDOM),
        ("np.random.default_rng(1).normal(size=4)", Matter.RANDOM),
        ("np.random.RandomState(0).rand(4) + 0.1", Matter.RANDOM),
        ("load() + np.random.normal(0, 1)", Matter.NOISE),
        ("np.random.choice(load(), 5)", Matter.UNKNOWN),
        ("load() * np.random.rand()", Matter.UNKNOWN),
        ("evaluate(np.random.rand(9))", Matter.UNKNOWN),
        ("[x + np.random.rand() for x in load()]", Matter.UNKNOWN),
        ("[x for x in [] if x]", Matter.EMPTY),
        ("sorted(set())", Matter.UNKNOWN),
    ],
)
def test_what_numbers_are_made_of(made_run: MakeRun, values: str, matter: Matter) -> None:
    (call,) = drawn(made_run, f"plt.plot({values}, label='a')\n").unread

    assert call.matter is matter


@pytest.mark.parametrize("change", ["names.update(load())", "fill(names)", "load().collect(names)"])
def test_that_what_others_may_have_filled_is_not_empty(made_run: MakeRun, change: str) -> None:
    body = f"names = set()\n{change}\nplt.bar([n for n in sorted(names)], [len(n) for n in names])\n"
    (call,) = drawn(made_run, body).unread

    assert call.matter is Matter.UNKNOWN


def test_that_the_words_of_a_picture_are_known_without_its_numbers(made_run: MakeRun) -> None:
    figure = drawn(made_run, "plt.plot(load(), label='ours')\nplt.title('Loss')\nplt.xlabel('Epoch')\n")

    assert figure.texts == ("Loss", "Epoch", "ours")


@pytest.mark.parametrize(
    "command",
    [
        "subprocess.run([sys.executable, 'draw.py', '--input', *names, '--top', '2'])",
        "subprocess.Popen(['python', os.path.join('.', 'draw.py'), '--input', 'red', 'blue', '--top', '2'])",
        "os.system('python draw.py --input red blue --top 2')",
    ],
)
def test_that_options_are_those_that_another_script_gives(made_run: MakeRun, command: str) -> None:
    launcher = f"import os, subprocess, sys\nif __name__ == '__main__':\n    names = ['red', 'blue']\n    {command}\n"
    drawing = (
        HEAD + "import argparse\np = argparse.ArgumentParser()\np.add_argument('--input', nargs='+')\n"
        "p.add_argument('--top', type=int)\na = p.parse_args()\n"
        "plt.bar(a.input, [a.top * (i + 1) for i in range(len(a.input))])\n" + SAVE
    )
    files = {
        "results/bars.png": b"\x89PNG\r\n\x1a\n",
        "go.py": launcher.encode(),
        "draw.py": drawing.encode(),
    }
    seen = EvidenceFiles(made_run(files))
    figure = recover_figures(seen, find_runs(seen, None), None, History({}))[PICTURE]

    assert told(figure) == {"red": 2.0, "blue": 4.0}
